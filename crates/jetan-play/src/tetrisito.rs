//! Tetrisito as it is played: pieces are dropped towards a goal, and taken back.

mod attempt;
mod generate;
mod plan;

use jetan_games::GameTitle;
use jetan_games::tetrisito::notation::{format_puzzle, parse_puzzle};
use jetan_games::tetrisito::{FieldShape, FrozenField, GoalReachability, PieceMask, PlanDrop};

use crate::game::{BadMove, BestScore, GameOutcome, PlayableGame};
use crate::settings::{BadSettings, PlaySettings};

pub use attempt::{
    CellOwner, NOBODY, PieceLanding, START, TetrisitoAttempt, TetrisitoMove, TetrisitoPosition,
};
pub use plan::DropAdvice;

/// The rows above the field in which pieces wait.
pub const HIDDEN_ROWS: u32 = 4;

/// A game of Tetrisito.
#[derive(Clone, Debug)]
pub struct TetrisitoPlay {
    settings: PlaySettings,
    attempt: TetrisitoAttempt,
    /// Whether the puzzle is the one of the seed, and not the player's own.
    is_generated: bool,
}

/// The engine's way to the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropSolution {
    /// By these drops; from the start, if the flag is set: then all drops are taken back first.
    Plan(Vec<PlanDrop>, bool),
    /// Not at all.
    Never,
    /// It is not found out in reasonable time.
    Unknown,
}

impl TetrisitoPlay {
    /// A game with the puzzle of the settings, or with the one of the seed.
    pub fn new(mut settings: PlaySettings) -> Result<TetrisitoPlay, BadSettings> {
        let generated = || generate::generate(settings.seed, settings.rules, settings.difficulty);
        let puzzle = match &settings.puzzle {
            Some(text) => parse_puzzle(text, FieldShape::default())
                .map_err(|error| BadSettings(format!("the puzzle cannot be played: {error}")))?,
            None => generated(),
        };
        // A record holds its puzzle as text; the game still counts if its seed makes the same one.
        let is_generated = settings.puzzle.is_none() || puzzle == generated();
        settings.puzzle = Some(format_puzzle(&puzzle));
        let attempt = TetrisitoAttempt::new(puzzle, settings.rules);
        Ok(TetrisitoPlay { settings, attempt, is_generated })
    }

    /// The puzzle and what was done to it.
    pub fn attempt(&self) -> &TetrisitoAttempt {
        &self.attempt
    }

    /// Makes a move and records it; one that is not possible changes nothing. The drops that were
    /// made are for those who show them.
    pub fn make(&mut self, turn: &TetrisitoMove) -> Result<Vec<PieceLanding>, &'static str> {
        self.attempt.make(turn)
    }

    /// Advice for the position on the field.
    pub fn advise(&self) -> DropAdvice {
        plan::advise(&self.attempt)
    }

    /// The engine's way on from here; if that leads nowhere, its way from the beginning.
    pub fn solution(&self) -> DropSolution {
        if let GoalReachability::Plan(plan) =
            plan::plan_from(&self.attempt, self.attempt.position())
        {
            return DropSolution::Plan(plan, false);
        }
        // With nothing dropped the start is the position that was just tried.
        let start = self.attempt.past().first();
        match (start.map(|start| plan::plan_from(&self.attempt, start)), self.advise()) {
            (Some(GoalReachability::Plan(plan)), _) => DropSolution::Plan(plan, true),
            (_, DropAdvice::Unknown) => DropSolution::Unknown,
            _ => DropSolution::Never,
        }
    }

    /// A summary of how the goal was reached; meant for a game that is over.
    pub fn ending(&self) -> String {
        // The drops that still stand; the score counts those that were taken back as well.
        match (self.attempt.is_solved_by_engine(), self.attempt.past().len()) {
            (true, _) => "solved by the engine".to_owned(),
            (false, 1) => "won in 1 drop".to_owned(),
            (false, drops) => format!("won in {drops} drops"),
        }
    }
}

