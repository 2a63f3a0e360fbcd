//! Floating-point patterns: their fields, their exact values, their neighbours.

mod decimal;

pub use decimal::exact_decimal;

use crate::faults::{FaultSet, MarsFault};

/// The two formats of MIPS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatWidth {
    /// 32 bits: 8 of exponent, 23 of fraction.
    Single,
    /// 64 bits: 11 of exponent, 52 of fraction.
    Double,
}

impl FloatWidth {
    /// Bits of the whole.
    pub const fn bits(self) -> u32 {
        match self {
            FloatWidth::Single => 32,
            FloatWidth::Double => 64,
        }
    }

    /// Bits of the exponent.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            FloatWidth::Single => 8,
            FloatWidth::Double => 11,
        }
    }

    /// Bits of the fraction.
    pub const fn fraction_bits(self) -> u32 {
        self.bits() - self.exponent_bits() - 1
    }

    /// The number that is subtracted from a stored exponent.
    pub const fn bias(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    const fn exponent_max(self) -> u64 {
        (1 << self.exponent_bits()) - 1
    }
}

/// The kind of value that a pattern stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatClass {
    /// Zero, of either sign.
    Zero,
    /// Too small for a hidden 1.
    Subnormal,
    /// An ordinary number.
    Normal,
    /// Infinity, of either sign.
    Infinity,
    /// Not a number, and quiet.
    QuietNan,
    /// Not a number, and meant to raise an exception.
    SignallingNan,
}

impl FloatClass {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            FloatClass::Zero => "zero",
            FloatClass::Subnormal => "subnormal",
            FloatClass::Normal => "normal",
            FloatClass::Infinity => "infinity",
            FloatClass::QuietNan => "quiet NaN",
            FloatClass::SignallingNan => "signalling NaN",
        }
    }
}

/// A pattern of bits, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatPattern {
    /// The format.
    pub width: FloatWidth,
    /// The bits; those above the format are 0.
    pub bits: u64,
}

impl FloatPattern {
    /// The pattern of a single.
    pub const fn single(bits: u32) -> FloatPattern {
        FloatPattern { width: FloatWidth::Single, bits: bits as u64 }
    }

    /// The pattern of a double.
    pub const fn double(bits: u64) -> FloatPattern {
        FloatPattern { width: FloatWidth::Double, bits }
    }

    /// Whether the sign bit is set.
    pub const fn is_negative(self) -> bool {
        self.bits >> (self.width.bits() - 1) & 1 == 1
    }

    /// The exponent as it is stored.
    pub const fn stored_exponent(self) -> u64 {
        self.bits >> self.width.fraction_bits() & self.width.exponent_max()
    }

    /// The fraction as it is stored.
    pub const fn fraction(self) -> u64 {
        self.bits & ((1 << self.width.fraction_bits()) - 1)
    }

    /// The kind of value.
    pub const fn class(self) -> FloatClass {
        let is_top = self.stored_exponent() == self.width.exponent_max();
        match (self.stored_exponent(), self.fraction()) {
            (0, 0) => FloatClass::Zero,
            (0, _) => FloatClass::Subnormal,
            (_, 0) if is_top => FloatClass::Infinity,
            (_, fraction) if is_top => {
                // The top bit of the fraction says quiet, as IEEE 754-2008 has it.
                match fraction >> (self.width.fraction_bits() - 1) {
                    1 => FloatClass::QuietNan,
                    _ => FloatClass::SignallingNan,
                }
            }
            _ => FloatClass::Normal,
        }
    }

    /// Significand and power of two of a finite value: the value is their product.
    pub const fn parts(self) -> Option<(u64, i32)> {
        let fraction_bits = self.width.fraction_bits() as i32;
        let smallest = 1 - self.width.bias() - fraction_bits;
        match self.class() {
            FloatClass::Zero | FloatClass::Subnormal => Some((self.fraction(), smallest)),
            FloatClass::Normal => {
                let significand = self.fraction() | 1 << fraction_bits;
                Some((significand, smallest + self.stored_exponent() as i32 - 1))
            }
            _ => None,
        }
    }

    /// The value with all its digits; `Infinity` and `NaN` by name.
    pub fn exact(self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        match (self.class(), self.parts()) {
            (_, Some((significand, power))) => {
                format!("{sign}{}", exact_decimal(significand, power))
            }
            (FloatClass::Infinity, _) => format!("{sign}Infinity"),
            _ => "NaN".to_owned(),
        }
    }

    /// The shortest text that reads back as the same value, as Java writes it.
    pub fn shortest(self) -> String {
        match self.width {
            FloatWidth::Single => {
                jetan_machine::number::float_text(f32::from_bits(self.bits as u32))
            }
            FloatWidth::Double => jetan_machine::number::double_text(f64::from_bits(self.bits)),
        }
    }

