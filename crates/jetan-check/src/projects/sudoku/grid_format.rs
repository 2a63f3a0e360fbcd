//! The form in which a program wants its grid: size, rows or single cells, line ends.

use jetan_games::rng::Rng;
use jetan_games::sudoku::{GridSize, SudokuGrid};
use jetan_run::{RunEnd, RunLimit};

use super::super::opening::{self, OPENINGS};
use super::answer::{SudokuAnswer, read};
use super::board::solved;
use crate::adapter::{Adapter, LineEnd, RowFormat};
use crate::runner::{ProgramRunner, RunRecord};
use crate::sandbox::{InputPace, ProgramInput};

/// Instruction limit of a trial run.
pub(super) const TRIAL_INSTRUCTIONS: u64 = 5_000_000;
/// Any seed does for the grids of the trials.
const TRIAL_SEED: u64 = 4;

/// The form in which a grid is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridFormat {
    pub(super) size: GridSize,
    pub(super) form: RowFormat,
    pub(super) line_end: LineEnd,
}

/// The result of probing a program's grid format.
pub(super) struct GridProbe {
    pub(super) talk: GridFormat,
    /// Whether it did not even come to an end with one gap.
    pub(super) is_hanging: bool,
    /// Whether it did not end after the right grid.
    pub(super) hangs_after_answer: bool,
    /// Whether it got both grids of the trial right.
    is_right: bool,
}

/// The result of a trial run, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TrialSign {
    Nothing,
    /// It took all its input and did not ask for more.
    Took,
    /// It also ended by itself.
    Ended,
    /// It also printed a grid.
    Grid,
    /// It printed the right grid.
    Right,
}

impl GridFormat {
    /// Tries what the adapter leaves open, the usual first; also lines before the grid, which are
    /// put into the adapter.
    pub(super) async fn find(adapter: &mut Adapter, runner: &mut ProgramRunner<'_>) -> GridProbe {
        let found = GridFormat::find_without_opening(adapter, runner).await;
        // Other openings would hang too, each for as long as a trial may take.
        if found.is_right || found.is_hanging || !adapter.input.before.is_empty() {
            return found;
        }
        for lines in OPENINGS.map(opening::lines) {
            adapter.input.before = lines;
            let found = GridFormat::find_without_opening(adapter, runner).await;
            if found.is_right {
                return found;
            }
        }
        // What was tried in vain must not be typed in every case.
        adapter.input.before.clear();
        found
    }

    async fn find_without_opening(adapter: &Adapter, runner: &mut ProgramRunner<'_>) -> GridProbe {
        let sizes = match adapter.rules.side {
            Some(4) => vec![GridSize::Four],
            Some(_) => vec![GridSize::Nine],
            None => vec![GridSize::Nine, GridSize::Four],
        };
        let forms = match adapter.input.form {
            RowFormat::Auto => vec![RowFormat::Rows, RowFormat::Integers],
            form => vec![form],
        };
        let line_ends = match adapter.input.line_end {
            LineEnd::Auto => vec![LineEnd::Lf, LineEnd::CrLf],
            line_end => vec![line_end],
        };
        let first = GridFormat { size: sizes[0], form: forms[0], line_end: line_ends[0] };
        let (is_hanging, is_right, hangs_after_answer) = (false, false, false);
        let probe = GridProbe { talk: first, is_hanging, hangs_after_answer, is_right };
        let mut best = (None, probe);
        for &line_end in &line_ends {
            for &form in &forms {
                for &size in &sizes {
                    let talk = GridFormat { size, form, line_end };
                    let (signs, is_hanging) = talk.attempt(adapter, runner).await;
                    // Both grids: a program that prints its input back gets the solved one right.
                    let is_right = signs == (TrialSign::Right, TrialSign::Right);
                    let found = GridProbe {
                        talk,
                        is_hanging: is_hanging && !is_right,
                        hangs_after_answer: is_hanging && is_right,
                        is_right,
                    };
                    if is_right {
                        return found;
                    }
                    // Strictly better, so that of equal signs the usual form stays.
                    if best.0.is_none_or(|best| signs > best) {
                        best = (Some(signs), found);
                    }
                }
            }
        }
        best.1
    }

    /// Tries a solved grid and another with one gap, and says whether the latter did not end.
    async fn attempt(
        self,
        adapter: &Adapter,
        runner: &mut ProgramRunner<'_>,
    ) -> ((TrialSign, TrialSign), bool) {
        let mut is_hanging = false;
        let mut rng = Rng::new(TRIAL_SEED);
        let mut signs = [TrialSign::Nothing; 2];
        for (gaps, sign) in signs.iter_mut().enumerate() {
            let solution = solved(&mut rng, self.size);
            let mut grid = solution.clone();
            for gap in 0..gaps {
                grid.set(gap, 0);
            }
            let feed = self.feed(adapter, &grid);
            // A block, so that this run and its memory are gone before the next one starts.
            let is_right = {
                let run = runner.run(&feed).await;
                is_hanging = run.ending == RunEnd::Limit(RunLimit::Instructions);
                read(adapter, self.size, &run.output) == SudokuAnswer::Full(solution)
            };
            if is_right {
                *sign = TrialSign::Right;
                continue;
            }
            // Line by line it can be seen how many of them it takes.
            let feed = ProgramInput { pace: InputPace::Lines, ..feed };
            let run = runner.run(&feed).await;
            *sign = self.sign(adapter, &run, &feed);
        }
        let [first, second] = signs;
        // The grid with a gap counts first: only that one shows that something was solved.
        ((second, first), is_hanging)
    }

    /// The evidence about the input format in the run of a program that is wrong.
    fn sign(self, adapter: &Adapter, run: &RunRecord, feed: &ProgramInput) -> TrialSign {
        let taken = run.moments.last().map_or(0, |moment| moment.console_taken);
        // A program of another size leaves lines behind or wants more of them.
        if taken < feed.console.len() || run.has_asked_at_end {
            return TrialSign::Nothing;
        }
        if !matches!(run.ending, RunEnd::Exited(_) | RunEnd::Returned(_) | RunEnd::DroppedOff(_)) {
            return TrialSign::Took;
        }
        match read(adapter, self.size, &run.output) {
            SudokuAnswer::Full(_) | SudokuAnswer::Unfinished(_) => TrialSign::Grid,
            SudokuAnswer::Unsolvable | SudokuAnswer::Nothing => TrialSign::Ended,
        }
    }

    /// A grid as the program is given it.
    pub(super) fn feed(self, adapter: &Adapter, grid: &SudokuGrid) -> ProgramInput {
        ProgramInput {
            console: self.console(adapter, grid),
            files_hold_input: true,
            ..ProgramInput::default()
        }
    }

    pub(super) fn console(self, adapter: &Adapter, grid: &SudokuGrid) -> Vec<u8> {
        let mut lines = adapter.input.before.clone();
        for row in grid.cells().chunks(self.size.side()) {
            let digits = row.iter().map(u8::to_string);
            match self.form {
                RowFormat::Integers => lines.extend(digits),
                RowFormat::Rows | RowFormat::Auto => lines.push(digits.collect()),
            }
        }
        let end = if self.line_end == LineEnd::CrLf { "\r\n" } else { "\n" };
        // An empty last element ends the last line as well.
        lines.push(String::new());
        lines.join(end).into_bytes()
    }
}
