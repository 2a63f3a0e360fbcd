//! Stack distances: one pass gives the hits of LRU caches of every size.
//!
//! The distance of an access is the number of distinct other blocks since the last use of its
//! block; a fully associative LRU cache of C blocks hits if it is below C. With one counter for
//! each set the same holds for the ways of a set.

use rustc_hash::FxHashMap;

/// The histogram of stack distances, and what is needed to go on.
#[derive(Clone, Debug)]
pub struct StackDistances {
    sets: Vec<SetDistances>,
    /// Hits by distance.
    hits: Vec<u64>,
    cold: u64,
    accesses: u64,
}

/// The accesses to one set in the order of time.
#[derive(Clone, Debug, Default)]
struct SetDistances {
    /// The time of the last use of each block.
    last: FxHashMap<u32, u32>,
    /// A binary indexed tree over times: 1 where some block has its last use.
    tree: Vec<u32>,
    now: u32,
    newest: Option<u32>,
}

/// A point of the miss curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// Blocks of a fully associative cache, or ways of each set.
    pub blocks: u32,
    /// Accesses that hit.
    pub hits: u64,
    /// Accesses that miss.
    pub misses: u64,
}

impl StackDistances {
    /// Distances among so many sets, a power of two; 1 for fully associative caches.
    pub fn new(sets: u32) -> StackDistances {
        StackDistances {
            sets: vec![SetDistances::default(); sets.max(1) as usize],
            hits: Vec::new(),
            cold: 0,
            accesses: 0,
        }
    }

    /// Counts an access to a block.
    #[inline]
    pub fn access(&mut self, block: u32) {
        self.accesses += 1;
        let set = block as usize & (self.sets.len() - 1);
        let set = &mut self.sets[set];
        let distance = if set.newest == Some(block) { Some(0) } else { set.access(block) };
        match distance {
            None => self.cold += 1,
            Some(distance) => {
                let distance = distance as usize;
                if self.hits.len() <= distance {
                    self.hits.resize(distance + 1, 0);
                }
                self.hits[distance] += 1;
            }
        }
    }

    /// All accesses.
    pub fn accesses(&self) -> u64 {
        self.accesses
    }

    /// First accesses to a block, which is also the number of distinct blocks.
    pub fn cold(&self) -> u64 {
        self.cold
    }

    /// Hits of a cache with so many blocks (or ways in each set).
    pub fn hits_at(&self, blocks: u32) -> u64 {
        self.hits.iter().take(blocks as usize).sum()
    }

    /// The miss curve at 1, 2, 4 and so on, up to the size from which only first uses miss, at
    /// most so many points.
    pub fn curve(&self, points_max: u32) -> Vec<CurvePoint> {
        let sizes = (0..points_max.min(31)).map(|power| 1_u32 << power);
        let mut curve = Vec::new();
        for blocks in sizes {
            let hits = self.hits_at(blocks);
            curve.push(CurvePoint { blocks, hits, misses: self.accesses - hits });
            if blocks as usize >= self.hits.len() {
                break;
            }
        }
        curve
    }
}

impl SetDistances {
    /// The distance of an access to a block that is not the newest; none for its first.
    fn access(&mut self, block: u32) -> Option<u32> {
        self.newest = Some(block);
        if self.now as usize >= self.tree.len() {
            self.renumber();
        }
        let now = self.now;
        self.now += 1;
        let before = self.last.insert(block, now);
        let distance = before.map(|before| {
            // Every block used since then has its last use behind that time.
            let others = self.sum(now) - self.sum(before + 1);
            self.add(before, false);
            others
        });
        self.add(now, true);
        distance
    }

    /// Gives the last uses times from 0 on, in the same order, and room for as many again: memory
    /// depends on the number of blocks, not on the length of the run.
    fn renumber(&mut self) {
        let mut order: Vec<(u32, u32)> =
            self.last.iter().map(|(&block, &at)| (at, block)).collect();
        order.sort_unstable();
        self.tree = vec![0; (2 * order.len()).max(64)];
        self.now = 0;
        for (_, block) in order {
            self.last.insert(block, self.now);
            self.add(self.now, true);
            self.now += 1;
        }
    }

    /// The number of marks before a time.
    fn sum(&self, time: u32) -> u32 {
        let (mut at, mut sum) = (time as usize, 0);
        while at > 0 {
            sum += self.tree[at - 1];
            at &= at - 1;
        }
        sum
    }

    fn add(&mut self, time: u32, is_set: bool) {
        let mut at = time as usize + 1;
        while at <= self.tree.len() {
            let entry = &mut self.tree[at - 1];
            *entry = if is_set { *entry + 1 } else { *entry - 1 };
            at += at & at.wrapping_neg();
        }
    }
}
