//! Many caches at once: figures only, in one pass for all sizes of the same block.
//!
//! Accesses to the same block in a row are one *use*: after the first of them the block is there in
//! every cache. A use that finds its block to be the newest of its set changes nothing in a cache
//! with at least as many sets, whatever its ways and policy, so that such caches need not see it.
//! With LRU, sets of two ways have in their newer half what sets of one way have. And one list in
//! the order of use tells for every size whether a fully associative cache has the block.
//!
//! Where a block is missed nothing is counted: misses are the uses that do not hit, and a block was
//! written back if it became dirty and is not there any more.

use super::figures::CacheFigures;
use super::recent::RecentBlocks;
use super::settings::{CacheSettings, ReplacementPolicy};
use super::walk::{MetBlocks, WALK_MIN, process_walk};
use crate::observe::RunEvent;
use jetan_order::SharedSort;

/// The most ways of a set, which is searched from its start.
const WAYS_MAX: u32 = 64;
/// Uses that are kept before the caches see them.
const USES_MAX: usize = 1 << 11;
/// The word of no block, and not written: devices, which have the highest addresses, are not
/// cached.
const EMPTY: u32 = !FLAGS;
/// Sizes are powers of two, of which there are fewer.
const COMPANIONS_MAX: usize = 32;
/// A block's number takes the bits above these two.
const FLAGS: u32 = 3;
/// Of an access: whether it begins with a write, and whether it has one.
const BEGINS_WITH_WRITE: u32 = 1;
const HAS_WRITE: u32 = 2;
/// Of a block in a cache: whether it is dirty. The newest of two is so in a set of one way if it
/// was written since it became the newest, and in a set of two ways perhaps before that.
const DIRTY_ALONE: u32 = 1;
const DIRTY: u32 = 2;

/// Whether two words are about the same block.
#[inline(always)]
pub(super) const fn is_same(one: u32, other: u32) -> bool {
    one ^ other <= FLAGS
}

/// Accesses to one block in a row.
///
/// In one number, because it is copied by each cache that leaves others out: the block with the
/// flags that a write sets, the number of companions that do not have it, and above them a one if
/// it begins with a write and another one if it makes its block dirty, each with so much room that
/// those of all uses that are kept can be added up at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockUse(u64);

const MISSING_AT: u32 = 32;
const TALLIES_AT: u32 = 40;
const TALLY_BITS: u32 = (64 - TALLIES_AT) / 2;

impl BlockUse {
    #[inline(always)]
    const fn new(block: u32, begins_with_write: bool) -> BlockUse {
        let tallies = (begins_with_write as u64) | ((block & DIRTY) as u64) << (TALLY_BITS - 1);
        BlockUse(block as u64 | tallies << TALLIES_AT)
    }

    #[inline(always)]
    pub(super) const fn block(self) -> u32 {
        self.0 as u32
    }

    /// With the number of companions that do not have the block, the smallest first.
    #[inline(always)]
    const fn with_missing(self, missing: u8) -> BlockUse {
        BlockUse(self.0 | (missing as u64) << MISSING_AT)
    }

    #[inline(always)]
    const fn missing(self) -> u8 {
        (self.0 >> MISSING_AT) as u8
    }

    /// The number of its set, if that of the last one is this.
    #[inline(always)]
    pub(super) const fn set(self, last: usize) -> usize {
        (self.block() >> 2) as usize & last
    }
}

/// Writes of several uses, added up.
#[derive(Clone, Copy, Debug, Default)]
struct WriteTallies(u64);

impl WriteTallies {
    #[inline(always)]
    fn add(&mut self, one: BlockUse) {
        self.0 += one.0 >> TALLIES_AT;
    }

    /// Those that begin with a write, and those that make their block dirty.
    const fn parts(self) -> (u64, u64) {
        (self.0 & ((1 << TALLY_BITS) - 1), self.0 >> TALLY_BITS)
    }
}

/// Uses by what they have to do with every cache.
#[derive(Clone, Copy, Debug, Default)]
struct UseCounts {
    /// By the number of companions that miss.
    missing: [u64; COMPANIONS_MAX],
    begun_with_write: u64,
    /// Those that make their block dirty.
    written: u64,
}

