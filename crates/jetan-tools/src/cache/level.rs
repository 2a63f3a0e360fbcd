//! One cache: blocks in sets, and who has to go.

use super::NO_BLOCK;
use super::full_lru::FullLru;
use super::settings::{CacheSettings, ReplacementPolicy, WritePolicy};
use crate::generator::VictimGenerator;

/// The most ways of a set that is searched; of larger sets there are lists.
pub(super) const SEARCHED_WAYS_LOG: u32 = 6;

/// A place for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheLine {
    /// The number of the block, which is its address divided by the size of a block; of an empty
    /// place a number that no block has, so that one comparison finds a block.
    pub block: u32,
    /// Whether it differs from the memory below.
    pub is_dirty: bool,
    /// The number of the access that decides its age: the last one, or for FIFO the first.
    pub stamp: u64,
}

impl CacheLine {
    const EMPTY: CacheLine = CacheLine { block: NO_BLOCK, is_dirty: false, stamp: 0 };

    /// Whether there is a block.
    pub const fn is_valid(&self) -> bool {
        self.block != NO_BLOCK
    }

    /// The block if it has to go.
    fn evicted(&self) -> Option<EvictedBlock> {
        let evicted = EvictedBlock { block: self.block, is_dirty: self.is_dirty };
        self.is_valid().then_some(evicted)
    }
}

/// A block that had to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvictedBlock {
    /// The number of the block.
    pub block: u32,
    /// Whether it has to be written.
    pub is_dirty: bool,
}

/// The effect of one access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelOutcome {
    /// Whether the block was there.
    pub is_hit: bool,
    /// Whether it was brought.
    pub is_filled: bool,
    /// The block that made room for it.
    pub evicted: Option<EvictedBlock>,
}

/// The state of a cache.
#[derive(Clone, Debug)]
pub struct CacheLevel {
    settings: CacheSettings,
    /// By set, then by way.
    lines: Vec<CacheLine>,
    /// The bits of a block's number that are its set, and the ways of a set as a power of two:
    /// what they are made of would have to be divided at each access.
    set_mask: u32,
    ways_log: u32,
    /// The tree of each set, for tree-PLRU.
    trees: Vec<u64>,
    /// The blocks of each set in the order of their ages, if it has too many ways to be searched.
    wide: Vec<FullLru>,
    generator: VictimGenerator,
    clock: u64,
    /// The line of the last hit or fill: most accesses are near the one before.
    recent: usize,
}

impl CacheLevel {
    /// An empty cache. Belady's policy needs the future and is not made here: it behaves as LRU.
    pub fn new(settings: CacheSettings) -> CacheLevel {
        let seed = match settings.replacement {
            ReplacementPolicy::Random(seed) => seed,
            _ => 0,
        };
        let has_trees = settings.replacement == ReplacementPolicy::TreePlru;
        let mut level = CacheLevel {
            settings,
            lines: vec![CacheLine::EMPTY; settings.geometry.blocks() as usize],
            set_mask: settings.geometry.sets() - 1,
            ways_log: settings.geometry.ways().trailing_zeros(),
            trees: if has_trees { vec![0; settings.geometry.sets() as usize] } else { Vec::new() },
            wide: Vec::new(),
            generator: VictimGenerator::new(seed),
            clock: 0,
            recent: 0,
        };
        level.make_lists();
        level
    }

    fn make_lists(&mut self) {
        let geometry = self.settings.geometry;
        if self.ways_log > SEARCHED_WAYS_LOG {
            self.wide = vec![FullLru::new(geometry.ways()); geometry.sets() as usize];
        }
    }

    /// The settings.
    pub fn settings(&self) -> CacheSettings {
        self.settings
    }

    /// Every line, by set and then by way.
    pub fn lines(&self) -> &[CacheLine] {
        &self.lines
    }

    /// The number of blocks in the cache that have changed and are not yet written back.
    pub fn dirty_blocks(&self) -> u64 {
        self.lines.iter().filter(|line| line.is_dirty).count() as u64
    }

    /// Empties it; as in MARS the generator goes on where it is.
    pub fn clear(&mut self) {
        self.lines.fill(CacheLine::EMPTY);
        self.trees.fill(0);
        self.make_lists();
        self.clock = 0;
        self.recent = 0;
    }

    /// Reads or writes again in the block of the last hit or fill.
    #[inline(always)]
    pub(super) fn access_again(&mut self, accesses: u64, is_write: bool) {
        self.clock += accesses;
        let Some(line) = self.lines.get_mut(self.recent) else { return };
        line.is_dirty |= is_write && self.settings.write.is_back;
        if self.settings.replacement != ReplacementPolicy::Fifo {
            line.stamp = self.clock;
        }
    }

    /// Reads or writes in a block.
    #[inline]
    pub fn access(&mut self, block: u32, is_write: bool) -> LevelOutcome {
        if self.hit(block, is_write) {
            return LevelOutcome { is_hit: true, is_filled: false, evicted: None };
        }
        self.miss(block, is_write)
    }

    /// Reads or writes in a block if it is there; else it has to be [missed](CacheLevel::miss).
    #[inline(always)]
    pub(super) fn hit(&mut self, block: u32, is_write: bool) -> bool {
        self.clock += 1;
        let first = ((block & self.set_mask) as usize) << self.ways_log;
        // One way is what courses begin with, and needs no search.
        let way = if self.ways_log == 0 {
            (self.lines[first].block == block).then_some(0)
        } else if self.ways_log > SEARCHED_WAYS_LOG {
            self.hit_wide(block)
        } else {
            let lines = &self.lines[first..first + (1 << self.ways_log)];
            lines.iter().position(|line| line.block == block)
        };
        if let Some(way) = way {
            self.touch(first + way, is_write);
        }
        way.is_some()
    }

