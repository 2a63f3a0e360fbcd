//! Tetrisito, as `programs/tetrisito` reads and answers it: `YES` or `NO`, without a newline.
//!
//! Implementations B and C and line clearing are the rules of the settings; A is C with one piece.

use std::io;

use jetan_games::search::Budget;
use jetan_games::tetrisito::{
    Field, Piece, Puzzle, Reach, Rules, Shape, Usage, notation, reachable,
};

use super::console::{Console, bad_line, number};
use super::{Ending, NODES_MAX, bad_settings, gave_up};
use jetan_play::settings::Settings;

/// Pieces after the last of these are not read.
const PIECES_MAX: i32 = 6;
/// Cells of a piece after the last of these are left out.
const CELLS_MAX: u32 = 4;

/// Answers a puzzle.
pub(super) fn play(settings: &Settings, console: &mut Console<'_>) -> io::Result<Ending> {
    let puzzle = match &settings.puzzle {
        Some(text) => {
            let puzzle = notation::parse_puzzle(text, Shape::default());
            Some(puzzle.map_err(|error| bad_settings(&error))?)
        }
        None => match read_puzzle(settings.rules, console)? {
            Read::Puzzle(puzzle) => Some(puzzle),
            Read::Hopeless => None,
            Read::EndOfInput => return Ok(Ending::EndOfInput),
        },
    };
    let is_reachable = match puzzle {
        Some(puzzle) => match reachable(&puzzle, settings.rules, &mut Budget::nodes(NODES_MAX)) {
            Reach::Plan(_) => true,
            Reach::Never => false,
            Reach::Unknown => return Err(gave_up()),
        },
        None => false,
    };
    console.print(if is_reachable { "YES" } else { "NO" })?;
    Ok(Ending::Finished)
}

/// The result of reading.
enum Read {
    Puzzle(Puzzle),
    /// The answer is no, whatever else there is to read.
    Hopeless,
    EndOfInput,
}

/// Reads line by line. Missing lines are empty cells, but the number must be there.
fn read_puzzle(rules: Rules, console: &mut Console<'_>) -> io::Result<Read> {
    let shape = Shape::default();
    let (rows, columns) = (shape.rows(), shape.columns());
    let start = Field::from_bits(read_cells(rows, columns, console)?);
    let goal = Field::from_bits(read_cells(rows, columns, console)?);
    let Some(line) = console.line()? else { return Ok(Read::EndOfInput) };
    let count = number(&line).ok_or_else(|| bad_line(&line, "number of pieces"))?;
    let count = count.clamp(0, PIECES_MAX) as u32;
    // As in the program, before the pieces are read: somebody may be typing them.
    if goal.count() > start.count() + CELLS_MAX * count {
        return Ok(Read::Hopeless);
    }
    let mut pieces = Vec::new();
    for _ in 0..count {
        let cells = read_cells(Piece::SIDE, Piece::SIDE, console)?;
        pieces.push(Piece::from_bits(first_cells(cells, CELLS_MAX) as u16));
    }
    // A piece without cells has no offset at which it could be dropped.
    let usable: Vec<Piece> = match rules.usage {
        Usage::Some => pieces.into_iter().flatten().collect(),
        Usage::Prefix => pieces.into_iter().map_while(|piece| piece).collect(),
        Usage::All => match pieces.into_iter().collect() {
            Some(pieces) => pieces,
            None => return Ok(Read::Hopeless),
        },
    };
    let puzzle = Puzzle::new(shape, start, goal, usable);
    Ok(Read::Puzzle(puzzle.expect("cells are read inside of the shape, and few pieces")))
}

/// Reads rows of cells, bit `row * columns + column` for a `#`; whatever else stands there, or
/// after the last column, is empty.
fn read_cells(rows: u32, columns: u32, console: &mut Console<'_>) -> io::Result<u64> {
    let mut cells = 0;
    for row in 0..rows {
        let line = console.line()?.unwrap_or_default();
        for (column, &byte) in (0..columns).zip(&line) {
            cells |= u64::from(byte == b'#') << (row * columns + column);
        }
    }
    Ok(cells)
}

/// The lowest bits that are set, at most so many.
fn first_cells(cells: u64, count: u32) -> u64 {
    // Clears the lowest bit each time; wrapping, because 0 has to stay 0.
    let after = (0..count).fold(cells, |rest, _| rest & rest.wrapping_sub(1));
    cells ^ after
}
