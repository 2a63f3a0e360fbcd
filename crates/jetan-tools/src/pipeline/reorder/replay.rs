//! A block in some order, run from every state in which the run has come to it.

use jetan_order::SharedSort;

use super::block::StatementBlock;
use super::code::StraightCode;
use crate::pipeline::issue::IssueState;
use crate::pipeline::profile::{CountedStretch, Stretch, StretchProfile};
use crate::pipeline::step::PipelineStep;
use crate::pipeline::waits::WaitTable;

/// Instructions of a stretch, perhaps with the block among them.
struct ReplayedStretch {
    /// Lost fetches before the first and the second instruction.
    flush: [u64; 2],
    head: Vec<PipelineStep>,
    has_block: bool,
    tail: Vec<PipelineStep>,
}

/// The stretch that came after one with the block.
struct NextStretch {
    replayed: ReplayedStretch,
    executions: u64,
    /// Whether the run has ended in it.
    is_end: bool,
}

/// A stretch with the block, from the state in which the run has come to it.
struct BlockEntry {
    /// From the block on.
    replayed: ReplayedStretch,
    before: IssueState,
    /// The state after the stretch, in the order of the program.
    after: IssueState,
    executions: u64,
    next: Vec<NextStretch>,
    /// Executions after which nothing is known.
    alone: u64,
    /// Executions after which the run has ended, at most one.
    ends: u64,
}

/// All states in which a run has come to a block.
///
/// Imagine the block replaced in the last execution first, then in the one before it, and so on:
/// each time the state before it is that of the run as it was, and the new order is all that comes
/// later. So what each replacement saves can be added up. Only what comes after the next stretch
/// is not known, and has to be bounded.
pub(super) struct BlockReplay<'a> {
    entries: Vec<BlockEntry>,
    waits: &'a WaitTable,
    /// Instructions that are run to try one order.
    cost: u64,
}

impl<'a> BlockReplay<'a> {
    /// The states of the stretches that go through a block; none if there is no work left for
    /// them, if some stretch leaves the block early, by an exception, or if it is not of the
    /// program's text.
    pub(super) fn new(
        program: &StraightCode<'_>,
        block: &StatementBlock,
        profile: &StretchProfile,
        waits: &'a WaitTable,
        work: &mut u64,
    ) -> Option<BlockReplay<'a>> {
        let mut replay = BlockReplay { entries: Vec::new(), waits, cost: 0 };
        let stretches = profile.stretches()?;
        for (place, counted) in stretches.iter().enumerate() {
            let stretch = &counted.stretch;
            if block.first() < stretch.start || stretch.last < block.first() {
                continue;
            }
            if stretch.last < block.last() {
                // What is moved up would be executed where it was not.
                return None;
            }
            let is_last = profile.end().0 == Some(place as u32);
            let mut entry = BlockEntry::new(program, block, counted, waits)?;
            entry.add_followers(program, block, counted, stretches);
            if is_last {
                entry.add_end(program, profile.end().1);
            }
            let cost = entry.cost(block);
            *work = work.checked_sub(cost)?;
            replay.cost += cost;
            replay.entries.push(entry);
        }
        // List scheduling looks at the most frequent state only.
        replay.entries.shared_sort_by_key(|entry| std::cmp::Reverse(entry.executions));
        Some(replay)
    }

    /// The number of times the block was executed.
    pub(super) fn executions(&self) -> u64 {
        self.entries.iter().map(|entry| entry.executions).sum()
    }

    /// Cycles that an order saves at least, in all executions; none if there is no work left.
    pub(super) fn gain(
        &self,
        block: &StatementBlock,
        order: &[usize],
        work: &mut u64,
    ) -> Option<i64> {
        *work = work.checked_sub(self.cost)?;
        let gains = self.gains(block, order).map(|(gain, executions)| {
            gain.saturating_mul(i64::try_from(executions).unwrap_or(i64::MAX))
        });
        Some(gains.fold(0, i64::saturating_add))
    }

    /// The cycles that each execution saves at least, if all save the same.
    pub(super) fn gain_each(&self, block: &StatementBlock, order: &[usize]) -> Option<i64> {
        let mut gains = self.gains(block, order).map(|(gain, _)| gain);
        let first = gains.next()?;
        gains.all(|gain| gain == first).then_some(first)
    }

    /// Cycles that an order saves at least, and in how many executions.
    fn gains(&self, block: &StatementBlock, order: &[usize]) -> impl Iterator<Item = (i64, u64)> {
        self.entries.iter().flat_map(move |entry| entry.gains(block, order, self.waits))
    }

    /// The pipeline before the block in its most frequent state, with the lost fetches before the
    /// first two instructions.
    pub(super) fn usual(&self) -> Option<(&IssueState, [u64; 2])> {
        self.entries.first().map(|entry| (&entry.before, entry.replayed.flush))
    }

    pub(super) fn waits(&self) -> &WaitTable {
        self.waits
    }
}

