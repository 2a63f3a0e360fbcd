//! Snapshots along a run, denser near its end, within a budget of memory.

use jetan_machine::Machine;
use jetan_machine::memory::PAGE_BYTES;

use crate::position::RunPosition;

/// A keyframe that copies more pages than this comes later, so that copying takes a small part of
/// a run's time: a copy, and the fault that brings the page back to being writable, take about as
/// long as four hundred instructions.
const PAGES_PER_DISTANCE: u64 = 64;
/// However many pages it copies, it does not come later than so many distances: a step back runs
/// through one of these gaps.
const GAP_DISTANCES_MAX: u64 = 24;
/// Keyframes are kept at distances of their age divided by this.
const AGE_DIVISOR: u64 = 32;
/// The rough cost of a keyframe besides its pages, in bytes.
const FRAME_BYTES: usize = 8 << 10;

/// The policy for keeping keyframes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyframePolicy {
    /// The memory they may take, in bytes.
    pub bytes_max: usize,
    /// No two are nearer, in instructions.
    pub distance_min: u64,
}

impl Default for KeyframePolicy {
    /// 256 MB, and a few milliseconds of an interpreter.
    fn default() -> KeyframePolicy {
        KeyframePolicy { bytes_max: 256 << 20, distance_min: 1 << 20 }
    }
}

/// A snapshot, and what was written on the way to it.
#[derive(Clone)]
pub(crate) struct Keyframe {
    pub(crate) at: RunPosition,
    /// The pages written since the keyframe before, as addresses in ascending order. Only this
    /// keyframe and later ones keep them alive.
    pages: Vec<u32>,
}

impl Keyframe {
    pub(crate) fn count(&self) -> u64 {
        self.at.machine.count
    }

    fn bytes(&self) -> usize {
        self.pages.len() * PAGE_BYTES + FRAME_BYTES
    }
}

/// The keyframes of a run, oldest first; the first one is its beginning.
#[derive(Clone)]
pub(crate) struct Keyframes {
    frames: Vec<Keyframe>,
    bytes: usize,
    keeping: KeyframePolicy,
}

