//! The multi-cycle diagram of a window: instructions down, cycles across.

use super::StallReason;
use super::settings::StepWindow;

/// The most instructions of a diagram.
pub const WINDOW_MAX: u64 = 256;

/// A value that reaches an instruction past the register file: from the end of one stage to the
/// beginning of another, in the next cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardArrow {
    /// The number of the register in a [`RegisterSet`](super::RegisterSet).
    pub register: u8,
    /// The number in the run of the instruction that made the value.
    pub from_number: u64,
    /// Its address.
    pub from_pc: u32,
    /// The stage that has the value: EX or MEM.
    pub from_stage: &'static str,
    /// The cycle in which it is there.
    pub from_cycle: u64,
    /// The stage that needs the value: ID, EX or MEM.
    pub to_stage: &'static str,
    /// The cycle in which it is needed.
    pub to_cycle: u64,
}

/// The stages of one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramRow {
    /// The number of the instruction in the run, the first is 1.
    pub number: u64,
    /// The address.
    pub pc: u32,
    /// The first cycle of IF.
    pub fetched: u64,
    /// The first cycle of ID.
    pub arrived: u64,
    /// The cycle in which it leaves ID; EX, MEM and WB follow.
    pub decoded: u64,
    /// The reason for waiting in ID, and the register.
    pub stall: Option<(StallReason, u8)>,
    /// Values that come past the register file.
    pub forwards: Vec<ForwardArrow>,
}

impl DiagramRow {
    pub(super) fn new(number: u64, pc: u32, cycles: [u64; 3]) -> DiagramRow {
        let [fetched, arrived, decoded] = cycles;
        DiagramRow { number, pc, fetched, arrived, decoded, stall: None, forwards: Vec::new() }
    }

    /// The stage in a cycle; empty outside.
    pub const fn stage(&self, cycle: u64) -> &'static str {
        if cycle < self.fetched {
            ""
        } else if cycle < self.arrived {
            "IF"
        } else if cycle <= self.decoded {
            "ID"
        } else {
            stage_after_id(cycle - self.decoded)
        }
    }
}

/// The stage of an instruction so many cycles after it has left ID.
pub(super) const fn stage_after_id(cycles: u64) -> &'static str {
    match cycles {
        1 => "EX",
        2 => "MEM",
        3 => "WB",
        _ => "",
    }
}

/// The rows of a window.
#[derive(Clone, Debug)]
pub struct PipelineDiagram {
    window: StepWindow,
    rows: Vec<DiagramRow>,
}

impl PipelineDiagram {
    pub(super) fn new(window: StepWindow) -> PipelineDiagram {
        PipelineDiagram { window, rows: Vec::new() }
    }

    pub(super) fn covers(&self, number: u64) -> bool {
        self.window.first <= number && number <= self.window.last
    }

    pub(super) fn push(&mut self, row: DiagramRow) {
        self.rows.push(row);
    }

    /// The window that was asked for.
    pub fn window(&self) -> StepWindow {
        self.window
    }

    /// The instructions in order; none if the run ended before the window.
    pub fn rows(&self) -> &[DiagramRow] {
        &self.rows
    }

    /// The first and the last cycle of the rows.
    pub fn cycles(&self) -> Option<(u64, u64)> {
        let first = self.rows.first()?.fetched;
        let last = self.rows.iter().map(|row| row.decoded + 3).max()?;
        Some((first, last))
    }

    /// The instructions that are in some stage in a cycle, with the stage.
    pub fn at(&self, cycle: u64) -> Vec<(&DiagramRow, &'static str)> {
        let rows = self.rows.iter().map(|row| (row, row.stage(cycle)));
        rows.filter(|(_, stage)| !stage.is_empty()).collect()
    }
}
