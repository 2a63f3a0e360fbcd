//! Connect Four, in the words of `programs/connect-four`.
//!
//! The board comes after the line that follows a placement, so that it begins on a new line
//! without one that the MIPS version has not: the line of the question is still open before.

use std::io;

use jetan_games::connect4::connect_four::{ConnectFourEvent, ConnectFourGame, ConnectFourQuestion};
use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::rng::Rng;

use super::console::PlainConsole;
use super::opponent::Opponent;
use super::{PlainEnding, SCREEN};
use jetan_play::settings::{PlaySettings, StartingPlayer};

const WELCOME: &str = "Connect Four\n\
                       Drop pieces into the columns 0 to 6.\n\
                       Four in line win: across, upright or diagonal.\n";

/// Plays a game.
pub(super) fn play(
    settings: &PlaySettings,
    console: &mut PlainConsole<'_>,
) -> io::Result<PlainEnding> {
    let mut game = ConnectFourGame::default();
    let mut opponent = Opponent::new(settings);
    console.print(WELCOME)?;
    if let Some(first) = settings.first {
        game.answer(match first {
            StartingPlayer::One => 1,
            StartingPlayer::Two => 2,
            StartingPlayer::Random => 1 + Rng::new(settings.seed).below(2) as i32,
        });
    }
    while let Some(question) = game.question() {
        let is_answered = match question {
            ConnectFourQuestion::FirstPlayer => choose_first(&mut game, console)?,
            ConnectFourQuestion::Column { player } => {
                let board = board(&game);
                console.print(&format!("Player {player} to move.\n{board}"))?;
                match opponent.as_mut().filter(|_| player == 2) {
                    Some(opponent) => place_by_computer(&mut game, opponent, console)?,
                    None => place(&mut game, console)?,
                }
            }
        };
        if !is_answered {
            console.print("\nThe input ended before the game.\n")?;
            return Ok(PlainEnding::EndOfInput);
        }
    }
    let ending = match game.winner() {
        0 => "The board is full: a draw.\n".to_owned(),
        winner => format!("Player {winner} wins!\n"),
    };
    console.print(&(ending + &board(&game)))?;
    Ok(PlainEnding::Finished)
}

/// Asks until the answer is a player; false if the input has ended.
fn choose_first(game: &mut ConnectFourGame, console: &mut PlainConsole<'_>) -> io::Result<bool> {
    loop {
        console.print("Who goes first, 1 or 2? ")?;
        let Some(answer) = console.string()? else { return Ok(false) };
        // -1 answers neither question, so the game asks again.
        if game.answer(digit(&answer).unwrap_or(-1)) != ConnectFourEvent::AskedAgain {
            return Ok(true);
        }
        console.print("Please answer 1 or 2.\n")?;
    }
}

/// Asks until the answer is a column that is not full; false if the input has ended.
fn place(game: &mut ConnectFourGame, console: &mut PlainConsole<'_>) -> io::Result<bool> {
    loop {
        console.print(ASK_COLUMN)?;
        let Some(answer) = console.string()? else { return Ok(false) };
        let column = digit(&answer).unwrap_or(-1);
        if game.answer(column) != ConnectFourEvent::AskedAgain {
            return Ok(true);
        }
        let is_column = (0..COLUMNS as i32).contains(&column);
        console.print(if is_column {
            "That column is full.\n"
        } else {
            "Please answer with a number from 0 to 6.\n"
        })?;
    }
}

fn place_by_computer(
    game: &mut ConnectFourGame,
    opponent: &mut Opponent,
    console: &mut PlainConsole<'_>,
) -> io::Result<bool> {
    let column = opponent.choose(&game.position()).index();
    console.print(&format!("{ASK_COLUMN}{column}\n"))?;
    game.answer(column as i32);
    Ok(true)
}

const ASK_COLUMN: &str = "Which column, 0 to 6? ";

/// The digit that is alone on its line but for blanks. The program reads into 32 bytes, and a line
/// that leaves no room there for its end is not an answer.
fn digit(line: &[u8]) -> Option<i32> {
    const LINE_BYTES_MAX: usize = 30;
    let mut bytes = line.iter().skip_while(|&&byte| byte == b' ');
    let digit = bytes.next().filter(|byte| byte.is_ascii_digit())?;
    let is_alone = line.len() <= LINE_BYTES_MAX && bytes.all(|&byte| byte == b' ');
    is_alone.then_some(i32::from(digit - b'0'))
}

/// The board as text: the top row first, a piece as the number of its player.
fn board(game: &ConnectFourGame) -> String {
    let pieces = game.piece_position();
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let cells: Vec<&str> = (0..COLUMNS)
            .map(|column| match pieces[COLUMNS * row + column] {
                1 => "1",
                2 => "2",
                _ => ".",
            })
            .collect();
        text += SCREEN;
        text += &cells.join(" ");
        text.push('\n');
    }
    text + &format!("{SCREEN}-------------\n{SCREEN}0 1 2 3 4 5 6\n")
}
