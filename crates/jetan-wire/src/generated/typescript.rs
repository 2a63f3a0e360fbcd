//! The types for the page of the studio.

use std::fmt::Write;

use expect_test::expect_file;

use super::shape::{ShapeField, TypeShape};
use super::{DescribedType, MessageRow, Protocol};

const HEAD: &str = "\
/**
 * The messages of docs/protocol.md as types.
 *
 * Made from the types of crates/jetan-wire by `UPDATE_EXPECT=1 cargo test -p jetan-wire`; what is
 * written here by hand is lost.
 */
";

/// A type as it is written within a line.
fn inline(shape: &TypeShape) -> String {
    let list = |all: &[TypeShape]| all.iter().map(inline).collect::<Vec<String>>().join(", ");
    match shape {
        TypeShape::Word(word) => word.clone(),
        TypeShape::Generic(name, of) => format!("{name}<{}>", list(of)),
        TypeShape::Array(of) => match **of {
            // Without parentheses `A | B[]` would be a list of `B` only.
            TypeShape::AnyOf(_) | TypeShape::AllOf(_) => format!("({})[]", inline(of)),
            _ => format!("{}[]", inline(of)),
        },
        TypeShape::Tuple(of) => format!("[{}]", list(of)),
        TypeShape::Map(of) => format!("Record<string, {}>", inline(of)),
        TypeShape::AnyOf(all) => all.iter().map(inline).collect::<Vec<String>>().join(" | "),
        TypeShape::AllOf(all) => all.iter().map(inline).collect::<Vec<String>>().join(" & "),
        TypeShape::Object(fields) => {
            let field = |field: &ShapeField| format!("{}: {}", key(field), inline(&field.shape));
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<String>>().join("; "))
        }
    }
}

fn key(field: &ShapeField) -> String {
    format!("{}{}", field.name, if field.is_optional { "?" } else { "" })
}

/// A comment, in lines that are not too long.
fn comment(words: &str, indent: &str) -> String {
    let short = format!("{indent}/** {words} */\n");
    if short.len() <= 100 {
        return short;
    }
    let mut text = format!("{indent}/**\n");
    let mut line = format!("{indent} *");
    for word in words.split(' ') {
        if line.len() + word.len() >= 100 {
            text += &line;
            text.push('\n');
            line = format!("{indent} *");
        }
        line.push(' ');
        line += word;
    }
    format!("{text}{line}\n{indent} */\n")
}

fn declaration(of: &DescribedType) -> String {
    let mut text = comment(&of.meaning, "");
    match &of.shape {
        TypeShape::Object(fields) => {
            let _ = writeln!(text, "export interface {} {{", of.name);
            for field in fields {
                text += &comment(&field.meaning, "  ");
                let _ = writeln!(text, "  {}: {};", key(field), inline(&field.shape));
            }
            text += "}\n";
        }
        TypeShape::AnyOf(all) => {
            let line = format!("export type {} = {};\n", of.name, inline(&of.shape));
            // The same width as Prettier's in the studio, so that the file needs no formatting
            // afterwards.
            if line.len() <= 100 {
                return text + &line;
            }
            let _ = writeln!(text, "export type {} =", of.name);
            for shape in all {
                let _ = writeln!(text, "  | {}", inline(shape));
            }
            text.pop();
            text += ";\n";
        }
        // An answer without fields, or a request that takes none.
        TypeShape::Generic(name, _) if name == "Record" && of.name == "Nothing" => {
            text += "export type Nothing = object;\n";
        }
        shape => {
            let _ = writeln!(text, "export type {} = {};", of.name, inline(shape));
        }
    }
    text
}

fn table(name: &str, meaning: &str, rows: &[MessageRow]) -> String {
    let mut text = format!("/** {meaning} */\nexport interface {name} {{\n");
    for row in rows {
        text += &comment(&row.meaning, "  ");
        let types = match &row.types[..] {
            [one] => one.clone(),
            all => format!("[{}]", all.join(", ")),
        };
        let _ = writeln!(text, "  {}: {types};", row.name);
    }
    text + "}\n"
}

#[test]
fn the_page_has_these_types() {
    let all = Protocol::new();
    let mut text = format!("{HEAD}\nexport const PROTOCOL = {};\n", crate::PROTOCOL);
    for one in &all.types {
        text += "\n";
        text += &declaration(one);
    }
    text += "\n";
    let meaning = "Every request: what is sent with it, and what comes back.";
    text += &table("Requests", meaning, &all.requests);
    text += "\nexport type RequestName = keyof Requests;\n\n";
    text += &table("Events", "Every event.", &all.events);
    text += "\nexport type EventName = keyof Events;\n";
    text += "\n/** An event, whichever it is. */\n";
    text += "export interface AnyEvent {\n  event: EventName;\n}\n";
    expect_file!["../../../../studio/src/model/protocol.ts"].assert_eq(&text);
}

#[test]
fn names_are_distinguished() {
    let all = Protocol::new();
    for one in &all.types {
        assert_eq!(
            all.types.iter().filter(|other| other.name == one.name).count(),
            1,
            "{}",
            one.name
        );
        assert!(!one.meaning.is_empty(), "{}", one.name);
    }
}
