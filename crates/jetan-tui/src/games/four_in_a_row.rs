//! Four in a Row on a screen: tokens, trials, undos and every question as the course has them.

mod keys;
mod view;

use jetan_games::Name;
use jetan_games::connect4::four_in_a_row::{
    Ending as End, Event, Game as Rules, Question, Seat, Settings as Agreed, Starter, Violation,
};
use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{Column, Position};
use ratatui::layout::Rect;

use super::stones::Spot;
use super::stones::desk::Turn;
use super::stones::fall::Show;
use super::stones::panel::Message;
use super::stones::screen::{self, Asked, Course, Ending};
use super::stones::view::View;
use crate::game::{Key, KeyRow, Reaction};
use crate::look::Look;
use crate::settings::{First, Settings};

/// A game of Four in a Row.
///
/// Its record is the keys that the course's program would read, one word each; what the computer
/// answers when it is offered an undo is not in it, because it never takes one.
pub type Screen = screen::Screen<FourInARow>;

/// The rules, and what they do not remember.
#[derive(Debug)]
pub struct FourInARow {
    rules: Rules,
    /// The tokens on the grid, in the order they were placed.
    played: Vec<Spot>,
}

/// The player that the computer plays, if it does.
const COMPUTER: Seat = Seat::Two;

/// The key that stands in the record for every key that declines an undo.
const NO: u8 = b'n';

impl Screen {
    /// A game with these settings.
    pub fn new(settings: Settings) -> Screen {
        let first = match settings.first.unwrap_or_default() {
            First::One => Starter::One,
            First::Two => Starter::Two,
            First::Random => Starter::Random(settings.seed),
        };
        let rules = Rules::new(Agreed { trials: settings.trials, first });
        Screen::begin(settings, FourInARow { rules, played: Vec::new() }, 1)
    }

    /// Gives the game a key that means something to it now, and records it.
    fn take_key(&mut self, key: u8, show: Show) {
        let is_computers = matches!(self.turn(), Turn::Computer(_));
        self.desk.turn_page();
        let events = self.course.rules.press(key);
        self.moves.push(char::from(key).to_string());
        for event in events {
            self.see(event, key, show);
        }
        if is_computers && self.course.rules.question() == Some(Question::Undo(COMPUTER)) {
            self.course.rules.press(NO);
        }
        if let Some(column) =
            column_of(key).filter(|_| !is_computers && !self.course.played.is_empty())
        {
            self.desk.cursor = column;
        }
    }

    fn see(&mut self, event: Event, key: u8, show: Show) {
        match event {
            Event::Placed { cell, .. } => {
                let spot = spot_of(cell);
                self.course.played.push(spot);
                self.desk.falls.place(spot, show);
            }
            Event::TakenBack { .. } => {
                self.course.played.pop();
                self.desk.falls.finish();
            }
            Event::Violated { violation, trials_left, .. } => {
                let what = match violation {
                    Violation::NotAColumn => format!("{} is no column", char::from(key)),
                    Violation::ColumnFull => format!("column {} is full", char::from(key)),
                };
                let left = view::counted(trials_left, "trial");
                self.desk.message = Some(Message::refused(format!("{what}: {left} left")));
            }
            Event::TokenRefused
            | Event::TokensChosen(_)
            | Event::ColumnAsked(_)
            | Event::GridShown
            | Event::UndoAsked(_)
            | Event::Ended(_) => {}
        }
    }

    /// Any key answers the question whether to take the move back; two of them say yes.
    ///
    /// A column keeps the move and, where two people play, is the next one's answer.
    fn take_back_or_pass(&mut self, key: Key) -> Reaction {
        if matches!(key, Key::Char('y' | 'Y')) {
            self.take_key(b'y', Show::AtOnce);
            return Reaction::Moved;
        }
        self.take_key(NO, Show::AtOnce);
        match key {
            Key::Char(letter @ '1'..='7') if self.turn() == Turn::Person => {
                self.drop_at(letter as u8)
            }
            _ => Reaction::Moved,
        }
    }
}

impl FourInARow {
    /// How many tokens a player has on the grid.
    fn tokens_of(&self, seat: Seat) -> usize {
        let token = self.rules.token(seat).byte();
        self.rules.grid().into_iter().filter(|byte| *byte == token).count()
    }
}

fn spot_of(cell: usize) -> Spot {
    (Column::ALL[cell % COLUMNS], ROWS - 1 - cell / COLUMNS)
}

fn column_of(key: u8) -> Option<Column> {
    Column::from_number(usize::from(key.checked_sub(b'0')?))
}

impl Course for FourInARow {
    const NAME: Name = Name::FourInARow;
    const CHOICES: &'static str = "press 1 for O or 2 for X";
    const COLUMNS: &'static str = "keys 1-7 choose a column";

    fn asked(&self) -> Asked {
        match self.rules.question() {
            Some(Question::Token) => Asked::Choice,
            Some(Question::Column(seat)) => Asked::Column(seat.number()),
            Some(Question::Undo(_)) => Asked::Undo,
            None => Asked::Nothing,
        }
    }

    fn position(&self) -> Position {
        *self.rules.position()
    }

    fn digit(column: Column) -> u8 {
        b'0' + column.number() as u8
    }

    /// The course gives every player undos.
    fn is_fair(&self) -> bool {
        true
    }

    fn ending(&self) -> Option<Ending> {
        self.rules.ending().map(|ending| match ending {
            End::Tie => Ending::Even("tie"),
            End::Won(seat) => Ending::Won { player: seat.number(), stones: self.tokens_of(seat) },
            End::LostByViolations(seat) => Ending::Lost { player: seat.number(), by: "violations" },
        })
    }

    fn keys(_settings: &Settings) -> &'static [KeyRow] {
        keys::ROWS
    }

    fn footer(_settings: &Settings) -> &'static [(&'static str, &'static str)] {
        keys::SHORT
    }

    /// Digits are the course's keys, so a wrong one costs a trial.
    fn enter(screen: &mut Screen, digit: u8, show: Show) -> Reaction {
        screen.take_key(digit, show);
        Reaction::Moved
    }

    fn press(screen: &mut Screen, key: Key) -> Option<Reaction> {
        (screen.course.asked() == Asked::Undo).then(|| screen.take_back_or_pass(key))
    }

    fn apply(screen: &mut Screen, recorded: &str) -> Result<(), &'static str> {
        let asked = screen.course.asked();
        if asked == Asked::Nothing {
            return Err("the game is over");
        }
        let &[key] = recorded.as_bytes() else { return Err("it is neither one key nor `help`") };
        let is_possible = match asked {
            Asked::Choice => matches!(key, b'1' | b'2'),
            Asked::Column(_) => key.is_ascii_digit(),
            Asked::Undo => matches!(key, b'y' | NO),
            Asked::Nothing => false,
        };
        if !is_possible {
            return Err("the game asks for something else");
        }
        screen.take_key(key, Show::AtOnce);
        Ok(())
    }

    fn view(screen: &Screen, area: Rect, look: Look) -> View {
        screen.view(area, look)
    }
}
