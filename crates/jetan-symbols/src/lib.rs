#![doc = include_str!("../README.md")]

pub mod data;
pub mod regions;

use jetan_order::SharedSort;
use std::{fmt, sync::Arc};

use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::program::{ProgramStatement, ProgramSymbol};
use jetan_asm::{Program, SourceSet};
use jetan_isa::{Reg, disasm};
use jetan_machine::Machine;

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugLine {
    /// The name of its file, as it was given.
    pub file: String,
    /// The same without folders, unless another file of the program has that name too.
    pub short: String,
    /// The line number, from 1.
    pub number: u32,
    /// The text, without the blanks around it.
    pub text: String,
}

impl DebugLine {
    /// The location, in as few words as a command understands: `main.asm:12`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.short, self.number)
    }
}

impl fmt::Display for DebugLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}  {}", self.short, self.number, self.text)
    }
}

/// A program and its sources, as far as names are concerned. A clone shares all of it.
#[derive(Clone, Debug)]
pub struct DebugSymbols {
    /// The assembled program, which knows labels and lines.
    pub program: Arc<Program>,
    /// The sources it was assembled from.
    pub sources: SourceSet,
    /// Every label, in order of address.
    symbols: Arc<[ProgramSymbol]>,
    /// The code of each call of a macro that stands in a source itself, in order of address.
    macro_calls: Arc<[MacroCall]>,
}

/// The code that a call of a macro became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MacroCall {
    /// The first address.
    pub start: u32,
    /// The address past the last instruction.
    pub end: u32,
}

impl MacroCall {
    /// Whether an instruction belongs to it.
    pub fn contains(&self, pc: u32) -> bool {
        (self.start..self.end).contains(&pc)
    }
}

impl DebugSymbols {
    /// The names of a program.
    pub fn new(program: Arc<Program>, sources: SourceSet) -> DebugSymbols {
        let locals = program.files.iter().flat_map(|file| &file.symbols);
        let mut symbols: Vec<ProgramSymbol> = locals.chain(&program.globals).cloned().collect();
        // Stable, so that labels of one address keep the order of the sources.
        symbols.shared_sort_by_key(|symbol| symbol.address);
        let macro_calls = macro_calls(&program).into();
        DebugSymbols { program, sources, symbols: symbols.into(), macro_calls }
    }

    /// The call of a macro that an instruction came out of, the outermost one.
    pub fn macro_call(&self, pc: u32) -> Option<MacroCall> {
        let idx = self.macro_calls.partition_point(|call| call.start <= pc).checked_sub(1)?;
        self.macro_calls.get(idx).copied().filter(|call| call.contains(pc))
    }

    /// The address of a label, whichever file it belongs to.
    pub fn address(&self, name: &str) -> Option<u32> {
        // Files may have local labels of one name; the lowest address wins.
        let known = self.symbols.iter().find(|symbol| symbol.name == name);
        known.map(|symbol| symbol.address)
    }

    /// All labels, in order of address.
    pub fn symbols(&self) -> &[ProgramSymbol] {
        &self.symbols
    }

    /// The last label at an address or before it, of the same kind of segment.
    pub fn symbol_before(&self, address: u32) -> Option<&ProgramSymbol> {
        let idx = self.symbols.partition_point(|symbol| symbol.address <= address);
        let symbol = self.symbols.get(idx.checked_sub(1)?)?;
        let is_code = self.program.code_at(address & !3).is_some();
        // A label a mebibyte away says nothing about an address.
        let is_near = address - symbol.address < 1 << 20;
        // What `sbrk` gives belongs to no label of the data in front of it.
        let heap = self.program.image.map.heap_base;
        let is_heap = symbol.address < heap && address >= heap;
        (is_code != symbol.is_data && is_near && !is_heap).then_some(symbol)
    }

    /// An address as a label and a distance, `arr+8`, if there is one.
    pub fn label(&self, address: u32) -> Option<String> {
        let symbol = self.symbol_before(address)?;
        let name = &symbol.name;
        Some(match address - symbol.address {
            0 => name.clone(),
            offset => format!("{name}+{offset}"),
        })
    }

    /// An address as people read it: in hex, and its label.
    pub fn address_text(&self, address: u32) -> String {
        match self.label(address) {
            Some(label) => format!("{address:#010x} <{label}>"),
            None => format!("{address:#010x}"),
        }
    }

