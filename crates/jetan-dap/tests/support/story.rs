//! Stories: files, requests, and what must come after each.

use serde_json::{Value, json};

use crate::client::Client;
use crate::schema::MessageSchema;

/// Tells a story. `=NAME` begins a file, `>` sends a request and waits until all is quiet, `>>`
/// sends one and waits for nothing, `<` is a message that must come after it, in this order, with
/// at least the fields shown; `!` is one that must not have come since the request.
pub(crate) fn run_story(text: &str, schema: &MessageSchema) -> Client {
    let mut client = Client::default();
    let mut file: Option<String> = None;
    let (mut seen, mut begin) = (0, 0);
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let (mark, rest) = line.split_at(line.find([' ', '{']).unwrap_or(line.len()));
        match (mark, &file) {
            (">" | ">>", _) => {
                file = None;
                begin = client.came.len();
                seen = begin;
                let asked: Value = parse(rest, number);
                let arguments = asked.get("arguments").cloned().unwrap_or_else(|| json!({}));
                client.request(asked["command"].as_str().expect("a command"), arguments);
                if mark == ">" {
                    client.settle();
                }
            }
            ("<", _) => {
                let wanted: Value = parse(rest, number);
                let found = client.came[seen..].iter().position(|came| has(came, &wanted));
                let Some(found) = found else {
                    let came: Vec<String> =
                        client.came[seen..].iter().map(Value::to_string).collect();
                    panic!("line {number}: {wanted} has not come, but\n{}", came.join("\n"));
                };
                seen += found + 1;
            }
            ("!", _) => {
                let unwanted: Value = parse(rest, number);
                let came = client.came[begin..].iter().find(|came| has(came, &unwanted));
                assert_eq!(came, None, "line {number}");
            }
            (mark, _) if mark.starts_with('=') => file = Some(mark[1..].to_owned()),
            (_, Some(name)) => {
                let bytes = client.host.files.entry(name.clone()).or_default();
                bytes.extend(line.bytes().chain([b'\n']));
            }
            ("" | "#", None) => {}
            _ => panic!("line {number}: {line}"),
        }
    }
    for came in &client.came {
        assert_eq!(schema.mistakes(came), [""; 0], "{came}");
    }
    client
}

fn parse(text: &str, number: usize) -> Value {
    serde_json::from_str(text.trim()).unwrap_or_else(|error| panic!("line {number}: {error}"))
}

/// Whether a value has at least the fields of another; `…` stands for anything, and for the rest of
/// a text.
fn has(value: &Value, wanted: &Value) -> bool {
    match (value, wanted) {
        (_, Value::String(text)) if text == "…" => true,
        (Value::String(text), Value::String(start)) if start.ends_with('…') => {
            text.starts_with(start.trim_end_matches('…'))
        }
        (Value::Object(value), Value::Object(wanted)) => wanted
            .iter()
            .all(|(name, wanted)| value.get(name).is_some_and(|value| has(value, wanted))),
        (Value::Array(value), Value::Array(wanted)) => {
            let rest = wanted.last().is_some_and(|last| last == "…");
            let wanted = if rest { &wanted[..wanted.len() - 1] } else { wanted };
            let fits = value.len() == wanted.len() || rest && value.len() >= wanted.len();
            fits && value.iter().zip(wanted).all(|(value, wanted)| has(value, wanted))
        }
        _ => value == wanted,
    }
}
