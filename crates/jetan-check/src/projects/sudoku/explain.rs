//! The expected answer, and the error in the actual one.

use jetan_games::sudoku::{SudokuGrid, reference, solver};

use super::answer::SudokuAnswer;
use super::board::{clash, gaps, picture};
use crate::picture::CasePicture;
use crate::verdict::{CaseFailure, FailureKind};

/// The answer that a program should print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExpectedAnswer {
    /// This solution, the first.
    Solution(SudokuGrid),
    /// That there is none.
    Unsolvable,
    /// The clues clash, which the document leaves open: that there is no solution, or what its
    /// method makes of it, which looks only at the numbers it places itself.
    Clash(Option<SudokuGrid>),
}

impl ExpectedAnswer {
    /// The expected answer of a grid. One with a clash must have few gaps: backtracking fills
    /// them.
    pub(super) fn of(grid: &SudokuGrid) -> ExpectedAnswer {
        if grid.has_clash() {
            let mut filled = grid.clone();
            // The document's own method and not the fast solver: it does not notice clashes among
            // the clues.
            let is_filled = reference::solve(&mut filled);
            return ExpectedAnswer::Clash(is_filled.then_some(filled));
        }
        solver::first(grid).map_or(ExpectedAnswer::Unsolvable, ExpectedAnswer::Solution)
    }

    pub(super) fn accepts(&self, reading: &SudokuAnswer) -> bool {
        match (self, reading) {
            (ExpectedAnswer::Solution(solution), SudokuAnswer::Full(grid)) => solution == grid,
            (ExpectedAnswer::Clash(filled), SudokuAnswer::Full(grid)) => {
                filled.as_ref() == Some(grid)
            }
            (ExpectedAnswer::Solution(_), _)
            | (ExpectedAnswer::Unsolvable, SudokuAnswer::Full(_)) => false,
            // Silence, a word and an unfinished grid all mean no solution where there is none.
            (ExpectedAnswer::Unsolvable | ExpectedAnswer::Clash(_), _) => true,
        }
    }

    /// Whether an answer is right and complete, however the program went on: silence is not.
    pub(super) fn is_completed_by(&self, reading: &SudokuAnswer) -> bool {
        let is_said = matches!(reading, SudokuAnswer::Full(_) | SudokuAnswer::Unsolvable);
        is_said && self.accepts(reading)
    }

    fn picture(&self) -> CasePicture {
        match self {
            ExpectedAnswer::Solution(solution) => picture(solution),
            ExpectedAnswer::Unsolvable | ExpectedAnswer::Clash(_) => "no solution".into(),
        }
    }
}

/// A failure for an answer that is not accepted.
pub(super) fn failure(
    grid: &SudokuGrid,
    expected: &ExpectedAnswer,
    reading: &SudokuAnswer,
    instructions: u64,
) -> CaseFailure {
    let (summary, help) = match (expected, reading) {
        (ExpectedAnswer::Solution(solution), SudokuAnswer::Unsolvable) => denied(grid, solution),
        (ExpectedAnswer::Solution(solution), SudokuAnswer::Unfinished(printed)) => {
            unfinished(grid, solution, printed)
        }
        (ExpectedAnswer::Solution(solution), SudokuAnswer::Full(printed)) => {
            other(grid, solution, printed)
        }
        (ExpectedAnswer::Solution(_), SudokuAnswer::Nothing) => {
            ("the program prints no grid".to_owned(), None)
        }
        (_, SudokuAnswer::Full(printed)) => impossible(grid, printed),
        (_, SudokuAnswer::Unsolvable | SudokuAnswer::Unfinished(_) | SudokuAnswer::Nothing) => {
            ("the answer is not accepted".to_owned(), None)
        }
    };
    let actual = match reading {
        SudokuAnswer::Full(printed) | SudokuAnswer::Unfinished(printed) => picture(printed),
        SudokuAnswer::Unsolvable => "no solution".into(),
        SudokuAnswer::Nothing => CasePicture::default(),
    };
    let failure = CaseFailure::new(FailureKind::Wrong, summary, instructions);
    let failure = failure.comparing(expected.picture(), actual);
    match help {
        Some(help) => failure.advising(help),
        None => failure,
    }
}

