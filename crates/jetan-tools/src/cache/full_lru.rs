//! The two companions that tell kinds of misses apart: a fully associative cache, and a memory of
//! all blocks that were ever referenced.

use rustc_hash::FxHashMap;

/// No slot.
const NONE: u32 = u32::MAX;
/// The most blocks that are found quicker by searching than by a table.
const SEARCHED_MAX: u32 = 16;

/// A fully associative LRU cache of so many blocks, with constant time for each access.
#[derive(Clone, Debug)]
pub struct FullLru {
    capacity: u32,
    slots: FxHashMap<u32, u32>,
    links: Vec<LruLink>,
    newest: u32,
    oldest: u32,
}

/// A block between the one used after it and the one used before it.
#[derive(Clone, Copy, Debug)]
struct LruLink {
    block: u32,
    newer: u32,
    older: u32,
}

impl FullLru {
    /// An empty cache; the capacity is at least 1.
    pub fn new(capacity: u32) -> FullLru {
        FullLru {
            capacity: capacity.max(1),
            slots: FxHashMap::default(),
            links: Vec::new(),
            newest: NONE,
            oldest: NONE,
        }
    }

    /// Whether a block is there; afterwards it is the newest, unless it was missed and is not
    /// to be brought.
    #[inline]
    pub fn access(&mut self, block: u32, brings: bool) -> bool {
        // Nothing changes when the newest block is used again, which is the most frequent case.
        if self.newest != NONE && self.links[self.newest as usize].block == block {
            return true;
        }
        if let Some(slot) = self.slot_of(block) {
            self.renew(slot);
            return true;
        }
        if brings {
            self.bring(block);
        }
        false
    }

    /// The place of a block, if it is there.
    #[inline]
    pub(super) fn slot_of(&self, block: u32) -> Option<u32> {
        if self.capacity <= SEARCHED_MAX {
            let slot = self.links.iter().position(|link| link.block == block);
            return slot.map(|slot| slot as u32);
        }
        self.slots.get(&block).copied()
    }

    /// The number of blocks.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// The place whose block goes next; none while there is room.
    pub(super) fn oldest(&self) -> Option<u32> {
        (self.links.len() == self.capacity as usize).then_some(self.oldest)
    }

    /// Makes the block of a place the newest.
    pub(super) fn renew(&mut self, slot: u32) {
        self.unlink(slot);
        self.push(slot);
    }

    /// Brings a block that is not there, for the oldest one if there is no room; gives its place.
    /// Places are taken in their order.
    pub(super) fn bring(&mut self, block: u32) -> u32 {
        if let Some(slot) = self.oldest() {
            self.replace(slot, block);
            return slot;
        }
        let slot = self.links.len() as u32;
        self.links.push(LruLink { block, newer: NONE, older: NONE });
        if self.capacity > SEARCHED_MAX {
            self.slots.insert(block, slot);
        }
        self.push(slot);
        slot
    }

    /// Brings a block that is not there, for the one in a place; it is the newest then.
    pub(super) fn replace(&mut self, slot: u32, block: u32) {
        let before = std::mem::replace(&mut self.links[slot as usize].block, block);
        if self.capacity > SEARCHED_MAX {
            self.slots.remove(&before);
            self.slots.insert(block, slot);
        }
        self.renew(slot);
    }

    fn unlink(&mut self, slot: u32) {
        let LruLink { newer, older, .. } = self.links[slot as usize];
        match newer {
            NONE => self.newest = older,
            newer => self.links[newer as usize].older = older,
        }
        match older {
            NONE => self.oldest = newer,
            older => self.links[older as usize].newer = newer,
        }
    }

    fn push(&mut self, slot: u32) {
        let link = &mut self.links[slot as usize];
        (link.newer, link.older) = (NONE, self.newest);
        match self.newest {
            NONE => self.oldest = slot,
            newest => self.links[newest as usize].newer = slot,
        }
        self.newest = slot;
    }
}

/// Blocks that were referenced, a bit each.
#[derive(Clone, Debug, Default)]
pub struct SeenBlocks {
    words: FxHashMap<u32, u64>,
    /// The word of the block before, whose bits may be newer than those in the table.
    recent: (u32, u64),
}

impl SeenBlocks {
    /// Notes a block; whether it is new.
    #[inline]
    pub fn insert(&mut self, block: u32) -> bool {
        let number = block >> 6;
        if self.recent.0 != number {
            let (before, bits) = self.recent;
            self.words.insert(before, bits);
            self.recent = (number, self.words.get(&number).copied().unwrap_or(0));
        }
        let bit = 1 << (block & 63);
        let is_new = self.recent.1 & bit == 0;
        self.recent.1 |= bit;
        is_new
    }
}
