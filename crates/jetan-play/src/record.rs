//! A game as text: what was agreed, and every move. A saved game and a replay are the same file.

mod agreed;

use std::fmt;
use std::time::Duration;

use jetan_games::GameTitle;
use toml::{Table, Value};

use crate::game::PlayableGame;
use crate::settings::PlaySettings;

/// A whole game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRecord {
    /// The game whose moves these are.
    pub game: GameTitle,
    /// The settings it started with.
    pub settings: PlaySettings,
    /// Every move, in words of the game.
    pub moves: Vec<String>,
    /// Time played, for games that show it.
    pub elapsed: Duration,
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadRecord {
    /// Longer than any record.
    TooLong,
    /// A later version of Jetan wrote it.
    Newer(i64),
    /// It is not valid TOML, from this line on, for this reason.
    NotToml(usize, String),
    /// A field is missing or has a value that it cannot have, for this reason.
    Field(String, String),
}

/// Words of a record on one line.
const WORDS_PER_LINE: usize = 16;

impl PlayRecord {
    /// The version of the form that is written here; older ones can be read.
    pub const VERSION: i64 = 1;

    /// The longest text that is read.
    pub const TEXT_BYTES_MAX: usize = 1 << 20;

    /// The most moves of a record.
    pub const MOVES_MAX: usize = 100_000;

    /// The game so far.
    pub fn of(game: &dyn PlayableGame) -> PlayRecord {
        PlayRecord {
            game: game.name(),
            settings: game.settings().clone(),
            moves: game.moves().to_vec(),
            elapsed: game.elapsed(),
        }
    }

    /// Whether this is another game, some moves later.
    pub fn continues(&self, earlier: &PlayRecord) -> bool {
        // The puzzle is part of the settings, so two games of one seed with different puzzles do
        // not pass for one another.
        self.settings == earlier.settings && self.moves.starts_with(&earlier.moves)
    }

    /// Whether the text of this record could be read again.
    pub fn is_storable(&self) -> bool {
        // The puzzle counts twice because its line ends may be written as `\n`; 4,096 bytes are
        // more than all other fields together.
        let letters: usize = self.moves.iter().map(|word| word.len() + 1).sum();
        let puzzle = self.settings.puzzle.as_ref().map_or(0, String::len);
        self.moves.len() <= PlayRecord::MOVES_MAX
            && letters + 2 * puzzle + 4096 <= PlayRecord::TEXT_BYTES_MAX
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        let mut table = Table::new();
        table.insert("version".to_owned(), Value::Integer(PlayRecord::VERSION));
        table.insert("game".to_owned(), Value::String(self.game.typed().to_owned()));
        if !self.elapsed.is_zero() {
            // Saturates after 292 million years; `parse` refuses negative numbers only.
            let elapsed = i64::try_from(self.elapsed.as_millis()).unwrap_or(i64::MAX);
            table.insert("elapsed-ms".to_owned(), Value::Integer(elapsed));
        }
        let lines: Vec<String> =
            self.moves.chunks(WORDS_PER_LINE).map(|words| words.join(" ")).collect();
        // One string instead of an array: `split_whitespace` reads it back, and an editor shows 16
        // moves a line.
        table.insert("moves".to_owned(), Value::String(lines.join("\n")));
        table.insert("settings".to_owned(), Value::Table(agreed::write(&self.settings)));
        table.to_string()
    }

    /// Reads what [`PlayRecord::to_text`] wrote.
    pub fn parse(text: &str) -> Result<PlayRecord, BadRecord> {
        let mut table = parse_versioned(text)?;
        let game = match take(&mut table, "game") {
            Some(Value::String(typed)) => GameTitle::from_typed(&typed)
                .ok_or_else(|| bad("game", format!("`{typed}` is none of the five games")))?,
            _ => return Err(bad("game", "it must be the name of a game")),
        };
        let elapsed = match take(&mut table, "elapsed-ms") {
            None => Duration::ZERO,
            Some(Value::Integer(number)) if number >= 0 => Duration::from_millis(number as u64),
            Some(_) => return Err(bad("elapsed-ms", "it must be a number of milliseconds")),
        };
        let moves = match take(&mut table, "moves") {
            None => Vec::new(),
            Some(Value::String(words)) => words.split_whitespace().map(str::to_owned).collect(),
            Some(_) => return Err(bad("moves", "it must be a string of words")),
        };
        if moves.len() > PlayRecord::MOVES_MAX {
            let why = format!("{} are too many, {} at most", moves.len(), PlayRecord::MOVES_MAX);
            return Err(bad("moves", why));
        }
        let settings = match take(&mut table, "settings") {
            None => PlaySettings::default(),
            Some(Value::Table(table)) => agreed::read(table)?,
            Some(_) => return Err(bad("settings", "it must be a table")),
        };
        refuse_rest(&table, "")?;
        Ok(PlayRecord { game, settings, moves, elapsed })
    }
}

/// The table of a text that says which version of Jetan's form it has.
pub(crate) fn parse_versioned(text: &str) -> Result<Table, BadRecord> {
    // Before parsing: the parser would build the table of a text of any size first.
    if text.len() > PlayRecord::TEXT_BYTES_MAX {
        return Err(BadRecord::TooLong);
    }
    let mut table = text.parse::<Table>().map_err(|error| {
        let start = error.span().map_or(0, |span| span.start).min(text.len());
        let line = 1 + text.bytes().take(start).filter(|&byte| byte == b'\n').count();
        // Messages of the parser have several lines, the places where this one is shown have one.
        BadRecord::NotToml(line, error.message().replace('\n', " "))
    })?;
    match take(&mut table, "version") {
        Some(Value::Integer(PlayRecord::VERSION)) => Ok(table),
        Some(Value::Integer(version)) if version > PlayRecord::VERSION => {
            Err(BadRecord::Newer(version))
        }
        // Versions below 1 never existed, so there is nothing to convert.
        Some(_) => Err(bad("version", "there is no such version")),
        None => Err(bad("version", "it is missing")),
    }
}

/// Takes a field out of a table.
pub(crate) fn take(table: &mut Table, field: &str) -> Option<Value> {
    table.remove(field)
}

/// A field with a value that it cannot have.
pub(crate) fn bad(field: &str, why: impl Into<String>) -> BadRecord {
    BadRecord::Field(field.to_owned(), why.into())
}

/// A field that is left after all known ones were taken is a mistake.
fn refuse_rest(table: &Table, prefix: &str) -> Result<(), BadRecord> {
    match table.keys().next() {
        None => Ok(()),
        Some(field) => Err(bad(&format!("{prefix}{field}"), "there is no such field")),
    }
}

impl std::error::Error for BadRecord {}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRecord::TooLong => {
                write!(f, "it is longer than {} KiB", PlayRecord::TEXT_BYTES_MAX >> 10)
            }
            BadRecord::Newer(version) => {
                write!(f, "a later version of Jetan wrote it (form {version})")
            }
            BadRecord::NotToml(line, why) => write!(f, "line {line}: {why}"),
            BadRecord::Field(field, why) => write!(f, "field `{field}`: {why}"),
        }
    }
}
