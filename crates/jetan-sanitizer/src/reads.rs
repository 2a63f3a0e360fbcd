//! The treatment of values that an instruction reads, condensed from the instruction table so that
//! it is a constant where the instruction is one.

use jetan_isa::op::OP_COUNT;
use jetan_isa::{MemoryUse, Op, OperandSlot};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::shadow::{DOUBLE, SINGLE, ShadowEntry};

/// The propagation of shadow values from operands to the result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CarryRule {
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

/// The kind of register that an operand names, if it is written.
#[derive(Clone, Copy)]
pub(super) enum OperandTarget {
    None,
    Cpu,
    Single,
    Double,
}

/// The registers that an instruction reads and writes.
#[derive(Clone, Copy)]
pub(super) struct OperandUses {
    /// Whether each operand is a CPU register that it reads.
    pub(super) cpu: [bool; 3],
    /// Whether each operand is a floating-point register that it reads.
    pub(super) float: [bool; 3],
    pub(super) carry: CarryRule,
    pub(super) memory: MemoryUse,
    /// The kind of register each operand is, if it is written.
    pub(super) writes: [OperandTarget; 3],
    pub(super) writes_ra: bool,
    /// The operands that are floating-point registers holding doubles, as bits.
    pub(super) doubles: u8,
    /// Whether it copies HI or LO, and whether it writes them.
    pub(super) copies_product: bool,
    pub(super) writes_product: bool,
    /// The shadow of a floating-point register that it writes.
    pub(super) kind: ShadowEntry,
}

const TABLE: [OperandUses; OP_COUNT] = {
    let mut table = [OperandUses::of(Op::ALL[0]); OP_COUNT];
    let mut idx = 0;
    // `for` is not available in constants.
    while idx < OP_COUNT {
        table[idx] = OperandUses::of(Op::ALL[idx]);
        idx += 1;
    }
    table
};

/// The registers that an instruction reads.
#[inline(always)]
pub(super) const fn reads(op: Op) -> OperandUses {
    TABLE[op as usize]
}

impl OperandUses {
    const fn of(op: Op) -> OperandUses {
        let spec = op.spec();
        let (mut cpu, mut float) = ([false; 3], [false; 3]);
        let mut writes = [OperandTarget::None; 3];
        let mut idx = 0;
        while idx < spec.operand_count as usize {
            let role = spec.roles.operands[idx];
            // What is only sometimes replaced, or in part, is not a reason to distrust the result.
            let reads = role.reads() && !role.is_destination();
            cpu[idx] = reads && matches!(spec.fields[idx].kind, OperandSlot::Reg);
            float[idx] = reads && matches!(spec.fields[idx].kind, OperandSlot::FReg);
            writes[idx] = match spec.fields[idx].kind {
                OperandSlot::Reg if role.writes() => OperandTarget::Cpu,
                OperandSlot::FReg if role.writes() && spec.doubles >> idx & 1 == 1 => {
                    OperandTarget::Double
                }
                OperandSlot::FReg if role.writes() => OperandTarget::Single,
                _ => OperandTarget::None,
            };
            idx += 1;
        }
        let carry = match op {
            Op::Addi | Op::Addiu => CarryRule::Second,
            // `or` with `$zero` is a way to copy, and copies keep what is known.
            Op::Add | Op::Addu | Op::Or => CarryRule::Sum,
            Op::Sub | Op::Subu => CarryRule::Difference,
            Op::Ori | Op::Lui => CarryRule::Constant,
            _ => CarryRule::Nothing,
        };
        let roles = spec.roles;
        let writes_product = roles.hi.writes() || roles.lo.writes();
        OperandUses {
            cpu,
            float,
            carry,
            memory: roles.memory,
            writes,
            writes_ra: roles.ra.writes(),
            doubles: spec.doubles,
            copies_product: !writes_product && (roles.hi.reads() || roles.lo.reads()),
            writes_product,
            kind: kind(op),
        }
    }

    /// Whether it loads or stores: then the last operand is the base of the address.
    pub(super) const fn has_base(&self) -> bool {
        !matches!(self.memory, MemoryUse::None)
    }
}

/// The kind of number an instruction leaves in a floating-point register; 0 where it only moves
/// bits, or makes an integer.
const fn kind(op: Op) -> ShadowEntry {
    match op {
        Op::AddS
        | Op::SubS
        | Op::MulS
        | Op::DivS
        | Op::SqrtS
        | Op::AbsS
        | Op::NegS
        | Op::CvtSD
        | Op::CvtSW
        | Op::Lwc1 => SINGLE,
        Op::AddD
        | Op::SubD
        | Op::MulD
        | Op::DivD
        | Op::SqrtD
        | Op::AbsD
        | Op::NegD
        | Op::CvtDS
        | Op::CvtDW
        | Op::Ldc1 => DOUBLE,
        _ => 0,
    }
}

/// Whether an instruction computes with floats, or compares or converts them.
pub(super) const fn computes_singles(op: Op) -> bool {
    matches!(
        op,
        Op::AddS
            | Op::SubS
            | Op::MulS
            | Op::DivS
            | Op::SqrtS
            | Op::CEqS
            | Op::CLtS
            | Op::CLeS
            | Op::CvtDS
            | Op::CvtWS
    )
}

/// Whether the result of an instruction is the same whatever is in its operands.
pub(super) fn is_independent(one: DecodedInstruction) -> bool {
    match one.op {
        // The usual ways to make a 0 out of whatever is in a register.
        Op::Xor | Op::Sub | Op::Subu | Op::Slt | Op::Sltu => one.b == one.c,
        Op::And => one.b == R::R0 || one.c == R::R0,
        Op::Andi => one.imm == 0,
        _ => false,
    }
}

/// The operand that an instruction only copies somewhere else.
pub(super) fn copied_operand(one: DecodedInstruction) -> Option<usize> {
    match one.op {
        Op::Add | Op::Addu | Op::Or | Op::Sub | Op::Subu if one.c == R::R0 => Some(1),
        Op::Add | Op::Addu | Op::Or if one.b == R::R0 => Some(2),
        Op::Addi | Op::Addiu | Op::Ori | Op::Xori if one.imm == 0 => Some(1),
        Op::Movn | Op::Movz | Op::MovS | Op::MovD | Op::Mfc1 => Some(1),
        Op::Mtc1 | Op::Mthi | Op::Mtlo => Some(0),
        op if matches!(reads(op).memory, MemoryUse::Store(_)) => Some(0),
        _ => None,
    }
}
