//! Calls and returns: what callers lose to those they call.

use jetan_isa::{MemoryUse, Reg};
use jetan_machine::registers::R;

use super::Check;
use super::reads::{copied_operand, reads};
use super::shadow::{self, DOUBT};
use super::state::{Change, State};

/// The most bytes of a frame that become stale at once.
const STALE_BYTES_MAX: u32 = 1 << 14;
/// The registers that a procedure has to restore, of those.
const SAVED: u32 = 0x00ff_0000;

/// The values of the registers in order of number.
pub(super) type Values = [u32; 32];

impl State {
    /// The values of the registers, unless a burst is on.
    fn settled(&self) -> Values {
        *self.values.first_chunk().expect("there are more")
    }

    /// A call, told in full.
    pub(super) fn call(&mut self, target: u32) {
        self.call_from(&self.settled(), self.pc, target);
    }

    /// A call by the instruction at `call`.
    #[inline]
    pub(super) fn call_from(&mut self, values: &Values, call: u32, target: u32) {
        if !self.follows_calls {
            return;
        }
        let returns_to = call.wrapping_add(4);
        let mut live = self.liveness.get(returns_to);
        let frame = self.frames.push();
        frame.returns_to = returns_to;
        frame.call = call;
        frame.target = target;
        frame.written = std::mem::take(&mut self.written);
        frame.sp = values[Reg::SP.index()];
        frame.live = live;
        while live != 0 {
            let idx = live.trailing_zeros() as usize;
            live &= live - 1;
            frame.values[idx] = values[idx];
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
    #[inline(always)]
    pub(super) fn is_plain_return(&mut self, values: &Values, target: u32) -> bool {
        let frame = self.frames.innermost();
        if frame.returns_to != target || frame.sp != values[Reg::SP.index()] {
            return false;
        }
        self.return_with(values);
        true
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

    /// The innermost call returns.
    #[inline(always)]
    fn return_with(&mut self, values: &Values) {
        let frame = self.frames.innermost();
        let (written, registers) = (frame.written, self.written & frame.live);
        if registers != 0 {
            self.compare_with_call(values, registers);
        }
        self.written |= written;
        self.frames.leave();
        let sp = values[Reg::SP.index()];
        if self.low < sp {
            self.leave_stack(sp);
        }
        self.low = sp;
    }

    /// Compares registers that the caller may read and the procedure has written with what they
    /// were at the call.
    #[inline(never)]
    fn compare_with_call(&mut self, values: &Values, mut registers: u32) {
        let mut lost = 0;
        let Some(frame) = self.frames.last() else { return };
        while registers != 0 {
            let idx = registers.trailing_zeros() as usize;
            registers &= registers - 1;
            let after = self.writers[idx];
            // A saved register that was written may hold what it held before only by chance: the
            // last instruction that wrote it has not put back what was put away.
            let is_lost = values[idx] != frame.values[idx]
                || SAVED >> idx & 1 == 1
                    && frame.writers[idx] != after
                    && !self.stretches.puts_back(after);
            lost |= u32::from(is_lost) << idx;
        }
        if lost != 0 {
            self.lose(lost);
        }
    }

    /// The innermost call has changed these registers of its caller.
    #[cold]
    #[inline(never)]
    fn lose(&mut self, mut registers: u32) {
        let depth = self.frames.len().saturating_sub(1) as u32;
        let Some(frame) = self.frames.last() else { return };
        while registers != 0 {
            let idx = registers.trailing_zeros() as usize;
            registers &= registers - 1;
            let entry = self.entries[idx];
            if entry & DOUBT != 0 && entry | DOUBT != shadow::CHANGED {
                continue;
            }
            self.entries[idx] = shadow::CHANGED;
            self.doubts |= 1 << idx;
            let (reg, call, target) = (idx as u8, frame.call, frame.target);
            let (before, after) = (frame.writers[idx], self.writers[idx]);
            self.changes[idx] = Change { reg, call, target, before, after, depth };
        }
    }

    /// What lies below `$sp` after a return is nobody's.
    #[inline(never)]
    fn leave_stack(&mut self, sp: u32) {
        if self.checks.has(Check::Stack) {
            let from = self.low.max(sp.saturating_sub(STALE_BYTES_MAX));
            self.shadow.fill(from, sp & !3, shadow::STALE);
        }
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
