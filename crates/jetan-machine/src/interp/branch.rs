//! Branches and jumps: whether they are taken, and where to.

use crate::code::DecodedInstruction;
use crate::registers::{CpuRegisters, R};

/// The target of a branch: relative to the next instruction, also without delay slots.
#[inline(always)]
pub(crate) fn target(pc: u32, op: DecodedInstruction) -> u32 {
    pc.wrapping_add(4).wrapping_add((op.imm << 2) as u32)
}

/// The target of a jump: within the 256 MiB of the next instruction.
#[inline(always)]
pub(crate) fn jump_target(pc: u32, op: DecodedInstruction) -> u32 {
    pc.wrapping_add(4) & 0xf000_0000 | (op.imm as u32) << 2
}

#[inline(always)]
pub(crate) fn beq(regs: &CpuRegisters, op: DecodedInstruction) -> bool {
    regs[op.a] == regs[op.b]
}

#[inline(always)]
pub(crate) fn bne(regs: &CpuRegisters, op: DecodedInstruction) -> bool {
    regs[op.a] != regs[op.b]
}

#[inline(always)]
pub(crate) fn bgez(regs: &CpuRegisters, op: DecodedInstruction) -> bool {
    regs[op.a] as i32 >= 0
}

#[inline(always)]
pub(crate) fn bgtz(regs: &CpuRegisters, op: DecodedInstruction) -> bool {
    regs[op.a] as i32 > 0
}

#[inline(always)]
pub(crate) fn blez(regs: &CpuRegisters, op: DecodedInstruction) -> bool {
    regs[op.a] as i32 <= 0
}

#[inline(always)]
pub(crate) fn bltz(regs: &CpuRegisters, op: DecodedInstruction) -> bool {
    (regs[op.a] as i32) < 0
}

/// Leaves the return address and gives the target.
pub(crate) fn jal(regs: &mut CpuRegisters, op: DecodedInstruction, pc: u32, link: u32) -> u32 {
    regs[R::R31] = link;
    jump_target(pc, op)
}

/// Leaves the return address in a register and gives the target, which is in another.
///
/// MARS: the link is written before the target is read (`links_first`), which shows when both are
/// the same register.
pub(crate) fn call(
    regs: &mut CpuRegisters,
    target: R,
    destination: R,
    link: u32,
    links_first: bool,
) -> u32 {
    let before = regs[target];
    regs[destination] = link;
    if links_first { regs[target] } else { before }
}

/// Leaves the return address if a branch is taken.
pub(crate) fn link_if(holds: bool, regs: &mut CpuRegisters, link: u32) -> bool {
    if holds {
        regs[R::R31] = link;
    }
    holds
}
