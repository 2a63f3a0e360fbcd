//! Instructions to machine words.

use crate::op::Instruction;

/// The machine word of an instruction; operand values are cut to the width of their fields.
pub const fn encode(instruction: &Instruction) -> u32 {
    let spec = instruction.op.spec();
    let mut word = spec.fixed_bits;
    let mut i = 0;
    // Counted by hand: a `const fn` cannot use iterators, and the tables encode at compile time.
    while i < spec.operand_count as usize {
        let field = spec.fields[i];
        // MARS: values are cut without a check. Branches that are too far and condition flags above
        // 7 depend on it; `Instruction::is_wide` finds those, so that a machine can execute the
        // operands.
        word |= (instruction.operands[i] as u32 & field.mask()) << field.shift;
        i += 1;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;

    #[test]
    fn known_words() {
        for (op, operands, word) in [
            (Op::Nop, [0, 0, 0], 0),
            (Op::Add, [8, 9, 1], 0x0121_4020),
            (Op::Lui, [1, -1, 0], 0x3c01_ffff),
            (Op::Lw, [9, 0, 1], 0x8c29_0000),
            (Op::Bgtz, [8, -4, 0], 0x1d00_fffc),
            (Op::Syscall, [0, 0, 0], 0x0000_000c),
            (Op::BreakCode, [100, 0, 0], 0x0000_190d),
            (Op::J, [0x0010_0000, 0, 0], 0x0810_0000),
        ] {
            assert_eq!(encode(&Instruction { op, operands }), word, "{op:?}");
        }
    }
}
