//! Stories of `jetan asm`.

use crate::story::Story;
use crate::{HELLO, TYPO};

#[test]
fn asm_says_that_all_is_well() {
    Story::new(&["asm", "main.asm"])
        .file("main.asm", HELLO)
        .stderr("main.asm: 4 instructions, 2 labels, no problems\n")
        .run();
    Story::new(&["asm", "empty.asm"])
        .file("empty.asm", "")
        .stderr("empty.asm: 0 instructions, 0 labels, no problems\n")
        .run();
}

#[test]
fn asm_underlines_a_mistake() {
    Story::new(&["asm", "main.asm"])
        .file("main.asm", TYPO)
        .code(1)
        .stderr(
            "\
error[E0203]: label `cuont` is not defined
 --> main.asm:1:15
  |
1 | main: lw $t0, cuont
  |               ^^^^^
  |
  = help: define it with `cuont:` before a statement or data

1 error; more about the first: jetan explain E0203
",
        )
        .run();
}

#[test]
fn asm_reads_standard_input() {
    Story::new(&["asm", "-"])
        .stdin("main: nop\n")
        .stderr("<stdin>: 1 instruction, 1 label, no problems\n")
        .run();
    let output = Story::new(&["asm", "-"]).stdin(TYPO).code(1).output();
    assert!(output.stderr.contains("--> <stdin>:1:15"), "{}", output.stderr);
}

