//! The tables of a network in few bytes: what the entries around it let one expect of an entry is
//! not stored again.
//!
//! Entries come in ascending order. Around one lie up to five others whose tiles are the same
//! except for one that is a step smaller; how many of them are known tells whether this one is,
//! and their mean about what its value is.

use super::range::{BitCoder, BitProbability, RangeDecoder, RangeEncoder};
use super::{ENTRIES, PATTERNS, TABLE_BITS};

/// The largest exponent with entries in the tables of each stage; [`super::stage`] divides at 12.
///
/// Larger tiles are beyond what is worth learning in minutes; a search sees them as smaller ones.
const EXPONENTS_MAX: [usize; 2] = [11, 13];

/// Cells of a pattern.
const CELLS: usize = 5;

/// Contexts of differences between an entry and what was expected: by how far the neighbours are
/// apart.
const SPREADS: usize = 12;

/// Bits of the largest difference of two values.
const DIFFERENCE_BITS: usize = 17;

/// Writes the tables.
pub(super) fn pack(values: &[i16; ENTRIES], bytes: &mut Vec<u8>) {
    let mut encoder = RangeEncoder::new(bytes);
    for_each_table(|table, exponent_max| {
        let mut coder = TableCoder::new();
        let values = &values[table << TABLE_BITS..(table + 1) << TABLE_BITS];
        for_each_entry(exponent_max, |index| {
            let around = NearbyEntries::of(values, index);
            coder.code(&mut encoder, &around, values[index]);
        });
    });
    encoder.finish();
}

/// Reads what [`pack`] wrote; any bytes give some values.
pub(super) fn unpack(bytes: &[u8], values: &mut [i16; ENTRIES]) {
    let mut decoder = RangeDecoder::new(bytes);
    for_each_table(|table, exponent_max| {
        let mut coder = TableCoder::new();
        let values = &mut values[table << TABLE_BITS..(table + 1) << TABLE_BITS];
        for_each_entry(exponent_max, |index| {
            let around = NearbyEntries::of(values, index);
            values[index] = coder.code(&mut decoder, &around, 0);
        });
    });
}

fn for_each_table(mut table: impl FnMut(usize, usize)) {
    for (stage, exponent_max) in EXPONENTS_MAX.into_iter().enumerate() {
        for pattern in 0..PATTERNS {
            table(stage * PATTERNS + pattern, exponent_max);
        }
    }
}

/// The indexes of a table whose exponents are all small enough, in ascending order.
fn for_each_entry(exponent_max: usize, mut entry: impl FnMut(usize)) {
    let mut index = 0;
    loop {
        entry(index);
        // Counts up with digits of four bits that end at the largest exponent.
        let mut cell = 0;
        while index >> (4 * cell) & 15 == exponent_max {
            index &= !(15 << (4 * cell));
            cell += 1;
        }
        if cell == CELLS {
            return;
        }
        index += 1 << (4 * cell);
    }
}

/// The known entries near the one being coded.
struct NearbyEntries {
    /// The number of its cells with a tile, which is the most neighbours there can be.
    tiles: usize,
    known: usize,
    /// The mean of the known ones.
    mean: i32,
    /// Bits of the distance between the smallest and the largest, capped by [`SPREADS`].
    spread: usize,
}

impl NearbyEntries {
    fn of(values: &[i16], index: usize) -> Self {
        let (mut tiles, mut known, mut sum) = (0, 0, 0);
        let (mut min, mut max) = (i32::MAX, i32::MIN);
        for cell in 0..CELLS {
            let is_tile = usize::from(index >> (4 * cell) & 15 != 0);
            tiles += is_tile;
            // Without a tile it is the entry itself, which does not count. A branch around the
            // access would be slower: few processors would predict it.
            let neighbour = values[index - (is_tile << (4 * cell))];
            let value = if is_tile == 1 { i32::from(neighbour) } else { 0 };
            if value != 0 {
                known += 1;
                sum += value;
                (min, max) = (min.min(value), max.max(value));
            }
        }
        if known == 0 {
            return Self { tiles, known: 0, mean: 0, spread: 0 };
        }
        // One more than the bits of the distance: 0 stands for no known neighbour.
        let spread = 33 - ((max - min) as u32).leading_zeros() as usize;
        Self { tiles, known, mean: sum / known as i32, spread: spread.min(SPREADS - 1) }
    }
}

/// The statistics of one table, learned while it was coded.
struct TableCoder {
    /// Whether an entry is known, by how many there can be and are around it.
    is_known: [[BitProbability; CELLS + 1]; CELLS + 1],
    is_below: [BitProbability; SPREADS],
    /// Whether a difference has more bits than so many.
    has_more: [[BitProbability; DIFFERENCE_BITS]; SPREADS],
    /// The bits after the first, by how many there are and which it is.
    digits: [[BitProbability; DIFFERENCE_BITS]; DIFFERENCE_BITS],
}

impl TableCoder {
    fn new() -> Self {
        Self {
            is_known: Default::default(),
            is_below: Default::default(),
            has_more: Default::default(),
            digits: Default::default(),
        }
    }

    /// Codes a value; returns it, or the one that was read instead.
    fn code(&mut self, bits: &mut impl BitCoder, around: &NearbyEntries, value: i16) -> i16 {
        let is_known = &mut self.is_known[around.tiles][around.known];
        if !bits.code(value != 0, is_known) {
            return 0;
        }
        let difference = i32::from(value) - around.mean;
        let is_below = bits.code(difference < 0, &mut self.is_below[around.spread]);
        let size = self.size(bits, around.spread, difference.unsigned_abs());
        let difference = if is_below { -size } else { size };
        // Bytes that no encoder wrote may lead out of the range, and then wrap.
        (around.mean + difference) as i16
    }

    /// Codes a size that is not negative: how many bits it has, then those after the first.
    fn size(&mut self, bits: &mut impl BitCoder, spread: usize, size: u32) -> i32 {
        let wanted = 32 - size.leading_zeros() as usize;
        let mut len = 0;
        while len < DIFFERENCE_BITS && bits.code(len < wanted, &mut self.has_more[spread][len]) {
            len += 1;
        }
        let mut read = i32::from(len > 0);
        for digit in (0..len.saturating_sub(1)).rev() {
            let is_one = bits.code(size >> digit & 1 == 1, &mut self.digits[len - 1][digit]);
            read = read << 1 | i32::from(is_one);
        }
        read
    }
}
