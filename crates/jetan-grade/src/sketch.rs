//! The pictures of cases, read back as boards: whoever has more than letters draws them as such.
//!
//! Our pictures have one form: cells with spaces between them (with `|` and rules of `-` between
//! the boxes of a grid), or fields of `.` and `#` side by side, with their titles above. A line of
//! column numbers may follow. Everything else is text.

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Lines that are no board.
    Text(String),
    /// Cells in rows and columns.
    Board(Board),
}

/// Cells in rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// What stands above it; may be empty.
    pub title: String,
    /// The cells; all rows have the same number of them.
    pub rows: Vec<Vec<String>>,
    /// The numbers of the columns below; may be none.
    pub labels: Vec<String>,
    /// Columns and rows of a box; 0 if it has no boxes.
    pub box_side: usize,
}

impl Board {
    /// Where two boards of one size differ, as row and column.
    pub fn differences(&self, other: &Board) -> Vec<(usize, usize)> {
        let is_alike = self.rows.len() == other.rows.len()
            && self.rows.iter().zip(&other.rows).all(|(one, two)| one.len() == two.len());
        if !is_alike {
            return Vec::new();
        }
        let cells = |(row, (one, two)): (usize, (&Vec<String>, &Vec<String>))| {
            let differs = one.iter().zip(two).enumerate().filter(|(_, (one, two))| one != two);
            differs.map(|(column, _)| (row, column)).collect::<Vec<_>>()
        };
        self.rows.iter().zip(&other.rows).enumerate().flat_map(cells).collect()
    }
}

/// A line of a picture.
enum Line {
    Text(String),
    /// Cells, and how many are before the first `|`.
    Cells(Vec<String>, usize),
    Fields(Vec<Vec<String>>),
    Rule,
}

/// The parts of a picture, in order.
pub fn pieces(picture: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut lines = picture.lines().map(read).peekable();
    while let Some(line) = lines.next() {
        match line {
            Line::Text(text) => add_text(&mut pieces, &text),
            Line::Rule => add_text(&mut pieces, ""),
            Line::Cells(cells, box_side) => {
                let width = cells.len();
                let mut rows = vec![cells];
                while let Some(next) = lines.next_if(|next| match next {
                    Line::Cells(cells, _) => cells.len() == width,
                    Line::Rule => true,
                    Line::Text(_) | Line::Fields(_) => false,
                }) {
                    if let Line::Cells(cells, _) = next {
                        rows.push(cells);
                    }
                }
                pieces.push(Piece::Board(with_labels(rows, box_side)));
            }
            Line::Fields(first) => {
                let mut boards: Vec<Board> = first
                    .into_iter()
                    .map(|cells| Board { rows: vec![cells], ..Board::default() })
                    .collect();
                let count = boards.len();
                while let Some(Line::Fields(next)) =
                    lines.next_if(|next| matches!(next, Line::Fields(next) if next.len() == count))
                {
                    boards.iter_mut().zip(next).for_each(|(board, cells)| board.rows.push(cells));
                }
                take_titles(&mut pieces, &mut boards);
                pieces.extend(boards.into_iter().map(Piece::Board));
            }
        }
    }
    pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.trim().is_empty()));
    pieces
}

fn read(line: &str) -> Line {
    let trimmed = line.trim();
    if trimmed.len() >= 5 && trimmed.bytes().all(|byte| matches!(byte, b'-' | b'+')) {
        return Line::Rule;
    }
    let words: Vec<&str> = trimmed.split_whitespace().collect();
    let is_field = |word: &&str| word.len() >= 4 && word.bytes().all(|b| matches!(b, b'.' | b'#'));
    if !words.is_empty() && words.iter().all(is_field) {
        let cells = |word: &&str| word.chars().map(String::from).collect();
        return Line::Fields(words.iter().map(cells).collect());
    }
    let cells: Vec<&str> = words.iter().copied().filter(|word| *word != "|").collect();
    let first_box = words.iter().position(|word| *word == "|").unwrap_or(0);
    if cells.len() >= 4 && cells.iter().all(|cell| is_cell(cell)) {
        return Line::Cells(cells.into_iter().map(str::to_owned).collect(), first_box);
    }
    Line::Text(line.to_owned())
}

