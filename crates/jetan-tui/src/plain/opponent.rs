//! The computer as player 2 of the two games on seven columns.

use jetan_games::connect4::{Column, ConnectFourSolver, OpeningBook, OpponentLevel, Position};
use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;

use super::NODES_MAX;
use jetan_play::settings::PlaySettings;

/// A computer opponent; the same seed gives the same answers to the same moves.
pub(super) struct Opponent {
    level: OpponentLevel,
    solver: ConnectFourSolver,
    rng: Rng,
}

impl Opponent {
    /// The opponent that is asked for, if one is.
    pub(super) fn new(settings: &PlaySettings) -> Option<Opponent> {
        let level = settings.level?;
        let solver = match OpeningBook::embedded() {
            Ok(book) => ConnectFourSolver::default().with_book(book),
            Err(_) => ConnectFourSolver::default(),
        };
        let mut rng = Rng::new(settings.seed);
        // The first number may have drawn who starts, and should not decide anything else.
        rng.next_u64();
        Some(Opponent { level, solver, rng })
    }

    /// The column it plays in a game that goes on.
    pub(super) fn choose(&mut self, position: &Position) -> Column {
        let mut budget = SearchBudget::nodes(NODES_MAX);
        let choice = self.level.choose(position, &mut self.solver, &mut self.rng, &mut budget);
        choice.expect("a column is free while the game goes on").column
    }
}
