//! Sets of cells as bits, wide enough for the largest grid.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

// 256 bits, one for each cell of a 16×16 grid.
const WORDS: usize = 4;

/// A set of cells of one grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSet {
    words: [u64; WORDS],
}

impl CellSet {
    /// The set without cells.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// The set of one cell.
    pub fn of(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Adds a cell; cells beyond the largest grid are ignored.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        if let Some(word) = self.words.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        if let Some(word) = self.words.get_mut(cell / 64) {
            *word &= !(1 << (cell % 64));
        }
    }

    /// True when the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.words.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    /// The number of cells in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True when no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// True when every cell of this set is in the other one too.
    #[inline]
    pub fn is_within(&self, other: Self) -> bool {
        (*self - other).is_empty()
    }

    /// The first cell, row by row.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The cells, row by row.
    #[inline]
    pub fn iter(&self) -> CellIter {
        CellIter { words: self.words, word: 0 }
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { words: std::array::from_fn(|at| self.words[at] & other.words[at]) }
    }
}

impl BitOr for CellSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { words: std::array::from_fn(|at| self.words[at] | other.words[at]) }
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Sub for CellSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { words: std::array::from_fn(|at| self.words[at] & !other.words[at]) }
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl IntoIterator for &CellSet {
    type Item = usize;
    type IntoIter = CellIter;
    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

impl IntoIterator for CellSet {
    type Item = usize;
    type IntoIter = CellIter;
    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

/// The cells of a set, row by row.
#[derive(Debug, Clone)]
pub struct CellIter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for CellIter {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < WORDS {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(self.word * 64 + bits.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_cells_in_order() {
        let set: CellSet = [255, 3, 64, 63, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 255]);
        assert_eq!((set.len(), set.first(), set.contains(64)), (4, Some(3), true));
        let rest = set - CellSet::of(3);
        assert!(rest.is_within(set) && !set.is_within(rest) && !rest.contains(3));
    }

    #[test]
    fn cells_beyond_the_largest_grid_are_never_in_a_set() {
        let mut set = CellSet::EMPTY;
        set.insert(256);
        set.remove(300);
        assert!(set.is_empty() && !set.contains(256));
    }
}
