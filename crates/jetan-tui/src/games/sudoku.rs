//! Sudoku on a screen: digits and notes, hints that explain themselves, and a clock.

mod advice;
mod board;
mod engine;
mod glyphs;
mod keys;
mod layout;
mod panel;
mod play;
mod position;

use std::time::Duration;

use jetan_games::Name;
use jetan_games::sudoku::generate::{Request, Symmetry};
use jetan_games::sudoku::logic::{Difficulty, Hint, Rating};
use jetan_games::sudoku::notation::to_line;
use jetan_games::sudoku::solver::Solutions;
use jetan_games::sudoku::{Grid, Size};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::advice::Advice;
use self::keys::Command;
use self::play::{Play, Turn};
use self::position::{Edit, bit};
use crate::game::{Best, Game, KeyRow, Outcome, Press, Reaction};
use crate::look::Look;
use crate::paint;
use crate::record::BadMove;
use crate::settings::{BadSettings, Settings};
use crate::thought::{Thought, Work};

/// How long the board celebrates.
const CHEER: Duration = Duration::from_millis(1400);

/// A game of Sudoku on a screen.
#[derive(Debug)]
pub struct Screen {
    settings: Settings,
    /// None while the puzzle is being made.
    play: Option<Play>,
    is_work_taken: bool,
    rating: Option<Rating>,
    cursor: usize,
    is_pencil: bool,
    advice: Option<Advice>,
    /// Digits that the last check found wrong.
    wrong: Vec<(usize, u8)>,
    message: Message,
    is_solve_asked: bool,
    elapsed: Duration,
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
        let puzzle = settings.puzzle.as_deref().map(engine::read).transpose()?;
        let mut screen = Screen {
            settings,
            play: None,
            is_work_taken: false,
            rating: None,
            cursor: 0,
            is_pencil: false,
            advice: None,
            wrong: Vec::new(),
            message: Message::default(),
            is_solve_asked: false,
            elapsed: Duration::ZERO,
            shown: Duration::ZERO,
        };
        if let Some(grid) = puzzle {
            screen.begin(grid, None);
        }
        Ok(screen)
    }

    fn begin(&mut self, grid: Grid, made: Option<Difficulty>) {
        self.settings.size = grid.size();
        self.settings.puzzle = Some(to_line(&grid));
        self.cursor = grid.cells().iter().position(|&value| value == 0).unwrap_or(0);
        self.play = Some(Play::new(grid, made));
        self.shown = if self.is_over() { CHEER } else { Duration::ZERO };
    }

    fn size(&self) -> Size {
        self.settings.size
    }

    fn is_over(&self) -> bool {
        self.play.as_ref().is_some_and(Play::is_over)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: false };
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: true };
    }

    /// Makes a turn that the player asked for.
    fn make(&mut self, turn: &Turn) -> Reaction {
        let Some(play) = &mut self.play else { return Reaction::Ignored };
        let made = play.make(turn);
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

    /// What a turn means for everything that is only shown.
    fn settle(&mut self, turn: &Turn) {
        let Some(play) = &self.play else { return };
        let grid = &play.position().grid;
        self.wrong.retain(|&(cell, value)| grid.get(cell) == value);
        if *turn != Turn::Hint {
            self.advice = None;
        }
        if let Turn::Edits(edits) = turn
            && let Some(edit) = edits.first()
        {
            self.cursor = edit.cell();
        }
        if play.is_over() {
            self.wrong.clear();
            self.say(self.words(play));
        } else if grid.is_full() {
            self.warn("the grid is full, but digits clash");
        }
    }

    fn obey(&mut self, command: Command) -> Reaction {
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
        let wrap = |at: usize, by: isize| at.saturating_add_signed(by + side as isize) % side;
        self.cursor = wrap(self.cursor / side, rows) * side + wrap(self.cursor % side, columns);
        self.message = Message::default();
        Reaction::Understood
    }

    fn write(&mut self, value: u8) -> Reaction {
        let Some(play) = &self.play else { return Reaction::Ignored };
        let edit = if self.is_pencil {
            Edit::Notes(self.cursor, play.position().notes[self.cursor] ^ bit(value))
        } else {
            Edit::Digit(self.cursor, value)
        };
        self.make(&Turn::Edits(vec![edit]))
    }

    fn clear(&mut self) -> Reaction {
        let Some(play) = &self.play else { return Reaction::Ignored };
        let edit = match play.position().grid.get(self.cursor) {
            0 => Edit::Notes(self.cursor, 0),
            _ => Edit::Digit(self.cursor, 0),
        };
        self.make(&Turn::Edits(vec![edit]))
    }

    /// The first press names, the second explains, the third does it.
    fn advise(&mut self) -> Reaction {
        let Some(play) = &self.play else { return Reaction::Ignored };
        if play.is_over() {
            self.say("the grid is solved");
            return Reaction::Understood;
        }
        if let Some(advice) = &mut self.advice {
            if advice.explain() {
                return Reaction::Understood;
            }
            let edits = advice.edits(play.position());
            return self.make(&Turn::Edits(edits));
        }
        let Ok(hint) = engine::ask(play) else {
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
        let Some(play) = &self.play else { return Reaction::Ignored };
        let grid = &play.position().grid;
        let filled = grid.cells().iter().copied().enumerate().filter(|&(_, value)| value != 0);
        let solutions = engine::solutions(play.puzzle());
        self.wrong = match (solutions, engine::ask(play)) {
            (Ok(Solutions::One(solution)), _) => {
                filled.filter(|&(cell, value)| solution.get(cell) != value).collect()
            }
            // With several solutions a digit is wrong only together with others.
            (_, Ok(Hint::WrongValue { wrong, .. })) => vec![(wrong.cell, wrong.value)],
            (_, Ok(_)) => Vec::new(),
            (_, Err(_)) => {
                self.warn("this puzzle is too open to be checked");
                return Reaction::Understood;
            }
        };
        match self.wrong.len() {
            0 => self.say("no digit is wrong"),
            1 => self.warn("1 digit is wrong: it is marked x"),
            wrong => self.warn(format!("{wrong} digits are wrong: they are marked x")),
        }
        Reaction::Understood
    }

    fn solve(&mut self, was_asked: bool) -> Reaction {
        let Some(play) = &self.play else { return Reaction::Ignored };
        if play.is_over() {
            self.say("the grid is solved");
            return Reaction::Understood;
        }
        if !was_asked {
            self.is_solve_asked = true;
            self.say("v again solves it; then the game does not count");
            return Reaction::Understood;
        }
        // What the player has is kept where it can be.
        let grids = [&play.position().grid, play.puzzle()];
        let solution = grids.into_iter().find_map(|grid| match engine::solutions(grid) {
            Ok(Solutions::One(solution) | Solutions::Multiple(solution)) => Some(solution),
            Ok(Solutions::None) | Err(_) => None,
        });
        let Some(solution) = solution else {
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

    fn words(&self, play: &Play) -> String {
        if play.is_solved_by_engine() {
            "solved by the engine".to_owned()
        } else {
            format!("solved in {}", clock(self.elapsed))
        }
    }

    fn best(&self) -> Option<Best> {
        self.class().map(|class| Best {
            class,
            value: self.elapsed.as_millis() as u64,
            is_lower_better: true,
            shown: clock(self.elapsed),
        })
    }
}

impl Game for Screen {
    fn name(&self) -> Name {
        Name::Sudoku
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        self.play.as_ref().map_or(&[], Play::words)
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        let bad = |why| BadMove { recorded: recorded.to_owned(), why };
        let play = self.play.as_mut().ok_or(bad("there is no puzzle yet"))?;
        let turn = Turn::parse(recorded, play.size()).ok_or(bad("it is no move of Sudoku"))?;
        play.make(&turn).map_err(bad)?;
        self.message = Message::default();
        self.settle(&turn);
        self.shown = CHEER;
        Ok(())
    }

    fn press(&mut self, press: Press) -> Reaction {
        if self.play.is_none() {
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
        if self.play.is_some() && !self.is_over() {
            self.elapsed = self.elapsed.saturating_add(elapsed);
        }
    }

    fn is_moving(&self) -> bool {
        self.play.is_none() || (self.is_over() && self.shown < CHEER)
    }

    fn elapsed(&self) -> Duration {
        self.elapsed
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.elapsed = elapsed;
        if self.is_over() && !self.message.text.is_empty() {
            self.settle(&Turn::Hint);
        }
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        match &self.play {
            Some(play) => panel::draw(self, play, area, buffer, look),
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

    fn progress(&self) -> String {
        let Some(play) = &self.play else { return "not begun".to_owned() };
        let (filled, given) = (play.position().grid.clues(), play.puzzle().clues());
        let cells = play.size().cells() - given;
        format!("{} of {cells} cells filled", filled.saturating_sub(given))
    }

    fn take_work(&mut self) -> Option<Work> {
        let is_needed = self.play.is_none() || self.rating.is_none();
        if !is_needed || std::mem::replace(&mut self.is_work_taken, true) {
            return None;
        }
        let request = Request {
            size: self.settings.size,
            difficulty: self.settings.difficulty,
            symmetry: Symmetry::Rotation,
            seed: self.settings.seed,
        };
        Some(match &self.play {
            Some(play) => {
                let grid = play.puzzle().clone();
                Box::new(move |should_stop| engine::study(grid, should_stop))
            }
            None => Box::new(move |should_stop| engine::make(&request, should_stop)),
        })
    }

    fn receive(&mut self, thought: Thought) {
        let Thought::Sudoku(puzzle) = thought else {
            // A puzzle there must be; its rating can be done without.
            self.is_work_taken = self.play.is_some();
            return;
        };
        match &self.play {
            None => {
                self.begin(puzzle.grid, Some(puzzle.rating.difficulty()));
                self.rating = Some(puzzle.rating);
            }
            Some(play) if *play.puzzle() == puzzle.grid => self.rating = Some(puzzle.rating),
            Some(_) => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let play = self.play.as_ref().filter(|play| play.is_over())?;
        Some(Outcome { words: self.words(play), score: self.best() })
    }

    fn class(&self) -> Option<String> {
        let play = self.play.as_ref()?;
        let (side, difficulty) = (play.size().side(), play.made()?);
        let is_own_work = play.hints() == 0 && !play.is_solved_by_engine();
        is_own_work.then(|| format!("{side}x{side} {difficulty}"))
    }
}

/// A time as it is shown: `3:07`, `1:02:45`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
