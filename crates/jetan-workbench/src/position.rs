//! Places as the wire has them: lines from 0, columns in UTF-16 units from 0.

use jetan_asm::source::SourceFile;
use jetan_asm::{SourceSet, Span};
use serde_json::{Value, json};

/// Line and column.
pub(crate) type Position = (u32, u32);

/// Where a byte of a file stands.
pub(crate) fn position(file: &SourceFile, offset: u32) -> Position {
    let (number, byte) = file.locate(offset);
    let line = file.line(number).unwrap_or("");
    let before = line.get(..(byte as usize).min(line.len())).unwrap_or(line);
    (number - 1, before.encode_utf16().count() as u32)
}

/// The byte of a text at a position; positions behind the end of a line or the text are their ends.
pub(crate) fn offset(text: &str, (line, column): Position) -> usize {
    let mut start = 0;
    for _ in 0..line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let end = text[start..].find('\n').map_or(text.len(), |end| start + end);
    let mut units = 0;
    for (at, c) in text[start..end].char_indices() {
        if units >= column {
            return start + at;
        }
        units += c.len_utf16() as u32;
    }
    end
}

/// A span without its file.
pub(crate) fn span(sources: &SourceSet, span: Span) -> Value {
    let file = sources.file(span.file);
    json!({"from": position(file, span.start), "to": position(file, span.end)})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units_from_zero() {
        let text = "a\né😀x\n\nz";
        let set = SourceSet::single("x", text);
        let file = set.file(set.roots()[0]);
        for (at, expected) in
            [(0, (0, 0)), (1, (0, 1)), (2, (1, 0)), (4, (1, 1)), (8, (1, 3)), (11, (3, 0))]
        {
            assert_eq!(position(file, at), expected, "{at}");
            assert_eq!(offset(text, expected), at as usize, "{expected:?}");
        }
        assert_eq!(offset(text, (0, 99)), 1);
        assert_eq!(offset(text, (99, 0)), text.len());
    }
}