impl UseCounts {
    #[inline(always)]
    fn count_missing(&mut self, missing: u8, uses: u64) {
        self.missing[missing as usize % COMPANIONS_MAX] += uses;
    }

    fn count_writes(&mut self, writes: WriteTallies) {
        let (begun, written) = writes.parts();
        self.begun_with_write += begun;
        self.written += written;
    }

    fn uses(&self) -> u64 {
        self.missing.iter().sum()
    }

    /// Those that a companion misses.
    fn missed_by(&self, companion: u32) -> u64 {
        self.missing.iter().skip(companion as usize + 1).sum()
    }
}

/// Uses that hit in one cache.
#[derive(Clone, Copy, Debug, Default)]
struct HitCounts {
    all: u64,
    begun_with_write: u64,
    /// Those that its companion misses.
    lucky: u64,
    /// Those that write to a block that is dirty already.
    rewritten: u64,
    /// Writes of hits that are not taken in yet.
    writes: WriteTallies,
    /// The number of the companion.
    companion: u8,
}

impl HitCounts {
    fn with_companion(companion: u8) -> HitCounts {
        HitCounts { companion, ..HitCounts::default() }
    }

    /// Counts a use of a block that is there with these flags.
    #[inline(always)]
    fn count(&mut self, one: BlockUse, flags: u32) {
        self.all += 1;
        self.writes.add(one);
        self.lucky += u64::from(one.missing() > self.companion);
        self.rewritten += u64::from((one.block() & flags & DIRTY) / DIRTY);
    }

    /// Takes in what was counted of the uses that are kept, before there are others.
    fn settle(&mut self) {
        self.begun_with_write += std::mem::take(&mut self.writes).parts().0;
    }

    /// Counts uses that were left out: all of them hit, and what they write to is dirty.
    fn count_passed(&mut self, passed: &UseCounts) {
        self.all += passed.uses();
        self.begun_with_write += passed.begun_with_write;
        self.lucky += passed.missed_by(self.companion.into());
        self.rewritten += passed.written;
    }
}

/// The newest blocks of each set, since their last use or with FIFO since they came.
#[derive(Clone, Debug)]
enum KeptBlocks {
    /// Up to two.
    Pairs(SetPairs),
    /// More, of each set from the newest to the oldest.
    More(Vec<u32>),
}

/// Sets of two ways.
///
/// The halves lie apart: next to each other they are written as one, and then each use of a set
/// waits for the one before it.
#[derive(Clone, Debug)]
pub(super) struct SetPairs {
    pub(super) newer: Vec<u32>,
    pub(super) older: Vec<u32>,
}

/// Caches with the same number of sets, and with the same policy if that matters.
#[derive(Clone, Debug)]
struct SweptSets {
    sets: u32,
    /// At least two.
    ways: u32,
    is_fifo: bool,
    kept: KeptBlocks,
    /// Hits in sets of one way.
    single: HitCounts,
    /// Hits in sets of all these ways.
    full: HitCounts,
}

