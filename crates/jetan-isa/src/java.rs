//! Floating-point numbers as Java reads them: in sources, from the console and in dialogs, MARS
//! hands what was typed to `Float.parseFloat` and `Double.parseDouble`.

/// Reads a number as `Double.parseDouble` does, with blanks around it removed.
pub fn parse_double(text: &str) -> Option<f64> {
    let (negative, number) = read(text)?;
    let value = match number {
        // Returned before the sign is applied: Java's NaN has none, and negating ours would set a
        // bit that programs can see.
        JavaNumber::Nan => return Some(f64::NAN),
        JavaNumber::Infinity => f64::INFINITY,
        JavaNumber::Decimal(digits) => digits.parse().ok()?,
        JavaNumber::Hexadecimal { bits, exponent } => scaled(bits, exponent, &DOUBLE),
    };
    Some(if negative { -value } else { value })
}

/// Reads a number as `Float.parseFloat` does: rounded once, not by way of a double.
pub fn parse_float(text: &str) -> Option<f32> {
    let (negative, number) = read(text)?;
    let value = match number {
        JavaNumber::Nan => return Some(f32::NAN),
        JavaNumber::Infinity => f32::INFINITY,
        // Parsed as `f32` directly: by way of `f64` it would be rounded twice.
        JavaNumber::Decimal(digits) => digits.parse().ok()?,
        // The cast is exact, since `scaled` has rounded to 24 bits already.
        JavaNumber::Hexadecimal { bits, exponent } => scaled(bits, exponent, &SINGLE) as f32,
    };
    Some(if negative { -value } else { value })
}

/// Removes what `String.trim` removes: blanks and control characters at both ends.
pub fn trim(text: &str) -> &str {
    // Not `str::trim`: Java also removes control characters, and keeps Unicode's blanks.
    text.trim_matches(|c| c <= ' ')
}

/// A number without its sign, not yet rounded.
enum JavaNumber<'t> {
    /// The sign of this one does not count.
    Nan,
    Infinity,
    /// Checked as far as `str::parse` would accept more than Java.
    Decimal(&'t str),
    /// `bits × 2^exponent`; the lowest bit stands for all that did not fit.
    Hexadecimal {
        bits: u64,
        exponent: i64,
    },
}

fn read(text: &str) -> Option<(bool, JavaNumber<'_>)> {
    let (negative, magnitude) = sign(trim(text));
    let number = match magnitude {
        "NaN" => JavaNumber::Nan,
        "Infinity" => JavaNumber::Infinity,
        _ => {
            // Safe for hexadecimal numbers too: they end with a binary exponent, in which `d` and
            // `f` are not digits.
            let digits = magnitude.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(magnitude);
            hexadecimal(digits).or_else(|| decimal(digits))?
        }
    };
    Some((negative, number))
}

fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn decimal(text: &str) -> Option<JavaNumber<'_>> {
    let mantissa = text.split(['e', 'E']).next().unwrap_or("");
    // `str::parse` also takes `inf`, `nan` and `infinity`; Java does not. The exponent needs no
    // check here, as both read it alike.
    let plain = mantissa.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let any = mantissa.bytes().any(|byte| byte.is_ascii_digit());
    (plain && any).then_some(JavaNumber::Decimal(text))
}

/// `0x1.8p3`: hexadecimal digits, and a binary exponent that must be there.
fn hexadecimal(text: &str) -> Option<JavaNumber<'_>> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    // Without a binary exponent it is not a number in Java: `0x10` is an integer only, and MARS
    // rejects it as a float.
    let (mantissa, exponent) = digits.split_once(['p', 'P'])?;
    let mut exponent = binary_exponent(exponent)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut bits = 0_u64;
    let mut lost = false;
    for (idx, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = digit.to_digit(16)?;
        let after_point = idx >= whole.len();
        // At least 60 significant bits are kept, more than rounding to 53 needs; of the digits
        // after them it only matters whether all are zero.
        if bits >> 59 == 0 {
            bits = bits << 4 | u64::from(digit);
            exponent -= if after_point { 4 } else { 0 };
        } else {
            lost |= digit != 0;
            exponent += if after_point { 0 } else { 4 };
        }
    }
    Some(JavaNumber::Hexadecimal { bits: bits | u64::from(lost), exponent })
}

fn binary_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = sign(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Far beyond any format, and far enough from the end that counting digits cannot overflow.
    let value =
        digits.bytes().fold(0, |value, byte| (value * 10 + i64::from(byte - b'0')).min(1 << 48));
    Some(if negative { -value } else { value })
}

/// The numbers that a floating-point format can hold.
struct FloatFormat {
    /// Bits of the significand.
    precision: i64,
    /// The exponent of the lowest bit of the smallest number.
    lowest: i64,
    /// The exponent of the highest bit of the largest number.
    highest: i64,
}

