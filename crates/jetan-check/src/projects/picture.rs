//! Finding pictures of a board in what a program prints: six lines of seven cells, whatever stands
//! between them.

use crate::picture::{BoardCell, BoardKind, BoardPicture};

/// The number of cells of a board.
pub(crate) const CELLS: usize = 42;
/// Cells in a row.
const COLUMNS: usize = 7;
/// Rows of a board.
const ROWS: usize = 6;
/// Most drawn or empty lines between two rows.
const BORDERS_MAX: usize = 3;

/// A board as the native engine writes it: `*`, `O` and `X`, the top row first.
pub(crate) type BoardText = [u8; CELLS];

type TextRow = [u8; COLUMNS];

/// The characters of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardCharacters {
    /// A free cell; a blank if cells stand between bars.
    pub(crate) empty: char,
    /// The token O.
    pub(crate) one: char,
    /// The token X.
    pub(crate) two: char,
}

/// The boards found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardReading {
    /// The boards, the newest last.
    pub(crate) boards: Vec<BoardText>,
    /// The output with the pictures of boards taken out.
    pub(crate) rest: String,
}

impl BoardCharacters {
    /// The characters of the document.
    pub(crate) const USUAL: BoardCharacters = BoardCharacters { empty: '*', one: 'O', two: 'X' };

    /// The characters that are tried on a program of which nothing is known, the usual first.
    pub(crate) fn candidates() -> Vec<BoardCharacters> {
        let tokens = [('O', 'X'), ('0', 'X')];
        let free = ['*', '.', '_', '-', ' ', '#', '+', '~', ':', '=', '0'];
        let pairs = tokens.iter().flat_map(|&(one, two)| free.map(|empty| (empty, one, two)));
        // `0` cannot be a free cell and a token at once.
        let distinct = pairs.filter(|(empty, one, _)| empty != one);
        distinct.map(|(empty, one, two)| BoardCharacters { empty, one, two }).collect()
    }

    /// The characters in which a line could be the bottom row of a board, if all its cells are
    /// drawn.
    pub(crate) fn of_bottom_row(line: &str, board: &BoardText) -> Option<BoardCharacters> {
        let drawn: Vec<char> = line.chars().filter(|c| !is_between(*c)).collect();
        let first = drawn.len().checked_sub(COLUMNS)?;
        // The number of the row may stand on the left.
        let cells = drawn[first..].iter().zip(&board[CELLS - COLUMNS..]);
        let used = |token: u8| {
            let mut all = cells.clone().filter(|(_, cell)| **cell == token).map(|(c, _)| *c);
            let one = all.next()?;
            all.all(|other| other == one).then_some(one)
        };
        let (empty, one, two) = (used(b'*')?, used(b'O')?, used(b'X')?);
        // Tokens are read in both cases, so two that differ only by case cannot be distinguished.
        let is_distinct = empty != one && empty != two && !one.eq_ignore_ascii_case(&two);
        is_distinct.then_some(BoardCharacters { empty, one, two })
    }

