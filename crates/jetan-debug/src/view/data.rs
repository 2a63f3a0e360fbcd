//! The program's data by label, with types guessed from directives and from use.

use std::collections::BTreeMap;

use jetan_asm::program::ProgramSymbol;
use jetan_isa::{MemoryUse, Op};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use crate::debugger::Debugger;
use crate::view::float;
use jetan_symbols::DebugSymbols;
use jetan_symbols::data::{DataKind, declaration, declared};

/// The most elements of a label that are shown.
const ELEMENTS_MAX: u32 = 16;
/// The most bytes of a string that are shown.
const STRING_BYTES_MAX: u32 = 60;

/// So many characters at the beginning make room a text.
const TEXT_BYTES_MIN: u32 = 4;

/// The data at a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelData {
    /// The label as the source spells it.
    pub name: String,
    /// The address of the first byte.
    pub address: u32,
    /// The number of bytes up to the next label.
    pub bytes: u32,
    /// The kind of its elements.
    pub kind: DataKind,
    /// Whether that was guessed from the instructions that use it.
    pub is_guessed: bool,
    /// The first elements in words.
    pub text: String,
}

impl Debugger<'_> {
    /// The data of all labels whose name contains `part`, in order of address.
    pub fn data(&self, part: &str) -> Vec<LabelData> {
        let names = &self.names;
        let mut labels: Vec<&ProgramSymbol> =
            names.symbols().iter().filter(|one| one.is_data).collect();
        // A global label may be listed by its file too.
        labels.dedup_by_key(|symbol| (symbol.address, &symbol.name));
        let uses = uses(names);
        let ends = labels.iter().map(|symbol| {
            // Labels at one address share what follows them.
            let next = labels.partition_point(|other| other.address <= symbol.address);
            labels.get(next).map_or_else(|| last_end(names, symbol), |next| next.address)
        });
        let wanted = labels.iter().zip(ends.collect::<Vec<u32>>());
        let wanted = wanted.filter(|(symbol, _)| symbol.name.contains(part));
        wanted.map(|(symbol, end)| self.item(symbol, end, &uses)).collect()
    }

    fn item(&self, symbol: &ProgramSymbol, end: u32, uses: &BTreeMap<u32, DataKind>) -> LabelData {
        let bytes = end.saturating_sub(symbol.address);
        let declared = declared(&self.names, symbol);
        let guessed = uses.get(&symbol.address).copied().unwrap_or(DataKind::Word);
        let guessed = if self.is_text(symbol.address, bytes) { DataKind::Text } else { guessed };
        let kind = declared.unwrap_or(guessed);
        let text = self.elements(symbol.address, bytes, kind);
        let (name, address) = (symbol.name.clone(), symbol.address);
        LabelData { name, address, bytes, kind, is_guessed: declared.is_none(), text }
    }

    /// Whether room is full of characters, however they came there.
    fn is_text(&self, start: u32, bytes: u32) -> bool {
        let memory = &self.machine().memory;
        let sample = start..start.saturating_add(bytes.min(TEXT_BYTES_MIN));
        bytes >= TEXT_BYTES_MIN
            && sample
                .map(|address| memory.peek(address))
                .all(|byte| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
    }

    fn elements(&self, start: u32, bytes: u32, kind: DataKind) -> String {
        let memory = &self.machine().memory;
        if kind == DataKind::Text {
            let shown = start..start.saturating_add(bytes.min(STRING_BYTES_MAX));
            let text: Vec<u8> = shown.map(|address| memory.peek(address)).collect();
            let len = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
            return format!("\"{}\"", text[..len].escape_ascii());
        }
        let count = (bytes / kind.bytes()).max(1);
        let element = |idx: u32| {
            let address = start.wrapping_add(idx * kind.bytes());
            let half = |at: u32| u16::from_le_bytes([memory.peek(at), memory.peek(at + 1)]);
            let word = memory.peek_word(address & !3);
            match kind {
                DataKind::Word if self.names.label(word).is_some() => self.meaning(word),
                DataKind::Word => word.cast_signed().to_string(),
                DataKind::Half => half(address).cast_signed().to_string(),
                DataKind::Byte | DataKind::Text => memory.peek(address).to_string(),
                DataKind::Float => float::single(f32::from_bits(word)),
                DataKind::Double => {
                    let high = memory.peek_word((address & !3).wrapping_add(4));
                    float::double(f64::from_bits(u64::from(word) | u64::from(high) << 32))
                }
            }
        };
        let shown: Vec<String> = (0..count.min(ELEMENTS_MAX)).map(element).collect();
        let more =
            if count > ELEMENTS_MAX { format!(", … {count} in all") } else { String::new() };
        shown.join(", ") + &more
    }
}

