//! Four in a Row as it is played: tokens, trials, undos and every question as the course has them.

use jetan_games::GameTitle;
use jetan_games::connect4::four_in_a_row::{
    FirstMover, FourRowEnding as End, FourRowEvent, FourRowGame as Rules, FourRowQuestion,
    FourRowSettings as Agreed, PlayerSeat,
};
use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{Column, OpponentLevel, Position};

use super::{ExpectedInput, HELP, SideToMove, StoneCell, StoneEnding, StoneGame};
use crate::game::{BadMove, GameOutcome, PlayableGame};
use crate::settings::{PlaySettings, StartingPlayer};

/// The seat of the computer, if it plays.
pub const COMPUTER: PlayerSeat = PlayerSeat::Two;

/// The key that stands in the record for every key that declines an undo.
pub const NO: u8 = b'n';

/// A game of Four in a Row.
///
/// The record is the keys that the course's program would read, one word each. The computer's
/// answer to an offered undo is not in it, because it never takes one.
#[derive(Clone, Debug)]
pub struct FourInARow {
    settings: PlaySettings,
    rules: Rules,
    /// The tokens on the grid, in the order they were placed.
    played: Vec<StoneCell>,
    moves: Vec<String>,
    is_helped: bool,
}

impl FourInARow {
    /// A game with these settings.
    pub fn new(settings: PlaySettings) -> FourInARow {
        let first = match settings.first.unwrap_or_default() {
            StartingPlayer::One => FirstMover::One,
            StartingPlayer::Two => FirstMover::Two,
            StartingPlayer::Random => FirstMover::Random(settings.seed),
        };
        let rules = Rules::new(Agreed { trials: settings.trials, first });
        FourInARow { settings, rules, played: Vec::new(), moves: Vec::new(), is_helped: false }
    }

    /// Lets the computer play at another level from now on, if it plays at all; such a game does
    /// not count.
    pub fn set_level(&mut self, level: OpponentLevel) {
        if self.settings.level.is_some_and(|before| before != level) {
            self.use_help();
            self.settings.level = Some(level);
        }
    }

    /// The rules and the grid.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tokens on the grid, in the order they were placed.
    pub fn played(&self) -> &[StoneCell] {
        &self.played
    }

    /// Gives the game a key that means something to it now, and records it.
    pub fn take_key(&mut self, key: u8) -> Vec<FourRowEvent> {
        // Asked before the key is pressed: afterwards it is somebody else's turn.
        let is_computers = matches!(self.turn(), SideToMove::Computer(_));
        let events = self.rules.press(key);
        self.moves.push(char::from(key).to_string());
        for event in &events {
            match event {
                FourRowEvent::Placed { cell, .. } => self.played.push(spot_of(*cell)),
                FourRowEvent::TakenBack { .. } => drop(self.played.pop()),
                _ => {}
            }
        }
        if is_computers && self.rules.question() == Some(FourRowQuestion::Undo(COMPUTER)) {
            self.rules.press(NO);
        }
        events
    }

    /// The number of tokens a player has on the grid.
    pub fn tokens_of(&self, seat: PlayerSeat) -> usize {
        let token = self.rules.token(seat).byte();
        self.rules.grid().into_iter().filter(|byte| *byte == token).count()
    }

    /// Makes a recorded move; what happened then.
    pub fn apply_events(&mut self, recorded: &str) -> Result<Vec<FourRowEvent>, BadMove> {
        let bad = |why| Err(BadMove { recorded: recorded.to_owned(), why });
        if recorded == HELP {
            self.record_help();
            return Ok(Vec::new());
        }
        let asked = self.asked();
        if asked == ExpectedInput::Nothing {
            return bad("the game is over");
        }
        let &[key] = recorded.as_bytes() else { return bad("it is neither one key nor `help`") };
        let is_possible = match asked {
            ExpectedInput::Choice => matches!(key, b'1' | b'2'),
            // Digits that name no column are moves too: they cost a trial.
            ExpectedInput::Column(_) => key.is_ascii_digit(),
            ExpectedInput::Undo => matches!(key, b'y' | NO),
            ExpectedInput::Nothing => false,
        };
        if !is_possible {
            return bad("the game asks for something else");
        }
        Ok(self.take_key(key))
    }
}

/// The position of a cell of the course's grid.
pub fn spot_of(cell: usize) -> StoneCell {
    // The first row of the course's grid is the top one, ours is the bottom one.
    (Column::ALL[cell % COLUMNS], ROWS - 1 - cell / COLUMNS)
}

impl StoneGame for FourInARow {
    fn asked(&self) -> ExpectedInput {
        match self.rules.question() {
            Some(FourRowQuestion::Token) => ExpectedInput::Choice,
            Some(FourRowQuestion::Column(seat)) => ExpectedInput::Column(seat.number()),
            Some(FourRowQuestion::Undo(_)) => ExpectedInput::Undo,
            None => ExpectedInput::Nothing,
        }
    }

    fn position(&self) -> Position {
        *self.rules.position()
    }

    fn player_at(&self, (column, row): StoneCell) -> u8 {
        let byte = self.rules.grid()[(ROWS - 1 - row) * COLUMNS + column.index()];
        let seat = [PlayerSeat::One, PlayerSeat::Two].into_iter();
        // Player 1 chooses the tokens, so the byte alone does not say whose it is.
        let mut owner = seat.filter(|seat| self.rules.token(*seat).byte() == byte);
        owner.next().map_or(0, PlayerSeat::number)
    }

    fn newest(&self) -> Option<StoneCell> {
        self.played.last().copied()
    }

    fn digit(column: Column) -> u8 {
        b'0' + column.number() as u8
    }

    fn ending(&self) -> Option<StoneEnding> {
        self.rules.ending().map(|ending| match ending {
            End::Tie => StoneEnding::Even("tie"),
            End::Won(seat) => {
                StoneEnding::Won { player: seat.number(), stones: self.tokens_of(seat) }
            }
            End::LostByViolations(seat) => {
                StoneEnding::Lost { player: seat.number(), by: "violations" }
            }
        })
    }

    fn is_helped(&self) -> bool {
        self.is_helped
    }

    fn record_help(&mut self) {
        self.is_helped = true;
        self.moves.push(HELP.to_owned());
    }
}

impl PlayableGame for FourInARow {
    fn name(&self) -> GameTitle {
        GameTitle::FourInARow
    }

    fn settings(&self) -> &PlaySettings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.apply_events(recorded).map(drop)
    }

    fn progress(&self) -> String {
        super::progress(self.rules.position())
    }

    fn outcome(&self) -> Option<GameOutcome> {
        Some(super::outcome(self.ending()?, self.settings.level, self.class()))
    }

    /// The course gives every player undos, so they do not spoil a score.
    fn class(&self) -> Option<String> {
        super::class(&self.settings, !self.is_helped)
    }
}
