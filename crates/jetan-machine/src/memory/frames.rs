//! The pages of guest memory in the host's: chunks that never move, and for every page
//! of the address space one word that says where it may be read and one where it may be written.
//!
//! The only file of the crate with unsafe code. Going to a page by its address instead of by a
//! number that is checked against a list saves the interpreter 2 to 11 % of its instructions
//! (`valgrind --tool=callgrind` over `benchmarks/programs`), and is what generated code needs.

#![expect(unsafe_code, reason = "pages are reached through addresses kept in a table")]

use std::alloc::{self, Layout};
use std::cell::RefCell;
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU64;

use super::{PAGE_BITS, PAGE_BYTES, PAGES, PageBytes};

/// Pages in the first chunk; each one after it has twice as many, up to the maximum.
const CHUNK_PAGES_MIN: usize = 16;
const CHUNK_PAGES_MAX: usize = 256;

/// The number of pairs of tables a thread keeps for its next memories.
///
/// Tables of 16 MiB are what the C library of Linux may take from memory used before and fill with
/// zeros, which made programs that make many machines ten times as slow. Used ones have few entries
/// to set to 0, and most of them were never touched by anybody.
const SPARE_TABLES_MAX: usize = 2;

thread_local! {
    static SPARES: RefCell<Vec<Box<[u64]>>> = const { RefCell::new(Vec::new()) };
}

/// The table of a memory that has no pages yet, so that a copy costs no more than what it copies.
///
/// Nobody writes it. It is of atomics because a table that cannot change would be stored in the
/// executable file, with all its eight megabytes.
static EMPTY_TABLE: [AtomicU64; PAGES] = [const { AtomicU64::new(0) }; PAGES];

/// The tables by which generated code finds guest memory.
///
/// Each has an entry for every page of the address space, by the page's number (`address >> 12`):
/// what must be added to an address of the guest to get the host's (modulo 2^64), or 0 where the
/// memory has to be asked (by its loads and stores). 0 is what pages have that were not accessed
/// yet, or are text, device registers, the end of a segment, or watched; and, to be written, pages
/// that were frozen or looked at since the last store.
///
/// The tables stay where they are until the memory is dropped or put to rest, however it is moved.
/// An entry that is not 0 stays as it is while only loads and stores are done; any other method
/// that takes the memory by `&mut` may set it to 0. Bytes are in the guest's order, lowest first,
/// and an access must not cross the end of its page. Nobody but the memory may write to the tables.
#[derive(Clone, Copy, Debug)]
pub struct PageTables {
    /// The table of pages that can be read.
    pub read: *const u64,
    /// The table of pages that can be written.
    pub write: *const u64,
}

/// Pages in the host's memory, by the number of their frame, and the tables that lead to them.
pub(super) struct FramePool {
    /// `EMPTY_TABLE`, or the first of two tables that only this value knows; `write` is the second.
    read: NonNull<u64>,
    write: NonNull<u64>,
    has_tables: bool,
    chunks: Vec<FrameChunk>,
    /// Every frame handed out.
    all: Vec<PageFrame>,
    /// The number of frames of the last chunk that are not handed out.
    spare: usize,
}

/// A page of the guest in the host's memory.
struct PageFrame {
    /// Inside a chunk, and initialised.
    place: NonNull<PageBytes>,
    /// The number of the page, below `PAGES`: the only one whose entries lead here.
    page: u32,
}

/// Room for so many pages, aligned to pages.
struct FrameChunk {
    start: NonNull<PageBytes>,
    pages: usize,
}

impl FrameChunk {
    fn layout(pages: usize) -> Layout {
        Layout::from_size_align(pages * PAGE_BYTES, PAGE_BYTES)
            .expect("a chunk is far from the limit")
    }

    fn new(pages: usize) -> FrameChunk {
        let layout = FrameChunk::layout(pages);
        // SAFETY: the layout is not empty.
        let start = unsafe { alloc::alloc(layout) };
        let Some(start) = NonNull::new(start.cast()) else { alloc::handle_alloc_error(layout) };
        FrameChunk { start, pages }
    }
}

// SAFETY: tables and chunks belong to one value alone, like boxes; `&FramePool` only reads them.
unsafe impl Send for FramePool {}
// SAFETY: as above; nothing is changed through `&FramePool`.
unsafe impl Sync for FramePool {}

