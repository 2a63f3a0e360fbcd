//! The score of a position, exact or within bounds, and the words for it.

use std::fmt;

use super::position::{CELLS, Position};

/// The worth of a position to the side to move when both play best.
///
/// 0 is a draw. `+k` means that the side to move wins, and `k` is 22 minus the stones it then has
/// on the board: 1 wins with its very last stone, 2 with the one before. `-k` means that the
/// other side wins, counted the same way. So a larger score is always better.
/// This is the scale of Pascal Pons' solver, which most published scores use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i8);

/// The number of stones of each side on a full board.
const STONES_OF_A_SIDE: i32 = CELLS as i32 / 2;

impl Score {
    /// The score when nobody wins.
    pub const DRAW: Self = Self(0);

    /// Above the score of every position that can arise.
    pub const MOST: Self = Self(STONES_OF_A_SIDE as i8);

    /// The score with this number, if a position can have it.
    pub fn from_value(value: i32) -> Option<Self> {
        // Strictly below: `MOST` is a bound that no position reaches.
        (value.abs() < Self::MOST.value()).then(|| Self::new(value))
    }

    /// The number itself, from -18 to 18 in positions that can arise.
    pub fn value(self) -> i32 {
        i32::from(self.0)
    }

    /// Who wins and in how many moves, for a position with so many stones on the board.
    pub fn outcome(self, plies: usize) -> ScoreOutcome {
        let stones_at_end = STONES_OF_A_SIDE + 1 - self.value().abs();
        let movers_stones = (plies / 2) as i32;
        let others_stones = plies.div_ceil(2) as i32;
        match self.value() {
            0 => ScoreOutcome::Draw,
            // A score that the position cannot have must not wrap around.
            1.. => ScoreOutcome::Win((stones_at_end - movers_stones).max(0) as u8),
            _ => ScoreOutcome::Loss((stones_at_end - others_stones).max(0) as u8),
        }
    }

    /// The score of a game that is over, or `None` while it goes on.
    ///
    /// The side to move has lost when the game is won: the other side made the four.
    pub fn of_finished(position: &Position) -> Option<Self> {
        let winners_stones = position.plies().div_ceil(2) as i32;
        let lost = Self::new(winners_stones - STONES_OF_A_SIDE - 1);
        position.is_over().then_some(if position.is_won() { lost } else { Self::DRAW })
    }

    /// A score from the number the searches use.
    pub(super) fn new(value: i32) -> Self {
        Self(value.clamp(-STONES_OF_A_SIDE, STONES_OF_A_SIDE) as i8)
    }
}

impl std::ops::Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A score in words; the numbers count the moves that the side to move itself still makes.
///
/// `Win(1)` wins with the next stone; after `Loss(1)` the opponent's next stone wins, whatever
/// the side to move does before it. `Loss(0)` is a game that is already lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreOutcome {
    /// The side to move wins with its so-many-th stone from now.
    Win(u8),
    /// The board is filled and nobody wins.
    Draw,
    /// The side to move can still place so many stones.
    Loss(u8),
}

impl fmt::Display for ScoreOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(moves) => write!(f, "win in {moves}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss(moves) => write!(f, "lose in {moves}"),
        }
    }
}

/// Bounds of a score: it lies between the two, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreBounds {
    /// The score is not below this.
    pub lower: Score,
    /// The score is not above this.
    pub upper: Score,
}

impl ScoreBounds {
    /// Exactly this score.
    pub fn exactly(score: Score) -> Self {
        Self { lower: score, upper: score }
    }

    /// The bounds that hold for every position with so many stones, in a game that goes on or is
    /// over.
    pub fn of_plies(plies: usize) -> Self {
        let plies = plies.min(CELLS) as i32;
        let lost_already = (plies + 1) / 2 - STONES_OF_A_SIDE - 1;
        let won_at_once = (CELLS as i32 + 1 - plies) / 2;
        Self { lower: Score::new(lost_already), upper: Score::new(won_at_once) }
    }

    /// The score, when nothing else is possible.
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

impl std::ops::Neg for ScoreBounds {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::notation::parse;

    #[test]
    fn words_count_the_movers_own_moves() {
        let cases = [
            (18, 6, "win in 1"),
            (18, 7, "win in 1"),
            (1, 0, "win in 21"),
            (1, 41, "win in 1"),
            (0, 12, "draw"),
            (-1, 1, "lose in 20"),
            (-18, 7, "lose in 0"),
            (-17, 7, "lose in 1"),
            (-17, 8, "lose in 1"),
        ];
        for (score, plies, words) in cases {
            assert_eq!(Score::new(score).outcome(plies).to_string(), words, "{score} at {plies}");
        }
    }

    #[test]
    fn a_game_that_was_won_is_lost_for_the_side_to_move() {
        let score = Score::of_finished(&parse("1212121").unwrap()).unwrap();
        assert_eq!(score.value(), -18);
        assert_eq!(score.outcome(7), ScoreOutcome::Loss(0));
        assert_eq!(Score::of_finished(&parse("121212").unwrap()), None);
    }
}
