//! Programs that go wrong: the reports people see, and the pages that explain them.

#[path = "run/mistakes.rs"]
mod mistakes;
#[path = "run/pages.rs"]
mod pages;
#[path = "run/topics.rs"]
mod topics;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `jetan` with some words in a folder, with an input.
fn jetan(folder: &Path, words: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(words)
        .args(["--color", "never"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    // A program may end without reading its input.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}
