//! The five-stage pipeline: cycles, stalls with their reasons, flushes, the diagram of a window.
//!
//! One instruction is issued at a time and in order; the register file is written in the first half
//! of a cycle and read in the second. All rules speak of the cycle in which an instruction leaves
//! ID; everything after that stage never waits.

mod diagram;
mod hazard;
mod issue;
mod profile;
mod reorder;
mod settings;
mod step;
mod waits;

pub use diagram::{DiagramRow, ForwardArrow, PipelineDiagram, WINDOW_MAX};
pub use hazard::{HazardPair, HazardTable, PAIRS_MAX};
pub use reorder::{BlockReorder, MovedPlace, MovedStatement, ReorderReport};
pub use settings::{BranchStage, PipelineSettings, StepWindow};
pub(crate) use step::executed_instruction;
pub use step::{PipelineStep, RegisterSet, ResultUnit, StepKind};

use crate::branch::{BranchEvent, BranchPredictor, ReturnStack, TargetBuffer};
use diagram::stage_after_id;
use issue::{IssueState, IssuedStep};
use profile::StretchProfile;
pub(crate) use reorder::ReorderCode;
use reorder::reorder;
use waits::WaitTable;

/// The reason for a lost cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StallReason {
    /// A loaded value is needed by the next instruction.
    LoadUse,
    /// A branch or jump that is decided in ID needs a value.
    BranchOperand,
    /// A product or quotient is not ready.
    MultiplyDivide,
    /// Any other value that is not there yet.
    OtherData,
}

impl StallReason {
    /// The words for it in tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            StallReason::LoadUse => "load-use",
            StallReason::BranchOperand => "branch operand",
            StallReason::MultiplyDivide => "product or quotient",
            StallReason::OtherData => "data",
        }
    }
}

/// Lost cycles by reason; with the instructions and the four cycles that fill the pipeline they
/// are all cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpiStack {
    /// Instructions that were executed.
    pub instructions: u64,
    /// Waiting for a loaded value.
    pub load_use: u64,
    /// Branches waiting for their operands.
    pub branch_operand: u64,
    /// Waiting for a product or quotient.
    pub multiply_divide: u64,
    /// Waiting for any other value.
    pub other_data: u64,
    /// Fetches that were thrown away.
    pub flushed: u64,
    /// Waiting for instructions that a cache did not have; added by whoever knows the cache.
    pub fetch_misses: u64,
    /// Waiting for data that a cache did not have, likewise.
    pub data_misses: u64,
    /// Delay slots with a `nop`.
    pub wasted_slots: u64,
}

impl CpiStack {
    /// Waiting for values, whatever the reason.
    pub const fn data_stalls(&self) -> u64 {
        self.load_use + self.branch_operand + self.multiply_divide + self.other_data
    }

    /// All cycles; none before the first instruction.
    pub const fn cycles(&self) -> u64 {
        if self.instructions == 0 {
            return 0;
        }
        let lost = self.data_stalls() + self.flushed + self.fetch_misses + self.data_misses;
        self.instructions + 4 + lost
    }

    /// Cycles for each instruction, 0 before the first.
    pub fn cpi(&self) -> f64 {
        if self.instructions == 0 { 0.0 } else { self.cycles() as f64 / self.instructions as f64 }
    }

    fn count(&mut self, reason: StallReason, cycles: u64) {
        let count = match reason {
            StallReason::LoadUse => &mut self.load_use,
            StallReason::BranchOperand => &mut self.branch_operand,
            StallReason::MultiplyDivide => &mut self.multiply_divide,
            StallReason::OtherData => &mut self.other_data,
        };
        *count += cycles;
    }
}

/// A pipeline that is fed with executed instructions.
#[derive(Clone, Debug)]
pub struct PipelineModel {
    settings: PipelineSettings,
    predictor: Option<BranchPredictor>,
    targets: Option<TargetBuffer>,
    returns: ReturnStack,
    stack: CpiStack,
    waits: WaitTable,
    issue: IssueState,
    profile: StretchProfile,
    /// The cycle in which the last instruction came to ID.
    arrived: u64,
    /// Fetches to be thrown away before the next instruction.
    flush: u64,
    /// Those before the one after the next, behind a delay slot.
    flush_after_slot: Option<u64>,
    mispredicted: u64,
    hazards: HazardTable,
    diagram: Option<PipelineDiagram>,
}

/// Calls that are remembered for returns.
const RETURN_DEPTH: u32 = 16;

impl PipelineModel {
    /// An empty pipeline.
    pub fn new(settings: PipelineSettings) -> PipelineModel {
        let has_predictor = settings.predictor.is_some();
        PipelineModel {
            settings,
            predictor: settings.predictor.map(BranchPredictor::new),
            targets: TargetBuffer::new(settings.targets).ok().filter(|_| has_predictor),
            returns: ReturnStack::new(RETURN_DEPTH),
            stack: CpiStack::default(),
            waits: WaitTable::new(&settings),
            issue: IssueState::new(),
            profile: StretchProfile::new(),
            arrived: 1,
            flush: 0,
            flush_after_slot: None,
            mispredicted: 0,
            hazards: HazardTable::default(),
            diagram: settings.window.map(PipelineDiagram::new),
        }
    }

    /// The settings.
    pub fn settings(&self) -> PipelineSettings {
        self.settings
    }

    /// The cycles so far, by what they were used for.
    pub fn stack(&self) -> CpiStack {
        self.stack
    }

    /// Branches and jumps that were foreseen wrongly, with a predictor.
    pub fn mispredicted(&self) -> u64 {
        self.mispredicted
    }

