//! Guest memory: sparse, copy on write, with the access rules of MARS's memory configurations.
//!
//! Pages that the program has touched live in `FramePool`, whose tables say for every page of the
//! address space where it may be read and where it may be written without asking. Everything else
//! goes the slow way: pages seen for the first time, pages frozen by a snapshot, devices, text,
//! watched ranges, faults. A load or store that needs nothing special costs one table look-up and
//! one compare, which is also all that generated code has to know.

mod access;
mod content;
mod frames;
mod stamp;
mod tree;
mod watch;
mod watch_cache;

use jetan_isa::{AddressRegion, MemoryMap};
use rustc_hash::FxHashMap;

use crate::fault::Fault;
use frames::FramePool;
use stamp::ViewEpoch;
use tree::PageTree;
use watch::WatchState;
use watch_cache::WatchCache;

pub use frames::PageTables;
pub use stamp::ViewStamp;
pub use watch::{WatchHit, WatchRange};

pub(crate) const PAGE_BITS: u32 = 12;
/// Bytes in a page.
pub const PAGE_BYTES: usize = 1 << PAGE_BITS;
const PAGES: usize = 1 << (32 - PAGE_BITS);

pub(crate) type PageBytes = [u8; PAGE_BYTES];

/// A page that was never written.
static ZERO_PAGE: PageBytes = [0; PAGE_BYTES];

/// A kind of access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryAccess {
    /// It is looked at.
    Read,
    /// It is changed, if only to what it was.
    Write,
}

/// Whether the registers of devices can be accessed like memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeviceGate {
    Open,
    Closed,
}

/// The state of a page that has a frame.
struct ResidentPage {
    page: u32,
    /// Whether it was written since the last snapshot.
    is_dirty: bool,
    /// The epoch in which it last was written, unless it can be without asking.
    written: u64,
}

/// The memory of a machine.
///
/// Two are equal if they read the same everywhere and obey the same rules. Which pages were ever
/// written, frozen, looked at or watched makes no difference.
pub struct Memory {
    map: MemoryMap,
    self_modifying: bool,
    /// Whether the last bytes of stack and address space exist, which MARS leaves out.
    whole_segments: bool,
    frames: FramePool,
    /// By the number of the frame.
    residents: Vec<ResidentPage>,
    /// The frame of each page that has one.
    homes: FxHashMap<u32, u32>,
    /// Frames written since the last snapshot.
    dirty: Vec<u32>,
    /// The pages as of the last snapshot.
    frozen: PageTree,
    /// Whether accesses of instructions reach the devices, unless one is being carried out.
    devices: Option<DeviceGate>,
    /// The end of what `sbrk` has handed out beyond MARS's data segment.
    heap_end: u32,
    epoch: ViewEpoch,
    watches: WatchState,
    beside: WatchCache,
    /// Pages that were ever written.
    pages_written: usize,
    pages_max: usize,
}

impl Clone for Memory {
    /// Shares what the last snapshot has frozen; pages written since are copied.
    fn clone(&self) -> Memory {
        let mut frozen = self.frozen.clone();
        for &frame in &self.dirty {
            frozen.insert(self.residents[frame as usize].page, self.frames.page(frame));
        }
        Memory {
            map: self.map,
            self_modifying: self.self_modifying,
            whole_segments: self.whole_segments,
            // No frame is copied: the clone reads from the tree until it touches a page.
            frames: FramePool::default(),
            residents: Vec::new(),
            homes: FxHashMap::default(),
            dirty: Vec::new(),
            frozen,
            devices: self.devices,
            heap_end: self.heap_end,
            // A new identity, which no viewer has seen yet.
            epoch: ViewEpoch::default(),
            watches: self.watches.clone(),
            beside: WatchCache::default(),
            pages_written: self.pages_written,
            pages_max: self.pages_max,
        }
    }
}

impl Memory {
    /// Empty memory. `bytes_max` bounds how much of it can ever be written.
    pub fn new(
        map: MemoryMap,
        self_modifying: bool,
        whole_segments: bool,
        bytes_max: u64,
    ) -> Memory {
        Memory {
            map,
            self_modifying,
            whole_segments,
            frames: FramePool::default(),
            residents: Vec::new(),
            homes: FxHashMap::default(),
            dirty: Vec::new(),
            frozen: PageTree::default(),
            devices: None,
            heap_end: map.data_limit,
            epoch: ViewEpoch::default(),
            watches: WatchState::default(),
            beside: WatchCache::default(),
            pages_written: 0,
            // At least one page, or no program could be loaded at all.
            pages_max: usize::try_from(bytes_max >> PAGE_BITS).unwrap_or(usize::MAX).max(1),
        }
    }

    /// The memory map.
    pub fn map(&self) -> &MemoryMap {
        &self.map
    }

    /// The way to this memory for generated code.
    pub fn tables(&mut self) -> PageTables {
        self.frames.tables()
    }

    /// Freezes all pages, so that the next clone shares them instead of copying.
    pub fn freeze(&mut self) {
        for frame in std::mem::take(&mut self.dirty) {
            // The next store must go the slow way, which notes that the page is dirty again.
            self.stop_writing(frame);
            let resident = &mut self.residents[frame as usize];
            resident.is_dirty = false;
            self.frozen.insert(resident.page, self.frames.page(frame));
        }
    }

