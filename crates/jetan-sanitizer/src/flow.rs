//! What an instruction does to the depth of calls.

use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

/// The effect of an instruction on the depth of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEffect {
    /// It opens a call, if it jumps.
    Call,
    /// It closes one.
    Return,
    /// It does neither.
    Other,
}

/// The effect of an instruction on the depth of calls: one that links calls, `jr $ra` returns.
pub fn flow(instruction: DecodedInstruction) -> CallEffect {
    match instruction.op {
        op if links(op) => CallEffect::Call,
        Op::Jr if instruction.a == R::R31 => CallEffect::Return,
        _ => CallEffect::Other,
    }
}

/// Whether an instruction notes where to return to, if it jumps.
pub fn links(op: Op) -> bool {
    matches!(op, Op::Jal | Op::Jalr | Op::JalrRa | Op::Bgezal | Op::Bltzal)
}

/// Whether an instruction notes where to return to.
pub fn is_call(instruction: DecodedInstruction) -> bool {
    flow(instruction) == CallEffect::Call
}
