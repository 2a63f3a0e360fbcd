//! MARS's branch history table, entry by entry, with its faults as switches.

use jetan_isa::{Instruction, Op};

use crate::faults::{FaultSet, MarsFault};
use crate::setting::{SettingError, power_of_two};

/// The settings of MARS's tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableSettings {
    /// Entries, a power of two; MARS offers 8, 16 and 32.
    pub entries: u32,
    /// Outcomes that are remembered: 1 or 2.
    pub history: u32,
    /// The first prediction, and what is remembered at first.
    pub starts_taken: bool,
}

impl Default for TableSettings {
    fn default() -> TableSettings {
        TableSettings { entries: 16, history: 1, starts_taken: false }
    }
}

/// An entry of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The last outcomes, the oldest first.
    pub outcomes: Vec<bool>,
    /// The prediction.
    pub is_taken: bool,
    /// Right predictions.
    pub correct: u64,
    /// Wrong predictions.
    pub incorrect: u64,
}

/// The table.
#[derive(Clone, Debug)]
pub struct HistoryTable {
    settings: TableSettings,
    entries: Vec<HistoryEntry>,
    /// A branch whose outcome is booked at the next fetch.
    pending: Option<(usize, bool)>,
}

impl HistoryTable {
    /// An unused table.
    pub fn new(settings: TableSettings) -> Result<HistoryTable, SettingError> {
        let entries = power_of_two(settings.entries, "the number of entries", 1 << 16)?;
        if !(1..=2).contains(&settings.history) {
            let why = format!("the history is 1 or 2, not {}", settings.history);
            return Err(SettingError::new(why));
        }
        let entry = HistoryEntry {
            outcomes: vec![settings.starts_taken; settings.history as usize],
            is_taken: settings.starts_taken,
            correct: 0,
            incorrect: 0,
        };
        Ok(HistoryTable { settings, entries: vec![entry; entries as usize], pending: None })
    }

    /// The settings.
    pub fn settings(&self) -> TableSettings {
        self.settings
    }

    /// The entries by index.
    pub fn entries(&self) -> &[HistoryEntry] {
        &self.entries
    }

    /// An instruction is fetched: what waits is booked, and a branch waits from now on.
    pub fn fetch(&mut self, pc: u32, branch: Option<bool>) {
        self.settle();
        let index = (pc >> 2) as usize & (self.entries.len() - 1);
        self.pending = branch.map(|is_taken| (index, is_taken));
    }

    /// Books a branch that is still waiting: the fetch past the end of a program does that.
    pub fn settle(&mut self) {
        let Some((index, is_taken)) = self.pending.take() else { return };
        let entry = &mut self.entries[index];
        entry.outcomes.remove(0);
        entry.outcomes.push(is_taken);
        if entry.is_taken == is_taken {
            entry.correct += 1;
            return;
        }
        entry.incorrect += 1;
        if entry.outcomes.iter().all(|&outcome| outcome == is_taken) {
            entry.is_taken = is_taken;
        }
    }

    /// Right and wrong predictions of all entries; MARS's window leaves the sums to its user.
    pub fn totals(&self) -> (u64, u64) {
        let sums = self.entries.iter().map(|entry| (entry.correct, entry.incorrect));
        sums.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }
}

/// A branch as MARS's tools see it in an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarsBranch {
    condition: MarsCondition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum MarsCondition {
    Equal,
    NotEqual,
    AtMostZero,
    AboveZero,
    AtLeastZero,
    BelowZero,
    Always,
    FlagSet(u8),
    FlagClear(u8),
}

impl MarsBranch {
    /// The branch in an instruction; none if it is none, or if a fault hides it.
    pub fn of(instruction: &Instruction, faults: FaultSet) -> Option<MarsBranch> {
        let flag = |operand: i32| operand as u8 & 7;
        let condition = match instruction.op {
            Op::Beq => MarsCondition::Equal,
            Op::Bne => MarsCondition::NotEqual,
            Op::Blez => MarsCondition::AtMostZero,
            Op::Bgtz if faults.has(MarsFault::BgtzAtZero) => MarsCondition::AtLeastZero,
            Op::Bgtz => MarsCondition::AboveZero,
            Op::Bltz | Op::Bgez | Op::Bltzal | Op::Bgezal
                if faults.has(MarsFault::OffsetDecides) =>
            {
                // MARS: the tool cuts the field out of the wrong bits.
                match instruction.operands[1] & 0x1f {
                    0 | 2 => MarsCondition::BelowZero,
                    1 | 3 => MarsCondition::AtLeastZero,
                    4..=7 | 16..=19 => MarsCondition::Always,
                    _ => return None,
                }
            }
            Op::Bltz | Op::Bltzal => MarsCondition::BelowZero,
            Op::Bgez | Op::Bgezal => MarsCondition::AtLeastZero,
            _ if faults.has(MarsFault::FloatBranchesUnseen) => return None,
            Op::Bc1t => MarsCondition::FlagSet(0),
            Op::Bc1f => MarsCondition::FlagClear(0),
            Op::Bc1tFlag => MarsCondition::FlagSet(flag(instruction.operands[0])),
            Op::Bc1fFlag => MarsCondition::FlagClear(flag(instruction.operands[0])),
            _ => return None,
        };
        Some(MarsBranch { condition })
    }

    /// Whether it is taken with these values of its registers and these condition flags.
    pub const fn is_taken(self, first: u32, second: u32, flags: u32) -> bool {
        let value = first as i32;
        match self.condition {
            MarsCondition::Equal => first == second,
            MarsCondition::NotEqual => first != second,
            MarsCondition::AtMostZero => value <= 0,
            MarsCondition::AboveZero => value > 0,
            MarsCondition::AtLeastZero => value >= 0,
            MarsCondition::BelowZero => value < 0,
            MarsCondition::Always => true,
            MarsCondition::FlagSet(flag) => flags >> flag & 1 == 1,
            MarsCondition::FlagClear(flag) => flags >> flag & 1 == 0,
        }
    }
}