impl Default for FramePool {
    fn default() -> FramePool {
        let nothing = NonNull::from(&EMPTY_TABLE).cast();
        FramePool {
            read: nothing,
            write: nothing,
            has_tables: false,
            chunks: Vec::new(),
            all: Vec::new(),
            spare: 0,
        }
    }
}

impl Drop for FramePool {
    fn drop(&mut self) {
        self.give_tables_back();
        for chunk in &self.chunks {
            // SAFETY: it was allocated with the same layout, and is not used again.
            unsafe { alloc::dealloc(chunk.start.as_ptr().cast(), FrameChunk::layout(chunk.pages)) };
        }
    }
}

impl FramePool {
    /// The bytes at an address, if it is a multiple of their number and its page can be read
    /// without asking. Their number is a power of two up to a page.
    #[inline(always)]
    pub(super) fn load<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        let place = FramePool::place::<N>(self.read, address)?;
        // SAFETY: `place` points to N bytes of a frame, which lives as long as `self` and is not
        // written while `self` is borrowed.
        Some(unsafe { place.read() })
    }

    /// Stores bytes under the same conditions, and says whether it did.
    #[inline(always)]
    pub(super) fn store<const N: usize>(&mut self, address: u32, bytes: [u8; N]) -> bool {
        let Some(place) = FramePool::place::<N>(self.write, address) else { return false };
        // SAFETY: as above, and nobody else has a reference to a frame of `self` now.
        unsafe { place.write(bytes) };
        true
    }

    /// The host's address of some bytes; they do not cross the end of a page, being aligned.
    #[inline(always)]
    fn place<const N: usize>(table: NonNull<u64>, address: u32) -> Option<*mut [u8; N]> {
        const { assert!(N.is_power_of_two() && N <= PAGE_BYTES) };
        if !(address as usize).is_multiple_of(N) {
            return None;
        }
        // SAFETY: both tables have a word for each of the 2^20 pages.
        let entry = unsafe { table.add((address >> PAGE_BITS) as usize).read() };
        if entry == 0 {
            return None;
        }
        // Only `set` makes entries, and each leads from the addresses of a page into a frame, which
        // has `PAGE_BYTES` bytes and is never given back before `self` is dropped.
        let place = entry.wrapping_add(u64::from(address)) as usize;
        Some(ptr::with_exposed_provenance_mut(place))
    }

    /// The tables, which from now on stay where they are.
    pub(super) fn tables(&mut self) -> PageTables {
        if !self.has_tables {
            let spare = SPARES.try_with(|spares| spares.borrow_mut().pop()).ok().flatten();
            let tables = spare.unwrap_or_else(|| vec![0; 2 * PAGES].into_boxed_slice());
            self.read = NonNull::from(Box::leak(tables)).cast();
            // SAFETY: there is room for both, one after the other.
            self.write = unsafe { self.read.add(PAGES) };
            self.has_tables = true;
        }
        PageTables { read: self.read.as_ptr(), write: self.write.as_ptr() }
    }

    /// Gives the tables to whoever needs some next. Everything has to be asked for until there are
    /// tables again.
    pub(super) fn give_tables_back(&mut self) {
        if !std::mem::take(&mut self.has_tables) {
            return;
        }
        for frame in &self.all {
            FramePool::set(self.read, frame.page, 0);
            FramePool::set(self.write, frame.page, 0);
        }
        let tables = ptr::slice_from_raw_parts_mut(self.read.as_ptr(), 2 * PAGES);
        // SAFETY: `tables` made it from a box of this length, and nobody uses it after this.
        let tables = unsafe { Box::from_raw(tables) };
        self.read = NonNull::from(&EMPTY_TABLE).cast();
        self.write = self.read;
        // A thread that is ending has no use for them.
        let _ = SPARES.try_with(|spares| {
            let mut spares = spares.borrow_mut();
            if spares.len() < SPARE_TABLES_MAX {
                spares.push(tables);
            }
        });
    }

    /// Puts the content of a page into a new frame. A page has one frame at most.
    pub(super) fn push(&mut self, page: u32, content: &PageBytes) -> u32 {
        if self.spare == 0 {
            let pages = self.chunks.last().map_or(CHUNK_PAGES_MIN, |chunk| 2 * chunk.pages);
            self.chunks.push(FrameChunk::new(pages.min(CHUNK_PAGES_MAX)));
            self.spare = pages.min(CHUNK_PAGES_MAX);
        }
        let chunk = self.chunks.last().expect("one was added if there was none");
        // SAFETY: `spare` is between 1 and the number of pages in the chunk.
        let place = unsafe { chunk.start.add(chunk.pages - self.spare) };
        // SAFETY: the place is within the chunk, aligned, and nobody has been given it.
        unsafe { place.copy_from_nonoverlapping(NonNull::from(content), 1) };
        self.spare -= 1;
        self.all.push(PageFrame { place, page: page % PAGES as u32 });
        (self.all.len() - 1) as u32
    }

    pub(super) fn page(&self, frame: u32) -> &PageBytes {
        // SAFETY: every frame in the list is an initialised page, and changed only by `&mut self`.
        unsafe { self.all[frame as usize].place.as_ref() }
    }

    pub(super) fn page_mut(&mut self, frame: u32) -> &mut PageBytes {
        // SAFETY: as above, and frames do not overlap.
        unsafe { self.all[frame as usize].place.as_mut() }
    }

    /// Lets the page of a frame be read without asking.
    pub(super) fn grant_read(&mut self, frame: u32) {
        self.tables();
        FramePool::set(self.read, self.all[frame as usize].page, self.entry_of(frame));
    }

    /// Lets the page of a frame be written without asking.
    pub(super) fn grant_write(&mut self, frame: u32) {
        self.tables();
        FramePool::set(self.write, self.all[frame as usize].page, self.entry_of(frame));
    }

    /// No longer lets the page of a frame be read without asking.
    pub(super) fn revoke_read(&mut self, frame: u32) {
        if self.has_tables {
            FramePool::set(self.read, self.all[frame as usize].page, 0);
        }
    }

    /// No longer lets the page of a frame be written without asking, and says whether it could be.
    pub(super) fn revoke_write(&mut self, frame: u32) -> bool {
        self.has_tables && FramePool::set(self.write, self.all[frame as usize].page, 0) != 0
    }

    /// The offset from the addresses of a page to its frame. Should host and guest agree on the
    /// address, it is 0, and the page is always asked for.
    fn entry_of(&self, frame: u32) -> u64 {
        let PageFrame { place, page } = self.all[frame as usize];
        let host = place.as_ptr().expose_provenance() as u64;
        host.wrapping_sub(u64::from(page) << PAGE_BITS)
    }

    /// Replaces an entry of a table that belongs to some `FramePool`. It is 0 or from `entry_of`.
    fn set(table: NonNull<u64>, page: u32, entry: u64) -> u64 {
        // SAFETY: the index is below `PAGES`, and the caller has exclusive use of the table.
        unsafe { table.add(page as usize % PAGES).replace(entry) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Memory, ViewStamp, WatchRange};
    use jetan_isa::MemoryMap;

    #[test]
    fn frames_keep_their_place_and_their_content() {
        let mut frames = FramePool::default();
        let places: Vec<(*const PageBytes, u32)> = (0..2000_u32)
            .map(|number| {
                let frame = frames.push(number * 7, &[number as u8; PAGE_BYTES]);
                frames.grant_read(frame);
                (ptr::from_ref(frames.page(frame)), frame)
            })
            .collect();
        let mut moved = Some(frames);
        let frames = moved.take().expect("it was just put there");
        for (number, (place, frame)) in (0_u32..).zip(places) {
            assert_eq!(ptr::from_ref(frames.page(frame)), place);
            assert_eq!(place as usize % PAGE_BYTES, 0, "aligned");
            assert_eq!(frames.load::<1>((number * 7) << PAGE_BITS | 4095), Some([number as u8]));
        }
    }

    #[test]
    fn nothing_can_be_accessed_that_was_not_granted() {
        let mut frames = FramePool::default();
        for address in [0, 4, 0x1001_0000, u32::MAX] {
            assert_eq!(frames.load::<1>(address), None);
            assert!(!frames.store(address, [1]));
        }
        let last = (PAGES - 1) as u32;
        let frame = frames.push(last, &[7; PAGE_BYTES]);
        assert!(!frames.revoke_write(frame), "there is no table yet");
        frames.grant_write(frame);
        assert!(frames.store(u32::MAX - 3, [1, 2, 3, 4]));
        assert_eq!(frames.load::<4>(u32::MAX - 3), None, "it can only be written");
        frames.grant_read(frame);
        assert_eq!(frames.load::<2>(u32::MAX - 1), Some([3, 4]));
        assert_eq!(frames.load::<4>(u32::MAX - 5), None, "it is not aligned");
        assert_eq!(frames.page(frame)[..2], [7, 7]);
        assert!(frames.revoke_write(frame));
        assert!(!frames.revoke_write(frame), "it is gone already");
        assert!(!frames.store(u32::MAX, [9]));
        frames.revoke_read(frame);
        assert_eq!(frames.load::<1>(u32::MAX), None);
    }

    /// Whether a page of a memory can be read and written without asking.
    fn entries(memory: &mut Memory, address: u32) -> [bool; 2] {
        let PageTables { read, write } = memory.tables();
        let page = (address >> PAGE_BITS) as usize;
        // SAFETY: both tables have an entry for every page, and belong to a memory that exists.
        unsafe { [*read.add(page) != 0, *write.add(page) != 0] }
    }

    #[test]
    fn tables_have_entries_only_where_nobody_has_to_be_asked() {
        let mut memory = Memory::new(MemoryMap::DEFAULT, true, true, 1 << 30);
        let (data, text, device) = (0x1001_0000, 0x0040_0000, 0xffff_0000);
        assert_eq!(entries(&mut memory, data), [false, false], "not accessed yet");
        for address in [data, data + PAGE_BYTES as u32, text, device] {
            memory.store_word(address, 1).expect("all can be written");
            memory.load_word(address).expect("all can be read");
        }
        assert_eq!(entries(&mut memory, data), [true, true]);
        assert_eq!(entries(&mut memory, text), [false, false]);
        assert_eq!(entries(&mut memory, device), [false, false]);
        memory.freeze();
        assert_eq!(entries(&mut memory, data), [true, false], "frozen");
        memory.store_word(data, 2).expect("it can be written again");
        assert_eq!(entries(&mut memory, data), [true, true]);
        memory.changed_since(data..=data, &mut ViewStamp::default(), &mut Vec::new());
        assert_eq!(entries(&mut memory, data), [true, false], "looked at");
        let watch = WatchRange { first: data, last: data, reads: true, writes: true };
        memory.begin_watching(&[watch].into());
        memory.store_word(data + 4, 3).expect("it is not watched");
        memory.load_word(data + 4).expect("it is not watched");
        assert_eq!(entries(&mut memory, data), [false, false], "watched");
        assert_eq!(entries(&mut memory, data + PAGE_BYTES as u32), [true, false], "as before");
        memory.begin_watching(&[WatchRange { reads: false, ..watch }].into());
        memory.load_word(data).expect("reading is not watched");
        assert_eq!(entries(&mut memory, data), [true, false], "watched for stores");
        memory.begin_watching(&[].into());
        memory.store_word(data, 4).expect("nothing is watched");
        assert_eq!(entries(&mut memory, data), [true, true]);
        assert_eq!(entries(&mut memory.clone(), data), [false, false], "a copy begins anew");
    }

    #[test]
    fn tables_say_what_loads_find() {
        let mut frames = FramePool::default();
        let frame = frames.push(3, &[5; PAGE_BYTES]);
        let tables = frames.tables();
        frames.grant_read(frame);
        assert_eq!(tables.read, frames.tables().read, "they do not move");
        // SAFETY: both tables have more entries than four.
        let entries = unsafe { [tables.read.add(3).read(), tables.write.add(3).read()] };
        let host = ptr::from_ref(frames.page(frame)).addr() as u64;
        assert_eq!(entries, [host.wrapping_sub(3 << PAGE_BITS), 0]);
    }

    #[test]
    fn tables_of_another_memory_lead_nowhere() {
        let mut frames = FramePool::default();
        let frame = frames.push(9, &[7; PAGE_BYTES]);
        frames.grant_read(frame);
        frames.grant_write(frame);
        let used = frames.tables().read;
        frames.give_tables_back();
        assert_eq!(frames.load::<1>(9 << PAGE_BITS), None, "it has to be asked for");
        assert_eq!(frames.page(frame)[0], 7);
        let mut other = FramePool::default();
        assert_eq!(other.tables().read, used, "they are used again");
        assert_eq!(other.load::<1>(9 << PAGE_BITS), None);
        assert!(!other.store(9 << PAGE_BITS, [1]));
        frames.grant_read(frame);
        assert_eq!(frames.load::<1>(9 << PAGE_BITS), Some([7]), "in tables of its own");
        drop(frames);
        assert_eq!(other.load::<1>(9 << PAGE_BITS), None);
    }
}
