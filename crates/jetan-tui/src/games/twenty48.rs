//! 2048 on a screen: tiles glide, merge and appear; the engine names the best move on request.

mod draw;
mod motion;
mod tiles;

use std::time::Duration;

use jetan_games::twenty48::{SlideDirection, SlideGame as Rules, SlideStatus};
use jetan_play::PlayableGame;
use jetan_play::game::BadMove;
use jetan_play::settings::{BadSettings, PlaySettings};
use jetan_play::thought::{GameQuestion, GameThought};
use jetan_play::twenty48::Twenty48Play;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::game::{GameScreen, InputReaction, Key, KeyRow, PlayerInput};
use crate::look::TerminalLook;
use motion::SlideMotion;

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
pub struct Twenty48Screen {
    game: Twenty48Play,
    motion: Option<SlideMotion>,
    hint: MoveHint,
    message: Twenty48Message,
    /// Whether nobody plays, so that no key helps.
    is_watched: bool,
}

/// The knowledge about the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveHint {
    Unasked,
    Wanted,
    Thinking,
    Known(SlideDirection),
}

/// The message below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Twenty48Message {
    Nothing,
    Blocked(SlideDirection),
    NothingToUndo,
    NotYet,
}

impl Twenty48Screen {
    /// A new game.
    pub fn new(settings: PlaySettings) -> Result<Twenty48Screen, BadSettings> {
        let game = Twenty48Play::new(settings)?;
        let (hint, message) = (MoveHint::Unasked, Twenty48Message::Nothing);
        Ok(Twenty48Screen { game, motion: None, hint, message, is_watched: false })
    }

    fn status(&self) -> SlideStatus {
        self.game.game().status()
    }

    fn slide(&mut self, direction: SlideDirection) -> bool {
        // The board is copied out at once, because the result borrows the game.
        let before = self.game.slide(direction).map(Rules::board);
        let Some(before) = before else { return false };
        self.motion = Some(SlideMotion::new(before, direction, self.game.game().board()));
        self.clear_messages()
    }

    fn go_on(&mut self) -> bool {
        let Some(before) = self.game.go_on().map(Rules::board) else { return false };
        self.motion = Some(SlideMotion::appearing(before, self.game.game().board()));
        self.clear_messages()
    }

    fn undo(&mut self) -> bool {
        if !self.game.undo() {
            return false;
        }
        self.motion = None;
        self.clear_messages()
    }

    /// Forgets what was said about the board before.
    fn clear_messages(&mut self) -> bool {
        self.hint = MoveHint::Unasked;
        self.message = Twenty48Message::Nothing;
        true
    }

    /// A slide that a player wants; a message says if it changes nothing.
    fn press_slide(&mut self, direction: SlideDirection) -> InputReaction {
        if self.slide(direction) {
            return InputReaction::Moved;
        }
        self.message = match self.status() {
            SlideStatus::Playing => Twenty48Message::Blocked(direction),
            SlideStatus::Won | SlideStatus::Lost => Twenty48Message::Nothing,
        };
        InputReaction::Understood
    }

    fn press_key(&mut self, key: Key) -> InputReaction {
        let (did, otherwise) = match key {
            Key::Char('u') => (self.undo(), Twenty48Message::NothingToUndo),
            Key::Char('c') => (self.go_on(), Twenty48Message::NotYet),
            Key::Char('i') if self.status() == SlideStatus::Playing => {
                // A hint that is under way or given already is not counted again.
                if matches!(self.hint, MoveHint::Unasked) {
                    self.game.note_hint();
                    self.clear_messages();
                    self.hint = MoveHint::Wanted;
                    return InputReaction::Moved;
                }
                return InputReaction::Understood;
            }
            Key::Char('i') => return InputReaction::Understood,
            key => match direction_of(key) {
                Some(direction) => return self.press_slide(direction),
                None => return InputReaction::Ignored,
            },
        };
        if did {
            return InputReaction::Moved;
        }
        self.message = otherwise;
        InputReaction::Understood
    }
}

fn direction_of(key: Key) -> Option<SlideDirection> {
    match key {
        Key::Left | Key::Char('a' | 'h') => Some(SlideDirection::Left),
        Key::Right | Key::Char('d' | 'l') => Some(SlideDirection::Right),
        Key::Up | Key::Char('w' | 'k') => Some(SlideDirection::Up),
        Key::Down | Key::Char('s' | 'j') => Some(SlideDirection::Down),
        _ => None,
    }
}

impl GameScreen for Twenty48Screen {
    fn play(&self) -> &dyn PlayableGame {
        &self.game
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.game.apply(recorded)?;
        self.clear_messages();
        self.motion = None;
        Ok(())
    }

    fn press(&mut self, press: PlayerInput) -> InputReaction {
        match press {
            PlayerInput::Key(key) => self.press_key(key),
            // The look decides the size of the board by a little, its middle not at all.
            PlayerInput::Click { x, y, area } => match draw::side_of(area, x, y) {
                Some(direction) => self.press_slide(direction),
                None => InputReaction::Ignored,
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

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
        draw::draw(self, area, buffer, look);
    }

    fn beside(&self, area: Rect, look: TerminalLook) -> Rect {
        draw::beside(area, look).unwrap_or(Rect::ZERO)
    }

    fn keys(&self) -> &'static [KeyRow] {
        KEYS
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        SHORT
    }

    fn take_question(&mut self) -> Option<GameQuestion> {
        if self.hint != MoveHint::Wanted {
            return None;
        }
        self.hint = MoveHint::Thinking;
        Some(self.game.best_move())
    }

    fn receive(&mut self, thought: GameThought) {
        // After a slide the answer is about another board.
        if self.hint == MoveHint::Thinking {
            self.hint = match thought {
                GameThought::Slide(Some(direction)) => MoveHint::Known(direction),
                _ => MoveHint::Unasked,
            };
        }
    }
}
