//! Shadow memory: an entry for each word of memory that is followed.
//!
//! An entry has a bit for every byte that may not be used, and above them a number: of the reason
//! if there is such a bit, else of the object that the word is an address of.

use jetan_isa::MemoryMap;

/// The shadow of a word, in a register or in memory.
pub(super) type ShadowEntry = u32;

/// The bits of an entry that forbid its bytes.
pub(super) const DOUBT: ShadowEntry = 0xf;
/// The lowest bit of the number of an entry.
pub(super) const NUMBER: u32 = 4;

/// Words that nobody has put anything into, by where they are.
pub(super) const STACK: ShadowEntry = 1 << NUMBER | DOUBT;
pub(super) const HEAP: ShadowEntry = 2 << NUMBER | DOUBT;
/// Words of a procedure that has returned.
pub(super) const STALE: ShadowEntry = 3 << NUMBER | DOUBT;
/// A register that nobody has put anything into.
pub(super) const REGISTER: ShadowEntry = 4 << NUMBER | DOUBT;
/// `$a0` or `$a1` without arguments: a program may look whether there are any.
pub(super) const ARGUMENT: ShadowEntry = 5 << NUMBER | DOUBT;
/// A register that a call has changed; which call is remembered beside the register.
pub(super) const CHANGED: ShadowEntry = 6 << NUMBER | DOUBT;
/// The shadow of HI and LO before anything was multiplied or divided.
pub(super) const PRODUCT: ShadowEntry = 7 << NUMBER | DOUBT;
/// `$v0` after a service that gives nothing: the number of the service.
pub(super) const SERVICE: ShadowEntry = 8 << NUMBER | DOUBT;
/// The shadow of a floating-point register that nobody doubts: it holds a float, or a half of
/// a double.
pub(super) const SINGLE: ShadowEntry = 9 << NUMBER;
pub(super) const DOUBLE: ShadowEntry = 10 << NUMBER;
/// The first number of a reason that is written down.
pub(super) const WRITTEN_DOWN: u32 = 16;

// Pages of 4 KiB, as those of the machine's memory.
const PAGE_WORDS: usize = 1024;
const PAGES: usize = 1 << 20;
/// Pages that share one page of entries: not followed, untouched stack, untouched heap.
const UNFOLLOWED: u32 = 0;
const UNTOUCHED: [ShadowEntry; 3] = [0, STACK, HEAP];
/// The index at which the entries of pages begin that have their own.
const OWN_START: u32 = (UNTOUCHED.len() * PAGE_WORDS) as u32;
/// The most pages of entries: 256 MB of them. Memory beyond is not followed.
const OWN_PAGES_MAX: usize = 1 << 16;
/// The most words that are set at once.
const QUICK_WORDS_MAX: u32 = 32;
/// The part of the stack that is followed, in bytes below its top.
const STACK_BYTES: u32 = 16 << 20;

/// The entries of memory.
pub(super) struct ShadowMemory {
    /// For every page of the address space, where in `words` its entries begin.
    table: Box<[u32; PAGES]>,
    words: Vec<ShadowEntry>,
}

impl ShadowMemory {
    /// Nothing is in the stack below `sp`.
    pub(super) fn new(map: &MemoryMap, sp: u32) -> ShadowMemory {
        let words = UNTOUCHED.iter().flat_map(|&entry| [entry; PAGE_WORDS]).collect();
        // By way of a vector: an array of 4 MiB would be built on the stack before it is boxed.
        let table: Box<[u32]> = vec![UNFOLLOWED; PAGES].into_boxed_slice();
        let Ok(table) = table.try_into() else { unreachable!("it has as many entries") };
        let mut shadow = ShadowMemory { table, words };
        // Compact memory maps have heap and stack in one segment; half of the way is the stack's.
        let middle = map.heap_base + sp.saturating_sub(map.heap_base) / 2;
        let low = sp.saturating_sub(STACK_BYTES).max(middle);
        shadow.fill(low & !3, sp & !3, STACK);
        shadow
    }

    #[inline(always)]
    fn page(&self, address: u32) -> u32 {
        self.table[(address >> 12) as usize]
    }

