//! The figures of a cache: counts, and the fractions made of them.

use super::settings::{CacheSettings, ReplacementPolicy};
use crate::setting::SettingError;

/// The reason of a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MissKind {
    /// The block was never referenced before.
    Compulsory,
    /// A fully associative LRU cache of as many blocks misses too.
    Capacity,
    /// Only the sets are to blame.
    Conflict,
}

/// Everything that is counted of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheFigures {
    /// References that read, fetches included.
    pub reads: u64,
    /// References that write.
    pub writes: u64,
    /// Reads that missed.
    pub read_misses: u64,
    /// Writes that missed.
    pub write_misses: u64,
    /// Misses of blocks that were never referenced before.
    pub compulsory: u64,
    /// Misses that a fully associative LRU cache of as many blocks has too.
    pub capacity: u64,
    /// All other misses.
    pub conflict: u64,
    /// Hits where the fully associative LRU cache misses.
    pub lucky_hits: u64,
    /// Blocks that were brought.
    pub fills: u64,
    /// Dirty blocks that were written when they had to go.
    pub writebacks: u64,
    /// Dirty blocks that are still there at the end.
    pub dirty_left: u64,
    /// Stores that went through.
    pub writes_through: u64,
}

impl CacheFigures {
    /// All references.
    pub const fn accesses(&self) -> u64 {
        self.reads + self.writes
    }

    /// All misses.
    pub const fn misses(&self) -> u64 {
        self.read_misses + self.write_misses
    }

    /// All hits.
    pub const fn hits(&self) -> u64 {
        self.accesses() - self.misses()
    }

    /// Hits in percent, 0 before any access.
    pub fn hit_percent(&self) -> f64 {
        percent(self.hits(), self.accesses())
    }

    /// The percentage that MARS shows: rounded half up.
    pub const fn mars_percent(&self) -> u64 {
        match self.accesses() {
            0 => 0,
            accesses => (200 * self.hits() + accesses) / (2 * accesses),
        }
    }

    /// Misses as a fraction of all accesses, 0 before any.
    pub fn miss_rate(&self) -> f64 {
        if self.accesses() == 0 { 0.0 } else { self.misses() as f64 / self.accesses() as f64 }
    }

    /// Misses for each thousand instructions.
    pub fn mpki(&self, instructions: u64) -> f64 {
        if instructions == 0 { 0.0 } else { 1000.0 * self.misses() as f64 / instructions as f64 }
    }

    /// Bytes that came from the memory below.
    pub const fn bytes_in(&self, settings: CacheSettings) -> u64 {
        self.fills * settings.geometry.block_bytes() as u64
    }

    /// Bytes that went to the memory below: dirty blocks, or a word for each store that goes
    /// through. Dirty blocks that are left are not among them.
    pub const fn bytes_out(&self, settings: CacheSettings) -> u64 {
        self.writebacks * settings.geometry.block_bytes() as u64 + 4 * self.writes_through
    }

    #[inline]
    pub(super) fn count_miss(&mut self, is_write: bool) {
        *(if is_write { &mut self.write_misses } else { &mut self.read_misses }) += 1;
    }

    #[inline]
    pub(super) fn count_kind(&mut self, kind: MissKind) {
        let count = match kind {
            MissKind::Compulsory => &mut self.compulsory,
            MissKind::Capacity => &mut self.capacity,
            MissKind::Conflict => &mut self.conflict,
        };
        *count += 1;
    }
}

/// A part of a whole in percent; 0 of nothing.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Times in cycles. They belong to the question, not to the cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryTimes {
    /// A hit in the first level.
    pub hit: f64,
    /// A hit in the second level, where there is one.
    pub second_hit: f64,
    /// An access to memory.
    pub memory: f64,
}

impl Default for MemoryTimes {
    fn default() -> MemoryTimes {
        MemoryTimes { hit: 1.0, second_hit: 10.0, memory: 100.0 }
    }
}

impl MemoryTimes {
    /// Reads `HIT:MEMORY` or `HIT:L2:MEMORY`.
    pub fn parse(text: &str) -> Result<MemoryTimes, SettingError> {
        let wrong =
            || SettingError::new(format!("times are HIT:MEMORY or HIT:L2:MEMORY, not `{text}`"));
        let cycles = text.split(':').map(|word| word.parse::<u32>().map(f64::from));
        let cycles: Vec<f64> = cycles.collect::<Result<_, _>>().map_err(|_| wrong())?;
        match cycles[..] {
            [hit, memory] => Ok(MemoryTimes { hit, memory, ..MemoryTimes::default() }),
            [hit, second_hit, memory] => Ok(MemoryTimes { hit, second_hit, memory }),
            _ => Err(wrong()),
        }
    }
}

/// The average time of an access in cycles; the second level's misses are those of what reaches it.
pub fn amat(first: &CacheFigures, second: Option<&CacheFigures>, times: MemoryTimes) -> f64 {
    let below =
        second.map_or(times.memory, |second| times.second_hit + second.miss_rate() * times.memory);
    times.hit + first.miss_rate() * below
}

/// Whether a cache's own order makes the fully associative companion unnecessary.
pub(super) fn is_own_companion(settings: CacheSettings) -> bool {
    settings.geometry.ways() == settings.geometry.blocks()
        && settings.replacement == ReplacementPolicy::Lru
}
