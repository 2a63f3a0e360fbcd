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
    let output = run(&["--keys", "a; wait x; Entr"], ECHO).code(64).output();
    assert!(output.stderr.contains("--keys: line 1, column "), "{}", output.stderr);
    assert_eq!(output.stderr.lines().count(), 2, "{}", output.stderr);
    let output = run(&["--keys", "@none"], ECHO).code(66).output();
    assert!(output.stderr.starts_with("jetan: none: "), "{}", output.stderr);
}

#[test]
fn a_script_that_waits_for_ever_is_reported() {
    let words = ["--keys", "wait poll; a", "--max-steps", "1000"];
    let output = run(&words, "main: j main\n").code(3).output();
    let reason = "the key script was waiting for the program to look for a key";
    assert!(output.stderr.contains(reason), "{}", output.stderr);
}

#[test]
fn the_same_run_has_the_same_frames() {
    let words = ["--clock", "virtual", "--frame-hash"];
    let output = run(&words, PAINT).output();
    let lines: Vec<&str> = output.stderr.lines().collect();
    assert_eq!(lines.len(), 4, "{}", output.stderr);
    for (number, line) in (1..).zip(&lines) {
        let hash = line.strip_prefix(&format!("frame {number} ")).expect("a frame and its hash");
        assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{line}");
    }
    // SHA-256 of 2, 2 as words and red, then three times black, computed by hand.
    assert!(lines[0].ends_with(RED_FIRST), "{}", lines[0]);
    assert_eq!(run(&words, PAINT).output().stderr, output.stderr);
}

const RED_FIRST: &str = "e52c5d6ec0f799f4c381cafd9c56de4b15f8093ccd098fda3346e0dcfe77075d";

#[test]
fn pictures_are_written() {
    let words = ["--clock", "virtual", "--frames", "all", "--gif", "run.gif"];
    let output = run(&[&words[..], &["--screenshot", "end.png"]].concat(), PAINT).run();
    assert!(output.file("run.gif").starts_with(b"GIF89a"));
    assert!(output.file("end.png").starts_with(b"\x89PNG"));
    assert_eq!(output.file("all/frame-000004.png"), output.file("end.png"));
}

#[test]
fn what_cannot_be_written_is_reported() {
    let output = run(&["--screenshot", "none/end.png"], PAINT).code(66).output();
    assert!(output.stderr.contains("none/end.png: "), "{}", output.stderr);
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
        let output = run(&["--bitmap", display], PAINT).code(64).output();
        assert!(output.stderr.starts_with("jetan: --bitmap: "), "{}", output.stderr);
        assert!(output.stderr.contains(part), "{display}: {}", output.stderr);
    }
}

#[test]
fn a_display_over_data_is_warned_of() {
    let source = format!("{PAINT}\n        .data\nx:      .word 1, 2, 3\n");
    let output = run(&["--clock", "virtual", "--bitmap", "64x64@static"], &source).output();
    assert!(output.stderr.starts_with("jetan: warning: "), "{}", output.stderr);
}

#[test]
fn variables_under_a_display_are_warned_of_but_its_own_space_is_not() {
    let words = ["--clock", "virtual", "--bitmap", "64x64@static"];
    for (data, output) in [
        ("buffer: .space 16384\nscore: .word 0\n", ""),
        (
            "score: .word 0\nbuffer: .space 16384\n",
            "jetan: warning: the display (0x10010000 to 0x10013fff) covers the program's own data \
             from 0x10010000 on: painting destroys it; use another base, such as the heap\n",
        ),
        (
            "buffer: .space 8192\nscore: .word 0\n",
            "jetan: warning: the display (0x10010000 to 0x10013fff) covers the program's own data \
             from 0x10012000 on: painting destroys it; use another base, such as the heap\n",
        ),
    ] {
        run(&words, &format!("{PAINT}\n        .data\n{data}")).stderr(output).run();
    }
}

