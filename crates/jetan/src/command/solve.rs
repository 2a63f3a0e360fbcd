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

use crate::cli::solve::{SolveArgs, SolveGame};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Solves what the files or standard input contain.
pub(crate) fn run(typed: &SolveArgs, console: &Console) -> Result<Exit, CommandFailure> {
    match &typed.game {
        SolveGame::Tetrisito(typed) => tetrisito::run(typed, console),
        SolveGame::Sudoku(typed) => sudoku::run(typed, console),
        SolveGame::ConnectFour(typed) => connect_four::run(typed, console),
        SolveGame::Twenty48(typed) => twenty48::run(typed, console),
    }
}
