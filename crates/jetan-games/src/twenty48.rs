//! 2048: sliding tiles on boards up to 4×4, searched and solved.
//!
//! `board` and `game` are the rules, `expectimax` chooses moves on any board, and `exact` knows
//! the true chances on small ones. What a board of 4×4 is worth is in `network`, made by `learn`.
//! `reference` states the same rules again, as plainly as the course does.

mod board;
pub mod evaluate;
pub mod exact;
mod expectimax;
mod game;
pub mod learn;
mod network;
mod notation;
pub mod reference;
mod slides;

pub use board::{BoardSide, EXPONENT_MAX, PackedBoard, SlideDirection, SpawnRule};
pub use expectimax::{DEPTH_MAX, ExpectimaxPlayer, RankedMove, SearchEffort};
pub use game::{COURSE_TARGETS, SlideGame, SlideSettings, SlideStatus, TARGETS, TargetError};
pub use network::{Network, NetworkError, NetworkPrecision};
pub use notation::BoardError;
