//! An adaptive binary range coder: each bit costs what its probability says, and probabilities
//! follow the bits.
//!
//! The scheme is that of LZMA: a range of 32 bits is divided in proportion to the probability, and
//! a carry is kept back until it is certain.

/// Probabilities are fractions of `1 << PROBABILITY_BITS`.
const PROBABILITY_BITS: u32 = 12;

/// The adaptation rate of probabilities: a bit moves one by a 32nd of what is missing.
const ADAPTATION_SHIFT: u32 = 5;

/// Below this the range gets another byte.
const RANGE_MIN: u32 = 1 << 24;

/// The probability that a bit is 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct BitProbability(u16);

impl Default for BitProbability {
    fn default() -> Self {
        Self(1 << (PROBABILITY_BITS - 1))
    }
}

impl BitProbability {
    fn share(self, range: u32) -> u32 {
        (range >> PROBABILITY_BITS) * u32::from(self.0)
    }

    fn learn(&mut self, bit: bool) {
        // Never reaches 0 or the whole, which would make a bit impossible.
        if bit {
            self.0 -= self.0 >> ADAPTATION_SHIFT;
        } else {
            self.0 += ((1 << PROBABILITY_BITS) - self.0) >> ADAPTATION_SHIFT;
        }
    }
}

/// A way to code bits: both directions of [`super::coding`] are the same walk.
pub(super) trait BitCoder {
    /// Codes a bit; returns it, or the one that was read instead.
    fn code(&mut self, bit: bool, chance: &mut BitProbability) -> bool;
}

/// Writes bits.
#[derive(Debug)]
pub(super) struct RangeEncoder<'a> {
    low: u64,
    range: u32,
    /// The last byte that a carry could still change, and how many bytes of 0xff follow it.
    pending: Option<u8>,
    full_bytes: usize,
    bytes: &'a mut Vec<u8>,
}

impl<'a> RangeEncoder<'a> {
    pub(super) fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { low: 0, range: u32::MAX, pending: None, full_bytes: 0, bytes }
    }

    /// Writes what is kept back; the last bits need it.
    pub(super) fn finish(mut self) {
        // Four bytes of `low`, and the one that was kept back for a carry.
        for _ in 0..5 {
            self.shift();
        }
    }

    /// Moves the highest byte of `low` out.
    fn shift(&mut self) {
        let (carry, byte) = ((self.low >> 32) as u8, (self.low >> 24) as u8);
        if carry == 0 && byte == 0xff {
            self.full_bytes += 1;
        } else {
            if let Some(pending) = self.pending {
                self.bytes.push(pending.wrapping_add(carry));
            }
            let full = 0xff_u8.wrapping_add(carry);
            self.bytes.extend(std::iter::repeat_n(full, self.full_bytes));
            self.full_bytes = 0;
            self.pending = Some(byte);
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }
}

impl BitCoder for RangeEncoder<'_> {
    fn code(&mut self, bit: bool, chance: &mut BitProbability) -> bool {
        let share = chance.share(self.range);
        if bit {
            self.low += u64::from(share);
            self.range -= share;
        } else {
            self.range = share;
        }
        chance.learn(bit);
        while self.range < RANGE_MIN {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Reads bits; zeros follow after the end of the bytes.
#[derive(Debug)]
pub(super) struct RangeDecoder<'a> {
    code: u32,
    range: u32,
    bytes: &'a [u8],
}

impl<'a> RangeDecoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { code: 0, range: u32::MAX, bytes };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    #[inline]
    fn shift(&mut self) {
        let (&byte, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        self.code = self.code << 8 | u32::from(byte);
    }
}

impl BitCoder for RangeDecoder<'_> {
    #[inline]
    fn code(&mut self, _: bool, chance: &mut BitProbability) -> bool {
        let share = chance.share(self.range);
        let bit = self.code >= share;
        if bit {
            self.code -= share;
            self.range -= share;
        } else {
            self.range = share;
        }
        chance.learn(bit);
        while self.range < RANGE_MIN {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Bits of which so many in a hundred are ones.
    fn check(ones_percent: u32, bytes_max: usize) {
        let mut rng = Rng::new(u64::from(ones_percent));
        let bits: Vec<bool> = (0..20_000).map(|_| rng.below(100) < ones_percent).collect();
        let mut bytes = Vec::new();
        let (mut encoder, mut chance) = (RangeEncoder::new(&mut bytes), BitProbability::default());
        for &bit in &bits {
            encoder.code(bit, &mut chance);
        }
        encoder.finish();
        assert!(bytes.len() <= bytes_max, "{ones_percent} %: {}", bytes.len());
        let (mut decoder, mut chance) = (RangeDecoder::new(&bytes), BitProbability::default());
        let read: Vec<bool> = bits.iter().map(|_| decoder.code(false, &mut chance)).collect();
        assert_eq!(read, bits);
    }

    #[test]
    fn bits_are_read_as_they_were_written_and_rare_ones_save_space() {
        check(0, 40);
        check(2, 420);
        check(50, 2_560);
        check(99, 260);
        check(100, 40);
    }

    #[test]
    fn any_bytes_can_be_read_and_read_on() {
        for bytes in [&[][..], &[0xff; 9], &[0, 1, 2]] {
            let (mut decoder, mut chance) = (RangeDecoder::new(bytes), BitProbability::default());
            for _ in 0..1_000 {
                decoder.code(false, &mut chance);
            }
        }
    }
}
