//! Sudoku: a grid in, the first solution out.

mod answer;
mod board;
mod explain;
mod fixed;
mod generate;
mod is_safe;
mod shrink;
mod talk;

use jetan_games::rng::Rng;
use jetan_games::sudoku::{Grid, solver};
use jetan_run::RunEnd;

use self::answer::Reading;
use self::explain::Expected;
use self::is_safe::{IsSafe, Question};
use self::talk::{TRIAL_INSTRUCTIONS, Talk};
use super::{byte, opening};
use crate::adapter::{Adapter, Form};
use crate::bench::{Bench, Run};
use crate::escapes::without_escapes;
use crate::picture::CasePicture;
use crate::project::{Part, Project, Reproduction, Size};
use crate::verdict::{Failure, Kind, Spot, Verdict, clip, mishap};

/// Instruction limit for one number it tests: the search for the next empty cell included,
/// ours takes about a hundred instructions.
const TEST_INSTRUCTIONS: u64 = 3000;
/// Instruction limit for reading and printing.
const READING_INSTRUCTIONS: u64 = 5_000_000;
/// The part of grids that have no solution, of which the document does not speak.
const UNSOLVABLE: &str = "no solution";
/// One of so many generated cases is a call of `is_safe`.
const CALL_EVERY: usize = 8;
/// More tests than that allow the longest run anyway.
const EFFORT_MAX: u64 = 1 << 19;

/// The checker for programs of this project.
pub struct Sudoku {
    adapter: Adapter,
    talk: Talk,
    /// Whether it did not even come to an end with one gap.
    is_hanging: bool,
    /// Whether it wants lines before the grid that were found by trying.
    has_found_opening: bool,
    /// The program's procedure `is_safe`, or why it is not called.
    is_safe: Result<IsSafe, &'static str>,
}

/// One thing that a program must do.
#[derive(Clone, Debug)]
pub struct Case {
    kind: CaseKind,
}

#[derive(Clone, Debug)]
enum CaseKind {
    Whole(Grid),
    Call(Question),
}

impl From<Grid> for Case {
    fn from(grid: Grid) -> Case {
        Case { kind: CaseKind::Whole(grid) }
    }
}

impl From<Question> for Case {
    fn from(question: Question) -> Case {
        Case { kind: CaseKind::Call(question) }
    }
}

impl Sudoku {
    /// The project as an adapter describes it; size and form are tried if it does not say.
    pub async fn new(adapter: &Adapter, bench: &mut Bench<'_>) -> Sudoku {
        let limits = bench.limits;
        bench.limits.instructions = limits.instructions.min(TRIAL_INSTRUCTIONS);
        let has_opening = !adapter.input.before.is_empty();
        let mut adapter = adapter.clone();
        let found = Talk::find(&mut adapter, bench).await;
        // After the format is known, or the program would not come to its first call.
        let is_safe = IsSafe::watch(bench, &adapter, found.talk).await;
        bench.limits = limits;
        let (talk, is_hanging) = (found.talk, found.is_hanging);
        let has_found_opening = !has_opening && !adapter.input.before.is_empty();
        Sudoku { adapter, talk, is_hanging, has_found_opening, is_safe }
    }

    pub(crate) fn size(&self) -> jetan_games::sudoku::Size {
        self.talk.size
    }

    pub(crate) fn typed_grid(&self, grid: &Grid) -> Vec<u8> {
        self.talk.console(&self.adapter, grid)
    }

    pub(crate) fn printed_grid(&self, output: &[u8]) -> Option<Grid> {
        match answer::read(&self.adapter, self.talk.size, output) {
            Reading::Full(grid) | Reading::Unfinished(grid) => Some(grid),
            Reading::Unsolvable | Reading::Nothing => None,
        }
    }

    /// The instruction limit of a grid: enough for slow backtracking.
    fn allowance(&self, grid: &Grid) -> u64 {
        if self.is_hanging {
            return TRIAL_INSTRUCTIONS;
        }
        let tests = board::effort(grid, EFFORT_MAX);
        tests.saturating_mul(TEST_INSTRUCTIONS).saturating_add(READING_INSTRUCTIONS)
    }

    async fn judge_whole(&self, bench: &mut Bench<'_>, grid: &Grid) -> Verdict {
        let limits = bench.limits;
        bench.limits.instructions = limits.instructions.min(self.allowance(grid));
        let run = bench.run(&self.talk.feed(&self.adapter, grid)).await;
        bench.limits = limits;
        let expected = Expected::of(grid);
        // Before the answer: a program that crashes after printing has not ended as it should.
        if let Some(failure) = mishap(&run, bench.subject) {
            return failure.into();
        }
        let reading = answer::read(&self.adapter, self.talk.size, &run.output);
        // A program that asks for more after it has printed its grid has answered.
        let is_starved = run.ending == RunEnd::EndOfInput && reading == Reading::Nothing;
        if expected.accepts(&reading) && !is_starved {
            return Verdict::Passed { instructions: run.instructions };
        }
        if reading == Reading::Nothing {
            return self.without_answer(&run, &expected).into();
        }
        let failure = explain::failure(grid, &expected, &reading, run.instructions);
        self.locate(&run, &expected, &reading, failure).into()
    }

