//! The guided first hour: steps with a text, a program to begin with, and a check that runs what
//! became of it.

mod trial;
mod wire;

use jetan_sandbox::limits::CaseLimits;
use jetan_sandbox::runner::ProgramRunner;
use jetan_wire::{
    FailureCode, LessonName, LessonSolution, LessonTried, Lessons, Nothing, RunOptions, TryLesson,
};

use crate::check::load;
use crate::host::EngineChoice;
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;
use trial::StepTrial::{Calls, Leaves, Prints, Shows};
use trial::{StepTrial, TrialInput};

/// A step of the first hour.
pub(crate) struct LessonStep {
    /// By which it is asked for.
    name: &'static str,
    /// The steps with the same one belong together.
    chapter: &'static str,
    /// The heading that students read.
    title: &'static str,
    /// About how long it takes.
    minutes: u32,
    /// The lesson's text: paragraphs, `# Do` with the task, and any number of `# Hint`.
    text: &'static str,
    /// The program to begin with.
    start: &'static str,
    /// A program that passes.
    solution: &'static str,
    /// Articles of the manual that say more.
    pages: &'static [&'static str],
    trials: &'static [StepTrial],
}

macro_rules! lessons {
    ($( $name:literal, $chapter:literal, $title:literal, $minutes:literal, $pages:expr,
        $trials:expr; )*) => {
        /// All steps, in their order.
        pub(crate) static LESSONS: &[LessonStep] = &[$(
            LessonStep {
                name: $name,
                chapter: $chapter,
                title: $title,
                minutes: $minutes,
                text: include_str!(concat!("lessons/", $name, "/text.md")),
                start: include_str!(concat!("lessons/", $name, "/start.asm")),
                solution: include_str!(concat!("lessons/", $name, "/solution.asm")),
                pages: &$pages,
                trials: &$trials,
            },
        )*];
    };
}

const NOTHING: TrialInput = TrialInput { words: &[], input: "" };

/// Input that is typed.
const fn typed(input: &'static str) -> TrialInput {
    TrialInput { words: &[], input }
}

/// An array of the program with other words in it, and how many.
const fn array(words: &'static [(&'static str, &'static [i32])]) -> TrialInput {
    TrialInput { words, input: "" }
}

const UP_TO_12: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";

lessons! {
    "hello", "Hello", "Print a line", 3, ["syscall 4", "syscall 10", ".asciiz"],
        [Prints(NOTHING, "Hello, Mars!\n")];
    "ask", "Hello", "Read a number, print a number", 5, ["syscall 5", "syscall 1", "addi"],
        [Prints(typed("41\n"), "42"), Prints(typed("-1\n"), "0"), Prints(typed("999\n"), "1000")];
    "loop", "A loop", "Count up to a number", 7, ["bgt", "j", "syscall 11"],
        [Prints(typed("3\n"), "1\n2\n3\n"), Prints(typed("1\n"), "1\n"),
         Prints(typed("0\n"), ""), Prints(typed("12\n"), UP_TO_12)];
    "sum", "An array", "Add up an array", 8, ["arrays", "lw", "sw", "memory"],
        [Leaves(NOTHING, "total", 31),
         Leaves(array(&[("numbers", &[7, -2, 40]), ("count", &[3])]), "total", 45),
         Leaves(array(&[("numbers", &[5]), ("count", &[0])]), "total", 0)];
    "largest", "An array", "Find the largest", 6, ["arrays", "ble", "move"],
        [Prints(NOTHING, "12"),
         Prints(array(&[("numbers", &[-9, -3, -5]), ("count", &[3])]), "-3"),
         Prints(array(&[("numbers", &[4, 8, 6, 9]), ("count", &[4])]), "9"),
         Prints(array(&[("numbers", &[-2]), ("count", &[1])]), "-2")];
    "procedure", "A procedure", "Write a procedure", 7, ["calls", "jal", "jr"],
        [Calls("larger", &[3, 8], 8), Calls("larger", &[8, 3], 8), Calls("larger", &[-4, -9], -4),
         Calls("larger", &[5, 5], 5), Prints(NOTHING, "30")];
    "recursion", "A procedure", "Call yourself, with the stack", 10,
        ["stack", "calls", "mul", "$sp", "$ra"],
        [Calls("factorial", &[1], 1), Calls("factorial", &[2], 2), Calls("factorial", &[5], 120),
         Calls("factorial", &[0], 1), Calls("factorial", &[10], 3_628_800),
         Prints(NOTHING, "120")];
    "picture", "A game", "Paint a row", 5, ["bitmap", "sw", ".eqv"],
        [Shows("", |_, row| if row == 0 { 'W' } else { '.' }, "")];
    "keyboard", "A game", "Move by keys", 7, ["keyboard", "beq", "bitmap"],
        [Shows("d", |column, row| at(column, row, 9, 8), ""),
         Shows("aaa", |column, row| at(column, row, 5, 8), ""),
         Shows("ww", |column, row| at(column, row, 8, 6), ""),
         Shows("sasd", |column, row| at(column, row, 8, 10), ""),
         Shows("wq", |column, row| at(column, row, 8, 7), "")];
    "game", "A game", "Walls, an apple, the end", 10, ["keyboard", "bitmap", "exceptions"],
        [Shows("d", |column, row| field(column, row, 9, 8), ""),
         Shows("dddddddddd", |column, row| field(column, row, 14, 8), ""),
         Shows("wwwwwwwwwwaaaaaaaaaa", |column, row| field(column, row, 1, 1), ""),
         Shows("dddddwwww", |column, row| field(column, row, 13, 4), "You win!\n"),
         Shows("wwwwddddd", |column, row| field(column, row, 13, 4), "You win!\n")];
}

