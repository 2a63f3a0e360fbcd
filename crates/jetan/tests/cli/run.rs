//! Stories of `jetan run`: how runs end, what bounds them, and where programs come from.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::story::Story;

/// Ends as it should.
const EXIT: &str = "        li $v0, 10\n        syscall\n";
/// Prints `x` without end.
const FLOOD: &str = "li $a0, 'x'\nli $v0, 11\nmain: syscall\nj main\n";

/// A program given on standard input.
fn run(words: &[&str], source: &str) -> Story {
    Story::new(&[&["run"], words, &["-"]].concat()).stdin(source)
}

#[test]
fn a_program_ends_with_its_own_code() {
    run(&[], EXIT).run();
    for (chosen, code) in [("0", 0), ("7", 7), ("-1", 255), ("256", 0)] {
        run(&[], &format!("li $a0, {chosen}\nli $v0, 17\nsyscall\n")).code(code).run();
    }
}

#[test]
fn a_program_without_instructions_is_told_so() {
    run(&[], "# nothing yet\n")
        .stderr(
            "note: the program has no instructions\n |\n \
             = help: write them below `.text`; `li $v0, 10` and `syscall` end a program\n",
        )
        .run();
}

#[test]
fn mistakes_end_with_1_and_2() {
    let output = run(&[], "bogus\n").code(1).output();
    assert!(output.stderr.contains("error[E0"), "{}", output.stderr);
    let output = run(&[], "li $v0, 1\nli $a0, 5\nsyscall\nlw $t0, 0($zero)\n").code(2).output();
    assert_eq!(output.stdout, "5", "what was printed before is shown");
    assert!(output.stderr.starts_with("error[R0102]: "), "{}", output.stderr);
    assert!(output.stderr.ends_with("jetan explain R0102\n"), "{}", output.stderr);
}

#[test]
fn instructions_are_limited() {
    let output = run(&["--max-steps", "10"], "main: j main\n").code(3).output();
    assert!(output.stderr.contains("executed 10 instructions (--max-steps)"), "{}", output.stderr);
    run(&["--max-steps", "2"], EXIT).run();
    run(&["--max-steps", "1"], EXIT).code(3).output();
}

#[test]
fn output_is_limited() {
    let output = run(&["--max-output", "5"], FLOOD).code(3).output();
    assert_eq!(output.stdout, "xxxxx");
    assert!(output.stderr.contains("printed 5 bytes (--max-output)"), "{}", output.stderr);
    let output = run(&["--max-output", "2K"], FLOOD).code(3).output();
    assert_eq!(output.stdout.len(), 2048);
}

#[test]
fn memory_is_limited() {
    let fill = "main: li $a0, 4096\nli $v0, 9\nsyscall\nsw $a0, 0($v0)\nj main\n";
    let output = run(&["--max-memory", "1M"], fill).code(3).output();
    assert!(output.stderr.starts_with("error[R0401]: "), "{}", output.stderr);
    assert!(output.stderr.contains("1048576 bytes of memory (--max-memory)"), "{}", output.stderr);
}

