//! Move ordering.

use crate::connect4::bits::completions;

use super::node::{OpenNode, safe_moves};

/// A move with what was computed to weigh it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MoveCandidate {
    weight: i32,
    pub(super) cell: u64,
    /// Cells that make four for the side that made the move.
    pub(super) threats: u64,
    /// The answers that do not lose at once.
    pub(super) replies: u64,
}

impl MoveCandidate {
    pub(super) fn column(&self) -> u32 {
        self.cell.trailing_zeros() / 7
    }
}

/// The moves of a node, the most promising first.
#[derive(Debug, Default)]
pub(super) struct OrderedMoves {
    list: [MoveCandidate; 7],
    len: usize,
}

impl OrderedMoves {
    /// Weighs the moves of a node; `None` when one of them leaves no safe answer and so wins.
    #[inline]
    pub(super) fn of(node: &OpenNode, remembered: Option<u32>) -> Option<Self> {
        let mut candidates = Self::default();
        let mut moves = node.moves;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let stones = node.stones | cell;
            let threats = completions(node.mover | cell) & !stones;
            let replies = safe_moves(stones, threats);
            if replies == 0 {
                return None;
            }
            let mut candidate = MoveCandidate { weight: 0, cell, threats, replies };
            candidate.weight = weigh(node, &candidate, remembered);
            candidates.insert(candidate);
        }
        Some(candidates)
    }

    pub(super) fn as_slice(&self) -> &[MoveCandidate] {
        &self.list[..self.len]
    }

    #[inline]
    fn insert(&mut self, candidate: MoveCandidate) {
        let mut place = self.len;
        // Equal moves keep the order of their columns, so every search visits the same nodes.
        while place > 0 && self.list[place - 1].weight < candidate.weight {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = candidate;
        self.len += 1;
    }
}

/// Threats count most, then few answers, then a cell that many lines cross.
///
/// The numbers were found by trying: nodes over 40 positions of 9 to 12 plies. Without the last
/// part the search visits three times as many nodes; counting past cut-offs ("history") instead
/// makes it worse.
#[inline]
fn weigh(node: &OpenNode, candidate: &MoveCandidate, remembered: Option<u32>) -> i32 {
    let mut weight = 100 * candidate.threats.count_ones() as i32
        - 10 * candidate.replies.count_ones() as i32
        + 2 * LINES_THROUGH[candidate.cell.trailing_zeros() as usize];
    // A stone below one's own threat lets the other side stop it.
    if (candidate.cell << 1) & node.mover_threats != 0 {
        weight -= 300;
    }
    // More than all other weights together, so that the remembered move comes first.
    if remembered == Some(candidate.column()) {
        weight += 1 << 20;
    }
    weight
}

/// The number of lines of four through each cell.
const LINES_THROUGH: [i32; 49] = {
    let mut counts = [0; 49];
    let mut start = 0;
    while start < 42 {
        let (column, row) = (start / 6, start % 6);
        let mut direction = 0;
        while direction < 4 {
            let (right, up) = [(0, 1), (1, 0), (1, 1), (1, -1)][direction];
            if column + 3 * right < 7 && row + 3 * up >= 0 && row + 3 * up < 6 {
                let mut step = 0;
                while step < 4 {
                    counts[((column + step * right) * 7 + row + step * up) as usize] += 1;
                    step += 1;
                }
            }
            direction += 1;
        }
        start += 1;
    }
    counts
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_nine_lines_cross_the_board() {
        assert_eq!(LINES_THROUGH.iter().sum::<i32>(), 4 * 69);
        assert_eq!(LINES_THROUGH[..7], [3, 4, 5, 5, 4, 3, 0]);
        assert_eq!(LINES_THROUGH[21..28], [7, 10, 13, 13, 10, 7, 0]);
    }
}
