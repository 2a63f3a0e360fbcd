//! The board: its three sizes, its cells, and whether what stands on it obeys the rules.
//!
//! Cells are numbered row by row from the top left corner.

use std::fmt;

/// The size of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GridSize {
    /// 4×4 cells in boxes of 2×2.
    Four,
    /// 9×9 cells in boxes of 3×3.
    Nine,
    /// 16×16 cells in boxes of 4×4.
    Sixteen,
}

/// A board of any size with some of its cells filled.
///
/// The digits may clash: a grid is what somebody wrote down, not yet a legal puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SudokuGrid {
    size: GridSize,
    cells: Vec<u8>,
}

/// Why cells do not make a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridError {
    /// The number of cells is not that of the size.
    Length {
        /// The number of cells of the size.
        expected: usize,
        /// The number of cells found.
        found: usize,
    },
    /// A digit is larger than the side of the grid.
    Digit {
        /// The cell, counted row by row from 0.
        cell: usize,
        /// The digit that does not fit the size.
        value: u8,
    },
}

impl GridSize {
    /// All sizes, smallest first.
    pub const ALL: [Self; 3] = [Self::Four, Self::Nine, Self::Sixteen];

    /// The number of rows, columns, boxes and digits.
    pub fn side(self) -> usize {
        self.box_side() * self.box_side()
    }

    /// The number of rows and columns of a box.
    pub fn box_side(self) -> usize {
        match self {
            Self::Four => 2,
            Self::Nine => 3,
            Self::Sixteen => 4,
        }
    }

    /// The number of cells.
    pub fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// The number of the box a cell lies in, counted row by row from 0.
    pub fn box_of(self, cell: usize) -> usize {
        let (row, column) = (cell / self.side(), cell % self.side());
        row / self.box_side() * self.box_side() + column / self.box_side()
    }
}

impl SudokuGrid {
    /// A grid with nothing filled in.
    pub fn empty(size: GridSize) -> Self {
        Self { size, cells: vec![0; size.cells()] }
    }

    /// The grid with these cells, row by row; 0 is an empty cell.
    pub fn from_cells(size: GridSize, cells: &[u8]) -> Result<Self, GridError> {
        if cells.len() != size.cells() {
            return Err(GridError::Length { expected: size.cells(), found: cells.len() });
        }
        if let Some(cell) = cells.iter().position(|&value| usize::from(value) > size.side()) {
            return Err(GridError::Digit { cell, value: cells[cell] });
        }
        Ok(Self { size, cells: cells.to_vec() })
    }

    /// The size of the grid.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// All cells, row by row; 0 is an empty cell.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The digit in a cell; 0 when it is empty, or not on the grid.
    pub fn get(&self, cell: usize) -> u8 {
        self.cells.get(cell).copied().unwrap_or(0)
    }

    /// Writes a digit into a cell, or empties it with 0.
    ///
    /// Nothing happens when there is no such cell or digit.
    pub fn set(&mut self, cell: usize, value: u8) {
        if usize::from(value) > self.size.side() {
            return;
        }
        if let Some(place) = self.cells.get_mut(cell) {
            *place = value;
        }
    }

    /// The number of filled cells.
    pub fn clues(&self) -> usize {
        self.cells.iter().filter(|&&value| value != 0).count()
    }

    /// True when a digit stands twice in a row, column or box.
    pub fn has_clash(&self) -> bool {
        let side = self.size.side();
        // Masks of 32 bits, because the digit 16 is bit 16.
        let (mut rows, mut columns, mut boxes) = ([0u32; 16], [0u32; 16], [0u32; 16]);
        self.cells.iter().enumerate().filter(|&(_, &value)| value != 0).any(|(cell, &value)| {
            let units = [
                &mut rows[cell / side],
                &mut columns[cell % side],
                &mut boxes[self.size.box_of(cell)],
            ];
            units.into_iter().any(|unit| {
                let is_taken = *unit >> value & 1 == 1;
                *unit |= 1 << value;
                is_taken
            })
        })
    }

    /// True when no cell is empty.
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&0)
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "the grid has {expected} cells, not {found}")
            }
            Self::Digit { cell, value } => write!(f, "cell {cell} holds {value}: too large"),
        }
    }
}

impl std::error::Error for GridError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_twice_in_a_unit_clashes() {
        for size in GridSize::ALL {
            let side = size.side();
            for (second, clashes) in
                [(1, true), (side, true), (side + 1, true), (2 * side + size.box_side(), false)]
            {
                let mut grid = SudokuGrid::empty(size);
                grid.set(0, 3);
                grid.set(second, 3);
                assert_eq!(grid.has_clash(), clashes, "{size:?} {second}");
                grid.set(second, 4);
                assert!(!grid.has_clash());
            }
        }
    }

    #[test]
    fn cells_of_the_wrong_number_or_digit_are_refused() {
        let short = SudokuGrid::from_cells(GridSize::Four, &[0; 15]);
        assert_eq!(short, Err(GridError::Length { expected: 16, found: 15 }));
        let mut cells = [0; 16];
        cells[7] = 5;
        let large = SudokuGrid::from_cells(GridSize::Four, &cells);
        assert_eq!(large, Err(GridError::Digit { cell: 7, value: 5 }));
    }

    #[test]
    fn writing_outside_the_grid_changes_nothing() {
        let mut grid = SudokuGrid::empty(GridSize::Nine);
        grid.set(81, 1);
        grid.set(0, 10);
        assert_eq!(grid, SudokuGrid::empty(GridSize::Nine));
        assert_eq!((grid.get(81), grid.clues(), grid.is_full()), (0, 0, false));
    }
}
