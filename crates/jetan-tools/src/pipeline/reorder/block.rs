//! A block in statements, and which of them must stay before which.

use super::{MovedPlace, MovedStatement, ReorderCode};
use crate::pipeline::step::{PipelineStep, RegisterSet};

/// An access to memory, by its operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryAccess {
    pub(super) is_store: bool,
    /// The number of the base register.
    pub(super) base: u8,
    /// The first byte and the one past the last, from where the base points.
    pub(super) range: (i64, i64),
}

/// An instruction, and everything that keeps it in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockInstruction {
    pub(super) step: PipelineStep,
    /// Registers whose values its effect depends on.
    pub(super) reads: RegisterSet,
    /// Registers that may change, undefined results included.
    pub(super) writes: RegisterSet,
    pub(super) memory: Option<MemoryAccess>,
    pub(super) is_barrier: bool,
}

/// The most statements of a block: bits of a set of them.
const STATEMENTS_MAX: usize = 64;

/// A block whose statements may change places.
pub(super) struct StatementBlock {
    instructions: Vec<BlockInstruction>,
    /// The index of the first instruction of each statement, and the number of all instructions.
    borders: Vec<usize>,
    /// For each statement a bit for each one that must come before it.
    before: Vec<u64>,
}

impl StatementBlock {
    /// Divides instructions into statements; none if no two can change places.
    pub(super) fn new(
        instructions: Vec<BlockInstruction>,
        code: &ReorderCode<'_>,
    ) -> Option<StatementBlock> {
        let begins = |pc: u32| (code.begins_statement)(pc);
        let mut borders: Vec<usize> = (0..instructions.len())
            .filter(|&idx| idx == 0 || begins(instructions[idx].step.pc))
            .collect();
        // A branch and its delay slot stay together: a slot is executed whichever way it goes.
        if let Some(turn) = instructions.iter().position(|one| one.step.kind.may_turn()) {
            borders.retain(|&border| border <= turn);
        }
        let count = borders.len();
        borders.push(instructions.len());
        if !(2..=STATEMENTS_MAX).contains(&count) {
            return None;
        }
        let first = instructions.first()?.step.pc;
        let last = instructions.last()?;
        // Of a statement that goes on outside of the block no part can be moved.
        let is_end_fixed = instructions.iter().any(|one| one.step.kind.may_turn())
            || !begins(last.step.pc.wrapping_add(4));
        let mut block = StatementBlock { instructions, borders, before: vec![0; count] };
        for later in 1..count {
            for earlier in 0..later {
                let is_fixed =
                    (earlier == 0 && !begins(first)) || (later + 1 == count && is_end_fixed);
                // All pairs, not only neighbours: what lies between two may move away.
                if is_fixed || block.must_stay(earlier, later, code.has_devices) {
                    block.before[later] |= 1 << earlier;
                }
            }
        }
        let is_free = (1..count).any(|later| block.before[later].count_ones() < later as u32);
        is_free.then_some(block)
    }

    pub(super) fn first(&self) -> u32 {
        self.instructions.first().map_or(0, |one| one.step.pc)
    }

    pub(super) fn last(&self) -> u32 {
        self.instructions.last().map_or(0, |one| one.step.pc)
    }

    /// The number of statements.
    pub(super) fn len(&self) -> usize {
        self.before.len()
    }

    /// The number of instructions.
    pub(super) fn instruction_count(&self) -> usize {
        self.instructions.len()
    }

    /// The instructions of a statement.
    pub(super) fn statement(&self, idx: usize) -> &[BlockInstruction] {
        &self.instructions[self.borders[idx]..self.borders[idx + 1]]
    }

    /// The statements that must come before one, as a set of bits.
    pub(super) fn before(&self, idx: usize) -> u64 {
        self.before[idx]
    }