    /// Adds which character of the output is wrong, if a grid was printed.
    fn locate(
        &self,
        run: &Run,
        expected: &Expected,
        reading: &Reading,
        failure: Failure,
    ) -> Failure {
        let (Expected::Solution(solution), Reading::Full(printed) | Reading::Unfinished(printed)) =
            (expected, reading)
        else {
            return failure;
        };
        let cells = printed.cells().iter().zip(solution.cells());
        let wrong = cells.enumerate().find(|(_, (printed, right))| printed != right);
        let Some((cell, (&shown, &right))) = wrong else { return failure };
        let mut mended = printed.clone();
        mended.set(cell, right);
        // Values of a grid are at most 9; a byte that no digit has is not found, and the failure
        // has no spot.
        let digits = (b'0'.wrapping_add(shown), b'0'.wrapping_add(right));
        let found = byte::of_cell(&run.output, digits, |output| {
            match answer::read(&self.adapter, self.talk.size, output) {
                Reading::Full(grid) | Reading::Unfinished(grid) => grid == mended,
                Reading::Unsolvable | Reading::Nothing => false,
            }
        });
        match found {
            Some(at) => failure.at(Spot::Output(at)),
            None => failure,
        }
    }

    /// A failure without an answer.
    fn without_answer(&self, run: &Run, expected: &Expected) -> Failure {
        let side = self.talk.size.side();
        let is_starved = run.ending == RunEnd::EndOfInput;
        let summary = if is_starved {
            format!("the program asks for more input than the {side} rows, and prints no grid")
        } else {
            format!("the program ends without printing {side} rows of {side} digits")
        };
        let was_tried = is_starved && self.adapter.input.form == Form::Auto;
        let help = was_tried.then_some(
            "a row on every line was tried, and a cell on every line: 4 or 9 of them, as the \
             program likes best",
        );
        let failure = Failure::new(Kind::Ending, summary, run.instructions);
        let wanted = match expected {
            Expected::Solution(solution) => board::picture(solution),
            Expected::Unsolvable | Expected::Clash(_) => CasePicture::default(),
        };
        let failure = failure
            .comparing(wanted, clip(&without_escapes(&String::from_utf8_lossy(&run.output))));
        match help {
            Some(help) => failure.advising(help),
            None => failure,
        }
    }
}

fn is_unsolvable(grid: &Grid) -> bool {
    // Clashes first, because the solver takes for granted that the clues fit together.
    grid.has_clash() || solver::first(grid).is_none()
}

impl Project for Sudoku {
    type Case = Case;

    fn parts(&self) -> Vec<Part> {
        ["cases", is_safe::NAME, UNSOLVABLE].map(|name| Part { name, points: None }).to_vec()
    }

    fn part_of(&self, case: &Case) -> usize {
        match &case.kind {
            CaseKind::Whole(grid) if is_unsolvable(grid) => 2,
            CaseKind::Whole(_) => 0,
            CaseKind::Call(_) => 1,
        }
    }

    fn fixed(&self) -> Vec<(&'static str, Case)> {
        let whole = fixed::cases(self.talk.size).into_iter();
        let mut cases: Vec<(&'static str, Case)> =
            whole.map(|(name, grid)| (name, grid.into())).collect();
        let questions = Question::corners(self.talk.size);
        // One is enough to say why it is not judged.
        let taken = if self.is_safe.is_ok() { questions.len() } else { 1 };
        let questions = questions.into_iter().take(taken);
        cases.extend(questions.map(|(name, question)| (name, question.into())));
        cases
    }

    fn generate(&self, rng: &mut Rng, size: Size) -> Case {
        let grid = generate::grid(rng, self.talk.size, size);
        if size.index % CALL_EVERY == CALL_EVERY - 1 && self.is_safe.is_ok() {
            return Question::random(rng, grid).into();
        }
        grid.into()
    }

    fn notes(&self) -> Vec<String> {
        let lines = &self.adapter.input.before;
        self.has_found_opening.then(|| opening::note(lines)).into_iter().collect()
    }

    fn uncounted(&self, case: &Case) -> Option<&'static str> {
        let is_open = matches!(&case.kind, CaseKind::Whole(grid) if is_unsolvable(grid));
        is_open.then_some("the grid has no solution, and the document does not speak of such grids")
    }

    async fn judge(&self, bench: &mut Bench<'_>, case: &Case) -> Verdict {
        match (&case.kind, &self.is_safe) {
            (CaseKind::Whole(grid), _) => self.judge_whole(bench, grid).await,
            (CaseKind::Call(question), Ok(is_safe)) => is_safe.judge(bench, question).await,
            (CaseKind::Call(_), Err(reason)) => Verdict::Skipped((*reason).to_owned()),
        }
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        match &case.kind {
            CaseKind::Whole(grid) => shrink::smaller(grid).into_iter().map(Case::from).collect(),
            CaseKind::Call(question) => question.smaller().into_iter().map(Case::from).collect(),
        }
    }

    fn picture(&self, case: &Case) -> CasePicture {
        match &case.kind {
            CaseKind::Whole(grid) => board::picture(grid),
            CaseKind::Call(question) => question.picture(),
        }
    }

    fn reproduction(&self, case: &Case) -> Reproduction {
        match &case.kind {
            CaseKind::Whole(grid) => {
                let console = self.talk.console(&self.adapter, grid);
                Reproduction { console, ..Reproduction::default() }
            }
            CaseKind::Call(question) => {
                Reproduction { call: Some(question.words()), ..Reproduction::default() }
            }
        }
    }
}
