//! Settings as a table of TOML: what differs from the default is written, the rest left out.

use jetan_games::connect4::OpponentLevel;
use jetan_games::sudoku::GridSize;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule};
use jetan_games::twenty48::{SpawnRule, TARGETS};
use toml::{Table, Value};

use super::{BadRecord, bad, refuse_rest, take};
use crate::settings::{PlaySettings, StartingPlayer};

const FIRSTS: [(StartingPlayer, &str); 3] =
    [(StartingPlayer::One, "1"), (StartingPlayer::Two, "2"), (StartingPlayer::Random, "random")];
const ORDERS: [(DropOrder, &str); 2] = [(DropOrder::Any, "any"), (DropOrder::Given, "given")];
const USAGES: [(PieceRule, &str); 3] =
    [(PieceRule::Some, "some"), (PieceRule::All, "all"), (PieceRule::Prefix, "prefix")];

/// The table of some settings.
pub(super) fn write(settings: &PlaySettings) -> Table {
    let mut table = Table::new();
    let usual = PlaySettings::default();
    let mut put = |field: &str, value: Value| drop(table.insert(field.to_owned(), value));
    // TOML's integers are signed, seeds are not.
    let seed = i64::try_from(settings.seed).map(Value::Integer);
    put("seed", seed.unwrap_or_else(|_| text(&settings.seed.to_string())));
    // Written even if it is what the default leads to: `None` lets Connect Four ask who starts,
    // `Some(One)` does not.
    if let Some(first) = settings.first {
        put("first", text(name_of(&FIRSTS, first)));
    }
    if settings.trials != usual.trials {
        put("trials", Value::Integer(settings.trials.into()));
    }
    if let Some(level) = settings.level {
        put("level", text(level.name()));
    }
    if settings.undo {
        put("undo", Value::Boolean(true));
    }
    if let Some(target) = settings.target {
        put("target", Value::Integer(target.into()));
    }
    if settings.spawn != usual.spawn {
        put("fours-percent", Value::Integer(settings.fours_percent().into()));
    }
    if settings.size != usual.size {
        put("size", Value::Integer(settings.size.side() as i64));
    }
    if let Some(difficulty) = settings.difficulty {
        put("difficulty", text(difficulty.name()));
    }
    if let Some(puzzle) = &settings.puzzle {
        put("puzzle", text(puzzle));
    }
    write_rules(settings.rules, &mut put);
    table
}

fn write_rules(rules: DropRules, put: &mut impl FnMut(&str, Value)) {
    let usual = DropRules::default();
    if rules.order != usual.order {
        put("order", text(name_of(&ORDERS, rules.order)));
    }
    if rules.usage != usual.usage {
        put("use", text(name_of(&USAGES, rules.usage)));
    }
    if rules.clears_lines {
        put("clear-lines", Value::Boolean(true));
    }
}

/// Reads what [`write`] wrote.
pub(super) fn read(mut table: Table) -> Result<PlaySettings, BadRecord> {
    let fields = &mut table;
    let usual = PlaySettings::default();
    let settings = PlaySettings {
        seed: seed(fields)?,
        first: one_of(fields, "first", &FIRSTS)?,
        trials: number(fields, "trials", 0, u8::MAX.into())?.map_or(usual.trials, |n| n as u8),
        level: word(fields, "level")?
            .map(|name| named("level", &name, OpponentLevel::from_name))
            .transpose()?,
        undo: flag(fields, "undo")?,
        target: number(fields, "target", *TARGETS.start(), *TARGETS.end())?,
        // `number` has bounded the percentage, so making a `SpawnRule` of it cannot fail.
        spawn: number(fields, "fours-percent", 0, 100)?
            .and_then(SpawnRule::with_percent_of_fours)
            .unwrap_or(usual.spawn),
        size: size(fields)?.unwrap_or(usual.size),
        difficulty: word(fields, "difficulty")?
            .map(|name| named("difficulty", &name, Difficulty::from_name))
            .transpose()?,
        puzzle: word(fields, "puzzle")?,
        rules: DropRules {
            order: one_of(fields, "order", &ORDERS)?.unwrap_or_default(),
            usage: one_of(fields, "use", &USAGES)?.unwrap_or_default(),
            clears_lines: flag(fields, "clear-lines")?,
        },
    };
    refuse_rest(&table, "settings.")?;
    Ok(settings)
}

fn text(value: &str) -> Value {
    Value::String(value.to_owned())
}

/// The word for a value of a table that has them all.
fn name_of<T: PartialEq + Copy>(names: &[(T, &'static str)], value: T) -> &'static str {
    // Every variant is in its table; one that is not would be written as an empty word, which
    // `read` refuses.
    names.iter().find(|(known, _)| *known == value).map_or("", |(_, name)| name)
}

fn wrong(field: &str, why: impl Into<String>) -> BadRecord {
    bad(&format!("settings.{field}"), why)
}

fn seed(table: &mut Table) -> Result<u64, BadRecord> {
    let seed = match take(table, "seed") {
        None => Some(0),
        Some(Value::Integer(number)) => u64::try_from(number).ok(),
        // Seeds above `i64::MAX` are written as strings by `write`.
        Some(Value::String(digits)) => digits.parse().ok(),
        Some(_) => None,
    };
    seed.ok_or_else(|| wrong("seed", "it must be a number of 64 bits"))
}

fn number(table: &mut Table, field: &str, min: u32, max: u32) -> Result<Option<u32>, BadRecord> {
    match take(table, field) {
        None => Ok(None),
        Some(Value::Integer(number)) if (i64::from(min)..=i64::from(max)).contains(&number) => {
            Ok(Some(number as u32))
        }
        Some(_) => Err(wrong(field, format!("it must be a number from {min} to {max}"))),
    }
}

fn size(table: &mut Table) -> Result<Option<GridSize>, BadRecord> {
    let Some(side) = number(table, "size", 4, 16)? else { return Ok(None) };
    let found = GridSize::ALL.into_iter().find(|size| size.side() == side as usize);
    found.map(Some).ok_or_else(|| wrong("size", "it must be 4, 9 or 16"))
}

fn flag(table: &mut Table, field: &str) -> Result<bool, BadRecord> {
    match take(table, field) {
        None => Ok(false),
        Some(Value::Boolean(value)) => Ok(value),
        Some(_) => Err(wrong(field, "it must be true or false")),
    }
}

fn word(table: &mut Table, field: &str) -> Result<Option<String>, BadRecord> {
    match take(table, field) {
        None => Ok(None),
        Some(Value::String(word)) => Ok(Some(word)),
        Some(_) => Err(wrong(field, "it must be a string")),
    }
}

fn one_of<T: Copy>(
    table: &mut Table,
    field: &str,
    names: &[(T, &str)],
) -> Result<Option<T>, BadRecord> {
    let Some(typed) = word(table, field)? else { return Ok(None) };
    let find = |typed: &str| names.iter().find(|(_, name)| *name == typed).map(|(value, _)| *value);
    named(field, &typed, find).map(Some)
}

fn named<T>(
    field: &str,
    typed: &str,
    find: impl FnOnce(&str) -> Option<T>,
) -> Result<T, BadRecord> {
    find(typed).ok_or_else(|| wrong(field, format!("`{typed}` is none of its words")))
}
