//! A run of the whole program on an input.

use std::fmt::Write as _;

use jetan_check::measure::measured;
use jetan_debug::checks::{CheckSet, Checker, Finding};
use jetan_display::Pixels;
use jetan_display::bitmap::BitmapUnits;
use jetan_display::pixels::PictureHash;
use jetan_display::screen::{ScreenRenderer, TextMode};
use jetan_run::RunEnd;

use super::compare::{differs, shown};
use super::starved;
use crate::program::ProgramUnderTest;
use crate::rubric::{ExpectedText, IoCase};
use crate::runner::{ProgramRunner, RunRecord};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind, Verdict, clip, mishap};

/// Findings that are listed.
const FINDINGS_MAX: usize = 5;

/// The result of a run.
pub(super) struct JudgedRun {
    pub(super) verdict: Verdict,
    /// The last picture it showed.
    pub(super) frame: Option<Pixels>,
}

impl From<Verdict> for JudgedRun {
    fn from(verdict: Verdict) -> JudgedRun {
        JudgedRun { verdict, frame: None }
    }
}

/// Runs the program and compares what it did.
pub(super) async fn judge(io: &IoCase, seed: i64, runner: &mut ProgramRunner<'_>) -> JudgedRun {
    let feed = ProgramInput {
        console: io.input.clone(),
        keys: io.keys.clone(),
        seed: Some(seed),
        files: io.files.clone(),
        ..ProgramInput::default()
    };
    let mut broken = None;
    let (run, findings) = match (io.checks, &io.tools) {
        (None, None) => (runner.run(&feed).await, Vec::new()),
        (None, Some(question)) => match measured(question, runner.machine(), &feed, runner).await {
            Ok((run, failure)) => {
                broken = failure;
                (run, Vec::new())
            }
            Err(why) => return Verdict::NotJudged(why.to_string()).into(),
        },
        // With checks the run is made once, by the engine that checks: a second run would cost as
        // much again.
        (Some(checks), _) => match checked(checks, &feed, runner).await {
            Some(checked) => checked,
            None => return Verdict::NotJudged(UNNAMED.to_owned()).into(),
        },
    };
    let frame = LastPicture::last_of(&run);
    let mishap = mishap(&run, runner.subject);
    let differing = differing(io, &run, frame.as_ref());
    // Where nothing is to be printed, a program that has not got far is as right as any.
    let has_answer = io.output.as_ref().is_some_and(|it| !it.text.trim().is_empty());
    let (failure, later) = if let Some(mishap) = mishap {
        let mishap = with_output(mishap, io, &run, runner.subject);
        if has_answer && differing.is_none() {
            (None, Some(Box::new(mishap)))
        } else {
            (Some(mishap), None)
        }
    } else {
        let failure = differing
            // A game that waits for the next key has done all that was asked of it.
            .or_else(|| {
                let waits = !io.keys.is_empty() && run.ending == RunEnd::OutOfKeys;
                starved(&run).filter(|_| !waits)
            });
        (failure, None)
    };
    // Last: a doubtful line in a program that is wrong is not what it fails by.
    let failure = failure.or_else(|| doubtful(&findings, runner.subject, run.instructions));
    let failure = failure.or(broken);
    let verdict = match failure {
        Some(failure) => failure.into(),
        None => Verdict::Passed { instructions: run.instructions, mishap: later },
    };
    JudgedRun { verdict, frame: frame.map(LastPicture::into_pixels) }
}

/// The first difference between a run and what the case expects.
fn differing(io: &IoCase, run: &RunRecord, frame: Option<&LastPicture<'_>>) -> Option<CaseFailure> {
    io.output
        .as_ref()
        .and_then(|expected| differs(expected, &run.output, run.instructions))
        .or_else(|| other_files(&io.expected_files, run))
        .or_else(|| other_frame(io.frame.as_ref()?, frame, run))
        .or_else(|| other_end(io.exit_code?, run))
}

/// A mishap with what was printed until then, and where the program began if that may surprise.
fn with_output(
    mishap: CaseFailure,
    io: &IoCase,
    run: &RunRecord,
    subject: &ProgramUnderTest,
) -> CaseFailure {
    let printed = clip(&String::from_utf8_lossy(&run.output));
    let came = mishap.actual.to_string();
    let parts: Vec<&str> =
        [printed.trim_end(), came.trim()].into_iter().filter(|it| !it.is_empty()).collect();
    let expected = io.output.as_ref().map(shown).unwrap_or_default();
    let actual = parts.join("\n");
    let help: Vec<String> = mishap.help.clone().into_iter().chain(subject.beginning()).collect();
    let help = Some(help.join("; ")).filter(|help| !help.is_empty());
    CaseFailure { help, ..mishap.comparing(expected, actual) }
}

