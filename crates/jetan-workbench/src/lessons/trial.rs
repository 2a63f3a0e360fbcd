//! The trials of a lesson's step, and the errors they find in a program.

use jetan_check::picture::{BoardCell, BoardKind, BoardPicture};
use jetan_check::verdict::mishap;
use jetan_display::bitmap::BitmapUnits;
use jetan_run::RunEnd;
use jetan_sandbox::runner::{ProcedureCall, ProgramRunner, RunRecord};
use jetan_sandbox::sandbox::ProgramInput;

/// Letters of pictures and the colours they stand for; any other colour is `?`.
const COLOURS: [(char, u32); 4] =
    [('.', 0), ('D', 0x00f0_764a), ('W', 0x0050_80c0), ('A', 0x0040_c060)];
/// Squares in a row of the pictures, and rows.
const SIDE: u32 = 16;
/// Characters of output that are shown.
const SHOWN_CHARS: usize = 300;

/// The input of a program besides its own data.
pub(super) struct TrialInput {
    /// Words to be put in place of those at labels.
    pub(super) words: &'static [(&'static str, &'static [i32])],
    /// The console input.
    pub(super) input: &'static str,
}

/// Something that a program is to do.
pub(super) enum StepTrial {
    /// Print exactly this; empty lines at the end do not matter.
    Prints(TrialInput, &'static str),
    /// Leave this word at a label.
    Leaves(TrialInput, &'static str, i32),
    /// Return this from a procedure that is called with some arguments.
    Calls(&'static str, &'static [i32], i32),
    /// Show this picture when some keys have been pressed, and have printed this.
    Shows(&'static str, fn(u32, u32) -> char, &'static str),
}

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

impl TrialFailure {
    fn new(summary: impl Into<String>) -> TrialFailure {
        TrialFailure { summary: summary.into(), ..TrialFailure::default() }
    }
}

impl StepTrial {
    /// The trial, in a few words.
    pub(super) fn title(&self) -> String {
        match self {
            StepTrial::Prints(given, _) | StepTrial::Leaves(given, ..) => given.title(),
            StepTrial::Calls(procedure, arguments, _) => {
                let numbers: Vec<String> = arguments.iter().map(i32::to_string).collect();
                format!("`{procedure}` with {}", numbers.join(" and "))
            }
            StepTrial::Shows("", ..) => "the picture".to_owned(),
            StepTrial::Shows(keys, ..) => format!("the keys `{keys}`"),
        }
    }

    /// Runs the program; what is wrong with it, if anything is.
    pub(super) async fn judge(&self, bench: &mut ProgramRunner<'_>) -> Option<TrialFailure> {
        match self {
            StepTrial::Prints(given, output) => {
                let run = run(given, bench).await.map_err(Some);
                run.map_or_else(|wrong| wrong, |run| printed(&run, output))
            }
            StepTrial::Leaves(given, label, value) => {
                let run = match run(given, bench).await {
                    Ok(run) => run,
                    Err(wrong) => return Some(wrong),
                };
                let Some(address) = bench.subject.symbol(label) else {
                    return Some(missing(label));
                };
                let actual = run.machine.memory.peek_word(address).cast_signed();
                (actual != *value).then(|| TrialFailure {
                    summary: format!("`{label}` is {actual} at the end, and should be {value}"),
                    expected: value.to_string(),
                    actual: actual.to_string(),
                    ..TrialFailure::default()
                })
            }
            StepTrial::Calls(procedure, arguments, result) => {
                call(bench, procedure, arguments, *result).await
            }
            StepTrial::Shows(keys, square, output) => shown(bench, keys, *square, output).await,
        }
    }
}

impl TrialInput {
    fn title(&self) -> String {
        let words = self.words.iter().map(|(label, words)| {
            let words: Vec<String> = words.iter().map(i32::to_string).collect();
            format!("{} in `{label}`", words.join(", "))
        });
        match (self.words, self.input.trim_end()) {
            ([], "") => "as it is".to_owned(),
            ([], input) => format!("with {input} typed"),
            _ => format!("with {}", words.collect::<Vec<_>>().join(" and ")),
        }
    }
}

fn missing(label: &str) -> TrialFailure {
    TrialFailure::new(format!("the label `{label}` is gone: the check needs it"))
}

/// Runs the program with what it is given.
async fn run(given: &TrialInput, bench: &mut ProgramRunner<'_>) -> Result<RunRecord, TrialFailure> {
    let mut machine = bench.machine();
    for (label, words) in given.words {
        let address = bench.subject.symbol(label).ok_or_else(|| missing(label))?;
        // Little-endian, as MARS on every machine.
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let poked = machine.memory.poke(address, &bytes);
        poked.map_err(|_| TrialFailure::new(format!("there is no room at `{label}`")))?;
    }
    let feed = ProgramInput { console: given.input.as_bytes().to_vec(), ..ProgramInput::default() };
    let run = bench.run_from(machine, &feed).await;
    // The way the run ended is judged before its output: a fault explains a wrong output, never the
    // other way round.
    match wrong_end(&run, bench) {
        Some(wrong) => Err(wrong),
        None => Ok(run),
    }
}

/// The error in how a run ended, whatever it was to do.
fn wrong_end(run: &RunRecord, bench: &ProgramRunner<'_>) -> Option<TrialFailure> {
    if let Some(failure) = mishap(run, bench.subject) {
        let help = failure.help;
        return Some(TrialFailure {
            summary: failure.summary,
            help,
            actual: failure.actual.to_string(),
            ..TrialFailure::default()
        });
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
    let actual: String = actual.chars().take(SHOWN_CHARS).collect();
    Some(TrialFailure { expected: output.to_owned(), actual, ..TrialFailure::new(summary) })
}

async fn call(
    bench: &mut ProgramRunner<'_>,
    procedure: &str,
    arguments: &[i32],
    result: i32,
) -> Option<TrialFailure> {
    let call = ProcedureCall {
        procedure: procedure.to_owned(),
        arguments: arguments.iter().map(|argument| argument.cast_unsigned()).collect(),
        ..ProcedureCall::default()
    };
    let Some(called) = bench.call(&call).await else { return Some(missing(procedure)) };
    if let Some(failure) = mishap(&called.run, bench.subject) {
        let help = failure.help;
        let actual = failure.actual.to_string();
        return Some(TrialFailure { help, actual, ..TrialFailure::new(failure.summary) });
    }
    if !called.has_returned {
        let lost = "was `$ra` saved before the `jal`, and loaded back?";
        let help = called.has_lost_ra.then(|| lost.to_owned());
        return Some(TrialFailure {
            help,
            ..TrialFailure::new("the procedure does not come back")
        });
    }
    let actual = called.v0.cast_signed();
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

async fn shown(
    bench: &mut ProgramRunner<'_>,
    keys: &str,
    square: fn(u32, u32) -> char,
    output: &str,
) -> Option<TrialFailure> {
    let feed = ProgramInput { keys: keys.as_bytes().to_vec(), ..ProgramInput::default() };
    let run = bench.run(&feed).await;
    if let Some(wrong) = wrong_end(&run, bench) {
        return Some(wrong);
    }
    let Some(units) = run.moments.last().and_then(|moment| moment.display.as_deref()) else {
        let help = "the comments at the top say where the display is and how large".to_owned();
        return Some(TrialFailure {
            help: Some(help),
            ..TrialFailure::new("there is no display any more")
        });
    };
    let expected = picture(square);
    let actual = picture(|column, row| letter(units, column, row));
    let different = expected.differences(&actual);
    if !different.is_empty() {
        let summary = match different.len() {
            1 => "1 square is not as it should be".to_owned(),
            count => format!("{count} squares are not as they should be"),
        };
        return Some(TrialFailure {
            boards: Some(Box::new((expected, actual))),
            ..TrialFailure::new(summary)
        });
    }
    printed(&run, output).or_else(|| {
        // A trial that expects a text expects the end of the game as well; the others end because
        // the keys are used up.
        let goes_on = !output.is_empty() && run.ending == RunEnd::OutOfKeys;
        goes_on.then(|| TrialFailure::new("the program goes on instead of ending"))
    })
}

fn picture(square: impl Fn(u32, u32) -> char) -> BoardPicture {
    let cell = |column, row| match square(column, row) {
        '.' => BoardCell::Empty,
        letter => BoardCell::Letter(letter),
    };
    let cells = |row| (0..SIDE).map(|column| cell(column, row)).collect();
    BoardPicture::new(BoardKind::Squares, (0..SIDE).map(cells).collect())
}

fn letter(units: &BitmapUnits, column: u32, row: u32) -> char {
    let is_there = column < units.columns && row < units.rows;
    // The display is the student's, of any size; a square outside of it is `?` and not a square of
    // the next row.
    let place = row.saturating_mul(units.columns).saturating_add(column) as usize;
    let colour = units.colours.get(place).filter(|_| is_there);
    let known = COLOURS.iter().find(|(_, known)| Some(known) == colour);
    known.map_or('?', |(letter, _)| *letter)
}
