//! The true chance of reaching a target under best play, on boards small enough to search whole.
//!
//! Positions are remembered up to turning and mirroring.
//! Every move raises the sum of the tiles by 2 or 4, so the search never meets a position again
//! below itself.

use rustc_hash::FxHashMap;

use crate::search::SearchBudget;

use super::board::{BoardSide, PackedBoard, SlideDirection, SpawnRule};

/// The most positions that a solver remembers, about 600 megabytes; it gives up beyond them.
pub const POSITIONS_MAX: usize = 14_000_000;

/// The longest game that a solver follows: longer than any on 3×3, short enough for the stack.
pub const MOVES_MAX: usize = 1_200;

/// An exact answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExactAnswer {
    /// The probability of ever making the target tile.
    pub probability: f64,
    /// The positions solved for it, up to turning and mirroring.
    pub positions: usize,
}

/// The probability of reaching a target from the start of a game.
///
/// The game starts with two random tiles on random cells. `None` if the answer needs more than the
/// budget, [`POSITIONS_MAX`] or [`MOVES_MAX`].
pub fn probability(
    side: BoardSide,
    target: u32,
    spawn: SpawnRule,
    budget: &mut SearchBudget<'_>,
) -> Option<ExactAnswer> {
    ExactSolver::new(target, spawn).start(side, budget)
}

/// A solver for one target and spawn rule, which keeps what it has found out.
#[derive(Debug, Clone)]
pub struct ExactSolver {
    target: u32,
    four: f64,
    known: FxHashMap<PackedBoard, f64>,
    /// The depth of the search at the moment, in moves.
    moves: usize,
}

impl ExactSolver {
    /// A solver for a tile at least this large.
    pub fn new(target: u32, spawn: SpawnRule) -> Self {
        let four = spawn.probability_of_four();
        Self { target, four, known: FxHashMap::default(), moves: 0 }
    }

    /// The probability of reaching the target from the start of a game.
    pub fn start(&mut self, side: BoardSide, budget: &mut SearchBudget<'_>) -> Option<ExactAnswer> {
        let probability =
            self.average(PackedBoard::empty(side), budget, |solver, board, budget| {
                solver.average(board, budget, Self::position)
            })?;
        Some(ExactAnswer { probability, positions: self.known.len() })
    }

    /// The probability of reaching the target from a board on which the player is to move.
    pub fn position(&mut self, board: PackedBoard, budget: &mut SearchBudget<'_>) -> Option<f64> {
        if board.max_tile() >= self.target {
            return Some(1.0);
        }
        let board = board.canonical();
        if let Some(&probability) = self.known.get(&board) {
            return Some(probability);
        }
        if !budget.spend() || self.known.len() >= POSITIONS_MAX || self.moves >= MOVES_MAX {
            return None;
        }
        self.moves += 1;
        let best = self.best(board, budget);
        self.moves -= 1;
        // Only finished positions are remembered: one that ran out of budget has no probability.
        self.known.insert(board, best?);
        best
    }

    /// Every move of a board with its probability of reaching the target, the best first.
    pub fn moves(
        &mut self,
        board: PackedBoard,
        budget: &mut SearchBudget<'_>,
    ) -> Option<Vec<(SlideDirection, f64)>> {
        let mut moves = Vec::with_capacity(4);
        for direction in board.legal_moves() {
            moves.push((direction, self.after(board.slide(direction), budget)?));
        }
        // The sort is stable, so equal moves keep the order of `SlideDirection::ALL`.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        Some(moves)
    }

    /// The probability after the best move, 0 without a move.
    fn best(&mut self, board: PackedBoard, budget: &mut SearchBudget<'_>) -> Option<f64> {
        let mut best: f64 = 0.0;
        for direction in board.legal_moves() {
            best = best.max(self.after(board.slide(direction), budget)?);
            // Nothing is better than certainty.
            if best >= 1.0 {
                break;
            }
        }
        Some(best)
    }

    /// The probability from a board that is about to get a new tile.
    fn after(&mut self, board: PackedBoard, budget: &mut SearchBudget<'_>) -> Option<f64> {
        if board.max_tile() >= self.target {
            return Some(1.0);
        }
        self.average(board, budget, Self::position)
    }

    /// The mean of a probability over every new tile.
    fn average(
        &mut self,
        board: PackedBoard,
        budget: &mut SearchBudget<'_>,
        probability: impl Fn(&mut Self, PackedBoard, &mut SearchBudget<'_>) -> Option<f64>,
    ) -> Option<f64> {
        let mut sum = 0.0;
        for (two, four) in board.spawns() {
            sum += (1.0 - self.four) * probability(self, two, budget)?;
            sum += self.four * probability(self, four, budget)?;
        }
        Some(sum / f64::from(board.empty_count()))
    }
}
