//! Sources made to use up the time and the memory of whoever assembles them: each is told about,
//! or assembled, within bounds that the system enforces.
//!
//! The bar is 2 s of processor time and 300 MB for sources of up to 64 KB.

#![cfg(unix)]

#[path = "support/bounds.rs"]
mod bounds;

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use tempfile::TempDir;

const SOURCE_BYTES_MAX: usize = 64 << 10;
/// 300 MB, for the process with all that it maps.
const ADDRESS_SPACE_KIB: u32 = 300_000_000 / 1024;
const CPU_SECONDS: u32 = 2;

/// A folder of sources; the first is the one that is assembled.
type Sources = Vec<(&'static str, String)>;

fn one(text: String) -> Sources {
    vec![("main.asm", text)]
}

/// As many copies of a line as a source may have.
fn full_of(line: &str) -> String {
    line.repeat(SOURCE_BYTES_MAX / line.len())
}

/// As many different lines as a source may have.
fn lines(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        let next = line(number) + "\n";
        if text.len() + next.len() > SOURCE_BYTES_MAX {
            break;
        }
        text += &next;
    }
    text
}

/// Macros each of which calls the one before so many times.
fn tower(levels: usize, calls: usize, bottom: &str) -> String {
    let mut text = format!(".macro m0\n{bottom}\n.end_macro\n");
    for level in 1..=levels {
        let call = format!("m{}\n", level - 1).repeat(calls);
        let _ = write!(text, ".macro m{level}\n{call}.end_macro\n");
    }
    text + &format!("m{levels}\n")
}

fn square(bottom: &str) -> String {
    let calls = 20 << 10;
    format!(
        ".macro one\n{}.end_macro\n.macro all\n{}.end_macro\nall\n",
        bottom.repeat(calls / bottom.len()),
        "one\n".repeat(calls / 4)
    )
}

/// Names each of which stands for the one before twice.
fn doubling_names(levels: usize) -> String {
    let mut text = ".eqv n0 1 1 1 1\n".to_owned();
    for level in 1..levels {
        let _ = writeln!(text, ".eqv n{level} n{0} n{0}", level - 1);
    }
    text + &format!(".data\n.word n{}\n", levels - 1)
}

fn growing_arguments() -> String {
    let mut text = ".macro g0(%x)\n.word %x\n.end_macro\n".to_owned();
    for level in 1..40 {
        let _ = write!(text, ".macro g{level}(%x)\ng{}(%x%x)\n.end_macro\n", level - 1);
    }
    text + ".data\ng39(1)\n"
}

