//! The games line by line, as the course's programs play them.
//!
//! For the same input every game prints what our MIPS version in `programs/` prints on its
//! console, byte for byte.
//! Connect Four and 2048 show more on a screen: that comes as text here, in lines that begin with
//! [`SCREEN`]; without them the output is the console's again. 2048 also ends the line of the last
//! question, which its MIPS version leaves open.
//! Where the computer plays, its answer is printed after the question as if somebody had typed it.

mod connect_four;
mod console;
mod four_in_a_row;
mod opponent;
mod sudoku;
mod tetrisito;
mod twenty48;

use std::io::{self, BufRead, Write};

use jetan_games::GameTitle;

use console::PlainConsole;
use jetan_play::settings::PlaySettings;

/// The beginning of every line that stands for something on a screen.
pub const SCREEN: &str = "| ";

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainEnding {
    /// By its rules.
    Finished,
    /// The input ended first. Where the MIPS version has words for that, they are printed.
    EndOfInput,
}

/// Plays a game from its first line to its end, on these two streams and nothing else.
///
/// Four in a Row takes one key per line, the others a line per answer; after its target, 2048
/// takes one key per byte. Output is flushed before every wait for input.
///
/// Errors are those of the streams, and:
/// - [`io::ErrorKind::InvalidData`] for a line that is not a number where the MIPS one stops with
///   an error of the machine;
/// - [`io::ErrorKind::InvalidInput`] for settings that no game can be made of;
/// - [`io::ErrorKind::Other`] for a puzzle so large that the search for its solution gives up.
pub fn play(
    name: GameTitle,
    settings: &PlaySettings,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<PlainEnding> {
    let mut console = PlainConsole::new(input, output);
    let ending = match name {
        GameTitle::Tetrisito => tetrisito::play(settings, &mut console),
        GameTitle::FourInARow => four_in_a_row::play(settings, &mut console),
        GameTitle::Sudoku => sudoku::play(settings, &mut console),
        GameTitle::Twenty48 => twenty48::play(settings, &mut console),
        GameTitle::ConnectFour => connect_four::play(settings, &mut console),
    };
    // Before an error is returned: what was printed so far explains it.
    console.flush()?;
    ending
}

/// Positions a search may visit before it gives up: far more than any puzzle of the course needs.
const NODES_MAX: u64 = 100_000_000;

fn gave_up() -> io::Error {
    io::Error::other("the puzzle is too large: the search for its solution gave up")
}

fn bad_settings(why: &impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.to_string())
}
