//! Calls and returns: what callers lose to those they call.

use jetan_isa::{MemoryUse, Reg};
use jetan_machine::registers::R;

use super::Check;
use super::frames::Frame;
use super::reads::{copied_operand, reads};
use super::shadow::{self, DOUBT};
use super::state::{Change, State};

/// The most bytes of a frame that become stale at once.
const STALE_BYTES_MAX: u32 = 1 << 14;
/// The registers that callers can lose to a call, as bits: `$a0`-`$a3`, `$t0`-`$t9`, `$s0`-`$s7`,
/// `$gp`, `$fp`.
pub(super) const CHANGEABLE: u32 = 0x53ff_fff0;
/// The registers that a procedure has to restore, of those.
const SAVED: std::ops::Range<usize> = 16..24;

/// The values of the registers in order of number.
pub(super) type Values = [u32; 32];

impl State {
    /// The values of the registers, unless a burst is on.
    fn settled(&self) -> Values {
        *self.values.first_chunk().expect("there are more")
    }

    /// A call, told in full.
    pub(super) fn call(&mut self, target: u32) {
        self.call_from(self.value(Reg::SP), self.pc, target);
    }

    /// A call by the instruction at `call`.
    #[inline]
    pub(super) fn call_from(&mut self, sp: u32, call: u32, target: u32) {
        if !self.follows_calls {
            return;
        }
        let frame = self.frames.push();
        frame.returns_to = call.wrapping_add(4);
        frame.call = call;
        frame.target = target;
        frame.written = std::mem::take(&mut self.written);
        frame.sp = sp;
    }

    /// Notes what is in registers that are about to be written for the first time since the
    /// innermost call.
    #[inline(never)]
    pub(super) fn note_registers(&mut self, values: &Values, mut registers: u32) {
        let frame = self.frames.current();
        while registers != 0 {
            let idx = registers.trailing_zeros() as usize;
            registers &= registers - 1;
            frame.values[idx] = values[idx];
            frame.writers[idx] = self.writers[idx];
        }
    }

    /// Likewise for one that is told of, before its new value is known.
    #[inline(always)]
    pub(super) fn note_register(&mut self, idx: usize) {
        if self.written >> idx & 1 == 0 {
            self.written |= 1 << idx;
            let frame = self.frames.current();
            frame.values[idx] = self.values[idx];
            frame.writers[idx] = self.writers[idx];
        }
    }

    /// A jump through a register: a return, if somebody is waiting there.
    pub(super) fn jump(&mut self, reg: R) {
        if !self.follows_calls {
            return;
        }
        let values = self.settled();
        let target = values[reg as usize & 31];
        match self.frames.last() {
            Some(frame) if frame.returns_to == target => {
                if frame.sp != values[Reg::SP.index()] {
                    self.unbalanced();
                }
                self.return_with(&values);
                self.frames.move_stack(std::mem::take(&mut self.moved_by));
            }
            _ => self.jump_elsewhere(reg, target),
        }
    }

    /// A jump to `target`, if that is how the innermost call returns and `$sp` is what it was:
    /// `false` if there is more to it.
    #[inline]
    pub(super) fn is_plain_return(&mut self, values: &Values, target: u32) -> bool {
        let sp = values[Reg::SP.index()];
        let is_mine = |frame: &Frame| frame.returns_to == target && frame.sp == sp;
        let is_plain = self.frames.last().is_some_and(is_mine);
        if is_plain {
            self.return_with(values);
        }
        is_plain
    }

    #[cold]
    fn jump_elsewhere(&mut self, reg: R, target: u32) {
        let writer = self.writers[Reg::RA.index()];
        let is_lost = reg == R::R31
            && writer.wrapping_add(4) == target
            && self.text.get(writer).is_some_and(crate::watcher::is_call);
        if is_lost {
            self.report_lost_return(writer);
            return;
        }
        self.written = self.frames.unwind_to(target, self.written);
    }

    /// The innermost call returns: compares the registers with those at the call.
    fn return_with(&mut self, values: &Values) {
        let depth = self.frames.len().saturating_sub(1) as u32;
        let Some(frame) = self.frames.last() else { return };
        let mut written = self.written & CHANGEABLE;
        while written != 0 {
            let idx = written.trailing_zeros() as usize;
            written &= written - 1;
            let (before, after) = (frame.writers[idx], self.writers[idx]);
            // A saved register that was written may hold what it held before only by chance: the
            // last instruction that wrote it has not put back what was put away.
            let is_lost = values[idx] != frame.values[idx]
                || SAVED.contains(&idx) && before != after && !self.stretches.puts_back(after);
            let entry = self.entries[idx];
            if !is_lost || entry & DOUBT != 0 && entry | DOUBT != shadow::CHANGED {
                continue;
            }
            self.entries[idx] = shadow::CHANGED;
            self.doubts |= 1 << idx;
            let (reg, call, target) = (idx as u8, frame.call, frame.target);
            self.changes[idx] = Change { reg, call, target, before, after, depth };
        }
        self.written = self.frames.pop(self.written);
        self.leave_stack(values[Reg::SP.index()]);
    }

    /// What lies below `$sp` after a return is nobody's.
    #[inline]
    fn leave_stack(&mut self, sp: u32) {
        if self.low < sp && self.checks.has(Check::Stack) {
            let from = self.low.max(sp.saturating_sub(STALE_BYTES_MAX));
            self.shadow.fill(from, sp & !3, shadow::STALE);
        }
        self.low = sp;
    }

    /// A procedure has not restored `$sp`. Its callers, whose own are then wrong by as much, are
    /// not to blame.
    #[cold]
    fn unbalanced(&mut self) {
        let Some(frame) = self.frames.last().cloned() else { return };
        self.report_imbalance(&frame);
        self.moved_by = self.value(Reg::SP).wrapping_sub(frame.sp);
    }
}

/// Whether an instruction may put back into a register what was put away.
pub(super) fn puts_back(one: jetan_machine::code::Decoded) -> bool {
    copied_operand(one).is_some() || matches!(reads(one.op).memory, MemoryUse::Load(_))
}
