//! What people see when they make a mistake: each source in `testdata/asm/mistakes` gives the text
//! beside it.
//!
//! `NAME.args` has further words for the command. `UPDATE_EXPECT=1` rewrites the texts; read them
//! before they are kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect_file;

#[test]
fn every_mistake_is_explained_as_before() {
    let sources = sources();
    assert!(sources.len() >= 60, "there are mistakes");
    for source in sources {
        expect_file![source.with_extension("txt")].assert_eq(&report(&source));
    }
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/asm/mistakes");
    fs::canonicalize(folder).expect("the mistakes are there")
}

fn sources() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("a readable folder");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let mut sources: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "asm")).collect();
    sources.sort();
    sources
}

/// What `jetan asm` says about a source.
fn report(source: &Path) -> String {
    let words = fs::read_to_string(source.with_extension("args")).unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["asm", "--color", "never"])
        .arg(source.file_name().unwrap_or_default())
        .args(words.split_whitespace())
        .current_dir(folder())
        .output()
        .expect("the command starts");
    assert_eq!(output.stdout, b"", "{}", source.display());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", source.display());
    String::from_utf8(output.stderr).expect("messages are UTF-8")
}