/// The end of the last label's data, as far as its own line tells: images are filled up.
fn last_end(names: &DebugSymbols, symbol: &ProgramSymbol) -> u32 {
    let Some((directive, operands)) = declaration(names, symbol) else { return symbol.address };
    let bytes = match DataKind::of_directive(&directive) {
        // A text ends with its zero byte, wherever its line ends.
        Some(DataKind::Text) => STRING_BYTES_MAX,
        Some(kind) => kind.bytes() * operands.split(',').count() as u32,
        // `.space` has its size there; anything else shows one word.
        None => operands.trim().parse().unwrap_or(4),
    };
    symbol.address.saturating_add(bytes)
}

/// The kinds of data by the loads and stores that use labels: by address, the first use. Each
/// address is followed from where it is made through the registers it is copied and added to.
fn uses(names: &DebugSymbols) -> BTreeMap<u32, DataKind> {
    // 33, because writes to `$zero` go to a register of their own.
    let mut held: [Option<u32>; 33] = [None; 33];
    let mut upper: [u32; 33] = [0; 33];
    let mut found: BTreeMap<u32, DataKind> = BTreeMap::new();
    let is_label = |address: u32| {
        let symbol = names.symbol_before(address)?;
        symbol.is_data.then_some(symbol.address)
    };
    // In order of address, whatever jumps there are: this is a guess, and marked as one.
    for code in &names.program.code {
        let one = DecodedInstruction::new(&code.instruction);
        let (a, b, c) = (one.a as usize, one.b as usize, one.c as usize);
        let imm = one.imm.cast_unsigned();
        match one.op {
            Op::Lui => (upper[a], held[a]) = (imm << 16, None),
            Op::Ori => held[a] = is_label(upper[b] | imm & 0xffff),
            Op::Addi | Op::Addiu => held[a] = held[b].or(is_label(upper[b].wrapping_add(imm))),
            // An index added to an address is still in the data of that label.
            Op::Add | Op::Addu | Op::Or => held[a] = held[b].or(held[c]),
            op => {
                if let Some(kind) = accessed(op) {
                    let direct = is_label(upper[c].wrapping_add(imm));
                    let label = if one.c == R::R0 { None } else { held[c].or(direct) };
                    if let Some(address) = label {
                        found.entry(address).or_insert(kind);
                    }
                }
                if op.spec().roles.operands[0].writes() && one.a != R::R0 {
                    (held[a], upper[a]) = (None, 0);
                }
            }
        }
    }
    found
}

fn accessed(op: Op) -> Option<DataKind> {
    Some(match (op, op.spec().roles.memory) {
        (Op::Lwc1 | Op::Swc1, _) => DataKind::Float,
        (Op::Ldc1 | Op::Sdc1, _) => DataKind::Double,
        (_, MemoryUse::Load(4) | MemoryUse::Store(4)) => DataKind::Word,
        (_, MemoryUse::Load(2) | MemoryUse::Store(2)) => DataKind::Half,
        (_, MemoryUse::Load(1) | MemoryUse::Store(1)) => DataKind::Byte,
        _ => return None,
    })
}
