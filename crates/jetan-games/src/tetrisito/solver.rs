//! Whether the goal can be reached, by which plan, and by how many.
//!
//! The order of the search is the course's, pieces by index and offsets ascending, so that the
//! plan found is the one its program finds.
//! States that failed are remembered, and states that cannot succeed are not entered.

use rustc_hash::{FxHashMap, FxHashSet};

use super::placement::Placement;
use super::{DropOrder, DropRules, PieceRule, PlanDrop, TetrisitoPuzzle};
use crate::search::SearchBudget;

/// Whether the goal can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalReachability {
    /// Yes: these drops, one after the other, do it.
    Plan(Vec<PlanDrop>),
    /// No plan exists.
    Never,
    /// The budget ended before the search did.
    Unknown,
}

/// The number of plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanCount {
    /// Exactly so many.
    Exactly(u64),
    /// At least so many: the limit was reached, or the budget ended.
    AtLeast(u64),
}

/// Looks for the first plan in the course's order: pieces by index, offsets ascending.
///
/// ```
/// use jetan_games::search::SearchBudget;
/// use jetan_games::tetrisito::{
///     DropRules, FieldShape, FrozenField, GoalReachability, PieceMask, PlanDrop, TetrisitoPuzzle,
///     reachable,
/// };
///
/// let square = PieceMask::from_bits(0b0011_0011_0000_0000).unwrap();
/// let goal = FrozenField::from_bits(0b001100_001100 << 24);
/// let (shape, empty) = (FieldShape::default(), FrozenField::default());
/// let puzzle = TetrisitoPuzzle::new(shape, empty, goal, vec![square])?;
/// let reach = reachable(&puzzle, DropRules::default(), &mut SearchBudget::unlimited());
/// assert_eq!(reach, GoalReachability::Plan(vec![PlanDrop { piece: 0, offset: 2 }]));
/// # Ok::<(), jetan_games::tetrisito::PuzzleError>(())
/// ```
pub fn reachable(
    puzzle: &TetrisitoPuzzle,
    rules: DropRules,
    budget: &mut SearchBudget<'_>,
) -> GoalReachability {
    let search = PlanSearch::new(puzzle, rules);
    let start = search.start(puzzle);
    if search.is_hopeless(puzzle) {
        return GoalReachability::Never;
    }
    let mut failed = FailedStates::default();
    let mut plan = Vec::new();
    if search.find(start, &mut failed, &mut plan, budget) {
        // Drops are pushed on the way back, the last one first.
        plan.reverse();
        GoalReachability::Plan(plan)
    } else if budget.is_spent() {
        GoalReachability::Unknown
    } else {
        GoalReachability::Never
    }
}

/// Counts the plans, up to a limit.
///
/// A plan is a sequence of possible drops that uses the pieces as the rules ask and leaves the
/// goal. Equal pieces are different pieces, and a plan may pass through the goal on its way.
pub fn count_plans(
    puzzle: &TetrisitoPuzzle,
    rules: DropRules,
    limit: u64,
    budget: &mut SearchBudget<'_>,
) -> PlanCount {
    let search = PlanSearch::new(puzzle, rules);
    if limit == 0 {
        return PlanCount::AtLeast(0);
    }
    if search.is_hopeless(puzzle) {
        return PlanCount::Exactly(0);
    }
    let start = search.start(puzzle);
    let count = search.count(start, &mut FxHashMap::default(), limit, budget);
    if count >= limit || budget.is_spent() {
        PlanCount::AtLeast(count)
    } else {
        PlanCount::Exactly(count)
    }
}

/// Counts the different fields that can be left by using the pieces as the rules ask.
///
/// The goal plays no part. None if the budget ended first; it bounds the memory too, a few words
/// for each position.
pub fn count_fields(
    puzzle: &TetrisitoPuzzle,
    rules: DropRules,
    budget: &mut SearchBudget<'_>,
) -> Option<u64> {
    let search = PlanSearch::new(puzzle, rules);
    let mut waiting = vec![search.start(puzzle)];
    let mut seen: FxHashSet<(u64, u64)> = waiting.iter().map(|state| state.key()).collect();
    let mut fields = FxHashSet::default();
    while let Some(state) = waiting.pop() {
        if !budget.spend() {
            return None;
        }
        if search.is_use_complete(state.progress) {
            fields.insert(state.field);
        }
        let mut steps = search.steps(state);
        while let Some((_, next)) = steps.next(&search) {
            if seen.insert(next.key()) {
                waiting.push(next);
            }
        }
    }
    Some(fields.len() as u64)
}

/// The most states a search remembers: beyond them it only gets slower.
const MEMORY_STATES_MAX: usize = 1 << 20;

type FailedStates = FxHashSet<(u64, u64)>;

