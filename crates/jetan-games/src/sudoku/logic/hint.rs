//! Hints for a player who asks for help.

use std::fmt;

use super::candidates::{Candidates, bit};
use super::explain::{cell_name, symbol};
use super::path::{guess, next_step};
use super::step::{Candidate, Step};
use super::technique::Technique;
use crate::search::Budget;
use crate::sudoku::solver::{self, GaveUp, Solutions};
use crate::sudoku::{Grid, Size};

/// The answer to a player who asks for help.
///
/// The `Display` form is a sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// A step that leads on.
    Step(Step),
    /// A value that the player has written down is wrong.
    WrongValue {
        /// The size of the grid.
        size: Size,
        /// The cell and what stands in it.
        wrong: Candidate,
    },
    /// The player has crossed out the value that belongs into a cell.
    WrongMarks {
        /// The size of the grid.
        size: Size,
        /// The cell and the value that belongs there.
        missing: Candidate,
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
/// `marks` are the player's notes, a mask of values per cell as in [`Candidates::with_marks`];
/// empty for a player who keeps none. Cells of the puzzle that are empty in `filled` count as
/// filled, and a filled grid of another size counts as the puzzle itself. Where several solutions
/// are left, notes cannot be judged and are not looked at.
pub fn hint(puzzle: &Grid, filled: &Grid, marks: &[u16]) -> Hint {
    hint_within(puzzle, filled, marks, &mut Budget::unlimited()).expect("an unlimited budget lasts")
}

/// [`hint`] that gives up when the budget is spent before the solution is known.
pub fn hint_within(
    puzzle: &Grid,
    filled: &Grid,
    marks: &[u16],
    budget: &mut Budget<'_>,
) -> Result<Hint, GaveUp> {
    let filled = &joined(puzzle, filled);
    // The puzzle is solved and not what the player made of it, or a wrong value could not be told.
    Ok(match solver::solve_within(puzzle, budget)? {
        Solutions::None => Hint::NoSolution,
        Solutions::One(solution) => match first_difference(filled, &solution) {
            Some(wrong) => Hint::WrongValue { size: puzzle.size(), wrong },
            None => lead_on(filled, marks, &solution, true),
        },
        Solutions::Multiple(_) => match solver::solve_within(filled, budget)? {
            Solutions::None => {
                let wrong = first_dead_end(puzzle, filled, budget)?;
                Hint::WrongValue { size: puzzle.size(), wrong }
            }
            Solutions::One(solution) => lead_on(filled, marks, &solution, false),
            Solutions::Multiple(_) => {
                let step = next_step(&Candidates::of(filled), Technique::Guess, false);
                step.map_or(Hint::ManySolutions, Hint::Step)
            }
        },
    })
}

/// The filled grid with every clue of the puzzle in it.
fn joined(puzzle: &Grid, filled: &Grid) -> Grid {
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

fn first_difference(filled: &Grid, solution: &Grid) -> Option<Candidate> {
    let cells = filled.cells().iter().enumerate();
    cells
        .map(|(cell, &value)| Candidate { cell, value })
        .find(|found| found.value != 0 && found.value != solution.get(found.cell))
}

/// The first value, row by row, that leaves no solution to the puzzle and the values before it.
fn first_dead_end(
    puzzle: &Grid,
    filled: &Grid,
    budget: &mut Budget<'_>,
) -> Result<Candidate, GaveUp> {
    let mut grid = puzzle.clone();
    let mut last = Candidate { cell: 0, value: filled.get(0) };
    for (cell, &value) in filled.cells().iter().enumerate() {
        if value != 0 && value != puzzle.get(cell) {
            grid.set(cell, value);
            last = Candidate { cell, value };
            if solver::count_within(&grid, 1, budget)? == 0 {
                return Ok(last);
            }
        }
    }
    Ok(last)
}

/// The next step on the way to a solution with which the player agrees so far.
fn lead_on(filled: &Grid, marks: &[u16], solution: &Grid, is_unique: bool) -> Hint {
    let candidates = Candidates::with_marks(filled, marks);
    let value_of = |cell: usize| Candidate { cell, value: solution.get(cell) };
    let crossed_out = |cell: &usize| candidates.mask(*cell) & bit(solution.get(*cell)) == 0;
    if let Some(cell) = candidates.open().iter().find(crossed_out) {
        return Hint::WrongMarks { size: filled.size(), missing: value_of(cell) };
    }
    let step = next_step(&candidates, Technique::Guess, is_unique);
    step.or_else(|| guess(&candidates, solution)).map_or(Hint::Finished, Hint::Step)
}

impl fmt::Display for Hint {
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
