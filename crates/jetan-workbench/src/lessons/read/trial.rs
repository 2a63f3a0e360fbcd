//! The trials of a step.

use jetan_pack::codes;
use jetan_pack::error::PackError;
use jetan_pack::fields::{TableReader, integer, mismatch};
use jetan_tools::cache::MemoryTimes;
use jetan_tools::question::ToolQuestion;
use jetan_tools::setting::SettingError;
use toml::Spanned;
use toml::de::DeValue;

use super::{bad, title_if_there};
use crate::lessons::lesson::{CallTrial, LessonPicture, RunTrial, StepTrial, TrialAction};

/// The most trials of a step.
const TRIALS_MAX: usize = 50;
/// Arguments that fit registers.
const ARGUMENTS_MAX: usize = 4;
/// The most words of memory that a trial sets, and labels that it names.
const WORDS_MAX: usize = 4096;
const LABELS_MAX: usize = 20;
/// Bytes of an input or an output.
const TEXT_BYTES_MAX: usize = 64 << 10;
/// The most rows and columns of a picture.
const PICTURE_SIDE_MAX: usize = 64;
/// The most bounds on the figures of tools.
const BOUNDS_MAX: usize = 20;

const RUN_KEYS: [&str; 9] =
    ["title", "message", "words", "input", "keys", "prints", "leaves", "shows", "tools"];
const CALL_KEYS: [&str; 5] = ["title", "message", "call", "arguments", "returns"];

/// The trials of a step, at least one if there is no mistake.
pub(super) fn trials(fields: &TableReader<'_>, colours: &[(char, u32)]) -> Vec<StepTrial> {
    let tables = fields.tables("trials");
    if fields.count("trials") == 0 && fields.has_spelt("trials") {
        let message = "a step has at least one of `trials`";
        fields.mistakes.add(PackError::new(codes::MISSING_KEY, &fields.place, message));
    }
    if let Some(table) = tables.get(TRIALS_MAX) {
        bad(fields.mistakes, &table.place, format!("a step has at most {TRIALS_MAX} trials"));
    }
    tables.iter().take(TRIALS_MAX).filter_map(|table| trial(table, colours)).collect()
}

fn trial(fields: &TableReader<'_>, colours: &[(char, u32)]) -> Option<StepTrial> {
    let title = title_if_there(fields, "title");
    let message = text(fields, "message");
    let action = if fields.get("call").is_some() {
        fields.allow_only(&CALL_KEYS);
        TrialAction::Call(call(fields)?)
    } else {
        fields.allow_only(&RUN_KEYS);
        TrialAction::Run(Box::new(run(fields, colours)))
    };
    Some(StepTrial { title, message, action })
}

fn text(fields: &TableReader<'_>, key: &str) -> Option<String> {
    let text = fields.text(key)?;
    if text.value.len() <= TEXT_BYTES_MAX {
        return Some(text.value.to_owned());
    }
    bad(fields.mistakes, &text.place, format!("`{key}` has more than 64 KiB"));
    None
}

fn run(fields: &TableReader<'_>, colours: &[(char, u32)]) -> RunTrial {
    let trial = RunTrial {
        words: words(fields),
        input: text(fields, "input").unwrap_or_default(),
        keys: text(fields, "keys").unwrap_or_default(),
        prints: text(fields, "prints"),
        leaves: leaves(fields),
        shows: picture(fields, colours),
        tools: tools(fields),
    };
    let expects = ["prints", "leaves", "shows", "tools"];
    let is_meant = |key: &&str| fields.get(key).is_some() || !fields.has_spelt(key);
    if !expects.iter().any(is_meant) {
        let message = "this trial expects nothing";
        let error = PackError::new(codes::MISSING_KEY, &fields.place, message);
        let help = "add `prints`, `leaves`, `shows` or `tools`, or `call` a procedure";
        fields.mistakes.add(error.help(help));
    }
    trial
}

/// A number that fits a word, with or without a sign.
fn word(what: &str, value: &Spanned<DeValue<'_>>, fields: &TableReader<'_>) -> Option<u32> {
    let number = integer(what, value, fields.mistakes)?;
    let fits = (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&number.value);
    if !fits {
        bad(fields.mistakes, &number.place, format!("{} does not fit a word", number.value));
    }
    fits.then_some(number.value as u32)
}

/// A list of numbers that fit words.
fn word_list(
    what: &str,
    value: &Spanned<DeValue<'_>>,
    fields: &TableReader<'_>,
    most: usize,
) -> Vec<u32> {
    let DeValue::Array(values) = value.get_ref() else {
        fields.mistakes.add(mismatch(what, "a list of whole numbers", value));
        return Vec::new();
    };
    if values.len() > most {
        bad(fields.mistakes, &value.span(), format!("`{what}` has more than {most} numbers"));
    }
    values.iter().take(most).filter_map(|value| word(what, value, fields)).collect()
}

