//! Maps of sixteen words, row by row, as the course has them: what a slide makes of them, and how
//! they are shown.

use jetan_games::twenty48::reference;

use crate::picture::{BoardCell, BoardKind, BoardPicture};

/// The tiles row by row; 0 is an empty cell.
pub(super) type TileMap = [u32; 16];

/// The keys that slide: up, down, left, right.
pub(super) const SLIDES: [u8; 4] = *b"wsad";

/// A row or column, and the side its tiles move to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileLine {
    /// The row or column, from 0.
    pub(super) index: usize,
    /// The key that moves tiles so.
    pub(super) key: u8,
}

impl TileLine {
    /// The cells in the order of `$a0` to `$a3`: tiles move to the last.
    pub(super) fn cells(self) -> [usize; 4] {
        let TileLine { index, key } = self;
        match key {
            b'd' => [0, 1, 2, 3].map(|column| 4 * index + column),
            b'a' => [3, 2, 1, 0].map(|column| 4 * index + column),
            b's' => [0, 1, 2, 3].map(|row| 4 * row + index),
            _ => [3, 2, 1, 0].map(|row| 4 * row + index),
        }
    }

    /// The line and its direction, in words.
    pub(super) fn words(self) -> String {
        let number = self.index + 1;
        match self.key {
            b'd' => format!("row {number} from left to right"),
            b'a' => format!("row {number} from right to left"),
            b's' => format!("column {number} from top to bottom"),
            _ => format!("column {number} from bottom to top"),
        }
    }
}

/// Four tiles after a slide towards the last of them.
pub(super) fn slid_line(mut line: [u32; 4]) -> [u32; 4] {
    reference::slide(line.each_mut());
    line
}

/// The map after a slide; the same for a key that does not slide.
pub(super) fn slid(map: &TileMap, key: u8) -> TileMap {
    // The target has no part in a slide.
    let mut state = reference::CourseMap { puzzle_map: *map, ..reference::new_map(0) };
    reference::process_slide_operation(&mut state, char::from(key));
    state.puzzle_map
}

/// Whether a map is won.
pub(super) fn is_won(map: &TileMap, target: u32) -> bool {
    reference::check_win(&reference::CourseMap { puzzle_map: *map, ..reference::new_map(target) })
}

/// Whether a map is lost.
pub(super) fn is_lost(map: &TileMap) -> bool {
    reference::check_lose(&reference::CourseMap { puzzle_map: *map, ..reference::new_map(0) })
}

/// The largest tile.
pub(super) fn largest(map: &TileMap) -> u32 {
    map.iter().copied().max().unwrap_or(0)
}

/// The empty cells.
pub(super) fn empty_cells(map: &TileMap) -> Vec<usize> {
    (0..16).filter(|&cell| map[cell] == 0).collect()
}

/// The cell where exactly one new tile has come, a 2 or a 4; none if anything else has happened.
pub(super) fn new_tile(before: &TileMap, after: &TileMap) -> Option<usize> {
    let mut changed = (0..16).filter(|&cell| before[cell] != after[cell]);
    let cell = changed.next()?;
    let is_tile = before[cell] == 0 && matches!(after[cell], 2 | 4);
    (is_tile && changed.next().is_none()).then_some(cell)
}

/// Whether a tile in some empty cell could make a map lost.
pub(super) fn can_be_lost(map: &TileMap) -> bool {
    empty_cells(map).into_iter().any(|cell| {
        [2, 4].into_iter().any(|tile| {
            let mut map = *map;
            map[cell] = tile;
            is_lost(&map)
        })
    })
}

/// The map as the words of a program's memory.
pub(super) fn bytes(map: &TileMap) -> Vec<u8> {
    map.iter().flat_map(|tile| tile.to_le_bytes()).collect()
}

/// The map as a person sees it.
pub(super) fn picture(map: &TileMap) -> BoardPicture {
    grid(&map.map(tile))
}

/// Four numbers in a line, in words.
pub(super) fn line_words(line: [u32; 4]) -> String {
    line.map(|tile| tile.to_string()).join(" ")
}

/// Four cells in a line; a number that is not a tile is shown as the program would print it.
pub(super) fn line_picture(line: [u32; 4]) -> BoardPicture {
    // Programs print words as signed numbers, so a stray value is shown as they would.
    let cells = line.map(|tile| BoardCell::Number(i64::from(tile.cast_signed())));
    BoardPicture::new(BoardKind::Line, vec![cells.to_vec()])
}

/// Sixteen cells as a square.
pub(super) fn grid(cells: &[BoardCell; 16]) -> BoardPicture {
    BoardPicture::new(BoardKind::Twenty48, cells.chunks(4).map(<[BoardCell]>::to_vec).collect())
}

/// A cell's place in words, counted from 1.
pub(super) fn place(cell: usize) -> String {
    format!("row {}, column {}", cell / 4 + 1, cell % 4 + 1)
}

/// A tile; what is not one can be any number, and is shown as the program would print it.
fn tile(tile: u32) -> BoardCell {
    match tile {
        0 => BoardCell::Empty,
        tile => BoardCell::Number(i64::from(tile.cast_signed())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::CasePicture;

    #[test]
    fn a_line_goes_the_way_of_its_key() {
        let cells = |index, key| TileLine { index, key }.cells();
        assert_eq!(cells(1, b'd'), [4, 5, 6, 7]);
        assert_eq!(cells(1, b'a'), [7, 6, 5, 4]);
        assert_eq!(cells(1, b's'), [1, 5, 9, 13]);
        assert_eq!(cells(1, b'w'), [13, 9, 5, 1]);
    }

    #[test]
    fn the_examples_of_the_course_slide_as_it_says() {
        assert_eq!(slid_line([2, 0, 4, 0]), [0, 0, 2, 4]);
        assert_eq!(slid_line([0, 2, 2, 4]), [0, 0, 4, 4]);
        assert_eq!(slid_line([0, 2, 2, 2]), [0, 0, 2, 4]);
        assert_eq!(slid_line([2, 2, 2, 2]), [0, 0, 4, 4]);
    }

    #[test]
    fn a_new_tile_is_one_tile_in_an_empty_cell() {
        let mut before = [0; 16];
        before[3] = 8;
        let with = |cell: usize, tile| {
            let mut after = before;
            after[cell] = tile;
            after
        };
        assert_eq!(new_tile(&before, &with(7, 4)), Some(7));
        for after in [before, with(7, 8), with(3, 2), with(3, 0), [2; 16]] {
            assert_eq!(new_tile(&before, &after), None);
        }
    }

    #[test]
    fn columns_of_a_picture_are_as_wide_as_the_widest_tile() {
        let mut map = [0; 16];
        (map[0], map[5], map[15]) = (2, 1024, u32::MAX);
        let wanted = [
            "   2    .    .    .",
            "   . 1024    .    .",
            "   .    .    .    .",
            "   .    .    .   -1",
        ];
        assert_eq!(CasePicture::from(picture(&map)).to_string(), wanted.join("\n"));
    }
}
