//! Text from elsewhere (sources, names, arguments, packs, adapters) as a terminal may get it.
//!
//! A character that moves the cursor, changes colours, turns the direction of writing or is not
//! seen at all could make a report say something else. Each becomes one character that is seen, so
//! that columns stay right.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character does something to a terminal, or is not seen. Line ends and tabs do too;
/// the functions below keep them.
pub fn is_hidden(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// The characters outside of C0, DEL and C1: soft hyphen, direction marks, zero width, line and
/// paragraph separators, fillers, tags.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The visible form of a character: Unicode's pictures for those that have one.
pub fn picture(c: char) -> char {
    match c {
        // Unicode's pictures of controls stand in the order of ASCII.
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        c if is_hidden(c) => '\u{fffd}',
        c => c,
    }
}

/// A text of which only line ends and tabs do something.
pub fn text(text: &str) -> Cow<'_, str> {
    made_visible(text, |c| matches!(c, '\n' | '\t') || !is_hidden(c))
}

/// The same for MARS's messages, which quote a byte-order mark as it is: it has no width and does
/// nothing, and graders compare the bytes.
pub fn echo(text: &str) -> Cow<'_, str> {
    made_visible(text, |c| matches!(c, '\n' | '\t' | '\u{feff}') || !is_hidden(c))
}

fn made_visible(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Nearly every text is clean, and then nothing is copied.
    if text.chars().all(&is_kept) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_kept(c) { c } else { picture(c) }).collect())
}

/// The same for a report of ours, whose colours stay: sequences that end in `m`.
pub fn styled(report: &str) -> String {
    let mut shown = String::with_capacity(report.len());
    let mut rest = report;
    while let Some(at) = rest.find('\x1b') {
        let (before, sequence) = rest.split_at(at);
        shown += &text(before);
        let length = style_length(sequence).unwrap_or(1);
        let is_style = length > 1;
        shown += if is_style { &sequence[..length] } else { "\u{241b}" };
        rest = &sequence[length..];
    }
    shown + &text(rest)
}

/// The length of the colour sequence that a text begins with, if it does.
fn style_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some(end + 3)
}

/// JSON in which what is hidden is written as `\uXXXX`: it can only stand in strings there.
pub fn json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        // JSON on several lines has ends of lines between its fields; in strings they are escaped
        // already.
        if is_hidden(c) && c != '\n' {
            // JSON escapes UTF-16: a character beyond 16 bits is a pair of surrogates.
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_becomes_seen() {
        for (raw, shown) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("é ▀ 😀", "é ▀ 😀"),
            ("\x1b[2Jx\r\0\x7f", "␛[2Jx␍␀␡"),
            ("\u{9b}2J", "\u{fffd}2J"),
            ("a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{61c}", "a�b�c�d�e�"),
            ("\u{e0041}\u{ad}", "��"),
        ] {
            assert_eq!(text(raw), shown, "{raw:?}");
            assert_eq!(raw.chars().count(), shown.chars().count(), "columns stay right");
        }
    }

    #[test]
    fn only_colours_of_a_report_stay() {
        for (raw, shown) in [
            ("\x1b[1;31merror\x1b[0m: x", "\x1b[1;31merror\x1b[0m: x"),
            ("\x1b[m", "\x1b[m"),
            ("\x1b[2J\x1b]0;title\x07", "␛[2J␛]0;title␇"),
            ("\x1b[?25l\x1b", "␛[?25l␛"),
            ("\x1b[1\x1b[1m\u{202e}", "␛[1\x1b[1m\u{fffd}"),
        ] {
            assert_eq!(styled(raw), shown, "{raw:?}");
        }
    }

    #[test]
    fn json_stays_the_same_json() {
        let raw = "a\u{7f}\u{85}\u{202e}\u{e0041}\u{1f600}\x1b";
        let plain = serde_json::to_string(raw).expect("a string");
        let shown = json(&plain);
        assert_eq!(shown, "\"a\\u007f\\u0085\\u202e\\udb40\\udc41\u{1f600}\\u001b\"");
        assert_eq!(serde_json::from_str::<String>(&shown).expect("JSON"), raw);
    }
}
