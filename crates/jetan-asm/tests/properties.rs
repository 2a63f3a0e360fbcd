//! What holds for every input: no panic, every span inside its file, the same answer twice, and
//! disassembled words assemble to themselves.
//!
//! The inputs are random but always the same. With `JETAN_LONG=1` there are many more of them.

#![expect(clippy::disallowed_methods, reason = "reads recorded cases; asks for the long run")]

use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;

use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::problem::Severity;
use jetan_asm::{
    Assembly, AssemblyOptions, Dialect, Program, SourceSet, Span, assemble_all, limits,
};
use jetan_isa::{Instruction, Op, SPECS, disasm};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestRunner};

const DIALECTS: [Dialect; 2] = [Dialect::JETAN, Dialect::MARS];

fn is_long_run() -> bool {
    std::env::var("JETAN_LONG").is_ok_and(|value| value == "1")
}

/// Tries a property on some inputs, or on fifty times as many.
fn try_all<S: Strategy>(cases: u32, inputs: &S, property: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases: if is_long_run() { 50 * cases } else { cases },
        failure_persistence: None,
        max_shrink_iters: 4_000,
        rng_seed: RngSeed::Fixed(0x6a65_7461_6e00_0001),
        ..ProptestConfig::default()
    };
    let outcome = TestRunner::new(config).run(inputs, |input| {
        property(input);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// A set of a main file and one that it may include as `other.inc`.
fn sources(main: &[u8], other: &[u8]) -> SourceSet {
    let mut sources = SourceSet::default();
    let file = sources.add("main.asm", main);
    sources.add("other.inc", other);
    sources.add_root(file);
    sources
}

/// Assembles in both dialects and checks everything that must hold of any outcome.
fn check(sources: &SourceSet) {
    for dialect in DIALECTS {
        let options = AssemblyOptions { dialect, ..AssemblyOptions::default() };
        let assembly = assemble_all(sources, &options);
        check_diagnostics(sources, &assembly, dialect);
        if let Some(program) = &assembly.program {
            check_program(sources, program);
            assert_eq!(program.image, assembly.image);
        }
        let again = assemble_all(sources, &options);
        assert_eq!(again.program, assembly.program);
        assert_eq!(again.diagnostics, assembly.diagnostics);
    }
}

fn check_diagnostics(sources: &SourceSet, assembly: &Assembly, dialect: Dialect) {
    let errors = assembly.diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
    assert_eq!(assembly.program.is_none(), errors > 0);
    if dialect == Dialect::MARS {
        assert!(errors <= limits::MARS_ERRORS_MAX + 1);
    } else {
        assert!(assembly.diagnostics.len() <= limits::DIAGNOSTICS_MAX + 1);
    }
    for diagnostic in &assembly.diagnostics {
        check_span(sources, diagnostic.span);
        for label in &diagnostic.labels {
            check_span(sources, label.span);
        }
        for frame in &diagnostic.frames {
            let (SourceFrame::Include(span) | SourceFrame::Macro { call: span, .. }) = frame;
            check_span(sources, *span);
        }
        assert!(!diagnostic.problem.message().is_empty());
        assert!(!diagnostic.problem.mars().is_empty());
    }
}

fn check_span(sources: &SourceSet, span: Span) {
    assert!(span.file.index() < sources.len(), "{span:?} is in no file");
    let text = sources.file(span.file).text();
    let range = span.start as usize..span.end as usize;
    assert!(text.get(range).is_some(), "{span:?} is outside its file or inside a character");
}

fn check_program(sources: &SourceSet, program: &Program) {
    for pair in program.code.windows(2) {
        assert!(pair[0].address < pair[1].address, "words are in order, no two in one place");
    }
    for code in &program.code {
        assert_eq!(code.address % 4, 0);
        let statement = program.statement(code.statement).expect("every word has a statement");
        check_span(sources, statement.span);
        for frame in program.frames(&statement) {
            let (SourceFrame::Include(span) | SourceFrame::Macro { call: span, .. }) = frame;
            check_span(sources, span);
        }
    }
    let locals = program.files.iter().flat_map(|file| &file.symbols);
    for symbol in locals.chain(&program.globals) {
        check_span(sources, symbol.span);
        assert!(!symbol.name.is_empty());
    }
}

#[test]
fn any_bytes_are_answered() {
    let inputs = (prop::collection::vec(any::<u8>(), 0..400), any::<bool>());
    try_all(3_000, &inputs, |(bytes, is_included)| {
        let including = b"nop\nx: .include \"other.inc\" # y\nj x\n";
        let (main, other) =
            if is_included { (&including[..], &bytes) } else { (&bytes[..], &bytes) };
        check(&sources(main, other));
    });
}

#[test]
fn any_text_is_answered() {
    let line = "[ -~]{0,40}|\\PC{0,20}|[-+'\"\\\\a-fx0-9e. ]{0,20}|[%$:(),#/*= ]{0,10}[a-z]{0,3}";
    let inputs = prop::collection::vec(line, 0..20);
    try_all(3_000, &inputs, |lines| check(&sources(lines.join("\n").as_bytes(), b"")));
}

/// Words that mean something to the assembler, a few of each kind, and line ends.
#[rustfmt::skip]
const VOCABULARY: &[&str] = &[
    "*", "/", "<<", ">>", "&", "|", "^", "~", "%hi(", "%lo(", "1:", "1b", "1f", ".", "push", "end",
    "li.s", ".section", ".comm", ".string", ".previous", ".balign", "A =",
    "\n", "\n", "\n", "\n", "\n", "\n", "\r\n", " ", ",", "\t", " # comment", "// c", "/*", "*/",
    "add", "addi", "lw", "sw", "la", "li", "beq", "bgt", "j", "jal", "jr", "b", "nop", "ulw", "sd",
    "l.d", "add.d", "c.eq.s", "bc1t", "div", "mulo", "swr", "break", "syscall", "LW",
    "$t0", "$t1", "$0", "$31", "$ra", "$f0", "$f1", "$f31", "$32", "$x",
    "0", "1", "-1", "31", "32", "32768", "65536", "-32769", "0x7fffffff", "0xffffffff", "010",
    "1.5", "1e3", "NaN", "-2147483649", "0b101", "0x", "12ab", "'a'", "'\\n'", "'", "''", "'\\",
    "\"text\"", "\"", "\"a\\\\\"", "\"é€\"", "\"\\", "é", "€",
    "x", "y", "main", "base", "N", "M", "m", "m2", "x_M0", "x:", "y:", "main:", "base:", "lw:",
    ":", "(", ")", "+", "-", "=", "%", "%a", "%b", ";", "base+4", "x-4", "x+-4", "4($sp)",
    ".text", ".data", ".ktext", ".kdata", ".data 0x10010001", ".text 0x00400008",
    ".data 0xfffffffe",
    ".word", ".half", ".byte", ".float", ".double", ".ascii", ".asciiz", ".space", ".align", ".set",
    ".align 0", ".align 3", ".space 5", ".globl", ".globl x", ".extern", ".extern e 4", ".foo",
    ".eqv", "\n.eqv N ", "\n.eqv M N", "\nN = ", ".include", ".include \"other.inc\"\n",
    ".include \"main.asm\"\n", ".macro", "\n.macro m\n", "\n.macro m (%a)\n",
    "\n.macro m2 (%a, %b)\n",
    ".end_macro", "\n.end_macro\n", "\n.end_macro\nm\n", "\nm (1)\n", "\nm2 (x, $t0)\n", "\nm\n",
];

fn soup(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let glue = select(&["", " ", " ", " ", ", "][..]);
    let word = (select(VOCABULARY), glue).prop_map(|(word, glue)| format!("{word}{glue}"));
    prop::collection::vec(word, words).prop_map(|words| words.concat())
}

#[test]
fn any_soup_of_tokens_is_answered() {
    let inputs = (soup(0..80), soup(0..20));
    try_all(6_000, &inputs, |(main, other)| {
        check(&sources(main.as_bytes(), other.as_bytes()));
    });
}

/// The main files of the recorded MARS cases.
static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/mars");
    let folders = std::fs::read_dir(root).expect("the recordings are there");
    let mut paths: Vec<_> = folders
        .map(|entry| entry.expect("a folder can be listed").path().join("main.asm"))
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let read = |path| std::fs::read(path).expect("a recorded file can be read");
    paths.iter().map(|path| String::from_utf8_lossy(&read(path)).into_owned()).collect()
});

