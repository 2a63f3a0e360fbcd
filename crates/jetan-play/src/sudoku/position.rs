//! The board: digits, the player's notes, and the edits that change them.

use jetan_games::sudoku::logic::{Candidates, cell_name, symbol};
use jetan_games::sudoku::{Grid, Size};

/// The digits and notes at one point of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The digits, clues included.
    pub grid: Grid,
    /// A mask of values per cell: value `v` is bit `v - 1`.
    pub notes: Vec<u16>,
}

/// A change of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Writes a digit, or empties the cell with 0.
    Digit(usize, u8),
    /// Replaces the notes.
    Notes(usize, u16),
}

impl Position {
    /// A grid without notes.
    pub fn new(grid: Grid) -> Position {
        let notes = vec![0; grid.size().cells()];
        Position { grid, notes }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// Makes one change; a digit takes itself out of the notes of the cells that see it.
    pub fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Digit(cell, value) => {
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
            Edit::Notes(cell, notes) => self.notes[cell] = notes,
        }
    }

    /// Notes every digit that the rules allow, in every empty cell.
    pub fn fill_notes(&mut self) {
        let candidates = Candidates::of(&self.grid);
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

impl Edit {
    /// The cell that changes.
    pub fn cell(self) -> usize {
        match self {
            Edit::Digit(cell, _) | Edit::Notes(cell, _) => cell,
        }
    }

    /// The edit as it is recorded: `r4c7=5`, `r4c7~139`, a dot for nothing.
    pub fn to_word(self, size: Size) -> String {
        match self {
            Edit::Digit(cell, 0) => format!("{}=.", cell_name(size, cell)),
            Edit::Digit(cell, value) => format!("{}={}", cell_name(size, cell), symbol(value)),
            Edit::Notes(cell, 0) => format!("{}~.", cell_name(size, cell)),
            Edit::Notes(cell, notes) => {
                let values: String = values_in(notes).map(symbol).collect();
                format!("{}~{values}", cell_name(size, cell))
            }
        }
    }

    /// The edit that is recorded so.
    pub fn parse(word: &str, size: Size) -> Option<Edit> {
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
            return Some(if is_digit { Edit::Digit(cell, 0) } else { Edit::Notes(cell, 0) });
        }
        let mut values = what.chars().map(|sign| value_of(sign, size));
        if is_digit {
            let value = values.next()??;
            return values.next().is_none().then_some(Edit::Digit(cell, value));
        }
        let notes = values.try_fold(0, |notes, value| Some(notes | bit(value?)))?;
        (notes != 0).then_some(Edit::Notes(cell, notes))
    }
}

/// The value that a sign stands for in a grid of this size; letters in either case.
pub fn value_of(sign: char, size: Size) -> Option<u8> {
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
pub fn sees(size: Size, cell: usize, other: usize) -> bool {
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
        for size in Size::ALL {
            let (last, side) = (size.cells() - 1, size.side() as u8);
            let edits = [Edit::Digit(0, 0), Edit::Digit(last, side), Edit::Notes(1, 0)];
            for edit in edits.into_iter().chain([Edit::Notes(last, bit(side) | 1)]) {
                let word = edit.to_word(size);
                assert_eq!(Edit::parse(&word, size), Some(edit), "{word}");
            }
        }
        for bad in ["", "r1c1", "r0c1=1", "r1c5=1", "r1c1=5", "r1c1=12", "r1c1~", "r1c1~x", "x=1"] {
            assert_eq!(Edit::parse(bad, Size::Four), None, "{bad}");
        }
    }

    #[test]
    fn a_digit_leaves_the_notes_of_the_cells_that_see_it() {
        let mut position = Position::new(Grid::empty(Size::Four));
        position.fill_notes();
        position.edit(Edit::Digit(0, 3));
        let lacking: Vec<usize> =
            (0..16).filter(|&cell| position.notes[cell] & bit(3) == 0).collect();
        assert_eq!(lacking, [0, 1, 2, 3, 4, 5, 8, 12]);
        position.edit(Edit::Digit(2, 3));
        assert!(position.is_clashing(0) && position.is_clashing(2) && !position.is_clashing(1));
    }
}