/// The constants of a search.
struct PlanSearch {
    shape: super::FieldShape,
    goal: u64,
    goal_cells: u32,
    rules: DropRules,
    placements: Vec<Placement>,
    /// A common divisor of the numbers of cells of all pieces.
    divisor: u32,
    /// For each piece, the bit of the equal piece before it; 0 if there is none.
    twins: Vec<u64>,
}

/// The state of a search: the field and the pieces left to drop.
#[derive(Debug, Clone, Copy)]
struct PlanState {
    field: u64,
    /// The set of used pieces; in the given order, the index of the first that may still fall.
    progress: u64,
    /// The cells of all pieces that may still fall.
    cells_left: u32,
}

impl PlanState {
    fn key(self) -> (u64, u64) {
        (self.field, self.progress)
    }
}

impl PlanSearch {
    fn new(puzzle: &TetrisitoPuzzle, rules: DropRules) -> Self {
        let pieces = puzzle.pieces();
        let placements = pieces.iter().map(|&piece| Placement::new(piece, puzzle.shape()));
        let twin = |(index, piece)| {
            let earlier = pieces[..index].iter().rposition(|other| other == piece);
            earlier.map_or(0, |earlier| 1 << earlier)
        };
        Self {
            shape: puzzle.shape(),
            goal: puzzle.goal().0,
            goal_cells: puzzle.goal().count(),
            rules,
            placements: placements.collect(),
            // Without pieces the common divisor would be 0.
            divisor: pieces.iter().map(|piece| piece.count()).fold(0, gcd).max(1),
            twins: pieces.iter().enumerate().map(twin).collect(),
        }
    }

    fn start(&self, puzzle: &TetrisitoPuzzle) -> PlanState {
        let cells_left = self.placements.iter().map(|placement| placement.cells).sum();
        PlanState { field: puzzle.start().0, progress: 0, cells_left }
    }

    /// Whether the start alone rules out every plan.
    fn is_hopeless(&self, puzzle: &TetrisitoPuzzle) -> bool {
        let start = self.start(puzzle);
        let is_done = start.field == self.goal;
        // After a drop no row is full.
        let is_uncleared = self.rules.clears_lines && self.shape.has_full_row(self.goal);
        !self.is_promising(start) || (is_uncleared && !is_done)
    }

    /// The most rows that can vanish on the way to the goal; none if the numbers of cells rule out
    /// a plan.
    ///
    /// A drop adds a piece's cells and a vanishing row takes one cell per column away.
    #[inline]
    fn rows_to_clear(&self, state: PlanState) -> Option<u32> {
        let most = state.field.count_ones() + state.cells_left;
        let surplus = most.checked_sub(self.goal_cells)?;
        let columns = self.shape.columns();
        match (self.rules.clears_lines, self.rules.usage) {
            (true, PieceRule::All) => surplus.is_multiple_of(columns).then_some(surplus / columns),
            (false, PieceRule::All) => (surplus == 0).then_some(0),
            // The cells that stay unused are those of whole pieces.
            (true, _) => (0..=surplus / columns)
                .rev()
                .take(self.divisor as usize)
                .find(|rows| (surplus - rows * columns).is_multiple_of(self.divisor)),
            (false, _) => surplus.is_multiple_of(self.divisor).then_some(0),
        }
    }

    /// True if a plan exists from here; its drops are then pushed, the last one first.
    fn find(
        &self,
        state: PlanState,
        failed: &mut FailedStates,
        plan: &mut Vec<PlanDrop>,
        budget: &mut SearchBudget<'_>,
    ) -> bool {
        // A goal that is reached costs no budget.
        if state.field == self.goal && self.is_use_complete(state.progress) {
            return true;
        }
        if !budget.spend() {
            return false;
        }
        let mut steps = self.steps(state);
        while let Some((drop, next)) = steps.next_useful(self) {
            if failed.contains(&next.key()) {
                continue;
            }
            if self.find(next, failed, plan, budget) {
                plan.push(drop);
                return true;
            }
            // A state whose search was cut short has not failed and must not be remembered as such.
            if budget.is_spent() {
                return false;
            }
            // What has no piece left is found out faster than it is looked up.
            if next.cells_left > 0 && failed.len() < MEMORY_STATES_MAX {
                failed.insert(next.key());
            }
        }
        false
    }

    /// The number of plans from here, at most the limit; too low once the budget is spent.
    fn count(
        &self,
        state: PlanState,
        counted: &mut FxHashMap<(u64, u64), u64>,
        limit: u64,
        budget: &mut SearchBudget<'_>,
    ) -> u64 {
        let is_plan = state.field == self.goal && self.is_use_complete(state.progress);
        let mut count = u64::from(is_plan);
        if state.cells_left == 0 || count >= limit {
            return count;
        }
        if let Some(&known) = counted.get(&state.key()) {
            return known;
        }
        if !budget.spend() {
            return count;
        }
        let mut steps = self.steps(state);
        // In a plan equal pieces are different pieces, so none is skipped.
        steps.twins_are_one = false;
        while let Some((_, next)) = steps.next_useful(self) {
            count = count.saturating_add(self.count(next, counted, limit, budget)).min(limit);
            // Every state is reached by some drops: enough plans here are enough at the start.
            if count >= limit || budget.is_spent() {
                return count;
            }
        }
        if counted.len() < MEMORY_STATES_MAX {
            counted.insert(state.key(), count);
        }
        count
    }

