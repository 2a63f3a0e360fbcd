//! The way from a puzzle to its solution, one explained step after the other.

use super::candidates::Candidates;
use super::cell_set::CellSet;
use super::rating::Rating;
use super::step::{Role, Step};
use super::technique::Technique;
use crate::search::Budget;
use crate::sudoku::Grid;
use crate::sudoku::solver::{self, GaveUp, Solutions};

/// The end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every step is explained.
    Solved,
    /// Solved, but at so many places no technique led on and the solution had to be consulted.
    Guessed(usize),
    /// The grid has no solution; there are no steps.
    NoSolution,
    /// The grid has several solutions; the steps are those that hold in all of them.
    ManySolutions,
}

/// A solution path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The steps, in order, from the candidates that the rules leave.
    pub steps: Vec<Step>,
    /// The end of the path.
    pub outcome: Outcome,
}

impl Path {
    /// The difficulty of the puzzle; none when it does not have exactly one solution.
    pub fn rating(&self) -> Option<Rating> {
        let is_solved = matches!(self.outcome, Outcome::Solved | Outcome::Guessed(_));
        is_solved.then(|| Rating::of(&self.steps))
    }
}

/// The steps that lead to the solution, always with the easiest technique that finds something.
pub fn solve_path(grid: &Grid) -> Path {
    path_of(grid, &solver::solve(grid))
}

/// [`solve_path`] that gives up when the budget is spent before the solution is known.
pub fn solve_path_within(grid: &Grid, budget: &mut Budget<'_>) -> Result<Path, GaveUp> {
    Ok(path_of(grid, &solver::solve_within(grid, budget)?))
}

/// The step of the easiest technique that finds one, of those up to `hardest`.
///
/// Techniques that assume uniqueness take part only if the puzzle is known to be unique.
pub fn next_step(candidates: &Candidates, hardest: Technique, is_unique: bool) -> Option<Step> {
    Technique::ALL
        .into_iter()
        .take_while(|&technique| technique <= hardest)
        .filter(|technique| is_unique || !technique.assumes_uniqueness())
        .find_map(|technique| technique.find(candidates))
}

fn path_of(grid: &Grid, solutions: &Solutions) -> Path {
    match solutions {
        Solutions::None => Path { steps: Vec::new(), outcome: Outcome::NoSolution },
        Solutions::One(solution) => follow(grid, solution),
        Solutions::Multiple(_) => {
            let mut candidates = Candidates::of(grid);
            let mut steps = Vec::new();
            while let Some(step) = next_step(&candidates, Technique::Guess, false) {
                candidates.apply(&step);
                steps.push(step);
            }
            Path { steps, outcome: Outcome::ManySolutions }
        }
    }
}

/// The path of a puzzle whose only solution is known.
pub(crate) fn follow(grid: &Grid, solution: &Grid) -> Path {
    let mut candidates = Candidates::of(grid);
    let mut steps = Vec::new();
    let mut guesses = 0;
    while !candidates.open().is_empty() {
        let step = next_step(&candidates, Technique::Guess, true).or_else(|| {
            guesses += 1;
            guess(&candidates, solution)
        });
        // Without a step nothing would change any more; a guess is there while a cell is open.
        let Some(step) = step else { break };
        candidates.apply(&step);
        steps.push(step);
    }
    let outcome = if guesses == 0 { Outcome::Solved } else { Outcome::Guessed(guesses) };
    Path { steps, outcome }
}

/// The solution's value in the open cell with the fewest candidates.
pub(super) fn guess(candidates: &Candidates, solution: &Grid) -> Option<Step> {
    let open = candidates.open();
    let cell = open.iter().min_by_key(|&cell| candidates.mask(cell).count_ones())?;
    let step = Step::place(candidates, Technique::Guess, cell, solution.get(cell));
    let choices = candidates.of_values(u16::MAX, CellSet::of(cell));
    Some(step.because(Role::Pattern, choices))
}