    #[inline(always)]
    fn place(page: u32, address: u32) -> usize {
        // A page begins at a multiple of its length, so `|` adds.
        page as usize | (address as usize >> 2 & (PAGE_WORDS - 1))
    }

    /// The shadow of the word at an address; 0 where nothing is followed.
    #[inline(always)]
    pub(super) fn get(&self, address: u32) -> ShadowEntry {
        let place = Self::place(self.page(address), address);
        self.words.get(place).copied().unwrap_or(0)
    }

    /// Notes what was stored into 1, 2 or 4 bytes.
    #[inline(always)]
    pub(super) fn set(&mut self, address: u32, bytes: u32, entry: ShadowEntry) {
        let page = self.page(address);
        if page < OWN_START {
            // Storing something that is clear where nothing is followed changes nothing.
            if page != UNFOLLOWED || entry & DOUBT != 0 {
                self.set_first(address, bytes, entry);
            }
            return;
        }
        if let Some(word) = self.words.get_mut(Self::place(page, address)) {
            *word = if bytes == 4 { entry } else { merged(*word, address, bytes, entry) };
        }
    }

    #[cold]
    fn set_first(&mut self, address: u32, bytes: u32, entry: ShadowEntry) {
        if self.own(address) {
            self.set(address, bytes, entry);
        }
    }

    /// Gives the page of an address entries of its own, if there is room.
    fn own(&mut self, address: u32) -> bool {
        let page = self.page(address);
        if page >= OWN_START {
            return true;
        }
        let own = self.words.len();
        if own >= OWN_PAGES_MAX * PAGE_WORDS {
            return false;
        }
        self.words.resize(own + PAGE_WORDS, UNTOUCHED[page as usize / PAGE_WORDS]);
        self.table[(address >> 12) as usize] = own as u32;
        true
    }

    /// Does what [`fill`](ShadowMemory::fill) does, if that is not much; whether it has.
    #[inline(always)]
    pub(super) fn fill_quickly(&mut self, from: u32, to: u32, entry: ShadowEntry) -> bool {
        let page = self.page(from);
        // Within one page that has entries of its own, a slice can be set without looking pages up.
        if from >> 12 != to >> 12 || page < OWN_START || to - from > 4 * QUICK_WORDS_MAX {
            return false;
        }
        let place = Self::place(page, from);
        let words = self.words.get_mut(place..place + ((to - from) / 4) as usize);
        words.into_iter().flatten().for_each(|word| *word = entry);
        true
    }

    /// Sets the words from an address up to another; whole pages that nobody has touched are
    /// shared.
    #[inline(never)]
    pub(super) fn fill(&mut self, from: u32, to: u32, entry: ShadowEntry) {
        let shared = UNTOUCHED.iter().position(|&untouched| untouched == entry);
        let mut address = from & !3;
        while address < to {
            let is_page = address.is_multiple_of(0x1000) && to - address >= 0x1000;
            match shared {
                Some(shared) if is_page => {
                    self.table[(address >> 12) as usize] = (shared * PAGE_WORDS) as u32;
                    address = address.saturating_add(0x1000);
                }
                _ => {
                    if !self.own(address) {
                        return;
                    }
                    self.set(address, 4, entry);
                    address = address.saturating_add(4);
                }
            }
        }
    }
}

/// The entry of a word of which some bytes were replaced.
fn merged(word: ShadowEntry, address: u32, bytes: u32, entry: ShadowEntry) -> ShadowEntry {
    let replaced = byte_mask(address, bytes);
    let doubt = word & DOUBT & !replaced | if entry & DOUBT == 0 { 0 } else { replaced };
    // A word of which a part was replaced is not the address of anything.
    if doubt == 0 {
        return 0;
    }
    let reason = if entry & DOUBT == 0 { word } else { entry };
    reason & !DOUBT | doubt
}

/// The shadow of some bytes of a word that are loaded.
#[inline(always)]
pub(super) fn part(word: ShadowEntry, address: u32, bytes: u32) -> ShadowEntry {
    if bytes == 4 || word == 0 {
        word
    } else if word & byte_mask(address, bytes) != 0 {
        word | DOUBT
    } else {
        0
    }
}

#[inline(always)]
fn byte_mask(address: u32, bytes: u32) -> ShadowEntry {
    (((1 << bytes) - 1) << (address & 3)) & DOUBT
}
