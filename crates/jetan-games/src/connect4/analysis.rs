//! Every column's score, the best moves, and how the game goes on from here.

use crate::search::SearchBudget;

use super::{
    position::{COLUMNS, Column, Position},
    score::{Score, ScoreBounds},
    solver::ConnectFourSolver,
};

/// The score of each column for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// Per column, the score of playing there; `None` where no stone can be played.
    pub columns: [Option<ScoreBounds>; COLUMNS],
}

impl PositionAnalysis {
    /// The seven scores, `None` inside for a full column; `None` when the budget was spent before
    /// all of them were known.
    pub fn scores(&self) -> Option<[Option<Score>; COLUMNS]> {
        let mut scores = [None; COLUMNS];
        for (score, bounds) in scores.iter_mut().zip(self.columns) {
            *score = match bounds {
                Some(bounds) => Some(bounds.exact()?),
                None => None,
            };
        }
        Some(scores)
    }

    /// The score of the position itself, as far as it is known: the best its columns offer; `None`
    /// in a finished game.
    pub fn bounds(&self) -> Option<ScoreBounds> {
        let playable = self.columns.iter().flatten();
        let lower = playable.clone().map(|bounds| bounds.lower).max()?;
        let upper = playable.map(|bounds| bounds.upper).max()?;
        Some(ScoreBounds { lower, upper })
    }

    /// The columns that nothing known beats, from left to right: those with the best score when
    /// the analysis is exact, else those that promise most; empty in a finished game.
    pub fn best(&self) -> Vec<Column> {
        let worth = |column: &Column| self.columns[column.index()].map(promise);
        let best = Column::ALL.iter().filter_map(worth).max();
        Column::ALL.into_iter().filter(|column| best.is_some() && worth(column) == best).collect()
    }
}

/// Orders moves by their certain score first, then by their possible one.
fn promise(bounds: ScoreBounds) -> (Score, Score) {
    (bounds.lower, bounds.upper)
}

/// Best moves of both sides, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestLine {
    /// The moves, from the position that was asked for.
    pub moves: Vec<Column>,
    /// True when they lead to the end of the game, so that each is known to be best; false when
    /// the budget was spent before.
    pub is_complete: bool,
}

impl ConnectFourSolver {
    /// The score of every column.
    pub fn analyze(
        &mut self,
        position: &Position,
        budget: &mut SearchBudget<'_>,
    ) -> PositionAnalysis {
        let columns = Column::ALL.map(|column| {
            let after = position.play(column)?;
            Some(-self.bounds(&after, budget))
        });
        PositionAnalysis { columns }
    }

    /// The columns with the best score, from left to right; `None` when the budget is spent
    /// before they are known, empty in a finished game.
    ///
    /// Quicker than [`Self::analyze`]: how bad the other columns are is not looked for.
    pub fn best(
        &mut self,
        position: &Position,
        budget: &mut SearchBudget<'_>,
    ) -> Option<Vec<Column>> {
        let score = self.score(position, budget)?;
        let mut best = Vec::new();
        for column in Column::ALL {
            if self.keeps(position, column, score, budget)? {
                best.push(column);
            }
        }
        Some(best)
    }

    /// The moves of both sides under best play; of equal moves, the more central.
    pub fn line(&mut self, position: &Position, budget: &mut SearchBudget<'_>) -> BestLine {
        let mut moves = Vec::new();
        let mut position = *position;
        let mut score = self.score(&position, budget);
        while let Some(known) = score.filter(|_| !position.is_over()) {
            // A best move only has to keep the known score, which is a single question for each
            // column.
            let best = FROM_THE_MIDDLE
                .into_iter()
                .find(|column| self.keeps(&position, *column, known, budget) == Some(true));
            let Some((column, after)) = best.and_then(|best| Some((best, position.play(best)?)))
            else {
                break;
            };
            moves.push(column);
            position = after;
            score = Some(-known);
        }
        BestLine { moves, is_complete: position.is_over() }
    }

    /// True when a move in the column can be played and keeps this score of the position.
    fn keeps(
        &mut self,
        position: &Position,
        column: Column,
        score: Score,
        budget: &mut SearchBudget<'_>,
    ) -> Option<bool> {
        let Some(after) = position.play(column) else { return Some(false) };
        // The move keeps the score if the opponent does not reach more than its opposite.
        let too_much = Score::new(1 - score.value());
        self.reaches(&after, too_much, budget).map(|reaches| !reaches)
    }
}

/// The columns, the most central first.
pub(super) const FROM_THE_MIDDLE: [Column; COLUMNS] = {
    let all = Column::ALL;
    [all[3], all[2], all[4], all[1], all[5], all[0], all[6]]
};
