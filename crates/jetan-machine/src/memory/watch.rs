//! Watchpoints: ranges of memory whose accesses end a run.
//!
//! Pages with a watched byte have no entry in the tables, so accesses elsewhere cost nothing. The
//! slow way tells a hit from an access beside it, of which `watch_cache.rs` makes a short one. For
//! an instruction it reports the hit before anything is done, as [`Fault::Watched`]; the engine
//! then does the instruction again with hits only noted, and stops after it. What services access
//! is noted at once.

use std::sync::Arc;

use super::watch_cache::WordMask;
use super::{Memory, MemoryAccess, PAGE_BITS, PAGE_BYTES};
use crate::fault::Fault;

/// A range of addresses to be watched. One whose first address is above its last is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WatchRange {
    /// The lowest address.
    pub first: u32,
    /// The highest address, itself included.
    pub last: u32,
    /// Whether loads, and reads by services, are hits.
    pub reads: bool,
    /// Whether stores, and writes by services, are hits.
    pub writes: bool,
}

impl WatchRange {
    fn is_hit(&self, first: u32, last: u32, access: MemoryAccess) -> bool {
        let is_meant = match access {
            MemoryAccess::Read => self.reads,
            MemoryAccess::Write => self.writes,
        };
        is_meant && self.first <= self.last && self.first <= last && first <= self.last
    }
}

/// The first access to something watched that an instruction made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WatchHit {
    /// The index of the watch in the list; the first of several.
    pub watch: usize,
    /// The address of the load or store, or the byte that a service accessed.
    pub address: u32,
    /// The kind of access.
    pub access: MemoryAccess,
    /// The instruction, or the `syscall`.
    pub pc: u32,
}

/// The treatment of a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum HitMode {
    /// Nothing runs: whoever looks into the memory from outside does not concern watches.
    #[default]
    Idle,
    /// Instructions have to be asked about.
    Armed,
    /// An instruction that was asked about is carried out.
    Noting,
}

/// The watches of a memory, and the hit that nobody has been notified of.
#[derive(Clone, Default)]
pub(super) struct WatchState {
    list: Arc<[WatchRange]>,
    mode: HitMode,
    /// Belongs to the instruction at hand; its `pc` is not known yet.
    noted: Option<WatchHit>,
    hit: Option<WatchHit>,
}

impl WatchState {
    /// Whether a page holds something whose accesses of this kind are hits.
    pub(super) fn covers(&self, page: u32, access: MemoryAccess) -> bool {
        let first = page << PAGE_BITS;
        self.list.iter().any(|watch| watch.is_hit(first, first | (PAGE_BYTES as u32 - 1), access))
    }

    /// The words of a page that hold something whose accesses of this kind are hits.
    pub(super) fn words(&self, page: u32, access: MemoryAccess) -> WordMask {
        let first = page << PAGE_BITS;
        let last = first | (PAGE_BYTES as u32 - 1);
        let mut words = WordMask::default();
        for watch in self.list.iter().filter(|watch| watch.is_hit(first, last, access)) {
            let from = watch.first.max(first) - first;
            let to = watch.last.min(last) - first;
            for word in from / 4..=to / 4 {
                words[word as usize / 64] |= 1 << (word % 64);
            }
        }
        words
    }

    fn find(&self, first: u32, last: u32, access: MemoryAccess) -> Option<usize> {
        self.list.iter().position(|watch| watch.is_hit(first, last, access))
    }

    /// An instruction is about to access so many bytes.
    pub(super) fn meet(
        &mut self,
        address: u32,
        bytes: u32,
        access: MemoryAccess,
    ) -> Result<(), Fault> {
        // The access is aligned, so its last byte is never beyond the address space.
        let Some(watch) = self.find(address, address + (bytes - 1), access) else { return Ok(()) };
        match self.mode {
            HitMode::Idle => {}
            HitMode::Armed => return Err(Fault::Watched),
            HitMode::Noting => self.note(WatchHit { watch, address, access, pc: 0 }),
        }
        Ok(())
    }

    /// A service is about to access bytes of a page, at least the first; says how many of them it
    /// may have at once. A watched byte comes alone until there is a hit, because nobody knows how
    /// many more the service will look at.
    pub(super) fn serve(&mut self, address: u32, bytes: usize, access: MemoryAccess) -> usize {
        if self.mode == HitMode::Idle || self.noted.is_some() {
            return bytes;
        }
        if let Some(watch) = self.find(address, address, access) {
            self.note(WatchHit { watch, address, access, pc: 0 });
            return 1;
        }
        let last = address + (bytes as u32 - 1);
        let hit = self.list.iter().filter(|watch| watch.is_hit(address, last, access));
        hit.map(|watch| (watch.first - address) as usize).min().unwrap_or(bytes)
    }

    fn note(&mut self, hit: WatchHit) {
        // Of several accesses by one instruction, the first is reported.
        self.noted.get_or_insert(hit);
    }
}

impl Memory {
    /// A run begins. A hit that was not reported yet stays, unless the watches are others.
    pub(crate) fn begin_watching(&mut self, list: &Arc<[WatchRange]>) {
        // Runs of one session share the list, so comparing references nearly always decides.
        if !Arc::ptr_eq(list, &self.watches.list) && *list != self.watches.list {
            self.watches = WatchState { list: Arc::clone(list), ..WatchState::default() };
            self.beside.forget();
            for frame in 0..self.residents.len() as u32 {
                let page = self.residents[frame as usize].page;
                if self.watches.covers(page, MemoryAccess::Read) {
                    self.frames.revoke_read(frame);
                }
                if self.watches.covers(page, MemoryAccess::Write) {
                    self.stop_writing(frame);
                }
            }
        }
        self.watches.mode = HitMode::Armed;
    }

    /// A run ends: accesses from outside are not hits.
    pub(crate) fn end_watching(&mut self) {
        self.watches.mode = HitMode::Idle;
    }

    /// Lets the next instruction access what is watched, or no longer.
    pub(crate) fn pass_watches(&mut self, passes: bool) {
        self.watches.mode = if passes { HitMode::Noting } else { HitMode::Armed };
    }

    /// Whether the instruction or service at hand has accessed something watched.
    pub(crate) fn has_noted(&self) -> bool {
        self.watches.noted.is_some()
    }

    /// The instruction at `pc` is done: what it accessed is to be reported.
    pub(crate) fn settle_watches(&mut self, pc: u32) {
        if let Some(noted) = self.watches.noted.take() {
            self.watches.hit.get_or_insert(WatchHit { pc, ..noted });
        }
    }

    /// Whether there is a hit to be reported.
    pub(crate) fn has_hit(&self) -> bool {
        self.watches.hit.is_some()
    }

    /// The hit to be reported, once.
    pub(crate) fn take_hit(&mut self) -> Option<WatchHit> {
        self.watches.hit.take()
    }
}