fn hostile() -> Vec<(&'static str, Sources)> {
    let many_includes =
        vec![("main.asm", full_of(".include \"part\"\n")), ("part", full_of("nop\n"))];
    let doubling_includes = {
        let twice = |next: &str| format!(".include \"{next}\"\n").repeat(2);
        let names = ["main.asm", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"];
        let pairs = names.windows(2).map(|pair| (pair[0], twice(pair[1])));
        pairs.chain([("m", full_of("li $t0, 70000\n"))]).collect()
    };
    let long_line = format!("li $t0, {}\n", "1".repeat(SOURCE_BYTES_MAX - 20));
    let long_float = format!(".data\n.double 0.{}1\n", "0".repeat(SOURCE_BYTES_MAX - 40));
    let text = |name, text: String| (name, one(text));
    vec![
        text("doubling macros", tower(40, 2, "nop")),
        text("macros with labels", tower(40, 2, "a: b a")),
        text("macros with data", tower(40, 2, ".data\n.word 1 : 100000\n.text")),
        text("macros with mistakes", tower(40, 2, "addd $t0, $t1")),
        text("macro times macro", square("nop\n")),
        text("macro times macro with labels", square("a: bgt $t0, $t1, a\n")),
        text("macro in macro", full_of(".macro a\n")),
        text("a macro that calls itself", ".macro a\na\na\n.end_macro\na\n".to_owned()),
        text("arguments that grow", growing_arguments()),
        text("doubling names", doubling_names(600)),
        text("doubling names, used", doubling_names(60) + &full_of(".word n59\n")[..40_000]),
        text("a chain of names", lines(|number| format!(".eqv e{} e{number}", number + 1))),
        text(
            "names in a line",
            format!(".eqv a b\n.eqv b 1\n.data\n.word {}\n", "a,".repeat(30_000)),
        ),
        ("many includes", many_includes),
        ("doubling includes", doubling_includes),
        ("including itself", one(full_of(".include \"main.asm\"\n"))),
        text("a long number", long_line),
        text("a long fraction", long_float),
        text("fractions", full_of(".float 1e-45, 3.4028235e38, 0x1\n")),
        text("a long string", format!(".data\n.asciiz \"{}\n", "\\".repeat(SOURCE_BYTES_MAX - 30))),
        text("open strings", full_of("\"\n")),
        text("open characters", full_of("'")),
        text("repeated values", full_of(".data\n.word 1 : 2147483647\n")),
        text("repeated mistakes", full_of(".data\n.byte 300 : 2147483647\n")),
        text("alignments", format!(".data\n{}", full_of("a: .byte 1\n.align 12\n"))),
        text("space", format!(".data\n{}", full_of(".space 2147483647\n"))),
        text("data all over", lines(|it| format!(".data {:#x}\n.byte 1", 0x1001_0000 + it * 4096))),
        text("labels", lines(|number| format!("l{number}:"))),
        text("labels that nobody has", lines(|number| format!("b x{number}"))),
        text("the same label", full_of("a:\n")),
        text("words that nobody knows", lines(|number| format!("w{number} $t0"))),
        text("global names", lines(|number| format!(".globl g{number}"))),
        text("outer names", lines(|number| format!(".extern e{number} 2147483647"))),
        text("unknown bytes", full_of("\u{1}\u{7f}\u{0}`\u{202e}")),
        text("commas", full_of(",")),
        text("brackets", full_of("(")),
        text("comments", full_of("/*")),
        text("empty lines", full_of("\n")),
        text("returns", full_of("\r")),
        text("pseudo-instructions", full_of("la $t0, a+70000($t1)\n")),
        text("kernel text", full_of(".ktext 0x80000180\nnop\n.text 0x400000\n")),
    ]
}

/// Assembles under the limits; the code it ends with, or none if the system ended it, and what was
/// said.
fn assemble(sources: &Sources, words: &str) -> (Option<i32>, String) {
    let folder = TempDir::new().expect("a folder can be made");
    for (name, text) in sources {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    let bounds = bounds::bounds(ADDRESS_SPACE_KIB, Some(CPU_SECONDS)).unwrap_or_default();
    let shell = format!("{bounds}exec \"$0\" {words}");
    let output = Command::new("sh")
        .args(["-c", &shell, env!("CARGO_BIN_EXE_jetan")])
        .current_dir(folder.path())
        .output()
        .expect("the shell starts");
    let said = String::from_utf8_lossy(&output.stderr).chars().take(2000).collect();
    (output.status.code(), said)
}

#[test]
fn no_source_of_64_kilobytes_takes_two_seconds_or_300_megabytes() {
    let mut problems = Vec::new();
    for (name, sources) in hostile() {
        let bytes: usize = sources.iter().map(|(_, text)| text.len()).max().unwrap_or_default();
        assert!(bytes <= SOURCE_BYTES_MAX + 32, "{name}: {bytes}");
        for words in ["asm main.asm", "mars a nc main.asm"] {
            let (code, said) = assemble(&sources, words);
            if !matches!(code, Some(0 | 1)) {
                problems.push(format!("{name}, {words}: {code:?} {said}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_refused_says_which_macro_or_name_it_was() {
    for (name, word) in [
        ("doubling macros", "m40"),
        ("macro times macro", "all"),
        ("doubling names", "n599"),
        ("many includes", "part"),
        ("repeated values", "2147483647"),
    ] {
        let all = hostile();
        let (_, sources) = all.iter().find(|(it, _)| *it == name).expect("there is such a source");
        let (code, said) = assemble(sources, "asm main.asm");
        assert_eq!(code, Some(1), "{name}: {said}");
        assert!(said.contains(word), "{name}: {said}");
    }
}
