//! The positions a book should know, the most useful first.
//!
//! 1. The first three moves.
//! 2. The repertoire: all that can happen in a game against the perfect level, on either side.
//!    Where it is to move, its choice needs the scores of all moves but only the best ones are
//!    followed; what the other side plays is followed everywhere. So all moves from a position
//!    of the repertoire are in the book, and neither the level's choice nor the scores of the
//!    columns need a search.
//! 3. All other positions, one ply after the other.

use std::fmt;

use rustc_hash::FxHashSet;

use super::{FROM_THE_MIDDLE, OpeningBook, Position};
use crate::connect4::position::Player;

/// Up to here a book knows every position before anything else.
pub const OPENING_PLIES: usize = 3;

/// The repertoire's positions have at most so many stones: with one more, a search takes less
/// than a second.
pub const REPERTOIRE_PLIES: usize = 8;

/// After the repertoire, every position with up to so many stones.
pub const FULL_PLIES: usize = 6;

/// Positions that are wanted for the same reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookStage {
    /// All positions with so many stones.
    All(usize),
    /// The positions with so many stones that follow from one of the repertoire by a move.
    Repertoire(usize),
}

impl BookStage {
    /// True when this stage is needed to play perfectly without a search.
    pub fn is_essential(self) -> bool {
        !matches!(self, Self::All(plies) if plies > OPENING_PLIES)
    }
}

impl fmt::Display for BookStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(plies) => write!(f, "all positions, {plies} stones"),
            Self::Repertoire(plies) => write!(f, "repertoire, {plies} stones"),
        }
    }
}

/// The positions to compute next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookBatch {
    /// The stage of the plan that wants it.
    pub stage: BookStage,
    /// The positions, in the order of the game tree: neighbours have moves in common, so a
    /// solver remembers much of one when it comes to the next.
    pub positions: Vec<Position>,
}

/// The positions whose scores the book should learn next; `None` when it knows all it should.
///
/// A later round depends on the scores of the earlier ones: they tell which moves are best.
pub fn next_round(book: &OpeningBook) -> Option<BookBatch> {
    // The last of the first moves come first: the ones before follow from them.
    let opening = (0..=OPENING_PLIES).rev().map(BookStage::All);
    let repertoire = (OPENING_PLIES + 1..=REPERTOIRE_PLIES).map(BookStage::Repertoire);
    let others = (OPENING_PLIES + 1..=FULL_PLIES).map(BookStage::All);
    let stages = opening.chain(repertoire).chain(others);
    let rounds = stages.map(|stage| BookBatch { stage, positions: missing(book, stage) });
    rounds.into_iter().find(|round| !round.positions.is_empty())
}

/// The positions of a stage that are not stored.
fn missing(book: &OpeningBook, stage: BookStage) -> Vec<Position> {
    let mut positions = match stage {
        BookStage::All(plies) => all_positions(plies),
        BookStage::Repertoire(plies) => repertoire_moves(book, plies),
    };
    positions.retain(|position| book.stored(position).is_none());
    positions
}

/// Every position with so many stones in a game that goes on.
fn all_positions(plies: usize) -> Vec<Position> {
    let start = vec![Position::default()];
    (0..plies).fold(start, |positions, _| positions_after(&positions, |_, _| true))
}

/// The positions with so many stones that follow by any move from the repertoire of either side.
fn repertoire_moves(book: &OpeningBook, plies: usize) -> Vec<Position> {
    let before = plies.saturating_sub(1);
    let first = repertoire(book, Player::First, before);
    let second = repertoire(book, Player::Second, before);
    positions_after(&[first, second].concat(), |_, _| true)
}

/// The positions with so many stones that arise when this side plays only best moves, as far as
/// the book knows them.
pub fn repertoire(book: &OpeningBook, side: Player, plies: usize) -> Vec<Position> {
    let is_followed = |before: &Position, after: &Position| {
        let is_best = || book.score(before).is_some_and(|score| book.score(after) == Some(-score));
        before.mover() != side || is_best()
    };
    let start = vec![Position::default()];
    (0..plies).fold(start, |positions, _| positions_after(&positions, is_followed))
}

/// The positions after the wanted moves, without repetitions, mirror images and finished games.
fn positions_after(
    positions: &[Position],
    is_wanted: impl Fn(&Position, &Position) -> bool,
) -> Vec<Position> {
    let mut seen = FxHashSet::default();
    let mut after = Vec::new();
    for position in positions {
        let moves = FROM_THE_MIDDLE.iter().filter_map(|column| position.play(*column));
        // Marked as seen only if wanted: a best move may lead to the same position later.
        after.extend(moves.filter(|after| {
            !after.is_over() && is_wanted(position, after) && seen.insert(after.mirrored_key())
        }));
    }
    after
}
