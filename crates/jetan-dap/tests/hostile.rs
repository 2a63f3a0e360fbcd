//! Clients that are wrong, in a hurry or gone, and programs that never end.
#![expect(clippy::disallowed_methods, reason = "reads the table of messages")]

#[path = "support/client.rs"]
mod client;
#[path = "support/schema.rs"]
mod schema;

use client::Client;
use jetan_workbench::WakeTime;
use schema::MessageSchema;
use serde_json::{Value, json};

const ENDLESS: &str = "main: addi $t0, $t0, 1\n b main\n";
const SHORT: &str = "main: li $t0, 1\n li $v0, 10\n syscall\n";

fn table() -> MessageSchema {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dap/messages.json");
    MessageSchema::new(&std::fs::read_to_string(path).expect("a table"))
}

fn commands(table: &MessageSchema) -> Vec<String> {
    table.names("responses").into_iter().cloned().collect()
}

/// Every message is one of the protocol.
fn check(client: &Client, table: &MessageSchema) {
    for came in &client.came {
        assert_eq!(table.mistakes(came), [""; 0], "{came}");
    }
}

#[test]
fn whatever_is_sent_is_answered() {
    let mut client = Client::default();
    let deep = "[".repeat(100_000);
    for text in [
        "",
        "hello",
        "[]",
        "null",
        "{}",
        "{\"seq\": 1}",
        "{\"seq\": \"one\", \"type\": \"request\", \"command\": \"threads\"}",
        "{\"seq\": 1, \"type\": \"request\"}",
        "{\"seq\": 1, \"type\": \"request\", \"command\": 7}",
        "{\"seq\": 1, \"type\": \"request\", \"command\": \"threads\", \"arguments\": []}",
        &deep,
    ] {
        let before = client.came.len();
        client.send(text);
        let came = &client.came[before..];
        assert_eq!(came.len(), 1, "{}", &text[..text.len().min(60)]);
        assert_eq!(came[0]["success"], json!(false));
    }
    // An answer to something that was never asked is nothing to answer.
    let before = client.came.len();
    client.send("{\"seq\": 9, \"type\": \"response\", \"command\": \"x\", \"success\": true}");
    assert_eq!(client.came.len(), before);
    check(&client, &table());
}

#[test]
fn every_command_is_answered_once_in_every_order_and_with_wrong_arguments() {
    let table = table();
    let wrong = [
        json!({}),
        json!({"threadId": "one", "frameId": -1, "variablesReference": i64::MAX, "name": 3}),
        json!({"frameId": 99, "variablesReference": 1, "name": "$nope", "value": "", "targetId": -1,
            "expression": "((((", "memoryReference": "x", "count": u64::MAX, "data": "=",
            "instructionCount": u64::MAX, "instructionOffset": i64::MIN, "offset": i64::MIN,
            "source": {}, "line": i64::MIN, "breakpoints": [], "program": "/class/none.asm",
            "key": "", "text": "", "startFrame": u64::MAX, "levels": u64::MAX, "filters": ["?"]}),
        json!({"memoryReference": "0xffffffff", "offset": i64::MAX, "count": 1, "data": "AAAA",
            "instructionCount": 3, "instructionOffset": i64::MAX, "frameId": i64::MIN,
            "variablesReference": 999, "start": u64::MAX, "name": "x", "value": "1",
            "source": {"path": ""}, "line": i64::MAX, "expression": "\u{0}", "context": "repl",
            "breakpoints": [{"line": -5, "name": "", "instructionReference": "", "dataId": ""}]}),
    ];
    let steps: [(&str, Value); 4] = [
        ("initialize", json!({})),
        ("launch", json!({"program": "/class/main.asm", "stopOnEntry": true})),
        ("configurationDone", json!({})),
        ("continue", json!({})),
    ];
    // Before everything, after `initialize`, launched, stopped, and after the end.
    for stage in 0..=steps.len() {
        for (arguments, is_reversed) in wrong.iter().flat_map(|one| [(one, false), (one, true)]) {
            let mut client = Client::with(&[("main.asm", SHORT)]);
            for (command, arguments) in &steps[..stage] {
                client.done(command, arguments.clone());
            }
            let mut commands = commands(&table);
            if is_reversed {
                commands.reverse();
            }
            for command in commands {
                // Counts the answers itself.
                client.ask(&command, arguments.clone());
            }
            client.ask("threads", json!({}));
            check(&client, &table);
        }
    }
}

