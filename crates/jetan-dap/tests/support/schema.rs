//! Messages compared with the fields that the protocol gives them.
#![allow(dead_code, reason = "each test program uses a part of it")]

use serde_json::{Map, Value};

/// The table of fields.
pub(crate) struct MessageSchema {
    table: Value,
}

impl MessageSchema {
    pub(crate) fn new(text: &str) -> MessageSchema {
        MessageSchema { table: serde_json::from_str(text).expect("the table is JSON") }
    }

    /// The names of a part of the table.
    pub(crate) fn names(&self, part: &str) -> Vec<&String> {
        self.table[part].as_object().expect("a part").keys().collect()
    }

    /// What is wrong with a message.
    pub(crate) fn mistakes(&self, message: &Value) -> Vec<String> {
        let mut found = Vec::new();
        if message["seq"].as_i64().is_none_or(|seq| seq <= 0) {
            found.push("`seq` is missing".to_owned());
        }
        match message["type"].as_str() {
            Some("event") => {
                let name = message["event"].as_str().unwrap_or_default();
                let fields = &self.table["events"][name];
                self.body(fields, &message["body"], &format!("event {name}"), &mut found);
            }
            Some("response") => self.response(message, &mut found),
            _ => found.push("`type` is not known".to_owned()),
        }
        found
    }

    fn response(&self, message: &Value, found: &mut Vec<String>) {
        let (Some(success), Some(command), Some(_)) = (
            message["success"].as_bool(),
            message["command"].as_str(),
            message["request_seq"].as_i64(),
        ) else {
            found.push("a field of every response is missing".to_owned());
            return;
        };
        if success {
            let fields = &self.table["responses"][command];
            let is_known = self.table["responses"].get(command).is_some();
            if !is_known {
                found.push(format!("no row for {command}"));
            }
            if fields.is_null() && message.get("body").is_some() {
                found.push(format!("{command} has a body"));
            }
            if !fields.is_null() {
                self.body(fields, &message["body"], command, found);
            }
        } else {
            if message["message"].as_str().is_none_or(str::is_empty) {
                found.push(format!("{command} is refused without a reason"));
            }
            self.body(&self.table["failure"], &message["body"], command, found);
        }
    }

    fn body(&self, fields: &Value, body: &Value, place: &str, found: &mut Vec<String>) {
        let Some(fields) = fields.as_object() else {
            found.push(format!("no row for {place}"));
            return;
        };
        let nothing = Map::new();
        let body = match body {
            Value::Null if fields.keys().all(|name| name.ends_with('?')) => &nothing,
            Value::Object(body) => body,
            _ => {
                found.push(format!("{place} is not an object"));
                return;
            }
        };
        for name in body.keys() {
            if !fields.contains_key(name) && !fields.contains_key(&format!("{name}?")) {
                found.push(format!("{place} has no field `{name}`"));
            }
        }
        for (name, kind) in fields {
            let plain = name.trim_end_matches('?');
            match body.get(plain) {
                None if plain == name => found.push(format!("{place}: `{name}` is missing")),
                None => {}
                Some(value) => self.value(kind, value, &format!("{place}.{plain}"), found),
            }
        }
    }

    fn value(&self, kind: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
        if let Some([inner]) = kind.as_array().map(Vec::as_slice) {
            match value.as_array() {
                Some(items) => items.iter().for_each(|item| self.value(inner, item, place, found)),
                None => found.push(format!("{place} is not a list")),
            }
            return;
        }
        let kind = kind.as_str().expect("a kind");
        let is_right = match kind {
            "any" => true,
            "string" => value.is_string(),
            "string or null" => value.is_string() || value.is_null(),
            "number" => value.is_i64() || value.is_u64(),
            "boolean" => value.is_boolean(),
            _ if kind.starts_with('\'') => {
                let mut words = kind[1..].split('|');
                value.as_str().is_some_and(|text| words.any(|word| word == text))
            }
            name => {
                return self.body(&self.table["types"][name], value, place, found);
            }
        };
        if !is_right {
            found.push(format!("{place} is not {kind}: {value}"));
        }
    }
}
