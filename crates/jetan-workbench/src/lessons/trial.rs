//! The trials of a lesson's step, and the errors they find in a program.

use jetan_check::measure::measured;
use jetan_check::picture::{BoardCell, BoardKind, BoardPicture};
use jetan_check::verdict::{CaseFailure, mishap};
use jetan_display::bitmap::BitmapUnits;
use jetan_run::RunEnd;
use jetan_sandbox::runner::{ProcedureCall, ProgramRunner, RunRecord};
use jetan_sandbox::sandbox::ProgramInput;

use super::lesson::{CallTrial, LessonPicture, RunTrial, StepTrial, TrialAction};

/// Characters of output that are shown.
const SHOWN_CHARS: usize = 300;
/// Characters of an input or of keys in a title.
const TITLE_CHARS: usize = 60;
/// Numbers of a list in a title.
const SHOWN_NUMBERS: usize = 12;

/// The failure of a trial.
#[derive(Default)]
pub(super) struct TrialFailure {
    pub(super) summary: String,
    pub(super) help: Option<String>,
    pub(super) expected: String,
    pub(super) actual: String,
    /// The pictures that should be and are there.
    pub(super) boards: Option<Box<(BoardPicture, BoardPicture)>>,
}

impl From<CaseFailure> for TrialFailure {
    fn from(failure: CaseFailure) -> TrialFailure {
        TrialFailure {
            help: failure.help,
            expected: failure.expected.to_string(),
            actual: failure.actual.to_string(),
            ..TrialFailure::new(failure.summary)
        }
    }
}

impl TrialFailure {
    fn new(summary: impl Into<String>) -> TrialFailure {
        TrialFailure { summary: summary.into(), ..TrialFailure::default() }
    }
}

impl StepTrial {
    /// The trial, in a few words.
    pub(super) fn title(&self) -> String {
        if let Some(title) = &self.title {
            return title.clone();
        }
        match &self.action {
            TrialAction::Run(trial) => trial.title(),
            TrialAction::Call(CallTrial { procedure, arguments, .. }) if arguments.is_empty() => {
                format!("`{procedure}`")
            }
            TrialAction::Call(CallTrial { procedure, arguments, .. }) => {
                format!("`{procedure}` with {}", listed(arguments, " and "))
            }
        }
    }

    /// Runs the program; what is wrong with it, if anything is.
    pub(super) async fn judge(&self, bench: &mut ProgramRunner<'_>) -> Option<TrialFailure> {
        let failure = match &self.action {
            TrialAction::Run(trial) => trial.judge(bench).await,
            TrialAction::Call(trial) => call(bench, trial).await,
        }?;
        // The teacher's words first: they know the step, the rest knows the run.
        let help: Vec<String> = self.message.clone().into_iter().chain(failure.help).collect();
        let help = Some(help.join("; ")).filter(|help| !help.is_empty());
        Some(TrialFailure { help, ..failure })
    }
}

/// Numbers as people write them, the first few of many.
fn listed(numbers: &[u32], between: &str) -> String {
    let mut words: Vec<String> =
        numbers.iter().take(SHOWN_NUMBERS).map(|it| it.cast_signed().to_string()).collect();
    if numbers.len() > SHOWN_NUMBERS {
        words.push("…".to_owned());
    }
    words.join(between)
}

impl RunTrial {
    fn title(&self) -> String {
        let words =
            self.words.iter().map(|(label, words)| format!("{} in `{label}`", listed(words, ", ")));
        let input = self.input.trim_end().replace('\n', ", ");
        match (&self.words[..], input.as_str(), self.keys.as_str()) {
            ([], "", "") if self.shows.is_some() => "the picture".to_owned(),
            ([], "", "") if self.tools.is_some() => "the figures of the tools".to_owned(),
            ([], "", "") => "as it is".to_owned(),
            ([], "", keys) => format!("the keys `{}`", clipped(keys)),
            ([], input, _) => format!("with {} typed", clipped(input)),
            _ => format!("with {}", words.collect::<Vec<_>>().join(" and ")),
        }
    }

