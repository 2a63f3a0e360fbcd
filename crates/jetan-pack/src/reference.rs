//! Effects and codes as Markdown: the generated part of `docs/packs.md`, and
//! `docs/reference/pack-errors.md`.

use std::fmt::{self, Write};

use jetan_isa::pack::effects::{COLOUR_MAX, ParameterSource};
use jetan_isa::pack::{EFFECTS, EffectParameter, EffectRow, ValueKind};

use crate::codes::PAGES;

/// Every effect: what it does, what it takes, what it gives.
pub fn effects() -> String {
    let mut text = String::new();
    for row in EFFECTS {
        // Writing to a string does not fail.
        let _ = effect(&mut text, row);
    }
    text
}

/// Every code of a mistake in a pack, with what it means.
pub fn codes() -> String {
    let mut text = String::from(
        "<!-- Generated from the pages of jetan-pack; edit those instead. -->\n\n\
         # Mistakes in packs\n\n\
         `jetan pack check` reports them with line and column, and `jetan explain P0202` prints \
         one of these pages in the terminal.\n\
         [packs.md](../packs.md) describes what a pack is.\n",
    );
    for page in PAGES {
        // Writing to a string does not fail.
        let _ = write!(text, "\n## {}: {}\n\n{}\n", page.code, page.title, page.text);
    }
    text
}

fn effect(out: &mut String, row: &EffectRow) -> fmt::Result {
    writeln!(out, "### `{}`\n\n{}", row.name, row.summary)?;
    if !row.parameters.is_empty() {
        out.write_str(
            "\n| takes | type | range | if left out | meaning |\n|---|---|---|---|---|\n",
        )?;
        for parameter in row.parameters {
            let EffectParameter { name, summary, .. } = parameter;
            let (kind, range) = (takes(parameter.takes), range(parameter));
            writeln!(out, "| `{name}` | {kind} | {range} | {} | {summary} |", default(parameter))?;
        }
    }
    if !row.results.is_empty() {
        out.write_str("\n| gives | meaning |\n|---|---|\n")?;
        for (name, summary) in row.results {
            writeln!(out, "| `{name}` | {summary} |")?;
        }
    }
    out.write_str("\n")
}

fn takes(takes: ParameterSource) -> String {
    match takes {
        ParameterSource::Value(ValueKind::Integer) => "integer".to_owned(),
        ParameterSource::Value(kind) => format!("{}, in a register", kind.name()),
        ParameterSource::Number => "integer, in the effect".to_owned(),
        ParameterSource::Words => "text, in the effect".to_owned(),
        ParameterSource::Colours => "list of integers, in the effect".to_owned(),
        ParameterSource::OneOf(words) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
            format!("{}, in the effect", quoted.join(" or "))
        }
    }
}

fn range(parameter: &EffectParameter) -> String {
    match parameter.range {
        (i32::MIN, i32::MAX) => "–".to_owned(),
        (low, i32::MAX) => format!("{low} or more"),
        (low, COLOUR_MAX) => format!("{low} to {COLOUR_MAX:#x}"),
        (low, high) => format!("{low} to {high}"),
    }
}

fn default(parameter: &EffectParameter) -> String {
    match (parameter.takes, parameter.default) {
        (ParameterSource::Words | ParameterSource::Colours, _) => "none".to_owned(),
        (ParameterSource::OneOf(words), _) => format!("`\"{}\"`", words.first().unwrap_or(&"")),
        (_, Some(value)) if parameter.range.1 == COLOUR_MAX => format!("{value:#08x}"),
        (_, Some(value)) => value.to_string(),
        (_, None) => "must be there".to_owned(),
    }
}
