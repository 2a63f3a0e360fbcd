//! The five games on a screen.

pub mod connect_four;
pub mod four_in_a_row;
pub(crate) mod stones;
pub mod sudoku;
pub mod tetrisito;
pub mod twenty48;

use jetan_games::Name;
use jetan_play::games::BadGame;
use jetan_play::record::Record;
use jetan_play::settings::{BadSettings, Settings};

use crate::game::Game;

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
    // Not the function of the same name in `jetan-play`: each screen makes state of its own from
    // the moves.
    let mut game = start(record.game, record.settings.clone()).map_err(BadGame::Settings)?;
    for (at, recorded) in record.moves.iter().enumerate() {
        game.apply(recorded).map_err(|bad| BadGame::Move(at + 1, bad))?;
    }
    game.set_elapsed(record.elapsed);
    Ok(game)
}
