//! A case as one line that can be typed: what reports print, so that anybody can reproduce it
//! without the rubric.
//!
//! The line is a TOML table with the case, as `call` or `io`, and those settings of its rubric that
//! are not the usual ones.

use std::fmt::Write as _;

use toml::{Table, Value as Toml};

use super::{CallCase, CaseAction, ExpectedText, IoCase, RubricCase};

/// Longer lines are not worth typing.
const LINE_BYTES_MAX: usize = 4000;
/// Keys of a case that do not affect what is run.
const REMARK_KEYS: [&str; 3] = ["name", "hidden", "message"];
/// Keys that name files beside the rubric, which nobody else has.
const FILE_KEYS: [&str; 3] = ["folder", "input-file", "output-file"];
/// Settings of a rubric that a line has, too.
const SETTING_KEYS: [&str; 8] =
    ["files", "provide", "pack", "bitmap", "strict", "start-at-main", "seed", "limits"];
/// Kinds of cases that a line can have.
const CASE_KINDS: [&str; 4] = ["io", "call", "dialogue", "policy"];
const PROVIDE_FORM: &str = "`provide` is a list of names of files";

/// A rubric as it is written.
pub(super) struct WrittenRubric {
    settings: Table,
    criteria: Vec<Toml>,
}

impl WrittenRubric {
    pub(super) fn new(text: &str) -> WrittenRubric {
        // A text that is not TOML has its errors elsewhere; here it only has no lines.
        let mut table: Table = text.parse().unwrap_or_default();
        let criteria = match table.remove("criterion") {
            Some(Toml::Array(criteria)) => criteria,
            _ => Vec::new(),
        };
        table.retain(|key, _| SETTING_KEYS.contains(&key));
        WrittenRubric { settings: table, criteria }
    }

    /// The line of a case, by the numbers of its criterion and of its entry there. None if the
    /// case can be reproduced in a shorter way, or in none.
    pub(super) fn line(&self, criterion: usize, entry: usize, case: &RubricCase) -> Option<String> {
        let kind = match &case.kind {
            CaseAction::Call(_) => "call",
            // With files of the course among its own a program is not run by naming its sources.
            CaseAction::Io(io) if !io.is_plain() || self.settings.contains_key("provide") => "io",
            _ => return None,
        };
        let written = self.criteria.get(criterion)?.get(kind)?.get(entry)?;
        let mut table = written.as_table()?.clone();
        // Names of files are replaced by their contents below, because nobody else has the files.
        table.retain(|key, _| !REMARK_KEYS.contains(&key) && !FILE_KEYS.contains(&key));
        match &case.kind {
            CaseAction::Io(io) => resolve(io, &mut table)?,
            CaseAction::Call(call) => resolve_calls(call, &mut table)?,
            _ => {}
        }
        let mut whole = self.settings.clone();
        whole.insert(kind.to_owned(), Toml::Table(table));
        let mut line = String::new();
        write(&Toml::Table(whole), &mut line);
        // A shell takes longer lines, a person does not.
        (line.len() <= LINE_BYTES_MAX).then_some(line)
    }
}

/// Puts texts in the place of names of files; none if one is not text.
fn resolve(io: &IoCase, table: &mut Table) -> Option<()> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok().map(Toml::String);
    if !io.input.is_empty() {
        table.insert("input".to_owned(), text(&io.input)?);
    }
    if let Some(output) = &io.output {
        table.insert("output".to_owned(), Toml::String(output.text.clone()));
    }
    resolve_files(&io.files, &io.expected_files, table)
}

/// The same for the files of a call, and of those that follow.
fn resolve_calls(call: &CallCase, table: &mut Table) -> Option<()> {
    resolve_files(&call.files, &call.expected_files, table)?;
    let then = table.get_mut("then").and_then(Toml::as_array_mut);
    let written = then.into_iter().flatten().filter_map(Toml::as_table_mut);
    call.then.iter().zip(written).try_for_each(|(next, table)| resolve_calls(next, table))
}

fn resolve_files(
    given: &[(String, Vec<u8>)],
    expected: &[(String, ExpectedText)],
    table: &mut Table,
) -> Option<()> {
    let mut put = |key: &str, files: Table| {
        if !files.is_empty() {
            table.insert(key.to_owned(), Toml::Table(files));
        }
    };
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok().map(Toml::String);
    let given = given.iter().map(|(name, bytes)| Some((name.clone(), text(bytes)?)));
    put("files", given.collect::<Option<Table>>()?);
    let expected = expected.iter();
    let expected = expected.map(|(name, it)| (name.clone(), Toml::String(it.text.clone())));
    put("expect-files", expected.collect());
    Some(())
}

