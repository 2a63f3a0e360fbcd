//! Any of the five games in one type.

use std::fmt;

use jetan_games::GameTitle;

use crate::game::{BadMove, PlayableGame};
use crate::record::PlayRecord;
use crate::settings::{BadSettings, PlaySettings};
use crate::stones::{ConnectFourPlay, FourInARow};
use crate::sudoku::SudokuPlay;
use crate::tetrisito::TetrisitoPlay;
use crate::twenty48::Twenty48Play;

/// One of the five games.
#[derive(Clone, Debug)]
pub enum GameInPlay {
    /// Tetrisito.
    Tetrisito(Box<TetrisitoPlay>),
    /// Four in a Row.
    FourInARow(Box<FourInARow>),
    /// Sudoku.
    Sudoku(Box<SudokuPlay>),
    /// 2048.
    Twenty48(Box<Twenty48Play>),
    /// Connect Four.
    ConnectFour(Box<ConnectFourPlay>),
}

/// Why a record is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// No game can be made of its settings.
    Settings(BadSettings),
    /// The move of this number, counted from 1, is not possible.
    Move(usize, BadMove),
}

impl GameInPlay {
    /// Starts a game.
    pub fn start(name: GameTitle, settings: PlaySettings) -> Result<GameInPlay, BadSettings> {
        Ok(match name {
            GameTitle::Tetrisito => GameInPlay::Tetrisito(Box::new(TetrisitoPlay::new(settings)?)),
            GameTitle::FourInARow => GameInPlay::FourInARow(Box::new(FourInARow::new(settings))),
            GameTitle::Sudoku => GameInPlay::Sudoku(Box::new(SudokuPlay::new(settings)?)),
            GameTitle::Twenty48 => GameInPlay::Twenty48(Box::new(Twenty48Play::new(settings)?)),
            GameTitle::ConnectFour => {
                GameInPlay::ConnectFour(Box::new(ConnectFourPlay::new(settings)))
            }
        })
    }

    /// Takes up a recorded game where it was left.
    pub fn resume(record: &PlayRecord) -> Result<GameInPlay, BadGame> {
        GameInPlay::resume_at(record, record.moves.len())
    }

    /// A recorded game as it was after so many moves; after all, if it has fewer.
    pub fn resume_at(record: &PlayRecord, moves: usize) -> Result<GameInPlay, BadGame> {
        let mut game =
            GameInPlay::start(record.game, record.settings.clone()).map_err(BadGame::Settings)?;
        for (at, recorded) in record.moves.iter().take(moves).enumerate() {
            game.play_mut().apply(recorded).map_err(|bad| BadGame::Move(at + 1, bad))?;
        }
        // Moves take no time when they are applied, so the time played is set once, after them. At
        // an earlier move it is still that of the whole game: a record has no time per move.
        game.play_mut().set_elapsed(record.elapsed);
        Ok(game)
    }

    /// The interface it shares with the others.
    pub fn play(&self) -> &dyn PlayableGame {
        match self {
            GameInPlay::Tetrisito(game) => &**game,
            GameInPlay::FourInARow(game) => &**game,
            GameInPlay::Sudoku(game) => &**game,
            GameInPlay::Twenty48(game) => &**game,
            GameInPlay::ConnectFour(game) => &**game,
        }
    }

    /// The same, to be changed.
    pub fn play_mut(&mut self) -> &mut dyn PlayableGame {
        match self {
            GameInPlay::Tetrisito(game) => &mut **game,
            GameInPlay::FourInARow(game) => &mut **game,
            GameInPlay::Sudoku(game) => &mut **game,
            GameInPlay::Twenty48(game) => &mut **game,
            GameInPlay::ConnectFour(game) => &mut **game,
        }
    }
}

impl std::error::Error for BadGame {}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadGame::Settings(bad) => write!(f, "{bad}"),
            BadGame::Move(number, bad) => write!(f, "number {number}: {bad}"),
        }
    }
}
