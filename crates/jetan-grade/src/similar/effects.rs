//! The registers that an instruction reads and writes, for the search for unused results.

use super::tokens::families::{FAMILIES, Family};
use super::tokens::{Code, Operand};

/// A set of registers: 32 of the CPU, 32 of the FPU, then HI and LO.
pub(super) type Registers = u128;

const HI: Registers = 1 << 64;
const LO: Registers = 1 << 65;

/// `$sp`, below which nothing is kept.
const STACK: Operand = Operand::Register(29);

/// Arguments and number of a service: `$v0`, `$a0` to `$a3`, `$f12` and `$f13`.
const SERVICE_READS: Registers = 0b1111_0100 | 0b11 << (32 + 12);

/// The registers that an instruction reads and writes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RegisterEffects {
    pub(super) reads: Registers,
    pub(super) writes: Registers,
    /// Whether the registers it writes are all that it changes.
    pub(super) is_pure: bool,
}

/// The register that an instruction computes, if that is all it does.
pub(super) fn result(code: &Code) -> Option<u8> {
    match code.operands() {
        [Operand::Register(to), _, ..] if FAMILIES.is_pure(code.family) => Some(*to),
        [Operand::Register(to), _, _] if code.family == Family::DIVIDE => Some(*to),
        [Operand::Register(to)]
            if matches!(code.family, Family::MOVE_FROM_LO | Family::MOVE_FROM_HI) =>
        {
            Some(*to)
        }
        _ => None,
    }
}

/// Two operands whose product or quotient goes to HI and LO.
pub(super) fn is_for_hi_and_lo(code: &Code) -> bool {
    matches!(code.family, Family::MULTIPLY_LONG | Family::DIVIDE) && code.operands().len() == 2
}

fn bits(register: u8) -> Registers {
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
pub(super) fn effects(code: &Code) -> RegisterEffects {
    let to = result(code);
    let mut effects = RegisterEffects::default();
    for operand in code.operands().iter().skip(usize::from(to.is_some())) {
        if let Operand::Register(number) = operand {
            effects.reads |= bits(*number);
        }
    }
    match code.family {
        Family::SERVICE => effects.reads |= SERVICE_READS,
        Family::MOVE_FROM_LO => effects.reads |= LO,
        Family::MOVE_FROM_HI => effects.reads |= HI,
        _ => {}
    }
    if let Some(to) = to {
        (effects.writes, effects.is_pure) = (bits(to), true);
    } else if is_for_hi_and_lo(code) {
        // Counted as one result: both halves come from one instruction.
        (effects.writes, effects.is_pure) = (HI | LO, true);
    }
    effects
}

/// The name that an instruction loads from or stores to directly, and whether it stores.
pub(super) fn named_cell(code: &Code) -> Option<(u32, bool)> {
    match code.operands() {
        [_, Operand::Name(name)] if is_load(code.family) => Some((*name, false)),
        [_, Operand::Name(name)] if is_store(code.family) => Some((*name, true)),
        _ => None,
    }
}

/// Whether an instruction stores where nobody looks: below the stack.
pub(super) fn is_below_stack(code: &Code) -> bool {
    matches!(code.operands(), [_, Operand::Number(offset), STACK] if *offset < 0)
        && is_store(code.family)
}

pub(super) fn is_load(family: Family) -> bool {
    matches!(family, Family::LOAD_WORD | Family::LOAD_HALF | Family::LOAD_BYTE)
}

pub(super) fn is_store(family: Family) -> bool {
    matches!(family, Family::STORE_WORD | Family::STORE_HALF | Family::STORE_BYTE)
}
