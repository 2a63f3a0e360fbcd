//! Goes on after a mistake in the form of a rubric, or of another file that people write: what is
//! wrong is blanked out and the rest is read again, so that one look finds every mistake.
//!
//! Blanks keep the length of the text, so that places stay what they are.

use std::ops::Range;

use super::error::RubricErrors;
use super::wire;

/// Bytes that may be read again, over all attempts.
pub(crate) const BYTES_MAX: usize = 64 << 20;
/// Lines that one value may have.
const LINES_MAX: usize = 200;

/// Reads a rubric; every mistake of its form is noted. What is left without them is given back if
/// it can be read at all, with the places that were blanked out.
pub(super) fn read(
    text: &str,
    mistakes: &mut RubricErrors<'_>,
) -> Option<(wire::RubricTable, Vec<Range<usize>>)> {
    let mut rest = text.to_owned();
    let mut budget = BYTES_MAX;
    let mut blanked = Vec::new();
    loop {
        let error = match toml::from_str::<wire::RubricTable>(&rest) {
            Ok(rubric) => return Some((rubric, blanked)),
            Err(error) => error,
        };
        // What is missing may be what was blanked out, and is not another mistake then.
        let is_missing = error.message().starts_with("missing field");
        if !is_missing || blanked.is_empty() {
            mistakes.add_toml(&error);
        }
        // Without a place, or with something missing, there is nothing to blank out.
        let span = error.span().filter(|_| !is_missing)?;
        blanked.push(without(&mut rest, &span, &mut budget)?);
    }
}

/// Blanks out the entry that a mistake is in, and says where; none if that is not possible.
pub(crate) fn without(
    text: &mut String,
    span: &Range<usize>,
    budget: &mut usize,
) -> Option<Range<usize>> {
    let line = text.get(..span.start)?.rfind('\n').map_or(0, |at| at + 1);
    let start = line + text.get(line..)?.find(|c: char| !c.is_whitespace())?;
    // A head that is wrong takes its whole table along: its keys would belong to the one before.
    let ends: Vec<usize> = if text.get(start..)?.starts_with('[') {
        let next = text.get(start + 1..)?.find("\n[").map_or(text.len(), |at| start + 2 + at);
        vec![next]
    } else {
        let newlines = text.get(start..)?.match_indices('\n').map(|(at, _)| start + at);
        newlines.chain([text.len()]).filter(|end| *end >= span.start).take(LINES_MAX).collect()
    };
    for end in ends {
        // Every attempt reads the whole text, so that a file of errors would take quadratic time.
        *budget = budget.checked_sub(text.len())?;
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        let blanks: String = text.get(start..end)?.chars().map(blank).collect();
        let mut rest = text.clone();
        rest.replace_range(start..end, &blanks);
        // Blanking blanks would go on for ever.
        if rest != *text && toml::from_str::<toml::Table>(&rest).is_ok() {
            *text = rest;
            return Some(start..end);
        }
    }
    None
}
