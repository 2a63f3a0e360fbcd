//! Connect Four on a screen: who goes first, columns from 0, no undo unless it was agreed.

mod keys;
mod view;

use jetan_games::connect4::Column;
use jetan_games::connect4::connect_four::ConnectFourEvent;
use jetan_play::PlayableGame;
use jetan_play::game::BadMove;
use jetan_play::settings::PlaySettings;
use jetan_play::stones::connect_four::UNDO;
use jetan_play::stones::{ConnectFourPlay, ExpectedInput, SideToMove, StoneGame};
use ratatui::layout::Rect;

use super::stones::fall::DropAnimation;
use super::stones::screen::{self, CourseGame};
use super::stones::view::StoneView;
use crate::game::{InputReaction, Key, KeyRow};
use crate::look::TerminalLook;

/// A game of Connect Four.
pub type ConnectFourScreen = screen::StoneScreen<ConnectFourPlay>;

impl ConnectFourScreen {
    /// A game with these settings.
    pub fn new(settings: PlaySettings) -> ConnectFourScreen {
        ConnectFourScreen::begin(ConnectFourPlay::new(settings), 0)
    }

    /// Answers the game's question, and shows it if it was accepted.
    fn answer(&mut self, number: u8, show: DropAnimation) -> ConnectFourEvent {
        // Asked before the answer, after which it is somebody else's turn.
        let is_computers = matches!(self.turn(), SideToMove::Computer(_));
        let event = self.course.answer(number);
        if !matches!(event, ConnectFourEvent::AskedAgain | ConnectFourEvent::AlreadyOver) {
            self.see(event, is_computers, show);
        }
        event
    }

    fn see(&mut self, event: ConnectFourEvent, is_computers: bool, show: DropAnimation) {
        if let ConnectFourEvent::Placed { column, row, .. }
        | ConnectFourEvent::Ended { column, row, .. } = event
        {
            self.controls.falls.place((column, row), show);
            // The computer's stone leaves the cursor where the person had it.
            if !is_computers {
                self.controls.cursor = column;
            }
        }
        self.controls.clear_messages();
    }

    fn see_undone(&mut self) {
        // The stone that still falls may be the one that is gone.
        self.controls.falls.finish();
        self.controls.clear_messages();
    }

    fn take_back(&mut self) -> InputReaction {
        if !self.course.settings().undo {
            return self.refuse("moves stay: undo was not agreed");
        }
        if !self.course.undo() {
            return self.refuse("there is no move to take back");
        }
        self.see_undone();
        InputReaction::Moved
    }
}

impl CourseGame for ConnectFourPlay {
    const CHOICES: &'static str = "press 1 or 2";
    const COLUMNS: &'static str = "keys 0-6 choose a column";

    fn keys(settings: &PlaySettings) -> &'static [KeyRow] {
        if settings.undo { keys::WITH_UNDO } else { keys::WITHOUT_UNDO }
    }

    fn footer(settings: &PlaySettings) -> &'static [(&'static str, &'static str)] {
        if settings.undo { keys::SHORT_WITH_UNDO } else { keys::SHORT }
    }

    fn enter(screen: &mut ConnectFourScreen, digit: u8, show: DropAnimation) -> InputReaction {
        let number = digit - b'0';
        match screen.answer(number, show) {
            ConnectFourEvent::AskedAgain if Column::from_index(usize::from(number)).is_some() => {
                screen.refuse(format!("column {number} is full: choose another"))
            }
            ConnectFourEvent::AskedAgain => {
                screen.refuse(format!("there is no column {number}: choose from 0 to 6"))
            }
            _ => InputReaction::Moved,
        }
    }

    fn press(screen: &mut ConnectFourScreen, key: Key) -> Option<InputReaction> {
        let is_over = screen.course.asked() == ExpectedInput::Nothing;
        // Where nothing can be taken back the key still says so, but only during a game.
        let is_meant = key == Key::Char('u') && (screen.course.settings().undo || !is_over);
        is_meant.then(|| screen.take_back())
    }

    fn apply_at_once(screen: &mut ConnectFourScreen, recorded: &str) -> Result<(), BadMove> {
        let is_computers = matches!(screen.turn(), SideToMove::Computer(_));
        match screen.course.apply_event(recorded)? {
            Some(event) => screen.see(event, is_computers, DropAnimation::AtOnce),
            None if recorded == UNDO => screen.see_undone(),
            None => {}
        }
        Ok(())
    }

    fn view(screen: &ConnectFourScreen, area: Rect, look: TerminalLook) -> StoneView {
        screen.view(area, look)
    }
}
