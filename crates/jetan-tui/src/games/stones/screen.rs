//! A game of stones on a screen: what keys, clicks and thoughts do, whatever the course's rules.

use std::time::Duration;

use jetan_games::Name;
use jetan_games::connect4::{Column, Position};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::cursor::{Step, is_of_the_application, step_of};
use super::desk::{Desk, Turn};
use super::fall::Show;
use super::panel::{Card, Message};
use super::place::Place;
use super::view::View;
use crate::game::{Best, Game, Key, KeyRow, Outcome, Press, Reaction};
use crate::look::Look;
use crate::paint::counted;
use crate::record::BadMove;
use crate::settings::Settings;
use crate::thought::{Thought, Work};

/// The player that the computer plays, if it does.
pub(crate) const COMPUTER: u8 = 2;

/// Recorded when a hint or the analysis was first used against the computer.
const HELP: &str = "help";

/// A game of stones by the rules of a course.
#[derive(Debug)]
pub struct Screen<C> {
    pub(crate) settings: Settings,
    pub(crate) course: C,
    pub(crate) moves: Vec<String>,
    /// The answer that Enter gives to a [`Asked::Choice`]: 1 or 2.
    pub(crate) chosen: u8,
    pub(crate) desk: Desk,
}

/// What a game asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// One of two answers, before the first stone.
    Choice,
    /// A column of this player, 1 or 2.
    Column(u8),
    /// Whether the newest move is to be taken back.
    Undo,
    /// Nothing: the game is over.
    Nothing,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Nobody has won; the course's word for it.
    Even(&'static str),
    /// A player has won by a line, with so many stones on the board.
    Won {
        /// 1 or 2.
        player: u8,
        /// Of this player.
        stones: usize,
    },
    /// A player has lost without a line.
    Lost {
        /// 1 or 2.
        player: u8,
        /// What by, in the plural.
        by: &'static str,
    },
}

/// The rules of a course, and what they say and show.
pub(crate) trait Course: Sized {
    /// The game whose rules these are.
    const NAME: Name;
    /// What is said about a key that answers no [`Asked::Choice`].
    const CHOICES: &'static str;
    /// What is said about a key that is no column.
    const COLUMNS: &'static str;

    /// What is asked now.
    fn asked(&self) -> Asked;

    /// The stones on the board.
    fn position(&self) -> Position;

    /// The digit that stands for a column, in ASCII.
    fn digit(column: Column) -> u8;

    /// Whether nothing was taken back because of which the game does not count.
    fn is_fair(&self) -> bool;

    /// How it ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// Every key of the game.
    fn keys(settings: &Settings) -> &'static [KeyRow];

    /// One key for each action that is wanted often, the most wanted first.
    fn footer(settings: &Settings) -> &'static [(&'static str, &'static str)];

    /// Gives a digit as the answer to a choice or a column, and records it if the rules take it.
    fn enter(screen: &mut Screen<Self>, digit: u8, show: Show) -> Reaction;

    /// Takes a key that is neither a digit nor the cursor's; none if it means nothing now.
    fn press(screen: &mut Screen<Self>, key: Key) -> Option<Reaction>;

    /// Makes a recorded move, or says why it cannot be.
    fn apply(screen: &mut Screen<Self>, recorded: &str) -> Result<(), &'static str>;

    /// The whole picture, for an area of this size.
    fn view(screen: &Screen<Self>, area: Rect, look: Look) -> View;
}

#[expect(private_bounds, reason = "a game is played from outside, its rules are our own")]
impl<C: Course> Screen<C> {
    /// A game that begins; the first column is called `first_label`.
    pub(crate) fn begin(settings: Settings, course: C, first_label: usize) -> Screen<C> {
        let desk = Desk::new(settings.seed, first_label);
        Screen { settings, course, moves: Vec::new(), chosen: 1, desk }
    }

    pub(crate) fn turn(&self) -> Turn {
        match (self.course.asked(), self.settings.level) {
            (Asked::Column(COMPUTER), Some(level)) => Turn::Computer(level),
            (Asked::Column(_), _) => Turn::Person,
            (Asked::Choice | Asked::Undo | Asked::Nothing, _) => Turn::Nobody,
        }
    }

    pub(crate) fn refuse(&mut self, why: impl Into<String>) -> Reaction {
        self.desk.message = Some(Message::refused(why.into()));
        Reaction::Understood
    }

    /// Who wins, in words.
    pub(crate) fn victory(&self, player: u8) -> String {
        match self.settings.level {
            None => format!("player {player} wins"),
            Some(_) if player == COMPUTER => "the computer wins".to_owned(),
            Some(_) => "you win".to_owned(),
        }
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

    /// Against the computer, help is part of the record: such a game does not count.
    fn use_help(&mut self) -> Reaction {
        if self.desk.is_helped || self.settings.level.is_none() {
            return Reaction::Understood;
        }
        self.record_help();
        Reaction::Moved
    }

    fn record_help(&mut self) {
        self.desk.is_helped = true;
        self.moves.push(HELP.to_owned());
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
            // A click is no key: it neither takes a move back nor gives that up.
            Asked::Undo | Asked::Nothing => Reaction::Ignored,
        }
    }
}

impl<C: Course> Game for Screen<C> {
    fn name(&self) -> Name {
        C::NAME
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        if recorded == HELP {
            self.record_help();
            return Ok(());
        }
        C::apply(self, recorded).map_err(|why| BadMove { recorded: recorded.to_owned(), why })
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
        C::keys(&self.settings)
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        C::footer(&self.settings)
    }

    fn progress(&self) -> String {
        counted(self.course.position().plies() as u64, "move")
    }

    /// Whoever is asked whether to take a move back may well answer with a capital letter.
    fn wants(&self, key: Key) -> bool {
        self.course.asked() == Asked::Undo && key == Key::Char('N')
    }

    fn take_work(&mut self) -> Option<Work> {
        self.desk.take_work(self.turn(), &self.course.position())
    }

    fn receive(&mut self, thought: Thought) {
        let position = self.course.position();
        if let Some(column) = self.desk.receive(&thought, &position)
            && position.can_play(column)
        {
            C::enter(self, C::digit(column), Show::FallingNext);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.course.ending()?;
        let words = match (ending, self.settings.level) {
            (Ending::Even(word), _) => word.to_owned(),
            (Ending::Lost { by, .. }, Some(_)) => format!("lost by {by}"),
            (Ending::Lost { player, by }, None) => format!("player {player} lost by {by}"),
            (Ending::Won { player: COMPUTER, .. }, Some(level)) => {
                format!("lost to the computer ({})", level.name())
            }
            (Ending::Won { stones, .. }, Some(_)) => format!("won in {stones} moves"),
            (Ending::Won { player, stones }, None) => {
                format!("player {player} won in {stones} moves")
            }
        };
        let score = match ending {
            Ending::Won { player: 1, stones } => self.class().map(|class| Best {
                class,
                value: stones as u64,
                is_lower_better: true,
                shown: format!("{stones} moves"),
            }),
            _ => None,
        };
        Some(Outcome { words, score })
    }

    fn class(&self) -> Option<String> {
        let is_fair = !self.desk.is_helped && self.course.is_fair();
        self.settings.level.filter(|_| is_fair).map(|level| format!("against {}", level.name()))
    }
}
