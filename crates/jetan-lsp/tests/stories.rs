//! Conversations with the server, in `testdata/lsp`; the README there says how they are written.

#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

#[path = "support/client.rs"]
mod client;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use client::{Client, FOLDER, uri};
use lsp_server::Message;
use serde_json::{Map, Value, json};

#[test]
fn every_conversation_goes_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/lsp");
    let entries = std::fs::read_dir(&folder).expect("the stories are there");
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    let mut stories: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "story")).collect();
    stories.sort();
    assert!(stories.len() > 5);
    for path in stories {
        let text = std::fs::read_to_string(&path).expect("a story can be read");
        expect_test::expect_file![path.with_extension("txt")].assert_eq(&transcript(&text));
    }
}

/// Everything that is said in a story, with the answers.
fn transcript(story: &str) -> String {
    let mut client = Client::started();
    let mut out = String::new();
    let mut versions = 1;
    for step in story.split("\n== ").skip(1) {
        let (head, body) = step.split_once('\n').unwrap_or((step, ""));
        let words: Vec<&str> = head.splitn(4, ' ').collect();
        let _ = writeln!(out, "== {head}");
        match words[..] {
            ["file", name] => {
                client.files.0.insert(format!("{FOLDER}/{name}"), body.as_bytes().to_vec());
            }
            ["delete", name] => {
                client.files.0.remove(&format!("{FOLDER}/{name}"));
                say(
                    &mut out,
                    &client.notify("workspace/didChangeWatchedFiles", json!({"changes": []})),
                );
            }
            ["open", name] => say(&mut out, &client.open(name, body)),
            ["close", name] => {
                let params = json!({"textDocument": {"uri": uri(name)}});
                say(&mut out, &client.notify("textDocument/didClose", params));
            }
            ["change", name, range] => {
                versions += 1;
                let text = body.strip_suffix('\n').unwrap_or(body);
                let change = json!([{"range": span(range), "text": text}]);
                say(&mut out, &client.change(name, versions, &change));
            }
            ["ask", method, name] => ask(&mut client, &mut out, method, name, "", "{}"),
            ["ask", method, name, rest] => {
                let (place, more) = rest.split_once(' ').unwrap_or((rest, "{}"));
                ask(&mut client, &mut out, method, name, place, more);
            }
            _ => panic!("no step `{head}`"),
        }
        out.push('\n');
    }
    out
}

/// Asks about a file, a position (`line:column`) or a range (`line:column-line:column`).
fn ask(client: &mut Client, out: &mut String, method: &str, name: &str, place: &str, more: &str) {
    let method = match method.strip_prefix('/') {
        Some(whole) => whole.to_owned(),
        None if method.contains('/') => method.to_owned(),
        None => format!("textDocument/{method}"),
    };
    let mut params: Map<String, Value> = serde_json::from_str(more).expect("the rest is JSON");
    if name != "-" {
        params.insert("textDocument".to_owned(), json!({"uri": uri(name)}));
    }
    if place.contains('-') && place != "-" {
        params.insert("range".to_owned(), span(place));
    } else if place.contains(':') {
        params.insert("position".to_owned(), point(place));
    }
    match client.ask(&method, Value::Object(params)) {
        Ok(answer) => show(&answer, 0, out),
        Err((code, message)) => {
            let _ = write!(out, "error {code}: {message}");
        }
    }
    out.push('\n');
}

/// A position; lines and columns count from 0, as in the protocol.
fn point(text: &str) -> Value {
    let (line, column) = text.split_once(':').expect("a position has a line and a column");
    let number = |text: &str| text.parse::<u32>().expect("it is a number");
    json!({"line": number(line), "character": number(column)})
}

fn span(text: &str) -> Value {
    let (start, end) = text.split_once('-').expect("a range has two ends");
    json!({"start": point(start), "end": point(end)})
}

fn say(out: &mut String, messages: &[Message]) {
    for message in messages {
        let Message::Notification(one) = message else { panic!("{message:?}") };
        let _ = write!(out, "{} ", one.method);
        show(&one.params, 0, out);
        out.push('\n');
    }
}

/// JSON with short values on one line; positions and ranges are written as in the stories.
fn show(value: &Value, depth: usize, out: &mut String) {
    let value = &shortened(value);
    let line = value.to_string();
    if line.len() <= 100 {
        out.push_str(&line);
        return;
    }
    let indent = "  ".repeat(depth + 1);
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    match value {
        // Five numbers are a semantic token.
        Value::Array(items) if items.iter().all(Value::is_number) => {
            out.push(open);
            for token in items.chunks(5) {
                let numbers: Vec<String> = token.iter().map(Value::to_string).collect();
                let _ = write!(out, "\n{indent}{}", numbers.join(" "));
            }
        }
        Value::Array(items) => {
            out.push(open);
            for item in items {
                let _ = write!(out, "\n{indent}");
                show(item, depth + 1, out);
            }
        }
        Value::Object(fields) => {
            out.push(open);
            for (name, field) in fields {
                let _ = write!(out, "\n{indent}{name}: ");
                show(field, depth + 1, out);
            }
        }
        Value::String(text) => {
            for line in text.lines() {
                let _ = write!(out, "\n{indent}| {line}");
            }
            return;
        }
        _ => return out.push_str(&line),
    }
    let _ = write!(out, "\n{}{close}", "  ".repeat(depth));
}

/// The same with positions and ranges as text.
fn shortened(value: &Value) -> Value {
    let place = |at: &Value| Some(format!("{}:{}", at.get("line")?, at.get("character")?));
    let range =
        |of: &Value| Some(format!("{}-{}", place(of.get("start")?)?, place(of.get("end")?)?));
    match value {
        Value::Object(_) if range(value).is_some() => json!(range(value)),
        Value::Object(fields) if fields.len() == 2 && place(value).is_some() => json!(place(value)),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), shortened(field))).collect()
        }
        Value::Array(items) => items.iter().map(shortened).collect(),
        other => other.clone(),
    }
}
