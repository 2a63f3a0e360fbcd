//! The bugs that `docs/debugging.md` plants and finds are found by the commands it shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const SECTION: &str = "## Two bugs, found backwards";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A bug of the guide.
struct Bug {
    name: String,
    /// The file that it is planted in, the line there, and what the line becomes.
    file: String,
    right: String,
    wrong: String,
    /// What is typed after `jetan debug`.
    arguments: Vec<String>,
    /// The whole session, with a `> ` before each command.
    transcript: String,
}

fn bugs() -> Vec<Bug> {
    let guide = fs::read_to_string(root().join("docs/debugging.md")).expect("there is a guide");
    let (_, section) = guide.split_once(SECTION).expect("the guide has the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    section.split("\n### ").skip(1).map(bug).collect()
}

fn bug(text: &str) -> Bug {
    let diff = blocks(text, "diff").concat();
    let line = |sign: &str| {
        let mut found = diff.lines().filter_map(|line| line.strip_prefix(sign));
        found.next_back().expect("the bug is shown").to_owned()
    };
    let (arguments, transcript) = session(text);
    Bug {
        name: text.lines().next().unwrap_or_default().to_owned(),
        file: line("--- "),
        right: line("-"),
        wrong: line("+"),
        arguments,
        transcript,
    }
}

/// What stands between fences of a kind.
fn blocks(text: &str, kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    let blocks = text.split(&fence).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The arguments of the command that a part of the guide begins with, and the session after it.
fn session(text: &str) -> (Vec<String>, String) {
    let session = blocks(text, "text").concat();
    let (command, transcript) = session.split_once('\n').expect("a session has a command");
    let words = command.strip_prefix("$ jetan debug ").expect("it is the debugger's");
    (words.split(' ').map(str::to_owned).collect(), transcript.to_owned())
}

/// Does the commands of a session in a folder, and compares all that is said.
fn replay(name: &str, folder: &Path, arguments: &[String], transcript: &str) {
    let commands = transcript.lines().filter_map(|line| line.strip_prefix("> "));
    let script = commands.collect::<Vec<_>>().join("\n");
    fs::write(folder.join("commands"), script).expect("a file can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .arg("debug")
        .args(arguments)
        .args(["--script", "commands"])
        .current_dir(folder)
        .output()
        .expect("the command starts");
    let said = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
    let expected = transcript.replace('\\', "/");
    assert_eq!(said, expected, "{name}: {said}");
    assert!(output.status.success(), "{name}");
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("there is a folder") {
        let entry = entry.expect("a folder can be read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file can be copied");
        }
    }
}

#[test]
fn the_planted_bugs_are_found_as_the_guide_says() {
    let bugs = bugs();
    assert_eq!(bugs.len(), 2);
    for bug in bugs {
        let folder = TempDir::new().expect("a folder can be made");
        copy(&root().join("programs"), folder.path());
        let file = folder.path().join(&bug.file);
        let text = fs::read_to_string(&file).expect("the file is there");
        assert_eq!(text.matches(&bug.right).count(), 1, "{}: which line?", bug.name);
        fs::write(&file, text.replace(&bug.right, &bug.wrong)).expect("a file can be written");
        replay(&bug.name, folder.path(), &bug.arguments, &bug.transcript);
    }
}

#[test]
fn a_wrong_answer_is_explained_as_the_guide_says() {
    let guide = fs::read_to_string(root().join("docs/debugging.md")).expect("there is a guide");
    let (_, section) = guide.split_once("## A wrong answer").expect("the guide begins with it");
    let section = section.split("\n## ").next().unwrap_or_default();
    let folder = TempDir::new().expect("a folder can be made");
    let program = root().join("testdata/debug/mistakes/newline-in-password.asm");
    fs::copy(program, folder.path().join("password.asm")).expect("a file can be copied");
    let (arguments, transcript) = session(section);
    replay("password.asm", folder.path(), &arguments, &transcript);
}
