//! Number text against recorded runs of MARS, against Java's examples, and against its own
//! definition.

use super::*;

#[test]
fn floats_print_as_in_java_19() {
    let cases: &[(u32, &str)] = &[
        (0x7f80_0000, "Infinity"),
        (0xff80_0000, "-Infinity"),
        (0x7fc0_0000, "NaN"),
        (0xffc0_0000, "NaN"),
        (0x7f80_0001, "NaN"),
        (0x0000_0000, "0.0"),
        (0x8000_0000, "-0.0"),
        (0x0000_0001, "1.4E-45"),
        (0x0000_0002, "2.8E-45"),
        (0x0000_0003, "4.2E-45"),
        (0x0000_0007, "9.8E-45"),
        (0x007f_ffff, "1.1754942E-38"),
        (0x0080_0000, "1.1754944E-38"),
        (0x7f7f_ffff, "3.4028235E38"),
        (0x3dcc_cccd, "0.1"),
        (0x4b80_0000, "1.6777216E7"),
        (0x4b7f_ffff, "1.6777215E7"),
        (0x461c_4000, "10000.0"),
        (0xc2f6_e979, "-123.456"),
        // JDK 17 prints a digit more for these: `quirk-print-float-jdk17`.
        (0x4d00_0000, "1.3421773E8"),
        (0x4e80_0000, "1.0737418E9"),
        (0x4f00_0000, "2.1474836E9"),
        (0xcf00_0000, "-2.1474836E9"),
        (0x4ceb_79a3, "1.2345679E8"),
        (0x3200_0000, "7.450581E-9"),
        (0x5000_0000, "8.589935E9"),
        (0x5f00_0000, "9.223372E18"),
        (0x6f80_0000, "7.9228163E28"),
    ];
    for &(bits, text) in cases {
        assert_eq!(float_text(f32::from_bits(bits)), text, "{bits:#010x}");
    }
    let values: &[(f32, &str)] = &[
        (1.0, "1.0"),
        (100.0, "100.0"),
        (1_234_567.0, "1234567.0"),
        (9_999_999.0, "9999999.0"),
        (1.0e7, "1.0E7"),
        (1.5e7, "1.5E7"),
        (0.001, "0.001"),
        (0.000_99, "9.9E-4"),
        (1.5e-10, "1.5E-10"),
        (33.333_332, "33.333332"),
        (1.0e38, "1.0E38"),
        // Half-way between two texts: the even one.
        (8_388_609.0 / 4.0, "2097152.2"),
        (8_388_611.0 / 4.0, "2097152.8"),
        (16_777_215.0 / 4.0, "4194303.8"),
    ];
    for &(value, text) in values {
        assert_eq!(float_text(value), text);
    }
}

#[test]
fn doubles_print_as_in_java_19() {
    let cases: &[(f64, &str)] = &[
        (f64::NAN, "NaN"),
        (f64::NEG_INFINITY, "-Infinity"),
        (-0.0, "-0.0"),
        (0.3, "0.3"),
        (0.1 + 0.2, "0.30000000000000004"),
        (123_456.789, "123456.789"),
        (9_999_999.0, "9999999.0"),
        (9_999_999.5, "9999999.5"),
        (1.0e7, "1.0E7"),
        (12_345_678.9, "1.23456789E7"),
        (0.001, "0.001"),
        (0.000_99, "9.9E-4"),
        (1.0e100, "1.0E100"),
        (1.0e-100, "1.0E-100"),
        (f64::MAX, "1.7976931348623157E308"),
        (f64::MIN_POSITIVE, "2.2250738585072014E-308"),
        (std::f64::consts::PI, "3.141592653589793"),
        (1.0e21, "1.0E21"),
        (4.35, "4.35"),
        (0.07, "0.07"),
        // JDK 17 prints these differently: `quirk-print-double-jdk17`.
        (2.0e-3, "0.002"),
        (1.0e23, "1.0E23"),
        (2.0e23, "2.0E23"),
        (8.41e21, "8.41E21"),
        (2.225_073_858_507_201e-308, "2.225073858507201E-308"),
        (9.007_199_254_740_992e15, "9.007199254740992E15"),
        (4.872_657_005_7e288, "4.8726570057E288"),
        (2.0e-44, "2.0E-44"),
        (5.0e-324, "4.9E-324"),
        // JDK 17 has `1.0E-323`: the recording `fpu-add-d`.
        (1.0e-323, "1.0E-323"),
        (1.5e-323, "1.5E-323"),
        (5.0e-323, "4.9E-323"),
        (1.0e-322, "9.9E-323"),
    ];
    for &(value, text) in cases {
        assert_eq!(double_text(value), text);
    }
}

/// A generator that is good enough to choose bit patterns.
fn bit_patterns(count: usize) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..count).map(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    })
}

/// The number of digits a text needs; zeros at the ends only say how large the number is.
fn digit_count(text: &str) -> usize {
    let mantissa = text.split(['e', 'E']).next().unwrap_or("");
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

#[test]
fn floats_read_back_and_are_short() {
    for bits in bit_patterns(1_000_000) {
        let value = f32::from_bits(bits as u32);
        if !value.is_finite() {
            continue;
        }
        let text = float_text(value);
        assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(value.to_bits()), "{text}");
        assert!(digit_count(&text) <= digit_count(&format!("{value:e}")).max(2), "{text}");
    }
}

#[test]
fn doubles_read_back_and_are_short() {
    for bits in bit_patterns(1_000_000) {
        let value = f64::from_bits(bits);
        if !value.is_finite() {
            continue;
        }
        let text = double_text(value);
        assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()), "{text}");
        assert!(digit_count(&text) <= digit_count(&format!("{value:e}")).max(2), "{text}");
    }
}

#[test]
fn powers_of_two_read_back() {
    for exponent in -149..128 {
        let value = 2_f32.powi(exponent);
        assert_eq!(float_text(value).parse(), Ok(value));
    }
    for exponent in -1074..1024 {
        let value = if exponent < -1022 {
            f64::from_bits(1 << (exponent + 1074))
        } else {
            2_f64.powi(exponent)
        };
        assert_eq!(double_text(value).parse(), Ok(value));
    }
}
