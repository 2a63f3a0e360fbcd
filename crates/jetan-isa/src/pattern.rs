//! Bit strings such as `000000 sssss ttttt ddddd 00000 100000`, read at compile time.
//!
//! A digit is a bit every word of the instruction has; a letter belongs to an operand's field.

/// A 32-bit pattern: which bits are fixed, and which letter owns each of the others.
pub(crate) struct BitPattern {
    /// One bits where the pattern has a digit.
    pub(crate) fixed_mask: u32,
    /// The values of those digits.
    pub(crate) fixed_bits: u32,
    /// The letter at each bit position (index 0 is the lowest bit), 0 for digits.
    letters: [u8; 32],
}

impl BitPattern {
    /// Reads a pattern; anything but exactly 32 digits and lower-case letters stops the build.
    pub(crate) const fn parse(text: &str) -> BitPattern {
        let bytes = text.as_bytes();
        let mut pattern = BitPattern { fixed_mask: 0, fixed_bits: 0, letters: [0; 32] };
        let (mut i, mut bits_left) = (0, 32);
        while i < bytes.len() {
            if bytes[i] != b' ' {
                assert!(bits_left > 0, "a pattern has more than 32 bits");
                bits_left -= 1;
                // From the highest bit down, as manuals print words.
                pattern.set(bits_left, bytes[i]);
            }
            i += 1;
        }
        assert!(bits_left == 0, "a pattern has fewer than 32 bits");
        pattern
    }

    const fn set(&mut self, position: usize, byte: u8) {
        match byte {
            b'0' => self.fixed_mask |= 1 << position,
            b'1' => {
                self.fixed_mask |= 1 << position;
                self.fixed_bits |= 1 << position;
            }
            b'a'..=b'z' => self.letters[position] = byte,
            _ => panic!("a pattern consists of 0, 1, lower-case letters and blanks"),
        }
    }

    /// Lowest bit and width of a letter's field, which must exist and be contiguous.
    pub(crate) const fn field(&self, letter: u8) -> (u8, u8) {
        let mut shift = 0;
        while shift < 32 && self.letters[shift] != letter {
            shift += 1;
        }
        assert!(shift < 32, "an operand has no field in its row's pattern");
        let mut end = shift;
        while end < 32 && self.letters[end] == letter {
            end += 1;
        }
        let mut rest = end;
        while rest < 32 {
            // A field in two pieces would encode the lower half of its operand twice, silently.
            assert!(self.letters[rest] != letter, "a field is in two pieces");
            rest += 1;
        }
        (shift as u8, (end - shift) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_fixed_and_letters_are_fields() {
        let pattern = BitPattern::parse("010001 10001 ccc 01 sssss ddddd 010001");
        assert_eq!(pattern.fixed_mask, 0xffe3_003f);
        assert_eq!(pattern.fixed_bits, 0x4621_0011);
        assert_eq!(pattern.field(b'c'), (18, 3));
        assert_eq!(pattern.field(b'd'), (6, 5));
    }

    #[test]
    #[should_panic(expected = "fewer than 32 bits")]
    fn short_patterns_are_refused() {
        BitPattern::parse("000000 sssss");
    }

    #[test]
    #[should_panic(expected = "more than 32 bits")]
    fn long_patterns_are_refused() {
        BitPattern::parse("000000 sssss ttttt ddddd 00000 1000000");
    }

    #[test]
    #[should_panic(expected = "two pieces")]
    fn split_fields_are_refused() {
        BitPattern::parse("000000 sssss ttttt sssss 00000 100000").field(b's');
    }
}