    /// Pairs of instructions of which one waits for the other.
    pub fn hazards(&self) -> &HazardTable {
        &self.hazards
    }

    /// The diagram of the window that was asked for.
    pub fn diagram(&self) -> Option<&PipelineDiagram> {
        self.diagram.as_ref()
    }

    /// Draws another window from now on: of a run that is looked at again and again, the pipeline
    /// before the window stays as it is.
    pub fn draw(&mut self, window: StepWindow) {
        self.diagram = Some(PipelineDiagram::new(window));
    }

    /// Orders of the program's blocks in which less is waited, as far as this pipeline has seen
    /// the program.
    pub(crate) fn reorder(&self, code: &ReorderCode<'_>) -> ReorderReport {
        reorder(&self.profile, &self.waits, code)
    }

    /// Executes an instruction.
    pub fn step(&mut self, step: &PipelineStep) {
        let is_slot = self.flush_after_slot.is_some();
        self.stack.instructions += 1;
        self.stack.wasted_slots += u64::from(is_slot && step.is_nop);
        let flush = [self.flush, self.flush_after_slot.unwrap_or(0)];
        let (issue, waits) = (&self.issue, &self.waits);
        self.profile.step(step, self.settings.has_delay_slot, || issue.entry(flush, waits));
        let issued = self.issue.issue(step, self.flush, &self.waits);
        if let Some(hazard) = issued.hazard {
            let IssuedStep { stall, .. } = issued;
            self.stack.count(hazard.reason, stall);
            self.hazards.count(hazard.producer, step.pc, hazard.register, hazard.reason, stall);
        }
        self.draw_step(step, &issued);
        self.arrived = issued.arrived;
        self.issue.write(step, self.stack.instructions);
        self.turn(step);
    }

    /// Adds an instruction to the diagram if its window covers it.
    #[inline]
    fn draw_step(&mut self, step: &PipelineStep, issued: &IssuedStep) {
        let number = self.stack.instructions;
        let Some(diagram) = self.diagram.as_mut().filter(|diagram| diagram.covers(number)) else {
            return;
        };
        let fetched = if self.flush > 0 { issued.arrived - 1 } else { self.arrived };
        let cycles = [fetched, issued.arrived, self.issue.decoded];
        let mut row = DiagramRow::new(number, step.pc, cycles);
        row.stall = issued.hazard.map(|hazard| (hazard.reason, hazard.register));
        row.forwards = forwards(&self.issue, step, &self.settings);
        diagram.push(row);
    }

    /// Works out how many fetches are lost after an instruction.
    fn turn(&mut self, step: &PipelineStep) {
        self.flush = self.flush_after_slot.take().unwrap_or(0);
        let lost = self.lost_fetches(step);
        let is_turning = step.kind.may_turn();
        if self.settings.has_delay_slot && is_turning {
            // One of the fetches after it is the slot, which is executed anyhow.
            let lost = lost.saturating_sub(1);
            self.stack.flushed += lost;
            self.flush_after_slot = Some(lost);
        } else {
            self.stack.flushed += lost;
            self.flush += lost;
        }
    }

    fn lost_fetches(&mut self, step: &PipelineStep) -> u64 {
        let decided = self.settings.branch_stage.lost_fetches();
        let Some(predictor) = &mut self.predictor else {
            return match step.kind {
                StepKind::Branch | StepKind::JumpRegister if step.is_taken => decided,
                StepKind::Jump | StepKind::Call => 1,
                _ => 0,
            };
        };
        let slot = if self.settings.has_delay_slot { 8 } else { 4 };
        let targets = self.targets.as_mut();
        let is_known = |targets: Option<&mut TargetBuffer>| {
            targets.is_some_and(|targets| targets.jump(step.pc, step.target))
        };
        let (is_right, lost) = match step.kind {
            StepKind::Branch => {
                let (pc, target, is_taken) = (step.pc, step.target, step.is_taken);
                let event = BranchEvent { pc, target, is_taken };
                let is_right = predictor.predict(&event) == is_taken;
                predictor.update(&event);
                // A branch that is not taken needs no target.
                let is_known = !is_taken || is_known(targets);
                let lost = if is_right { u64::from(!is_known) } else { decided };
                (is_right, lost)
            }
            StepKind::Jump | StepKind::Call => (true, u64::from(!is_known(targets))),
            StepKind::JumpRegister => {
                let is_right = self.returns.give_back(step.target) || is_known(targets);
                (is_right, if is_right { 0 } else { decided })
            }
            StepKind::Plain => (true, 0),
        };
        if step.kind == StepKind::Call || step.is_call {
            self.returns.call(step.pc.wrapping_add(slot));
        }
        self.mispredicted += u64::from(!is_right);
        lost
    }
}

/// The values that reach an instruction past the register file.
fn forwards(
    issue: &IssueState,
    step: &PipelineStep,
    settings: &PipelineSettings,
) -> Vec<ForwardArrow> {
    let arrow = |register: u8| {
        let producer = issue.producers[usize::from(register)]?;
        let is_stored = step.stored.contains(register);
        let distance = issue.decoded.saturating_sub(producer.decoded);
        let (to_stage, later) =
            settings.forwarded_to(producer.unit, step.kind, is_stored, distance)?;
        let to_cycle = issue.decoded + later;
        // A value is taken from where it is in the cycle before it is used.
        let from_cycle = to_cycle - 1;
        Some(ForwardArrow {
            register,
            from_number: producer.number,
            from_pc: producer.pc,
            from_stage: stage_after_id(from_cycle - producer.decoded),
            from_cycle,
            to_stage,
            to_cycle,
        })
    };
    step.reads.iter().filter_map(arrow).collect()
}