/// A program that stores at `count` places from a base on, so far apart.
fn painter(base: &str, count: u32, step: u32, before: &str) -> String {
    format!(
        "
main:   {before}
        li $t0, {base}
        li $t1, 0x00ff0000
        li $t2, {count}
next:   sw $t1, 0($t0)
        addiu $t0, $t0, {step}
        addiu $t2, $t2, -1
        bnez $t2, next
"
    )
}

const EXIT: &str = "        li $v0, 10\n        syscall\n";

#[test]
fn a_display_is_known_by_the_first_stores() {
    let sbrk = "li $a0, 4096\nli $v0, 9\nsyscall";
    let stack = "li $t3, 200\npush: addiu $sp, $sp, -4\nsw $t3, 0($sp)\naddiu $t3, $t3, -1\n\
                 bnez $t3, push";
    let sleep = "li $v0, 32\nli $a0, 1000\nsyscall\nsw $t1, 0($t0)\n";
    let wait = format!("{}{sleep}", painter("0x10008000", 40, 4, "nop"));
    let busy = format!("{}        j main\n", painter("0x10040000", 40, 4, "nop"));
    for (source, display) in [
        (painter("0x10040000", 4096, 4, "nop"), Some("512x512/8x8@0x10040000")),
        (painter("0x10008000", 1024, 4, "nop"), Some("512x512/8x8@0x10008000")),
        (painter("0x10000000", 1024, 4, "nop"), Some("512x512/8x8@0x10000000")),
        (painter("0x10040000", 32, 128, "nop"), Some("512x512/16x16@0x10040000")),
        // What goes to the stack is not looked at.
        (painter("0x10040000", 64, 4, stack), Some("512x512/8x8@0x10040000")),
        // A program that sleeps or goes on for ever has shown what it shows.
        (wait, Some("512x512/8x8@0x10008000")),
        (busy, Some("512x512/8x8@0x10040000")),
        // Memory that was asked for, variables, and a few stores are not a display.
        (painter("0x10040000", 1024, 4, sbrk), None),
        (painter("0x10010000", 1024, 4, "nop"), None),
        (painter("0x10040000", 31, 4, "nop"), None),
    ] {
        let words = ["--clock", "virtual", "--frame-hash", "--max-steps", "2000000"];
        let story = run(&words, &source);
        let is_endless = source.contains("j main");
        let output = story.code(if is_endless { 3 } else { 0 }).output();
        let note = match display {
            Some(display) => format!("shown as if by --bitmap {display}\n"),
            None => "jetan: nothing was shown, because ".to_owned(),
        };
        assert!(output.stderr.contains(&note), "{source}: {}", output.stderr);
        assert_eq!(output.stderr.contains("frame 1 "), display.is_some(), "{source}");
        // What is recognised is shown as if it had been asked for.
        if let Some(display) = display.filter(|_| !is_endless) {
            let asked = run(&[&words[..], &["--bitmap", display]].concat(), &source).output();
            let frames = |text: &str| -> Vec<String> {
                text.lines().filter(|line| line.starts_with("frame ")).map(str::to_owned).collect()
            };
            assert_eq!(frames(&output.stderr), frames(&asked.stderr), "{source}");
        }
    }
}

const HOW_TO_SEE: &str = "\
jetan: this program has a screen: --display terminal shows it in a terminal, --screenshot FILE and \
--gif FILE write pictures (--display none says nothing)
";

/// Lights a digit of the lab.
const DIGIT: &str = "main: li $t0, 0xffff0010\nli $t1, 0x06\nsb $t1, 0($t0)\n";

/// Shows a text on the screen of a pack.
const TEXT: &str = "
# jetan: pack comp2611-2048
        .data
text:   .asciiz \"over\"
        .text
main:   li $a0, -1
        la $a3, text
        li $v0, 207
        syscall
";

