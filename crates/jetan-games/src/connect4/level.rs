//! Opponents, from one that overlooks almost everything to one that cannot be beaten.

use crate::{rng::Rng, search::SearchBudget};

use super::{
    analysis::PositionAnalysis,
    position::{Column, Position},
    score::{Score, ScoreBounds},
    solver::ConnectFourSolver,
};

/// The strength of a computer opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpponentLevel {
    /// Sees a four that can be made now, and overlooks even that in every third move.
    Beginner,
    /// Sees what the next move of either side wins, most of the time.
    Easy,
    /// Sees wins and losses three of its own moves ahead, nearly always.
    Medium,
    /// Sees wins and losses seven of its own moves ahead.
    Hard,
    /// Knows the score and plays no move that spoils it.
    Perfect,
}

/// A move of a computer opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpponentMove {
    /// The column it plays.
    pub column: Column,
    /// The column's score as far as it knows; exact only where it looked to the end.
    pub known: ScoreBounds,
    /// False when the budget was spent before the level had seen all it wanted to.
    pub is_complete: bool,
}

impl OpponentLevel {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] =
        [Self::Beginner, Self::Easy, Self::Medium, Self::Hard, Self::Perfect];

    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Perfect => "perfect",
        }
    }

    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The move this opponent makes; `None` when the game is over.
    ///
    /// Of moves it thinks equal it takes a random one, the middle more often than the sides.
    pub fn choose(
        self,
        position: &Position,
        solver: &mut ConnectFourSolver,
        rng: &mut Rng,
        budget: &mut SearchBudget<'_>,
    ) -> Option<OpponentMove> {
        let blunders = rng.below(100) < self.blunders_percent();
        let seen = if blunders {
            // All columns look the same then, and one of them is drawn.
            let any = ScoreBounds::of_plies(position.plies());
            PositionAnalysis {
                columns: Column::ALL.map(|column| position.can_play(column).then_some(any)),
            }
        } else {
            self.look(position, solver, budget)
        };
        let column = draw(&seen.best(), rng)?;
        let known = seen.columns[column.index()]?;
        Some(OpponentMove { column, known, is_complete: !budget.is_spent() })
    }

    /// The percentage of moves that are made without looking.
    fn blunders_percent(self) -> u32 {
        match self {
            Self::Beginner => 33,
            Self::Easy => 15,
            Self::Medium => 5,
            Self::Hard | Self::Perfect => 0,
        }
    }

    /// The number of its own moves ahead at which it sees a win, and at which it sees a loss.
    fn horizon(self) -> Option<(i32, i32)> {
        match self {
            Self::Beginner => Some((1, 0)),
            Self::Easy => Some((1, 1)),
            Self::Medium => Some((3, 3)),
            Self::Hard => Some((7, 7)),
            Self::Perfect => None,
        }
    }

    /// The columns as this level sees them: what lies beyond its horizon looks like a draw.
    fn look(
        self,
        position: &Position,
        solver: &mut ConnectFourSolver,
        budget: &mut SearchBudget<'_>,
    ) -> PositionAnalysis {
        let Some((win, loss)) = self.horizon() else {
            return best_only(position, solver, budget);
        };
        let plies = position.plies() as i32;
        // The least score of a win within the horizon, less one: anything lower is not seen.
        let highest_unseen = Score::new((21 - win - plies / 2).max(0));
        let lowest_unseen = Score::new((loss + (plies + 1) / 2 - 21).min(0));
        let columns = Column::ALL.map(|column| {
            let after = position.play(column)?;
            let all = ScoreBounds::of_plies(after.plies());
            // The window ends where the horizon does, so nothing beyond it is searched.
            let is_win =
                -solver.narrow(&after, ScoreBounds { upper: -highest_unseen, ..all }, budget);
            if is_win.lower > highest_unseen {
                return Some(is_win);
            }
            let is_loss =
                -solver.narrow(&after, ScoreBounds { lower: -lowest_unseen, ..all }, budget);
            let unseen = ScoreBounds { lower: is_loss.lower, upper: is_win.upper };
            Some(if is_loss.upper < lowest_unseen { is_loss } else { unseen })
        });
        PositionAnalysis { columns }
    }
}

/// The best columns with their score, and of the others that they are worse.
fn best_only(
    position: &Position,
    solver: &mut ConnectFourSolver,
    budget: &mut SearchBudget<'_>,
) -> PositionAnalysis {
    let bounds = solver.bounds(position, budget);
    let best = solver.best(position, budget);
    let columns = Column::ALL.map(|column| {
        let Some(best) = &best else { return position.can_play(column).then_some(bounds) };
        let worse = ScoreBounds { upper: bounds.upper, ..ScoreBounds::of_plies(position.plies()) };
        let known = if best.contains(&column) { bounds } else { worse };
        position.can_play(column).then_some(known)
    });
    PositionAnalysis { columns }
}

/// One of the columns; each step towards the middle makes it more likely.
fn draw(columns: &[Column], rng: &mut Rng) -> Option<Column> {
    let weight = |column: &Column| 1 + column.index().min(column.mirrored().index()) as u32;
    // Without columns the bound is 0: `below` gives 0, and the loop finds nothing.
    let mut ticket = rng.below(columns.iter().map(weight).sum());
    for column in columns {
        match ticket.checked_sub(weight(column)) {
            Some(rest) => ticket = rest,
            None => return Some(*column),
        }
    }
    None
}
