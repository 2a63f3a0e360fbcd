//! Orders of a program's blocks in which instructions wait less, and the cycles that they save.
//!
//! Each block is run once more from every state in which the run has come to it, with the hazards
//! of the same pipeline. What is claimed is a lower bound: a result that is later than before is
//! held to cost everything that it could cost.

mod block;
mod code;
mod replay;
mod search;

use jetan_machine::code::TextSegment;
use jetan_order::SharedSort;
use rustc_hash::FxHashMap;

use super::profile::StretchProfile;
use super::waits::WaitTable;
use block::StatementBlock;
use code::StraightCode;
use replay::BlockReplay;

/// The most blocks that are looked at, those that wait most.
const BLOCKS_MAX: usize = 20;
/// The most instructions that are run once more, in all orders of all blocks together.
const WORK_MAX: u64 = 1 << 22;
/// The same for one block, so that a long one leaves something for the others.
const BLOCK_WORK_MAX: u64 = WORK_MAX / 4;
/// The most words of a program that are searched for branches.
const TEXT_WORDS_MAX: usize = 1 << 18;

/// A program, as far as the order of its instructions is concerned.
pub(crate) struct ReorderCode<'a> {
    pub(crate) text: &'a TextSegment,
    /// Addresses that something may jump to.
    pub(crate) labels: &'a [u32],
    /// Whether an instruction is the first of a statement that can be moved.
    pub(crate) begins_statement: &'a dyn Fn(u32) -> bool,
    /// Whether loads may be seen by a device.
    pub(crate) has_devices: bool,
    /// Whether branches have delay slots.
    pub(crate) has_slots: bool,
}

/// The place that a statement is moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedPlace {
    /// Right after the statement that begins at this address.
    After(u32),
    /// To the top of the block, which began with the statement at this address; a label there
    /// stays at the top.
    Before(u32),
}

/// A statement that is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedStatement {
    /// The address of its first instruction.
    pub pc: u32,
    /// The number of instructions that it stands for.
    pub instructions: u32,
    /// The new place.
    pub place: MovedPlace,
}

/// Another order of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockReorder {
    /// The address of the first instruction of the block.
    pub first: u32,
    /// That of the last one.
    pub last: u32,
    /// The number of times it was executed.
    pub executions: u64,
    /// Cycles that its instructions waited for values.
    pub stalls: u64,
    /// Cycles that the other order saves at least, in all executions together.
    pub saved: u64,
    /// The same for each execution, if it is the same for all.
    pub saved_each: Option<u64>,
    /// Whether every legal order was tried.
    pub is_exhaustive: bool,
    /// Addresses of the instructions in their new order.
    pub order: Vec<u32>,
    /// The fewest statements that have to be moved for it, in their new order.
    pub moves: Vec<MovedStatement>,
}

/// Orders that save something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReorderReport {
    /// Blocks, those that save most first.
    pub blocks: Vec<BlockReorder>,
    /// Whether there was more than could be looked at.
    pub is_cut: bool,
}

/// Looks for better orders of the blocks that a run has executed.
pub(super) fn reorder(
    profile: &StretchProfile,
    waits: &WaitTable,
    code: &ReorderCode<'_>,
) -> ReorderReport {
    let cut = ReorderReport { is_cut: true, ..ReorderReport::default() };
    let Some(stretches) = profile.stretches() else { return cut };
    if code.text.len() > TEXT_WORDS_MAX {
        return cut;
    }
    let mut program = StraightCode::new(code);
    let (_, open) = profile.end();
    program.take_stretches(stretches.iter().map(|one| &one.stretch).chain(&open));
    let stalls = program.stalls(stretches, waits);
    let mut waiting: Vec<(StatementBlock, u64)> = Vec::new();
    // Who waits is found by running the stretches again: pairs of hazards may be cut.
    for (first, last) in program.blocks(stretches) {
        let stalled: u64 = (first..=last).step_by(4).filter_map(|pc| stalls.get(&pc)).sum();
        if stalled > 0
            && let Some(block) = program.block(first, last)
        {
            waiting.push((block, stalled));
        }
    }
    waiting.shared_sort_by_key(|(block, stalled)| (std::cmp::Reverse(*stalled), block.first()));
    let mut report =
        ReorderReport { is_cut: waiting.len() > BLOCKS_MAX, ..ReorderReport::default() };
    let mut work = WORK_MAX;
    for (block, stalled) in waiting.into_iter().take(BLOCKS_MAX) {
        let share = work.min(BLOCK_WORK_MAX);
        let mut left = share;
        if let Some(replay) = BlockReplay::new(&program, &block, profile, waits, &mut left) {
            let found = search::search(&block, &replay, &mut left);
            report.is_cut |= found.is_cut;
            report.blocks.extend(described(&block, &replay, &found, stalled));
        }
        work -= share - left;
    }
    report.blocks.shared_sort_by_key(|block| (std::cmp::Reverse(block.saved), block.first));
    report
}

fn described(
    block: &StatementBlock,
    replay: &BlockReplay<'_>,
    found: &search::FoundOrder,
    stalls: u64,
) -> Option<BlockReorder> {
    let saved = u64::try_from(found.gain).ok().filter(|&saved| saved > 0)?;
    let each = replay.gain_each(block, &found.order).and_then(|gain| u64::try_from(gain).ok());
    Some(BlockReorder {
        first: block.first(),
        last: block.last(),
        executions: replay.executions(),
        stalls,
        saved,
        saved_each: each,
        is_exhaustive: found.is_exhaustive,
        order: block.addresses(&found.order),
        moves: block.moves(&found.order),
    })
}

/// Stalls by address.
type StallCounts = FxHashMap<u32, u64>;
