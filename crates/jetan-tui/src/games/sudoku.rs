//! Sudoku on a screen: digits and notes, hints that explain themselves, and a clock.

mod advice;
mod board;
mod glyphs;
mod keys;
mod layout;
mod panel;

use std::time::Duration;

use jetan_games::sudoku::Size;
use jetan_play::Play;
use jetan_play::game::BadMove;
use jetan_play::settings::{BadSettings, Settings};
use jetan_play::sudoku::{Edit, Sudoku, Turn, bit};
use jetan_play::thought::{GameQuestion, Thought};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::advice::Advice;
use self::keys::Command;
use crate::game::{Game, KeyRow, Press, Reaction};
use crate::look::Look;
use crate::paint;

/// The time for which the board celebrates.
const CHEER: Duration = Duration::from_millis(1400);

/// A game of Sudoku on a screen.
#[derive(Debug)]
pub struct Screen {
    game: Sudoku,
    cursor: usize,
    is_pencil: bool,
    advice: Option<Advice>,
    /// Digits that the last check found wrong.
    wrong: Vec<(usize, u8)>,
    message: Message,
    is_solve_asked: bool,
    /// Time for what moves: the waiting sign, then the celebration.
    shown: Duration,
}

/// The line under the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Message {
    text: String,
    is_warning: bool,
}

impl Screen {
    /// A game with the puzzle of the settings, or one that has to be made first.
    pub fn new(settings: Settings) -> Result<Screen, BadSettings> {
        let mut screen = Screen {
            game: Sudoku::new(settings)?,
            cursor: 0,
            is_pencil: false,
            advice: None,
            wrong: Vec::new(),
            message: Message::default(),
            is_solve_asked: false,
            shown: Duration::ZERO,
        };
        screen.begin();
        Ok(screen)
    }

    /// Looks at a puzzle that is there now.
    fn begin(&mut self) {
        let Some(attempt) = self.game.attempt() else { return };
        let first = attempt.puzzle().cells().iter().position(|&value| value == 0);
        self.cursor = first.unwrap_or(0);
        // A solved grid that is opened again does not celebrate.
        self.shown = if self.is_over() { CHEER } else { Duration::ZERO };
    }

