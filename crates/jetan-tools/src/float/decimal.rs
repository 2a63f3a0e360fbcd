//! Exact decimals of binary fractions, with whole numbers of any length.

/// Digits in a limb.
const LIMB_DIGITS: usize = 9;
const LIMB: u64 = 1_000_000_000;

/// The decimal text of `significand` times 2 to the `power`, with all its digits.
///
/// A double has at most 767 significant digits, so that the work is small and bounded.
pub fn exact_decimal(significand: u64, power: i32) -> String {
    if significand == 0 {
        return "0".to_owned();
    }
    let shift = significand.trailing_zeros();
    let (significand, power) = (significand >> shift, power + shift as i32);
    let mut limbs = Limbs::new(significand);
    // m / 2^k is m * 5^k / 10^k: multiply, and put the point k digits from the right.
    let (factor, places) = if power < 0 { (5, -power) } else { (2, power) };
    for _ in 0..places {
        limbs.multiply(factor);
    }
    let digits = limbs.text();
    if power >= 0 {
        return digits;
    }
    let places = places as usize;
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{whole}.{fraction}")
}

/// A whole number in base 10^9, the lowest limb first.
struct Limbs {
    limbs: Vec<u64>,
}

impl Limbs {
    fn new(mut value: u64) -> Limbs {
        let mut limbs = Vec::new();
        while value > 0 {
            limbs.push(value % LIMB);
            value /= LIMB;
        }
        Limbs { limbs }
    }

    fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = *limb * factor + carry;
            *limb = product % LIMB;
            carry = product / LIMB;
        }
        if carry > 0 {
            self.limbs.push(carry);
        }
    }

    fn text(&self) -> String {
        let mut limbs = self.limbs.iter().rev();
        let first = limbs.next().map(ToString::to_string).unwrap_or_default();
        limbs.fold(first, |text, limb| text + &format!("{limb:0LIMB_DIGITS$}"))
    }
}
