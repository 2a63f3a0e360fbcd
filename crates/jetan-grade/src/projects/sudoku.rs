//! Sudoku: a grid in, the first solution out.

mod answer;
mod board;
mod explain;
mod fixed;
mod generate;
mod shrink;
mod talk;

use jetan_games::rng::Rng;
use jetan_games::sudoku::Grid;

use self::answer::Reading;
use self::explain::Expected;
use self::talk::{TRIAL_INSTRUCTIONS, Talk};
use crate::adapter::Adapter;
use crate::bench::{Bench, Ending, Run};
use crate::project::{Part, Project, Reproduction, Size};
use crate::verdict::{Failure, Kind, Verdict, mishap};

/// What a program may take for one number it tests: the search for the next empty cell included,
/// ours takes about a hundred instructions.
const TEST_INSTRUCTIONS: u64 = 3000;
/// What it may take for reading and printing.
const READING_INSTRUCTIONS: u64 = 5_000_000;
/// More tests than that allow the longest run anyway.
const EFFORT_MAX: u64 = 1 << 19;

/// The project.
pub struct Sudoku {
    adapter: Adapter,
    talk: Talk,
    /// Whether no trial run came to an end.
    is_hanging: bool,
}

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    grid: Grid,
}

impl Sudoku {
    /// The project as an adapter describes it; size and form are tried if it does not say.
    pub fn new(adapter: &Adapter, bench: &mut Bench<'_>) -> Sudoku {
        let limits = bench.limits;
        bench.limits.instructions = limits.instructions.min(TRIAL_INSTRUCTIONS);
        let found = Talk::find(adapter, bench);
        bench.limits = limits;
        Sudoku { adapter: adapter.clone(), talk: found.talk, is_hanging: found.is_hanging }
    }

    /// What a program may take for a grid: enough for slow backtracking.
    fn allowance(&self, grid: &Grid) -> u64 {
        if self.is_hanging {
            return TRIAL_INSTRUCTIONS;
        }
        let tests = board::effort(grid, EFFORT_MAX);
        tests.saturating_mul(TEST_INSTRUCTIONS).saturating_add(READING_INSTRUCTIONS)
    }

    /// A failure without an answer.
    fn without_answer(&self, run: &Run, expected: &Expected) -> Failure {
        let side = self.talk.size.side();
        let (summary, help) = if run.ending == Ending::EndOfInput {
            (
                format!("the program asks for more input than the {side} rows, and prints no grid"),
                Some(
                    "a row is one line of digits; a cell on every line and both line ends were \
                     tried as well",
                ),
            )
        } else {
            (format!("the program ends without printing {side} rows of {side} digits"), None)
        };
        let failure = Failure::new(Kind::Ending, summary, run.instructions);
        let wanted = match expected {
            Expected::Solution(solution) => board::picture(solution),
            Expected::Unsolvable | Expected::Clash(_) => String::new(),
        };
        let failure = failure.comparing(wanted, clip(&String::from_utf8_lossy(&run.output)));
        match help {
            Some(help) => failure.advising(help),
            None => failure,
        }
    }
}

/// The end of what a program printed, short enough to be shown.
fn clip(printed: &str) -> String {
    const SHOWN_CHARACTERS: usize = 300;
    let surplus = printed.chars().count().saturating_sub(SHOWN_CHARACTERS);
    let shown: String = printed.chars().skip(surplus).collect();
    if surplus > 0 { format!("...{shown}") } else { shown }
}

impl Project for Sudoku {
    type Case = Case;

    fn parts(&self) -> Vec<Part> {
        vec![Part { name: "cases", points: None }]
    }

    fn part_of(&self, _case: &Case) -> usize {
        0
    }

    fn fixed(&self) -> Vec<(&'static str, Case)> {
        let cases = fixed::cases(self.talk.size).into_iter();
        cases.map(|(name, grid)| (name, Case { grid })).collect()
    }

    fn generate(&self, rng: &mut Rng, size: Size) -> Case {
        Case { grid: generate::grid(rng, self.talk.size, size) }
    }

    fn judge(&self, bench: &mut Bench<'_>, case: &Case) -> Verdict {
        let limits = bench.limits;
        bench.limits.instructions = limits.instructions.min(self.allowance(&case.grid));
        let run = bench.run(&self.talk.feed(&self.adapter, &case.grid));
        bench.limits = limits;
        let expected = Expected::of(&case.grid);
        if let Some(failure) = mishap(&run, bench.subject) {
            return failure.into();
        }
        let reading = answer::read(&self.adapter, self.talk.size, &run.output);
        let is_starved = run.ending == Ending::EndOfInput && reading == Reading::Nothing;
        if expected.accepts(&reading) && !is_starved {
            return Verdict::Passed { instructions: run.instructions };
        }
        if reading == Reading::Nothing {
            return self.without_answer(&run, &expected).into();
        }
        explain::failure(&case.grid, &expected, &reading, run.instructions).into()
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        shrink::smaller(&case.grid).into_iter().map(|grid| Case { grid }).collect()
    }

    fn picture(&self, case: &Case) -> String {
        board::picture(&case.grid)
    }

    fn reproduction(&self, case: &Case) -> Reproduction {
        let console = self.talk.console(&self.adapter, &case.grid);
        Reproduction { console, ..Reproduction::default() }
    }
}
