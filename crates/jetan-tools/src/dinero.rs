//! Traces in the format of Dinero: a number for the purpose, a hexadecimal address, a line each.

use crate::reference::{MemoryReference, ReferenceKind};
use crate::setting::SettingError;

/// The line of a reference: `0` reads, `1` writes, `2` fetches.
pub fn line(kind: ReferenceKind, address: u32) -> String {
    format!("{} {address:x}\n", label(kind))
}

const fn label(kind: ReferenceKind) -> char {
    match kind {
        ReferenceKind::Read => '0',
        ReferenceKind::Write => '1',
        ReferenceKind::Fetch => '2',
    }
}

/// Reads a line; none if there is nothing on it. Words after the address are ignored, as Dinero
/// does. The instruction of a reference is not known, so that its address is 0.
pub fn parse(text: &str, number: usize) -> Result<Option<MemoryReference>, SettingError> {
    let wrong = |why: String| SettingError::new(format!("line {number} of the trace: {why}"));
    let mut words = text.split_ascii_whitespace();
    let Some(label) = words.next() else { return Ok(None) };
    let kind = match label {
        "0" => ReferenceKind::Read,
        "1" => ReferenceKind::Write,
        "2" => ReferenceKind::Fetch,
        _ => {
            let label = shortened(label);
            return Err(wrong(format!("it begins with 0, 1 or 2, not `{label}`")));
        }
    };
    let Some(word) = words.next() else { return Err(wrong("the address is missing".to_owned())) };
    let digits = word.strip_prefix("0x").unwrap_or(word);
    let address = u32::from_str_radix(digits, 16).map_err(|_| {
        wrong(format!("the address has at most 8 hexadecimal digits, not `{}`", shortened(word)))
    })?;
    // A trace does not say how wide a reference is; a byte never crosses a border.
    Ok(Some(MemoryReference::new(0, address, 1, kind)))
}

/// The beginning of a word: a trace may have lines of any length.
fn shortened(word: &str) -> String {
    word.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        for kind in ReferenceKind::ALL {
            for address in [0, 0x1001_0004, u32::MAX] {
                let read = parse(&line(kind, address), 1).unwrap().unwrap();
                assert_eq!((read.kind, read.address), (kind, address));
            }
        }
        assert_eq!(parse("  \t", 1), Ok(None));
        assert_eq!(parse("2 0x400000 more words", 1).unwrap().unwrap().address, 0x40_0000);
    }

    #[test]
    fn bad_lines_are_named() {
        let cases = [
            ("3 10", "line 7 of the trace: it begins with 0, 1 or 2, not `3`"),
            ("0", "line 7 of the trace: the address is missing"),
            (
                "1 123456789",
                "line 7 of the trace: the address has at most 8 hexadecimal digits, \
                 not `123456789`",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text, 7).unwrap_err().to_string(), message);
        }
        let long = format!("0 {}", "z".repeat(1 << 20));
        assert!(parse(&long, 1).unwrap_err().to_string().len() < 100);
    }
}
