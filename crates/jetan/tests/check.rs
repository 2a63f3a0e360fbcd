//! Stories of `jetan check`: golden programs, good and bad, and the whole report on each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use expect_test::{ExpectFile, expect_file};
use serde_json::Value;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn jetan(words: &[&str], folder: &Path) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_jetan")).args(words).current_dir(folder).output();
    output.expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks a source as implementation A of Tetrisito on the cases of the course.
fn check(source: &str, report: &ExpectFile) {
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("my.asm"), source).expect("a file can be written");
    let words = ["check", "tetrisito", "--impl", "A", "--cases", "3", "--show", "1", "my.asm"];
    let output = jetan(&words, folder.path());
    report.assert_eq(&text(&output.stdout));
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_correct_program_passes() {
    let words = ["check", "tetrisito", "--impl", "A", "--cases", "3", "programs/tetrisito/a.asm"];
    let output = jetan(&words, &root());
    expect_file!["../../../testdata/check/reports/passed.txt"].assert_eq(&text(&output.stdout));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_program_that_always_says_the_same_fails() {
    let source = "\
        .data
yes:    .asciiz \"YES\"
        .text
        la $a0, yes
        li $v0, 4
        syscall
        li $v0, 10
        syscall
";
    check(source, &expect_file!["../../../testdata/check/reports/wrong.txt"]);
}

#[test]
fn a_program_that_never_ends_fails() {
    let report = expect_file!["../../../testdata/check/reports/no-end.txt"];
    check("loop: b loop\n", &report);
}

#[test]
fn a_program_that_crashes_fails() {
    let report = expect_file!["../../../testdata/check/reports/crash.txt"];
    check("main: lw $t0, 2($zero)\n", &report);
}

#[test]
fn a_program_that_prints_without_end_fails() {
    let report = expect_file!["../../../testdata/check/reports/flood.txt"];
    check("loop: li $v0, 11\nli $a0, 'N'\nsyscall\nb loop\n", &report);
}

#[cfg(unix)]
#[test]
fn the_command_that_is_printed_shows_the_failure() {
    let folder = TempDir::new().expect("a folder can be made");
    let source = fs::read_to_string(root().join("programs/2048/tasks.asm")).expect("it is there");
    // A tile that was made by a merge merges again.
    let mutant =
        source.replace("        li      $t2, 0\ntaken:", "        move    $t2, $t3\ntaken:");
    assert_ne!(source, mutant);
    fs::write(folder.path().join("tasks.asm"), mutant).expect("a file can be written");
    for name in ["main.asm", "game.asm"] {
        fs::copy(root().join("programs/2048").join(name), folder.path().join(name))
            .expect("a file can be copied");
    }
    let words = ["check", "2048", "--only", "games", "--json", "--cases", "40", "main.asm"];
    let output = jetan(&words, folder.path());
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let command = report["failures"][0]["command"].as_str().expect("there is a command");
    let binary = Path::new(env!("CARGO_BIN_EXE_jetan")).parent().expect("it is in a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let limited = format!("{command} --max-steps 10000000 --frame-hash");
    let again = Command::new("sh")
        .args(["-c", &limited])
        .env("PATH", path)
        .current_dir(folder.path())
        .output()
        .expect("there is a shell");
    assert!(text(&again.stderr).contains("frame"), "{command}: {}", text(&again.stderr));
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let words = ["check", "2048", "--cases", "30", "programs/2048/skeleton.asm", "--jobs"];
    let one = jetan(&[&words[..], &["1"]].concat(), &root());
    let four = jetan(&[&words[..], &["4"]].concat(), &root());
    assert_eq!(text(&one.stdout), text(&four.stdout));
    assert_ne!(one.stdout, b"");
}

#[test]
fn a_name_that_is_asked_for_first_is_given_and_that_is_said() {
    let folder = TempDir::new().expect("a folder can be made");
    fs::create_dir(folder.path().join("parts")).expect("a folder can be made");
    let parts = ["backtracking", "read-integers", "print"].map(|part| format!("parts/{part}.asm"));
    for file in parts.iter().map(String::as_str).chain(["4x4.asm"]) {
        let from = root().join("programs/sudoku").join(file);
        fs::copy(from, folder.path().join(file)).expect("a file can be copied");
    }
    let source = "move $a0 $gp\nli $a1 40\nli $v0 8\nsyscall\n.include \"4x4.asm\"\n";
    fs::write(folder.path().join("my.asm"), source).expect("a file can be written");
    let words = ["check", "sudoku", "--json", "--cases", "5", "my.asm"];
    let output = jetan(&words, folder.path());
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert!(text(&output.stdout).contains("asks for a line before the case"), "{report}");
    assert_eq!(report["failed"], 0);
    let mut parts = report["notChecked"].as_array().expect("a list").iter();
    assert!(parts.all(|part| part["part"] == "no solution"), "{report}");
}

#[test]
fn a_program_that_hangs_in_many_cases_is_reported() {
    let folder = TempDir::new().expect("a folder can be made");
    // With fewer than three pieces it ends without an answer, with more it hangs.
    let source = "\
        .data
line:   .space  40
        .text
main:   li      $s0, 12
next:   la      $a0, line
        li      $a1, 40
        li      $v0, 8
        syscall
        addi    $s0, $s0, -1
        bgtz    $s0, next
        li      $v0, 5
        syscall
stay:   bge     $v0, 3, stay
        li      $v0, 10
        syscall
";
    fs::write(folder.path().join("my.asm"), source).expect("a file can be written");
    let words = ["check", "tetrisito", "--jobs", "1", "my.asm"];
    let output = jetan(&words, folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("no end"), "{}", text(&output.stdout));
}

#[test]
fn an_include_from_elsewhere_is_refused() {
    let folder = TempDir::new().expect("a folder can be made");
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder can be made");
    fs::write(folder.path().join("secret.asm"), "nop\n").expect("a file can be written");
    fs::write(inner.join("my.asm"), ".include \"../secret.asm\"\nnop\n").expect("as well");
    let output = jetan(&["check", "sudoku", "my.asm"], &inner);
    assert!(text(&output.stderr).contains("outside the folder"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = TempDir::new().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    write("my.asm", "li $v0, 10\nsyscall\n");
    write("wrong.asm", "lii $v0, 10\n");
    write("empty.asm", "# nothing yet\n");
    write("bad.toml", "[input]\nline-end = \"cr\"\n");
    let cases: [(&[&str], i32, &str); 8] = [
        (&["empty.asm"], 1, "there is no instruction in the program"),
        (&["missing.asm"], 66, "missing.asm"),
        (&["wrong.asm"], 1, "lii"),
        (&["my.asm", "--adapter", "missing.toml"], 66, "missing.toml"),
        (&["my.asm", "--adapter", "bad.toml"], 1, "bad.toml: line 2: unknown variant"),
        (&["my.asm", "--only", "nothing"], 64, "`nothing` is none of"),
        (&["my.asm", "--pack", "nopack"], 66, "nopack"),
        (&["my.asm", "--bitmap", "square"], 64, "--bitmap"),
    ];
    for (words, code, said) in cases {
        let output = jetan(&[&["check", "tetrisito"], words].concat(), folder.path());
        assert!(text(&output.stderr).contains(said), "{words:?}: {}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{words:?}");
    }
}

#[test]
fn json_is_json_whatever_happens() {
    let folder = TempDir::new().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("typo.asm"), "main: ad $t0, $t1, $t2\n").expect("a file can be written");
    fs::write(at("empty.asm"), "").expect("a file can be written");
    fs::create_dir_all(at("class/ann")).expect("a folder can be made");
    let json = |file: &str, code: i32| -> Value {
        let output = jetan(&["check", "sudoku", "--json", file], folder.path());
        assert_eq!(output.status.code(), Some(code), "{file}");
        serde_json::from_slice(&output.stdout).expect("one object")
    };
    assert_eq!(json("typo.asm", 1)["errors"], 1);
    let error = |file: &str, code| json(file, code)["error"].as_str().unwrap_or("").to_owned();
    assert!(error("empty.asm", 1).contains("no instruction"));
    assert!(error("nobody.asm", 66).contains("no such file"));
    assert!(error("class", 66).contains("`jetan grade RUBRIC class`"));
}