    async fn judge(&self, bench: &mut ProgramRunner<'_>) -> Option<TrialFailure> {
        let (run, broken) = match self.run(bench).await {
            Ok(done) => done,
            Err(wrong) => return Some(wrong),
        };
        // The way the run ended is judged before its output: a fault explains a wrong output, never
        // the other way round. Figures come last, because those of a wrong program mean nothing.
        wrong_end(&run, bench)
            .or_else(|| self.shows.as_ref().and_then(|picture| shown(&run, picture)))
            .or_else(|| self.prints.as_ref().and_then(|output| printed(&run, output)))
            .or_else(|| self.goes_on(&run))
            .or_else(|| self.leaves.iter().find_map(|it| left(&run, it, bench)))
            .or(broken)
    }

    /// Runs the program with what it is given; with it comes a bound of tools that is not kept.
    async fn run(
        &self,
        bench: &mut ProgramRunner<'_>,
    ) -> Result<(RunRecord, Option<TrialFailure>), TrialFailure> {
        let mut machine = bench.machine();
        for (label, words) in &self.words {
            let address = bench.subject.symbol(label).ok_or_else(|| missing(label))?;
            // Little-endian, as MARS on every machine.
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let poked = machine.memory.poke(address, &bytes);
            poked.map_err(|_| TrialFailure::new(format!("there is no room at `{label}`")))?;
        }
        let feed = ProgramInput {
            console: self.input.as_bytes().to_vec(),
            keys: self.keys.as_bytes().to_vec(),
            ..ProgramInput::default()
        };
        let Some(question) = &self.tools else {
            return Ok((bench.run_from(machine, &feed).await, None));
        };
        let measured = measured(question, machine, &feed, bench).await;
        let (run, broken) = measured.map_err(|why| TrialFailure::new(why.to_string()))?;
        Ok((run, broken.map(TrialFailure::from)))
    }

    /// A trial that presses keys and expects a text expects the end of the program as well; the
    /// others end because the keys are used up.
    fn goes_on(&self, run: &RunRecord) -> Option<TrialFailure> {
        let has_text = self.prints.as_ref().is_some_and(|output| !output.is_empty());
        let goes_on = has_text && run.ending == RunEnd::OutOfKeys;
        goes_on.then(|| TrialFailure::new("the program goes on instead of ending"))
    }
}

/// The beginning of a text that fits a line.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(TITLE_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The difference in a word that should have been left.
fn left(
    run: &RunRecord,
    (label, value): &(String, u32),
    bench: &ProgramRunner<'_>,
) -> Option<TrialFailure> {
    let Some(address) = bench.subject.symbol(label) else { return Some(missing(label)) };
    let actual = run.machine.memory.peek_word(address);
    let (actual, value) = (actual.cast_signed(), value.cast_signed());
    (actual != value).then(|| TrialFailure {
        summary: format!("`{label}` is {actual} at the end, and should be {value}"),
        expected: value.to_string(),
        actual: actual.to_string(),
        ..TrialFailure::default()
    })
}

fn missing(label: &str) -> TrialFailure {
    TrialFailure::new(format!("the label `{label}` is gone: the check needs it"))
}

/// The error in how a run ended, whatever it was to do.
fn wrong_end(run: &RunRecord, bench: &ProgramRunner<'_>) -> Option<TrialFailure> {
    if let Some(failure) = mishap(run, bench.subject) {
        return Some(failure.into());
    }
    match run.ending {
        RunEnd::EndOfInput => {
            Some(TrialFailure::new("the program asks for more input than there is"))
        }
        RunEnd::DroppedOff(_) => Some(TrialFailure {
            help: Some("service 10 ends a program".to_owned()),
            ..TrialFailure::new("the program runs past its last line")
        }),
        _ => None,
    }
}

