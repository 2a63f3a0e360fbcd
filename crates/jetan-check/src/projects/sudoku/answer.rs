//! Reading a grid out of whatever a program prints.

use jetan_games::sudoku::{GridSize, SudokuGrid};

use crate::adapter::{Adapter, AnswerLocation};

/// Words that mean that there is no solution, where an adapter has none.
const NONE_WORDS: [&str; 8] = [
    "none",
    "no solution",
    "no valid solution",
    "unsolvable",
    "impossible",
    "not solvable",
    "cannot be solved",
    "can't be solved",
];

/// The answer that a program prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SudokuAnswer {
    /// A grid with a digit in every cell.
    Full(SudokuGrid),
    /// A grid with empty cells.
    Unfinished(SudokuGrid),
    /// That there is no solution.
    Unsolvable,
    /// None of these.
    Nothing,
}

/// The last grid, or the last word for no solution, whichever comes later.
pub(super) fn read(adapter: &Adapter, size: GridSize, output: &[u8]) -> SudokuAnswer {
    // Lower case for all of it, so that offsets of words and of rows are comparable.
    let text = adapter.read(output).to_lowercase();
    let grid = match adapter.output.answer {
        AnswerLocation::Digits => last_digits(&text, size),
        // Rows first: digits of a message after the grid would shift the last digits of all.
        _ => last_rows(&text, size).or_else(|| last_digits(&text, size)),
    };
    let word = match adapter.output.none.as_slice() {
        [] => NONE_WORDS.iter().filter_map(|word| text.rfind(word)).max(),
        words => words.iter().filter_map(|word| text.rfind(&word.trim().to_lowercase())).max(),
    };
    match (grid, word) {
        // Whichever comes last counts: programs announce "if none" before they solve.
        (Some((end, _)), Some(at)) if at >= end => SudokuAnswer::Unsolvable,
        (None, Some(_)) => SudokuAnswer::Unsolvable,
        (None, None) => SudokuAnswer::Nothing,
        (Some((_, cells)), _) => match SudokuGrid::from_cells(size, &cells) {
            Ok(grid) if grid.is_full() => SudokuAnswer::Full(grid),
            Ok(grid) => SudokuAnswer::Unfinished(grid),
            Err(_) => SudokuAnswer::Nothing,
        },
    }
}

/// The last lines that are rows: as many as the grid has, each with as many digits, or one more
/// that numbers the rows, whatever stands between the digits. Lines without digits between them
/// are rules or blank.
fn last_rows(text: &str, size: GridSize) -> Option<(usize, Vec<u8>)> {
    let plain = last_block(text, size.side(), 0);
    // The one that ends later; `Option` orders none below any.
    plain.max(last_block(text, size.side(), 1))
}

/// The end and the cells of the last rows that have so many digits in front of their cells.
fn last_block(text: &str, side: usize, labels: usize) -> Option<(usize, Vec<u8>)> {
    let mut rows: Vec<(usize, Vec<u8>)> = Vec::new();
    let mut end = 0;
    let mut found = None;
    for line in text.split_inclusive('\n') {
        end += line.len();
        let digits: Vec<u8> = digits(line).map(|(_, digit)| digit).collect();
        if digits.len() == side + labels {
            rows.push((end, digits));
        // A line without digits is a rule between rows and does not end the block.
        } else if !digits.is_empty() {
            found = grid_at_end(&rows, side, labels).or(found);
            rows.clear();
        }
    }
    grid_at_end(&rows, side, labels).or(found)
}

fn grid_at_end(
    mut rows: &[(usize, Vec<u8>)],
    side: usize,
    labels: usize,
) -> Option<(usize, Vec<u8>)> {
    let first = rows.len().checked_sub(side)?;
    // The numbers of the columns may stand below the grid, and spoil it as a row.
    let is_ruler = rows.last()?.1.iter().copied().eq(1..=side as u8);
    // Only if leaving it out makes the columns free of repetitions: a solution may end with 1234
    // itself.
    if is_ruler && first > 0 && repeats(&rows[first..]) && !repeats(&rows[first - 1..][..side]) {
        rows = &rows[..rows.len() - 1];
    }
    let rows = &rows[rows.len() - side..];
    let is_numbered = || {
        let numbers = rows.iter().map(|(_, row)| usize::from(row[0]));
        let upwards = |first: usize| numbers.clone().eq(first..first + side);
        upwards(0) || upwards(1) || numbers.clone().rev().eq(1..=side)
    };
    // One digit too many in each row is only a label if it counts the rows.
    if labels == 1 && !is_numbered() {
        return None;
    }
    let (end, _) = rows.last()?;
    Some((*end, rows.iter().flat_map(|(_, row)| &row[labels..]).copied().collect()))
}

