#![doc = include_str!("../README.md")]

pub mod fold;
pub mod paint;
pub mod visible;
pub mod wire;

pub mod human;
pub mod json;
pub mod mars;

pub mod disassembly;
pub mod dump;
pub mod listing;

pub mod article;
pub mod doctor;
pub mod overview;
pub mod pack;
pub mod rubric;

pub mod debug;
pub mod instrumentation;
pub mod profile;
pub mod range;
pub mod runtime;
pub mod tools;
pub mod trace;
pub mod view;

pub mod check;
pub mod grade;
pub mod similar;

pub mod drawn;

pub mod java;
pub mod names;

mod excerpt;
mod html;

use jetan_asm::problem::{Problem, Severity};
use jetan_asm::source::SourceFile;
use jetan_asm::{Diagnostic, SourceSet, Span};

/// The width of running text, in characters.
const TEXT_WIDTH: usize = 80;

/// A place in a file as people count: lines and characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The character in it, whatever its width.
    pub column: u32,
}

/// The line and column of a byte of a file.
pub fn place(file: &SourceFile, offset: u32) -> LineColumn {
    let (line, byte) = file.locate(offset);
    let text = file.line(line).unwrap_or("");
    // Columns count characters, so the text has to be cut at the start of one.
    let before = &text[..text.floor_char_boundary((byte as usize).min(text.len()))];
    LineColumn { line, column: before.chars().count() as u32 + 1 }
}

/// The name of a span's file, and where the span starts.
pub fn located(sources: &SourceSet, span: Span) -> (&str, LineColumn) {
    let file = sources.file(span.file);
    (file.name(), place(file, span.start))
}

/// The number of errors and warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemTally {
    /// Problems that keep a program from being made.
    pub errors: usize,
    /// Problems that do not.
    pub warnings: usize,
    /// Problems that were counted but not kept.
    pub unlisted: usize,
}

impl ProblemTally {
    /// Counts them.
    pub fn of(diagnostics: &[Diagnostic]) -> ProblemTally {
        let mut tally = ProblemTally::default();
        for diagnostic in diagnostics {
            match (&diagnostic.problem, diagnostic.severity()) {
                (Problem::TooManyErrors { more, .. }, _) => tally.unlisted += more,
                (_, Severity::Error) => tally.errors += 1,
                (_, Severity::Warning) => tally.warnings += 1,
            }
        }
        tally
    }

    /// The tally in words: `2 errors, 1 warning`, or `no problems`.
    pub fn words(self) -> String {
        let parts = [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.unlisted, "unlisted problem"),
        ];
        let some: Vec<String> =
            parts.iter().filter(|(n, _)| *n > 0).map(|(n, noun)| counted(*n, noun)).collect();
        if some.is_empty() { "no problems".to_owned() } else { some.join(", ") }
    }
}

/// A number with its noun, in the plural where it has to be.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Text broken into lines of at most 80 characters, each after an indent.
pub fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        // The first word of a line is never moved, however long it is: an empty line would not help
        // it.
        if line > 0 && line + 1 + word.chars().count() > TEXT_WIDTH - indent.len() {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.iter().map(|line| format!("{indent}{line}\n")).collect::<Vec<_>>().concat()
}