    /// The statement that an instruction belongs to.
    pub fn statement(&self, pc: u32) -> Option<ProgramStatement<'_>> {
        self.program.statement(self.program.code_at(pc)?.statement)
    }

    /// The statement of an instruction as it was assembled, where a macro's parameters were
    /// replaced in it.
    pub fn replaced(&self, pc: u32) -> Option<String> {
        let statement = self.statement(pc)?;
        // MARS: a statement out of a macro is listed as `<LINE> text`, with its parameters
        // replaced.
        let (number, text) = statement.text.strip_prefix('<')?.split_once('>')?;
        let is_macro = number.bytes().all(|byte| byte.is_ascii_digit());
        let has_parameter = self.sources.text(statement.span).contains('%');
        let words: Vec<&str> = text.split('#').next()?.split_whitespace().collect();
        (is_macro && has_parameter).then(|| words.join(" "))
    }

    /// The parameters of a macro in the statement of an instruction, with what they were replaced
    /// by.
    pub fn parameters(&self, pc: u32) -> Vec<(String, String)> {
        let Some((statement, replaced)) = self.statement(pc).zip(self.replaced(pc)) else {
            return Vec::new();
        };
        let typed = self.sources.text(statement.span).split('#').next().unwrap_or_default();
        let words: Vec<&str> = typed.split_whitespace().collect();
        let mut found = parameters(&words.join(" "), &replaced);
        found.sort();
        found.dedup();
        found
    }

    /// Whether an instruction is the first of its statement.
    pub fn is_first(&self, pc: u32) -> bool {
        self.program.code_at(pc).is_none_or(|code| code.is_first)
    }

    /// Whether an instruction is the first of what a line of the source says: of a statement, or of
    /// the call of a macro.
    pub fn begins_line(&self, pc: u32) -> bool {
        match self.macro_call(pc) {
            Some(call) => call.start == pc,
            None => self.is_first(pc),
        }
    }

    /// The addresses of all labels in code, in ascending order.
    pub fn code_labels(&self) -> Vec<u32> {
        let code = self.symbols.iter().filter(|symbol| !symbol.is_data);
        code.map(|symbol| symbol.address).collect()
    }

    /// The line of an instruction.
    pub fn line(&self, pc: u32) -> Option<DebugLine> {
        let statement = self.statement(pc)?;
        let file = self.sources.file(statement.span.file);
        let text = file.line(statement.number).unwrap_or(statement.text);
        let text = text.trim().to_owned();
        let (file, short) = (file.name().to_owned(), self.short(file.name()).to_owned());
        Some(DebugLine { file, short, number: statement.number, text })
    }

    /// The name of a file without its folders, if it is the only one of that name.
    fn short<'a>(&self, name: &'a str) -> &'a str {
        let short = last_part(name);
        let others = self.sources.ids().map(|id| self.sources.file(id).name());
        let same = others.filter(|other| last_part(other) == short).count();
        if same > 1 { name } else { short }
    }

    /// The line of an instruction in a few words: `line 12`, or `lib.asm:12` if that is not the
    /// first file.
    pub fn line_text(&self, pc: u32) -> String {
        let Some(statement) = self.statement(pc) else { return format!("{pc:#010x}") };
        let number = statement.number;
        if self.sources.roots().first() == Some(&statement.span.file) {
            return format!("line {number}");
        }
        format!("{}:{number}", self.short(self.sources.file(statement.span.file).name()))
    }

    /// A place of the code by its label, in backquotes, or by its address.
    pub fn code_name(&self, address: u32) -> String {
        let label = self.label(address);
        label.map_or_else(|| format!("{address:#010x}"), |label| format!("`{label}`"))
    }

    /// The first instruction of a line, or of the next line that has one.
    pub fn address_of_line(&self, file: Option<&str>, number: u32) -> Option<(u32, u32)> {
        let is_meant = |name: &str| match file {
            Some(file) => name == file || last_part(name) == file,
            None => self
                .sources
                .roots()
                .first()
                .is_some_and(|root| self.sources.file(*root).name() == name),
        };
        let first = self.program.code.iter().filter(|code| code.is_first);
        let lines = first.filter_map(|code| {
            let statement = self.program.statement(code.statement)?;
            let is_ours = is_meant(self.sources.file(statement.span.file).name());
            (is_ours && statement.number >= number).then_some((statement.number, code.address))
        });
        lines.min().map(|(number, address)| (address, number))
    }

    /// The end of the procedure that begins at an address: where the next one is that something
    /// calls, or past the last instruction.
    pub fn end_of_procedure(&self, start: u32) -> u32 {
        let code = &self.program.code;
        // A procedure that is only reached through a register has no address in the text.
        let calls = code.iter().filter(|code| code.instruction.op == jetan_isa::Op::Jal);
        let targets = calls.map(|code| {
            // The field has 26 bits; the upper four come from the address after the jump.
            let field = code.instruction.operands[0].cast_unsigned() << 2;
            field | code.address.wrapping_add(4) & 0xf000_0000
        });
        let next = targets.filter(|&target| target > start).min();
        let end = code.last().map_or(start, |last| last.address);
        next.unwrap_or_else(|| end.saturating_add(4))
    }

    /// An instruction as a person would write it.
    pub fn instruction(&self, machine: &Machine, pc: u32) -> String {
        let word = machine.memory.peek_word(pc);
        // The program may have overwritten its code: then the word in memory counts.
        let own = self.program.code_at(pc).filter(|code| code.word == word);
        let instruction = own.map(|code| code.instruction).or_else(|| jetan_isa::decode(word));
        match instruction {
            Some(instruction) => {
                disasm::source_text(&instruction, pc, &mut |target| self.label(target))
            }
            None => format!(".word {word:#010x}"),
        }
    }

    /// The addresses of all instructions that ask for services.
    pub fn services(&self) -> impl Iterator<Item = u32> + '_ {
        let code = self.program.code.iter();
        code.filter(|code| code.instruction.op == jetan_isa::Op::Syscall).map(|code| code.address)
    }
}

