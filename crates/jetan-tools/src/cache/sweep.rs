//! Many caches at once: figures only, in one pass for all sizes of the same block.
//!
//! Accesses to the same block in a row are one *use*: after the first of them the block is there in
//! every cache. A use that finds its block to be the newest of its set changes nothing in a cache
//! with more sets, whatever its ways and policy, so that such caches need not see it. And one list
//! in the order of use tells for every size whether a fully associative cache has the block.

use super::figures::CacheFigures;
use super::recent::RecentBlocks;
use super::settings::{CacheSettings, ReplacementPolicy};
use jetan_order::SharedSort;

/// The most ways of a set, which is searched from its start.
const WAYS_MAX: u32 = 64;
/// Uses that are kept before the caches see them.
const USES_MAX: usize = 1 << 11;
/// No block has this number, and nothing has written it.
const EMPTY: u32 = u32::MAX - 1;
/// Sizes are powers of two, of which there are fewer.
const COMPANIONS_MAX: usize = 32;
const BEGINS_WITH_WRITE: u32 = 1;
const HAS_WRITE: u32 = 2;

/// Hits that a cache need not see, by the number of companions that miss.
type PassedHits = [u64; COMPANIONS_MAX];

/// Accesses to one block in a row.
#[derive(Clone, Copy, Debug)]
struct BlockUse {
    /// The block's number, and in its two low bits whether and how it is written.
    block: u32,
    /// The number of companions that do not have it, the smallest first.
    missing: u32,
}

impl BlockUse {
    #[inline(always)]
    const fn number(self) -> u32 {
        self.block >> 2
    }
}

/// Counts of one cache.
#[derive(Clone, Copy, Debug, Default)]
struct SweptCounts {
    misses: [u64; 2],
    /// Misses that its companion has too, first uses included.
    beyond: u64,
    writebacks: u64,
    lucky_hits: u64,
}

/// One cache: by set, the blocks from the newest to the oldest, each with a bit for being written.
#[derive(Clone, Debug)]
struct SweptCache {
    settings: CacheSettings,
    lines: Vec<u32>,
    /// The number of its companion.
    companion: u32,
    counts: SweptCounts,
}

/// Caches with the same block and write policy.
#[derive(Clone, Debug)]
struct BlockFamily {
    words: u32,
    is_back: bool,
    cold: u64,
    /// The use that is not over yet.
    open: Option<u32>,
    uses: Vec<BlockUse>,
    recent: RecentBlocks,
    /// By the number of sets; of the same number, one way comes first.
    caches: Vec<SweptCache>,
}

/// A table of caches for data.
#[derive(Clone, Debug, Default)]
pub struct CacheSweep {
    reads: u64,
    writes: u64,
    /// The smallest block first.
    families: Vec<BlockFamily>,
    /// Blocks that are passed on from one family to the next.
    passed_on: Vec<u32>,
}

impl CacheSweep {
    /// Whether a cache can be part of a sweep: hits and victims follow from the order of uses.
    pub fn can_have(settings: CacheSettings) -> bool {
        let is_ordered =
            matches!(settings.replacement, ReplacementPolicy::Lru | ReplacementPolicy::Fifo);
        is_ordered && settings.write.allocates && settings.geometry.ways() <= WAYS_MAX
    }

    /// Empty caches; those that [cannot be part](CacheSweep::can_have) of it are left out.
    pub fn new(settings: impl IntoIterator<Item = CacheSettings>) -> CacheSweep {
        let mut all: Vec<CacheSettings> =
            settings.into_iter().filter(|&one| CacheSweep::can_have(one)).map(plain).collect();
        all.shared_sort_by_key(|one| (family_of(*one), order(*one)));
        all.dedup();
        let families = all.chunk_by(|a, b| family_of(*a) == family_of(*b));
        let families = families.filter_map(BlockFamily::new).collect();
        CacheSweep { families, ..CacheSweep::default() }
    }

    /// Counts an access to data.
    pub fn access(&mut self, address: u32, is_write: bool) {
        self.access_all(std::iter::once((address, is_write)));
    }

    /// Counts accesses in their order.
    pub fn access_all(&mut self, accesses: impl Iterator<Item = (u32, bool)>) {
        // Words in place of blocks: what a family has made one use of is one for all larger blocks.
        let mut words = std::mem::take(&mut self.passed_on);
        let (mut all, mut writes) = (0, 0);
        for (address, is_write) in accesses {
            all += 1;
            writes += u64::from(is_write);
            let written = if is_write { HAS_WRITE | BEGINS_WITH_WRITE } else { 0 };
            words.push(address & !3 | written);
        }
        self.reads += all - writes;
        self.writes += writes;
        let mut size = 1;
        for family in &mut self.families {
            family.take(&mut words, family.words / size);
            size = family.words;
        }
        words.clear();
        self.passed_on = words;
    }

