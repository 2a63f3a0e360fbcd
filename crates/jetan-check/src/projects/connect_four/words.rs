//! Games, boards and errors in the words of someone who plays.

use jetan_games::connect4::connect_four::{ConnectFourEvent, ConnectFourGame, ConnectFourQuestion};
use jetan_games::connect4::position::{COLUMNS, ROWS};

use super::super::lines::{FourLine, LineDirection};
use super::procedures::{StateProcedure, played};
use crate::picture::{BoardCell, BoardKind, BoardPicture, CasePicture};

/// Answers that are listed one by one.
const ANSWERS_MAX: usize = 10;
/// Moves in a line of text.
const MOVES_IN_LINE: usize = 10;

/// A board from the bytes of `piece_position`.
pub(super) fn board(pieces: &[u8]) -> BoardPicture {
    let cell = |column: usize, row: usize| match pieces.get(COLUMNS * row + column) {
        Some(0) | None => BoardCell::Empty,
        Some(player @ 1..=2) => BoardCell::Stone(*player),
        // A value that means nothing is shown as it is, as long as it takes one character.
        Some(number @ 3..=9) => BoardCell::Number(i64::from(*number)),
        Some(_) => BoardCell::Letter('?'),
    };
    let row = |row| (0..COLUMNS).map(|column| cell(column, row)).collect();
    BoardPicture::new(BoardKind::ConnectFour, (0..ROWS).rev().map(row).collect())
}

/// The answers of a game, and what they mean.
pub(super) fn game_in_words(answers: &[String]) -> String {
    let mut game = ConnectFourGame::default();
    let mut lines = Vec::new();
    let mut moves = Vec::new();
    for answer in answers {
        let question = game.question();
        let event = game.answer(super::number(answer));
        let refused = if event == ConnectFourEvent::AskedAgain { " (asked again)" } else { "" };
        match question {
            Some(ConnectFourQuestion::Column { player }) => {
                moves.push(format!("{player} in {}{refused}", quoted(answer)));
            }
            _ => lines.push(format!("goes first: {}{refused}", quoted(answer))),
        }
    }
    if !moves.is_empty() {
        let rows: Vec<String> = moves.chunks(MOVES_IN_LINE).map(|row| row.join(", ")).collect();
        lines.push(format!("players in columns: {}", rows.join(",\n                    ")));
    }
    lines.join("\n")
}

/// A call in words.
pub(super) fn call_in_words(procedure: StateProcedure, first: u8, columns: &[u8]) -> CasePicture {
    let name = procedure.name();
    let column = columns.last().copied().unwrap_or_default();
    let before = &columns[..columns.len().saturating_sub(1)];
    let shown = |columns: &[u8]| board(&played(first, columns).piece_position());
    let (words, columns) = match procedure {
        StateProcedure::Initialize => (format!("{name}() after a game\n"), columns),
        StateProcedure::Place => {
            let player = played(first, before).current_player();
            (format!("{name}({column}, {player}) with\n"), before)
        }
        StateProcedure::Update => {
            let newest = format!("the newest piece is in column {column}, with\n");
            (format!("{name}({column}), {newest}"), columns)
        }
        StateProcedure::Change => {
            let player = played(first, columns).current_player();
            return format!("{name}() with current_player = {player}").into();
        }
    };
    CasePicture::from(words).with_board(shown(columns))
}

/// After which answers something happened.
pub(super) fn after(answers: &[String], total: usize) -> String {
    let all: Vec<String> = answers.iter().map(|answer| quoted(answer)).collect();
    match all.len() {
        0 => "before the first answer".to_owned(),
        1 => format!("after the answer {}", all[0]),
        2..=ANSWERS_MAX => format!("after the answers {}", all.join(" ")),
        // Of a whole case "these" is clearer: the answers are listed next to it.
        count if count == total => format!("after these {count} answers"),
        count => format!("after the first {count} answers"),
    }
}

/// The next question, or the end of the game.
pub(super) fn next(game: &ConnectFourGame) -> String {
    match game.question() {
        Some(ConnectFourQuestion::FirstPlayer) => "asks who goes first".to_owned(),
        Some(ConnectFourQuestion::Column { player }) => {
            format!("asks player {player} for a column")
        }
        None => format!("ends: {}", end(game)),
    }
}

/// The end of a game, in words.
pub(super) fn end(game: &ConnectFourGame) -> String {
    match game.winner() {
        0 => "a draw".to_owned(),
        player => format!("player {player} wins"),
    }
}

/// The cells of a line, in words.
pub(super) fn line(line: &FourLine) -> String {
    let [(first, low), .., (last, high)] = line.cells;
    match line.direction() {
        LineDirection::Across => format!("in row {low}, columns {first} to {last}"),
        LineDirection::Upright => format!("in column {first}, rows {low} to {high}"),
        LineDirection::Rising | LineDirection::Falling => {
            format!("diagonally from column {first}, row {low}, to column {last}, row {high}")
        }
    }
}

fn quoted(answer: &str) -> String {
    if answer.is_empty() { "(an empty line)".to_owned() } else { answer.to_owned() }
}
