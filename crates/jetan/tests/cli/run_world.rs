//! Stories of what a running program sees of the world: input, dialogs, time, chance.

use crate::story::Story;

/// A program in a file, and what is typed while it runs.
fn run(words: &[&str], source: &str, input: &str) -> Story {
    let words = [&["run", "main.asm"], words].concat();
    Story::new(&words).file("main.asm", format!("{source}li $v0, 10\nsyscall\n")).stdin(input)
}

/// Reads by a service and prints what came by another.
fn echo(read: u32, print: u32) -> String {
    format!("li $v0, {read}\nsyscall\nmove $a0, $v0\nli $v0, {print}\nsyscall\n")
}

#[test]
fn input_comes_from_a_pipe() {
    run(&[], &echo(5, 1), "42\n").stdout("42").run();
    run(&[], &echo(5, 1), "-7").stdout("-7").run();
    let line = "\
        .data
line:   .space 20
        .text
la $a0, line
li $a1, 20
li $v0, 8
syscall
li $v0, 4
syscall
";
    run(&[], line, "a line\nmore\n").stdout("a line\n").run();
    run(&[], line, "").run();
    run(&[], &echo(12, 1).repeat(3), "a\n\nb\n").stdout("971098").run();
    run(&[], &echo(12, 1), "").stdout("0").run();
    run(&[], &format!("{}{line}{}", echo(5, 1), echo(12, 11)), "1\ntwo\n3").stdout("1two\n3").run();
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_that_nobody_writes_to_is_waited_for() {
    let words = ["--stdin", "pipe", "--time-limit", "0.2"];
    let output = run(&words, &echo(5, 1), "").pipe("pipe").code(3).output();
    assert!(output.stderr.contains("(--time-limit)"), "{}", output.stderr);
}

#[test]
fn input_comes_from_a_file() {
    run(&["--stdin", "in.txt"], &echo(5, 1), "1\n").file("in.txt", "2\n").stdout("2").run();
}

#[test]
fn the_source_can_come_from_the_pipe_and_the_input_from_a_file() {
    let source = echo(5, 1) + "li $v0, 10\nsyscall\n";
    Story::new(&["run", "-", "--stdin", "in.txt"])
        .file("in.txt", "8\n")
        .stdin(source)
        .stdout("8")
        .run();
}

#[test]
fn all_bytes_are_printed_as_they_are() {
    let print = |code: u32| format!("li $a0, {code}\nli $v0, 11\nsyscall\n");
    let source: String = [0, 27, b'['.into(), 7, 13, 10].map(print).concat();
    run(&[], &source, "").stdout("\0\u{1b}[\u{7}\r\n").run();
}

#[test]
fn chance_repeats_itself_with_a_seed() {
    let roll = "li $a1, 1000000\nli $v0, 42\nli $a0, 3\nsyscall\nli $v0, 1\nsyscall\n".repeat(3);
    let rolled = |words: &[&str]| run(words, &roll, "").output().stdout;
    let five = rolled(&["--seed", "5"]);
    assert_eq!(rolled(&["--seed", "5"]), five);
    assert_ne!(rolled(&["--seed", "-6"]), five);
    assert_eq!(rolled(&["--clock", "virtual"]), rolled(&["--seed", "0"]));
}

#[test]
fn virtual_time_depends_on_the_program_only() {
    let time = "li $v0, 30\nsyscall\nli $v0, 1\nsyscall\n";
    let source = format!("{time}li $a0, 3600000\nli $v0, 32\nsyscall\n{time}");
    // 2020-01-01 in milliseconds, the low word; then an hour later.
    let start = 1_577_836_800_000_i64 as i32;
    let shown = format!("{start}{}", start + 3_600_000);
    run(&["--clock", "virtual"], &source, "").stdout(&shown).run();
}

#[test]
fn strict_runs_behave_as_mars() {
    // MARS takes a whole line for a character.
    let source = echo(12, 1).repeat(2);
    run(&[], &source, "ab\nc\n").stdout("9798").run();
    run(&["--strict"], &source, "ab\nc\n").stdout("9799").run();
    let odd = "add.d $f1, $f2, $f4\n";
    run(&[], odd, "").code(1).output();
    run(&["--strict"], odd, "").code(2).output();
}

#[test]
fn dialogs_are_asked_on_the_console() {
    let data = ".data\nask: .asciiz \"How many?\"\nbuffer: .space 20\n.text\n";
    let show = "li $v0, 1\nsyscall\nmove $a0, $a1\nsyscall\n";
    let dialog = |number: u32| format!("{data}la $a0, ask\nli $v0, {number}\nsyscall\n");
    // Confirm: 0 is yes, 1 no, 2 cancel.
    for (typed, answer) in [("y\n", "0"), ("No\n", "1"), ("c\n", "2"), ("", "2")] {
        let source = dialog(50) + "li $v0, 1\nsyscall\n";
        run(&[], &source, typed).stdout(answer).stderr("How many? [y/n/c] ").run();
    }
    // Integer: the value, and 0 for a good one, -1 for anything else.
    run(&[], &(dialog(51) + show), "12\n").stdout("120").stderr("How many? > ").run();
    run(&[], &(dialog(51) + show), "many\n").stdout("0-1").stderr("How many? > ").run();
    let strict = run(&["--strict"], &dialog(50), "y\n").code(2).output();
    assert!(strict.stderr.starts_with("error[R0307]: "), "{}", strict.stderr);
}

#[test]
fn text_dialogs_fill_a_buffer() {
    let source = "\
        .data
ask:    .asciiz \"Your name?\"
name:   .space 20
        .text
la $a0, ask
la $a1, name
li $a2, 20
li $v0, 54
syscall
move $a0, $a1
li $v0, 1
syscall
la $a0, name
li $v0, 4
syscall
";
    run(&[], source, "Ada\n").stdout("0Ada\n").stderr("Your name? > ").run();
}
