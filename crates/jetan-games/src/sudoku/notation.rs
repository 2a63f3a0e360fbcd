//! Grids as text: a puzzle in one line, or the course's grid of one line per row.
//!
//! Both forms take `.` or `0` for an empty cell. The digits of a 16×16 grid are 1 to 9, then A to
//! G for 10 to 16, in either case.

use std::fmt;

use super::grid::{GridSize, SudokuGrid};

/// Why a text is not a grid. Lines and columns are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridNotationError {
    /// A puzzle in one line has the wrong number of characters.
    Length {
        /// The number found.
        found: usize,
    },
    /// The grid has the wrong number of lines.
    Lines {
        /// The number found.
        found: usize,
    },
    /// A line of the grid is too short or too long.
    LineLength {
        /// The number of the line, from 1.
        line: usize,
        /// The required number of characters.
        expected: usize,
        /// The number of characters found.
        found: usize,
    },
    /// A character is not a digit.
    Character {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the column, from 1.
        column: usize,
        /// The character that is neither digit nor blank.
        character: char,
    },
    /// A digit is too large for the grid.
    TooLarge {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the column, from 1.
        column: usize,
        /// The digit that is too large for the grid.
        character: char,
        /// The largest digit there is.
        largest: usize,
    },
}

/// Reads a puzzle of 16, 81 or 256 characters in one line; a line end is ignored.
pub fn parse_line(text: &str) -> Result<SudokuGrid, GridNotationError> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let found = text.chars().count();
    let size = GridSize::ALL.into_iter().find(|size| size.cells() == found);
    let size = size.ok_or(GridNotationError::Length { found })?;
    let mut grid = SudokuGrid::empty(size);
    for (cell, character) in text.chars().enumerate() {
        grid.set(cell, digit(character, size, 1, cell + 1)?);
    }
    Ok(grid)
}

/// Reads the course's form: as many lines as the grid has rows, a character per cell.
///
/// Lines end in LF or CR LF; the last line end may be missing.
pub fn parse_grid(text: &str) -> Result<SudokuGrid, GridNotationError> {
    let found = text.lines().count();
    let size = GridSize::ALL.into_iter().find(|size| size.side() == found);
    let size = size.ok_or(GridNotationError::Lines { found })?;
    let mut grid = SudokuGrid::empty(size);
    for (row, text) in text.lines().enumerate() {
        let (expected, found) = (size.side(), text.chars().count());
        // A wrong character is reported before the length of its line, which it may have caused.
        for (column, character) in text.chars().enumerate().take(expected) {
            let value = digit(character, size, row + 1, column + 1)?;
            grid.set(row * size.side() + column, value);
        }
        if found != expected {
            return Err(GridNotationError::LineLength { line: row + 1, expected, found });
        }
    }
    Ok(grid)
}

/// The grid in one line, `.` for empty cells.
pub fn to_line(grid: &SudokuGrid) -> String {
    grid.cells().iter().map(|&value| character(value, '.')).collect()
}

/// The grid in the course's form: a line per row, `0` for empty cells.
pub fn to_grid(grid: &SudokuGrid) -> String {
    let mut text = String::with_capacity(grid.size().cells() + grid.size().side());
    for row in grid.cells().chunks(grid.size().side()) {
        text.extend(row.iter().map(|&value| character(value, '0')));
        text.push('\n');
    }
    text
}

fn digit(
    character: char,
    size: GridSize,
    line: usize,
    column: usize,
) -> Result<u8, GridNotationError> {
    let largest = size.side();
    // Letters are digits only where they are needed: elsewhere they are typing errors.
    let radix = if size == GridSize::Sixteen { 17 } else { 10 };
    let value = match character {
        '.' => 0,
        _ => character.to_digit(radix).ok_or(GridNotationError::Character {
            line,
            column,
            character,
        })?,
    };
    if value as usize > largest {
        return Err(GridNotationError::TooLarge { line, column, character, largest });
    }
    Ok(value as u8)
}

fn character(value: u8, empty: char) -> char {
    match value {
        0 => empty,
        1..=9 => char::from(b'0' + value),
        _ => char::from(b'A' + (value - 10)),
    }
}

impl fmt::Display for GridNotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => {
                write!(f, "the puzzle has {found} characters; it needs 16, 81 or 256")
            }
            Self::Lines { found } => {
                write!(f, "the grid has {found} lines; it needs 4, 9 or 16")
            }
            Self::LineLength { line, expected, found } => {
                let fault = if found < expected { "short" } else { "long" };
                write!(f, "line {line} is too {fault}: {found} characters; it needs {expected}")
            }
            Self::Character { line, column, character } => {
                let character = character.escape_debug();
                write!(
                    f,
                    "line {line}, column {column}: `{character}` is not a digit; \
                     write 0 for an empty cell"
                )
            }
            Self::TooLarge { line, column, character, largest } => {
                write!(
                    f,
                    "line {line}, column {column}: {character} is too large; \
                     the largest digit of this grid is {largest}"
                )
            }
        }
    }
}

impl std::error::Error for GridNotationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_text_is_answered_with_its_place() {
        let cases = [
            ("1234\n341\n2143\n4321\n", "line 2 is too short: 3 characters; it needs 4"),
            ("1234\n34122\n2143\n4321", "line 2 is too long: 5 characters; it needs 4"),
            ("1234\r\n3x12\r\n2143\r\n4321", "line 2, column 2: `x` is not a digit"),
            ("1234\n3412\n2143\n4351\n", "line 4, column 3: 5 is too large"),
            ("1234\n3412\n2143\n432A\n", "line 4, column 4: `A` is not a digit"),
            ("", "the grid has 0 lines; it needs 4, 9 or 16"),
            ("1234\n\n", "the grid has 2 lines; it needs 4, 9 or 16"),
        ];
        for (text, expected) in cases {
            let message = parse_grid(text).expect_err(text).to_string();
            assert!(message.starts_with(expected), "{text:?}: {message}");
        }
        let message = parse_line("12").expect_err("too short").to_string();
        assert_eq!(message, "the puzzle has 2 characters; it needs 16, 81 or 256");
        let message = parse_line("......é.........").expect_err("a letter").to_string();
        assert!(message.starts_with("line 1, column 7: `é`"), "{message}");
    }

    #[test]
    fn every_form_reads_what_it_prints() {
        for size in GridSize::ALL {
            let cells: Vec<u8> =
                (0..size.cells()).map(|cell| (cell % (size.side() + 1)) as u8).collect();
            let grid = SudokuGrid::from_cells(size, &cells).expect("digits fit");
            assert_eq!(parse_line(&to_line(&grid)), Ok(grid.clone()));
            assert_eq!(parse_line(&to_line(&grid).to_lowercase()), Ok(grid.clone()));
            let text = to_grid(&grid);
            assert_eq!(parse_grid(&text), Ok(grid.clone()));
            assert_eq!(parse_grid(&text.replace('\n', "\r\n")), Ok(grid.clone()));
            assert_eq!(parse_grid(text.trim_end()), Ok(grid));
        }
    }
}
