//! The two games with falling stones for the wire.

use jetan_games::connect4::four_in_a_row::{Event, Seat, Violation};
use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{Bounds, Column, Outcome, Position};
use jetan_play::Play;
use jetan_play::stones::{
    Asked, COMPUTER, ConnectFour, Ending, FourInARow, Spot, Stones, Turn, cells_in_line,
    hint_words, spots,
};
use jetan_play::words::counted;
use serde_json::{Value, json};

use super::table::{Notice, Table};

/// What a move has brought: how it moves, and what is to be said about it; or why it cannot be.
pub(super) type Made = Result<(Option<Value>, Option<Notice>), String>;

/// A cell of the wire.
pub(super) fn cell((column, row): Spot) -> usize {
    (ROWS - 1 - row) * COLUMNS + column.index()
}

/// Makes a move of Connect Four.
pub(super) fn connect_four(game: &mut ConnectFour, word: &str) -> Made {
    let before = players(game);
    let is_column = matches!(game.asked(), Asked::Column(_));
    let column = word.parse().ok().and_then(Column::from_index);
    let why = match column {
        Some(column) if is_column && !game.position().can_play(column) => {
            Some(format!("column {} is full: choose another", column.index()))
        }
        None if is_column && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some("there is no such column: choose from 0 to 6".to_owned())
        }
        _ => None,
    };
    game.apply(word).map_err(|bad| why.unwrap_or_else(|| bad.why.to_owned()))?;
    Ok((motion(&before, game), None))
}

/// Makes a move of Four in a Row.
pub(super) fn four_in_a_row(game: &mut FourInARow, word: &str) -> Made {
    let before = players(game);
    let events = game.apply_events(word).map_err(|bad| bad.why.to_owned())?;
    let violated = events.into_iter().find_map(|event| match event {
        Event::Violated { violation, trials_left, .. } => {
            let what = match violation {
                Violation::NotAColumn => format!("{word} is no column"),
                Violation::ColumnFull => format!("column {word} is full"),
            };
            let left = counted(trials_left.into(), "trial");
            Some(Notice { text: format!("{what}: {left} left"), is_warning: true })
        }
        _ => None,
    });
    Ok((motion(&before, game), violated))
}

/// The player of every cell, in the order of the wire.
pub(super) fn players(game: &dyn Stones) -> Vec<u8> {
    let mut cells = vec![0; COLUMNS * ROWS];
    for spot in spots() {
        cells[cell(spot)] = game.player_at(spot);
    }
    cells
}

/// Stones that are new or gone.
fn motion(before: &[u8], game: &dyn Stones) -> Option<Value> {
    let after = players(game);
    let pairs = || before.iter().zip(&after).enumerate();
    let fallen: Vec<Value> = pairs()
        .filter(|(_, (before, after))| **before == 0 && **after != 0)
        .map(|(cell, (_, player))| json!({"cell": cell, "player": player}))
        .collect();
    let taken: Vec<usize> = pairs()
        .filter(|(_, (before, after))| **before != 0 && **after == 0)
        .map(|(cell, _)| cell)
        .collect();
    let is_seen = !fallen.is_empty() || !taken.is_empty();
    is_seen.then(|| json!({"fallen": fallen, "taken": taken}))
}

/// A hint for the wire.
pub(super) fn hint<S: Stones>(game: &S, column: Column, bounds: Bounds) -> Value {
    let digit = char::from(S::digit(column));
    let label = digit.to_digit(10).unwrap_or(0) as usize;
    let words = hint_words(bounds.exact(), label, game.position().plies());
    let text = words.strip_prefix("hint: ").unwrap_or(&words);
    json!({"move": digit.to_string(), "column": column.index(), "text": text})
}

/// What both games have.
pub(super) fn describe<S: Stones>(game: &S, table: &Table, wire: &mut Value) {
    let position = game.position();
    let line: Vec<usize> = cells_in_line(&position).into_iter().map(cell).collect();
    wire["board"] = json!({"columns": COLUMNS, "rows": ROWS, "cells": players(game), "line": line});
    if let Some(newest) = game.newest() {
        wire["board"]["newest"] = Value::from(cell(newest));
    }
    let legal: Vec<String> = match game.asked() {
        Asked::Choice => vec!["1".to_owned(), "2".to_owned()],
        Asked::Column(_) => {
            let open = Column::ALL.into_iter().filter(|column| position.can_play(*column));
            open.map(|column| char::from(S::digit(column)).to_string()).collect()
        }
        Asked::Undo => vec!["y".to_owned(), "n".to_owned()],
        Asked::Nothing => Vec::new(),
    };
    wire["legal"] = Value::from(legal);
    if table.is_analysing && game.turn() == Turn::Person {
        wire["analysis"] = analysis(game, table, &position);
    }
}

/// What Connect Four asks and who plays it.
pub(super) fn describe_connect_four(game: &ConnectFour, wire: &mut Value) {
    let answers =
        [1, 2].map(|player| json!({"move": player.to_string(), "title": game.name_of(player)}));
    let choice = json!({"what": "first", "text": "who goes first?", "answers": answers});
    describe_asked(game, choice, "a column from 0 to 6", wire);
    let players = [1, 2].map(|player| {
        let mut wire = player_wire(game, player);
        wire["sign"] = Value::from(if player == 1 { "red" } else { "yellow" });
        wire
    });
    wire["players"] = json!(players);
}

