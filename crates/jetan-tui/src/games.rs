//! The five games on a screen.

pub mod connect_four;
pub mod four_in_a_row;
pub(crate) mod stones;
pub mod sudoku;
pub mod tetrisito;
pub mod twenty48;

use jetan_games::GameTitle;
use jetan_play::games::BadGame;
use jetan_play::record::PlayRecord;
use jetan_play::settings::{BadSettings, PlaySettings};

use crate::game::GameScreen;

/// Starts a game.
pub fn start(name: GameTitle, settings: PlaySettings) -> Result<Box<dyn GameScreen>, BadSettings> {
    Ok(match name {
        GameTitle::Tetrisito => Box::new(tetrisito::TetrisitoScreen::new(settings)?),
        GameTitle::FourInARow => Box::new(four_in_a_row::FourInARowScreen::new(settings)),
        GameTitle::Sudoku => Box::new(sudoku::SudokuScreen::new(settings)?),
        GameTitle::Twenty48 => Box::new(twenty48::Twenty48Screen::new(settings)?),
        GameTitle::ConnectFour => Box::new(connect_four::ConnectFourScreen::new(settings)),
    })
}

/// Takes up a recorded game where it was left.
pub fn resume(record: &PlayRecord) -> Result<Box<dyn GameScreen>, BadGame> {
    // Not the function of the same name in `jetan-play`: each screen makes state of its own from
    // the moves.
    let mut game = start(record.game, record.settings.clone()).map_err(BadGame::Settings)?;
    for (at, recorded) in record.moves.iter().enumerate() {
        game.apply(recorded).map_err(|bad| BadGame::Move(at + 1, bad))?;
    }
    game.set_elapsed(record.elapsed);
    Ok(game)
}
