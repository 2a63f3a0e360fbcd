//! Connect Four as it is played: who goes first, columns from 0, no undo unless it was agreed.

use jetan_games::GameTitle;
use jetan_games::connect4::connect_four::{
    ConnectFourEvent, ConnectFourGame as Rules, ConnectFourQuestion,
};
use jetan_games::connect4::position::COLUMNS;
use jetan_games::connect4::{Column, OpponentLevel, Position};
use jetan_games::rng::Rng;

use super::{COMPUTER, ExpectedInput, HELP, StoneCell, StoneEnding, StoneGame};
use crate::game::{BadMove, GameOutcome, PlayableGame};
use crate::settings::{PlaySettings, StartingPlayer};

/// Recorded for a move that was taken back.
pub const UNDO: &str = "undo";

/// A game of Connect Four.
#[derive(Clone, Debug)]
pub struct ConnectFourPlay {
    settings: PlaySettings,
    rules: Rules,
    /// The columns of the stones on the board, in the order they were played.
    played: Vec<Column>,
    moves: Vec<String>,
    /// Whether a move was taken back, so that the game does not count.
    is_undone: bool,
    is_helped: bool,
}

impl ConnectFourPlay {
    /// A game with these settings.
    pub fn new(settings: PlaySettings) -> ConnectFourPlay {
        let mut rules = Rules::default();
        // Without a choice the question stays open, and the player's answer becomes the first
        // recorded move.
        let first = match settings.first {
            None => None,
            Some(StartingPlayer::One) => Some(1),
            Some(StartingPlayer::Two) => Some(2),
            // The first number of the seed, drawn as in the plain game, whose opponent skips it.
            Some(StartingPlayer::Random) => Some(1 + Rng::new(settings.seed).below(2) as i32),
        };
        if let Some(first) = first {
            rules.answer(first);
        }
        ConnectFourPlay {
            settings,
            rules,
            played: Vec::new(),
            moves: Vec::new(),
            is_undone: false,
            is_helped: false,
        }
    }

    /// Lets the computer play at another level from now on, if it plays at all; such a game does
    /// not count.
    pub fn set_level(&mut self, level: OpponentLevel) {
        if self.settings.level.is_some_and(|before| before != level) {
            // Recorded as help: the class of the score names the level, which would be that of the
            // last moves only.
            self.use_help();
            self.settings.level = Some(level);
        }
    }

    /// The rules and the board.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Answers the game's question and records it if it was accepted.
    pub fn answer(&mut self, number: u8) -> ConnectFourEvent {
        let event = self.rules.answer(i32::from(number));
        match event {
            // Refused answers are not recorded: every word of a record can be applied again.
            ConnectFourEvent::AskedAgain | ConnectFourEvent::AlreadyOver => return event,
            ConnectFourEvent::FirstPlayerChosen(_) => {}
            ConnectFourEvent::Placed { column, .. } | ConnectFourEvent::Ended { column, .. } => {
                self.played.push(column);
            }
        }
        self.moves.push(number.to_string());
        event
    }

    /// The number of stones that taking back removes; none if that is not possible.
    pub fn undoable(&self) -> Option<usize> {
        let is_computers = self.settings.level.is_some();
        // Stones alternate: the newest is the person's if the computer would be next.
        let taken = if is_computers && self.rules.current_player() != COMPUTER { 2 } else { 1 };
        (self.settings.undo && self.played.len() >= taken).then_some(taken)
    }

    /// Takes back the newest stone; against the computer, up to the newest of the person's. False
    /// if that was not agreed, or there is none.
    pub fn undo(&mut self) -> bool {
        let Some(taken) = self.undoable() else { return false };
        for _ in 0..taken {
            self.rules.undo();
            self.played.pop();
        }
        self.is_undone = true;
        self.moves.push(UNDO.to_owned());
        true
    }

    /// Makes a recorded move; what the rules said to it, if it was an answer to them.
    pub fn apply_event(&mut self, recorded: &str) -> Result<Option<ConnectFourEvent>, BadMove> {
        let bad = |why| BadMove { recorded: recorded.to_owned(), why };
        match recorded.as_bytes() {
            _ if recorded == HELP => {
                self.record_help();
                Ok(None)
            }
            _ if recorded == UNDO && !self.settings.undo => Err(bad("undo was not agreed")),
            _ if recorded == UNDO => {
                let is_done = self.undo();
                is_done.then_some(None).ok_or(bad("there is no move to take back"))
            }
            &[digit @ b'0'..=b'9'] => match self.answer(digit - b'0') {
                ConnectFourEvent::AskedAgain => Err(bad("the game would ask again")),
                ConnectFourEvent::AlreadyOver => Err(bad("the game is over")),
                event => Ok(Some(event)),
            },
            _ => Err(bad("it is neither a digit nor `undo` or `help`")),
        }
    }
}

impl StoneGame for ConnectFourPlay {
    fn asked(&self) -> ExpectedInput {
        match self.rules.question() {
            Some(ConnectFourQuestion::FirstPlayer) => ExpectedInput::Choice,
            Some(ConnectFourQuestion::Column { player }) => ExpectedInput::Column(player),
            None => ExpectedInput::Nothing,
        }
    }

    fn position(&self) -> Position {
        self.rules.position()
    }

    fn player_at(&self, (column, row): StoneCell) -> u8 {
        self.rules.piece_position()[COLUMNS * row + column.index()]
    }

    fn newest(&self) -> Option<StoneCell> {
        let column = *self.played.last()?;
        let height = self.rules.position().height(column);
        Some((column, height.checked_sub(1)?))
    }

    fn digit(column: Column) -> u8 {
        b'0' + column.index() as u8
    }

    fn ending(&self) -> Option<StoneEnding> {
        let winner = self.rules.winner();
        self.rules.end_game().then(|| match winner {
            0 => StoneEnding::Even("draw"),
            player => StoneEnding::Won { player, stones: self.stones_of(player) },
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

impl PlayableGame for ConnectFourPlay {
    fn name(&self) -> GameTitle {
        GameTitle::ConnectFour
    }

    fn settings(&self) -> &PlaySettings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.apply_event(recorded).map(drop)
    }

    fn progress(&self) -> String {
        super::progress(&self.rules.position())
    }

    fn outcome(&self) -> Option<GameOutcome> {
        Some(super::outcome(self.ending()?, self.settings.level, self.class()))
    }

    fn class(&self) -> Option<String> {
        super::class(&self.settings, !self.is_helped && !self.is_undone)
    }
}