const DOUBLE: FloatFormat = FloatFormat { precision: 53, lowest: -1074, highest: 1023 };
const SINGLE: FloatFormat = FloatFormat { precision: 24, lowest: -149, highest: 127 };

/// `bits × 2^exponent`, rounded once, to nearest even, also where the result is subnormal.
fn scaled(bits: u64, exponent: i64, format: &FloatFormat) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let top = 63 - i64::from(bits.leading_zeros()) + exponent;
    if top > format.highest {
        return f64::INFINITY;
    }
    // Subnormal numbers have fewer bits: the unit of rounding never gets below the smallest number.
    let lowest = (top - format.precision + 1).max(format.lowest);
    let shift = lowest - exponent;
    let units = match shift {
        // Cannot lose bits: the shift is negative only by as much as `bits` is shorter than the
        // precision.
        ..=0 => bits << -shift,
        1..=63 => {
            let (kept, cut) = (bits >> shift, bits & ((1 << shift) - 1));
            let half = 1_u64 << (shift - 1);
            kept + u64::from(cut > half || cut == half && kept & 1 == 1)
        }
        64 => u64::from(bits > 1 << 63),
        _ => 0,
    };
    // `units` has at most 54 bits, and the power is exact in two steps.
    let half = lowest / 2;
    units as f64 * 2_f64.powi(half as i32) * 2_f64.powi((lowest - half) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_read_as_in_java() {
        let cases = [
            ("1.5", 1.5),
            ("1e3", 1000.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("5.e1", 50.0),
            ("1.5f", 1.5),
            ("2d", 2.0),
            ("1e+2D", 100.0),
            (" \t7 \r", 7.0),
            ("-Infinity", f64::NEG_INFINITY),
            ("-0", -0.0),
            ("0x1p3", 8.0),
            ("0x1.p3", 8.0),
            ("0x.8p0", 0.5),
            ("0x1.fffffffffffff8p0", 2.0),
            ("0x1.fffffffffffff7fffffffffffp0", 2.0_f64.next_down()),
            ("0x1p-1074", 5e-324),
            ("0x1p-1075", 0.0),
            ("0x1.8p-1075", 5e-324),
            ("0x1p1024", f64::INFINITY),
            ("0x1p99999999999999999999", f64::INFINITY),
            ("0x1p-99999999999999999999f", 0.0),
            ("0x0p99999999999999999999", 0.0),
            ("1e400", f64::INFINITY),
            ("0e99999999999999999999", 0.0),
        ];
        for (text, value) in cases {
            assert_eq!(parse_double(text).map(f64::to_bits), Some(value.to_bits()), "{text}");
        }
    }

    #[test]
    fn nan_has_no_sign() {
        for text in ["NaN", "-NaN", "+NaN"] {
            assert_eq!(parse_double(text).map(f64::to_bits), Some(0x7ff8_0000_0000_0000), "{text}");
            assert_eq!(parse_float(text).map(f32::to_bits), Some(0x7fc0_0000), "{text}");
        }
    }

    #[test]
    fn what_java_refuses_is_refused() {
        for text in [
            "",
            " ",
            "+",
            "nan",
            "inf",
            "infinity",
            "INFINITY",
            "NaNf",
            "1.2.3",
            "e5",
            ".",
            "-.",
            "0x10",
            "0x1.8",
            "0x.p1",
            "0xp1",
            "0x1p",
            "0x1p+",
            "0x1p1.0",
            "0x1.2.3p1",
            "1e",
            "1e+",
            "1e1.5",
            "12ab",
            "1 2",
            "--1",
            "+-1",
            "1ff",
            "1_0",
            "٣",
            "１",
        ] {
            assert_eq!(parse_double(text), None, "{text}");
            assert_eq!(parse_float(text), None, "{text}");
        }
    }

    #[test]
    fn floats_are_rounded_once() {
        let cases: [(&str, f32); 10] = [
            ("0.1", 0.1),
            ("3.4028235e38", f32::MAX),
            ("3.4028236e38", f32::INFINITY),
            ("1.4e-45", f32::from_bits(1)),
            ("7e-46", 0.0),
            // Half-way after rounding to a double, above it before: by way of a double this is 1.
            ("1.00000005960464477539062500000001", 1.0_f32.next_up()),
            ("0x1.000001p0", 1.0),
            ("0x1.0000010000000000000001p0", 1.0_f32.next_up()),
            ("0x1p-150", 0.0),
            ("0x1.ffffffp127", f32::INFINITY),
        ];
        for (text, value) in cases {
            assert_eq!(parse_float(text).map(f32::to_bits), Some(value.to_bits()), "{text}");
        }
    }
}
