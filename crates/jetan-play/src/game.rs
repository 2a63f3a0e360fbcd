//! The interface that all games share, however they are shown.

use std::fmt;
use std::time::Duration;

use jetan_games::GameTitle;

use crate::settings::PlaySettings;
use crate::thought::{GameQuestion, GameThought};

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// In a few words: `won in 31 moves`, `lost with 512`, `draw`.
    pub words: String,
    /// The entry in the list of best scores, and its heading; none if this game does not count
    /// (replays, hints used, two players at one keyboard).
    pub score: Option<BestScore>,
}

/// A score that can be the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestScore {
    /// The class it is compared within: `target 2048`, `9x9 hard`.
    pub class: String,
    /// The number that is compared.
    pub value: u64,
    /// Whether less is better, as with times.
    pub is_lower_better: bool,
    /// The number as shown: `12,340`, `3:07`.
    pub shown: String,
}

/// A recorded move that the game cannot make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// The move as it stands in the record.
    pub recorded: String,
    /// Why it cannot be made, in a few words.
    pub why: &'static str,
}

/// A game as it is played.
///
/// Time and thoughts come from outside, so that a game is the same in a test as on a screen.
pub trait PlayableGame {
    /// The game's name.
    fn name(&self) -> GameTitle;

    /// The settings it started with; with [`PlayableGame::moves`] they are the whole game.
    fn settings(&self) -> &PlaySettings;

    /// Every move so far, in words of this game without spaces.
    fn moves(&self) -> &[String];

    /// Makes a move in the words of the record.
    fn apply(&mut self, recorded: &str) -> Result<(), BadMove>;

    /// Time played, for games that show it; it is saved with the moves.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// Takes up the time played of a saved game.
    fn set_elapsed(&mut self, _elapsed: Duration) {}

    /// The progress so far, in what its players count: `7 moves`, `2 pieces dropped`.
    fn progress(&self) -> String;

    /// The result, once it has ended.
    fn outcome(&self) -> Option<GameOutcome>;

    /// Whether a move of its own lets the game go on although it has ended, as 2048 does after its
    /// target: then it stays saved.
    fn can_go_on(&self) -> bool {
        false
    }

    /// The class its score will be compared within, if that is known and the game counts.
    fn class(&self) -> Option<String>;

    /// Something to think about that the game itself waits for, if none was begun for it: a puzzle
    /// that is to be made. The next answer is none until the game asks anew.
    fn take_question(&mut self) -> Option<GameQuestion> {
        None
    }

    /// Takes what was thought; one that is not wanted any more changes nothing.
    fn receive(&mut self, _thought: GameThought) {}
}

impl std::error::Error for BadMove {}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move `{}` is not possible: {}", self.recorded, self.why)
    }
}
