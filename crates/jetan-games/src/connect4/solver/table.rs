//! The transposition table.
//!
//! Most positions lie deep in the game, are searched quickly and come again soon. They share a
//! small cache that stays in the processor's own memory; only positions higher up, which cost
//! more than a miss, go to the large one. With one large cache the search is half as fast
//! (56 positions of 10 and 11 plies).

/// The results of the search by position; 16 MiB by default.
#[derive(Debug, Clone)]
pub struct TranspositionTable {
    /// Pairs: the first keeps what cost most, the second what came last.
    buckets: Vec<[PackedEntry; 2]>,
    leaves: Vec<PackedEntry>,
}

/// Positions with more stones than this are leaves.
const LEAF_PLIES: i32 = 22;

/// Entries for leaves: 256 KiB.
const LEAF_BUCKETS: usize = 1 << 15;

/// The rest of a key must fit beside the other fields of an entry, so a table is never smaller.
const BUCKETS_MIN: usize = 1 << 15;

/// A gibibyte; the whole game is solved with a quarter of it.
const BUCKETS_MAX: usize = 1 << 26;

/// The index of a position, and the key that tells it from others with the same index.
#[derive(Debug, Clone, Copy)]
pub(super) struct BucketSlot {
    idx: usize,
    rest: u64,
    is_leaf: bool,
}

impl TranspositionTable {
    /// A table of about this many bytes: a power of two between half a mebibyte and a gibibyte.
    pub fn with_bytes(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<[PackedEntry; 2]>()).clamp(BUCKETS_MIN, BUCKETS_MAX);
        let buckets = 1 << buckets.ilog2();
        // Zeroed memory comes from the system untouched: a short search pays for what it uses.
        Self {
            buckets: vec![[PackedEntry(0); 2]; buckets],
            leaves: vec![PackedEntry(0); LEAF_BUCKETS],
        }
    }

    /// Forgets everything, at the price of a new allocation.
    pub(super) fn clear(&mut self) {
        *self = Self::with_bytes(self.buckets.len() * size_of::<[PackedEntry; 2]>());
    }

    /// The slot of a key below 2^49.
    #[inline]
    pub(super) fn slot(&self, key: u64, plies: i32) -> BucketSlot {
        // Multiplying by an odd number loses nothing: index and rest together are the key.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & ((1 << KEY_BITS) - 1);
        let is_leaf = plies > LEAF_PLIES;
        let len = if is_leaf { self.leaves.len() } else { self.buckets.len() };
        let rest_bits = KEY_BITS - len.trailing_zeros();
        BucketSlot {
            idx: (mixed >> rest_bits) as usize,
            rest: mixed & ((1 << rest_bits) - 1),
            is_leaf,
        }
    }

    /// The stored result of the position, if there is one.
    #[inline]
    pub(super) fn recall(&self, slot: BucketSlot) -> Option<StoredBounds> {
        if slot.is_leaf {
            return self.leaves[slot.idx].memory_of(slot.rest);
        }
        let [costly, recent] = self.buckets[slot.idx];
        costly.memory_of(slot.rest).or_else(|| recent.memory_of(slot.rest))
    }

    /// Remembers a position that took so many nodes to search.
    #[inline]
    pub(super) fn store(&mut self, slot: BucketSlot, memory: StoredBounds, nodes: u64) {
        let entry = PackedEntry::new(slot.rest, memory, nodes);
        if slot.is_leaf {
            self.leaves[slot.idx] = entry;
            return;
        }
        let [costly, recent] = &mut self.buckets[slot.idx];
        // A second entry of the same position in the other place would be hidden by this one.
        if costly.is_of(slot.rest) {
            *costly = entry;
        } else if costly.work() <= entry.work() {
            *recent = *costly;
            *costly = entry;
        } else {
            *recent = entry;
        }
    }
}

impl Default for TranspositionTable {
    fn default() -> Self {
        Self::with_bytes(16 << 20)
    }
}

/// Bounds of a score, and the column that reached the lower one.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredBounds {
    lower: i32,
    upper: i32,
    column: u32,
}

const NO_COLUMN: u32 = 7;

impl Default for StoredBounds {
    fn default() -> Self {
        Self { lower: -SCORE_OFFSET, upper: SCORE_OFFSET, column: NO_COLUMN }
    }
}

impl StoredBounds {
    /// The score is not above this.
    #[inline]
    pub(super) fn upper(&self) -> i32 {
        self.upper
    }

    /// The column to try first.
    #[inline]
    pub(super) fn column(self) -> Option<u32> {
        (self.column != NO_COLUMN).then_some(self.column)
    }

    /// A bound that answers "is the score at least `least`?", if one is remembered.
    #[inline]
    pub(super) fn answer(&self, least: i32) -> Option<i32> {
        if self.lower >= least {
            Some(self.lower)
        } else {
            (self.upper < least).then_some(self.upper)
        }
    }

    /// Adds what a search for `least` found.
    #[inline]
    pub(super) fn learn(self, value: i32, least: i32, column: Option<u32>) -> Self {
        let column = column.unwrap_or(NO_COLUMN);
        if value >= least {
            Self { lower: value.max(self.lower), column, ..self }
        } else {
            Self { upper: value.min(self.upper), column, ..self }
        }
    }
}

/// A memory in 64 bits, with the rest of its key; 0 is a free place.
#[derive(Debug, Clone, Copy)]
struct PackedEntry(u64);

const KEY_BITS: u32 = 49;
const REST_BITS: u32 = KEY_BITS - LEAF_BUCKETS.trailing_zeros();
const LOWER: u32 = REST_BITS;
const UPPER: u32 = LOWER + 6;
const COLUMN: u32 = UPPER + 6;
const WORK: u32 = COLUMN + 3;
/// Makes scores positive; more than any score, so that a used entry is never 0.
const SCORE_OFFSET: i32 = 22;

const _: () = assert!(BUCKETS_MIN >= LEAF_BUCKETS && WORK + 6 <= u64::BITS);

impl PackedEntry {
    #[inline]
    fn new(rest: u64, memory: StoredBounds, nodes: u64) -> Self {
        let lower = (memory.lower + SCORE_OFFSET) as u64;
        let upper = (memory.upper + SCORE_OFFSET) as u64;
        let work = u64::from(u64::BITS - nodes.leading_zeros()).min(63);
        let column = u64::from(memory.column);
        let fields = (lower << LOWER) | (upper << UPPER) | (column << COLUMN) | (work << WORK);
        Self(rest | fields)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn is_of(self, rest: u64) -> bool {
        self.0 & ((1 << REST_BITS) - 1) == rest && !self.is_empty()
    }

    /// The cost of the result: the number of bits of its number of nodes.
    #[inline]
    fn work(self) -> u64 {
        (self.0 >> WORK) & 63
    }

    #[inline]
    fn memory_of(self, rest: u64) -> Option<StoredBounds> {
        let field = |shift| ((self.0 >> shift) & 63) as i32 - SCORE_OFFSET;
        let column = ((self.0 >> COLUMN) & 7) as u32;
        let memory = StoredBounds { lower: field(LOWER), upper: field(UPPER), column };
        self.is_of(rest).then_some(memory)
    }
}
