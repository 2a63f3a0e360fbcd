//! Sudoku: a grid in, the first solution out.

mod answer;
mod board;
mod explain;
mod fixed;
mod generate;
mod grid_format;
mod is_safe;
mod shrink;

use jetan_games::rng::Rng;
use jetan_games::sudoku::{SudokuGrid, solver};
use jetan_run::RunEnd;

use self::answer::SudokuAnswer;
use self::explain::ExpectedAnswer;
use self::grid_format::{GridFormat, GridProbe, TRIAL_INSTRUCTIONS};
use self::is_safe::{IsSafe, SafetyQuestion};
use super::{byte, opening};
use crate::adapter::{Adapter, RowFormat};
use crate::escapes::without_escapes;
use crate::picture::CasePicture;
use crate::project::{CaseReproduction, CaseSize, ProjectChecker, ProjectPart};
use crate::runner::{ProgramRunner, RunRecord};
use crate::verdict::{CaseFailure, FailureKind, ValueLocation, Verdict, clip, mishap};

/// Instruction limit for one number it tests: the search for the next empty cell included,
/// ours takes about a hundred instructions.
const TEST_INSTRUCTIONS: u64 = 3000;
/// Instruction limit for reading and printing.
const READING_INSTRUCTIONS: u64 = 5_000_000;
/// The part of grids that have no solution, of which the document does not speak.
const UNSOLVABLE: &str = "no solution";
/// One of so many generated cases is a call of `is_safe`.
const CALL_CASE_PERIOD: usize = 8;
/// More tests than that allow the longest run anyway.
const EFFORT_TESTS_MAX: u64 = 1 << 19;

/// The checker for programs of this project.
pub struct SudokuChecker {
    adapter: Adapter,
    talk: GridFormat,
    /// Whether it did not even come to an end with one gap.
    is_hanging: bool,
    /// Whether it did not end after the right grid.
    hangs_after_answer: bool,
    /// Whether it wants lines before the grid that were found by trying.
    has_found_opening: bool,
    /// The program's procedure `is_safe`, or why it is not called.
    is_safe: Result<IsSafe, &'static str>,
}

/// One thing that a program must do.
#[derive(Clone, Debug)]
pub struct SudokuCase {
    kind: SudokuCaseKind,
}

#[derive(Clone, Debug)]
enum SudokuCaseKind {
    Whole(SudokuGrid),
    Call(SafetyQuestion),
}

impl From<SudokuGrid> for SudokuCase {
    fn from(grid: SudokuGrid) -> SudokuCase {
        SudokuCase { kind: SudokuCaseKind::Whole(grid) }
    }
}

impl From<SafetyQuestion> for SudokuCase {
    fn from(question: SafetyQuestion) -> SudokuCase {
        SudokuCase { kind: SudokuCaseKind::Call(question) }
    }
}

impl SudokuChecker {
    /// The project as an adapter describes it; size and form are tried if it does not say.
    pub async fn new(adapter: &Adapter, runner: &mut ProgramRunner<'_>) -> SudokuChecker {
        let limits = runner.limits;
        runner.limits.instructions = limits.instructions.min(TRIAL_INSTRUCTIONS);
        let has_opening = !adapter.input.before.is_empty();
        let mut adapter = adapter.clone();
        let found = GridFormat::find(&mut adapter, runner).await;
        // After the format is known, or the program would not come to its first call.
        let is_safe = IsSafe::watch(runner, &adapter, found.talk).await;
        runner.limits = limits;
        let GridProbe { talk, is_hanging, hangs_after_answer, .. } = found;
        let has_found_opening = !has_opening && !adapter.input.before.is_empty();
        SudokuChecker { adapter, talk, is_hanging, hangs_after_answer, has_found_opening, is_safe }
    }

    pub(crate) fn size(&self) -> jetan_games::sudoku::GridSize {
        self.talk.size
    }

    pub(crate) fn typed_grid(&self, grid: &SudokuGrid) -> Vec<u8> {
        self.talk.console(&self.adapter, grid)
    }

