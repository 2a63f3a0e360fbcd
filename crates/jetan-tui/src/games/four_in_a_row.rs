//! Four in a Row on a screen: tokens, trials, undos and every question as the course has them.

mod keys;
mod view;

use jetan_games::connect4::Column;
use jetan_games::connect4::four_in_a_row::{Event, Violation};
use jetan_play::game::BadMove;
use jetan_play::settings::Settings;
use jetan_play::stones::four_in_a_row::{NO, spot_of};
use jetan_play::stones::{Asked, FourInARow, HELP, Stones, Turn};
use ratatui::layout::Rect;

use super::stones::fall::Show;
use super::stones::panel::Message;
use super::stones::screen::{self, Course};
use super::stones::view::View;
use crate::game::{Key, KeyRow, Reaction};
use crate::look::Look;

/// A game of Four in a Row.
pub type Screen = screen::Screen<FourInARow>;

impl Screen {
    /// A game with these settings.
    pub fn new(settings: Settings) -> Screen {
        Screen::begin(FourInARow::new(settings), 1)
    }

    /// Gives the game a key that means something to it now, and shows what happens.
    fn take_key(&mut self, key: u8, show: Show) {
        let is_computers = matches!(self.turn(), Turn::Computer(_));
        let events = self.course.take_key(key);
        self.see_all(events, key, is_computers, show);
    }

    fn see_all(&mut self, events: Vec<Event>, key: u8, is_computers: bool, show: Show) {
        self.desk.turn_page();
        for event in events {
            self.see(event, key, show);
        }
        // The first key chooses a token: it is a digit, but not a column.
        let column = column_of(key).filter(|_| !is_computers && !self.course.played().is_empty());
        self.desk.cursor = column.unwrap_or(self.desk.cursor);
    }

    fn see(&mut self, event: Event, key: u8, show: Show) {
        match event {
            Event::Placed { cell, .. } => self.desk.falls.place(spot_of(cell), show),
            Event::TakenBack { .. } => self.desk.falls.finish(),
            Event::Violated { violation, trials_left, .. } => {
                let what = match violation {
                    Violation::NotAColumn => format!("{} is not a column", char::from(key)),
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

fn column_of(key: u8) -> Option<Column> {
    Column::from_number(usize::from(key.checked_sub(b'0')?))
}

impl Course for FourInARow {
    const CHOICES: &'static str = "press 1 for O or 2 for X";
    const COLUMNS: &'static str = "keys 1-7 choose a column";

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

    fn apply_at_once(screen: &mut Screen, recorded: &str) -> Result<(), BadMove> {
        let is_computers = matches!(screen.turn(), Turn::Computer(_));
        let events = screen.course.apply_events(recorded)?;
        if let (&[key], true) = (recorded.as_bytes(), recorded != HELP) {
            screen.see_all(events, key, is_computers, Show::AtOnce);
        }
        Ok(())
    }

    fn view(screen: &Screen, area: Rect, look: Look) -> View {
        screen.view(area, look)
    }
}
