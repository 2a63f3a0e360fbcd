//! Choosing a move by looking ahead: best moves of the player, averages over new tiles.

use crate::search::SearchBudget;

use super::board::{BoardSide, PackedBoard, SlideDirection, SpawnRule, empty_cells, spots};
use super::evaluate::{Evaluation, LineScores, LineWeights};
use super::network::Network;
use super::slides::{SlideTables, transpose};

/// The most moves that a search looks ahead.
pub const DEPTH_MAX: u32 = 16;

/// A move and what the search thinks of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedMove {
    /// The move that was looked at.
    pub direction: SlideDirection,
    /// The estimated worth of the move, comparable only between moves of one search: on 4×4 about
    /// the points still to be scored.
    pub value: f32,
    /// The number of moves the search looked ahead, this one included.
    pub depth: u32,
}

/// The depth and size of a search when the budget allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchEffort {
    /// The most moves to look ahead, from 1 to [`DEPTH_MAX`].
    pub depth_max: u32,
    /// The positions to look at, more or less: no further move is looked ahead if the search
    /// expects to need more. Unlike a budget that runs out, this wastes nothing.
    pub nodes: u64,
}

impl SearchEffort {
    /// For thousands of games: reaches 2048 in more than 98 of a hundred, at less than ten
    /// microseconds per move.
    pub const QUICK: Self = Self { depth_max: 2, nodes: 500 };

    /// For one game: as far as the budget goes.
    pub const FULL: Self = Self { depth_max: DEPTH_MAX, nodes: u64::MAX };
}

/// A player: evaluation, effort and table, for as many boards as you like.
///
/// Answers depend on the board, the spawn rule and the budget only, not on earlier searches.
#[derive(Debug, Clone)]
pub struct ExpectimaxPlayer {
    /// Weights to use on every board, also where something is learned.
    weights: Option<LineWeights>,
    /// The evaluation of the last board, and the size it is for.
    evaluation: Option<(BoardSide, Evaluation)>,
    effort: SearchEffort,
    table: BoardValueTable,
    nodes: u64,
}

impl Default for ExpectimaxPlayer {
    fn default() -> Self {
        Self::new(SearchEffort::FULL)
    }
}

impl ExpectimaxPlayer {
    /// A player with the usual evaluation: learned for 4×4, by lines for smaller boards and where
    /// nobody has provided the network.
    pub fn new(effort: SearchEffort) -> Self {
        let depth_max = effort.depth_max.clamp(1, DEPTH_MAX);
        let effort = SearchEffort { depth_max, ..effort };
        Self { weights: None, evaluation: None, effort, table: BoardValueTable::new(), nodes: 0 }
    }

    /// A player that judges every board by its lines, with weights of your own.
    pub fn with_weights(effort: SearchEffort, weights: &LineWeights) -> Self {
        Self { weights: Some(*weights), ..Self::new(effort) }
    }

    /// The best move within the budget; `None` if there is no move.
    ///
    /// Looks one move further ahead until budget or effort is used up, so any budget gives an
    /// answer.
    pub fn best(
        &mut self,
        board: &PackedBoard,
        spawn: &SpawnRule,
        budget: &mut SearchBudget<'_>,
    ) -> Option<RankedMove> {
        let effort = self.effort;
        let mut search = self.search(*board, *spawn, budget);
        let best = search.deepen(effort);
        let nodes = search.nodes;
        self.nodes += nodes;
        best
    }

    /// The worth of every possible move, at the depth to which [`Self::best`] would look; fewer
    /// moves if the budget runs out before.
    pub fn rate(
        &mut self,
        board: &PackedBoard,
        spawn: &SpawnRule,
        budget: &mut SearchBudget<'_>,
    ) -> Vec<RankedMove> {
        let Some(RankedMove { depth, .. }) = self.best(board, spawn, budget) else {
            return Vec::new();
        };
        let mut search = self.search(*board, *spawn, budget);
        let rated = board.legal_moves().filter_map(|direction| {
            Some(RankedMove { direction, value: search.rate(direction, depth)?, depth })
        });
        rated.collect()
    }

