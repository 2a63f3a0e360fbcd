//! Places, edits and pages as the protocol has them.

use std::collections::BTreeMap;
use std::fmt::Write;

use jetan_asm::{FileId, SourceSet, Span};
use jetan_ide::SourceEdit;
use jetan_ide::page::{HoverBlock, HoverPage};
use jetan_ide::position::{self, EditorPosition};
use lsp_types::{
    Location, MarkupContent, MarkupKind, Position, Range, TextEdit, Uri, WorkspaceEdit,
};

use crate::documents::OpenDocuments;
use crate::file_names::FileNames;

fn point(sources: &SourceSet, file: FileId, offset: u32) -> Position {
    let EditorPosition { line, column } = position::position(sources.file(file), offset);
    Position { line, character: column }
}

/// The byte at a position; positions past the end of a line or the text are their ends.
pub(crate) fn offset(sources: &SourceSet, file: FileId, at: Position) -> u32 {
    let place = EditorPosition { line: at.line, column: at.character };
    position::offset(sources.file(file), place)
}

/// A span without its file.
pub(crate) fn range(sources: &SourceSet, span: Span) -> Range {
    Range { start: point(sources, span.file, span.start), end: point(sources, span.file, span.end) }
}

/// The URIs of files: the client's own spelling for what it has open.
pub(crate) struct UriBook<'b> {
    pub(crate) documents: &'b OpenDocuments,
    pub(crate) names: &'b FileNames,
}

impl UriBook<'_> {
    /// The URI of a canonical name.
    pub(crate) fn of_name(&self, name: &str) -> Option<Uri> {
        match self.documents.get(name) {
            Some(document) => Some(document.uri.clone()),
            None => self.names.uri(name),
        }
    }

    /// The URI of a file of a set.
    pub(crate) fn of_file(&self, sources: &SourceSet, file: FileId) -> Option<Uri> {
        self.of_name(&self.names.canonical(sources.file(file).name()))
    }

    pub(crate) fn location(&self, sources: &SourceSet, span: Span) -> Option<Location> {
        Some(Location { uri: self.of_file(sources, span.file)?, range: range(sources, span) })
    }

    /// Edits by the files they change.
    pub(crate) fn workspace_edit(
        &self,
        sources: &SourceSet,
        edits: &[SourceEdit],
    ) -> WorkspaceEdit {
        let mut by_file: BTreeMap<FileId, Vec<TextEdit>> = BTreeMap::new();
        for edit in edits {
            by_file.entry(edit.span.file).or_default().push(text_edit(sources, edit));
        }
        let changes = by_file.into_iter();
        let changes =
            changes.filter_map(|(file, edits)| Some((self.of_file(sources, file)?, edits)));
        WorkspaceEdit { changes: Some(changes.collect()), ..WorkspaceEdit::default() }
    }
}

/// An edit of the file that is asked about.
pub(crate) fn text_edit(sources: &SourceSet, edit: &SourceEdit) -> TextEdit {
    TextEdit { range: range(sources, edit.span), new_text: edit.text.clone() }
}

/// A page as Markdown, or as plain text for clients that show nothing else.
pub(crate) fn page(page: &HoverPage, markdown: bool) -> MarkupContent {
    let kind = if markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let mut parts = Vec::new();
    parts.push(if markdown {
        format!("{} ({})", code_span(&page.title), escaped(&page.kind))
    } else {
        format!("{} ({})", page.title, page.kind)
    });
    parts.extend(page.blocks.iter().map(|block| match (block, markdown) {
        // Two blanks at the end of a line keep it apart from the next.
        (HoverBlock::Text(text), true) => escaped(text).replace('\n', "  \n"),
        (HoverBlock::Text(text) | HoverBlock::Code(text), false) => text.clone(),
        (HoverBlock::Code(code), true) => fenced(code),
        (HoverBlock::Table(rows), true) => table(rows),
        (HoverBlock::Table(rows), false) => {
            let lines: Vec<String> = rows.iter().map(|row| row.join("  ")).collect();
            lines.join("\n")
        }
    }));
    if let Some(more) = &page.more {
        let command = format!("jetan explain {more}");
        parts.push(format!("More: {}", if markdown { code_span(&command) } else { command }));
    }
    MarkupContent { kind, value: parts.join("\n\n") }
}

/// Rows below an empty head, which Markdown wants.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let mut text = format!("|{}\n|{}", " |".repeat(columns), "---|".repeat(columns));
    for row in rows {
        text.push_str("\n|");
        for cell in row {
            // A cell is a line, and a bar would end it.
            let _ = write!(text, " {} |", escaped(cell).replace('\n', " "));
        }
    }
    text
}

/// Lines of a program; the fence is longer than any row of backquotes in them.
fn fenced(code: &str) -> String {
    let fence = "`".repeat(longest_quotes(code).max(2) + 1);
    format!("{fence}mips\n{code}\n{fence}")
}

fn code_span(text: &str) -> String {
    let text = text.replace('\n', " ");
    match longest_quotes(&text) {
        0 => format!("`{text}`"),
        most => {
            let fence = "`".repeat(most + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

fn longest_quotes(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

/// Text whose signs mean nothing to Markdown. Backquotes stay: our own sentences have code in them.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_code = false;
    for c in text.chars() {
        is_code ^= c == '`';
        if "\\*_[]<>#|~".contains(c) && (!is_code || c == '|') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
