//! Stories: requests in, messages out, and every message as the protocol wants it.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

#[path = "support/client.rs"]
mod client;
#[path = "support/schema.rs"]
mod schema;
#[path = "support/story.rs"]
mod story;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use schema::MessageSchema;
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/dap")
}

fn table() -> MessageSchema {
    MessageSchema::new(&fs::read_to_string(folder().join("messages.json")).expect("a table"))
}

fn stories() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).expect("stories").flatten();
    let paths = entries.map(|entry| entry.path());
    let texts = paths.filter(|path| path.extension().is_some_and(|kind| kind == "txt"));
    let mut all: Vec<(String, String)> = texts
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a story"))
        })
        .collect();
    all.sort();
    assert!(all.len() >= 6, "all stories are found");
    all
}

#[test]
fn stories_run_as_they_are_written() {
    let schema = table();
    let (mut events, mut responses) = (BTreeSet::new(), BTreeSet::new());
    for (name, text) in stories() {
        println!("story {name}");
        let client = story::run_story(&text, &schema);
        for came in &client.came {
            let word = |field: &str| came[field].as_str().map(str::to_owned);
            match came["success"].as_bool() {
                Some(true) => responses.extend(word("command")),
                Some(false) => {}
                None => events.extend(word("event")),
            }
        }
    }
    // Progress needs a run that takes long, and recordings are bytes: both have their own tests.
    let is_told = |name: &&&String| {
        let is_elsewhere = name.starts_with("progress")
            || [
                "attach",
                "pause",
                "cancel",
                "jetan/displayFrame",
                "jetan/findings",
                "jetan/input",
                "jetan/key",
            ]
            .contains(&name.as_str());
        !is_elsewhere
    };
    for (part, seen) in [("events", &events), ("responses", &responses)] {
        let names = schema.names(part);
        let missing: Vec<&&String> =
            names.iter().filter(is_told).filter(|name| !seen.contains(**name)).collect();
        assert!(missing.is_empty(), "no story has these {part}: {missing:?}");
    }
}

#[test]
fn a_wrong_message_is_found() {
    let schema = table();
    for wrong in [
        r#"{"seq": 1, "type": "event", "event": "stopped", "body": {"threadId": 1}}"#,
        r#"{"seq": 1, "type": "event", "event": "stopped", "body": {"reason": "x", "more": 1}}"#,
        r#"{"seq": 1, "type": "event", "event": "exited", "body": {"exitCode": "0"}}"#,
        r#"{"seq": 1, "type": "event", "event": "unheard"}"#,
        r#"{"type": "event", "event": "terminated"}"#,
        r#"{"seq": 1, "type": "response", "command": "next", "success": false, "request_seq": 1}"#,
        r#"{"seq": 1, "type": "response", "command": "threads", "success": true, "request_seq": 1,
            "body": {"threads": [{"id": 1}]}}"#,
    ] {
        let message: Value = serde_json::from_str(wrong).expect("JSON");
        assert_ne!(schema.mistakes(&message), [""; 0], "{wrong}");
    }
}