#[test]
fn on_a_pipe_a_note_says_how_to_see_the_screen() {
    let (text, digit) = (format!("{TEXT}{EXIT}"), format!("{DIGIT}{EXIT}"));
    for (words, source) in [(&[][..], PAINT), (&[], &text), (&["--lab"], &digit)] {
        run(words, source).stderr(HOW_TO_SEE).run();
        for quiet in [&["--display", "none"][..], &["--strict"], &["--clock", "virtual"]] {
            run(&[words, quiet].concat(), source).run();
        }
        let output = run(&[words, &["--json"]].concat(), source).output();
        assert!(!output.stderr.contains("has a screen"), "{}", output.stderr);
    }
    // What is not used is not there to be seen.
    run(&[], &format!("# jetan: pack comp2611-2048\nmain:\n{EXIT}")).run();
}

#[test]
fn a_display_is_not_looked_for_if_nothing_is_to_be_seen() {
    run(&[], &format!("{}{EXIT}", painter("0x10040000", 4096, 4, "nop"))).run();
}

#[test]
fn labs_have_frames() {
    let source = "
main:   li $t0, 0xffff0010
        li $t1, 0x06
        sb $t1, 0($t0)          # right: 1
        li $a0, 50
        li $v0, 32
        syscall
        li $t1, 0xbf
        sb $t1, 1($t0)          # left: 0 and the point
        li $v0, 32
        syscall
";
    let words = ["--lab", "--clock", "virtual", "--frame-hash", "--screenshot", "end.png"];
    let output = run(&words, &format!("{source}{EXIT}")).output();
    assert_eq!(output.stderr.lines().count(), 2, "{}", output.stderr);
    assert!(output.file("end.png").starts_with(b"\x89PNG"));
}

#[test]
fn the_pad_of_the_lab_is_pressed_by_a_script() {
    let source = "
main:   li $t0, 0xffff0012
        li $t1, 2
wait:   sb $t1, 0($t0)
        lbu $a0, 2($t0)
        beqz $a0, wait
        li $v0, 34
        syscall
";
    let words = ["--lab", "--keys", "wait 1000; pad 6"];
    run(&words, &format!("{source}{EXIT}")).stdout("0x00000042").run();
}

#[test]
fn a_window_needs_a_terminal() {
    let output = run(&["--display", "terminal"], PAINT).code(64).output();
    assert!(output.stderr.contains("standard output is not a terminal"), "{}", output.stderr);
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
    let output = run(&["--clock", "virtual", "--sound-log", "s.txt"], source).run();
    let log = String::from_utf8(output.file("s.txt")).expect("a log is text");
    assert!(log.contains("note") && log.contains("pitch=60"), "{log}");
    let output = run(&["--clock", "virtual", "--sound-log", "s.mid"], source).run();
    assert!(output.file("s.mid").starts_with(b"MThd"));
    let output = run(&["--clock", "virtual", "--sound-log", "s.wav"], source).run();
    assert!(output.file("s.wav").starts_with(b"RIFF"));
    let output = run(&["--sound-log", "s.ogg"], source).code(64).output();
    assert!(output.stderr.contains(".txt"), "{}", output.stderr);
}

#[test]
fn sounds_out_of_range_are_those_of_mars() {
    let source = "
main:   li $a0, 200             # pitch: 60
        li $a1, -5              # a second
        li $a2, 128             # instrument: 0
        li $a3, -1              # volume: 100
        li $v0, 33
        syscall
";
    let words = ["--clock", "virtual", "--sound-log", "s.txt"];
    let output = run(&words, &format!("{source}{EXIT}")).run();
    let log = String::from_utf8(output.file("s.txt")).expect("a log is text");
    let note = log.lines().find(|line| line.contains(" note ")).expect("a note");
    for part in ["pitch=60", "duration=1000", "instrument=0", "volume=100"] {
        assert!(note.contains(part), "{note}");
    }
}

