//! Starting, moving, feeding.

use serde_json::{Value, json};

use crate::carrier::Tab;

const LOOP: &str =
    "main: li $t0, 0\nloop: addi $t0, $t0, 1\n blt $t0, 3, loop\n li $v0, 10\n syscall\n";

fn stands(tab: &mut Tab) -> (String, u64, u64) {
    let state = tab.last("state");
    let line = state["at"]["line"].as_u64().unwrap_or(u64::MAX);
    (state["kind"].as_str().expect("a kind").to_owned(), state["count"].as_u64().unwrap_or(0), line)
}

#[test]
fn steps_go_both_ways() {
    let mut tab = Tab::with(LOOP);
    assert_eq!(stands(&mut tab), ("paused".into(), 0, 0));
    for (request, expected) in [
        (json!({"do": "step"}), ("paused", 1, 1)),
        (json!({"do": "step"}), ("paused", 2, 2)),
        (json!({"do": "step", "unit": "instruction"}), ("paused", 3, 2)),
        (json!({"do": "back"}), ("paused", 2, 2)),
        (json!({"do": "back", "times": 2}), ("paused", 0, 0)),
        (json!({"do": "back"}), ("paused", 0, 0)),
        (json!({"do": "run"}), ("ended", 12, u64::MAX)),
        (json!({"do": "step"}), ("ended", 12, u64::MAX)),
        (json!({"do": "back"}), ("paused", 11, 4)),
        (json!({"do": "goto", "to": "start"}), ("paused", 0, 0)),
        (json!({"do": "goto", "to": "end"}), ("ended", 12, u64::MAX)),
        (json!({"do": "goto", "to": 5}), ("paused", 5, 2)),
        (json!({"do": "goto", "to": {"path": "a.asm", "line": 1, "times": 3}}), ("paused", 7, 1)),
        (json!({"do": "goto", "to": {"write": "$v0"}}), ("paused", 7, 1)),
        (json!({"do": "reset"}), ("paused", 0, 0)),
        (json!({"do": "goto", "to": 9}), ("paused", 9, 2)),
    ] {
        tab.done(request.clone());
        let (kind, count, line) = stands(&mut tab);
        assert_eq!((kind.as_str(), count, line), expected, "{request}");
    }
    tab.done(json!({"do": "stop"}));
    assert_eq!(tab.last("state")["kind"], "idle");
}

#[test]
fn calls_are_stepped_over_and_out_of() {
    let source = "main: jal f\n jal g\n li $v0, 10\n syscall\nf: addi $t0, $t0, 1\n jr $ra\n\
                  g: addi $sp, $sp, -4\n sw $ra, 0($sp)\n jal f\n lw $ra, 0($sp)\n\
                  addi $sp, $sp, 4\n jr $ra\n";
    let mut tab = Tab::with(source);
    for (request, line) in [
        (json!({"do": "over"}), 1),
        (json!({"do": "step"}), 6),
        (json!({"do": "over", "times": 3}), 9),
        (json!({"do": "backOver"}), 8),
        (json!({"do": "step"}), 4),
        (json!({"do": "out"}), 9),
        (json!({"do": "out"}), 2),
        (json!({"do": "backOut"}), 1),
    ] {
        let answer = tab.ask(request.clone());
        if request["do"] == "backOut" {
            // There is no procedure to go back out of.
            continue;
        }
        assert!(answer.get("ok").is_some(), "{request}: {answer}");
        assert_eq!(tab.last("state")["at"]["line"], line, "{request}");
    }
    assert_eq!(Tab::with(LOOP).refused(json!({"do": "out"})), "not-now");
}

#[test]
fn an_endless_program_is_paused_and_goes_on() {
    let mut tab = Tab::with("main: addi $t0, $t0, 1\n j main\n");
    tab.send(&json!({"id": 1, "do": "run"}).to_string());
    for _ in 0..5 {
        tab.memory.now_ms += 200;
        tab.advance();
    }
    let state = tab.last("state");
    assert_eq!(state["kind"], "running");
    assert!(state["perSecond"].as_u64().expect("a speed") > 0);
    tab.done(json!({"do": "pause"}));
    let state = tab.last("state");
    assert_eq!((&state["kind"], &state["reason"]["kind"]), (&json!("paused"), &json!("pause")));
    assert!(state["count"].as_u64().expect("a count") > 1 << 20);
}

