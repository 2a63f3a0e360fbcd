//! The explanation of a criterion, with its boards drawn.

use std::fmt::Write as _;

use super::student::ExplainedPart;
use crate::html::escaped;
use crate::human::clean;
use jetan_check::picture::{BoardCell, BoardPicture, CasePicture, PicturePart};

/// The side of a cell, in pixels.
const CELL_PIXELS: usize = 22;
/// The height of a title, in pixels.
const TITLE_PIXELS: usize = 18;

/// The parts on a page: boards drawn, the rest as it is.
pub(super) fn drawn(parts: &[ExplainedPart]) -> String {
    let mut page = String::new();
    let mut plain = String::new();
    for part in parts {
        match part {
            ExplainedPart::Text(text) => plain += text,
            ExplainedPart::Picture(what, picture) => {
                let _ = writeln!(plain, "  {what}:");
                draw(picture, &mut plain, &mut page);
            }
        }
    }
    flush(&mut plain, &mut page);
    page
}

fn draw(picture: &CasePicture, plain: &mut String, page: &mut String) {
    for part in picture.parts() {
        match part {
            PicturePart::Words(words) => {
                for line in clean(words).lines() {
                    let _ = writeln!(plain, "{}", format!("    {line}").trim_end());
                }
            }
            PicturePart::Boards(boards) => {
                flush(plain, page);
                *page += &side_by_side(boards);
            }
        }
    }
}

fn flush(plain: &mut String, page: &mut String) {
    if !plain.trim().is_empty() {
        let _ = writeln!(page, "<pre>{}</pre>", escaped(plain.trim_end()));
    }
    plain.clear();
}

/// A drawing of boards that stand side by side.
fn side_by_side(boards: &[BoardPicture]) -> String {
    let columns = |board: &BoardPicture| board.rows.first().map_or(0, Vec::len);
    let lines = |board: &BoardPicture| board.rows.len() + usize::from(!board.labels().is_empty());
    let has_title = boards.iter().any(|board| !board.title.is_empty());
    let above = if has_title { TITLE_PIXELS } else { 0 };
    let wide = boards.iter().map(|board| columns(board) + 1).sum::<usize>();
    // The gap after the last board is not part of the picture.
    let width = wide.saturating_sub(1) * CELL_PIXELS;
    let height = boards.iter().map(lines).max().unwrap_or(0) * CELL_PIXELS + above;
    let mut svg = format!(
        "<svg class=\"board\" role=\"img\" aria-label=\"a board\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n"
    );
    let mut left = 0;
    for board in boards {
        svg += &one(board, left, above);
        left += (columns(board) + 1) * CELL_PIXELS;
    }
    svg + "</svg>\n"
}

fn one(board: &BoardPicture, left: usize, above: usize) -> String {
    let middle = CELL_PIXELS / 2;
    let mut svg = String::new();
    if !board.title.is_empty() {
        let x = left + board.rows.first().map_or(0, Vec::len) * middle;
        // SVG places text by its baseline, hence 5 pixels above the lower edge here and 4 below the
        // middle in cells.
        svg += &text(x, TITLE_PIXELS - 5, &board.title);
    }
    for (y, row) in board.rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            svg += &place(board, *cell, left + x * CELL_PIXELS, above + y * CELL_PIXELS);
        }
    }
    let below = above + board.rows.len() * CELL_PIXELS;
    for (x, label) in board.labels().iter().enumerate() {
        svg += &text(left + x * CELL_PIXELS + middle, below + middle + 4, label);
    }
    svg
}

fn place(board: &BoardPicture, cell: BoardCell, left: usize, top: usize) -> String {
    let (middle, side) = (CELL_PIXELS / 2, CELL_PIXELS - 2);
    let is_full = matches!(cell, BoardCell::Filled | BoardCell::Frozen);
    let class = if is_full { "full" } else { "cell" };
    let mut svg = String::new();
    let (x, y) = (left + 1, top + 1);
    let _ = write!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" ");
    let _ = writeln!(svg, "width=\"{side}\" height=\"{side}\"/>");
    let (x, y) = (left + middle, top + middle);
    if let BoardCell::Stone(player) = cell {
        let class = if player == 1 { "one" } else { "two" };
        let radius = middle - 3;
        let _ = writeln!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }
    // A letter besides the colour, for whoever cannot tell the colours apart.
    if !matches!(cell, BoardCell::Empty | BoardCell::Filled) {
        svg += &text(x, y + 4, &board.spelled(cell));
    }
    svg
}

fn text(x: usize, y: usize, words: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(words))
}

#[cfg(test)]
mod tests {
    use jetan_check::picture::BoardKind;

    use super::*;

    fn board(kind: BoardKind, rows: &[&[BoardCell]]) -> BoardPicture {
        BoardPicture::new(kind, rows.iter().map(|row| row.to_vec()).collect())
    }

    #[test]
    fn cells_are_drawn_as_what_they_are() {
        use BoardCell::{Empty, Filled, Frozen, Number, Stone};
        let stones = board(BoardKind::FourInARow, &[&[Empty, Stone(1), Stone(2)]]);
        let fields = [
            board(BoardKind::Field, &[&[Filled, Frozen]]).titled("<start>"),
            board(BoardKind::Field, &[&[Empty, Empty]]).titled("goal"),
        ];
        let tiles = board(BoardKind::Twenty48, &[&[Number(2), Empty]]);
        for (boards, parts) in [
            (&[stones][..], &["class=\"one\"", ">O<", "class=\"two\"", ">X<", ">3<"][..]),
            (&fields, &[">&lt;start&gt;<", "class=\"full\"", ">X<", ">goal<"]),
            (&[tiles], &[">2<"]),
        ] {
            let svg = side_by_side(boards);
            let cells: usize = boards.iter().flat_map(|board| &board.rows).map(Vec::len).sum();
            assert_eq!((svg.matches("<svg").count(), svg.matches("<rect").count()), (1, cells));
            for part in parts {
                assert!(svg.contains(part), "no {part} in {svg}");
            }
        }
    }

    #[test]
    fn nothing_is_lost_around_a_board() {
        let line = board(BoardKind::Line, &[&[BoardCell::Number(2); 4]]);
        let picture =
            CasePicture::from("above <x>\u{202e}\n").with_board(line).with_words("\nbelow\n");
        let parts = [
            ExplainedPart::Text("  input:\n    . . . .\n    . . . .\n    . . . .\n".to_owned()),
            ExplainedPart::Picture("case", picture),
            ExplainedPart::Text("end\n".to_owned()),
        ];
        let page = drawn(&parts);
        let parts = [
            "    . . . .\n",
            "  case:\n    above &lt;x&gt;\u{fffd}</pre>",
            "<svg",
            ">2<",
            "below\nend</pre>",
        ];
        let places: Vec<usize> = parts.iter().filter_map(|part| page.find(part)).collect();
        assert!(places.len() == parts.len() && places.is_sorted(), "{page}");
    }
}
