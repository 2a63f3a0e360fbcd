//! Comparing boards: which cells differ, and which instruction made the first of them.

use jetan_debug::cause::StorageLocation;
use jetan_games::sudoku::SudokuGrid;
use jetan_games::twenty48::{BoardSide, PackedBoard};
use jetan_machine::Engine;
use jetan_play::twenty48::Twenty48Play;
use jetan_run::SlicedJob;
use jetan_wire::{Difference, DifferentCell, SourceLine};

use super::{VersusRun, VersusState};
use crate::games::table::BoardMotion;
use crate::games::twenty48;
use crate::run::{DebuggedRun, place_wire};

/// Most cells of a difference that are reported.
const REPORTED_CELLS_MAX: usize = 81;

/// The difference between two boards.
pub(super) struct BoardMismatch {
    /// Cell, what it should be, what it is.
    cells: Vec<(usize, i64, i64)>,
    pub(super) text: String,
    /// The address of the first cell in memory, or its byte in the output.
    origin: Option<MismatchOrigin>,
}

enum MismatchOrigin {
    Memory(u32, u32),
    Output(usize),
}

pub(super) fn compare_cells(
    versus: &mut VersusRun,
    expected: &[i64],
    actual: Vec<i64>,
) -> Option<BoardMismatch> {
    let pairs = expected.iter().zip(&actual).enumerate();
    let cells: Vec<(usize, i64, i64)> = pairs
        .filter(|(_, (expected, actual))| expected != actual)
        .map(|(cell, (expected, actual))| (cell, *expected, *actual))
        .collect();
    versus.shown = Some(actual);
    let &(first, ..) = cells.first()?;
    let place = versus.cells.as_ref().and_then(|places| places.place(first));
    let text = match cells.len() {
        1 => "one cell differs".to_owned(),
        cells => format!("{cells} cells differ"),
    };
    Some(BoardMismatch {
        cells,
        text,
        origin: place.map(|(at, len)| MismatchOrigin::Memory(at, len)),
    })
}

/// The difference after a slide, and the animation of its tiles.
pub(super) type SlideComparison = (Option<BoardMismatch>, Option<BoardMotion>);

/// Compares a slide of the program with the rules, and takes over its new tile.
pub(super) fn compare_slide(
    versus: &mut VersusRun,
    game: &mut Twenty48Play,
    tiles: &[u32],
    pause: &VersusState,
) -> Result<SlideComparison, String> {
    let actual: Vec<i64> = tiles.iter().map(|tile| i64::from(tile.cast_signed())).collect();
    let numbers: Vec<String> = tiles.iter().map(u32::to_string).collect();
    let board = PackedBoard::parse(&numbers.join(" "), BoardSide::Four).ok();
    let Some(direction) = versus.slide.take() else {
        // The first board is the program's: two tiles, as the course has them.
        let is_right = board.is_some_and(|board| board.empty_count() == 14)
            && tiles.iter().all(|tile| matches!(tile, 0 | 2 | 4));
        versus.shown = Some(actual);
        let Some(board) = board.filter(|_| is_right) else {
            let text = "the program does not begin with two tiles of 2 or 4".to_owned();
            return Ok((Some(BoardMismatch { cells: Vec::new(), text, origin: None }), None));
        };
        game.take_board(board);
        return Ok((None, None));
    };
    let before = game.game().board();
    let slid = before.slide(direction);
    let expected: Vec<i64> = slid.tiles().map(i64::from).collect();
    let new: Vec<usize> = (0..16).filter(|&cell| expected[cell] != actual[cell]).collect();
    let has_new_tile = |cell: &usize| expected[*cell] == 0 && matches!(actual[*cell], 2 | 4);
    let target = i64::from(game.game().settings().target());
    let is_won = expected.iter().any(|tile| *tile >= target);
    let is_right = match new.as_slice() {
        // The target ends the game before a tile comes.
        [] => is_won || matches!(pause, VersusState::Ended(end) if end.is_own()),
        // The program's own random numbers place the tile, so any free cell and both values are
        // right.
        [cell] => has_new_tile(cell),
        _ => false,
    };
    if !is_right {
        // One of the new tiles is as it should be; which, is not known, unless only one fits.
        let mut wrong = new.clone();
        if let Some(at) = wrong.iter().position(has_new_tile).filter(|_| new.len() > 1) {
            wrong.remove(at);
        }
        let mut finding = compare_cells(versus, &expected, actual.clone());
        if let Some(finding) = &mut finding {
            finding.cells.retain(|(cell, ..)| wrong.contains(cell));
            let place = wrong.first().and_then(|cell| versus.cells.as_ref()?.place(*cell));
            finding.origin = place.map(|(at, len)| MismatchOrigin::Memory(at, len));
        }
        let missing = || BoardMismatch {
            cells: Vec::new(),
            text: "no new tile has appeared".to_owned(),
            origin: None,
        };
        versus.shown = Some(actual);
        return Ok((Some(finding.unwrap_or_else(missing)), None));
    }
    versus.shown = Some(actual);
    let Some(board) = board else { return Err("the tiles cannot be read".to_owned()) };
    let motion = twenty48::follow(game, direction, board);
    Ok((None, motion))
}

