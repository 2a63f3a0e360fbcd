//! Symmetries of the places of clues.

use crate::rng::Rng;
use crate::sudoku::GridSize;

/// The symmetry of the clues' positions; their values have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClueSymmetry {
    /// Clues stand where they happen to be left.
    None,
    /// The grid looks the same upside down.
    Rotation,
    /// The left half mirrors the right half.
    Mirror,
    /// The halves beside the diagonal from the top left mirror each other.
    Diagonal,
}

impl ClueSymmetry {
    /// All symmetries, in the order in which they are listed to people.
    pub const ALL: [Self; 4] = [Self::None, Self::Rotation, Self::Mirror, Self::Diagonal];

    /// The cell that has a clue exactly if this one has; itself when it is not on the grid.
    pub fn image(self, size: GridSize, cell: usize) -> usize {
        let side = size.side();
        let (row, column) = (cell / side, cell % side);
        match self {
            _ if cell >= size.cells() => cell,
            Self::None => cell,
            Self::Rotation => size.cells() - 1 - cell,
            Self::Mirror => row * side + side - 1 - column,
            Self::Diagonal => column * side + row,
        }
    }
}

/// The groups of cells that have clues together, in random order.
pub(super) fn shuffled_orbits(
    size: GridSize,
    symmetry: ClueSymmetry,
    rng: &mut Rng,
) -> Vec<Vec<usize>> {
    let mut orbits: Vec<Vec<usize>> = (0..size.cells())
        .filter_map(|cell| match symmetry.image(size, cell) {
            image if image == cell => Some(vec![cell]),
            // Each pair is listed once, by its smaller cell.
            image if image > cell => Some(vec![cell, image]),
            _ => None,
        })
        .collect();
    rng.shuffle(&mut orbits);
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_leads_back_and_every_cell_is_in_one_group() {
        for size in GridSize::ALL {
            for symmetry in ClueSymmetry::ALL {
                let image = |cell| symmetry.image(size, cell);
                assert!((0..size.cells()).all(|cell| image(image(cell)) == cell));
                let orbits = shuffled_orbits(size, symmetry, &mut Rng::new(1));
                let mut cells: Vec<usize> = orbits.into_iter().flatten().collect();
                cells.sort_unstable();
                assert_eq!(cells, (0..size.cells()).collect::<Vec<_>>());
            }
        }
    }
}
