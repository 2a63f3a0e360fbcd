//! The calls that have not returned.

/// The most calls that are remembered; of deeper ones the oldest are forgotten.
const FRAMES_MAX: usize = 1 << 14;
/// The most registers of which something is kept for a call.
const SAVED_MAX: usize = 32;

/// A call that has not returned.
#[derive(Clone, Copy, Default)]
// 28 bytes: at this alignment none of them crosses a cache line.
#[repr(align(32))]
pub(super) struct ShadowFrame {
    pub(super) returns_to: u32,
    pub(super) target: u32,
    /// `$sp` at the call.
    pub(super) sp: u32,
    /// The registers that its caller had written since it was called itself, as bits.
    pub(super) written: u32,
    /// The registers that its caller may read when it has returned, as bits.
    pub(super) live: u32,
    /// The range of its saved registers.
    start: u32,
    end: u32,
}

impl ShadowFrame {
    pub(super) fn new(
        returns_to: u32,
        target: u32,
        sp: u32,
        written: u32,
        live: u32,
    ) -> ShadowFrame {
        ShadowFrame { returns_to, target, sp, written, live, start: 0, end: 0 }
    }

    /// The instruction that calls.
    pub(super) fn call(&self) -> u32 {
        self.returns_to.wrapping_sub(4)
    }
}

/// A register at a call.
#[derive(Clone, Copy, Default)]
pub(super) struct SavedValue {
    pub(super) value: u32,
    /// The index of the instruction that had written it last.
    pub(super) writer: u32,
}

/// All such calls, above one that stands for the program itself.
pub(super) struct ShadowStack {
    /// Those that have not returned, and room for more.
    all: Vec<ShadowFrame>,
    /// The number of calls that have not returned.
    len: usize,
    /// The saved registers of all of them, in the same order, and room for one more.
    saved: Vec<SavedValue>,
}

impl Default for ShadowStack {
    fn default() -> ShadowStack {
        // Nothing returns to an odd address.
        let program = ShadowFrame { returns_to: 1, ..ShadowFrame::default() };
        ShadowStack { all: vec![program], len: 0, saved: vec![SavedValue::default(); SAVED_MAX] }
    }
}

impl ShadowStack {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The innermost call, or what stands for the program itself.
    #[inline(always)]
    pub(super) fn innermost(&self) -> &ShadowFrame {
        // Index 0 is the program itself, so there always is one.
        &self.all[self.len]
    }

    /// The saved registers that its caller may read, in order of number.
    #[inline(always)]
    pub(super) fn saved(&self) -> &[SavedValue] {
        let ShadowFrame { start, end, .. } = *self.innermost();
        self.saved.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The innermost call has returned.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// The innermost call.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<&ShadowFrame> {
        if self.len == 0 { None } else { self.all.get(self.len) }
    }

    /// The registers that were written before the innermost call.
    pub(super) fn written(&self) -> u32 {
        self.all[..=self.len].iter().fold(0, |written, frame| written | frame.written)
    }

    /// Adds a call, with what `save` gives for each of its caller's registers.
    #[inline(always)]
    pub(super) fn push(&mut self, frame: ShadowFrame, save: impl Fn(usize) -> SavedValue) {
        let mut start = self.innermost().end;
        if self.len + 1 >= self.all.len() || start as usize + SAVED_MAX > self.saved.len() {
            start = self.make_room();
        }
        let (mut kept, mut left) = (0, frame.live);
        let room = self.saved.get_mut(start as usize..).unwrap_or_default();
        // A window of fixed length and the remainders below spare the bounds checks.
        if let Some(room) = room.first_chunk_mut::<SAVED_MAX>() {
            while left != 0 {
                room[kept % SAVED_MAX] = save(left.trailing_zeros() as usize % SAVED_MAX);
                left &= left - 1;
                kept += 1;
            }
        }
        self.len += 1;
        if let Some(place) = self.all.get_mut(self.len) {
            *place = ShadowFrame { start, end: start + kept as u32, ..frame };
        }
    }

    /// Makes room for a call; gives where its registers go.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> u32 {
        if self.len >= FRAMES_MAX {
            let forgotten = self.all[FRAMES_MAX / 2].end;
            self.all.truncate(self.len + 1);
            // The frame of the program itself stays.
            self.all.drain(1..=FRAMES_MAX / 2);
            self.saved.drain(..forgotten as usize);
            for frame in &mut self.all[1..] {
                frame.start -= forgotten;
                frame.end -= forgotten;
            }
            self.len -= FRAMES_MAX / 2;
        }
        let start = self.innermost().end;
        self.all.resize(self.len + 2, ShadowFrame::default());
        self.saved.resize(start as usize + SAVED_MAX, SavedValue::default());
        start
    }

    /// Forgets the innermost calls up to the last one that returns to an address, with it; none if
    /// there is no such call. Takes what was written since the innermost call, and gives what was
    /// since the call that is then the innermost.
    pub(super) fn unwind_to(&mut self, target: u32, mut written: u32) -> u32 {
        let waiting = self.all[..=self.len].iter().rposition(|frame| frame.returns_to == target);
        let left = waiting.unwrap_or(0);
        // 0 is the program itself, which nothing returns to.
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