/// Labels and what belongs to each.
fn labelled<'t, T>(
    fields: &TableReader<'t>,
    key: &str,
    read: impl Fn(&str, &'t Spanned<DeValue<'t>>) -> Option<T>,
) -> Vec<(String, T)> {
    let Some(value) = fields.get(key) else { return Vec::new() };
    let Some(table) = TableReader::of_value(value, key, fields.mistakes) else {
        return Vec::new();
    };
    let entries = table.entries();
    if entries.len() > LABELS_MAX {
        bad(fields.mistakes, &value.span(), format!("`{key}` has more than {LABELS_MAX} labels"));
    }
    let entries = entries.into_iter().take(LABELS_MAX);
    let read = |(label, value)| {
        let label: jetan_pack::fields::SpannedValue<&str> = label;
        Some((label.value.to_owned(), read(label.value, value)?))
    };
    entries.filter_map(read).collect()
}

fn words(fields: &TableReader<'_>) -> Vec<(String, Vec<u32>)> {
    labelled(fields, "words", |label, value| Some(word_list(label, value, fields, WORDS_MAX)))
}

fn leaves(fields: &TableReader<'_>) -> Vec<(String, u32)> {
    labelled(fields, "leaves", |label, value| word(label, value, fields))
}

fn call(fields: &TableReader<'_>) -> Option<CallTrial> {
    let procedure = fields.needed_text("call");
    let arguments = fields.get("arguments");
    let arguments = arguments.map(|value| word_list("arguments", value, fields, ARGUMENTS_MAX));
    fields.need("returns");
    let returns = fields.get("returns").and_then(|value| word("returns", value, fields));
    Some(CallTrial {
        procedure: procedure?.value.to_owned(),
        arguments: arguments.unwrap_or_default(),
        returns: returns?,
    })
}

fn picture(fields: &TableReader<'_>, colours: &[(char, u32)]) -> Option<LessonPicture> {
    let text = fields.needed_if_there("shows")?;
    let rows: Vec<Vec<char>> =
        text.value.trim_matches('\n').lines().map(|row| row.trim_end().chars().collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let is_even = columns > 0 && rows.iter().all(|row| row.len() == columns);
    if !is_even || columns > PICTURE_SIDE_MAX || rows.len() > PICTURE_SIDE_MAX {
        let message = format!(
            "the rows of a picture have the same length, at most {PICTURE_SIDE_MAX}, and there \
             are at most as many"
        );
        bad(fields.mistakes, &text.place, message);
        return None;
    }
    let is_known = |letter: &char| colours.iter().any(|(known, _)| known == letter);
    if let Some(letter) = rows.iter().flatten().find(|letter| !is_known(letter)) {
        let message = format!("`{letter}` is not a letter of `[colours]`");
        bad(fields.mistakes, &text.place, message);
        return None;
    }
    Some(LessonPicture { rows, colours: colours.to_vec() })
}

/// Reads a setting of a tool into a question.
type ToolReading = fn(&mut ToolQuestion, &str) -> Result<(), SettingError>;

/// Tools and bounds, as a rubric has them.
fn tools(fields: &TableReader<'_>) -> Option<ToolQuestion> {
    const SETTINGS: [(&str, ToolReading); 5] = [
        ("cache", ToolQuestion::add_caches),
        ("branches", ToolQuestion::add_predictor),
        ("pipeline", ToolQuestion::add_pipeline),
        ("costs", ToolQuestion::set_costs),
        ("memory-times", |question, text| {
            question.times = MemoryTimes::parse(text)?;
            Ok(())
        }),
    ];
    let table = TableReader::of_value(fields.get("tools")?, "tools", fields.mistakes)?;
    table.allow_only(&["cache", "branches", "pipeline", "costs", "memory-times", "expect"]);
    let mut question = ToolQuestion::default();
    for (key, reading) in SETTINGS {
        if let Some(setting) = table.text(key)
            && let Err(why) = reading(&mut question, setting.value)
        {
            bad(fields.mistakes, &setting.place, why.to_string());
        }
    }
    let bounds = table.list("expect");
    if bounds.is_empty() && table.has_spelt("expect") {
        let message = "`tools` expects nothing: add `expect = [\"hit>=80\"]`";
        bad(fields.mistakes, &table.place, message);
    }
    if bounds.len() > BOUNDS_MAX {
        bad(fields.mistakes, &table.place, format!("there are at most {BOUNDS_MAX} bounds"));
    }
    for value in bounds.into_iter().take(BOUNDS_MAX) {
        match value.get_ref().as_str().map(|bound| question.add_bound(bound)) {
            Some(Ok(())) => {}
            Some(Err(why)) => bad(fields.mistakes, &value.span(), why.to_string()),
            None => fields.mistakes.add(mismatch("expect", "a list of texts in quotes", value)),
        }
    }
    Some(question)
}
