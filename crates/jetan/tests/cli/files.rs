//! Stories about files: what is read and what is not, and what is never written over.

use super::{HELLO, Story};

const OWN: &str = "this is one of the sources, and stays as it is";

#[test]
fn a_source_is_not_written_over() {
    let part = "lib.asm";
    let source = format!("{HELLO}.include \"{part}\"\n");
    let at_home = |words: &[&str]| Story::new(words).file("main.asm", &source).file(part, "nop\n");
    for target in ["main.asm", "./main.asm", part] {
        let output = at_home(&["asm", "--dump", ".text", "HexText", target, "main.asm"])
            .stderr(&format!("jetan: {target}: {OWN}\n"))
            .code(64)
            .run();
        assert_eq!(output.file("main.asm"), source.as_bytes());
        assert_eq!(output.file(part), b"nop\n");
        for flag in ["--gif", "--screenshot"] {
            let output = at_home(&["run", flag, target, "main.asm"])
                .stderr(&format!("jetan: {target}: {OWN}\n"))
                .code(64)
                .run();
            assert_eq!(output.file("main.asm"), source.as_bytes());
        }
    }
    let words = ["mars", "nc", "a", "dump", ".text", "HexText", "main.asm", "main.asm"];
    let output = at_home(&words).output();
    assert!(output.stdout.contains("file main.asm is one of the sources!"), "{}", output.stdout);
    assert_eq!(output.file("main.asm"), source.as_bytes());
}

#[test]
fn frames_and_recordings_are_not_written_over_a_source() {
    let frame = "shots/frame-000001.png";
    let source = format!("{HELLO}# Base Address for Display: 0x10040000\n");
    let words = ["run", "--frames", "shots", "--bitmap", "64x64/8x8@0x10040000", frame];
    let output = Story::new(&words)
        .file(frame, &source)
        .stderr(&format!("jetan: {frame}: {OWN}\n"))
        .code(64)
        .run();
    assert_eq!(output.file(frame), source.as_bytes());
    let other = "shots/frame-one.png";
    let output = Story::new(&["run", "--frames", "shots", other]).file(other, HELLO).output();
    assert!(!output.stderr.contains(OWN), "{}: it is no name of a frame", output.stderr);
    let output = Story::new(&["debug", "--record", "main.asm", "--script", "s", "main.asm"])
        .file("main.asm", HELLO)
        .file("s", "continue\n")
        .stderr(&format!("jetan: main.asm: {OWN}\n"))
        .code(64)
        .run();
    assert_eq!(output.file("main.asm"), HELLO.as_bytes());
}

#[test]
fn reports_are_not_written_into_what_they_are_about() {
    let output = Story::new(&["similar", "--html", "class/ann/main.asm", "class"])
        .file("class/ann/main.asm", HELLO)
        .file("class/bob/main.asm", HELLO)
        .stderr(&format!("jetan: class/ann/main.asm: {OWN}\n"))
        .code(64)
        .run();
    assert_eq!(output.file("class/ann/main.asm"), HELLO.as_bytes());
    let rubric = "title = \"t\"\n[[criterion]]\nname = \"c\"\npoints = 1\n\
                  [[criterion.io]]\noutput = \"\"\n";
    Story::new(&["grade", "rubric.toml", "class", "--out", "class/ann"])
        .file("rubric.toml", rubric)
        .file("class/ann/main.asm", HELLO)
        .stderr(&format!("jetan: class/ann: {OWN}\n"))
        .code(64)
        .run();
}

#[test]
fn a_dump_leaves_nothing_else_behind() {
    let words = ["asm", "--dump", ".text", "HexText", "none/out.txt", "main.asm"];
    let why = "jetan: cannot write none/out.txt: there is no such file or folder\n";
    Story::new(&words).file("main.asm", HELLO).stderr(why).code(66).run();
    let words = ["asm", "--dump", ".text", "HexText", "out.txt", "main.asm"];
    let output = Story::new(&words).file("main.asm", HELLO).file("out.txt", "old").run();
    assert!(output.file("out.txt").starts_with(b"3c0"), "it is replaced");
    assert_eq!(output.names(), ["main.asm", "out.txt"]);
}