    /// The figures of a cache so far; none if it is not part of the sweep.
    pub fn figures(&mut self, settings: CacheSettings) -> Option<CacheFigures> {
        let wanted = plain(settings);
        let mut families = self.families.iter_mut();
        let family = families.find(|one| (one.words, one.is_back) == family_of(wanted))?;
        family.settle();
        let cache = family.caches.iter().find(|cache| cache.settings == wanted)?;
        let figures = cache.figures(family.cold);
        let writes_through = if family.is_back { 0 } else { self.writes };
        Some(CacheFigures { reads: self.reads, writes: self.writes, writes_through, ..figures })
    }
}

/// The settings without a difference that is none: one way leaves no choice of a victim.
fn plain(settings: CacheSettings) -> CacheSettings {
    let has_choice = settings.geometry.ways() > 1;
    let replacement = if has_choice { settings.replacement } else { ReplacementPolicy::Lru };
    CacheSettings { replacement, ..settings }
}

fn family_of(settings: CacheSettings) -> (u32, bool) {
    (settings.geometry.words(), settings.write.is_back)
}

/// Each cache leaves out what no later one has to see, and one way leaves out the most.
fn order(settings: CacheSettings) -> (u32, u32, bool) {
    let is_fifo = settings.replacement == ReplacementPolicy::Fifo;
    (settings.geometry.sets(), settings.geometry.ways(), is_fifo)
}

impl BlockFamily {
    fn new(settings: &[CacheSettings]) -> Option<BlockFamily> {
        let (words, is_back) = family_of(*settings.first()?);
        let mut sizes: Vec<u32> = settings.iter().map(|one| one.geometry.blocks()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let companion = |one: &CacheSettings| {
            sizes.iter().take_while(|&&size| size < one.geometry.blocks()).count() as u32
        };
        Some(BlockFamily {
            words,
            is_back,
            cold: 0,
            open: None,
            uses: Vec::with_capacity(USES_MAX),
            caches: settings.iter().map(|one| SweptCache::new(*one, companion(one))).collect(),
            recent: RecentBlocks::new(&sizes),
        })
    }

    /// Takes uses of blocks that are so many times smaller, and leaves its own in the list.
    fn take(&mut self, blocks: &mut Vec<u32>, ratio: u32) {
        let shift = ratio.trailing_zeros();
        let mut left = 0;
        let mut last = None;
        for idx in 0..blocks.len() {
            let smaller = blocks[idx];
            let block = smaller >> (2 + shift) << 2 | smaller & 3;
            self.access(block);
            // The last one of the list may go on in the next list: it is one use more, not wrong.
            match last {
                Some(number) if number == block >> 2 => blocks[left - 1] |= block & HAS_WRITE,
                _ => {
                    blocks[left] = block;
                    left += 1;
                    last = Some(block >> 2);
                }
            }
        }
        blocks.truncate(left);
    }

    #[inline(always)]
    fn access(&mut self, block: u32) {
        match &mut self.open {
            Some(open) if *open >> 2 == block >> 2 => *open |= block & HAS_WRITE,
            open => {
                if let Some(before) = open.replace(block) {
                    self.close(before);
                }
            }
        }
    }

    /// Keeps a use that is over.
    #[inline(always)]
    fn close(&mut self, block: u32) {
        let missing = self.recent.missing(block >> 2, &mut self.cold);
        self.uses.push(BlockUse { block, missing });
        if self.uses.len() >= USES_MAX {
            self.process();
        }
    }

    /// Lets the caches see everything so far.
    fn settle(&mut self) {
        if let Some(block) = self.open.take() {
            self.close(block);
        }
        self.process();
    }

    #[inline(never)]
    fn process(&mut self) {
        let mut uses = std::mem::take(&mut self.uses);
        let mut passed = PassedHits::default();
        for cache in &mut self.caches {
            cache.process(&mut uses, &mut passed);
        }
        uses.clear();
        self.uses = uses;
    }
}

impl SweptCache {
    fn new(settings: CacheSettings, companion: u32) -> SweptCache {
        let lines = vec![EMPTY; settings.geometry.blocks() as usize];
        SweptCache { settings, lines, companion, counts: SweptCounts::default() }
    }