/// Compares what was printed; spaces and empty lines at the end do not matter.
fn printed(run: &RunRecord, output: &str) -> Option<TrialFailure> {
    let actual = String::from_utf8_lossy(&run.output).into_owned();
    // Beginners forget the last line end or print one too many; the lessons are not about that.
    if actual.trim_end() == output.trim_end() {
        return None;
    }
    let summary = if actual.trim().is_empty() {
        "the program prints nothing"
    } else if output.is_empty() {
        "the program prints something, and should print nothing"
    } else {
        "the program prints something else"
    };
    // Characters and not bytes, so that nothing is cut in the middle of one.
    let [expected, actual] =
        [output, &actual].map(|text| text.chars().take(SHOWN_CHARS).collect::<String>());
    Some(TrialFailure { expected, actual, ..TrialFailure::new(summary) })
}

async fn call(bench: &mut ProgramRunner<'_>, trial: &CallTrial) -> Option<TrialFailure> {
    let procedure = &trial.procedure;
    let call = ProcedureCall {
        procedure: procedure.clone(),
        arguments: trial.arguments.clone(),
        ..ProcedureCall::default()
    };
    let Some(called) = bench.call(&call).await else { return Some(missing(procedure)) };
    if let Some(failure) = mishap(&called.run, bench.subject) {
        return Some(failure.into());
    }
    if !called.has_returned {
        let lost = "was `$ra` saved before the `jal`, and loaded back?";
        let help = called.has_lost_ra.then(|| lost.to_owned());
        return Some(TrialFailure {
            help,
            ..TrialFailure::new("the procedure does not come back")
        });
    }
    let (actual, result) = (called.v0.cast_signed(), trial.returns.cast_signed());
    if actual != result {
        return Some(TrialFailure {
            expected: format!("$v0 = {result}"),
            actual: format!("$v0 = {actual}"),
            ..TrialFailure::new(format!("the result in `$v0` is {actual}, and should be {result}"))
        });
    }
    // After the result: a procedure that returns something wrong has to be put right first, and
    // conventions come second.
    if let Some(broken) = called.broken.first() {
        let (reg, before, after) = (broken.reg, broken.before, broken.after);
        return Some(TrialFailure {
            expected: format!("{reg} = {before:#010x}"),
            actual: format!("{reg} = {after:#010x}"),
            ..TrialFailure::new(format!("`{reg}` is not what it was before the call"))
        });
    }
    let overwritten = "the procedure writes to the part of the stack that belongs to its caller";
    called.overwritten.map(|_| TrialFailure::new(overwritten))
}

fn shown(run: &RunRecord, wanted: &LessonPicture) -> Option<TrialFailure> {
    let Some(units) = run.moments.last().and_then(|moment| moment.display.as_deref()) else {
        let help = "the comments at the top say where the display is and how large".to_owned();
        return Some(TrialFailure {
            help: Some(help),
            ..TrialFailure::new("there is no display any more")
        });
    };
    let expected = picture(wanted, |column, row| wanted.rows[row][column]);
    let actual = picture(wanted, |column, row| letter(units, wanted, column, row));
    let different = expected.differences(&actual);
    let summary = match different.len() {
        0 => return None,
        1 => "1 square is not as it should be".to_owned(),
        count => format!("{count} squares are not as they should be"),
    };
    let boards = Some(Box::new((expected, actual)));
    Some(TrialFailure { boards, ..TrialFailure::new(summary) })
}

/// A picture of the size of another one.
fn picture(size: &LessonPicture, square: impl Fn(usize, usize) -> char) -> BoardPicture {
    let cell = |column, row| match square(column, row) {
        '.' => BoardCell::Empty,
        letter => BoardCell::Letter(letter),
    };
    let rows = size.rows.iter().enumerate();
    let rows = rows.map(|(row, cells)| (0..cells.len()).map(|column| cell(column, row)).collect());
    BoardPicture::new(BoardKind::Squares, rows.collect())
}

fn letter(units: &BitmapUnits, wanted: &LessonPicture, column: usize, row: usize) -> char {
    let columns = units.columns as usize;
    let is_there = column < columns && row < units.rows as usize;
    // The display is the student's, of any size; a square outside of it is `?` and not a square of
    // the next row.
    let place = row.saturating_mul(columns).saturating_add(column);
    let colour = units.colours.get(place).filter(|_| is_there);
    let known = wanted.colours.iter().find(|(_, known)| Some(known) == colour);
    known.map_or('?', |(letter, _)| *letter)
}
