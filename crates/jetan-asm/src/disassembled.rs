//! Programs that others have assembled: their words, with a text of our own to show them by.

use std::collections::BTreeMap;
use std::fmt::Write;

use jetan_isa::{Image, Instruction, SegmentKind, decode, disasm};

use crate::program::{FileSymbols, Program, ProgramSymbol, ProgramWord, SourceStatement};
use crate::source::{FileId, SourceSet, Span};

/// A name for an address of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAddress {
    /// The name.
    pub name: String,
    /// The address it stands for.
    pub address: u32,
    /// Whether data is there and not an instruction.
    pub is_data: bool,
}

/// A program of the words of an image, and the source that its errors are shown in: an instruction
/// on each line, labels on lines of their own.
pub fn disassembled(name: &str, image: Image, symbols: &[NamedAddress]) -> (SourceSet, Program) {
    let mut listing = ListingWriter::new(symbols);
    for segment in image.segments.iter().filter(|segment| segment.kind != SegmentKind::Data) {
        for (address, word) in (segment.address..).step_by(4).zip(segment.bytes.as_chunks::<4>().0)
        {
            listing.add(address, u32::from_le_bytes(*word));
        }
    }
    let ListingWriter { text, lines, label_spans, .. } = listing;
    let sources = SourceSet::single(name, &text);
    let file = FileId(0);
    let span = |(start, end)| Span { file, start, end };
    let symbols = symbols.iter().zip(label_spans).map(|(symbol, label)| ProgramSymbol {
        name: symbol.name.clone(),
        address: symbol.address,
        is_data: symbol.is_data,
        span: span(label),
    });
    let symbols: Vec<ProgramSymbol> = symbols.collect();
    let statements = lines.iter().map(|line| SourceStatement {
        span: span(line.statement),
        number: line.number,
        root: file,
        root_number: line.number,
        text: line.statement,
        mnemonic: line.mnemonic,
        origin: None,
    });
    let code = lines.iter().enumerate().map(|(idx, line)| ProgramWord {
        address: line.address,
        word: line.word,
        instruction: line.instruction,
        statement: idx as u32,
        is_first: true,
    });
    let program = Program {
        image,
        code: code.collect(),
        // All names are global, so that a debugger finds them whatever file it is asked about.
        files: vec![FileSymbols { file, symbols: Vec::new() }],
        globals: symbols,
        statements: statements.collect(),
        texts: text,
        origins: Vec::new(),
    };
    (sources, program)
}

/// A line with an instruction.
struct ListedInstruction {
    address: u32,
    word: u32,
    instruction: Instruction,
    number: u32,
    statement: (u32, u32),
    mnemonic: (u32, u32),
}

struct ListingWriter {
    text: String,
    number: u32,
    lines: Vec<ListedInstruction>,
    /// The names of each address of code.
    labels: BTreeMap<u32, Vec<(usize, String)>>,
    /// Where each name stands in the text; nowhere for names of data.
    label_spans: Vec<(u32, u32)>,
}

impl ListingWriter {
    fn new(symbols: &[NamedAddress]) -> ListingWriter {
        let mut labels: BTreeMap<u32, Vec<(usize, String)>> = BTreeMap::new();
        for (idx, symbol) in symbols.iter().enumerate().filter(|(_, symbol)| !symbol.is_data) {
            labels.entry(symbol.address).or_default().push((idx, symbol.name.clone()));
        }
        ListingWriter {
            text: String::new(),
            number: 1,
            lines: Vec::new(),
            labels,
            label_spans: vec![(0, 0); symbols.len()],
        }
    }

    fn add(&mut self, address: u32, word: u32) {
        for (idx, label) in self.labels.get(&address).into_iter().flatten() {
            let start = self.text.len() as u32;
            self.label_spans[*idx] = (start, start + label.len() as u32);
            self.text += label;
            self.text += ":\n";
            self.number += 1;
        }
        self.text += "        ";
        let start = self.text.len() as u32;
        match decode(word) {
            Some(instruction) => {
                let labels = &self.labels;
                let mut label = |target: u32| Some(labels.get(&target)?.first()?.1.clone());
                self.text += &disasm::source_text(&instruction, address, &mut label);
                let statement = (start, self.text.len() as u32);
                let written = &self.text[start as usize..];
                let length = written.find(' ').unwrap_or(written.len()) as u32;
                let mnemonic = (start, start + length);
                let number = self.number;
                let line =
                    ListedInstruction { address, word, instruction, number, statement, mnemonic };
                self.lines.push(line);
            }
            // The machine has the word from the image and reports it when it is executed.
            // Writing to a string does not fail.
            None => drop(write!(self.text, ".word {word:#010x}")),
        }
        self.text.push('\n');
        self.number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_isa::{MemoryMap, Segment};

    #[test]
    fn each_instruction_has_a_line_and_each_name_a_place() {
        // addiu $v0, $zero, 10; a word that is not an instruction; j 0x00400000
        let words = [0x2402_000a_u32, 0xffff_ffff, 0x0810_0000];
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let map = MemoryMap::DEFAULT;
        let segment = Segment { kind: SegmentKind::Text, address: map.text_base, bytes };
        let image = Image { map, segments: vec![segment], wide: Vec::new(), entry: map.text_base };
        let named =
            |name: &str, address, is_data| NamedAddress { name: name.to_owned(), address, is_data };
        let symbols = [named("main", map.text_base, false), named("n", map.static_base, true)];
        let (sources, program) = disassembled("a.elf", image, &symbols);
        let file = sources.roots()[0];
        let text = sources.file(file).text();
        assert_eq!(
            text,
            "main:\n        addiu $v0, $zero, 10\n        .word 0xffffffff\n        j main\n"
        );
        let shown: Vec<(u32, u32, &str)> = program
            .code
            .iter()
            .map(|code| {
                let statement = program.statement(code.statement).expect("it has one");
                (code.address, statement.number, sources.text(statement.span))
            })
            .collect();
        assert_eq!(shown, [(0x0040_0000, 2, "addiu $v0, $zero, 10"), (0x0040_0008, 4, "j main")]);
        assert_eq!(program.statement(1).map(|statement| statement.mnemonic), Some("j"));
        assert_eq!(sources.text(program.globals[0].span), "main");
    }
}
