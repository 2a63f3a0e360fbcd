//! Memory references: how often and when each part of memory was touched.

mod grid;

pub use grid::{GridSettings, ReferenceGrid};
use jetan_order::SharedSort;
use rustc_hash::FxHashMap;

use crate::reference::{AddressRange, MemoryReference, ReferenceKind};
use crate::setting::{SettingError, power_of_two};

/// The most units that are distinguished.
pub const UNITS_MAX: usize = 1 << 20;

/// The references to one unit of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitReferences {
    /// Fetches, reads and writes.
    pub counts: [u64; 3],
    /// The number of the instruction that touched it last.
    pub last: u64,
}

impl UnitReferences {
    /// References of all kinds.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Working set and stack at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemorySample {
    /// Instructions so far.
    pub instructions: u64,
    /// Distinct units that were touched since the sample before.
    pub working_set: u64,
    /// The lowest stack pointer since the sample before, in bytes below the start.
    pub stack_depth: u32,
}

/// A map of references, in units of so many bytes.
#[derive(Clone, Debug)]
pub struct ReferenceMap {
    range: AddressRange,
    unit_bytes: u32,
    units: Vec<(u32, UnitReferences)>,
    /// Positions in the list of units.
    positions: FxHashMap<u32, u32>,
    is_cut: bool,
    samples: Vec<MemorySample>,
    /// Instructions between two samples; doubled when there are too many.
    interval: u64,
    open: MemorySample,
    opened: u64,
    /// Instructions so far.
    now: u64,
    stack_top: Option<u32>,
    /// By the low bits of their numbers, units that were touched not long ago, with their
    /// positions: code, data and stack are touched by turns.
    recent: [(u32, u32); RECENT_UNITS],
}

/// Units that are found without a search.
const RECENT_UNITS: usize = 64;
/// The position of a unit that is not distinguished.
const NO_POSITION: u32 = u32::MAX;

/// The most samples that are kept.
const SAMPLES_MAX: usize = 512;

impl ReferenceMap {
    /// An empty map of a range; a unit is a power of two of bytes.
    pub fn new(range: AddressRange, unit_bytes: u32) -> Result<ReferenceMap, SettingError> {
        let unit_bytes = power_of_two(unit_bytes, "the size of a unit in bytes", 1 << 30)?;
        if range.last < range.first {
            return Err(SettingError::new("the range of addresses ends before it begins"));
        }
        Ok(ReferenceMap {
            range,
            unit_bytes,
            units: Vec::new(),
            positions: FxHashMap::default(),
            is_cut: false,
            samples: Vec::new(),
            interval: 1024,
            open: MemorySample::default(),
            opened: 0,
            now: 0,
            stack_top: None,
            recent: [(0, NO_POSITION); RECENT_UNITS],
        })
    }

    /// Bytes of a unit.
    pub fn unit_bytes(&self) -> u32 {
        self.unit_bytes
    }

    /// The range.
    pub fn range(&self) -> AddressRange {
        self.range
    }

    /// Whether there were more units than are distinguished.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Counts a reference at the time of an instruction.
    #[inline]
    pub fn refer(&mut self, reference: MemoryReference, now: u64) {
        if !self.range.contains(reference.address) {
            return;
        }
        let unit = reference.address & !(self.unit_bytes - 1);
        let slot = (unit >> self.unit_bytes.trailing_zeros()) as usize % RECENT_UNITS;
        let (known, mut position) = self.recent[slot];
        if known != unit || position == NO_POSITION {
            position = self.position_of(unit);
            self.recent[slot] = (unit, position);
        }
        let Some((_, references)) = self.units.get_mut(position as usize) else { return };
        references.counts[reference.kind as usize] += 1;
        self.open.working_set += u64::from(references.last <= self.opened);
        // Times begin at 1, so that 0 is never.
        references.last = now.max(1);
    }

