//! Diagnostics for people: the line, the place underlined, what to do about it.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer};
use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::problem::{Problem, Severity};
use jetan_asm::{Diagnostic, SourceSet, Span};

use super::ProblemTally;
use super::excerpt::{SourceExcerpt, SourceMark, excerpts};
use super::fold::LineFold;
use crate::visible;

/// Most characters of a message, of the assembled line and of a help text.
const MESSAGE_CHARS_MAX: usize = 300;
const HELP_CHARS_MAX: usize = 4_000;
/// Most steps of a chain of includes and macro calls that are shown.
const FRAMES_MAX: usize = 4;

/// All diagnostics, a summary, and where to read more.
pub fn report(
    diagnostics: &[Diagnostic],
    sources: &SourceSet,
    colored: bool,
    fold: LineFold,
) -> String {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&one(diagnostic, sources, &renderer, fold));
        text.push_str("\n\n");
    }
    let is_error = |one: &&Diagnostic| one.severity() == Severity::Error;
    // Errors before warnings: the hint should lead to what keeps the program from running.
    if let Some(first) = diagnostics.iter().find(is_error).or(diagnostics.first()) {
        let tally = ProblemTally::of(diagnostics);
        let noun = if tally.errors > 0 && tally.warnings > 0 { " error" } else { "" };
        let (words, code) = (tally.words(), first.code());
        let summary = format!("{words}; more about the first{noun}: jetan explain {code}\n");
        text.push_str(&summary);
    }
    text
}

/// One diagnostic without colours.
pub fn single(diagnostic: &Diagnostic, sources: &SourceSet) -> String {
    one(diagnostic, sources, &Renderer::plain(), LineFold::NONE)
}

/// One diagnostic with its excerpt and its help.
fn one(
    diagnostic: &Diagnostic,
    sources: &SourceSet,
    renderer: &Renderer,
    fold: LineFold,
) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = fold.text(clip(&diagnostic.problem.message(), MESSAGE_CHARS_MAX));
    let title = level.primary_title(message).id(diagnostic.code().0);
    // It says that there are more problems; the place is that of the last one shown.
    if matches!(diagnostic.problem, Problem::TooManyErrors { .. }) {
        return renderer.render(&[Group::with_title(title)]);
    }
    let mut corrections = Vec::new();
    let mut group = Group::with_title(title);
    for SourceExcerpt { snippet, correction } in excerpts(sources, marks(diagnostic)) {
        group = group.element(snippet);
        corrections.extend(correction);
    }
    if let Some(assembled) = &diagnostic.assembled {
        let note = format!("the line after replacement: {}", clip(assembled, MESSAGE_CHARS_MAX));
        group = group.element(Level::NOTE.message(fold.text(note)));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(fold.text(clip(help, HELP_CHARS_MAX))));
    }
    let mut groups = vec![group];
    groups.extend(frames(&diagnostic.frames, sources));
    let mut text = renderer.render(&groups);
    // The first occurrence is the header of the excerpt; the same text further down is the
    // student's.
    for (shown, real) in corrections {
        text = text.replacen(&shown, &real, 1);
    }
    text
}

fn marks(diagnostic: &Diagnostic) -> Vec<SourceMark> {
    let primary = SourceMark {
        span: diagnostic.span,
        label: diagnostic.label.clone(),
        kind: AnnotationKind::Primary,
    };
    let others = diagnostic.labels.iter().map(|label| SourceMark {
        span: label.span,
        label: label.text.clone(),
        kind: AnnotationKind::Context,
    });
    // The primary mark comes first: its excerpt is shown first, and a long line is cut around it.
    std::iter::once(primary).chain(others).collect()
}

/// The includes and calls that led to a line, the nearest first; long chains lose their middle.
pub(super) fn frames(frames: &[SourceFrame], sources: &SourceSet) -> Vec<Group<'static>> {
    let mut groups = Vec::new();
    let hidden = frames.len().saturating_sub(FRAMES_MAX);
    for (idx, frame) in frames.iter().rev().enumerate() {
        // The nearest steps and the outermost one are kept; what repeats itself is in the middle.
        let is_hidden = hidden > 0 && (FRAMES_MAX - 1..FRAMES_MAX - 1 + hidden).contains(&idx);
        if is_hidden && idx == FRAMES_MAX - 1 {
            let note = format!("and so on, {hidden} more times");
            groups.push(Group::with_title(Level::NOTE.secondary_title(note)));
        } else if !is_hidden {
            groups.push(step(frame, sources));
        }
    }
    groups
}

fn step(frame: &SourceFrame, sources: &SourceSet) -> Group<'static> {
    let (span, title): (Span, String) = match frame {
        SourceFrame::Include(span) => (*span, "included from here".to_owned()),
        SourceFrame::Macro { call, name } => {
            (*call, format!("in this call of macro `{}`", clip(name, MESSAGE_CHARS_MAX)))
        }
    };
    let mark = SourceMark { span, label: String::new(), kind: AnnotationKind::Primary };
    let snippets = excerpts(sources, vec![mark]).into_iter().map(|excerpt| excerpt.snippet);
    Group::with_title(Level::NOTE.secondary_title(title)).elements(snippets)
}

/// The start of a text, cleaned.
pub(super) fn clip(text: &str, chars_max: usize) -> String {
    // Cut before it is cleaned: a message may quote a line of megabytes.
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", clean(&text[..end])),
        None => clean(text),
    }
}

/// A name or a short text on one line of a terminal, whatever is in it.
pub fn one_line(text: &str) -> String {
    clean(text).replace('\n', "\u{240a}")
}

/// Text that cannot move the cursor or change colours: control characters become pictures.
pub(super) fn clean(text: &str) -> String {
    let picture = |c: char| match c {
        '\n' => c,
        // A tab would move the cursor by as much as the terminal likes.
        '\t' => ' ',
        c => visible::picture(c),
    };
    text.chars().map(picture).collect()
}