/// Why a program is not checked.
const UNNAMED: &str = "the names of the program were not kept";

/// Runs the program while checks look at it.
async fn checked(
    checks: CheckSet,
    feed: &ProgramInput,
    runner: &mut ProgramRunner<'_>,
) -> Option<(RunRecord, Vec<Finding>)> {
    let names = runner.subject.names()?.clone();
    // The machine as it starts: the checker has to know what the loader has written.
    let mut checker = Checker::new(&runner.machine(), names, checks);
    let run = runner.run_with(&mut checker, feed).await;
    Some((run, checker.findings().to_vec()))
}

fn doubtful(findings: &[Finding], subject: &ProgramUnderTest, count: u64) -> Option<CaseFailure> {
    let first = findings.first()?;
    let said = |finding: &Finding| {
        let place = finding.places.first().and_then(|place| subject.line_at(place.pc));
        let place = place.map(|line| format!(" ({line})")).unwrap_or_default();
        format!("{}{place}", finding.message)
    };
    let all: Vec<String> = findings.iter().take(FINDINGS_MAX).map(said).collect();
    let failure =
        CaseFailure::new(FailureKind::Doubtful, said(first), count).advising(first.help.as_str());
    Some(if all.len() > 1 { failure.comparing("", all.join("\n")) } else { failure })
}

/// The difference in the files that it should have written.
pub(super) fn other_files(
    expected_files: &[(String, ExpectedText)],
    run: &RunRecord,
) -> Option<CaseFailure> {
    expected_files.iter().find_map(|(name, expected)| {
        let Some(written) = run.files.get(name.as_bytes()) else {
            let summary = format!("the program does not write the file `{name}`");
            return Some(CaseFailure::new(FailureKind::Wrong, summary, run.instructions));
        };
        let failure = differs(expected, written, run.instructions)?;
        let summary = format!("the file `{name}` is not what it should be");
        Some(CaseFailure { summary, ..failure })
    })
}

fn other_end(code: i32, run: &RunRecord) -> Option<CaseFailure> {
    let ended = match run.ending {
        RunEnd::Exited(_) | RunEnd::Returned(_) | RunEnd::DroppedOff(_) => {
            // Returning and running past the end are 0, as for whoever runs the program in a shell.
            Some(run.ending.exit_code())
        }
        _ => None,
    };
    (ended != Some(code)).then(|| {
        let actual = ended.map_or("it does not end".to_owned(), |code| code.to_string());
        let failure =
            CaseFailure::new(FailureKind::Ending, "the exit code differs", run.instructions);
        failure.comparing(code.to_string(), actual)
    })
}

/// The last picture: of the Bitmap Display, else of the screen of a pack.
enum LastPicture<'r> {
    Bitmap(&'r BitmapUnits),
    Screen(Box<Pixels>),
}

impl<'r> LastPicture<'r> {
    fn last_of(run: &'r RunRecord) -> Option<LastPicture<'r>> {
        // Every run ends with a checkpoint, so this is the picture at the end.
        let bitmap = run.moments.last().and_then(|moment| moment.display.as_ref());
        let screen = || {
            let shown = run.shown.last()?;
            let pixels = ScreenRenderer::default().draw(&shown.screen, TextMode::Drawn).clone();
            Some(LastPicture::Screen(Box::new(pixels)))
        };
        bitmap.map(|units| LastPicture::Bitmap(units)).or_else(screen)
    }

    /// The hash by which frames are known: a unit of the Bitmap Display counts once.
    fn hash(&self) -> PictureHash {
        match self {
            LastPicture::Bitmap(units) => units.hash(),
            LastPicture::Screen(pixels) => pixels.hash(),
        }
    }

    fn into_pixels(self) -> Pixels {
        match self {
            LastPicture::Bitmap(units) => units.pixels(),
            LastPicture::Screen(pixels) => *pixels,
        }
    }
}

fn other_frame(
    expected: &str,
    frame: Option<&LastPicture<'_>>,
    run: &RunRecord,
) -> Option<CaseFailure> {
    let mut actual = String::new();
    for byte in frame.map(LastPicture::hash).iter().flatten() {
        let _ = write!(actual, "{byte:02x}");
    }
    (actual != expected).then(|| {
        let summary = match frame {
            Some(_) => "the last picture is another one",
            None => "the program shows no picture",
        };
        CaseFailure::new(FailureKind::Wrong, summary, run.instructions).comparing(expected, actual)
    })
}
