//! The plain backtracking of the course: find the first empty cell, try 1 to n, recurse.
//!
//! The procedures have the names of the assembly program and do what it does, so that both can be
//! read side by side. Slow on hard grids; the second opinion of the tests.

use super::grid::SudokuGrid;

/// Fills the grid with its first solution in row-major ascending order; false leaves it as it was.
///
/// Like the course's program it trusts the clues: a full grid is returned as it is, and clues that
/// clash with each other (see [`SudokuGrid::has_clash`]) are not noticed.
pub fn solve(grid: &mut SudokuGrid) -> bool {
    let Some((row, col)) = num_unassigned(grid) else { return true };
    let side = grid.size().side();
    for num in 1..=side as u8 {
        if is_safe(grid, row, col, num) {
            grid.set(row * side + col, num);
            if solve(grid) {
                return true;
            }
            grid.set(row * side + col, 0);
        }
    }
    false
}

/// The number of solutions, found by the same walk and counted no further than the limit.
pub fn count(grid: &mut SudokuGrid, limit: u64) -> u64 {
    let Some((row, col)) = num_unassigned(grid) else { return limit.min(1) };
    let side = grid.size().side();
    let mut found = 0;
    for num in 1..=side as u8 {
        if found < limit && is_safe(grid, row, col, num) {
            grid.set(row * side + col, num);
            found += count(grid, limit - found);
            grid.set(row * side + col, 0);
        }
    }
    found
}

/// Row and column of the first empty cell, row by row; none when the grid is full.
pub fn num_unassigned(grid: &SudokuGrid) -> Option<(usize, usize)> {
    let side = grid.size().side();
    let cell = grid.cells().iter().position(|&value| value == 0)?;
    Some((cell / side, cell % side))
}

/// True when the number stands neither in the row, nor in the column, nor in the box.
pub fn is_safe(grid: &SudokuGrid, row: usize, col: usize, num: u8) -> bool {
    let side = grid.size().side();
    let box_side = grid.size().box_side();
    let (box_row, box_col) = (row - row % box_side, col - col % box_side);
    (0..side).all(|i| {
        let in_row = grid.get(row * side + i);
        let in_column = grid.get(i * side + col);
        let in_box = grid.get((box_row + i / box_side) * side + box_col + i % box_side);
        in_row != num && in_column != num && in_box != num
    })
}
