//! Liveness: the registers that the code after each instruction may still read. A caller loses only
//! what it cares for, so calls and returns look at no others.

use jetan_isa::{Op, OperandSlot};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::analysis::{CodeText, successors};
use crate::flow::{CallEffect, flow};

/// The most passes over the text. A program that needs more is taken to read everything.
// Backward sweeps settle after about as many passes as loops are nested; only text that jumps back
// and forth on purpose takes more.
const SWEEPS_MAX: usize = 64;
/// `$a0` to `$a3`, which services may read.
const ARGUMENTS: u32 = 0xf << 4;

/// The registers that callers can lose to a call, as bits: `$a0`-`$a3`, `$t0`-`$t9`, `$s0`-`$s7`,
/// `$gp`, `$fp`.
// The others are results, belong to the call itself, or to the assembler and the kernel.
const CHANGEABLE: u32 = 0x53ff_fff0;

/// For every instruction, the CPU registers as bits that its procedure may read from there on
/// before it has written them, of those that a call can change. Storing is reading.
pub(super) struct Liveness {
    base: u32,
    all: Vec<u32>,
}

impl Liveness {
    pub(super) fn new(text: &CodeText) -> Liveness {
        let base = text.base();
        let mut liveness = Liveness { base, all: vec![0; text.code().len()] };
        for _ in 0..SWEEPS_MAX {
            if !liveness.sweep(text) {
                return liveness;
            }
        }
        liveness.all.fill(CHANGEABLE);
        liveness
    }

    /// Goes through the text once, backwards; whether something was new.
    fn sweep(&mut self, text: &CodeText) -> bool {
        let mut has_changed = false;
        // Backwards, so that straight code settles in one pass.
        for (idx, &one) in text.code().iter().enumerate().rev() {
            let pc = self.base.wrapping_add(4 * idx as u32);
            let (reads, writes) = touched(one);
            let behind = match flow(one) {
                // What is read after the return is in the set of the caller's own instruction.
                CallEffect::Return => 0,
                // Where a jump through another register leads is not known.
                CallEffect::Other if one.op == Op::Jr => CHANGEABLE,
                CallEffect::Call | CallEffect::Other => {
                    successors(one, pc).fold(0, |live, next| live | self.get(next))
                }
            };
            let live = (reads | behind & !writes) & CHANGEABLE;
            has_changed |= live != self.all[idx];
            self.all[idx] = live;
        }
        has_changed
    }

    /// Registers that may be read from an address on; all where the program has no text of its own.
    #[inline(always)]
    pub(super) fn get(&self, pc: u32) -> u32 {
        let idx = (pc.wrapping_sub(self.base) / 4) as usize;
        self.all.get(idx).copied().unwrap_or(CHANGEABLE)
    }
}

/// The CPU registers that an instruction reads, and those that it writes whatever comes.
pub(super) fn touched(one: DecodedInstruction) -> (u32, u32) {
    if one.op == Op::Syscall {
        // Which registers a service reads and writes depends on its number: it may read all
        // arguments, and is not sure to write anything.
        return (ARGUMENTS, 0);
    }
    let spec = one.op.spec();
    let registers: [R; 3] = [one.a, one.b, one.c];
    let (mut reads, mut writes) = (0, 0);
    for (idx, reg) in registers.into_iter().enumerate().take(spec.operand_count as usize) {
        let role = spec.roles.operands[idx];
        let bit = reg.reg().map_or(0, |reg| 1 << reg.index());
        if spec.fields[idx].kind == OperandSlot::Reg {
            reads |= if role.reads() { bit } else { 0 };
            writes |= if role.writes() { bit } else { 0 };
        }
    }
    (reads, writes)
}
