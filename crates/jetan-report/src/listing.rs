//! The output of `--listing` and `--symbols`.

use std::collections::BTreeMap;

use jetan_asm::program::{ProgramSymbol, ProgramWord};
use jetan_asm::{Program, SourceSet};
use jetan_isa::{SegmentKind, disasm};

use crate::located;
use crate::paint::{BOLD, DIM, TextPaint};

/// The labels of a program by address, to name places with.
pub(crate) struct AddressLabels<'p>(BTreeMap<u32, &'p str>);

impl<'p> AddressLabels<'p> {
    /// All labels; where several stand at one address, a global one wins, then the first.
    pub(crate) fn of(program: &'p Program) -> AddressLabels<'p> {
        let mut labels = BTreeMap::new();
        for (symbol, _) in symbols(program) {
            labels.entry(symbol.address).or_insert(symbol.name.as_str());
        }
        AddressLabels(labels)
    }

    /// The label at an address.
    pub(crate) fn at(&self, address: u32) -> Option<&'p str> {
        self.0.get(&address).copied()
    }

    /// The labels in a range of addresses, its end excluded.
    pub(crate) fn within(&self, first: u32, end: u32) -> impl Iterator<Item = (u32, &'p str)> {
        self.0.range(first..end).map(|(&address, &name)| (address, name))
    }

    /// An instruction as a person would write it.
    pub(crate) fn instruction(&self, code: &ProgramWord) -> String {
        let mut label = |address| self.at(address).map(str::to_owned);
        disasm::source_text(&code.instruction, code.address, &mut label)
    }
}

/// Every label and whether all files see it, global ones first.
fn symbols(program: &Program) -> impl Iterator<Item = (&ProgramSymbol, bool)> {
    let global = program.globals.iter().map(|symbol| (symbol, true));
    let local = program.files.iter().flat_map(|file| &file.symbols).map(|symbol| (symbol, false));
    global.chain(local)
}

/// The labels in order of address: address, segment, who sees it, name, place.
pub fn symbol_table(program: &Program, sources: &SourceSet) -> String {
    let mut rows: Vec<(&ProgramSymbol, bool)> = symbols(program).collect();
    rows.sort_by_key(|(symbol, _)| (symbol.address, symbol.span));
    let longest = rows.iter().map(|(symbol, _)| symbol.name.chars().count()).max();
    // One long label must not push the positions of all others off the screen.
    let width = longest.unwrap_or(0).clamp("label".len(), 40);
    let row = |address: &str, segment: &str, scope: &str, label: &str, place: &str| {
        format!("{address:<10}  {segment:<7}  {scope:<6}  {label:<width$}  {place}\n")
    };
    let mut lines = vec![row("address", "segment", "scope", "label", "place")];
    for (symbol, is_global) in rows {
        let segment = if symbol.is_data { "data" } else { "text" };
        let scope = if is_global { "global" } else { "file" };
        let (file, place) = located(sources, symbol.span);
        let address = format!("{:#010x}", symbol.address);
        let place = format!("{file}:{}", place.line);
        lines.push(row(&address, segment, scope, &symbol.name, &place));
    }
    lines.concat()
}

/// Every instruction with its address, word and source line, then the data.
pub fn listing(program: &Program, sources: &SourceSet, paint: TextPaint) -> String {
    let mut text = code_listing(program, sources, paint);
    let data = data_listing(program, paint);
    if !text.is_empty() && !data.is_empty() {
        text.push('\n');
    }
    text.push_str(&data);
    text
}

fn code_listing(program: &Program, sources: &SourceSet, paint: TextPaint) -> String {
    let labels = AddressLabels::of(program);
    let rows: Vec<(&ProgramWord, String)> =
        program.code.iter().map(|code| (code, labels.instruction(code))).collect();
    let width = rows.iter().map(|(_, shown)| shown.chars().count()).max().unwrap_or(0).min(40);
    let mut text = String::new();
    let mut file = None;
    for (code, shown) in rows {
        let statement = program.statement(code.statement);
        let (number, source) = match statement.filter(|_| code.is_first) {
            Some(statement) => (statement.number.to_string(), statement.text.trim()),
            None => (String::new(), ""),
        };
        let this = statement.map(|statement| statement.span.file);
        if this != file {
            file = this;
            let name = this.map_or("", |file| sources.file(file).name());
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(&paint.with(&[BOLD], name));
            text.push('\n');
        }
        let place = format!("{:#010x}  {:#010x}", code.address, code.word);
        let line = format!("  {shown:<width$}  {number:>5}  {source}");
        text.push_str(&paint.with(&[DIM], &place));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Bytes of data in a row.
const ROW_BYTES: usize = 16;

/// The bytes that are not zero, with the labels that stand among them.
fn data_listing(program: &Program, paint: TextPaint) -> String {
    let labels = AddressLabels::of(program);
    let mut text = String::new();
    for segment in &program.image.segments {
        if segment.kind != SegmentKind::Data {
            continue;
        }
        for (row, bytes) in segment.bytes.chunks(ROW_BYTES).enumerate() {
            let address = segment.address.wrapping_add((row * ROW_BYTES) as u32);
            let end = address.saturating_add(ROW_BYTES as u32);
            let names: Vec<String> = labels
                .within(address, end)
                .map(|(at, name)| format!("{name} {at:#010x}"))
                .collect();
            if names.is_empty() && bytes.iter().all(|&byte| byte == 0) {
                continue;
            }
            text.push_str(&data_row(address, bytes, &names.join(", "), paint));
        }
    }
    text
}

fn data_row(address: u32, bytes: &[u8], names: &str, paint: TextPaint) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let printable = |&byte: &u8| if (0x20..0x7f).contains(&byte) { byte as char } else { '.' };
    let ascii: String = bytes.iter().map(printable).collect();
    let line = format!("  {}  {ascii}  {names}", hex.join(" "));
    let place = paint.with(&[DIM], &format!("{address:#010x}"));
    format!("{place}{}\n", line.trim_end())
}
