//! Thinking that may take long: the game asks, a thread works, the game receives.

use jetan_games::connect4::{Analysis, Bounds, Column, Line};
use jetan_games::sudoku::generate::Puzzle;
use jetan_games::twenty48::{Choice, Direction};

use crate::twenty48::Tally;

/// What is to be worked out. It is given a question to ask often: whether to stop.
pub type Work = Box<dyn FnOnce(&mut dyn FnMut() -> bool) -> Thought + Send>;

/// What came of it.
#[derive(Clone, Debug)]
pub enum Thought {
    /// The column an opponent plays, or a hint names.
    Column(Column),
    /// What every column is worth.
    Columns(Analysis),
    /// A good column, and what is known of it.
    Hint(Column, Bounds),
    /// How a game of stones goes on if both sides play best.
    Line(Line),
    /// The best slide; none if no slide is possible.
    Slide(Option<Direction>),
    /// What every slide that is possible is worth.
    Slides(Vec<Choice>),
    /// Games of 2048 that the engine played by itself.
    Games(Tally),
    /// A new Sudoku.
    Sudoku(Box<Puzzle>),
    /// It was stopped before there was an answer.
    Stopped,
}
