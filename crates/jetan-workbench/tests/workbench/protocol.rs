//! The examples of the protocol's page, and texts that are not messages.

use std::fs;
use std::path::Path;

use jetan_wire::REQUESTS;
use serde_json::{Value, json};

use crate::carrier::Tab;

/// Whether a message has everything that is expected of it; `"…"` is anything.
fn has(actual: &Value, expected: &Value) -> bool {
    match (actual, expected) {
        (_, Value::String(any)) if any == "…" => true,
        (Value::Object(actual), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| actual.get(key).is_some_and(|actual| has(actual, value))),
        (Value::Array(actual), Value::Array(expected)) => {
            actual.len() == expected.len()
                && actual.iter().zip(expected).all(|(actual, expected)| has(actual, expected))
        }
        (actual, expected) => actual == expected,
    }
}

/// Tells a workbench a story of the page: what is sent, and what has to come back, in any order.
fn run_story(story: &str, greets: bool) {
    let mut tab = if greets { Tab::new() } else { Tab::silent() };
    tab.came.clear();
    for line in story.lines() {
        let (sign, text) = line.split_once(' ').expect("a sign and a message");
        match sign {
            ">" => {
                tab.send(text);
                tab.settle();
            }
            "<" => {
                let expected: Value = serde_json::from_str(text).expect("JSON");
                let place = tab.came.iter().position(|came| has(came, &expected));
                let place = place.unwrap_or_else(|| panic!("{text}\ncame: {:#?}", tab.came));
                tab.came.remove(place);
            }
            _ => panic!("{line}"),
        }
    }
}

#[test]
fn the_examples_of_the_page_are_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let stories: Vec<&str> = page
        .split("```jsonl\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("the block ends").trim_end())
        .collect();
    assert!(stories.len() >= 5, "the page has examples");
    for story in stories {
        run_story(story, !story.contains("hello"));
    }
}

