//! Sudoku as it is played: a puzzle that is made or brought, digits and notes, hints and a clock.

mod attempt;
mod engine;
mod position;

use std::time::Duration;

use jetan_games::GameTitle;
use jetan_games::sudoku::generate::{ClueSymmetry, PuzzleRequest};
use jetan_games::sudoku::logic::{Difficulty, PathRating, PlayerHint};
use jetan_games::sudoku::notation::to_line;
use jetan_games::sudoku::solver::{SearchAborted, SolutionCount};
use jetan_games::sudoku::{GridSize, SudokuGrid};

use crate::game::{BadMove, BestScore, GameOutcome, PlayableGame};
use crate::settings::{BadSettings, PlaySettings};
use crate::thought::{GameQuestion, GameThought};
use crate::words::clock;

pub use attempt::{SudokuAttempt, SudokuMove};
pub use engine::edits_of;
pub(crate) use engine::{answer_make, answer_rating};
pub use position::{CellEdit, SudokuPosition, bit, sees, value_of, values_in};

/// A game of Sudoku.
#[derive(Clone, Debug)]
pub struct SudokuPlay {
    settings: PlaySettings,
    /// None while the puzzle is being made.
    attempt: Option<SudokuAttempt>,
    is_work_taken: bool,
    rating: Option<PathRating>,
    elapsed: Duration,
}

impl SudokuPlay {
    /// A game with the puzzle of the settings, or one that has to be made first.
    pub fn new(settings: PlaySettings) -> Result<SudokuPlay, BadSettings> {
        let puzzle = settings.puzzle.as_deref().map(engine::read).transpose()?;
        let mut game = SudokuPlay {
            settings,
            attempt: None,
            is_work_taken: false,
            rating: None,
            elapsed: Duration::ZERO,
        };
        if let Some(grid) = puzzle {
            game.begin(grid, None);
        }
        Ok(game)
    }

    fn begin(&mut self, grid: SudokuGrid, made: Option<Difficulty>) {
        self.settings.size = grid.size();
        // The settings get the puzzle that was made, so that a record can be loaded without the
        // generator.
        self.settings.puzzle = Some(to_line(&grid));
        self.attempt = Some(SudokuAttempt::new(grid, made));
    }

    /// The size of the grid, also while it is being made.
    pub fn size(&self) -> GridSize {
        self.settings.size
    }

    /// The puzzle and what was done to it; none while it is being made.
    pub fn attempt(&self) -> Option<&SudokuAttempt> {
        self.attempt.as_ref()
    }

    /// The difficulty of the puzzle, once that is known.
    pub fn rating(&self) -> Option<&PathRating> {
        self.rating.as_ref()
    }

    /// Whether the grid is solved.
    pub fn is_over(&self) -> bool {
        self.attempt.as_ref().is_some_and(SudokuAttempt::is_over)
    }

    /// Makes a move and records it; a move that is not possible changes nothing.
    pub fn make(&mut self, turn: &SudokuMove) -> Result<(), &'static str> {
        self.attempt.as_mut().ok_or("there is no puzzle yet")?.make(turn)
    }

    /// Lets time pass; it counts while there is something to solve.
    pub fn pass(&mut self, elapsed: Duration) {
        if self.attempt.is_some() && !self.is_over() {
            self.elapsed = self.elapsed.saturating_add(elapsed);
        }
    }

    /// The hint for a player who asks for help; none while there is no puzzle.
    pub fn hint(&self) -> Option<Result<PlayerHint, SearchAborted>> {
        self.attempt.as_ref().map(engine::ask)
    }

    /// The digits that are wrong, as far as that can be decided for each by itself.
    pub fn mistakes(&self) -> Result<Vec<(usize, u8)>, SearchAborted> {
        let Some(attempt) = &self.attempt else { return Ok(Vec::new()) };
        let grid = &attempt.position().grid;
        let filled = grid.cells().iter().copied().enumerate().filter(|&(_, value)| value != 0);
        match (engine::solutions(attempt.puzzle()), engine::ask(attempt)) {
            (Ok(SolutionCount::One(solution)), _) => {
                Ok(filled.filter(|&(cell, value)| solution.get(cell) != value).collect())
            }
            // With several solutions a digit is wrong only together with others.
            (_, Ok(PlayerHint::WrongValue { wrong, .. })) => Ok(vec![(wrong.cell, wrong.value)]),
            (_, Ok(_)) => Ok(Vec::new()),
            (_, Err(gave_up)) => Err(gave_up),
        }
    }

    /// A solution that keeps what the player has where it can be kept; none if none was found in
    /// reasonable time.
    pub fn solution(&self) -> Option<SudokuGrid> {
        let attempt = self.attempt.as_ref()?;
        // First with the player's digits, so that a right start is kept; a wrong digit makes that
        // unsolvable, and then the clues decide alone.
        let grids = [&attempt.position().grid, attempt.puzzle()];
        grids.into_iter().find_map(|grid| match engine::solutions(grid) {
            Ok(SolutionCount::One(solution) | SolutionCount::Multiple(solution)) => Some(solution),
            Ok(SolutionCount::None) | Err(_) => None,
        })
    }

    /// A summary of how it was solved; meant for a game that is over.
    pub fn ending(&self) -> String {
        match &self.attempt {
            Some(attempt) if attempt.is_solved_by_engine() => "solved by the engine".to_owned(),
            _ => format!("solved in {}", clock(self.elapsed)),
        }
    }
}

