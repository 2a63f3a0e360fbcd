//! Rubrics for people: their errors as those of a source, and what they say.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer};
use jetan_asm::{SourceSet, Span};
use jetan_grade::rubric::{CaseAction, Criterion, Rubric, RubricError, ScoringRule};

use super::counted;
use super::excerpt::{SourceMark, excerpts};
use super::human::{clip, one_line};

/// Most characters of a message or a help text.
const TEXT_CHARS_MAX: usize = 600;

/// All errors of a rubric and how many there are.
pub fn report(errors: &[RubricError], name: &str, text: &str, colored: bool) -> String {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    let sources = SourceSet::single(name, text);
    let mut report = String::new();
    for error in errors {
        let Some(&file) = sources.roots().first() else { break };
        let (start, end) = (error.span.start as u32, error.span.end as u32);
        let span = Span { file, start, end };
        let mark = SourceMark { span, label: String::new(), kind: AnnotationKind::Primary };
        let title = Level::ERROR.primary_title(clip(&error.message, TEXT_CHARS_MAX));
        let mut group = Group::with_title(title);
        let mut corrections = Vec::new();
        for excerpt in excerpts(&sources, vec![mark]) {
            group = group.element(excerpt.snippet);
            corrections.extend(excerpt.correction);
        }
        if let Some(help) = &error.help {
            group = group.element(Level::HELP.message(clip(help, TEXT_CHARS_MAX)));
        }
        let mut shown = renderer.render(&[group]);
        for (wrong, real) in corrections {
            shown = shown.replacen(&wrong, &real, 1);
        }
        let _ = write!(report, "{shown}\n\n");
    }
    let _ = writeln!(report, "{}", counted(errors.len(), "error"));
    report
}

/// A rubric in words.
pub fn explain(rubric: &Rubric) -> String {
    let mut text = format!("{}: {} points\n", one_line(&rubric.title), rubric.points());
    if !rubric.files.is_empty() {
        let _ = writeln!(text, "expected files: {}", rubric.files.join(", "));
    }
    for (name, _) in &rubric.provided {
        let _ = writeln!(text, "{name} of a submission is replaced by the instructor's");
    }
    for criterion in &rubric.criteria {
        let _ = writeln!(
            text,
            "\n{}{}: {} points, {}",
            one_line(&criterion.name),
            if criterion.is_hidden { " (hidden)" } else { "" },
            criterion.points,
            rule(criterion),
        );
        for case in &criterion.cases {
            let hidden = if case.is_hidden { " (hidden)" } else { "" };
            let _ = writeln!(text, "  {}: {}{hidden}", kind(&case.kind), one_line(&case.name));
        }
    }
    text
}

fn rule(criterion: &Criterion) -> String {
    match criterion.rule {
        ScoringRule::All => "all cases must pass".to_owned(),
        ScoringRule::Proportional => "each case is worth the same".to_owned(),
        ScoringRule::Best(count) => format!("{count} cases must pass, fewer are worth their part"),
        ScoringRule::Any => "one case must pass".to_owned(),
    }
}

fn kind(kind: &CaseAction) -> &'static str {
    match kind {
        CaseAction::Io(_) => "run",
        CaseAction::Call(_) => "call",
        CaseAction::Dialogue(_) => "dialogue",
        CaseAction::Project(_) => "project",
        CaseAction::Policy(_) => "source",
    }
}