#[test]
fn unknown_commands_are_named_shortly() {
    let mut client = Client::launched(SHORT, json!({}));
    assert_eq!(client.refused("dance", json!({})), "there is no command `dance`");
    let long = "x".repeat(1_000_000);
    assert!(client.refused(&long, json!({})).len() < 100);
}

#[test]
fn a_program_that_never_ends_is_paused_within_a_slice() {
    let mut client = Client::launched(ENDLESS, json!({}));
    client.request("configurationDone", json!({}));
    for _ in 0..50 {
        assert_eq!(client.advance(), WakeTime::Now);
    }
    // Questions meanwhile are answered, and refused if the run would have to stand.
    for command in ["stackTrace", "next", "continue", "jetan/why", "restartFrame"] {
        let seq = client.request(command, json!({"frameId": 1, "place": "$t0"}));
        assert_eq!(client.answers(seq).len(), 1, "{command}");
        assert_eq!(client.answers(seq)[0]["message"], json!("notStopped"), "{command}");
    }
    assert_eq!(client.events("stopped").len(), 0);
    let seq = client.request("pause", json!({"threadId": 1}));
    assert_eq!(client.answers(seq)[0]["success"], json!(true));
    assert_eq!(client.events("stopped")[0]["reason"], json!("pause"));
    // Only a picture may be due.
    assert_ne!(client.advance(), WakeTime::Now);
    // A pause of a run that stands is answered, and stops nothing twice.
    client.done("pause", json!({"threadId": 1}));
    assert_eq!(client.events("stopped").len(), 1);
    check(&client, &table());
}

#[test]
fn a_step_that_never_ends_is_paused_and_terminated() {
    let source = "main: jal f\n li $v0, 10\n syscall\nf: b f\n";
    let mut client = Client::launched(source, json!({"stopOnEntry": true}));
    client.done("configurationDone", json!({}));
    let seq = client.request("next", json!({"threadId": 1}));
    assert_eq!(client.answers(seq)[0]["success"], json!(true));
    client.advance();
    client.request("pause", json!({"threadId": 1}));
    assert_eq!(client.events("stopped").last().expect("a stop")["reason"], json!("pause"));
    client.request("continue", json!({}));
    client.done("terminate", json!({}));
    assert_eq!(client.events("terminated").len(), 1);
    client.done("disconnect", json!({}));
    assert!(client.adapter.is_done());
}

#[test]
fn a_long_way_back_shows_its_progress_and_can_be_given_up() {
    let mut client = Client::launched(ENDLESS, json!({}));
    client.request("configurationDone", json!({}));
    for _ in 0..100 {
        client.advance();
    }
    client.done("pause", json!({}));
    // The condition is looked at for every time that the line was executed.
    let points = json!({"source": {"path": "/class/main.asm"},
        "breakpoints": [{"line": 1, "condition": "$t0 == -1"}]});
    client.done("setBreakpoints", points);
    let stops = client.events("stopped").len();
    let seq = client.request("reverseContinue", json!({}));
    assert_eq!(client.answers(seq)[0]["success"], json!(true));
    client.host.now_ms += 1000;
    for _ in 0..2000 {
        if !client.events("progressUpdate").is_empty() || client.events("stopped").len() > stops {
            break;
        }
        client.advance();
    }
    let shown = client.events("progressStart");
    let id = shown
        .first()
        .unwrap_or_else(|| panic!("the search takes long: {:?}", client.came.last()))["progressId"]
        .clone();
    client.done("cancel", json!({"progressId": id}));
    assert_eq!(client.events("stopped").len(), stops + 1, "it stands again");
    assert_eq!(client.events("progressEnd").len(), 1);
    check(&client, &table());
}

#[test]
fn a_million_breakpoints_are_refused_and_the_old_ones_stay() {
    let mut client = Client::launched(SHORT, json!({}));
    let source = json!({"path": "/class/main.asm"});
    client.done("setBreakpoints", json!({"source": source, "breakpoints": [{"line": 2}]}));
    // As text, since a million values would take the test longer than the adapter.
    let many = vec!["{\"line\":2}"; 1_000_000].join(",");
    client.send(&format!(
        "{{\"seq\":999,\"type\":\"request\",\"command\":\"setBreakpoints\",\"arguments\":\
         {{\"source\":{source},\"breakpoints\":[{many}]}}}}"
    ));
    assert_eq!(client.answers(999)[0]["message"], json!("there can be 1000 breakpoints"));
    let many: Vec<Value> = (0..1000).map(|_| json!({"name": "main"})).collect();
    let why = client.refused("setFunctionBreakpoints", json!({"breakpoints": many}));
    assert_eq!(why, "there can be 1000 breakpoints");
    client.done("configurationDone", json!({}));
    assert_eq!(client.events("stopped")[0]["reason"], json!("breakpoint"));
}

