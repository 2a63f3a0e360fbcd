//! The README is true: its wrong program is explained as it shows, and every command in its table
//! does what its column says, in a shell.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of the table, column by column, each with the game of its row.
fn columns() -> Vec<Vec<(String, String)>> {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let table = readme.lines().skip_while(|line| !line.starts_with("| | play |"));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let mut columns = vec![Vec::new(); 4];
    for row in rows {
        let row = row.replace("\\|", "\u{0}");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for (column, cell) in columns.iter_mut().zip(&cells[2..]) {
            if let Some(command) = cell.strip_prefix('`').and_then(|it| it.strip_suffix('`')) {
                column.push((cells[1].to_owned(), command.replace('\u{0}', "|")));
            }
        }
    }
    columns
}

/// Runs a command of the README, with nothing to read.
fn run(command: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_jetan")).parent().expect("it is in a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(root())
        .stdin(Stdio::null())
        .output();
    output.expect("there is a shell")
}

fn expect(command: &str, code: i32, words: &str) {
    let output = run(command);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{command}: {said}");
    assert!(said.contains(words), "{command}: {said}");
}

#[test]
fn every_game_can_be_played() {
    let played = &columns()[0];
    assert_eq!(played.len(), 5);
    for (_, command) in played {
        expect(command, 2, "the input ended");
    }
}

#[test]
fn every_game_can_be_solved() {
    let solved = &columns()[1];
    let answers = ["YES\n", "457812936", "largest", "44444"];
    assert_eq!(solved.len(), answers.len());
    for ((_, command), answer) in solved.iter().zip(answers) {
        expect(command, 0, answer);
    }
}

#[test]
fn every_mips_version_runs() {
    let run = &columns()[2];
    let answers = ["YES", "The input has ended", "457812936", "Target", "Who goes first"];
    assert_eq!(run.len(), answers.len());
    for ((_, command), answer) in run.iter().zip(answers) {
        expect(command, 0, answer);
    }
}

#[test]
fn every_mips_version_passes_its_check() {
    let checked = &columns()[3];
    assert_eq!(checked.len(), 5);
    for (_, command) in checked {
        expect(command, 0, "generated from seed 1 among them.");
    }
}

/// The text of the README's first block of code in a language.
fn block(readme: &str, language: &str) -> String {
    let start = format!("```{language}\n");
    let block = readme.split_once(start.as_str()).expect("there is such a block").1;
    block.split_once("```").expect("it has an end").0.to_owned()
}

#[test]
fn the_wrong_program_is_explained_as_shown() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("my.asm"), block(&readme, "asm")).expect("there is room");
    let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["run", "my.asm"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("it can be started");
    assert_eq!(String::from_utf8_lossy(&output.stderr), block(&readme, "text"));
    assert_eq!(output.status.code(), Some(2));
}
