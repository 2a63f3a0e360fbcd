//! Tetrisito, as `programs/tetrisito` reads and answers it: `YES` or `NO`, without a newline.
//!
//! Implementations B and C and line clearing are the rules of the settings; A is C with one piece.

use std::io;

use jetan_games::search::SearchBudget;
use jetan_games::tetrisito::{
    DropRules, FieldShape, FrozenField, GoalReachability, PieceMask, PieceRule, TetrisitoPuzzle,
    notation, reachable,
};

use super::console::{PlainConsole, bad_line, number};
use super::{NODES_MAX, PlainEnding, bad_settings, gave_up};
use jetan_play::settings::PlaySettings;

/// Pieces after the last of these are not read.
const PIECES_MAX: i32 = 6;
/// Cells of a piece after the last of these are left out.
const CELLS_MAX: u32 = 4;

/// Answers a puzzle.
pub(super) fn play(
    settings: &PlaySettings,
    console: &mut PlainConsole<'_>,
) -> io::Result<PlainEnding> {
    let puzzle = match &settings.puzzle {
        Some(text) => {
            let puzzle = notation::parse_puzzle(text, FieldShape::default());
            Some(puzzle.map_err(|error| bad_settings(&error))?)
        }
        None => match read_puzzle(settings.rules, console)? {
            PuzzleInput::Puzzle(puzzle) => Some(puzzle),
            PuzzleInput::Hopeless => None,
            PuzzleInput::EndOfInput => return Ok(PlainEnding::EndOfInput),
        },
    };
    let is_reachable = match puzzle {
        Some(puzzle) => {
            match reachable(&puzzle, settings.rules, &mut SearchBudget::nodes(NODES_MAX)) {
                GoalReachability::Plan(_) => true,
                GoalReachability::Never => false,
                GoalReachability::Unknown => return Err(gave_up()),
            }
        }
        None => false,
    };
    console.print(if is_reachable { "YES" } else { "NO" })?;
    Ok(PlainEnding::Finished)
}

/// The result of reading.
enum PuzzleInput {
    Puzzle(TetrisitoPuzzle),
    /// The answer is no, whatever else there is to read.
    Hopeless,
    EndOfInput,
}

/// Reads line by line. Missing lines are empty cells, but the number must be there.
fn read_puzzle(rules: DropRules, console: &mut PlainConsole<'_>) -> io::Result<PuzzleInput> {
    let shape = FieldShape::default();
    let (rows, columns) = (shape.rows(), shape.columns());
    let start = FrozenField::from_bits(read_cells(rows, columns, console)?);
    let goal = FrozenField::from_bits(read_cells(rows, columns, console)?);
    let Some(line) = console.line()? else { return Ok(PuzzleInput::EndOfInput) };
    let count = number(&line).ok_or_else(|| bad_line(&line, "number of pieces"))?;
    let count = count.clamp(0, PIECES_MAX) as u32;
    // As in the program, before the pieces are read: somebody may be typing them.
    if goal.count() > start.count() + CELLS_MAX * count {
        return Ok(PuzzleInput::Hopeless);
    }
    let mut pieces = Vec::new();
    for _ in 0..count {
        let cells = read_cells(PieceMask::SIDE, PieceMask::SIDE, console)?;
        pieces.push(PieceMask::from_bits(first_cells(cells, CELLS_MAX) as u16));
    }
    // A piece without cells has no offset at which it could be dropped.
    let usable: Vec<PieceMask> = match rules.usage {
        PieceRule::Some => pieces.into_iter().flatten().collect(),
        PieceRule::Prefix => pieces.into_iter().map_while(|piece| piece).collect(),
        PieceRule::All => match pieces.into_iter().collect() {
            Some(pieces) => pieces,
            None => return Ok(PuzzleInput::Hopeless),
        },
    };
    let puzzle = TetrisitoPuzzle::new(shape, start, goal, usable);
    Ok(PuzzleInput::Puzzle(puzzle.expect("cells are read inside of the shape, and few pieces")))
}

/// Reads rows of cells, bit `row * columns + column` for a `#`; whatever else stands there, or
/// after the last column, is empty.
fn read_cells(rows: u32, columns: u32, console: &mut PlainConsole<'_>) -> io::Result<u64> {
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
