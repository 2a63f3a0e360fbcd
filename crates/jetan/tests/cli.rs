//! Stories of the command line: what is typed, and exactly what comes of it.

#[path = "cli/story.rs"]
mod story;

use std::io::Read;
use std::process::{Command, Stdio};

use story::Story;

const HELLO: &str = "\
        .data
msg:    .asciiz \"hi\"
        .text
        .globl main
main:   la $a0, msg
        li $v0, 4
        syscall
";

const TYPO: &str = "main: lw $t0, cuont\n";

#[test]
fn alone_it_says_what_works() {
    let told = Story::new(&[]).output();
    assert!(told.stdout.contains("jetan asm FILE"), "{}", told.stdout);
    assert!(told.stdout.contains("Connect Four"), "{}", told.stdout);
    assert_eq!(told.stderr, "");
}

#[test]
fn help_is_a_result() {
    for words in [&["--help"][..], &["help"], &["-h"], &["asm", "--help"], &["help", "mars"]] {
        let told = Story::new(words).output();
        assert!(told.stdout.contains("Usage: jetan"), "{words:?}");
        assert_eq!(told.stderr, "", "{words:?}");
    }
    Story::new(&["--version"]).stdout("jetan 0.1.0\n").run();
}

#[test]
fn wrong_usage_ends_with_64() {
    for words in [
        &["asm"][..],
        &["asm", "--bogus", "x.asm"],
        &["bogus"],
        &["asm", "--memory", "Tiny", "x.asm"],
        &["asm", "--color", "sometimes", "x.asm"],
        &["asm", "x.asm", "--dump", ".text", "HexText"],
        &["disasm"],
        &["disasm", "--base", "3", "x"],
        &["completions", "csh"],
        &["man", "bogus"],
    ] {
        let told = Story::new(words).code(64).output();
        assert_ne!(told.stderr, "", "{words:?}");
        assert_eq!(told.stdout, "", "{words:?}");
    }
}

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
    let told = Story::new(&["asm", "-"]).stdin(TYPO).code(1).output();
    assert!(told.stderr.contains("--> <stdin>:1:15"), "{}", told.stderr);
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
jetan: nul\u{7f}: there is no such file
",
        )
        .run();
    Story::new(&["asm", "main.asm/x"])
        .file("main.asm", HELLO)
        .code(66)
        .stderr("jetan: main.asm/x: not a directory\n")
        .run();
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
        .stderr("jetan: empty: there is no .asm or .s file in this folder\n")
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
    let told = project(&["asm", "--project", "--json"]).output();
    assert!(told.stdout.contains("\"entry\":4194308,"), "{}", told.stdout);
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
    let told = Story::new(&words.split_whitespace().collect::<Vec<_>>())
        .file("main.asm", HELLO)
        .stdout(" \\0 \\0  i  h\n")
        .run();
    assert_eq!(told.file("t.txt"), b"3c011001\n34240000\n24020004\n0000000c\n");
    assert_eq!(told.file("d.bin")[..4], *b"hi\0\0");
    assert_eq!(told.file("d.bin").len(), 4096);
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
        .stderr("jetan: cannot write no/d.txt: no such file or directory\n")
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
        let told = Story::new(&all).file("main.asm", source);
        let told = told.code(i32::from(words.contains(&"--warnings-as-errors")));
        told.output().stderr
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
Warning in HERE/./main.asm line 3 column 7: \"300\" is out-of-range for a signed value and possibly truncated
Error in HERE/./main.asm line 1 column 7: \"lw\": Too few or incorrectly formatted operands. Expected: lw $t1,-100($t2)
",
        )
        .run();
}

