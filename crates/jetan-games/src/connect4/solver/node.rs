//! A position as the search sees it: undecided, with the moves worth looking at.

use crate::connect4::{
    bits::{completions, playable},
    position::Position,
};

/// A position whose side to move can neither win at once nor lose to the next stone whatever it
/// does; positions of the other kinds are decided without a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenNode {
    /// Stones of the side to move.
    pub(super) mover: u64,
    /// Stones of both sides.
    pub(super) stones: u64,
    /// The number of stones.
    pub(super) plies: i32,
    /// Cells that make four for the side to move; occupied ones may be among them.
    pub(super) mover_threats: u64,
    /// Cells that make four for the other side; occupied ones may be among them.
    pub(super) other_threats: u64,
    /// The moves that do not lose to the next stone; never empty.
    pub(super) moves: u64,
}

/// A position, seen for the first time.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeOutlook {
    /// The score follows without a search.
    Decided(i32),
    /// It must be searched.
    Open(OpenNode),
}

impl NodeOutlook {
    pub(super) fn look(position: &Position) -> Self {
        let (mover, stones) = (position.mover_stones(), position.stones());
        let plies = position.plies() as i32;
        let (mover_threats, other_threats) = (completions(mover), completions(mover ^ stones));
        if playable(stones) & mover_threats != 0 {
            // The score is 22 less the stones that the winner has then, for an even and an odd
            // number of plies.
            return Self::Decided((43 - plies) / 2);
        }
        match safe_moves(stones, other_threats) {
            0 => Self::Decided((plies - 42) / 2),
            moves => {
                Self::Open(OpenNode { mover, stones, plies, mover_threats, other_threats, moves })
            }
        }
    }
}

impl OpenNode {
    /// The highest score there can be: a win with the stone after the next.
    #[inline]
    pub(super) fn highest(&self) -> i32 {
        (41 - self.plies) / 2
    }

    /// The lowest score there can be: the other side wins with its stone after the next.
    #[inline]
    pub(super) fn lowest(&self) -> i32 {
        (self.plies - 40) / 2
    }

    /// The node after a move, when its threats and its safe replies are known.
    #[inline]
    pub(super) fn after(&self, cell: u64, threats: u64, replies: u64) -> Self {
        Self {
            mover: self.mover ^ self.stones,
            stones: self.stones | cell,
            plies: self.plies + 1,
            mover_threats: self.other_threats,
            other_threats: threats,
            moves: replies,
        }
    }

    /// A number for this position, below 2^49.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.mover + self.stones
    }
}

/// The moves after which the other side, who makes four with `threats`, cannot do so at once.
#[inline]
pub(super) fn safe_moves(stones: u64, threats: u64) -> u64 {
    let threats = threats & !stones;
    let moves = playable(stones);
    let forced = moves & threats;
    // Two cells that must both be filled at once cannot be.
    let is_lost = forced & forced.wrapping_sub(1) != 0;
    let candidates = match forced {
        0 => moves,
        _ if is_lost => 0,
        _ => forced,
    };
    // A stone below a threat would let the other side play there.
    candidates & !(threats >> 1)
}