impl PlayableGame for TetrisitoPlay {
    fn name(&self) -> GameTitle {
        GameTitle::Tetrisito
    }

    fn settings(&self) -> &PlaySettings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        self.attempt.words()
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        let bad = |why| BadMove { recorded: recorded.to_owned(), why };
        let turn = TetrisitoMove::parse(recorded).ok_or(bad("it is not a move of Tetrisito"))?;
        self.attempt.make(&turn).map(drop).map_err(bad)
    }

    fn progress(&self) -> String {
        let pieces = self.attempt.pieces().len();
        let used = (0..pieces).filter(|piece| self.attempt.position().is_used(*piece)).count();
        format!("{used} of {pieces} pieces dropped")
    }

    fn outcome(&self) -> Option<GameOutcome> {
        let drops = self.attempt.drops();
        self.attempt.is_over().then(|| GameOutcome {
            words: self.ending(),
            score: self.class().map(|class| BestScore {
                class,
                value: drops as u64,
                is_lower_better: true,
                shown: format!("{drops} drops"),
            }),
        })
    }

    fn class(&self) -> Option<String> {
        let is_own_work = !self.attempt.is_solved_by_engine() && self.attempt.hints() == 0;
        let pieces = self.attempt.pieces().len();
        let class = match self.settings.difficulty {
            None => format!("{pieces} pieces"),
            Some(difficulty) => format!("{pieces} pieces, {difficulty}"),
        };
        (self.is_generated && is_own_work).then_some(class)
    }
}

/// The number of rows a piece falls from where it waits, until the floor or a frozen cell stops it.
///
/// The rules ask only where it comes to rest; an impossible drop is shown too.
pub fn rows_to_fall(shape: FieldShape, field: FrozenField, piece: PieceMask, offset: u32) -> u32 {
    let is_free = |fallen: u32| {
        cells(piece).all(|(row, column)| {
            let row = row + fallen;
            let is_above_floor = row < HIDDEN_ROWS + shape.rows();
            let visible = row.checked_sub(HIDDEN_ROWS);
            let is_frozen = visible.is_some_and(|row| field.is_filled(shape, row, column + offset));
            is_above_floor && !is_frozen
        })
    };
    let rows_max = HIDDEN_ROWS + shape.rows();
    // Not `filter`: a piece stops at the first obstacle and does not pass through it.
    (1..=rows_max).take_while(|&fallen| is_free(fallen)).last().unwrap_or(0)
}

/// The cells of a piece's box: row and column.
pub fn cells(piece: PieceMask) -> impl Iterator<Item = (u32, u32)> {
    let every =
        (0..PieceMask::SIDE).flat_map(|row| (0..PieceMask::SIDE).map(move |column| (row, column)));
    every.filter(move |&(row, column)| piece.row(row) >> column & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_games::rng::Rng;
    use jetan_games::tetrisito::placement::drop_piece;

    #[test]
    fn a_piece_is_shown_to_rest_where_the_rules_put_it() {
        let (mut rng, shape) = (Rng::new(11), FieldShape::default());
        for _ in 0..5000 {
            let field =
                FrozenField::from_bits(rng.next_u64() & rng.next_u64() & ((1 << 36) - 1) & !0xfff);
            let Some(piece) = PieceMask::from_bits(rng.next_u64() as u16) else { continue };
            let offset = rng.below(shape.columns() - piece.last_column());
            let rows = rows_to_fall(shape, field, piece, offset);
            let rested = cells(piece).map(|(row, column)| {
                let row = (row + rows).checked_sub(HIDDEN_ROWS)?;
                Some(1u64 << (row * shape.columns() + column + offset))
            });
            let rested: Option<Vec<u64>> = rested.collect();
            let rested =
                rested.map(|cells| cells.iter().fold(field.as_bits(), |all, cell| all | cell));
            let expected = drop_piece(shape, field, piece, offset, false);
            assert_eq!(rested, expected.map(FrozenField::as_bits), "{field:?} {piece:?} {offset}");
        }
    }
}
