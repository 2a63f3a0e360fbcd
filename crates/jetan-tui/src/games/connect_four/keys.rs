//! The keys of Connect Four.

use crate::game::{Key, KeyRow};
use crate::games::stones::keys::{ANALYSIS, DROP, HINT, LEFT, RIGHT};

const COLUMNS: KeyRow = KeyRow {
    shown: "0-6",
    keys: &[
        Key::Char('0'),
        Key::Char('1'),
        Key::Char('2'),
        Key::Char('3'),
        Key::Char('4'),
        Key::Char('5'),
        Key::Char('6'),
    ],
    action: "drop into that column (1 or 2 say who goes first)",
};
const UNDO: KeyRow = KeyRow { shown: "u", keys: &[Key::Char('u')], action: "take a move back" };

pub(super) const WITHOUT_UNDO: &[KeyRow] = &[COLUMNS, LEFT, RIGHT, DROP, HINT, ANALYSIS];
pub(super) const WITH_UNDO: &[KeyRow] = &[COLUMNS, LEFT, RIGHT, DROP, HINT, ANALYSIS, UNDO];

/// The keys shown beside the board where there is room.
pub(super) const SHORT: &[(&str, &str)] =
    &[("0-6", "drop there"), ("< >", "move"), ("Enter", "drop"), ("i", "hint"), ("c", "scores")];
/// The keys shown there when moves can be taken back.
pub(super) const SHORT_WITH_UNDO: &[(&str, &str)] = &[
    ("0-6", "drop there"),
    ("< >", "move"),
    ("Enter", "drop"),
    ("i", "hint"),
    ("c", "scores"),
    ("u", "take back"),
];
