//! The board as bits, and the two questions asked of a set of stones.
//!
//! Bit `7 * column + row` is a cell, rows counted from the bottom. The seventh bit of a column
//! stays empty, so that a line never runs from the top of one column into the next.

/// Bits of one column: its cells and the empty one above them.
pub(super) const COLUMN_BITS: u32 = 7;

/// The lowest cell of every column.
pub(super) const BOTTOM: u64 = 0x0408_1020_4081;

/// One bit for every cell that can hold a stone.
pub(super) const BOARD: u64 = BOTTOM * 0b011_1111;

/// The first, third and fifth row from the bottom.
pub(super) const ODD_ROWS: u64 = BOTTOM * 0b001_0101;

/// Distance between neighbours in a row and in both diagonals; above each other it is one.
const SLOPES: [u32; 3] = [COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1];

/// The cells of one column.
pub(super) const fn column_cells(column: u32) -> u64 {
    0b011_1111 << (COLUMN_BITS * column)
}

/// The lowest free cell of every column that has one.
#[inline]
pub(super) const fn playable(stones: u64) -> u64 {
    // Adding one at the bottom carries through the stones of a column into its lowest free cell.
    (stones + BOTTOM) & BOARD
}

/// The cells that complete four in line for these stones; occupied ones may be among them.
///
/// In a column only the cell on top is looked for: stones do not float.
#[inline]
pub(super) fn completions(stones: u64) -> u64 {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    for slope in SLOPES {
        // Two neighbours and a third one on either side: this finds the gap in the middle as well.
        let pair = (stones << slope) & (stones << (2 * slope));
        cells |= pair & ((stones << (3 * slope)) | (stones >> slope));
        let pair = (stones >> slope) & (stones >> (2 * slope));
        cells |= pair & ((stones >> (3 * slope)) | (stones << slope));
    }
    cells & BOARD
}

/// True when four of the stones are in line.
#[inline]
pub(super) fn has_four(stones: u64) -> bool {
    let pairs = stones & (stones >> 1);
    let mut fours = pairs & (pairs >> 2);
    for slope in SLOPES {
        let pairs = stones & (stones >> slope);
        fours |= pairs & (pairs >> (2 * slope));
    }
    fours != 0
}

/// The board seen in a mirror: the first column becomes the last.
#[inline]
pub(super) const fn mirror(board: u64) -> u64 {
    const COLUMN: u64 = (1 << COLUMN_BITS) - 1;
    let outer = ((board & COLUMN) << 42) | ((board >> 42) & COLUMN);
    let second = ((board & (COLUMN << 7)) << 28) | ((board >> 28) & (COLUMN << 7));
    let third = ((board & (COLUMN << 14)) << 14) | ((board >> 14) & (COLUMN << 14));
    outer | second | third | (board & (COLUMN << 21))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_twice_shows_the_board() {
        for cell in 0..49 {
            let board = 1u64 << cell;
            assert_eq!(mirror(board), 1 << ((6 - cell / 7) * 7 + cell % 7));
            assert_eq!(mirror(mirror(board)), board);
        }
    }

    #[test]
    fn completions_are_the_cells_that_make_four() {
        let mut rng = crate::rng::Rng::new(1);
        for _ in 0..2_000 {
            let filled = (0..7).fold(0, |filled, column| {
                filled | (((1u64 << rng.below(7)) - 1) << (COLUMN_BITS * column))
            });
            let stones = rng.next_u64() & filled;
            if has_four(stones) {
                continue;
            }
            let free = (0..49).map(|cell| 1u64 << cell).filter(|cell| BOARD & !filled & cell != 0);
            let expected = free.filter(|cell| has_four(stones | cell)).fold(0, |all, c| all | c);
            assert_eq!(completions(stones) & !filled, expected, "{stones:#x}");
        }
    }
}