    /// A search of one board that knows nothing of those before.
    fn search<'a, 'b>(
        &'a mut self,
        board: PackedBoard,
        spawn: SpawnRule,
        budget: &'a mut SearchBudget<'b>,
    ) -> ExpectimaxSearch<'a, 'b> {
        let side = board.side();
        let weights = self.weights;
        if self.evaluation.as_ref().is_some_and(|(of, _)| *of != side) {
            self.evaluation = None;
        }
        let (_, evaluation) = self.evaluation.get_or_insert_with(|| {
            let learned = (side == BoardSide::Four && weights.is_none()).then(Network::known);
            let evaluation = match learned.flatten() {
                Some(network) => Evaluation::Learned(network),
                None => Evaluation::Lines(LineScores::new(&weights.unwrap_or_default(), side)),
            };
            (side, evaluation)
        });
        // An answer must not depend on the searches before it.
        self.table.forget();
        ExpectimaxSearch {
            slides: SlideTables::tables(),
            board,
            cells: evaluation.familiar(board.cells()),
            evaluation,
            table: &mut self.table,
            side,
            four: spawn.probability_of_four() as f32,
            nodes: 0,
            is_cut: false,
            budget,
        }
    }

    /// The number of positions that all searches so far have looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The factor by which positions grow with the next depth, for each empty cell.
const NODE_GROWTH_FACTOR: u64 = 6;

/// Boards less likely than this, seen from the root, are evaluated as they are.
///
/// So crowded boards, on which games are lost, are searched deeper than open ones.
const PROBABILITY_MIN: f32 = 0.005;

/// One search of one board.
struct ExpectimaxSearch<'a, 'b> {
    slides: &'static SlideTables,
    board: PackedBoard,
    /// The cells that are searched in place of the board's.
    cells: u64,
    evaluation: &'a Evaluation,
    table: &'a mut BoardValueTable,
    side: BoardSide,
    four: f32,
    nodes: u64,
    /// True once a line of play ended because of the depth, and not of its likelihood.
    is_cut: bool,
    budget: &'a mut SearchBudget<'b>,
}

impl ExpectimaxSearch<'_, '_> {
    /// The best move, looking one further ahead as long as budget and effort allow it.
    fn deepen(&mut self, effort: SearchEffort) -> Option<RankedMove> {
        let mut best = self.choose(1, None)?;
        let empty = u64::from(self.board.empty_count()) + 1;
        for depth in 2..=effort.depth_max {
            let expected = (self.nodes + 1).saturating_mul(NODE_GROWTH_FACTOR * empty);
            if expected > effort.nodes {
                break;
            }
            let Some(deeper) = self.choose(depth, Some(best.direction)) else { break };
            best = deeper;
            // If the depth has cut nothing off, a deeper search sees exactly the same.
            if !self.is_cut {
                break;
            }
        }
        Some(best)
    }

    /// The best move at a depth, of those that the budget allowed to look at; `None` if there is
    /// no such move.
    ///
    /// The move that seemed best before is the first, so that an answer from a search that was
    /// cut short is never worse informed than the one before.
    fn choose(&mut self, depth: u32, first: Option<SlideDirection>) -> Option<RankedMove> {
        let mut best: Option<RankedMove> = None;
        self.is_cut = false;
        let others = SlideDirection::ALL.into_iter().filter(|&direction| Some(direction) != first);
        for direction in first.into_iter().chain(others) {
            // The board decides, and not the cells that are searched: two tiles of 32,768 may
            // have become ones that can merge.
            if self.board.slide(direction) == self.board {
                continue;
            }
            let Some(value) = self.rate(direction, depth) else { break };
            // Strictly greater: of equal moves the one that seemed best before stays.
            if best.is_none_or(|best| value > best.value) {
                best = Some(RankedMove { direction, value, depth });
            }
        }
        best
    }

    /// The worth of a slide at a depth; `None` when the budget ran out.
    fn rate(&mut self, direction: SlideDirection, depth: u32) -> Option<f32> {
        let slid = self.slides.slide(self.cells, self.side.margin(), direction);
        let points = self.evaluation.points(self.slides.score(self.cells, direction));
        Some(points + self.average(slid, depth - 1, 1.0)?)
    }