#[test]
fn every_file_that_cannot_be_read_is_named() {
    Story::new(&["asm", "nowhere.asm", "main.asm", "main", "nul\u{7f}"])
        .file("main.asm", HELLO)
        .code(66)
        .stderr(
            "\
jetan: nowhere.asm: there is no such file
jetan: main: there is no such file; did you mean main.asm?
jetan: nul␡: there is no such file
",
        )
        .run();
    Story::new(&["asm", "main.asm/x"])
        .file("main.asm", HELLO)
        .code(66)
        .stderr("jetan: main.asm/x: there is no such file\n")
        .run();
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_read_says_why() {
    Story::new(&["asm", "/proc/self/mem"])
        .code(66)
        .stderr("jetan: /proc/self/mem: input/output error\n")
        .run();
    let output = Story::new(&["asm", "/dev/zero"]).code(66).output();
    assert_eq!(output.stderr, "jetan: /dev/zero: this is not an ordinary file\n");
}

#[test]
fn only_ordinary_files_are_included() {
    let story = |name: &str| {
        let source = format!(".include \"{name}\"\n");
        let output = Story::new(&["asm", "-"]).stdin(source).folder("sub").code(1).output();
        output.stderr.lines().find(|line| line.contains("help")).unwrap_or_default().to_owned()
    };
    assert!(story("sub").contains("this is a folder"), "{}", story("sub"));
    assert!(story("nowhere").contains("no such file"), "{}", story("nowhere"));
    if cfg!(unix) {
        assert!(story("/dev/null").contains("not an ordinary file"), "{}", story("/dev/null"));
    }
}

#[test]
fn long_lines_are_cut_around_the_mistake() {
    let source = format!(".data\n.word {}nope, {}\n", "1, ".repeat(1_000), "2, ".repeat(1_000));
    let output = Story::new(&["asm", "-"]).stdin(&source).code(1).output();
    let widest = output.stderr.lines().map(|line| line.chars().count()).max();
    assert!(widest < Some(200), "{}", output.stderr);
    assert!(output.stderr.contains("--> <stdin>:2:3007\n"), "{}", output.stderr);
    assert!(output.stderr.contains("1, nope, 2"), "{}", output.stderr);
}

#[test]
fn text_of_a_source_cannot_control_the_terminal() {
    let output = Story::new(&["asm", "-"]).stdin("main: \u{1b}[2J\u{9b}x $t0\n").code(1).output();
    assert!(!output.stderr.contains(['\u{1b}', '\u{9b}']), "{:?}", output.stderr);
}

#[test]
fn very_many_mistakes_are_counted() {
    let output = Story::new(&["asm", "-"]).stdin("bogus $t0\n".repeat(1_500)).code(1).output();
    let last = output.stderr.lines().last();
    let expected = "1000 errors, 500 unlisted problems; more about the first: jetan explain E0201";
    assert_eq!(last, Some(expected));
}

#[test]
fn a_folder_stands_for_its_sources() {
    Story::new(&["asm", "game"])
        .file("game/util.asm", ".globl help\nhelp: jr $ra\n")
        .file("game/main.asm", ".globl main\nmain: jal help\n")
        .file("game/notes.txt", "not assembly")
        .file("game/.hidden.asm", "not assembly")
        .stderr("game/main.asm and 1 other file: 2 instructions, 2 labels, no problems\n")
        .run();
    Story::new(&["asm", "empty"])
        .folder("empty")
        .code(66)
        .stderr("jetan: empty: there is no .asm, .s or .mips file in this folder\n")
        .run();
}

#[test]
fn a_project_starts_at_main() {
    let project = |words: &[&str]| {
        Story::new(words)
            .file("a.s", ".globl help\nhelp: jr $ra\n")
            .file("main.asm", ".globl main\nnop\nmain: jal help\n")
    };
    let summary = "main.asm and 1 other file: 3 instructions, 2 labels, no problems\n";
    project(&["asm", "--project"]).stderr(summary).run();
    project(&["asm", "--project", "main.asm"]).stderr(summary).run();
    let output = project(&["asm", "--project", "--json"]).output();
    assert!(output.stdout.contains("\"entry\":4194308,"), "{}", output.stdout);
}

#[test]
fn listings_and_symbols_are_results() {
    Story::new(&["asm", "--listing", "--symbols", "main.asm"])
        .file("main.asm", HELLO)
        .stdout(
            "\
main.asm
0x00400000  0x3c011001  lui $at, 0x1001          5  main:   la $a0, msg
0x00400004  0x34240000  ori $a0, $at, 0x0
0x00400008  0x24020004  addiu $v0, $zero, 4      6  li $v0, 4
0x0040000c  0x0000000c  syscall                  7  syscall

0x10010000  68 69 00 00 00 00 00 00 00 00 00 00 00 00 00 00  hi..............  msg 0x10010000

address     segment  scope   label  place
0x00400000  text     global  main   main.asm:5
0x10010000  data     file    msg    main.asm:2
",
        )
        .run();
}

#[test]
fn dumps_are_written() {
    let words = "asm main.asm --dump .text HexText t.txt --dump .data Binary d.bin \
                 --dump 0x10010000-0x10010000 asciitext -";
    let output = Story::new(&words.split_whitespace().collect::<Vec<_>>())
        .file("main.asm", HELLO)
        .stdout(" \\0 \\0  i  h\n")
        .run();
    assert_eq!(output.file("t.txt"), b"3c011001\n34240000\n24020004\n0000000c\n");
    assert_eq!(output.file("d.bin")[..4], *b"hi\0\0");
    assert_eq!(output.file("d.bin").len(), 4096);
}

#[test]
fn dumps_that_cannot_be_written_say_why() {
    let story = |dump: &str| {
        let words = format!("asm main.asm --dump {dump}");
        Story::new(&words.split_whitespace().collect::<Vec<_>>()).file("main.asm", "nop\n")
    };
    story(".data HexText d.txt").stderr("jetan: nothing is stored in .data: no dump\n").run();
    story(".text HexText no/d.txt")
        .code(66)
        .stderr("jetan: cannot write no/d.txt: there is no such file or folder\n")
        .run();
    story("0-4 HexText d.txt")
        .code(64)
        .stderr("jetan: there is no memory at 0x00000000: no dump\n")
        .run();
    story(".bss HexText d.txt")
        .code(64)
        .stderr(
            "jetan: `.bss` cannot be dumped: it is neither .text nor .data nor a range of word \
             addresses such as 0x10010000-0x1001000c\n",
        )
        .run();
    story(".text Hexx d.txt")
        .code(64)
        .stderr(
            "jetan: there is no dump format `Hexx`, only AsciiText, Binary, BinaryText, HEX, \
             HexText, SegmentWindow\n",
        )
        .run();
}

#[test]
fn settings_reach_the_assembler() {
    let assembles = |words: &[&str], source: &str| {
        let mut all = vec!["asm", "main.asm"];
        all.extend(words);
        let output = Story::new(&all).file("main.asm", source);
        let output = output.code(i32::from(words.contains(&"--warnings-as-errors")));
        output.output().stderr
    };
    let source = ".data\nx: .byte 200\n.text\nlw $t0, x\n";
    assert!(assembles(&["--strict"], source).contains("warning[W0903]"));
    assert!(assembles(&[], source).ends_with("2 instructions, 1 label, no problems\n"));
    let compact = assembles(&["--memory", "compactdataatzero"], source);
    assert!(compact.contains("1 instruction,"), "{compact}");
    let delayed = assembles(&["--delayed-branching"], "m: bge $t0, $t1, m\n");
    assert!(
        delayed.contains("3 instructions,") || delayed.contains("2 instructions,"),
        "{delayed}"
    );
    let refused = assembles(&["--strict", "--warnings-as-errors"], source);
    assert!(refused.ends_with("warnings are errors here, so there is no program\n"), "{refused}");
    let pseudo = Story::new(&["asm", "--no-pseudo", "-"]).stdin("li $t0, 1\n").code(1).output();
    assert!(pseudo.stderr.contains("E0304"), "{}", pseudo.stderr);
}

#[test]
fn messages_can_be_those_of_mars() {
    Story::new(&["asm", "--strict", "--mars-messages", "./main.asm"])
        .file("main.asm", "main: lw $t0\n.data\n.byte 300\n")
        .code(1)
        .stderr(
            "\
Warning in HERE/./main.asm line 3 column 7: \"300\" is out-of-range for a \
signed value and possibly truncated
Error in HERE/./main.asm line 1 column 7: \"lw\": Too few or incorrectly \
formatted operands. Expected: lw $t1,-100($t2)
",
        )
        .run();
}

#[test]
fn a_label_of_another_file_in_the_folder_is_named() {
    Story::new(&["asm", "main.asm"])
        .file("main.asm", "main: jal helper\n      jal nowhere\n      jal helper\n")
        .file("notes.txt", "nowhere: this is no source\n")
        .file("util.asm", "helper: jr $ra\n        frobnicate $t0\n")
        .code(1)
        .stderr(
            "\
error[E0203]: label `helper` is not defined
 --> main.asm:1:11
  |
1 | main: jal helper
  |           ^^^^^^
2 |       jal nowhere
3 |       jal helper
  |           ------ and here
  |
  = help: `util.asm` in the same folder defines it: add `--project` to assemble the whole \
          folder, or name both files

error[E0203]: label `nowhere` is not defined
 --> main.asm:2:11
  |
2 |       jal nowhere
  |           ^^^^^^^
  |
  = help: define it with `nowhere:` before a statement or data

2 errors; more about the first: jetan explain E0203
",
        )
        .run();
}

#[test]
fn listings_and_pages_are_coloured_when_asked_for() {
    let source = "main: li $v0, 10\nsyscall\n.data\nx: .word 1\n";
    let words = ["asm", "--listing", "main.asm", "--color"];
    let output = |when: &str| {
        Story::new(&[&words[..], &[when]].concat()).file("main.asm", source).output().stdout
    };
    let (always, never) = (output("always"), output("never"));
    assert_eq!(output("auto"), never, "on a pipe there are none");
    assert!(always.starts_with("\x1b[1mmain.asm\x1b[0m\n\x1b[2m0x00400000"), "{always:?}");
    let plain = ["\x1b[0m", "\x1b[1m", "\x1b[2m"];
    assert_eq!(plain.iter().fold(always, |text, code| text.replace(code, "")), never);
    let page = Story::new(&["explain", "add", "--color", "always"]).output().stdout;
    assert!(page.starts_with("\x1b[1madd\x1b[0m\n"), "{page:?}");
}