#[test]
fn long_conditions_are_refused() {
    let mut client = Client::launched(SHORT, json!({}));
    let long = "1 + ".repeat(10_000) + "1";
    let points = json!({"source": {"path": "/class/main.asm"},
        "breakpoints": [{"line": 2, "condition": long}]});
    assert_eq!(
        client.refused("setBreakpoints", points),
        "an id has 64 characters at most, a text 1,000"
    );
}

#[test]
fn output_without_end_is_cut_and_the_client_is_notified() {
    let source = "main: li $v0, 1\nl: syscall\n b l\n";
    let mut client = Client::launched(source, json!({}));
    client.request("configurationDone", json!({}));
    for _ in 0..10 {
        client.advance();
    }
    client.done("pause", json!({}));
    let sizes = client.events("output").into_iter().filter_map(|body| body["output"].as_str());
    assert!(sizes.map(str::len).max().expect("output") <= 64 << 10);
    check(&client, &table());
}

#[test]
fn keys_input_and_displays() {
    // Shows the key that was pressed in the first word of the display, and ends.
    let source = "\
        # Unit Width in Pixels: 8\n\
        # Unit Height in Pixels: 8\n\
        # Display Width in Pixels: 64\n\
        # Display Height in Pixels: 64\n\
        # Base Address for Display: 0x10040000 (heap)\n\
        main: lw $t0, 0xffff0000\n\
        andi $t0, $t0, 1\n\
        beqz $t0, main\n\
        lw $t1, 0xffff0004\n\
        sw $t1, 0x10040000\n\
        li $v0, 5\n\
        syscall\n\
        li $v0, 10\n\
        syscall\n";
    let mut client = Client::launched(source, json!({}));
    client.done(
        "setBreakpoints",
        json!({"source": {"path": "/class/main.asm"},
        "breakpoints": [{"line": 13}]}),
    );
    client.request("configurationDone", json!({}));
    client.advance();
    assert_eq!(
        client.refused_at_once("jetan/key", json!({"key": "Nothing"})),
        "this key types nothing"
    );
    client.request("jetan/key", json!({"key": "a"}));
    for _ in 0..50 {
        client.advance();
    }
    client.done("jetan/input", json!({"text": "5\n"}));
    assert_eq!(client.events("stopped").len(), 1, "{:?}", client.came);
    let mut pixels = String::new();
    for _ in 0..5 {
        let frame = client.done("jetan/displayFrame", json!({}));
        let shown = &frame["displays"][0];
        assert_eq!((&shown["width"], &shown["height"]), (&json!(8), &json!(8)));
        pixels = shown["pixels"].as_str().expect("pixels").to_owned();
    }
    // 0x61 is blue of the first pixel: red, green, blue, opaque.
    assert!(pixels.starts_with("AABh/wAAAP8"), "{pixels}");
    check(&client, &table());
}

#[test]
fn checks_tell_what_they_found_at_the_end() {
    let source = "main: add $a0, $t5, $t5\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";
    let mut client = Client::launched(source, json!({"check": true, "stopOnExit": true}));
    client.done("configurationDone", json!({}));
    assert!(client.printed(&["stderr"]).contains("$t5"), "{:?}", client.came);
    let found = client.done("jetan/findings", json!({}));
    assert_eq!(found["isWhole"], json!(true));
    assert_eq!(found["findings"][0]["places"][0]["path"], json!("/class/main.asm"));
    check(&client, &table());
}

#[test]
fn a_run_that_is_lost_to_a_bug_ends_and_another_can_begin() {
    let mut client = Client::launched(ENDLESS, json!({}));
    client.request("configurationDone", json!({}));
    let request = json!({"seq": 77, "type": "request", "command": "pause"}).to_string();
    client.adapter.recover(Some(&request));
    client.settle();
    assert_eq!(client.answers(77).len(), 1);
    assert_eq!(client.events("terminated").len(), 1);
    client.host.files.insert("main.asm".to_owned(), SHORT.as_bytes().to_vec());
    client.done("launch", json!({"program": "/class/main.asm"}));
    client.done("configurationDone", json!({}));
    assert_eq!(client.events("exited").len(), 1);
}
