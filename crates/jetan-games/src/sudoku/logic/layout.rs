//! The geometry of a grid: its houses, and which cells see each other.
//!
//! A *house* is a row, a column or a box.
//! Two cells *see* each other when they share a house; no value can be in both.

use std::fmt;
use std::sync::LazyLock;

use super::cell_set::CellSet;
use crate::sudoku::GridSize;

/// The kind of a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HouseKind {
    /// Cells side by side across the grid.
    Row,
    /// Cells above each other down the grid.
    Column,
    /// The cells of a block.
    Box,
}

/// A row, a column or a box of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct House {
    /// Whether it is a row, a column or a box.
    pub kind: HouseKind,
    /// The index, counted from 0: rows from the top, columns from the left, boxes row by row.
    pub index: usize,
}

impl House {
    /// The cells of the house in a grid of this size, row by row; none when there is no such house.
    pub fn cells(self, size: GridSize) -> Vec<usize> {
        let layout = HouseLayout::of(size);
        if self.index < layout.side { layout.cells(self).to_vec() } else { Vec::new() }
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.index + 1)
    }
}

/// The houses and neighbourhoods of one size, computed once.
#[derive(Debug)]
pub(super) struct HouseLayout {
    pub(super) side: usize,
    size: GridSize,
    houses: Vec<House>,
    lists: Vec<Vec<usize>>,
    sets: Vec<CellSet>,
    peers: Vec<CellSet>,
}

impl HouseLayout {
    /// The layout of a size.
    pub(super) fn of(size: GridSize) -> &'static Self {
        static FOUR: LazyLock<HouseLayout> = LazyLock::new(|| HouseLayout::new(GridSize::Four));
        static NINE: LazyLock<HouseLayout> = LazyLock::new(|| HouseLayout::new(GridSize::Nine));
        static SIXTEEN: LazyLock<HouseLayout> =
            LazyLock::new(|| HouseLayout::new(GridSize::Sixteen));
        match size {
            GridSize::Four => &FOUR,
            GridSize::Nine => &NINE,
            GridSize::Sixteen => &SIXTEEN,
        }
    }

    fn new(size: GridSize) -> Self {
        let side = size.side();
        // The order of `kind_offset`, by which houses are found again.
        let kinds = [HouseKind::Box, HouseKind::Row, HouseKind::Column];
        let houses: Vec<House> = kinds
            .into_iter()
            .flat_map(|kind| (0..side).map(move |index| House { kind, index }))
            .collect();
        let lists: Vec<Vec<usize>> = houses
            .iter()
            .map(|house| (0..size.cells()).filter(|&cell| is_in(size, cell, *house)).collect())
            .collect();
        let sets: Vec<CellSet> =
            lists.iter().map(|cells| cells.iter().copied().collect()).collect();
        let peers = (0..size.cells())
            .map(|cell| {
                let around = sets.iter().filter(|set| set.contains(cell));
                around.fold(CellSet::EMPTY, |all, &set| all | set) - CellSet::of(cell)
            })
            .collect();
        Self { side, size, houses, lists, sets, peers }
    }

    /// All houses: boxes first, because people look there first; then rows, then columns.
    pub(super) fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The rows or the columns or the boxes.
    pub(super) fn of_kind(&self, kind: HouseKind) -> &[House] {
        let start = kind_offset(kind) * self.side;
        &self.houses[start..start + self.side]
    }

    /// The cells of a house, row by row.
    pub(super) fn cells(&self, house: House) -> &[usize] {
        &self.lists[kind_offset(house.kind) * self.side + house.index]
    }

    /// The cells of a house as a set.
    pub(super) fn set(&self, house: House) -> CellSet {
        self.sets[kind_offset(house.kind) * self.side + house.index]
    }

    /// The cells that a cell sees, without itself.
    pub(super) fn peers(&self, cell: usize) -> CellSet {
        self.peers[cell]
    }

    /// The cells that see both.
    pub(super) fn common_peers(&self, one: usize, other: usize) -> CellSet {
        self.peers[one] & self.peers[other]
    }

    /// True when no value can be in both cells.
    pub(super) fn sees(&self, one: usize, other: usize) -> bool {
        self.peers[one].contains(other)
    }

    /// The house of this kind in which a cell lies.
    pub(super) fn house_of(&self, cell: usize, kind: HouseKind) -> House {
        let index = match kind {
            HouseKind::Row => cell / self.side,
            HouseKind::Column => cell % self.side,
            HouseKind::Box => self.size.box_of(cell),
        };
        House { kind, index }
    }

    /// The first house of this kind that contains all the cells, if there is one.
    pub(super) fn shared(&self, cells: CellSet, kind: HouseKind) -> Option<House> {
        let house = self.house_of(cells.first()?, kind);
        cells.is_within(self.set(house)).then_some(house)
    }
}

fn kind_offset(kind: HouseKind) -> usize {
    match kind {
        HouseKind::Box => 0,
        HouseKind::Row => 1,
        HouseKind::Column => 2,
    }
}

fn is_in(size: GridSize, cell: usize, house: House) -> bool {
    house.index
        == match house.kind {
            HouseKind::Row => cell / size.side(),
            HouseKind::Column => cell % size.side(),
            HouseKind::Box => size.box_of(cell),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_lies_in_three_houses_and_sees_the_rest_of_them() {
        for (size, peers) in [(GridSize::Four, 7), (GridSize::Nine, 20), (GridSize::Sixteen, 39)] {
            let layout = HouseLayout::of(size);
            for cell in 0..size.cells() {
                let around = layout.houses().iter().filter(|house| is_in(size, cell, **house));
                assert_eq!(around.count(), 3);
                assert_eq!(layout.peers(cell).len(), peers);
                assert!(!layout.sees(cell, cell));
            }
        }
    }

    #[test]
    fn a_house_that_is_not_there_has_no_cells() {
        let house = House { kind: HouseKind::Box, index: 4 };
        assert_eq!(house.cells(GridSize::Nine), [30, 31, 32, 39, 40, 41, 48, 49, 50]);
        assert_eq!(house.cells(GridSize::Four), []);
    }
}
