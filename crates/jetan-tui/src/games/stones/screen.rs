//! A game of stones on a screen: what keys, clicks and thoughts do, whatever the course's rules.

use std::time::Duration;

use jetan_play::Play;
use jetan_play::game::BadMove;
use jetan_play::settings::Settings;
use jetan_play::stones::{Asked, Stones, Turn};
use jetan_play::thought::{GameQuestion, Thought};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::cursor::{Step, is_of_the_application, step_of};
use super::desk::Desk;
use super::fall::Show;
use super::panel::{Card, Message};
use super::place::Place;
use super::view::View;
use crate::game::{Game, Key, KeyRow, Press, Reaction};
use crate::look::Look;

/// A game of stones by the rules of a course.
#[derive(Debug)]
pub struct Screen<C> {
    pub(crate) course: C,
    /// The answer that Enter gives to a [`Asked::Choice`]: 1 or 2.
    pub(crate) chosen: u8,
    pub(crate) desk: Desk,
}

/// The texts and pictures of a game of stones.
pub(crate) trait Course: Stones + Sized {
    /// The message about a key that does not answer an [`Asked::Choice`].
    const CHOICES: &'static str;
    /// The message about a key that does not name a column.
    const COLUMNS: &'static str;

    /// Every key of the game.
    fn keys(settings: &Settings) -> &'static [KeyRow];

    /// One key for each action that is wanted often, the most wanted first.
    fn footer(settings: &Settings) -> &'static [(&'static str, &'static str)];

    /// Gives a digit as the answer to a choice or a column, and records it if the rules take it.
    fn enter(screen: &mut Screen<Self>, digit: u8, show: Show) -> Reaction;

    /// Takes a key that is neither a digit nor the cursor's; none if it means nothing now.
    fn press(screen: &mut Screen<Self>, key: Key) -> Option<Reaction>;

    /// Makes a recorded move at once, without showing it move.
    fn apply_at_once(screen: &mut Screen<Self>, recorded: &str) -> Result<(), BadMove>;

    /// The whole picture, for an area of this size.
    fn view(screen: &Screen<Self>, area: Rect, look: Look) -> View;
}

#[expect(private_bounds, reason = "a game is played from outside, its rules are our own")]
impl<C: Course> Screen<C> {
    /// A game that begins; the first column is called `first_label`.
    pub(crate) fn begin(course: C, first_label: usize) -> Screen<C> {
        let desk = Desk::new(course.settings().seed, first_label);
        Screen { course, chosen: 1, desk }
    }

    pub(crate) fn turn(&self) -> Turn {
        self.course.turn()
    }

    pub(crate) fn refuse(&mut self, why: impl Into<String>) -> Reaction {
        self.desk.message = Some(Message::refused(why.into()));
        Reaction::Understood
    }

    /// Drops a stone for the person whose turn it is.
    pub(crate) fn drop_at(&mut self, digit: u8) -> Reaction {
        if self.turn() != Turn::Person {
            return self.refuse("wait for the computer");
        }
        C::enter(self, digit, Show::Falling)
    }

    fn choose(&mut self, key: Key) -> Reaction {
        self.chosen = match key {
            Key::Char(letter @ ('1' | '2')) => return C::enter(self, letter as u8, Show::AtOnce),
            Key::Enter | Key::Char(' ') => {
                return C::enter(self, b'0' + self.chosen, Show::AtOnce);
            }
            Key::Up | Key::Left | Key::Char('w' | 'a' | 'k' | 'h') => 1,
            Key::Down | Key::Right | Key::Char('s' | 'd' | 'j' | 'l') => 2,
            Key::Char(_) => return self.refuse(C::CHOICES),
            // Other keys, Esc among them, are left to the application.
            _ => return Reaction::Ignored,
        };
        self.desk.message = None;
        Reaction::Understood
    }

