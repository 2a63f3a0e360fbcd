//! A failing case of `jetan check` is opened by `jetan debug` where its wrong value is made, for a
//! bug planted into each of the projects.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A bug, and where the debugger is to open.
struct Bug {
    project: &'static str,
    /// What is checked, in the folder of the project.
    sources: &'static str,
    /// The file that the bug is in, what stands there, and what is put there.
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    /// The file and the text of the line that writes the wrong cell, or prints what is wrong.
    opens: (&'static str, &'static str),
}

const BUGS: &[Bug] = &[
    Bug {
        project: "2048",
        sources: "main.asm",
        file: "tasks.asm",
        right: "sw      $t3, 4($t1)",
        wrong: "sw      $t3, 0($t1)",
        opens: ("tasks.asm", "sw      $t2, 0($a2)"),
    },
    Bug {
        project: "tetrisito",
        sources: "a.asm",
        file: "parts/grid.asm",
        right: "lbu     $t5, ROW_BYTES(%cell)",
        wrong: "lbu     $t5, 0(%cell)",
        opens: ("main.asm", "syscall"),
    },
    Bug {
        project: "sudoku",
        sources: "4x4.asm",
        file: "parts/backtracking.asm",
        right: "        lw      $t4 0($t2)\n        beq     $t4 num not_safe\n",
        wrong: "",
        opens: ("backtracking.asm", "sw      num grid($t0)"),
    },
    Bug {
        project: "connect-four",
        sources: ".",
        file: "state.asm",
        right: "mul     $t1, $t0, COLUMNS\n        addu    $t1, $t1, $a0",
        wrong: "mul     $t1, $t0, ROWS\n        addu    $t1, $t1, $a0",
        opens: ("io.asm", "syscall"),
    },
    Bug {
        project: "four-in-a-row",
        sources: "main.asm",
        file: "parts/game.asm",
        right: "lbu     $t0, tokens($s0)",
        wrong: "lbu     $t0, tokens",
        opens: ("game.asm", "sb      $t0, matrix($s2)"),
    },
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder can be listed") {
        let path = entry.expect("a folder can be listed").path();
        let there = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &there);
        } else {
            fs::copy(&path, &there).expect("a file can be copied");
        }
    }
}

fn jetan(words: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the command starts")
}

fn check(bug: &Bug) {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs");
    let folder = TempDir::new().expect("a folder can be made");
    copy(&programs.join(bug.project), folder.path());
    let path = folder.path().join(bug.file);
    let source = fs::read_to_string(&path).expect("the file is there");
    assert_eq!(source.matches(bug.right).count(), 1, "{}: {}", bug.project, bug.right);
    fs::write(&path, source.replace(bug.right, bug.wrong)).expect("a file can be written");
    let words = ["check", bug.project, "--cases", "5", "--show", "1", "--save", "saved"];
    let output = jetan(&[&words[..], &[bug.sources]].concat(), folder.path());
    assert_eq!(output.status.code(), Some(1), "{}: {output:?}", bug.project);
    let saved = fs::read_dir(folder.path().join("saved")).expect("something was saved");
    let saved: Vec<PathBuf> = saved.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let [case] = saved.as_slice() else { panic!("{}: {saved:?}", bug.project) };
    fs::write(folder.path().join("commands"), "status\n").expect("a file can be written");
    let words = ["debug", "--script", "commands", "--case", &case.to_string_lossy(), bug.sources];
    let output = jetan(&words, folder.path());
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let (file, text) = bug.opens;
    let here = report.lines().nth(1).unwrap_or_default();
    assert!(here.contains(file) && here.contains(text), "{}: {report}", bug.project);
}

#[test]
fn a_saved_case_opens_where_the_wrong_value_is_made() {
    for bug in BUGS {
        check(bug);
    }
}
