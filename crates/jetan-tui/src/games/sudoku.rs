//! Sudoku on a screen: digits and notes, hints that explain themselves, and a clock.

mod advice;
mod board;
mod glyphs;
mod keys;
mod layout;
mod panel;

use std::time::Duration;

use jetan_games::sudoku::GridSize;
use jetan_play::PlayableGame;
use jetan_play::game::BadMove;
use jetan_play::settings::{BadSettings, PlaySettings};
use jetan_play::sudoku::{CellEdit, SudokuMove, SudokuPlay, bit};
use jetan_play::thought::{GameQuestion, GameThought};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::advice::ShownHint;
use self::keys::SudokuCommand;
use crate::game::{GameScreen, InputReaction, KeyRow, PlayerInput};
use crate::look::TerminalLook;
use crate::paint;

/// The time for which the board celebrates.
const CHEER_TIME: Duration = Duration::from_millis(1400);

/// A game of Sudoku on a screen.
#[derive(Debug)]
pub struct SudokuScreen {
    game: SudokuPlay,
    cursor: usize,
    is_pencil: bool,
    advice: Option<ShownHint>,
    /// Digits that the last check found wrong.
    wrong: Vec<(usize, u8)>,
    message: SudokuMessage,
    is_solve_asked: bool,
    /// Time for what moves: the waiting sign, then the celebration.
    shown: Duration,
}

/// The line under the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SudokuMessage {
    text: String,
    is_warning: bool,
}

