//! Pictures of cases and answers for people: words, and boards as cells.
//!
//! Projects make these pictures; texts, pages and the studio draw them.

use std::fmt::{self, Display, Write as _};

use serde::{Deserialize, Serialize};

/// Blanks between two boards that stand side by side.
const BOARD_GAP_COLUMNS: usize = 2;

/// Words and boards, in the order in which they are read.
///
/// A terminal shows its text. As JSON it is that text if it has no board, else the list of
/// its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "PictureForm", into = "PictureForm")]
pub struct CasePicture {
    parts: Vec<PicturePart>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PicturePart {
    /// Words with the line ends that are among them.
    Words(String),
    /// Boards that stand side by side.
    Boards(Vec<BoardPicture>),
}

/// A board: its game, and its cells in rows, the top row first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BoardPicture {
    /// A title above it; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The game, by which the cells are spelled.
    pub kind: BoardKind,
    /// The cells; all rows have the same number of them.
    pub rows: Vec<Vec<BoardCell>>,
}

/// The game of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BoardKind {
    /// Stones `O` and `X` among `*`, in columns from 1.
    FourInARow,
    /// Stones `1` and `2` among dots, in columns from 0.
    ConnectFour,
    /// Digits in square boxes of so many columns.
    Sudoku(usize),
    /// Numbers in columns that are as wide as the widest of them.
    Twenty48,
    /// A few numbers in one line.
    Line,
    /// Cells without blanks between them, empty or filled.
    Field,
    /// Squares of a display, a letter for each colour.
    Squares,
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BoardCell {
    /// Nothing.
    Empty,
    /// A stone of player 1 or 2; of Four in a Row, `O` or `X`.
    Stone(u8),
    /// A digit, a tile, or whatever number a program has in its place.
    Number(i64),
    /// A cell of a piece.
    Filled,
    /// A cell of a piece that cannot fall any more.
    Frozen,
    /// The cell that a question is about.
    Asked,
    /// Something else, by its letter.
    Letter(char),
}

/// A picture as JSON has it.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PictureForm {
    Text(String),
    Parts(Vec<PicturePart>),
}

impl From<CasePicture> for PictureForm {
    fn from(picture: CasePicture) -> PictureForm {
        // Text alone is a plain string in JSON, so that scripts need not know about parts.
        if picture.has_board() {
            PictureForm::Parts(picture.parts)
        } else {
            PictureForm::Text(picture.to_string())
        }
    }
}

impl From<PictureForm> for CasePicture {
    fn from(form: PictureForm) -> CasePicture {
        match form {
            PictureForm::Text(text) => text.into(),
            PictureForm::Parts(parts) => {
                // Built by the same functions as any picture: JSON from elsewhere may have empty or
                // adjacent parts.
                parts.into_iter().fold(CasePicture::default(), |picture, part| match part {
                    PicturePart::Words(words) => picture.with_words(words),
                    PicturePart::Boards(boards) => picture.with_boards(boards),
                })
            }
        }
    }
}

impl From<String> for CasePicture {
    fn from(words: String) -> CasePicture {
        CasePicture::default().with_words(words)
    }
}

impl From<&str> for CasePicture {
    fn from(words: &str) -> CasePicture {
        words.to_owned().into()
    }
}

impl From<&String> for CasePicture {
    fn from(words: &String) -> CasePicture {
        words.clone().into()
    }
}

impl From<BoardPicture> for CasePicture {
    fn from(board: BoardPicture) -> CasePicture {
        CasePicture::default().with_board(board)
    }
}

impl CasePicture {
    /// The picture followed by words.
    #[must_use]
    pub fn with_words(mut self, words: impl Into<String>) -> CasePicture {
        let words = words.into();
        match self.parts.last_mut() {
            _ if words.is_empty() => {}
            // Adjacent words become one part, so that equal pictures compare equal however they
            // were put together.
            Some(PicturePart::Words(before)) => before.push_str(&words),
            _ => self.parts.push(PicturePart::Words(words)),
        }
        self
    }

    /// The picture followed by a board.
    #[must_use]
    pub fn with_board(self, board: BoardPicture) -> CasePicture {
        self.with_boards(vec![board])
    }

    /// The picture followed by boards side by side.
    #[must_use]
    pub fn with_boards(mut self, boards: Vec<BoardPicture>) -> CasePicture {
        if !boards.is_empty() {
            self.parts.push(PicturePart::Boards(boards));
        }
        self
    }

    /// The parts in order.
    pub fn parts(&self) -> &[PicturePart] {
        &self.parts
    }

    /// The boards in order.
    pub fn boards(&self) -> impl Iterator<Item = &BoardPicture> {
        self.parts.iter().flat_map(|part| match part {
            PicturePart::Words(_) => &[][..],
            PicturePart::Boards(boards) => boards,
        })
    }

    /// Whether there is a board in it.
    pub fn has_board(&self) -> bool {
        self.boards().next().is_some()
    }

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl Display for CasePicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| match part {
            PicturePart::Words(words) => f.write_str(words),
            PicturePart::Boards(boards) => f.write_str(&beside(boards)),
        })
    }
}