    pub(crate) fn printed_grid(&self, output: &[u8]) -> Option<SudokuGrid> {
        match answer::read(&self.adapter, self.talk.size, output) {
            SudokuAnswer::Full(grid) | SudokuAnswer::Unfinished(grid) => Some(grid),
            SudokuAnswer::Unsolvable | SudokuAnswer::Nothing => None,
        }
    }

    /// The instruction limit of a grid: enough for slow backtracking.
    fn allowance(&self, grid: &SudokuGrid) -> u64 {
        if self.is_hanging {
            return TRIAL_INSTRUCTIONS;
        }
        let tests = board::effort(grid, EFFORT_TESTS_MAX);
        tests.saturating_mul(TEST_INSTRUCTIONS).saturating_add(READING_INSTRUCTIONS)
    }

    /// The run of a grid. A program that hangs after its answers is first given a short time: what
    /// it prints until then is enough.
    async fn run_to_answer(
        &self,
        runner: &mut ProgramRunner<'_>,
        grid: &SudokuGrid,
        expected: &ExpectedAnswer,
    ) -> RunRecord {
        let (limits, feed) = (runner.limits, self.talk.feed(&self.adapter, grid));
        let most = limits.instructions.min(self.allowance(grid));
        let stages = [TRIAL_INSTRUCTIONS.min(most), most];
        let stages = if self.hangs_after_answer { &stages[..] } else { &stages[1..] };
        let mut run = None;
        for &instructions in stages {
            runner.limits.instructions = instructions;
            let stage = run.insert(runner.run(&feed).await);
            let reading = answer::read(&self.adapter, self.talk.size, &stage.output);
            if expected.is_completed_by(&reading) {
                break;
            }
        }
        runner.limits = limits;
        run.expect("there is a last stage")
    }

    async fn judge_whole(&self, runner: &mut ProgramRunner<'_>, grid: &SudokuGrid) -> Verdict {
        let expected = ExpectedAnswer::of(grid);
        let run = self.run_to_answer(runner, grid, &expected).await;
        let reading = answer::read(&self.adapter, self.talk.size, &run.output);
        if let Some(failure) = mishap(&run, runner.subject) {
            return if expected.is_completed_by(&reading) {
                Verdict::passed_before(failure)
            } else {
                failure.into()
            };
        }
        // A program that asks for more after it has printed its grid has answered.
        let is_starved = run.ending == RunEnd::EndOfInput && reading == SudokuAnswer::Nothing;
        if expected.accepts(&reading) && !is_starved {
            return Verdict::passed(run.instructions);
        }
        if reading == SudokuAnswer::Nothing {
            return self.without_answer(&run, &expected).into();
        }
        let failure = explain::failure(grid, &expected, &reading, run.instructions);
        self.locate(&run, &expected, &reading, failure).into()
    }

    /// Adds which character of the output is wrong, if a grid was printed.
    fn locate(
        &self,
        run: &RunRecord,
        expected: &ExpectedAnswer,
        reading: &SudokuAnswer,
        failure: CaseFailure,
    ) -> CaseFailure {
        let (
            ExpectedAnswer::Solution(solution),
            SudokuAnswer::Full(printed) | SudokuAnswer::Unfinished(printed),
        ) = (expected, reading)
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
                SudokuAnswer::Full(grid) | SudokuAnswer::Unfinished(grid) => grid == mended,
                SudokuAnswer::Unsolvable | SudokuAnswer::Nothing => false,
            }
        });
        match found {
            Some(at) => failure.at(ValueLocation::Output(at)),
            None => failure,
        }
    }

    /// A failure without an answer.
    fn without_answer(&self, run: &RunRecord, expected: &ExpectedAnswer) -> CaseFailure {
        let side = self.talk.size.side();
        let is_starved = run.ending == RunEnd::EndOfInput;
        let summary = if is_starved {
            format!("the program asks for more input than the {side} rows, and prints no grid")
        } else {
            format!("the program ends without printing {side} rows of {side} digits")
        };
        let was_tried = is_starved && self.adapter.input.form == RowFormat::Auto;
        let help = was_tried.then_some(
            "a row on every line was tried, and a cell on every line: 4 or 9 of them, as the \
             program likes best",
        );
        let failure = CaseFailure::new(FailureKind::Ending, summary, run.instructions);
        let wanted = match expected {
            ExpectedAnswer::Solution(solution) => board::picture(solution),
            ExpectedAnswer::Unsolvable | ExpectedAnswer::Clash(_) => CasePicture::default(),
        };
        let failure = failure
            .comparing(wanted, clip(&without_escapes(&String::from_utf8_lossy(&run.output))));
        match help {
            Some(help) => failure.advising(help),
            None => failure,
        }
    }
}

