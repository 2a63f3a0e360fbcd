//! Counters by instruction and by region of memory.

use jetan_order::SharedSort;
use rustc_hash::FxHashMap;

use crate::observe::RunEvent;

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
    /// Accesses by the instructions of one page that are not in it yet.
    lent: LentCounts,
}

/// Counts of the instructions of one page, close together.
#[derive(Clone, Debug, Default)]
pub(super) struct LentCounts {
    page: u32,
    counts: Vec<LentCount>,
}

/// Counts of one instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LentCount {
    /// Its accesses, in two parts: an instruction that is executed again at once need not wait
    /// for what it has counted.
    pub(super) accesses: [u64; 2],
    pub(super) misses: u64,
    /// Those that only the sets are to blame for.
    pub(super) conflict: u64,
}

impl LentCounts {
    /// The counts by the address of an instruction divided by four.
    #[inline(always)]
    pub(super) fn words(&mut self) -> &mut [LentCount; PAGE_WORDS] {
        // The length is a constant, and needs no check at each instruction.
        self.counts.first_chunk_mut().expect("a page was lent with all its words")
    }
}

impl SiteTable {
    /// The counter of an instruction.
    #[inline(always)]
    pub fn at(&mut self, pc: u32) -> &mut SiteMisses {
        let (page, word) = (pc >> 12, (pc >> 2) as usize % PAGE_WORDS);
        if self.pages.get(self.recent).is_none_or(|(number, _)| *number != page) {
            self.recent = self.find(page);
        }
        &mut self.pages[self.recent].1[word]
    }

    /// Counts the references of events up to an address: a page is looked for once for all that
    /// come from it one after the other.
    pub(super) fn count_all(&mut self, events: &[RunEvent], last_address: u32) {
        for same in events.chunk_by(|one, next| one.source_page() == next.source_page()) {
            let Some(first) = same.first() else { continue };
            self.recent = self.find(first.source_page());
            // A length that is known needs no check at each instruction.
            let sites = &mut self.pages[self.recent].1[..PAGE_WORDS];
            for (pc, address, _) in same.iter().filter_map(|event| event.data_parts()) {
                sites[(pc >> 2) as usize % PAGE_WORDS].accesses +=
                    u64::from(address <= last_address);
            }
        }
    }

    /// Gives the counts of a page away, to be [taken back](SiteTable::take_back).
    pub(super) fn lend(&mut self, page: u32) -> LentCounts {
        let mut lent = std::mem::take(&mut self.lent);
        if lent.page != page || lent.counts.is_empty() {
            self.settle(&lent);
            lent.page = page;
            lent.counts.clear();
            lent.counts.resize(PAGE_WORDS, LentCount::default());
        }
        lent
    }

    pub(super) fn take_back(&mut self, lent: LentCounts) {
        self.lent = lent;
    }

    /// Adds counts to those of their page.
    fn settle(&mut self, lent: &LentCounts) {
        if lent.counts.iter().any(|count| count.accesses != [0, 0]) {
            let page = self.find(lent.page);
            for (site, count) in self.pages[page].1.iter_mut().zip(&lent.counts) {
                site.accesses += count.accesses.iter().sum::<u64>();
                site.misses += count.misses;
                site.conflict += count.conflict;
            }
        }
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
        let mut table = self.clone();
        table.settle(&self.lent);
        let pages = table.pages.iter().flat_map(|(page, sites)| {
            let words = sites.iter().enumerate().filter(|(_, site)| site.accesses > 0);
            words.map(move |(word, &site)| (page << 12 | (word as u32) << 2, site))
        });
        let mut all: Vec<_> = pages.collect();
        all.shared_sort_by_key(|&(pc, _)| pc);
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
        self.starts[self.index_of(address)]
    }

    fn index_of(&self, address: u32) -> usize {
        self.starts.partition_point(|&start| start <= address) - 1
    }
}

/// Misses by region, and who evicted whom.
#[derive(Clone, Debug)]
pub(super) struct RegionMisses {
    regions: RegionStarts,
    /// The region of the miss before, with its first and its last address.
    recent: (usize, u32, u32),
    misses: Vec<u64>,
    /// By the numbers of evictor and victim: evictions, and those on a conflict miss.
    fights: FxHashMap<(u32, u32), (u64, u64)>,
    /// The pair of the eviction before, with what is not in the table yet.
    open_fight: ((u32, u32), (u64, u64)),
}

impl RegionMisses {
    pub(super) fn new(regions: RegionStarts) -> RegionMisses {
        let misses = vec![0; regions.starts.len()];
        let open_fight = ((0, 0), (0, 0));
        let fights = FxHashMap::default();
        RegionMisses { regions, recent: (0, 1, 0), misses, fights, open_fight }
    }

    pub(super) fn regions(&self) -> &RegionStarts {
        &self.regions
    }

    fn index_of(&mut self, address: u32) -> usize {
        let (idx, first, last) = self.recent;
        if (first..=last).contains(&address) {
            return idx;
        }
        let starts = &self.regions.starts;
        let idx = self.regions.index_of(address);
        let last = starts.get(idx + 1).map_or(u32::MAX, |next| next - 1);
        self.recent = (idx, starts[idx], last);
        idx
    }

    /// Counts a miss at an address, and the block that had to go for it.
    pub(super) fn count(&mut self, address: u32, victim: Option<u32>, is_conflict: bool) {
        let region = self.index_of(address);
        self.misses[region] += 1;
        if let Some(victim) = victim {
            let pair = (region as u32, self.index_of(victim) as u32);
            if self.open_fight.0 != pair {
                let (before, counts) = std::mem::replace(&mut self.open_fight, (pair, (0, 0)));
                let fight = self.fights.entry(before).or_default();
                *fight = (fight.0 + counts.0, fight.1 + counts.1);
            }
            let counts = &mut self.open_fight.1;
            *counts = (counts.0 + 1, counts.1 + u64::from(is_conflict));
        }
    }

    /// Misses by the start of a region, the most first.
    pub(super) fn misses(&self) -> Vec<(u32, u64)> {
        let misses = self.regions.starts.iter().copied().zip(self.misses.iter().copied());
        let mut misses: Vec<_> = misses.filter(|&(_, count)| count > 0).collect();
        misses.shared_sort_by_key(|&(at, count)| (std::cmp::Reverse(count), at));
        misses
    }

    /// Regions that made others leave, the most evictions first.
    pub(super) fn fights(&self) -> Vec<RegionFight> {
        let starts = &self.regions.starts;
        let mut all = self.fights.clone();
        let (pair, counts) = self.open_fight;
        let fight = all.entry(pair).or_default();
        *fight = (fight.0 + counts.0, fight.1 + counts.1);
        all.retain(|_, counts| counts.0 > 0);
        let fights = all.iter().map(|(&(evictor, victim), &(evictions, conflict))| {
            let (evictor, victim) = (starts[evictor as usize], starts[victim as usize]);
            RegionFight { evictor, victim, evictions, conflict }
        });
        let mut fights: Vec<_> = fights.collect();
        let most = |fight: &RegionFight| std::cmp::Reverse((fight.conflict, fight.evictions));
        fights.shared_sort_by_key(|fight| (most(fight), fight.evictor, fight.victim));
        fights
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
