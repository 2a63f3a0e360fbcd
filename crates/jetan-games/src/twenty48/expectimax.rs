//! Choosing a move by looking ahead: best moves of the player, averages over new tiles.

use crate::search::Budget;

use super::board::{Board, Direction, Side, Spawn, empty_cells, spots};
use super::evaluate::{Evaluation, Weights};
use super::slides::{Slides, transpose};

/// The most moves that a search looks ahead.
pub const DEPTH_MAX: u32 = 16;

/// A move and what the search thinks of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The move that was looked at.
    pub direction: Direction,
    /// The estimated worth of the board after it, comparable only between moves of one search.
    pub value: f32,
    /// How many moves the search looked ahead, this one included.
    pub depth: u32,
}

/// How far a search looks when the budget allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most moves to look ahead, from 1 to [`DEPTH_MAX`].
    pub depth_max: u32,
    /// The positions to look at, more or less: no further move is looked ahead if the search
    /// expects to need more. Unlike a budget that runs out, this wastes nothing.
    pub nodes: u64,
}

impl Effort {
    /// For thousands of games: reaches 2048 in nine of ten, at a few microseconds per move.
    pub const QUICK: Self = Self { depth_max: 3, nodes: 500 };

    /// For one game: as far as the budget goes.
    pub const FULL: Self = Self { depth_max: DEPTH_MAX, nodes: u64::MAX };
}

/// A player: evaluation, effort and table, for as many boards as you like.
///
/// Answers depend on the board, the spawn rule and the budget only, not on earlier searches.
#[derive(Debug, Clone)]
pub struct Searcher {
    weights: Weights,
    evaluation: Evaluation,
    effort: Effort,
    table: Table,
    nodes: u64,
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new(Effort::FULL)
    }
}

impl Searcher {
    /// A player with the usual evaluation.
    pub fn new(effort: Effort) -> Self {
        Self::with_weights(effort, &Weights::default())
    }

    /// A player with an evaluation of your own.
    pub fn with_weights(effort: Effort, weights: &Weights) -> Self {
        let depth_max = effort.depth_max.clamp(1, DEPTH_MAX);
        Self {
            weights: *weights,
            evaluation: Evaluation::new(weights, Side::Four),
            effort: Effort { depth_max, ..effort },
            table: Table::new(),
            nodes: 0,
        }
    }

    /// The best move within the budget; `None` if there is no move.
    ///
    /// Looks one move further ahead until budget or effort is used up, so any budget gives an
    /// answer.
    pub fn best(
        &mut self,
        board: &Board,
        spawn: &Spawn,
        budget: &mut Budget<'_>,
    ) -> Option<Choice> {
        if self.evaluation.side() != board.side() {
            self.evaluation = Evaluation::new(&self.weights, board.side());
        }
        self.table.forget();
        let mut search = Search {
            slides: Slides::tables(),
            evaluation: &self.evaluation,
            table: &mut self.table,
            side: board.side(),
            four: spawn.probability_of_four() as f32,
            nodes: 0,
            is_cut: false,
            budget,
        };
        let mut best = search.choose(board.cells(), 1, None)?;
        let empty = u64::from(board.empty_count()) + 1;
        for depth in 2..=self.effort.depth_max {
            let expected = (search.nodes + 1).saturating_mul(GROWTH * empty);
            if expected > self.effort.nodes {
                break;
            }
            let Some(deeper) = search.choose(board.cells(), depth, Some(best.direction)) else {
                break;
            };
            best = deeper;
            if !search.is_cut {
                break;
            }
        }
        self.nodes += search.nodes;
        Some(best)
    }

    /// What every possible move is worth, at the depth to which [`Self::best`] would look; fewer
    /// moves if the budget runs out before.
    pub fn rate(&mut self, board: &Board, spawn: &Spawn, budget: &mut Budget<'_>) -> Vec<Choice> {
        let Some(Choice { depth, .. }) = self.best(board, spawn, budget) else { return Vec::new() };
        self.table.forget();
        let mut search = Search {
            slides: Slides::tables(),
            evaluation: &self.evaluation,
            table: &mut self.table,
            side: board.side(),
            four: spawn.probability_of_four() as f32,
            nodes: 0,
            is_cut: false,
            budget,
        };
        let rated = Direction::ALL.into_iter().filter_map(|direction| {
            let slid = board.slide(direction);
            let value = (slid != *board).then(|| search.average(slid.cells(), depth - 1, 1.0));
            Some(Choice { direction, value: value??, depth })
        });
        rated.collect()
    }

