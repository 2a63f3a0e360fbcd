//! Branches and jumps: whether they are taken, and where to.

use crate::code::Decoded;
use crate::registers::Registers;

/// The target of a branch: relative to the next instruction, also without delay slots.
#[inline(always)]
pub(crate) fn target(pc: u32, op: Decoded) -> u32 {
    pc.wrapping_add(4).wrapping_add((op.imm << 2) as u32)
}

/// The target of a jump: within the 256 MiB of the next instruction.
#[inline(always)]
pub(crate) fn jump_target(pc: u32, op: Decoded) -> u32 {
    pc.wrapping_add(4) & 0xf000_0000 | (op.imm as u32) << 2
}

#[inline(always)]
pub(crate) fn beq(regs: &Registers, op: Decoded) -> bool {
    regs[op.a] == regs[op.b]
}

#[inline(always)]
pub(crate) fn bne(regs: &Registers, op: Decoded) -> bool {
    regs[op.a] != regs[op.b]
}

#[inline(always)]
pub(crate) fn bgez(regs: &Registers, op: Decoded) -> bool {
    regs[op.a] as i32 >= 0
}

#[inline(always)]
pub(crate) fn bgtz(regs: &Registers, op: Decoded) -> bool {
    regs[op.a] as i32 > 0
}

#[inline(always)]
pub(crate) fn blez(regs: &Registers, op: Decoded) -> bool {
    regs[op.a] as i32 <= 0
}

#[inline(always)]
pub(crate) fn bltz(regs: &Registers, op: Decoded) -> bool {
    (regs[op.a] as i32) < 0
}
