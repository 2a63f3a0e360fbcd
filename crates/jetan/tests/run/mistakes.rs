//! What people see when a program goes wrong: each source or folder in `testdata/run-mistakes` and
//! in `testdata/debug/mistakes` gives the text beside it.
//!
//! A line with `#~` is the cause, which the report must show or name; one with `#?` is a cause that
//! no report names.
//!
//! `NAME.args` has further words for the command, `NAME.in` what is typed. `UPDATE_EXPECT=1`
//! rewrites the texts; read them before they are kept.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;

use crate::jetan;

#[test]
fn every_error_is_explained_as_before() {
    compare("../../testdata/run-mistakes", 35);
}

#[test]
fn every_cause_is_named_as_before() {
    compare("../../testdata/debug/mistakes", 110);
}

fn compare(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let folder = fs::canonicalize(folder).expect("the mistakes are there");
    let sources = sources(&folder);
    assert!(sources.len() >= least, "there are mistakes");
    for source in sources {
        let report = report(&folder, &source);
        expect_file![source.with_extension("txt")].assert_eq(&report);
        let text = fs::read_to_string(&source).unwrap_or_default();
        for (number, line) in (1..).zip(text.lines()) {
            let is_named = names(&report, number);
            let is_right = !(line.contains("#~ ") && !is_named || line.contains("#? ") && is_named);
            assert!(is_right, "{}: line {number}:\n{report}", source.display());
        }
    }
}

/// Whether a report shows a line or names it.
fn names(report: &str, number: usize) -> bool {
    let shown = |line: &str| {
        let (left, right) = line.split_once('|').unwrap_or_default();
        left.trim() == number.to_string() && !right.is_empty()
    };
    let named = [format!("line {number}"), format!(".asm:{number}:")];
    report.lines().any(shown) || named.iter().any(|name| report.contains(name.as_str()))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let is_source = |path: &PathBuf| {
        path.is_dir() || path.extension().is_some_and(|extension| extension == "asm")
    };
    let mut sources: Vec<PathBuf> = paths.filter(is_source).collect();
    sources.sort();
    sources
}

/// What `jetan run` says about a program.
fn report(folder: &Path, source: &Path) -> String {
    let further = fs::read_to_string(source.with_extension("args")).unwrap_or_default();
    let input = fs::read(source.with_extension("in")).unwrap_or_default();
    let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let words: Vec<&str> = ["run", &name].into_iter().chain(further.split_whitespace()).collect();
    let output = jetan(folder, &words, &input);
    assert!(matches!(output.status.code(), Some(0..=3)), "{name}: {:?}", output.status);
    String::from_utf8(output.stderr).expect("reports are UTF-8")
}
