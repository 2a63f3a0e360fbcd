//! The way from a puzzle to its solution, one explained step after the other.

use super::candidates::CandidateGrid;
use super::cell_set::CellSet;
use super::rating::PathRating;
use super::step::{SolutionStep, StepRole};
use super::technique::Technique;
use crate::search::SearchBudget;
use crate::sudoku::SudokuGrid;
use crate::sudoku::solver::{self, SearchAborted, SolutionCount};

/// The end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathOutcome {
    /// Every step is explained.
    Solved,
    /// Solved, but at so many places no technique led on and the solution had to be consulted.
    Guessed(usize),
    /// The grid has no solution; there are no steps.
    NoSolution,
    /// The grid has several solutions; the steps are those that hold in all of them.
    ManySolutions,
}

/// A solution path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionPath {
    /// The steps, in order, from the candidates that the rules leave.
    pub steps: Vec<SolutionStep>,
    /// The end of the path.
    pub outcome: PathOutcome,
}

impl SolutionPath {
    /// The difficulty of the puzzle; none when it does not have exactly one solution.
    pub fn rating(&self) -> Option<PathRating> {
        let is_solved = matches!(self.outcome, PathOutcome::Solved | PathOutcome::Guessed(_));
        is_solved.then(|| PathRating::of(&self.steps))
    }
}

/// The steps that lead to the solution, always with the easiest technique that finds something.
pub fn solve_path(grid: &SudokuGrid) -> SolutionPath {
    path_of(grid, &solver::solve(grid))
}

/// [`solve_path`] that gives up when the budget is spent before the solution is known.
pub fn solve_path_within(
    grid: &SudokuGrid,
    budget: &mut SearchBudget<'_>,
) -> Result<SolutionPath, SearchAborted> {
    Ok(path_of(grid, &solver::solve_within(grid, budget)?))
}

/// The step of the easiest technique that finds one, of those up to `hardest`.
///
/// Techniques that assume uniqueness take part only if the puzzle is known to be unique.
pub fn next_step(
    candidates: &CandidateGrid,
    hardest: Technique,
    is_unique: bool,
) -> Option<SolutionStep> {
    Technique::ALL
        .into_iter()
        .take_while(|&technique| technique <= hardest)
        .filter(|technique| is_unique || !technique.assumes_uniqueness())
        .find_map(|technique| technique.find(candidates))
}

fn path_of(grid: &SudokuGrid, solutions: &SolutionCount) -> SolutionPath {
    match solutions {
        SolutionCount::None => SolutionPath { steps: Vec::new(), outcome: PathOutcome::NoSolution },
        SolutionCount::One(solution) => follow(grid, solution),
        SolutionCount::Multiple(_) => {
            let mut candidates = CandidateGrid::of(grid);
            let mut steps = Vec::new();
            while let Some(step) = next_step(&candidates, Technique::Guess, false) {
                candidates.apply(&step);
                steps.push(step);
            }
            SolutionPath { steps, outcome: PathOutcome::ManySolutions }
        }
    }
}

/// The path of a puzzle whose only solution is known.
pub(crate) fn follow(grid: &SudokuGrid, solution: &SudokuGrid) -> SolutionPath {
    let mut candidates = CandidateGrid::of(grid);
    let mut steps = Vec::new();
    let mut guesses = 0;
    while !candidates.open().is_empty() {
        let step = next_step(&candidates, Technique::Guess, true).or_else(|| {
            guesses += 1;
            guess(&candidates, solution)
        });
        // Without a step nothing would change any more; a guess is there while a cell is open.
        let Some(step) = step else { break };
        candidates.apply(&step);
        steps.push(step);
    }
    let outcome = if guesses == 0 { PathOutcome::Solved } else { PathOutcome::Guessed(guesses) };
    SolutionPath { steps, outcome }
}

/// The solution's value in the open cell with the fewest candidates.
pub(super) fn guess(candidates: &CandidateGrid, solution: &SudokuGrid) -> Option<SolutionStep> {
    let open = candidates.open();
    let cell = open.iter().min_by_key(|&cell| candidates.mask(cell).count_ones())?;
    let step = SolutionStep::place(candidates, Technique::Guess, cell, solution.get(cell));
    let choices = candidates.of_values(u16::MAX, CellSet::of(cell));
    Some(step.because(StepRole::Pattern, choices))
}
