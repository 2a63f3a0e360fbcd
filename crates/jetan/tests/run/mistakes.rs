//! What people see when a program goes wrong: each source in `testdata/run-mistakes` gives the text
//! beside it.
//!
//! `NAME.args` has further words for the command, `NAME.in` what is typed. `UPDATE_EXPECT=1`
//! rewrites the texts; read them before they are kept.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;

use crate::jetan;

#[test]
fn every_mistake_is_explained_as_before() {
    let sources = sources();
    assert!(sources.len() >= 35, "there are mistakes");
    for source in sources {
        expect_file![source.with_extension("txt")].assert_eq(&report(&source));
    }
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/run-mistakes");
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

/// What `jetan run` says about a program.
fn report(source: &Path) -> String {
    let further = fs::read_to_string(source.with_extension("args")).unwrap_or_default();
    let input = fs::read(source.with_extension("in")).unwrap_or_default();
    let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let words: Vec<&str> = ["run", &name].into_iter().chain(further.split_whitespace()).collect();
    let output = jetan(&folder(), &words, &input);
    assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{name}: {:?}", output.status);
    String::from_utf8(output.stderr).expect("reports are UTF-8")
}
