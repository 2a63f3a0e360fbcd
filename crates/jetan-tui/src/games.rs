//! The five games on a screen.

pub mod connect_four;
pub mod four_in_a_row;
pub(crate) mod stones;
pub mod sudoku;
pub mod tetrisito;
pub mod twenty48;

use std::fmt;

use jetan_games::Name;

use crate::game::Game;
use crate::record::{BadMove, Record};
use crate::settings::{BadSettings, Settings};

/// Why a record is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// No game can be made of its settings.
    Settings(BadSettings),
    /// The move of this number, counted from 1, is not possible.
    Move(usize, BadMove),
}

/// Starts a game.
pub fn start(name: Name, settings: Settings) -> Result<Box<dyn Game>, BadSettings> {
    Ok(match name {
        Name::Tetrisito => Box::new(tetrisito::Screen::new(settings)?),
        Name::FourInARow => Box::new(four_in_a_row::Screen::new(settings)),
        Name::Sudoku => Box::new(sudoku::Screen::new(settings)?),
        Name::Twenty48 => Box::new(twenty48::Screen::new(settings)?),
        Name::ConnectFour => Box::new(connect_four::Screen::new(settings)),
    })
}

/// Takes up a recorded game where it was left.
pub fn resume(record: &Record) -> Result<Box<dyn Game>, BadGame> {
    let mut game = start(record.game, record.settings.clone()).map_err(BadGame::Settings)?;
    for (at, recorded) in record.moves.iter().enumerate() {
        game.apply(recorded).map_err(|bad| BadGame::Move(at + 1, bad))?;
    }
    game.set_elapsed(record.elapsed);
    Ok(game)
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
