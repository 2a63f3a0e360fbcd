//! Thinking that may take long: the game asks, a thread works, the game receives.

use jetan_games::connect4::{Analysis, Column};
use jetan_games::sudoku::generate::Puzzle;
use jetan_games::twenty48::Direction;

/// What is to be worked out. It is given a question to ask often: whether to stop.
pub type Work = Box<dyn FnOnce(&mut dyn FnMut() -> bool) -> Thought + Send>;

/// What came of it.
#[derive(Clone, Debug)]
pub enum Thought {
    /// The column an opponent plays, or a hint names.
    Column(Column),
    /// What every column is worth.
    Columns(Analysis),
    /// The best slide; none if no slide is possible.
    Slide(Option<Direction>),
    /// A new Sudoku.
    Sudoku(Box<Puzzle>),
    /// It was stopped before there was an answer.
    Stopped,
}