/// What Four in a Row asks and who plays it.
pub(super) fn describe_four_in_a_row(game: &FourInARow, wire: &mut Value) {
    let answers = json!([{"move": "1", "title": "O"}, {"move": "2", "title": "X"}]);
    let text = "player 1: which token?";
    let choice = json!({"what": "token", "player": 1, "text": text, "answers": answers});
    describe_asked(game, choice, "a column from 1 to 7", wire);
    let rules = game.rules();
    let players = [Seat::One, Seat::Two].map(|seat| {
        let mut wire = player_wire(game, seat.number());
        wire["sign"] = Value::from(char::from(rules.token(seat).byte()).to_string());
        wire["trials"] = Value::from(rules.trials_left(seat));
        wire["undos"] = Value::from(rules.undos_left(seat));
        wire
    });
    wire["players"] = json!(players);
}

fn player_wire<S: Stones>(game: &S, player: u8) -> Value {
    json!({
        "player": player, "name": game.name_of(player), "stones": game.stones_of(player),
        "isComputer": player == COMPUTER && game.settings().level.is_some(),
    })
}

fn describe_asked<S: Stones>(game: &S, choice: Value, columns: &str, wire: &mut Value) {
    let has_computer = game.settings().level.is_some();
    wire["asks"] = match game.asked() {
        Asked::Nothing => return,
        Asked::Choice => choice,
        Asked::Column(player) => {
            let answers = Column::ALL.map(|column| {
                let digit = char::from(S::digit(column)).to_string();
                json!({"move": digit, "title": format!("column {digit}")})
            });
            let text = match (game.turn(), has_computer) {
                (Turn::Computer(_), _) => "the computer is thinking".to_owned(),
                (_, true) => format!("your turn: {columns}"),
                (_, false) => format!("player {player}: {columns}"),
            };
            json!({"what": "column", "player": player, "text": text, "answers": answers})
        }
        Asked::Undo => {
            let answers = [("y", "take it back"), ("n", "keep it")];
            let answers = answers.map(|(word, title)| json!({"move": word, "title": title}));
            let player = game.newest().map_or(0, |spot| game.player_at(spot));
            let text = "take it back?";
            json!({"what": "undo", "player": player, "text": text, "answers": answers})
        }
    };
}

fn analysis<S: Stones>(game: &S, table: &Table, position: &Position) -> Value {
    let known = table.mind.columns(position);
    let best = known.as_ref().map(|(analysis, _)| analysis.best()).unwrap_or_default();
    let is_exact = known.as_ref().is_some_and(|(analysis, _)| analysis.scores().is_some());
    let columns = Column::ALL.map(|column| {
        let bounds = known.as_ref().and_then(|(analysis, _)| analysis.columns[column.index()]);
        let mut wire =
            json!({"column": column.index(), "isBest": is_exact && best.contains(&column)});
        let outcome = bounds.and_then(Bounds::exact).map(|score| score.outcome(position.plies()));
        let (text, words, prospect) = match outcome {
            _ if !position.can_play(column) => (String::new(), "full".to_owned(), None),
            None => ("?".to_owned(), "not known yet".to_owned(), None),
            Some(Outcome::Draw) => ("=".to_owned(), "draw".to_owned(), Some(("draw", 0))),
            Some(Outcome::Win(moves)) => {
                let words = format!("wins in {}", counted(moves.into(), "move"));
                (format!("+{moves}"), words, Some(("win", moves)))
            }
            Some(Outcome::Loss(moves)) => {
                let words = format!("loses in {}", counted(moves.into(), "move"));
                (format!("-{moves}"), words, Some(("loss", moves)))
            }
        };
        wire["text"] = Value::from(text);
        wire["words"] = Value::from(words);
        if let Some((outcome, moves)) = prospect {
            wire["outcome"] = Value::from(outcome);
            wire["in"] = Value::from(moves);
        }
        wire
    });
    let line = table.known.line.as_ref().filter(|(of, _)| of == position);
    let steps = line.map(|(_, line)| line_wire(game, *position, &line.moves)).unwrap_or_default();
    let is_final = known.is_some_and(|(_, is_final)| is_final) && line.is_some();
    json!({"columns": columns, "line": steps, "isFinal": is_final})
}

/// How a game goes on: where each stone would lie, and whose it would be.
fn line_wire<S: Stones>(game: &S, mut position: Position, moves: &[Column]) -> Vec<Value> {
    let Asked::Column(mut player) = game.asked() else { return Vec::new() };
    let mut steps = Vec::new();
    for &column in moves {
        let spot = (column, position.height(column));
        let Some(after) = position.play(column) else { break };
        steps.push(json!({"column": column.index(), "cell": cell(spot), "player": player}));
        (position, player) = (after, 3 - player);
    }
    steps
}

/// What can be asked for now.
pub(super) fn can<S: Stones>(game: &S, can_undo: bool) -> Vec<&'static str> {
    let mut can = Vec::new();
    let is_persons = game.turn() == Turn::Person;
    let is_over = game.asked() == Asked::Nothing;
    let level = game.settings().level;
    for (is_possible, action) in [
        (can_undo, "undo"),
        (is_persons, "hint"),
        (!is_over, "analyse"),
        (!is_over && level.is_some(), "level"),
    ] {
        if is_possible {
            can.push(action);
        }
    }
    can
}

/// Whether the person has won, against the computer.
pub(super) fn is_won<S: Stones>(game: &S) -> Option<bool> {
    game.settings().level?;
    Some(matches!(game.ending(), Some(Ending::Won { player: 1, .. })))
}