#[test]
fn what_is_no_message_is_answered() {
    let mut tab = Tab::silent();
    for (text, code) in [
        ("", "bad-request"),
        ("{", "bad-request"),
        ("[]", "bad-request"),
        ("{}", "bad-request"),
        (r#"{"id": 1}"#, "bad-request"),
        (r#"{"id": -1, "do": "step"}"#, "bad-request"),
        (r#"{"id": "x", "do": "step"}"#, "bad-request"),
        (r#"{"id": 1, "do": "step"}"#, "protocol"),
        (r#"{"id": 1, "do": "hello"}"#, "protocol"),
        (r#"{"id": 1, "do": "hello", "protocol": 2}"#, "protocol"),
        (r#"{"id": 1, "do": "hello", "protocol": "1"}"#, "protocol"),
    ] {
        tab.came.clear();
        tab.send(text);
        if text == "{}" {
            assert!(tab.came.is_empty(), "nobody waits for an answer");
            continue;
        }
        assert_eq!(tab.came.len(), 1, "{text}");
        assert_eq!(tab.came[0]["error"]["code"], code, "{text}");
    }
    tab.send(r#"{"id": 1, "do": "hello", "protocol": 1}"#);
    for (request, code) in [
        (json!({"do": "fly"}), "unknown-request"),
        (json!({"do": "step", "wings": 2}), "bad-request"),
        (json!({"do": "open", "path": "x"}), "bad-request"),
        (json!({"do": "open", "path": 1, "text": ""}), "bad-request"),
        (json!({"do": "open", "path": "", "text": ""}), "bad-request"),
        (json!({"do": "open", "path": "a\u{0}", "text": ""}), "bad-request"),
        (json!({"do": "step"}), "not-started"),
        (json!({"do": "registers"}), "not-started"),
        (json!({"do": "start", "roots": []}), "bad-request"),
        (json!({"do": "start", "roots": ["x.asm"]}), "no-file"),
        (json!({"do": "look", "want": [1]}), "bad-request"),
        (json!({"do": "change", "path": "x", "text": "", "version": 1}), "not-open"),
        (json!({"do": "close", "path": "x"}), "not-open"),
        (json!({"do": "openExample", "example": "x"}), "no-file"),
        (json!({"do": "read", "path": "x"}), "no-file"),
    ] {
        assert_eq!(tab.refused(request.clone()), code, "{request}");
    }
}

/// Fields as nobody should send them.
fn wrong_fields() -> Vec<Value> {
    let span = |line: u32| json!({"from": [line, 9], "to": [0, 0]});
    let edits = |line: u32| json!([{"span": span(line), "text": "x"}]);
    let items = |item: Value| json!({"items": [item]});
    vec![
        json!({}),
        json!({"path": "../../etc/passwd", "text": "x", "version": i64::MAX}),
        json!({"path": "a.asm", "line": u32::MAX}),
        json!({"path": "a.asm"}),
        json!({"path": "a.asm", "position": [u32::MAX, u32::MAX]}),
        json!({"path": "a.asm", "position": [0, 1], "name": "$$"}),
        json!({"path": "a.asm", "edits": edits(9)}),
        json!({"path": "a.asm", "edits": edits(u32::MAX)}),
        json!({"times": u64::MAX}),
        json!({"to": u64::MAX}),
        json!({"to": {"path": "a.asm", "line": u32::MAX}}),
        json!({"to": {"output": u64::MAX}}),
        json!({"to": {"write": "[[[["}}),
        json!({"perSecond": 1e308}),
        json!({"perSecond": -0.0}),
        json!({"address": u32::MAX, "bytes": 65536}),
        json!({"address": u32::MAX, "bytes": u32::MAX}),
        json!({"place": "$t0", "value": u64::MAX}),
        json!({"place": "0xfffffffc,8", "value": "((((("}),
        json!({"place": "0xffffffff"}),
        json!({"output": 0}),
        json!({"count": u64::MAX}),
        json!({"frame": u32::MAX}),
        json!({"number": u64::MAX}),
        json!({"lesson": "first-hour", "step": "sum", "roots": ["a.asm"]}),
        json!({"lesson": "first-hour", "step": "game", "roots": ["a.asm"]}),
        json!({"lesson": "folder", "step": "\u{0}", "roots": []}),
        json!({"key": "\u{1F600}"}),
        json!({"key": 99}),
        json!({"expression": "1/0"}),
        json!({"name": "\u{0}", "search": "\u{0}"}),
        json!({"name": "$".repeat(300)}),
        json!({"search": "é".repeat(300)}),
        items(json!({"id": "x", "path": "a.asm", "line": u32::MAX})),
        items(json!({"id": "x", "place": "0xffffffff,4294967295", "on": "access"})),
        items(json!({"id": "x", "label": "nowhere", "condition": "$$$", "log": "{{{"})),
        json!({"want": ["registers", "stack", "calls", "timeline", "look"]}),
        json!({"roots": ["a.asm"], "options": {"bitmap": "0x0/0x0@0"}}),
        json!({"roots": ["a.asm"], "options": {"memory": "x", "pack": "y"}}),
        json!({"game": "go"}),
        json!({"game": "2048", "settings": {"target": "1", "seed": -1}}),
        json!({"game": "2048", "position": "2 ".repeat(100_000)}),
        json!({"game": "sudoku", "position": "0"}),
        json!({"record": "version = 1"}),
        json!({"move": "\u{0}"}),
        json!({"at": u64::MAX}),
        json!({"on": true, "games": 0}),
        json!({"on": true, "perSecond": -1}),
        json!({"level": "divine"}),
        json!({"leave": true}),
        json!({"replay": "../../etc/passwd"}),
    ]
}

#[test]
fn no_fields_break_a_request() {
    for name in REQUESTS.iter().map(|row| row.name).filter(|name| *name != "hello") {
        for fields in wrong_fields() {
            let mut tab = Tab::with("main: li $t0, 1\nloop: addi $t0, $t0, 1\n blt $t0, 9, loop\n");
            tab.done(json!({"do": "step", "times": 3}));
            let mut request = fields;
            request["do"] = Value::from(name);
            let answer = tab.ask(request);
            let code = answer["error"]["code"].as_str();
            assert!(code != Some("unknown-request") && code != Some("internal"), "{name}");
        }
    }
}
