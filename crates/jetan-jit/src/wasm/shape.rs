//! The shape of a region: the order of its blocks, which dominate which, and where ways meet.
//!
//! WebAssembly has loops and blocks instead of jumps. What is nested in what follows from the tree
//! of dominators (Norman Ramsey, *Beyond Relooper*, 2022), if every loop has one way in.

use crate::region::{CodeRegion, EdgeTarget, places};

/// The shape of a region whose loops have one way in each.
pub(super) struct RegionShape {
    /// The position of each block in the order in which they are written; none if nothing leads
    /// there.
    pub(super) order: Vec<Option<usize>>,
    /// The blocks that each one dominates immediately and that several ways lead to, those that
    /// are written last first.
    pub(super) joined: Vec<Vec<usize>>,
    /// Whether several ways lead forward to a block.
    pub(super) is_join: Vec<bool>,
    /// Whether a way leads back to a block.
    pub(super) is_loop: Vec<bool>,
}

/// The blocks that may follow a block.
fn successors(region: &CodeRegion, block: usize) -> impl Iterator<Item = usize> {
    places(region.blocks[block].end).filter_map(|place| match place {
        EdgeTarget::Block(to) => Some(to),
        EdgeTarget::Outside(_) => None,
    })
}

/// The blocks in reverse postorder.
fn reverse_postorder(region: &CodeRegion) -> Vec<usize> {
    let mut postorder = Vec::new();
    let mut is_seen = vec![false; region.blocks.len()];
    is_seen[0] = true;
    let mut stack = vec![(0, successors(region, 0))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(to) if is_seen[to] => {}
            Some(to) => {
                is_seen[to] = true;
                stack.push((to, successors(region, to)));
            }
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    postorder.reverse();
    postorder
}

/// The immediate dominator of each block, all by position in the order. Cooper, Harvey and
/// Kennedy, *A Simple, Fast Dominance Algorithm*.
fn dominators(before: &[Vec<usize>]) -> Vec<usize> {
    let mut dominators = vec![usize::MAX; before.len()];
    dominators[0] = 0;
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for at in 1..before.len() {
            let known = before[at].iter().copied().filter(|&from| dominators[from] != usize::MAX);
            let common = known.reduce(|left, right| {
                let (mut left, mut right) = (left, right);
                while left != right {
                    if left > right {
                        left = dominators[left];
                    } else {
                        right = dominators[right];
                    }
                }
                left
            });
            if let Some(common) = common
                && dominators[at] != common
            {
                dominators[at] = common;
                is_settled = false;
            }
        }
    }
    dominators
}

/// Makes ways into the middle of a loop leave the region, since WebAssembly has nothing for them;
/// what they lead to is found again from outside.
pub(super) fn cut_ways_into_loops(region: &mut CodeRegion) {
    while let Err(strange) = RegionShape::new(region) {
        for (from, to) in strange {
            let address = region.blocks[to].start;
            region.blocks[from].end.cut(to, address);
        }
    }
}

impl RegionShape {
    /// The shape of a region, or the ways into the middle of its loops.
    pub(super) fn new(region: &CodeRegion) -> Result<RegionShape, Vec<(usize, usize)>> {
        let sequence = reverse_postorder(region);
        let mut order = vec![None; region.blocks.len()];
        for (at, &block) in sequence.iter().enumerate() {
            order[block] = Some(at);
        }
        let mut before = vec![Vec::new(); sequence.len()];
        for (at, &block) in sequence.iter().enumerate() {
            for to in successors(region, block) {
                before[order[to].unwrap_or(0)].push(at);
            }
        }
        let dominators = dominators(&before);
        let dominates = |above: usize, below: usize| {
            let mut at = below;
            while at > above {
                at = dominators[at];
            }
            at == above
        };
        let mut strange = Vec::new();
        for (at, from) in before.iter().enumerate() {
            let back = from.iter().filter(|&&from| from >= at && !dominates(at, from));
            strange.extend(back.map(|&from| (sequence[from], sequence[at])));
        }
        if strange.is_empty() {
            Ok(RegionShape::of(&sequence, order, &before, &dominators))
        } else {
            Err(strange)
        }
    }

    fn of(
        sequence: &[usize],
        order: Vec<Option<usize>>,
        before: &[Vec<usize>],
        dominators: &[usize],
    ) -> RegionShape {
        let len = order.len();
        let (mut is_join, mut is_loop) = (vec![false; len], vec![false; len]);
        let mut joined = vec![Vec::new(); len];
        // Backwards, so that what is written last comes first.
        for (at, &block) in sequence.iter().enumerate().rev() {
            is_loop[block] = before[at].iter().any(|&from| from >= at);
            is_join[block] = before[at].iter().filter(|&&from| from < at).count() > 1;
            if is_join[block] {
                joined[sequence[dominators[at]]].push(block);
            }
        }
        RegionShape { order, joined, is_join, is_loop }
    }

    /// Whether a way leads back.
    pub(super) fn is_back(&self, from: usize, to: usize) -> bool {
        self.order[to] <= self.order[from]
    }
}
