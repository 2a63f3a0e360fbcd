//! MARS's Instruction Counter and Instruction Statistics.

use super::WordFormat;
use crate::faults::{FaultSet, MarsFault};

/// The Instruction Counter.
#[derive(Clone, Debug, Default)]
pub struct MarsCounter {
    faults: FaultSet,
    total: u64,
    formats: [u64; 3],
    last: Option<u32>,
}

impl MarsCounter {
    /// A counter at 0.
    pub fn new(faults: FaultSet) -> MarsCounter {
        MarsCounter { faults, ..MarsCounter::default() }
    }

    /// An instruction of the program is executed.
    #[inline]
    pub fn fetch(&mut self, pc: u32, format: WordFormat) {
        if is_repeated(&mut self.last, pc, self.faults) {
            return;
        }
        self.total += 1;
        self.formats[format as usize] += 1;
    }

    /// A program runs off its end: MARS counts the fetch that finds nothing.
    pub fn fall_off(&mut self) {
        self.total += u64::from(self.faults.has(MarsFault::PhantomAtEnd));
    }

    /// All instructions.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Instructions of a format.
    pub fn format(&self, format: WordFormat) -> u64 {
        self.formats[format as usize]
    }

    /// The percentage that MARS shows: cut, not rounded.
    pub fn shown(&self, format: WordFormat) -> u64 {
        100 * self.format(format) / self.total.max(1)
    }
}

/// Whether an instruction stands where the one before stood: MARS takes it for its own second look.
fn is_repeated(last: &mut Option<u32>, pc: u32, faults: FaultSet) -> bool {
    let is_same = last.replace(pc) == Some(pc);
    is_same && faults.has(MarsFault::SameAddressOnce)
}

/// The classes of Instruction Statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarsCategory {
    /// Arithmetic and logic.
    Alu,
    /// Jumps.
    Jump,
    /// Branches.
    Branch,
    /// Loads and stores.
    Memory,
    /// Everything else.
    Other,
}

impl MarsCategory {
    /// All classes, in the order of the window.
    pub const ALL: [MarsCategory; 5] = [
        MarsCategory::Alu,
        MarsCategory::Jump,
        MarsCategory::Branch,
        MarsCategory::Memory,
        MarsCategory::Other,
    ];

    /// The name in the window.
    pub const fn name(self) -> &'static str {
        match self {
            MarsCategory::Alu => "ALU",
            MarsCategory::Jump => "Jump",
            MarsCategory::Branch => "Branch",
            MarsCategory::Memory => "Memory",
            MarsCategory::Other => "Other",
        }
    }

    /// The class of a machine word.
    pub const fn of(word: u32, faults: FaultSet) -> MarsCategory {
        let opcode = word >> 26;
        // MARS: function codes have six bits, the tool looks at five.
        let five = faults.has(MarsFault::FiveBitFunctions);
        let function = if five { word & 0x1f } else { word & 0x3f };
        match opcode {
            0x00 => match function {
                0x00 | 0x02..=0x07 | 0x10..=0x2f => MarsCategory::Alu,
                0x08 | 0x09 => MarsCategory::Jump,
                _ => MarsCategory::Other,
            },
            0x01 => {
                // MARS: the kind of a branch is looked for in the offset.
                let is_offset = faults.has(MarsFault::OffsetDecides);
                let kind = if is_offset { word & 0x1f } else { word >> 16 & 0x1f };
                match kind {
                    0x00..=0x07 | 0x10..=0x13 => MarsCategory::Branch,
                    _ => MarsCategory::Other,
                }
            }
            0x02 | 0x03 => MarsCategory::Jump,
            0x04..=0x07 | 0x14..=0x17 => MarsCategory::Branch,
            0x08..=0x0f => MarsCategory::Alu,
            0x20..=0x26 | 0x28..=0x2e => MarsCategory::Memory,
            _ => MarsCategory::Other,
        }
    }
}

/// Instruction Statistics.
#[derive(Clone, Debug, Default)]
pub struct MarsStatistics {
    faults: FaultSet,
    counts: [u64; 5],
    last: Option<u32>,
}

impl MarsStatistics {
    /// All counts at 0.
    pub fn new(faults: FaultSet) -> MarsStatistics {
        MarsStatistics { faults, ..MarsStatistics::default() }
    }

    /// An instruction of the program is executed.
    #[inline]
    pub fn fetch(&mut self, pc: u32, word: u32) {
        if !is_repeated(&mut self.last, pc, self.faults) {
            self.counts[MarsCategory::of(word, self.faults) as usize] += 1;
        }
    }

    /// Instructions of a class.
    pub fn count(&self, category: MarsCategory) -> u64 {
        self.counts[category as usize]
    }

    /// All instructions.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The percentage that MARS shows, rounded half up.
    pub fn shown(&self, category: MarsCategory) -> u64 {
        let total = self.total().max(1);
        (200 * self.count(category) + total) / (2 * total)
    }
}
