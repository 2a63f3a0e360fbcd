//! Files that are written are read again as they were, and no bytes do harm.

#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gimli::{DebugLine, DebugLineOffset, LittleEndian};
use jetan_asm::{AssemblyOptions, Program, SourceSet, assemble};
use jetan_elf::{ElfError, read, write};
use jetan_isa::SegmentKind;
use object::read::elf::ElfFile32;
use object::{Endianness, Object, ObjectSection};

const SOURCE: &str = "\
        .data
list:   .word 3, 1, 4
text:   .asciiz \"hello\"
        .text
        .globl main
main:   la    $a0, text
        li    $v0, 4
        syscall
        jal   leave
leave:  li    $v0, 10
        syscall
";

const KERNEL: &str = "\
        .kdata
saved:  .word 7
        .ktext 0x80000180
        eret
";

fn assembled(text: &str) -> (Program, SourceSet) {
    let sources = SourceSet::single("a.asm", text);
    let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    (program.unwrap_or_else(|| panic!("{diagnostics:?}")), sources)
}

fn written(text: &str) -> Vec<u8> {
    let (program, sources) = assembled(text);
    write(&program, &sources, "/src").expect("it can be written")
}

fn words(program: &Program) -> Vec<(u32, u32)> {
    program.code.iter().map(|code| (code.address, code.word)).collect()
}

/// Every byte of data with its address; parts must not overlap.
fn data(program: &Program) -> BTreeMap<u32, u8> {
    let mut memory = BTreeMap::new();
    for part in program.image.segments.iter().filter(|part| part.kind == SegmentKind::Data) {
        for (at, byte) in part.bytes.iter().enumerate() {
            assert!(memory.insert(part.address + at as u32, *byte).is_none(), "they overlap");
        }
    }
    memory
}

#[test]
fn what_is_written_is_read_again() {
    let (program, _) = assembled(SOURCE);
    let again = read("a.elf", &written(SOURCE)).expect("it can be read").program;
    assert_eq!(words(&again), words(&program));
    assert_eq!(again.image.entry, program.image.entry);
    assert_eq!(data(&again), data(&program));
    let named = |name: &str| {
        let symbol = again.globals.iter().find(|symbol| symbol.name == name);
        symbol.map(|symbol| (symbol.address, symbol.is_data))
    };
    assert_eq!(named("main"), Some((0x0040_0000, false)));
    assert_eq!(named("leave"), Some((0x0040_0014, false)));
    assert_eq!(named("text"), Some((0x1001_000c, true)));
}

#[test]
fn kernel_segments_are_written_and_not_read() {
    let refusal = read("a.elf", &written(&format!("{SOURCE}{KERNEL}"))).map(|_| ());
    let refusal = refusal.expect_err("it is outside of user memory");
    let is_kernel = |section: &str| section == ".ktext" || section == ".kdata";
    let is_right = matches!(&refusal, ElfError::Misplaced { section, .. } if is_kernel(section));
    assert!(is_right, "{refusal}");
}

#[test]
fn lines_lead_back_to_the_source() {
    let source = format!("{SOURCE}{KERNEL}");
    let bytes = written(&source);
    let file: ElfFile32<'_, Endianness> = ElfFile32::parse(&*bytes).expect("an ELF file");
    let section = file.section_by_name(".debug_line").expect("it has lines");
    let lines = DebugLine::new(section.data().expect("bytes"), LittleEndian);
    let program = lines.program(DebugLineOffset(0), 4, None, None).expect("a program");
    let mut rows = program.rows();
    let mut found = Vec::new();
    while let Some((_, row)) = rows.next_row().expect("a row") {
        if !row.end_sequence() {
            found.push((row.address() as u32, row.line().map_or(0, std::num::NonZero::get)));
        }
    }
    let (program, _) = assembled(&source);
    let line = |idx| program.statement(idx).map_or(0, |statement| u64::from(statement.number));
    let expected = program.code.iter().map(|code| (code.address, line(code.statement)));
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn what_is_stored_twice_is_written_once() {
    let bytes = written(".data 0x10010000\n.word 1, 2, 3\n.data 0x10010004\n.word 9\n.text\nnop\n");
    let memory = data(&read("a.elf", &bytes).expect("it can be read").program);
    let word = |at: u32| memory.get(&(0x1001_0000 + at)).copied();
    assert_eq!([0, 4, 8].map(word), [Some(1), Some(9), Some(3)]);
}

fn compiled() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/compiled/text.elf");
    fs::read(path).expect("it is in the tree")
}

#[test]
fn data_of_a_compiler_has_a_place_after_its_code() {
    let program = read("text.elf", &compiled()).expect("it can be read").program;
    let map = program.image.map;
    for part in &program.image.segments {
        let is_code = part.kind == SegmentKind::Text;
        assert_eq!(map.in_text(part.address), is_code, "{:#x}", part.address);
        assert_eq!(map.in_data(part.address), !is_code, "{:#x}", part.address);
    }
}

#[test]
fn unsuitable_files_are_refused_with_a_reason() {
    let good = compiled();
    for (at, value, why) in [
        (0, 0, "not an ELF file"),
        (4, 2, "64-bit"),
        (16, 1, "object file"),
        (16, 3, "dynamic linker"),
        (18, 62, "not for MIPS"),
        (24, 2, "entry point"),
        (39, 0x54, "16-bit instructions"),
    ] {
        let mut bytes = good.clone();
        bytes[at] = value;
        let refusal = read("a.elf", &bytes).map(|_| ()).expect_err(why).to_string();
        assert!(refusal.contains(why), "{refusal}");
    }
}

#[test]
fn no_bytes_do_harm() {
    let good = compiled();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for length in 0..good.len() {
        let _ = read("a.elf", &good[..length]);
    }
    for _ in 0..20_000 {
        let mut bytes = good.clone();
        for _ in 0..=random(4) {
            let at = random(bytes.len());
            bytes[at] = random(256) as u8;
        }
        let _ = read("a.elf", &bytes);
    }
}
