//! Machine words to instructions.
//!
//! The opcode field, and for the three crowded opcodes the function field, select a short list of
//! rows built at compile time. Within a list the row with the most fixed bits is tried first, so a
//! special case (`nop`) wins over the general one (`sll`).

use crate::op::{Instruction, OP_COUNT, Op, SPECS};

/// The instruction a word means, or `None` if it means nothing.
///
/// Branch offsets and signed constants come back sign-extended, everything else zero-extended.
pub fn decode(word: u32) -> Option<Instruction> {
    let bucket = &BUCKETS[bucket_of(word)];
    for &op in &bucket.ops[..bucket.len as usize] {
        let spec = op.spec();
        // The first match is the most specific one, because `insert` keeps every bucket sorted; a
        // word of a special case also matches the row of the general one.
        if word & spec.fixed_mask == spec.fixed_bits {
            return Some(Instruction { op, operands: operands(op, word) });
        }
    }
    None
}

fn operands(op: Op, word: u32) -> [i32; 3] {
    let spec = op.spec();
    let mut values = [0; 3];
    for (value, field) in values.iter_mut().zip(&spec.fields[..spec.operand_count as usize]) {
        let unsigned = (word >> field.shift) & field.mask();
        // Signed fields are exactly 16 bits wide (`fits` in `op.rs`), so the cast is the sign
        // extension.
        *value = if field.is_signed() { i32::from(unsigned as i16) } else { unsigned as i32 };
    }
    values
}

/// The rows that can match a word, most fixed bits first.
#[derive(Clone, Copy)]
struct DecodeBucket {
    len: u8,
    ops: [Op; BUCKET_LEN_MAX],
}

/// `movf.d` and `movt.d` with their single and flagged forms, and the four `bc1` rows.
const BUCKET_LEN_MAX: usize = 12;

/// 64 opcodes, then 64 function codes for each of the opcodes that has most of the rows.
const BUCKET_COUNT: usize = 4 * 64;

const fn bucket_of(word: u32) -> usize {
    let function = (word & 63) as usize;
    match word >> 26 {
        // SPECIAL, COP1 and SPECIAL2 hold most of the instruction set; without buckets by function
        // code their lists would be searched from end to end.
        0x00 => 64 + function,
        0x11 => 128 + function,
        0x1c => 192 + function,
        opcode => opcode as usize,
    }
}

static BUCKETS: [DecodeBucket; BUCKET_COUNT] = build();

const fn build() -> [DecodeBucket; BUCKET_COUNT] {
    let mut buckets = [DecodeBucket { len: 0, ops: [Op::Nop; BUCKET_LEN_MAX] }; BUCKET_COUNT];
    let mut row = 0;
    while row < OP_COUNT {
        let spec = &SPECS[row];
        assert!(spec.fixed_mask >> 26 == 63, "every row fixes its opcode");
        // A row that leaves its function field open (`bc1t` has an offset there) goes into every
        // bucket that its words can select, so that decoding looks into one bucket only.
        if spec.fixed_mask & 63 == 63 || bucket_of(spec.fixed_bits) < 64 {
            insert(&mut buckets[bucket_of(spec.fixed_bits)], spec.op);
        } else {
            let mut function = 0;
            while function < 64 {
                if function & spec.fixed_mask == spec.fixed_bits & spec.fixed_mask & 63 {
                    insert(&mut buckets[bucket_of(spec.fixed_bits | function)], spec.op);
                }
                function += 1;
            }
        }
        row += 1;
    }
    buckets
}

const fn insert(bucket: &mut DecodeBucket, op: Op) {
    let fixed = op.spec().fixed_mask.count_ones();
    let mut at = bucket.len as usize;
    // Evaluated while the crate is compiled: a new row that does not fit stops the build.
    assert!(at < BUCKET_LEN_MAX, "a decoding bucket is full");
    // An insertion sort, as a `const fn` cannot call `sort`; rows with equally many fixed bits keep
    // the order of the table.
    while at > 0 && bucket.ops[at - 1].spec().fixed_mask.count_ones() < fixed {
        bucket.ops[at] = bucket.ops[at - 1];
        at -= 1;
    }
    bucket.ops[at] = op;
    bucket.len += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_cases_win() {
        for (word, op, operands) in [
            (0x0000_0000, Op::Nop, [0, 0, 0]),
            (0x0000_0040, Op::Sll, [0, 0, 1]),
            (0x0000_000d, Op::Break, [0, 0, 0]),
            (0x0000_190d, Op::BreakCode, [100, 0, 0]),
            (0x0100_f809, Op::JalrRa, [8, 0, 0]),
            (0x0100_4009, Op::Jalr, [8, 8, 0]),
            (0x1d00_fffc, Op::Bgtz, [8, -4, 0]),
            (0x3409_ffff, Op::Ori, [9, 0, 0xffff]),
            (0x4501_0001, Op::Bc1t, [1, 0, 0]),
            (0x4505_0001, Op::Bc1tFlag, [1, 1, 0]),
        ] {
            assert_eq!(decode(word), Some(Instruction { op, operands }), "{word:#010x}");
        }
    }

    #[test]
    fn undefined_words_are_refused() {
        // A syscall or register trap with a code, and an opcode nobody has.
        for word in [0x0000_004c, 0x0000_0074, 0xfc00_0000, 0xffff_ffff] {
            assert_eq!(decode(word), None, "{word:#010x}");
        }
    }
}
