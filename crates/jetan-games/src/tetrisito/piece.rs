//! A piece: the filled cells of a box of four rows and four columns, never rotated.

/// The filled cells of a piece's box; there is at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceMask(u16);

impl PieceMask {
    /// The rows and the columns of the box.
    pub const SIDE: u32 = 4;

    /// A piece from the cells of its box, bit `4 * row + column`; none without cells.
    pub fn from_bits(cells: u16) -> Option<Self> {
        (cells != 0).then_some(Self(cells))
    }

    /// The cells of the box, bit `4 * row + column`.
    pub fn as_bits(self) -> u16 {
        self.0
    }

    /// The number of cells.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The cells of one row of the box, bit 0 the leftmost.
    pub fn row(self, row: u32) -> u16 {
        if row < Self::SIDE { self.0 >> (row * Self::SIDE) & 0xf } else { 0 }
    }

    /// The column of the rightmost cell: blank columns on the left of the box count.
    pub fn last_column(self) -> u32 {
        let columns = (0..Self::SIDE).fold(0, |columns, row| columns | self.row(row));
        u16::BITS - 1 - columns.leading_zeros()
    }

    /// The row of the topmost cell.
    pub fn first_row(self) -> u32 {
        self.0.trailing_zeros() / Self::SIDE
    }

    /// The row of the lowest cell.
    pub fn last_row(self) -> u32 {
        (u16::BITS - 1 - self.0.leading_zeros()) / Self::SIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_knows_its_edges() {
        let piece = PieceMask::from_bits(0b0000_0110_0010_0000).unwrap();
        assert_eq!((piece.first_row(), piece.last_row(), piece.last_column()), (1, 2, 2));
        assert_eq!((piece.count(), piece.row(2), piece.row(4)), (3, 0b0110, 0));
        assert_eq!(PieceMask::from_bits(0), None);
    }
}
