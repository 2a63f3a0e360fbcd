//! Bytes, lines and UTF-16 columns, and applying edits.

use jetan_asm::source::SourceFile;
use jetan_order::SharedSort;

use crate::SourceEdit;

/// A place as editors count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EditorPosition {
    /// Counted from 0.
    pub line: u32,
    /// UTF-16 units from the start of the line.
    pub column: u32,
}

/// The position of a byte; one inside a character or beyond the text counts as that before it.
pub fn position(file: &SourceFile, offset: u32) -> EditorPosition {
    let offset = file.text().floor_char_boundary(offset as usize);
    let line = line_index(file, offset as u32);
    let Some(&(start, end)) = file.lines().get(line as usize) else {
        return EditorPosition { line, column: 0 };
    };
    // An offset inside `\r\n` counts as the end of its line.
    let before = file.text().get(start as usize..offset.min(end as usize)).unwrap_or("");
    EditorPosition { line, column: before.encode_utf16().count() as u32 }
}

/// The line that holds a byte, counted from 0; past the end of the last line a new one begins.
pub(crate) fn line_index(file: &SourceFile, offset: u32) -> u32 {
    let text = file.text();
    let (number, _) = file.locate(offset);
    // After a last newline the cursor stands on a line that the list of lines does not have.
    let is_behind = offset as usize >= text.len() && text.ends_with(['\n', '\r']);
    if is_behind { number } else { number - 1 }
}

/// The byte of a position; a column beyond its line counts as the end of it, a line beyond the
/// last as the end of the text, and half a character as its start.
pub fn offset(file: &SourceFile, position: EditorPosition) -> u32 {
    let Some(&(start, end)) = file.lines().get(position.line as usize) else {
        return file.text().len() as u32;
    };
    let line = file.text().get(start as usize..end as usize).unwrap_or("");
    let mut units = 0;
    for (at, c) in line.char_indices() {
        units += c.len_utf16() as u32;
        if units > position.column {
            return start + at as u32;
        }
    }
    end
}

/// The byte of a position in a text of which nothing else is known; the same rules as for
/// [`offset`].
pub fn text_offset(text: &str, position: EditorPosition) -> usize {
    let bytes = text.as_bytes();
    let mut start = 0;
    for _ in 0..position.line {
        let rest = &bytes[start..];
        let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            return text.len();
        };
        let width = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        start += end + width;
    }
    let line = text[start..].split(['\n', '\r']).next().unwrap_or("");
    let mut units = 0;
    for (at, c) in line.char_indices() {
        units += c.len_utf16() as u32;
        if units > position.column {
            return start + at;
        }
    }
    start + line.len()
}

/// A text with edits carried out; the files they name are not looked at.
///
/// Edits that overlap an earlier one, or lie outside the text, are left out.
pub fn apply(text: &str, edits: &[SourceEdit]) -> String {
    let mut sorted: Vec<&SourceEdit> = edits.iter().collect();
    // An insertion comes before a replacement that starts at the same byte.
    sorted.shared_sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in sorted {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        // `get` is none for an edit that starts before the last one ended, or inside a character.
        let Some(kept) = text.get(done..start).filter(|_| text.get(start..end).is_some()) else {
            continue;
        };
        out.push_str(kept);
        out.push_str(&edit.text);
        done = end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

#[cfg(test)]
mod tests {
    use jetan_asm::{SourceSet, Span};

    use super::*;

    #[test]
    fn positions_and_bytes_lead_to_each_other() {
        let sources = SourceSet::single("a", "aé𝄞b\r\nc\n\nd\n");
        let file = sources.file(sources.roots()[0]);
        let at = |line, column| EditorPosition { line, column };
        for (byte, place) in [
            (0, at(0, 0)),
            (1, at(0, 1)),
            (3, at(0, 2)),
            (7, at(0, 4)),
            (8, at(0, 5)),
            (10, at(1, 0)),
            (12, at(2, 0)),
            (13, at(3, 0)),
            (14, at(3, 1)),
            (15, at(4, 0)),
        ] {
            assert_eq!(position(file, byte), place, "byte {byte}");
            assert_eq!(offset(file, place), byte, "{place:?}");
        }
        for (line, column) in (0..9).flat_map(|line| (0..9).map(move |column| (line, column))) {
            let place = at(line, column);
            assert_eq!(text_offset(file.text(), place), offset(file, place) as usize, "{place:?}");
        }
        assert_eq!(position(file, 5), at(0, 2), "inside a character");
        assert_eq!(position(file, 9), at(0, 5), "inside an end of line");
        assert_eq!(position(file, 99), at(4, 0));
        assert_eq!(offset(file, at(0, 3)), 3, "half a character");
        assert_eq!(offset(file, at(0, 99)), 8);
        assert_eq!(offset(file, at(99, 0)), 15);
    }

    #[test]
    fn edits_are_carried_out_from_left_to_right() {
        let file = SourceSet::single("a", "").roots()[0];
        let edit = |start, end, text: &str| SourceEdit {
            span: Span { file, start, end },
            text: text.to_owned(),
        };
        let edits = [edit(4, 5, "E"), edit(0, 1, ""), edit(2, 2, "-"), edit(0, 3, "no")];
        assert_eq!(apply("abcde", &edits), "b-cdE");
        assert_eq!(apply("é", &[edit(1, 2, "x"), edit(7, 9, "y")]), "é");
    }
}
