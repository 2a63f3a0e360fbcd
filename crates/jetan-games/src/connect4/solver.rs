//! The exact solver: scores of positions, as far as a budget allows.
//!
//! A search answers one question, "is the score at least so much?"; the score is found by asking
//! it until both sides of the answer meet. What was learned stays in the table and is never
//! wrong, so a solver that is used again only becomes faster.

mod node;
mod ordering;
mod pairing;
mod search;
mod table;

use crate::search::SearchBudget;

use super::{
    book::OpeningBook,
    position::{CELLS, Position},
    score::{Score, ScoreBounds},
};
use search::NegamaxSearch;
pub use table::TranspositionTable;

/// Solves positions; keeps what it learns for the next one.
#[derive(Debug, Default)]
pub struct ConnectFourSolver {
    table: TranspositionTable,
    book: Option<OpeningBook>,
    nodes: u64,
}

impl ConnectFourSolver {
    /// A solver without a book, with a table of this size.
    pub fn with_table(table: TranspositionTable) -> Self {
        Self { table, book: None, nodes: 0 }
    }

    /// Lets it look positions of the opening up in a book.
    #[must_use]
    pub fn with_book(self, book: OpeningBook) -> Self {
        Self { book: Some(book), ..self }
    }

    /// The score when both sides play best, or `None` when the budget is spent before it is known.
    ///
    /// ```
    /// use jetan_games::{connect4::{ConnectFourSolver, notation}, search::SearchBudget};
    /// let position = notation::parse("54531211375564").unwrap();
    /// let mut solver = ConnectFourSolver::default();
    /// let score = solver.score(&position, &mut SearchBudget::unlimited()).unwrap();
    /// assert_eq!(score.outcome(position.plies()).to_string(), "win in 11");
    /// ```
    pub fn score(&mut self, position: &Position, budget: &mut SearchBudget<'_>) -> Option<Score> {
        self.bounds(position, budget).exact()
    }

    /// The score as closely as the budget allows.
    pub fn bounds(&mut self, position: &Position, budget: &mut SearchBudget<'_>) -> ScoreBounds {
        self.narrow(position, ScoreBounds::of_plies(position.plies()), budget)
    }

    /// True when the score is at least this much; `None` when the budget is spent first.
    pub fn reaches(
        &mut self,
        position: &Position,
        least: Score,
        budget: &mut SearchBudget<'_>,
    ) -> Option<bool> {
        if let Some(score) = self.known(position) {
            return Some(score >= least);
        }
        let value = self.ask(position, least.value(), budget)?;
        Some(value >= least.value())
    }

    /// The number of positions searched since the solver was made: the measure of its work.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what was learned, but not the book.
    pub fn forget(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    /// The score, looked for only within these bounds: one that lies outside is reported as the
    /// nearer of them.
    pub(super) fn narrow(
        &mut self,
        position: &Position,
        within: ScoreBounds,
        budget: &mut SearchBudget<'_>,
    ) -> ScoreBounds {
        if let Some(score) = self.known(position) {
            return ScoreBounds::exactly(score.max(within.lower).min(within.upper));
        }
        let (mut lower, mut upper) = (within.lower.value(), within.upper.value());
        if let Some(book) = &self.book {
            // The book's bound may lie outside the window that was asked for.
            lower = lower.max(book.bounds(position).lower.value()).min(upper);
        }
        // The game goes on, so the side to move has one stone more than in a lost one.
        lower = lower.max((position.plies() as i32 - CELLS as i32) / 2).min(upper);
        while lower < upper {
            let question = next_question(lower, upper);
            match self.ask(position, question, budget) {
                // An answer may say more than was asked, but the window must stay one.
                Some(value) if value >= question => lower = value.min(upper),
                Some(value) => upper = value.max(lower),
                None => break,
            }
        }
        ScoreBounds { lower: Score::new(lower), upper: Score::new(upper) }
    }

    /// The score where no search is needed.
    fn known(&self, position: &Position) -> Option<Score> {
        Score::of_finished(position).or_else(|| self.book.as_ref()?.score(position))
    }

    fn ask(
        &mut self,
        position: &Position,
        least: i32,
        budget: &mut SearchBudget<'_>,
    ) -> Option<i32> {
        let mut search = NegamaxSearch { table: &mut self.table, budget, nodes: 0 };
        let value = search.value(position, least);
        self.nodes += search.nodes;
        value
    }
}

/// The next "at least" to ask when the score lies between the two.
///
/// Questions about quick wins and losses are cheap, because games that last longer need no look:
/// so the range is halved towards zero, where the expensive ones are, last.
fn next_question(lower: i32, upper: i32) -> i32 {
    let middle = (lower + upper).div_euclid(2);
    let nearer_zero = if middle <= 0 { middle.min(lower / 2) } else { middle.max(upper / 2) };
    nearer_zero.clamp(lower, upper - 1) + 1
}
