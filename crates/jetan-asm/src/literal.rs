//! Numbers and strings as MARS, that is Java, reads them.

use jetan_isa::java;

use crate::dialect::Dialect;
use crate::source::{SourceFile, windows_1252};

/// Reads an integer literal as MARS does.
///
/// Decimal, `0x` hexadecimal or `0` octal with an optional sign, if it fits 32 bits signed; exactly
/// eight hexadecimal digits as a bit pattern; else a run of decimal digits, modulo 2³².
pub fn integer(text: &str) -> Option<i32> {
    signed(text).or_else(|| pattern(text)).or_else(|| wrapping_decimal(text))
}

/// The value of a decimal number that has more than 32 bits, of which [`integer`] keeps the lower
/// ones; `None` for any other text.
pub fn wide(text: &str) -> Option<i64> {
    // Nine digits always fit.
    if text.len() < 10 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value = text.parse().unwrap_or(i64::MAX);
    (value > i64::from(u32::MAX)).then_some(value)
}

/// Reads `0b…`, which only our dialect has: up to 32 digits, as a bit pattern.
pub fn binary(text: &str) -> Option<i32> {
    let (negative, digits) = sign(text);
    let digits = digits.strip_prefix("0b").or_else(|| digits.strip_prefix("0B"))?;
    if digits.is_empty() || !digits.bytes().all(|b| matches!(b, b'0' | b'1')) {
        return None;
    }
    let value = u32::from_str_radix(digits, 2).ok()? as i32;
    Some(if negative { value.wrapping_neg() } else { value })
}

fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn signed(text: &str) -> Option<i32> {
    let (negative, magnitude) = sign(text);
    let (radix, digits) =
        if let Some(hex) = magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X")) {
            (16, hex)
        // A lone `0` is decimal. `08` is not octal, fails here and is read by `wrapping_decimal`.
        } else if magnitude.len() > 1 && magnitude.starts_with('0') {
            (8, &magnitude[1..])
        } else {
            (10, magnitude)
        };
    let limit = if negative { 1 << 31 } else { (1_i64 << 31) - 1 };
    let mut value = 0_i64;
    if digits.is_empty() {
        return None;
    }
    for byte in digits.bytes() {
        value = value * radix + i64::from((byte as char).to_digit(radix as u32)?);
        // Tested in the loop, so that a long run of digits cannot overflow.
        if value > limit {
            return None;
        }
    }
    Some(if negative { -value } else { value } as i32)
}

fn pattern(text: &str) -> Option<i32> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    // MARS: exactly eight digits are a bit pattern; nine are an error even if the first is 0.
    let fits = digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| u32::from_str_radix(digits, 16).ok()).flatten().map(|bits| bits as i32)
}

fn wrapping_decimal(text: &str) -> Option<i32> {
    let mut value = 0_i32;
    for byte in text.bytes() {
        if !byte.is_ascii_digit() {
            return None;
        }
        // MARS accumulates in an `int`, which silently keeps the low 32 bits.
        value = value.wrapping_mul(10).wrapping_add(i32::from(byte - b'0'));
    }
    (!text.is_empty()).then_some(value)
}

/// Reads a number as Java's `Double.parseDouble` does.
pub fn real(text: &str) -> Option<f64> {
    java::parse_double(text)
}

/// Whether a text spells infinity, and not a number that is too large.
pub fn is_infinity(text: &str) -> bool {
    sign(text).1 == "Infinity"
}

/// A number in single precision. Java has one NaN; a Rust cast leaves its sign and payload open.
pub fn single(value: f64) -> f32 {
    if value.is_nan() { f32::from_bits(0x7fc0_0000) } else { value as f32 }
}

/// The value of a character literal, quotes included, or `None` if it is malformed.
///
/// `wide` accepts characters beyond U+FFFF, which MARS sees as two.
pub fn character(text: &str, wide: bool) -> Option<i32> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let first = chars.next()?;
    if first != '\\' {
        let single = first != '\'' && chars.next().is_none() && (wide || first.len_utf16() == 1);
        return single.then_some(first as i32);
    }
    let rest = chars.as_str();
    if let Some(value) = rest.chars().next().filter(|_| rest.len() == 1).and_then(escape) {
        return Some(value as i32);
    }
    let octal = rest.len() == 3 && rest.bytes().all(|b| (b'0'..=b'7').contains(&b));
    // Three octal digits go up to 511, and a character literal ends at a byte.
    octal.then(|| i32::from_str_radix(rest, 8).ok()).flatten().filter(|&value| value <= 255)
}

