//! Errors in packs for people: the line of the pack, the span underlined, what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer};
use jetan_asm::{SourceSet, Span};
use jetan_pack::PackError;
use jetan_run::loader::PolicyViolation;

use super::counted;
use super::excerpt::{SourceMark, excerpts};
use super::fold::LineFold;
use super::human::clip;

/// Most characters of a message or a help text.
const TEXT_CHARS_MAX: usize = 600;

/// All errors of a pack, a summary, and where to read more.
pub fn report(
    errors: &[PackError],
    name: &str,
    text: &str,
    colored: bool,
    fold: LineFold,
) -> String {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    let sources = SourceSet::single(name, text);
    let mut report = String::new();
    for error in errors {
        report.push_str(&one(error, &sources, &renderer, fold));
        report.push_str("\n\n");
    }
    if let Some(first) = errors.first() {
        let tally = counted(errors.len(), "error");
        let more = format!("{tally}; more about the first: jetan explain {}\n", first.code);
        report.push_str(&more);
    }
    report
}

fn one(error: &PackError, sources: &SourceSet, renderer: &Renderer, fold: LineFold) -> String {
    let Some(&file) = sources.roots().first() else { return String::new() };
    let mark = |span: &std::ops::Range<usize>, label: &str, kind| SourceMark {
        // Texts of packs are bounded by whoever reads them, so offsets fit 32 bits.
        span: Span { file, start: span.start as u32, end: span.end as u32 },
        label: label.to_owned(),
        kind,
    };
    let mut marks = vec![mark(&error.span, &error.label, AnnotationKind::Primary)];
    if let Some((span, label)) = &error.other {
        marks.push(mark(span, label, AnnotationKind::Context));
    }
    let title =
        Level::ERROR.primary_title(fold.text(clip(&error.message, TEXT_CHARS_MAX))).id(error.code);
    let mut group = Group::with_title(title);
    let mut corrections = Vec::new();
    for excerpt in excerpts(sources, marks) {
        group = group.element(excerpt.snippet);
        corrections.extend(excerpt.correction);
    }
    for help in &error.help {
        group = group.element(Level::HELP.message(fold.text(clip(help, TEXT_CHARS_MAX))));
    }
    let mut text = renderer.render(&[group]);
    for (shown, real) in corrections {
        text = text.replacen(&shown, &real, 1);
    }
    text
}

/// Places of a program that its pack does not permit, each with its instruction.
pub fn violations(
    places: &[PolicyViolation],
    pack: &str,
    sources: &SourceSet,
    colored: bool,
) -> String {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    let mut report = String::new();
    for PolicyViolation { span, mnemonic } in places {
        let title = format!("the pack {pack} does not permit `{mnemonic}`");
        let title = Level::ERROR.primary_title(title).id(jetan_pack::codes::NOT_PERMITTED);
        let mark = SourceMark { span: *span, label: String::new(), kind: AnnotationKind::Primary };
        let snippets = excerpts(sources, vec![mark]).into_iter().map(|excerpt| excerpt.snippet);
        report.push_str(&renderer.render(&[Group::with_title(title).elements(snippets)]));
        report.push_str("\n\n");
    }
    if !places.is_empty() {
        let tally = counted(places.len(), "error");
        let code = jetan_pack::codes::NOT_PERMITTED;
        report += &[&tally, "; more about the first: jetan explain ", code, "\n"].concat();
    }
    report
}
