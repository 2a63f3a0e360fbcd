//! Key scripts: what is typed into a run, and when.
//!
//! Statements end at `;` or at the end of a line, and `#` starts a comment:
//! `w`, `'hello'`, `Enter`, `wait 1000` (instructions), `wait 50ms` (the run's clock),
//! `wait frame`, `wait poll`, `repeat 3 { … }`, `pad 7` and `pad up` (the lab's keypad).
//! [`parse()`] makes a [`KeyScript`] of a text, a [`ScriptPlayer`] performs it.

mod parse;
mod player;

use std::fmt::{self, Display, Formatter};

pub use parse::parse;
pub use player::{RunProgress, ScriptAction, ScriptPlayer};

/// The keys that have names, and the characters they type.
///
/// MARS's keyboard passes on characters, and arrow keys have none there. Course games are steered
/// by w, a, s and d, so that is what the arrows type.
pub const NAMED_KEYS: &[(&str, u8)] = &[
    ("Enter", b'\n'),
    ("Return", b'\n'),
    ("Esc", 27),
    ("Escape", 27),
    ("Space", b' '),
    ("Tab", b'\t'),
    ("Backspace", 8),
    ("Delete", 127),
    ("Up", b'w'),
    ("Left", b'a'),
    ("Down", b's'),
    ("Right", b'd'),
];

/// The bytes of a script's text; nobody writes more by hand.
pub const TEXT_BYTES_MAX: usize = 1 << 20;
/// The most repetitions of a block, and the most steps (keys, waits) of a script in all.
pub const STEPS_MAX: u64 = 1_000_000_000;
/// The deepest nesting of `repeat` in `repeat`.
pub const NESTING_MAX: usize = 16;
/// The longest wait, in instructions or milliseconds.
pub const WAIT_MAX: u64 = 1_000_000_000_000_000;

/// A script that can be played. It is as long as its text: repetitions are not written out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyScript {
    steps: Vec<ScriptStep>,
    /// The bytes of the `Type` steps, one after the other.
    typed: Vec<u8>,
}

/// A statement, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ScriptStep {
    line: u32,
    kind: ScriptStepKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScriptStepKind {
    /// The keys are `typed[start..end]`, at least one.
    Type {
        start: u32,
        end: u32,
    },
    Pad(Option<u8>),
    WaitCount(u64),
    WaitMs(u64),
    WaitFrame,
    WaitPoll,
    /// The steps from the next one up to `end` are to be done `count` times. There is at least one
    /// other than `Repeat` in them, and `count` is at least 1.
    Repeat {
        count: u32,
        end: u32,
    },
}

/// A mistake in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The line of the script, from 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// The mistake in a few words, lower case, without a full stop.
    pub message: String,
    /// The correct form, where that can be said.
    pub help: Option<String>,
}

impl Display for ScriptError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// The character that a key with a name types; names are the same in upper and lower case.
pub fn named_key(name: &str) -> Option<u8> {
    NAMED_KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, key)| key)
}

#[cfg(test)]
mod tests;
