//! The results of the commands of the debugger, for machines.

mod why;

use jetan_debug::command::DebugReply;
use jetan_debug::trail::TakenJump;
use jetan_debug::view::DebugView;
use jetan_debug::view::changes::MachineChanges;
use jetan_debug::view::data::LabelData;
use jetan_debug::view::frames::StackFrame;
use jetan_debug::view::stack::StackWord;
use jetan_debug::{Arrival, Debugger};
use jetan_symbols::DebugSymbols;
use serde::Serialize;

use why::{WireExplanation, WirePart};

/// The result of a command.
#[derive(Serialize)]
struct CommandAnswer<'r> {
    command: &'r str,
    ok: bool,
    lines: &'r [String],
    arrival: Option<&'static str>,
    count: u64,
    pc: String,
    file: Option<String>,
    line: Option<u32>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    view: Option<WireView>,
}

/// The result of a command and the position of the debugger after it, as one line of JSON without
/// its end.
pub fn json(command: &str, reply: &DebugReply, debugger: &Debugger) -> String {
    let machine = debugger.machine();
    let line = debugger.names.line(machine.pc);
    let answer = CommandAnswer {
        command: command.trim(),
        ok: !reply.is_refusal,
        lines: &reply.lines,
        arrival: reply.arrival.as_ref().map(arrival),
        count: machine.count,
        pc: format!("{:#010x}", machine.pc),
        file: line.as_ref().map(|line| line.file.clone()),
        line: line.as_ref().map(|line| line.number),
        view: reply.view.as_ref().map(|view| WireView::new(view, &debugger.names)),
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

/// The data behind the lines, under a name that says what it is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum WireView {
    // The names of the variants are keys of the JSON object, so renaming one changes the output.
    Frames(Vec<WireFrame>),
    Words(Vec<WireWord>),
    Data(Vec<WireItem>),
    Changes(WireChanges),
    Jumps(Vec<WireJump>),
    Why(Vec<WirePart>),
    Explanation(Box<WireExplanation>),
}

#[derive(Serialize)]
struct WireFrame {
    name: String,
    count: u64,
    pc: u32,
    sp: u32,
    arguments: Vec<WireArgument>,
    saved: Vec<WireSaved>,
    doubts: Vec<String>,
}

#[derive(Serialize)]
struct WireArgument {
    name: &'static str,
    value: u32,
}

#[derive(Serialize)]
struct WireSaved {
    name: &'static str,
    address: u32,
    value: u32,
    expected: u32,
}

#[derive(Serialize)]
struct WireWord {
    address: u32,
    value: u32,
    meaning: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireItem {
    name: String,
    address: u32,
    bytes: u32,
    kind: &'static str,
    is_guessed: bool,
    text: String,
}

#[derive(Serialize)]
struct WireChanges {
    since: u64,
    registers: Vec<WireChange>,
    words: Vec<WireChange>,
    more: usize,
}

#[derive(Serialize)]
struct WireChange {
    name: String,
    was: u32,
    is: u32,
}

#[derive(Serialize)]
struct WireJump {
    count: u64,
    from: u32,
    to: u32,
}

impl WireView {
    fn new(view: &DebugView, names: &DebugSymbols) -> WireView {
        match view {
            DebugView::Frames(frames) => WireView::Frames(frames.iter().map(frame).collect()),
            DebugView::Words(words) => WireView::Words(words.iter().map(word).collect()),
            DebugView::Data(items) => WireView::Data(items.iter().map(item).collect()),
            DebugView::Changes(changes) => WireView::Changes(change(changes, names)),
            DebugView::Jumps(jumps) => WireView::Jumps(jumps.iter().map(jump).collect()),
            DebugView::Why(parts) => {
                WireView::Why(parts.iter().map(|part| WirePart::new(part, names)).collect())
            }
            DebugView::Aftermath(aftermath) => {
                WireView::Explanation(Box::new(WireExplanation::new(aftermath, names)))
            }
        }
    }
}

fn frame(frame: &StackFrame) -> WireFrame {
    let arguments = frame
        .arguments
        .iter()
        .map(|&(reg, value)| WireArgument { name: reg.name(), value })
        .collect();
    let saved = frame.saved.iter().map(|saved| WireSaved {
        name: saved.reg.name(),
        address: saved.address,
        value: saved.value,
        expected: saved.expected,
    });
    WireFrame {
        name: frame.name.clone(),
        count: frame.call.count,
        pc: frame.call.pc,
        sp: frame.call.sp,
        arguments,
        saved: saved.collect(),
        doubts: frame.doubts.clone(),
    }
}

fn word(word: &StackWord) -> WireWord {
    WireWord { address: word.address, value: word.value, meaning: word.meaning.clone() }
}

fn item(item: &LabelData) -> WireItem {
    WireItem {
        name: item.name.clone(),
        address: item.address,
        bytes: item.bytes,
        kind: item.kind.name(),
        is_guessed: item.is_guessed,
        text: item.text.clone(),
    }
}

fn change(changes: &MachineChanges, names: &DebugSymbols) -> WireChanges {
    let changed = |name: String, was, is| WireChange { name, was, is };
    let cpu = changes.registers.iter().map(|&(reg, was, is)| (reg.name().to_owned(), was, is));
    let hilo = changes.hilo.iter().map(|&(name, was, is)| (name.to_owned(), was, is));
    let floats = changes.floats.iter().map(|&(number, was, is)| (format!("$f{number}"), was, is));
    let registers = cpu.chain(hilo).chain(floats);
    let words = changes.words.iter().map(|&(at, was, is)| changed(names.address_text(at), was, is));
    WireChanges {
        since: changes.since,
        registers: registers.map(|(name, was, is)| changed(name, was, is)).collect(),
        words: words.collect(),
        more: changes.more,
    }
}

fn jump(jump: &TakenJump) -> WireJump {
    WireJump { count: jump.count, from: jump.from, to: jump.to }
}

/// A word for why the debugger is where it is.
fn arrival(arrival: &Arrival) -> &'static str {
    match arrival {
        Arrival::There => "there",
        Arrival::Breakpoint(_) => "breakpoint",
        Arrival::Watchpoint(..) => "watchpoint",
        Arrival::Condition(..) => "condition",
        Arrival::Ended(_) => "ended",
        Arrival::Waiting(_) => "waiting",
        Arrival::Beginning => "beginning",
        Arrival::NotFound => "not found",
        Arrival::NotInCall => "not in a call",
        Arrival::GaveUp => "interrupted",
    }
}