/// A case that was typed.
pub struct TypedCase {
    /// A rubric of this case alone.
    pub rubric: String,
    /// The names of files that the course provides. A line does not have their contents: they may
    /// be none of a student's business.
    pub provided: Vec<String>,
}

/// The rubric of one case that a line stands for, or what is wrong with the line.
pub fn rubric_of(line: &str) -> Result<TypedCase, String> {
    // A line is an inline table, which TOML only allows as a value.
    let parsed: Table = format!("case = {line}")
        .parse()
        .map_err(|error: toml::de::Error| format!("this is not a case: {}", error.message()))?;
    let Some((_, Toml::Table(mut settings))) = parsed.into_iter().next() else {
        return Err("a case is a table: { call = { … } }".to_owned());
    };
    let kinds: Vec<&str> = CASE_KINDS.into_iter().filter(|it| settings.contains_key(*it)).collect();
    let [kind] = kinds[..] else {
        return Err(format!("a case has one of {}", CASE_KINDS.join(", ")));
    };
    let case = settings.remove(kind).unwrap_or(Toml::Boolean(false));
    let provided = match settings.remove("provide") {
        None => Vec::new(),
        Some(Toml::Array(names)) => {
            let names = names.into_iter().map(|name| name.as_str().map(str::to_owned));
            names.collect::<Option<Vec<String>>>().ok_or(PROVIDE_FORM)?
        }
        Some(_) => return Err(PROVIDE_FORM.to_owned()),
    };
    let mut criterion = Table::new();
    criterion.insert("name".to_owned(), Toml::String("case".to_owned()));
    criterion.insert("points".to_owned(), Toml::Integer(1));
    criterion.insert(kind.to_owned(), Toml::Array(vec![case]));
    settings.insert("title".to_owned(), Toml::String("One case".to_owned()));
    settings.insert("criterion".to_owned(), Toml::Array(vec![Toml::Table(criterion)]));
    let mut text = String::new();
    for (key, value) in settings {
        quote(&key, &mut text);
        text += " = ";
        write(&value, &mut text);
        text.push('\n');
    }
    Ok(TypedCase { rubric: text, provided })
}

/// Writes a value on one line.
fn write(value: &Toml, line: &mut String) {
    match value {
        Toml::String(text) => quote(text, line),
        Toml::Array(values) => {
            line.push('[');
            for (number, value) in values.iter().enumerate() {
                *line += if number > 0 { ", " } else { "" };
                write(value, line);
            }
            line.push(']');
        }
        Toml::Table(table) => {
            *line += "{ ";
            for (number, (key, value)) in table.iter().enumerate() {
                *line += if number > 0 { ", " } else { "" };
                let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                if !key.is_empty() && key.chars().all(is_bare) {
                    *line += key;
                } else {
                    quote(key, line);
                }
                *line += " = ";
                write(value, line);
            }
            *line += " }";
        }
        // Numbers and the like are on one line anyway.
        _ => {
            // Writing to a string cannot fail.
            let _ = write!(line, "{value}");
        }
    }
}

/// A string of which everything can be seen and typed.
fn quote(text: &str, line: &mut String) {
    line.push('"');
    for c in text.chars() {
        match c {
            '"' => *line += "\\\"",
            '\\' => *line += "\\\\",
            '\n' => *line += "\\n",
            '\t' => *line += "\\t",
            '\r' => *line += "\\r",
            ' '..='~' => line.push(c),
            // Letters of any script can be typed; marks that change the direction of text cannot be
            // seen.
            c if c.is_alphanumeric() => line.push(c),
            c => {
                let _ = write!(line, "\\U{:08x}", u32::from(c));
            }
        }
    }
    line.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_from_one_line() {
        let text = "a = \"\"\"x\n'y' \\\\ \\u202e ü\\u007f\"\"\"\n\"b c\" = [1, -2.5, inf, true]\n\
                    d = { e = [] }\n";
        let table: Table = text.parse().expect("it is TOML");
        let mut line = String::new();
        write(&Toml::Table(table.clone()), &mut line);
        assert!(!line.contains(['\n', '\u{202e}', '\u{7f}']), "{line}");
        let back: Table = format!("x = {line}").parse().expect(&line);
        assert_eq!(back["x"], Toml::Table(table));
    }

    #[test]
    fn what_is_no_case_is_refused() {
        for line in ["", "7", "{", "{ }", "{ call = {}, io = {} }", "{ strict = true }"] {
            assert!(rubric_of(line).is_err(), "{line}");
        }
        assert!(rubric_of("{ call = { procedure = \"f\" } }").is_ok());
    }
}