#[test]
fn time_is_limited() {
    let output = run(&["--time-limit", "0.05"], "main: j main\n").code(3).output();
    assert!(output.stderr.contains("ran for 0.05 seconds (--time-limit)"), "{}", output.stderr);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("flood.asm"), FLOOD).expect("a file can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["run", "flood.asm"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
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
fn warnings_are_shown_and_the_program_runs() {
    let source = format!("        .data\n        .byte 300\n        .text\n{EXIT}");
    let output = run(&[], &source).output();
    assert!(output.stderr.contains("warning[W"), "{}", output.stderr);
    run(&["--warnings-as-errors"], &source).code(1).output();
}

#[test]
fn falling_off_the_end_is_only_remarked() {
    let output = run(&[], "li $v0, 1\n").output();
    assert!(output.stderr.starts_with("note: the program ran past"), "{}", output.stderr);
}

#[test]
fn arguments_reach_the_program() {
    let print_second = "\
        move $s0, $a1
        move $s1, $a0
        lw $a0, 4($s0)
        li $v0, 4
        syscall
        move $a0, $s1
        li $v0, 17
        syscall
";
    Story::new(&["run", "main.asm", "--", "one", "--two", "3"])
        .file("main.asm", print_second)
        .stdout("--two")
        .code(3)
        .run();
}

#[test]
fn a_folder_is_a_project() {
    let helper = "        .globl help\nhelp:   li $a0, 5\n        jr $ra\n";
    let main = "\
before: break
        .globl main
main:   jal help
        li $v0, 17
        syscall
";
    let project = |words: &[&str]| {
        Story::new(words).file("game/a.asm", helper).file("game/main.asm", main).code(5)
    };
    project(&["run", "game"]).run();
    project(&["run", "--project", "game/main.asm"]).run();
    let output = project(&["run", "game/main.asm", "game/a.asm"]).code(2).output();
    assert!(output.stderr.contains("\nerror[R0202]: "), "{}", output.stderr);
    assert!(output.stderr.contains("never comes to `main` in line 3"), "{}", output.stderr);
}

#[test]
fn files_that_cannot_be_read_end_with_66() {
    let output = Story::new(&["run", "none.asm"]).code(66).output();
    assert!(output.stderr.contains("none.asm"), "{}", output.stderr);
    for (input, reason) in [("none.txt", "there is no such file"), ("folder", "this is a folder")] {
        let story = Story::new(&["run", "--stdin", input, "main.asm"]).folder("folder");
        let output = story.file("main.asm", EXIT).code(66).output();
        let start = format!("jetan: {input}: {reason}");
        assert!(output.stderr.starts_with(&start), "{}", output.stderr);
    }
}

#[test]
fn json_says_how_a_run_ended() {
    run(&["--json"], "li $a0, 7\nli $v0, 17\nsyscall\n")
        .code(7)
        .stderr(
            "{\"ending\":\"exited\",\"exitCode\":7,\"instructions\":3,\"fault\":null,\
             \"limit\":null,\"cause\":null,\"chain\":[],\"calls\":[],\"endless\":null,\
             \"doubt\":null}\n",
        )
        .run();
    run(&["--json", "--max-steps", "10"], "main: j main\n")
        .code(3)
        .stderr(
            "{\"ending\":\"limit\",\"exitCode\":3,\"instructions\":10,\"fault\":null,\
             \"limit\":\"steps\",\"cause\":null,\"chain\":[],\"calls\":[],\"endless\":{\
             \"kind\":\"loop\",\"pc\":4194304,\"file\":\"<stdin>\",\"line\":1,\
             \"message\":\"the loop goes back here\",\"notes\":[\"the loop of line 1 ran \
             another 1,000,000 times in 1,000,000 instructions\",\"no register changes from one \
             time to the next\",\"no branch in it leads out\"]},\"doubt\":null}\n",
        )
        .run();
    let fault = run(&["--json"], "nop\nlw $t0, 0($zero)\n").code(2).output().stderr;
    let start =
        "{\"ending\":\"fault\",\"exitCode\":2,\"instructions\":1,\"fault\":{\"code\":\"R0102\",";
    assert!(fault.starts_with(start), "{fault}");
    assert!(fault.contains("\"pc\":4194308,\"file\":\"<stdin>\",\"line\":2,"), "{fault}");
    let wild = run(&["--json"], "jr $t0\n").code(2).output().stderr;
    assert!(wild.contains("\"pc\":0,\"file\":null,\"line\":null,"), "{wild}");
}

#[test]
fn registers_without_their_dollar_sign_need_a_switch() {
    let source = "main: li a0, 7\nli v0, 1\nsyscall\nli v0, 10\nsyscall\n";
    run(&["--bare-registers", "--quiet"], source).stdout("7").run();
    let refused = run(&[], source).code(1).output();
    assert!(refused.stderr.contains("<stdin>:1"), "{}", refused.stderr);
}
