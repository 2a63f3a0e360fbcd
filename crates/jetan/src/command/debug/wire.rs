//! What commands of the debugger come to, for machines.

use jetan_debug::Arrival;
use jetan_debug::names::Names;
use jetan_debug::trail::Jump;
use jetan_debug::view::View;
use jetan_debug::view::changes::Changes;
use jetan_debug::view::data::Item;
use jetan_debug::view::frames::Frame;
use jetan_debug::view::stack::Word;
use serde::Serialize;

/// What a command came to.
#[derive(Serialize)]
pub(super) struct Answer<'r> {
    pub(super) command: &'r str,
    pub(super) ok: bool,
    pub(super) lines: &'r [String],
    pub(super) arrival: Option<&'static str>,
    pub(super) count: u64,
    pub(super) pc: String,
    pub(super) file: Option<String>,
    pub(super) line: Option<u32>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) view: Option<WireView>,
}

/// The data behind the lines, under a name that says what it is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum WireView {
    Frames(Vec<WireFrame>),
    Words(Vec<WireWord>),
    Data(Vec<WireItem>),
    Changes(WireChanges),
    Jumps(Vec<WireJump>),
}

#[derive(Serialize)]
pub(super) struct WireFrame {
    name: String,
    count: u64,
    pc: u32,
    sp: u32,
    arguments: Vec<Named>,
    saved: Vec<WireSaved>,
    doubts: Vec<String>,
}

#[derive(Serialize)]
struct Named {
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
pub(super) struct WireWord {
    address: u32,
    value: u32,
    meaning: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireItem {
    name: String,
    address: u32,
    bytes: u32,
    kind: &'static str,
    is_guessed: bool,
    text: String,
}

#[derive(Serialize)]
pub(super) struct WireChanges {
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
pub(super) struct WireJump {
    count: u64,
    from: u32,
    to: u32,
}

impl WireView {
    pub(super) fn new(view: &View, names: &Names) -> WireView {
        match view {
            View::Frames(frames) => WireView::Frames(frames.iter().map(frame).collect()),
            View::Words(words) => WireView::Words(words.iter().map(word).collect()),
            View::Data(items) => WireView::Data(items.iter().map(item).collect()),
            View::Changes(changes) => WireView::Changes(change(changes, names)),
            View::Jumps(jumps) => WireView::Jumps(jumps.iter().map(jump).collect()),
        }
    }
}

fn frame(frame: &Frame) -> WireFrame {
    let arguments =
        frame.arguments.iter().map(|&(reg, value)| Named { name: reg.name(), value }).collect();
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

fn word(word: &Word) -> WireWord {
    WireWord { address: word.address, value: word.value, meaning: word.meaning.clone() }
}

fn item(item: &Item) -> WireItem {
    WireItem {
        name: item.name.clone(),
        address: item.address,
        bytes: item.bytes,
        kind: item.kind.name(),
        is_guessed: item.is_guessed,
        text: item.text.clone(),
    }
}

fn change(changes: &Changes, names: &Names) -> WireChanges {
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

fn jump(jump: &Jump) -> WireJump {
    WireJump { count: jump.count, from: jump.from, to: jump.to }
}

/// A word for why the debugger is where it is.
pub(super) fn arrival(arrival: &Arrival) -> &'static str {
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
