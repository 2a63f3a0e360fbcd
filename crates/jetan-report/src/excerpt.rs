//! Cuts the lines to be shown out of a source, however long the source and its lines are.

use annotate_snippets::{Annotation, AnnotationKind, Snippet};
use jetan_asm::source::SourceFile;
use jetan_asm::{SourceSet, Span};

use super::human::{clean, clip};
use super::place;
use crate::visible;

/// Lines longer than this are cut, in bytes.
const LINE_BYTES_MAX: usize = 1_000;
/// Bytes of a long line that are shown before and after the first mark.
const BYTES_BEFORE_MARK: usize = 120;
const BYTES_AFTER_MARK: usize = 400;
/// Marks of one file that are further apart than this are shown as if in different files.
const NEAR_LINES: u32 = 100;
/// Most characters of a label that are shown.
const LABEL_CHARS_MAX: usize = 200;

/// A place to mark, and what to write there.
pub(super) struct SourceMark {
    pub(super) span: Span,
    pub(super) label: String,
    pub(super) kind: AnnotationKind,
}

/// Some lines with marks.
pub(super) struct SourceExcerpt {
    pub(super) snippet: Snippet<'static, Annotation<'static>>,
    /// The place as the renderer would print it, and as it really is, where a cut makes them
    /// differ.
    pub(super) correction: Option<(String, String)>,
}

/// The excerpts that show all marks, that of the first mark first.
pub(super) fn excerpts(sources: &SourceSet, marks: Vec<SourceMark>) -> Vec<SourceExcerpt> {
    let mut groups: Vec<MarkGroup> = Vec::new();
    for mark in marks {
        let (line, _) = sources.file(mark.span.file).locate(mark.span.start);
        // A mark joins the first group that it is near. Groups that grow towards each other are not
        // merged, which only shows their file twice.
        match groups.iter_mut().find(|group| group.is_near(&mark, line)) {
            Some(group) => group.add(mark, line),
            None => groups.push(MarkGroup { lines: (line, line), marks: vec![(line, mark)] }),
        }
    }
    groups.into_iter().map(|group| group.excerpt(sources)).collect()
}

/// Marks that are shown together.
struct MarkGroup {
    lines: (u32, u32),
    marks: Vec<(u32, SourceMark)>,
}

impl MarkGroup {
    fn is_near(&self, mark: &SourceMark, line: u32) -> bool {
        let same_file = self.marks.iter().all(|(_, other)| other.span.file == mark.span.file);
        let (first, last) = self.lines;
        // Sums instead of differences, because lines are unsigned.
        same_file && line + NEAR_LINES >= first && line <= last + NEAR_LINES
    }

    fn add(&mut self, mark: SourceMark, line: u32) {
        self.lines = (self.lines.0.min(line), self.lines.1.max(line));
        self.marks.push((line, mark));
    }

    fn excerpt(self, sources: &SourceSet) -> SourceExcerpt {
        let (first, last) = self.lines;
        let file = sources.file(self.marks[0].1.span.file);
        let mut text = String::new();
        let mut annotations = Vec::new();
        let mut correction = None;
        // All lines in between are copied: the renderer folds those without marks, and `NEAR_LINES`
        // bounds how many there are.
        for number in first..=last {
            let marks = self.marks.iter().filter(|(line, _)| *line == number);
            let marks: Vec<&SourceMark> = marks.map(|(_, mark)| mark).collect();
            let line = ExcerptLine::new(file, number, &marks);
            // Before the line is written: it begins where the text ends now.
            annotations.extend(marks.iter().map(|mark| line.annotation(text.len(), mark)));
            if let Some(mark) = marks.first() {
                // The renderer prints one position for a snippet, that of its first mark.
                correction = correction.or_else(|| line.correction(file, mark));
            }
            line.write(&mut text);
            text.push('\n');
        }
        // A newline at the end would be shown as an empty line.
        text.pop();
        let snippet = Snippet::source(text)
            .path(clean(file.name()))
            .line_start(first as usize)
            .annotations(annotations);
        SourceExcerpt { snippet, correction }
    }
}

/// The renderer makes pictures of ASCII's control characters but lets others through. What stands
/// for them is as many bytes long, so that positions stay right.
fn harmless(c: char) -> char {
    match c.len_utf8() {
        2 if visible::is_hidden(c) => '·',
        3 if visible::is_hidden(c) => '\u{fffd}',
        4 if visible::is_hidden(c) => '🛇',
        _ => c,
    }
}

/// One line, and the part of it that is shown.
struct ExcerptLine<'s> {
    number: u32,
    /// The offset of the line in its file.
    start: usize,
    text: &'s str,
    shown: (usize, usize),
}

const ELLIPSIS: &str = "…";

impl<'s> ExcerptLine<'s> {
    fn new(file: &'s SourceFile, number: u32, marks: &[&SourceMark]) -> ExcerptLine<'s> {
        let text = file.line(number).unwrap_or("");
        let range = file.lines().get(number as usize - 1);
        let start = range.map_or(file.text().len(), |&(start, _)| start as usize);
        let mut shown = (0, text.len());
        if text.len() > LINE_BYTES_MAX {
            let mark = marks.first().map_or(0, |mark| mark.span.start as usize - start);
            let from = text.floor_char_boundary(mark.saturating_sub(BYTES_BEFORE_MARK));
            shown = (from, text.floor_char_boundary((mark + BYTES_AFTER_MARK).min(text.len())));
        }
        ExcerptLine { number, start, text, shown }
    }

    fn write(&self, out: &mut String) {
        let (from, to) = self.shown;
        out.push_str(if from > 0 { ELLIPSIS } else { "" });
        out.extend(self.text[from..to].chars().map(harmless));
        out.push_str(if to < self.text.len() { ELLIPSIS } else { "" });
    }

    /// The mark, in a text in which this line is written from `base` on.
    fn annotation(&self, base: usize, mark: &SourceMark) -> Annotation<'static> {
        let (from, to) = self.shown;
        let lead = if from > 0 { ELLIPSIS.len() } else { 0 };
        let position = |offset: u32| {
            // A span may end in a part that is cut off, or on a later line.
            let inside = (offset as usize).saturating_sub(self.start).clamp(from, to);
            base + lead + self.text.floor_char_boundary(inside) - from
        };
        let label = Some(clip(&mark.label, LABEL_CHARS_MAX)).filter(|label| !label.is_empty());
        mark.kind.span(position(mark.span.start)..position(mark.span.end)).label(label)
    }

    fn correction(&self, file: &SourceFile, mark: &SourceMark) -> Option<(String, String)> {
        let (from, _) = self.shown;
        if from == 0 {
            return None;
        }
        let at = (mark.span.start as usize).saturating_sub(self.start).max(from);
        // One for the ellipsis, and one because columns count from 1.
        let shown = self.text[from..self.text.floor_char_boundary(at)].chars().count() + 2;
        let prefix = format!("{}:{}:", clean(file.name()), self.number);
        let column = place(file, mark.span.start).column;
        Some((format!("{prefix}{shown}"), format!("{prefix}{column}")))
    }
}