#[test]
fn what_is_too_large_is_not_read() {
    let large = vec![b'#'; (1 << 20) + 1];
    let why = "this file is larger than 1 MiB\n";
    let keys = ["run", "--keys", "@large", "main.asm"];
    let adapter = ["check", "sudoku", "--adapter", "large", "main.asm"];
    let pack = ["run", "--pack", "./large", "main.asm"];
    for (words, name) in [(&keys[..], "large"), (&adapter, "large"), (&pack, "./large")] {
        Story::new(words)
            .file("main.asm", HELLO)
            .file("large", &large)
            .stderr(&format!("jetan: {name}: {why}"))
            .code(66)
            .run();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_waits_for_a_pipe_that_nobody_writes_to() {
    let special = "this is not an ordinary file";
    let silent = "no process is writing to this pipe";
    for (words, why) in [
        (&["run", "pipe"][..], silent),
        (&["asm", "pipe"], silent),
        (&["check", "sudoku", "pipe"], special),
        (&["play", "2048", "--mips", "pipe"], silent),
        (&["play", "sudoku", "pipe"], silent),
        (&["run", "--keys", "@pipe", "main.asm"], silent),
        (&["check", "sudoku", "--adapter", "pipe", "main.asm"], silent),
        (&["run", "--pack", "pipe", "main.asm"], special),
        (&["pack", "check", "pipe"], special),
        (&["run", "/dev/zero"], special),
        (&["run", "--keys", "@/dev/zero", "main.asm"], special),
        (&["check", "sudoku", "--adapter", "/dev/zero", "main.asm"], special),
        (&["play", "2048", "--mips", "/dev/zero"], special),
    ] {
        let output = Story::new(words).file("main.asm", HELLO).pipe("pipe").code(66).output();
        assert!(output.stderr.ends_with(&format!(": {why}\n")), "{words:?}: {}", output.stderr);
    }
}

/// Text that would do something to a terminal, and what is shown of it.
const RAW: &str = "x\u{1b}[2J\u{9b}1m\u{202e}\u{200b}\u{7f}y";
const SHOWN: &str = "x␛[2J\u{fffd}1m\u{fffd}\u{fffd}␡y";

#[test]
fn nothing_of_others_reaches_a_terminal_raw() {
    let pack = "version = 1\n\u{1b}]0;t\u{7}\n";
    let words = format!("lw $t0, {RAW}\n.include \"{RAW}\"\n");
    let wrong = format!("main: # {RAW}\nlw $t0, 1($zero) # {RAW}\n");
    for typed in [
        &["run", RAW][..],
        &["asm", "words.asm"],
        &["asm", "--mars-messages", "words.asm"],
        &["asm", "--json", "words.asm"],
        &["asm", "--list", "wrong.asm"],
        &["asm", "--dump", RAW, RAW, RAW, "wrong.asm"],
        &["asm", &format!("--{RAW}")],
        &["run", "wrong.asm"],
        &["run", "--json", "wrong.asm"],
        &["run", "--pack", RAW, "wrong.asm"],
        &["run", "--pack", "pack.toml", "wrong.asm"],
        &["run", "--keys", RAW, "wrong.asm"],
        &["run", "--bitmap", RAW, "wrong.asm"],
        &["check", "sudoku", "wrong.asm"],
        &["check", "sudoku", "--adapter", "pack.toml", "wrong.asm"],
        &["check", RAW],
        &["explain", RAW],
        &["solve", "sudoku", "words.asm"],
        &["solve", "sudoku", "--json", "words.asm"],
        &["disasm", "words.asm"],
        &["mars", "nc", "words.asm"],
        &["mars", "nc", RAW],
        &["play", "--replay", RAW],
        &["play", "2048", "--mips", RAW],
        &["pack", "check", RAW, "pack.toml"],
        &["pack", "new", RAW],
    ] {
        for color in ["never", "always"] {
            let output = Story::new(typed)
                .file("words.asm", &words)
                .file("wrong.asm", &wrong)
                .file("pack.toml", pack)
                .env("CLICOLOR_FORCE", if color == "always" { "1" } else { "0" })
                .any_output();
            for text in [&output.stdout, &output.stderr] {
                let raw = ["\u{1b}[2J", "\u{1b}]", "\u{9b}", "\u{202e}", "\u{200b}", "\u{7f}"];
                let found = raw.iter().find(|raw| text.contains(**raw));
                assert_eq!(found, None, "{typed:?} {color}: {text:?}");
            }
        }
    }
    let output = Story::new(&["run", RAW]).code(66).output();
    assert_eq!(output.stderr, format!("jetan: {SHOWN}: there is no such file\n"));
}
