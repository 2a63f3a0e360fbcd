//! `decode` and `encode` are inverse on machine words.
//!
//! A sample of a million words is checked; with `JETAN_LONG=1` it is all 2^32 of them.

#![expect(clippy::disallowed_methods, reason = "the environment chooses the long run")]

use jetan_isa::{SPECS, decode, encode};

/// Checks a word that decodes; tells whether it did.
fn survives(word: u32) -> bool {
    let Some(instruction) = decode(word) else { return false };
    assert_eq!(encode(&instruction), word, "{instruction:?}");
    true
}

/// Checks that a word decodes exactly if some row of the table has it.
fn check(word: u32) {
    let is_defined = SPECS.iter().any(|spec| word & spec.fixed_mask == spec.fixed_bits);
    assert_eq!(survives(word), is_defined, "{word:#010x}");
}

#[test]
fn decoding_and_encoding_gives_the_word_back() {
    if std::env::var("JETAN_LONG").is_ok_and(|value| value == "1") {
        let defined = (0..=u32::MAX).filter(|&word| survives(word)).count();
        assert_eq!(defined as u64, defined_words());
    } else {
        // An odd stride visits every value of the low bits.
        (0..=u32::MAX).step_by(4_093).for_each(check);
    }
}

/// How many words are instructions: rows overlap only where one is a special case of another, so
/// the general rows count and the special ones are in them already.
fn defined_words() -> u64 {
    let is_special = |mask: u32, bits: u32| {
        SPECS.iter().any(|spec| {
            spec.fixed_mask != mask
                && spec.fixed_mask & mask == spec.fixed_mask
                && bits & spec.fixed_mask == spec.fixed_bits
        })
    };
    SPECS
        .iter()
        .filter(|spec| !is_special(spec.fixed_mask, spec.fixed_bits))
        .map(|spec| 1 << spec.fixed_mask.count_zeros())
        .sum()
}

#[test]
fn a_million_random_words_survive() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..1_000_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        check((state >> 32) as u32);
    }
}

#[test]
fn every_field_value_of_every_row_survives() {
    for spec in &SPECS {
        for field in &spec.fields[..spec.operand_count as usize] {
            for value in 0..=field.mask().min(0xffff) {
                assert!(survives(spec.fixed_bits | value << field.shift), "{}", spec.name);
            }
        }
    }
}
