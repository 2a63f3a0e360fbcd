//! The field as a set of cells in one word, and the size it has.
//!
//! Bit `row * columns + column` is a cell, the top row first: one row down is a shift by `columns`.
//! The hidden rows are not stored, because nothing ever rests in them.

/// The size of a field: at most 64 visible cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldShape {
    rows: u32,
    columns: u32,
    /// The first cell of every row: asked for after each drop, so kept.
    first_column: u64,
}

impl FieldShape {
    /// A size with at least one and at most 64 cells.
    pub fn new(rows: u32, columns: u32) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        if !(1..=u64::BITS).contains(&cells) {
            return None;
        }
        let first_column = (0..rows).fold(0, |cells, row| cells | 1 << (row * columns));
        Some(Self { rows, columns, first_column })
    }

    /// The number of visible rows.
    pub fn rows(self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(self) -> u32 {
        self.columns
    }

    /// True if the field has no cell outside this size.
    pub fn holds(self, field: FrozenField) -> bool {
        field.0 & !self.every_cell() == 0
    }

    /// The cells of the field and all cells below them: where nothing from above comes through.
    #[inline]
    pub(super) fn shade(self, cells: u64) -> u64 {
        let mut shade = cells;
        let mut step = self.columns;
        // Each round doubles how far the shade reaches down.
        while step < self.rows * self.columns {
            shade |= shade << step;
            step *= 2;
        }
        shade & self.every_cell()
    }

    /// Takes the full rows out: those above move down, empty ones enter at the top.
    #[inline]
    pub(super) fn clear(self, cells: u64) -> u64 {
        let mut full = cells & self.first_column;
        for column in 1..self.columns {
            full &= cells >> column;
        }
        if full == 0 { cells } else { self.remove_rows(cells, full) }
    }

    /// True if some row is full.
    pub(super) fn has_full_row(self, cells: u64) -> bool {
        self.clear(cells) != cells
    }

    /// True if the rows could still become those of the goal when at most so many vanish.
    ///
    /// Rows keep their order, and one that stays only gains cells. So from the bottom up each row
    /// either vanishes or becomes the next row of the goal, of which its cells must be a part.
    #[inline]
    pub(super) fn fits_after_clearing(self, cells: u64, goal: u64, rows_cleared_max: u32) -> bool {
        if rows_cleared_max == 0 {
            return cells & !goal == 0;
        }
        if rows_cleared_max >= self.rows {
            return true;
        }
        let limit = u64::MAX >> (u64::BITS - 1 - rows_cleared_max);
        let row = u64::MAX >> (u64::BITS - self.columns);
        // Bit `n`: the rows so far can be explained with `n` of them vanishing.
        let mut cleared = 1u64;
        for seen in 0..self.rows {
            let at = (self.rows - 1 - seen) * self.columns;
            let mut kept = 0;
            let mut open = cleared;
            while open != 0 {
                let gone = open.trailing_zeros();
                let is_part = (cells >> at) & !(goal >> (at + gone * self.columns)) & row == 0;
                kept |= u64::from(is_part) << gone;
                open &= open - 1;
            }
            cleared = (kept | cleared << 1) & limit;
            if cleared == 0 {
                return false;
            }
        }
        true
    }

    /// Takes out the rows whose first cell is in `full`.
    fn remove_rows(self, mut cells: u64, mut full: u64) -> u64 {
        // From the top: what a row leaves behind is filled before the next lower one goes.
        while full != 0 {
            let first = full.trailing_zeros();
            let above = (1 << first) - 1;
            let row = (u64::MAX >> (u64::BITS - self.columns)) << first;
            // The shift stays below 64 when there is a row above, else there is nothing to move.
            let moved = (cells & above).checked_shl(self.columns).unwrap_or(0);
            cells = (cells & !above & !row) | moved;
            full &= full - 1;
        }
        cells
    }

    fn every_cell(self) -> u64 {
        // A shape has at least one cell, so the shift is below 64.
        u64::MAX >> (u64::BITS - self.rows * self.columns)
    }
}

/// Six by six, the course's field.
impl Default for FieldShape {
    fn default() -> Self {
        Self::new(6, 6).expect("36 cells fit")
    }
}

/// The frozen cells of a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrozenField(pub(super) u64);

impl FrozenField {
    /// A field from its cells, bit `row * columns + column`.
    pub fn from_bits(cells: u64) -> Self {
        Self(cells)
    }

    /// The cells, bit `row * columns + column`.
    pub fn as_bits(self) -> u64 {
        self.0
    }

    /// The number of filled cells.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the cell is filled; false outside the shape.
    pub fn is_filled(self, shape: FieldShape, row: u32, column: u32) -> bool {
        let is_inside = row < shape.rows && column < shape.columns;
        is_inside && self.0 >> (row * shape.columns + column) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_one_to_sixty_four_cells() {
        assert_eq!(FieldShape::new(6, 6), Some(FieldShape::default()));
        assert!(FieldShape::new(8, 8).is_some() && FieldShape::new(1, 64).is_some());
        assert!(FieldShape::new(64, 1).is_some());
        for (rows, columns) in [(0, 6), (6, 0), (5, 13), (u32::MAX, 2)] {
            assert_eq!(FieldShape::new(rows, columns), None);
        }
    }

    #[test]
    fn the_shade_of_a_cell_reaches_the_floor() {
        let shape = FieldShape::new(5, 2).unwrap();
        assert_eq!(shape.shade(0b00_00_00_10_00), 0b10_10_10_10_00);
        assert_eq!(FieldShape::new(1, 64).unwrap().shade(5), 5);
        assert_eq!(FieldShape::new(64, 1).unwrap().shade(1 << 9), u64::MAX << 9);
    }

    #[test]
    fn full_rows_vanish_and_those_above_move_down_as_they_are() {
        let shape = FieldShape::new(5, 3).unwrap();
        let before = 0b101_111_010_111_100;
        let after = 0b101_010_100_000_000;
        assert_eq!(shape.clear(before), after);
        assert_eq!(shape.clear(after), after);
        assert_eq!(FieldShape::new(1, 64).unwrap().clear(u64::MAX), 0);
        assert_eq!(FieldShape::new(64, 1).unwrap().clear(u64::MAX), 0);
        assert_eq!(FieldShape::new(8, 8).unwrap().clear(0xff << 56 | 0x81), 0x81 << 8);
    }

    #[test]
    fn a_row_stays_part_of_the_goal_or_vanishes() {
        let shape = FieldShape::new(4, 3).unwrap();
        let goal = 0b101_010_000_000;
        for (cells, rows_cleared) in [
            (0b101_000_000_000, 0),
            (0b100_110_000_000, 1),
            (0b110_101_010_000, 1),
            (0b110_101_110_010, 2),
            (0b110_110_110_101, 3),
            (0b010_010_010_010, 4),
            (0b110_110_110_110, 4),
        ] {
            let fits = |most| shape.fits_after_clearing(cells, goal, most);
            assert!(fits(rows_cleared), "{cells:012b}");
            assert!(rows_cleared == 0 || !fits(rows_cleared - 1), "{cells:012b}");
        }
    }
}
