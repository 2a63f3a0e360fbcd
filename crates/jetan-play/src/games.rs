//! Any of the five games in one type.

use std::fmt;

use jetan_games::Name;

use crate::game::{BadMove, Play};
use crate::record::Record;
use crate::settings::{BadSettings, Settings};
use crate::stones::{ConnectFour, FourInARow};
use crate::sudoku::Sudoku;
use crate::tetrisito::Tetrisito;
use crate::twenty48::Twenty48;

/// One of the five games.
#[derive(Clone, Debug)]
pub enum Game {
    /// Tetrisito.
    Tetrisito(Box<Tetrisito>),
    /// Four in a Row.
    FourInARow(Box<FourInARow>),
    /// Sudoku.
    Sudoku(Box<Sudoku>),
    /// 2048.
    Twenty48(Box<Twenty48>),
    /// Connect Four.
    ConnectFour(Box<ConnectFour>),
}

/// Why a record is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// No game can be made of its settings.
    Settings(BadSettings),
    /// The move of this number, counted from 1, is not possible.
    Move(usize, BadMove),
}

impl Game {
    /// Starts a game.
    pub fn start(name: Name, settings: Settings) -> Result<Game, BadSettings> {
        Ok(match name {
            Name::Tetrisito => Game::Tetrisito(Box::new(Tetrisito::new(settings)?)),
            Name::FourInARow => Game::FourInARow(Box::new(FourInARow::new(settings))),
            Name::Sudoku => Game::Sudoku(Box::new(Sudoku::new(settings)?)),
            Name::Twenty48 => Game::Twenty48(Box::new(Twenty48::new(settings)?)),
            Name::ConnectFour => Game::ConnectFour(Box::new(ConnectFour::new(settings))),
        })
    }

    /// Takes up a recorded game where it was left.
    pub fn resume(record: &Record) -> Result<Game, BadGame> {
        Game::resume_at(record, record.moves.len())
    }

    /// A recorded game as it was after so many moves; after all, if it has fewer.
    pub fn resume_at(record: &Record, moves: usize) -> Result<Game, BadGame> {
        let mut game =
            Game::start(record.game, record.settings.clone()).map_err(BadGame::Settings)?;
        for (at, recorded) in record.moves.iter().take(moves).enumerate() {
            game.play_mut().apply(recorded).map_err(|bad| BadGame::Move(at + 1, bad))?;
        }
        // Moves take no time when they are applied, so the time played is set once, after them. At
        // an earlier move it is still that of the whole game: a record has no time per move.
        game.play_mut().set_elapsed(record.elapsed);
        Ok(game)
    }

    /// The interface it shares with the others.
    pub fn play(&self) -> &dyn Play {
        match self {
            Game::Tetrisito(game) => &**game,
            Game::FourInARow(game) => &**game,
            Game::Sudoku(game) => &**game,
            Game::Twenty48(game) => &**game,
            Game::ConnectFour(game) => &**game,
        }
    }

    /// The same, to be changed.
    pub fn play_mut(&mut self) -> &mut dyn Play {
        match self {
            Game::Tetrisito(game) => &mut **game,
            Game::FourInARow(game) => &mut **game,
            Game::Sudoku(game) => &mut **game,
            Game::Twenty48(game) => &mut **game,
            Game::ConnectFour(game) => &mut **game,
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
