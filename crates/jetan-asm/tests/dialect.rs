//! Every switch of the dialects has a case with both sides, and a row in the document.
//!
//! The cases are in `testdata/asm/dialect`, whose README explains them.
//! `UPDATE_EXPECT=1 cargo test -p jetan-asm --test dialect` rewrites the table of switches in
//! `docs/mars-differences.md`; the cases are written by hand.

#![expect(clippy::disallowed_methods, reason = "reads cases, and compares a file with a table")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::dialect::{SWITCHES, Switch};
use jetan_asm::program::Program;
use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, Diagnostic, Dialect, SourceSet, Span, assemble};
use jetan_isa::MemoryMap;

/// Cases that fail today, with the reason; one that passes must leave the list.
const KNOWN_FAILURES: &[(&str, &str)] = &[];

/// What one dialect makes of a case.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    problems: Vec<String>,
    /// Address and word of every instruction.
    text: Vec<(u32, u32)>,
    data: Vec<(u32, u32)>,
    symbols: Vec<(String, u32)>,
    entry: Option<u32>,
    stack: Option<u32>,
}

struct Case {
    folder: PathBuf,
    files: Vec<String>,
    map: MemoryMap,
    start_at_main: bool,
    bare_registers: bool,
    mars: Outcome,
    jetan: Outcome,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn case_names() -> Vec<String> {
    let folder = root().join("testdata/asm/dialect");
    let entries = std::fs::read_dir(folder).expect("the cases are in the tree");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("the cases are readable"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

/// The switch that a case belongs to.
fn switch_of(case: &str) -> &str {
    case.split('-').next().unwrap_or(case)
}

impl Case {
    fn load(name: &str) -> Case {
        let folder = root().join("testdata/asm/dialect").join(name);
        let text = std::fs::read_to_string(folder.join("expect.txt"))
            .unwrap_or_else(|error| panic!("{name}/expect.txt: {error}"));
        let (head, rest) = text.split_once("\n[mars]\n").expect("there is a part for MARS");
        let (mars, jetan) = rest.split_once("\n[jetan]\n").expect("there is a part for Jetan");
        let setup = head.split_once("\n\n").map_or("", |(_, setup)| setup);
        let mut case = Case {
            folder,
            files: vec!["main.asm".to_owned()],
            map: MemoryMap::DEFAULT,
            start_at_main: false,
            bare_registers: false,
            mars: Outcome::parse(name, mars),
            jetan: Outcome::parse(name, jetan),
        };
        for line in setup.lines().filter(|line| !line.is_empty()) {
            match line.split_once(' ') {
                Some(("files", files)) => {
                    case.files = files.split(' ').map(str::to_owned).collect();
                }
                Some(("options", "start_at_main")) => case.start_at_main = true,
                Some(("options", "bare_registers")) => case.bare_registers = true,
                Some(("memory", map)) => {
                    case.map = MemoryMap::by_name(map).expect("there is such a configuration");
                }
                _ => panic!("{name}: `{line}` means nothing"),
            }
        }
        case
    }

    /// Assembles the case, and takes what `expected` asks for out of the result.
    fn outcome(&self, dialect: Dialect, expected: &Outcome) -> Outcome {
        let &Case { map, start_at_main, bare_registers, .. } = self;
        let options = AssemblyOptions {
            dialect,
            map,
            start_at_main,
            bare_registers,
            ..AssemblyOptions::default()
        };
        let mut read =
            |name: &str| std::fs::read(self.folder.join(name)).map_err(|_| UnreadableFile::Missing);
        let sources = SourceSet::load(&self.files, &mut read).expect("the files are there");
        let (program, diagnostics) = assemble(&sources, &options);
        let place = if dialect == Dialect::MARS { mars_problem } else { problem };
        let mut outcome = Outcome {
            problems: diagnostics.iter().map(|found| place(&sources, found)).collect(),
            ..Outcome::default()
        };
        if let Some(program) = program {
            outcome.text = program.code.iter().map(|code| (code.address, code.word)).collect();
            let word = |&(address, _): &(u32, u32)| (address, data_word(&program, address));
            outcome.data = expected.data.iter().map(word).collect();
            let main = sources.roots().first().copied();
            let address = |(name, _): &(String, u32)| {
                let symbol = program.symbol(name, main)?;
                Some((name.clone(), symbol.address))
            };
            outcome.symbols = expected.symbols.iter().filter_map(address).collect();
            outcome.entry = expected.entry.map(|_| program.image.entry);
            outcome.stack = expected.stack.map(|_| program.image.map.sp);
        }
        outcome
    }
}

impl Outcome {
    fn parse(name: &str, text: &str) -> Outcome {
        let mut outcome = Outcome::default();
        let mut next = (0, false);
        for line in text.lines().filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [word, ..] if line.starts_with(' ') => {
                    let (address, is_data) = next;
                    let list = if is_data { &mut outcome.data } else { &mut outcome.text };
                    list.push((address, hexadecimal(name, word)));
                    next.0 += 4;
                }
                ["text", address] => next = (hexadecimal(name, address), false),
                ["data", address] => next = (hexadecimal(name, address), true),
                ["entry", address] => outcome.entry = Some(hexadecimal(name, address)),
                ["stack", address] => outcome.stack = Some(hexadecimal(name, address)),
                ["symbol", symbol, address] => {
                    outcome.symbols.push((symbol.to_owned(), hexadecimal(name, address)));
                }
                [code, _, _, ..] if code.starts_with(['E', 'W']) => {
                    outcome.problems.push(line.to_owned());
                }
                _ => panic!("{name}: `{line}` means nothing"),
            }
        }
        outcome
    }
}

fn hexadecimal(case: &str, text: &str) -> u32 {
    u32::from_str_radix(text.trim_start_matches("0x"), 16)
        .unwrap_or_else(|_| panic!("{case}: `{text}` is not hexadecimal"))
}

/// The word at an address of the data; nothing stored reads as 0.
fn data_word(program: &Program, address: u32) -> u32 {
    let byte = |address: u32| {
        program
            .image
            .segments
            .iter()
            .find_map(|segment| {
                segment.bytes.get(address.checked_sub(segment.address)? as usize).copied()
            })
            .unwrap_or(0)
    };
    u32::from_le_bytes([byte(address), byte(address + 1), byte(address + 2), byte(address + 3)])
}

/// A problem at the place that MARS names.
fn mars_problem(sources: &SourceSet, found: &Diagnostic) -> String {
    let place = &found.mars_place;
    let file = place.file.map_or("-", |file| sources.file(file).name());
    let lines: Vec<String> = place.lines.iter().map(u32::to_string).collect();
    let mut text = format!("{} {file} {}", found.code(), lines.join("->"));
    if place.column > 0 {
        let _ = write!(text, ":{}", place.column);
    }
    text
}

/// A problem where it is, and how its line came there.
fn problem(sources: &SourceSet, found: &Diagnostic) -> String {
    let mut text = format!("{} {}", found.code(), position(sources, found.span));
    for frame in &found.frames {
        let (SourceFrame::Include(span) | SourceFrame::Macro { call: span, .. }) = frame;
        let _ = write!(text, " via {}", position(sources, *span));
    }
    text
}

fn position(sources: &SourceSet, span: Span) -> String {
    let file = sources.file(span.file);
    let (number, offset) = file.locate(span.start);
    let before = file.line(number).and_then(|line| line.get(..offset as usize));
    format!("{} {number}:{}", file.name(), before.map_or(0, |text| text.chars().count()) + 1)
}

#[test]
fn every_switch_has_a_case_and_every_case_a_switch() {
    let names = case_names();
    for Switch { name, .. } in SWITCHES {
        assert!(names.iter().any(|case| switch_of(case) == *name), "no case for {name}");
    }
    for case in &names {
        let known = SWITCHES.iter().any(|switch| switch.name == switch_of(case));
        assert!(known, "{case} belongs to no switch");
    }
}

#[test]
fn cases_come_out_as_expected_in_both_dialects() {
    let mut failures = String::new();
    for name in case_names() {
        let case = Case::load(&name);
        assert!(case.mars != case.jetan, "{name} shows no difference");
        let mut passes = true;
        for (dialect, expected) in [(Dialect::MARS, &case.mars), (Dialect::JETAN, &case.jetan)] {
            let found = case.outcome(dialect, expected);
            let known = KNOWN_FAILURES.iter().any(|(known, _)| *known == name);
            passes &= found == *expected;
            if found != *expected && !known {
                let side = if dialect == Dialect::MARS { "mars" } else { "jetan" };
                let _ = write!(
                    failures,
                    "{name} [{side}]\nexpected {expected:x?}\nfound    {found:x?}\n\n"
                );
            }
        }
        if passes && KNOWN_FAILURES.iter().any(|(known, _)| *known == name) {
            let _ = writeln!(failures, "{name} passes: take it off the list");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

const TABLE_BEGINS: &str = "| switch | surprise | MARS | Jetan |\n|---|---|---|---|\n";

/// The rows of the document: one for each switch.
fn rows() -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let mut rows = String::new();
    for Switch { name, surprise, mars, jetan } in SWITCHES {
        let _ = writeln!(rows, "| `{name}` | {surprise} | {} | {} |", cell(mars), cell(jetan));
    }
    rows
}

#[test]
fn document_has_a_row_for_every_switch() {
    let path = root().join("docs/mars-differences.md");
    let document = std::fs::read_to_string(&path).expect("the document is in the tree");
    let (before, table) = document.split_once(TABLE_BEGINS).expect("the table has this heading");
    let length = table.split_inclusive('\n').take_while(|line| line.starts_with('|'));
    let (found, after) = table.split_at(length.map(str::len).sum());
    let expected = rows();
    if found != expected && std::env::var_os("UPDATE_EXPECT").is_some() {
        let text = format!("{before}{TABLE_BEGINS}{expected}{after}");
        std::fs::write(&path, text).expect("the document is writable");
        return;
    }
    assert!(found == expected, "mars-differences.md is stale; run this test with UPDATE_EXPECT=1");
}
