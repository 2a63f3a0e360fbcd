//! Accesses beside something watched, on its page.
//!
//! Such a page has no entry in the tables, and the rules are the same for all of its plain words.
//! They are asked once: afterwards a bit for every word tells whether it may be accessed at once.

use super::{Memory, MemoryAccess, PAGE_BITS, PAGE_BYTES};

/// Pages that are remembered at a time, each in the place of the low bits of its number.
const CACHED_PAGES: usize = 8;
const MASK_WORDS: usize = PAGE_BYTES / 4 / 64;

/// A bit for every word of a page.
pub(super) type WordMask = [u64; MASK_WORDS];

/// A page with something watched, and the words of it that have to be asked for.
#[derive(Clone, Copy)]
struct WatchedPage {
    page: u32,
    frame: u32,
    read: WordMask,
    write: WordMask,
}

impl WatchedPage {
    /// Stands where there is none: everything has to be asked for.
    const NONE: WatchedPage =
        WatchedPage { page: 0, frame: 0, read: [!0; MASK_WORDS], write: [!0; MASK_WORDS] };

    #[inline]
    fn words(&self, access: MemoryAccess) -> &WordMask {
        match access {
            MemoryAccess::Read => &self.read,
            MemoryAccess::Write => &self.write,
        }
    }
}

/// The pages with something watched that were accessed last. None is known at first.
#[derive(Default)]
pub(super) struct WatchCache {
    places: Option<Box<[WatchedPage; CACHED_PAGES]>>,
}

impl WatchCache {
    /// The frame of an address, if its word may be accessed so.
    #[inline]
    pub(super) fn frame(&self, address: u32, access: MemoryAccess) -> Option<u32> {
        let place = &self.places.as_ref()?[place_of(address >> PAGE_BITS)];
        let words = place.words(access);
        let is_asked = words[(address >> 8) as usize % MASK_WORDS] >> (address >> 2 & 63) & 1 == 1;
        (place.page == address >> PAGE_BITS && !is_asked).then_some(place.frame)
    }

    /// Whether words of a page may be accessed so.
    fn is_open(&self, page: u32, access: MemoryAccess) -> bool {
        let place = self.places.as_ref().map(|places| &places[place_of(page)]);
        place.is_some_and(|place| place.page == page && *place.words(access) != [!0; MASK_WORDS])
    }

    /// From now on all words of a page but these may be accessed so.
    fn open(&mut self, page: u32, frame: u32, access: MemoryAccess, words: WordMask) {
        let places = self.places.get_or_insert_with(|| Box::new([WatchedPage::NONE; CACHED_PAGES]));
        let place = &mut places[place_of(page)];
        // Another page had this place, and nothing that was known of it holds here.
        if place.page != page {
            *place = WatchedPage { page, frame, ..WatchedPage::NONE };
        }
        place.frame = frame;
        match access {
            MemoryAccess::Read => place.read = words,
            MemoryAccess::Write => place.write = words,
        }
    }

    /// A page has to be asked for before it is written.
    pub(super) fn close(&mut self, page: u32) {
        if let Some(places) = &mut self.places
            && places[place_of(page)].page == page
        {
            places[place_of(page)].write = WatchedPage::NONE.write;
        }
    }

    /// Everything has to be asked for.
    pub(super) fn forget(&mut self) {
        self.places = None;
    }
}

fn place_of(page: u32) -> usize {
    page as usize % CACHED_PAGES
}

impl Memory {
    /// Loads 1, 2 or 4 bytes, which are aligned, if that needs no question.
    #[inline]
    pub(super) fn load_beside(&self, address: u32, bytes: u32) -> Option<u32> {
        let frame = self.beside.frame(address, MemoryAccess::Read)?;
        let (at, shift, mask) = lane(address, bytes);
        let word = self.frames.page(frame).get(at..)?.first_chunk()?;
        Some(u32::from_le_bytes(*word) >> shift & mask)
    }

    /// Stores 1, 2 or 4 bytes under the same conditions, and says whether it did.
    #[inline]
    pub(super) fn store_beside(&mut self, address: u32, value: u32, bytes: u32) -> bool {
        let Some(frame) = self.beside.frame(address, MemoryAccess::Write) else { return false };
        let (at, shift, mask) = lane(address, bytes);
        let page = self.frames.page_mut(frame);
        let Some(word) = page.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<4>) else {
            return false;
        };
        let kept = u32::from_le_bytes(*word) & !(mask << shift);
        *word = (kept | (value & mask) << shift).to_le_bytes();
        // This store has not gone through `writable`, which would have noted the epoch.
        if let Some(resident) = self.residents.get_mut(frame as usize) {
            resident.written = self.epoch.number;
        }
        true
    }

    /// A page was accessed by the rules: the next access of this kind need not ask, unless to a
    /// word with something watched.
    pub(super) fn open_beside(&mut self, page: u32, frame: u32, access: MemoryAccess) {
        let is_watched = self.watches.covers(page, access);
        if is_watched && self.is_plain(page) && !self.beside.is_open(page, access) {
            let words = self.watches.words(page, access);
            self.beside.open(page, frame, access, words);
        }
    }
}

/// The index in its page of the word of an aligned access, the shift of the bytes in it,
/// and their mask.
fn lane(address: u32, bytes: u32) -> (usize, u32, u32) {
    let mask = u32::MAX >> (32 - 8 * bytes);
    (((address as usize) % PAGE_BYTES) & !3, 8 * (address & 3), mask)
}