/// A number, a piece, or a sign for an empty cell.
fn is_cell(word: &str) -> bool {
    matches!(word, "." | "*" | "X" | "O" | "#" | "?" | "_") || word.parse::<i64>().is_ok()
}

/// A board of which the last row may be the numbers of its columns.
fn with_labels(mut rows: Vec<Vec<String>>, box_side: usize) -> Board {
    let counts = |row: &Vec<String>| {
        let numbers: Option<Vec<usize>> = row.iter().map(|cell| cell.parse().ok()).collect();
        // Boards that are played by column have seven of them.
        row.len() == 7
            && numbers.is_some_and(|numbers| numbers.windows(2).all(|two| two[0] + 1 == two[1]))
    };
    let labels = if rows.len() > 2 { rows.pop_if(|row| counts(row)) } else { None };
    Board { title: String::new(), rows, labels: labels.unwrap_or_default(), box_side }
}

fn add_text(pieces: &mut Vec<Piece>, line: &str) {
    match pieces.last_mut() {
        Some(Piece::Text(text)) => {
            text.push('\n');
            text.push_str(line);
        }
        _ => pieces.push(Piece::Text(line.to_owned())),
    }
}

/// The line above some boards, if it has a title for each.
fn take_titles(pieces: &mut [Piece], boards: &mut [Board]) {
    let Some(Piece::Text(text)) = pieces.last_mut() else { return };
    let (before, line) = text.rsplit_once('\n').unwrap_or(("", text));
    let titles: Vec<&str> =
        line.split("  ").map(str::trim).filter(|title| !title.is_empty()).collect();
    if titles.len() != boards.len() {
        return;
    }
    for (board, title) in boards.iter_mut().zip(titles) {
        title.clone_into(&mut board.title);
    }
    *text = before.to_owned();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(picture: &str) -> Vec<Board> {
        let board = |piece| match piece {
            Piece::Board(board) => Some(board),
            Piece::Text(_) => None,
        };
        pieces(picture).into_iter().filter_map(board).collect()
    }

    #[test]
    fn boards_of_every_game_are_read() {
        let four = boards(". . . . . . .\n2 . . . . . .\n1 1 1 1 . . .\n0 1 2 3 4 5 6\n\nends: so");
        assert_eq!((four[0].rows.len(), four[0].labels.len()), (2 + 1, 7));
        let grid = boards("1 2 | 3 4\n----+----\n3 4 | 1 2\n");
        assert_eq!((grid[0].rows.len(), grid[0].box_side), (2, 2));
        let tiles = boards(" 2    .   .  4\n16 1024 . -7\n");
        assert_eq!(tiles[0].rows[1], ["16", "1024", ".", "-7"]);
        let fields = boards("YES\n\nstart   piece 1\n......  ....##\n......  ....##");
        assert_eq!(fields.len(), 2);
        assert_eq!((fields[1].title.as_str(), fields[1].rows.len()), ("piece 1", 2));
        assert_eq!(boards("2 0 2 4")[0].rows.len(), 1);
    }

    #[test]
    fn text_stays_text() {
        let text = "tiles in each cell, about\n\nsecond";
        assert_eq!(pieces(text), [Piece::Text(text.to_owned())]);
        assert_eq!(pieces(""), []);
        assert_eq!(pieces("$v0 = 3"), [Piece::Text("$v0 = 3".to_owned())]);
        let mixed = pieces("now:\n1 2 3 4\nafter that");
        assert_eq!(mixed.len(), 3);
    }

    #[test]
    fn differing_cells_are_named() {
        let one = &boards("1 2 3 4\n5 6 7 8")[0];
        let two = &boards("1 2 0 4\n5 6 7 9")[0];
        assert_eq!(one.differences(two), [(0, 2), (1, 3)]);
        assert_eq!(one.differences(&boards("1 2 3 4")[0]), []);
    }
}
