//! Walks: uses of blocks that are all different, as when a program goes along an array.
//!
//! If none of them is in a cache when a walk begins, all of them miss, and what is left of it are
//! the last ones of each set. So a cache need not see the others.

use super::sweep::{BlockUse, SetPairs, is_same};

/// The fewest uses that are a walk.
pub(super) const WALK_MIN: usize = 128;
/// The most sets for which the last uses of each are looked for.
const SETS_MAX: usize = 64;
/// Uses for each set that make it worth while.
const USES_FOR_EACH_SET: usize = 4;
/// Places for blocks, a bit each.
const PLACES_LOG: u32 = 15;

/// Blocks that were met, each in a place that it shares with few others.
#[derive(Clone, Debug)]
pub(super) struct MetBlocks {
    places: Vec<u64>,
}

impl MetBlocks {
    pub(super) fn new() -> MetBlocks {
        MetBlocks { places: vec![0; 1 << (PLACES_LOG - 6)] }
    }

    /// Blocks at equal distances lie far from each other here, by the golden ratio.
    #[inline(always)]
    const fn place(block: u32) -> (usize, u64) {
        let place = (block >> 2).wrapping_mul(0x9e37_79b1) >> (32 - PLACES_LOG);
        ((place >> 6) as usize, 1 << (place & 63))
    }

    /// Notes the block of a word; false if it may have been met before.
    #[inline(always)]
    pub(super) fn insert(&mut self, block: u32) -> bool {
        let (word, bit) = MetBlocks::place(block);
        let Some(word) = self.places.get_mut(word) else { return false };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Whether the block of a word may have been met.
    #[inline(always)]
    fn may_have(&self, block: u32) -> bool {
        let (word, bit) = MetBlocks::place(block);
        self.places.get(word).is_none_or(|word| word & bit != 0)
    }

    /// Whether some of these blocks may have been met; `none` stands for no block.
    pub(super) fn may_have_any(&self, blocks: impl Iterator<Item = u32>, none: u32) -> bool {
        let mut blocks = blocks;
        blocks.any(|block| self.may_have(block) && !is_same(block, none))
    }

    pub(super) fn clear(&mut self) {
        self.places.fill(0);
    }
}

/// Lets sets of two ways see a walk; false if some of it may hit, and then they have seen nothing.
pub(super) fn process_walk(
    SetPairs { newer, older }: &mut SetPairs,
    uses: &[BlockUse],
    met: &MetBlocks,
    none: u32,
) -> bool {
    let sets = newer.len();
    if sets > SETS_MAX || uses.len() < USES_FOR_EACH_SET * sets {
        return false;
    }
    if met.may_have_any(newer.iter().chain(older.iter()).copied(), none) {
        return false;
    }
    let last = sets - 1;
    let all = u64::MAX >> (63 - last);
    // Sets with one new block, and with two.
    let (mut once, mut twice) = (0_u64, 0_u64);
    for one in uses.iter().rev() {
        let set = one.set(last);
        let bit = 1 << set;
        if once & bit == 0 {
            older[set] = std::mem::replace(&mut newer[set], one.block());
            once |= bit;
        } else if twice & bit == 0 {
            older[set] = one.block();
            twice |= bit;
            if twice == all {
                break;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_at_equal_distances_share_no_place() {
        for stride in [1, 2, 8, 100, 128, 16384] {
            let mut met = MetBlocks::new();
            assert!((0..1024).all(|idx| met.insert((7 + stride * idx) << 2)), "stride {stride}");
            assert!(met.may_have(7 << 2) && !met.insert(7 << 2));
            met.clear();
            assert!(!met.may_have(7 << 2));
        }
    }
}
