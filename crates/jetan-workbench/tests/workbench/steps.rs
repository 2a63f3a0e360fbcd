//! Steps over calls and out of procedures, forwards and backwards, as the studio asks for them.

#[expect(dead_code, reason = "other tests need more of it")]
#[path = "../../../jetan-debug/tests/story/steps.rs"]
mod table;

use serde_json::{Value, json};

use crate::carrier::Tab;
use table::{Verdict, cases};

/// What a command of the debugger is called here; the rest of its line is how often.
fn request(command: &str) -> Option<Value> {
    let (name, times) = command.split_once(' ').unwrap_or((command, "1"));
    let times: u64 = times.parse().ok()?;
    Some(match name {
        "step" => json!({"do": "step", "times": times}),
        "stepi" => json!({"do": "step", "unit": "instruction", "times": times}),
        "next" => json!({"do": "over", "times": times}),
        "finish" => json!({"do": "out"}),
        "reverse-step" => json!({"do": "back", "times": times}),
        "reverse-next" => json!({"do": "backOver"}),
        "reverse-finish" => json!({"do": "backOut"}),
        _ => return None,
    })
}

/// Does something that is not a step; whether it goes anywhere.
fn prepare(tab: &mut Tab, command: &str) -> bool {
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let request = match name {
        "input" => json!({"do": "input", "text": format!("{rest}\n")}),
        "key" => json!({"do": "key", "key": rest}),
        "break" => json!({"do": "breakpoints", "items": [{"id": "a", "label": rest}]}),
        "delete" => json!({"do": "breakpoints", "items": []}),
        "goto" => json!({"do": "goto", "to": rest}),
        _ => panic!("{command} is not known here"),
    };
    tab.done(request);
    name == "goto"
}

/// Where a run has come to, in the words of the programs.
fn stop(tab: &mut Tab) -> String {
    let state = tab.last("state");
    let label = state["label"].as_str().unwrap_or_default();
    match (state["kind"].as_str(), state["reason"]["kind"].as_str()) {
        (Some("ended"), _) => "ended".to_owned(),
        (Some("waiting"), _) => format!("waiting {label}"),
        (Some("paused"), Some("step" | "travel")) => label.to_owned(),
        (Some("paused"), Some("not-in-call")) => format!("outside {label}"),
        (Some("paused"), Some(reason)) => format!("{reason} {label}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn requests_lead_where_the_programs_say() {
    let mut verdict = Verdict::default();
    for case in cases() {
        let mut tab = Tab::with_options(&case.source, &json!({"delayed": case.is_delayed}));
        let mut stops = Vec::new();
        for one in &case.moves {
            let goes = match request(&one.command) {
                Some(request) => {
                    let answer = tab.ask(request);
                    // Whoever is outside is told so at once.
                    let is_refused = answer["error"]["code"] == "not-now";
                    assert!(is_refused || answer.get("ok").is_some(), "{}: {answer}", case.name);
                    true
                }
                None => prepare(&mut tab, &one.command),
            };
            stops.push(if goes { stop(&mut tab) } else { String::new() });
        }
        verdict.take(&case, &stops);
    }
    verdict.judge("request");
}
