//! The keys of Four in a Row.

use crate::game::{Key, KeyRow};
use crate::games::stones::keys::{ANALYSIS, DROP, HINT, LEFT, RIGHT};

pub(super) const ROWS: &[KeyRow] = &[
    KeyRow {
        shown: "1-7",
        keys: &[
            Key::Char('1'),
            Key::Char('2'),
            Key::Char('3'),
            Key::Char('4'),
            Key::Char('5'),
            Key::Char('6'),
            Key::Char('7'),
        ],
        action: "drop there, keeping the last; at first 1 is O, 2 is X",
    },
    KeyRow {
        shown: "0 8 9",
        keys: &[Key::Char('0'), Key::Char('8'), Key::Char('9')],
        action: "no columns: cost a trial, as a full column does",
    },
    LEFT,
    RIGHT,
    DROP,
    KeyRow {
        shown: "y Y",
        keys: &[Key::Char('y'), Key::Char('Y')],
        action: "take the move back when asked; any other key keeps it",
    },
    HINT,
    ANALYSIS,
];

/// The keys shown beside the board where there is room.
pub(super) const SHORT: &[(&str, &str)] =
    &[("1-7", "drop there"), ("< >", "move"), ("Enter", "drop"), ("i", "hint"), ("c", "scores")];