    /// Gives back what only a memory in use needs, 16 MiB of the address space. It can be used
    /// again at any time, and reads the same.
    pub fn rest(&mut self) {
        for frame in 0..self.residents.len() as u32 {
            // The permissions vanish with the tables; the epoch of the last store must not vanish
            // with them.
            self.stop_writing(frame);
        }
        self.frames.give_tables_back();
    }

    /// The number of pages written since the last snapshot.
    pub fn dirty_pages(&self) -> usize {
        self.dirty.len()
    }

    /// The pages that have been written since the last snapshot, as addresses, in no order.
    pub fn dirty(&self) -> impl Iterator<Item = u32> + '_ {
        self.dirty.iter().map(|&frame| self.residents[frame as usize].page << PAGE_BITS)
    }

    /// The number of pages ever written, which is what the budget is spent on.
    pub fn pages_written(&self) -> usize {
        self.pages_written
    }

    /// From now on, an access of an instruction to a device register is [`Fault::Device`].
    pub(crate) fn connect_devices(&mut self) {
        self.devices = Some(DeviceGate::Closed);
    }

    /// Sets whether instructions access device registers like memory (`true`) or get
    /// [`Fault::Device`] (`false`). Does nothing if no devices are connected.
    pub(crate) fn set_devices_open(&mut self, is_open: bool) {
        self.devices =
            self.devices.map(|_| if is_open { DeviceGate::Open } else { DeviceGate::Closed });
    }

    /// Whether an access is allowed, by MARS's rules.
    pub(crate) fn check(&self, address: u32, access: MemoryAccess) -> Result<(), Fault> {
        match self.region_of(address) {
            Some(
                AddressRegion::Data
                | AddressRegion::Stack
                | AddressRegion::Mmio
                | AddressRegion::KernelData,
            ) => Ok(()),
            Some(AddressRegion::Text) if self.self_modifying => Ok(()),
            Some(AddressRegion::Text) => Err(match access {
                MemoryAccess::Read => Fault::ReadText { address },
                MemoryAccess::Write => Fault::WriteText { address },
            }),
            Some(AddressRegion::KernelText) => Err(match access {
                MemoryAccess::Read => Fault::ReadKernelText { address },
                MemoryAccess::Write => Fault::WriteKernelText { address },
            }),
            None if self.is_extra(address) => Ok(()),
            None => Err(match access {
                MemoryAccess::Read => Fault::LoadOutOfRange { address },
                MemoryAccess::Write => Fault::StoreOutOfRange { address },
            }),
        }
    }

    /// The region an address belongs to, or `None` if nothing is there or only a grown heap.
    pub fn region_of(&self, address: u32) -> Option<AddressRegion> {
        if self.whole_segments {
            self.map.whole_region_of(address)
        } else {
            self.map.region_of(address)
        }
    }

    /// Whether an address is in the part of the heap that MARS does not have.
    fn is_extra(&self, address: u32) -> bool {
        (self.map.data_limit..self.heap_end).contains(&address)
    }

    /// Lets the heap grow beyond the data segment.
    pub fn grow_heap(&mut self, end: u32) {
        self.heap_end = self.heap_end.max(end);
    }

    /// Whether generated or predecoded accesses may go to a page without asking.
    fn is_plain(&self, page: u32) -> bool {
        // No page has something else in its middle than at both its ends.
        let first = page << PAGE_BITS;
        let last = first | (PAGE_BYTES as u32 - 1);
        let plain = |address| {
            matches!(
                self.region_of(address),
                Some(AddressRegion::Data | AddressRegion::Stack | AddressRegion::KernelData)
            ) || self.is_extra(address)
        };
        plain(first) && plain(last)
    }

    /// Whether accesses of a kind may go to a page without asking from now on.
    fn is_open(&self, page: u32, access: MemoryAccess) -> bool {
        self.is_plain(page) && !self.watches.covers(page, access)
    }

    /// The frame of a page that has ever been written.
    fn resident(&mut self, page: u32) -> Option<u32> {
        if let Some(&frame) = self.homes.get(&page) {
            return Some(frame);
        }
        let frame = self.frames.push(page, self.frozen.get(page)?);
        self.move_in(page, frame);
        Some(frame)
    }

    fn move_in(&mut self, page: u32, frame: u32) {
        // What was written before there was a frame is new only to those who have seen nothing.
        self.residents.push(ResidentPage { page, is_dirty: false, written: 0 });
        self.homes.insert(page, frame);
    }

    /// The frame of a page that is about to be read, if it was ever written.
    fn readable(&mut self, page: u32) -> Option<u32> {
        let frame = self.resident(page)?;
        if self.is_open(page, MemoryAccess::Read) {
            self.frames.grant_read(frame);
        }
        Some(frame)
    }

    /// The frame of a page that is about to be written.
    fn writable(&mut self, page: u32) -> Result<u32, Fault> {
        // Pages that come from a snapshot were counted when they were first written.
        let frame = match self.resident(page) {
            Some(frame) => frame,
            None if self.pages_written >= self.pages_max => return Err(Fault::OutOfMemory),
            None => {
                self.pages_written += 1;
                let frame = self.frames.push(page, &ZERO_PAGE);
                self.move_in(page, frame);
                frame
            }
        };
        if self.is_open(page, MemoryAccess::Read) {
            self.frames.grant_read(frame);
        }
        if self.is_open(page, MemoryAccess::Write) {
            self.frames.grant_write(frame);
        }
        let resident = &mut self.residents[frame as usize];
        resident.written = self.epoch.number;
        if !std::mem::replace(&mut resident.is_dirty, true) {
            self.dirty.push(frame);
        }
        Ok(frame)
    }
}