#[test]
fn colours_come_when_wanted() {
    let story = |words: &[&str]| Story::new(words).stdin(TYPO).code(1);
    let plain = story(&["asm", "-"]).output().stderr;
    assert!(!plain.contains('\u{1b}'), "a pipe has no colours");
    let colored = story(&["asm", "--color", "always", "-"]).output().stderr;
    assert!(colored.contains("\u{1b}["), "{colored}");
    let before = story(&["--color=always", "asm", "-"]).env("NO_COLOR", "1").output().stderr;
    assert_eq!(before, colored, "what is typed wins");
    let forced = story(&["asm", "-"]).env("CLICOLOR_FORCE", "1");
    assert_eq!(forced.output().stderr, colored);
    let none = story(&["asm", "-"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert_eq!(none.output().stderr, plain);
    assert_eq!(story(&["asm", "--color", "never", "-"]).output().stderr, plain);
}

#[test]
fn json_is_valid_and_complete() {
    let told = Story::new(&["asm", "--json", "--symbols", "--listing", "main.asm"])
        .file("main.asm", HELLO)
        .output();
    assert_eq!(told.stderr, "");
    let value: serde_json::Value = serde_json::from_str(&told.stdout).expect("it is JSON");
    let program = &value["program"];
    assert_eq!(program["instructions"], 4);
    assert_eq!(program["entry"], 0x0040_0000);
    assert_eq!(program["memory"], "Default");
    assert_eq!(program["segments"][0]["kind"], "data");
    assert_eq!(program["symbols"][0]["name"], "main");
    assert_eq!(program["symbols"][0]["global"], true);
    assert_eq!(program["symbols"][0]["line"], 5);
    assert_eq!(program["code"][1]["instruction"], "ori $a0, $at, 0x0");
    assert_eq!(program["code"][2]["source"], "li $v0, 4");
    assert_eq!(value["errors"], 0);
    assert_eq!(value["diagnostics"], serde_json::json!([]));
}

#[test]
fn json_tells_everything_about_a_mistake() {
    let told = Story::new(&["asm", "--json", "main.asm"])
        .file("main.asm", ".eqv N $t99\n.macro twice(%r)\nadd %r, N, %r\n.end_macro\n twice($t1)\n")
        .code(1)
        .output();
    let value: serde_json::Value = serde_json::from_str(&told.stdout).expect("it is JSON");
    assert_eq!(value["program"], serde_json::Value::Null);
    assert_eq!(value["errors"], 1);
    let diagnostic = &value["diagnostics"][0];
    for key in [
        "code",
        "severity",
        "message",
        "label",
        "file",
        "line",
        "column",
        "endLine",
        "endColumn",
        "labels",
        "help",
        "frames",
        "assembled",
    ] {
        assert!(!diagnostic[key].is_null(), "{key}: {diagnostic}");
    }
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(diagnostic["assembled"], "add $t1, $t99, $t1");
    assert_eq!(diagnostic["line"], 3);
    let frame = &diagnostic["frames"][0];
    assert_eq!((&frame["kind"], &frame["name"]), (&"macro".into(), &"twice".into()));
    assert_eq!((&frame["line"], &frame["column"]), (&5.into(), &2.into()));
}

#[test]
fn json_and_a_dump_do_not_mix() {
    Story::new(&["asm", "--json", "main.asm", "--dump", ".text", "HexText", "-"])
        .file("main.asm", HELLO)
        .code(64)
        .stderr("jetan: --json and a dump cannot both go to standard output\n")
        .run();
}

#[test]
fn a_closed_pipe_is_no_error() {
    let text = "nop\n".repeat(50_000);
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("long.asm"), text).expect("a file can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["asm", "--listing", "long.asm"])
        .current_dir(folder.path())
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
fn disasm_reads_dumps_of_four_formats() {
    let table = "\
0x00400000  0x24080003  addiu $t0, $zero, 3
L_00400004:
0x00400004  0x2508ffff  addiu $t0, $t0, -1
0x00400008  0x1500fffe  bne $t0, $zero, L_00400004
";
    let source = "li $t0, 3\nl: addiu $t0, $t0, -1\nbnez $t0, l\n";
    for format in ["HexText", "BinaryText", "Binary", "HEX"] {
        let words = ["asm", "main.asm", "--dump", ".text", format, "out"];
        let dump = Story::new(&words).file("main.asm", source).run().file("out");
        Story::new(&["disasm", "dump"]).file("dump", &dump).stdout(table).run();
        Story::new(&["disasm", "--format", format, "-"]).stdin(&dump).stdout(table).run();
    }
}

#[test]
fn disasm_names_the_labels_of_a_source() {
    Story::new(&["disasm", "main.asm"])
        .file("main.asm", "li $t0, 3\nloop: addiu $t0, $t0, -1\nbnez $t0, loop\n")
        .stdout(
            "\
0x00400000  0x24080003  addiu $t0, $zero, 3
loop:
0x00400004  0x2508ffff  addiu $t0, $t0, -1
0x00400008  0x1500fffe  bne $t0, $zero, loop
",
        )
        .run();
    let told = Story::new(&["disasm", "-"]).stdin(TYPO).code(1).output();
    assert!(told.stderr.contains("E0203"), "{}", told.stderr);
    assert_eq!(told.stdout, "");
}

#[test]
fn disasm_writes_sources_that_assemble_again() {
    let source = ".data\n.word 1, 0, 3\n.kdata\n.asciiz \"k\"\n.text\nmain: jal f\nb main\n\
                  f: mul $t0, $t1, 70000\nl.d $f2, 4($sp)\nc.lt.d 3, $f2, $f4\nbc1t 3, f\n\
                  .ktext 0x80000180\nmfc0 $k0, $13\neret\n";
    let dump = |name: &str, text: &str| {
        let words =
            ["asm", name, "--dump", ".text", "HexText", "t", "--dump", ".data", "Binary", "d"];
        let told = Story::new(&words).file(name, text).run();
        (told.file("t"), told.file("d"))
    };
    let again = Story::new(&["disasm", "--source", "main.asm"]).file("main.asm", source).output();
    assert_eq!(again.stderr, "");
    assert_eq!(dump("main.asm", source), dump("again.asm", &again.stdout), "{}", again.stdout);
}

#[test]
fn disasm_says_what_is_wrong_with_a_dump() {
    Story::new(&["disasm", "--base", "0x80000180", "--source", "dump"])
        .file("dump", "00000000\nffffffff\n")
        .stdout(
            "        .ktext 0x80000180\n        nop\n        nop  # 0xffffffff is no instruction\n",
        )
        .stderr("jetan: 1 of the words are no instructions; `nop` stands for them\n")
        .run();
    Story::new(&["disasm", "--format", "HexText", "dump"])
        .file("dump", "00000000\nxyz\n")
        .code(66)
        .stderr("jetan: dump: line 2: this is not eight hexadecimal digits\n")
        .run();
    Story::new(&["disasm", "dump"])
        .file("dump", [0, 1, 2, 3, 4])
        .code(66)
        .stderr("jetan: dump: 5 bytes are not a whole number of words\n")
        .run();
    Story::new(&["disasm", "dump"])
        .file("dump", ":0400000012345678E9\n")
        .code(66)
        .stderr("jetan: dump: line 1: the checksum of this record is wrong\n")
        .run();
    Story::new(&["disasm", "dump"])
        .folder("dump")
        .code(66)
        .stderr("jetan: dump: this is a folder\n")
        .run();
    Story::new(&["disasm", "nowhere"])
        .code(66)
        .stderr("jetan: nowhere: there is no such file\n")
        .run();
    Story::new(&["disasm", "--base", "0", "main.asm"])
        .file("main.asm", "nop\n")
        .code(64)
        .stderr("jetan: --base is for dumps; a source says itself where it goes\n")
        .run();
}

#[test]
fn explain_prints_pages() {
    Story::new(&["explain", "syscall", "5"])
        .stdout(
            "\
syscall 5: read int

Read a line and take it as a decimal integer; anything else is an error.

  gives  $v0: integer

    li $v0, 5
    syscall
",
        )
        .run();
    for (what, start) in [
        ("E0203", "E0203: "),
        ("w0901", "W0901: "),
        ("addi", "addi\n\n  addi rt, rs, imm\n"),
        (".asciiz", ".asciiz string, ...\n"),
        ("$sp", "$sp, also $29\n"),
        ("print string", "syscall 4: print string\n"),
        ("CompactTextAtZero", "CompactTextAtZero\n"),
        ("", "`jetan explain WHAT` explains\n"),
    ] {
        let told = Story::new(&["explain", what]).output();
        assert!(told.stdout.starts_with(start), "{what}: {}", told.stdout);
    }
}

#[test]
fn explain_suggests_the_closest_name() {
    Story::new(&["explain", "syscal"])
        .code(1)
        .stderr("jetan: there is nothing to explain about `syscal`; did you mean `syscall`?\n")
        .run();
    Story::new(&["explain", "quantum", "physics"])
        .code(1)
        .stderr(
            "jetan: there is nothing to explain about `quantum physics`; `jetan explain` alone \
             lists what there is\n",
        )
        .run();
}

#[test]
fn completions_and_man_pages_are_results() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let told = Story::new(&["completions", shell]).output();
        assert!(told.stdout.contains("disasm"), "{shell}");
    }
    let whole = Story::new(&["man"]).output().stdout;
    assert!(whole.starts_with(".ie") && whole.contains(".TH jetan 1"), "{whole}");
    let one = Story::new(&["man", "asm"]).output().stdout;
    assert!(one.contains(".TH jetan-asm 1") && one.contains("listing"), "{one}");
}
