//! The candidate grid: which values each open cell may still take.

use super::cell_set::CellSet;
use super::layout::HouseLayout;
use super::step::{CellCandidate, SolutionStep, StepEffect};
use crate::sudoku::{GridSize, SudokuGrid};

/// A grid together with the values its open cells may still take.
///
/// Values are numbers from 1; a set of values is a mask in which value `v` is bit `v - 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateGrid {
    grid: SudokuGrid,
    masks: Vec<u16>,
    places: Vec<CellSet>,
    open: CellSet,
}

impl CandidateGrid {
    /// Every value in every cell.
    pub fn all(size: GridSize) -> Self {
        let every_cell: CellSet = (0..size.cells()).collect();
        Self {
            grid: SudokuGrid::empty(size),
            masks: vec![full_mask(size); size.cells()],
            places: vec![every_cell; size.side()],
            open: every_cell,
        }
    }

    /// The candidates by the rules alone: each open cell can take the values that it does not see.
    pub fn of(grid: &SudokuGrid) -> Self {
        let mut candidates = Self::all(grid.size());
        for (cell, &value) in grid.cells().iter().enumerate() {
            if value != 0 {
                candidates.place(cell, value);
            }
        }
        candidates
    }

    /// The candidates by the rules, without those the player has crossed out.
    ///
    /// `marks` has a mask per cell; a missing or empty one says that the player noted nothing
    /// there.
    pub fn with_marks(grid: &SudokuGrid, marks: &[u16]) -> Self {
        let mut candidates = Self::of(grid);
        for cell in candidates.open {
            let noted = marks.get(cell).copied().unwrap_or(0);
            if noted & full_mask(grid.size()) != 0 {
                for value in values_in(candidates.masks[cell] & !noted) {
                    candidates.remove(cell, value);
                }
            }
        }
        candidates
    }

    /// The values that are placed.
    pub fn grid(&self) -> &SudokuGrid {
        &self.grid
    }

    /// The size of the grid.
    pub fn size(&self) -> GridSize {
        self.grid.size()
    }

    /// The candidates of a cell; empty when it is filled, or not on the grid.
    #[inline]
    pub fn mask(&self, cell: usize) -> u16 {
        self.masks.get(cell).copied().unwrap_or(0)
    }

    /// The open cells that may take a value.
    #[inline]
    pub fn places(&self, value: u8) -> CellSet {
        let at = usize::from(value).wrapping_sub(1);
        self.places.get(at).copied().unwrap_or(CellSet::EMPTY)
    }

    /// The cells without a value.
    #[inline]
    pub fn open(&self) -> CellSet {
        self.open
    }

    /// True when the cell is open and may take the value.
    #[inline]
    pub fn holds(&self, cell: usize, value: u8) -> bool {
        self.mask(cell) & bit(value) != 0
    }

    /// True when an open cell has no candidate left, or a house has no room for a value.
    pub fn is_contradictory(&self) -> bool {
        let layout = self.layout();
        self.open.iter().any(|cell| self.masks[cell] == 0)
            || layout.houses().iter().any(|&house| {
                let cells = layout.cells(house);
                let seen = cells
                    .iter()
                    .fold(0, |seen, &cell| seen | self.masks[cell] | bit(self.grid.get(cell)));
                seen != full_mask(self.size())
            })
    }

    /// Writes a value into a cell and takes it from all cells that see it.
    ///
    /// Nothing happens when there is no such cell or value.
    pub fn place(&mut self, cell: usize, value: u8) {
        if cell >= self.masks.len() || bit(value) & full_mask(self.size()) == 0 {
            return;
        }
        self.grid.set(cell, value);
        for gone in values_in(self.masks[cell]) {
            self.places[usize::from(gone) - 1].remove(cell);
        }
        self.masks[cell] = 0;
        self.open.remove(cell);
        for peer in self.layout().peers(cell) & self.places(value) {
            self.remove(peer, value);
        }
    }

    /// Takes a candidate from a cell.
    pub fn remove(&mut self, cell: usize, value: u8) {
        if self.holds(cell, value) {
            self.masks[cell] &= !bit(value);
            self.places[usize::from(value) - 1].remove(cell);
        }
    }

    /// Does what a step says.
    pub fn apply(&mut self, step: &SolutionStep) {
        match &step.effect {
            StepEffect::Place(CellCandidate { cell, value }) => self.place(*cell, *value),
            StepEffect::Remove(gone) => {
                for candidate in gone {
                    self.remove(candidate.cell, candidate.value);
                }
            }
        }
    }

    pub(super) fn layout(&self) -> &'static HouseLayout {
        HouseLayout::of(self.size())
    }

    /// All values of the grid, ascending.
    pub(super) fn values(&self) -> std::ops::RangeInclusive<u8> {
        1..=self.size().side() as u8
    }

    /// The open cells with exactly so many candidates.
    pub(super) fn cells_with(&self, count: u32) -> CellSet {
        self.open.iter().filter(|&cell| self.masks[cell].count_ones() == count).collect()
    }

    /// The candidates of one value in a set of cells.
    pub(super) fn of_value(&self, value: u8, cells: CellSet) -> Vec<CellCandidate> {
        (cells & self.places(value)).iter().map(|cell| CellCandidate { cell, value }).collect()
    }

    /// The candidates of several values in a set of cells, cell by cell.
    pub(super) fn of_values(&self, mask: u16, cells: CellSet) -> Vec<CellCandidate> {
        cells
            .iter()
            .flat_map(|cell| {
                values_in(self.mask(cell) & mask).map(move |value| CellCandidate { cell, value })
            })
            .collect()
    }
}

/// The mask of one value; 0 for numbers that are not a value of any grid.
#[inline]
pub(super) fn bit(value: u8) -> u16 {
    // Shifted up by the value and down by one, so that 0, an empty cell, has no bit.
    1u32.checked_shl(value.into()).map_or(0, |bit| (bit >> 1) as u16)
}

/// The values of a mask, ascending.
#[inline]
pub(super) fn values_in(mask: u16) -> impl Iterator<Item = u8> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let value = left.trailing_zeros() as u8 + 1;
        (left != 0).then(|| {
            left &= left - 1;
            value
        })
    })
}

fn full_mask(size: GridSize) -> u16 {
    ((1u32 << size.side()) - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placed_value_leaves_the_cells_that_see_it() {
        for size in GridSize::ALL {
            let mut grid = SudokuGrid::empty(size);
            grid.set(0, size.side() as u8);
            let candidates = CandidateGrid::of(&grid);
            let value = size.side() as u8;
            assert_eq!(candidates.mask(0), 0);
            assert_eq!(
                candidates.places(value).len(),
                size.cells() - 1 - 3 * (size.side() - 1) + 2 * (size.box_side() - 1)
            );
            assert!(!candidates.is_contradictory());
        }
    }

    #[test]
    fn a_house_without_room_for_a_value_is_a_contradiction() {
        let mut candidates = CandidateGrid::all(GridSize::Four);
        for cell in 0..4 {
            candidates.remove(cell, 2);
        }
        assert!(candidates.is_contradictory());
    }

    #[test]
    fn marks_of_the_player_narrow_only_the_cells_they_are_in() {
        let candidates =
            CandidateGrid::with_marks(&SudokuGrid::empty(GridSize::Four), &[0, 0b0101]);
        assert_eq!(candidates.mask(0), 0b1111);
        assert_eq!(candidates.mask(1), 0b0101);
        assert_eq!(candidates.mask(2), 0b1111);
    }
}