/// A pause is to be had within 100 ms: even forty million instructions a second, a tenth of what
/// the interpreter does, leave that much time for the longest stretch without a look at the post.
#[test]
fn a_pause_waits_for_four_million_instructions_at_most() {
    let mut tab = Tab::with("main: addi $t0, $t0, 1\n j main\n");
    tab.send(&json!({"id": 1, "do": "run"}).to_string());
    let count = |tab: &mut Tab| {
        tab.memory.now_ms += 200;
        tab.advance();
        tab.last("state")["count"].as_u64().expect("a count")
    };
    count(&mut tab);
    let mut before = count(&mut tab);
    for _ in 0..8 {
        let now = count(&mut tab);
        assert!(now > before && now - before <= 1 << 22, "{before} to {now}");
        before = now;
    }
    tab.send(&json!({"id": 2, "do": "pause"}).to_string());
    let state = tab.last("state");
    assert_eq!((&state["kind"], &state["count"]), (&json!("paused"), &json!(before)));
}

#[test]
fn breakpoints_survive_edits_and_restarts() {
    let mut tab = Tab::with(LOOP);
    let items = json!([
        {"id": "a", "path": "a.asm", "line": 1, "condition": "$t0 == 1"},
        {"id": "b", "label": "nowhere"},
        {"id": "c", "service": "any"},
        {"id": "d", "path": "a.asm", "line": 99},
        {"id": "e", "path": "a.asm", "line": 2, "log": "t0 is {$t0}"},
        {"id": "f", "path": "a.asm", "line": 3, "enabled": false},
    ]);
    let answer = tab.done(json!({"do": "breakpoints", "items": items}));
    let verified: Vec<bool> = answer["items"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|item| item["isVerified"].as_bool().expect("known"))
        .collect();
    assert_eq!(verified, [true, false, true, false, true, true]);
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.came.iter().filter(|came| came["event"] == "log").count(), 1);
    let state = tab.last("state");
    assert_eq!((&state["reason"]["id"], &state["count"]), (&json!("a"), &json!(4)));
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("state")["reason"]["id"], "c");
    tab.done(json!({"do": "reverse"}));
    assert_eq!(tab.last("state")["reason"]["id"], "a");
    let longer = format!("# one more\n{LOOP}");
    tab.done(json!({"do": "change", "path": "a.asm", "text": longer, "version": 2}));
    assert_eq!(tab.last("breakpoints")["items"][0]["line"], 2);
    tab.done(json!({"do": "start", "roots": ["a.asm"], "run": true}));
    let state = tab.last("state");
    assert_eq!((&state["reason"]["id"], &state["at"]["line"]), (&json!("a"), &json!(2)));
    tab.done(json!({"do": "breakpoints", "items": []}));
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("state")["kind"], "ended");
}

#[test]
fn watches_stop_behind_a_write() {
    let mut tab =
        Tab::with(".data\nx: .word 1\n.text\nmain: li $t1, 7\n sw $t1, x\n li $t2, 3\n nop\n");
    let items = json!([{"id": "w", "place": "x", "on": "write"}, {"id": "r", "place": "$t2"}]);
    let answer = tab.done(json!({"do": "watches", "items": items}));
    assert_eq!(answer["items"][1]["isVerified"], true);
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("state")["reason"]["id"], "w");
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("state")["reason"]["id"], "r");
}

#[test]
fn input_is_waited_for_and_output_follows_time() {
    let source =
        "main: li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "run"}));
    let state = tab.last("state");
    assert_eq!((&state["kind"], &state["waiting"]), (&json!("waiting"), &json!("input")));
    tab.done(json!({"do": "input", "text": "4"}));
    tab.done(json!({"do": "input", "text": "2\n"}));
    assert_eq!(tab.console(), "42");
    assert_eq!(tab.came.last().expect("a state")["kind"], "ended");
    tab.done(json!({"do": "back", "times": 3}));
    assert_eq!(tab.console(), "");
    tab.done(json!({"do": "goto", "to": "firstOutput"}));
    assert_eq!(tab.console(), "42");
    tab.done(json!({"do": "set", "place": "$t0", "value": 1}));
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.console(), "42");
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "run"}));
    tab.done(json!({"do": "endInput"}));
    assert_eq!(tab.last("state")["kind"], "faulted");
}

#[test]
fn much_output_is_cut_in_the_middle_and_says_so() {
    let source = "main: li $t0, 0\nloop: li $v0, 4\n la $a0, text\n syscall\n addi $t0, $t0, 1\n\
                  blt $t0, 30000, loop\n.data\ntext: .asciiz \"0123456789\\n\"\n";
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "run"}));
    let shown = tab.console();
    assert_eq!(shown.len(), 330_000);
    assert!(shown.ends_with("0123456789\n"));
    let outputs = || tab.came.iter().filter(|came| came["event"] == "output");
    assert!(outputs().all(|event| event["text"].as_str().is_some_and(|text| text.len() <= 65_536)));
    assert!(outputs().any(|event| event.get("skipped").is_some()));
}

