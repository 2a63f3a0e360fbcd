//! Calls and returns: what callers lose to those they call.

use jetan_isa::{MemoryUse, Reg};
use jetan_machine::observer::InstructionLocation;
use jetan_machine::registers::R;

use super::Check;
use super::frames::{SavedValue, ShadowFrame};
use super::reads::{copied_operand, reads};
use super::shadow::{self, DOUBT};
use super::state::{CheckerState, RegisterChange};

/// The most bytes of a frame that become stale at once.
// Words are marked one by one, so a huge frame would make every return slow.
const STALE_BYTES_MAX: u32 = 1 << 14;
/// `$s0` to `$s7`, which a procedure has to restore, as bits.
const SAVED_REGISTERS: u32 = 0x00ff_0000;

/// The values of the registers in order of number.
pub(super) type RegisterValues = [u32; 32];

impl CheckerState {
    /// The values of the registers, unless a burst is on.
    fn settled(&self) -> RegisterValues {
        *self.values.first_chunk().expect("there are more")
    }

    /// A call, in full detail.
    pub(super) fn call(&mut self, target: u32) {
        let base = self.address(0);
        let index = self.index(self.pc) as usize;
        self.call_from(&self.settled(), InstructionLocation { base, index }, target);
    }

    /// A call by an instruction.
    #[inline(always)]
    pub(super) fn call_from(
        &mut self,
        values: &RegisterValues,
        call: InstructionLocation,
        target: u32,
    ) {
        if !self.follows_calls {
            return;
        }
        // Delayed branching is not followed, so there is no slot after the call.
        let returns_to = call.pc().wrapping_add(4);
        let live = self.liveness.get(returns_to);
        let written = std::mem::take(&mut self.written);
        let sp = values[Reg::SP.index()];
        let frame = ShadowFrame::new(returns_to, target, sp, written, live);
        let writers = &self.writers;
        self.frames.push(frame, |idx| SavedValue { value: values[idx], writer: writers[idx] });
    }

    /// A jump through a register: a return, if its target is the return address of a call.
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
    pub(super) fn is_plain_return(&mut self, values: &RegisterValues, target: u32) -> bool {
        let frame = self.frames.innermost();
        if frame.returns_to != target || frame.sp != values[Reg::SP.index()] {
            return false;
        }
        self.return_with(values);
        true
    }

    #[cold]
    fn jump_elsewhere(&mut self, reg: R, target: u32) {
        // `$ra` was last written by a call, and the jump leads right after that call: it has
        // returned already, and the older address was not saved.
        let writer = self.writer(R::R31);
        let is_lost = reg == R::R31
            && writer.wrapping_add(4) == target
            && self.text.get(writer).is_some_and(crate::flow::is_call);
        if is_lost {
            self.report_lost_return(writer);
            return;
        }
        self.written = self.frames.unwind_to(target, self.written);
    }

    /// The innermost call returns.
    #[inline(always)]
    fn return_with(&mut self, values: &RegisterValues) {
        let frame = self.frames.innermost();
        let (written, registers) = (frame.written, self.written & frame.live);
        if registers != 0 {
            self.compare_with_call(values, registers);
        }
        self.written |= written;
        self.frames.leave();
        let sp = values[Reg::SP.index()];
        // Nearly all frames are a few words of one page, which are marked without a call.
        if self.low < sp && !self.shadow.fill_quickly(self.low, sp, shadow::STALE) {
            self.leave_stack(sp);
        }
        self.low = sp;
    }

    /// Compares registers that the caller may read and the procedure has written with what they
    /// were at the call.
    #[inline(always)]
    fn compare_with_call(&mut self, values: &RegisterValues, registers: u32) {
        let mut live = self.frames.innermost().live;
        let mut lost = 0;
        for saved in self.frames.saved() {
            // Saved values lie in the order of these bits, lowest first.
            let idx = live.trailing_zeros() as usize & 31;
            live &= live.wrapping_sub(1);
            let after = self.writers[idx];
            // A saved register that was written may hold what it held before by coincidence: the
            // last instruction that wrote it has not put back what was put away.
            let is_kept = values[idx] == saved.value
                && (saved.writer == after
                    || SAVED_REGISTERS >> idx & 1 == 0
                    || self.stretches.puts_back(after as usize));
            if !is_kept {
                lost |= 1 << idx;
            }
        }
        if lost & registers != 0 {
            self.lose(lost & registers);
        }
    }

    /// The innermost call has changed these registers of its caller.
    #[cold]
    #[inline(never)]
    fn lose(&mut self, registers: u32) {
        let depth = self.frames.len().saturating_sub(1) as u32;
        let Some(frame) = self.frames.last() else { return };
        let (call, target) = (frame.call(), frame.target);
        let live = (0..32_usize).filter(|idx| frame.live >> idx & 1 == 1);
        for (idx, saved) in live.zip(self.frames.saved()) {
            let entry = self.entries[idx];
            // What was doubtful before keeps its reason, which is nearer to the cause.
            let is_doubtful = entry & DOUBT != 0 && entry | DOUBT != shadow::CHANGED;
            if registers >> idx & 1 == 0 || is_doubtful {
                continue;
            }
            let (before, after) = (self.address(saved.writer), self.address(self.writers[idx]));
            self.entries[idx] = shadow::CHANGED;
            self.doubts |= 1 << idx;
            self.changes[idx] =
                RegisterChange { reg: idx as u8, call, target, before, after, depth };
        }
    }

    /// Forgets the memory below `$sp` after a return, which belongs to nobody.
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
        let Some(frame) = self.frames.last().copied() else { return };
        self.report_imbalance(&frame);
        self.moved_by = self.value(Reg::SP).wrapping_sub(frame.sp);
    }
}

/// Whether an instruction may put back into a register what was put away.
pub(super) fn puts_back(one: jetan_machine::code::DecodedInstruction) -> bool {
    copied_operand(one).is_some() || matches!(reads(one.op).memory, MemoryUse::Load(_))
}