/// The character that `\c` stands for, for the escapes that mean something.
pub fn escape(c: char) -> Option<char> {
    Some(match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '\\' => '\\',
        '\'' => '\'',
        '"' => '"',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '0' => '\0',
        _ => return None,
    })
}

/// The byte of three octal digits that a text begins with.
fn octal(text: &str) -> Option<u8> {
    let digits = text.get(..3).filter(|it| it.bytes().all(|b| (b'0'..=b'7').contains(&b)))?;
    u8::from_str_radix(digits, 8).ok()
}

/// An escape of three octal digits that a string has in C, and not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctalLookalike {
    /// The offset of its backslash.
    pub at: usize,
    /// The byte that it would be in C.
    pub byte: u8,
}

impl OctalLookalike {
    /// The bytes of every such escape.
    pub const LEN: usize = 4;

    /// The first escape of a literal that was probably meant as in C. Where a null is followed by
    /// more digits or another null, a list of numbers with nulls between them is as likely:
    /// `"\\0220\\0"`.
    pub fn first_in(text: &str) -> Option<OctalLookalike> {
        let mut chars = text.char_indices();
        while let Some((at, c)) = chars.next() {
            if c != '\\' {
                continue;
            }
            let rest = &text[at + 1..];
            chars.next();
            let Some(byte) = octal(rest) else { continue };
            let (digits, behind) = rest.split_at(3);
            let goes_on = behind.starts_with(|c: char| c.is_ascii_digit());
            if !(digits.starts_with('0') && (goes_on || behind.starts_with("\\0"))) {
                return Some(OctalLookalike { at, byte });
            }
        }
        None
    }

    /// The escape that is understood everywhere, if there is one.
    pub fn remedy(self) -> Option<String> {
        match self.byte {
            0 => Some("\\0".to_owned()),
            byte @ (b'"' | b'\\') => Some(format!("\\{}", byte as char)),
            byte @ b' '..=b'~' => Some((byte as char).to_string()),
            byte => {
                let named = ['n', 't', 'r', 'b', 'f'];
                let named = named.into_iter().find(|&c| escape(c) == Some(byte as char));
                named.map(|c| format!("\\{c}"))
            }
        }
    }
}

/// The encoding of the characters of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StringEncoding {
    /// MARS's way: every UTF-16 unit is cut to its low byte.
    Narrow,
    /// The bytes of its UTF-8.
    Utf8,
    /// The bytes they were read from; characters outside Windows-1252 are left out.
    Windows1252,
}

/// How the strings of a file become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringForm {
    encoding: StringEncoding,
    /// Whether `\012` is one byte, as in C; in MARS it is a null and two digits.
    pub has_octal: bool,
}

impl StringForm {
    /// That of a file in a dialect.
    pub fn of(dialect: &Dialect, file: &SourceFile) -> StringForm {
        let encoding = if dialect.narrow_characters {
            StringEncoding::Narrow
        } else if file.windows_1252().is_some() {
            StringEncoding::Windows1252
        } else {
            StringEncoding::Utf8
        };
        // Programs written by hand have lists such as "dm\0220\0help", and mean the nulls.
        let has_octal = !dialect.narrow_characters && file.is_compiled();
        StringForm { encoding, has_octal }
    }
}

