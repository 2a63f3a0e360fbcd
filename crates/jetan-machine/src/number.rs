//! Floating-point numbers as text, the way Java writes them from version 19 on.
//!
//! The digits are the fewest that read back as the same number, but at least two if two come
//! closer; among those, the closest. `Double.toString` of JDK 19 and later says the same at length.

/// The one double for which the recordings of MARS, made on Java 17, and the rule of Java 19 give
/// different texts of two digits: `1.0E-323` and `9.9E-324`. Both read back; the recorded one is
/// printed.
const TWICE_SMALLEST: u64 = 2;

/// The text of a single-precision number, as `Float.toString` has it.
pub fn float_text(value: f32) -> String {
    let magnitude = value.abs();
    let text = |digits: usize| format!("{magnitude:.*e}", digits - 1);
    let reads_back = |text: &str| text.parse() == Ok(magnitude);
    number_text(f64::from(value), &format!("{magnitude:e}"), text, reads_back)
}

/// The text of a double-precision number, as `Double.toString` has it.
pub fn double_text(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude.to_bits() == TWICE_SMALLEST {
        return if value < 0.0 { "-1.0E-323" } else { "1.0E-323" }.to_owned();
    }
    let text = |digits: usize| format!("{magnitude:.*e}", digits - 1);
    let reads_back = |text: &str| text.parse() == Ok(magnitude);
    number_text(value, &format!("{magnitude:e}"), text, reads_back)
}

/// Lays out a number, given its shortest digits and a way to get any number of correctly rounded
/// ones.
fn number_text(
    value: f64,
    shortest: &str,
    text: impl Fn(usize) -> String,
    reads_back: impl Fn(&str) -> bool,
) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return format!("{sign}Infinity");
    }
    if value == 0.0 {
        return format!("{sign}0.0");
    }
    // The standard library takes the upper of two equally close texts, Java the even one, as does
    // correct rounding. But next to a power of two, where numbers below are denser than above, the
    // closest text of this length may be a neighbour's: then the shortest one stands.
    let digits = shortest.bytes().take_while(|&byte| byte != b'e').filter(u8::is_ascii_digit);
    let rounded = text(digits.count().max(2));
    let best = if reads_back(&rounded) { rounded.as_str() } else { shortest };
    format!("{sign}{}", laid_out(best))
}

/// Turns `d.ddde-n` into Java's layout.
fn laid_out(scientific: &str) -> String {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = mantissa.replace('.', "");
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        digits => digits,
    };
    let or_zero = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    // Java writes numbers from a thousandth up to ten million without an exponent.
    match exponent {
        0..=6 => {
            let whole = exponent as usize + 1;
            let (before, after) = digits.split_at(whole.min(digits.len()));
            format!("{before:0<whole$}.{}", or_zero(after))
        }
        -3..=-1 => {
            let zeros = (-exponent - 1) as usize;
            format!("0.{:0<zeros$}{digits}", "")
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            format!("{first}.{}E{exponent}", or_zero(rest))
        }
    }
}

#[cfg(test)]
mod tests;
