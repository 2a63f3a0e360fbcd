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
    /// The registers that its caller may read when it has returned, as bits; what they held at the
    /// call, and which instruction had written each last.
    pub(super) live: u32,
    pub(super) values: [u32; 32],
    pub(super) writers: [u32; 32],
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
        // Nothing returns to an odd address.
        Frames { all: vec![Frame { returns_to: 1, ..Frame::default() }], len: 0 }
    }
}

impl Frames {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The innermost call, or what stands for the program itself.
    #[inline(always)]
    pub(super) fn innermost(&self) -> &Frame {
        &self.all[self.len]
    }

    /// The innermost call has returned.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// The innermost call.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<&Frame> {
        if self.len == 0 { None } else { self.all.get(self.len) }
    }

    /// The registers that were written before the innermost call.
    pub(super) fn written(&self) -> u32 {
        self.all[..=self.len].iter().fold(0, |written, frame| written | frame.written)
    }

    /// Room for a call; what is there is of an earlier one.
    #[inline(always)]
    pub(super) fn push(&mut self) -> &mut Frame {
        if self.len + 1 >= self.all.len() {
            self.make_room();
        }
        self.len += 1;
        &mut self.all[self.len]
    }

    #[cold]
    fn make_room(&mut self) {
        if self.len >= FRAMES_MAX {
            self.all[1..].rotate_left(FRAMES_MAX / 2);
            self.len -= FRAMES_MAX / 2;
        } else {
            self.all.push(Frame::default());
        }
    }

    /// Forgets the innermost calls up to the last one that returns to an address, with it; none if
    /// there is no such call. Takes what was written since the innermost call, and gives what was
    /// since the call that is then the innermost.
    pub(super) fn unwind_to(&mut self, target: u32, mut written: u32) -> u32 {
        let waiting = self.all[..=self.len].iter().rposition(|frame| frame.returns_to == target);
        let left = waiting.unwrap_or(0);
        if left > 0 {
            while self.len >= left {
                written |= self.innermost().written;
                self.leave();
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