impl BoardPicture {
    /// A board without a title.
    pub fn new(kind: BoardKind, rows: Vec<Vec<BoardCell>>) -> BoardPicture {
        BoardPicture { title: String::new(), kind, rows }
    }

    /// The board below a title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> BoardPicture {
        BoardPicture { title: title.into(), ..self }
    }

    /// The cells where two boards of one size differ, as row and column.
    pub fn differences(&self, other: &BoardPicture) -> Vec<(usize, usize)> {
        let is_alike = self.rows.len() == other.rows.len()
            && self.rows.iter().zip(&other.rows).all(|(one, two)| one.len() == two.len());
        // Boards of different sizes have no cells in common; marking all of them would say nothing.
        if !is_alike {
            return Vec::new();
        }
        let differs = |row: usize, column: usize| self.rows[row][column] != other.rows[row][column];
        let places = self.rows.iter().enumerate();
        let places = places.flat_map(|(row, it)| (0..it.len()).map(move |column| (row, column)));
        places.filter(|&(row, column)| differs(row, column)).collect()
    }

    /// The numbers below the columns; none if they have none.
    pub fn labels(&self) -> Vec<String> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let first = match self.kind {
            BoardKind::FourInARow => 1,
            BoardKind::ConnectFour => 0,
            _ => return Vec::new(),
        };
        (first..first + columns).map(|number| number.to_string()).collect()
    }

    /// Columns and rows of a box; 0 if it has no boxes.
    pub fn box_side(&self) -> usize {
        match self.kind {
            BoardKind::Sudoku(side) => side,
            _ => 0,
        }
    }

    /// A cell as it is written.
    pub fn spelled(&self, cell: BoardCell) -> String {
        match (cell, self.kind) {
            (BoardCell::Empty, BoardKind::FourInARow) => "*".to_owned(),
            (BoardCell::Empty, _) => ".".to_owned(),
            (BoardCell::Stone(1), BoardKind::FourInARow) => "O".to_owned(),
            (BoardCell::Stone(_), BoardKind::FourInARow) | (BoardCell::Frozen, _) => "X".to_owned(),
            (BoardCell::Stone(player), _) => player.to_string(),
            (BoardCell::Number(number), _) => number.to_string(),
            (BoardCell::Filled, _) => "#".to_owned(),
            (BoardCell::Asked, _) => "?".to_owned(),
            (BoardCell::Letter(letter), _) => letter.to_string(),
        }
    }

    /// The lines of the board, without its title.
    fn lines(&self) -> Vec<String> {
        let spelled = |row: &Vec<BoardCell>| -> Vec<String> {
            row.iter().map(|cell| self.spelled(*cell)).collect()
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(spelled).collect();
        match self.kind {
            BoardKind::Field | BoardKind::Squares => rows.iter().map(|row| row.concat()).collect(),
            BoardKind::Twenty48 => aligned(&rows),
            // Boards also come from JSON, and boxes of no columns would panic in `chunks`.
            BoardKind::Sudoku(side) => boxed(&rows, side.max(1)),
            BoardKind::Line => rows.iter().map(|row| row.join(" ")).collect(),
            BoardKind::FourInARow | BoardKind::ConnectFour => {
                rows.into_iter().chain([self.labels()]).map(|row| row.join(" ")).collect()
            }
        }
    }
}

/// Lines whose cells are as wide as the widest.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(1);
    let cell = |text: &String| format!("{text:>width$}");
    rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect()
}

/// Lines with bars and rules between the boxes.
fn boxed(rows: &[Vec<String>], side: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        if number > 0 && number % side == 0 {
            let rule = vec!["-".repeat(2 * side - 1); row.len() / side];
            lines.push(rule.join("-+-"));
        }
        let boxes: Vec<String> = row.chunks(side).map(|cells| cells.join(" ")).collect();
        lines.push(boxes.join(" | "));
    }
    lines
}

/// Boards side by side, each below its title if one of them has any; the last line without an end.
fn beside(boards: &[BoardPicture]) -> String {
    let has_titles = boards.iter().any(|board| !board.title.is_empty());
    let columns: Vec<Vec<String>> = boards
        .iter()
        .map(|board| {
            let title = has_titles.then(|| board.title.clone());
            title.into_iter().chain(board.lines()).collect()
        })
        .collect();
    if let [lines] = columns.as_slice() {
        return lines.join("\n");
    }
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = Vec::new();
    for row in 0..height {
        let mut line = String::new();
        for column in &columns {
            // Characters and not bytes: titles and letters of programs need not be ASCII.
            let widths = column.iter().map(|line| line.chars().count());
            let width = widths.max().unwrap_or(0) + BOARD_GAP_COLUMNS;
            let part = column.get(row).map_or("", String::as_str);
            let _ = write!(line, "{part:width$}");
        }
        // Blanks after the last board would show as a difference where two reports are compared.
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
