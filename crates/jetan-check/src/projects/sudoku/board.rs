//! Grids: how they are shown, random solved grids, and how long plain backtracking takes.

use jetan_games::rng::Rng;
use jetan_games::sudoku::reference::{is_safe, num_unassigned};
use jetan_games::sudoku::{GridSize, SudokuGrid};

use crate::picture::{BoardCell, BoardKind, BoardPicture, CasePicture};

/// A grid as a person sees it.
pub(super) fn picture(grid: &SudokuGrid) -> CasePicture {
    CasePicture::from(board(grid, None)).with_words("\n")
}

/// A grid with a question mark in a cell.
pub(super) fn board(grid: &SudokuGrid, asked: Option<usize>) -> BoardPicture {
    let (side, box_side) = (grid.size().side(), grid.size().box_side());
    let cell = |cell: usize| match grid.get(cell) {
        _ if asked == Some(cell) => BoardCell::Asked,
        0 => BoardCell::Empty,
        value => BoardCell::Number(i64::from(value)),
    };
    let row = |row: usize| (0..side).map(|column| cell(row * side + column)).collect();
    BoardPicture::new(BoardKind::Sudoku(box_side), (0..side).map(row).collect())
}

/// The empty cells.
pub(super) fn gaps(grid: &SudokuGrid) -> Vec<usize> {
    (0..grid.size().cells()).filter(|&cell| grid.get(cell) == 0).collect()
}

/// A unit in which a digit stands twice: `row 3`, and the digit.
pub(super) fn clash(grid: &SudokuGrid) -> Option<(String, u8)> {
    let size = grid.size();
    let (side, box_side) = (size.side(), size.box_side());
    let cells = 0..size.cells();
    let mut units: Vec<(String, Vec<usize>)> = Vec::new();
    for unit in 0..side {
        let row = cells.clone().filter(|cell| cell / side == unit).collect();
        units.push((format!("row {}", unit + 1), row));
        let column = cells.clone().filter(|cell| cell % side == unit).collect();
        units.push((format!("column {}", unit + 1), column));
        let inside = cells.clone().filter(|&cell| size.box_of(cell) == unit).collect();
        let [row, column] = [unit / box_side, unit % box_side].map(|at| at * box_side);
        let name = format!(
            "the box of rows {} to {} and columns {} to {}",
            row + 1,
            row + box_side,
            column + 1,
            column + box_side
        );
        units.push((name, inside));
    }
    for (name, cells) in units {
        for value in 1..=side as u8 {
            if cells.iter().filter(|&&cell| grid.get(cell) == value).count() > 1 {
                return Some((name, value));
            }
        }
    }
    None
}

/// A random solved grid.
pub(super) fn solved(rng: &mut Rng, size: GridSize) -> SudokuGrid {
    let (side, box_side) = (size.side(), size.box_side());
    let mut digits: Vec<u8> = (1..=side as u8).collect();
    rng.shuffle(&mut digits);
    let rows = shuffled_lines(rng, box_side);
    let columns = shuffled_lines(rng, box_side);
    let is_turned = rng.below(2) == 0;
    let mut grid = SudokuGrid::empty(size);
    for (row, &from_row) in rows.iter().enumerate() {
        for (column, &from_column) in columns.iter().enumerate() {
            // The pattern of a solved grid: rows of a band are shifted by a box, bands by one.
            let shift = from_row % box_side * box_side + from_row / box_side;
            let value = digits[(shift + from_column) % side];
            let cell = if is_turned { column * side + row } else { row * side + column };
            grid.set(cell, value);
        }
    }
    grid
}

/// Rows or columns in another order that keeps boxes together.
fn shuffled_lines(rng: &mut Rng, box_side: usize) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..box_side).collect();
    rng.shuffle(&mut bands);
    let mut lines = Vec::new();
    for band in bands {
        let mut inside: Vec<usize> = (0..box_side).map(|line| band * box_side + line).collect();
        rng.shuffle(&mut inside);
        lines.extend(inside);
    }
    lines
}

/// Numbers that the course's backtracking tests until it has an answer, counted no further
/// than the limit.
pub(super) fn effort(grid: &SudokuGrid, limit: u64) -> u64 {
    let mut left = limit;
    search(&mut grid.clone(), &mut left);
    limit - left
}

fn search(grid: &mut SudokuGrid, left: &mut u64) -> bool {
    let Some((row, col)) = num_unassigned(grid) else { return true };
    let side = grid.size().side();
    for num in 1..=side as u8 {
        // "Solved" ends the whole search; the result is not looked at, only what was spent.
        if *left == 0 {
            return true;
        }
        *left -= 1;
        if is_safe(grid, row, col, num) {
            grid.set(row * side + col, num);
            if search(grid, left) {
                return true;
            }
            grid.set(row * side + col, 0);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_by_chance_are_solved() {
        let mut rng = Rng::new(1);
        for size in [GridSize::Four, GridSize::Nine] {
            for _ in 0..50 {
                let grid = solved(&mut rng, size);
                assert!(grid.is_full() && !grid.has_clash(), "{grid:?}");
                assert_eq!(clash(&grid), None);
            }
        }
    }

    #[test]
    fn a_digit_that_stands_twice_is_found() {
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let mut grid = solved(&mut rng, GridSize::Nine);
            grid.set(rng.below(81) as usize, 1 + rng.below(9) as u8);
            assert_eq!(clash(&grid).is_some(), grid.has_clash());
        }
    }

    #[test]
    fn effort_counts_every_test_up_to_its_limit() {
        let mut grid = solved(&mut Rng::new(3), GridSize::Four);
        assert_eq!(effort(&grid, 100), 0);
        let last = grid.get(15);
        grid.set(15, 0);
        assert_eq!(effort(&grid, 100), u64::from(last));
        assert_eq!(effort(&SudokuGrid::empty(GridSize::Nine), 10), 10);
    }
}
