//! Guest memory: sparse, copy on write, with the access rules of MARS's memory configurations.
//!
//! Pages that the program has touched live in `frames`; `table` says for every page of the address
//! space which frame it is in and what may be done to it without asking. Everything else goes the
//! slow way: pages seen for the first time, pages frozen by a snapshot, devices, text, faults.
//! A load or store that needs nothing special costs one table look-up and one compare, which is
//! also all that generated code would have to know.

mod tree;
mod watch;

use jetan_isa::{MemoryMap, Region};

use crate::device;
use crate::fault::Fault;
use tree::Tree;
use watch::Watch;

pub(crate) const PAGE_BITS: u32 = 12;
/// Bytes in a page.
pub const PAGE: usize = 1 << PAGE_BITS;
const PAGES: usize = 1 << (32 - PAGE_BITS);

pub(crate) type Page = [u8; PAGE];

/// May be read without asking.
const READ: u32 = 1;
/// May be written without asking.
const WRITE: u32 = 2;
/// Written since the last snapshot.
const DIRTY: u32 = 4;
const FRAME_SHIFT: u32 = 3;

/// What kinds of access a stored region allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Whether the registers of devices can be accessed like memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gate {
    Open,
    Closed,
}

/// The memory of a machine.
pub struct Memory {
    map: MemoryMap,
    self_modifying: bool,
    /// Whether the last bytes of stack and address space exist, which MARS leaves out.
    whole_segments: bool,
    /// Empty until a page is used, so that a copy costs no more than what it copies.
    table: Vec<u32>,
    frames: Vec<Page>,
    /// The page that each frame holds.
    pages: Vec<u32>,
    /// Frames written since the last snapshot.
    dirty: Vec<u32>,
    /// The pages as of the last snapshot.
    frozen: Tree,
    /// Where accesses of instructions are for the devices, unless one is being carried out.
    devices: Option<Gate>,
    /// The end of what `sbrk` has handed out beyond MARS's data segment.
    heap_end: u32,
    watch: Option<Watch>,
    /// Pages that were ever written.
    pages_written: usize,
    pages_max: usize,
}

impl Clone for Memory {
    /// Shares what the last snapshot has frozen; pages written since are copied.
    fn clone(&self) -> Memory {
        let mut frozen = self.frozen.clone();
        for &frame in &self.dirty {
            frozen.insert(self.pages[frame as usize], &self.frames[frame as usize]);
        }
        Memory {
            map: self.map,
            self_modifying: self.self_modifying,
            whole_segments: self.whole_segments,
            table: Vec::new(),
            frames: Vec::new(),
            pages: Vec::new(),
            dirty: Vec::new(),
            frozen,
            devices: self.devices,
            heap_end: self.heap_end,
            watch: self.watch.as_ref().map(Watch::renewed),
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
            table: Vec::new(),
            frames: Vec::new(),
            pages: Vec::new(),
            dirty: Vec::new(),
            frozen: Tree::default(),
            devices: None,
            heap_end: map.data_limit,
            watch: None,
            pages_written: 0,
            pages_max: usize::try_from(bytes_max >> PAGE_BITS).unwrap_or(usize::MAX).max(1),
        }
    }

    /// The memory configuration.
    pub fn map(&self) -> &MemoryMap {
        &self.map
    }

    /// Freezes all pages, so that the next clone shares them instead of copying.
    pub fn freeze(&mut self) {
        for frame in self.dirty.drain(..) {
            let page = self.pages[frame as usize];
            self.frozen.insert(page, &self.frames[frame as usize]);
            self.table[page as usize] &= !(WRITE | DIRTY);
        }
    }

    /// How many pages have been written since the last snapshot.
    pub fn dirty_pages(&self) -> usize {
        self.dirty.len()
    }

    #[inline(always)]
    fn fast(&self, address: u32, access: u32) -> Option<&Page> {
        let entry = self.entry(address >> PAGE_BITS);
        if entry & access == 0 {
            return None;
        }
        self.frames.get((entry >> FRAME_SHIFT) as usize)
    }

    #[inline(always)]
    fn fast_mut(&mut self, address: u32) -> Option<&mut Page> {
        let entry = self.entry(address >> PAGE_BITS);
        if entry & WRITE == 0 {
            return None;
        }
        self.frames.get_mut((entry >> FRAME_SHIFT) as usize)
    }

    /// Reads a word, which must be aligned.
    #[inline(always)]
    pub fn load_word(&mut self, address: u32) -> Result<u32, Fault> {
        if address.is_multiple_of(4)
            && let Some(page) = self.fast(address, READ)
        {
            let at = (address & 0xffc) as usize;
            return Ok(u32::from_le_bytes([page[at], page[at + 1], page[at + 2], page[at + 3]]));
        }
        self.load_slow(address, 4)
    }

    /// Reads a halfword, which must be aligned, without extending its sign.
    #[inline(always)]
    pub fn load_half(&mut self, address: u32) -> Result<u16, Fault> {
        if address.is_multiple_of(2)
            && let Some(page) = self.fast(address, READ)
        {
            let at = (address & 0xffe) as usize;
            return Ok(u16::from_le_bytes([page[at], page[at + 1]]));
        }
        self.load_slow(address, 2).map(|value| value as u16)
    }

