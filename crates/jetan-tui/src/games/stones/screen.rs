//! A game of stones on a screen: what keys, clicks and thoughts do, whatever the course's rules.

use std::time::Duration;

use jetan_play::PlayableGame;
use jetan_play::game::BadMove;
use jetan_play::settings::PlaySettings;
use jetan_play::stones::{ExpectedInput, SideToMove, StoneGame};
use jetan_play::thought::{GameQuestion, GameThought};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::controls::BoardControls;
use super::cursor::{CursorStep, is_of_the_application, step_of};
use super::fall::DropAnimation;
use super::panel::{PanelMessage, QuestionCard};
use super::place::StoneLayout;
use super::view::StoneView;
use crate::game::{GameScreen, InputReaction, Key, KeyRow, PlayerInput};
use crate::look::TerminalLook;

/// A game of stones by the rules of a course.
#[derive(Debug)]
pub struct StoneScreen<C> {
    pub(crate) course: C,
    /// The answer that Enter gives to an [`ExpectedInput::Choice`]: 1 or 2.
    pub(crate) chosen: u8,
    pub(crate) controls: BoardControls,
}

/// The texts and pictures of a game of stones.
pub(crate) trait CourseGame: StoneGame + Sized {
    /// The message about a key that does not answer an [`ExpectedInput::Choice`].
    const CHOICES: &'static str;
    /// The message about a key that does not name a column.
    const COLUMNS: &'static str;

    /// Every key of the game.
    fn keys(settings: &PlaySettings) -> &'static [KeyRow];

    /// One key for each action that is wanted often, the most wanted first.
    fn footer(settings: &PlaySettings) -> &'static [(&'static str, &'static str)];

    /// Gives a digit as the answer to a choice or a column, and records it if the rules take it.
    fn enter(screen: &mut StoneScreen<Self>, digit: u8, show: DropAnimation) -> InputReaction;

    /// Takes a key that is neither a digit nor the cursor's; none if it means nothing now.
    fn press(screen: &mut StoneScreen<Self>, key: Key) -> Option<InputReaction>;

    /// Makes a recorded move at once, without showing it move.
    fn apply_at_once(screen: &mut StoneScreen<Self>, recorded: &str) -> Result<(), BadMove>;

    /// The whole picture, for an area of this size.
    fn view(screen: &StoneScreen<Self>, area: Rect, look: TerminalLook) -> StoneView;
}

#[expect(private_bounds, reason = "a game is played from outside, its rules are our own")]
impl<C: CourseGame> StoneScreen<C> {
    /// A game that begins; the first column is called `first_label`.
    pub(crate) fn begin(course: C, first_label: usize) -> StoneScreen<C> {
        let controls = BoardControls::new(course.settings().seed, first_label);
        StoneScreen { course, chosen: 1, controls }
    }

    pub(crate) fn turn(&self) -> SideToMove {
        self.course.turn()
    }

    pub(crate) fn refuse(&mut self, why: impl Into<String>) -> InputReaction {
        self.controls.message = Some(PanelMessage::refused(why.into()));
        InputReaction::Understood
    }

    /// Drops a stone for the person whose turn it is.
    pub(crate) fn drop_at(&mut self, digit: u8) -> InputReaction {
        if self.turn() != SideToMove::Person {
            return self.refuse("wait for the computer");
        }
        C::enter(self, digit, DropAnimation::Falling)
    }

    fn choose(&mut self, key: Key) -> InputReaction {
        self.chosen = match key {
            Key::Char(letter @ ('1' | '2')) => {
                return C::enter(self, letter as u8, DropAnimation::AtOnce);
            }
            Key::Enter | Key::Char(' ') => {
                return C::enter(self, b'0' + self.chosen, DropAnimation::AtOnce);
            }
            Key::Up | Key::Left | Key::Char('w' | 'a' | 'k' | 'h') => 1,
            Key::Down | Key::Right | Key::Char('s' | 'd' | 'j' | 'l') => 2,
            Key::Char(_) => return self.refuse(C::CHOICES),
            // Other keys, Esc among them, are left to the application.
            _ => return InputReaction::Ignored,
        };
        self.controls.message = None;
        InputReaction::Understood
    }

