//! Packs whose screens, objects, boards and texts are as large, as many or as odd as can be: each
//! is drawn in a few seconds and a bounded memory, or refused with a reason.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The head of every pack; the services follow.
const HEAD: &str = "name = \"odd\"\nversion = \"1\"\ncourse = \"c\"\nsummary = \"s\"\n";

/// Address space in kilobytes, and seconds of processor time.
const MEMORY_KB: &str = "1000000";
const SECONDS: &str = "30";

fn service(number: u32, arguments: &[&str], effect: &str) -> String {
    let argument = |(idx, name): (usize, &&str)| {
        let kind = if *name == "text" { ", type = \"string\"" } else { "" };
        let kind = if *name == "board" { ", type = \"address\"" } else { kind };
        format!("{{ name = \"{name}\", register = \"$a{idx}\"{kind} }}")
    };
    let arguments: Vec<String> = arguments.iter().enumerate().map(argument).collect();
    format!(
        "[[service]]\nnumber = {number}\nname = \"n{number}\"\nsummary = \"s\"\n\
         arguments = [{}]\neffect = {effect}\n",
        arguments.join(", ")
    )
}

/// A screen of this size with everything a program can put on it.
fn pack(width: i64, height: i64, side: i64, cells: i64) -> String {
    let screen = format!("{{ do = \"create-screen\", width = {width}, height = {height} }}");
    let object = format!("{{ do = \"create-object\", width = {side}, height = {side} }}");
    let board = format!("{{ do = \"update-board\", rows = {cells}, columns = {cells} }}");
    [
        HEAD.to_owned(),
        service(200, &[], &screen),
        service(201, &["id", "kind", "x", "y"], &object),
        service(202, &["id", "x", "y", "text"], "\"show-text\""),
        service(203, &["board"], &board),
        service(204, &[], "\"refresh\""),
        service(205, &["score"], "\"set-score\""),
    ]
    .concat()
}

/// Runs a program with a pack, and has the screen drawn at its end.
fn draw(folder: &Path, pack: &str, source: &str) -> Output {
    fs::create_dir_all(folder.join("odd")).expect("a folder");
    fs::write(folder.join("odd/pack.toml"), pack).expect("a pack");
    fs::write(folder.join("main.asm"), source).expect("a program");
    // Two commands: some shells refuse both limits in one, and would go on without any.
    let limits = format!("ulimit -v {MEMORY_KB} && ulimit -t {SECONDS} && exec \"$0\" \"$@\"");
    let words = ["run", "--quiet", "--pack", "odd", "--display", "none"];
    Command::new("sh")
        .args(["-c", &limits, env!("CARGO_BIN_EXE_jetan")])
        .args(words)
        .args(["--screenshot", "end.png", "main.asm"])
        .current_dir(folder)
        .output()
        .expect("the command starts")
}

/// A program that asks for a service so often, with what its loop computes from `$s0`.
fn program(times: u32, body: &str, service: u32) -> String {
    format!(
        "main: li $v0, 200\nsyscall\nli $s0, {times}\nnext: addi $s0, $s0, -1\n{body}\n\
         li $v0, {service}\nsyscall\nbnez $s0, next\nli $v0, 204\nsyscall\nli $v0, 10\nsyscall\n\
         .data\nlong: .space 1\n.text\n"
    )
}

fn assert_drawn(pack: &str, source: &str) {
    let folder = TempDir::new().expect("a folder");
    let output = draw(folder.path(), pack, source);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let picture = fs::read(folder.path().join("end.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn huge_objects_over_each_other_and_outside_are_drawn_in_time() {
    let everywhere = "move $a0, $s0\nmove $a1, $s0\nli $a2, -5\nli $a3, -5";
    assert_drawn(&pack(4096, 4096, 4096, 4), &program(4096, everywhere, 201));
    let outside = "move $a0, $s0\nli $a1, -7\nli $a2, 0x80000000\nli $a3, 0x7fffffff";
    assert_drawn(&pack(16, 16, 4096, 4), &program(4096, outside, 201));
}

#[test]
fn boards_of_65_thousand_tiles_are_drawn_in_time() {
    let board = "la $a0, board";
    let data = ".data\n.align 2\nboard: .word 0x7fffffff:65536\n";
    let tiles =
        pack(4096, 4096, 8, 256).replace("height = 4096 }", "height = 4096, style = \"tiles\" }");
    assert_drawn(&tiles, &(program(2, board, 203) + data));
}

#[test]
fn long_texts_in_great_numbers_are_drawn_in_time() {
    let line = format!("{}\\n", "W@#".repeat(66));
    let data = format!(".data\ntext: .asciiz \"{}\"\n", line.repeat(40));
    let largest = pack(4096, 4096, 8, 4);
    // On the screen, with one column of pixels at its edge, and below it.
    for (x, y) in [("0", "0"), ("4095", "0"), ("0", "0x7fff0000")] {
        let texts = format!("move $a0, $s0\nli $a1, {x}\nli $a2, {y}\nla $a3, text");
        assert_drawn(&largest, &(program(1000, &texts, 202) + &data));
    }
}

#[test]
fn screens_that_change_all_the_time_end_with_the_program() {
    let again = "move $a0, $s0\nli $v0, 200\nsyscall\nmove $a0, $s0";
    assert_drawn(&pack(4096, 4096, 4096, 4), &program(20_000, again, 205));
}

#[test]
fn sizes_out_of_range_are_refused_where_they_stand() {
    let folder = TempDir::new().expect("a folder");
    let rows = [
        (4097, 64, 8, 4),
        (64, -1, 8, 4),
        (0, 0, 8, 4),
        (i64::MAX, i64::MIN, 8, 4),
        (64, 64, 0, 4),
        (64, 64, 1 << 40, 4),
        (64, 64, 8, 257),
        (64, 64, 8, -4),
    ];
    for (width, height, side, cells) in rows {
        let output = draw(folder.path(), &pack(width, height, side, cells), "main: nop\n");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{width} {height} {side} {cells}: {said}");
        assert!(said.contains("pack.toml:"), "{said}");
    }
}

#[test]
fn packs_that_extend_themselves_are_refused() {
    let folder = TempDir::new().expect("a folder");
    for (own, other) in [("odd", None), ("beside", Some("odd"))] {
        let beside = folder.path().join("beside");
        fs::create_dir_all(&beside).expect("a folder");
        let extends = format!("extends = \"{}\"\n", other.unwrap_or("odd"));
        fs::write(beside.join("pack.toml"), format!("{HEAD}{extends}")).expect("a pack");
        let pack =
            pack(64, 64, 8, 4).replacen("summary", &format!("extends = \"{own}\"\nsummary"), 1);
        let output = draw(folder.path(), &pack, "main: nop\n");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("extends"), "{said}");
    }
}
