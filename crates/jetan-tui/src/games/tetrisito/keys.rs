//! The keys of Tetrisito.

use crate::game::{Key, KeyRow};

/// The command that a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TetrisitoCommand {
    /// Chooses a piece, counted from 0.
    Choose(usize),
    NextPiece,
    PreviousPiece,
    Left,
    Right,
    Drop,
    Undo,
    Hint,
    Solve,
    Restart,
}

/// The command of a key.
pub(super) fn command(key: Key) -> Option<TetrisitoCommand> {
    Some(match key {
        Key::Left | Key::Char('a' | 'h') => TetrisitoCommand::Left,
        Key::Right | Key::Char('d' | 'l') => TetrisitoCommand::Right,
        Key::Down | Key::Enter | Key::Char(' ' | 's' | 'j') => TetrisitoCommand::Drop,
        Key::Tab | Key::Up | Key::Char(']' | 'w' | 'k') => TetrisitoCommand::NextPiece,
        Key::BackTab | Key::Char('[') => TetrisitoCommand::PreviousPiece,
        Key::Char(digit @ '1'..='9') => TetrisitoCommand::Choose(digit as usize - '1' as usize),
        Key::Char('u') | Key::Backspace => TetrisitoCommand::Undo,
        Key::Char('i') => TetrisitoCommand::Hint,
        Key::Char('v') => TetrisitoCommand::Solve,
        Key::Char('r') => TetrisitoCommand::Restart,
        _ => return None,
    })
}

const fn row(shown: &'static str, keys: &'static [Key], action: &'static str) -> KeyRow {
    KeyRow { shown, keys, action }
}

use Key::{BackTab, Backspace, Char, Down, Enter, Left, Right, Tab, Up};

/// The table of all keys.
pub(super) static ROWS: [KeyRow; 10] = [
    row("Left a h", &[Left, Char('a'), Char('h')], "left"),
    row("Right d l", &[Right, Char('d'), Char('l')], "right"),
    row("Down s j Space Enter", &[Down, Char('s'), Char('j'), Char(' '), Enter], "drop"),
    row("Tab ] Up w k", &[Tab, Char(']'), Up, Char('w'), Char('k')], "next piece"),
    row("Shift-Tab [", &[BackTab, Char('[')], "previous piece"),
    row(
        "1-9",
        &[
            Char('1'),
            Char('2'),
            Char('3'),
            Char('4'),
            Char('5'),
            Char('6'),
            Char('7'),
            Char('8'),
            Char('9'),
        ],
        "choose a piece",
    ),
    row("u Backspace", &[Char('u'), Backspace], "take back"),
    row("i", &[Char('i')], "hint"),
    row("v", &[Char('v')], "watch a plan (press twice)"),
    row("r", &[Char('r')], "start again"),
];

/// The most useful keys.
pub(super) static SHORT: [(&str, &str); 5] =
    [("< >", "move"), ("Down", "drop"), ("Tab", "next piece"), ("i", "hint"), ("u", "take back")];
