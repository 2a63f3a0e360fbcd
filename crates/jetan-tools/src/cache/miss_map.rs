//! Misses by time and address: a picture with few columns and rows, however long a run is.

use std::collections::BTreeMap;

use super::MissKind;

/// The most columns; they are made wider when a run is longer.
pub const MAP_COLUMNS_MAX: usize = 64;
/// The most rows; they are made taller when more of the memory is missed.
pub const MAP_ROWS_MAX: usize = 64;

/// Misses of one cell: compulsory, capacity, conflict.
pub type CellMisses = [u64; 3];

type MapRow = [CellMisses; MAP_COLUMNS_MAX];

/// Misses by time, in accesses, and by address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissMap {
    /// Accesses in a column.
    width: u64,
    /// The width of a row in bits of the address.
    shift: u32,
    /// Rows in which something was missed, by the bits of the address above `shift`.
    rows: BTreeMap<u32, Box<MapRow>>,
}

impl MissMap {
    /// An empty map whose rows have at least so many bytes, a power of two.
    pub fn new(block_bytes: u32) -> MissMap {
        MissMap { width: 1, shift: block_bytes.trailing_zeros().min(31), rows: BTreeMap::new() }
    }

    /// Counts a miss of the access with this number, the first is 1.
    pub fn count(&mut self, access: u64, address: u32, kind: MissKind) {
        let time = access.saturating_sub(1);
        while time / self.width >= MAP_COLUMNS_MAX as u64 {
            self.widen();
        }
        let column = (time / self.width) as usize;
        let cells = self.rows.entry(address >> self.shift).or_insert_with(empty_row);
        cells[column][kind as usize] += 1;
        while self.rows.len() > MAP_ROWS_MAX && self.shift < 31 {
            self.heighten();
        }
    }

    fn widen(&mut self) {
        self.width = self.width.saturating_mul(2);
        for cells in self.rows.values_mut() {
            let before = std::mem::replace(&mut **cells, [[0; 3]; MAP_COLUMNS_MAX]);
            for (column, counts) in before.into_iter().enumerate() {
                add(&mut cells[column / 2], counts);
            }
        }
    }

    fn heighten(&mut self) {
        self.shift += 1;
        for (row, cells) in std::mem::take(&mut self.rows) {
            let sum = self.rows.entry(row >> 1).or_insert_with(empty_row);
            for (cell, counts) in sum.iter_mut().zip(*cells) {
                add(cell, counts);
            }
        }
    }

    /// Accesses in a column.
    pub fn column_accesses(&self) -> u64 {
        self.width
    }

    /// Columns up to the last of so many accesses, at most [`MAP_COLUMNS_MAX`]: after the last miss
    /// there may be more of them than were needed for misses.
    pub fn columns(&self, accesses: u64) -> usize {
        accesses.div_ceil(self.width).min(MAP_COLUMNS_MAX as u64) as usize
    }

    /// Bytes in a row.
    pub fn row_bytes(&self) -> u32 {
        1 << self.shift
    }

    /// Rows with misses by the address of their first byte, in order.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &[CellMisses])> {
        self.rows.iter().map(|(&row, cells)| (row << self.shift, cells.as_slice()))
    }
}

fn empty_row() -> Box<MapRow> {
    Box::new([[0; 3]; MAP_COLUMNS_MAX])
}

fn add(cell: &mut CellMisses, more: CellMisses) {
    for (count, more) in cell.iter_mut().zip(more) {
        *count += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_stays_small_and_loses_nothing() {
        let mut map = MissMap::new(16);
        let kinds = [MissKind::Compulsory, MissKind::Capacity, MissKind::Conflict];
        let mut naive: BTreeMap<(u32, u64, usize), u64> = BTreeMap::new();
        let misses: Vec<(u64, u32, MissKind)> = (1..=5000_u64)
            .map(|one| {
                (
                    one * 3,
                    (one as u32).wrapping_mul(2_654_435_761) >> 15 << 4,
                    kinds[one as usize % 3],
                )
            })
            .collect();
        for &(access, address, kind) in &misses {
            map.count(access, address, kind);
        }
        for (access, address, kind) in misses {
            let row = address & !(map.row_bytes() - 1);
            let column = (access - 1) / map.column_accesses();
            *naive.entry((row, column, kind as usize)).or_default() += 1;
        }
        let mut found = BTreeMap::new();
        for (address, cells) in map.rows() {
            for (column, counts) in cells.iter().enumerate() {
                for (kind, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                    found.insert((address, column as u64, kind), count);
                }
            }
        }
        assert_eq!(found, naive);
        assert!(map.rows().count() <= MAP_ROWS_MAX);
        assert_eq!(map.column_accesses(), 256);
    }

    #[test]
    fn the_ends_of_time_and_memory_have_a_place() {
        let mut map = MissMap::new(4);
        for address in [0, u32::MAX, 0x8000_0000] {
            for access in [0, 1, u64::MAX] {
                map.count(access, address, MissKind::Conflict);
            }
        }
        let all: u64 = map.rows().flat_map(|(_, cells)| cells).flatten().sum();
        assert_eq!(all, 9);
    }
}