    /// The worth of a board about to get a new tile; `None` when the budget ran out.
    fn average(&mut self, cells: u64, depth: u32, likelihood: f32) -> Option<f32> {
        if depth == 0 || likelihood < PROBABILITY_MIN {
            return Some(self.evaluation.evaluate(cells));
        }
        // Values of the last level are cheap and many: they would push the others out of the table.
        if depth > 1
            && let Some(value) = self.table.get(cells, depth)
        {
            return Some(value);
        }
        let empty = empty_cells(cells, self.side);
        let share = 1.0 / empty.count_ones() as f32;
        let (two, four) = (1.0 - self.four, self.four);
        let likelihood = likelihood * share;
        let mut sum = 0.0;
        for spot in spots(empty) {
            sum += two * self.best_value(cells | spot, depth, likelihood * two)?;
            sum += four * self.best_value(cells | spot << 1, depth, likelihood * four)?;
        }
        let value = sum * share;
        if depth > 1 {
            self.table.put(cells, depth, value);
        }
        Some(value)
    }

    /// The worth of a board to move on, 0 without a move; `None` when the budget ran out.
    #[inline]
    fn best_value(&mut self, cells: u64, depth: u32, likelihood: f32) -> Option<f32> {
        if !self.budget.spend() {
            return None;
        }
        self.nodes += 1;
        let flipped = transpose(cells);
        let margin = self.side.margin();
        let left = self.slides.left(cells);
        let right = self.slides.right(cells, margin);
        let up = self.slides.left(flipped);
        let down = self.slides.right(flipped, margin);
        let row_points = self.evaluation.points(self.slides.row_score(cells));
        let column_points = self.evaluation.points(self.slides.row_score(flipped));
        let slides = [
            (left, cells, row_points),
            (right, cells, row_points),
            (up, flipped, column_points),
            (down, flipped, column_points),
        ];
        let mut best: f32 = 0.0;
        self.is_cut |= depth == 1;
        // The worth of a board is that of its transpose: no need to turn the columns back.
        for (slid, _, points) in slides.into_iter().filter(|(slid, before, _)| slid != before) {
            best = best.max(points + self.average(slid, depth - 1, likelihood)?);
        }
        Some(best)
    }
}

/// The table has 2^16 entries, one megabyte: about what the processor keeps at hand.
const TABLE_BITS: u32 = 16;

/// Values of boards already searched, each in the one place its bits lead to.
///
/// The likelihood of a board when it was searched is not kept, though it decides where the search
/// ended: both values are estimates, and the one at hand costs nothing.
#[derive(Debug, Clone)]
struct BoardValueTable {
    entries: Box<[ValueEntry]>,
    generation: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct ValueEntry {
    cells: u64,
    value: f32,
    /// The search that wrote it, and its depth.
    mark: u32,
}

impl BoardValueTable {
    fn new() -> Self {
        let entries = vec![ValueEntry::default(); 1 << TABLE_BITS].into_boxed_slice();
        Self { entries, generation: 0 }
    }

    fn forget(&mut self) {
        // 24 bits, because a mark has eight more for the depth.
        self.generation = self.generation.wrapping_add(1) & 0x00ff_ffff;
        // After so many searches old marks would look fresh again.
        if self.generation == 0 {
            self.entries.fill(ValueEntry::default());
            self.generation = 1;
        }
    }

    fn get(&self, cells: u64, depth: u32) -> Option<f32> {
        let entry = self.entries[place(cells)];
        (entry.cells == cells && entry.mark == self.mark(depth)).then_some(entry.value)
    }

    fn put(&mut self, cells: u64, depth: u32, value: f32) {
        let mark = self.mark(depth);
        self.entries[place(cells)] = ValueEntry { cells, value, mark };
    }

    fn mark(&self, depth: u32) -> u32 {
        self.generation << 8 | depth
    }
}

fn place(cells: u64) -> usize {
    (cells.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_BITS)) as usize
}
