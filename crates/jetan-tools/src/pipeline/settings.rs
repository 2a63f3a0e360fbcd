//! The settings of a pipeline, its rules about waiting, and the notation in which people write
//! them.

use std::fmt;

use super::StallReason;
use super::diagram::WINDOW_MAX;
use super::step::{ResultUnit, StepKind};
use crate::branch::PredictorSettings;
use crate::setting::{SettingError, number, power_of_two};

/// The stage in which branches and jumps through registers are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BranchStage {
    /// Decode: operands are needed a stage earlier.
    Id,
    /// Execute.
    Ex,
    /// Memory.
    Mem,
}

impl BranchStage {
    /// Fetches that are lost if it goes elsewhere.
    pub const fn lost_fetches(self) -> u64 {
        match self {
            BranchStage::Id => 1,
            BranchStage::Ex => 2,
            BranchStage::Mem => 3,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            BranchStage::Id => "id",
            BranchStage::Ex => "ex",
            BranchStage::Mem => "mem",
        }
    }
}

/// Instructions of a run by number, the first is 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepWindow {
    /// The number of the first instruction.
    pub first: u64,
    /// The number of the last one.
    pub last: u64,
}

impl StepWindow {
    /// Reads `FROM..TO`.
    pub fn parse(text: &str) -> Result<StepWindow, SettingError> {
        let wrong = || {
            let why = format!("a window is FROM..TO with numbers of instructions, not `{text}`");
            SettingError::new(why)
        };
        let (first, last) = text.split_once("..").ok_or_else(wrong)?;
        let first: u64 = first.parse().map_err(|_| wrong())?;
        let last: u64 = last.parse().map_err(|_| wrong())?;
        if first == 0 {
            return Err(SettingError::new("the first instruction has the number 1, not 0"));
        }
        if last < first {
            return Err(SettingError::new(format!("the window {text} ends before it begins")));
        }
        if last - first >= WINDOW_MAX {
            let why = format!("a window has at most {WINDOW_MAX} instructions");
            return Err(SettingError::new(why));
        }
        Ok(StepWindow { first, last })
    }
}

/// A pipeline as somebody wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PipelineSettings {
    /// Whether results reach later instructions before they are in the register file.
    pub has_forwarding: bool,
    /// Whether a loaded value reaches the store after it in MEM.
    pub forwards_to_stores: bool,
    /// The stage in which branches are decided.
    pub branch_stage: BranchStage,
    /// Whether the instruction after a branch is always executed.
    pub has_delay_slot: bool,
    /// Cycles until a product is ready.
    pub multiply_cycles: u32,
    /// Cycles until a quotient is ready.
    pub divide_cycles: u32,
    /// The predictor; without one, fetching goes straight on.
    pub predictor: Option<PredictorSettings>,
    /// Entries of the branch target buffer that comes with a predictor.
    pub targets: u32,
    /// Instructions whose stages are drawn.
    pub window: Option<StepWindow>,
}

impl Default for PipelineSettings {
    fn default() -> PipelineSettings {
        PipelineSettings {
            has_forwarding: true,
            forwards_to_stores: false,
            branch_stage: BranchStage::Id,
            has_delay_slot: false,
            multiply_cycles: 1,
            divide_cycles: 1,
            predictor: None,
            targets: 16,
            window: None,
        }
    }
}

/// Words of which a pipeline has one.
const ALTERNATIVES: [&[&str]; 2] = [&["id", "ex", "mem"], &["fwd", "nofwd"]];

/// The longest that a product or quotient may take.
const LATENCY_MAX: u32 = 1000;

impl PipelineSettings {
    /// The cycles from the ID of a producer to the first ID in which its consumer need not wait,
    /// and the reason if it does.
    pub(super) fn wait(
        &self,
        unit: ResultUnit,
        consumer: StepKind,
        is_stored: bool,
    ) -> (u64, StallReason) {
        let (latency, reason) = match unit {
            ResultUnit::Alu => (1, StallReason::OtherData),
            ResultUnit::Load => (2, StallReason::LoadUse),
            ResultUnit::Multiply => (u64::from(self.multiply_cycles), StallReason::MultiplyDivide),
            ResultUnit::Divide => (u64::from(self.divide_cycles), StallReason::MultiplyDivide),
        };
        if !self.has_forwarding {
            // Through the register file: written in WB, read in the same cycle. A loaded value
            // comes no later than any other.
            let is_slow = matches!(unit, ResultUnit::Multiply | ResultUnit::Divide) && latency > 1;
            let wait = if is_slow { latency + 2 } else { 3 };
            return (wait, if is_slow { reason } else { StallReason::OtherData });
        }
        if self.needs_in_id(consumer) {
            let is_slow = reason == StallReason::MultiplyDivide && latency > 1;
            return (latency + 1, if is_slow { reason } else { StallReason::BranchOperand });
        }
        if is_stored && self.forwards_to_stores && unit == ResultUnit::Load {
            return (1, reason);
        }
        (latency, reason)
    }

    /// Whether an instruction needs its operands in ID already.
    fn needs_in_id(&self, consumer: StepKind) -> bool {
        matches!(consumer, StepKind::Branch | StepKind::JumpRegister)
            && self.branch_stage == BranchStage::Id
    }

    /// The stage in which a consumer takes a forwarded value, and the cycles from its ID to that
    /// stage; none if the value comes out of the register file. The distance is that of the two
    /// IDs in cycles.
    pub(super) fn forwarded_to(
        &self,
        unit: ResultUnit,
        consumer: StepKind,
        is_stored: bool,
        distance: u64,
    ) -> Option<(&'static str, u64)> {
        // Three cycles later the value is in the register file.
        if !self.has_forwarding || distance >= 3 {
            return None;
        }
        let is_early = is_stored && self.forwards_to_stores && unit == ResultUnit::Load;
        Some(match distance {
            _ if self.needs_in_id(consumer) => ("ID", 0),
            1 if is_early => ("MEM", 2),
            _ => ("EX", 1),
        })
    }