    #[inline(never)]
    fn position_of(&mut self, unit: u32) -> u32 {
        if let Some(&position) = self.positions.get(&unit) {
            return position;
        }
        if self.units.len() >= UNITS_MAX {
            self.is_cut = true;
            return NO_POSITION;
        }
        let position = self.units.len() as u32;
        self.units.push((unit, UnitReferences::default()));
        self.positions.insert(unit, position);
        position
    }

    /// Notes that an instruction begins, before it refers to anything; the first is 1.
    #[inline]
    pub fn step(&mut self, now: u64) {
        self.now = now;
        // A sample ends with the instruction before, so that no reference is in two of them.
        if now > self.opened + self.interval {
            self.sample(now - 1);
        }
    }

    /// Notes the stack pointer, whose first value is the start.
    #[inline]
    pub fn stack_pointer(&mut self, value: u32) {
        let top = *self.stack_top.get_or_insert(value);
        let depth = top.saturating_sub(value);
        self.open.stack_depth = self.open.stack_depth.max(depth);
    }

    fn sample(&mut self, now: u64) {
        self.open.instructions = now;
        self.samples.push(self.open);
        self.open = MemorySample::default();
        self.opened = now;
        if self.samples.len() >= SAMPLES_MAX {
            // Two neighbours become one: a working set of both is at most the sum.
            let pairs = self.samples.chunks(2).map(|pair| {
                let last = pair[pair.len() - 1];
                MemorySample {
                    instructions: last.instructions,
                    working_set: pair.iter().map(|one| one.working_set).max().unwrap_or(0),
                    stack_depth: pair.iter().map(|one| one.stack_depth).max().unwrap_or(0),
                }
            });
            self.samples = pairs.collect();
            self.interval *= 2;
        }
    }

    /// Units that were touched, in order of addresses.
    pub fn units(&mut self) -> impl Iterator<Item = (u32, &UnitReferences)> {
        let mut units: Vec<_> =
            self.units.iter().map(|(unit, references)| (*unit, references)).collect();
        units.shared_sort_by_key(|&(unit, _)| unit);
        units.into_iter()
    }

    /// Working set and stack over time; the last sample is that of the last instruction.
    pub fn samples(&self) -> Vec<MemorySample> {
        let open = MemorySample { instructions: self.now, ..self.open };
        self.samples.iter().copied().chain((self.now > self.opened).then_some(open)).collect()
    }

    /// References of each kind in the whole range.
    pub fn totals(&mut self) -> [u64; 3] {
        let mut totals = [0; ReferenceKind::ALL.len()];
        for (_, unit) in self.units() {
            for (total, count) in totals.iter_mut().zip(unit.counts) {
                *total += count;
            }
        }
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERYWHERE: AddressRange = AddressRange { first: 0, last: u32::MAX };

    #[test]
    fn samples_are_bounded_and_count_each_unit_once() {
        let mut map = ReferenceMap::new(EVERYWHERE, 16).unwrap();
        map.stack_pointer(0x7fff_effc);
        for now in 1..=2_000_000 {
            map.step(now);
            let address = 0x1001_0000 + 16 * (now as u32 % 8);
            map.refer(MemoryReference::new(0, address, 4, ReferenceKind::Read), now);
            map.refer(MemoryReference::new(0, address, 4, ReferenceKind::Write), now);
        }
        map.stack_pointer(0x7fff_ef00);
        let samples = map.samples();
        assert!(samples.len() <= SAMPLES_MAX);
        assert!(samples.iter().all(|sample| sample.working_set <= 8));
        assert_eq!(samples.last().map(|sample| sample.stack_depth), Some(0xfc));
        assert_eq!(map.totals(), [0, 2_000_000, 2_000_000]);
        assert_eq!(map.units().count(), 8);
    }

    #[test]
    fn odd_ranges_and_units_are_errors() {
        let backward = AddressRange { first: 8, last: 4 };
        assert!(ReferenceMap::new(backward, 16).is_err());
        assert!(ReferenceMap::new(EVERYWHERE, 3).is_err());
    }
}
