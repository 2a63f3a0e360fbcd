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
    let blocks = |kind: &str| -> Vec<String> {
        let fence = format!("```{kind}\n");
        let blocks = text.split(&fence).skip(1);
        blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
    };
    let diff = blocks("diff").concat();
    let line = |sign: &str| {
        let mut found = diff.lines().filter_map(|line| line.strip_prefix(sign));
        found.next_back().expect("the bug is shown").to_owned()
    };
    let session = blocks("text").concat();
    let (command, transcript) = session.split_once('\n').expect("a session has a command");
    let words = command.strip_prefix("$ jetan debug ").expect("it is the debugger's");
    Bug {
        name: text.lines().next().unwrap_or_default().to_owned(),
        file: line("--- "),
        right: line("-"),
        wrong: line("+"),
        arguments: words.split(' ').map(str::to_owned).collect(),
        transcript: transcript.to_owned(),
    }
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
        let commands = bug.transcript.lines().filter_map(|line| line.strip_prefix("> "));
        let script = commands.collect::<Vec<_>>().join("\n");
        fs::write(folder.path().join("commands"), script).expect("a file can be written");
        let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
            .arg("debug")
            .args(&bug.arguments)
            .args(["--script", "commands"])
            .current_dir(folder.path())
            .output()
            .expect("the command starts");
        let said = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
        let expected = bug.transcript.replace('\\', "/");
        assert_eq!(said, expected, "{}: {said}", bug.name);
        assert!(output.status.success(), "{}", bug.name);
    }
}
