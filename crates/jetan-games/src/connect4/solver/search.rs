//! The search: does the side to move reach at least this score?

use crate::{
    connect4::{bits::mirror, position::Position},
    search::SearchBudget,
};

use super::{
    node::{NodeOutlook, OpenNode, safe_moves},
    ordering::{MoveCandidate, OrderedMoves},
    pairing,
    table::{StoredBounds, TranspositionTable},
};
use crate::connect4::bits::completions;

/// One run of the search, with what it may use.
#[derive(Debug)]
pub(super) struct NegamaxSearch<'a, 'b> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) budget: &'a mut SearchBudget<'b>,
    pub(super) nodes: u64,
}

/// Up to so many plies a position and its mirror image share an entry; later both rarely occur.
const MIRRORED_PLIES: i32 = 20;

/// Up to so many plies the answers to all moves are looked up before the first is searched.
const LOOK_AHEAD_PLIES: i32 = 32;

impl NegamaxSearch<'_, '_> {
    /// A bound of the score: a lower one if it is at least `least`, else an upper one.
    /// `None` when the budget is spent.
    pub(super) fn value(&mut self, position: &Position, least: i32) -> Option<i32> {
        match NodeOutlook::look(position) {
            NodeOutlook::Decided(score) => Some(score),
            NodeOutlook::Open(node) => self.visit(node, least),
        }
    }

    /// Plays forced moves until there is a choice or an answer.
    fn visit(&mut self, mut node: OpenNode, mut least: i32) -> Option<i32> {
        self.nodes += 1;
        if !self.budget.spend() {
            return None;
        }
        let mut sign = 1;
        loop {
            // With two cells left and nothing to win or lose, the board fills up.
            if node.plies >= 40 {
                return Some(0);
            }
            if node.highest() < least {
                return Some(sign * node.highest());
            }
            if node.lowest() >= least {
                return Some(sign * node.lowest());
            }
            // A forced move is played at once: it needs neither an order nor an entry in the table.
            let cell = node.moves;
            if cell & (cell - 1) != 0 {
                break;
            }
            let stones = node.stones | cell;
            let threats = completions(node.mover | cell) & !stones;
            let replies = safe_moves(stones, threats);
            if replies == 0 {
                return Some(sign * node.highest());
            }
            node = node.after(cell, threats, replies);
            sign = -sign;
            // Falling short of `least` here is the same as the other side reaching `1 - least`.
            least = 1 - least;
        }
        self.choose(&node, least).map(|value| sign * value)
    }

    /// Answers from what is plain or remembered, and searches the moves where that fails.
    fn choose(&mut self, node: &OpenNode, least: i32) -> Option<i32> {
        if let Some(bound) = pairing::bound(node, least) {
            return Some(bound);
        }
        let (key, is_mirrored) = shared_key(node.key(), node.plies);
        let slot = self.table.slot(key, node.plies);
        let memory = self.table.recall(slot);
        if let Some(bound) = memory.and_then(|memory| memory.answer(least)) {
            return Some(bound);
        }
        let column = memory.and_then(StoredBounds::column);
        let column = column.map(|column| if is_mirrored { 6 - column } else { column });
        let Some(candidates) = OrderedMoves::of(node, column) else {
            return Some(node.highest());
        };
        // No move wins by force at once, so the earliest win is a stone later.
        if node.highest() - 1 < least {
            return Some(node.highest() - 1);
        }
        if let Some(bound) = self.look_ahead(node, candidates.as_slice(), least) {
            return Some(bound);
        }
        let nodes_before = self.nodes;
        let (value, best) = self.try_all(node, candidates.as_slice(), least)?;
        // If no move was good enough, the remembered column is still the best one to try first.
        let best = best.or(column).map(|column| if is_mirrored { 6 - column } else { column });
        let memory = memory.unwrap_or_default().learn(value, least, best);
        self.table.store(slot, memory, self.nodes - nodes_before);
        Some(value)
    }

    /// Whether the table already knows a move that is good enough.
    fn look_ahead(&self, node: &OpenNode, candidates: &[MoveCandidate], least: i32) -> Option<i32> {
        if node.plies > LOOK_AHEAD_PLIES {
            return None;
        }
        let other = node.mover ^ node.stones;
        candidates.iter().find_map(|candidate| {
            let key = other + (node.stones | candidate.cell);
            let (key, _) = shared_key(key, node.plies + 1);
            let memory = self.table.recall(self.table.slot(key, node.plies + 1))?;
            let value = -memory.upper();
            (value >= least).then_some(value)
        })
    }

    /// Searches the moves until one is good enough; that one's column is returned too.
    fn try_all(
        &mut self,
        node: &OpenNode,
        candidates: &[MoveCandidate],
        least: i32,
    ) -> Option<(i32, Option<u32>)> {
        let mut best = i32::MIN;
        for candidate in candidates {
            let child = node.after(candidate.cell, candidate.threats, candidate.replies);
            let value = -self.visit(child, 1 - least)?;
            if value >= least {
                return Some((value, Some(candidate.column())));
            }
            best = best.max(value);
        }
        Some((best, None))
    }
}

/// The key a position is remembered by, and whether it is that of its mirror image.
#[inline]
fn shared_key(key: u64, plies: i32) -> (u64, bool) {
    if plies > MIRRORED_PLIES {
        return (key, false);
    }
    let mirrored = mirror(key);
    (key.min(mirrored), mirrored < key)
}
