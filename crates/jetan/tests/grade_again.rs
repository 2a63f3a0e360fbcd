//! The commands that reports print, typed as somebody would who reads them: in the folder of the
//! submission, without the rubric.

#![cfg(unix)]

#[path = "support/class.rs"]
mod class;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use class::{class, finished, grade, jetan, reports, text};

/// Types a command in a folder.
fn typed(command: &str, folder: &Path) -> Output {
    let own = Path::new(env!("CARGO_BIN_EXE_jetan")).parent().expect("it is in a folder");
    let path = format!("{}:/usr/bin:/bin", own.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path);
    shell.output().expect("the command starts")
}

/// What a text says went wrong, with the command that shows it, for each case that has one.
fn commands_of(report: &str) -> Vec<(String, String)> {
    let mut commands = Vec::new();
    let (mut summary, mut is_first) = (String::new(), false);
    for line in report.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)) {
        match line.strip_prefix("  see it: ") {
            Some(command) => commands.push((summary.clone(), command.to_owned())),
            // A failure begins behind an empty line.
            None if is_first => line.clone_into(&mut summary),
            None => {}
        }
        is_first = line.is_empty();
    }
    commands
}

#[test]
fn every_failing_call_of_the_class_can_be_had_again() {
    let folder = TempDir::new().expect("a folder");
    grade(folder.path(), &[]);
    let mut calls = 0;
    for (name, bytes) in reports(folder.path()) {
        let Some(plain) = name.strip_prefix("autolab/") else { continue };
        let plain = plain.strip_suffix("/output.txt").expect("it has such a name");
        let submission = class().join("submissions").join(plain.replace('_', "-"));
        for (summary, command) in commands_of(&text(&bytes)) {
            if command.contains("jetan run ") {
                // It runs to its end, to its error or into a limit, but it runs.
                assert!(command.contains("jetan run --sandbox --seed 7 --start-at-main "));
                let code = typed(&command, &submission).status.code();
                assert!(matches!(code, Some(0 | 2 | 3)), "{command}: {code:?}");
                continue;
            }
            assert!(command.starts_with("jetan grade again "), "{command}");
            calls += 1;
            let output = typed(&command, &submission);
            let said = text(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{command}\n{said}");
            // A case with a name of its own has none when it is typed.
            let (_, what) = summary.split_once(": ").expect("it says what is wrong");
            assert!(said.contains(what), "{command}\n{said}\n{summary}");
            // Somebody who did it right sees that.
            let right = typed(&command, &class().join("submissions/ann"));
            assert_eq!(text(&right.stdout), "1 of 1 case passed\n", "{command}");
            assert_eq!(right.status.code(), Some(0));
        }
    }
    assert!(calls > 30, "{calls} calls");
}

/// Everything that can stand in a case which a report has a command for.
const RUBRIC: &str = r#"
title = "t"
files = ["it's.asm"]
seed = 3
strict = true
[limits]
instructions = 5_000
[[criterion]]
name = "c"
points = 1
[[criterion.io]]
name = "files"
input-file = "1.in"
files = { "in.txt" = { file = "1.in" } }
expect-files = { "out.txt" = "a 'b' \\ \" ü\n" }
[[criterion.io]]
name = "checks"
checks = ["uninitialised"]
[[criterion.call]]
name = "structure"
procedure = "f"
registers = { a0 = { layout = [7, { bytes = [1, 2] }, "na'me\n"] }, f12 = 1.5 }
memory = { m = { words = [1, 2] } }
expect = { v0 = -1, f0 = 3.0 }
expect-memory = { m = { words = [3, 4] } }
output = "x"
instructions = 1_000
[[criterion.call]]
name = "secret"
hidden = true
procedure = "f"
registers = { a0 = 4711 }
expect = { v0 = 42 }
[[criterion.dialogue]]
steps = [{ type = "5" }, { expect = "six" }]
"#;

#[test]
fn cases_with_files_checks_and_structures_can_be_had_again() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("it can be written");
    };
    write("rubric.toml", RUBRIC);
    write("1.in", "5\n%s\n");
    let program = ".data\nm: .word 1, 2\n.text\nmain: move $a0, $t5\nli $v0, 1\nsyscall\n\
                   li $v0, 10\nsyscall\nf: jr $ra\n";
    write("class/ann/it's.asm", program);
    let words = ["grade", "rubric.toml", "class", "--report", "markdown", "--out", "out"];
    finished(jetan(&words).current_dir(folder.path()), 0);
    let report = text(&fs::read(folder.path().join("out/report.md")).expect("it was written"));
    assert!(!report.contains("4711") && !report.contains("secret"), "{report}");
    let commands = commands_of(&report);
    let again = commands.iter().filter(|(_, command)| command.starts_with("jetan grade again "));
    assert_eq!((commands.len(), again.clone().count()), (4, 3), "{report}");
    for (summary, command) in again {
        let output = typed(command, &folder.path().join("class/ann"));
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{command}\n{said}{}", text(&output.stderr));
        let (_, what) = summary.split_once(": ").expect("it says what is wrong");
        assert!(said.contains(what), "{command}\n{said}\n{summary}");
    }
}

