//! Where a run stands, for the wire.

use jetan_debug::advice::{self, Advice};
use jetan_debug::blame::Inquiry;
use jetan_debug::names::Names;
use jetan_machine::host::Dialog;
use jetan_machine::stop::{Exit, Wait};
use jetan_machine::{Fault, Machine, Stop};
use serde_json::{Value, json};

use super::Run;
use crate::points::Points;

/// Why a run stands where it stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Reason {
    pub(super) kind: &'static str,
    /// The number of the debugger's point.
    pub(super) point: Option<u32>,
    pub(super) text: Option<String>,
}

impl Reason {
    pub(super) fn of(kind: &'static str) -> Reason {
        Reason { kind, point: None, text: None }
    }

    fn wire(&self, points: &Points) -> Value {
        let mut wire = json!({"kind": self.kind});
        if let Some(id) = self.point.and_then(|point| points.id_of(point)) {
            wire["id"] = Value::from(id);
        }
        if let Some(text) = &self.text {
            wire["text"] = Value::from(text.as_str());
        }
        wire
    }
}

/// The registers at an instant, to be compared with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Registers {
    /// The instant.
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
    fn kind(&self) -> &'static str {
        let timeline = &self.debugger.timeline;
        match (&self.motion, self.wait, timeline.ending()) {
            (Some(_), Some(Wait::Input | Wait::Dialog), _) => "waiting",
            (Some(_), ..) => "running",
            (None, _, Some(Stop::Faulted { .. })) if timeline.is_at_end() => "faulted",
            (None, _, Some(_)) if timeline.is_at_end() => "ended",
            _ => "paused",
        }
    }

    /// The state; telling it is noted.
    pub(super) fn state(&mut self, now_ms: i64, points: &Points) -> Value {
        let kind = self.kind();
        let machine = self.debugger.machine();
        let (count, pc) = (machine.count, machine.pc);
        let names = &self.debugger.names;
        let reason =
            if kind == "running" { json!({"kind": "running"}) } else { self.reason.wire(points) };
        let mut state = json!({
            "kind": kind, "count": count, "end": self.debugger.timeline.end_count(), "pc": pc,
            "reason": reason,
        });
        if let Some(statement) = names.statement(pc) {
            let path = names.sources.file(statement.span.file).name();
            state["at"] = json!({"path": path, "line": statement.number - 1});
        }
        if let Some(label) = names.label(pc) {
            state["label"] = Value::from(label);
        }
        if kind != "running" {
            state["instruction"] = Value::from(names.instruction(machine, pc));
        }
        match (kind, self.debugger.timeline.ending()) {
            ("ended", Some(Stop::Exited(exit))) => {
                state["exit"] = Value::from(if let Exit::Code(code) = exit { *code } else { 0 });
            }
            ("faulted", Some(Stop::Faulted { fault, pc })) => {
                state["fault"] = fault_wire(fault, *pc, machine, names, None);
            }
            ("waiting", _) => {
                let what = if self.wait == Some(Wait::Input) { "input" } else { "dialog" };
                state["waiting"] = Value::from(what);
            }
            ("running", _) if self.told.state_ms > 0 && !self.is_state_due => {
                let ms = (now_ms - self.told.state_ms).max(1) as u64;
                let executed = count.saturating_sub(self.told.count);
                state["perSecond"] = Value::from(executed.saturating_mul(1000) / ms);
            }
            _ => {}
        }
        self.is_state_due = false;
        self.told.state_ms = now_ms;
        self.told.count = count;
        state
    }
}

/// A fault of the instruction at `pc`, with what to do about it.
pub(crate) fn fault_wire(
    fault: &Fault,
    pc: u32,
    machine: &Machine,
    names: &Names,
    inquiry: Option<&Inquiry>,
) -> Value {
    let Advice { message, label, notes, help } = Advice::of(fault, pc, machine, names, inquiry);
    let mut wire = json!({
        "code": advice::code(fault), "message": message, "label": label, "notes": notes,
        "help": help,
    });
    if let Some(place) = place_wire(names, pc) {
        wire["place"] = place;
    }
    wire
}

/// The line of an instruction.
pub(crate) fn place_wire(names: &Names, pc: u32) -> Option<Value> {
    let line = names.line(pc)?;
    Some(json!({"path": line.file, "line": line.number - 1}))
}

/// A dialog for the wire.
pub(super) fn dialog(dialog: &Dialog) -> Value {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match dialog {
        Dialog::Confirm(bytes) => json!({"kind": "confirm", "text": text(bytes)}),
        Dialog::Input(bytes) => json!({"kind": "input", "text": text(bytes)}),
        Dialog::Message(bytes, level) => {
            json!({"kind": "message", "text": text(bytes), "level": level})
        }
    }
}
