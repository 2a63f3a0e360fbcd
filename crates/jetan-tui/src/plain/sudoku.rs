//! Sudoku, as `programs/sudoku` reads and prints it: a grid in, its first solution out.
//!
//! Rows of 4 and 9 cells are integers, as the course reads them. Rows of 16 cells have digits that
//! no integer has, 1 to 9 and A to G, and are read as text.

use std::io;

use jetan_games::search::SearchBudget;
use jetan_games::sudoku::{GridSize, SudokuGrid, notation, solver};

use super::console::{PlainConsole, bad_line, number, trim};
use super::{NODES_MAX, PlainEnding, bad_settings, gave_up};
use jetan_play::settings::PlaySettings;

/// Solves a grid.
pub(super) fn play(
    settings: &PlaySettings,
    console: &mut PlainConsole<'_>,
) -> io::Result<PlainEnding> {
    let grid = match &settings.puzzle {
        Some(text) => Some(parse(text)?),
        None => match read_cells(settings.size, console)? {
            // A digit that the grid cannot have makes it unsolvable, and the answer is `none`.
            Some(cells) => SudokuGrid::from_cells(settings.size, &cells).ok(),
            None => return Ok(PlainEnding::EndOfInput),
        },
    };
    let solution = match grid.filter(|grid| !grid.has_clash()) {
        Some(grid) => solver::first_within(&grid, &mut SearchBudget::nodes(NODES_MAX))
            .map_err(|solver::SearchAborted| gave_up())?,
        None => None,
    };
    let rows = solution.map_or_else(|| "none\n".to_owned(), |grid| notation::to_grid(&grid));
    console.print(&format!("\n{rows}"))?;
    Ok(PlainEnding::Finished)
}

/// A puzzle of the player's own, in the course's form or in one line.
fn parse(text: &str) -> io::Result<SudokuGrid> {
    let parse = match text.lines().count() {
        1 => notation::parse_line,
        _ => notation::parse_grid,
    };
    parse(text).map_err(|error| bad_settings(&error))
}

/// The cells of all rows, some of them larger than the grid allows; `None` if the input has ended.
fn read_cells(size: GridSize, console: &mut PlainConsole<'_>) -> io::Result<Option<Vec<u8>>> {
    let mut cells = Vec::with_capacity(size.cells());
    for _ in 0..size.side() {
        let Some(line) = console.line()? else { return Ok(None) };
        let row = match size {
            GridSize::Four | GridSize::Nine => number(&line).map(|row| digits(row, size.side())),
            GridSize::Sixteen => letters(trim(&line), size.side()),
        };
        cells.extend(row.ok_or_else(|| bad_line(&line, "row of digits"))?);
    }
    Ok(Some(cells))
}

/// The last digits of an integer, with zeros before them if it has too few. Those of a negative
/// number are clues that fit nowhere.
fn digits(mut row: i32, side: usize) -> Vec<u8> {
    let mut digits = vec![0; side];
    for digit in digits.iter_mut().rev() {
        *digit = u8::try_from(row % 10).unwrap_or(u8::MAX);
        row /= 10;
    }
    digits
}

/// The digits of a row, if it is complete.
fn letters(row: &[u8], side: usize) -> Option<Vec<u8>> {
    let digit = |&byte: &u8| match byte {
        b'.' => Some(0),
        byte => char::from(byte).to_digit(17).map(|digit| digit as u8),
    };
    let digits: Vec<u8> = row.iter().map_while(digit).collect();
    (row.len() == side && digits.len() == side).then_some(digits)
}
