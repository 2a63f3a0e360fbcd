//! Steps over calls and out of procedures, forwards and backwards, by `jetan debug --script`.

#[expect(dead_code, reason = "other tests need more of it")]
#[path = "../../jetan-debug/tests/story/steps.rs"]
mod table;

use std::fs;
use std::process::Command;

use table::{Case, Verdict, cases};
use tempfile::TempDir;

/// What the debugger says to a script, a piece for each command.
fn session(case: &Case) -> Vec<Vec<String>> {
    let folder = TempDir::new().expect("a folder can be made");
    let commands: Vec<&str> = case.moves.iter().map(|one| one.command.as_str()).collect();
    let script = commands.join("\n") + "\n";
    fs::write(folder.path().join("commands"), script).expect("a file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.arg("debug").arg(&case.path).args(["--script", "commands"]);
    if case.is_delayed {
        command.arg("--delayed-branching");
    }
    let output = command.current_dir(folder.path()).output().expect("the command starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}: {said}", case.name);
    let said = format!("\n{said}");
    let pieces = said.split("\n> ").skip(1);
    pieces.map(|piece| piece.lines().skip(1).map(|line| line.trim().to_owned()).collect()).collect()
}

/// Where a command has led, in the words of the programs.
fn stop(lines: &[String]) -> String {
    let label = lines.iter().rev().find_map(|line| {
        let (_, rest) = line.split_once(" <")?;
        rest.split_once('>').map(|(label, _)| label)
    });
    let label = label.unwrap_or_default();
    let reason = lines.first().map(String::as_str).unwrap_or_default();
    if reason.starts_with("breakpoint") {
        format!("breakpoint {label}")
    } else if reason.starts_with("the program has ended") {
        "ended".to_owned()
    } else if reason.starts_with("the program waits") {
        format!("waiting {label}")
    } else if reason == "this is the beginning" {
        format!("beginning {label}")
    } else if reason.starts_with("the program is not in") {
        format!("outside {label}")
    } else {
        label.to_owned()
    }
}

#[test]
fn scripts_lead_where_the_programs_say() {
    let mut verdict = Verdict::default();
    for case in cases() {
        let pieces = session(&case);
        assert_eq!(pieces.len(), case.moves.len(), "{}: {pieces:?}", case.name);
        let stops: Vec<String> = case
            .moves
            .iter()
            .zip(&pieces)
            .map(|(one, lines)| one.stop.as_ref().map(|_| stop(lines)).unwrap_or_default())
            .collect();
        verdict.take(&case, &stops);
    }
    verdict.judge("script");
}
