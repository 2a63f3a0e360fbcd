//! Counters by instruction and by region of memory.

use rustc_hash::FxHashMap;

/// Words of text in a page of counters.
const PAGE_WORDS: usize = 1024;

/// The references of one instruction, and its misses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteMisses {
    /// All references.
    pub accesses: u64,
    /// Those that missed.
    pub misses: u64,
    /// Misses that only the sets are to blame for.
    pub conflict: u64,
}

/// Counters by the address of an instruction.
#[derive(Clone, Debug, Default)]
pub struct SiteTable {
    pages: Vec<(u32, Box<[SiteMisses]>)>,
    by_page: FxHashMap<u32, usize>,
    /// The page of the instruction before: a loop stays in one.
    recent: usize,
}

impl SiteTable {
    /// The counter of an instruction.
    #[inline]
    pub fn at(&mut self, pc: u32) -> &mut SiteMisses {
        let (page, word) = (pc >> 12, (pc >> 2) as usize % PAGE_WORDS);
        if self.pages.get(self.recent).is_none_or(|&(number, _)| number != page) {
            self.recent = self.find(page);
        }
        &mut self.pages[self.recent].1[word]
    }

    #[inline(never)]
    fn find(&mut self, page: u32) -> usize {
        let pages = &mut self.pages;
        *self.by_page.entry(page).or_insert_with(|| {
            pages.push((page, vec![SiteMisses::default(); PAGE_WORDS].into_boxed_slice()));
            pages.len() - 1
        })
    }

    /// Instructions with references, in order of addresses.
    pub fn all(&self) -> Vec<(u32, SiteMisses)> {
        let pages = self.pages.iter().flat_map(|(page, sites)| {
            let words = sites.iter().enumerate().filter(|(_, site)| site.accesses > 0);
            words.map(move |(word, &site)| (page << 12 | (word as u32) << 2, site))
        });
        let mut all: Vec<_> = pages.collect();
        all.sort_unstable_by_key(|&(pc, _)| pc);
        all
    }
}

/// The parts of memory that figures are given for: from each start up to the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionStarts {
    starts: Vec<u32>,
}

impl RegionStarts {
    /// Regions with these starts, in any order; address 0 always begins one.
    pub fn new(starts: impl IntoIterator<Item = u32>) -> RegionStarts {
        let mut starts: Vec<u32> = starts.into_iter().chain([0]).collect();
        starts.sort_unstable();
        starts.dedup();
        RegionStarts { starts }
    }

    /// The start of the region that an address lies in.
    pub fn of(&self, address: u32) -> u32 {
        let behind = self.starts.partition_point(|&start| start <= address);
        self.starts[behind - 1]
    }
}

/// A region made another one leave the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionFight {
    /// The start of the region whose block came.
    pub evictor: u32,
    /// The start of the region whose block had to go.
    pub victim: u32,
    /// The number of times.
    pub evictions: u64,
    /// Those on a conflict miss.
    pub conflict: u64,
}
