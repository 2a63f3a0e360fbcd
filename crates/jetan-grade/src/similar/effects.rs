//! The registers that an instruction reads and writes, for the search for unused results.

use super::tokens::families::{FAMILIES, OpFamily};
use super::tokens::{CodeStatement, NamelessOperand};

/// A set of registers: 32 of the CPU, 32 of the FPU, then HI and LO.
pub(super) type RegisterSet = u128;

const HI: RegisterSet = 1 << 64;
const LO: RegisterSet = 1 << 65;
/// Both are written together.
pub(super) const HI_AND_LO: RegisterSet = HI | LO;

/// `$sp`, below which nothing is kept.
const STACK: NamelessOperand = NamelessOperand::Register(29);

/// Arguments and number of a service: `$v0`, `$a0` to `$a3`, `$f12` and `$f13`.
const SERVICE_READS: RegisterSet = 0b1111_0100 | 0b11 << (32 + 12);

/// The registers that an instruction reads and writes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RegisterEffects {
    pub(super) reads: RegisterSet,
    pub(super) writes: RegisterSet,
    /// Whether the registers it writes are all that it changes.
    pub(super) is_pure: bool,
}

/// The register that an instruction computes, if that is all it does.
pub(super) fn result(code: &CodeStatement) -> Option<u8> {
    match code.operands() {
        [NamelessOperand::Register(to), _, ..] if FAMILIES.is_pure(code.family) => Some(*to),
        [NamelessOperand::Register(to), _, _] if code.family == OpFamily::DIVIDE => Some(*to),
        [NamelessOperand::Register(to)]
            if matches!(code.family, OpFamily::MOVE_FROM_LO | OpFamily::MOVE_FROM_HI) =>
        {
            Some(*to)
        }
        _ => None,
    }
}

/// Two operands whose product or quotient goes to HI and LO.
pub(super) fn is_for_hi_and_lo(code: &CodeStatement) -> bool {
    matches!(code.family, OpFamily::MULTIPLY_LONG | OpFamily::DIVIDE) && code.operands().len() == 2
}

fn bits(register: u8) -> RegisterSet {
    match register {
        // `$zero` holds no value that could be needed.
        0 => 0,
        1..=31 => 1 << register,
        // A double is in two registers.
        // Always the pair: whether an instruction is about a double is not known here.
        _ => 0b11 << (register & 0x3e),
    }
}

/// Finds out what an instruction reads and writes.
pub(super) fn effects(code: &CodeStatement) -> RegisterEffects {
    let to = result(code);
    let mut effects = RegisterEffects::default();
    for operand in code.operands().iter().skip(usize::from(to.is_some())) {
        if let NamelessOperand::Register(number) = operand {
            effects.reads |= bits(*number);
        }
    }
    match code.family {
        OpFamily::SERVICE => effects.reads |= SERVICE_READS,
        OpFamily::MOVE_FROM_LO => effects.reads |= LO,
        OpFamily::MOVE_FROM_HI => effects.reads |= HI,
        _ => {}
    }
    if let Some(to) = to {
        (effects.writes, effects.is_pure) = (bits(to), true);
    } else if is_for_hi_and_lo(code) {
        // Counted as one result: both halves come from one instruction.
        (effects.writes, effects.is_pure) = (HI_AND_LO, true);
    }
    effects
}

/// The name that an instruction loads from or stores to directly, and whether it stores.
pub(super) fn named_cell(code: &CodeStatement) -> Option<(u32, bool)> {
    match code.operands() {
        [_, NamelessOperand::Name(name)] if is_load(code.family) => Some((*name, false)),
        [_, NamelessOperand::Name(name)] if is_store(code.family) => Some((*name, true)),
        _ => None,
    }
}

/// Whether an instruction stores where nobody looks: below the stack.
pub(super) fn is_below_stack(code: &CodeStatement) -> bool {
    matches!(code.operands(), [_, NamelessOperand::Number(offset), STACK] if *offset < 0)
        && is_store(code.family)
}

pub(super) fn is_load(family: OpFamily) -> bool {
    matches!(family, OpFamily::LOAD_WORD | OpFamily::LOAD_HALF | OpFamily::LOAD_BYTE)
}

pub(super) fn is_store(family: OpFamily) -> bool {
    matches!(family, OpFamily::STORE_WORD | OpFamily::STORE_HALF | OpFamily::STORE_BYTE)
}