    /// Reads a byte.
    #[inline(always)]
    pub fn load_byte(&mut self, address: u32) -> Result<u8, Fault> {
        if let Some(page) = self.fast(address, READ) {
            return Ok(page[(address & 0xfff) as usize]);
        }
        self.load_slow(address, 1).map(|value| value as u8)
    }

    /// Writes a word, which must be aligned.
    #[inline(always)]
    pub fn store_word(&mut self, address: u32, value: u32) -> Result<(), Fault> {
        if address.is_multiple_of(4)
            && let Some(page) = self.fast_mut(address)
        {
            let at = (address & 0xffc) as usize;
            page[at..at + 4].copy_from_slice(&value.to_le_bytes());
            return Ok(());
        }
        self.store_slow(address, value, 4)
    }

    /// Writes a halfword, which must be aligned.
    #[inline(always)]
    pub fn store_half(&mut self, address: u32, value: u16) -> Result<(), Fault> {
        if address.is_multiple_of(2)
            && let Some(page) = self.fast_mut(address)
        {
            let at = (address & 0xffe) as usize;
            page[at..at + 2].copy_from_slice(&value.to_le_bytes());
            return Ok(());
        }
        self.store_slow(address, u32::from(value), 2)
    }

    /// Writes a byte.
    #[inline(always)]
    pub fn store_byte(&mut self, address: u32, value: u8) -> Result<(), Fault> {
        if let Some(page) = self.fast_mut(address) {
            page[(address & 0xfff) as usize] = value;
            return Ok(());
        }
        self.store_slow(address, u32::from(value), 1)
    }

    /// The bytes from an address on: to the end of its page, or one where each has its own rules.
    pub(crate) fn bytes_from(&mut self, address: u32) -> Result<&[u8], Fault> {
        static NOTHING: Page = [0; PAGE];
        self.check(address, Access::Read)?;
        let page = address >> PAGE_BITS;
        let at = (address as usize) % PAGE;
        let end = if self.is_plain(page) { PAGE } else { at + 1 };
        let content = match self.resident(page) {
            Some(frame) => &self.frames[frame as usize],
            None => &NOTHING,
        };
        Ok(&content[at..end])
    }

    /// The same, to be written.
    pub(crate) fn bytes_from_mut(&mut self, address: u32) -> Result<&mut [u8], Fault> {
        self.check(address, Access::Write)?;
        let page = address >> PAGE_BITS;
        let at = (address as usize) % PAGE;
        let end = if self.is_plain(page) { PAGE } else { at + 1 };
        let frame = self.writable(page)?;
        Ok(&mut self.frames[frame as usize][at..end])
    }

    /// From now on, an access of an instruction to a device register is [`Fault::Device`].
    pub(crate) fn connect_devices(&mut self) {
        self.devices = Some(Gate::Closed);
    }

    /// Lets accesses to device registers through, or no longer.
    pub(crate) fn open_devices(&mut self, is_open: bool) {
        self.devices = self.devices.map(|_| if is_open { Gate::Open } else { Gate::Closed });
    }

