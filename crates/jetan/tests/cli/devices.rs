//! Stories of keys, screens, pictures and sounds.

use crate::story::Story;

/// Copies keys from the keyboard to the display until a full stop.
const ECHO: &str = "
main:   li $t0, 0xffff0000
wait:   lw $t1, 0($t0)
        andi $t1, $t1, 1
        beqz $t1, wait
        lw $t2, 4($t0)
send:   lw $t1, 8($t0)
        andi $t1, $t1, 1
        beqz $t1, send
        sw $t2, 12($t0)
        bne $t2, '.', wait
        li $t3, 10
rest:   addiu $t3, $t3, -1      # the last character takes its time
        bnez $t3, rest
        li $v0, 10
        syscall
";

/// Paints a display of 2 by 2 units, one colour after the other, a tenth of a second each.
const PAINT: &str = "
# Unit width in pixels: 32
# Unit height in pixels: 32
# Display width in pixels: 64
# Display height in pixels: 64
# Base Address for Display: 0x10040000 (heap)
main:   li $t0, 0x10040000
        li $t1, 0x00ff0000
        li $t2, 4
next:   sw $t1, 0($t0)
        li $a0, 100
        li $v0, 32
        syscall
        addiu $t0, $t0, 4
        srl $t1, $t1, 1
        addiu $t2, $t2, -1
        bnez $t2, next
        li $v0, 10
        syscall
";

fn run(words: &[&str], source: &str) -> Story {
    Story::new(&[&["run", "main.asm"], words].concat()).file("main.asm", source)
}

#[test]
fn keys_come_from_a_pipe() {
    run(&[], ECHO).stdin("hello.").stdout("hello.").run();
    run(&["--clock", "virtual"], ECHO).stdin("a.b").stdout("a.").run();
}

#[test]
fn keys_come_from_a_script() {
    let scripts = ["'hi'; .", "h; i; wait 1000; '.'", "wait poll; h\nwait 5ms\ni; repeat 3 { . }"];
    for script in scripts {
        run(&["--keys", script], ECHO).stdout("hi.").run();
    }
    run(&["--keys", "@keys.txt"], ECHO).file("keys.txt", "# keys\n'ab.'\n").stdout("ab.").run();
}

#[test]
fn a_bad_script_says_where() {
    let told = run(&["--keys", "a; wait x; Entr"], ECHO).code(64).output();
    assert!(told.stderr.contains("--keys: line 1, column "), "{}", told.stderr);
    assert_eq!(told.stderr.lines().count(), 2, "{}", told.stderr);
    let told = run(&["--keys", "@none"], ECHO).code(66).output();
    assert!(told.stderr.starts_with("jetan: none: "), "{}", told.stderr);
}

#[test]
fn a_script_that_waits_for_ever_is_told_of() {
    let words = ["--keys", "wait poll; a", "--max-steps", "1000"];
    let told = run(&words, "main: j main\n").code(3).output();
    let reason = "the key script was waiting for the program to look for a key";
    assert!(told.stderr.contains(reason), "{}", told.stderr);
}

#[test]
fn the_same_run_has_the_same_frames() {
    let words = ["--clock", "virtual", "--frame-hash"];
    let told = run(&words, PAINT).output();
    let lines: Vec<&str> = told.stderr.lines().collect();
    assert_eq!(lines.len(), 4, "{}", told.stderr);
    for (number, line) in (1..).zip(&lines) {
        let hash = line.strip_prefix(&format!("frame {number} ")).expect("a frame and its hash");
        assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{line}");
    }
    // SHA-256 of 2, 2 as words and red, then three times black, computed by hand.
    assert!(lines[0].ends_with(RED_FIRST), "{}", lines[0]);
    assert_eq!(run(&words, PAINT).output().stderr, told.stderr);
}

const RED_FIRST: &str = "e52c5d6ec0f799f4c381cafd9c56de4b15f8093ccd098fda3346e0dcfe77075d";

#[test]
fn pictures_are_written() {
    let words = ["--clock", "virtual", "--frames", "all", "--gif", "run.gif"];
    let told = run(&[&words[..], &["--screenshot", "end.png"]].concat(), PAINT).run();
    assert!(told.file("run.gif").starts_with(b"GIF89a"));
    assert!(told.file("end.png").starts_with(b"\x89PNG"));
    assert_eq!(told.file("all/frame-000004.png"), told.file("end.png"));
}

#[test]
fn what_cannot_be_written_is_told_of() {
    let told = run(&["--screenshot", "none/end.png"], PAINT).code(66).output();
    assert!(told.stderr.contains("none/end.png: "), "{}", told.stderr);
}

#[test]
fn displays_that_cannot_be_are_refused() {
    for (display, part) in [
        ("64x64/7x7@heap", "7"),
        ("64x64@0x10040002", "0x10040002"),
        ("64x64@0x00000000", "0x00000000"),
        ("0x64", "0"),
        ("large", "large"),
    ] {
        let told = run(&["--bitmap", display], PAINT).code(64).output();
        assert!(told.stderr.starts_with("jetan: --bitmap: "), "{}", told.stderr);
        assert!(told.stderr.contains(part), "{display}: {}", told.stderr);
    }
}

#[test]
fn a_display_over_data_is_warned_of() {
    let source = format!("{PAINT}\n        .data\nx:      .word 1, 2, 3\n");
    let told = run(&["--clock", "virtual", "--bitmap", "64x64@static"], &source).output();
    assert!(told.stderr.starts_with("jetan: warning: "), "{}", told.stderr);
}

#[test]
fn a_window_needs_a_terminal() {
    let told = run(&["--display", "terminal"], PAINT).code(64).output();
    assert!(told.stderr.contains("standard output is no terminal"), "{}", told.stderr);
}

#[test]
fn sounds_are_logged() {
    let source = "
        li $a0, 60
        li $a1, 500
        li $a2, 0
        li $a3, 100
        li $v0, 33
        syscall
        li $v0, 10
        syscall
";
    let told = run(&["--clock", "virtual", "--sound-log", "s.txt"], source).run();
    let log = String::from_utf8(told.file("s.txt")).expect("a log is text");
    assert!(log.contains("note") && log.contains("pitch=60"), "{log}");
    let told = run(&["--clock", "virtual", "--sound-log", "s.mid"], source).run();
    assert!(told.file("s.mid").starts_with(b"MThd"));
    let told = run(&["--clock", "virtual", "--sound-log", "s.wav"], source).run();
    assert!(told.file("s.wav").starts_with(b"RIFF"));
    let told = run(&["--sound-log", "s.ogg"], source).code(64).output();
    assert!(told.stderr.contains(".txt"), "{}", told.stderr);
}
