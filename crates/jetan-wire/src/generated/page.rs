//! The tables of the protocol's page, each between two marks.

use std::fmt::Write as _;

use expect_test::expect_file;

use super::shape::{ShapeField, TypeShape};
use super::{DescribedType, MessageRow, Protocol};

/// The sources with the enumerations.
const SOURCES: &[&str] = &[
    include_str!("../boards.rs"),
    include_str!("../checking.rs"),
    include_str!("../documents.rs"),
    include_str!("../files.rs"),
    include_str!("../games.rs"),
    include_str!("../looking.rs"),
    include_str!("../message.rs"),
    include_str!("../points.rs"),
    include_str!("../running.rs"),
    include_str!("../goals.rs"),
    include_str!("../tool_values.rs"),
    include_str!("../tools.rs"),
];

/// A type in the words of the page: what is a text, a number or a truth is not said.
fn form(shape: &TypeShape) -> String {
    let list = |all: &[TypeShape], between: &str| {
        all.iter().map(form).collect::<Vec<String>>().join(between)
    };
    match shape {
        TypeShape::Word(word) if word == "string" => "text".to_owned(),
        TypeShape::Word(word) => word.clone(),
        TypeShape::Generic(name, _) => name.clone(),
        TypeShape::Array(of) => format!("[{}]", form(of)),
        TypeShape::Tuple(of) => format!("[{}]", list(of, ", ")),
        TypeShape::Map(of) => format!("{{name: {}}}", form(of)),
        TypeShape::AnyOf(all) => list(all, " \\| "),
        TypeShape::AllOf(all) => list(all, " and "),
        TypeShape::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}

fn field(field: &ShapeField) -> String {
    let optional = if field.is_optional { "?" } else { "" };
    match &field.shape {
        TypeShape::Word(word) if matches!(word.as_str(), "string" | "number" | "boolean") => {
            format!("{}{optional}", field.name)
        }
        shape => format!("{}{optional}: {}", field.name, form(shape)),
    }
}

/// The form of a type that has a name.
fn named(all: &Protocol, name: &str) -> String {
    match all.of(name).shape.fields() {
        [] if name == "Nothing" => "{}".to_owned(),
        _ => form(&all.of(name).shape),
    }
}

fn request(all: &Protocol, row: &MessageRow) -> String {
    let fields = named(all, &row.types[0]);
    let asked = if fields == "{}" { row.name.to_owned() } else { format!("{} {fields}", row.name) };
    format!("| `{asked}` | `{}` | {} |\n", named(all, &row.types[1]), row.meaning)
}

fn event(all: &Protocol, row: &MessageRow) -> String {
    let fields = named(all, &row.types[0]);
    format!("| `{}` | `{fields}` | {} |\n", row.name, row.meaning)
}

fn described(one: &DescribedType) -> String {
    let mut meaning = one.meaning.clone();
    for field in one.shape.fields() {
        let _ = write!(meaning, " `{}`: {}", field.name, lowered(&field.meaning));
    }
    if let TypeShape::AnyOf(all) = &one.shape {
        for (shape, words) in all.iter().zip(values(&one.name)) {
            if let TypeShape::Word(value) = shape {
                let _ = write!(meaning, " `{}`: {}", value.trim_matches('"'), lowered(&words));
            }
        }
    }
    format!("| {} | `{}` | {} |\n", one.name, form(&one.shape), meaning.replace('|', "\\|"))
}

/// The comments of the values of an enumeration, in their order; generated types do not have them.
fn values(name: &str) -> Vec<String> {
    // The sources are searched as text, because ts-rs drops the comments of variants. Lines of `//`
    // within these enums would be taken for values.
    let head = format!("pub enum {name} {{\n");
    let Some((_, rest)) = SOURCES.iter().find_map(|source| source.split_once(&head)) else {
        return Vec::new();
    };
    let body = rest.split("\n}").next().unwrap_or_default();
    let mut all = Vec::new();
    let mut words = String::new();
    for line in body.lines().map(str::trim) {
        match line.strip_prefix("///") {
            Some(more) => words += more,
            // Attributes stand between a comment and its value.
            None if line.starts_with('#') => {}
            None => all.push(std::mem::take(&mut words).trim().to_owned()),
        }
    }
    all
}

/// A sentence as it goes on after a colon.
fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let is_word = text.chars().nth(1).is_some_and(|c| c.is_lowercase() || c == ' ');
    match letters.next() {
        Some(first) if is_word => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// The table of a mark: `requests Files`, `events Files`, `types Files`, `codes Session`.
fn table(all: &Protocol, mark: &str) -> String {
    let (what, group) = mark.split_once(' ').expect("a kind and a section");
    let is_here = |of: crate::MessageGroup| format!("{of:?}") == group;
    let rows = |rows: &[MessageRow], row: fn(&Protocol, &MessageRow) -> String| {
        let own = rows.iter().filter(|row| is_here(row.group));
        own.map(|one| row(all, one)).collect::<String>()
    };
    let (head, body) = match what {
        "requests" => ("| request | answer | |", rows(&all.requests, request)),
        "events" => ("| event | fields | |", rows(&all.events, event)),
        "codes" => {
            let TypeShape::AnyOf(codes) = &all.of("FailureCode").shape else {
                panic!("there are codes")
            };
            let rows = codes.iter().zip(values("FailureCode"));
            let row = |(code, when): (&TypeShape, String)| {
                format!("| `{}` | {} |\n", form(code).trim_matches('"'), lowered(&when))
            };
            return format!("| code | when |\n|---|---|\n{}", rows.map(row).collect::<String>());
        }
        "types" => {
            // Those of requests and answers stand in their rows.
            let is_row = |one: &DescribedType| {
                let mut messages = all.requests.iter().chain(&all.events);
                messages.any(|message| message.types.contains(&one.name))
            };
            let own =
                all.types.iter().filter(|one| is_here(one.group) && one.name != "FailureCode");
            let is_described = |one: &&DescribedType| {
                !is_row(one) || one.shape.fields().iter().any(|field| !field.meaning.is_empty())
            };
            ("| type | form | |", own.filter(is_described).map(described).collect())
        }
        _ => panic!("{mark}"),
    };
    // An empty table means a mark of a section that has been renamed.
    assert!(!body.is_empty(), "{mark}");
    format!("{head}\n|---|---|---|\n{body}")
}

#[test]
fn the_page_has_these_tables() {
    let all = Protocol::new();
    let page = include_str!("../../../../docs/protocol.md");
    let mut parts = page.split("<!-- table: ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut marks = Vec::new();
    for part in parts {
        let (mark, rest) = part.split_once(" -->").expect("a mark ends");
        let (_, after) = rest.split_once("<!-- end -->").expect("a table ends");
        let _ = write!(text, "<!-- table: {mark} -->\n{}<!-- end -->{after}", table(&all, mark));
        marks.push(mark);
    }
    for message in &all.requests {
        let mark = format!("requests {:?}", message.group);
        assert!(marks.contains(&mark.as_str()), "the page has the table of {mark}");
    }
    for message in &all.events {
        let mark = format!("events {:?}", message.group);
        assert!(marks.contains(&mark.as_str()), "the page has the table of {mark}");
    }
    for one in &all.types {
        let mark = format!("types {:?}", one.group);
        assert!(marks.contains(&mark.as_str()), "the page has the table of {mark}");
    }
    expect_file!["../../../../docs/protocol.md"].assert_eq(&text);
}