    /// The next value below and above; none beyond infinity, and none of a NaN.
    pub fn neighbours(self) -> (Option<FloatPattern>, Option<FloatPattern>) {
        if matches!(self.class(), FloatClass::QuietNan | FloatClass::SignallingNan) {
            return (None, None);
        }
        let towards_zero = || self.with_magnitude(self.magnitude() - 1);
        let away = || {
            let is_end = self.class() == FloatClass::Infinity;
            (!is_end).then(|| self.with_magnitude(self.magnitude() + 1))
        };
        if self.class() == FloatClass::Zero {
            let sign = 1 << (self.width.bits() - 1);
            let smallest = FloatPattern { width: self.width, bits: 1 };
            return (Some(FloatPattern { bits: sign | 1, ..smallest }), Some(smallest));
        }
        if self.is_negative() {
            (away(), Some(towards_zero()))
        } else {
            (Some(towards_zero()), away())
        }
    }

    const fn magnitude(self) -> u64 {
        self.bits & !(1 << (self.width.bits() - 1))
    }

    const fn with_magnitude(self, magnitude: u64) -> FloatPattern {
        let sign = self.bits & 1 << (self.width.bits() - 1);
        FloatPattern { width: self.width, bits: sign | magnitude }
    }

    /// The bits from the sign to the end of the fraction.
    pub fn binary(self) -> String {
        format!("{:0width$b}", self.bits, width = self.width.bits() as usize)
    }

    /// The formula with which textbooks explain a pattern. Right: subnormals have the exponent of
    /// the smallest normal numbers, and what is not a number has none.
    pub fn formula(self, faults: FaultSet) -> String {
        let (sign, class) = (u8::from(self.is_negative()), self.class());
        let is_plain = faults.has(MarsFault::PlainExponents);
        let is_number = self.parts().is_some();
        if !is_number && !is_plain {
            return self.exact();
        }
        let hidden = if self.stored_exponent() == 0 { "" } else { "1" };
        let has_smallest = self.stored_exponent() == 0 && !is_plain;
        let stored = self.stored_exponent() as i32 + i32::from(has_smallest);
        let exponent = stored - self.width.bias();
        let fraction = self.fraction();
        let width = self.width.fraction_bits() as usize;
        let zero = if class == FloatClass::Zero && !is_plain { "0" } else { hidden };
        format!("-1^{sign} * 2^{exponent} * {zero}.{fraction:0width$b} =")
    }

    /// The pattern nearest to a number that somebody typed; none if it is not one.
    pub fn parse(text: &str, width: FloatWidth) -> Option<FloatPattern> {
        Some(match width {
            FloatWidth::Single => {
                FloatPattern::single(jetan_isa::java::parse_float(text)?.to_bits())
            }
            FloatWidth::Double => {
                FloatPattern::double(jetan_isa::java::parse_double(text)?.to_bits())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_have_all_their_digits() {
        let cases = [
            (0x3dcc_cccd, "0.100000001490116119384765625"),
            (
                0x0000_0001,
                "0.0000000000000000000000000000000000000000000014012984643248170709237295832899\
                 1613128026194187651577175706828388979108268586060148663818836212158203125",
            ),
            (0x7f7f_ffff, "340282346638528859811704183484516925440"),
            (0xc020_0000, "-2.5"),
            (0x8000_0000, "-0"),
            (0xff80_0000, "-Infinity"),
            (0x7fc0_0000, "NaN"),
        ];
        for (bits, text) in cases {
            assert_eq!(FloatPattern::single(bits).exact(), text);
        }
        let tenth = FloatPattern::double(0.1_f64.to_bits());
        assert_eq!(tenth.exact(), "0.1000000000000000055511151231257827021181583404541015625");
    }

    #[test]
    fn exact_text_reads_back() {
        let mut bits = 0x1234_5678_9abc_def0_u64;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pattern = FloatPattern::double(bits);
            if pattern.parts().is_some() {
                assert_eq!(pattern.exact().parse::<f64>().unwrap().to_bits(), bits);
            }
            let single = FloatPattern::single((bits >> 32) as u32);
            if single.parts().is_some() {
                let read: f32 = single.exact().parse().unwrap();
                assert_eq!(u64::from(read.to_bits()), single.bits);
            }
        }
    }

    #[test]
    fn neighbours_are_next_in_order() {
        let values = [0.0_f32, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, f32::MAX, f32::MIN, 1e-45];
        for value in values {
            let (below, above) = FloatPattern::single(value.to_bits()).neighbours();
            let bits = |one: Option<FloatPattern>| one.map(|one| one.bits as u32);
            assert_eq!(bits(below), Some(value.next_down().to_bits()), "{value}");
            assert_eq!(bits(above), Some(value.next_up().to_bits()), "{value}");
        }
        let infinity = FloatPattern::single(f32::INFINITY.to_bits());
        assert_eq!(infinity.neighbours().1, None);
        assert_eq!(FloatPattern::single(0x7fc0_0000).neighbours(), (None, None));
    }

    #[test]
    fn formula_of_a_subnormal_is_right_and_as_mars_half_of_it() {
        let smallest = FloatPattern::single(1);
        let zeros = "0".repeat(22);
        assert_eq!(smallest.formula(FaultSet::NONE), format!("-1^0 * 2^-126 * .{zeros}1 ="));
        assert_eq!(smallest.formula(FaultSet::MARS), format!("-1^0 * 2^-127 * .{zeros}1 ="));
        assert_eq!(FloatPattern::single(0x7f80_0000).formula(FaultSet::NONE), "Infinity");
    }
}