    /// Reads words separated by commas, and a window behind `=`: `id,fwd=10..20`.
    pub fn parse(text: &str) -> Result<PipelineSettings, SettingError> {
        let mut settings = PipelineSettings::default();
        // A window is the only thing with two dots, and it stands at the end.
        let text = match text.rsplit_once('=') {
            Some((rest, window)) if window.contains("..") => {
                settings.window = Some(StepWindow::parse(window)?);
                rest
            }
            _ => text,
        };
        let words = || text.split(',').filter(|word| !word.is_empty());
        for word in words() {
            settings.read(word)?;
        }
        for group in ALTERNATIVES {
            let mut said = words().filter(|word| group.contains(word));
            let first = said.next().unwrap_or_default();
            if let Some(other) = said.find(|word| *word != first) {
                let why = format!("`{first}` and `{other}` contradict each other");
                return Err(SettingError::new(why));
            }
        }
        if settings.forwards_to_stores && !settings.has_forwarding {
            return Err(SettingError::new("`store-fwd` needs `fwd`, not `nofwd`"));
        }
        Ok(settings)
    }

    fn read(&mut self, word: &str) -> Result<(), SettingError> {
        let (name, value) = word.split_once('=').map_or((word, None), |(n, v)| (n, Some(v)));
        match (name, value) {
            ("id", None) => self.branch_stage = BranchStage::Id,
            ("ex", None) => self.branch_stage = BranchStage::Ex,
            ("mem", None) => self.branch_stage = BranchStage::Mem,
            ("fwd", None) => self.has_forwarding = true,
            ("nofwd", None) => self.has_forwarding = false,
            ("store-fwd", None) => self.forwards_to_stores = true,
            ("slot", None) => self.has_delay_slot = true,
            ("r3000", None) => (self.multiply_cycles, self.divide_cycles) = (12, 35),
            ("mult", Some(value)) => self.multiply_cycles = latency(value)?,
            ("div", Some(value)) => self.divide_cycles = latency(value)?,
            ("predict", Some(value)) => self.predictor = Some(PredictorSettings::parse(value)?),
            ("btb", Some(value)) => {
                let name = "the number of targets";
                self.targets = power_of_two(number(value, name)?, name, 1 << 16)?;
            }
            _ => {
                let why = format!(
                    "`{word}` does not belong to a pipeline: id, ex, mem, fwd, nofwd, store-fwd, \
                     slot, r3000, mult=CYCLES, div=CYCLES, predict=PREDICTOR or btb=ENTRIES"
                );
                return Err(SettingError::new(why));
            }
        }
        Ok(())
    }
}

fn latency(text: &str) -> Result<u32, SettingError> {
    let cycles = number(text, "the number of cycles")?;
    if !(1..=LATENCY_MAX).contains(&cycles) {
        let why = format!("a latency must be 1 to {LATENCY_MAX} cycles, not {cycles}");
        return Err(SettingError::new(why));
    }
    Ok(cycles)
}

impl fmt::Display for PipelineSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forwarding = if self.has_forwarding { "fwd" } else { "nofwd" };
        write!(f, "{},{forwarding}", self.branch_stage.name())?;
        if self.forwards_to_stores {
            f.write_str(",store-fwd")?;
        }
        if self.has_delay_slot {
            f.write_str(",slot")?;
        }
        if self.multiply_cycles != 1 {
            write!(f, ",mult={}", self.multiply_cycles)?;
        }
        if self.divide_cycles != 1 {
            write!(f, ",div={}", self.divide_cycles)?;
        }
        if let Some(predictor) = self.predictor {
            write!(f, ",predict={predictor},btb={}", self.targets)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_is_read_and_written() {
        let same = ["id,fwd", "ex,nofwd", "mem,fwd,store-fwd,slot", "id,fwd,mult=12,div=35"];
        for text in same {
            assert_eq!(PipelineSettings::parse(text).unwrap().to_string(), text);
        }
        let predicted = PipelineSettings::parse("id,fwd,predict=2bit:8").unwrap();
        assert_eq!(predicted.to_string(), "id,fwd,predict=2bit:8@0,btb=16");
        let window = PipelineSettings::parse("id,fwd=10..20").unwrap().window;
        assert_eq!(window, Some(StepWindow { first: 10, last: 20 }));
        assert_eq!(PipelineSettings::parse("").unwrap(), PipelineSettings::default());
    }

    #[test]
    fn bad_settings_say_what_is_wrong() {
        let cases = [
            ("id=0..4", "the first instruction has the number 1, not 0"),
            ("id=9..4", "the window 9..4 ends before it begins"),
            ("id=1..9000", "a window has at most 256 instructions"),
            ("id=a..4", "a window is FROM..TO with numbers of instructions, not `a..4`"),
            ("mult=0", "a latency must be 1 to 1000 cycles, not 0"),
            ("id,fwd,mem", "`id` and `mem` contradict each other"),
            ("nofwd,ex,fwd", "`nofwd` and `fwd` contradict each other"),
            ("nofwd,store-fwd", "`store-fwd` needs `fwd`, not `nofwd`"),
            (
                "predict=gshare:3",
                "the number of entries must be a power of two, not 3; the nearest are 2 and 4",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(PipelineSettings::parse(text).unwrap_err().to_string(), message);
        }
        assert!(PipelineSettings::parse("wb").unwrap_err().to_string().contains("`wb`"));
    }
}
