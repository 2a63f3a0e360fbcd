//! Places as the wire has them: lines from 0, columns in UTF-16 units from 0.

use jetan_asm::{FileId, SourceSet, Span};
use jetan_ide::position::{self, EditorPosition as Place};
use jetan_wire::{FileEdit, LabelledSpan, SourceSpan, TextPosition};

fn wire(sources: &SourceSet, file: FileId, offset: u32) -> TextPosition {
    let Place { line, column } = position::position(sources.file(file), offset);
    TextPosition(line, column)
}

/// The byte at a position; positions past the end of a line or the text are their ends.
pub(crate) fn offset(sources: &SourceSet, file: FileId, position: TextPosition) -> u32 {
    // Clamped and not refused: a client may speak of a line that an edit on its way here has just
    // removed.
    position::offset(sources.file(file), place_of(position))
}

/// A position as `jetan-ide` has it.
pub(crate) fn place_of(position: TextPosition) -> Place {
    let TextPosition(line, column) = position;
    Place { line, column }
}

/// A span without its file.
pub(crate) fn span(sources: &SourceSet, span: Span) -> jetan_wire::Span {
    let Span { file, start, end } = span;
    jetan_wire::Span { from: wire(sources, file, start), to: wire(sources, file, end) }
}

fn path(sources: &SourceSet, span: Span) -> String {
    sources.file(span.file).name().to_owned()
}

/// A span with the path of its file.
pub(crate) fn place(sources: &SourceSet, span: Span) -> SourceSpan {
    SourceSpan { path: path(sources, span), span: self::span(sources, span) }
}

/// A span with the path of its file, and what is said about it.
pub(crate) fn labelled(sources: &SourceSet, span: Span, text: impl Into<String>) -> LabelledSpan {
    LabelledSpan { path: path(sources, span), span: self::span(sources, span), text: text.into() }
}

/// An edit with the path of its file.
pub(crate) fn edit(sources: &SourceSet, edit: &jetan_ide::SourceEdit) -> FileEdit {
    let span = edit.span;
    FileEdit { path: path(sources, span), span: self::span(sources, span), text: edit.text.clone() }
}