fn is_unsolvable(grid: &SudokuGrid) -> bool {
    // Clashes first, because the solver takes for granted that the clues fit together.
    grid.has_clash() || solver::first(grid).is_none()
}

impl ProjectChecker for SudokuChecker {
    type Case = SudokuCase;

    fn parts(&self) -> Vec<ProjectPart> {
        ["cases", is_safe::NAME, UNSOLVABLE].map(|name| ProjectPart { name, points: None }).to_vec()
    }

    fn part_of(&self, case: &SudokuCase) -> usize {
        match &case.kind {
            SudokuCaseKind::Whole(grid) if is_unsolvable(grid) => 2,
            SudokuCaseKind::Whole(_) => 0,
            SudokuCaseKind::Call(_) => 1,
        }
    }

    fn fixed(&self) -> Vec<(&'static str, SudokuCase)> {
        let whole = fixed::cases(self.talk.size).into_iter();
        let mut cases: Vec<(&'static str, SudokuCase)> =
            whole.map(|(name, grid)| (name, grid.into())).collect();
        let questions = SafetyQuestion::corners(self.talk.size);
        // One is enough to say why it is not judged.
        let taken = if self.is_safe.is_ok() { questions.len() } else { 1 };
        let questions = questions.into_iter().take(taken);
        cases.extend(questions.map(|(name, question)| (name, question.into())));
        cases
    }

    fn generate(&self, rng: &mut Rng, size: CaseSize) -> SudokuCase {
        let grid = generate::grid(rng, self.talk.size, size);
        if size.index % CALL_CASE_PERIOD == CALL_CASE_PERIOD - 1 && self.is_safe.is_ok() {
            return SafetyQuestion::random(rng, grid).into();
        }
        grid.into()
    }

    fn notes(&self) -> Vec<String> {
        let lines = &self.adapter.input.before;
        self.has_found_opening.then(|| opening::note(lines)).into_iter().collect()
    }

    fn uncounted(&self, case: &SudokuCase) -> Option<&'static str> {
        let is_open = matches!(&case.kind, SudokuCaseKind::Whole(grid) if is_unsolvable(grid));
        is_open.then_some("the grid has no solution, and the document does not speak of such grids")
    }

    async fn judge(&self, runner: &mut ProgramRunner<'_>, case: &SudokuCase) -> Verdict {
        match (&case.kind, &self.is_safe) {
            (SudokuCaseKind::Whole(grid), _) => self.judge_whole(runner, grid).await,
            (SudokuCaseKind::Call(question), Ok(is_safe)) => is_safe.judge(runner, question).await,
            (SudokuCaseKind::Call(_), Err(reason)) => Verdict::Skipped((*reason).to_owned()),
        }
    }

    fn smaller(&self, case: &SudokuCase) -> Vec<SudokuCase> {
        match &case.kind {
            SudokuCaseKind::Whole(grid) => {
                shrink::smaller(grid).into_iter().map(SudokuCase::from).collect()
            }
            SudokuCaseKind::Call(question) => {
                question.smaller().into_iter().map(SudokuCase::from).collect()
            }
        }
    }

    fn picture(&self, case: &SudokuCase) -> CasePicture {
        match &case.kind {
            SudokuCaseKind::Whole(grid) => board::picture(grid),
            SudokuCaseKind::Call(question) => question.picture(),
        }
    }

    fn reproduction(&self, case: &SudokuCase) -> CaseReproduction {
        match &case.kind {
            SudokuCaseKind::Whole(grid) => {
                let console = self.talk.console(&self.adapter, grid);
                CaseReproduction { console, ..CaseReproduction::default() }
            }
            SudokuCaseKind::Call(question) => {
                CaseReproduction { call: Some(question.words()), ..CaseReproduction::default() }
            }
        }
    }
}
