//! The calls that have not returned.

use jetan_isa::Reg;

/// The most calls that are remembered; of deeper ones the oldest are forgotten.
const FRAMES_MAX: usize = 1 << 14;

/// A call that has not returned, and the registers as they were then.
#[derive(Clone, Default)]
pub(super) struct Frame {
    pub(super) returns_to: u32,
    pub(super) call: u32,
    pub(super) target: u32,
    pub(super) values: [u32; 32],
    /// The registers that its caller had written since it was called itself, as bits.
    pub(super) written: u32,
    /// Which instruction had written each last.
    pub(super) writers: [u32; 32],
}

/// All such calls. Those that have returned are kept to be filled again: they are large.
#[derive(Default)]
pub(super) struct Frames {
    all: Vec<Frame>,
    len: usize,
}

impl Frames {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The innermost call.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<&Frame> {
        self.all[..self.len].last()
    }

    /// Room for a call; what is there is of an earlier one.
    #[inline(always)]
    pub(super) fn push(&mut self) -> &mut Frame {
        if self.len == self.all.len() {
            self.make_room();
        }
        self.len += 1;
        &mut self.all[self.len - 1]
    }

    #[cold]
    fn make_room(&mut self) {
        if self.len >= FRAMES_MAX {
            self.all.rotate_left(FRAMES_MAX / 2);
            self.len -= FRAMES_MAX / 2;
        } else {
            self.all.push(Frame::default());
        }
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// Forgets the innermost calls up to the last one that returns to an address, with it; what
    /// their callers had written, as bits.
    pub(super) fn unwind_to(&mut self, target: u32) -> u32 {
        let waiting = self.all[..self.len].iter().rposition(|frame| frame.returns_to == target);
        let left = waiting.unwrap_or(self.len);
        let gone = &self.all[left..self.len];
        let written = gone.iter().fold(0, |written, frame| written | frame.written);
        self.len = left;
        written
    }

    /// Takes it that `$sp` is wrong by so much in all of them.
    #[inline(always)]
    pub(super) fn move_stack(&mut self, by: u32) {
        if by != 0 {
            for frame in &mut self.all[..self.len] {
                let sp = &mut frame.values[Reg::SP.index()];
                *sp = sp.wrapping_add(by);
            }
        }
    }
}