#[test]
fn cases_of_rubrics_that_provide_files_can_be_had_again() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("it can be written");
    };
    let rubric = "title = \"t\"\nfiles = [\"main.asm\", \"io.asm\"]\nprovide = [\"io.asm\"]\n\
                  [[criterion]]\nname = \"c\"\npoints = 1\n[[criterion.io]]\noutput = \"8\"\n\
                  [[criterion.call]]\nprocedure = \"show\"\nregisters = { a0 = 3 }\n\
                  output = \"4\"\nthen = [{ procedure = \"show\", output = \"4\" }]\n";
    write("rubric.toml", rubric);
    write("io.asm", "secret: .globl show\nshow: li $v0, 1\nsyscall\njr $ra\n");
    write("class/ann/main.asm", "main: li $a0, 7\njal show\nli $v0, 10\nsyscall\n");
    let words = ["grade", "rubric.toml", "class", "--report", "markdown", "--out", "out"];
    finished(jetan(&words).current_dir(folder.path()), 0);
    let report = text(&fs::read(folder.path().join("out/report.md")).expect("it was written"));
    // What the course provides may hold what students are not to see.
    assert!(!report.contains("secret"), "{report}");
    let commands = commands_of(&report);
    assert_eq!(commands.len(), 2, "{report}");
    let ann = folder.path().join("class/ann");
    for (summary, command) in commands {
        let output = typed(&command, &ann);
        assert_eq!(output.status.code(), Some(66), "{command}");
        let said = text(&output.stderr);
        assert!(said.contains("needs io.asm of the course"), "{said}");
        let output = typed(&format!("{command} --provide ../../io.asm"), &ann);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{command}\n{said}{}", text(&output.stderr));
        let (_, what) = summary.split_once(": ").expect("it says what is wrong");
        assert!(said.contains(what), "{said}\n{summary}");
        // A file of that name in the folder does, too.
        fs::copy(folder.path().join("io.asm"), ann.join("io.asm")).expect("it is copied");
        assert_eq!(typed(&command, &ann).status.code(), Some(1));
        fs::remove_file(ann.join("io.asm")).expect("it was there");
    }
}

#[test]
fn commands_for_cases_of_projects_show_the_same_failure() {
    let folder = TempDir::new().expect("a folder");
    let rubric = "title = \"t\"\n[[criterion]]\nname = \"c\"\npoints = 1\n[[criterion.project]]\n\
                  name = \"tetrisito\"\ncases = 4\nseed = 9\nrules = { implementation = \"B\" }\n";
    fs::write(folder.path().join("rubric.toml"), rubric).expect("it can be written");
    let never = ".data\nno: .asciiz \"NO\"\n.text\nmain: la $a0, no\nli $v0, 4\nsyscall\n\
                 li $v0, 10\nsyscall\n";
    fs::create_dir_all(folder.path().join("class/ann")).expect("a folder");
    fs::write(folder.path().join("class/ann/main.asm"), never).expect("it can be written");
    let words = ["grade", "rubric.toml", "class", "--report", "markdown", "--out", "out"];
    finished(jetan(&words).current_dir(folder.path()), 0);
    let report = text(&fs::read(folder.path().join("out/report.md")).expect("it was written"));
    let commands = commands_of(&report);
    assert!(!commands.is_empty(), "{report}");
    for (_, command) in commands {
        assert!(command.starts_with("jetan check tetrisito --impl=B --seed 9 "), "{command}");
        let output = typed(&command, &folder.path().join("class/ann"));
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{command}\n{said}{}", text(&output.stderr));
    }
}

#[test]
fn what_is_typed_wrong_is_said() {
    for (case, said) in [
        ("", "this is not a case"),
        ("{ call = { procedure = 7 } }", "expected a string"),
        ("{ call = { procedure = \"f\", expect = { q9 = 1 } } }", "`q9` is not a register"),
        ("{ io = { folder = \"x\" } }", "a case that is typed has no folders beside it"),
        ("{ io = { input-file = \"/etc/passwd\", output = \"\" } }", "not the name of a file"),
        ("{ seed = 1 }", "a case has one of io, call, dialogue, policy"),
    ] {
        let output = finished(&mut jetan(&["grade", "again", case, "submissions/ann"]), 64);
        assert!(text(&output.stderr).contains(said), "{case}: {}", text(&output.stderr));
    }
    let case = "{ call = { procedure = \"sum_of\" } }";
    finished(&mut jetan(&["grade", "again", case, "no/such/folder"]), 66);
    let output = finished(&mut jetan(&["grade", "again", case, "submissions/vic-syntax"]), 1);
    assert!(text(&output.stdout).contains("it cannot be assembled"), "{}", text(&output.stdout));
}
