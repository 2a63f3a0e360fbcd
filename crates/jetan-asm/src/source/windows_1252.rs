//! Windows-1252, in which sources were saved before UTF-8; Latin-1 is the greater part of it.
//!
//! The five bytes that have no character become the control characters of Latin-1, so that every
//! byte has a character of its own and comes back from it.

/// The characters of the bytes 0x80 to 0x9f; the others have the code of their byte.
const UPPER: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text that some bytes are.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(character).collect()
}

/// The byte that a character was read from.
pub(crate) fn byte(c: char) -> Option<u8> {
    match UPPER.iter().position(|&upper| upper == c) {
        Some(idx) => Some(0x80 + idx as u8),
        // U+0080 to U+009F are not what these bytes mean; the five without a character were found
        // above.
        None => u8::try_from(c).ok().filter(|byte| !(0x80..=0x9f).contains(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text = decode(&all);
        assert_eq!(text.chars().filter_map(byte).collect::<Vec<u8>>(), all);
        assert_eq!(byte('→'), None);
        assert_eq!(decode(b"caf\xe9 5 \x80"), "café 5 €");
    }
}