    /// Keys while a column is asked for.
    fn play(&mut self, key: Key) -> Reaction {
        match (step_of(key), key) {
            (Some(Step::Drop), _) => self.drop_at(C::digit(self.desk.cursor)),
            (Some(step), _) => {
                self.desk.message = None;
                self.desk.step(step);
                Reaction::Understood
            }
            (None, Key::Char(letter @ '0'..='9')) => self.drop_at(letter as u8),
            (None, Key::Char('i')) => {
                if self.turn() != Turn::Person {
                    return self.refuse("wait for the computer");
                }
                self.desk.ask_hint(&self.course.position());
                self.use_help()
            }
            (None, Key::Char('c')) => {
                self.desk.toggle_analysis();
                self.use_help()
            }
            (None, key) => match (C::press(self, key), key) {
                (Some(reaction), _) => reaction,
                (None, Key::Char(_)) => self.refuse(C::COLUMNS),
                (None, _) => Reaction::Ignored,
            },
        }
    }

    fn use_help(&mut self) -> Reaction {
        if self.course.use_help() { Reaction::Moved } else { Reaction::Understood }
    }

    fn click(&mut self, x: u16, y: u16, area: Rect) -> Reaction {
        let Some(place) = self.desk.place_in(area) else { return Reaction::Ignored };
        match self.course.asked() {
            Asked::Choice => match Card::answer_at(&place, x, y) {
                Some(answer) => C::enter(self, b'0' + answer, Show::AtOnce),
                None => Reaction::Ignored,
            },
            Asked::Column(_) => match place.column_at(x, y) {
                Some(column) => self.drop_at(C::digit(column)),
                None => Reaction::Ignored,
            },
            // A click is not a key: it neither takes a move back nor gives that up.
            Asked::Undo | Asked::Nothing => Reaction::Ignored,
        }
    }
}

impl<C: Course> Game for Screen<C> {
    fn play(&self) -> &dyn Play {
        &self.course
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        C::apply_at_once(self, recorded)
    }

    fn press(&mut self, press: Press) -> Reaction {
        let key = match press {
            Press::Key(key) => key,
            Press::Click { x, y, area } => return self.click(x, y, area),
        };
        if is_of_the_application(key) && !self.wants(key) {
            return Reaction::Ignored;
        }
        match self.course.asked() {
            Asked::Choice => self.choose(key),
            Asked::Column(_) => self.play(key),
            Asked::Undo | Asked::Nothing => C::press(self, key).unwrap_or(Reaction::Ignored),
        }
    }

    fn watch(&mut self) {
        self.desk.is_watched = true;
    }

    fn tick(&mut self, elapsed: Duration) {
        self.desk.falls.tick(elapsed);
    }

    fn is_moving(&self) -> bool {
        !self.desk.falls.is_empty()
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        self.desk.drawn_with(look);
        C::view(self, area, look).draw(area, buffer, look);
    }

    fn beside(&self, area: Rect, look: Look) -> Rect {
        Place::find(area, look).map_or(Rect::ZERO, |place| place.beside(area))
    }

    fn keys(&self) -> &'static [KeyRow] {
        C::keys(self.course.settings())
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        C::footer(self.course.settings())
    }

    /// Whoever is asked whether to take a move back may well answer with a capital letter.
    fn wants(&self, key: Key) -> bool {
        self.course.asked() == Asked::Undo && key == Key::Char('N')
    }

    fn take_question(&mut self) -> Option<GameQuestion> {
        self.desk.take_question(self.turn(), &self.course.position())
    }

    fn awaits_thought(&self) -> bool {
        self.desk.awaits_thought()
    }

    fn receive(&mut self, thought: Thought) {
        let position = self.course.position();
        // A full column would cost a trial in Four in a Row, so the answer is checked against the
        // board once more.
        if let Some(column) = self.desk.receive(&thought, &position)
            && position.can_play(column)
        {
            C::enter(self, C::digit(column), Show::FallingNext);
        }
    }
}
