//! `jetan solve`: engines applied to batches of positions.
//!
//! [`input`] cuts files into items, [`batch`] solves them on several threads and prints the
//! answers in order; a module for each game says what its items mean.

mod batch;
mod input;

mod connect_four;
mod sudoku;
mod tetrisito;
mod twenty48;

use crate::cli::solve::{Game, Solve};
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Solves what the files or standard input contain.
pub(crate) fn run(typed: &Solve, console: &Console) -> Result<Exit, Failure> {
    match &typed.game {
        Game::Tetrisito(typed) => tetrisito::run(typed, console),
        Game::Sudoku(typed) => sudoku::run(typed, console),
        Game::ConnectFour(typed) => connect_four::run(typed, console),
        Game::Twenty48(typed) => twenty48::run(typed, console),
    }
}
