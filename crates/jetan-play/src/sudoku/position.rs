//! The board: digits, the player's notes, and the edits that change them.

use jetan_games::sudoku::logic::{CandidateGrid, cell_name, symbol};
use jetan_games::sudoku::{GridSize, SudokuGrid};

/// The digits and notes at one point of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuPosition {
    /// The digits, clues included.
    pub grid: SudokuGrid,
    /// A mask of values per cell: value `v` is bit `v - 1`.
    pub notes: Vec<u16>,
}

/// A change of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellEdit {
    /// Writes a digit, or empties the cell with 0.
    Digit(usize, u8),
    /// Replaces the notes.
    Notes(usize, u16),
}

impl SudokuPosition {
    /// A grid without notes.
    pub fn new(grid: SudokuGrid) -> SudokuPosition {
        let notes = vec![0; grid.size().cells()];
        SudokuPosition { grid, notes }
    }

    /// The size of the grid.
    pub fn size(&self) -> GridSize {
        self.grid.size()
    }

    /// Makes one change; a digit takes itself out of the notes of the cells that see it.
    pub fn edit(&mut self, edit: CellEdit) {
        match edit {
            CellEdit::Digit(cell, value) => {
                self.grid.set(cell, value);
                // Erasing a digit does not bring notes back; taking the move back does.
                if value != 0 {
                    self.notes[cell] = 0;
                    let size = self.size();
                    for (other, notes) in self.notes.iter_mut().enumerate() {
                        if sees(size, cell, other) {
                            *notes &= !bit(value);
                        }
                    }
                }
            }
            CellEdit::Notes(cell, notes) => self.notes[cell] = notes,
        }
    }

    /// Notes every digit that the rules allow, in every empty cell.
    pub fn fill_notes(&mut self) {
        let candidates = CandidateGrid::of(&self.grid);
        for (cell, notes) in self.notes.iter_mut().enumerate() {
            *notes = if self.grid.get(cell) == 0 { candidates.mask(cell) } else { 0 };
        }
    }

    /// True if the digit of the cell stands in a cell that it sees too.
    pub fn is_clashing(&self, cell: usize) -> bool {
        let value = self.grid.get(cell);
        let mut cells = self.grid.cells().iter().enumerate();
        value != 0 && cells.any(|(other, &found)| found == value && sees(self.size(), cell, other))
    }

    /// Whether every cell is filled and no digits clash.
    pub fn is_solved(&self) -> bool {
        self.grid.is_full() && !self.grid.has_clash()
    }
}

impl CellEdit {
    /// The cell that changes.
    pub fn cell(self) -> usize {
        match self {
            CellEdit::Digit(cell, _) | CellEdit::Notes(cell, _) => cell,
        }
    }

    /// The edit as it is recorded: `r4c7=5`, `r4c7~139`, a dot for nothing.
    pub fn to_word(self, size: GridSize) -> String {
        match self {
            CellEdit::Digit(cell, 0) => format!("{}=.", cell_name(size, cell)),
            CellEdit::Digit(cell, value) => format!("{}={}", cell_name(size, cell), symbol(value)),
            CellEdit::Notes(cell, 0) => format!("{}~.", cell_name(size, cell)),
            CellEdit::Notes(cell, notes) => {
                let values: String = values_in(notes).map(symbol).collect();
                format!("{}~{values}", cell_name(size, cell))
            }
        }
    }

    /// The edit that is recorded so.
    pub fn parse(word: &str, size: GridSize) -> Option<CellEdit> {
        let at = word.find(['=', '~'])?;
        let (place, what) = (&word[..at], &word[at + 1..]);
        let (row, column) = place.strip_prefix('r')?.split_once('c')?;
        let index = |text: &str| {
            let number: usize = text.parse().ok()?;
            (1..=size.side()).contains(&number).then(|| number - 1)
        };
        let cell = index(row)? * size.side() + index(column)?;
        let is_digit = word.as_bytes()[at] == b'=';
        if what == "." {
            return Some(if is_digit {
                CellEdit::Digit(cell, 0)
            } else {
                CellEdit::Notes(cell, 0)
            });
        }
        let mut values = what.chars().map(|sign| value_of(sign, size));
        if is_digit {
            let value = values.next()??;
            return values.next().is_none().then_some(CellEdit::Digit(cell, value));
        }
        let notes = values.try_fold(0, |notes, value| Some(notes | bit(value?)))?;
        (notes != 0).then_some(CellEdit::Notes(cell, notes))
    }
}

/// The value that a sign stands for in a grid of this size; letters in either case.
pub fn value_of(sign: char, size: GridSize) -> Option<u8> {
    // Base 17, because the digits of a 16x16 grid are 1 to 16, written 1-9 and a-g.
    let value = sign.to_digit(17)?;
    (1..=size.side() as u32).contains(&value).then_some(value as u8)
}

/// The mask of one value.
pub fn bit(value: u8) -> u16 {
    // Other values have no bit, so that a wrong one marks nothing instead of shifting out of range.
    if (1..=16).contains(&value) { 1 << (value - 1) } else { 0 }
}

/// The values of a mask, ascending.
pub fn values_in(notes: u16) -> impl Iterator<Item = u8> {
    (1..=16).filter(move |&value| notes & bit(value) != 0)
}

/// True if the two cells share a row, a column or a box and are not the same.
pub fn sees(size: GridSize, cell: usize, other: usize) -> bool {
    let side = size.side();
    cell != other
        && (cell / side == other / side
            || cell % side == other % side
            || size.box_of(cell) == size.box_of(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_is_read_as_it_is_written() {
        for size in GridSize::ALL {
            let (last, side) = (size.cells() - 1, size.side() as u8);
            let edits = [CellEdit::Digit(0, 0), CellEdit::Digit(last, side), CellEdit::Notes(1, 0)];
            for edit in edits.into_iter().chain([CellEdit::Notes(last, bit(side) | 1)]) {
                let word = edit.to_word(size);
                assert_eq!(CellEdit::parse(&word, size), Some(edit), "{word}");
            }
        }
        for bad in ["", "r1c1", "r0c1=1", "r1c5=1", "r1c1=5", "r1c1=12", "r1c1~", "r1c1~x", "x=1"] {
            assert_eq!(CellEdit::parse(bad, GridSize::Four), None, "{bad}");
        }
    }

    #[test]
    fn a_digit_leaves_the_notes_of_the_cells_that_see_it() {
        let mut position = SudokuPosition::new(SudokuGrid::empty(GridSize::Four));
        position.fill_notes();
        position.edit(CellEdit::Digit(0, 3));
        let lacking: Vec<usize> =
            (0..16).filter(|&cell| position.notes[cell] & bit(3) == 0).collect();
        assert_eq!(lacking, [0, 1, 2, 3, 4, 5, 8, 12]);
        position.edit(CellEdit::Digit(2, 3));
        assert!(position.is_clashing(0) && position.is_clashing(2) && !position.is_clashing(1));
    }
}
