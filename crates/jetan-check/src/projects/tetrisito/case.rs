//! A whole case: what is typed, what it looks like, and what the answer is.

use jetan_games::search::Budget;
use jetan_games::tetrisito::notation::format_puzzle;
use jetan_games::tetrisito::placement::{drop_piece, replay};
use jetan_games::tetrisito::{Drop, Field, Piece, Puzzle, Reach, Rules, Shape, reachable};

use super::shapes;
use crate::picture::{BoardCell, BoardKind, BoardPicture, CasePicture};

/// Two fields and some pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) start: Field,
    pub(super) goal: Field,
    pub(super) pieces: Vec<Piece>,
    /// Whether the last line ends in a newline; in many files of the course it does not.
    pub(super) ends_in_newline: bool,
}

/// The complexity of a case, compared part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Weight {
    pieces: usize,
    cells: u32,
    shapes: u32,
    places: u32,
    is_newline_missing: bool,
}

impl Whole {
    pub(super) fn new(start: Field, goal: Field, pieces: Vec<Piece>) -> Whole {
        Whole { start, goal, pieces, ends_in_newline: true }
    }

    pub(super) fn puzzle(&self) -> Puzzle {
        Puzzle::new(Shape::default(), self.start, self.goal, self.pieces.clone())
            .expect("fields are made cell by cell, and there are few pieces")
    }

    /// The drops that make the goal; none if nothing does.
    pub(super) fn plan(&self, rules: Rules) -> Option<Vec<Drop>> {
        // Without a budget the answer is always known, and is the same on every machine.
        match reachable(&self.puzzle(), rules, &mut Budget::unlimited()) {
            Reach::Plan(plan) => Some(plan),
            Reach::Never | Reach::Unknown => None,
        }
    }

    /// The fields of a plan, from the start to the goal.
    pub(super) fn fields(&self, rules: Rules, plan: &[Drop]) -> Vec<Field> {
        replay(&self.puzzle(), rules, plan).unwrap_or_default()
    }

    /// The case as lines that end in LF.
    pub(super) fn lines(&self) -> String {
        let mut text = format_puzzle(&self.puzzle());
        if !self.ends_in_newline {
            // LF only: CR LF is made of it afterwards.
            text.pop();
        }
        text
    }

    pub(super) fn weight(&self) -> Weight {
        let places = |field: Field| -> u32 {
            // Low and left cells are lightest, so that shrinking moves things into the corner.
            let places = cells(field).map(|(row, column)| 5 - row + column);
            places.sum()
        };
        Weight {
            pieces: self.pieces.len(),
            cells: self.start.count() + self.goal.count(),
            shapes: self.pieces.iter().map(|&piece| shapes::rank(piece)).sum(),
            places: places(self.start) + places(self.goal),
            is_newline_missing: !self.ends_in_newline,
        }
    }

    pub(super) fn picture(&self) -> CasePicture {
        let fields = vec![board(self.start).titled("start"), board(self.goal).titled("goal")];
        let picture = CasePicture::default().with_boards(fields).with_words("\n");
        if self.pieces.is_empty() {
            return picture.with_words("\nno pieces\n");
        }
        let titled = |(index, &piece): (usize, &Piece)| {
            piece_board(piece).titled(format!("piece {}", index + 1))
        };
        let pieces = self.pieces.iter().enumerate().map(titled).collect();
        let picture = picture.with_words("\n").with_boards(pieces).with_words("\n");
        let is_whole = self.ends_in_newline;
        picture.with_words(if is_whole { "" } else { "\n(the last line has no newline)\n" })
    }
}

/// The filled cells of a field.
pub(super) fn cells(field: Field) -> impl Iterator<Item = (u32, u32)> {
    let all = (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
    all.filter(move |&(row, column)| field.is_filled(Shape::default(), row, column))
}

/// One cell as a field.
pub(super) fn cell(row: u32, column: u32) -> u64 {
    1 << (row * 6 + column)
}

/// A field as a board.
pub(super) fn board(field: Field) -> BoardPicture {
    filled(6, |row, column| field.is_filled(Shape::default(), row, column))
}

/// The box of a piece as a board.
pub(super) fn piece_board(piece: Piece) -> BoardPicture {
    filled(Piece::SIDE, |row, column| piece.row(row) >> column & 1 == 1)
}

fn filled(side: u32, is_filled: impl Fn(u32, u32) -> bool) -> BoardPicture {
    let cell = |row, column| {
        if is_filled(row, column) { BoardCell::Filled } else { BoardCell::Empty }
    };
    let cell = &cell;
    let row = |row| (0..side).map(|column| cell(row, column)).collect();
    BoardPicture::new(BoardKind::Field, (0..side).map(row).collect())
}

/// Drops a piece on the field of the course.
pub(super) fn fall(field: Field, piece: Piece, offset: u32, rules: Rules) -> Option<Field> {
    drop_piece(Shape::default(), field, piece, offset, rules.clears_lines)
}

/// The number of columns that a piece can be shifted to the right.
pub(super) fn last_offset(piece: Piece) -> u32 {
    5 - piece.last_column()
}
