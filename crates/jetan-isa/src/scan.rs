//! A tiny scanner that works at compile time, shared by everything that reads table text.
//!
//! `const fn` cannot use iterators or string searching, so this walks bytes by hand.

/// A position in a piece of table text.
pub(crate) struct TableScanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> TableScanner<'a> {
    pub(crate) const fn new(text: &'a str) -> TableScanner<'a> {
        TableScanner { bytes: text.as_bytes(), at: 0 }
    }

    /// The next byte that is neither blank nor comma, without taking it; 0 at the end.
    pub(crate) const fn peek(&mut self) -> u8 {
        // Commas are blanks in the tables as they are in MARS's sources.
        while self.at < self.bytes.len() && matches!(self.bytes[self.at], b' ' | b',') {
            self.at += 1;
        }
        if self.at < self.bytes.len() { self.bytes[self.at] } else { 0 }
    }

    /// Takes the next byte if it is `byte`.
    pub(crate) const fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        if found {
            self.at += 1;
        }
        found
    }

    /// Takes a run of letters, digits, `$`, `.` and `-`; empty if something else comes next.
    pub(crate) const fn word(&mut self) -> &'a str {
        // Called for its effect of skipping blanks.
        self.peek();
        let (_, rest) = self.bytes.split_at(self.at);
        let mut len = 0;
        while len < rest.len() && is_word_byte(rest[len]) {
            len += 1;
        }
        self.at += len;
        utf8(rest.split_at(len).0)
    }

    /// Everything up to `stop` (which is taken too) or to the end of the text.
    pub(crate) const fn until(&mut self, stop: u8) -> &'a str {
        let (_, rest) = self.bytes.split_at(self.at);
        let mut len = 0;
        while len < rest.len() && rest[len] != stop {
            len += 1;
        }
        self.at += if len < rest.len() { len + 1 } else { len };
        utf8(rest.split_at(len).0)
    }
}

/// Compares strings; `==` on `str` is not available to `const fn`.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A word of up to 15 bytes as a number, in lower case; `None` if it is longer.
///
/// The leading one makes words of different lengths different numbers.
pub(crate) const fn packed(word: &str) -> Option<u128> {
    let bytes = word.as_bytes();
    // Fifteen bytes and the leading one are what a `u128` holds.
    if bytes.len() > 15 {
        return None;
    }
    let (mut i, mut key) = (0, 1);
    while i < bytes.len() {
        key = key << 8 | bytes[i].to_ascii_lowercase() as u128;
        i += 1;
    }
    Some(key)
}

/// The number of times `byte` occurs in `text`.
pub(crate) const fn count(text: &str, byte: u8) -> usize {
    let bytes = text.as_bytes();
    let (mut i, mut total) = (0, 0);
    while i < bytes.len() {
        if bytes[i] == byte {
            total += 1;
        }
        i += 1;
    }
    total
}

/// The decimal number a word spells, with an optional minus sign.
pub(crate) const fn number(word: &str) -> Option<i32> {
    // Checked before parsing, because `from_str_radix` would accept a plus sign as well.
    if word.is_empty() || !matches!(word.as_bytes()[0], b'0'..=b'9' | b'-') {
        return None;
    }
    match i32::from_str_radix(word, 10) {
        Ok(value) => Some(value),
        Err(_) => None,
    }
}

/// A doc comment's text without the blank that `///` leaves in front.
pub(crate) const fn doc_text(doc: &'static str) -> &'static str {
    assert!(!doc.is_empty() && doc.as_bytes()[0] == b' ', "a row needs a one-line doc comment");
    doc.split_at(1).1
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'-')
}

const fn utf8(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("table text is ASCII"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scanner_splits_operands_and_punctuation() {
        let mut scanner = TableScanner::new("rt, lo(label+4)($at)");
        assert_eq!(scanner.word(), "rt");
        assert_eq!(scanner.word(), "lo");
        assert!(scanner.take(b'('));
        assert_eq!(scanner.until(b')'), "label+4");
        assert!(scanner.take(b'('));
        assert_eq!(scanner.word(), "$at");
        assert!(scanner.take(b')'));
        assert_eq!(scanner.peek(), 0);
    }

    #[test]
    fn numbers_may_be_negative() {
        assert_eq!(number("-1"), Some(-1));
        assert_eq!(number("31"), Some(31));
        assert_eq!(number("rd"), None);
    }
}
