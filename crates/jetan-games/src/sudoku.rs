//! Sudoku of 4×4, 9×9 and 16×16 cells: the grid, its notations, a fast solver, and the plain
//! backtracking of the course as a second opinion.

pub mod generate;
pub mod grid;
pub mod logic;
pub mod notation;
pub mod reference;
pub mod solver;

pub use grid::{GridError, GridSize, SudokuGrid};
pub use solver::SolutionCount;