impl PlayableGame for SudokuPlay {
    fn name(&self) -> GameTitle {
        GameTitle::Sudoku
    }

    fn settings(&self) -> &PlaySettings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        self.attempt.as_ref().map_or(&[], SudokuAttempt::words)
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        let bad = |why| BadMove { recorded: recorded.to_owned(), why };
        let attempt = self.attempt.as_mut().ok_or(bad("there is no puzzle yet"))?;
        let turn =
            SudokuMove::parse(recorded, attempt.size()).ok_or(bad("it is not a move of Sudoku"))?;
        attempt.make(&turn).map_err(bad)
    }

    fn elapsed(&self) -> Duration {
        self.elapsed
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.elapsed = elapsed;
    }

    fn progress(&self) -> String {
        let Some(attempt) = &self.attempt else { return "not begun".to_owned() };
        let (filled, given) = (attempt.position().grid.clues(), attempt.puzzle().clues());
        let cells = attempt.size().cells() - given;
        format!("{} of {cells} cells filled", filled.saturating_sub(given))
    }

    fn outcome(&self) -> Option<GameOutcome> {
        self.is_over().then(|| GameOutcome {
            words: self.ending(),
            score: self.class().map(|class| BestScore {
                class,
                // Milliseconds and not what the clock shows: two games of 3:07 still have an order.
                value: self.elapsed.as_millis() as u64,
                is_lower_better: true,
                shown: clock(self.elapsed),
            }),
        })
    }

    fn class(&self) -> Option<String> {
        let attempt = self.attempt.as_ref()?;
        let (side, difficulty) = (attempt.size().side(), attempt.made()?);
        let is_own_work = attempt.hints() == 0 && !attempt.is_solved_by_engine();
        is_own_work.then(|| format!("{side}x{side} {difficulty}"))
    }

    fn take_question(&mut self) -> Option<GameQuestion> {
        let is_needed = self.attempt.is_none() || self.rating.is_none();
        // Set even if the host drops the question: `receive` clears it while there is no puzzle.
        if !is_needed || std::mem::replace(&mut self.is_work_taken, true) {
            return None;
        }
        let request = PuzzleRequest {
            size: self.settings.size,
            difficulty: self.settings.difficulty,
            symmetry: ClueSymmetry::Rotation,
            seed: self.settings.seed,
        };
        Some(match &self.attempt {
            Some(attempt) => GameQuestion::RateSudoku(attempt.puzzle().clone()),
            None => GameQuestion::MakeSudoku(request),
        })
    }

    fn receive(&mut self, thought: GameThought) {
        let GameThought::Sudoku(puzzle) = thought else {
            // A puzzle there must be; its rating can be done without.
            self.is_work_taken = self.attempt.is_some();
            return;
        };
        match &self.attempt {
            None => {
                self.begin(puzzle.grid, Some(puzzle.rating.difficulty()));
                self.rating = Some(puzzle.rating);
            }
            // A rating of another puzzle was asked for before this one replaced it.
            Some(attempt) if *attempt.puzzle() == puzzle.grid => self.rating = Some(puzzle.rating),
            Some(_) => {}
        }
    }
}
