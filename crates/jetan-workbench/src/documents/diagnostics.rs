//! Problems of sources for the wire.

use std::collections::BTreeMap;

use jetan_asm::diagnostic::Frame;
use jetan_asm::problem::Severity;
use jetan_asm::{Diagnostic, SourceSet, Span};
use serde_json::{Value, json};

use super::Group;
use crate::limits::DIAGNOSTICS_MAX;
use crate::{ide, position};

/// Adds the problems of some sources to the lists of their files.
pub(super) fn collect(group: &Group, by_path: &mut BTreeMap<String, Vec<Value>>) {
    for (idx, diagnostic) in group.analysis.diagnostics().iter().enumerate() {
        let path = group.sources().file(diagnostic.span.file).name();
        let items = by_path.entry(path.to_owned()).or_default();
        if items.len() < DIAGNOSTICS_MAX {
            let mut item = wire(group.sources(), diagnostic);
            item["fixes"] = fixes(group, idx);
            items.push(item);
        }
    }
}

fn fixes(group: &Group, idx: usize) -> Value {
    let fixes =
        group.analysis.fixes_of(idx).into_iter().map(
            |fix| json!({"title": fix.title, "edits": ide::edits(&group.analysis, &fix.edits)}),
        );
    Value::from(fixes.collect::<Vec<Value>>())
}

fn wire(sources: &SourceSet, diagnostic: &Diagnostic) -> Value {
    let severity = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let labels = diagnostic.labels.iter().map(|label| place(sources, label.span, &label.text));
    let frames = diagnostic.frames.iter().map(|frame| match frame {
        Frame::Include(span) => place(sources, *span, "included here"),
        Frame::Macro { call, name } => place(sources, *call, &format!("in macro `{name}`")),
    });
    json!({
        "span": position::span(sources, diagnostic.span),
        "severity": severity,
        "code": diagnostic.code().to_string(),
        "message": diagnostic.problem.message(),
        "label": diagnostic.label,
        "help": diagnostic.help,
        "labels": labels.collect::<Vec<Value>>(),
        "frames": frames.collect::<Vec<Value>>(),
    })
}

fn place(sources: &SourceSet, span: Span, text: &str) -> Value {
    let mut wire = position::place(sources, span);
    wire["text"] = Value::from(text);
    wire
}
