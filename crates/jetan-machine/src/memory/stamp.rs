//! Tracks the pages written since a viewer last asked, for any number of viewers and at no
//! cost to stores.
//!
//! Every frame remembers the epoch in which it may last have been written, and each look begins a
//! new one. A page that was looked at loses its permission to be written without asking, so that
//! only the first store afterwards goes the slow way, and is noticed there.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Memory, PAGE_BITS};

/// When a viewer last looked at a memory; by default, never.
///
/// A copy of the memory is another memory, which the viewer has not seen yet.
#[derive(Clone, Debug, Default)]
pub struct ViewStamp {
    seen: Option<ViewEpoch>,
}

/// A time between two looks at one memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ViewEpoch {
    /// Tells the memory from all others: an address that is in use for as long as someone knows it.
    memory: Arc<()>,
    pub(super) number: u64,
}

impl Memory {
    /// Appends the addresses of a range's pages that may have been written since the stamp, in
    /// order, and renews the stamp. To one that has not seen this memory, all pages are new.
    ///
    /// Takes time with the pages of the range, and allocates nothing if the vector has room.
    pub fn changed_since(
        &mut self,
        range: RangeInclusive<u32>,
        stamp: &mut ViewStamp,
        pages: &mut Vec<u32>,
    ) {
        let (first, last) = range.into_inner();
        let is_ours = |seen: &&ViewEpoch| Arc::ptr_eq(&seen.memory, &self.epoch.memory);
        let seen = stamp.seen.as_ref().filter(is_ours).map(|seen| seen.number);
        for page in first >> PAGE_BITS..=last >> PAGE_BITS {
            let written = self.homes.get(&page).copied().map(|frame| self.stop_writing(frame));
            if seen.is_none_or(|seen| written.is_some_and(|written| written >= seen)) {
                pages.push(page << PAGE_BITS);
            }
        }
        self.epoch.number += 1;
        stamp.seen = Some(self.epoch.clone());
    }

    /// From now on the memory has to be asked before a frame is written. Gives the epoch in which
    /// it may last have been.
    pub(super) fn stop_writing(&mut self, frame: u32) -> u64 {
        let resident = &mut self.residents[frame as usize];
        self.beside.close(resident.page);
        // Only a page that could be written without asking may have been written in this epoch
        // unnoticed.
        if self.frames.revoke_write(frame) {
            resident.written = self.epoch.number;
        }
        resident.written
    }
}
