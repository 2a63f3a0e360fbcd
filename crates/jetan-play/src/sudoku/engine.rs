//! Questions to the engine: reading, making, rating and solving puzzles, and hints.

use jetan_games::search::SearchBudget;
use jetan_games::sudoku::SudokuGrid;
use jetan_games::sudoku::generate::{PuzzleRequest, SudokuPuzzle, generate};
use jetan_games::sudoku::logic::{
    CandidateGrid, PlayerHint, SolutionStep, StepEffect, cell_name, hint_within, solve_path_within,
    symbol,
};
use jetan_games::sudoku::notation::{parse_grid, parse_line};
use jetan_games::sudoku::solver::{SearchAborted, SolutionCount, solve_within};

use super::attempt::SudokuAttempt;
use super::position::{CellEdit, SudokuPosition, bit};
use crate::settings::BadSettings;
use crate::thought::GameThought;

/// The budget of a question to the solver while somebody waits for a key to be answered: far more
/// than a puzzle made by people needs, and a bound for those that would take years.
const NODES_MAX: u64 = 100_000;

/// Reads a puzzle in the course's form, or in one line.
pub(super) fn read(text: &str) -> Result<SudokuGrid, BadSettings> {
    let bad = |why: String| BadSettings(format!("the puzzle cannot be played: {why}"));
    // Not `trim`: other blanks are signs that the parser should report.
    let text = text.trim_matches(['\n', '\r', ' ']);
    let grid = if text.contains('\n') { parse_grid(text) } else { parse_line(text) };
    let grid = grid.map_err(|error| bad(error.to_string()))?;
    let position = SudokuPosition::new(grid);
    // Clashes are named by cell here; the solver would only say that there is no solution.
    if let Some(cell) = (0..position.size().cells()).find(|&cell| position.is_clashing(cell)) {
        let (place, sign) = (cell_name(position.size(), cell), symbol(position.grid.get(cell)));
        return Err(bad(format!("the {sign} in {place} stands twice in a row, column or box")));
    }
    match solutions(&position.grid) {
        Ok(SolutionCount::None) => Err(bad("it has no solution".to_owned())),
        // A puzzle with several solutions, or too many to count, can still be played.
        _ => Ok(position.grid),
    }
}

/// Makes the puzzle of a request.
pub(crate) fn answer_make(
    request: &PuzzleRequest,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    let mut budget = SearchBudget::until(should_stop);
    let puzzle = generate(request, &mut budget);
    // What a stopped generator returns depends on when it was stopped and not on the seed alone.
    if budget.is_spent() { GameThought::Stopped } else { GameThought::Sudoku(Box::new(puzzle)) }
}

/// The number of ways to fill a grid, if it can be counted within the budget.
pub(super) fn solutions(grid: &SudokuGrid) -> Result<SolutionCount, SearchAborted> {
    solve_within(grid, &mut SearchBudget::nodes(NODES_MAX))
}

/// The hint for a player who asks for help.
pub(super) fn ask(attempt: &SudokuAttempt) -> Result<PlayerHint, SearchAborted> {
    let position = attempt.position();
    let mut budget = SearchBudget::nodes(NODES_MAX);
    hint_within(attempt.puzzle(), &position.grid, &position.notes, &mut budget)
}

/// Finds out how hard a puzzle is that was not made here.
pub(crate) fn answer_rating(
    grid: SudokuGrid,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    let mut budget = SearchBudget::until(should_stop);
    let Ok(SolutionCount::One(solution)) = solve_within(&grid, &mut budget) else {
        return GameThought::Stopped;
    };
    let path = solve_path_within(&grid, &mut budget);
    let Some(rating) = path.ok().and_then(|path| path.rating()) else {
        return GameThought::Stopped;
    };
    // Nobody reads these two of a puzzle that was brought: `receive` takes its rating only.
    let (is_wanted, is_minimal) = (true, false);
    GameThought::Sudoku(Box::new(SudokuPuzzle { grid, solution, rating, is_wanted, is_minimal }))
}

/// The changes a hint makes; none if it only says something.
pub fn edits_of(hint: &PlayerHint, position: &SudokuPosition) -> Vec<CellEdit> {
    match hint {
        PlayerHint::Step(step) => edits_of_step(step, position),
        PlayerHint::WrongValue { wrong, .. } => vec![CellEdit::Digit(wrong.cell, 0)],
        PlayerHint::WrongMarks { missing, .. } => {
            let candidates = CandidateGrid::of(&position.grid);
            // All candidates of the cell: which of the notes that are gone were right is not known.
            vec![CellEdit::Notes(missing.cell, candidates.mask(missing.cell))]
        }
        _ => Vec::new(),
    }
}

fn edits_of_step(step: &SolutionStep, position: &SudokuPosition) -> Vec<CellEdit> {
    match &step.effect {
        StepEffect::Place(candidate) => vec![CellEdit::Digit(candidate.cell, candidate.value)],
        StepEffect::Remove(gone) => {
            let candidates = CandidateGrid::with_marks(&position.grid, &position.notes);
            // Candidates of a cell must be neighbours here: a second edit of it would bring back
            // what the first has crossed out.
            let cells = gone.chunk_by(|one, other| one.cell == other.cell);
            cells
                .map(|gone| {
                    let cell = gone[0].cell;
                    let crossed = gone.iter().fold(0, |mask, found| mask | bit(found.value));
                    CellEdit::Notes(cell, candidates.mask(cell) & !crossed)
                })
                .collect()
        }
    }
}
