//! The wording about culprits and chains, the same wherever it is shown.

use jetan_isa::Reg;
use jetan_machine::observer::WrittenRegister;

use super::{BlameReason, Culprit, FailureAnalysis};
use crate::cause::{CauseLink, StorageLocation, service_name};
use crate::command::grouped;
use crate::trail::TrailCall;
use jetan_symbols::DebugSymbols;

/// Numbers below this are shown in decimal.
// The data of the default memory map begins at this address.
const DECIMAL_LIMIT: u32 = 1 << 28;
/// Bytes of device registers whose addresses are rarely meant as numbers.
const DEVICE_BYTES: u32 = 0x100;
/// Shorter chains are shown by the line of the culprit.
const CHAIN_LINKS_MIN: usize = 3;
/// The innermost calls that are shown.
const CALLS_SHOWN_MAX: usize = 4;

impl FailureAnalysis {
    /// The text about the culprit, to be written beside its line.
    pub fn accusation(&self, names: &DebugSymbols) -> Option<String> {
        let culprit = self.culprit?;
        let place = culprit.place.map(|place| place_text(place, names)).unwrap_or_default();
        let value = value_text(culprit.value, names);
        Some(match culprit.reason {
            BlameReason::NeverWritten(_) => {
                format!("{place} is read here but was never set")
            }
            BlameReason::Sets => format!("{place} becomes {value} here"),
            BlameReason::Loads(address) => {
                let from = names.label(address).unwrap_or_else(|| format!("{address:#010x}"));
                format!("{place} becomes {value} here, which is stored at `{from}`")
            }
            BlameReason::Computes => match self.ingredients(&culprit, names) {
                Some(from) => format!("{place} becomes {value} here, from {from}"),
                None => format!("{place} becomes {value} here"),
            },
            BlameReason::TakesBack(store) => {
                let line = names.line_text(store);
                format!("{place} is taken back here from where {line} stored something else")
            }
            BlameReason::Service(number) => {
                let name = service_name(number);
                format!("{place} becomes {value} here, by service {number} ({name})")
            }
            BlameReason::Calls => {
                "this puts a new return address into `$ra`; the old one is not saved".to_owned()
            }
            BlameReason::Keeps(call) => {
                let line = names.line_text(call);
                format!("{place} gets the return address of the call in {line} here")
            }
            BlameReason::Descends(times) => {
                format!("the procedure calls itself here, {} deep", grouped(times))
            }
            BlameReason::JumpsInto(procedure) => {
                let name = names.code_name(procedure);
                let statement = names.statement(culprit.pc);
                let mnemonic = statement.map_or("j", |statement| statement.mnemonic);
                let more = if mnemonic == "j" { ": `jal`?" } else { "" };
                format!("`{mnemonic}` goes to {name}, which returns as if it had been called{more}")
            }
            BlameReason::FallsInto(procedure) => {
                let name = names.code_name(procedure);
                format!("the run goes on from here into {name}, which nothing has called")
            }
        })
    }

    /// The values that a culprit computed with.
    fn ingredients(&self, culprit: &Culprit, names: &DebugSymbols) -> Option<String> {
        let writer = culprit.count.map(|count| (count, culprit.pc));
        let idx = self.links.iter().position(|link| link.writer == writer)?;
        let depth = self.links[idx].depth;
        let below = self.links[idx + 1..].iter().take_while(|link| link.depth > depth);
        let own = below.filter(|link| link.depth == depth + 1);
        let texts: Vec<String> = own
            .map(|link| {
                format!("{} = {}", place_text(link.place, names), value_text(link.value, names))
            })
            .collect();
        (!texts.is_empty()).then(|| texts.join(" and "))
    }

    /// The text about a return that led astray, and what it should have done.
    pub fn stray_text(&self, names: &DebugSymbols) -> Option<String> {
        let stray = self.trail.stray?;
        let (from, to) = (names.line_text(stray.jump.from), names.code_name(stray.jump.to));
        let to = match names.line(stray.jump.to) {
            Some(_) => names.line_text(stray.jump.to),
            None => to,
        };
        Some(match stray.call {
            Some(call) => {
                let call = names.line_text(call.pc);
                format!("the return in {from} went to {to}, not after the call in {call}")
            }
            None => format!("the return in {from} went to {to}, although nothing had called it"),
        })
    }

    /// The chain up to the value, a line each and at most so many; empty if the culprit's own line
    /// says it all.
    pub fn chain(&self, names: &DebugSymbols, max: usize) -> Vec<String> {
        let is_about_value = self.culprit.is_none_or(|culprit| culprit.place.is_some());
        if !is_about_value || self.links.len() < CHAIN_LINKS_MIN {
            return Vec::new();
        }
        // `$at` holds halves of addresses for the assembler, which explain nothing.
        let own = |link: &&CauseLink| {
            link.place != StorageLocation::Register(WrittenRegister::Cpu(Reg::AT))
        };
        let shown: Vec<&CauseLink> = self.links.iter().filter(own).collect();
        let margin = shown.iter().map(|link| link.depth).min().unwrap_or(0);
        let line = |link: &&CauseLink| {
            let indent = "  ".repeat(link.depth - margin);
            indent + &link.brief(names)
        };
        let mut lines: Vec<String> = shown.iter().take(max).map(line).collect();
        lines.extend((shown.len() > max).then(|| "…".to_owned()));
        lines
    }

    /// The calls that were open at the end, innermost first, a line each.
    pub fn calls(&self, names: &DebugSymbols) -> Vec<String> {
        // A call that led to where no code is counts as open, but it is the failing jump itself.
        let failed = self.jump.map(|jump| jump.count);
        let open = self.trail.open.iter().filter(|open| Some(open.count) != failed);
        let mut lines = Vec::new();
        let mut rest = open.rev().peekable();
        while let Some(call) = rest.next().filter(|_| lines.len() < CALLS_SHOWN_MAX) {
            let mut times = 1;
            // A recursion takes one line with a number; one for each call would fill the report.
            while rest.next_if(|next| next.pc == call.pc).is_some() {
                times += 1;
            }
            lines.push(call_text(call, times, names));
        }
        if rest.peek().is_some() {
            lines.push("and so on".to_owned());
        }
        lines
    }
}

fn call_text(call: &TrailCall, times: usize, names: &DebugSymbols) -> String {
    let line = names.line(call.pc);
    let text = line.map(|line| format!("{}:{}  {}", line.file, line.number, line.text));
    let text = text.unwrap_or_else(|| format!("{:#010x}", call.pc));
    if times > 1 { format!("{text}  ({times} times within itself)") } else { text }
}

/// A place in words, registers as they are written.
pub(crate) fn place_text(place: StorageLocation, names: &DebugSymbols) -> String {
    let text = place.text(&|address| names.label(address));
    match place {
        StorageLocation::Register(_) => format!("`{text}`"),
        StorageLocation::Memory(..) => format!("the {text}"),
    }
}

/// A value as people would write it: small numbers as such, addresses with their label.
pub fn value_text(value: u32, names: &DebugSymbols) -> String {
    let map = &names.program.image.map;
    let is_register = map.in_mmio(value) && value - map.mmio_base < DEVICE_BYTES;
    match names.label(value) {
        Some(label) => format!("{value:#010x} ({label})"),
        None if !is_register && value.cast_signed().unsigned_abs() < DECIMAL_LIMIT => {
            value.cast_signed().to_string()
        }
        None => format!("{value:#010x}"),
    }
}
