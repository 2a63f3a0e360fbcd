//! The course's notation: `.` empty, `#` filled, one row per line, the top row first.

use std::fmt;

use super::{FieldShape, FrozenField, PieceMask, PuzzleError, TetrisitoPuzzle};

/// An error in a text, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleNotationError {
    /// The line, counted from 1.
    pub line: usize,
    /// The error in that line.
    pub mistake: NotationErrorKind,
}

/// The errors a text can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotationErrorKind {
    /// A row has more or fewer characters than columns.
    Width {
        /// The characters that belong there.
        expected: usize,
        /// The characters that are there.
        found: usize,
    },
    /// A grid has more or fewer rows than it should.
    Height {
        /// The rows that belong there.
        expected: usize,
        /// The rows that are there.
        found: usize,
    },
    /// A character that is neither `.` nor `#`.
    Character(char),
    /// The text ends where another row or number belongs.
    Missing(&'static str),
    /// The number of pieces is not a number.
    Number,
    /// A piece without a filled cell, counted from 1.
    EmptyPiece(usize),
    /// More lines than the number of pieces explains.
    Surplus,
    /// The parts do not make a puzzle.
    Puzzle(PuzzleError),
}

impl fmt::Display for NotationErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { expected, found } => {
                write!(f, "a row has {expected} characters, not {found}")
            }
            Self::Height { expected, found } => write!(f, "there are {expected} rows, not {found}"),
            Self::Character(found) => {
                write!(f, "a cell is `.` or `#`, not `{}`", found.escape_debug())
            }
            Self::Missing(what) => write!(f, "{what} is missing: the input ends here"),
            Self::Number => f.write_str("the number of pieces belongs here, alone in its line"),
            Self::EmptyPiece(piece) => write!(f, "piece {piece} has no filled cell"),
            Self::Surplus => f.write_str("there are more lines than the number of pieces says"),
            Self::Puzzle(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for PuzzleNotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.mistake)
    }
}

impl std::error::Error for PuzzleNotationError {}

/// Reads the course's input: start, goal, the number of pieces, four rows for each piece.
///
/// Lines end in LF or CR LF, the last newline is optional, blank lines may follow.
pub fn parse_puzzle(text: &str, shape: FieldShape) -> Result<TetrisitoPuzzle, PuzzleNotationError> {
    let mut lines = NumberedLines { rest: text.lines(), line: 0 };
    let rows = shape.rows() as usize;
    let start = lines.rows(rows, "a row of the start grid")?;
    let start = parse_rows(&start, shape).map_err(|error| error.after(lines.line - rows))?;
    let goal = lines.rows(rows, "a row of the goal grid")?;
    let goal = parse_rows(&goal, shape).map_err(|error| error.after(lines.line - rows))?;
    let number = parse_number(&mut lines)?;
    let mut pieces = Vec::new();
    for piece in 1..=number {
        let box_rows = lines.rows(PieceMask::SIDE as usize, "a row of a piece")?;
        let parsed = parse_piece(&box_rows, piece);
        pieces.push(parsed.map_err(|error| error.after(lines.line - PieceMask::SIDE as usize))?);
    }
    while let Some(line) = lines.next() {
        if !line.trim().is_empty() {
            return Err(lines.error(NotationErrorKind::Surplus));
        }
    }
    TetrisitoPuzzle::new(shape, start, goal, pieces)
        .map_err(|error| lines.error(NotationErrorKind::Puzzle(error)))
}

/// Reads the rows of a field, the top row first; lines of the error count from the first row.
pub fn parse_rows<Row: AsRef<str>>(
    rows: &[Row],
    shape: FieldShape,
) -> Result<FrozenField, PuzzleNotationError> {
    parse_cells(rows, shape.rows(), shape.columns()).map(FrozenField)
}

/// Reads the four rows of a piece's box; `number` names the piece in an error.
pub fn parse_piece<Row: AsRef<str>>(
    rows: &[Row],
    number: usize,
) -> Result<PieceMask, PuzzleNotationError> {
    let cells = parse_cells(rows, PieceMask::SIDE, PieceMask::SIDE)?;
    let empty = PuzzleNotationError { line: 1, mistake: NotationErrorKind::EmptyPiece(number) };
    PieceMask::from_bits(cells as u16).ok_or(empty)
}

