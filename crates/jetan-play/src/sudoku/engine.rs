//! Questions to the engine: reading, making, rating and solving puzzles, and hints.

use jetan_games::search::Budget;
use jetan_games::sudoku::Grid;
use jetan_games::sudoku::generate::{Puzzle, Request, generate};
use jetan_games::sudoku::logic::{
    Candidates, Effect, Hint, Step, cell_name, hint_within, solve_path_within, symbol,
};
use jetan_games::sudoku::notation::{parse_grid, parse_line};
use jetan_games::sudoku::solver::{GaveUp, Solutions, solve_within};

use super::attempt::Attempt;
use super::position::{Edit, Position, bit};
use crate::settings::BadSettings;
use crate::thought::Thought;

/// The budget of a question to the solver while somebody waits for a key to be answered: far more
/// than a puzzle made by people needs, and a bound for those that would take years.
const NODES_MAX: u64 = 100_000;

/// Reads a puzzle in the course's form, or in one line.
pub(super) fn read(text: &str) -> Result<Grid, BadSettings> {
    let bad = |why: String| BadSettings(format!("the puzzle cannot be played: {why}"));
    // Not `trim`: other blanks are signs that the parser should report.
    let text = text.trim_matches(['\n', '\r', ' ']);
    let grid = if text.contains('\n') { parse_grid(text) } else { parse_line(text) };
    let grid = grid.map_err(|error| bad(error.to_string()))?;
    let position = Position::new(grid);
    // Clashes are named by cell here; the solver would only say that there is no solution.
    if let Some(cell) = (0..position.size().cells()).find(|&cell| position.is_clashing(cell)) {
        let (place, sign) = (cell_name(position.size(), cell), symbol(position.grid.get(cell)));
        return Err(bad(format!("the {sign} in {place} stands twice in a row, column or box")));
    }
    match solutions(&position.grid) {
        Ok(Solutions::None) => Err(bad("it has no solution".to_owned())),
        // A puzzle with several solutions, or too many to count, can still be played.
        _ => Ok(position.grid),
    }
}

/// Makes the puzzle of a request.
pub(crate) fn answer_make(request: &Request, should_stop: &mut dyn FnMut() -> bool) -> Thought {
    let mut budget = Budget::until(should_stop);
    let puzzle = generate(request, &mut budget);
    // What a stopped generator returns depends on when it was stopped and not on the seed alone.
    if budget.is_spent() { Thought::Stopped } else { Thought::Sudoku(Box::new(puzzle)) }
}

/// The number of ways to fill a grid, if it can be counted within the budget.
pub(super) fn solutions(grid: &Grid) -> Result<Solutions, GaveUp> {
    solve_within(grid, &mut Budget::nodes(NODES_MAX))
}

/// The hint for a player who asks for help.
pub(super) fn ask(attempt: &Attempt) -> Result<Hint, GaveUp> {
    let position = attempt.position();
    let mut budget = Budget::nodes(NODES_MAX);
    hint_within(attempt.puzzle(), &position.grid, &position.notes, &mut budget)
}

/// Finds out how hard a puzzle is that was not made here.
pub(crate) fn answer_rating(grid: Grid, should_stop: &mut dyn FnMut() -> bool) -> Thought {
    let mut budget = Budget::until(should_stop);
    let Ok(Solutions::One(solution)) = solve_within(&grid, &mut budget) else {
        return Thought::Stopped;
    };
    let path = solve_path_within(&grid, &mut budget);
    let Some(rating) = path.ok().and_then(|path| path.rating()) else { return Thought::Stopped };
    // Nobody reads these two of a puzzle that was brought: `receive` takes its rating only.
    let (is_wanted, is_minimal) = (true, false);
    Thought::Sudoku(Box::new(Puzzle { grid, solution, rating, is_wanted, is_minimal }))
}

/// The changes a hint makes; none if it only says something.
pub fn edits_of(hint: &Hint, position: &Position) -> Vec<Edit> {
    match hint {
        Hint::Step(step) => edits_of_step(step, position),
        Hint::WrongValue { wrong, .. } => vec![Edit::Digit(wrong.cell, 0)],
        Hint::WrongMarks { missing, .. } => {
            let candidates = Candidates::of(&position.grid);
            // All candidates of the cell: which of the notes that are gone were right is not known.
            vec![Edit::Notes(missing.cell, candidates.mask(missing.cell))]
        }
        _ => Vec::new(),
    }
}

fn edits_of_step(step: &Step, position: &Position) -> Vec<Edit> {
    match &step.effect {
        Effect::Place(candidate) => vec![Edit::Digit(candidate.cell, candidate.value)],
        Effect::Remove(gone) => {
            let candidates = Candidates::with_marks(&position.grid, &position.notes);
            // Candidates of a cell must be neighbours here: a second edit of it would bring back
            // what the first has crossed out.
            let cells = gone.chunk_by(|one, other| one.cell == other.cell);
            cells
                .map(|gone| {
                    let cell = gone[0].cell;
                    let crossed = gone.iter().fold(0, |mask, found| mask | bit(found.value));
                    Edit::Notes(cell, candidates.mask(cell) & !crossed)
                })
                .collect()
        }
    }
}
