//! `jetan solve sudoku`: solutions, counts, explanations, ratings, and new puzzles.

mod answer;
mod form;
mod generate;

use jetan_games::search::SearchBudget;
use jetan_games::sudoku::logic::{self, CandidateGrid, SolutionPath, StepEffect};
use jetan_games::sudoku::solver::{self, SearchAborted};
use jetan_games::sudoku::{SolutionCount, SudokuGrid};
use jetan_report::drawn;
use jetan_report::paint::{BOLD, TextPaint};

use super::batch::{self, BatchGame, ItemOutcome, StopFlag};
use super::input::BatchItem;
use crate::cli::solve::SudokuArgs;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use answer::SudokuResult;
use form::GridForm;

/// Solves puzzles, or makes new ones.
pub(super) fn run(typed: &SudokuArgs, console: &Console) -> Result<Exit, CommandFailure> {
    match typed.generate {
        Some(puzzles) => generate::run(typed, puzzles, console),
        None => batch::run(&SudokuBatch { typed }, &typed.batch, console),
    }
}

struct SudokuBatch<'a> {
    typed: &'a SudokuArgs,
}

impl BatchGame for SudokuBatch<'_> {
    type WorkerState = ();
    type ItemAnswer = SudokuResult;

    fn worker(&self) {}

    fn wants_more(&self, item: &BatchItem) -> bool {
        form::wants_more(item)
    }

    fn draw(&self, item: &BatchItem, answer: &SudokuResult, paint: TextPaint) -> String {
        let Ok((clues, _)) = form::parse(item) else { return String::new() };
        let shown = answer.solution().unwrap_or_else(|| clues.clone());
        let words = answer.words();
        let (first, rest) = words.split_at(words.find('\n').unwrap_or(words.len()));
        let first = paint.with(&[BOLD], first);
        format!("{}  {first}{rest}\n", drawn::sudoku(&shown, &clues, paint))
    }

    fn solve(&self, (): &mut (), item: &BatchItem, stop: &StopFlag) -> ItemOutcome<SudokuResult> {
        let (grid, form) = match form::parse(item) {
            Ok(parsed) => parsed,
            Err((line, mistake)) => return ItemOutcome::Bad(line, mistake),
        };
        let mut should_stop = || stop.is_set();
        let mut budget = SearchBudget::until(&mut should_stop);
        self.answer(&grid, form, &mut budget).unwrap_or(ItemOutcome::Stopped)
    }
}

impl SudokuBatch<'_> {
    fn answer(
        &self,
        grid: &SudokuGrid,
        form: GridForm,
        budget: &mut SearchBudget<'_>,
    ) -> Result<ItemOutcome<SudokuResult>, SearchAborted> {
        if self.typed.count {
            let limit = self.typed.limit;
            let count = solver::count_within(grid, limit, budget)?;
            // A count that equals the limit may have been cut there.
            let answer = SudokuResult::Count { solutions: count, exact: count < limit };
            return Ok(if count < limit {
                ItemOutcome::Solved(answer)
            } else {
                ItemOutcome::Noted(answer, format!("counting stopped at the limit of {limit}"))
            });
        }
        if self.typed.explain || self.typed.rate {
            let path = logic::solve_path_within(grid, budget)?;
            return Ok(ItemOutcome::Solved(if self.typed.rate {
                SudokuResult::rated(&path)
            } else {
                explained(grid, &path, form, self.typed.draw)
            }));
        }
        match form {
            GridForm::Line => Ok(ItemOutcome::Solved(match solver::solve_within(grid, budget)? {
                SolutionCount::None => SudokuResult::none(),
                SolutionCount::One(solution) => SudokuResult::solved(&solution, form),
                SolutionCount::Multiple(_) => SudokuResult::multiple(),
            })),
            GridForm::Rows => first(grid, budget),
        }
    }
}

/// The first solution in the course's order, and a note if it is not the only one.
fn first(
    grid: &SudokuGrid,
    budget: &mut SearchBudget<'_>,
) -> Result<ItemOutcome<SudokuResult>, SearchAborted> {
    Ok(match solver::solve_within(grid, budget)? {
        SolutionCount::None => ItemOutcome::Solved(SudokuResult::none()),
        SolutionCount::One(solution) => {
            ItemOutcome::Solved(SudokuResult::solved(&solution, GridForm::Rows))
        }
        SolutionCount::Multiple(any) => {
            // `solve_within` gives any solution; the course wants the first in row-major order.
            let first = solver::first_within(grid, budget)?.unwrap_or(any);
            let note = "there are more solutions: this is the first".to_owned();
            ItemOutcome::Noted(SudokuResult::first(&first), note)
        }
    })
}

/// The steps in words, with the grid before each of them if asked for.
fn explained(
    grid: &SudokuGrid,
    path: &SolutionPath,
    form: GridForm,
    is_drawn: bool,
) -> SudokuResult {
    let mut candidates = CandidateGrid::of(grid);
    let mut steps = Vec::new();
    let mut drawings = Vec::new();
    for step in &path.steps {
        steps.push(step.to_string());
        if is_drawn {
            drawings.push(logic::draw(&candidates, step));
        }
        match &step.effect {
            StepEffect::Place(place) => candidates.place(place.cell, place.value),
            StepEffect::Remove(removed) => {
                for candidate in removed {
                    candidates.remove(candidate.cell, candidate.value);
                }
            }
        }
    }
    SudokuResult::explained(path, steps, drawings, candidates.grid(), form)
}
