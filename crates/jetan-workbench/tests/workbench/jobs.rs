//! Requests that take long: they yield, say how far they are, can be given up, and give the same
//! answer in however many slices.

use jetan_wire::ReplyTo;
use jetan_workbench::WakeTime;
use serde_json::{Value, json};

use crate::carrier::Tab;

/// Calls a procedure that never comes back, after it has set `$s0`.
const ENDLESS: &str = "main: li $s0, 7\n jal f\n li $v0, 10\n syscall\n\
    f: addi $t0, $t0, 1\n sw $t0, x\n j f\n\
    .data\nx: .word 0\n";

/// How far it has come when it is asked.
const STEPS: u64 = 100_000_000;

/// The number of the request that takes long, and of the one that ends it.
const LONG: u32 = 7;
const LAST: u32 = 8;

/// A tab whose program was paused after many steps.
fn paused(steps: u64) -> Tab {
    let mut tab = Tab::with(ENDLESS);
    tab.memory.slice = 2;
    tab.send(&json!({"do": "run"}).to_string());
    while count(&mut tab) < steps {
        tab.advance();
    }
    tab.done(json!({"do": "pause"}));
    tab.memory.slice = 4;
    tab.came.clear();
    tab
}

fn look(tab: &mut Tab) -> Value {
    let answer = tab.ask_at_once(json!({"do": "look", "want": ["registers", "timeline"]}));
    answer["ok"].clone()
}

fn count(tab: &mut Tab) -> u64 {
    look(tab)["timeline"]["now"].as_u64().expect("a count")
}

fn answer(tab: &Tab, id: u32) -> Option<&Value> {
    let mut answers = tab.came.iter().filter(|came| came["re"] == id);
    let first = answers.next();
    assert!(answers.next().is_none(), "{id} is answered once");
    first
}

fn send(tab: &mut Tab, mut request: Value, id: u32) {
    request["id"] = Value::from(id);
    tab.send(&request.to_string());
}

/// Every request about a long run that takes long itself. A line is gone to where it was executed
/// so many times.
fn long_requests(times: u64) -> Vec<Value> {
    vec![
        json!({"do": "why", "place": "$s0"}),
        json!({"do": "explain"}),
        json!({"do": "calls"}),
        json!({"do": "stack"}),
        json!({"do": "look", "want": ["registers", "calls"]}),
        json!({"do": "goto", "to": {"write": "$s0"}}),
        json!({"do": "goto", "to": {"path": "a.asm", "line": 4, "times": times}}),
        json!({"do": "reverse"}),
        json!({"do": "backOut"}),
        json!({"do": "cache", "settings": ["8x4"]}),
        json!({"do": "branches", "predictors": "all"}),
        json!({"do": "pipeline", "settings": ["id,fwd"], "before": 8, "after": 8}),
        json!({"do": "memoryMap", "unitBytes": 16}),
        json!({"do": "mix"}),
        json!({"do": "check", "project": "sudoku", "roots": ["a.asm"]}),
        json!({"do": "versus", "game": "sudoku", "roots": ["a.asm"]}),
    ]
}

/// Requests that look at the last instructions only, for which a part of the run is replayed that
/// may be long or short.
fn recent_requests() -> Vec<Value> {
    vec![
        json!({"do": "values", "path": "a.asm"}),
        json!({"do": "heat", "path": "a.asm"}),
        json!({"do": "jumps"}),
    ]
}

fn ending_requests() -> Vec<Value> {
    vec![
        json!({"do": "cancel"}),
        json!({"do": "cancel", "request": LONG}),
        json!({"do": "pause"}),
        json!({"do": "stop"}),
        json!({"do": "step"}),
    ]
}

#[test]
fn every_long_request_yields_says_how_far_it_is_and_can_be_given_up() {
    let mut tab = paused(STEPS);
    tab.done(json!({"do": "breakpoints", "items": [{"id": "a", "path": "a.asm", "line": 0}]}));
    for request in long_requests(20_000_000) {
        let before = look(&mut tab);
        send(&mut tab, request.clone(), LONG);
        assert!(answer(&tab, LONG).is_none(), "{request} takes long");
        let is_progress = |came: &Value| came["event"] == "progress" && came["request"] == LONG;
        let progress = tab.came.iter().find(|came| is_progress(came));
        let progress = progress.unwrap_or_else(|| panic!("{request} says nothing"));
        assert_eq!(progress["name"], request["do"]);
        for _ in 0..3 {
            assert_eq!(tab.advance(), WakeTime::Now, "{request}");
        }
        assert_eq!(look(&mut tab), before, "others are answered meanwhile: {request}");
        tab.came.clear();
        send(&mut tab, json!({"do": "cancel", "request": LONG}), LAST);
        let refused = answer(&tab, LONG).unwrap_or_else(|| panic!("{request} goes on"));
        assert_eq!(refused["error"]["code"], "cancelled", "{request}");
        assert!(answer(&tab, LAST).is_some_and(|answer| answer.get("ok").is_some()));
        tab.came.clear();
        tab.settle();
        assert_eq!(look(&mut tab), before, "nothing is left behind by {request}");
        assert!(answer(&tab, LONG).is_none());
    }
    // Between two looks at the time no engine runs for long.
    assert!(tab.memory.longest() <= 1 << 22, "{}", tab.memory.longest());
}

