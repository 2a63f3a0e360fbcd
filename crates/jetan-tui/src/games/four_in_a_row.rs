//! Four in a Row on a screen: tokens, trials, undos and every question as the course has them.

mod keys;
mod view;

use jetan_games::connect4::Column;
use jetan_games::connect4::four_in_a_row::{FourRowEvent, KeyViolation};
use jetan_play::game::BadMove;
use jetan_play::settings::PlaySettings;
use jetan_play::stones::four_in_a_row::{NO, spot_of};
use jetan_play::stones::{ExpectedInput, FourInARow, HELP, SideToMove, StoneGame};
use ratatui::layout::Rect;

use super::stones::fall::DropAnimation;
use super::stones::panel::PanelMessage;
use super::stones::screen::{self, CourseGame};
use super::stones::view::StoneView;
use crate::game::{InputReaction, Key, KeyRow};
use crate::look::TerminalLook;

/// A game of Four in a Row.
pub type FourInARowScreen = screen::StoneScreen<FourInARow>;

impl FourInARowScreen {
    /// A game with these settings.
    pub fn new(settings: PlaySettings) -> FourInARowScreen {
        FourInARowScreen::begin(FourInARow::new(settings), 1)
    }

    /// Gives the game a key that means something to it now, and shows what happens.
    fn take_key(&mut self, key: u8, show: DropAnimation) {
        let is_computers = matches!(self.turn(), SideToMove::Computer(_));
        let events = self.course.take_key(key);
        self.see_all(events, key, is_computers, show);
    }

    fn see_all(
        &mut self,
        events: Vec<FourRowEvent>,
        key: u8,
        is_computers: bool,
        show: DropAnimation,
    ) {
        self.controls.clear_messages();
        for event in events {
            self.see(event, key, show);
        }
        // The first key chooses a token: it is a digit, but not a column.
        let column = column_of(key).filter(|_| !is_computers && !self.course.played().is_empty());
        self.controls.cursor = column.unwrap_or(self.controls.cursor);
    }

    fn see(&mut self, event: FourRowEvent, key: u8, show: DropAnimation) {
        match event {
            FourRowEvent::Placed { cell, .. } => self.controls.falls.place(spot_of(cell), show),
            FourRowEvent::TakenBack { .. } => self.controls.falls.finish(),
            FourRowEvent::Violated { violation, trials_left, .. } => {
                let what = match violation {
                    KeyViolation::NotAColumn => format!("{} is not a column", char::from(key)),
                    KeyViolation::ColumnFull => format!("column {} is full", char::from(key)),
                };
                let left = view::counted(trials_left, "trial");
                self.controls.message = Some(PanelMessage::refused(format!("{what}: {left} left")));
            }
            FourRowEvent::TokenRefused
            | FourRowEvent::TokensChosen(_)
            | FourRowEvent::ColumnAsked(_)
            | FourRowEvent::GridShown
            | FourRowEvent::UndoAsked(_)
            | FourRowEvent::Ended(_) => {}
        }
    }

    /// Any key answers the question whether to take the move back; two of them say yes.
    ///
    /// A column keeps the move and, where two people play, is the next one's answer.
    fn take_back_or_pass(&mut self, key: Key) -> InputReaction {
        if matches!(key, Key::Char('y' | 'Y')) {
            self.take_key(b'y', DropAnimation::AtOnce);
            return InputReaction::Moved;
        }
        self.take_key(NO, DropAnimation::AtOnce);
        match key {
            Key::Char(letter @ '1'..='7') if self.turn() == SideToMove::Person => {
                self.drop_at(letter as u8)
            }
            _ => InputReaction::Moved,
        }
    }
}

fn column_of(key: u8) -> Option<Column> {
    Column::from_number(usize::from(key.checked_sub(b'0')?))
}

impl CourseGame for FourInARow {
    const CHOICES: &'static str = "press 1 for O or 2 for X";
    const COLUMNS: &'static str = "keys 1-7 choose a column";

    fn keys(_settings: &PlaySettings) -> &'static [KeyRow] {
        keys::ROWS
    }

    fn footer(_settings: &PlaySettings) -> &'static [(&'static str, &'static str)] {
        keys::SHORT
    }

    /// Digits are the course's keys, so a wrong one costs a trial.
    fn enter(screen: &mut FourInARowScreen, digit: u8, show: DropAnimation) -> InputReaction {
        screen.take_key(digit, show);
        InputReaction::Moved
    }

    fn press(screen: &mut FourInARowScreen, key: Key) -> Option<InputReaction> {
        (screen.course.asked() == ExpectedInput::Undo).then(|| screen.take_back_or_pass(key))
    }

    fn apply_at_once(screen: &mut FourInARowScreen, recorded: &str) -> Result<(), BadMove> {
        let is_computers = matches!(screen.turn(), SideToMove::Computer(_));
        let events = screen.course.apply_events(recorded)?;
        if let (&[key], true) = (recorded.as_bytes(), recorded != HELP) {
            screen.see_all(events, key, is_computers, DropAnimation::AtOnce);
        }
        Ok(())
    }

    fn view(screen: &FourInARowScreen, area: Rect, look: TerminalLook) -> StoneView {
        screen.view(area, look)
    }
}
