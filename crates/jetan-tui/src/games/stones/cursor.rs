//! The keys of a cursor that moves along the columns.

use jetan_games::connect4::Column;

use crate::game::Key;

/// A key of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CursorStep {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// Drop a stone here.
    Drop,
}

/// The move of the cursor that a key asks for, if any.
pub(crate) fn step_of(key: Key) -> Option<CursorStep> {
    match key {
        Key::Left | Key::Char('a' | 'h') => Some(CursorStep::Left),
        Key::Right | Key::Char('d' | 'l') => Some(CursorStep::Right),
        Key::Down | Key::Enter | Key::Char(' ' | 's' | 'j') => Some(CursorStep::Drop),
        _ => None,
    }
}

/// The column beside this one; at the edge, this one.
pub(crate) fn beside(column: Column, step: CursorStep) -> Column {
    let index = match step {
        CursorStep::Left => column.index().saturating_sub(1),
        CursorStep::Right => column.index() + 1,
        CursorStep::Drop => column.index(),
    };
    Column::from_index(index).unwrap_or(column)
}

/// Whether the application has a meaning for the key, so that games leave it alone.
pub(crate) fn is_of_the_application(key: Key) -> bool {
    matches!(key, Key::Char('q' | '?' | 'S' | 'N' | 'B'))
}
