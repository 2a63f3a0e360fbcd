//! `jetan solve sudoku`: solutions, counts, explanations, ratings, and new puzzles.

mod answer;
mod form;
mod generate;

use jetan_games::search::Budget;
use jetan_games::sudoku::logic::{self, Candidates, Effect, Path};
use jetan_games::sudoku::solver::{self, GaveUp};
use jetan_games::sudoku::{Grid, Solutions};
use jetan_report::drawn;
use jetan_report::paint::{BOLD, Paint};

use super::batch::{self, Game, Outcome, Stop};
use super::input::Item;
use crate::cli::solve::Sudoku;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use answer::Answer;
use form::Form;

/// Solves puzzles, or makes new ones.
pub(super) fn run(typed: &Sudoku, console: &Console) -> Result<Exit, Failure> {
    match typed.generate {
        Some(puzzles) => generate::run(typed, puzzles, console),
        None => batch::run(&Puzzles { typed }, &typed.batch, console),
    }
}

struct Puzzles<'a> {
    typed: &'a Sudoku,
}

impl Game for Puzzles<'_> {
    type Worker = ();
    type Answer = Answer;

    fn worker(&self) {}

    fn wants_more(&self, item: &Item) -> bool {
        form::wants_more(item)
    }

    fn draw(&self, item: &Item, answer: &Answer, paint: Paint) -> String {
        let Ok((clues, _)) = form::parse(item) else { return String::new() };
        let shown = answer.solution().unwrap_or_else(|| clues.clone());
        let words = answer.words();
        let (first, rest) = words.split_at(words.find('\n').unwrap_or(words.len()));
        let first = paint.with(&[BOLD], first);
        format!("{}  {first}{rest}\n", drawn::sudoku(&shown, &clues, paint))
    }

    fn solve(&self, (): &mut (), item: &Item, stop: &Stop) -> Outcome<Answer> {
        let (grid, form) = match form::parse(item) {
            Ok(parsed) => parsed,
            Err((line, mistake)) => return Outcome::Bad(line, mistake),
        };
        let mut should_stop = || stop.is_set();
        let mut budget = Budget::until(&mut should_stop);
        self.answer(&grid, form, &mut budget).unwrap_or(Outcome::Stopped)
    }
}

impl Puzzles<'_> {
    fn answer(
        &self,
        grid: &Grid,
        form: Form,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Answer>, GaveUp> {
        if self.typed.count {
            let limit = self.typed.limit;
            let count = solver::count_within(grid, limit, budget)?;
            // A count that equals the limit may have been cut there.
            let answer = Answer::Count { solutions: count, exact: count < limit };
            return Ok(if count < limit {
                Outcome::Solved(answer)
            } else {
                Outcome::Noted(answer, format!("counting stopped at the limit of {limit}"))
            });
        }
        if self.typed.explain || self.typed.rate {
            let path = logic::solve_path_within(grid, budget)?;
            return Ok(Outcome::Solved(if self.typed.rate {
                Answer::rated(&path)
            } else {
                explained(grid, &path, form, self.typed.draw)
            }));
        }
        match form {
            Form::Line => Ok(Outcome::Solved(match solver::solve_within(grid, budget)? {
                Solutions::None => Answer::none(),
                Solutions::One(solution) => Answer::solved(&solution, form),
                Solutions::Multiple(_) => Answer::multiple(),
            })),
            Form::Rows => first(grid, budget),
        }
    }
}

/// The first solution in the course's order, and a note if it is not the only one.
fn first(grid: &Grid, budget: &mut Budget<'_>) -> Result<Outcome<Answer>, GaveUp> {
    Ok(match solver::solve_within(grid, budget)? {
        Solutions::None => Outcome::Solved(Answer::none()),
        Solutions::One(solution) => Outcome::Solved(Answer::solved(&solution, Form::Rows)),
        Solutions::Multiple(any) => {
            // `solve_within` gives any solution; the course wants the first in row-major order.
            let first = solver::first_within(grid, budget)?.unwrap_or(any);
            let note = "there are more solutions: this is the first".to_owned();
            Outcome::Noted(Answer::first(&first), note)
        }
    })
}

/// The steps in words, with the grid before each of them if asked for.
fn explained(grid: &Grid, path: &Path, form: Form, is_drawn: bool) -> Answer {
    let mut candidates = Candidates::of(grid);
    let mut steps = Vec::new();
    let mut drawings = Vec::new();
    for step in &path.steps {
        steps.push(step.to_string());
        if is_drawn {
            drawings.push(logic::draw(&candidates, step));
        }
        match &step.effect {
            Effect::Place(place) => candidates.place(place.cell, place.value),
            Effect::Remove(removed) => {
                for candidate in removed {
                    candidates.remove(candidate.cell, candidate.value);
                }
            }
        }
    }
    Answer::explained(path, steps, drawings, candidates.grid(), form)
}