    /// The way of a block in a set that is not searched, whose age is then that of its last use if
    /// that is what counts.
    #[inline(never)]
    fn hit_wide(&mut self, block: u32) -> Option<usize> {
        let set = self.wide.get_mut((block & self.set_mask) as usize)?;
        let slot = set.slot_of(block)?;
        if self.settings.replacement != ReplacementPolicy::Fifo {
            set.renew(slot);
        }
        Some(slot as usize)
    }

    /// Whether a block is there.
    pub(super) fn holds(&self, block: u32) -> bool {
        let set = (block & self.set_mask) as usize;
        if let Some(list) = self.wide.get(set) {
            return list.slot_of(block).is_some();
        }
        let lines = &self.lines[set << self.ways_log..];
        lines[..1 << self.ways_log].iter().any(|line| line.block == block)
    }

    /// Brings a block that is not there, if it is brought at all.
    #[inline(always)]
    pub(super) fn miss(&mut self, block: u32, is_write: bool) -> LevelOutcome {
        let WritePolicy { is_back, allocates } = self.settings.write;
        if self.ways_log > 0 || !allocates {
            return self.miss_in_set(block, is_write);
        }
        // One way is what courses begin with, and has nothing to choose from.
        let (set, is_dirty) = ((block & self.set_mask) as usize, is_write && is_back);
        let line = CacheLine { block, is_dirty, stamp: self.clock };
        let old = std::mem::replace(&mut self.lines[set], line);
        self.recent = set;
        LevelOutcome { is_hit: false, is_filled: true, evicted: old.evicted() }
    }

    #[inline(never)]
    fn miss_in_set(&mut self, block: u32, is_write: bool) -> LevelOutcome {
        if is_write && !self.settings.write.allocates {
            return LevelOutcome { is_hit: false, is_filled: false, evicted: None };
        }
        let (set, ways) = ((block & self.set_mask) as usize, 1 << self.ways_log);
        let first = set << self.ways_log;
        let free = self.free_way(set, first, ways);
        let way = free.unwrap_or_else(|| self.victim(set, first, ways));
        if let Some(list) = self.wide.get_mut(set) {
            match free {
                Some(_) => _ = list.bring(block),
                None => list.replace(way as u32, block),
            }
        }
        let old = self.lines[first + way];
        let evicted = old.evicted();
        self.lines[first + way] = CacheLine { block, is_dirty: false, stamp: self.clock };
        self.touch(first + way, is_write);
        LevelOutcome { is_hit: false, is_filled: true, evicted }
    }

    /// Notes a use of a line.
    #[inline]
    fn touch(&mut self, line: usize, is_write: bool) {
        self.recent = line;
        let settings = self.settings;
        let entry = &mut self.lines[line];
        entry.is_dirty |= is_write && settings.write.is_back;
        match settings.replacement {
            ReplacementPolicy::Fifo => {}
            ReplacementPolicy::TreePlru => self.turn_tree(line),
            _ => entry.stamp = self.clock,
        }
    }

    /// Turns the bits on the way to a line so that they point away from it.
    fn turn_tree(&mut self, line: usize) {
        let ways = self.settings.geometry.ways() as usize;
        let (set, way) = (line / ways, line % ways);
        let tree = &mut self.trees[set];
        // Node 1 is the root and node n has the children 2n and 2n + 1, as in a heap.
        let mut node = 1;
        for level in (0..ways.trailing_zeros()).rev() {
            let side = way >> level & 1;
            *tree = *tree & !(1 << node) | (1 - side as u64) << node;
            node = 2 * node + side;
        }
    }

    /// The first way of a set that is free.
    fn free_way(&self, set: usize, first: usize, ways: usize) -> Option<usize> {
        match self.wide.get(set) {
            Some(list) => list.oldest().is_none().then(|| list.len()),
            None => self.lines[first..first + ways].iter().position(|line| !line.is_valid()),
        }
    }

    fn victim(&mut self, set: usize, first: usize, ways: usize) -> usize {
        match self.settings.replacement {
            // MARS: nothing is drawn where there is no choice.
            ReplacementPolicy::Random(_) if ways > 1 => self.generator.draw(ways as u32) as usize,
            _ => self.next_way(set, first, ways),
        }
    }

    /// The way whose block goes next if it is not drawn.
    fn next_way(&self, set: usize, first: usize, ways: usize) -> usize {
        match self.settings.replacement {
            _ if ways == 1 => 0,
            ReplacementPolicy::TreePlru => {
                let mut node = 1;
                while node < ways {
                    node = 2 * node + (self.trees[set] >> node & 1) as usize;
                }
                node - ways
            }
            _ => {
                if let Some(oldest) = self.wide.get(set).and_then(FullLru::oldest) {
                    return oldest as usize;
                }
                let lines = self.lines[first..first + ways].iter().enumerate();
                lines.min_by_key(|(_, line)| line.stamp).map_or(0, |(way, _)| way)
            }
        }
    }

    /// The block that goes if a block of this set is missed next; none while there is room, or if
    /// it is drawn.
    pub fn next_victim(&self, set: u32) -> Option<u32> {
        let ways = self.settings.geometry.ways() as usize;
        let first = set as usize * ways;
        let lines = self.lines.get(first..first + ways)?;
        let is_drawn = matches!(self.settings.replacement, ReplacementPolicy::Random(_));
        if self.free_way(set as usize, first, ways).is_some() || (is_drawn && ways > 1) {
            return None;
        }
        Some(lines[self.next_way(set as usize, first, ways)].block)
    }
}
