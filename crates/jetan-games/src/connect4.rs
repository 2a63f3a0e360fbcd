//! Connect Four and Four in a Row: one board, the rules of two courses, an exact solver.

pub mod position;

pub mod notation;

pub mod four_in_a_row;

pub mod connect_four;

pub mod reference;

pub mod score;

pub mod solver;

pub mod analysis;

pub mod book;

pub mod level;

mod bits;

pub use analysis::{BestLine, PositionAnalysis};
pub use book::OpeningBook;
pub use level::OpponentLevel;
pub use position::{Column, Player, Position};
pub use score::{Score, ScoreBounds, ScoreOutcome};
pub use solver::ConnectFourSolver;
