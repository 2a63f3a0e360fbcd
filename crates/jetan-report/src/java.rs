//! Numbers and paths as Java, and so MARS's command line, reads them.

/// Reads an integer as `Integer.decode` does: decimal, `0x`, `0X` or `#` hexadecimal, `0` octal,
/// with an optional sign in front, if it fits 32 bits.
pub fn decode(text: &str) -> Option<i32> {
    let (negative, magnitude) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let hex = ["0x", "0X", "#"].iter().find_map(|prefix| magnitude.strip_prefix(prefix));
    // A lone 0 is decimal and not an octal number without digits.
    let octal = magnitude.strip_prefix('0').filter(|digits| !digits.is_empty());
    let (radix, digits) = match (hex, octal) {
        (Some(digits), _) => (16, digits),
        (None, Some(digits)) => (8, digits),
        (None, None) => (10, magnitude),
    };
    // `from_str_radix` takes a sign here, Java does not.
    if digits.is_empty() || digits.starts_with(['+', '-']) {
        return None;
    }
    // In 64 bits, so that -0x80000000 has room before its sign is applied.
    let value = i64::from_str_radix(digits, radix).ok()?;
    i32::try_from(if negative { -value } else { value }).ok()
}

/// Reads an integer as MARS does where an address may stand: [`decode`], or exactly eight
/// hexadecimal digits after `0x`, as a bit pattern.
pub fn integer(text: &str) -> Option<i32> {
    let pattern = || {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
        // Exactly eight digits: with fewer `decode` has read it, with more MARS refuses it.
        let fits = digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| fits).map(|bits| bits as i32)
    };
    decode(text).or_else(pattern)
}

/// The meaning of an argument that may be an address range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressRange {
    /// Two word addresses in order; MARS compares them as signed numbers.
    Valid(i32, i32),
    /// Something with a dash inside, but no such range.
    Invalid,
    /// Something without a dash inside.
    Other,
}

/// Reads `m-n` as MARS does.
pub fn address_range(text: &str) -> AddressRange {
    match text.split_once('-') {
        // A dash at either end makes it a number or a name.
        Some((first, last)) if !first.is_empty() && !last.is_empty() => {
            match (integer(first), integer(last)) {
                (Some(first), Some(last)) if first <= last && first % 4 == 0 && last % 4 == 0 => {
                    AddressRange::Valid(first, last)
                }
                _ => AddressRange::Invalid,
            }
        }
        _ => AddressRange::Other,
    }
}

/// A path as `java.io.File` keeps it: no repeated and no trailing slashes.
pub fn path(name: &str) -> String {
    let mut path = String::with_capacity(name.len());
    for c in name.chars() {
        if c != '/' || !path.ends_with('/') {
            path.push(c);
        }
    }
    if path.len() > 1 && path.ends_with('/') {
        path.pop();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_java_reads_them() {
        for (text, value) in [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("+17", Some(17)),
            ("010", Some(8)),
            ("0x1F", Some(31)),
            ("-0x80000000", Some(i32::MIN)),
            ("#10", Some(16)),
            ("2147483648", None),
            ("0x80000000", None),
            ("08", None),
            ("", None),
            ("-", None),
            ("0x", None),
            ("0x-1", None),
            ("+-1", None),
            ("é", None),
        ] {
            assert_eq!(decode(text), value, "{text}");
        }
        assert_eq!(integer("0x80000000"), Some(i32::MIN));
        assert_eq!(integer("0X0000000c"), Some(12));
        assert_eq!(integer("0x1000000000"), None);
    }

    #[test]
    fn ranges_have_a_dash_inside() {
        use AddressRange::{Invalid, Other, Valid};
        for (text, range) in [
            ("0x10010000-0x10010010", Valid(0x1001_0000, 0x1001_0010)),
            ("0x80000000-0x90000000", Valid(i32::MIN, 0x9000_0000_u32 as i32)),
            ("8-4", Invalid),
            ("1-4", Invalid),
            ("no-file.asm", Invalid),
            ("-5", Other),
            ("4-", Other),
            ("file", Other),
        ] {
            assert_eq!(address_range(text), range, "{text}");
        }
    }

    #[test]
    fn paths_are_kept_as_java_keeps_them() {
        for (typed, kept) in
            [("a//b/", "a/b"), ("/", "/"), ("//", "/"), ("./a/../b", "./a/../b"), ("", "")]
        {
            assert_eq!(path(typed), kept, "{typed}");
        }
    }
}