pub(super) fn compare_grid(
    versus: &mut VersusRun,
    solved: Option<&SudokuGrid>,
    run: &DebuggedRun,
) -> Option<BoardMismatch> {
    let timeline = &run.debugger.timeline;
    let printed = timeline.printed();
    let output = printed.until(timeline.count());
    let grid = versus.companion.printed_grid(output);
    let Some(grid) = grid else {
        let is_right = solved.is_none_or(|grid| !grid.is_full());
        let text = "the program has printed no grid".to_owned();
        return (!is_right).then_some(BoardMismatch { cells: Vec::new(), text, origin: None });
    };
    let actual: Vec<i64> = grid.cells().iter().map(|value| i64::from(*value)).collect();
    let expected: Vec<i64> =
        solved.map(|grid| grid.cells().iter().map(|value| i64::from(*value)).collect())?;
    let finding = compare_cells(versus, &expected, actual);
    finding.map(|finding| {
        // The digits of the answer are the last that were printed.
        let digits: Vec<usize> =
            (0..output.len()).filter(|&at| output[at].is_ascii_digit()).collect();
        // Counted from the end, because a program may print prompts or the puzzle before its
        // answer.
        let from_end = expected.len() - finding.cells.first().map_or(0, |(cell, ..)| *cell);
        let byte = digits.len().checked_sub(from_end).map(|at| digits[at] + printed.start());
        BoardMismatch { origin: byte.map(MismatchOrigin::Output), ..finding }
    })
}

pub(super) fn compare_answer(
    versus: &mut VersusRun,
    expected: bool,
    run: &DebuggedRun,
) -> Option<BoardMismatch> {
    let timeline = &run.debugger.timeline;
    let printed = timeline.printed();
    let output = printed.until(timeline.count());
    let answer = versus.companion.printed_answer(output);
    if answer == Some(expected) {
        return None;
    }
    let word = |answer| if answer { "YES" } else { "NO" };
    let text = match answer {
        Some(answer) => format!("the program says {}, and it is {}", word(answer), word(expected)),
        None => format!("the program says neither YES nor NO; it is {}", word(expected)),
    };
    let letters = output.iter().rposition(u8::is_ascii_alphabetic);
    let origin = letters.map(|at| MismatchOrigin::Output(at + printed.start()));
    Some(BoardMismatch { cells: Vec::new(), text, origin })
}

/// The search for the instruction that made a difference: the step after it, and its place.
pub(super) type WriterSearch = SlicedJob<'static, Option<(u64, Option<SourceLine>)>>;

/// A difference for the wire, and the search for the instruction that made it, if there is one.
pub(super) fn difference(
    finding: &BoardMismatch,
    step: u32,
    run: &mut DebuggedRun,
    engine: Box<dyn Engine>,
) -> (Difference, Option<WriterSearch>) {
    let cells = finding.cells.iter().take(REPORTED_CELLS_MAX);
    let cells =
        cells.map(|&(cell, expected, actual)| DifferentCell { cell, expected, actual }).collect();
    let text = finding.text.clone();
    let mut wire = Difference { step, cells, text, ..Difference::default() };
    let mut copy = run.debugger.copy(engine);
    let search = match finding.origin {
        Some(MismatchOrigin::Memory(address, len)) => {
            wire.address = Some(address);
            let place = StorageLocation::Memory(address, len);
            SlicedJob::new(async move |point| {
                let (count, pc) = copy.last_write(place, &point).await.ok()??;
                Some((count + 1, place_wire(&copy.names, pc)))
            })
        }
        Some(MismatchOrigin::Output(byte)) => {
            let piece = copy.timeline.printed().piece_of(byte);
            let Some(count) = piece.map(|piece| piece.since) else { return (wire, None) };
            SlicedJob::new(async move |point| {
                let before = count.saturating_sub(1);
                let machine = copy.timeline.machine_in_slices(before, &point).await.ok()?;
                Some((count, place_wire(&copy.names, machine.pc)))
            })
        }
        None => return (wire, None),
    };
    wire.is_sought = Some(true);
    (wire, Some(search))
}