/// Caches with the same block and write policy.
#[derive(Clone, Debug)]
struct BlockFamily {
    words: u32,
    is_back: bool,
    cold: u64,
    /// The access that is not over yet.
    open: Option<u32>,
    uses: Vec<BlockUse>,
    /// The blocks of these uses, as long as they are all different.
    met: MetBlocks,
    is_walk: bool,
    counts: UseCounts,
    recent: RecentBlocks,
    /// The fewest sets first, and of those the order of use before FIFO.
    sets: Vec<SweptSets>,
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
            settings.into_iter().filter(|&one| CacheSweep::can_have(one)).collect();
        all.shared_sort_by_key(|one| (family_of(*one), sets_of(*one)));
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
        self.passed_on.extend(accesses.map(access_word));
        self.pass_on();
    }

    /// Counts the references to data up to an address.
    pub(crate) fn take(&mut self, events: &[RunEvent], last_address: u32) {
        if RunEvent::are_plain(events, last_address) {
            let plain = events.iter().map(|event| event.plain_parts());
            let accesses = plain.map(|(source, address)| (address, source & 1 == 1));
            self.access_all(accesses);
        } else {
            let data = events.iter().filter_map(|event| event.data_parts());
            let data = data.filter(|&(_, address, _)| address <= last_address);
            self.access_all(data.map(|(_, address, is_write)| (address, is_write)));
        }
    }

    /// Lets all families see the words that were accessed.
    fn pass_on(&mut self) {
        // What a family has made one use of is one for all larger blocks.
        let mut words = std::mem::take(&mut self.passed_on);
        let writes = words.iter().map(|&word| u64::from(word & BEGINS_WITH_WRITE)).sum::<u64>();
        self.reads += words.len() as u64 - writes;
        self.writes += writes;
        let mut size = 1;
        for family in &mut self.families {
            merge(&mut words, family.words / size);
            family.take(&words);
            size = family.words;
        }
        words.clear();
        self.passed_on = words;
    }

    /// The figures of a cache so far; none if it is not part of the sweep.
    pub fn figures(&mut self, settings: CacheSettings) -> Option<CacheFigures> {
        let wanted = Some(sets_of(settings)).filter(|_| CacheSweep::can_have(settings))?;
        let mut families = self.families.iter_mut();
        let family = families.find(|one| (one.words, one.is_back) == family_of(settings))?;
        let idx = family.sets.iter().position(|one| (one.sets, one.ways, one.is_fifo) == wanted)?;
        family.settle();
        let figures = family.figures(&family.sets[idx], settings.geometry.ways() == 1);
        let writes_through = if family.is_back { 0 } else { self.writes };
        Some(CacheFigures { reads: self.reads, writes: self.writes, writes_through, ..figures })
    }
}

/// The word of an access, with its flags.
#[inline(always)]
const fn access_word((address, is_write): (u32, bool)) -> u32 {
    address & !FLAGS | if is_write { HAS_WRITE | BEGINS_WITH_WRITE } else { 0 }
}

fn family_of(settings: CacheSettings) -> (u32, bool) {
    (settings.geometry.words(), settings.write.is_back)
}

/// Sets, ways and whether they are FIFO, in the order in which they leave out uses. One way leaves
/// no choice of a victim and comes with the two that are in the order of use.
fn sets_of(settings: CacheSettings) -> (u32, u32, bool) {
    let ways = settings.geometry.ways();
    let is_fifo = ways > 1 && settings.replacement == ReplacementPolicy::Fifo;
    (settings.geometry.sets(), ways.max(2), is_fifo)
}

/// Makes one of neighbours that are in the same block, which is so many times larger than before.
///
/// The last one may go on in the next list: it is one use more, not wrong.
fn merge(blocks: &mut Vec<u32>, ratio: u32) {
    let shift = ratio.trailing_zeros();
    let larger = |smaller: u32| smaller >> (2 + shift) << 2 | smaller & FLAGS;
    let Some(&first) = blocks.first() else { return };
    let (mut left, mut open) = (0, larger(first));
    for idx in 1..blocks.len() {
        let block = larger(blocks[idx]);
        let is_next = !is_same(open, block);
        // Written again and again where it may stay: there is nothing to foresee.
        blocks[left] = open;
        left += usize::from(is_next);
        open = if is_next { block } else { open | block & HAS_WRITE };
    }
    blocks[left] = open;
    blocks.truncate(left + 1);
}

