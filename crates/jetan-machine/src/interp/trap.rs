//! Trap instructions: the conditions under which they trap.

use crate::code::DecodedInstruction;
use crate::fault::Fault;

/// Traps if the condition holds.
pub(crate) fn when(holds: bool) -> Result<(), Fault> {
    if holds { Err(Fault::Trap) } else { Ok(()) }
}

/// The sign-extended immediate as an unsigned number, for the unsigned comparisons.
pub(crate) fn unsigned(op: DecodedInstruction) -> u32 {
    op.imm as u32
}