#[test]
fn slow_runs_take_their_time() {
    let mut tab = Tab::with("main: addi $t0, $t0, 1\n j main\n");
    tab.done(json!({"do": "speed", "perSecond": 10}));
    let start_ms = tab.memory.now_ms;
    tab.send(&json!({"id": 1, "do": "run"}).to_string());
    while tab.memory.now_ms < start_ms + 2000 {
        tab.advance();
    }
    tab.done(json!({"do": "pause"}));
    let count = tab.last("state")["count"].as_u64().expect("a count");
    assert!((15..=25).contains(&count), "{count}");
    assert_eq!(tab.refused(json!({"do": "speed", "perSecond": 0})), "bad-request");
}

#[test]
fn dialogs_wait_for_their_answer() {
    let source = "main: li $v0, 50\n la $a0, ask\n syscall\n nop\n.data\nask: .asciiz \"Sure?\"\n";
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "run"}));
    assert!(tab.came.iter().any(|came| came["event"] == "dialog" && came["text"] == "Sure?"));
    assert_eq!(tab.last("state")["waiting"], "dialog");
    assert_eq!(tab.refused(json!({"do": "answer", "button": "perhaps"})), "bad-request");
    tab.done(json!({"do": "answer", "button": "no"}));
    let registers = tab.done(json!({"do": "registers"}));
    assert_eq!(registers["cpu"][4]["value"], 1);
    assert_eq!(tab.refused(json!({"do": "answer", "button": "no"})), "not-now");
}

#[test]
fn keys_reach_the_keyboard_at_the_end_only() {
    let source = "main: lw $t0, 0xffff0000\n andi $t0, $t0, 1\n beqz $t0, main\n\
                  lw $t1, 0xffff0004\n\
                  li $v0, 10\n syscall\n";
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "step", "times": 3}));
    tab.done(json!({"do": "key", "key": "ArrowUp"}));
    tab.done(json!({"do": "run"}));
    let registers = tab.done(json!({"do": "registers"}));
    assert_eq!(registers["cpu"][9]["value"], u32::from(b'w'));
    tab.done(json!({"do": "back"}));
    assert_eq!(tab.refused(json!({"do": "key", "key": "a"})), "not-now");
    assert_eq!(tab.refused(json!({"do": "key", "key": "F13"})), "bad-request");
}

#[test]
fn files_of_a_program_are_in_memory_and_seeded_from_the_folder() {
    let source = "main: li $v0, 13\n la $a0, name\n li $a1, 0\n syscall\n\
                  move $a0, $v0\n li $v0, 14\n\
                  la $a1, buffer\n li $a2, 5\n syscall\n li $v0, 4\n la $a0, buffer\n syscall\n\
                  li $v0, 13\n la $a0, name\n li $a1, 1\n syscall\n nop\n\
                  .data\nname: .asciiz \"data.txt\"\nbuffer: .space 8\n";
    let mut tab = Tab::new();
    tab.memory.files.insert("data.txt".to_owned(), b"hello".to_vec());
    tab.done(json!({"do": "open", "path": "a.asm", "text": source}));
    tab.done(json!({"do": "start", "roots": ["a.asm"], "run": true}));
    assert_eq!(tab.console(), "hello");
    assert_eq!(tab.memory.files["data.txt"], b"hello", "a program writes to its own copy");
}

#[test]
fn a_recording_that_is_full_pauses_the_run() {
    let source = "main: li $v0, 9\n li $a0, 1048576\n syscall\n move $s1, $v0\n\
                  again: li $v0, 13\n la $a0, name\n li $a1, 0\n syscall\n\
                  move $s0, $v0\n move $a0, $v0\n li $v0, 14\n move $a1, $s1\n\
                  li $a2, 1048576\n syscall\n move $a0, $s0\n li $v0, 16\n syscall\n b again\n\
                  .data\nname: .asciiz \"large.bin\"\n";
    let mut tab = Tab::new();
    tab.memory.files.insert("large.bin".to_owned(), vec![7; 1 << 20]);
    tab.done(json!({"do": "open", "path": "a.asm", "text": source}));
    tab.done(json!({"do": "start", "roots": ["a.asm"], "run": true}));
    for request in ["run", "step"] {
        tab.done(json!({"do": request}));
        let state = tab.last("state");
        assert_eq!((&state["kind"], &state["reason"]["kind"]), (&json!("paused"), &json!("full")));
    }
    tab.done(json!({"do": "back"}));
    assert_eq!(tab.last("state")["reason"]["kind"], "step");
    tab.done(json!({"do": "reset"}));
    assert_eq!(stands(&mut tab).1, 0);
}

#[test]
fn a_program_with_mistakes_is_not_started() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "open", "path": "a.asm", "text": "main: lii $t0, 1\n"}));
    assert_eq!(tab.refused(json!({"do": "start", "roots": ["a.asm"]})), "not-assembled");
    let answer = tab.done(json!({"do": "assemble", "roots": ["a.asm"]}));
    assert_eq!(answer, json!({"ok": false, "errors": 1, "warnings": 0}));
}

