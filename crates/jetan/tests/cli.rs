//! Stories of the command line: what is typed, and exactly what comes of it.

#[path = "cli/asm.rs"]
mod asm;
#[path = "cli/debug.rs"]
mod debug;
#[path = "cli/devices.rs"]
mod devices;
#[path = "cli/disasm.rs"]
mod disasm;
#[path = "cli/doctor.rs"]
mod doctor;
#[path = "cli/explain.rs"]
mod explain;
#[path = "cli/files.rs"]
mod files;
#[path = "cli/inside.rs"]
mod inside;
#[path = "cli/json.rs"]
mod json;
#[path = "cli/loading.rs"]
mod loading;
#[path = "cli/lsp.rs"]
mod lsp;
#[path = "cli/mars.rs"]
mod mars;
#[path = "cli/pack.rs"]
mod pack;
#[path = "cli/projects.rs"]
mod projects;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/run_world.rs"]
mod run_world;
#[path = "cli/similar.rs"]
mod similar;
#[path = "cli/story.rs"]
mod story;
#[path = "cli/studio.rs"]
mod studio;

use std::io::Read;
use std::process::{Command, Stdio};

use story::Story;

/// A program without mistakes.
const HELLO: &str = "\
        .data
msg:    .asciiz \"hi\"
        .text
        .globl main
main:   la $a0, msg
        li $v0, 4
        syscall
";

/// A program with one mistake.
const TYPO: &str = "main: lw $t0, cuont\n";

#[test]
fn alone_it_says_what_works() {
    let output = Story::new(&[]).output();
    let run = output.stdout.find("jetan run my.asm").expect("programs can be run");
    let asm = output.stdout.find("jetan asm my.asm").expect("sources can be assembled");
    let play = output.stdout.find("jetan play GAME").expect("games can be played");
    assert!(run < asm && asm < play, "what most people want comes first");
    assert!(output.stdout.contains("Connect Four"), "{}", output.stdout);
    assert_eq!(output.stderr, "");
}

#[test]
fn help_is_a_result() {
    for words in [&["--help"][..], &["help"], &["-h"], &["run", "--help"], &["help", "mars"]] {
        let output = Story::new(words).output();
        assert!(output.stdout.contains("Usage: jetan"), "{words:?}");
        assert_eq!(output.stderr, "", "{words:?}");
    }
    Story::new(&["--version"]).stdout("jetan 0.1.0\n").run();
}

#[test]
fn wrong_usage_ends_with_64() {
    for words in [
        &["asm"][..],
        &["asm", "--bogus", "x.asm"],
        &["bogus"],
        &["asm", "--memory", "Tiny", "x.asm"],
        &["asm", "--color", "sometimes", "x.asm"],
        &["asm", "x.asm", "--dump", ".text", "HexText"],
        &["disasm"],
        &["run"],
        &["run", "--max-steps", "0", "x.asm"],
        &["run", "--max-output", "many", "x.asm"],
        &["run", "--time-limit", "-1", "x.asm"],
        &["run", "--clock", "sundial", "x.asm"],
        &["disasm", "--base", "3", "x"],
        &["completions", "csh"],
        &["man", "bogus"],
        &["man", "solve", "bogus"],
        &["check", "chess", "main.asm"],
        &["check", "sudoku"],
    ] {
        let output = Story::new(words).code(64).output();
        assert_ne!(output.stderr, "", "{words:?}");
        assert_eq!(output.stdout, "", "{words:?}");
    }
}

#[test]
fn colours_come_when_wanted() {
    let story = |words: &[&str]| Story::new(words).stdin(TYPO).code(1);
    let plain = story(&["asm", "-"]).output().stderr;
    assert!(!plain.contains('\u{1b}'), "a pipe has no colours");
    let colored = story(&["asm", "--color", "always", "-"]).output().stderr;
    assert!(colored.contains("\u{1b}["), "{colored}");
    let before = story(&["--color=always", "asm", "-"]).env("NO_COLOR", "1").output().stderr;
    assert_eq!(before, colored, "what is typed wins");
    let forced = story(&["asm", "-"]).env("CLICOLOR_FORCE", "1");
    assert_eq!(forced.output().stderr, colored);
    let none = story(&["asm", "-"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert_eq!(none.output().stderr, plain);
    assert_eq!(story(&["asm", "--color", "never", "-"]).output().stderr, plain);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let text = "nop\n".repeat(50_000);
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("long.asm"), text).expect("a file can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["asm", "--listing", "long.asm"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdout = child.stdout.take().expect("the output is a pipe");
    stdout.read_exact(&mut [0; 10]).expect("there is output");
    drop(stdout);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn completions_and_man_pages_are_results() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Story::new(&["completions", shell]).output();
        assert!(output.stdout.contains("disasm"), "{shell}");
    }
    let whole = Story::new(&["man"]).output().stdout;
    assert!(whole.starts_with(".ie") && whole.contains(".TH jetan 1"), "{whole}");
    let deep = Story::new(&["man", "solve", "sudoku"]).output().stdout;
    assert!(deep.contains(".TH jetan-solve-sudoku"), "{deep}");
    let one = Story::new(&["man", "asm"]).output().stdout;
    assert!(one.contains(".TH jetan-asm 1") && one.contains("listing"), "{one}");
}
