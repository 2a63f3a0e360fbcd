//! A game as text: what was agreed, and every move. A saved game and a replay are the same file.

use std::fmt;

/// A recorded move that the game cannot make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// The move.
    pub recorded: String,
    /// Why not.
    pub why: &'static str,
}

impl std::error::Error for BadMove {}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move `{}` is not possible: {}", self.recorded, self.why)
    }
}
