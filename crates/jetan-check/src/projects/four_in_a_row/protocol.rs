//! Programs that ask in an order of their own: rules first, names, whether a move is meant, a key
//! at the end. How one talks is learned by short games, and every question is answered by the
//! place in the program that it comes from, never by its number.

mod edition;
mod learn;
mod memory;
mod names;
mod play;

use std::collections::{BTreeMap, BTreeSet};

use crate::runner::InputSite;

pub(super) use edition::is_other_edition;
pub(super) use learn::{ProbeResult, learn};
pub(super) use play::{ColumnAction, judge};

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionKind {
    /// The next column.
    Column,
    /// Whether a move is kept, before or after it is made.
    Keep,
}

/// The way a move is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
enum UndoMethod {
    /// By this answer to the question whether it is kept.
    Answer(String),
    /// By this answer to the next player's question for a column.
    Column(String),
}

/// The order and the form in which a program asks for input.
#[derive(Clone, Debug)]
pub(super) struct InputProtocol {
    /// The lines before the first column, and the sites that ask for them.
    opening: Vec<(InputSite, String)>,
    /// The places that ask for columns and whether a move is kept.
    kinds: BTreeMap<InputSite, QuestionKind>,
    /// The answer that keeps a move.
    keep: String,
    /// The number of the leftmost column.
    first_column: u8,
    grid: memory::GridLayout,
    take_back: Option<UndoMethod>,
    /// The winner it names if the first to move wins, and if the other does; none if its words
    /// are not understood.
    winners: Option<[Option<u8>; 2]>,
    /// The places that ask when a game is over, such as whether to play again.
    ends: BTreeSet<InputSite>,
    /// The words by which its questions for columns name the players, if they do.
    names: Option<names::PlayerNames>,
}

impl InputProtocol {
    /// The kind of a question. A site that was never met before, in a procedure whose other
    /// callers are known, asks for what they ask for.
    fn kind(&self, site: InputSite) -> Option<QuestionKind> {
        // The exact site first: one procedure may ask for columns and for answers, distinguished by
        // its caller.
        if let Some(kind) = self.kinds.get(&site) {
            return Some(*kind);
        }
        let mut alike = self.kinds.iter().filter(|(known, _)| known.pc == site.pc);
        let (_, first) = alike.next()?;
        // Only if all its known callers agree; a guess in between would be a wrong answer to a
        // sound program.
        alike.all(|(_, kind)| kind == first).then_some(*first)
    }

    fn column(&self, column: usize) -> String {
        (column + usize::from(self.first_column)).to_string()
    }

    /// The report's note about it.
    pub(super) fn note(&self) -> String {
        let quoted = |lines: Vec<&String>| {
            lines.iter().map(|line| format!("`{line}`")).collect::<Vec<_>>().join(", ")
        };
        let opening = match self.opening.len() {
            0 => String::new(),
            _ => format!(
                "it was begun with {}, ",
                quoted(self.opening.iter().map(|(_, line)| line).collect())
            ),
        };
        let kept = if self.kinds.values().any(|kind| *kind == QuestionKind::Keep) {
            format!(", moves are kept with `{}`", self.keep)
        } else {
            String::new()
        };
        let back = match &self.take_back {
            Some(UndoMethod::Answer(word)) => format!(" and taken back with `{word}`"),
            Some(UndoMethod::Column(word)) => {
                format!(", taken back with `{word}` in place of the next column")
            }
            None => String::new(),
        };
        format!(
            "How the program talks was learned by playing: {opening}columns are {} to {}{kept}\
             {back}. Its grid was compared in memory, whenever it asked for a column and at the \
             end.",
            self.first_column,
            self.first_column + 6
        )
    }
}