    /// How many positions all searches so far have looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// How many times the positions of a depth the next one needs, for each empty cell.
const GROWTH: u64 = 6;

/// Boards less likely than this, seen from the root, are evaluated as they are.
///
/// So crowded boards, on which games are lost, are searched deeper than open ones. Of 120 games
/// with 25,000 positions for each move, 119 reached 2048 with this cut and 117 with a tenth of it.
const UNLIKELY: f32 = 0.005;

/// One search of one board.
struct Search<'a, 'b> {
    slides: &'static Slides,
    evaluation: &'a Evaluation,
    table: &'a mut Table,
    side: Side,
    four: f32,
    nodes: u64,
    /// True once a line of play ended because of the depth, and not of its likelihood.
    is_cut: bool,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// The best move at a depth, of those that the budget allowed to look at; `None` if there is
    /// no such move.
    ///
    /// The move that seemed best before is the first, so that an answer from a search that was
    /// cut short is never worse informed than the one before.
    fn choose(&mut self, cells: u64, depth: u32, first: Option<Direction>) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        self.is_cut = false;
        let others = Direction::ALL.into_iter().filter(|&direction| Some(direction) != first);
        for direction in first.into_iter().chain(others) {
            let slid = self.slides.slide(cells, self.side.margin(), direction);
            if slid == cells {
                continue;
            }
            let Some(value) = self.average(slid, depth - 1, 1.0) else { break };
            if best.is_none_or(|best| value > best.value) {
                best = Some(Choice { direction, value, depth });
            }
        }
        best
    }

    /// The worth of a board about to get a new tile; `None` when the budget ran out.
    fn average(&mut self, cells: u64, depth: u32, likelihood: f32) -> Option<f32> {
        if depth == 0 || likelihood < UNLIKELY {
            return Some(self.evaluation.evaluate(cells));
        }
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
        let mut best: f32 = 0.0;
        if depth == 1 {
            self.is_cut = true;
            // The worth of a board is that of its transpose: no need to turn the columns back.
            for (slid, before) in [(left, cells), (right, cells), (up, flipped), (down, flipped)] {
                if slid != before {
                    best = best.max(self.evaluation.evaluate(slid));
                }
            }
            return Some(best);
        }
        for (slid, before) in [(left, cells), (right, cells), (up, flipped), (down, flipped)] {
            if slid != before {
                best = best.max(self.average(slid, depth - 1, likelihood)?);
            }
        }
        Some(best)
    }
}

/// The table has 2^16 entries, one megabyte: about what the processor keeps at hand.
const TABLE_BITS: u32 = 16;

/// Values of boards already searched, each in the one place its bits lead to.
///
/// How likely the board was when it was searched is not kept, though it decides where the search
/// ended: both values are estimates, and the one at hand costs nothing.
#[derive(Debug, Clone)]
struct Table {
    entries: Box<[Entry]>,
    generation: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    cells: u64,
    value: f32,
    /// Which search wrote it and at which depth.
    mark: u32,
}

impl Table {
    fn new() -> Self {
        let entries = vec![Entry::default(); 1 << TABLE_BITS].into_boxed_slice();
        Self { entries, generation: 0 }
    }

    fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1) & 0x00ff_ffff;
        if self.generation == 0 {
            self.entries.fill(Entry::default());
            self.generation = 1;
        }
    }

    fn get(&self, cells: u64, depth: u32) -> Option<f32> {
        let entry = self.entries[place(cells)];
        (entry.cells == cells && entry.mark == self.mark(depth)).then_some(entry.value)
    }

    fn put(&mut self, cells: u64, depth: u32, value: f32) {
        let mark = self.mark(depth);
        self.entries[place(cells)] = Entry { cells, value, mark };
    }

    fn mark(&self, depth: u32) -> u32 {
        self.generation << 8 | depth
    }
}

fn place(cells: u64) -> usize {
    (cells.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_BITS)) as usize
}
