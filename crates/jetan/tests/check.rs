//! Stories of `jetan check`: golden programs, good and bad, and the whole report on each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use expect_test::{Expect, expect};
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
fn check(source: &str, code: i32, report: &Expect) {
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("my.asm"), source).expect("a file can be written");
    let words = ["check", "tetrisito", "--impl", "A", "--cases", "3", "--show", "1", "my.asm"];
    let output = jetan(&words, folder.path());
    report.assert_eq(&text(&output.stdout));
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn a_correct_program_passes() {
    let words = ["check", "tetrisito", "--impl", "A", "--cases", "3", "programs/tetrisito/a.asm"];
    let output = jetan(&words, &root());
    expect![[r"
        cases               all 28 passed
        counter             all 3 passed
        freeze_blocks       all 2 passed
        is_equal_grids      all 3 passed
        get_max_x_of_piece  all 4 passed
        drop_piece_in_grid  all 5 passed
        Not checked, the program did not come to this procedure: not_fit

        All 45 cases passed, 3 generated from seed 1 among them.
        The longest took 5,698 instructions: `a pole at the right border`.
    "]]
    .assert_eq(&text(&output.stdout));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_program_that_always_says_the_same_fails() {
    check(
        ".data\nyes: .asciiz \"YES\"\n.text\nla $a0, yes\nli $v0, 4\nsyscall\nli $v0, 10\nsyscall\n",
        1,
        &expect![[r"
            FAILED cases, `too few cells for the goal`: wrong answer
              the goal has one cell more than the start, and every piece brings four cells, but the program says YES

              The smallest input found that fails so, 3 steps from `too few cells for the goal`:

                start   goal
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  #.....

                piece 1
                ....
                ....
                ##..
                ##..

                expected      actual
                NO            YES

              6 instructions. To see it again:
                printf '......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n#.....\n1\n....\n....\n##..\n##..\n' | jetan run my.asm

            Not checked, the program has no procedure of this name: counter, freeze_blocks, is_equal_grids, not_fit, get_max_x_of_piece, drop_piece_in_grid

            9 of 28 cases failed, 3 generated from seed 1 among them.
            Not explained: `a goal that hangs in the air`, `a cell too few in the goal`, `another shape`, `a cell that would have to vanish`, `nothing passes an overhang` and 3 more.
            The longest took 6 instructions: `start equals goal`.
        "]],
    );
}

#[test]
fn a_program_that_never_ends_fails() {
    check(
        "loop: b loop\n",
        1,
        &expect![[r"
            FAILED cases, `start equals goal`: no end
              the program was stopped after 2600000 instructions: it does not seem to end

              The smallest input found that fails so, 1 step from `start equals goal`:

                start   goal
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  ......

                piece 1
                ....
                ....
                ##..
                ##..

                expected      actual
                YES

              2,600,000 instructions. To see it again:
                printf '......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n1\n....\n....\n##..\n##..\n' | jetan run my.asm

            Not checked, the program has no procedure of this name: counter, freeze_blocks, is_equal_grids, not_fit, get_max_x_of_piece, drop_piece_in_grid

            28 of 28 cases failed, 3 generated from seed 1 among them.
            Not explained: `a square on the floor`, `a square at the right border`, `a pole at the right border`, `a bar at its last offset`, `too few cells for the goal` and 22 more.
        "]],
    );
}

#[test]
fn a_program_that_crashes_fails() {
    check(
        "main: lw $t0, 2($zero)\n",
        1,
        &expect![[r"
            FAILED cases, `start equals goal`: runtime error
              the program stops with an error at line 1: main: lw $t0, 2($zero)

              The smallest input found that fails so, 1 step from `start equals goal`:

                start   goal
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  ......

                piece 1
                ....
                ....
                ##..
                ##..

                expected      actual
                YES           fetch address not aligned on word boundary 0x00000002

              0 instructions. To see it again:
                printf '......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n1\n....\n....\n##..\n##..\n' | jetan run my.asm

            Not checked, the program has no procedure of this name: counter, freeze_blocks, is_equal_grids, not_fit, get_max_x_of_piece, drop_piece_in_grid

            28 of 28 cases failed, 3 generated from seed 1 among them.
            Not explained: `a square on the floor`, `a square at the right border`, `a pole at the right border`, `a bar at its last offset`, `too few cells for the goal` and 22 more.
        "]],
    );
}

#[test]
fn a_program_that_prints_without_end_fails() {
    check(
        "loop: li $v0, 11\nli $a0, 'N'\nsyscall\nb loop\n",
        1,
        &expect![[r"
            FAILED cases, `start equals goal`: too much
              the program prints without end

              The smallest input found that fails so, 1 step from `start equals goal`:

                start   goal
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  ......
                ......  ......

                piece 1
                ....
                ....
                ##..
                ##..

                expected      actual
                YES

              2,600,000 instructions. To see it again:
                printf '......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n......\n1\n....\n....\n##..\n##..\n' | jetan run my.asm

            Not checked, the program has no procedure of this name: counter, freeze_blocks, is_equal_grids, not_fit, get_max_x_of_piece, drop_piece_in_grid

            28 of 28 cases failed, 3 generated from seed 1 among them.
            Not explained: `a square on the floor`, `a square at the right border`, `a pole at the right border`, `a bar at its last offset`, `too few cells for the goal` and 22 more.
        "]],
    );
}

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
    write("bad.toml", "[input]\nline-end = \"cr\"\n");
    let cases: [(&[&str], i32, &str); 7] = [
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