/// The bytes of a string literal, quotes included.
///
/// The last character is always dropped as the closing quote, as MARS does.
pub fn string(text: &str, form: StringForm) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    // By characters: the last one need not be a quote, and may take several bytes.
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    let mut chars = text.char_indices().skip(1);
    while let Some((at, mut c)) = chars.next() {
        if at >= last {
            break;
        }
        if c == '\\' {
            if form.has_octal
                && let Some(value) = octal(&text[at + 1..last])
            {
                bytes.push(value);
                chars.nth(2);
                continue;
            }
            let Some((_, escaped)) = chars.next() else { break };
            c = escape(escaped).unwrap_or(escaped);
        }
        match form.encoding {
            StringEncoding::Narrow => {
                let mut units = [0; 2];
                bytes.extend(c.encode_utf16(&mut units).iter().map(|&unit| unit as u8));
            }
            StringEncoding::Utf8 => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            StringEncoding::Windows1252 => bytes.extend(windows_1252::byte(c)),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_read_as_in_mars() {
        let cases = [
            ("0", Some(0)),
            ("-5", Some(-5)),
            ("+7", Some(7)),
            ("010", Some(8)),
            ("08", Some(8)),
            ("0x10", Some(16)),
            ("-0X10", Some(-16)),
            ("0x00000000ff", Some(255)),
            ("2147483647", Some(i32::MAX)),
            ("-2147483648", Some(i32::MIN)),
            ("-2147483649", None),
            ("2147483648", Some(i32::MIN)),
            ("4294967295", Some(-1)),
            ("99999999999", Some(0x4876_e7ff)),
            ("0xffffffff", Some(-1)),
            ("0x1ffffffff", None),
            ("-0xffffffff", None),
            ("0x", None),
            ("12ab", None),
            ("", None),
        ];
        for (text, value) in cases {
            assert_eq!(integer(text), value, "{text}");
        }
    }

    #[test]
    fn binary_literals_are_bit_patterns() {
        assert_eq!(binary("0b1010"), Some(10));
        assert_eq!(binary("-0b11"), Some(-3));
        assert_eq!(binary("0b11111111111111111111111111111111"), Some(-1));
        assert_eq!(binary("0b2"), None);
        assert_eq!(binary("0b"), None);
    }

    #[test]
    fn characters_read_as_in_mars() {
        for (text, value) in [
            ("'a'", Some(97)),
            ("'\\n'", Some(10)),
            ("'\\''", Some(39)),
            ("'\\377'", Some(255)),
            ("'\\400'", None),
            ("'\\x'", None),
            ("'ab'", None),
            ("''", None),
            ("'é'", Some(233)),
            ("'\u{1f600}'", None),
        ] {
            assert_eq!(character(text, false), value, "{text}");
        }
        assert_eq!(character("'\u{1f600}'", true), Some(0x1f600));
    }

    const fn form(encoding: StringEncoding) -> StringForm {
        StringForm { encoding, has_octal: false }
    }

    #[test]
    fn strings_lose_their_last_character_as_the_quote() {
        let narrow = form(StringEncoding::Narrow);
        assert_eq!(string("\"a\\n\\x41é\"", narrow), b"a\nx41\xe9");
        assert_eq!(string("\"é\"", form(StringEncoding::Utf8)), "é".as_bytes());
        assert_eq!(string("\"open", narrow), b"ope");
        assert_eq!(string("\"", narrow), b"");
        assert_eq!(string("\"é€→\"", form(StringEncoding::Windows1252)), b"\xe9\x80");
    }

    #[test]
    fn octal_digits_are_one_byte_in_what_compilers_write() {
        let text = "\"dm\\0220\\101\\7\"";
        let plain = form(StringEncoding::Utf8);
        assert_eq!(string(text, plain), b"dm\x00220101\x37");
        assert_eq!(string(text, StringForm { has_octal: true, ..plain }), b"dm\x120A\x37");
    }

    #[test]
    fn digits_that_look_like_an_escape_are_found() {
        for (text, found) in [
            ("\"dm\\0220\\0help\\0\"", None),
            ("\"\\012\\034\\0\"", None),
            ("\"a\\033[2J\"", Some((2, 27, None))),
            ("\"a\\\\033\\012\"", Some((7, 10, Some("\\n")))),
            ("\"\\101é\"", Some((1, 65, Some("A")))),
            ("\"\\042\"", Some((1, 34, Some("\\\"")))),
            ("\"\\400\\08\"", None),
        ] {
            let one = OctalLookalike::first_in(text);
            let actual = one.map(|one| (one.at, one.byte, one.remedy()));
            let found = found.map(|(at, byte, remedy)| (at, byte, remedy.map(str::to_owned)));
            assert_eq!(actual, found, "{text}");
        }
    }
}
