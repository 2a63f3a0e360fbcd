//! Connect Four on a screen: who goes first, columns from 0, no undo unless it was agreed.

mod keys;
mod view;

use std::time::Duration;

use jetan_games::Name;
use jetan_games::connect4::Column;
use jetan_games::connect4::connect_four::{Event, Game as Rules, Question};
use jetan_games::rng::Rng;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::stones::Spot;
use super::stones::cursor::{Step, is_of_the_application, step_of};
use super::stones::desk::{Desk, Turn};
use super::stones::fall::Show;
use super::stones::panel::{Card, Message};
use super::stones::place::Place;
use crate::game::{Best, Game, Key, KeyRow, Outcome, Press, Reaction};
use crate::look::Look;
use crate::paint::counted;
use crate::record::BadMove;
use crate::settings::{BadSettings, First, Settings};
use crate::thought::{Thought, Work};

/// A game of Connect Four.
#[derive(Debug)]
pub struct Screen {
    settings: Settings,
    rules: Rules,
    moves: Vec<String>,
    /// The columns of the stones on the board, in the order they were played.
    played: Vec<Column>,
    /// The answer that Enter gives to "who goes first": 1 or 2.
    chosen: u8,
    /// Whether a move was taken back, so that the game does not count.
    is_undone: bool,
    desk: Desk,
}

/// The player that the computer plays, if it does.
const COMPUTER: u8 = 2;

/// Recorded for a move that was taken back.
const UNDO: &str = "undo";
/// Recorded when a hint or the analysis was first used against the computer.
const HELP: &str = "help";

impl Screen {
    /// A game with these settings.
    pub fn new(settings: Settings) -> Result<Screen, BadSettings> {
        let mut rules = Rules::default();
        let first = match settings.first {
            None => None,
            Some(First::One) => Some(1),
            Some(First::Two) => Some(2),
            Some(First::Random) => Some(1 + Rng::new(settings.seed).below(2) as i32),
        };
        if let Some(first) = first {
            rules.answer(first);
        }
        let desk = Desk::new(settings.seed, 0);
        let (moves, played) = (Vec::new(), Vec::new());
        Ok(Screen { settings, rules, moves, played, chosen: 1, is_undone: false, desk })
    }

    /// Answers the game's question and records it if it was accepted.
    fn answer(&mut self, number: i32, show: Show) -> Event {
        let is_computers = matches!(self.turn(), Turn::Computer(_));
        let event = self.rules.answer(number);
        match event {
            Event::AskedAgain | Event::AlreadyOver => return event,
            Event::FirstPlayerChosen(_) => {}
            Event::Placed { column, row, .. } | Event::Ended { column, row, .. } => {
                self.played.push(column);
                self.desk.falls.place((column, row), show);
                if !is_computers {
                    self.desk.cursor = column;
                }
            }
        }
        self.moves.push(number.to_string());
        self.desk.turn_page();
        event
    }

    fn turn(&self) -> Turn {
        match (self.rules.question(), self.settings.level) {
            (Some(Question::Column { player: COMPUTER }), Some(level)) => Turn::Computer(level),
            (Some(Question::Column { .. }), _) => Turn::Person,
            (Some(Question::FirstPlayer) | None, _) => Turn::Nobody,
        }
    }

    fn newest(&self) -> Option<Spot> {
        let column = *self.played.last()?;
        let height = self.rules.position().height(column);
        Some((column, height.checked_sub(1)?))
    }

    fn choose_first(&mut self, key: Key) -> Reaction {
        match key {
            Key::Char('1') => self.answered(1),
            Key::Char('2') => self.answered(2),
            Key::Up | Key::Left | Key::Char('w' | 'a' | 'k' | 'h') => self.choose(1),
            Key::Down | Key::Right | Key::Char('s' | 'd' | 'j' | 'l') => self.choose(2),
            Key::Enter | Key::Char(' ') => self.answered(i32::from(self.chosen)),
            Key::Char(_) => self.refuse("press 1 or 2".to_owned()),
            _ => Reaction::Ignored,
        }
    }

    fn choose(&mut self, answer: u8) -> Reaction {
        self.chosen = answer;
        self.desk.message = None;
        Reaction::Understood
    }

    fn answered(&mut self, number: i32) -> Reaction {
        self.answer(number, Show::AtOnce);
        Reaction::Moved
    }

    fn play(&mut self, key: Key) -> Reaction {
        match (step_of(key), key) {
            (Some(Step::Drop), _) => self.drop_at(self.desk.cursor.index()),
            (Some(step), _) => {
                self.desk.message = None;
                self.desk.step(step);
                Reaction::Understood
            }
            (None, Key::Char(letter @ '0'..='9')) => self.drop_at(letter as usize - '0' as usize),
            (None, Key::Char('i')) => {
                if self.turn() != Turn::Person {
                    return self.refuse("wait for the computer".to_owned());
                }
                self.desk.ask_hint(&self.rules.position());
                self.use_help()
            }
            (None, Key::Char('c')) => {
                self.desk.toggle_analysis();
                self.use_help()
            }
            (None, Key::Char('u')) => self.take_back(),
            (None, Key::Char(_)) => self.refuse("keys 0-6 choose a column".to_owned()),
            (None, _) => Reaction::Ignored,
        }
    }

    /// Drops a stone for the person whose turn it is.
    fn drop_at(&mut self, number: usize) -> Reaction {
        if self.turn() != Turn::Person {
            return self.refuse("wait for the computer".to_owned());
        }
        match self.answer(number as i32, Show::Falling) {
            Event::AskedAgain if Column::from_index(number).is_some() => {
                self.refuse(format!("column {number} is full: choose another"))
            }
            Event::AskedAgain => {
                self.refuse(format!("there is no column {number}: choose from 0 to 6"))
            }
            _ => Reaction::Moved,
        }
    }

