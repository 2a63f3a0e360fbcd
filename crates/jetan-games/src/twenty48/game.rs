//! A game from its two starting tiles to its end, by the course's rules.

use std::fmt;
use std::ops::RangeInclusive;

use crate::rng::Rng;

use super::board::{BoardSide, EXPONENT_MAX, PackedBoard, SlideDirection, SpawnRule};

/// The targets a player of the course may enter.
pub const COURSE_TARGETS: RangeInclusive<u32> = 64..=2048;

/// The targets a game can have: more than a new tile, no more than the largest.
pub const TARGETS: RangeInclusive<u32> = 8..=1 << EXPONENT_MAX;

/// The choices made before a game starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlideSettings {
    side: BoardSide,
    target: u32,
    spawn: SpawnRule,
}

/// A target outside [`TARGETS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetError(pub u32);

impl std::error::Error for TargetError {}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (min, max) = (TARGETS.start(), TARGETS.end());
        write!(f, "{} is not a target: choose a number from {min} to {max}", self.0)
    }
}

impl Default for SlideSettings {
    /// The course's game for 2048.
    fn default() -> Self {
        Self { side: BoardSide::Four, target: 2048, spawn: SpawnRule::COURSE }
    }
}

impl SlideSettings {
    /// Settings with any target of [`TARGETS`], power of two or not.
    pub fn new(side: BoardSide, target: u32, spawn: SpawnRule) -> Result<Self, TargetError> {
        if TARGETS.contains(&target) {
            Ok(Self { side, target, spawn })
        } else {
            Err(TargetError(target))
        }
    }

    /// The size of the board.
    pub fn side(&self) -> BoardSide {
        self.side
    }

    /// The game is won with a tile at least this large.
    pub fn target(&self) -> u32 {
        self.target
    }

    /// The rule for new tiles.
    pub fn spawn(&self) -> SpawnRule {
        self.spawn
    }
}

/// The status of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlideStatus {
    /// The player is to move.
    Playing,
    /// The target is reached; the player may go on.
    Won,
    /// The board is full and no neighbours are equal.
    Lost,
}

/// A game in progress.
///
/// It is small: to offer undo, keep clones. A clone continues with the same random tiles, so
/// taking a move back and making it again changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlideGame {
    settings: SlideSettings,
    board: PackedBoard,
    score: u64,
    moves: u32,
    is_beyond_target: bool,
    rng: Rng,
}

impl SlideGame {
    /// A new game; the same seed gives the same tiles in answer to the same moves.
    pub fn new(settings: SlideSettings, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut board = PackedBoard::empty(settings.side);
        board.add_random_tile(settings.spawn, &mut rng);
        board.add_random_tile(settings.spawn, &mut rng);
        Self { settings, board, score: 0, moves: 0, is_beyond_target: false, rng }
    }

    /// A game that begins with tiles of the player's own.
    pub fn from_board(settings: SlideSettings, board: PackedBoard, seed: u64) -> Self {
        let rng = Rng::new(seed);
        Self { settings, board, score: 0, moves: 0, is_beyond_target: false, rng }
    }

    /// Slides the tiles and adds a new one; returns whether anything happened.
    ///
    /// Nothing happens if no tile can move that way, or if the game is over. The move that reaches
    /// the target ends the game before the new tile appears, as in the course.
    pub fn slide(&mut self, direction: SlideDirection) -> bool {
        let slid = self.board.slide(direction);
        if self.status() != SlideStatus::Playing || slid == self.board {
            return false;
        }
        self.score += u64::from(self.board.score(direction));
        self.moves += 1;
        self.board = slid;
        if self.status() != SlideStatus::Won {
            self.add_tile();
        }
        true
    }

    /// Goes on after the target is reached; does nothing before.
    pub fn play_on(&mut self) {
        if self.status() == SlideStatus::Won {
            self.is_beyond_target = true;
            self.add_tile();
        }
    }

    /// Takes over the tiles of another game, whose random tiles are not this one's.
    pub fn take_board(&mut self, board: PackedBoard) {
        self.board = board;
    }

    /// The status of the game.
    pub fn status(&self) -> SlideStatus {
        if !self.is_beyond_target && self.board.max_tile() >= self.settings.target {
            SlideStatus::Won
        } else if self.board.is_lost() {
            SlideStatus::Lost
        } else {
            SlideStatus::Playing
        }
    }

    /// The tiles as they lie now.
    pub fn board(&self) -> PackedBoard {
        self.board
    }

    /// The settings the game started with.
    pub fn settings(&self) -> SlideSettings {
        self.settings
    }

    /// The score of the course: the largest tile.
    pub fn course_score(&self) -> u32 {
        self.board.max_tile()
    }

    /// The score of the original game: the sum of all tiles made by merging.
    pub fn original_score(&self) -> u64 {
        self.score
    }

    /// The number of slides that changed the board so far.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    fn add_tile(&mut self) {
        self.board.add_random_tile(self.settings.spawn, &mut self.rng);
    }
}
