//! Belady's bound: with the future known, the block that is needed again last has to go.

use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::figures::CacheFigures;
use super::level::SEARCHED_WAYS_LOG;
use super::settings::CacheGeometry;

/// The most accesses that are kept; uses of the same block in a row count as one.
const KEPT_MAX: usize = 1 << 25;

// A block has at least four bytes, so that two bits of its number are free.
const BEGINS_WITH_WRITE: u32 = 1 << 31;
const HAS_WRITE: u32 = 1 << 30;
const BLOCK: u32 = HAS_WRITE - 1;

/// Accesses that were kept for later.
#[derive(Clone, Debug, Default)]
pub struct KeptAccesses {
    runs: Vec<u32>,
    is_cut: bool,
}

/// A block in a cache that knows the future.
#[derive(Clone, Copy, Debug)]
struct OptimalLine {
    block: u32,
    next_use: u32,
    is_dirty: bool,
}

/// What is searched for in sets that have too many ways to be searched.
#[derive(Debug, Default)]
struct WideSets {
    /// The place in its set of each block.
    places: FxHashMap<u32, usize>,
    /// Of each set, next uses with their places; those that are over stay for a while.
    uses: Vec<BinaryHeap<(u32, usize)>>,
}

impl WideSets {
    fn new(geometry: CacheGeometry) -> WideSets {
        let is_wide = geometry.ways() >> SEARCHED_WAYS_LOG > 1;
        let uses = vec![BinaryHeap::new(); if is_wide { geometry.sets() as usize } else { 0 }];
        WideSets { uses, ..WideSets::default() }
    }

    fn is_empty(&self) -> bool {
        self.uses.is_empty()
    }

    /// The place whose block is needed last.
    fn victim(&mut self, number: usize, set: &[OptimalLine]) -> Option<usize> {
        let uses = self.uses.get_mut(number)?;
        while let Some((next_use, place)) = uses.pop() {
            if set.get(place).is_some_and(|line| line.next_use == next_use) {
                return Some(place);
            }
        }
        None
    }

    /// Takes over what came into a place of a set, or is needed again.
    fn renew(&mut self, number: usize, place: usize, set: &[OptimalLine]) {
        let (Some(uses), Some(line)) = (self.uses.get_mut(number), set.get(place)) else { return };
        self.places.insert(line.block, place);
        uses.push((line.next_use, place));
        // Memory depends on the ways, not on the length of the run.
        if uses.len() > 4 * set.len() {
            let all = set.iter().enumerate().map(|(place, line)| (line.next_use, place));
            *uses = all.collect();
        }
    }
}

impl KeptAccesses {
    /// Keeps an access.
    #[inline]
    pub fn push(&mut self, block: u32, is_write: bool) {
        let written = if is_write { HAS_WRITE } else { 0 };
        // A block that was just used is there in every cache: no more can be missed.
        if let Some(run) = self.runs.last_mut().filter(|run| **run & BLOCK == block) {
            *run |= written;
        } else if self.runs.len() < KEPT_MAX {
            let begin = if is_write { BEGINS_WITH_WRITE } else { 0 };
            self.runs.push(block | written | begin);
        } else {
            self.is_cut = true;
        }
    }

    /// Whether there were more accesses than are kept.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The misses and the traffic of the best policy; accesses that are not kept are left out.
    pub fn figures(&self, geometry: CacheGeometry) -> CacheFigures {
        let ways = geometry.ways() as usize;
        let mut sets: Vec<Vec<OptimalLine>> = vec![Vec::new(); geometry.sets() as usize];
        let mut wide = WideSets::new(geometry);
        let mut figures = CacheFigures::default();
        for ((&run, next_use), is_first) in
            self.runs.iter().zip(self.next_uses()).zip(self.firsts())
        {
            let (block, is_dirty) = (run & BLOCK, run & HAS_WRITE != 0);
            let number = geometry.set_of(block) as usize;
            let set = &mut sets[number];
            let mut line = OptimalLine { block, next_use, is_dirty };
            let at = if wide.is_empty() {
                set.iter().position(|line| line.block == block)
            } else {
                wide.places.get(&block).copied()
            };
            if let Some(at) = at {
                line.is_dirty |= set[at].is_dirty;
                set[at] = line;
                wide.renew(number, at, set);
                continue;
            }
            figures.fills += 1;
            figures.count_miss(run & BEGINS_WITH_WRITE != 0);
            // No order of the sets' blocks is wrong here, so that none is a conflict.
            *(if is_first { &mut figures.compulsory } else { &mut figures.capacity }) += 1;
            let victim = match set.len() < ways {
                true => None,
                false if wide.is_empty() => (0..ways).max_by_key(|&at| set[at].next_use),
                false => wide.victim(number, set),
            };
            let place = victim.unwrap_or(set.len());
            if victim.is_some() {
                let before = std::mem::replace(&mut set[place], line);
                figures.writebacks += u64::from(before.is_dirty);
                wide.places.remove(&before.block);
            } else {
                set.push(line);
            }
            wide.renew(number, place, set);
        }
        let left = sets.iter().flatten().filter(|line| line.is_dirty);
        figures.dirty_left = left.count() as u64;
        figures
    }

    /// By run, the position of the next run of its block; the highest number if there is none.
    fn next_uses(&self) -> Vec<u32> {
        let mut seen: FxHashMap<u32, u32> = FxHashMap::default();
        let mut next = vec![u32::MAX; self.runs.len()];
        for (idx, &run) in self.runs.iter().enumerate().rev() {
            if let Some(later) = seen.insert(run & BLOCK, idx as u32) {
                next[idx] = later;
            }
        }
        next
    }

    /// By run, whether its block was not used before.
    fn firsts(&self) -> impl Iterator<Item = bool> {
        let mut seen = super::full_lru::SeenBlocks::default();
        self.runs.iter().map(move |&run| seen.insert(run & BLOCK))
    }
}