#[test]
fn whatever_changes_the_run_gives_up_what_is_found_out_about_it() {
    for ending in ending_requests() {
        let mut tab = paused(1 << 24);
        send(&mut tab, json!({"do": "why", "place": "$s0"}), LONG);
        assert!(answer(&tab, LONG).is_none());
        send(&mut tab, ending.clone(), LAST);
        let refused = answer(&tab, LONG).unwrap_or_else(|| panic!("{ending} ends nothing"));
        assert_eq!(refused["error"]["code"], "cancelled", "{ending}");
        tab.settle();
        assert!(answer(&tab, LAST).is_some_and(|done| done.get("ok").is_some()), "{ending}");
    }
}

#[test]
fn a_lesson_is_given_up_by_trying_it_again() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "open", "path": "a.asm", "text": "main: j main\n"}));
    tab.memory.slice = 1;
    send(
        &mut tab,
        json!({"do": "tryLesson", "lesson": "first-hour", "step": "loop", "roots": ["a.asm"]}),
        LONG,
    );
    assert!(answer(&tab, LONG).is_none());
    send(
        &mut tab,
        json!({"do": "tryLesson", "lesson": "first-hour", "step": "ask", "roots": ["a.asm"]}),
        LAST,
    );
    assert_eq!(answer(&tab, LONG).expect("it is over")["error"]["code"], "cancelled");
    tab.settle();
    assert_eq!(answer(&tab, LAST).expect("it is tried")["ok"]["isDone"], false);
}

/// The answer to a request and where the run stands then, if every slice has the length that comes
/// next; between two slices somebody looks at the run.
fn in_slices(request: &Value, mut slice: impl FnMut() -> u32) -> (Value, Value) {
    let mut tab = paused(1 << 22);
    tab.done(json!({"do": "breakpoints", "items": [{"id": "a", "path": "a.asm", "line": 0}]}));
    tab.memory.slice = slice();
    send(&mut tab, request.clone(), LONG);
    while answer(&tab, LONG).is_none() {
        tab.memory.slice = slice();
        tab.advance();
        tab.send(&json!({"do": "registers", "id": 99}).to_string());
    }
    let answered = answer(&tab, LONG).expect("it is answered").clone();
    tab.settle();
    (answered, look(&mut tab))
}

#[test]
fn however_it_is_sliced_the_answer_is_the_same() {
    let mut state = 0x2545_f491_u32;
    let mut chance = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        1 + state % 7
    };
    for request in long_requests(900_000).iter().take(14).chain(&recent_requests()) {
        let whole = in_slices(request, || u32::MAX);
        assert!(whole.0.get("ok").is_some(), "{request}: {}", whole.0);
        assert_eq!(in_slices(request, || 1), whole, "{request}");
        for _ in 0..2 {
            assert_eq!(in_slices(request, &mut chance), whole, "{request}");
        }
    }
}

#[test]
fn cancelling_nothing_does_nothing() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "cancel"}));
    tab.done(json!({"do": "cancel", "request": 3}));
    assert_eq!(tab.refused(json!({"do": "cancel", "request": "all"})), "bad-request");
}

#[test]
fn jobs_are_answered_one_after_another_and_not_too_many_wait() {
    let mut tab = paused(1 << 22);
    for id in 1..=20 {
        send(&mut tab, json!({"do": "why", "place": "$s0"}), id);
    }
    let codes = (1..=20).filter_map(|id| answer(&tab, id)).map(|came| &came["error"]["code"]);
    assert!(codes.clone().all(|code| code == "too-many"));
    assert_eq!(codes.count(), 4);
    tab.settle();
    let done: Vec<u64> = tab
        .came
        .iter()
        .filter(|came| came.get("ok").is_some())
        .filter_map(|came| came["re"].as_u64())
        .filter(|id| *id <= 20)
        .collect();
    assert_eq!(done, (1..=16).collect::<Vec<u64>>());
}

#[test]
fn another_client_gets_no_answer_of_the_one_before() {
    let mut tab = paused(1 << 22);
    send(&mut tab, json!({"do": "why", "place": "$s0"}), LONG);
    send(&mut tab, json!({"do": "hello", "protocol": 1, "resume": "tab"}), 0);
    tab.settle();
    assert!(answer(&tab, LONG).is_none());
}

#[test]
fn after_a_mistake_of_ours_everybody_who_waits_is_answered() {
    let mut tab = paused(1 << 22);
    send(&mut tab, json!({"do": "why", "place": "$s0"}), LONG);
    send(&mut tab, json!({"do": "calls"}), LAST);
    tab.bench.recover(ReplyTo::Number(9));
    tab.settle();
    let code = |id| answer(&tab, id).expect("an answer")["error"]["code"].clone();
    assert_eq!([code(9), code(LONG), code(LAST)], ["internal", "internal", "cancelled"]);
    assert_eq!(tab.last("state")["kind"], "idle");
}
