//! The rules about waiting as a table: they are asked for each register of each instruction.

use super::StallReason;
use super::settings::PipelineSettings;
use super::step::{ResultUnit, StepKind};

/// A wait in cycles, and its reason.
type Wait = (u64, StallReason);

/// The waits of one pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitTable {
    /// By unit, for most instructions.
    usual: [Wait; ResultUnit::ALL.len()],
    /// For those that may need their operands earlier.
    early: [Wait; ResultUnit::ALL.len()],
    /// For the value of a store.
    stored: [Wait; ResultUnit::ALL.len()],
}

impl WaitTable {
    pub(super) fn new(settings: &PipelineSettings) -> WaitTable {
        let waits = |kind: StepKind, is_stored: bool| {
            ResultUnit::ALL.map(|unit| settings.wait(unit, kind, is_stored))
        };
        WaitTable {
            usual: waits(StepKind::Plain, false),
            early: waits(StepKind::Branch, false),
            stored: waits(StepKind::Plain, true),
        }
    }

    /// The cycles from the ID of a producer to the first ID in which its consumer need not wait,
    /// and the reason if it does.
    #[inline]
    pub(super) fn wait(&self, unit: ResultUnit, consumer: StepKind, is_stored: bool) -> Wait {
        let waits = match consumer {
            StepKind::Branch | StepKind::JumpRegister => &self.early,
            _ if is_stored => &self.stored,
            _ => &self.usual,
        };
        waits[unit as usize]
    }

    /// The most cycles from the ID of a producer to the first ID in which nobody has to wait.
    #[inline]
    pub(super) fn longest(&self, unit: ResultUnit) -> u64 {
        self.early[unit as usize].0
    }
}
