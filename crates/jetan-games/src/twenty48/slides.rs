//! Slides of whole boards by table: what becomes of each of the 65,536 possible lines.
//!
//! Cells are four bits each, the exponent of the tile (0 is empty), the cell at row `r` and
//! column `c` in bits `16r + 4c` and up.
//! A smaller board lies in the upper left corner; the rest of its 64 bits stays zero.

use std::fmt::Debug;
use std::sync::LazyLock;

use super::board::{EXPONENT_MAX, SlideDirection};

/// The number of different lines of four cells.
pub(super) const LINES: usize = 1 << 16;

/// Every line after a slide to either end, and what the slide scores.
pub(super) struct SlideTables {
    to_low: Box<[u16; LINES]>,
    to_high: Box<[u16; LINES]>,
    score: Box<[u32; LINES]>,
}

impl SlideTables {
    /// The tables, built at the first call.
    pub(super) fn tables() -> &'static Self {
        static TABLES: LazyLock<SlideTables> = LazyLock::new(SlideTables::build);
        &TABLES
    }

    /// The cells after a slide, on a board of 4 - `margin` rows and columns.
    #[inline]
    pub(super) fn slide(&self, cells: u64, margin: u32, direction: SlideDirection) -> u64 {
        match direction {
            SlideDirection::Left => self.left(cells),
            SlideDirection::Right => self.right(cells, margin),
            SlideDirection::Up => transpose(self.left(transpose(cells))),
            SlideDirection::Down => transpose(self.right(transpose(cells), margin)),
        }
    }

    /// The cells after a slide to the left.
    #[inline]
    pub(super) fn left(&self, cells: u64) -> u64 {
        replace_lines(&self.to_low, cells)
    }

    /// The cells after a slide to the right, on a board of 4 - `margin` columns.
    #[inline]
    pub(super) fn right(&self, cells: u64, margin: u32) -> u64 {
        // A line of a smaller board slides to the end of four cells: bringing it back by the
        // margin puts it where its own wall is, since it holds no more tiles than it has cells.
        replace_lines(&self.to_high, cells) >> (4 * margin)
    }

    /// The sum of the tiles made by a slide; which way along the lines does not matter, because
    /// a run of equal tiles makes the same pairs from both ends.
    pub(super) fn score(&self, cells: u64, direction: SlideDirection) -> u32 {
        let cells = match direction {
            SlideDirection::Left | SlideDirection::Right => cells,
            SlideDirection::Up | SlideDirection::Down => transpose(cells),
        };
        self.row_score(cells)
    }

    /// The sum of the tiles made by a slide to the left, or to the right.
    #[inline]
    pub(super) fn row_score(&self, cells: u64) -> u32 {
        lines(cells).map(|line| self.score[line]).iter().sum()
    }

    fn build() -> Self {
        let (mut to_low, mut to_high, mut score) = (new_table(), new_table(), new_table());
        for line in 0..=u16::MAX {
            let (slid, gained) = slide_to_low(line);
            to_low[line as usize] = slid;
            to_high[reverse(line) as usize] = reverse(slid);
            score[line as usize] = gained;
        }
        Self { to_low, to_high, score }
    }
}

/// A table with a default entry for every line.
#[expect(clippy::unnecessary_box_returns, reason = "it is too large for the stack")]
pub(super) fn new_table<T: Clone + Debug + Default>() -> Box<[T; LINES]> {
    let entries = vec![T::default(); LINES].into_boxed_slice();
    entries.try_into().expect("there are as many entries as lines")
}

/// The four rows, as indexes into the tables.
#[inline]
pub(super) fn lines(cells: u64) -> [usize; 4] {
    [0, 16, 32, 48].map(|shift| (cells >> shift) as usize & 0xffff)
}

/// Rows become columns.
#[inline]
pub(super) fn transpose(cells: u64) -> u64 {
    // Two rounds of exchanges: within each quarter of 2×2 cells, then of the quarters.
    let inner = (cells ^ (cells >> 12)) & 0x0000_f0f0_0000_f0f0;
    let cells = cells ^ inner ^ (inner << 12);
    let outer = (cells ^ (cells >> 24)) & 0x0000_0000_ff00_ff00;
    cells ^ outer ^ (outer << 24)
}

#[inline]
fn replace_lines(table: &[u16; LINES], cells: u64) -> u64 {
    let [a, b, c, d] = lines(cells).map(|line| u64::from(table[line]));
    a | b << 16 | c << 32 | d << 48
}

fn reverse(line: u16) -> u16 {
    line << 12 | (line & 0x00f0) << 4 | (line & 0x0f00) >> 4 | line >> 12
}

fn slide_to_low(line: u16) -> (u16, u32) {
    let tiles = [0, 4, 8, 12].map(|shift| u32::from(line) >> shift & 15);
    let mut slid: u16 = 0;
    let mut score = 0;
    let mut place = 0;
    // The tile set down last, as long as it may still merge.
    let mut waiting = 0;
    for tile in tiles.into_iter().filter(|&tile| tile != 0) {
        if tile == waiting && tile < EXPONENT_MAX {
            // One more in the exponent is twice the tile.
            slid += 1 << (4 * (place - 1));
            score += 2 << tile;
            waiting = 0;
        } else {
            slid |= (tile as u16) << (4 * place);
            place += 1;
            waiting = tile;
        }
    }
    (slid, score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let cells = 0xfedc_ba98_7654_3210;
        assert_eq!(transpose(cells), 0xfb73_ea62_d951_c840);
    }

    #[test]
    fn two_of_the_largest_tiles_do_not_merge() {
        let tables = SlideTables::tables();
        assert_eq!(tables.left(0xff00), 0x00ff);
        assert_eq!(tables.score(0xff00, SlideDirection::Left), 0);
        assert_eq!(tables.left(0x00ee), 0x000f);
        assert_eq!(tables.score(0x00ee, SlideDirection::Left), 32768);
    }
}