    fn must_stay(&self, earlier: usize, later: usize, has_devices: bool) -> bool {
        let (from, to) = (self.borders[earlier], self.borders[later]);
        let pairs = (from..self.borders[earlier + 1])
            .flat_map(|first| (to..self.borders[later + 1]).map(move |second| (first, second)));
        pairs.into_iter().any(|(first, second)| self.depends(first, second, has_devices))
    }

    /// Whether two instructions must stay in their order.
    fn depends(&self, first: usize, second: usize, has_devices: bool) -> bool {
        let (one, other) = (&self.instructions[first], &self.instructions[second]);
        let has_registers = one.writes.overlaps(other.reads)
            || one.reads.overlaps(other.writes)
            || one.writes.overlaps(other.writes);
        has_registers || self.shares_memory(first, second, has_devices)
    }

    fn shares_memory(&self, first: usize, second: usize, has_devices: bool) -> bool {
        let accesses = (self.instructions[first].memory, self.instructions[second].memory);
        let (Some(one), Some(other)) = accesses else { return false };
        if has_devices {
            // A device may see each access, loads too.
            return true;
        }
        if !one.is_store && !other.is_store {
            return false;
        }
        // Different bytes for sure only if both count from the same value of the same register.
        let between = &self.instructions[first..second];
        let is_same_base = one.base == other.base
            && !between.iter().any(|between| between.writes.contains(one.base));
        let is_apart = one.range.1 <= other.range.0 || other.range.1 <= one.range.0;
        !(is_same_base && is_apart)
    }

    /// Addresses of the instructions in an order of the statements.
    pub(super) fn addresses(&self, order: &[usize]) -> Vec<u32> {
        order.iter().flat_map(|&idx| self.statement(idx)).map(|one| one.step.pc).collect()
    }

    /// The fewest statements to move for an order, in that order.
    pub(super) fn moves(&self, order: &[usize]) -> Vec<MovedStatement> {
        let kept = longest_ascent(order);
        let pc = |idx: usize| self.statement(idx)[0].step.pc;
        let moved = order.iter().enumerate().filter(|(_, idx)| !kept.contains(idx));
        let moves = moved.map(|(place, &idx)| MovedStatement {
            pc: pc(idx),
            instructions: self.statement(idx).len() as u32,
            place: match place.checked_sub(1) {
                Some(before) => MovedPlace::After(pc(order[before])),
                None => MovedPlace::Before(self.first()),
            },
        });
        moves.collect()
    }
}

/// The largest part of an order that is as it was; of several the one with the earliest statements.
pub(super) fn longest_ascent(order: &[usize]) -> Vec<usize> {
    // The length of the longest ascent that begins at each place.
    let mut lengths = vec![1_usize; order.len()];
    for place in (0..order.len()).rev() {
        let later = (place + 1..order.len()).filter(|&later| order[later] > order[place]);
        lengths[place] = 1 + later.map(|later| lengths[later]).max().unwrap_or(0);
    }
    let mut wanted = lengths.iter().copied().max().unwrap_or(0);
    let (mut kept, mut from): (Vec<usize>, usize) = (Vec::new(), 0);
    while wanted > 0 {
        let above = kept.last().copied();
        let fits = |&place: &usize| {
            lengths[place] == wanted && above.is_none_or(|above| order[place] > above)
        };
        let Some(place) = (from..order.len()).filter(fits).min_by_key(|&place| order[place]) else {
            break;
        };
        kept.push(order[place]);
        (from, wanted) = (place + 1, wanted - 1);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_as_possible_stays_where_it_is() {
        let cases: [(&[usize], &[usize]); 5] = [
            (&[0, 1, 2], &[0, 1, 2]),
            (&[0, 2, 1, 3], &[0, 1, 3]),
            (&[2, 0, 1, 3], &[0, 1, 3]),
            (&[3, 2, 1, 0], &[0]),
            (&[], &[]),
        ];
        for (order, kept) in cases {
            assert_eq!(longest_ascent(order), kept, "{order:?}");
        }
    }
}
