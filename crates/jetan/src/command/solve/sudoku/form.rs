//! The two forms of a Sudoku: the course's rows, and one line.

use jetan_games::sudoku::notation::{self, GridNotationError};
use jetan_games::sudoku::{GridSize, SudokuGrid};

use super::super::input::BatchItem;

/// The form in which a puzzle was written, and in which its solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridForm {
    /// A row per line: 4 of 4 digits or 9 of 9.
    Rows,
    /// The whole grid in one line.
    Line,
}

/// True if the item is the beginning of a grid in rows.
pub(super) fn wants_more(item: &BatchItem) -> bool {
    rows_size(&item.text).is_some_and(|size| item.lines < size.side())
}

/// The grid of an item, or an error and its line.
pub(super) fn parse(item: &BatchItem) -> Result<(SudokuGrid, GridForm), (usize, String)> {
    let (parsed, form) = if rows_size(&item.text).is_some() {
        let rows: Vec<&str> = item.text.lines().map(str::trim).collect();
        // The last row may be blank, and is one all the same.
        (notation::parse_grid(&(rows.join("\n") + "\n")), GridForm::Rows)
    } else {
        (notation::parse_line(item.text.trim()), GridForm::Line)
    };
    parsed.map(|grid| (grid, form)).map_err(|error| mistake(item, &error))
}

/// Writes a grid in a form, without the last newline.
pub(super) fn write(grid: &SudokuGrid, form: GridForm) -> String {
    match form {
        GridForm::Rows => notation::to_grid(grid).trim_end().to_owned(),
        GridForm::Line => notation::to_line(grid),
    }
}

/// The size of a grid in rows, by the length of the first.
fn rows_size(text: &str) -> Option<GridSize> {
    let first = text.lines().next().unwrap_or_default().trim();
    [GridSize::Four, GridSize::Nine].into_iter().find(|size| size.side() == first.chars().count())
}

/// The line of an error in its file, and its message.
fn mistake(item: &BatchItem, error: &GridNotationError) -> (usize, String) {
    match *error {
        GridNotationError::Length { found } => {
            // The shortest puzzle in one line has 16 characters, so a text as short as this was
            // meant as a row.
            let rows =
                if found < 9 { "; a row of the course's grid has 4 or 9 digits" } else { "" };
            (item.line, format!("a puzzle has 16, 81 or 256 characters, not {found}{rows}"))
        }
        GridNotationError::Lines { found } => {
            let line = item.line + found;
            (line, format!("the grid is not complete: the input ends after row {found}"))
        }
        GridNotationError::LineLength { line, expected, found } => {
            let words = format!("a row of this grid has {expected} digits, not {found}");
            (item.line + line - 1, words)
        }
        GridNotationError::Character { line, column, character } => {
            let character = character.escape_debug();
            let words =
                format!("`{character}` in column {column} is not a digit; 0 is an empty cell");
            (item.line + line - 1, words)
        }
        GridNotationError::TooLarge { line, column, character, largest } => {
            let words = format!("`{character}` in column {column}: digits go up to {largest} here");
            (item.line + line - 1, words)
        }
    }
}
