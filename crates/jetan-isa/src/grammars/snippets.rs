//! A snippet for each service: its number, its arguments, `syscall`.

use super::json::JsonValue;
use crate::syscalls::{SERVICES, ServiceRow};

/// The snippets by title, in the form of VS Code.
pub(super) fn services() -> JsonValue {
    JsonValue::Object(SERVICES.iter().map(|row| (title(row), snippet(row))).collect())
}

fn title(row: &ServiceRow) -> String {
    format!("syscall {}: {}", row.number, row.name)
}

fn snippet(row: &ServiceRow) -> JsonValue {
    let arguments = arguments(row.arguments);
    let mut body: Vec<String> = arguments
        .iter()
        // A floating-point argument comes from a place that only the author knows.
        .filter(|(register, _)| register.starts_with("$a"))
        .enumerate()
        .map(|(index, (register, meaning))| {
            let loads = if is_address(meaning) { "la" } else { "li" };
            format!("{loads} \\{register}, ${{{}:{}}}", index + 1, meaning.replace(' ', "_"))
        })
        .collect();
    body.push(format!("li \\$v0, {}\t# {}", row.number, row.name));
    body.push("syscall$0".to_owned());
    let prefix = format!("sys-{}", row.name.to_lowercase().replace(' ', "-"));
    JsonValue::object([
        ("prefix", JsonValue::List(vec![prefix.into(), format!("syscall{}", row.number).into()])),
        ("description", row.summary.into()),
        ("body", body.into_iter().collect()),
    ])
}

/// The registers and meanings of `$a0: buffer, $a1: its size`.
fn arguments(text: &str) -> Vec<(&str, &str)> {
    text.split(", ").filter_map(|part| part.split_once(": ")).collect()
}

/// Whether an argument is the address of something, which `la` loads.
fn is_address(meaning: &str) -> bool {
    ["address", "buffer", "name", "message", "string"].iter().any(|word| meaning.contains(word))
}
