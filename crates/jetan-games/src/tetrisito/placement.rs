//! The resting position of a piece, computed instead of moved row by row.

use super::{DropRules, FieldShape, FrozenField, PieceMask, PlanDrop};

/// A piece made ready for one shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placement {
    /// The cells at offset 0, the lowest of them on the floor.
    floor: u64,
    columns: u32,
    /// The number of offsets.
    pub(super) offsets: u32,
    /// At how many heights the whole piece is inside the visible rows.
    heights: u32,
    /// The number of cells.
    pub(super) cells: u32,
}

impl Placement {
    pub(super) fn new(piece: PieceMask, shape: FieldShape) -> Self {
        let (rows, columns) = (shape.rows(), shape.columns());
        let offsets = columns.saturating_sub(piece.last_column());
        let heights = rows.saturating_sub(piece.last_row() - piece.first_row());
        let mut floor = 0;
        // A piece that is too big for the field has no place, so its cells need not fit the word.
        if offsets > 0 && heights > 0 {
            for row in piece.first_row()..=piece.last_row() {
                let below = piece.last_row() - row;
                floor |= u64::from(piece.row(row)) << ((rows - 1 - below) * columns);
            }
        }
        Self { floor, columns, offsets, heights, cells: piece.count() }
    }

    /// The cells in which the piece comes to rest; none if one of them would be hidden.
    ///
    /// From above, the first thing a piece meets in a column is the column's highest frozen cell.
    /// So the piece rests at the lowest height at which it is clear of all shaded cells.
    #[inline]
    pub(super) fn rest(&self, shade: u64, offset: u32) -> Option<u64> {
        let mut cells = self.floor << offset;
        for _ in 0..self.heights {
            if cells & shade == 0 {
                return Some(cells);
            }
            cells >>= self.columns;
        }
        None
    }
}

/// Drops one piece: the field afterwards, or none if the drop is impossible.
pub fn drop_piece(
    shape: FieldShape,
    field: FrozenField,
    piece: PieceMask,
    offset: u32,
    clears_lines: bool,
) -> Option<FrozenField> {
    let placement = Placement::new(piece, shape);
    if offset >= placement.offsets || !shape.holds(field) {
        return None;
    }
    let cells = field.0 | placement.rest(shape.shade(field.0), offset)?;
    Some(FrozenField(if clears_lines { shape.clear(cells) } else { cells }))
}

/// The fields of a plan, the start first; none if one of its drops is impossible.
pub fn replay(
    puzzle: &super::TetrisitoPuzzle,
    rules: DropRules,
    plan: &[PlanDrop],
) -> Option<Vec<FrozenField>> {
    let mut fields = vec![puzzle.start()];
    let mut field = puzzle.start();
    for drop in plan {
        let piece = *puzzle.pieces().get(drop.piece)?;
        field = drop_piece(puzzle.shape(), field, piece, drop.offset, rules.clears_lines)?;
        fields.push(field);
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tetrisito::notation::parse_rows;

    #[test]
    fn a_piece_falls_until_a_cell_of_it_is_blocked() {
        let field = ["......", "......", "......", ".#....", "......", "###..."];
        let at_zero = ["##....", ".#....", ".#....", ".#....", "......", "###..."];
        let at_three = ["......", "......", "......", ".#.##.", "....#.", "###.#."];
        let [field, at_zero, at_three] = [field, at_zero, at_three]
            .map(|rows| parse_rows(&rows, FieldShape::default()).expect("six rows of six"));
        // A hook: its right column hangs two rows lower than its left one.
        let hook = PieceMask::from_bits(0b0010_0010_0011_0000).unwrap();
        let rests = |offset| drop_piece(FieldShape::default(), field, hook, offset, false);
        assert_eq!(rests(0), Some(at_zero));
        assert_eq!(rests(3), Some(at_three));
        assert_eq!(rests(4).map(FrozenField::count), Some(8));
        assert_eq!(rests(5), None);
    }

    #[test]
    fn a_piece_larger_than_the_field_has_no_place() {
        let bar = PieceMask::from_bits(0b1111).unwrap();
        let pole = PieceMask::from_bits(0x1111).unwrap();
        let low = FieldShape::new(3, 21).unwrap();
        let narrow = FieldShape::new(21, 3).unwrap();
        assert_eq!(drop_piece(low, FrozenField(0), pole, 0, false), None);
        assert_eq!(drop_piece(narrow, FrozenField(0), bar, 0, false), None);
        assert!(drop_piece(low, FrozenField(0), bar, 17, false).is_some());
        assert!(drop_piece(narrow, FrozenField(0), pole, 2, false).is_some());
    }
}