impl SudokuScreen {
    /// A game with the puzzle of the settings, or one that has to be made first.
    pub fn new(settings: PlaySettings) -> Result<SudokuScreen, BadSettings> {
        let mut screen = SudokuScreen {
            game: SudokuPlay::new(settings)?,
            cursor: 0,
            is_pencil: false,
            advice: None,
            wrong: Vec::new(),
            message: SudokuMessage::default(),
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
        self.shown = if self.is_over() { CHEER_TIME } else { Duration::ZERO };
    }

    fn size(&self) -> GridSize {
        self.game.size()
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = SudokuMessage { text: text.into(), is_warning: false };
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = SudokuMessage { text: text.into(), is_warning: true };
    }

    /// Makes a turn that the player asked for.
    fn make(&mut self, turn: &SudokuMove) -> InputReaction {
        if self.game.attempt().is_none() {
            return InputReaction::Ignored;
        }
        let made = self.game.make(turn);
        self.message = SudokuMessage::default();
        match made {
            Ok(()) => {
                self.settle(turn);
                self.shown = Duration::ZERO;
                InputReaction::Moved
            }
            Err(why) => {
                self.warn(why);
                InputReaction::Understood
            }
        }
    }

    /// Updates everything that is only shown after a turn.
    fn settle(&mut self, turn: &SudokuMove) {
        let Some(attempt) = self.game.attempt() else { return };
        let grid = &attempt.position().grid;
        self.wrong.retain(|&(cell, value)| grid.get(cell) == value);
        if *turn != SudokuMove::Hint {
            self.advice = None;
        }
        if let SudokuMove::Edits(edits) = turn
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

    fn execute(&mut self, command: SudokuCommand) -> InputReaction {
        // Any other command takes the question back.
        let was_solve_asked = std::mem::take(&mut self.is_solve_asked);
        match command {
            SudokuCommand::Move(rows, columns) => self.step(rows, columns),
            SudokuCommand::Digit(value) => self.write(value),
            SudokuCommand::Clear => self.clear(),
            SudokuCommand::Pencil => {
                self.is_pencil = !self.is_pencil;
                self.say(if self.is_pencil { "writing notes now" } else { "writing digits now" });
                InputReaction::Understood
            }
            SudokuCommand::Fill => self.make(&SudokuMove::Fill),
            SudokuCommand::Hint => self.advise(),
            SudokuCommand::Check => self.check(),
            SudokuCommand::Undo => self.make(&SudokuMove::Undo),
            SudokuCommand::Redo => self.make(&SudokuMove::Redo),
            SudokuCommand::Solve => self.solve(was_solve_asked),
            SudokuCommand::Close => self.close(),
        }
    }

    fn step(&mut self, rows: isize, columns: isize) -> InputReaction {
        let side = self.size().side();
        // Adding the side first keeps the sum from being negative.
        let wrap = |at: usize, by: isize| at.saturating_add_signed(by + side as isize) % side;
        self.cursor = wrap(self.cursor / side, rows) * side + wrap(self.cursor % side, columns);
        self.message = SudokuMessage::default();
        InputReaction::Understood
    }

    fn write(&mut self, value: u8) -> InputReaction {
        let Some(attempt) = self.game.attempt() else { return InputReaction::Ignored };
        let edit = if self.is_pencil {
            CellEdit::Notes(self.cursor, attempt.position().notes[self.cursor] ^ bit(value))
        } else {
            CellEdit::Digit(self.cursor, value)
        };
        self.make(&SudokuMove::Edits(vec![edit]))
    }

    fn clear(&mut self) -> InputReaction {
        let Some(attempt) = self.game.attempt() else { return InputReaction::Ignored };
        let edit = match attempt.position().grid.get(self.cursor) {
            0 => CellEdit::Notes(self.cursor, 0),
            _ => CellEdit::Digit(self.cursor, 0),
        };
        self.make(&SudokuMove::Edits(vec![edit]))
    }

    /// The first press names, the second explains, the third does it.
    fn advise(&mut self) -> InputReaction {
        let Some(attempt) = self.game.attempt() else { return InputReaction::Ignored };
        if attempt.is_over() {
            self.say("the grid is solved");
            return InputReaction::Understood;
        }
        if let Some(advice) = &mut self.advice {
            if advice.explain() {
                return InputReaction::Understood;
            }
            let edits = advice.edits(attempt.position());
            return self.make(&SudokuMove::Edits(edits));
        }
        let Some(Ok(hint)) = self.game.hint() else {
            self.warn("this puzzle is too open for a hint");
            return InputReaction::Understood;
        };
        self.advice = ShownHint::new(hint.clone());
        let Some(advice) = &self.advice else {
            self.say(hint.to_string());
            return InputReaction::Understood;
        };
        self.cursor = advice.focus().unwrap_or(self.cursor);
        self.make(&SudokuMove::Hint)
    }

    fn check(&mut self) -> InputReaction {
        let Ok(mistakes) = self.game.mistakes() else {
            self.warn("this puzzle is too open to be checked");
            return InputReaction::Understood;
        };
        self.wrong = mistakes;
        match self.wrong.len() {
            0 => self.say("no digit is wrong"),
            1 => self.warn("1 digit is wrong: it is marked x"),
            wrong => self.warn(format!("{wrong} digits are wrong: they are marked x")),
        }
        InputReaction::Understood
    }

    fn solve(&mut self, was_asked: bool) -> InputReaction {
        let Some(attempt) = self.game.attempt() else { return InputReaction::Ignored };
        if attempt.is_over() {
            self.say("the grid is solved");
            return InputReaction::Understood;
        }
        if !was_asked {
            self.is_solve_asked = true;
            self.say("press v again for the solution; the game will not be scored");
            return InputReaction::Understood;
        }
        let Some(solution) = self.game.solution() else {
            self.warn("no solution was found in reasonable time");
            return InputReaction::Understood;
        };
        self.make(&SudokuMove::Solve(solution))
    }

    /// Puts away what lies over the board; with nothing there the key is not for the game.
    fn close(&mut self) -> InputReaction {
        let is_clean =
            self.advice.is_none() && self.wrong.is_empty() && self.message.text.is_empty();
        // After the end the key leaves, whatever is said there.
        let is_ignored = is_clean || self.is_over();
        self.advice = None;
        self.wrong.clear();
        self.message = SudokuMessage::default();
        if is_ignored { InputReaction::Ignored } else { InputReaction::Understood }
    }

    fn click(&mut self, x: u16, y: u16, area: Rect) -> InputReaction {
        match layout::SudokuLayout::new(area, self.size(), self.cursor).cell_at(x, y) {
            Some(cell) => {
                self.cursor = cell;
                self.message = SudokuMessage::default();
                InputReaction::Understood
            }
            None => InputReaction::Ignored,
        }
    }
}

impl GameScreen for SudokuScreen {
    fn play(&self) -> &dyn PlayableGame {
        &self.game
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.game.apply(recorded)?;
        self.message = SudokuMessage::default();
        if let Some(turn) = SudokuMove::parse(recorded, self.size()) {
            self.settle(&turn);
        }
        // Applied moves are not celebrated: they come from a file.
        self.shown = CHEER_TIME;
        Ok(())
    }

    fn press(&mut self, press: PlayerInput) -> InputReaction {
        if self.game.attempt().is_none() {
            return InputReaction::Ignored;
        }
        match press {
            PlayerInput::Click { x, y, area } => self.click(x, y, area),
            PlayerInput::Key(key) => match keys::command(self.size(), key) {
                Some(command) => self.execute(command),
                None => InputReaction::Ignored,
            },
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        self.shown = self.shown.saturating_add(elapsed);
        self.game.pass(elapsed);
    }

    fn is_moving(&self) -> bool {
        self.game.attempt().is_none() || (self.is_over() && self.shown < CHEER_TIME)
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.game.set_elapsed(elapsed);
        // The message names the time, which is known only now.
        if self.is_over() && !self.message.text.is_empty() {
            self.settle(&SudokuMove::Hint);
        }
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
        match self.game.attempt() {
            Some(attempt) => panel::draw(self, attempt, area, buffer, look),
            None => panel::draw_waiting(self, area, buffer, look),
        }
    }

    fn beside(&self, area: Rect, _look: TerminalLook) -> Rect {
        let layout = layout::SudokuLayout::new(area, self.size(), self.cursor);
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

    fn receive(&mut self, thought: GameThought) {
        let was_made = self.game.attempt().is_some();
        self.game.receive(thought);
        if !was_made {
            self.begin();
        }
    }
}