type ReasonAndHelp = (String, Option<&'static str>);

/// There is a solution, but the program says there is none.
fn denied(grid: &SudokuGrid, solution: &SudokuGrid) -> ReasonAndHelp {
    match gaps(grid).as_slice() {
        [] => (
            "the grid is solved already, but the program says that there is no solution".to_owned(),
            Some("when no cell is empty, the search has found its solution"),
        ),
        [gap] => {
            let summary = format!(
                "{} is {}, but the program says that there is no solution",
                place(grid, *gap),
                solution.get(*gap)
            );
            (summary, Some("is this number tried, and what does is_safe say about it?"))
        }
        _ => (
            "there is a solution, but the program says that there is none".to_owned(),
            Some(
                "when the search goes back, is the cell emptied, and are row, column and number \
                 again those of that call?",
            ),
        ),
    }
}

fn unfinished(grid: &SudokuGrid, solution: &SudokuGrid, printed: &SudokuGrid) -> ReasonAndHelp {
    // First: a changed clue makes every other difference meaningless.
    if let Some(words) = lost_clue(grid, printed) {
        return words;
    }
    let empty = printed.cells().iter().position(|&value| value == 0).unwrap_or(0);
    let summary = format!(
        "{} should be {}, but the program leaves it empty",
        place(grid, empty),
        solution.get(empty)
    );
    let help = if printed == grid {
        "the grid is printed as it was: is it printed before it is solved, or after everything \
         was taken back?"
    } else {
        "does the search end when there is no empty cell left, and not before?"
    };
    (summary, Some(help))
}

fn other(grid: &SudokuGrid, solution: &SudokuGrid, printed: &SudokuGrid) -> ReasonAndHelp {
    if let Some(words) = lost_clue(grid, printed) {
        return words;
    }
    let differs = |&cell: &usize| printed.get(cell) != solution.get(cell);
    let cell = (0..grid.size().cells()).find(differs).unwrap_or(0);
    let (at, right, wrong) = (place(grid, cell), solution.get(cell), printed.get(cell));
    // A full grid without a clash is a solution, so only the order of the search can be wrong.
    match clash(printed) {
        None => {
            let summary = format!(
                "a correct solution, but not the first one: {at} can be {right}, and the program \
                 has {wrong}"
            );
            let help = "take the first empty cell, row by row, and try the digits from 1 upwards";
            (summary, Some(help))
        }
        Some((unit, digit)) => {
            let summary = format!(
                "{at} should be {right}, but the program has {wrong}: now {digit} stands twice in \
                 {unit}"
            );
            (summary, Some(advice_on(&unit)))
        }
    }
}

fn impossible(grid: &SudokuGrid, printed: &SudokuGrid) -> ReasonAndHelp {
    if let Some(words) = lost_clue(grid, printed) {
        return words;
    }
    match clash(printed) {
        Some((unit, digit)) => {
            let summary = format!(
                "there is no solution, but the program prints a grid in which {digit} stands \
                 twice in {unit}"
            );
            (summary, Some(advice_on(&unit)))
        }
        None => ("there is no solution, but the program prints a grid".to_owned(), None),
    }
}

/// A clue that is not where it was.
fn lost_clue(grid: &SudokuGrid, printed: &SudokuGrid) -> Option<ReasonAndHelp> {
    let is_lost = |&cell: &usize| grid.get(cell) != 0 && printed.get(cell) != grid.get(cell);
    let cell = (0..grid.size().cells()).find(is_lost)?;
    let summary = format!(
        "{} was given as {}, but the program prints {}",
        place(grid, cell),
        grid.get(cell),
        printed.get(cell)
    );
    let help = if printed.get(cell) == 0 {
        "only cells that were empty may be emptied again"
    } else {
        "are the rows read and printed in the right order, and all digits of a row?"
    };
    Some((summary, Some(help)))
}

fn advice_on(unit: &str) -> &'static str {
    if unit.starts_with("row") {
        "look at how is_safe goes through the row"
    } else if unit.starts_with("column") {
        "look at how is_safe goes through the column"
    } else {
        "look at how is_safe finds the first cell of the box, and at how many cells it looks"
    }
}

fn place(grid: &SudokuGrid, cell: usize) -> String {
    let side = grid.size().side();
    format!("row {}, column {}", cell / side + 1, cell % side + 1)
}
