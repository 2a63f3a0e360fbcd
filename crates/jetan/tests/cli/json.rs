//! Stories of `jetan asm --json`.

use serde_json::{Value, json};

use crate::HELLO;
use crate::story::Story;

#[test]
fn json_is_valid_and_complete() {
    let output = Story::new(&["asm", "--json", "--symbols", "--listing", "main.asm"])
        .file("main.asm", HELLO)
        .output();
    assert_eq!(output.stderr, "");
    let value: Value = serde_json::from_str(&output.stdout).expect("it is JSON");
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
    assert_eq!(value["diagnostics"], json!([]));
}

#[test]
fn json_tells_everything_about_a_mistake() {
    let output = Story::new(&["asm", "--json", "main.asm"])
        .file("main.asm", ".eqv N foo\n.macro twice(%r)\nadd %r, N, %r\n.end_macro\n twice($t1)\n")
        .code(1)
        .output();
    let value: Value = serde_json::from_str(&output.stdout).expect("it is JSON");
    assert_eq!(value["program"], Value::Null);
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
    assert_eq!(diagnostic["assembled"], "add $t1, foo, $t1");
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