/// Writes the rows of a field, the top row first, each with a newline.
pub fn format_field(field: FrozenField, shape: FieldShape) -> String {
    format_cells(shape.rows(), shape.columns(), |row, column| field.is_filled(shape, row, column))
}

/// Writes the four rows of a piece's box, each with a newline.
pub fn format_piece(piece: PieceMask) -> String {
    format_cells(PieceMask::SIDE, PieceMask::SIDE, |row, column| piece.row(row) >> column & 1 == 1)
}

/// Writes a puzzle as the course's input.
pub fn format_puzzle(puzzle: &TetrisitoPuzzle) -> String {
    let start = format_field(puzzle.start(), puzzle.shape());
    let goal = format_field(puzzle.goal(), puzzle.shape());
    let pieces: String = puzzle.pieces().iter().map(|&piece| format_piece(piece)).collect();
    format!("{start}{goal}{}\n{pieces}", puzzle.pieces().len())
}

fn format_cells(rows: u32, columns: u32, is_filled: impl Fn(u32, u32) -> bool) -> String {
    let mut text = String::new();
    for row in 0..rows {
        let cells = (0..columns).map(|column| is_filled(row, column));
        text.extend(cells.map(|is_filled| if is_filled { '#' } else { '.' }));
        text.push('\n');
    }
    text
}

fn parse_number(lines: &mut NumberedLines<'_>) -> Result<usize, PuzzleNotationError> {
    let number = lines.next().ok_or(lines.missing("the number of pieces"))?.trim_end();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err(lines.error(NotationErrorKind::Number));
    }
    // What does not even fit a word is too much like any other number above the limit.
    let number = number.parse().unwrap_or(usize::MAX);
    if number > TetrisitoPuzzle::PIECES_MAX {
        return Err(lines.error(NotationErrorKind::Puzzle(PuzzleError::TooManyPieces(number))));
    }
    Ok(number)
}

fn parse_cells<Row: AsRef<str>>(
    rows: &[Row],
    height: u32,
    width: u32,
) -> Result<u64, PuzzleNotationError> {
    let (height, width) = (height as usize, width as usize);
    if rows.len() != height {
        let mistake = NotationErrorKind::Height { expected: height, found: rows.len() };
        return Err(PuzzleNotationError { line: 1, mistake });
    }
    let mut cells = 0;
    for (index, row) in rows.iter().enumerate() {
        let error = |mistake| PuzzleNotationError { line: index + 1, mistake };
        for (column, character) in row.as_ref().chars().enumerate() {
            match character {
                // Cells beyond the width would run into the next row; the width itself is reported
                // below.
                '#' if column < width => cells |= 1 << (index * width + column),
                '#' | '.' => {}
                _ => return Err(error(NotationErrorKind::Character(character))),
            }
        }
        // Only `.` and `#` are left, so bytes are characters.
        let found = row.as_ref().len();
        if found != width {
            return Err(error(NotationErrorKind::Width { expected: width, found }));
        }
    }
    Ok(cells)
}

/// The lines of a text, counted.
struct NumberedLines<'a> {
    rest: std::str::Lines<'a>,
    line: usize,
}

impl<'a> NumberedLines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let line = self.rest.next()?;
        self.line += 1;
        Some(line)
    }

    fn rows(
        &mut self,
        rows: usize,
        what: &'static str,
    ) -> Result<Vec<&'a str>, PuzzleNotationError> {
        (0..rows).map(|_| self.next().ok_or(self.missing(what))).collect()
    }

    fn missing(&self, what: &'static str) -> PuzzleNotationError {
        PuzzleNotationError { line: self.line + 1, mistake: NotationErrorKind::Missing(what) }
    }

    fn error(&self, mistake: NotationErrorKind) -> PuzzleNotationError {
        PuzzleNotationError { line: self.line, mistake }
    }
}

impl PuzzleNotationError {
    /// The same mistake in a text that begins so many lines later.
    #[must_use]
    pub fn after(mut self, lines: usize) -> Self {
        self.line += lines;
        self
    }
}