/// The picture of a dot at a place and nothing else.
fn at(column: u32, row: u32, dot_column: u32, dot_row: u32) -> char {
    if (column, row) == (dot_column, dot_row) { 'D' } else { '.' }
}

/// The picture of the game with the dot at a place.
fn field(column: u32, row: u32, dot_column: u32, dot_row: u32) -> char {
    match (column, row) {
        place if place == (dot_column, dot_row) => 'D',
        (0 | 15, _) | (_, 0 | 15) => 'W',
        (13, 4) => 'A',
        _ => '.',
    }
}

impl LessonStep {
    fn named(name: &str) -> Result<&'static LessonStep, RequestError> {
        let found = LESSONS.iter().find(|lesson| lesson.name == name);
        found.ok_or_else(|| RequestError::new(FailureCode::NoLesson, "there is no such step"))
    }

    /// The limits of a program in this step: much more than any solution needs.
    fn limits() -> CaseLimits {
        CaseLimits { instructions: 3_000_000, output_bytes: 1 << 16, ..CaseLimits::default() }
    }
}

/// All steps with everything but their solutions.
pub(crate) fn list(_: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<Lessons> {
    Ok(Lessons { lessons: LESSONS.iter().map(LessonStep::wire).collect() })
}

/// A program that passes.
pub(crate) fn solution(
    _: &mut RequestContext<'_>,
    wanted: LessonName,
) -> RequestAnswer<LessonSolution> {
    let lesson = LessonStep::named(&wanted.lesson)?;
    Ok(LessonSolution { text: lesson.solution.to_owned() })
}

/// Runs a program on the trials of a step.
pub(crate) fn try_it(
    context: &mut RequestContext<'_>,
    asked: TryLesson,
) -> RequestAnswer<AnswerOrWork<LessonTried>> {
    let lesson = LessonStep::named(&asked.lesson)?;
    let options = RunOptions::default();
    let group = context.group(&asked.roots, &options)?;
    let Some(names) = group.names else {
        return Err(RequestError::new(
            FailureCode::NotAssembled,
            "there are errors in the program",
        ));
    };
    // Without a pack, even if the source names one: the lessons use MARS's services only.
    let subject = load(&names, None, &options, LessonStep::limits())?;
    // The programs are tiny; translating them would take longer than running them.
    let mut engine = context.carrier.engine(EngineChoice::Interp);
    context.claim(JobNeeds::Lesson);
    Ok(AnswerOrWork::question(JobNeeds::Lesson, async move |point| {
        let mut bench = ProgramRunner::new(&subject, &mut *engine, &point);
        let mut trials = Vec::new();
        let mut is_done = true;
        for trial in lesson.trials {
            let failure = trial.judge(&mut bench).await;
            // All trials are run although one has failed: a student sees at once what else is
            // wrong.
            is_done &= failure.is_none();
            trials.push(wire::told(trial, failure));
        }
        Ok(LessonTried { is_done, trials })
    }))
}