#[test]
fn files_that_cannot_be_written_are_reported_and_leave_nothing_behind() {
    let note = "li $v0, 31\nsyscall\n";
    for (flag, name) in [
        ("--gif", "none/run.gif"),
        ("--screenshot", "none/end.png"),
        ("--sound-log", "none/s.wav"),
        ("--frames", "main.asm/all"),
    ] {
        let source = PAINT.replace("main:", &format!("main: {note}"));
        let output = run(&["--clock", "virtual", flag, name], &source).code(66).output();
        assert!(output.stderr.contains(&format!("jetan: {name}")), "{flag}: {}", output.stderr);
    }
}

/// A robot that goes east for two fifths of a second.
const ROBOT: &str = "
main:   li $s0, 0xffff8000
        li $t0, 90
        sw $t0, 0x10($s0)
        sw $t0, 0x50($s0)       # go
        li $t0, 1
        sw $t0, 0x20($s0)
        li $a0, 400
        li $v0, 32
        syscall
        lw $a0, 0x30($s0)
        li $v0, 1
        syscall
";

#[test]
fn mars_bot_has_frames_and_a_track() {
    let source = format!("{ROBOT}{EXIT}");
    let output = run(&["--bot", "--frame-hash", "--gif", "way.gif"], &source).output();
    assert_eq!(output.stdout, "10");
    assert_eq!(output.stderr.lines().count(), 10, "{}", output.stderr);
    assert!(output.file("way.gif").starts_with(b"GIF89a"));
    let output = run(&["--bot", "--json"], &source).output();
    let robot = r#""robot":{"x":10.0,"y":0.0,"heading":90,"moving":true,"track":[[0.0,0.0,10.0"#;
    assert!(output.stderr.contains(robot), "{}", output.stderr);
    // Without it these are words like any others.
    assert_eq!(run(&["--clock", "virtual"], &source).output().stdout, "0");
}

#[test]
fn mars_bot_goes_the_same_way_everywhere() {
    let source = format!("{ROBOT}{EXIT}");
    let output = run(&["--bot", "--frame-hash", "--record", "run.rec"], &source).output();
    assert_eq!((output.stdout.as_str(), output.stderr.lines().count()), ("10", 10));
    // The translator leaves off where the robot moves, and a pack connects it as the flag does.
    // A build that only interprets says so when it is asked for the other engine.
    let engines: &[&str] = if cfg!(feature = "jit") { &["interp", "jit"] } else { &["interp"] };
    let pack = include_str!("../../../../testdata/tools/packs/robot/pack.toml");
    for &engine in engines {
        let flagged = run(&["--bot", "--frame-hash", "--engine", engine], &source).output();
        assert_eq!(
            (&flagged.stdout, &flagged.stderr),
            (&output.stdout, &output.stderr),
            "{engine}"
        );
        let words = ["--pack", "robot", "--frame-hash", "--engine", engine];
        let packed = run(&words, &source).file("robot/pack.toml", pack).output();
        assert_eq!((&packed.stdout, &packed.stderr), (&output.stdout, &output.stderr), "{engine}");
    }
    // Played back it is where it was, and back in time where it had been.
    Story::new(&["debug", "main.asm", "--replay", "run.rec", "--script", "commands"])
        .file("main.asm", &source)
        .file("commands", "print [0xffff8030]\nreverse-stepi 6\nprint [0xffff8030]\nconsole\n")
        .file("run.rec", output.file("run.rec"))
        .stdout(
            "\
> print [0xffff8030]
10 = 0x0000000a
> reverse-stepi 6
8: main.asm:10 <main+32>  syscall
> print [0xffff8030]
0 = 0x00000000
> console
",
        )
        .run();
}

#[test]
fn mars_bot_has_no_place_in_a_compact_memory() {
    let output = run(&["--bot", "--memory", "CompactDataAtZero"], "main: nop").code(64).output();
    assert!(output.stderr.contains("--bot: its registers are at 0xffff8010"), "{}", output.stderr);
}
