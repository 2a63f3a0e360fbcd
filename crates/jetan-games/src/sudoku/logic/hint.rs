//! Hints for a player who asks for help.

use std::fmt;

use super::candidates::{CandidateGrid, bit};
use super::explain::{cell_name, symbol};
use super::path::{guess, next_step};
use super::step::{CellCandidate, SolutionStep};
use super::technique::Technique;
use crate::search::SearchBudget;
use crate::sudoku::solver::{self, SearchAborted, SolutionCount};
use crate::sudoku::{GridSize, SudokuGrid};

/// The answer to a player who asks for help.
///
/// The `Display` form is a sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerHint {
    /// A step that leads on.
    Step(SolutionStep),
    /// A value that the player has written down is wrong.
    WrongValue {
        /// The size of the grid.
        size: GridSize,
        /// The cell and what stands in it.
        wrong: CellCandidate,
    },
    /// The player has crossed out the value that belongs into a cell.
    WrongMarks {
        /// The size of the grid.
        size: GridSize,
        /// The cell and the value that belongs there.
        missing: CellCandidate,
    },
    /// The grid is filled, and rightly.
    Finished,
    /// The puzzle itself has no solution.
    NoSolution,
    /// The puzzle has several solutions, and nothing more follows in all of them.
    ManySolutions,
}

/// Help for a player who has come from `puzzle` to `filled`.
///
/// `marks` are the player's notes, a mask of values per cell as in [`CandidateGrid::with_marks`];
/// empty for a player who keeps none. Cells of the puzzle that are empty in `filled` count as
/// filled, and a filled grid of another size counts as the puzzle itself. Where several solutions
/// are left, notes cannot be judged and are not looked at.
pub fn hint(puzzle: &SudokuGrid, filled: &SudokuGrid, marks: &[u16]) -> PlayerHint {
    hint_within(puzzle, filled, marks, &mut SearchBudget::unlimited())
        .expect("an unlimited budget lasts")
}

/// [`hint`] that gives up when the budget is spent before the solution is known.
pub fn hint_within(
    puzzle: &SudokuGrid,
    filled: &SudokuGrid,
    marks: &[u16],
    budget: &mut SearchBudget<'_>,
) -> Result<PlayerHint, SearchAborted> {
    let filled = &joined(puzzle, filled);
    // The puzzle is solved and not what the player made of it, or a wrong value could not be told.
    Ok(match solver::solve_within(puzzle, budget)? {
        SolutionCount::None => PlayerHint::NoSolution,
        SolutionCount::One(solution) => match first_difference(filled, &solution) {
            Some(wrong) => PlayerHint::WrongValue { size: puzzle.size(), wrong },
            None => lead_on(filled, marks, &solution, true),
        },
        SolutionCount::Multiple(_) => match solver::solve_within(filled, budget)? {
            SolutionCount::None => {
                let wrong = first_dead_end(puzzle, filled, budget)?;
                PlayerHint::WrongValue { size: puzzle.size(), wrong }
            }
            SolutionCount::One(solution) => lead_on(filled, marks, &solution, false),
            SolutionCount::Multiple(_) => {
                let step = next_step(&CandidateGrid::of(filled), Technique::Guess, false);
                step.map_or(PlayerHint::ManySolutions, PlayerHint::Step)
            }
        },
    })
}

/// The filled grid with every clue of the puzzle in it.
fn joined(puzzle: &SudokuGrid, filled: &SudokuGrid) -> SudokuGrid {
    if filled.size() != puzzle.size() {
        return puzzle.clone();
    }
    let mut joined = filled.clone();
    for (cell, &value) in puzzle.cells().iter().enumerate() {
        if filled.get(cell) == 0 {
            joined.set(cell, value);
        }
    }
    joined
}

fn first_difference(filled: &SudokuGrid, solution: &SudokuGrid) -> Option<CellCandidate> {
    let cells = filled.cells().iter().enumerate();
    cells
        .map(|(cell, &value)| CellCandidate { cell, value })
        .find(|found| found.value != 0 && found.value != solution.get(found.cell))
}

/// The first value, row by row, that leaves no solution to the puzzle and the values before it.
fn first_dead_end(
    puzzle: &SudokuGrid,
    filled: &SudokuGrid,
    budget: &mut SearchBudget<'_>,
) -> Result<CellCandidate, SearchAborted> {
    let mut grid = puzzle.clone();
    let mut last = CellCandidate { cell: 0, value: filled.get(0) };
    for (cell, &value) in filled.cells().iter().enumerate() {
        if value != 0 && value != puzzle.get(cell) {
            grid.set(cell, value);
            last = CellCandidate { cell, value };
            if solver::count_within(&grid, 1, budget)? == 0 {
                return Ok(last);
            }
        }
    }
    Ok(last)
}

/// The next step on the way to a solution with which the player agrees so far.
fn lead_on(
    filled: &SudokuGrid,
    marks: &[u16],
    solution: &SudokuGrid,
    is_unique: bool,
) -> PlayerHint {
    let candidates = CandidateGrid::with_marks(filled, marks);
    let value_of = |cell: usize| CellCandidate { cell, value: solution.get(cell) };
    let crossed_out = |cell: &usize| candidates.mask(*cell) & bit(solution.get(*cell)) == 0;
    if let Some(cell) = candidates.open().iter().find(crossed_out) {
        return PlayerHint::WrongMarks { size: filled.size(), missing: value_of(cell) };
    }
    let step = next_step(&candidates, Technique::Guess, is_unique);
    step.or_else(|| guess(&candidates, solution)).map_or(PlayerHint::Finished, PlayerHint::Step)
}

impl fmt::Display for PlayerHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(step) => step.fmt(f),
            Self::WrongValue { size, wrong } => {
                let cell = cell_name(*size, wrong.cell);
                write!(f, "The {} in {cell} is wrong: take it out.", symbol(wrong.value))
            }
            Self::WrongMarks { size, missing } => {
                let cell = cell_name(*size, missing.cell);
                write!(f, "The notes of {cell} lack a value that is still possible there.")
            }
            Self::Finished => f.write_str("The grid is solved."),
            Self::NoSolution => f.write_str("This puzzle has no solution."),
            Self::ManySolutions => f.write_str(
                "This puzzle has several solutions; from here on, several values are right.",
            ),
        }
    }
}
