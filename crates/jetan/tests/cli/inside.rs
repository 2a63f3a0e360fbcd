//! Stories of looking inside a run: checks, notes, registers, memory, traces, profiles.

use std::path::Path;

use expect_test::{ExpectFile, expect_file};

use crate::story::Story;

/// Prints 1 to 3, if `show` left `$t0` alone.
const LOST: &str = "\
main:   li      $t0, 1
loop:   move    $a0, $t0
        jal     show
        addi    $t0, $t0, 1
        ble     $t0, 3, loop
        li      $v0, 10
        syscall
show:   li      $v0, 1
        syscall
        li      $t0, ' '
        move    $a0, $t0
        li      $v0, 11
        syscall
        jr      $ra
";

/// Prints nothing and leaves something behind.
const DATA: &str = "\
        .data
arr:    .word 1, 2, 3
text:   .asciiz \"hi\"
        .text
main:   la      $t0, arr
        lw      $t1, 4($t0)
        sw      $t1, 8($t0)
        li      $v0, 10
        syscall
";

fn run(words: &[&str], source: &str) -> Story {
    Story::new(&[&["run", "main.asm"], words].concat()).file("main.asm", source)
}

/// What a story is to tell, in a file of its own.
fn kept(name: &str) -> ExpectFile {
    expect_file![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/inside").join(name)]
}

fn says(words: &[&str], source: &str, name: &str) {
    kept(name).assert_eq(&run(words, source).output().stderr);
}

#[test]
fn a_finding_names_every_line_that_matters() {
    says(&["--check"], LOST, "check.txt");
    says(&["--check", "--json"], LOST, "check.json");
    says(&["--check=bounds,stack"], LOST, "not-chosen.txt");
    says(&["--check", "--json"], DATA, "nothing.json");
}

#[test]
fn registers_and_memory_are_shown() {
    says(&["--registers=t0,$t1,pc,f0", "--show-memory", "arr"], DATA, "registers.txt");
    says(
        &["--show-memory", "arr+4:4", "--show-memory", "0x1001000c-0x1001000e"],
        DATA,
        "memory.txt",
    );
    says(&["--registers=t1", "--show-memory", "text:3", "--json"], DATA, "view.json");
    // The spelling of before works, and says what to type.
    let old = run(&["--memory", "arr+4:4"], DATA).output().stderr;
    let new = run(&["--show-memory", "arr+4:4"], DATA).output().stderr;
    let (line, rest) = old.split_once('\n').expect("there is a line about the spelling");
    assert!(line.ends_with("memory is shown by `--show-memory arr+4:4`"), "{line}");
    assert_eq!(rest, new);
    let all = run(&["--registers"], DATA).output().stderr;
    assert_eq!(all.lines().count(), 18, "{all}");
}

#[test]
fn a_trace_says_what_changed() {
    says(&["--trace"], DATA, "trace.txt");
    says(&["--trace", "--trace-only", "show", "--trace-max", "3"], LOST, "trace-some.txt");
    let output = run(&["--trace=steps.json", "--trace-only", "0x400008-0x400008"], DATA).output();
    assert_eq!(output.stderr, "");
    kept("steps.json").assert_eq(&String::from_utf8_lossy(&output.file("steps.json")));
}

#[test]
fn a_profile_has_many_forms() {
    says(&["--profile"], LOST, "profile.txt");
    let output = run(&["--profile=p.folded"], LOST).output();
    kept("stacks.txt").assert_eq(&String::from_utf8_lossy(&output.file("p.folded")));
    let output = run(&["--profile=p.json"], DATA).output();
    kept("profile.json").assert_eq(&String::from_utf8_lossy(&output.file("p.json")));
    let output = run(&["--profile=p.html"], LOST).output();
    let page = String::from_utf8_lossy(&output.file("p.html")).into_owned();
    assert!(page.contains("title=\"show: ") && !page.contains("<script"), "{page}");
}

#[test]
fn oddities_take_a_line() {
    let divides = "li $t0, 1\ndiv $t0, $zero\nli $v0, 10\nsyscall\n";
    says(&[], divides, "note.txt");
    says(&["--json"], divides, "note.json");
    for words in [&["--quiet"][..], &["--strict"]] {
        assert_eq!(run(words, divides).output().stderr, "", "{words:?}");
    }
    let output = Story::new(&["mars", "nc", "main.asm"]).file("main.asm", divides).output();
    assert_eq!(output.stderr, "");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (words, code, why) in [
        (&["--check=nonsense"][..], 64, "there is no check `nonsense`"),
        (&["--check", "--trace"], 64, "cannot be used with"),
        (&["--registers=t0,zz"], 64, "there is no register `zz`"),
        (&["--show-memory", "nowhere"], 64, "there is no label `nowhere`"),
        (&["--show-memory", "arr+x"], 64, "`x` is not a number"),
        (&["--show-memory", "text-arr"], 64, "ends before it begins"),
        (&["--show-memory", "0xfffffff0:17"], 64, "beyond the end of memory"),
        (&["--show-memory", "arr:0"], 64, "has no bytes"),
        (&["--show-memory", "arr:65537"], 64, "more than 65536 bytes"),
        (&["--trace", "--trace-only", "nowhere"], 64, "there is no label `nowhere`"),
        (&["--trace-only", "main"], 64, "--trace"),
        (&["--trace=no/such/folder"], 66, "no such file or folder"),
        (&["--profile=no/such/folder"], 66, "no such file or folder"),
        (&["--trace=main.asm"], 64, "one of the sources"),
        (&["--profile=main.asm"], 64, "one of the sources"),
    ] {
        let output = run(words, DATA).code(code).output();
        assert!(output.stderr.contains(why), "{words:?}: {}", output.stderr);
        assert_eq!(output.stdout, "", "{words:?}");
    }
}