    /// Finds the boards in a text.
    pub(crate) fn read(&self, text: &str) -> BoardReading {
        let mut reading = BoardReading::default();
        let lines: Vec<&str> = text.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            if let Some(block) = self.block(&lines, at) {
                reading.boards.extend(block.boards);
                reading.rest.push_str(block.before);
                reading.rest.push('\n');
                reading.rest.push_str(block.behind);
                at = block.end;
            } else {
                reading.rest.push_str(lines[at]);
                at += 1;
            }
            reading.rest.push('\n');
        }
        reading
    }

    /// The rows that follow each other from a line on, if they make a board.
    fn block<'t>(&self, lines: &[&'t str], start: usize) -> Option<RowBlock<'t>> {
        let (first, before) = if let Some(row) = self.row(lines[start]) {
            (row, "")
        } else {
            // Looking for a row among words takes long; it is worth it where another row follows.
            let mut next = lines[start + 1..].iter().take(BORDERS_MAX + 1);
            self.row(next.find(|line| !is_border(line))?)?;
            self.row_at_end(lines[start])?
        };
        let mut rows = vec![first];
        let (mut end, mut behind, mut borders) = (start + 1, "", 0);
        for (idx, line) in lines.iter().enumerate().skip(start + 1) {
            if let Some(row) = self.row(line) {
                rows.push(row);
                (end, borders) = (idx + 1, 0);
            // Only the last row of a board may have words after it; anywhere else they end the
            // block.
            } else if rows.len() % ROWS == ROWS - 1
                && let Some((row, rest)) = self.row_at_start(line)
            {
                rows.push(row);
                (end, behind) = (idx + 1, rest);
                break;
            } else if is_border(line) && borders < BORDERS_MAX {
                borders += 1;
            } else {
                break;
            }
        }
        // A line of seven stars above the grid is an ornament: what counts is at the end.
        let extra = if rows.len() % ROWS == 0 { 0 } else { rows.len().checked_sub(ROWS)? };
        let boards = rows[extra..].chunks_exact(ROWS).map(board).collect();
        Some(RowBlock { boards, before, behind, end })
    }

    /// The row that a line is.
    fn row(&self, line: &str) -> Option<TextRow> {
        if self.empty == ' ' { self.barred_row(line) } else { self.plain_row(line) }
    }

    fn plain_row(&self, line: &str) -> Option<TextRow> {
        let line = without_label(line, self);
        let mut row = Vec::with_capacity(COLUMNS);
        for character in line.chars() {
            match self.cell(character) {
                Some(cell) => row.push(cell),
                None if is_between(character) => {}
                None => return None,
            }
        }
        row.try_into().ok()
    }

    /// A row of which free cells are blank: `| |X| | |O| | |`.
    fn barred_row(&self, line: &str) -> Option<TextRow> {
        let bars = line.trim().replace(['[', ']', '(', ')', '│', '║', '!'], "|");
        // Brackets become bars: `][` between two cells would count as an empty one.
        let bars = without_label(&bars, self).trim().replace("||", "|");
        let mut cells: Vec<&str> = bars.split('|').collect();
        // There may be a bar at either end, with nothing outside it.
        let is_blank = |cell: &&str| cell.trim().is_empty();
        if cells.len() > COLUMNS && bars.starts_with('|') {
            cells.remove(0);
        }
        if cells.len() > COLUMNS && cells.last().is_some_and(is_blank) {
            cells.pop();
        }
        let cells = cells.into_iter().map(|cell| {
            let mut characters = cell.trim().chars();
            match (characters.next(), characters.next()) {
                (None, _) => Some(b'*'),
                (Some(character), None) => self.cell(character),
                _ => None,
            }
        });
        let row: Vec<u8> = cells.collect::<Option<_>>()?;
        row.try_into().ok()
    }

    /// The row at the end of a line, which may begin with words, and those words.
    fn row_at_end<'t>(&self, line: &'t str) -> Option<(TextRow, &'t str)> {
        let starts = line.char_indices().map(|(at, _)| at).rev();
        let mut found = None;
        // A row of seven cells with separators takes at most so many characters; the rest of a long
        // line is not searched.
        for at in starts.take(8 * COLUMNS) {
            // The longest suffix that is a row: a shorter one would leave a separator in the words.
            match (self.row(&line[at..]), found) {
                (Some(row), _) => found = Some((row, &line[..at])),
                (None, Some(_)) => break,
                (None, None) => {}
            }
        }
        found
    }

    /// The row at the beginning of a line, and the words after it.
    fn row_at_start<'t>(&self, line: &'t str) -> Option<(TextRow, &'t str)> {
        let ends = line.char_indices().map(|(at, _)| at).take(8 * COLUMNS);
        let rows = ends.filter_map(|at| Some((self.row(&line[..at])?, &line[at..])));
        rows.last()
    }

    fn cell(&self, character: char) -> Option<u8> {
        let is = |other: char| character.eq_ignore_ascii_case(&other);
        match character {
            // The free cell first, and exactly: it may be a letter that differs from a token by
            // case only.
            _ if character == self.empty => Some(b'*'),
            _ if is(self.one) => Some(b'O'),
            _ if is(self.two) => Some(b'X'),
            _ => None,
        }
    }
}

/// Rows that follow each other, and the words around them.
struct RowBlock<'t> {
    boards: Vec<BoardText>,
    before: &'t str,
    behind: &'t str,
    end: usize,
}

fn board(rows: &[TextRow]) -> BoardText {
    std::array::from_fn(|cell| rows[cell / COLUMNS][cell % COLUMNS])
}

/// Whether a character may stand between two cells.
fn is_between(character: char) -> bool {
    character.is_whitespace() || "|[](){}<>,;:!/\\│║".contains(character)
}

