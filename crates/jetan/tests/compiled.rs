//! What a C compiler writes runs as it is, and MARS's dialect refuses it.

#[path = "support/skip.rs"]
mod skip;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use skip::skipped;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/compiled")
}

fn jetan(arguments: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.args(arguments).arg(file).stdin(Stdio::null());
    command.output().expect("the program runs")
}

/// The compiled files, each with what its program prints.
fn compiled() -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder()).expect("the folder is in the tree");
    let paths = entries.map(|entry| entry.expect("it is readable").path());
    let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "s"));
    let with_output = |path: PathBuf| {
        let stem = path.file_stem()?.to_str()?.split('-').next()?.to_owned();
        let printed = fs::read(folder().join(format!("{stem}.txt"))).ok()?;
        Some((path, printed))
    };
    files.filter_map(with_output).collect()
}

#[test]
fn compiled_programs_print_what_their_sources_say() {
    let files = compiled();
    assert_eq!(files.len(), 15);
    for (path, printed) in files {
        let output = jetan(&["run", "--start-at-main"], &path);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{}: {said}", path.display());
        assert_eq!(output.stdout, printed, "{}: {said}", path.display());
    }
}

#[test]
fn mars_refuses_them() {
    for (path, _) in compiled() {
        let output = jetan(&["asm", "--strict"], &path);
        assert_eq!(output.status.code(), Some(1), "{}", path.display());
    }
}

#[test]
fn linked_programs_print_the_same() {
    for name in ["sort", "sum", "text", "divide", "compare"] {
        let output = jetan(&["run"], &folder().join(format!("{name}.elf")));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{name}: {said}");
        let printed = fs::read(folder().join(format!("{name}.txt"))).expect("it is in the tree");
        assert_eq!(output.stdout, printed, "{name}: {said}");
    }
}

#[test]
fn linked_programs_are_not_taken_for_sources() {
    let path = folder().join("sort.elf");
    let output = jetan(&["asm"], &path);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(66), "{said}");
    assert!(said.contains("this is an ELF file and not a source"), "{said}");
}

