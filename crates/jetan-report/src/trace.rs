//! Lines of a trace, for people and as JSON.

use jetan_debug::trace::{TraceChange, TraceStep};
use jetan_machine::Machine;
use jetan_symbols::DebugSymbols;
use serde::Serialize;

use crate::wire;

/// The width of the instruction before its changes, in columns.
const INSTRUCTION_WIDTH: usize = 28;

/// A step for machines.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireStep {
    /// The number of instructions executed before.
    count: u64,
    pc: u32,
    file: Option<String>,
    line: Option<u32>,
    instruction: String,
    changes: Vec<WireChange>,
}

#[derive(Serialize)]
struct WireChange {
    place: String,
    /// Absent where a service has stored bytes.
    value: Option<u32>,
}

/// A step as a line without its end: count, place, instruction, what it changed. The machine is
/// asked for instructions that the program has stored itself.
pub fn text(step: &TraceStep, machine: &Machine, names: &DebugSymbols) -> String {
    let place = match names.line(step.pc) {
        Some(line) => format!("{}:{}", line.file, line.number),
        None => format!("{:#010x}", step.pc),
    };
    let instruction = names.instruction(machine, step.pc);
    let changes: Vec<String> =
        step.changes.iter().map(|change| change_text(change, names)).collect();
    let changes = changes.join(", ");
    let (count, width) = (step.count, INSTRUCTION_WIDTH);
    let line = format!("{count:>8}  {place:<16}  {instruction:<width$}  {changes}");
    line.trim_end().to_owned()
}

fn change_text(change: &TraceChange, names: &DebugSymbols) -> String {
    let place = change.place(names);
    match change.value() {
        Some(value) => format!("{place} = {} ({value:#x})", value.cast_signed()),
        None => format!("{place} stored"),
    }
}

/// The same step as one line of JSON, without its end.
pub fn json(step: &TraceStep, machine: &Machine, names: &DebugSymbols) -> String {
    let line = names.line(step.pc);
    let changes = step.changes.iter();
    wire::json(&WireStep {
        count: step.count,
        pc: step.pc,
        line: line.as_ref().map(|line| line.number),
        file: line.map(|line| line.file),
        instruction: names.instruction(machine, step.pc),
        changes: changes
            .map(|change| WireChange { place: change.place(names), value: change.value() })
            .collect(),
    })
}
