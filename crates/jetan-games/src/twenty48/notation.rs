//! Boards as text: the numbers on the tiles row by row, 0 for an empty cell.

use std::fmt;
use std::str::FromStr;

use super::board::{BoardSide, EXPONENT_MAX, PackedBoard};

/// Why a text is not a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    /// A word is not a number at all.
    NotANumber(String),
    /// A number that no tile can have.
    NoTile(u32),
    /// A number beyond the largest tile, as it was written.
    TooLarge(String),
    /// The wrong number of numbers: so many are wanted, so many are there.
    WrongCount {
        /// The number of values the board needs.
        wanted: usize,
        /// The number of values found.
        found: usize,
    },
}

impl std::error::Error for BoardError {}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(word) => write!(f, "`{word}` is not a number"),
            Self::NoTile(number) => {
                write!(f, "{number} is not a tile: tiles are powers of two from 2")
            }
            Self::TooLarge(number) => {
                write!(f, "{number} is too large: the largest tile is {}", 1 << EXPONENT_MAX)
            }
            Self::WrongCount { wanted, found } => {
                write!(f, "a board needs {wanted} numbers, here are {found}")
            }
        }
    }
}

impl PackedBoard {
    /// The board of numbers separated by spaces or commas, row by row, 0 for an empty cell.
    pub fn parse(text: &str, side: BoardSide) -> Result<Self, BoardError> {
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        let words = text.split(is_separator).filter(|word| !word.is_empty());
        let mut cells = 0;
        let mut found = 0;
        for word in words {
            // Words beyond the last cell are only counted, and still must be tiles: a line of
            // prose is better told that it has words than that it has too many.
            let exponent = parse_tile(word)?;
            if found < side.cells() {
                let (row, column) = (found / side as usize, found % side as usize);
                cells |= exponent << (16 * row + 4 * column);
            }
            found += 1;
        }
        if found != side.cells() {
            return Err(BoardError::WrongCount { wanted: side.cells(), found });
        }
        Ok(Self::from_cells(cells, side))
    }
}

/// A 4×4 board of sixteen numbers.
impl FromStr for PackedBoard {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        Self::parse(text, BoardSide::Four)
    }
}

/// All numbers on one line, as [`PackedBoard::parse`] reads them; with `{:#}` a line for each row,
/// the columns aligned and empty cells as dots.
impl fmt::Display for PackedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = if f.alternate() { self.max_tile().to_string().len() } else { 0 };
        let side = self.side() as usize;
        for (cell, tile) in self.tiles().enumerate() {
            let separator = match cell {
                0 => "",
                _ if f.alternate() && cell.is_multiple_of(side) => "\n",
                _ => " ",
            };
            f.write_str(separator)?;
            match tile {
                0 if f.alternate() => write!(f, "{:>width$}", ".")?,
                _ => write!(f, "{tile:>width$}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for PackedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

fn parse_tile(word: &str) -> Result<u64, BoardError> {
    // `parse` would accept a plus sign.
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BoardError::NotANumber(word.to_owned()));
    }
    match word.parse::<u32>() {
        Ok(0) => Ok(0),
        Ok(number) if number <= 1 << EXPONENT_MAX => match number.ilog2() {
            exponent if exponent > 0 && number.is_power_of_two() => Ok(u64::from(exponent)),
            _ => Err(BoardError::NoTile(number)),
        },
        // Digits only, so all that can be wrong with the number is its size.
        _ => Err(BoardError::TooLarge(word.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_error(text: &str, message: &str) {
        let error = text.parse::<PackedBoard>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }

    #[test]
    fn a_board_is_printed_as_it_was_read() {
        let text = "0 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768";
        assert_eq!(text.parse::<PackedBoard>().unwrap().to_string(), text);
        assert_eq!(text.replace(' ', ",").parse::<PackedBoard>().unwrap().to_string(), text);
        let small = PackedBoard::parse("0 2\n16 4", BoardSide::Two).unwrap();
        assert_eq!(small.to_string(), "0 2 16 4");
        assert_eq!(format!("{small:#}"), " .  2\n16  4");
    }

    #[test]
    fn a_wrong_board_is_told_what_is_wrong() {
        check_error("", "a board needs 16 numbers, here are 0");
        check_error("2 4 8", "a board needs 16 numbers, here are 3");
        check_error(&"2 ".repeat(17), "a board needs 16 numbers, here are 17");
        check_error("3", "3 is not a tile: tiles are powers of two from 2");
        check_error("1", "1 is not a tile: tiles are powers of two from 2");
        check_error("2 x 4", "`x` is not a number");
        check_error("-2", "`-2` is not a number");
        check_error("65536", "65536 is too large: the largest tile is 32768");
        check_error("99999999999", "99999999999 is too large: the largest tile is 32768");
    }
}
