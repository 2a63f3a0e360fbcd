//! Diagnostics word for word as MARS 4.5 prints them, and what it shows after a run.

pub mod state;
pub mod words;

use jetan_asm::problem::Severity;
use jetan_asm::{Diagnostic, SourceSet};

/// All warnings, then all errors, a line each. `absolute` gives the path that Java would give for
/// the name of a source.
pub fn report(
    diagnostics: &[Diagnostic],
    sources: &SourceSet,
    absolute: &dyn Fn(&str) -> String,
) -> String {
    let mut text = String::new();
    // MARS: all warnings come before all errors, each group in the order of detection
    // (`err-warning-and-error`).
    for (severity, prefix) in [(Severity::Warning, "Warning"), (Severity::Error, "Error")] {
        for diagnostic in diagnostics.iter().filter(|one| one.severity() == severity) {
            text.push_str(prefix);
            text.push_str(" in ");
            text.push_str(&place(diagnostic, sources, absolute));
            text.push_str(": ");
            text.push_str(&diagnostic.problem.mars());
            text.push('\n');
        }
    }
    text
}

fn place(
    diagnostic: &Diagnostic,
    sources: &SourceSet,
    absolute: &dyn Fn(&str) -> String,
) -> String {
    let at = &diagnostic.mars_place;
    let mut text = at.file.map(|id| absolute(sources.file(id).name())).unwrap_or_default();
    // MARS: a line or a column that is not known is 0 and not printed.
    if at.lines.last().is_some_and(|&line| line > 0) {
        let lines: Vec<String> = at.lines.iter().map(u32::to_string).collect();
        text.push_str(" line ");
        text.push_str(&lines.join("->"));
    }
    if at.column > 0 {
        text.push_str(" column ");
        text.push_str(&at.column.to_string());
    }
    text
}
