//! Stories of `jetan mars`: what the recordings in `testdata/mars` do not cover.

use crate::story::Story;

const BANNER: &str = "MARS 4.5  Copyright 2003-2014 Pete Sanderson and Kenneth Vollmar\n\n";

#[test]
fn help_is_printed_in_our_own_words() {
    let output = Story::new(&["mars", "h"]).output();
    assert!(output.stdout.starts_with(&format!("{BANNER}Usage: jetan mars ")), "{}", output.stdout);
    let output = Story::new(&["mars"]).output();
    assert!(output.stdout.starts_with("Usage: jetan mars "), "{}", output.stdout);
}

#[test]
fn the_banner_goes_where_messages_go() {
    let assemble = |words: &[&str]| Story::new(words).file("main.asm", "nop\n");
    assemble(&["mars", "a", "main.asm"]).stdout(BANNER).run();
    assemble(&["mars", "a", "ME", "main.asm"]).stderr(BANNER).run();
    assemble(&["mars", "a", "NC", "main.asm"]).run();
    // MARS looks for these two words everywhere, even among the arguments of the program.
    assemble(&["mars", "a", "main.asm", "pa", "nc"]).run();
}

#[test]
fn without_a_file_nothing_happens() {
    Story::new(&["mars", "nc", "a", "ic", "t0"]).run();
    Story::new(&["mars", "nc", "dump", ".text", "HexText", "t.txt"])
        .stdout("This segment has not been written to, there is nothing to dump.\n")
        .run();
}

#[test]
fn a_folder_among_the_files_is_skipped() {
    let output =
        Story::new(&["mars", "nc", "a", "dir", "main.asm", "dump", ".text", "HexText", "t"])
            .folder("dir")
            .file("main.asm", "break\n")
            .run();
    assert_eq!(output.file("t"), b"0000000d\n");
    Story::new(&["mars", "nc", "a", "dir"]).folder("dir").run();
}

#[test]
fn words_are_refused_one_by_one() {
    Story::new(&["mars", "nc", "--color", "mc", "Tiny", "nofile.asm", "no-file.asm", "main.asm"])
        .file("main.asm", "garbage that is never read\n")
        .stdout(
            "\
Invalid Command Argument: --color
Invalid memory configuration: Tiny
Invalid Command Argument: nofile.asm
Invalid/unaligned address or invalid range: no-file.asm
",
        )
        .run();
}

#[test]
fn a_missing_configuration_ends_with_1() {
    Story::new(&["mars", "nc", "bogus", "mc"])
        .code(1)
        .stdout("Invalid Command Argument: bogus\n")
        .stderr(
            "mc needs a memory configuration: Default, CompactDataAtZero or CompactTextAtZero\n",
        )
        .run();
}

#[test]
fn errors_end_with_the_code_that_was_asked_for() {
    let report = "\
Error in HERE/sub//../sub/main.asm line 1 column 1: \"bogus\" is not a recognized operator

Processing terminated due to errors.
";
    for (word, code) in [("a", 0), ("ae5", 5), ("AE0x10", 16), ("ae-1", 255), ("ae256", 0)] {
        Story::new(&["mars", "nc", word, "sub//../sub/main.asm"])
            .file("sub/main.asm", "bogus\n")
            .code(code)
            .stdout(&report.replace("//", "/"))
            .run();
    }
}

#[test]
fn a_name_too_long_for_a_file_is_an_unknown_word() {
    let long = "x".repeat(300);
    let said = format!("Invalid Command Argument: {long}\n");
    Story::new(&["mars", "nc", "a", &long]).stdout(&said).run();
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_read_has_no_place() {
    let memory = "/proc/self/mem";
    Story::new(&["mars", "nc", "ae9", memory])
        .code(9)
        .stdout(&format!(
            "Error in : java.io.FileNotFoundException: {memory} (Input/output error)\n\n\
             Processing terminated due to errors.\n"
        ))
        .run();
}

#[test]
fn dumps_are_tested_in_the_order_of_mars() {
    let dump = |words: &str| {
        let all = format!("mars nc a main.asm dump {words}");
        Story::new(&all.split_whitespace().collect::<Vec<_>>())
            .file("main.asm", ".data\n.word 1\n.text\nnop\n")
            .folder("dir")
    };
    for (words, said) in [
        (".bss Bogus dir", "segment/address-range .bss is invalid!"),
        (".text hextext dir", "format hextext was not found!"),
        ("0xffff0000-0xffff0004 HexText no//f", "file no/f!  Could not access address: -65536!"),
        (".text HexText dir", "file dir was not found!"),
        (".text HexText no/f", "file no/f was not found!"),
    ] {
        dump(words).stdout(&format!("Error while attempting to save dump, {said}\n")).run();
    }
    dump("0x7ffffffc-0x7ffffffc HexText dir")
        .stdout("This segment has not been written to, there is nothing to dump.\n")
        .run();
    let output = dump("0x10010000-0x10010008 Binary d").run();
    assert_eq!(output.file("d"), [1, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn dumps_come_after_errors_too() {
    let output = Story::new(&["mars", "nc", "ae3", "main.asm", "dump", ".data", "HexText", "d"])
        .file("main.asm", ".data\n.word 7\n.text\nj nowhere\n")
        .code(3)
        .stdout(
            "\
Error in HERE/main.asm line 4 column 3: Symbol \"nowhere\" not found in symbol table.

Processing terminated due to errors.
",
        )
        .run();
    assert!(output.file("d").starts_with(b"00000007\n00000000\n"));
}

#[test]
fn a_project_is_the_folder_of_the_first_file() {
    let output = Story::new(&["mars", "nc", "a", "p", "sub/b.asm", "c.txt", "sub/b.asm", "dump"])
        .file("sub/b.asm", "break 1\n")
        .code(0)
        .output();
    assert!(output.stdout.contains("Dump command line argument requires"), "{}", output.stdout);
    let output = Story::new(&[
        "mars",
        "nc",
        "a",
        "p",
        "sub/b.asm",
        "c.txt",
        "dump",
        ".text",
        "HexText",
        "t",
    ])
    .file("sub/b.asm", "break 1\n")
    .file("sub/a.s", "break 2\n")
    .file("sub/d.S", "bogus\n")
    .file("c.txt", "break 3\n")
    .run();
    assert_eq!(output.file("t"), b"0000004d\n0000008d\n000000cd\n");
}

#[test]
fn the_usual_word_for_help_gives_help() {
    let own = Story::new(&["mars"]).output().stdout;
    for word in ["--help", "-h"] {
        Story::new(&["mars", word]).stdout(&own).run();
    }
}
