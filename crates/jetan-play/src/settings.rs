//! Settings of all games: each reads what concerns it.

use std::fmt;

use jetan_games::connect4::OpponentLevel;
use jetan_games::rng::Rng;
use jetan_games::sudoku::GridSize;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::DropRules;
use jetan_games::twenty48::SpawnRule;

/// Who makes the first move of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartingPlayer {
    /// Player 1.
    #[default]
    One,
    /// Player 2.
    Two,
    /// Drawn with the seed.
    Random,
}

/// Everything that can be agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaySettings {
    /// The seed of everything random.
    pub seed: u64,
    /// Who starts (Four in a Row, Connect Four); if none was said, Connect Four asks.
    pub first: Option<StartingPlayer>,
    /// Violations a player of Four in a Row may make and go on.
    pub trials: u8,
    /// The computer plays player 2 at this level; without it, two players share the keyboard.
    pub level: Option<OpponentLevel>,
    /// Whether Connect Four lets moves be taken back.
    pub undo: bool,
    /// The target of 2048; if none was said, the plain game asks and the screen takes 2048.
    pub target: Option<u32>,
    /// The share of fours in 2048.
    pub spawn: SpawnRule,
    /// The size of the Sudoku.
    pub size: GridSize,
    /// The difficulty of a Sudoku or Tetrisito puzzle that is made for the game; without it, any.
    pub difficulty: Option<Difficulty>,
    /// A Sudoku or Tetrisito puzzle or a board of 2048 of the player's own, in the course's form;
    /// without it one is made from the seed.
    pub puzzle: Option<String>,
    /// The rules of Tetrisito.
    pub rules: DropRules,
}

impl Default for PlaySettings {
    fn default() -> PlaySettings {
        PlaySettings {
            seed: 0,
            first: None,
            trials: 3,
            level: None,
            undo: false,
            target: None,
            spawn: SpawnRule::COURSE,
            size: GridSize::Nine,
            difficulty: None,
            puzzle: None,
            rules: DropRules::default(),
        }
    }
}

impl PlaySettings {
    /// The percentage of 4s among new tiles of 2048.
    pub fn fours_percent(&self) -> u32 {
        // Rounded, because 0.29 * 100.0 is a little less than 29.
        (self.spawn.probability_of_four() * 100.0).round() as u32
    }

    /// These settings with another seed, for the next game.
    #[must_use]
    pub fn for_next_game(&self) -> PlaySettings {
        // Short enough to be typed after `--seed`.
        let seed = u64::from(Rng::new(self.seed).below(1_000_000_000));
        // The puzzle belongs to the old seed; the next game makes its own.
        PlaySettings { seed, puzzle: None, ..self.clone() }
    }
}

/// Settings that no game can be made of, and why: a puzzle that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSettings(pub String);

impl std::error::Error for BadSettings {}

impl fmt::Display for BadSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