    fn size(&self) -> Size {
        self.game.size()
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: false };
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: true };
    }

    /// Makes a turn that the player asked for.
    fn make(&mut self, turn: &Turn) -> Reaction {
        if self.game.attempt().is_none() {
            return Reaction::Ignored;
        }
        let made = self.game.make(turn);
        self.message = Message::default();
        match made {
            Ok(()) => {
                self.settle(turn);
                self.shown = Duration::ZERO;
                Reaction::Moved
            }
            Err(why) => {
                self.warn(why);
                Reaction::Understood
            }
        }
    }

    /// Updates everything that is only shown after a turn.
    fn settle(&mut self, turn: &Turn) {
        let Some(attempt) = self.game.attempt() else { return };
        let grid = &attempt.position().grid;
        self.wrong.retain(|&(cell, value)| grid.get(cell) == value);
        if *turn != Turn::Hint {
            self.advice = None;
        }
        if let Turn::Edits(edits) = turn
            && let Some(edit) = edits.first()
        {
            self.cursor = edit.cell();
        }
        if attempt.is_over() {
            self.wrong.clear();
            self.say(self.game.ending());
        } else if grid.is_full() {
            self.warn("the grid is full, but digits clash");
        }
    }

    fn obey(&mut self, command: Command) -> Reaction {
        // Any other command takes the question back.
        let was_solve_asked = std::mem::take(&mut self.is_solve_asked);
        match command {
            Command::Move(rows, columns) => self.step(rows, columns),
            Command::Digit(value) => self.write(value),
            Command::Clear => self.clear(),
            Command::Pencil => {
                self.is_pencil = !self.is_pencil;
                self.say(if self.is_pencil { "writing notes now" } else { "writing digits now" });
                Reaction::Understood
            }
            Command::Fill => self.make(&Turn::Fill),
            Command::Hint => self.advise(),
            Command::Check => self.check(),
            Command::Undo => self.make(&Turn::Undo),
            Command::Redo => self.make(&Turn::Redo),
            Command::Solve => self.solve(was_solve_asked),
            Command::Close => self.close(),
        }
    }

    fn step(&mut self, rows: isize, columns: isize) -> Reaction {
        let side = self.size().side();
        // Adding the side first keeps the sum from being negative.
        let wrap = |at: usize, by: isize| at.saturating_add_signed(by + side as isize) % side;
        self.cursor = wrap(self.cursor / side, rows) * side + wrap(self.cursor % side, columns);
        self.message = Message::default();
        Reaction::Understood
    }

    fn write(&mut self, value: u8) -> Reaction {
        let Some(attempt) = self.game.attempt() else { return Reaction::Ignored };
        let edit = if self.is_pencil {
            Edit::Notes(self.cursor, attempt.position().notes[self.cursor] ^ bit(value))
        } else {
            Edit::Digit(self.cursor, value)
        };
        self.make(&Turn::Edits(vec![edit]))
    }

    fn clear(&mut self) -> Reaction {
        let Some(attempt) = self.game.attempt() else { return Reaction::Ignored };
        let edit = match attempt.position().grid.get(self.cursor) {
            0 => Edit::Notes(self.cursor, 0),
            _ => Edit::Digit(self.cursor, 0),
        };
        self.make(&Turn::Edits(vec![edit]))
    }

    /// The first press names, the second explains, the third does it.
    fn advise(&mut self) -> Reaction {
        let Some(attempt) = self.game.attempt() else { return Reaction::Ignored };
        if attempt.is_over() {
            self.say("the grid is solved");
            return Reaction::Understood;
        }
        if let Some(advice) = &mut self.advice {
            if advice.explain() {
                return Reaction::Understood;
            }
            let edits = advice.edits(attempt.position());
            return self.make(&Turn::Edits(edits));
        }
        let Some(Ok(hint)) = self.game.hint() else {
            self.warn("this puzzle is too open for a hint");
            return Reaction::Understood;
        };
        self.advice = Advice::new(hint.clone());
        let Some(advice) = &self.advice else {
            self.say(hint.to_string());
            return Reaction::Understood;
        };
        self.cursor = advice.focus().unwrap_or(self.cursor);
        self.make(&Turn::Hint)
    }

    fn check(&mut self) -> Reaction {
        let Ok(mistakes) = self.game.mistakes() else {
            self.warn("this puzzle is too open to be checked");
            return Reaction::Understood;
        };
        self.wrong = mistakes;
        match self.wrong.len() {
            0 => self.say("no digit is wrong"),
            1 => self.warn("1 digit is wrong: it is marked x"),
            wrong => self.warn(format!("{wrong} digits are wrong: they are marked x")),
        }
        Reaction::Understood
    }

    fn solve(&mut self, was_asked: bool) -> Reaction {
        let Some(attempt) = self.game.attempt() else { return Reaction::Ignored };
        if attempt.is_over() {
            self.say("the grid is solved");
            return Reaction::Understood;
        }
        if !was_asked {
            self.is_solve_asked = true;
            self.say("v again solves it; then the game does not count");
            return Reaction::Understood;
        }
        let Some(solution) = self.game.solution() else {
            self.warn("no solution was found in reasonable time");
            return Reaction::Understood;
        };
        self.make(&Turn::Solve(solution))
    }

    /// Puts away what lies over the board; with nothing there the key is not for the game.
    fn close(&mut self) -> Reaction {
        let is_clean =
            self.advice.is_none() && self.wrong.is_empty() && self.message.text.is_empty();
        // After the end the key leaves, whatever is said there.
        let is_ignored = is_clean || self.is_over();
        self.advice = None;
        self.wrong.clear();
        self.message = Message::default();
        if is_ignored { Reaction::Ignored } else { Reaction::Understood }
    }

    fn click(&mut self, x: u16, y: u16, area: Rect) -> Reaction {
        match layout::Layout::new(area, self.size(), self.cursor).cell_at(x, y) {
            Some(cell) => {
                self.cursor = cell;
                self.message = Message::default();
                Reaction::Understood
            }
            None => Reaction::Ignored,
        }
    }
}

impl Game for Screen {
    fn play(&self) -> &dyn Play {
        &self.game
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.game.apply(recorded)?;
        self.message = Message::default();
        if let Some(turn) = Turn::parse(recorded, self.size()) {
            self.settle(&turn);
        }
        // Applied moves are not celebrated: they come from a file.
        self.shown = CHEER;
        Ok(())
    }

    fn press(&mut self, press: Press) -> Reaction {
        if self.game.attempt().is_none() {
            return Reaction::Ignored;
        }
        match press {
            Press::Click { x, y, area } => self.click(x, y, area),
            Press::Key(key) => match keys::command(self.size(), key) {
                Some(command) => self.obey(command),
                None => Reaction::Ignored,
            },
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        self.shown = self.shown.saturating_add(elapsed);
        self.game.pass(elapsed);
    }

    fn is_moving(&self) -> bool {
        self.game.attempt().is_none() || (self.is_over() && self.shown < CHEER)
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.game.set_elapsed(elapsed);
        // The message names the time, which is known only now.
        if self.is_over() && !self.message.text.is_empty() {
            self.settle(&Turn::Hint);
        }
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        match self.game.attempt() {
            Some(attempt) => panel::draw(self, attempt, area, buffer, look),
            None => panel::draw_waiting(self, area, buffer, look),
        }
    }

    fn beside(&self, area: Rect, _look: Look) -> Rect {
        let layout = layout::Layout::new(area, self.size(), self.cursor);
        paint::beside(area, layout.window, layout.panel)
    }

    fn keys(&self) -> &'static [KeyRow] {
        keys::rows(self.size())
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        keys::short(self.size())
    }

    fn take_question(&mut self) -> Option<GameQuestion> {
        self.game.take_question()
    }

    fn receive(&mut self, thought: Thought) {
        let was_made = self.game.attempt().is_some();
        self.game.receive(thought);
        if !was_made {
            self.begin();
        }
    }
}
