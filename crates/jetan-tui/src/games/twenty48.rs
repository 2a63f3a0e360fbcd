//! 2048 on a screen: tiles glide, merge and appear; the engine names the best move on request.

mod draw;
mod motion;
mod tiles;

use std::time::Duration;

use jetan_games::Name;
use jetan_games::search::Budget;
use jetan_games::twenty48::{self as rules, Direction, Effort, Searcher, Side, Status};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::game::{Best, Game, Key, KeyRow, Outcome, Press, Reaction};
use crate::look::Look;
use crate::paint::{counted, grouped};
use crate::record::BadMove;
use crate::settings::{BadSettings, Settings};
use crate::thought::{Thought, Work};
use motion::Motion;

/// The recorded move that goes on after the target.
const GO_ON: &str = "on";
/// The recorded move that takes one back.
const UNDO: &str = "undo";
/// Recorded so that a game with hints does not count as one without.
const HINT: &str = "hint";

/// The target, if none was agreed.
const TARGET: u32 = 2048;

/// How many positions a hint may cost: a good move in about a tenth of a second.
const HINT_NODES: u64 = 400_000;

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

/// What is wanted most.
const SHORT: &[(&str, &str)] = &[("arrows", "slide"), ("u", "take back"), ("i", "best move")];

/// 2048 as a player sees it.
pub struct Screen {
    settings: Settings,
    game: rules::Game,
    /// The game before each slide and each going on.
    history: Vec<rules::Game>,
    moves: Vec<String>,
    motion: Option<Motion>,
    hint: Hint,
    message: Message,
    /// Whether anything happened that makes the score incomparable.
    has_help: bool,
}

/// What is known about the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    Unasked,
    Wanted,
    Thinking,
    Known(Direction),
}

/// What is said below the board.
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
        let target = settings.target.unwrap_or(TARGET);
        let agreed = rules::Settings::new(Side::Four, target, settings.spawn)
            .map_err(|error| BadSettings(error.to_string()))?;
        Ok(Screen {
            game: rules::Game::new(agreed, settings.seed),
            settings,
            history: Vec::new(),
            moves: Vec::new(),
            motion: None,
            hint: Hint::Unasked,
            message: Message::Nothing,
            has_help: false,
        })
    }

    fn slide(&mut self, direction: Direction) -> bool {
        let before = self.game.clone();
        if !self.game.slide(direction) {
            return false;
        }
        self.motion = Some(Motion::new(before.board(), direction, self.game.board()));
        self.history.push(before);
        self.record(direction.letter().to_string());
        true
    }

    fn go_on(&mut self) -> bool {
        if self.game.status() != Status::Won {
            return false;
        }
        let before = self.game.clone();
        self.game.play_on();
        self.motion = Some(Motion::appearing(before.board(), self.game.board()));
        self.history.push(before);
        self.record(GO_ON.to_owned());
        true
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.history.pop() else { return false };
        self.game = before;
        self.motion = None;
        self.has_help = true;
        self.record(UNDO.to_owned());
        true
    }

    fn ask(&mut self) {
        self.has_help = true;
        self.record(HINT.to_owned());
        self.hint = Hint::Wanted;
    }

    fn record(&mut self, word: String) {
        self.moves.push(word);
        self.hint = Hint::Unasked;
        self.message = Message::Nothing;
    }

    /// A slide that a player wants; one that changes nothing is told so.
    fn press_slide(&mut self, direction: Direction) -> Reaction {
        if self.slide(direction) {
            return Reaction::Moved;
        }
        self.message = match self.game.status() {
            Status::Playing => Message::Blocked(direction),
            Status::Won | Status::Lost => Message::Nothing,
        };
        Reaction::Understood
    }

    fn press_key(&mut self, key: Key) -> Reaction {
        let (did, otherwise) = match key {
            Key::Char('u') => (self.undo(), Message::NothingToUndo),
            Key::Char('c') => (self.go_on(), Message::NotYet),
            Key::Char('i') if self.game.status() == Status::Playing => {
                if matches!(self.hint, Hint::Unasked) {
                    self.ask();
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

/// The name of a direction.
fn word_for(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Up => "up",
        Direction::Down => "down",
    }
}

impl Game for Screen {
    fn name(&self) -> Name {
        Name::Twenty48
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        let bad = |why| Err(BadMove { recorded: recorded.to_owned(), why });
        let mut letters = recorded.chars();
        let direction = match (letters.next(), letters.next()) {
            (Some(letter), None) => Direction::from_letter(letter),
            _ => None,
        };
        let (did, why) = match (recorded, direction) {
            (_, Some(direction)) => (self.slide(direction), "no tile can move that way"),
            (GO_ON, _) => (self.go_on(), "the target is not reached"),
            (UNDO, _) => (self.undo(), "there is nothing to take back"),
            (HINT, _) => {
                self.ask();
                self.hint = Hint::Unasked;
                (true, "")
            }
            _ => return bad("2048 has no such move"),
        };
        self.motion = None;
        if did { Ok(()) } else { bad(why) }
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

    fn progress(&self) -> String {
        counted(self.game.moves().into(), "move")
    }

    fn take_work(&mut self) -> Option<Work> {
        if self.hint != Hint::Wanted {
            return None;
        }
        self.hint = Hint::Thinking;
        let (board, spawn) = (self.game.board(), self.settings.spawn);
        Some(Box::new(move |should_stop| {
            let effort = Effort { nodes: HINT_NODES, ..Effort::FULL };
            let mut budget = Budget::until(should_stop);
            let best = Searcher::new(effort).best(&board, &spawn, &mut budget);
            Thought::Slide(best.map(|choice| choice.direction))
        }))
    }

    fn receive(&mut self, thought: Thought) {
        if self.hint == Hint::Thinking {
            self.hint = match thought {
                Thought::Slide(Some(direction)) => Hint::Known(direction),
                _ => Hint::Unasked,
            };
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let (tile, moves) = (self.game.course_score(), self.game.moves());
        let words = match self.game.status() {
            Status::Playing => return None,
            Status::Won => format!("won: {tile} in {moves} moves"),
            Status::Lost if tile >= self.game.settings().target() => {
                format!("over after {moves} moves, with {tile}")
            }
            Status::Lost => format!("lost after {moves} moves, with {tile}"),
        };
        let value = self.game.original_score();
        let score = self.class().map(|class| Best {
            class,
            value,
            is_lower_better: false,
            shown: format!("{} by merging", grouped(value)),
        });
        Some(Outcome { words, score })
    }

    fn can_go_on(&self) -> bool {
        self.game.status() == Status::Won
    }

    fn class(&self) -> Option<String> {
        let target = self.game.settings().target();
        let twos = 100 - self.settings.fours_percent();
        (!self.has_help).then(|| format!("target {target}, {twos} % twos"))
    }
}
