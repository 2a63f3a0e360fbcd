//! Removing clues while one solution remains.

use crate::search::SearchBudget;
use crate::sudoku::logic::{CandidateGrid, Technique, next_step, settle};
use crate::sudoku::{SudokuGrid, solver};

/// The clues left of a full grid.
pub(super) struct ThinnedGrid {
    /// The clues that are left; exactly one solution fits them.
    pub(super) grid: SudokuGrid,
    /// True when no group of clues can be removed any more.
    pub(super) is_minimal: bool,
}

/// Removes every group of clues without which the solver still finds a single solution.
///
/// One pass is enough: a group that could not go while more clues were there cannot go later.
pub(super) fn to_minimum(
    solution: &SudokuGrid,
    orbits: &[Vec<usize>],
    budget: &mut SearchBudget<'_>,
) -> ThinnedGrid {
    let mut grid = solution.clone();
    for orbit in orbits {
        let fewer = without(&grid, orbit);
        // Two solutions are enough to know that there is not exactly one.
        match solver::count_within(&fewer, 2, budget) {
            Ok(1) => grid = fewer,
            Ok(_) => {}
            Err(_) => return ThinnedGrid { grid, is_minimal: false },
        }
    }
    ThinnedGrid { grid, is_minimal: true }
}

/// Removes every group of clues without which techniques up to `hardest` still solve the grid.
pub(super) fn by_logic(
    solution: &SudokuGrid,
    orbits: &[Vec<usize>],
    hardest: Technique,
    budget: &mut SearchBudget<'_>,
) -> ThinnedGrid {
    let mut grid = solution.clone();
    for orbit in orbits {
        let fewer = without(&grid, orbit);
        // Uniqueness must not be assumed: it is what the techniques have to show.
        if yields_to(&fewer, hardest, false, budget) {
            grid = fewer;
        }
        if budget.is_spent() {
            break;
        }
    }
    ThinnedGrid { grid, is_minimal: false }
}

/// True when techniques up to `hardest` solve the grid and the budget lasts.
pub(super) fn yields_to(
    grid: &SudokuGrid,
    hardest: Technique,
    is_unique: bool,
    budget: &mut SearchBudget<'_>,
) -> bool {
    let mut candidates = CandidateGrid::of(grid);
    while budget.spend() && settle(&mut candidates) {
        if candidates.open().is_empty() {
            return true;
        }
        // What is beyond all techniques is a guess.
        match next_step(&candidates, hardest, is_unique) {
            Some(step) => candidates.apply(&step),
            None => return hardest == Technique::Guess && is_unique,
        }
    }
    false
}

fn without(grid: &SudokuGrid, orbit: &[usize]) -> SudokuGrid {
    let mut fewer = grid.clone();
    for &cell in orbit {
        fewer.set(cell, 0);
    }
    fewer
}
