//! The order in which blocks were used last, for fully associative caches of several sizes.

use super::full_lru::{FullLru, SeenBlocks};

/// The most blocks of the list that is searched from its start; larger sizes have a table each.
const LIST_MAX: usize = 64;
/// Room for the list to move in, so that new blocks seldom move the others.
const ROOM: usize = 1 << 10;
/// Classes of blocks by their low bits.
const CLASSES: usize = 256;
const EMPTY: u32 = u32::MAX;

/// The blocks that fully associative LRU caches hold.
#[derive(Clone, Debug)]
pub(super) struct RecentBlocks {
    /// The sizes for which the list is long enough, the smallest first.
    sizes: Vec<u32>,
    /// Larger caches, the smallest first.
    large: Vec<FullLru>,
    /// The list, the newest first, begins at `front`.
    room: Vec<u32>,
    front: usize,
    len: usize,
    /// By class, the blocks in the list: what is in none is not searched for.
    classes: [u8; CLASSES],
    seen: SeenBlocks,
}

impl RecentBlocks {
    /// For caches of these sizes, the smallest first.
    pub(super) fn new(sizes: &[u32]) -> RecentBlocks {
        let is_listed = |size: u32| size as usize <= LIST_MAX;
        let listed: Vec<u32> = sizes.iter().copied().filter(|&size| is_listed(size)).collect();
        let large = sizes.iter().filter(|&&size| !is_listed(size));
        let len = listed.last().map_or(0, |&size| size as usize);
        RecentBlocks {
            large: large.map(|&size| FullLru::new(size)).collect(),
            room: vec![EMPTY; ROOM + len],
            front: ROOM,
            len,
            classes: [0; CLASSES],
            sizes: listed,
            seen: SeenBlocks::default(),
        }
    }

    /// The number of caches without a block, which is then the newest in all of them; the first use
    /// of a block is counted.
    #[inline]
    pub(super) fn missing(&mut self, block: u32, cold: &mut u64) -> u32 {
        let at = self.find(block);
        let depth = at.unwrap_or(self.len) as u32;
        self.bring(block, at);
        let listed = self.sizes.iter().map(|&size| u32::from(size <= depth)).sum::<u32>();
        let mut missing = listed;
        let mut is_known = at.is_some();
        for cache in &mut self.large {
            let is_hit = cache.access(block, true);
            missing += u32::from(!is_hit);
            is_known |= is_hit;
        }
        *cold += u64::from(!is_known && self.seen.insert(block));
        missing
    }

    /// The position in the list.
    #[inline]
    fn find(&self, block: u32) -> Option<usize> {
        if self.classes[block as usize % CLASSES] == 0 {
            return None;
        }
        let list = &self.room[self.front..self.front + self.len];
        let mut start = 0;
        // Whole pieces are compared at once; only the right one is searched.
        for piece in list.chunks(8) {
            if piece.iter().map(|&one| u32::from(one == block)).sum::<u32>() > 0 {
                return piece.iter().position(|&one| one == block).map(|at| start + at);
            }
            start += piece.len();
        }
        None
    }

    #[inline]
    fn bring(&mut self, block: u32, at: Option<usize>) {
        if self.len == 0 {
            return;
        }
        if let Some(at) = at {
            self.room.copy_within(self.front..self.front + at, self.front + 1);
            self.room[self.front] = block;
            return;
        }
        if self.front == 0 {
            self.room.copy_within(0..self.len, ROOM);
            self.front = ROOM;
        }
        let oldest = self.room[self.front + self.len - 1];
        if oldest != EMPTY {
            self.classes[oldest as usize % CLASSES] -= 1;
        }
        self.front -= 1;
        self.room[self.front] = block;
        self.classes[block as usize % CLASSES] += 1;
    }
}
