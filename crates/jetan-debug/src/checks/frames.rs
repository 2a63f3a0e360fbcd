//! The calls that have not returned.

/// The most calls that are remembered; of deeper ones the oldest are forgotten.
const FRAMES_MAX: usize = 1 << 14;

/// A call that has not returned.
#[derive(Clone, Default)]
pub(super) struct Frame {
    pub(super) returns_to: u32,
    pub(super) call: u32,
    pub(super) target: u32,
    /// `$sp` at the call.
    pub(super) sp: u32,
    /// The registers that its caller had written since it was called itself, as bits.
    pub(super) written: u32,
    /// Of those registers that were written since the call, what they held then, and which
    /// instruction had written each last. Noted when the first instruction is about to write them:
    /// most procedures write few.
    pub(super) values: [u32; 32],
    pub(super) writers: [u32; 32],
}

impl Frame {
    /// Takes over what another frame knows of some registers.
    fn take_from(&mut self, other: &Frame, mut registers: u32) {
        while registers != 0 {
            let idx = registers.trailing_zeros() as usize;
            registers &= registers - 1;
            self.values[idx] = other.values[idx];
            self.writers[idx] = other.writers[idx];
        }
    }
}

/// All such calls, above one that stands for the program itself. Those that have returned are kept
/// to be filled again: they are large.
pub(super) struct Frames {
    all: Vec<Frame>,
    /// How many calls have not returned.
    len: usize,
}

impl Default for Frames {
    fn default() -> Frames {
        Frames { all: vec![Frame::default()], len: 0 }
    }
}

impl Frames {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The innermost call.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<&Frame> {
        if self.len == 0 { None } else { self.all.get(self.len) }
    }

    /// Where registers are noted that are about to be written.
    #[inline(always)]
    pub(super) fn current(&mut self) -> &mut Frame {
        &mut self.all[self.len]
    }

    /// Room for a call; what is there is of an earlier one.
    #[inline(always)]
    pub(super) fn push(&mut self) -> &mut Frame {
        self.len += 1;
        if self.len == self.all.len() {
            self.make_room();
        }
        &mut self.all[self.len]
    }

    #[cold]
    fn make_room(&mut self) {
        if self.len > FRAMES_MAX {
            self.all[1..].rotate_left(FRAMES_MAX / 2);
            self.len -= FRAMES_MAX / 2;
        } else {
            self.all.push(Frame::default());
        }
    }

    /// Forgets the innermost call, in which some registers were written; those that were since the
    /// call around it.
    #[inline(always)]
    pub(super) fn pop(&mut self, written: u32) -> u32 {
        let (around, innermost) = self.all.split_at_mut(self.len);
        let (Some(around), Some(frame)) = (around.last_mut(), innermost.first()) else {
            return written;
        };
        let new = written & !frame.written;
        if new != 0 {
            around.take_from(frame, new);
        }
        self.len -= 1;
        written | frame.written
    }

    /// Forgets the innermost calls up to the last one that returns to an address, with it; none if
    /// there is no such call. Takes and gives what was written as [`Frames::pop`] does.
    pub(super) fn unwind_to(&mut self, target: u32, mut written: u32) -> u32 {
        let waiting = self.all[..=self.len].iter().rposition(|frame| frame.returns_to == target);
        let left = waiting.unwrap_or(0);
        if left > 0 {
            while self.len >= left {
                written = self.pop(written);
            }
        }
        written
    }

    /// Takes it that `$sp` is wrong by so much in all of them.
    #[inline(always)]
    pub(super) fn move_stack(&mut self, by: u32) {
        if by != 0 {
            for frame in &mut self.all[..=self.len] {
                frame.sp = frame.sp.wrapping_add(by);
            }
        }
    }
}
