//! The end of a run in an editor: the words are those of `jetan run`.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

#[path = "support/client.rs"]
mod client;

use std::fs;
use std::path::{Path, PathBuf};

use client::Client;
use serde_json::json;

/// The beginnings of lines that are about the command line: flags that show more.
const HINTS: [&str; 2] = ["note: the run did ", "jetan: this program has a screen"];

/// The programs of a folder that `jetan run` gets without further words.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder").flatten();
    let paths = entries.map(|entry| entry.path());
    let is_plain = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "asm") && !path.with_extension("args").exists()
    };
    let mut all: Vec<PathBuf> = paths.filter(is_plain).collect();
    all.sort();
    all
}

/// What an editor shows at the end of a program.
fn explanation(path: &Path) -> String {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut client = Client::default();
    client.host.files.insert(name.clone(), fs::read(path).expect("a source"));
    let input = fs::read(path.with_extension("in")).unwrap_or_default();
    client.host.files.insert("typed".to_owned(), input);
    client.done("initialize", json!({}));
    let program = format!("/class/{name}");
    client.ask("launch", json!({"program": program, "input": "/class/typed", "stopOnExit": true}));
    client.ask("configurationDone", json!({}));
    client.printed(&["stderr"])
}

fn compare(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder);
    let programs = programs(&folder);
    assert!(programs.len() >= least, "there are {} programs", programs.len());
    for path in programs {
        let recorded = fs::read_to_string(path.with_extension("txt")).expect("a report");
        let is_hint = |line: &str| HINTS.iter().any(|hint| line.starts_with(hint));
        let lines = recorded.split_inclusive('\n').filter(|line| !is_hint(line));
        let expected: String = lines.collect();
        // In an editor the report follows the output, in a line of its own.
        assert_eq!(explanation(&path).trim_start(), expected, "{}", path.display());
    }
}

#[test]
fn errors_are_explained_as_by_run() {
    compare("run-mistakes", 20);
}

#[test]
fn causes_are_named_as_by_run() {
    compare("debug/mistakes", 60);
}
