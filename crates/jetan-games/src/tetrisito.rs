//! Tetrisito: can dropping these pieces turn the start field into the goal?
//!
//! A [`TetrisitoPuzzle`] is the course's input, [`DropRules`] is the reading of its text;
//! [`solver::reachable`] answers with a plan, [`solver::count_plans`] with their number.

pub mod board;
pub mod notation;
pub mod piece;
pub mod placement;
pub mod reference;
pub mod solver;

use std::fmt;

pub use board::{FieldShape, FrozenField};
pub use piece::PieceMask;
pub use solver::{GoalReachability, PlanCount, count_fields, count_plans, reachable};

/// A start, a goal and the pieces that may be dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TetrisitoPuzzle {
    shape: FieldShape,
    start: FrozenField,
    goal: FrozenField,
    pieces: Vec<PieceMask>,
}

impl TetrisitoPuzzle {
    /// The most pieces of one puzzle: which ones are used is one word of the search.
    pub const PIECES_MAX: usize = 64;

    /// Puts the parts together, if both fields lie in the shape and the pieces are not too many.
    pub fn new(
        shape: FieldShape,
        start: FrozenField,
        goal: FrozenField,
        pieces: Vec<PieceMask>,
    ) -> Result<Self, PuzzleError> {
        if !shape.holds(start) || !shape.holds(goal) {
            return Err(PuzzleError::CellOutside);
        }
        if pieces.len() > Self::PIECES_MAX {
            return Err(PuzzleError::TooManyPieces(pieces.len()));
        }
        Ok(Self { shape, start, goal, pieces })
    }

    /// The size of both fields.
    pub fn shape(&self) -> FieldShape {
        self.shape
    }

    /// The field before the first drop.
    pub fn start(&self) -> FrozenField {
        self.start
    }

    /// The field to be reached.
    pub fn goal(&self) -> FrozenField {
        self.goal
    }

    /// The pieces in the order given.
    pub fn pieces(&self) -> &[PieceMask] {
        &self.pieces
    }
}

/// Why parts do not make a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleError {
    /// A field has a cell that its shape has not.
    CellOutside,
    /// More than [`TetrisitoPuzzle::PIECES_MAX`] pieces.
    TooManyPieces(usize),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CellOutside => f.write_str("a filled cell lies outside the field"),
            Self::TooManyPieces(pieces) => {
                write!(
                    f,
                    "{pieces} pieces are too many, at most {} are",
                    TetrisitoPuzzle::PIECES_MAX
                )?;
                f.write_str(" possible")
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

/// The reading of the course's text.
///
/// The default is implementation C without line clearing: some of the pieces, in any order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DropRules {
    /// In which order pieces may fall.
    pub order: DropOrder,
    /// The pieces that must fall.
    pub usage: PieceRule,
    /// Whether full rows vanish after each drop.
    pub clears_lines: bool,
}

/// In which order pieces may fall.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DropOrder {
    /// In any order: implementation C.
    #[default]
    Any,
    /// A piece falls after all chosen pieces that stand before it: implementation B.
    Given,
}

/// The pieces that must fall.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PieceRule {
    /// Any of them, none and all included.
    #[default]
    Some,
    /// Every one of the five pieces.
    All,
    /// The first few of the list, none and all included.
    Prefix,
}

/// One step of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanDrop {
    /// The piece, counted from 0 in the order given.
    pub piece: usize,
    /// The shift of its box to the right, in columns.
    pub offset: u32,
}
