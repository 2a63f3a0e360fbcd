//! Sudoku for the wire.

use jetan_games::sudoku::Grid;
use jetan_games::sudoku::logic::{Candidate, Effect, Hint, LinkKind, Role, Step};
use jetan_play::Play;
use jetan_play::sudoku::{Position, Sudoku, Turn, edits_of, values_in};
use serde_json::{Value, json};

use super::stones::Made;
use super::table::{Notice, Table};

/// Makes a turn.
pub(super) fn make(game: &mut Sudoku, word: &str) -> Made {
    game.apply(word).map_err(|bad| bad.why.to_owned())?;
    let is_stuck = game
        .attempt()
        .is_some_and(|attempt| attempt.position().grid.is_full() && !attempt.is_over());
    let text = "the grid is full, but digits clash".to_owned();
    Ok((None, is_stuck.then_some(Notice { text, is_warning: true })))
}

/// What a player who asks for help is told; none if there is no puzzle yet.
pub(super) fn hint(game: &Sudoku) -> Option<Result<Value, &'static str>> {
    let position = game.attempt()?.position();
    Some(match game.hint()? {
        Ok(hint) => Ok(hint_wire(&hint, position)),
        Err(_) => Err("this puzzle is too open for a hint"),
    })
}

/// Whether a hint is more than something that is said: then it counts as help.
pub(super) fn is_help(hint: &Value) -> bool {
    hint.get("move").is_some()
}

fn hint_wire(hint: &Hint, position: &Position) -> Value {
    let mut wire = match hint {
        Hint::Step(step) => step_wire(step),
        Hint::WrongValue { wrong: at, .. } | Hint::WrongMarks { missing: at, .. } => json!({
            "title": "A mistake", "text": hint.to_string(), "focus": at.cell, "houses": [],
            "cells": [{"cell": at.cell, "role": "target"}], "candidates": [], "links": [],
        }),
        _ => json!({
            "title": "", "text": hint.to_string(), "houses": [], "cells": [], "candidates": [],
            "links": [],
        }),
    };
    let edits = edits_of(hint, position);
    if !edits.is_empty() {
        wire["move"] = Value::from(Turn::Edits(edits).to_word(position.size()));
    }
    wire
}

fn step_wire(step: &Step) -> Value {
    let is_placed = matches!(step.effect, Effect::Place(_));
    let told = step.explain();
    let title = step.technique.name();
    let text = told.strip_prefix(&format!("{title}: ")).unwrap_or(&told);
    let marks = step.marks();
    let mut cells: Vec<(usize, bool)> = Vec::new();
    for mark in &marks {
        let is_target = mark.role == Role::Target;
        match cells.iter_mut().find(|(cell, _)| *cell == mark.candidate.cell) {
            Some((_, was_target)) => *was_target |= is_target,
            None => cells.push((mark.candidate.cell, is_target)),
        }
    }
    let cells: Vec<Value> = cells
        .into_iter()
        .map(|(cell, is_target)| {
            json!({"cell": cell, "role": if is_target { "target" } else { "reason" }})
        })
        .collect();
    let candidates: Vec<Value> = marks
        .iter()
        .map(|mark| {
            let mut wire = candidate(mark.candidate);
            wire["role"] = Value::from(role(mark.role));
            if mark.role == Role::Target {
                wire["effect"] = Value::from(if is_placed { "place" } else { "remove" });
            }
            wire
        })
        .collect();
    let links: Vec<Value> = step
        .links
        .iter()
        .map(|link| {
            json!({
                "from": candidate(link.from), "to": candidate(link.to),
                "isStrong": link.kind == LinkKind::Strong,
            })
        })
        .collect();
    let houses: Vec<Value> =
        step.houses.iter().map(|house| json!(house.cells(step.size))).collect();
    let mut wire = json!({
        "title": title, "text": text, "houses": houses, "cells": cells, "candidates": candidates,
        "links": links,
    });
    if let Some(target) = step.targets().first() {
        wire["focus"] = Value::from(target.cell);
    }
    wire
}

fn candidate(candidate: Candidate) -> Value {
    json!({"cell": candidate.cell, "value": candidate.value})
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Pattern => "pattern",
        Role::Opposite => "opposite",
        Role::Link => "link",
        Role::Fin => "fin",
        Role::Target => "target",
    }
}

/// The word that fills the grid, if a solution is found.
pub(super) fn solve(game: &Sudoku) -> Option<String> {
    let solution: Grid = game.solution()?;
    Some(Turn::Solve(solution).to_word(game.size()))
}

/// What only this game has.
pub(super) fn describe(game: &Sudoku, table: &Table, wire: &mut Value) {
    let size = game.size();
    wire["legal"] = json!([]);
    wire["elapsedMs"] = Value::from(game.elapsed().as_millis() as u64);
    let Some(attempt) = game.attempt() else {
        let cells = vec![0; size.cells()];
        let notes: Vec<Vec<u8>> = vec![Vec::new(); size.cells()];
        wire["board"] = json!({
            "side": size.side(), "box": size.box_side(), "cells": cells, "clues": [],
            "notes": notes, "clashes": [],
        });
        return;
    };
    let position = attempt.position();
    let all = || 0..size.cells();
    let notes: Vec<Vec<u8>> =
        position.notes.iter().map(|notes| values_in(*notes).collect()).collect();
    let mut board = json!({
        "side": size.side(), "box": size.box_side(), "cells": position.grid.cells(),
        "clues": all().filter(|cell| attempt.is_clue(*cell)).collect::<Vec<usize>>(),
        "notes": notes,
        "clashes": all().filter(|cell| position.is_clashing(*cell)).collect::<Vec<usize>>(),
    });
    if let Some(rating) = game.rating() {
        board["difficulty"] = Value::from(rating.difficulty().name());
        board["rating"] = Value::from(rating.to_string());
    }
    wire["board"] = board;
    if let Some(mistakes) = &table.known.mistakes {
        wire["mistakes"] = json!(mistakes);
    }
}

/// What can be asked for now.
pub(super) fn can(game: &Sudoku) -> Vec<&'static str> {
    let Some(attempt) = game.attempt().filter(|attempt| !attempt.is_over()) else {
        return Vec::new();
    };
    let mut can = Vec::new();
    if attempt.can_undo() {
        can.push("undo");
    }
    if attempt.can_redo() {
        can.push("redo");
    }
    can.extend(["hint", "mistakes", "solve"]);
    can
}
