//! The messages of a check.

use jetan_check::picture::{BoardCell, BoardPicture, CasePicture, PicturePart};
use jetan_check::project::CaseReproduction;
use jetan_check::source::Focus;
use jetan_check::verdict::{CaseFailure, Verdict};
use jetan_wire::{
    CaseAgain, CaseFocus, CheckFailure, CheckKind, CheckPart, CheckProgress, ClockChoice,
    PictureBoard, PictureCell, PictureCellKind, PicturePair, PicturePiece, RunOptions,
    SmallestCase,
};

use super::{CheckRun, ShrunkCase};

/// Most failing cases that are reported in full; more teach nothing.
const REPORTED_FAILURES_MAX: usize = 20;

/// The results of the cases of a part.
#[derive(Clone, Default)]
struct PartTally {
    passed: u32,
    failed: u32,
    skipped: u32,
    open: u32,
}

impl CheckRun {
    /// The progress of the check.
    pub(super) fn progress(&self, kind: CheckKind) -> CheckProgress {
        let mut tallies = vec![PartTally::default(); self.suite.parts().len()];
        for judged in &self.judged {
            // Never missing, but a count is not worth a panic that would end the session's run.
            let Some(tally) = tallies.get_mut(judged.part) else { continue };
            match judged.verdict {
                Verdict::Passed { .. } => tally.passed += 1,
                Verdict::Failed(_) => tally.failed += 1,
                Verdict::Skipped(_) => tally.skipped += 1,
                Verdict::NotJudged(_) => tally.open += 1,
            }
        }
        let parts = self.suite.parts().iter().zip(&tallies).map(|(part, tally)| CheckPart {
            name: part.name.to_owned(),
            points: part.points,
            scored: part.score(tally.passed, tally.failed).map(|(scored, _)| scored),
            passed: tally.passed,
            failed: tally.failed,
            skipped: tally.skipped,
            not_judged: tally.open,
        });
        let (done, total) = (self.judged.len(), self.suite.len());
        CheckProgress { kind, done, total, parts: parts.collect(), failures: None }
    }

    /// The result of the check: first the cases that were made small, then the others that fail.
    pub(super) fn result(&self) -> CheckProgress {
        let explained = self.explained.iter().map(|explained| self.explained(explained));
        // A case is listed once: as its smallest form, if there is one.
        let is_explained = |case: usize| self.explained.iter().any(|it| it.case == case);
        let others = self.judged.iter().filter_map(|judged| match &judged.verdict {
            Verdict::Failed(failure) if !is_explained(judged.case) => {
                Some(self.failure(judged.case, failure))
            }
            _ => None,
        });
        let failures = explained.chain(others).take(REPORTED_FAILURES_MAX).collect();
        CheckProgress { failures: Some(failures), ..self.progress(CheckKind::Done) }
    }

    fn failure(&self, case: usize, failure: &CaseFailure) -> CheckFailure {
        let CaseFailure { expected, actual, .. } = failure;
        CheckFailure {
            number: case,
            case: self.suite.name(case),
            part: self.suite.parts()[self.suite.part(case)].name.to_owned(),
            kind: failure.kind.name().to_owned(),
            summary: failure.summary.clone(),
            help: failure.help.clone(),
            expected: expected.to_string(),
            actual: actual.to_string(),
            pieces: PicturePair {
                expected: shown(expected, actual),
                actual: shown(actual, expected),
            },
            instructions: failure.instructions,
            smallest: None,
        }
    }

    fn explained(&self, explained: &ShrunkCase) -> CheckFailure {
        let ShrunkCase { case, smallest, source } = explained;
        let smallest_case = SmallestCase {
            picture: smallest.picture.to_string(),
            // Compared with nothing, since there is no right picture of an input; so no cell is
            // marked.
            pieces: shown(&smallest.picture, &CasePicture::default()),
            steps: smallest.steps,
            source: source.lines.clone(),
            can_open: smallest.kept.is_some(),
            opens_at: focus(source.opens_at),
            again: again(&smallest.reproduction),
        };
        CheckFailure { smallest: Some(smallest_case), ..self.failure(*case, &smallest.failure) }
    }
}

fn focus(focus: Focus) -> CaseFocus {
    match focus {
        Focus::Write => CaseFocus::Write,
        Focus::Output => CaseFocus::Output,
        Focus::Cause => CaseFocus::Cause,
        Focus::LastOutput => CaseFocus::LastOutput,
        Focus::Entry => CaseFocus::Entry,
        Focus::End => CaseFocus::End,
    }
}

/// The parts of a picture, with the cells marked that differ from the same board of another.
pub(crate) fn shown(own: &CasePicture, other: &CasePicture) -> Vec<PicturePiece> {
    let mut others = other.boards();
    let mut pieces = Vec::new();
    for part in own.parts() {
        match part {
            // Blank lines between boards are the text form's layout; the page has its own.
            PicturePart::Words(words) if words.trim().is_empty() => {}
            PicturePart::Words(words) => {
                pieces.push(PicturePiece::Text { text: words.trim_matches('\n').to_owned() });
            }
            PicturePart::Boards(boards) => {
                pieces.extend(
                    boards.iter().map(|one| PicturePiece::Board(board(one, others.next()))),
                );
            }
        }
    }
    pieces
}

fn board(one: &BoardPicture, other: Option<&BoardPicture>) -> PictureBoard {
    let cell = |cell: &BoardCell| {
        let kind = match cell {
            BoardCell::Empty => PictureCellKind::Empty,
            BoardCell::Stone(1) => PictureCellKind::StoneOne,
            BoardCell::Stone(_) => PictureCellKind::StoneTwo,
            BoardCell::Number(_) => PictureCellKind::Number,
            BoardCell::Filled => PictureCellKind::Filled,
            BoardCell::Frozen => PictureCellKind::Frozen,
            BoardCell::Asked => PictureCellKind::Asked,
            BoardCell::Letter(_) => PictureCellKind::Letter,
        };
        PictureCell { kind, text: one.spelled(*cell) }
    };
    PictureBoard {
        title: one.title.clone(),
        rows: one.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
        labels: one.labels(),
        box_side: one.box_side(),
        different: other.map_or(Vec::new(), |other| one.differences(other)),
    }
}

/// The steps to reproduce a case: options of a start, and keys to be typed then.
fn again(reproduction: &CaseReproduction) -> CaseAgain {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let options = RunOptions {
        stdin: Some(text(&reproduction.console)),
        ends_input: true,
        clock: ClockChoice::Virtual,
        // 0 is the seed of a run with a virtual clock that names none; saying it makes the options
        // complete.
        seed: Some(reproduction.seed.unwrap_or(0)),
        ..RunOptions::default()
    };
    CaseAgain { options, keys: text(&reproduction.keys), call: reproduction.call.clone() }
}
