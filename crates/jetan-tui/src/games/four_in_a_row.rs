//! Four in a Row on a screen: tokens, trials, undos and every question as the course has them.

mod keys;
mod view;

use std::time::Duration;

use jetan_games::Name;
use jetan_games::connect4::Column;
use jetan_games::connect4::four_in_a_row::{
    Ending, Event, Game as Rules, Question, Seat, Settings as Agreed, Starter, Violation,
};
use jetan_games::connect4::position::{COLUMNS, ROWS};
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

/// A game of Four in a Row.
///
/// Its record is the keys that the course's program would read, one word each; what the computer
/// answers when it is offered an undo is not in it, because it never takes one.
#[derive(Debug)]
pub struct Screen {
    settings: Settings,
    rules: Rules,
    moves: Vec<String>,
    /// The tokens on the grid, in the order they were placed.
    played: Vec<Spot>,
    /// The answer that Enter gives to the question for a token: 1 or 2.
    chosen: u8,
    desk: Desk,
}

/// The player that the computer plays, if it does.
const COMPUTER: Seat = Seat::Two;

/// Recorded for every key that declines an undo.
const NO: &str = "n";
/// Recorded when a hint or the analysis was first used against the computer.
const HELP: &str = "help";

impl Screen {
    /// A game with these settings.
    pub fn new(settings: Settings) -> Result<Screen, BadSettings> {
        let first = match settings.first.unwrap_or_default() {
            First::One => Starter::One,
            First::Two => Starter::Two,
            First::Random => Starter::Random(settings.seed),
        };
        let rules = Rules::new(Agreed { trials: settings.trials, first });
        let desk = Desk::new(settings.seed, 1);
        Ok(Screen { settings, rules, moves: Vec::new(), played: Vec::new(), chosen: 1, desk })
    }

    /// Gives the game a key that means something to it now, and records it.
    fn enter(&mut self, key: u8, show: Show) {
        let is_computers = matches!(self.turn(), Turn::Computer(_));
        self.desk.turn_page();
        let events = self.rules.press(key);
        self.moves.push(char::from(key).to_string());
        for event in events {
            self.see(event, key, show);
        }
        if is_computers && self.rules.question() == Some(Question::Undo(COMPUTER)) {
            self.rules.press(NO.as_bytes()[0]);
        }
        if let Some(column) = column_of(key).filter(|_| !is_computers && !self.played.is_empty()) {
            self.desk.cursor = column;
        }
    }