    /// True if the pieces dropped so far are a choice that the rules allow.
    fn is_use_complete(&self, progress: u64) -> bool {
        let pieces = self.placements.len();
        match (self.rules.order, self.rules.usage) {
            (_, PieceRule::Some) | (DropOrder::Given, PieceRule::Prefix) => true,
            (DropOrder::Any, PieceRule::All) => progress.count_ones() as usize == pieces,
            (DropOrder::Given, PieceRule::All) => progress as usize == pieces,
            (DropOrder::Any, PieceRule::Prefix) => {
                progress.trailing_ones() == progress.count_ones()
            }
        }
    }

    /// The drops that are possible from a state, in the course's order.
    #[inline]
    fn steps(&self, state: PlanState) -> DropIter {
        let piece = match self.rules.order {
            DropOrder::Any => 0,
            DropOrder::Given => state.progress as usize,
        };
        let shade = self.shape.shade(state.field);
        DropIter { state, shade, piece, offset: 0, twins_are_one: true }
    }

    /// True if a plan may exist from here; false only if there is none.
    #[inline]
    fn is_promising(&self, state: PlanState) -> bool {
        match self.rows_to_clear(state) {
            None => false,
            // While nothing vanishes, a cell outside the goal stays wrong, and so does an empty
            // cell of the goal that is covered.
            Some(0) => {
                let is_buried = self.shape.shade(state.field) & self.goal & !state.field != 0;
                state.field & !self.goal == 0 && !is_buried
            }
            Some(rows) => self.shape.fits_after_clearing(state.field, self.goal, rows),
        }
    }
}

/// Steps through the drops from one state.
struct DropIter {
    state: PlanState,
    shade: u64,
    piece: usize,
    offset: u32,
    /// Skip a piece while an equal one before it is unused: it would do the same.
    twins_are_one: bool,
}

impl DropIter {
    /// The next possible drop and the state after it.
    fn next(&mut self, search: &PlanSearch) -> Option<(PlanDrop, PlanState)> {
        loop {
            let (drop, cells) = self.next_rest(search)?;
            if let Some(cells) = cells {
                return Some((drop, self.after(search, drop, cells)));
            }
        }
    }

    /// The next possible drop that may lead to the goal.
    #[inline]
    fn next_useful(&mut self, search: &PlanSearch) -> Option<(PlanDrop, PlanState)> {
        // Without clearing most drops are ruled out by this alone.
        let wrong = if search.rules.clears_lines { 0 } else { !search.goal };
        loop {
            let (drop, cells) = self.next_rest(search)?;
            let Some(cells) = cells.filter(|cells| cells & wrong == 0) else { continue };
            let next = self.after(search, drop, cells);
            if search.is_promising(next) {
                return Some((drop, next));
            }
        }
    }

    /// The next drop to try, and where it comes to rest if it is possible.
    #[inline]
    fn next_rest(&mut self, search: &PlanSearch) -> Option<(PlanDrop, Option<u64>)> {
        loop {
            let placement = search.placements.get(self.piece)?;
            if self.offset < placement.offsets && self.may_fall(search) {
                let drop = PlanDrop { piece: self.piece, offset: self.offset };
                self.offset += 1;
                return Some((drop, placement.rest(self.shade, drop.offset)));
            }
            self.offset = 0;
            self.piece += 1;
        }
    }

    #[inline]
    fn may_fall(&self, search: &PlanSearch) -> bool {
        let used = self.state.progress;
        match (search.rules.order, search.rules.usage) {
            (DropOrder::Any, _) => {
                let is_repetition = self.twins_are_one && search.twins[self.piece] & !used != 0;
                used >> self.piece & 1 == 0 && !is_repetition
            }
            (DropOrder::Given, PieceRule::Some) => true,
            (DropOrder::Given, PieceRule::All | PieceRule::Prefix) => self.piece as u64 == used,
        }
    }

    /// The state after a piece has come to rest in these cells.
    #[inline]
    fn after(&self, search: &PlanSearch, drop: PlanDrop, cells: u64) -> PlanState {
        let frozen = self.state.field | cells;
        let field = if search.rules.clears_lines { search.shape.clear(frozen) } else { frozen };
        let (progress, first_gone) = match search.rules.order {
            DropOrder::Any => (self.state.progress | 1 << drop.piece, drop.piece),
            DropOrder::Given => (drop.piece as u64 + 1, self.state.progress as usize),
        };
        let gone = &search.placements[first_gone..=drop.piece];
        let gone: u32 = gone.iter().map(|placement| placement.cells).sum();
        PlanState { field, progress, cells_left: self.state.cells_left - gone }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
