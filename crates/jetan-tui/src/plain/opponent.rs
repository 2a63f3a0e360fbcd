//! The computer as player 2 of the two games on seven columns.

use jetan_games::connect4::{Book, Column, Level, Position, Solver};
use jetan_games::rng::Rng;
use jetan_games::search::Budget;

use super::NODES_MAX;
use jetan_play::settings::Settings;

/// A computer opponent; the same seed gives the same answers to the same moves.
pub(super) struct Opponent {
    level: Level,
    solver: Solver,
    rng: Rng,
}

impl Opponent {
    /// The opponent that is asked for, if one is.
    pub(super) fn new(settings: &Settings) -> Option<Opponent> {
        let level = settings.level?;
        let solver = match Book::embedded() {
            Ok(book) => Solver::default().with_book(book),
            Err(_) => Solver::default(),
        };
        let mut rng = Rng::new(settings.seed);
        // The first number may have drawn who starts, and should not decide anything else.
        rng.next_u64();
        Some(Opponent { level, solver, rng })
    }

    /// The column it plays in a game that goes on.
    pub(super) fn choose(&mut self, position: &Position) -> Column {
        let mut budget = Budget::nodes(NODES_MAX);
        let choice = self.level.choose(position, &mut self.solver, &mut self.rng, &mut budget);
        choice.expect("a column is free while the game goes on").column
    }
}
