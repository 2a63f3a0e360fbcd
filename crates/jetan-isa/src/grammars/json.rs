//! JSON to be written: as much of it as the generated files need.

use std::fmt::Write;

/// A value whose objects keep the order of their keys.
#[derive(Clone, Debug)]
pub(super) enum JsonValue {
    Text(String),
    List(Vec<JsonValue>),
    Object(Vec<(String, JsonValue)>),
}

impl JsonValue {
    pub(super) fn object<const N: usize>(entries: [(&str, JsonValue); N]) -> JsonValue {
        JsonValue::Object(entries.map(|(key, value)| (key.to_owned(), value)).into())
    }

    /// The file with this value in it, as prettier would arrange it: lists and objects that fit a
    /// line stay on one only if they are lists.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0, 0);
        out.push('\n');
        out
    }

    fn write(&self, out: &mut String, depth: usize, column: usize) {
        match self {
            JsonValue::Text(text) => out.push_str(&quoted(text)),
            JsonValue::List(items) => {
                let line = self.on_one_line();
                if column + line.len() < LINE_WIDTH && !items.iter().any(JsonValue::is_object) {
                    out.push_str(&line);
                    return;
                }
                block(out, depth, ['[', ']'], items, |item, out| {
                    item.write(out, depth + 1, 2 * (depth + 1) + 1);
                });
            }
            JsonValue::Object(entries) => block(out, depth, ['{', '}'], entries, |entry, out| {
                let key = format!("{}: ", quoted(&entry.0));
                out.push_str(&key);
                entry.1.write(out, depth + 1, 2 * (depth + 1) + key.len() + 1);
            }),
        }
    }

    fn is_object(&self) -> bool {
        matches!(self, JsonValue::Object(_))
    }

    fn on_one_line(&self) -> String {
        match self {
            JsonValue::Text(text) => quoted(text),
            JsonValue::List(items) => {
                let items: Vec<String> = items.iter().map(JsonValue::on_one_line).collect();
                format!("[{}]", items.join(", "))
            }
            JsonValue::Object(_) => String::new(),
        }
    }
}

impl From<&str> for JsonValue {
    fn from(text: &str) -> JsonValue {
        JsonValue::Text(text.to_owned())
    }
}

impl From<String> for JsonValue {
    fn from(text: String) -> JsonValue {
        JsonValue::Text(text)
    }
}

impl<T: Into<JsonValue>> FromIterator<T> for JsonValue {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> JsonValue {
        JsonValue::List(items.into_iter().map(Into::into).collect())
    }
}

/// The width that prettier is told to keep in `editors/vscode`.
const LINE_WIDTH: usize = 100;

fn block<T>(
    out: &mut String,
    depth: usize,
    brackets: [char; 2],
    items: &[T],
    write: impl Fn(&T, &mut String),
) {
    out.push(brackets[0]);
    for (index, item) in items.iter().enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(depth + 1));
        write(item, out);
    }
    if !items.is_empty() {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    }
    out.push(brackets[1]);
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                write!(out, "\\u{:04x}", u32::from(c)).expect("writing to a string does not fail");
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lists_stay_on_a_line_and_text_is_escaped() {
        let value = JsonValue::object([
            ("a", ["x", "\"\\\n\u{1}"].into_iter().collect()),
            ("b", JsonValue::List(vec![JsonValue::object([("c", "d".into())])])),
        ]);
        let expected = "{\n  \"a\": [\"x\", \"\\\"\\\\\\n\\u0001\"],\n  \"b\": [\n    {\n      \
                        \"c\": \"d\"\n    }\n  ]\n}\n";
        assert_eq!(value.text(), expected);
    }
}
