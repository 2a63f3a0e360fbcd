//! Runs that `jetan run --record` has recorded, opened by `attach`.

#[path = "support/client.rs"]
mod client;
#[path = "support/schema.rs"]
mod schema;

use client::Client;
use schema::MessageSchema;
use serde_json::{Value, json};

const FAULTS: &str = include_str!("../../../testdata/recordings/faults.asm");
const RECORDED: &[u8] = include_bytes!("../../../testdata/recordings/faults.bin");
const EXITS: &str = "main: li $v0, 10\nsyscall\n";

/// A client with a program and its recording.
fn client() -> Client {
    let mut client = Client::with(&[("main.asm", FAULTS), ("other.asm", EXITS)]);
    client.host.files.insert("run.bin".to_owned(), RECORDED.to_vec());
    client.done("initialize", json!({}));
    client
}

fn attach(program: &str, recording: &str) -> Value {
    json!({"program": format!("/class/{program}"), "recording": format!("/class/{recording}")})
}

fn stopped(client: &Client) -> Value {
    client.events("stopped").last().map(|body| (*body).clone()).unwrap_or_default()
}

fn line(client: &mut Client) -> Value {
    client.done("stackTrace", json!({"threadId": 1}))["stackFrames"][0]["line"].clone()
}

fn check_messages(client: &Client) {
    let schema = MessageSchema::new(include_str!("../../../testdata/dap/messages.json"));
    for came in &client.came {
        assert_eq!(schema.mistakes(came), [""; 0], "{came}");
    }
}

#[test]
fn a_recorded_run_stands_at_its_end_and_steps_lead_back() {
    let mut client = client();
    client.done("attach", attach("main.asm", "run.bin"));
    assert_eq!(client.events("process")[0]["startMethod"], "attach");
    assert_eq!(client.events("initialized").len(), 1);
    client.done("configurationDone", json!({}));
    assert_eq!(stopped(&client)["reason"], "exception");
    assert!(client.printed(&["stderr"]).contains("main.asm:7"), "{:?}", client.came);
    assert_eq!(line(&mut client), 7);
    client.done("stepBack", json!({"threadId": 1}));
    assert_eq!(line(&mut client), 6);
    // The number that was typed when the run was recorded.
    let asked = json!({"expression": "$a0", "context": "watch"});
    assert_eq!(client.done("evaluate", asked)["result"], "42");
    client.done("reverseContinue", json!({"threadId": 1}));
    assert_eq!(line(&mut client), 2);
    client.done("continue", json!({"threadId": 1}));
    assert_eq!(stopped(&client)["reason"], "exception");
    let why = client.refused("restart", json!({}));
    assert!(why.contains("step back"), "{why}");
    check_messages(&client);
}

#[test]
fn what_is_not_a_recording_of_the_program_is_refused_and_another_can_follow() {
    let mut client = client();
    client.host.files.insert("cut.bin".to_owned(), RECORDED[..RECORDED.len() - 1].to_vec());
    client.host.files.insert("empty.bin".to_owned(), Vec::new());
    for (program, recording, why) in [
        ("main.asm", "gone.bin", "there is no such file"),
        ("main.asm", "main.asm", "recording"),
        ("main.asm", "cut.bin", "cut.bin: "),
        ("main.asm", "empty.bin", "empty.bin: "),
        ("other.asm", "run.bin", "run.bin: "),
        ("gone.asm", "run.bin", "gone.asm: there is no such file"),
    ] {
        let said = client.refused("attach", attach(program, recording));
        assert!(said.contains(why), "{program}, {recording}: {said}");
    }
    let said = client.refused("attach", json!({"program": "/class/main.asm"}));
    assert!(said.contains("`recording` is missing"), "{said}");
    assert_eq!(client.events("initialized").len(), 0);
    client.done("attach", attach("main.asm", "run.bin"));
    assert!(client.refused("attach", attach("main.asm", "run.bin")).contains("before"));
    check_messages(&client);
}
