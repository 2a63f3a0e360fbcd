//! What the two games with falling stones share: the screen, the picture of the board, stones on
//! their way down, thinking, the panel beside the board.

pub(crate) mod screen;

pub(crate) mod keys;

pub(crate) mod desk;

pub(crate) mod view;

pub(crate) mod scene;

pub(crate) mod shape;

pub(crate) mod place;

mod solid;

mod lined;

mod quads;

pub(crate) mod panel;

pub(crate) mod pen;

pub(crate) mod colours;

pub(crate) mod fall;

pub(crate) mod mind;

pub(crate) mod cursor;

use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{Column, Position};

/// A column and a row, the row counted from 0 at the bottom.
pub(crate) type Spot = (Column, usize);

/// Every cell that belongs to four in line, none while nobody has them.
pub(crate) fn cells_in_line(position: &Position) -> Vec<Spot> {
    const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let Some(winner) = position.winner() else { return Vec::new() };
    let mut cells = Vec::new();
    for start in spots() {
        for step in STEPS {
            let four = [0, 1, 2, 3].map(|n| moved(start, step, n));
            let is_line = four.iter().all(|spot| {
                spot.is_some_and(|(column, row)| position.stone(column, row) == Some(winner))
            });
            if is_line {
                cells.extend(four.into_iter().flatten());
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// All cells, column by column.
pub(crate) fn spots() -> impl Iterator<Item = Spot> {
    Column::ALL.into_iter().flat_map(|column| (0..ROWS).map(move |row| (column, row)))
}

fn moved((column, row): Spot, (right, up): (i32, i32), times: i32) -> Option<Spot> {
    let column = usize::try_from(column.index() as i32 + right * times).ok()?;
    let row = usize::try_from(row as i32 + up * times).ok()?;
    (column < COLUMNS && row < ROWS).then_some((Column::from_index(column)?, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_games::connect4::notation::parse;

    #[test]
    fn lines_of_every_direction_are_found() {
        let cases = [
            ("1212121", "00 01 02 03"),
            ("1122334", "00 10 20 30"),
            ("12237334444", "00 11 22 33"),
            ("76651554444", "33 42 51 60"),
            ("4453", ""),
        ];
        for (moves, expected) in cases {
            let cells = cells_in_line(&parse(moves).unwrap());
            let cells: Vec<String> =
                cells.iter().map(|(column, row)| format!("{}{row}", column.index())).collect();
            assert_eq!(cells.join(" "), expected, "{moves}");
        }
    }

    #[test]
    fn two_lines_at_once_are_both_marked() {
        // The last stone, in the middle of the bottom row, joins two threes.
        let cells = cells_in_line(&parse("1122335566774").unwrap());
        assert_eq!(cells.len(), 7);
    }
}
