//! `jetan debug` in a terminal: what is shown, and that everything is given back.
#![cfg(target_os = "linux")]

#[path = "support/picture.rs"]
mod picture;
#[path = "support/player.rs"]
mod player;
#[path = "support/pty.rs"]
mod pty;

use std::fs;
use std::process::Command;

use player::Player;
use rustix::process::Signal;
use tempfile::TempDir;

/// Adds up what is typed, and never ends.
const SUMS: &str = "\
main:   li $v0, 5
        syscall
        add $s0, $s0, $v0
        move $a0, $s0
        li $v0, 1
        syscall
        b main
";
/// Without overflow checks: a fast machine counts through 32 bits while the test looks on.
const ENDLESS: &str = "main: addiu $t0, $t0, 1\n b main\n";

fn debug(folder: &TempDir, words: &str) -> Player {
    fs::write(folder.path().join("sums.asm"), SUMS).expect("a file can be written");
    fs::write(folder.path().join("endless.asm"), ENDLESS).expect("a file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.arg("debug").args(words.split(' ')).current_dir(folder.path());
    Player::run(folder.path(), command)
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

#[test]
fn a_run_is_looked_at_and_left() {
    let folder = folder();
    let mut player = debug(&folder, "sums.asm --record run.rec");
    player.shows("main:   li $v0, 5").types("c").shows("input:").types("40\r").shows("40");
    // What was typed is shown as in a terminal, and what was printed follows it.
    player.types("2\r").shows("402").shows("42").types("\x1b").hides("input:");
    player.resize(120, 40);
    player.shows("4 Memory").types(":why output\r").shows("add $s0, $s0, $v0");
    player.resize(20, 5);
    player.types("q").shows("press q again").types("q");
    player.ends(0);
    assert!(folder.path().join("run.rec").exists(), "it was recorded");
}

#[test]
fn a_long_run_shows_how_far_it_is_and_is_stopped_by_a_key() {
    let folder = folder();
    let mut player = debug(&folder, "endless.asm");
    for (key, asked, answer) in [("\x1b", "123*1000", "123000"), ("\x03", "321*1000", "321000")] {
        player.shows("addiu $t0, $t0, 1").types("c").shows("continue: at").types(key);
        player.hides("continue: at").shows("note: interrupted");
        player.types(&format!(":print {asked}\r")).shows(answer);
    }
    player.types("c").shows("continue: at");
    player.signal(Signal::TERM);
    player.ends(130);
}

#[test]
fn a_file_that_changes_is_reported_and_the_session_goes_on() {
    let folder = folder();
    let mut player = debug(&folder, "sums.asm");
    player.shows("main:   li $v0, 5");
    fs::write(folder.path().join("sums.asm"), "main: nop\n").expect("a file can be written");
    player.shows("sums.asm has changed on disk").types("s").shows("2         syscall");
    player.types(":quit\r");
    player.ends(0);
}

#[test]
fn with_plain_it_is_asked_line_by_line() {
    let folder = folder();
    let mut player = debug(&folder, "sums.asm --plain");
    player.shows("(jetan)").types("s\r").shows("syscall").types("quit\r");
    assert_eq!(player.wait().code(), Some(0));
    assert!(!player.written.contains("\x1b[?1049h"), "there is no other screen");
}
