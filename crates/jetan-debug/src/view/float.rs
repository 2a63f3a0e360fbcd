//! Floating-point numbers as people read them.

use jetan_machine::number::{double_text, float_text};

/// A single-precision number: in plain digits as long as these are few, else as MARS writes it.
pub fn single(value: f32) -> String {
    if is_plain(f64::from(value)) { value.to_string() } else { float_text(value) }
}

/// A double-precision number, likewise.
pub fn double(value: f64) -> String {
    if is_plain(value) { value.to_string() } else { double_text(value) }
}

/// Whether a number has few digits before its point, and few zeros behind it.
fn is_plain(value: f64) -> bool {
    value == 0.0 || !value.is_finite() || (1e-6..1e16).contains(&value.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_digits_are_plain_and_many_have_an_exponent() {
        for (value, text) in
            [(0.0, "0"), (1.5, "1.5"), (-0.001, "-0.001"), (1e15, "1000000000000000")]
        {
            assert_eq!(double(value), text);
        }
        assert_eq!(double(1e-200), "1.0E-200");
        assert_eq!(double(-1e100), "-1.0E100");
        assert_eq!(double(f64::INFINITY), "inf");
        assert_eq!(single(f32::from_bits(1)), "1.4E-45");
        assert_eq!(single(0.1), "0.1");
        assert_eq!(single(f32::NAN), "NaN");
    }
}
