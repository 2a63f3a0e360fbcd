//! `jetan solve sudoku --generate`: new puzzles, the same for the same seed.

use std::fmt;

use jetan_games::search::Budget;
use jetan_games::sudoku::Size;
use jetan_games::sudoku::generate::{Request, Symmetry, generate};
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::sudoku::notation;
use jetan_report::drawn;
use jetan_report::paint::{BOLD, Paint};
use serde::Serialize;

use super::super::batch::{self, Game, Outcome, Stop};

use super::super::input::Item;
use super::form::{self, Form};
use crate::cli::solve::{self as cli, Sudoku};
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Makes puzzles, each with a seed of its own, a line for each.
pub(super) fn run(typed: &Sudoku, puzzles: u32, console: &Console) -> Result<Exit, Failure> {
    batch::run_numbered(&Generator { typed }, puzzles, &typed.batch, console)
}

struct Generator<'a> {
    typed: &'a Sudoku,
}

/// A new puzzle.
#[derive(Serialize)]
struct Answer {
    puzzle: String,
    solution: String,
    difficulty: &'static str,
    score: u32,
    minimal: bool,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.puzzle)
    }
}

impl Game for Generator<'_> {
    type Worker = ();
    type Answer = Answer;

    fn worker(&self) {}

    fn draw(&self, _item: &Item, answer: &Answer, paint: Paint) -> String {
        let Ok(grid) = notation::parse_line(&answer.puzzle) else { return String::new() };
        let words =
            format!("{}, score {}, {} clues", answer.difficulty, answer.score, grid.clues());
        let words = paint.with(&[BOLD], &words);
        format!("{}  {words}\n  {}\n", drawn::sudoku(&grid, &grid, paint), answer.puzzle)
    }

    fn solve(&self, (): &mut (), item: &Item, stop: &Stop) -> Outcome<Answer> {
        let mut should_stop = || stop.is_set();
        let mut budget = Budget::until(&mut should_stop);
        let puzzle = generate(&self.request(item.line), &mut budget);
        // A search that was cut short has a puzzle, but not the one that belongs to this seed.
        if budget.is_spent() {
            return Outcome::Stopped;
        }
        let answer = Answer {
            puzzle: form::write(&puzzle.grid, Form::Line),
            solution: form::write(&puzzle.solution, Form::Line),
            difficulty: puzzle.rating.difficulty().name(),
            score: puzzle.rating.score(),
            minimal: puzzle.is_minimal,
        };
        if puzzle.is_wanted {
            Outcome::Solved(answer)
        } else {
            let note = format!("no such puzzle was found: this one is {}", answer.difficulty);
            Outcome::Noted(answer, note)
        }
    }
}

impl Generator<'_> {
    /// The request for the puzzle of a number, counted from 1.
    fn request(&self, number: usize) -> Request {
        Request {
            size: match self.typed.size {
                cli::Size::Four => Size::Four,
                cli::Size::Nine => Size::Nine,
                cli::Size::Sixteen => Size::Sixteen,
            },
            difficulty: self.typed.difficulty.map(|difficulty| match difficulty {
                cli::Difficulty::Easy => Difficulty::Easy,
                cli::Difficulty::Medium => Difficulty::Medium,
                cli::Difficulty::Hard => Difficulty::Hard,
                cli::Difficulty::Expert => Difficulty::Expert,
                cli::Difficulty::Extreme => Difficulty::Extreme,
            }),
            symmetry: match self.typed.symmetry {
                cli::Symmetry::None => Symmetry::None,
                cli::Symmetry::Rotation => Symmetry::Rotation,
                cli::Symmetry::Mirror => Symmetry::Mirror,
                cli::Symmetry::Diagonal => Symmetry::Diagonal,
            },
            // Wraps, so that even the largest seed has successors.
            seed: self.typed.seed.wrapping_add(number as u64 - 1),
        }
    }
}
