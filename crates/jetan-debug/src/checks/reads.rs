//! What an instruction does with the values it reads, condensed from the instruction table so that
//! it is a constant where the instruction is one.

use jetan_isa::op::OP_COUNT;
use jetan_isa::{MemoryUse, Op, Slot};

/// What becomes of what is known about operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carry {
    /// The result is a number of its own.
    Nothing,
    /// A constant, which may be the address of a symbol.
    Constant,
    /// The second operand, perhaps moved by a constant.
    Second,
    /// The sum of the second and the third.
    Sum,
    /// The second less the third.
    Difference,
}

/// What an instruction reads.
#[derive(Clone, Copy)]
pub(super) struct Reads {
    /// Which operands are CPU registers that it reads.
    pub(super) cpu: [bool; 3],
    /// Which operands are floating-point registers that it reads.
    pub(super) float: [bool; 3],
    pub(super) carry: Carry,
    pub(super) memory: MemoryUse,
}

const TABLE: [Reads; OP_COUNT] = {
    let mut table = [Reads::of(Op::ALL[0]); OP_COUNT];
    let mut idx = 0;
    while idx < OP_COUNT {
        table[idx] = Reads::of(Op::ALL[idx]);
        idx += 1;
    }
    table
};

/// What an instruction reads.
#[inline(always)]
pub(super) const fn reads(op: Op) -> Reads {
    TABLE[op as usize]
}

impl Reads {
    const fn of(op: Op) -> Reads {
        let spec = op.spec();
        let (mut cpu, mut float) = ([false; 3], [false; 3]);
        let mut idx = 0;
        while idx < spec.operand_count as usize {
            let role = spec.roles.operands[idx];
            // What is only sometimes replaced, or in part, is no reason to distrust the result.
            let reads = role.reads() && !role.is_destination();
            cpu[idx] = reads && matches!(spec.fields[idx].kind, Slot::Reg);
            float[idx] = reads && matches!(spec.fields[idx].kind, Slot::FReg);
            idx += 1;
        }
        let carry = match op {
            Op::Addi | Op::Addiu => Carry::Second,
            Op::Add | Op::Addu | Op::Or => Carry::Sum,
            Op::Sub | Op::Subu => Carry::Difference,
            Op::Ori | Op::Lui => Carry::Constant,
            _ => Carry::Nothing,
        };
        Reads { cpu, float, carry, memory: spec.roles.memory }
    }

    /// Whether it loads or stores: then the last operand is the base of the address.
    pub(super) const fn has_base(&self) -> bool {
        !matches!(self.memory, MemoryUse::None)
    }
}