/// A change somebody might make to a program, by accident.
#[derive(Clone, Debug)]
enum Mutation {
    DeleteLine(Index),
    DuplicateLine(Index),
    SwapLines(Index, Index),
    DeleteCharacter(Index),
    DuplicateCharacter(Index),
    SwapCharacters(Index, Index),
    InsertWord(Index, &'static str),
    CutOff(Index),
}

impl Mutation {
    fn any() -> impl Strategy<Value = Mutation> {
        let at = any::<Index>;
        prop_oneof![
            at().prop_map(Mutation::DeleteLine),
            at().prop_map(Mutation::DuplicateLine),
            (at(), at()).prop_map(|(one, other)| Mutation::SwapLines(one, other)),
            at().prop_map(Mutation::DeleteCharacter),
            at().prop_map(Mutation::DuplicateCharacter),
            (at(), at()).prop_map(|(one, other)| Mutation::SwapCharacters(one, other)),
            (at(), select(VOCABULARY)).prop_map(|(at, word)| Mutation::InsertWord(at, word)),
            at().prop_map(Mutation::CutOff),
        ]
    }

    fn apply(&self, text: &str) -> String {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut chars: Vec<char> = text.chars().collect();
        if lines.is_empty() {
            return text.to_owned();
        }
        match self {
            Mutation::DeleteLine(at) => drop(lines.remove(at.index(lines.len()))),
            Mutation::DuplicateLine(at) => {
                let at = at.index(lines.len());
                lines.insert(at, lines[at]);
            }
            Mutation::SwapLines(one, other) => {
                let len = lines.len();
                lines.swap(one.index(len), other.index(len));
            }
            _ => {
                self.apply_to_characters(&mut chars);
                return chars.into_iter().collect();
            }
        }
        lines.concat()
    }

