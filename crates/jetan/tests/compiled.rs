//! What a C compiler writes runs as it is, and MARS's dialect refuses it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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
    assert_eq!(files.len(), 9);
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
    for name in ["sort", "sum", "text"] {
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
    for command in ["asm", "debug"] {
        let output = jetan(&[command], &path);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(66), "{command}: {said}");
        assert!(said.contains("this is an ELF file and not a source"), "{command}: {said}");
    }
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
        eprintln!("skipped: there is no readelf (Debian: binutils)");
        return;
    };
    let text = String::from_utf8_lossy(&readelf.stdout);
    assert!(readelf.status.success() && readelf.stderr.is_empty(), "{readelf:?}");
    assert!(text.contains("MIPS R3000") && text.contains("0x400000"), "{text}");
    assert!(text.contains("FUNC    GLOBAL") && text.contains(" main"), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("a.asm ")).collect();
    assert!(lines.iter().any(|line| line.contains("0x400004")), "{text}");
}
