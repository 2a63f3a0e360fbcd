//! Snapshots around the step that was looked at last, within a budget of memory.

use jetan_machine::memory::PAGE_BYTES;

use crate::position::RunPosition;

/// Snapshots that are kept.
const SNAPSHOTS_MAX: usize = 64;

/// A snapshot, and how many pages it keeps that the one before it does not.
#[derive(Clone)]
struct NearbySnapshot {
    at: RunPosition,
    pages: usize,
}

/// The snapshots in ascending order.
#[derive(Clone)]
pub(super) struct NearbySnapshots {
    snapshots: Vec<NearbySnapshot>,
    /// The pages of all of them.
    pages: usize,
    pages_max: usize,
}

impl NearbySnapshots {
    /// None yet; all together may copy so many bytes of memory.
    pub(super) fn new(bytes_max: usize) -> NearbySnapshots {
        NearbySnapshots { snapshots: Vec::new(), pages: 0, pages_max: bytes_max / PAGE_BYTES }
    }

    /// The last one at a step or before it.
    pub(super) fn before(&self, count: u64) -> Option<&RunPosition> {
        let idx = self.snapshots.partition_point(|near| near.at.machine.count <= count);
        idx.checked_sub(1).map(|idx| &self.snapshots[idx].at)
    }

    /// Keeps a snapshot of a machine that has come from another, and forgets whatever is farthest
    /// from here if there are too many.
    pub(super) fn leave(&mut self, there: &mut RunPosition) {
        let (count, pages) = (there.machine.count, there.machine.memory.dirty_pages());
        let idx = self.snapshots.partition_point(|near| near.at.machine.count < count);
        let is_there = self.snapshots.get(idx).is_some_and(|near| near.at.machine.count == count);
        // A snapshot that alone exceeds the budget would push out all others and then itself.
        if is_there || pages > self.pages_max {
            return;
        }
        // Not a clone: the snapshot resets what counts as dirty, so that the next one is charged
        // only for the pages written since.
        let at = RunPosition { machine: there.machine.snapshot(), next: there.next };
        self.snapshots.insert(idx, NearbySnapshot { at, pages });
        self.pages += pages;
        while self.snapshots.len() > SNAPSHOTS_MAX || self.pages > self.pages_max {
            // Only the two ends can be farthest from here, so no other has to be compared.
            let distance = |near: &NearbySnapshot| count.abs_diff(near.at.machine.count);
            let first = self.snapshots.first().map_or(0, distance);
            let last = self.snapshots.last().map_or(0, distance);
            let farthest = if first > last { 0 } else { self.snapshots.len() - 1 };
            // The pages of a dropped snapshot may live on in its neighbour; the sum is an estimate
            // that errs on the small side.
            self.pages -= self.snapshots.remove(farthest).pages;
        }
    }

    /// Forgets those at a step and after it.
    pub(super) fn forget_from(&mut self, count: u64) {
        // Those at the count itself go too: after an edit the machine there is another one.
        let kept = self.snapshots.partition_point(|near| near.at.machine.count < count);
        let forgotten = self.snapshots.drain(kept..);
        self.pages -= forgotten.map(|near| near.pages).sum::<usize>();
    }
}