    fn apply_to_characters(&self, chars: &mut Vec<char>) {
        let len = chars.len();
        match self {
            Mutation::DeleteCharacter(at) => drop(chars.remove(at.index(len))),
            Mutation::DuplicateCharacter(at) => chars.insert(at.index(len), chars[at.index(len)]),
            Mutation::SwapCharacters(one, other) => chars.swap(one.index(len), other.index(len)),
            Mutation::InsertWord(at, word) => {
                let at = at.index(len);
                chars.splice(at..at, word.chars());
            }
            Mutation::CutOff(at) => chars.truncate(at.index(len)),
            Mutation::DeleteLine(_) | Mutation::DuplicateLine(_) | Mutation::SwapLines(..) => {}
        }
    }
}

#[test]
fn mutated_programs_are_answered() {
    let mutations = prop::collection::vec(Mutation::any(), 0..8);
    let inputs = (any::<Index>(), mutations);
    assert!(PROGRAMS.len() > 200);
    try_all(4_000, &inputs, |(program, mutations)| {
        let original = PROGRAMS[program.index(PROGRAMS.len())].clone();
        let mutated = mutations.iter().fold(original, |text, mutation| mutation.apply(&text));
        check(&sources(mutated.as_bytes(), b".data\n.word 1\n.text\n"));
    });
}

/// A small generator of our own: proptest's are too slow for millions of words.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }

    /// A word that is an instruction, every kind as often as the others.
    fn instruction(&mut self) -> (u32, Instruction) {
        loop {
            let spec = &SPECS[self.next() as usize % SPECS.len()];
            let word = spec.fixed_bits | self.next() & !spec.fixed_mask;
            let instruction = jetan_isa::decode(word).expect("a row of the table decodes");
            // `break` has 20 bits for its code in the word, but 16 in the source.
            let is_writable = instruction.op != Op::BreakCode || instruction.operands[0] <= 0xffff;
            if is_writable {
                return (word, instruction);
            }
        }
    }
}

/// Source text for words from the start of the text segment, with labels wherever they lead.
fn disassemble(instructions: &[(u32, Instruction)]) -> String {
    let mut labels = std::collections::BTreeSet::new();
    let mut code = String::from(".text\n");
    for (address, (_, instruction)) in (0x0040_0000..).step_by(4).zip(instructions) {
        let mut label = |target: u32| {
            labels.insert(target);
            Some(format!("at_{target:08x}_x"))
        };
        let text = disasm::source_text(instruction, address, &mut label);
        writeln!(code, "{text}").expect("writing to a string does not fail");
    }
    let mut text = String::new();
    for target in labels {
        writeln!(text, ".data {target:#010x}\nat_{target:08x}_x:")
            .expect("writing to a string does not fail");
    }
    text + &code
}

#[test]
fn disassembled_words_assemble_to_themselves() {
    let batches = if is_long_run() { 2_000 } else { 100 };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let options = AssemblyOptions { pseudo: false, ..AssemblyOptions::mars() };
    for _ in 0..batches {
        let instructions: Vec<_> = (0..10_000).map(|_| random.instruction()).collect();
        let sources = SourceSet::single("words.asm", &disassemble(&instructions));
        let assembly = assemble_all(&sources, &options);
        let first = assembly.diagnostics.first().map(|diagnostic| {
            let file = sources.file(diagnostic.span.file);
            (file.line(file.locate(diagnostic.span.start).0), diagnostic.problem.mars())
        });
        assert_eq!(first, None);
        let program = assembly.program.expect("there are no diagnostics");
        assert_eq!(program.code.len(), instructions.len());
        for (code, (word, instruction)) in program.code.iter().zip(&instructions) {
            assert_eq!(code.word, *word, "{:08x} {word:08x}: {instruction:?}", code.word);
        }
    }
}
