//! Registers and memory when a program has stopped, for people and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use jetan_isa::{FReg, Reg};
use jetan_machine::Machine;
use jetan_symbols::DebugSymbols;
use serde::Serialize;

use crate::range::{self, ByteRange};

/// Words in a line of memory.
const LINE_WORDS: u32 = 4;
/// With more registers than this, two stand in a line.
const ONE_COLUMN_REGISTERS_MAX: usize = 4;

/// A register that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ViewRegister {
    Cpu(Reg),
    Float(FReg),
    Hi,
    Lo,
    Pc,
}

/// The registers and memory to show at the end of a run.
#[derive(Debug, Default)]
pub struct FinalView {
    registers: Vec<ViewRegister>,
    memory: Vec<ByteRange>,
}

/// The registers and memory at the end of a run, as JSON.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WireView {
    /// Names and values as unsigned words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    registers: BTreeMap<&'static str, u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    memory: Vec<WireMemory>,
}

#[derive(Debug, Serialize)]
struct WireMemory {
    address: u32,
    bytes: Vec<u8>,
}

impl FinalView {
    /// The registers and ranges of memory that were typed, or why that makes no sense.
    pub fn new(
        typed_registers: Option<&str>,
        typed_memory: &[String],
        names: &DebugSymbols,
    ) -> Result<FinalView, String> {
        let registers = typed_registers.map(registers).transpose();
        let usage = |why| format!("--registers: {why}");
        let memory = typed_memory.iter().map(|typed| range::of_memory(typed, names));
        Ok(FinalView {
            registers: registers.map_err(usage)?.unwrap_or_default(),
            memory: memory.collect::<Result<_, _>>()?,
        })
    }

    /// Whether nothing is to be shown.
    pub fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.memory.is_empty()
    }

    /// The view as lines of text.
    pub fn text(&self, machine: &Machine, names: &DebugSymbols) -> String {
        let mut text = String::new();
        let cells = self.registers.iter().map(|shown| cell(*shown, machine, names));
        let cells: Vec<String> = cells.collect();
        let is_all = cells.len() > ONE_COLUMN_REGISTERS_MAX;
        for row in cells.chunks(if is_all { 2 } else { 1 }) {
            let row: Vec<String> = row.iter().map(|cell| format!("{cell:<38}")).collect();
            let _ = writeln!(text, "{}", row.join("  ").trim_end());
        }
        for bytes in &self.memory {
            write_memory(&mut text, *bytes, machine, names);
        }
        text
    }

    /// The same for machines.
    pub fn wire(&self, machine: &Machine) -> WireView {
        let registers = self.registers.iter().map(|&shown| (name(shown), value(shown, machine)));
        let memory = self.memory.iter().map(|one| {
            let bytes = (0..one.len).map(|idx| machine.memory.peek(one.address.wrapping_add(idx)));
            WireMemory { address: one.address, bytes: bytes.collect() }
        });
        WireView { registers: registers.collect(), memory: memory.collect() }
    }
}

/// Reads names of registers, separated by commas.
fn registers(typed: &str) -> Result<Vec<ViewRegister>, String> {
    let mut shown = Vec::new();
    for word in typed.split(',').map(str::trim) {
        // A shell would replace an unquoted `$t0`, so names are taken without the sign too.
        let dollar = if word.starts_with('$') { word.to_owned() } else { format!("${word}") };
        match (word, Reg::from_name(&dollar), FReg::from_name(&dollar)) {
            ("cpu", ..) => {
                shown.extend((0..32).map(Reg::at_index).map(ViewRegister::Cpu));
                shown.extend([ViewRegister::Hi, ViewRegister::Lo, ViewRegister::Pc]);
            }
            ("fpu", ..) => shown.extend((0..32).map(FReg::at_index).map(ViewRegister::Float)),
            ("pc" | "$pc", ..) => shown.push(ViewRegister::Pc),
            ("hi" | "$hi", ..) => shown.push(ViewRegister::Hi),
            ("lo" | "$lo", ..) => shown.push(ViewRegister::Lo),
            (_, Some(reg), _) => shown.push(ViewRegister::Cpu(reg)),
            (_, _, Some(reg)) => shown.push(ViewRegister::Float(reg)),
            _ => {
                let known = "names such as $t0, $f12, hi, lo and pc are known, and cpu and fpu";
                return Err(format!("there is no register `{word}`; {known}"));
            }
        }
    }
    Ok(shown)
}

fn name(shown: ViewRegister) -> &'static str {
    match shown {
        ViewRegister::Cpu(reg) => reg.name(),
        ViewRegister::Float(reg) => reg.name(),
        ViewRegister::Hi => "hi",
        ViewRegister::Lo => "lo",
        ViewRegister::Pc => "pc",
    }
}

fn value(shown: ViewRegister, machine: &Machine) -> u32 {
    match shown {
        ViewRegister::Cpu(reg) => machine.registers.get(reg),
        ViewRegister::Float(reg) => machine.fpu.bits(reg.number()),
        ViewRegister::Hi => machine.hilo.hi,
        ViewRegister::Lo => machine.hilo.lo,
        ViewRegister::Pc => machine.pc,
    }
}

/// A register with its value in hex, and as what it probably is.
fn cell(shown: ViewRegister, machine: &Machine, names: &DebugSymbols) -> String {
    let value = value(shown, machine);
    let meaning = match shown {
        // `Debug` prints `1.0` where `Display` prints `1`, so that a float is seen to be one.
        ViewRegister::Float(_) => format!("{:?}", f32::from_bits(value)),
        _ => match names.label(value) {
            Some(label) => format!("<{label}>"),
            None => value.cast_signed().to_string(),
        },
    };
    format!("{:<5} {value:#010x}  {meaning}", name(shown))
}

/// Memory in lines of four words: address, words, characters, and the label a line begins with.
fn write_memory(text: &mut String, bytes: ByteRange, machine: &Machine, names: &DebugSymbols) {
    let first = bytes.address & !3;
    let last = bytes.address.saturating_add(bytes.len - 1);
    let mut address = first;
    loop {
        let words = (0..LINE_WORDS).map(|idx| address.wrapping_add(4 * idx));
        // Addresses that wrapped around the end of memory are smaller than that of the line.
        let words: Vec<u32> = words.filter(|&word| word >= address && word <= last).collect();
        let shown = words.iter().map(|&word| format!("{:08x}", machine.memory.peek_word(word)));
        let shown: Vec<String> = shown.collect();
        let peek = |idx| machine.memory.peek(address.wrapping_add(idx));
        let letters = (0..4 * words.len() as u32).map(peek).map(|byte| {
            if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
        });
        let letters: String = letters.collect();
        let label = names.label(address).unwrap_or_default();
        let shown = shown.join(" ");
        let line = format!("{address:#010x}  {shown:<35}  {letters:<16}  {label}");
        let _ = writeln!(text, "{}", line.trim_end());
        match address.checked_add(4 * LINE_WORDS) {
            Some(next) if next <= last => address = next,
            _ => return,
        }
    }
}
