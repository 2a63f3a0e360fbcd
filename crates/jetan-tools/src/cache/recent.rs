//! The order in which blocks were used last, for fully associative caches of several sizes.

use super::full_lru::{FullLru, SeenBlocks};
use super::sweep::BlockUse;
use super::walk::{MetBlocks, WALK_MIN};

/// The most blocks of the list that is searched from its start; larger sizes have a table each.
const LIST_MAX: usize = 64;
/// The newest blocks, which are moved while they are looked at: most are found among them.
const NEAR: usize = 8;
/// Room for the list to move in, so that new blocks seldom move the others.
const ROOM: usize = 1 << 10;
/// Classes of blocks.
const CLASSES: usize = 256;
const EMPTY: u32 = u32::MAX;

/// The blocks that fully associative LRU caches hold.
#[derive(Clone, Debug)]
pub(super) struct RecentBlocks {
    /// By the position of a block in the list, the sizes without it for which the list is long
    /// enough; at its length, what is not in it.
    missing: Vec<u8>,
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

/// Neighbours and columns of a matrix have different ones.
#[inline(always)]
const fn class_of(block: u32) -> usize {
    (block.wrapping_mul(0x9e37_79b1) >> 24) as usize % CLASSES
}

impl RecentBlocks {
    /// For caches of these sizes, the smallest first.
    pub(super) fn new(sizes: &[u32]) -> RecentBlocks {
        let is_listed = |size: u32| size as usize <= LIST_MAX;
        let listed = sizes.iter().take_while(|&&size| is_listed(size)).count();
        let (listed, large) = sizes.split_at(listed);
        let len = listed.last().map_or(0, |&size| size as usize);
        let smaller = |at: usize| listed.iter().filter(|&&size| size as usize <= at).count();
        RecentBlocks {
            missing: (0..=len).map(|at| smaller(at) as u8).collect(),
            large: large.iter().map(|&size| FullLru::new(size)).collect(),
            room: vec![EMPTY; ROOM + len],
            front: ROOM,
            len,
            classes: [0; CLASSES],
            seen: SeenBlocks::default(),
        }
    }

    /// The number of caches without a block, which is then the newest in all of them; the first use
    /// of a block is counted.
    #[inline]
    pub(super) fn missing(&mut self, block: u32, cold: &mut u64) -> u32 {
        let at = self.bring(block);
        let mut missing = self.missing.get(at).copied().map_or(0, u32::from);
        let mut is_known = at < self.len;
        for cache in &mut self.large {
            let is_hit = cache.access(block, true);
            missing += u32::from(!is_hit);
            is_known |= is_hit;
        }
        *cold += u64::from(!is_known && self.seen.insert(block));
        missing
    }

    /// Lets the caches see a walk of which nothing hits, and gives their number; if some of it may,
    /// they have seen nothing.
    pub(super) fn walk(
        &mut self,
        uses: &[BlockUse],
        met: &MetBlocks,
        cold: &mut u64,
    ) -> Option<u8> {
        let list = self.front..self.front + self.len;
        let words = self.room[list.clone()].iter().map(|&block| block << 2);
        let is_short = uses.len() < WALK_MIN.max(self.len);
        if is_short || !self.large.is_empty() || met.may_have_any(words, EMPTY << 2) {
            return None;
        }
        for one in uses {
            *cold += u64::from(self.seen.insert(one.block() >> 2));
        }
        self.classes.fill(0);
        for (place, one) in self.room[list].iter_mut().zip(uses.iter().rev()) {
            *place = one.block() >> 2;
            self.classes[class_of(*place)] += 1;
        }
        self.missing.last().copied()
    }

    /// Makes a block the newest of the list, and gives the position where it was; if it was not
    /// there, the length of the list.
    #[inline]
    fn bring(&mut self, block: u32) -> usize {
        let class = class_of(block);
        if self.classes[class] == 0 {
            self.push(block);
            return self.len;
        }
        let list = &mut self.room[self.front..self.front + self.len];
        let (near, far) = list.split_at_mut(NEAR.min(self.len));
        // Each takes the place of the one that was newer, up to the one that has become the newest.
        let mut moved = block;
        for (at, place) in near.iter_mut().enumerate() {
            moved = std::mem::replace(place, moved);
            if moved == block {
                return at;
            }
        }
        if let Some(at) = find(far, block) {
            far.copy_within(0..at, 1);
            far[0] = moved;
            return near.len() + at;
        }
        // It only has the class of another one.
        near.copy_within(1.., 0);
        if let Some(last) = near.last_mut() {
            *last = moved;
        }
        self.push(block);
        self.len
    }

    /// Makes a block the newest that is not in the list.
    #[inline]
    fn push(&mut self, block: u32) {
        if self.len == 0 {
            return;
        }
        if self.front == 0 {
            self.room.copy_within(0..self.len, ROOM);
            self.front = ROOM;
        }
        let oldest = self.room[self.front + self.len - 1];
        if oldest != EMPTY {
            self.classes[class_of(oldest)] -= 1;
        }
        self.front -= 1;
        self.room[self.front] = block;
        self.classes[class_of(block)] += 1;
    }
}

/// The position of a block in a list.
#[inline]
fn find(list: &[u32], block: u32) -> Option<usize> {
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
