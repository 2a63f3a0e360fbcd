//! 2048 on a screen: tiles glide, merge and appear; the engine names the best move on request.

mod draw;
mod motion;
mod tiles;

use std::time::Duration;

use jetan_games::twenty48::{Direction, Game as Rules, Status};
use jetan_play::Play;
use jetan_play::game::BadMove;
use jetan_play::settings::{BadSettings, Settings};
use jetan_play::thought::{GameQuestion, Thought};
use jetan_play::twenty48::Twenty48;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::game::{Game, Key, KeyRow, Press, Reaction};
use crate::look::Look;
use motion::Motion;

const KEYS: &[KeyRow] = &[
    KeyRow {
        shown: "arrows wasd hjkl",
        keys: &[
            Key::Left,
            Key::Char('a'),
            Key::Char('h'),
            Key::Right,
            Key::Char('d'),
            Key::Char('l'),
            Key::Up,
            Key::Char('w'),
            Key::Char('k'),
            Key::Down,
            Key::Char('s'),
            Key::Char('j'),
        ],
        action: "slide the tiles",
    },
    KeyRow { shown: "u", keys: &[Key::Char('u')], action: "take a move back" },
    KeyRow { shown: "i", keys: &[Key::Char('i')], action: "show the best move" },
    KeyRow { shown: "c", keys: &[Key::Char('c')], action: "go on after the target" },
];

/// The keys that are wanted most.
const SHORT: &[(&str, &str)] = &[("arrows", "slide"), ("u", "take back"), ("i", "best move")];

/// 2048 as a player sees it.
pub struct Screen {
    game: Twenty48,
    motion: Option<Motion>,
    hint: Hint,
    message: Message,
    /// Whether nobody plays, so that no key helps.
    is_watched: bool,
}

/// The knowledge about the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    Unasked,
    Wanted,
    Thinking,
    Known(Direction),
}

/// The message below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Message {
    Nothing,
    Blocked(Direction),
    NothingToUndo,
    NotYet,
}

impl Screen {
    /// A new game.
    pub fn new(settings: Settings) -> Result<Screen, BadSettings> {
        let game = Twenty48::new(settings)?;
        let (hint, message) = (Hint::Unasked, Message::Nothing);
        Ok(Screen { game, motion: None, hint, message, is_watched: false })
    }

    fn status(&self) -> Status {
        self.game.game().status()
    }

    fn slide(&mut self, direction: Direction) -> bool {
        // The board is copied out at once, because the result borrows the game.
        let before = self.game.slide(direction).map(Rules::board);
        let Some(before) = before else { return false };
        self.motion = Some(Motion::new(before, direction, self.game.game().board()));
        self.turn_page()
    }

    fn go_on(&mut self) -> bool {
        let Some(before) = self.game.go_on().map(Rules::board) else { return false };
        self.motion = Some(Motion::appearing(before, self.game.game().board()));
        self.turn_page()
    }

    fn undo(&mut self) -> bool {
        if !self.game.undo() {
            return false;
        }
        self.motion = None;
        self.turn_page()
    }

    /// Forgets what was said about the board before.
    fn turn_page(&mut self) -> bool {
        self.hint = Hint::Unasked;
        self.message = Message::Nothing;
        true
    }

    /// A slide that a player wants; a message says if it changes nothing.
    fn press_slide(&mut self, direction: Direction) -> Reaction {
        if self.slide(direction) {
            return Reaction::Moved;
        }
        self.message = match self.status() {
            Status::Playing => Message::Blocked(direction),
            Status::Won | Status::Lost => Message::Nothing,
        };
        Reaction::Understood
    }

    fn press_key(&mut self, key: Key) -> Reaction {
        let (did, otherwise) = match key {
            Key::Char('u') => (self.undo(), Message::NothingToUndo),
            Key::Char('c') => (self.go_on(), Message::NotYet),
            Key::Char('i') if self.status() == Status::Playing => {
                // A hint that is under way or given already is not counted again.
                if matches!(self.hint, Hint::Unasked) {
                    self.game.note_hint();
                    self.turn_page();
                    self.hint = Hint::Wanted;
                    return Reaction::Moved;
                }
                return Reaction::Understood;
            }
            Key::Char('i') => return Reaction::Understood,
            key => match direction_of(key) {
                Some(direction) => return self.press_slide(direction),
                None => return Reaction::Ignored,
            },
        };
        if did {
            return Reaction::Moved;
        }
        self.message = otherwise;
        Reaction::Understood
    }
}

fn direction_of(key: Key) -> Option<Direction> {
    match key {
        Key::Left | Key::Char('a' | 'h') => Some(Direction::Left),
        Key::Right | Key::Char('d' | 'l') => Some(Direction::Right),
        Key::Up | Key::Char('w' | 'k') => Some(Direction::Up),
        Key::Down | Key::Char('s' | 'j') => Some(Direction::Down),
        _ => None,
    }
}

impl Game for Screen {
    fn play(&self) -> &dyn Play {
        &self.game
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.game.apply(recorded)?;
        self.turn_page();
        self.motion = None;
        Ok(())
    }

    fn press(&mut self, press: Press) -> Reaction {
        match press {
            Press::Key(key) => self.press_key(key),
            // The look decides the size of the board by a little, its middle not at all.
            Press::Click { x, y, area } => match draw::side_of(area, x, y) {
                Some(direction) => self.press_slide(direction),
                None => Reaction::Ignored,
            },
        }
    }

    fn watch(&mut self) {
        self.is_watched = true;
    }

    fn tick(&mut self, elapsed: Duration) {
        if let Some(motion) = &mut self.motion
            && !motion.advance(elapsed)
        {
            self.motion = None;
        }
    }

    fn is_moving(&self) -> bool {
        self.motion.is_some()
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        draw::draw(self, area, buffer, look);
    }

    fn beside(&self, area: Rect, look: Look) -> Rect {
        draw::beside(area, look).unwrap_or(Rect::ZERO)
    }

    fn keys(&self) -> &'static [KeyRow] {
        KEYS
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        SHORT
    }

    fn take_question(&mut self) -> Option<GameQuestion> {
        if self.hint != Hint::Wanted {
            return None;
        }
        self.hint = Hint::Thinking;
        Some(self.game.best_move())
    }

    fn receive(&mut self, thought: Thought) {
        // After a slide the answer is about another board.
        if self.hint == Hint::Thinking {
            self.hint = match thought {
                Thought::Slide(Some(direction)) => Hint::Known(direction),
                _ => Hint::Unasked,
            };
        }
    }
}