/// A line between two rows: empty, or drawn.
fn is_border(line: &str) -> bool {
    line.chars().all(|character| is_between(character) || "+-=_~─━═┼╋╬├┤┌┐└┘┬┴".contains(character))
}

/// A line without the number of its row on either side.
fn without_label<'t>(line: &'t str, characters: &BoardCharacters) -> &'t str {
    let is_label =
        |character: char| character.is_ascii_digit() && characters.cell(character).is_none();
    line.trim().trim_start_matches(is_label).trim_end_matches(is_label)
}

/// A board as it is shown to people.
pub(crate) fn shown(board: &BoardText) -> BoardPicture {
    let cell = |cell: &u8| match cell {
        b'O' => BoardCell::Stone(1),
        b'X' => BoardCell::Stone(2),
        _ => BoardCell::Empty,
    };
    let rows = board.chunks(COLUMNS).map(|row| row.iter().map(cell).collect());
    BoardPicture::new(BoardKind::FourInARow, rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictured(separator: &str, empty: &str, border: &str) -> String {
        let mut text = String::from("Undos: 3 and 3\n");
        for row in 0..6 {
            let cells: Vec<&str> = (0..7)
                .map(|column| match (row, column) {
                    (5, 0) => "X",
                    (5, 6) => "O",
                    _ => empty,
                })
                .collect();
            text.push_str(&cells.join(separator));
            text.push_str(border);
        }
        text + "1 2 3 4 5 6 7\nPlayer 1 (O), choose a column: "
    }

    #[test]
    fn boards_are_found_in_many_forms() {
        let mut expected = [b'*'; CELLS];
        (expected[35], expected[41]) = (b'X', b'O');
        for characters in BoardCharacters::candidates().into_iter().filter(|c| c.one == 'O') {
            let empty = characters.empty.to_string();
            for (separator, border) in [
                (" ", "\n"),
                ("", "\r\n"),
                (" | ", "\n---+---+---+---+---+---+---\n"),
                ("|", "|\n\n"),
                ("][", "]\n"),
            ] {
                let text = pictured(separator, &empty, border);
                if characters.empty == ' ' && !separator.contains(['|', '[']) {
                    continue;
                }
                let reading = characters.read(&text);
                assert_eq!(reading.boards, [expected], "{characters:?} {text}");
                assert!(reading.rest.contains("Player 1 (O), choose"), "{text}");
                assert!(reading.rest.contains("Undos: 3 and 3"), "{text}");
            }
        }
    }

    #[test]
    fn words_before_the_first_row_and_behind_the_last_are_kept() {
        let rows = ["*******"; 6].join("\n");
        let text = format!("Your move: {rows} Player 2 wins\n");
        let reading = BoardCharacters::USUAL.read(&text);
        assert_eq!(reading.boards, [[b'*'; CELLS]]);
        assert!(reading.rest.contains("Your move"));
        assert!(reading.rest.contains("Player 2 wins"));
    }

    #[test]
    fn characters_are_found_in_a_bottom_row_that_is_known() {
        let mut board = [b'*'; CELLS];
        (board[35], board[40], board[41]) = (b'O', b'X', b'O');
        let found = |line: &str| BoardCharacters::of_bottom_row(line, &board);
        let expected = Some(BoardCharacters { empty: '-', one: 'R', two: 'Y' });
        assert_eq!(found("6 | R - - - - Y R |"), expected);
        assert_eq!(found("R - - - - R R"), None);
        assert_eq!(found("- - - - - - -"), None);
        assert_eq!(found("R - - - - Y"), None);
    }

    #[test]
    fn five_rows_are_no_board_and_twelve_are_two() {
        let read =
            |rows: usize| BoardCharacters::USUAL.read(&"* * * X * * *\n".repeat(rows)).boards;
        assert_eq!(read(5).len(), 0);
        assert_eq!(read(12).len(), 2);
        assert_eq!(read(7).len(), 1);
    }

    #[test]
    fn no_text_is_too_strange() {
        let mut rng = jetan_games::rng::Rng::new(11);
        let alphabet: Vec<char> = "*XO.-_| \n\r\t+[]0127é\u{fffd}│x".chars().collect();
        for _ in 0..2000 {
            let text: String = (0..rng.below(200))
                .map(|_| alphabet[rng.below(alphabet.len() as u32) as usize])
                .collect();
            for characters in BoardCharacters::candidates() {
                characters.read(&text);
            }
        }
    }
}