#[test]
fn linked_programs_are_debugged_with_their_delay_slots() {
    let place = tempfile::tempdir().expect("a folder");
    let script = place.path().join("steps.txt");
    fs::write(&script, "step\nstep\np $pc\ncontinue\nreverse-continue\np $pc\n")
        .expect("it is written");
    let script = script.to_str().expect("text").to_owned();
    let output = jetan(&["debug", "--script", &script], &folder().join("sort.elf"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}{said}");
    for expected in ["4194584 = 0x00400118", "the program has returned from `main`", "<main>"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn recordings_of_linked_programs_are_played_back() {
    let place = tempfile::tempdir().expect("a folder");
    let recording = place.path().join("run.jetan");
    let path = recording.to_str().expect("text").to_owned();
    let elf = folder().join("sort.elf");
    let output = jetan(&["run", "--record", &path], &elf);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let again = place.path().join("steps.txt");
    fs::write(&again, "console\nreverse-continue\np $pc\n").expect("it is written");
    let script = again.to_str().expect("text").to_owned();
    let output = jetan(&["debug", "--script", &script, "--replay", &path], &elf);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}{said}");
    let printed = fs::read_to_string(folder().join("sort.txt")).expect("it is in the tree");
    assert!(text.contains(printed.trim_end()), "{text}");
    // Another program's recording is refused.
    let other =
        jetan(&["debug", "--script", &script, "--replay", &path], &folder().join("sum.elf"));
    assert_eq!(other.status.code(), Some(66), "{other:?}");
    // The file itself is not written over.
    let copy = place.path().join("a.elf");
    fs::copy(&elf, &copy).expect("it is copied");
    let itself = copy.to_str().expect("text").to_owned();
    let output = jetan(&["run", "--record", &itself], &copy);
    assert_eq!(output.status.code(), Some(64), "{output:?}");
    assert_eq!(fs::read(&copy).expect("it is there"), fs::read(&elf).expect("it is there"));
}

#[test]
fn readelf_finds_symbols_and_lines() {
    let place = tempfile::tempdir().expect("a folder");
    let source = place.path().join("a.asm");
    fs::write(&source, ".globl main\nmain: li $v0, 10\n  syscall\n").expect("it is written");
    let elf = place.path().join("a.elf");
    let output = jetan(&["asm", "--elf", elf.to_str().expect("text")], &source);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let again = jetan(&["run"], &elf);
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
    let mut readelf = Command::new("readelf");
    let Ok(readelf) = readelf.args(["-hs", "--debug-dump=decodedline"]).arg(&elf).output() else {
        skipped("ELF files in readelf", "it is not installed (Debian: binutils)");
        return;
    };
    let text = String::from_utf8_lossy(&readelf.stdout);
    assert!(readelf.status.success() && readelf.stderr.is_empty(), "{readelf:?}");
    assert!(text.contains("MIPS R3000") && text.contains("0x400000"), "{text}");
    assert!(text.contains("FUNC    GLOBAL") && text.contains(" main"), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("a.asm ")).collect();
    assert!(lines.iter().any(|line| line.contains("0x400004")), "{text}");
}

const LISTED: &str = "\
        .data
value:  .word 7
        .text
        .globl main
main:   lw   $a0, value
        jal  show
        li   $v0, 10
        syscall
show:   li   $v0, 1
        syscall
        jr   $ra
";

/// The address, the word and the line of every instruction of it.
const LISTING: [(u32, u32, u32); 8] = [
    (0x0040_0000, 0x3c01_1001, 5),
    (0x0040_0004, 0x8c24_0000, 5),
    (0x0040_0008, 0x0c10_0005, 6),
    (0x0040_000c, 0x2402_000a, 7),
    (0x0040_0010, 0x0000_000c, 8),
    (0x0040_0014, 0x2402_0001, 9),
    (0x0040_0018, 0x0000_000c, 10),
    (0x0040_001c, 0x03e0_0008, 11),
];

/// What a tool prints about a file; none if it is not installed, which is said.
fn printed_by(tool: &str, arguments: &[String], elf: &Path) -> Option<String> {
    let Ok(output) = Command::new(tool).args(arguments).arg(elf).output() else {
        skipped(&format!("ELF files in {tool}"), "it is not installed");
        return None;
    };
    assert!(output.status.success(), "{tool}: {output:?}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The words and lines that `objdump -dl` shows.
fn disassembled(text: &str) -> Vec<(u32, u32, u32)> {
    let mut line = 0;
    let mut found = Vec::new();
    for row in text.lines() {
        if let Some((_, number)) = row.split_once("a.asm:") {
            line = number.trim().parse().unwrap_or(0);
        }
        let Some((address, rest)) = row.trim().split_once(":\t") else { continue };
        let word = rest.split_whitespace().next().unwrap_or_default();
        let hex = |digits: &str| u32::from_str_radix(digits, 16);
        if let (Ok(address), Ok(word)) = (hex(address), hex(word)) {
            found.push((address, word, line));
        }
    }
    found
}

#[test]
fn objdump_readelf_and_gdb_agree_about_words_and_lines() {
    let place = tempfile::tempdir().expect("a folder");
    let (source, elf) = (place.path().join("a.asm"), place.path().join("a.elf"));
    fs::write(&source, LISTED).expect("it is written");
    let output = jetan(&["asm", "--elf", elf.to_str().expect("text")], &source);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    if let Some(text) = printed_by("mipsel-linux-gnu-objdump", &words("-dl"), &elf) {
        assert_eq!(disassembled(&text), LISTING, "{text}");
        assert!(text.contains("00400014 <show>:") && text.contains("400014 <show>"), "{text}");
    }
    if let Some(text) = printed_by("readelf", &words("--debug-dump=decodedline"), &elf) {
        for (address, _, line) in LISTING {
            let is_row = |row: &str| {
                let mut cells = row.split_whitespace();
                cells.next().is_some_and(|file| file.ends_with("a.asm"))
                    && cells.next() == Some(&line.to_string())
                    && cells.next() == Some(&format!("{address:#x}"))
            };
            assert!(text.lines().any(is_row), "{address:#x} in line {line}: {text}");
        }
    }
    let asked = LISTING.map(|(address, ..)| format!("--eval-command=info line *{address:#x}"));
    let mut arguments = words("-nx -batch --eval-command=x/1dw&value");
    arguments.extend(asked);
    arguments.extend(
        ["0x400000", "0x400018", "0x10010000"]
            .map(|address| format!("--eval-command=info symbol {address}")),
    );
    if let Some(text) = printed_by("gdb-multiarch", &arguments, &elf) {
        assert!(text.contains("0x10010000:\t7"), "{text}");
        for symbol in
            ["main in section .text", "show + 4 in section .text", "value in section .data"]
        {
            assert!(text.lines().any(|row| row == symbol), "{symbol}: {text}");
        }
        let lines: Vec<&str> = text.lines().filter(|row| row.starts_with("Line ")).collect();
        let starts = LISTING.map(|(_, _, line)| format!("Line {line} of "));
        let agrees =
            |(row, start): (&&str, &String)| row.starts_with(start) && row.contains("a.asm");
        let agrees = lines.iter().zip(&starts).all(agrees);
        assert!(lines.len() == starts.len() && agrees, "{text}");
    }
}
