//! The keys that games of stones have in common.

use crate::game::{Key, KeyRow};

pub(crate) const LEFT: KeyRow = KeyRow {
    shown: "Left a h",
    keys: &[Key::Left, Key::Char('a'), Key::Char('h')],
    action: "move to the left",
};
pub(crate) const RIGHT: KeyRow = KeyRow {
    shown: "Right d l",
    keys: &[Key::Right, Key::Char('d'), Key::Char('l')],
    action: "move to the right",
};
pub(crate) const DROP: KeyRow = KeyRow {
    shown: "Enter Space Down s j",
    keys: &[Key::Enter, Key::Char(' '), Key::Down, Key::Char('s'), Key::Char('j')],
    action: "drop here; so does a click",
};
pub(crate) const HINT: KeyRow = KeyRow { shown: "i", keys: &[Key::Char('i')], action: "hint" };
pub(crate) const ANALYSIS: KeyRow =
    KeyRow { shown: "c", keys: &[Key::Char('c')], action: "scores of the columns, on and off" };
