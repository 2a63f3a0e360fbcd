//! Boards as people see them, for answers on a terminal.

use std::fmt::Write;

use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{Column, Player, Position};
use jetan_games::sudoku::SudokuGrid;
use jetan_games::tetrisito::{FieldShape, FrozenField};
use jetan_games::twenty48::PackedBoard;

use crate::paint::{BOLD, DIM, RED, TextPaint, YELLOW};

/// The letter of a player: the first is X.
pub fn letter(player: Player) -> &'static str {
    match player {
        Player::First => "X",
        Player::Second => "O",
    }
}

/// A board of Connect Four, with the numbers of its columns below.
pub fn connect_four(position: &Position, paint: TextPaint) -> String {
    let cell = |row: usize, index: usize| {
        let column = Column::from_index(index);
        match column.and_then(|column| position.stone(column, row)) {
            Some(Player::First) => paint.with(&[BOLD, RED], "X"),
            Some(Player::Second) => paint.with(&[BOLD, YELLOW], "O"),
            None => paint.with(&[DIM], "."),
        }
    };
    let line = |row: usize| {
        let cells: Vec<String> = (0..COLUMNS).map(|index| cell(row, index)).collect();
        format!("  {}\n", cells.join(" "))
    };
    let rows: Vec<String> = (0..ROWS).rev().map(line).collect();
    let numbers: Vec<String> = (1..=COLUMNS).map(|number| number.to_string()).collect();
    format!("{}  {}\n", rows.concat(), numbers.join(" "))
}

/// A Sudoku with its boxes; what the puzzle gave stands out.
pub fn sudoku(grid: &SudokuGrid, clues: &SudokuGrid, paint: TextPaint) -> String {
    let (side, box_side) = (grid.size().side(), grid.size().box_side());
    let digit = |cell: usize| match grid.get(cell) {
        0 => paint.with(&[DIM], "."),
        value => {
            let text = char::from_digit(u32::from(value), 17).unwrap_or('?').to_uppercase();
            let codes: &[&str] = if clues.get(cell) == 0 { &[] } else { &[BOLD, YELLOW] };
            paint.with(codes, &text.to_string())
        }
    };
    let rule: Vec<String> = (0..side / box_side).map(|_| "-".repeat(2 * box_side + 1)).collect();
    let rule = format!("  +{}+\n", rule.join("+"));
    let mut text = rule.clone();
    for row in 0..side {
        let digits: Vec<String> = (0..side).map(|column| digit(row * side + column)).collect();
        let boxes: Vec<String> = digits.chunks(box_side).map(|part| part.join(" ")).collect();
        let _ = writeln!(text, "  | {} |", boxes.join(" | "));
        if (row + 1) % box_side == 0 {
            text += &rule;
        }
    }
    text
}

/// A board of 2048.
pub fn twenty48(board: PackedBoard, paint: TextPaint) -> String {
    let tiles: Vec<u32> = board.tiles().collect();
    let width = tiles.iter().map(|tile| tile.to_string().len()).max().unwrap_or(1).max(2);
    let largest = board.max_tile();
    let cell = |&tile: &u32| match tile {
        0 => paint.with(&[DIM], &format!("{:>width$}", ".")),
        tile if tile == largest => paint.with(&[BOLD, YELLOW], &format!("{tile:>width$}")),
        tile => format!("{tile:>width$}"),
    };
    let line = |row: &[u32]| {
        let cells: Vec<String> = row.iter().map(cell).collect();
        format!("  {}\n", cells.join("  "))
    };
    // Boards of 2x2 and 3x3 are solved as well, so the side is not always 4.
    let side = tiles.len().isqrt().max(1);
    tiles.chunks(side).map(line).collect::<Vec<_>>().concat()
}

/// Fields of Tetrisito side by side, each below its title; what a field has and the one before it
/// has not stands out.
pub fn fields(titled: &[(String, FrozenField)], shape: FieldShape, paint: TextPaint) -> String {
    let width = shape.columns() as usize;
    // Padded by hand, because colour codes would count as width.
    let gap = |text: &str, shown: usize| {
        let room = (width.max(8) + 4).saturating_sub(shown);
        format!("{text}{}", " ".repeat(room))
    };
    let mut text = String::new();
    let titles = titled.iter().map(|(title, _)| gap(title, title.chars().count()));
    let _ = writeln!(text, "  {}", titles.collect::<Vec<_>>().concat().trim_end());
    for row in 0..shape.rows() {
        let line = titled.iter().enumerate().map(|(idx, (_, field))| {
            let before = idx.checked_sub(1).and_then(|before| titled.get(before));
            let cells = (0..shape.columns()).map(|column| {
                let is_filled = field.is_filled(shape, row, column);
                let is_new = before.is_some_and(|(_, it)| !it.is_filled(shape, row, column));
                match (is_filled, is_new) {
                    (true, true) => paint.with(&[BOLD, YELLOW], "#"),
                    (true, false) => "#".to_owned(),
                    (false, _) => paint.with(&[DIM], "."),
                }
            });
            gap(&cells.collect::<Vec<_>>().concat(), width)
        });
        let _ = writeln!(text, "  {}", line.collect::<Vec<_>>().concat().trim_end());
    }
    text
}