    fn see(&mut self, event: Event, key: u8, show: Show) {
        match event {
            Event::Placed { cell, .. } => {
                let spot = spot_of(cell);
                self.played.push(spot);
                self.desk.falls.place(spot, show);
            }
            Event::TakenBack { .. } => {
                self.played.pop();
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

    fn turn(&self) -> Turn {
        match (self.rules.question(), self.settings.level) {
            (Some(Question::Column(COMPUTER)), Some(level)) => Turn::Computer(level),
            (Some(Question::Column(_)), _) => Turn::Person,
            (Some(Question::Token | Question::Undo(_)) | None, _) => Turn::Nobody,
        }
    }

    fn choose_token(&mut self, key: Key) -> Reaction {
        match key {
            Key::Char(letter @ ('1' | '2')) => self.entered(letter as u8, Show::AtOnce),
            Key::Up | Key::Left | Key::Char('w' | 'a' | 'k' | 'h') => self.choose(1),
            Key::Down | Key::Right | Key::Char('s' | 'd' | 'j' | 'l') => self.choose(2),
            Key::Enter | Key::Char(' ') => self.entered(b'0' + self.chosen, Show::AtOnce),
            Key::Char(_) => self.refuse("press 1 for O or 2 for X"),
            _ => Reaction::Ignored,
        }
    }

    fn choose(&mut self, answer: u8) -> Reaction {
        self.chosen = answer;
        self.desk.message = None;
        Reaction::Understood
    }

    fn entered(&mut self, key: u8, show: Show) -> Reaction {
        self.enter(key, show);
        Reaction::Moved
    }

    /// Keys while a column is asked for. Digits are the course's keys, so a wrong one costs a
    /// trial; letters are this screen's own, so none of them does.
    fn play(&mut self, key: Key) -> Reaction {
        match (step_of(key), key) {
            (Some(Step::Drop), _) => self.drop_at(digit_of(self.desk.cursor)),
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
                self.desk.ask_hint(self.rules.position());
                self.use_help()
            }
            (None, Key::Char('c')) => {
                self.desk.toggle_analysis();
                self.use_help()
            }
            (None, Key::Char(_)) => self.refuse("keys 1-7 choose a column"),
            (None, _) => Reaction::Ignored,
        }
    }

    /// Drops a token for the person whose turn it is, or costs them a trial.
    fn drop_at(&mut self, key: u8) -> Reaction {
        if self.turn() != Turn::Person {
            return self.refuse("wait for the computer");
        }
        self.entered(key, Show::Falling)
    }

    /// Any key answers the question whether to take the move back; two of them say yes.
    ///
    /// A column keeps the move and, where two people play, is the next one's answer.
    fn take_back_or_pass(&mut self, key: Key) -> Reaction {
        if matches!(key, Key::Char('y' | 'Y')) {
            return self.entered(b'y', Show::AtOnce);
        }
        self.enter(NO.as_bytes()[0], Show::AtOnce);
        match key {
            Key::Char(letter @ '1'..='7') if self.turn() == Turn::Person => {
                self.drop_at(letter as u8)
            }
            _ => Reaction::Moved,
        }
    }

    fn refuse(&mut self, why: &str) -> Reaction {
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

    fn click(&mut self, x: u16, y: u16, area: Rect) -> Reaction {
        let Some(place) = self.desk.place_in(area) else { return Reaction::Ignored };
        match self.rules.question() {
            Some(Question::Token) => match Card::answer_at(&place, x, y) {
                Some(answer) => self.entered(b'0' + answer, Show::AtOnce),
                None => Reaction::Ignored,
            },
            Some(Question::Column(_)) => match place.column_at(x, y) {
                Some(column) => self.drop_at(digit_of(column)),
                None => Reaction::Ignored,
            },
            // A click is no key: it neither takes a move back nor gives that up.
            Some(Question::Undo(_)) | None => Reaction::Ignored,
        }
    }

    /// How many tokens a player has on the grid.
    fn tokens_of(&self, seat: Seat) -> usize {
        let token = self.rules.token(seat).byte();
        self.rules.grid().into_iter().filter(|byte| *byte == token).count()
    }
}

fn spot_of(cell: usize) -> Spot {
    (Column::ALL[cell % COLUMNS], ROWS - 1 - cell / COLUMNS)
}

fn digit_of(column: Column) -> u8 {
    b'0' + column.number() as u8
}

fn column_of(key: u8) -> Option<Column> {
    Column::from_number(usize::from(key.checked_sub(b'0')?))
}

impl Game for Screen {
    fn name(&self) -> Name {
        Name::FourInARow
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        let bad = |why| Err(BadMove { recorded: recorded.to_owned(), why });
        if recorded == HELP {
            self.desk.is_helped = true;
            self.moves.push(HELP.to_owned());
            return Ok(());
        }
        let Some(question) = self.rules.question() else { return bad("the game is over") };
        let key = match recorded.as_bytes() {
            [key] => *key,
            _ => return bad("it is neither one key nor `help`"),
        };
        let is_possible = match question {
            Question::Token => matches!(key, b'1' | b'2'),
            Question::Column(_) => key.is_ascii_digit(),
            Question::Undo(_) => matches!(key, b'y' | b'n'),
        };
        if !is_possible {
            return bad("the game asks for something else");
        }
        self.enter(key, Show::AtOnce);
        Ok(())
    }

    fn press(&mut self, press: Press) -> Reaction {
        let key = match press {
            Press::Key(key) => key,
            Press::Click { x, y, area } => return self.click(x, y, area),
        };
        if is_of_the_application(key) && !self.wants(key) {
            return Reaction::Ignored;
        }
        match self.rules.question() {
            Some(Question::Token) => self.choose_token(key),
            Some(Question::Column(_)) => self.play(key),
            Some(Question::Undo(_)) => self.take_back_or_pass(key),
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
        keys::ROWS
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        keys::SHORT
    }

    fn progress(&self) -> String {
        counted(self.rules.position().plies() as u64, "move")
    }

    /// Whoever is asked whether to take a move back may well answer with a capital letter.
    fn wants(&self, key: Key) -> bool {
        matches!(self.rules.question(), Some(Question::Undo(_))) && key == Key::Char('N')
    }

    fn take_work(&mut self) -> Option<Work> {
        self.desk.take_work(self.turn(), self.rules.position())
    }

    fn receive(&mut self, thought: Thought) {
        if let Some(column) = self.desk.receive(&thought, self.rules.position())
            && self.rules.position().can_play(column)
        {
            self.enter(digit_of(column), Show::FallingNext);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.rules.ending()?;
        let level = self.settings.level;
        let words = match (ending, level) {
            (Ending::Tie, _) => "tie".to_owned(),
            (Ending::Won(COMPUTER), Some(level)) => {
                format!("lost to the computer ({})", level.name())
            }
            (Ending::Won(Seat::One), Some(_)) => {
                format!("won in {} moves", self.tokens_of(Seat::One))
            }
            (Ending::Won(seat), None) => {
                let moves = self.tokens_of(seat);
                format!("player {} won in {moves} moves", seat.number())
            }
            (Ending::LostByViolations(_), Some(_)) => "lost by violations".to_owned(),
            (Ending::LostByViolations(seat), None) => {
                format!("player {} lost by violations", seat.number())
            }
        };
        let is_win = ending == Ending::Won(Seat::One);
        let score = self.class().filter(|_| is_win).map(|class| {
            let moves = self.tokens_of(Seat::One) as u64;
            Best { class, value: moves, is_lower_better: true, shown: format!("{moves} moves") }
        });
        Some(Outcome { words, score })
    }

    fn class(&self) -> Option<String> {
        let is_fair = !self.desk.is_helped;
        self.settings.level.filter(|_| is_fair).map(|level| format!("against {}", level.name()))
    }
}
