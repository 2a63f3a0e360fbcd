//! A mistake in a pack, as data. How it is shown is the front end's.

use jetan_order::SharedSort;
use std::cell::RefCell;
use std::ops::Range;

/// More mistakes than this are not listed.
pub const ERRORS_MAX: usize = 100;

/// A mistake in a `pack.toml`, a `jetan.toml` or a `lesson.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    /// The code, which [`codes`](crate::codes) explains.
    pub code: &'static str,
    /// The fact, in lower case, without a full stop.
    pub message: String,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// The line, counted from 1.
    pub line: u32,
    /// The character in the line, counted from 1.
    pub column: u32,
    /// The text under the marked span; may be empty.
    pub label: String,
    /// Another place that belongs to it, with what is to be said about it.
    pub other: Option<(Range<usize>, String)>,
    /// Advice, a line each.
    pub help: Vec<String>,
}

impl PackError {
    /// A mistake of the bytes of a span.
    pub fn new(code: &'static str, span: &Range<usize>, message: impl Into<String>) -> PackError {
        PackError {
            code,
            message: message.into(),
            span: span.clone(),
            line: 0,
            column: 0,
            label: String::new(),
            other: None,
            help: Vec::new(),
        }
    }

    /// With a text under the marked span.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> PackError {
        self.label = label.into();
        self
    }

    pub(crate) fn other(mut self, span: &Range<usize>, label: impl Into<String>) -> PackError {
        self.other = Some((span.clone(), label.into()));
        self
    }

    /// With a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> PackError {
        self.help.push(help.into());
        self
    }
}

/// The mistakes found so far. Whoever reads a part of a pack adds to it.
#[derive(Debug, Default)]
pub struct PackErrors {
    // Several tables are read at once and share it.
    found: RefCell<Vec<PackError>>,
}

impl PackErrors {
    /// Adds a mistake.
    pub fn add(&self, error: PackError) {
        self.found.borrow_mut().push(error);
    }

    /// All mistakes in the order of the text, each with its place.
    pub fn placed(self, text: &str) -> Vec<PackError> {
        let mut errors = self.found.into_inner();
        errors.shared_sort_by_key(|error| error.span.start);
        // After sorting, so that the list ends with a place in the text and not with a kind of
        // mistake.
        errors.truncate(ERRORS_MAX);
        for error in &mut errors {
            (error.line, error.column) = place(text, error.span.start);
        }
        errors
    }
}

/// The line and the column of a byte, both counted from 1.
fn place(text: &str, offset: usize) -> (u32, u32) {
    // Clamped, so that no span can make the report of a mistake panic.
    let before = &text[..text.floor_char_boundary(offset.min(text.len()))];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let lines = before.bytes().filter(|&byte| byte == b'\n').count();
    (lines as u32 + 1, line.chars().count() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let text = "ab\né = 1\n";
        for (offset, expected) in [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (6, (2, 3)), (99, (3, 1))]
        {
            assert_eq!(place(text, offset), expected, "{offset}");
        }
    }
}
