//! A whole case: what is typed, what it looks like, and what the answer is.

use jetan_games::search::SearchBudget;
use jetan_games::tetrisito::notation::format_puzzle;
use jetan_games::tetrisito::placement::{drop_piece, replay};
use jetan_games::tetrisito::{
    DropRules, FieldShape, FrozenField, GoalReachability, PieceMask, PlanDrop, TetrisitoPuzzle,
    reachable,
};

use super::shapes;
use crate::picture::{BoardCell, BoardKind, BoardPicture, CasePicture};

/// Two fields and some pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PuzzleCase {
    pub(super) start: FrozenField,
    pub(super) goal: FrozenField,
    pub(super) pieces: Vec<PieceMask>,
    /// Whether the last line ends in a newline; in many files of the course it does not.
    pub(super) ends_in_newline: bool,
}

/// The complexity of a case, compared part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CaseWeight {
    pieces: usize,
    cells: u32,
    shapes: u32,
    places: u32,
    is_newline_missing: bool,
}

impl PuzzleCase {
    pub(super) fn new(start: FrozenField, goal: FrozenField, pieces: Vec<PieceMask>) -> PuzzleCase {
        PuzzleCase { start, goal, pieces, ends_in_newline: true }
    }

    pub(super) fn puzzle(&self) -> TetrisitoPuzzle {
        TetrisitoPuzzle::new(FieldShape::default(), self.start, self.goal, self.pieces.clone())
            .expect("fields are made cell by cell, and there are few pieces")
    }

    /// The drops that make the goal; none if nothing does.
    pub(super) fn plan(&self, rules: DropRules) -> Option<Vec<PlanDrop>> {
        // Without a budget the answer is always known, and is the same on every machine.
        match reachable(&self.puzzle(), rules, &mut SearchBudget::unlimited()) {
            GoalReachability::Plan(plan) => Some(plan),
            GoalReachability::Never | GoalReachability::Unknown => None,
        }
    }

    /// The fields of a plan, from the start to the goal.
    pub(super) fn fields(&self, rules: DropRules, plan: &[PlanDrop]) -> Vec<FrozenField> {
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

    pub(super) fn weight(&self) -> CaseWeight {
        let places = |field: FrozenField| -> u32 {
            // Low and left cells are lightest, so that shrinking moves things into the corner.
            let places = cells(field).map(|(row, column)| 5 - row + column);
            places.sum()
        };
        CaseWeight {
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
        let titled = |(index, &piece): (usize, &PieceMask)| {
            piece_board(piece).titled(format!("piece {}", index + 1))
        };
        let pieces = self.pieces.iter().enumerate().map(titled).collect();
        let picture = picture.with_words("\n").with_boards(pieces).with_words("\n");
        let is_whole = self.ends_in_newline;
        picture.with_words(if is_whole { "" } else { "\n(the last line has no newline)\n" })
    }
}

/// The filled cells of a field.
pub(super) fn cells(field: FrozenField) -> impl Iterator<Item = (u32, u32)> {
    let all = (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
    all.filter(move |&(row, column)| field.is_filled(FieldShape::default(), row, column))
}

/// One cell as a field.
pub(super) fn cell(row: u32, column: u32) -> u64 {
    1 << (row * 6 + column)
}

/// A field as a board.
pub(super) fn board(field: FrozenField) -> BoardPicture {
    filled(6, |row, column| field.is_filled(FieldShape::default(), row, column))
}

/// The box of a piece as a board.
pub(super) fn piece_board(piece: PieceMask) -> BoardPicture {
    filled(PieceMask::SIDE, |row, column| piece.row(row) >> column & 1 == 1)
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
pub(super) fn fall(
    field: FrozenField,
    piece: PieceMask,
    offset: u32,
    rules: DropRules,
) -> Option<FrozenField> {
    drop_piece(FieldShape::default(), field, piece, offset, rules.clears_lines)
}

/// The number of columns that a piece can be shifted to the right.
pub(super) fn last_offset(piece: PieceMask) -> u32 {
    5 - piece.last_column()
}