/// The code of the calls of macros, in order of address.
fn macro_calls(program: &Program) -> Vec<MacroCall> {
    let mut found: Vec<MacroCall> = Vec::new();
    let mut last: Option<Vec<SourceFrame>> = None;
    for group in program.code.chunk_by(|a, b| a.statement == b.statement) {
        let (Some(first), Some(end)) = (group.first(), group.last()) else { continue };
        let statement = program.statement(first.statement);
        // Asked first, because the frames of a statement are made anew for every question.
        let Some(statement) = statement.filter(|one| one.text.starts_with('<')) else {
            last = None;
            continue;
        };
        let mut frames = program.frames(&statement);
        let is_call = |frame: &SourceFrame| matches!(frame, SourceFrame::Macro { .. });
        let Some(outermost) = frames.iter().position(is_call) else { continue };
        frames.truncate(outermost + 1);
        let end = end.address.wrapping_add(4);
        match found.last_mut() {
            Some(call) if last.as_ref() == Some(&frames) => call.end = end,
            _ => found.push(MacroCall { start: first.address, end }),
        }
        last = Some(frames);
    }
    found
}

/// The parameters in a line of a macro, by comparison with the line that they were replaced in;
/// none if the lines differ otherwise too.
fn parameters(typed: &str, replaced: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut pieces = typed.split('%');
    let Some(mut rest) = pieces.next().and_then(|first| replaced.strip_prefix(first)) else {
        return Vec::new();
    };
    for piece in pieces {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (name, after) = piece.split_at(piece.find(|c| !is_name(c)).unwrap_or(piece.len()));
        let end = if after.is_empty() { Some(rest.len()) } else { rest.find(after) };
        let Some((value, behind)) = end.and_then(|end| rest.split_at_checked(end)) else {
            return Vec::new();
        };
        found.push((format!("%{name}"), value.to_owned()));
        rest = behind.strip_prefix(after).unwrap_or_default();
    }
    if rest.is_empty() { found } else { Vec::new() }
}

/// A file's name without the folders in front.
fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// A register's name, and its value as a signed number and in hex.
pub fn register_text(reg: Reg, value: u32) -> String {
    format!("{} = {} ({value:#010x})", reg.name(), value.cast_signed())
}

#[cfg(test)]
mod tests {
    use jetan_asm::{AssemblyOptions, assemble};

    use super::*;

    #[test]
    fn a_line_is_named_by_its_file_without_folders_unless_two_have_that_name() {
        let mut sources = SourceSet::default();
        let texts = [
            ("/course/game/main.asm", "main:\n    nop\n"),
            ("/course/game/board.asm", "    nop\n"),
            ("/course/old/board.asm", "    nop\n"),
        ];
        for (name, text) in texts {
            let file = sources.add(name, text.as_bytes());
            sources.add_root(file);
        }
        let (program, _) = assemble(&sources, &AssemblyOptions::default());
        let names = DebugSymbols::new(Arc::new(program.expect("it is right")), sources);
        let start = names.program.image.entry;
        let lines = (0..3).map(|idx| names.line(start + 4 * idx).expect("it is of a line"));
        let numbers: Vec<String> = lines.map(|line| line.to_string()).collect();
        assert_eq!(
            numbers,
            ["main.asm:2  nop", "/course/game/board.asm:1  nop", "/course/old/board.asm:1  nop"]
        );
        let found = |file| names.address_of_line(Some(file), 1);
        assert_eq!(found("main.asm"), Some((start, 2)));
        assert_eq!(found("/course/old/board.asm"), Some((start + 8, 1)));
    }
}
