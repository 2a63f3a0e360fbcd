//! The vector that the 9×9 search computes with, and its form in plain integers.
//!
//! A vector has one lane of 16 bits per box; a lane is a set of digits, bit 0 for the digit 1.

/// Nine digits as one set.
pub(super) const ALL_DIGITS: u16 = 0x1ff;

/// The vector of every cell in the upper four bits, the lane in the lower.
pub(super) const CELL_LANES: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell as u8 / 9, cell as u8 % 9);
        places[cell] = (row % 3 * 3 + column % 3) << 4 | (row / 3 * 4 + column / 3);
        cell += 1;
    }
    places
};

/// The candidates of a cell with this clue: all for 0, none for what is not a digit.
const CLUE_SETS: [u16; 256] = {
    let mut sets = [0; 256];
    sets[0] = ALL_DIGITS;
    let mut clue = 1;
    while clue <= 9 {
        sets[clue] = 1 << (clue - 1);
        clue += 1;
    }
    sets
};

/// Nine sets of digits, one per box.
///
/// Each band of boxes takes four lanes, the last of them unused, so that turning the boxes of a
/// band is a shuffle inside 64 bits and turning the bands is a shuffle of 64-bit words.
/// What unused lanes hold has no effect on the others and is never looked at.
pub(super) trait BoxLanes: Copy {
    /// The same set in every box.
    fn splat(digits: u16) -> Self;
    /// The vector of these lanes; box `b` is lane `b / 3 * 4 + b % 3`.
    fn from_array(lanes: &[u16; 16]) -> Self;
    /// The candidates of all cells, vector `3 * i + j` for row `i` and column `j` of every box.
    #[inline(always)]
    fn from_clues(clues: &[u8; 81]) -> [Self; 9] {
        let mut sets = [[0; 16]; 16];
        let flat = sets.as_flattened_mut();
        for (&clue, &place) in clues.iter().zip(&CELL_LANES) {
            flat[usize::from(place)] = CLUE_SETS[usize::from(clue)];
        }
        let mut cells = [Self::splat(0); 9];
        for (cell, sets) in cells.iter_mut().zip(&sets) {
            *cell = Self::from_array(sets);
        }
        cells
    }
    /// The lanes, as in [`BoxLanes::from_array`].
    fn to_array(self) -> [u16; 16];
    /// The lanes of each band as one number, first box lowest.
    fn to_words(self) -> [u64; 3];
    /// Bands become stacks and stacks bands.
    fn transpose(self) -> Self;
    /// Digits in both.
    fn and(self, other: Self) -> Self;
    /// Digits in either.
    fn or(self, other: Self) -> Self;
    /// Digits that the other lacks.
    fn without(self, other: Self) -> Self;
    /// Lanes added as numbers, which must not carry into the next lane.
    fn add(self, other: Self) -> Self;
    /// Each set without its lowest digit.
    fn drop_lowest(self) -> Self;
    /// All 16 bits where the set is empty, none elsewhere.
    fn empties(self) -> Self;
    /// The box to the right in the same band, the first again after the third.
    fn right(self) -> Self;
    /// The box to the left in the same band.
    fn left(self) -> Self;
    /// The box below in the same stack, the first again after the third.
    fn below(self) -> Self;
    /// The box above in the same stack.
    fn above(self) -> Self;
    /// True when the two have equal sets in every box.
    fn equals(self, other: Self) -> bool;
}

/// The lanes of a band's boxes in a word of four lanes.
pub(super) const BOXES: u64 = 0x0000_ffff_ffff_ffff;

const ONES: u64 = 0x0001_0001_0001_0001;
const HIGHS: u64 = ONES << 15;

/// Each of four sets without its lowest digit.
#[inline(always)]
pub(super) fn drop_lowest(word: u64) -> u64 {
    // The high bits, which no set uses, lend to their own lane.
    word & ((word | HIGHS) - ONES)
}

/// All 16 bits where one of four sets is empty, none elsewhere.
#[inline(always)]
pub(super) fn empties(word: u64) -> u64 {
    // The sum reaches the highest bit of its lane unless the lane is 0. Sets use nine bits, so no
    // carry leaves the lane.
    let flags = (!(word + (HIGHS - ONES)) & HIGHS) >> 15;
    // Each flag becomes sixteen ones; what the last lane would borrow wraps out of the word.
    (flags << 16).wrapping_sub(flags)
}

/// A vector as three words of four lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScalarLanes([u64; 3]);

impl ScalarLanes {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c], [d, e, g]) = (self.0, other.0);
        Self([f(a, d), f(b, e), f(c, g)])
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        let [a, b, c] = self.0;
        Self([f(a), f(b), f(c)])
    }
}

impl BoxLanes for ScalarLanes {
    #[inline(always)]
    fn splat(digits: u16) -> Self {
        Self([(u64::from(digits) * ONES) & BOXES; 3])
    }

    #[inline(always)]
    fn from_array(lanes: &[u16; 16]) -> Self {
        Self(std::array::from_fn(|band| {
            let lane = |index: usize| u64::from(lanes[band * 4 + index]) << (16 * index);
            lane(0) | lane(1) | lane(2)
        }))
    }

    #[inline(always)]
    fn to_array(self) -> [u16; 16] {
        std::array::from_fn(|lane| {
            self.0.get(lane / 4).map_or(0, |word| (word >> (16 * (lane % 4))) as u16)
        })
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 3] {
        self.0
    }

    #[inline(always)]
    fn transpose(self) -> Self {
        let [a, b, c] = self.0;
        let lane = |word: u64, index: u32| word >> (16 * index) & 0xffff;
        let word = |index| lane(a, index) | lane(b, index) << 16 | lane(c, index) << 32;
        Self([word(0), word(1), word(2)])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn drop_lowest(self) -> Self {
        self.map(drop_lowest)
    }

    #[inline(always)]
    fn empties(self) -> Self {
        self.map(empties)
    }

    #[inline(always)]
    fn right(self) -> Self {
        self.map(|word| (word >> 16 | word << 32) & BOXES)
    }

    #[inline(always)]
    fn left(self) -> Self {
        self.map(|word| (word << 16 | word >> 32) & BOXES)
    }

    #[inline(always)]
    fn below(self) -> Self {
        let [a, b, c] = self.0;
        Self([b, c, a])
    }

    #[inline(always)]
    fn above(self) -> Self {
        let [a, b, c] = self.0;
        Self([c, a, b])
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        let [a, b, c] = self.zip(other, |a, b| (a ^ b) & BOXES).0;
        a | b | c == 0
    }
}
