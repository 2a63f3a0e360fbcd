//! `jetan solve sudoku --generate`: new puzzles, the same for the same seed.

use std::fmt;

use jetan_games::search::SearchBudget;
use jetan_games::sudoku::GridSize;
use jetan_games::sudoku::generate::{ClueSymmetry, PuzzleRequest, generate};
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::sudoku::notation;
use jetan_report::drawn;
use jetan_report::paint::{BOLD, TextPaint};
use serde::Serialize;

use super::super::batch::{self, BatchGame, ItemOutcome, StopFlag};

use super::super::input::BatchItem;
use super::form::{self, GridForm};
use crate::cli::solve::{self as cli, SudokuArgs};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Makes puzzles, each with a seed of its own, a line for each.
pub(super) fn run(
    typed: &SudokuArgs,
    puzzles: u32,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    batch::run_numbered(&SudokuGenerator { typed }, puzzles, &typed.batch, console)
}

struct SudokuGenerator<'a> {
    typed: &'a SudokuArgs,
}

/// A new puzzle.
#[derive(Serialize)]
struct GeneratedPuzzle {
    puzzle: String,
    solution: String,
    difficulty: &'static str,
    score: u32,
    minimal: bool,
}

impl fmt::Display for GeneratedPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.puzzle)
    }
}

impl BatchGame for SudokuGenerator<'_> {
    type WorkerState = ();
    type ItemAnswer = GeneratedPuzzle;

    fn worker(&self) {}

    fn draw(&self, _item: &BatchItem, answer: &GeneratedPuzzle, paint: TextPaint) -> String {
        let Ok(grid) = notation::parse_line(&answer.puzzle) else { return String::new() };
        let words =
            format!("{}, score {}, {} clues", answer.difficulty, answer.score, grid.clues());
        let words = paint.with(&[BOLD], &words);
        format!("{}  {words}\n  {}\n", drawn::sudoku(&grid, &grid, paint), answer.puzzle)
    }

    fn solve(
        &self,
        (): &mut (),
        item: &BatchItem,
        stop: &StopFlag,
    ) -> ItemOutcome<GeneratedPuzzle> {
        let mut should_stop = || stop.is_set();
        let mut budget = SearchBudget::until(&mut should_stop);
        let puzzle = generate(&self.request(item.line), &mut budget);
        // A search that was cut short has a puzzle, but not the one that belongs to this seed.
        if budget.is_spent() {
            return ItemOutcome::Stopped;
        }
        let answer = GeneratedPuzzle {
            puzzle: form::write(&puzzle.grid, GridForm::Line),
            solution: form::write(&puzzle.solution, GridForm::Line),
            difficulty: puzzle.rating.difficulty().name(),
            score: puzzle.rating.score(),
            minimal: puzzle.is_minimal,
        };
        if puzzle.is_wanted {
            ItemOutcome::Solved(answer)
        } else {
            let note = format!("no such puzzle was found: this one is {}", answer.difficulty);
            ItemOutcome::Noted(answer, note)
        }
    }
}

impl SudokuGenerator<'_> {
    /// The request for the puzzle of a number, counted from 1.
    fn request(&self, number: usize) -> PuzzleRequest {
        PuzzleRequest {
            size: match self.typed.size {
                cli::GridSizeChoice::Four => GridSize::Four,
                cli::GridSizeChoice::Nine => GridSize::Nine,
                cli::GridSizeChoice::Sixteen => GridSize::Sixteen,
            },
            difficulty: self.typed.difficulty.map(|difficulty| match difficulty {
                cli::DifficultyChoice::Easy => Difficulty::Easy,
                cli::DifficultyChoice::Medium => Difficulty::Medium,
                cli::DifficultyChoice::Hard => Difficulty::Hard,
                cli::DifficultyChoice::Expert => Difficulty::Expert,
                cli::DifficultyChoice::Extreme => Difficulty::Extreme,
            }),
            symmetry: match self.typed.symmetry {
                cli::SymmetryChoice::None => ClueSymmetry::None,
                cli::SymmetryChoice::Rotation => ClueSymmetry::Rotation,
                cli::SymmetryChoice::Mirror => ClueSymmetry::Mirror,
                cli::SymmetryChoice::Diagonal => ClueSymmetry::Diagonal,
            },
            // Wraps, so that even the largest seed has successors.
            seed: self.typed.seed.wrapping_add(number as u64 - 1),
        }
    }
}