    /// Keys while a column is asked for.
    fn play(&mut self, key: Key) -> InputReaction {
        match (step_of(key), key) {
            (Some(CursorStep::Drop), _) => self.drop_at(C::digit(self.controls.cursor)),
            (Some(step), _) => {
                self.controls.message = None;
                self.controls.step(step);
                InputReaction::Understood
            }
            (None, Key::Char(letter @ '0'..='9')) => self.drop_at(letter as u8),
            (None, Key::Char('i')) => {
                if self.turn() != SideToMove::Person {
                    return self.refuse("wait for the computer");
                }
                self.controls.ask_hint(&self.course.position());
                self.use_help()
            }
            (None, Key::Char('c')) => {
                self.controls.toggle_analysis();
                self.use_help()
            }
            (None, key) => match (C::press(self, key), key) {
                (Some(reaction), _) => reaction,
                (None, Key::Char(_)) => self.refuse(C::COLUMNS),
                (None, _) => InputReaction::Ignored,
            },
        }
    }

    fn use_help(&mut self) -> InputReaction {
        if self.course.use_help() { InputReaction::Moved } else { InputReaction::Understood }
    }

    fn click(&mut self, x: u16, y: u16, area: Rect) -> InputReaction {
        let Some(place) = self.controls.place_in(area) else { return InputReaction::Ignored };
        match self.course.asked() {
            ExpectedInput::Choice => match QuestionCard::answer_at(&place, x, y) {
                Some(answer) => C::enter(self, b'0' + answer, DropAnimation::AtOnce),
                None => InputReaction::Ignored,
            },
            ExpectedInput::Column(_) => match place.column_at(x, y) {
                Some(column) => self.drop_at(C::digit(column)),
                None => InputReaction::Ignored,
            },
            // A click is not a key: it neither takes a move back nor gives that up.
            ExpectedInput::Undo | ExpectedInput::Nothing => InputReaction::Ignored,
        }
    }
}

impl<C: CourseGame> GameScreen for StoneScreen<C> {
    fn play(&self) -> &dyn PlayableGame {
        &self.course
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        C::apply_at_once(self, recorded)
    }

    fn press(&mut self, press: PlayerInput) -> InputReaction {
        let key = match press {
            PlayerInput::Key(key) => key,
            PlayerInput::Click { x, y, area } => return self.click(x, y, area),
        };
        if is_of_the_application(key) && !self.wants(key) {
            return InputReaction::Ignored;
        }
        match self.course.asked() {
            ExpectedInput::Choice => self.choose(key),
            ExpectedInput::Column(_) => self.play(key),
            ExpectedInput::Undo | ExpectedInput::Nothing => {
                C::press(self, key).unwrap_or(InputReaction::Ignored)
            }
        }
    }

    fn watch(&mut self) {
        self.controls.is_watched = true;
    }

    fn tick(&mut self, elapsed: Duration) {
        self.controls.falls.tick(elapsed);
    }

    fn is_moving(&self) -> bool {
        !self.controls.falls.is_empty()
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
        self.controls.drawn_with(look);
        C::view(self, area, look).draw(area, buffer, look);
    }

    fn beside(&self, area: Rect, look: TerminalLook) -> Rect {
        StoneLayout::find(area, look).map_or(Rect::ZERO, |place| place.beside(area))
    }

    fn keys(&self) -> &'static [KeyRow] {
        C::keys(self.course.settings())
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        C::footer(self.course.settings())
    }

    /// Whoever is asked whether to take a move back may well answer with a capital letter.
    fn wants(&self, key: Key) -> bool {
        self.course.asked() == ExpectedInput::Undo && key == Key::Char('N')
    }

    fn take_question(&mut self) -> Option<GameQuestion> {
        self.controls.take_question(self.turn(), &self.course.position())
    }

    fn awaits_thought(&self) -> bool {
        self.controls.awaits_thought()
    }

    fn receive(&mut self, thought: GameThought) {
        let position = self.course.position();
        // A full column would cost a trial in Four in a Row, so the answer is checked against the
        // board once more.
        if let Some(column) = self.controls.receive(&thought, &position)
            && position.can_play(column)
        {
            C::enter(self, C::digit(column), DropAnimation::FallingNext);
        }
    }
}