    fn figures(&self, cold: u64) -> CacheFigures {
        let SweptCounts { misses: [read_misses, write_misses], .. } = self.counts;
        let misses = read_misses + write_misses;
        CacheFigures {
            read_misses,
            write_misses,
            compulsory: cold,
            capacity: self.counts.beyond - cold,
            conflict: misses - self.counts.beyond,
            lucky_hits: self.counts.lucky_hits,
            fills: misses,
            writebacks: self.counts.writebacks,
            dirty_left: self.lines.iter().filter(|&&line| line & 1 == 1).count() as u64,
            ..CacheFigures::default()
        }
    }

    /// Counts uses; those that caches with more sets have to see are left in the list.
    fn process(&mut self, uses: &mut Vec<BlockUse>, passed: &mut PassedHits) {
        // Hits that were left out are hits here too.
        let companion = self.companion as usize;
        self.counts.lucky_hits += passed.iter().skip(companion + 1).sum::<u64>();
        let is_fifo = self.settings.replacement == ReplacementPolicy::Fifo;
        match (self.settings.geometry.ways(), is_fifo) {
            (1, _) => self.process_single(uses, passed),
            (2, false) => self.process_pairs::<false>(uses),
            (2, true) => self.process_pairs::<true>(uses),
            _ => self.process_sets(uses, is_fifo),
        }
    }

    fn dirty_mask(&self) -> u32 {
        if self.settings.write.is_back { HAS_WRITE } else { 0 }
    }

    #[inline(never)]
    fn process_single(&mut self, uses: &mut Vec<BlockUse>, passed: &mut PassedHits) {
        let (mut counts, companion, mask) = (self.counts, self.companion, self.dirty_mask());
        let last = self.lines.len() - 1;
        let mut left = 0;
        for idx in 0..uses.len() {
            let one = uses[idx];
            let dirty = (one.block & mask) >> 1;
            let line = &mut self.lines[one.number() as usize & last];
            let (old, is_beyond) = (*line, u64::from(one.missing > companion));
            if old >> 1 == one.number() {
                counts.lucky_hits += is_beyond;
                *line = old | dirty;
                // A block that is written for the first time becomes dirty elsewhere too.
                if old | dirty == old {
                    passed[one.missing as usize % COMPANIONS_MAX] += 1;
                    continue;
                }
            } else {
                *line = one.number() << 1 | dirty;
                counts.count_miss(one.block, old, is_beyond);
            }
            uses[left] = one;
            left += 1;
        }
        uses.truncate(left);
        self.counts = counts;
    }

    #[inline(never)]
    fn process_pairs<const IS_FIFO: bool>(&mut self, uses: &[BlockUse]) {
        let (mut counts, companion, mask) = (self.counts, self.companion, self.dirty_mask());
        let (sets, _) = self.lines.as_chunks_mut::<2>();
        let last = sets.len() - 1;
        for &one in uses {
            let dirty = (one.block & mask) >> 1;
            let set = &mut sets[one.number() as usize & last];
            let ([newest, oldest], is_beyond) = (*set, u64::from(one.missing > companion));
            if newest >> 1 == one.number() {
                counts.lucky_hits += is_beyond;
                set[0] = newest | dirty;
            } else if oldest >> 1 == one.number() {
                counts.lucky_hits += is_beyond;
                let used = oldest | dirty;
                *set = if IS_FIFO { [newest, used] } else { [used, newest] };
            } else {
                *set = [one.number() << 1 | dirty, newest];
                counts.count_miss(one.block, oldest, is_beyond);
            }
        }
        self.counts = counts;
    }

    #[inline(never)]
    fn process_sets(&mut self, uses: &[BlockUse], is_fifo: bool) {
        let (mut counts, companion, mask) = (self.counts, self.companion, self.dirty_mask());
        let ways = self.settings.geometry.ways() as usize;
        let last = self.settings.geometry.sets() as usize - 1;
        for &one in uses {
            let dirty = (one.block & mask) >> 1;
            let first = (one.number() as usize & last) * ways;
            let set = &mut self.lines[first..first + ways];
            let is_beyond = u64::from(one.missing > companion);
            let at = set.iter().position(|&line| line >> 1 == one.number());
            let (from, line) = if let Some(at) = at {
                counts.lucky_hits += is_beyond;
                (at, set[at] | dirty)
            } else {
                counts.count_miss(one.block, set[ways - 1], is_beyond);
                (ways - 1, one.number() << 1 | dirty)
            };
            if is_fifo && at.is_some() {
                set[from] = line;
            } else {
                set.copy_within(0..from, 1);
                set[0] = line;
            }
        }
        self.counts = counts;
    }
}

impl SweptCounts {
    #[inline(always)]
    fn count_miss(&mut self, block: u32, victim: u32, is_beyond: u64) {
        self.misses[(block & BEGINS_WITH_WRITE) as usize] += 1;
        self.beyond += is_beyond;
        self.writebacks += u64::from(victim & 1);
    }
}