#[test]
fn a_lost_connection_takes_up_its_session() {
    let source = "main: li $v0, 4\n la $a0, text\n syscall\n li $v0, 5\n syscall\n\
                  .data\ntext: .asciiz \"name? \"\n";
    let mut tab = Tab::with(source);
    let items = json!([{"id": "b", "path": "a.asm", "line": 3}]);
    tab.done(json!({"do": "breakpoints", "items": items}));
    tab.done(json!({"do": "run"}));
    tab.came.clear();
    let hello = tab.done(json!({"do": "hello", "protocol": 1, "resume": "tab"}));
    assert_eq!(hello["resumed"], true);
    assert_eq!(tab.console(), "name? ");
    for event in ["diagnostics", "breakpoints", "state"] {
        assert!(tab.came.iter().any(|came| came["event"] == event), "{event}");
    }
    let hello = tab.done(json!({"do": "hello", "protocol": 1, "resume": "other"}));
    assert_eq!(hello["resumed"], false);
}

#[test]
fn every_project_starts_and_runs() {
    for (id, input, expected) in [
        ("tetrisito", None, "YES"),
        ("sudoku", None, "\n"),
        ("four-in-a-row", Some("1\n1\n"), "column"),
        ("connect-four", Some("3\n"), "column"),
    ] {
        let mut tab = Tab::new();
        let example = tab.done(json!({"do": "openExample", "example": id}));
        let (roots, options) = (&example["roots"], &example["options"]);
        tab.done(json!({"do": "project", "roots": roots, "options": options}));
        for file in example["files"].as_array().expect("files") {
            tab.done(json!({"do": "open", "path": file["path"], "text": file["text"]}));
        }
        tab.done(json!({"do": "start", "roots": roots, "options": options, "run": true}));
        if let Some(input) = input {
            tab.done(json!({"do": "input", "text": input}));
        }
        let shown = tab.console();
        assert!(shown.to_lowercase().contains(&expected.to_lowercase()), "{id}: {shown}");
        let bad: Vec<&Value> = tab
            .came
            .iter()
            .filter(|came| came["event"] == "diagnostics" && came["items"] != json!([]))
            .collect();
        assert!(bad.is_empty(), "{id}: {bad:?}");
    }
}

/// Prints twice around a call, then sleeps.
const LANDMARKS: &str = "main: li $v0, 11\n li $a0, 'a'\n syscall\n jal f\n li $v0, 32\n\
 li $a0, 1\n syscall\n li $v0, 10\n syscall\nf: li $v0, 11\n syscall\n jr $ra\n";

#[test]
fn stops_are_found_by_kind_in_both_directions() {
    let mut tab = Tab::with(LANDMARKS);
    let next = |kind: &str| json!({"do": "goto", "to": {"next": kind}});
    let last = |kind: &str| json!({"do": "goto", "to": {"next": kind, "back": true}});
    for (request, line, reason) in [
        (next("output"), 2, "before an output"),
        (next("call"), 3, "before a call"),
        (next("syscall"), 10, "before a syscall"),
        (next("frame"), 6, "between two frames"),
        (last("call"), 3, ""),
        (last("output"), 2, ""),
        (next("output"), 10, "before an output"),
        (last("syscall"), 2, ""),
        (next("call"), 3, "before a call"),
    ] {
        tab.done(request.clone());
        let state = tab.last("state");
        let text = state["reason"]["text"].as_str().unwrap_or_default();
        assert_eq!((&state["at"]["line"], text), (&json!(line), reason), "{request}");
    }
    // A search that is over leaves nothing that stops the next run.
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("state")["kind"], "ended");
    assert_eq!(tab.refused(next("exception")), "not-now");
    assert_eq!(tab.refused(json!({"do": "goto", "to": {"next": "moon"}})), "bad-request");
}

#[test]
fn every_run_is_announced_before_anything_is_said_of_it() {
    let mut tab = Tab::with(LOOP);
    assert_eq!(tab.last("began"), json!({"event": "began", "number": 1, "roots": ["a.asm"]}));
    tab.done(json!({"do": "reset"}));
    assert_eq!(tab.last("began")["number"], 2);
    tab.done(json!({"do": "start", "roots": ["a.asm"], "options": {"pack": "comp2611-2048"}}));
    let began = tab.last("began");
    assert_eq!((&began["number"], &began["pack"]), (&json!(3), &json!("comp2611-2048")));
}

#[test]
fn a_program_that_looks_for_keys_is_known() {
    let mut tab = Tab::with("main: lw $t0, 0xffff0000\n li $v0, 10\n syscall\n");
    assert!(tab.last("state").get("wantsKeys").is_none());
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("state")["wantsKeys"], true);
}