/// Whether a digit stands twice in a column.
fn repeats(rows: &[(usize, Vec<u8>)]) -> bool {
    let is_above = |at: usize, column: usize| {
        rows[..at].iter().any(|(_, row)| row[column] == rows[at].1[column])
    };
    (0..rows.len()).any(|at| (0..rows[at].1.len()).any(|column| is_above(at, column)))
}

/// The last digits of all.
fn last_digits(text: &str, size: GridSize) -> Option<(usize, Vec<u8>)> {
    let all: Vec<(usize, u8)> = digits(text).collect();
    let first = all.len().checked_sub(size.cells())?;
    let (end, _) = *all.last()?;
    Some((end, all[first..].iter().map(|&(_, digit)| digit).collect()))
}

fn digits(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let digit = |(at, byte): (usize, u8)| byte.is_ascii_digit().then(|| (at, byte - b'0'));
    text.bytes().enumerate().filter_map(digit)
}

#[cfg(test)]
mod tests {
    use jetan_games::rng::Rng;
    use jetan_games::sudoku::notation::parse_grid;

    use super::*;

    fn four(rows: &str) -> SudokuGrid {
        parse_grid(&rows.replace(' ', "\n")).unwrap()
    }

    #[test]
    fn a_grid_is_found_in_many_forms() {
        let solution = SudokuAnswer::Full(four("1234 3412 2143 4321"));
        for output in [
            "\n1234\n3412\n2143\n4321\n",
            "1234\n3412\n2143\n4321",
            "1234341221434321",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
            "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n",
            "Enter 4 rows:\n1000\n0000\n0000\n0000\nSolution:\n1234\n3412\n2143\n4321\n",
            "1\n2\n3\n4\n3\n4\n1\n2\n2\n1\n4\n3\n4\n3\n2\n1\n",
            "1234\n3412\n2143\n4321\nsolved in 123 steps\n",
            "   1 2 3 4\n1: 1 2 3 4\n2: 3 4 1 2\n3: 2 1 4 3\n4: 4 3 2 1\n",
            "\u{1b}[2J\u{1b}[31m1234\u{1b}[0m\n3412\n2143\n4321\n",
            "if none: stop\n[1,2,3,4]\n[3,4,1,2]\n\n[2,1,4,3]\n[4,3,2,1]\n",
        ] {
            assert_eq!(read(&Adapter::default(), GridSize::Four, output.as_bytes()), solution);
        }
    }

    #[test]
    fn numbers_of_columns_below_the_grid_are_no_row() {
        let output = b"3412\n1234\n4321\n2143\n----\n1234\n";
        let grid = four("3412 1234 4321 2143");
        assert_eq!(read(&Adapter::default(), GridSize::Four, output), SudokuAnswer::Full(grid));
    }

    #[test]
    fn no_solution_is_a_word_or_an_unfinished_grid() {
        let read = |output: &str| read(&Adapter::default(), GridSize::Four, output.as_bytes());
        assert_eq!(read("\nnone\n"), SudokuAnswer::Unsolvable);
        assert_eq!(read("1234\n3412\n2143\n4321\nNo Solution!"), SudokuAnswer::Unsolvable);
        assert_eq!(
            read("1230 0004 0000 0000"),
            SudokuAnswer::Unfinished(four("1230 0004 0000 0000"))
        );
        assert_eq!(read("hello 12"), SudokuAnswer::Nothing);
        assert_eq!(read("9999 9999 9999 9999"), SudokuAnswer::Nothing);
        assert_eq!(read(""), SudokuAnswer::Nothing);
        let adapter = Adapter::parse("[output]\nnone = ['Sin Solución']").unwrap();
        let output = "sin solución".as_bytes();
        assert_eq!(super::read(&adapter, GridSize::Four, output), SudokuAnswer::Unsolvable);
    }

    #[test]
    fn no_output_makes_the_reader_panic() {
        let mut rng = Rng::new(1);
        let parts = ["1234\n", "none", "\u{130}", "0000\n", "|", "\n", "no solution", "9"];
        for _ in 0..2000 {
            let mut output: Vec<u8> = Vec::new();
            for _ in 0..rng.below(12) {
                if rng.below(3) == 0 {
                    output.push(rng.below(256) as u8);
                } else {
                    output.extend(parts[rng.below(8) as usize].bytes());
                }
            }
            for size in [GridSize::Four, GridSize::Nine] {
                read(&Adapter::default(), size, &output);
            }
        }
    }
}
