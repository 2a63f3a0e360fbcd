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
