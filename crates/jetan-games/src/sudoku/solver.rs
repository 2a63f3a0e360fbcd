//! Solving and counting: how many ways are there to fill a grid, and which is the first?
//!
//! Grids of 9×9 go to a search in vectors, the other sizes to one that knows every size.

mod dispatch;
mod general;
mod lanes;
mod nine;

use std::fmt;

use dispatch::SolverEngine;

use super::grid::{GridSize, SudokuGrid};
use crate::search::SearchBudget;

/// The number of ways to fill a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionCount {
    /// The grid cannot be filled.
    None,
    /// Exactly this way.
    One(SudokuGrid),
    /// At least two ways; this is one of them.
    Multiple(SudokuGrid),
}

/// The budget of a search was spent before it knew the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchAborted;

/// A 9×9 solver for many puzzles, which keeps its memory from one to the next.
///
/// ```
/// use jetan_games::{search::SearchBudget, sudoku::solver::SudokuSolver};
///
/// let mut solver = SudokuSolver::default();
/// let mut solution = [0; 81];
/// let number = solver.search(&[0; 81], 2, &mut solution, &mut SearchBudget::unlimited());
/// assert_eq!(number, 2);
/// assert!(!solution.contains(&0));
/// ```
pub struct SudokuSolver {
    engine: SolverEngine,
}

/// The number of solutions, counted no further than the limit.
pub fn count(grid: &SudokuGrid, limit: u64) -> u64 {
    finished(count_within(grid, limit, &mut SearchBudget::unlimited()))
}

/// The solution, when there is exactly one.
pub fn solve(grid: &SudokuGrid) -> SolutionCount {
    finished(solve_within(grid, &mut SearchBudget::unlimited()))
}

/// The first solution in row-major ascending order, which is the one plain backtracking finds.
pub fn first(grid: &SudokuGrid) -> Option<SudokuGrid> {
    finished(first_within(grid, &mut SearchBudget::unlimited()))
}

/// [`count`] that gives up when the budget is spent.
pub fn count_within(
    grid: &SudokuGrid,
    limit: u64,
    budget: &mut SearchBudget<'_>,
) -> Result<u64, SearchAborted> {
    Ok(search(grid, limit, budget)?.0)
}

/// [`solve`] that gives up when the budget is spent.
pub fn solve_within(
    grid: &SudokuGrid,
    budget: &mut SearchBudget<'_>,
) -> Result<SolutionCount, SearchAborted> {
    Ok(match search(grid, 2, budget)? {
        (_, None) => SolutionCount::None,
        (1, Some(solution)) => SolutionCount::One(solution),
        (_, Some(solution)) => SolutionCount::Multiple(solution),
    })
}

/// [`first`] that gives up when the budget is spent.
///
/// Guessing in row-major order would answer directly, but takes years on some grids.
/// So any solution is found first, and then lowered cell by cell: a smaller digit is taken when
/// the fast search still finds a solution with it.
pub fn first_within(
    grid: &SudokuGrid,
    budget: &mut SearchBudget<'_>,
) -> Result<Option<SudokuGrid>, SearchAborted> {
    let mut solution = match solve_within(grid, budget)? {
        SolutionCount::None => return Ok(None),
        SolutionCount::One(solution) => return Ok(Some(solution)),
        SolutionCount::Multiple(solution) => solution,
    };
    let mut prefix = grid.clone();
    for cell in (0..grid.size().cells()).filter(|&cell| grid.get(cell) == 0) {
        for digit in 1..solution.get(cell) {
            prefix.set(cell, digit);
            // A clash is found without a search.
            if prefix.has_clash() {
                continue;
            }
            if let (_, Some(smaller)) = search(&prefix, 1, budget)? {
                solution = smaller;
                break;
            }
        }
        prefix.set(cell, solution.get(cell));
    }
    Ok(Some(solution))
}

impl Default for SudokuSolver {
    /// The fastest form that this processor runs.
    fn default() -> Self {
        let (_, engine) = SolverEngine::all().swap_remove(0);
        Self { engine }
    }
}

impl fmt::Debug for SudokuSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl SudokuSolver {
    /// Every form that this processor runs with its name, the fastest first; all visit the same
    /// boards.
    pub fn forms() -> Vec<(&'static str, Self)> {
        SolverEngine::all().into_iter().map(|(name, engine)| (name, Self { engine })).collect()
    }

    /// Counts solutions up to the limit, and writes the first one found to `solution`.
    ///
    /// Clues are given row by row, 0 for an empty cell; with a clue above 9 there is no solution.
    /// When the budget is spent, there may be more solutions than counted.
    pub fn search(
        &mut self,
        clues: &[u8; 81],
        limit: u64,
        solution: &mut [u8; 81],
        budget: &mut SearchBudget<'_>,
    ) -> u64 {
        self.engine.search(clues, limit, solution, budget)
    }
}

/// The answer of a search with an unlimited budget, which is never aborted.
fn finished<T>(answer: Result<T, SearchAborted>) -> T {
    answer.expect("no search visits the 2^64 boards of an unlimited budget")
}

/// Counts solutions up to the limit and keeps one of them.
fn search(
    grid: &SudokuGrid,
    limit: u64,
    budget: &mut SearchBudget<'_>,
) -> Result<(u64, Option<SudokuGrid>), SearchAborted> {
    let (number, cells) = match (grid.size(), grid.cells().try_into()) {
        (GridSize::Nine, Ok(clues)) => {
            let mut solution = [0; 81];
            let number = SudokuSolver::default().search(clues, limit, &mut solution, budget);
            (number, solution.to_vec())
        }
        (size, _) => general::search(size, grid.cells(), limit, budget),
    };
    // At the limit the answer is known, even if the budget ended with it.
    if budget.is_spent() && number < limit {
        return Err(SearchAborted);
    }
    let to_grid = || SudokuGrid::from_cells(grid.size(), &cells).expect("solutions hold digits");
    Ok((number, (number > 0).then(to_grid)))
}