    fn refuse(&mut self, why: String) -> Reaction {
        self.desk.message = Some(Message::refused(why));
        Reaction::Understood
    }

    /// Against the computer, help is part of the record: such a game does not count.
    fn use_help(&mut self) -> Reaction {
        if self.desk.is_helped || self.settings.level.is_none() {
            return Reaction::Understood;
        }
        self.desk.is_helped = true;
        self.moves.push(HELP.to_owned());
        Reaction::Moved
    }

    fn take_back(&mut self) -> Reaction {
        if !self.settings.undo {
            return self.refuse("moves stay: undo was not agreed".to_owned());
        }
        if !self.undo() {
            return self.refuse("there is no move to take back".to_owned());
        }
        Reaction::Moved
    }

    /// Takes back the newest stone; against the computer, up to the newest of the person's.
    fn undo(&mut self) -> bool {
        let mut taken = 1;
        if self.settings.level.is_some() {
            // Stones alternate: the newest is the person's if the computer would be next.
            taken = if self.rules.current_player() == COMPUTER { 1 } else { 2 };
        }
        if self.played.len() < taken {
            return false;
        }
        for _ in 0..taken {
            self.rules.undo();
            self.played.pop();
        }
        self.is_undone = true;
        self.moves.push(UNDO.to_owned());
        self.desk.falls.finish();
        self.desk.turn_page();
        true
    }

    fn click(&mut self, x: u16, y: u16, area: Rect) -> Reaction {
        let Some(place) = self.desk.place_in(area) else { return Reaction::Ignored };
        match self.rules.question() {
            None => Reaction::Ignored,
            Some(Question::FirstPlayer) => match Card::answer_at(&place, x, y) {
                Some(answer) => self.answered(i32::from(answer)),
                None => Reaction::Ignored,
            },
            Some(Question::Column { .. }) => match place.column_at(x, y) {
                Some(column) => self.drop_at(column.index()),
                None => Reaction::Ignored,
            },
        }
    }

    /// How many stones a player has on the board.
    fn stones_of(&self, player: u8) -> usize {
        self.rules.piece_position().into_iter().filter(|stone| *stone == player).count()
    }

    fn name_of(&self, player: u8) -> String {
        match self.settings.level {
            None => format!("player {player}"),
            Some(_) if player == COMPUTER => "computer".to_owned(),
            Some(_) => "you".to_owned(),
        }
    }
}

impl Game for Screen {
    fn name(&self) -> Name {
        Name::ConnectFour
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        let bad = |why| Err(BadMove { recorded: recorded.to_owned(), why });
        match recorded {
            HELP => {
                self.desk.is_helped = true;
                self.moves.push(HELP.to_owned());
                Ok(())
            }
            UNDO if !self.settings.undo => bad("undo was not agreed"),
            UNDO if self.undo() => Ok(()),
            UNDO => bad("there is no move to take back"),
            _ => {
                let mut letters = recorded.chars();
                let number = letters.next().and_then(|letter| letter.to_digit(10));
                let Some(number) = number.filter(|_| letters.next().is_none()) else {
                    return bad("it is neither a digit nor `undo` or `help`");
                };
                match self.answer(number as i32, Show::AtOnce) {
                    Event::AskedAgain => bad("the game would ask again"),
                    Event::AlreadyOver => bad("the game is over"),
                    _ => Ok(()),
                }
            }
        }
    }

    fn press(&mut self, press: Press) -> Reaction {
        let key = match press {
            Press::Key(key) => key,
            Press::Click { x, y, area } => return self.click(x, y, area),
        };
        if is_of_the_application(key) {
            return Reaction::Ignored;
        }
        match self.rules.question() {
            Some(Question::FirstPlayer) => self.choose_first(key),
            Some(Question::Column { .. }) => self.play(key),
            None if key == Key::Char('u') && self.settings.undo => self.take_back(),
            None => Reaction::Ignored,
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
        self.view(area, look).draw(area, buffer, look);
    }

    fn beside(&self, area: Rect, look: Look) -> Rect {
        Place::find(area, look).map_or(Rect::ZERO, |place| place.beside(area))
    }

    fn keys(&self) -> &'static [KeyRow] {
        if self.settings.undo { keys::WITH_UNDO } else { keys::WITHOUT_UNDO }
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        if self.settings.undo { keys::SHORT_WITH_UNDO } else { keys::SHORT }
    }

    fn progress(&self) -> String {
        counted(self.rules.position().plies() as u64, "move")
    }

    fn take_work(&mut self) -> Option<Work> {
        self.desk.take_work(self.turn(), &self.rules.position())
    }

    fn receive(&mut self, thought: Thought) {
        if let Some(column) = self.desk.receive(&thought, &self.rules.position()) {
            self.answer(column.index() as i32, Show::FallingNext);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.rules.end_game() {
            return None;
        }
        let winner = self.rules.winner();
        let stones = self.stones_of(winner);
        let words = match (winner, self.settings.level) {
            (0, _) => "draw".to_owned(),
            (COMPUTER, Some(level)) => format!("lost to the computer ({})", level.name()),
            (_, Some(_)) => format!("won in {stones} moves"),
            (winner, None) => format!("player {winner} won in {stones} moves"),
        };
        let score = self.class().filter(|_| winner == 1).map(|class| Best {
            class,
            value: stones as u64,
            is_lower_better: true,
            shown: format!("{stones} moves"),
        });
        Some(Outcome { words, score })
    }

    fn class(&self) -> Option<String> {
        let is_fair = !self.desk.is_helped && !self.is_undone;
        self.settings.level.filter(|_| is_fair).map(|level| format!("against {}", level.name()))
    }
}
