//! Places as the wire has them: lines from 0, columns in UTF-16 units from 0.

use jetan_asm::{FileId, SourceSet, Span};
use jetan_ide::position::{self, Position as Place};
use serde_json::{Value, json};

/// Line and column.
pub(crate) type Position = (u32, u32);

fn wire(sources: &SourceSet, file: FileId, offset: u32) -> Position {
    let Place { line, column } = position::position(sources.file(file), offset);
    (line, column)
}

/// The byte at a position; positions behind the end of a line or the text are their ends.
pub(crate) fn offset(sources: &SourceSet, file: FileId, (line, column): Position) -> u32 {
    position::offset(sources.file(file), Place { line, column })
}

/// A span without its file.
pub(crate) fn span(sources: &SourceSet, span: Span) -> Value {
    let Span { file, start, end } = span;
    json!({"from": wire(sources, file, start), "to": wire(sources, file, end)})
}

/// A span with the path of its file.
pub(crate) fn place(sources: &SourceSet, span: Span) -> Value {
    json!({"path": sources.file(span.file).name(), "span": self::span(sources, span)})
}
