//! The same grid with fewer gaps.

use jetan_games::sudoku::SudokuGrid;
use jetan_games::sudoku::reference::is_safe;
use jetan_order::SharedSort;

use super::board::gaps;
use super::explain::ExpectedAnswer;

/// With more gaps than that only whole groups of them are filled: there are too many single ones.
const SINGLE_GAPS_MAX: usize = 12;

/// Grids with fewer gaps and the same answer, those that save most first.
pub(super) fn smaller(grid: &SudokuGrid) -> Vec<SudokuGrid> {
    let gaps = gaps(grid);
    let (ExpectedAnswer::Solution(filled) | ExpectedAnswer::Clash(Some(filled))) =
        ExpectedAnswer::of(grid)
    else {
        return filled_with_any_digit(grid, &gaps);
    };
    let mut found: Vec<SudokuGrid> = Vec::new();
    let mut keep = |left: &dyn Fn(usize, usize) -> bool| {
        let mut smaller = grid.clone();
        for (index, &cell) in gaps.iter().enumerate() {
            if !left(index, cell) {
                smaller.set(cell, filled.get(cell));
            }
        }
        found.push(smaller);
    };
    // The solved grid first: a program that fails on it needs no search.
    keep(&|_, _| false);
    if gaps.len() <= SINGLE_GAPS_MAX {
        for gap in 0..gaps.len() {
            keep(&|index, _| index == gap);
        }
    }
    // Without gaps nothing calls this: the closure only runs for a gap.
    let group = |index: usize, groups: usize| index * groups / gaps.len();
    for groups in [2, 4] {
        for one in 0..groups {
            keep(&|index, _| group(index, groups) == one);
        }
    }
    let side = grid.size().side();
    for line in 0..side {
        keep(&|_, cell| cell / side == line);
        keep(&|_, cell| cell % side == line);
    }
    for groups in [4, 8, 16] {
        for one in 0..groups {
            keep(&|index, _| group(index, groups) != one);
        }
    }
    for gap in 0..gaps.len() {
        keep(&|index, _| index != gap);
    }
    found.retain(|smaller| smaller.clues() > grid.clues());
    found.dedup();
    found
}

/// Without a solution any digit does that meets no other: what has no solution gets none by it.
fn filled_with_any_digit(grid: &SudokuGrid, gaps: &[usize]) -> Vec<SudokuGrid> {
    let side = grid.size().side();
    let fill = |grid: &mut SudokuGrid, cell: usize| {
        let fits = |&num: &u8| is_safe(grid, cell / side, cell % side, num);
        // A gap that no digit fits stays: that is what makes the grid unsolvable.
        if let Some(num) = (1..=side as u8).find(fits) {
            grid.set(cell, num);
        }
    };
    let with_filled = |cells: &[usize]| {
        let mut smaller = grid.clone();
        for &cell in cells {
            fill(&mut smaller, cell);
        }
        smaller
    };
    let (first, second) = gaps.split_at(gaps.len() / 2);
    let mut found = vec![with_filled(gaps), with_filled(first), with_filled(second)];
    found.extend(gaps.iter().map(|&cell| with_filled(&[cell])));
    found.retain(|smaller| smaller.clues() > grid.clues());
    found.shared_sort_by_key(|smaller| std::cmp::Reverse(smaller.clues()));
    found.dedup();
    found
}
