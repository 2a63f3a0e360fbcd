//! The cases of the course, the simplest first.

use jetan_games::sudoku::notation::parse_grid;
use jetan_games::sudoku::{GridSize, SudokuGrid};

/// Cases of 4×4, rows apart by blanks.
const FOUR: [(&str, &str); 15] = [
    ("already solved", "1234 3412 2143 4321"),
    ("another solved grid", "4321 2143 3412 1234"),
    ("one gap", "1234 3412 2143 4320"),
    ("the first cell is empty", "0234 3412 2143 4321"),
    ("a row of gaps", "1234 0000 2143 4321"),
    ("a column of gaps", "0234 0412 0143 0321"),
    ("a box of gaps", "1234 3412 0043 0021"),
    ("leading zeros", "0004 0012 0143 4321"),
    ("four clues", "1000 0030 0400 0002"),
    ("two solutions", "0204 0402 2143 4321"),
    ("several solutions", "1234 3412 0000 0000"),
    ("a clue at the end of a row", "0001 0000 0000 0000"),
    ("a clue at the end of a column", "0000 0000 0000 1000"),
    ("an empty grid", "0000 0000 0000 0000"),
    ("no number fits a cell", "1230 0004 0000 0000"),
];

/// Cases of 9×9.
const NINE: [(&str, &str); 10] = [
    (
        "already solved",
        "457812936 198376524 362459187 974135268 213968475 685247391 526791843 831624759 749583612",
    ),
    (
        "one gap",
        "457812936 198376524 362459187 974135268 213908475 685247391 526791843 831624759 749583612",
    ),
    (
        "the last cell is empty",
        "457812936 198376524 362459187 974135268 213968475 685247391 526791843 831624759 749583610",
    ),
    (
        "a row of gaps",
        "457812936 198376524 000000000 974135268 213968475 685247391 526791843 831624759 749583612",
    ),
    (
        "a column of gaps",
        "457802936 198306524 362409187 974105268 213908475 685207391 526701843 831604759 749503612",
    ),
    (
        "a box of gaps",
        "457812936 198376524 362459187 974135000 213968000 685247000 526791843 831624759 749583612",
    ),
    (
        "two solutions",
        "457812936 108370524 302450187 974135268 213968475 685247391 526791843 831624759 749583612",
    ),
    (
        "several solutions",
        "457812936 198376524 362459187 974135268 000000000 000000000 000000000 000000000 000000000",
    ),
    (
        "no number fits a cell",
        "123456780 000000000 000000000 000000000 000000009 000000000 000000000 000000000 000000000",
    ),
    (
        "an empty grid",
        "000000000 000000000 000000000 000000000 000000000 000000000 000000000 000000000 000000000",
    ),
];

/// Cases with clues that clash, which have few gaps.
const CLASHES: [(&str, &str); 3] = [
    ("clues that clash", "1234 3412 2143 4341"),
    (
        "clues that clash",
        "457812936 198376524 362459187 974135268 213908475 685247391 526791843 831624759 749583614",
    ),
    ("clues that clash around a gap", "1234 3412 2143 4430"),
];

/// Cases of 9×9 that take long: plain backtracking tests a million numbers for the last one.
const HARD: [(&str, &str); 3] = [
    (
        "hard for people",
        "070000050 000710080 080000340 002063005 801900000 700000000 000050020 200004000 046090000",
    ),
    (
        "easy for people",
        "007002900 100006004 300050180 070005060 003000005 000000301 520000040 000600700 040000600",
    ),
    (
        "the hardest for backtracking",
        "000790000 000000901 060800000 006040100 410003070 000006020 800900200 009000503 500000006",
    ),
];

/// The cases of a size.
pub(super) fn cases(size: GridSize) -> Vec<(&'static str, SudokuGrid)> {
    let of_size: &[(&str, &str)] = if size == GridSize::Four { &FOUR } else { &NINE };
    // The length of the first row is the side: both sizes stand in one table.
    let clashes = CLASHES.iter().filter(|(_, rows)| rows.find(' ') == Some(size.side()));
    let hard: &[(&str, &str)] = if size == GridSize::Four { &[] } else { &HARD };
    // The hard ones last: a program that hangs is given less time by the cases before them.
    of_size.iter().chain(clashes).chain(hard).map(|&(name, rows)| (name, grid(rows))).collect()
}

/// A grid from its rows.
fn grid(rows: &str) -> SudokuGrid {
    parse_grid(&rows.replace(' ', "\n")).expect("the rows above are rows of a grid")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projects::sudoku::explain::ExpectedAnswer;

    #[test]
    fn the_cases_are_what_their_names_say() {
        for (name, grid) in [GridSize::Four, GridSize::Nine].into_iter().flat_map(cases) {
            let expected = ExpectedAnswer::of(&grid);
            let is_as_named = match expected {
                ExpectedAnswer::Solution(_) => {
                    !name.contains("clash") && !name.contains("no number")
                }
                ExpectedAnswer::Unsolvable => name.contains("no number"),
                ExpectedAnswer::Clash(_) => name.contains("clash"),
            };
            assert!(is_as_named, "{name}: {expected:?}");
            assert_eq!(name.contains("solved"), grid.is_full() && !grid.has_clash(), "{name}");
        }
    }
}