    fn check_gate(&self, address: u32) -> Result<(), Fault> {
        let is_register = address.wrapping_sub(self.map.mmio_base) < device::REGISTER_BYTES;
        if is_register && self.devices == Some(Gate::Closed) { Err(Fault::Device) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn load_slow(&mut self, address: u32, bytes: u32) -> Result<u32, Fault> {
        if !address.is_multiple_of(bytes) {
            return Err(Fault::UnalignedLoad { address, bytes });
        }
        self.check_gate(address)?;
        self.check(address, Access::Read)?;
        let Some(frame) = self.resident(address >> PAGE_BITS) else { return Ok(0) };
        let at = (address as usize) % PAGE;
        let mut word = [0; 4];
        word[..bytes as usize]
            .copy_from_slice(&self.frames[frame as usize][at..at + bytes as usize]);
        Ok(u32::from_le_bytes(word))
    }

    #[cold]
    #[inline(never)]
    fn store_slow(&mut self, address: u32, value: u32, bytes: u32) -> Result<(), Fault> {
        if !address.is_multiple_of(bytes) {
            return Err(Fault::UnalignedStore { address, bytes });
        }
        self.check_gate(address)?;
        self.check(address, Access::Write)?;
        let frame = self.writable(address >> PAGE_BITS)?;
        let at = (address as usize) % PAGE;
        self.frames[frame as usize][at..at + bytes as usize]
            .copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
        Ok(())
    }

    /// Whether an access is allowed, by MARS's rules.
    pub(crate) fn check(&self, address: u32, access: Access) -> Result<(), Fault> {
        match self.region_of(address) {
            Some(Region::Data | Region::Stack | Region::Mmio | Region::KernelData) => Ok(()),
            Some(Region::Text) if self.self_modifying => Ok(()),
            Some(Region::Text) => Err(match access {
                Access::Read => Fault::ReadText { address },
                Access::Write => Fault::WriteText { address },
            }),
            Some(Region::KernelText) => Err(match access {
                Access::Read => Fault::ReadKernelText { address },
                Access::Write => Fault::WriteKernelText { address },
            }),
            None if self.is_extra(address) => Ok(()),
            None => Err(match access {
                Access::Read => Fault::LoadOutOfRange { address },
                Access::Write => Fault::StoreOutOfRange { address },
            }),
        }
    }

    /// The region an address belongs to, or `None` if nothing is there or only a grown heap.
    pub fn region_of(&self, address: u32) -> Option<Region> {
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
        let last = first | (PAGE as u32 - 1);
        let plain = |address| {
            matches!(
                self.region_of(address),
                Some(Region::Data | Region::Stack | Region::KernelData)
            ) || self.is_extra(address)
        };
        plain(first) && plain(last)
    }

    /// The frame of a page that has ever been written.
    fn resident(&mut self, page: u32) -> Option<u32> {
        let entry = self.entry(page);
        if entry != 0 {
            return Some(entry >> FRAME_SHIFT);
        }
        let content = *self.frozen.get(page)?;
        let access = if self.is_plain(page) { READ } else { 0 };
        Some(self.add_frame(page, &content, access))
    }

    fn add_frame(&mut self, page: u32, content: &Page, access: u32) -> u32 {
        // Frame 0 stays unused, so that an entry is never 0.
        if self.frames.is_empty() {
            self.frames.push([0; PAGE]);
            self.pages.push(u32::MAX);
        }
        let frame = self.frames.len() as u32;
        self.frames.push(*content);
        self.pages.push(page);
        self.set_entry(page, frame << FRAME_SHIFT | access);
        frame
    }

    /// What the table says of a page; 0 if nothing is known of it.
    #[inline(always)]
    fn entry(&self, page: u32) -> u32 {
        self.table.get(page as usize).copied().unwrap_or(0)
    }

    fn set_entry(&mut self, page: u32, entry: u32) {
        if self.table.is_empty() {
            // Zeroed memory straight from the system costs nothing until it is touched.
            self.table = vec![0; PAGES];
        }
        self.table[page as usize] = entry;
    }

    /// The frame of a page that is about to be written.
    fn writable(&mut self, page: u32) -> Result<u32, Fault> {
        let frame = match self.resident(page) {
            Some(frame) => frame,
            None if self.pages_written >= self.pages_max => return Err(Fault::OutOfMemory),
            None => {
                self.pages_written += 1;
                self.add_frame(page, &[0; PAGE], 0)
            }
        };
        let entry = self.entry(page);
        if entry & WRITE == 0 {
            let access = if self.is_plain(page) { READ | WRITE } else { 0 };
            self.set_entry(page, entry | DIRTY | access);
        }
        if entry & DIRTY == 0 {
            self.dirty.push(frame);
        }
        if let Some(watch) = &mut self.watch {
            watch.mark(page);
        }
        Ok(frame)
    }

    /// Reads a byte without regard to access rules; unwritten memory is 0.
    pub fn peek(&self, address: u32) -> u8 {
        let page = address >> PAGE_BITS;
        let at = (address as usize) % PAGE;
        match self.entry(page) {
            0 => self.frozen.get(page).map_or(0, |content| content[at]),
            entry => self.frames[(entry >> FRAME_SHIFT) as usize][at],
        }
    }

    /// Reads an aligned word without regard to access rules.
    pub fn peek_word(&self, address: u32) -> u32 {
        let base = address & !3;
        u32::from_le_bytes([0, 1, 2, 3].map(|offset| self.peek(base + offset)))
    }

    /// Writes bytes without regard to access rules, for loading a program.
    pub fn poke(&mut self, address: u32, bytes: &[u8]) -> Result<(), Fault> {
        let mut address = address;
        let mut rest = bytes;
        while !rest.is_empty() {
            let at = address as usize % PAGE;
            let (now, later) = rest.split_at(rest.len().min(PAGE - at));
            let frame = self.writable(address >> PAGE_BITS)?;
            self.frames[frame as usize][at..at + now.len()].copy_from_slice(now);
            address = address.wrapping_add(now.len() as u32);
            rest = later;
        }
        Ok(())
    }

    /// Every page that was ever written, in order: its address and its bytes.
    pub fn written_pages(&self) -> Vec<(u32, &[u8; PAGE])> {
        let mut pages: Vec<(u32, &Page)> = self
            .frozen
            .pages()
            .filter(|&(page, _)| self.entry(page) == 0)
            .chain(self.pages.iter().copied().zip(&self.frames).skip(1))
            .map(|(page, content)| (page << PAGE_BITS, content))
            .collect();
        pages.sort_unstable_by_key(|&(address, _)| address);
        pages
    }

    /// Whether anything was ever written to the page of an address.
    pub fn is_written(&self, address: u32) -> bool {
        let page = address >> PAGE_BITS;
        self.entry(page) != 0 || self.frozen.get(page).is_some()
    }
}
