//! Boards that stand in a text, as pictures.

use std::fmt::Write as _;

use crate::render::html::escaped;

/// The side of a cell, in pixels.
const CELL: usize = 22;
/// The fewest rows and columns of a board.
const ROWS_MIN: usize = 3;
const COLUMNS_MIN: usize = 4;
/// Cells that are drawn; what has more is no board.
const CELLS_MAX: usize = 2000;
/// The columns of the games in which two players drop pieces.
const DROPPING_COLUMNS: usize = 7;

/// What a text looks like on a page: its boards drawn, the rest as it is. What was typed stays
/// text, so that it can be copied.
pub(super) fn drawn(text: &str) -> String {
    let mut page = String::new();
    let mut plain: Vec<&str> = Vec::new();
    let mut board: Vec<(&str, Vec<Cell>)> = Vec::new();
    let mut is_typed = false;
    for line in text.lines() {
        let is_key = line.starts_with("  ") && !line.starts_with("   ");
        is_typed = if is_key { line.starts_with("  input:") } else { is_typed };
        let cells = if is_typed { None } else { row(line) };
        let fits = |cells: &Vec<Cell>| board.last().is_none_or(|(_, it)| it.len() == cells.len());
        match cells {
            // A rule between the rows of a board is no row, and ends none.
            Some(cells) if cells.is_empty() && !board.is_empty() => {}
            Some(cells) if cells.len() >= COLUMNS_MIN && fits(&cells) => board.push((line, cells)),
            _ => {
                settle(&mut board, &mut plain, &mut page);
                plain.push(line);
            }
        }
    }
    settle(&mut board, &mut plain, &mut page);
    flush(&mut plain, &mut page);
    page
}

/// Draws the rows so far if they are a board; else they are text.
fn settle<'t>(board: &mut Vec<(&'t str, Vec<Cell>)>, plain: &mut Vec<&'t str>, page: &mut String) {
    let cells: usize = board.iter().map(|(_, cells)| cells.len()).sum();
    if board.len() >= ROWS_MIN && cells <= CELLS_MAX {
        flush(plain, page);
        *page += &picture(board);
    } else {
        plain.extend(board.iter().map(|(line, _)| *line));
    }
    board.clear();
}

fn flush(plain: &mut Vec<&str>, page: &mut String) {
    let text = plain.join("\n");
    if !text.trim().is_empty() {
        let _ = writeln!(page, "<pre>{}</pre>", escaped(text.trim_end()));
    }
    plain.clear();
}

/// A place of a board: what is in it, or that there is a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    Gap,
    Holds(String),
}

/// The cells of a line; none of a rule, and `None` if it has something else in it.
fn row(line: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let is_rule = |word: &str| word.len() > 1 && word.chars().all(|c| matches!(c, '-' | '+'));
    for word in line.split_whitespace() {
        if is_rule(word) {
            continue;
        }
        if word.len() >= COLUMNS_MIN && word.chars().all(|c| matches!(c, '.' | '#')) {
            cells.extend((!cells.is_empty()).then_some(Cell::Gap));
            cells.extend(word.chars().map(|c| Cell::Holds(c.to_string())));
            continue;
        }
        match word {
            "|" => cells.push(Cell::Gap),
            "." | "*" | "#" | "O" | "X" => cells.push(Cell::Holds(word.to_owned())),
            _ if word.len() <= 5 && word.bytes().all(|byte| byte.is_ascii_digit()) => {
                cells.push(Cell::Holds(word.to_owned()));
            }
            _ => return None,
        }
    }
    (!line.trim().is_empty()).then_some(cells)
}

/// A drawing of the rows.
fn picture(board: &[(&str, Vec<Cell>)]) -> String {
    let columns = board[0].1.len();
    let (width, height) = (columns * CELL, board.len() * CELL);
    let mut svg = format!(
        "<svg class=\"board\" role=\"img\" aria-label=\"a board\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n"
    );
    for (y, (_, cells)) in board.iter().enumerate() {
        let numbers: Vec<Option<usize>> = cells.iter().map(number).collect();
        let counts = |first: usize| (0..columns).all(|x| numbers[x] == Some(first + x));
        let is_legend = y + 1 == board.len() && (counts(0) || counts(1));
        for (x, cell) in cells.iter().enumerate() {
            let Cell::Holds(text) = cell else { continue };
            svg += &place(x, y, text, columns, is_legend);
        }
    }
    svg + "</svg>\n"
}

fn number(cell: &Cell) -> Option<usize> {
    match cell {
        Cell::Holds(text) => text.parse().ok(),
        Cell::Gap => None,
    }
}

fn place(x: usize, y: usize, text: &str, columns: usize, is_legend: bool) -> String {
    let (left, top, middle) = (x * CELL, y * CELL, CELL / 2);
    let side = CELL - 2;
    let disc = match text {
        "1" | "O" if columns == DROPPING_COLUMNS => Some("one"),
        "2" | "X" if columns == DROPPING_COLUMNS => Some("two"),
        _ => None,
    };
    let mut svg = String::new();
    if !is_legend {
        let class = if text == "#" { "full" } else { "cell" };
        let (left, top) = (left + 1, top + 1);
        let _ = write!(svg, "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" ");
        let _ = writeln!(svg, "width=\"{side}\" height=\"{side}\"/>");
    }
    let (x, y) = (left + middle, top + middle);
    if let Some(class) = disc.filter(|_| !is_legend) {
        let radius = middle - 3;
        let _ = writeln!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }
    if !matches!(text, "." | "*" | "#") {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{}</text>", y + 4, escaped(text));
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> (usize, usize) {
        let page = drawn(text);
        (page.matches("<svg").count(), page.matches("<rect").count())
    }

    #[test]
    fn boards_are_drawn_and_texts_are_not() {
        for (text, boards, places) in [
            ("  case:\n    . . . .\n    . 2 . .\n    . . 4 .\n    . . . 16\nwrong", 1, 16),
            ("start   goal\n......  ......\n......  ......\n#.#.#.  #.#.#.\n", 1, 36),
            ("4 . | 1 2\n3 . | 1 2\n----+----\n1 2 | . .\n1 2 | 3 4\n", 1, 16),
            ("* * * * * * *\n* * O X * * *\n1 2 3 4 5 6 7\n\nends: player 1\n", 1, 14),
            ("  input:\n    ......\n    ......\n    ......\n  expected: YES", 0, 0),
            ("1 2 3 4\n1 2 3 4\n", 0, 0),
            ("one two three four\n. . . .\n", 0, 0),
            ("<b>\n. . . .\n. . . .\n. <i> . .\n", 0, 0),
        ] {
            assert_eq!(cells(text), (boards, places), "{text}");
        }
    }

    #[test]
    fn nothing_is_lost_around_a_board() {
        let page = drawn("above <x>\n. . . .\n. . . .\n. . . 2\nbelow\n");
        let parts = ["<pre>above &lt;x&gt;</pre>", "<svg", ">2</text>", "<pre>below</pre>"];
        let places: Vec<usize> = parts.iter().filter_map(|part| page.find(part)).collect();
        assert!(places.len() == parts.len() && places.is_sorted(), "{page}");
    }
}
