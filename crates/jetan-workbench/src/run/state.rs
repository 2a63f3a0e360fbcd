//! The state of a run, for the wire.

use jetan_debug::advice::{self, FaultAdvice};
use jetan_debug::blame::FailureAnalysis;
use jetan_machine::host::Dialog;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Fault, Machine};
use jetan_run::RunEnd;
use jetan_symbols::DebugSymbols;
use jetan_wire::{
    DialogKind, DialogShown, ReasonKind, RunState, SourceLine, StateKind, WaitingFor,
};

use super::DebuggedRun;
use crate::points::PointStore;

/// Why a run stands where it stands.
#[derive(Clone, Debug)]
pub(super) struct StandReason {
    pub(super) kind: ReasonKind,
    /// The number of the debugger's point.
    pub(super) point: Option<u32>,
    pub(super) text: Option<String>,
}

impl StandReason {
    pub(super) fn of(kind: ReasonKind) -> StandReason {
        StandReason { kind, point: None, text: None }
    }

    /// The reason of a run that stands at its end.
    pub(super) fn ended(end: &RunEnd) -> StandReason {
        StandReason::of(match end {
            RunEnd::DroppedOff(_) => ReasonKind::OffTheEnd,
            RunEnd::Faulted { .. } | RunEnd::EndOfInput => ReasonKind::Fault,
            RunEnd::Interrupted | RunEnd::OutOfKeys => ReasonKind::Pause,
            RunEnd::Limit(_) => ReasonKind::Full,
            RunEnd::Exited(_)
            | RunEnd::Returned(_)
            | RunEnd::OutputClosed
            | RunEnd::OutputLost(_) => ReasonKind::Exit,
        })
    }

    pub(super) fn wire(&self, points: &PointStore) -> jetan_wire::PauseReason {
        let id = self.point.and_then(|point| points.id_of(point)).map(str::to_owned);
        jetan_wire::PauseReason { kind: self.kind, id, text: self.text.clone() }
    }
}

/// The registers at a step, to be compared with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoppedRegisters {
    /// The step's instruction count.
    pub(crate) count: u64,
    pub(crate) cpu: [u32; 32],
    pub(crate) hi: u32,
    pub(crate) lo: u32,
    pub(crate) fpu: [u32; 32],
    pub(crate) cp0: [u32; 4],
}

impl StoppedRegisters {
    pub(crate) fn of(machine: &Machine) -> StoppedRegisters {
        let cp0 = &machine.cp0;
        StoppedRegisters {
            count: machine.count,
            cpu: std::array::from_fn(|idx| {
                machine.registers.get(jetan_isa::Reg::at_index(idx as u8))
            }),
            hi: machine.hilo.hi,
            lo: machine.hilo.lo,
            fpu: std::array::from_fn(|idx| machine.fpu.bits(idx as u8)),
            cp0: [cp0.vaddr, cp0.status, cp0.cause, cp0.epc],
        }
    }
}

impl DebuggedRun {
    fn kind(&self) -> StateKind {
        let timeline = &self.debugger.timeline;
        match (&self.motion, self.wait, timeline.ending()) {
            (Some(_), Some(WaitReason::Input | WaitReason::Dialog), _) => StateKind::Waiting,
            (Some(_), ..) => StateKind::Running,
            (None, _, Some(RunEnd::Faulted { .. })) if timeline.is_at_end() => StateKind::Faulted,
            // A program that has ended can be looked at anywhere in its past, where it is only
            // paused.
            (None, _, Some(_)) if timeline.is_at_end() => StateKind::Ended,
            _ => StateKind::Paused,
        }
    }

    /// The state; telling it is noted.
    pub(super) fn state(&mut self, now_ms: i64, points: &PointStore) -> RunState {
        let kind = self.kind();
        let is_running = kind == StateKind::Running;
        let machine = self.debugger.machine();
        let (count, pc) = (machine.count, machine.pc);
        let names = &self.debugger.names;
        let running = StandReason::of(ReasonKind::Running);
        let reason = if is_running { &running } else { &self.reason };
        let at = names.statement(pc).map(|statement| SourceLine {
            path: names.sources.file(statement.span.file).name().to_owned(),
            line: statement.number - 1,
        });
        let mut state = RunState {
            count,
            end: self.debugger.timeline.end_count(),
            pc: Some(pc),
            at,
            label: names.label(pc),
            wants_keys: machine.polls() > 0,
            // Not while it runs: the text would be of an instruction that is long over when the
            // page shows it.
            instruction: (!is_running).then(|| names.instruction(machine, pc)),
            ..bare(kind, reason.wire(points))
        };
        match (kind, self.debugger.timeline.ending()) {
            (StateKind::Ended, Some(end)) => state.exit = Some(end.exit_code()),
            (StateKind::Faulted, Some(RunEnd::Faulted { fault, pc })) => {
                state.fault = Some(fault_wire(&fault, pc, machine, names, None));
            }
            (StateKind::Waiting, _) => {
                let is_input = self.wait == Some(WaitReason::Input);
                state.waiting = Some(if is_input { WaitingFor::Input } else { WaitingFor::Dialog });
            }
            // Not in the first state after a start or a stop: the time since the last one includes
            // the rest.
            (StateKind::Running, _) if self.notified.state_ms > 0 && !self.is_state_due => {
                // At least one, for clocks that are set back or asked twice in a millisecond.
                let ms = (now_ms - self.notified.state_ms).max(1) as u64;
                let executed = count.saturating_sub(self.notified.count);
                state.per_second = Some(executed.saturating_mul(1000) / ms);
            }
            _ => {}
        }
        self.is_state_due = false;
        self.notified.state_ms = now_ms;
        self.notified.count = count;
        state
    }
}

/// A state without anything that can be left out.
pub(super) fn bare(kind: StateKind, reason: jetan_wire::PauseReason) -> RunState {
    RunState {
        kind,
        count: 0,
        end: 0,
        pc: None,
        at: None,
        label: None,
        instruction: None,
        reason,
        exit: None,
        fault: None,
        waiting: None,
        per_second: None,
        wants_keys: false,
    }
}

/// A fault of the instruction at `pc`, with what to do about it.
pub(crate) fn fault_wire(
    fault: &Fault,
    pc: u32,
    machine: &Machine,
    names: &DebugSymbols,
    inquiry: Option<&FailureAnalysis>,
) -> jetan_wire::FaultReport {
    let FaultAdvice { message, label, notes, help } =
        FaultAdvice::of(fault, pc, machine, names, inquiry);
    let (code, place) = (advice::code(fault).to_owned(), place_wire(names, pc));
    jetan_wire::FaultReport { code, message, label, notes, help, place }
}

/// The line of an instruction.
pub(crate) fn place_wire(names: &DebugSymbols, pc: u32) -> Option<SourceLine> {
    let line = names.line(pc)?;
    Some(SourceLine { path: line.file, line: line.number - 1 })
}

/// A dialog for the wire.
pub(super) fn dialog(dialog: &Dialog) -> DialogShown {
    let (kind, bytes, level) = match dialog {
        Dialog::Confirm(bytes) => (DialogKind::Confirm, bytes, None),
        Dialog::Input(bytes) => (DialogKind::Input, bytes, None),
        Dialog::Message(bytes, level) => (DialogKind::Message, bytes, Some(*level)),
    };
    DialogShown { kind, text: String::from_utf8_lossy(bytes).into_owned(), level }
}
