//! Connect Four on a screen: who goes first, columns from 0, no undo unless it was agreed.

mod keys;
mod view;

use jetan_games::connect4::Column;
use jetan_games::connect4::connect_four::Event;
use jetan_play::Play;
use jetan_play::game::BadMove;
use jetan_play::settings::Settings;
use jetan_play::stones::connect_four::UNDO;
use jetan_play::stones::{Asked, ConnectFour, Stones, Turn};
use ratatui::layout::Rect;

use super::stones::fall::Show;
use super::stones::screen::{self, Course};
use super::stones::view::View;
use crate::game::{Key, KeyRow, Reaction};
use crate::look::Look;

/// A game of Connect Four.
pub type Screen = screen::Screen<ConnectFour>;

impl Screen {
    /// A game with these settings.
    pub fn new(settings: Settings) -> Screen {
        Screen::begin(ConnectFour::new(settings), 0)
    }

    /// Answers the game's question, and shows it if it was accepted.
    fn answer(&mut self, number: u8, show: Show) -> Event {
        // Asked before the answer, after which it is somebody else's turn.
        let is_computers = matches!(self.turn(), Turn::Computer(_));
        let event = self.course.answer(number);
        if !matches!(event, Event::AskedAgain | Event::AlreadyOver) {
            self.see(event, is_computers, show);
        }
        event
    }

    fn see(&mut self, event: Event, is_computers: bool, show: Show) {
        if let Event::Placed { column, row, .. } | Event::Ended { column, row, .. } = event {
            self.desk.falls.place((column, row), show);
            // The computer's stone leaves the cursor where the person had it.
            if !is_computers {
                self.desk.cursor = column;
            }
        }
        self.desk.turn_page();
    }

    fn see_undone(&mut self) {
        // The stone that still falls may be the one that is gone.
        self.desk.falls.finish();
        self.desk.turn_page();
    }

    fn take_back(&mut self) -> Reaction {
        if !self.course.settings().undo {
            return self.refuse("moves stay: undo was not agreed");
        }
        if !self.course.undo() {
            return self.refuse("there is no move to take back");
        }
        self.see_undone();
        Reaction::Moved
    }
}

impl Course for ConnectFour {
    const CHOICES: &'static str = "press 1 or 2";
    const COLUMNS: &'static str = "keys 0-6 choose a column";

    fn keys(settings: &Settings) -> &'static [KeyRow] {
        if settings.undo { keys::WITH_UNDO } else { keys::WITHOUT_UNDO }
    }

    fn footer(settings: &Settings) -> &'static [(&'static str, &'static str)] {
        if settings.undo { keys::SHORT_WITH_UNDO } else { keys::SHORT }
    }

    fn enter(screen: &mut Screen, digit: u8, show: Show) -> Reaction {
        let number = digit - b'0';
        match screen.answer(number, show) {
            Event::AskedAgain if Column::from_index(usize::from(number)).is_some() => {
                screen.refuse(format!("column {number} is full: choose another"))
            }
            Event::AskedAgain => {
                screen.refuse(format!("there is no column {number}: choose from 0 to 6"))
            }
            _ => Reaction::Moved,
        }
    }

    fn press(screen: &mut Screen, key: Key) -> Option<Reaction> {
        let is_over = screen.course.asked() == Asked::Nothing;
        // Where nothing can be taken back the key still says so, but only during a game.
        let is_meant = key == Key::Char('u') && (screen.course.settings().undo || !is_over);
        is_meant.then(|| screen.take_back())
    }

    fn apply_at_once(screen: &mut Screen, recorded: &str) -> Result<(), BadMove> {
        let is_computers = matches!(screen.turn(), Turn::Computer(_));
        match screen.course.apply_event(recorded)? {
            Some(event) => screen.see(event, is_computers, Show::AtOnce),
            None if recorded == UNDO => screen.see_undone(),
            None => {}
        }
        Ok(())
    }

    fn view(screen: &Screen, area: Rect, look: Look) -> View {
        screen.view(area, look)
    }
}