impl ReplayedStretch {
    fn new(
        program: &StraightCode<'_>,
        block: &StatementBlock,
        stretch: &Stretch,
    ) -> Option<ReplayedStretch> {
        let mut head = program.steps(stretch)?;
        let has_block = stretch.start <= block.first() && block.last() <= stretch.last;
        let at = if has_block { (block.first() - stretch.start) as usize / 4 } else { head.len() };
        let rest = head.split_off(at.min(head.len()));
        let tail = rest.into_iter().skip(if has_block { block.instruction_count() } else { 0 });
        let flush = [stretch.entry.flush, stretch.entry.flush_later].map(u64::from);
        Some(ReplayedStretch { flush, head, has_block, tail: tail.collect() })
    }

    fn cost(&self, block: &StatementBlock) -> u64 {
        let count = if self.has_block { block.instruction_count() } else { 0 };
        (self.head.len() + count + self.tail.len()) as u64
    }

    /// Lets the instructions through, those of the block in an order.
    fn pass(
        &self,
        state: &mut IssueState,
        block: &StatementBlock,
        order: &[usize],
        waits: &WaitTable,
    ) {
        let order = if self.has_block { order } else { &[] };
        let middle = order.iter().flat_map(|&idx| block.statement(idx)).map(|one| &one.step);
        let steps = self.head.iter().chain(middle).chain(&self.tail);
        pass(state, steps, self.flush, waits);
    }
}

impl BlockEntry {
    fn new(
        program: &StraightCode<'_>,
        block: &StatementBlock,
        counted: &CountedStretch,
        waits: &WaitTable,
    ) -> Option<BlockEntry> {
        let mut replayed = ReplayedStretch::new(program, block, &counted.stretch)?;
        let mut before = IssueState::at(&counted.stretch.entry);
        // What comes before the block is the same in all orders.
        let head = std::mem::take(&mut replayed.head);
        pass(&mut before, &head, replayed.flush, waits);
        let [now, later] = replayed.flush;
        replayed.flush = match head.len() {
            0 => [now, later],
            1 => [later, 0],
            _ => [0, 0],
        };
        let mut after = before.clone();
        let own: Vec<usize> = (0..block.len()).collect();
        replayed.pass(&mut after, block, &own, waits);
        let executions = counted.count;
        Some(BlockEntry {
            replayed,
            before,
            after,
            executions,
            next: Vec::new(),
            alone: executions,
            ends: 0,
        })
    }

    fn add_followers(
        &mut self,
        program: &StraightCode<'_>,
        block: &StatementBlock,
        counted: &CountedStretch,
        stretches: &[CountedStretch],
    ) {
        for &(place, executions) in &counted.followers {
            let follower = stretches.get(place as usize).map(|follower| &follower.stretch);
            let replayed = follower.and_then(|one| ReplayedStretch::new(program, block, one));
            if let Some(replayed) = replayed {
                // Kernel text comes next after an exception, and stays among those alone.
                self.alone = self.alone.saturating_sub(executions);
                self.next.push(NextStretch { replayed, executions, is_end: false });
            }
        }
    }

    /// Notes that one execution was the last before the end of what is looked at.
    fn add_end(&mut self, program: &StraightCode<'_>, open: Option<Stretch>) {
        self.alone = self.alone.saturating_sub(1);
        let Some(open) = open else {
            self.ends += 1;
            return;
        };
        let Some(head) = program.steps(&open) else {
            self.alone += 1;
            return;
        };
        // It is not over, and so not counted as an execution of the block: it stays as it is.
        let flush = [open.entry.flush, open.entry.flush_later].map(u64::from);
        let replayed = ReplayedStretch { flush, head, has_block: false, tail: Vec::new() };
        self.next.push(NextStretch { replayed, executions: 1, is_end: true });
    }

    fn cost(&self, block: &StatementBlock) -> u64 {
        let next = self.next.iter().map(|next| 2 * next.replayed.cost(block));
        self.replayed.cost(block) + next.sum::<u64>()
    }

    fn gains(&self, block: &StatementBlock, order: &[usize], waits: &WaitTable) -> Vec<(i64, u64)> {
        let mut state = self.before.clone();
        self.replayed.pass(&mut state, block, order, waits);
        let next = self.next.iter().map(|next| {
            let (mut new, mut old) = (state.clone(), self.after.clone());
            next.replayed.pass(&mut new, block, order, waits);
            // In the new order as well: executions are replaced from the last to the first.
            next.replayed.pass(&mut old, block, order, waits);
            let gain = if next.is_end { new.lead_over(&old) } else { new.gain_over(&old, waits) };
            (gain, next.executions)
        });
        let alone = (state.gain_over(&self.after, waits), self.alone);
        let ends = (state.lead_over(&self.after), self.ends);
        let gains = next.chain([alone, ends]);
        gains.filter(|(_, executions)| *executions > 0).collect()
    }
}

/// Lets instructions through, with lost fetches before the first two.
fn pass<'s>(
    state: &mut IssueState,
    steps: impl IntoIterator<Item = &'s PipelineStep>,
    flush: [u64; 2],
    waits: &WaitTable,
) {
    for (step, flush) in steps.into_iter().zip(flush.into_iter().chain(std::iter::repeat(0))) {
        state.issue(step, flush, waits);
        state.write(step, 0);
    }
}
