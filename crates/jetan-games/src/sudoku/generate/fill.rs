//! Random full grids.

use crate::rng::Rng;
use crate::sudoku::logic::{CandidateGrid, settle};
use crate::sudoku::{GridSize, SudokuGrid};

/// The number of times a fill that ran into a dead end starts afresh before the plain pattern is
/// taken.
const STARTS_MAX: u32 = 400;

/// A full grid without clashes.
pub(super) fn random(size: GridSize, rng: &mut Rng) -> SudokuGrid {
    (0..STARTS_MAX).find_map(|_| start(size, rng)).unwrap_or_else(|| pattern(size, rng))
}

/// Fills the tightest cells first with values drawn from their candidates, if that works out.
fn start(size: GridSize, rng: &mut Rng) -> Option<SudokuGrid> {
    let mut candidates = CandidateGrid::all(size);
    while settle(&mut candidates) {
        let tightest = candidates
            .open()
            .iter()
            // A random number between count and cell decides among cells that are equally tight.
            .map(|cell| (candidates.mask(cell).count_ones(), rng.next_u64(), cell))
            .min();
        let Some((count, _, cell)) = tightest else {
            return Some(candidates.grid().clone());
        };
        let mut mask = candidates.mask(cell);
        for _ in 0..rng.below(count) {
            mask &= mask - 1;
        }
        candidates.place(cell, mask.trailing_zeros() as u8 + 1);
    }
    None
}

/// The grid in which each row continues the one above, with its values exchanged at random.
fn pattern(size: GridSize, rng: &mut Rng) -> SudokuGrid {
    let (side, box_side) = (size.side(), size.box_side());
    let mut values: Vec<u8> = (1..=side as u8).collect();
    rng.shuffle(&mut values);
    let mut grid = SudokuGrid::empty(size);
    for cell in 0..size.cells() {
        let (row, column) = (cell / side, cell % side);
        // Rows of one box are shifted by whole boxes and boxes by one, so that no box repeats a
        // value.
        let shift = row % box_side * box_side + row / box_side;
        grid.set(cell, values[(column + shift) % side]);
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_and_plain_grids_are_full_and_legal() {
        for size in GridSize::ALL {
            for seed in 0..10 {
                let mut rng = Rng::new(seed);
                for grid in [random(size, &mut rng), pattern(size, &mut rng)] {
                    assert!(grid.is_full() && !grid.has_clash(), "{size:?} {seed}");
                }
            }
        }
    }

    #[test]
    fn most_starts_succeed() {
        for (size, at_least) in [(GridSize::Four, 90), (GridSize::Nine, 80), (GridSize::Sixteen, 5)]
        {
            let mut rng = Rng::new(5);
            let full = (0..100).filter(|_| start(size, &mut rng).is_some()).count();
            assert!(full >= at_least, "{size:?} {full}");
        }
    }
}