impl BlockFamily {
    fn new(settings: &[CacheSettings]) -> Option<BlockFamily> {
        let (words, is_back) = family_of(*settings.first()?);
        let mut sizes: Vec<u32> = settings.iter().map(|one| one.geometry.blocks()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut sets: Vec<(u32, u32, bool)> = settings.iter().map(|&one| sets_of(one)).collect();
        sets.dedup();
        Some(BlockFamily {
            words,
            is_back,
            cold: 0,
            open: None,
            uses: Vec::with_capacity(USES_MAX),
            met: MetBlocks::new(),
            is_walk: true,
            counts: UseCounts::default(),
            sets: sets.into_iter().map(|one| SweptSets::new(one, &sizes)).collect(),
            recent: RecentBlocks::new(&sizes),
        })
    }

    /// Takes accesses to blocks, of which no two neighbours are the same.
    fn take(&mut self, mut blocks: &[u32]) {
        if let (Some(open), Some((&first, rest))) = (&mut self.open, blocks.split_first())
            && is_same(*open, first)
        {
            *open |= first & HAS_WRITE;
            blocks = rest;
        }
        for some in blocks.chunks(USES_MAX / 2) {
            for &block in some {
                if let Some(before) = self.open.replace(block) {
                    self.close(before);
                }
            }
            if self.uses.len() >= USES_MAX / 2 {
                self.process();
            }
        }
    }

    /// Keeps a use that is over.
    #[inline(always)]
    fn close(&mut self, block: u32) {
        if self.is_walk && !self.met.insert(block) {
            self.end_walk(block);
        }
        let is_dirty = self.is_back && block & HAS_WRITE != 0;
        let flags = if is_dirty { DIRTY | DIRTY_ALONE } else { 0 };
        let begins_with_write = block & BEGINS_WITH_WRITE != 0;
        self.uses.push(BlockUse::new(block & !FLAGS | flags, begins_with_write));
    }

    /// A block was met again: what was before it is a walk if it is long enough.
    #[cold]
    #[inline(never)]
    fn end_walk(&mut self, block: u32) {
        self.is_walk = self.uses.len() >= WALK_MIN;
        if self.is_walk {
            self.process();
            self.met.insert(block);
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
        let BlockFamily { uses, recent, met, counts, .. } = self;
        let is_walk = self.is_walk && uses.len() >= WALK_MIN;
        let missing = if is_walk { recent.walk(uses, met, &mut self.cold) } else { None };
        let mut writes = WriteTallies::default();
        for one in uses.iter_mut() {
            let missing =
                missing.unwrap_or_else(|| recent.missing(one.block() >> 2, &mut self.cold) as u8);
            *one = one.with_missing(missing);
            counts.count_missing(missing, 1);
            writes.add(*one);
        }
        counts.count_writes(writes);
        let mut passed = UseCounts::default();
        for sets in &mut self.sets {
            sets.process(uses, &mut passed, is_walk.then_some(met));
        }
        uses.clear();
        met.clear();
        self.is_walk = true;
    }

    fn figures(&self, sets: &SweptSets, is_single: bool) -> CacheFigures {
        let (hits, flag) = if is_single { (sets.single, DIRTY_ALONE) } else { (sets.full, DIRTY) };
        let misses = self.counts.uses() - hits.all;
        let write_misses = self.counts.begun_with_write - hits.begun_with_write;
        let beyond = self.counts.missed_by(hits.companion.into()) - hits.lucky;
        let dirty_left = sets.dirty_blocks(flag);
        CacheFigures {
            read_misses: misses - write_misses,
            write_misses,
            compulsory: self.cold,
            capacity: beyond - self.cold,
            conflict: misses - beyond,
            lucky_hits: hits.lucky,
            fills: misses,
            writebacks: self.counts.written - hits.rewritten - dirty_left,
            dirty_left,
            ..CacheFigures::default()
        }
    }
}

impl SweptSets {
    /// Empty sets for caches of a family with these sizes.
    fn new((sets, ways, is_fifo): (u32, u32, bool), sizes: &[u32]) -> SweptSets {
        let companion = |blocks: u32| {
            let smaller = sizes.iter().take_while(|&&size| size < blocks);
            HitCounts::with_companion(smaller.count() as u8)
        };
        let kept = if ways == 2 {
            let empty = vec![EMPTY; sets as usize];
            KeptBlocks::Pairs(SetPairs { newer: empty.clone(), older: empty })
        } else {
            KeptBlocks::More(vec![EMPTY; (sets * ways) as usize])
        };
        let (single, full) = (companion(sets), companion(sets.saturating_mul(ways)));
        SweptSets { sets, ways, is_fifo, kept, single, full }
    }

    /// The blocks with a flag. Only the newest of two is in a set of one way.
    fn dirty_blocks(&self, flag: u32) -> u64 {
        let dirty = |blocks: &[u32]| blocks.iter().filter(|&block| block & flag != 0).count();
        let all = match &self.kept {
            KeptBlocks::Pairs(pairs) if flag == DIRTY_ALONE => dirty(&pairs.newer),
            KeptBlocks::Pairs(pairs) => dirty(&pairs.newer) + dirty(&pairs.older),
            KeptBlocks::More(blocks) => dirty(blocks),
        };
        all as u64
    }

    /// Counts uses; those that later caches have to see are left in the list.
    fn process(
        &mut self,
        uses: &mut Vec<BlockUse>,
        passed: &mut UseCounts,
        walk: Option<&MetBlocks>,
    ) {
        let (single, full) = (&mut self.single, &mut self.full);
        let is_missed = match (&mut self.kept, walk) {
            (KeptBlocks::Pairs(sets), Some(met)) => process_walk(sets, uses, met, EMPTY),
            _ => false,
        };
        match &mut self.kept {
            _ if is_missed => {}
            KeptBlocks::Pairs(sets) if self.is_fifo => process_fifo(sets, uses, full),
            KeptBlocks::Pairs(sets) => process_pairs(sets, uses, passed, [single, full]),
            KeptBlocks::More(blocks) => {
                process_sets(blocks, self.ways as usize, self.is_fifo, uses, full);
            }
        }
        self.single.settle();
        self.full.settle();
        // Those that were left out just now are hits here too.
        if passed.missing != [0; COMPANIONS_MAX] {
            self.single.count_passed(passed);
            self.full.count_passed(passed);
        }
    }
}

/// Sets of one and of two ways in the order of use.
#[inline(never)]
fn process_pairs(
    SetPairs { newer, older }: &mut SetPairs,
    uses: &mut Vec<BlockUse>,
    passed: &mut UseCounts,
    [one_way, two_ways]: [&mut HitCounts; 2],
) {
    let (mut one, mut two) = (*one_way, *two_ways);
    let (sets, last) = (newer.len(), newer.len() - 1);
    let older = &mut older[..sets];
    // What is left out: its writes, and how much of it some companion misses.
    let (mut writes, mut missed) = (WriteTallies::default(), 0);
    let mut left = 0;
    for idx in 0..uses.len() {
        let (this, set) = (uses[idx], uses[idx].set(last));
        let (newest, block) = (newer[set], this.block());
        if is_same(newest, block) {
            // A block that is written for the first time becomes dirty elsewhere too.
            if newest | block == newest {
                writes.add(this);
                if this.missing() > 0 {
                    missed += 1;
                    passed.count_missing(this.missing(), 1);
                }
                continue;
            }
            one.count(this, 0);
            two.count(this, newest);
            newer[set] = newest | block;
        } else {
            newer[set] = block;
            let oldest = std::mem::replace(&mut older[set], newest);
            if is_same(oldest, block) {
                two.count(this, oldest);
                newer[set] |= oldest & DIRTY;
            }
        }
        uses[left] = this;
        left += 1;
    }
    passed.count_missing(0, (uses.len() - left - missed) as u64);
    passed.count_writes(writes);
    uses.truncate(left);
    (*one_way, *two_ways) = (one, two);
}

/// Sets of two ways of which the block goes that came first.
#[inline(never)]
fn process_fifo(SetPairs { newer, older }: &mut SetPairs, uses: &[BlockUse], hits: &mut HitCounts) {
    let (mut counts, sets, last) = (*hits, newer.len(), newer.len() - 1);
    let older = &mut older[..sets];
    for &this in uses {
        let (set, block) = (this.set(last), this.block());
        let (newest, oldest) = (newer[set], older[set]);
        if is_same(newest, block) {
            counts.count(this, newest);
            newer[set] = newest | block;
        } else if is_same(oldest, block) {
            counts.count(this, oldest);
            older[set] = oldest | block;
        } else {
            (newer[set], older[set]) = (block, newest);
        }
    }
    *hits = counts;
}

/// Sets of more ways, which are searched.
#[inline(never)]
fn process_sets(
    blocks: &mut [u32],
    ways: usize,
    is_fifo: bool,
    uses: &[BlockUse],
    hits: &mut HitCounts,
) {
    let (mut counts, last) = (*hits, blocks.len() / ways - 1);
    for &this in uses {
        let first = this.set(last) * ways;
        let set = &mut blocks[first..first + ways];
        let at = set.iter().position(|&block| is_same(block, this.block()));
        let (from, block) = if let Some(at) = at {
            counts.count(this, set[at]);
            (at, set[at] | this.block())
        } else {
            (ways - 1, this.block())
        };
        if is_fifo && at.is_some() {
            set[from] = block;
        } else {
            set.copy_within(0..from, 1);
            set[0] = block;
        }
    }
    *hits = counts;
}
