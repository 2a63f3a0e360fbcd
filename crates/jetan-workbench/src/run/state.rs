//! The state of a run, for the wire.

use jetan_debug::advice::{self, Advice};
use jetan_debug::blame::Inquiry;
use jetan_debug::names::Names;
use jetan_machine::host::Dialog;
use jetan_machine::stop::Wait;
use jetan_machine::{Fault, Machine};
use jetan_run::RunEnd;
use jetan_wire::{DialogKind, DialogShown, ReasonKind, SourceLine, State, StateKind, Waiting};

use super::Run;
use crate::points::Points;

/// Why a run stands where it stands.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    pub(super) kind: ReasonKind,
    /// The number of the debugger's point.
    pub(super) point: Option<u32>,
    pub(super) text: Option<String>,
}

impl Reason {
    pub(super) fn of(kind: ReasonKind) -> Reason {
        Reason { kind, point: None, text: None }
    }

    /// The reason of a run that stands at its end.
    pub(super) fn ended(end: &RunEnd) -> Reason {
        Reason::of(match end {
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

    pub(super) fn wire(&self, points: &Points) -> jetan_wire::Reason {
        let id = self.point.and_then(|point| points.id_of(point)).map(str::to_owned);
        jetan_wire::Reason { kind: self.kind, id, text: self.text.clone() }
    }
}

/// The registers at a step, to be compared with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Registers {
    /// The step's instruction count.
    pub(crate) count: u64,
    pub(crate) cpu: [u32; 32],
    pub(crate) hi: u32,
    pub(crate) lo: u32,
    pub(crate) fpu: [u32; 32],
    pub(crate) cp0: [u32; 4],
}

impl Registers {
    pub(crate) fn of(machine: &Machine) -> Registers {
        let cp0 = &machine.cp0;
        Registers {
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

impl Run {
    fn kind(&self) -> StateKind {
        let timeline = &self.debugger.timeline;
        match (&self.motion, self.wait, timeline.ending()) {
            (Some(_), Some(Wait::Input | Wait::Dialog), _) => StateKind::Waiting,
            (Some(_), ..) => StateKind::Running,
            (None, _, Some(RunEnd::Faulted { .. })) if timeline.is_at_end() => StateKind::Faulted,
            (None, _, Some(_)) if timeline.is_at_end() => StateKind::Ended,
            _ => StateKind::Paused,
        }
    }

    /// The state; telling it is noted.
    pub(super) fn state(&mut self, now_ms: i64, points: &Points) -> State {
        let kind = self.kind();
        let is_running = kind == StateKind::Running;
        let machine = self.debugger.machine();
        let (count, pc) = (machine.count, machine.pc);
        let names = &self.debugger.names;
        let running = Reason::of(ReasonKind::Running);
        let reason = if is_running { &running } else { &self.reason };
        let at = names.statement(pc).map(|statement| SourceLine {
            path: names.sources.file(statement.span.file).name().to_owned(),
            line: statement.number - 1,
        });
        let mut state = State {
            count,
            end: self.debugger.timeline.end_count(),
            pc: Some(pc),
            at,
            label: names.label(pc),
            wants_keys: machine.polls() > 0,
            instruction: (!is_running).then(|| names.instruction(machine, pc)),
            ..bare(kind, reason.wire(points))
        };
        match (kind, self.debugger.timeline.ending()) {
            (StateKind::Ended, Some(end)) => state.exit = Some(end.exit_code()),
            (StateKind::Faulted, Some(RunEnd::Faulted { fault, pc })) => {
                state.fault = Some(fault_wire(&fault, pc, machine, names, None));
            }
            (StateKind::Waiting, _) => {
                let is_input = self.wait == Some(Wait::Input);
                state.waiting = Some(if is_input { Waiting::Input } else { Waiting::Dialog });
            }
            (StateKind::Running, _) if self.told.state_ms > 0 && !self.is_state_due => {
                let ms = (now_ms - self.told.state_ms).max(1) as u64;
                let executed = count.saturating_sub(self.told.count);
                state.per_second = Some(executed.saturating_mul(1000) / ms);
            }
            _ => {}
        }
        self.is_state_due = false;
        self.told.state_ms = now_ms;
        self.told.count = count;
        state
    }
}

/// A state without anything that can be left out.
pub(super) fn bare(kind: StateKind, reason: jetan_wire::Reason) -> State {
    State {
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
    names: &Names,
    inquiry: Option<&Inquiry>,
) -> jetan_wire::Fault {
    let Advice { message, label, notes, help } = Advice::of(fault, pc, machine, names, inquiry);
    let (code, place) = (advice::code(fault).to_owned(), place_wire(names, pc));
    jetan_wire::Fault { code, message, label, notes, help, place }
}

/// The line of an instruction.
pub(crate) fn place_wire(names: &Names, pc: u32) -> Option<SourceLine> {
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
