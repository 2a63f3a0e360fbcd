//! Problems of sources for the wire.

use std::collections::BTreeMap;

use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::{Diagnostic, SourceSet, problem};
use jetan_wire::{Fix, Severity};

use super::SourceGroup;
use crate::limits::DIAGNOSTICS_MAX;
use crate::{ide, position};

/// Adds the problems of some sources to the lists of their files.
pub(super) fn collect(
    group: &SourceGroup,
    by_path: &mut BTreeMap<String, Vec<jetan_wire::Diagnostic>>,
) {
    for (idx, diagnostic) in group.analysis.diagnostics().iter().enumerate() {
        let path = group.sources().file(diagnostic.span.file).name();
        let items = by_path.entry(path.to_owned()).or_default();
        // Cut per file, so that one broken file does not hide the errors of the others.
        if items.len() < DIAGNOSTICS_MAX {
            items.push(wire(group.sources(), diagnostic, fixes(group, idx)));
        }
    }
}

fn fixes(group: &SourceGroup, idx: usize) -> Vec<Fix> {
    let fixes = group.analysis.fixes_of(idx).into_iter();
    fixes
        .map(|fix| Fix { title: fix.title, edits: ide::edits(&group.analysis, &fix.edits) })
        .collect()
}

fn wire(sources: &SourceSet, diagnostic: &Diagnostic, fixes: Vec<Fix>) -> jetan_wire::Diagnostic {
    let severity = match diagnostic.severity() {
        problem::Severity::Error => Severity::Error,
        problem::Severity::Warning => Severity::Warning,
    };
    let labels = diagnostic.labels.iter();
    let labels = labels.map(|label| position::labelled(sources, label.span, &*label.text));
    let frames = diagnostic.frames.iter().map(|frame| match frame {
        SourceFrame::Include(span) => position::labelled(sources, *span, "included here"),
        SourceFrame::Macro { call, name } => {
            position::labelled(sources, *call, format!("in macro `{name}`"))
        }
    });
    jetan_wire::Diagnostic {
        span: position::span(sources, diagnostic.span),
        severity,
        code: diagnostic.code().to_string(),
        message: diagnostic.problem.message(),
        label: diagnostic.label.clone(),
        help: diagnostic.help.clone(),
        labels: labels.collect(),
        frames: frames.collect(),
        fixes,
    }
}
