//! Connect Four on a screen: who goes first, columns from 0, no undo unless it was agreed.

mod keys;
mod view;

use jetan_games::Name;
use jetan_games::connect4::connect_four::{Event, Game as Rules, Question};
use jetan_games::connect4::{Column, Position};
use jetan_games::rng::Rng;
use ratatui::layout::Rect;

use super::stones::Spot;
use super::stones::desk::Turn;
use super::stones::fall::Show;
use super::stones::screen::{self, Asked, COMPUTER, Course, Ending};
use super::stones::view::View;
use crate::game::{Key, KeyRow, Reaction};
use crate::look::Look;
use crate::settings::{First, Settings};

/// A game of Connect Four.
pub type Screen = screen::Screen<ConnectFour>;

/// The rules, and what they do not remember.
#[derive(Debug, Default)]
pub struct ConnectFour {
    rules: Rules,
    /// The columns of the stones on the board, in the order they were played.
    played: Vec<Column>,
    /// Whether a move was taken back, so that the game does not count.
    is_undone: bool,
}

/// Recorded for a move that was taken back.
const UNDO: &str = "undo";

impl Screen {
    /// A game with these settings.
    pub fn new(settings: Settings) -> Screen {
        let mut course = ConnectFour::default();
        let first = match settings.first {
            None => None,
            Some(First::One) => Some(1),
            Some(First::Two) => Some(2),
            Some(First::Random) => Some(1 + Rng::new(settings.seed).below(2) as i32),
        };
        if let Some(first) = first {
            course.rules.answer(first);
        }
        Screen::begin(settings, course, 0)
    }

    /// Answers the game's question and records it if it was accepted.
    fn answer(&mut self, number: u8, show: Show) -> Event {
        let is_computers = matches!(self.turn(), Turn::Computer(_));
        let event = self.course.rules.answer(i32::from(number));
        match event {
            Event::AskedAgain | Event::AlreadyOver => return event,
            Event::FirstPlayerChosen(_) => {}
            Event::Placed { column, row, .. } | Event::Ended { column, row, .. } => {
                self.course.played.push(column);
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

    fn take_back(&mut self) -> Reaction {
        if !self.settings.undo {
            return self.refuse("moves stay: undo was not agreed");
        }
        if !self.undo() {
            return self.refuse("there is no move to take back");
        }
        Reaction::Moved
    }

    /// Takes back the newest stone; against the computer, up to the newest of the person's.
    fn undo(&mut self) -> bool {
        let mut taken = 1;
        if self.settings.level.is_some() {
            // Stones alternate: the newest is the person's if the computer would be next.
            taken = if self.course.rules.current_player() == COMPUTER { 1 } else { 2 };
        }
        if self.course.played.len() < taken {
            return false;
        }
        for _ in 0..taken {
            self.course.rules.undo();
            self.course.played.pop();
        }
        self.course.is_undone = true;
        self.moves.push(UNDO.to_owned());
        self.desk.falls.finish();
        self.desk.turn_page();
        true
    }

    fn name_of(&self, player: u8) -> String {
        match self.settings.level {
            None => format!("player {player}"),
            Some(_) if player == COMPUTER => "computer".to_owned(),
            Some(_) => "you".to_owned(),
        }
    }
}

impl ConnectFour {
    fn newest(&self) -> Option<Spot> {
        let column = *self.played.last()?;
        let height = self.rules.position().height(column);
        Some((column, height.checked_sub(1)?))
    }

    /// How many stones a player has on the board.
    fn stones_of(&self, player: u8) -> usize {
        self.rules.piece_position().into_iter().filter(|stone| *stone == player).count()
    }
}

impl Course for ConnectFour {
    const NAME: Name = Name::ConnectFour;
    const CHOICES: &'static str = "press 1 or 2";
    const COLUMNS: &'static str = "keys 0-6 choose a column";

    fn asked(&self) -> Asked {
        match self.rules.question() {
            Some(Question::FirstPlayer) => Asked::Choice,
            Some(Question::Column { player }) => Asked::Column(player),
            None => Asked::Nothing,
        }
    }

    fn position(&self) -> Position {
        self.rules.position()
    }

    fn digit(column: Column) -> u8 {
        b'0' + column.index() as u8
    }

    fn is_fair(&self) -> bool {
        !self.is_undone
    }

    fn ending(&self) -> Option<Ending> {
        let winner = self.rules.winner();
        self.rules.end_game().then(|| match winner {
            0 => Ending::Even("draw"),
            player => Ending::Won { player, stones: self.stones_of(player) },
        })
    }

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
        let is_meant = key == Key::Char('u') && (screen.settings.undo || !is_over);
        is_meant.then(|| screen.take_back())
    }

    fn apply(screen: &mut Screen, recorded: &str) -> Result<(), &'static str> {
        if recorded == UNDO {
            if !screen.settings.undo {
                return Err("undo was not agreed");
            }
            return if screen.undo() { Ok(()) } else { Err("there is no move to take back") };
        }
        let &[digit @ b'0'..=b'9'] = recorded.as_bytes() else {
            return Err("it is neither a digit nor `undo` or `help`");
        };
        match screen.answer(digit - b'0', Show::AtOnce) {
            Event::AskedAgain => Err("the game would ask again"),
            Event::AlreadyOver => Err("the game is over"),
            _ => Ok(()),
        }
    }

    fn view(screen: &Screen, area: Rect, look: Look) -> View {
        screen.view(area, look)
    }
}