impl Keyframes {
    pub(crate) fn new(start: RunPosition, keeping: KeyframePolicy) -> Keyframes {
        let first = Keyframe { at: start, pages: Vec::new() };
        Keyframes { bytes: first.bytes(), frames: vec![first], keeping }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn distance_min(&self) -> u64 {
        self.keeping.distance_min.max(1)
    }

    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether a machine that has come from the last keyframe has come far enough for another.
    pub(crate) fn is_due(&self, machine: &Machine) -> bool {
        let pages = machine.memory.dirty_pages() as u64;
        // The clamp makes the distance between one and `GAP_DISTANCES_MAX` times the smallest,
        // whatever the program writes.
        let most = PAGES_PER_DISTANCE * GAP_DISTANCES_MAX;
        let pages = pages.clamp(PAGES_PER_DISTANCE, most);
        let distance = self.distance_min().saturating_mul(pages) / PAGES_PER_DISTANCE;
        machine.count >= self.last_count().saturating_add(distance)
    }

    pub(crate) fn last_count(&self) -> u64 {
        self.frames.last().map_or(0, Keyframe::count)
    }

    /// Makes a keyframe of a machine that has come from the last one.
    pub(crate) fn push(&mut self, machine: &mut Machine, next: usize) {
        // Before the snapshot, which clears what is dirty. Sorted, because `may_write` searches by
        // halves.
        let mut pages: Vec<u32> = machine.memory.dirty().collect();
        pages.sort_unstable();
        let frame = Keyframe { at: RunPosition { machine: machine.snapshot(), next }, pages };
        self.bytes += frame.bytes();
        self.frames.push(frame);
        self.thin();
    }

    /// The newest keyframe at a step or before it.
    pub(crate) fn before(&self, count: u64) -> usize {
        // A step before the first keyframe gives the first one: callers clamp to the beginning,
        // and an index must not wrap.
        self.frames.partition_point(|frame| frame.count() <= count).saturating_sub(1)
    }

    pub(crate) fn get(&self, idx: usize) -> Option<&Keyframe> {
        self.frames.get(idx)
    }

    /// Whether a page of a range may have been written between a keyframe and the next one.
    pub(crate) fn may_write(&self, idx: usize, first: u32, last: u32) -> bool {
        // After the last keyframe nothing is known about pages yet, so the span has to be searched.
        let Some(next) = self.frames.get(idx + 1) else { return true };
        // A range may begin in the middle of a page; the page itself is what is listed.
        let page = |address: u32| address & !(PAGE_BYTES as u32 - 1);
        let from = next.pages.partition_point(|&written| written < page(first));
        next.pages.get(from).is_some_and(|&written| written <= last)
    }

    /// The bytes of keyframes that can be forgotten: all but the first and the last, from which
    /// the pages written since are counted.
    pub(crate) fn spare_bytes(&self) -> usize {
        // The last one is kept too: `dirty` counts from it, and a gap there would lose pages that
        // were written.
        let inner = self.frames.len().saturating_sub(2);
        self.frames.iter().skip(1).take(inner).map(Keyframe::bytes).sum()
    }

    /// Forgets what can be forgotten.
    pub(crate) fn forget(&mut self) {
        // A budget of nothing for one call: thinning then drops all that may be dropped, by the one
        // place that knows which.
        let keeping = std::mem::replace(&mut self.keeping.bytes_max, 0);
        self.thin();
        self.keeping.bytes_max = keeping;
    }

    /// Forgets what came after a step.
    pub(crate) fn truncate(&mut self, count: u64) {
        // The beginning stays, whatever the step: without it there is no run.
        let kept = self.frames.partition_point(|frame| frame.count() <= count).max(1);
        for frame in self.frames.drain(kept..) {
            self.bytes -= frame.bytes();
        }
    }

    /// Drops keyframes that are nearer to each other than their age asks for, then those that are
    /// missed least, until the rest fits into the budget.
    fn thin(&mut self) {
        let now = self.last_count();
        let mut idx = 1;
        while idx + 1 < self.frames.len() {
            let age = now - self.frames[idx].count();
            // `idx` is not advanced after a drop, since the next keyframe has moved into its place.
            if self.gap_without(idx) <= (age / AGE_DIVISOR).max(self.keeping.distance_min) {
                self.drop_frame(idx);
            } else {
                idx += 1;
            }
        }
        while self.bytes > self.keeping.bytes_max && self.frames.len() > 2 {
            let cost = |idx: &usize| {
                // The smallest distance is added so that the age is never 0 and the newest
                // keyframes do not look infinitely valuable.
                let age = now - self.frames[*idx].count() + self.keeping.distance_min.max(1);
                // In 128 bits and scaled: gaps and ages are instruction counts of 64 bits, and most
                // quotients would be 0 as integers.
                u128::from(self.gap_without(*idx)) * 1_000_000 / u128::from(age)
            };
            let Some(idx) = (1..self.frames.len() - 1).min_by_key(cost) else { return };
            self.drop_frame(idx);
        }
    }

    fn gap_without(&self, idx: usize) -> u64 {
        self.frames[idx + 1].count() - self.frames[idx - 1].count()
    }

    /// Drops a keyframe; what only it kept alive is gone, the rest belongs to the next one.
    fn drop_frame(&mut self, idx: usize) {
        let dropped = self.frames.remove(idx);
        self.bytes -= dropped.bytes();
        if let Some(next) = self.frames.get_mut(idx) {
            self.bytes -= next.bytes();
            // What was written on the way to the dropped one was written on the way to the next, or
            // `may_write` would skip a span with a hit.
            next.pages.extend(dropped.pages);
            next.pages.sort_unstable();
            next.pages.dedup();
            self.bytes += next.bytes();
        }
    }
}
