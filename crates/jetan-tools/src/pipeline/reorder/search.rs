//! The search for an order: all of them for a small block, otherwise list scheduling and single
//! moves that help.

use super::block::{StatementBlock, longest_ascent};
use super::replay::BlockReplay;
use crate::pipeline::step::ResultUnit;

/// The most statements of which all orders are tried: 5040 for seven.
const EXHAUSTIVE_MAX: usize = 7;

/// The best order that was found.
pub(super) struct FoundOrder {
    /// Statements by index.
    pub(super) order: Vec<usize>,
    /// Cycles that it saves at least in all executions, 0 for the order of the program.
    pub(super) gain: i64,
    /// Whether every legal order was tried.
    pub(super) is_exhaustive: bool,
    /// Whether there was too little work left to go on.
    pub(super) is_cut: bool,
}

/// Orders are compared by what they save, then by the statements that stay where they are.
type OrderScore = (i64, usize);

struct OrderSearch<'a> {
    block: &'a StatementBlock,
    replay: &'a BlockReplay<'a>,
    work: &'a mut u64,
    best: Vec<usize>,
    score: OrderScore,
    is_cut: bool,
}

/// Looks for an order of a block that saves cycles.
pub(super) fn search(
    block: &StatementBlock,
    replay: &BlockReplay<'_>,
    work: &mut u64,
) -> FoundOrder {
    let best: Vec<usize> = (0..block.len()).collect();
    let score = (0, best.len());
    let mut search = OrderSearch { block, replay, work, best, score, is_cut: false };
    let is_small = block.len() <= EXHAUSTIVE_MAX;
    if is_small {
        search.try_all(&mut Vec::with_capacity(block.len()), 0);
    } else {
        search.climb();
        let own = (search.best.clone(), search.score);
        // A second beginning: single moves alone can end where each of two has to be moved first.
        search.start_from(listed(block, replay));
        search.climb();
        // Of two that save the same, the one that moves less is easier to follow.
        if own.1 >= search.score {
            (search.best, search.score) = own;
        }
    }
    let OrderSearch { best, score, is_cut, .. } = search;
    FoundOrder { order: best, gain: score.0, is_exhaustive: is_small && !is_cut, is_cut }
}

impl OrderSearch<'_> {
    /// The score of an order; none if there is no work left.
    fn judge(&mut self, order: &[usize]) -> Option<OrderScore> {
        let gain = self.replay.gain(self.block, order, self.work);
        self.is_cut |= gain.is_none();
        Some((gain?, longest_ascent(order).len()))
    }

    /// Tries every legal order that begins with some statements.
    fn try_all(&mut self, order: &mut Vec<usize>, used: u64) {
        if order.len() == self.block.len() {
            if let Some(score) = self.judge(order)
                && score > self.score
            {
                (self.best, self.score) = (order.clone(), score);
            }
            return;
        }
        for idx in 0..self.block.len() {
            let is_free = used >> idx & 1 == 0 && self.block.before(idx) & !used == 0;
            if is_free && !self.is_cut {
                order.push(idx);
                self.try_all(order, used | 1 << idx);
                order.pop();
            }
        }
    }

    fn start_from(&mut self, order: Vec<usize>) {
        if let Some(score) = self.judge(&order) {
            (self.best, self.score) = (order, score);
        }
    }

    /// Moves one statement at a time, the one that helps most, until none helps.
    fn climb(&mut self) {
        for _ in 0..2 * self.block.len() {
            let mut best: Option<(Vec<usize>, OrderScore)> = None;
            for from in 0..self.best.len() {
                for to in self.reach(from) {
                    let mut order = self.best.clone();
                    let idx = order.remove(from);
                    order.insert(to, idx);
                    let Some(score) = self.judge(&order) else { return };
                    let least = best.as_ref().map_or(self.score, |(_, score)| *score);
                    if score > least {
                        best = Some((order, score));
                    }
                }
            }
            match best {
                Some((order, score)) => (self.best, self.score) = (order, score),
                None => return,
            }
        }
    }

    /// The places that the statement at a place can be moved to.
    fn reach(&self, from: usize) -> Vec<usize> {
        let (block, order) = (self.block, &self.best);
        let idx = order[from];
        let earlier = (0..from).rev().take_while(|&to| block.before(idx) >> order[to] & 1 == 0);
        let later = from + 1..order.len();
        let later = later.take_while(|&to| block.before(order[to]) >> idx & 1 == 0);
        earlier.chain(later).collect()
    }
}

/// List scheduling: of the statements whose predecessors are there, the one that waits least, then
/// the one that most cycles depend on.
fn listed(block: &StatementBlock, replay: &BlockReplay<'_>) -> Vec<usize> {
    let waits = replay.waits();
    let heights = heights(block, replay);
    let mut order: Vec<usize> = Vec::with_capacity(block.len());
    let Some((state, flush)) = replay.usual() else { return (0..block.len()).collect() };
    let (mut state, mut used, mut place) = (state.clone(), 0_u64, 0);
    while order.len() < block.len() {
        let free =
            (0..block.len()).filter(|&idx| used >> idx & 1 == 0 && block.before(idx) & !used == 0);
        let tried = free.map(|idx| {
            let mut next = state.clone();
            for (at, one) in block.statement(idx).iter().enumerate() {
                let lost = flush.get(place + at).copied().unwrap_or(0);
                next.issue(&one.step, lost, waits);
                next.write(&one.step, 0);
            }
            let cycles = next.decoded - state.decoded - block.statement(idx).len() as u64;
            ((cycles, std::cmp::Reverse(heights[idx]), idx), next)
        });
        let Some(((.., idx), next)) = tried.min_by_key(|(rank, _)| *rank) else { break };
        (state, used, place) = (next, used | 1 << idx, place + block.statement(idx).len());
        order.push(idx);
    }
    order
}

/// The cycles from each statement to the end of the block along the longest chain of values.
fn heights(block: &StatementBlock, replay: &BlockReplay<'_>) -> Vec<u64> {
    let waits = replay.waits();
    let mut heights = vec![0_u64; block.len()];
    for earlier in (0..block.len()).rev() {
        let latency = |later: usize| {
            let producers = block.statement(earlier).iter();
            let latencies = producers.flat_map(|producer| {
                let consumers = block.statement(later).iter();
                consumers.filter_map(move |consumer| {
                    let is_used = producer.step.writes.overlaps(consumer.step.reads);
                    let unit: ResultUnit = producer.step.unit;
                    is_used.then(|| waits.wait(unit, consumer.step.kind, false).0)
                })
            });
            latencies.max().unwrap_or(1)
        };
        let later =
            (earlier + 1..block.len()).filter(|&later| block.before(later) >> earlier & 1 == 1);
        heights[earlier] = later.map(|later| latency(later) + heights[later]).max().unwrap_or(0);
    }
    heights
}
