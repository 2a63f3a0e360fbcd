//! The order of use of a few blocks: small enough that moving them costs less than finding out how
//! to avoid it.

use super::NO_BLOCK;

/// The most blocks for which this is quicker than a list that is searched before it is moved.
pub(super) const FEW_MAX: u32 = 16;

/// A fully associative LRU cache of a few blocks.
#[derive(Clone, Debug)]
pub(super) struct FewBlocks {
    /// The newest first.
    blocks: Vec<u32>,
}

impl FewBlocks {
    pub(super) fn new(capacity: u32) -> FewBlocks {
        FewBlocks { blocks: vec![NO_BLOCK; capacity as usize] }
    }

    /// Makes a block the newest; whether it was there.
    #[inline]
    pub(super) fn access(&mut self, block: u32) -> bool {
        // Each takes the place of the one that was newer, up to the one that has become the newest.
        let mut moved = block;
        for place in &mut self.blocks {
            moved = std::mem::replace(place, moved);
            if moved == block {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::FullLru;
    use super::*;

    #[test]
    fn few_blocks_are_those_of_a_list_with_links() {
        for capacity in [1, 2, 8, FEW_MAX] {
            let (mut few, mut full) = (FewBlocks::new(capacity), FullLru::new(capacity));
            let mut random = 7_u32;
            for _ in 0..5000 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let block = (random >> 24) % (2 * capacity + 1);
                assert_eq!(few.access(block), full.access(block, true));
            }
        }
    }
}
