//! Problems of sources, in the words of `jetan run`.

use std::collections::BTreeMap;

use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::problem::{Problem, Severity};
use jetan_asm::{Diagnostic, SourceSet, Span};
use jetan_pack::{PackError, ProjectFile};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams,
};

use crate::convert::{self, UriBook};
use crate::limits::DIAGNOSTICS_MAX;
use crate::programs::{OpenProgram, OpenPrograms};

/// The name under which an editor lists our problems.
pub(crate) const SOURCE: &str = "jetan";

/// The problems that were last sent, by canonical name, with the version they are about.
#[derive(Debug, Default)]
pub(crate) struct SentDiagnostics {
    sent: BTreeMap<String, (Option<i32>, Vec<lsp_types::Diagnostic>)>,
}

impl SentDiagnostics {
    /// The lists that differ from those that were sent.
    pub(crate) fn update(
        &mut self,
        programs: &OpenPrograms,
        book: &UriBook<'_>,
    ) -> Vec<PublishDiagnosticsParams> {
        let mut by_name: BTreeMap<String, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        for program in programs.all() {
            for (name, _) in program.files() {
                by_name.entry(name.to_owned()).or_default();
            }
            collect(program, book, &mut by_name);
        }
        for project in programs.bad_projects() {
            by_name.insert(project.name.clone(), of_project(project));
        }
        // Documents that cannot be assembled, and files that have left all programs, are clean.
        let others = book.documents.names().chain(self.sent.keys());
        for name in others.cloned().collect::<Vec<_>>() {
            by_name.entry(name).or_default();
        }
        let mut messages = Vec::new();
        for (name, diagnostics) in by_name {
            let version = book.documents.get(&name).map(|document| document.version);
            let is_new = match self.sent.get(&name) {
                // A client moves its marks along with edits, and may have lost some of them.
                Some((before, old)) => {
                    *old != diagnostics || (!diagnostics.is_empty() && *before != version)
                }
                // A file that nobody has opened is mentioned only if something is wrong with it.
                None => version.is_some() || !diagnostics.is_empty(),
            };
            let Some(uri) = book.of_name(&name).filter(|_| is_new) else { continue };
            self.sent.insert(name, (version, diagnostics.clone()));
            messages.push(PublishDiagnosticsParams { uri, diagnostics, version });
        }
        let documents = book.documents;
        self.sent.retain(|name, (_, old)| documents.get(name).is_some() || !old.is_empty());
        messages
    }
}

fn collect(
    program: &OpenProgram,
    book: &UriBook<'_>,
    by_name: &mut BTreeMap<String, Vec<lsp_types::Diagnostic>>,
) {
    let sources = program.analysis.sources();
    for diagnostic in program.analysis.diagnostics() {
        let name = book.names.canonical(sources.file(diagnostic.span.file).name());
        let items = by_name.entry(name).or_default();
        // Cut per file, so that one broken file does not hide the errors of the others.
        if items.len() < DIAGNOSTICS_MAX {
            items.push(of(sources, diagnostic, book));
        }
    }
}

/// The mistakes of a project file.
fn of_project(project: &ProjectFile) -> Vec<lsp_types::Diagnostic> {
    let sources = SourceSet::single(&project.name, &project.text);
    let Some(&file) = sources.roots().first() else { return Vec::new() };
    let diagnostic = |error: &PackError| {
        let lines = [error.message.clone(), error.label.clone()].into_iter();
        let lines = lines.chain(error.help.iter().map(|help| format!("help: {help}")));
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        // The text is bounded by whoever reads it, so offsets fit 32 bits.
        let span = Span { file, start: error.span.start as u32, end: error.span.end as u32 };
        lsp_types::Diagnostic {
            range: convert::range(&sources, span),
            severity: Some(DiagnosticSeverity::ERROR),
            code: Some(NumberOrString::String(error.code.to_owned())),
            source: Some(SOURCE.to_owned()),
            message: lines.join("\n"),
            ..lsp_types::Diagnostic::default()
        }
    };
    project.errors.iter().map(diagnostic).collect()
}

/// A problem for the client.
pub(crate) fn of(
    sources: &SourceSet,
    diagnostic: &Diagnostic,
    book: &UriBook<'_>,
) -> lsp_types::Diagnostic {
    let severity = match diagnostic.severity() {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    let related = |span: Span, message: String| {
        Some(DiagnosticRelatedInformation { location: book.location(sources, span)?, message })
    };
    let labels = diagnostic.labels.iter().filter_map(|one| related(one.span, one.text.clone()));
    // The nearest step first, as in a report.
    let frames = diagnostic.frames.iter().rev().filter_map(|frame| match frame {
        SourceFrame::Include(span) => related(*span, "included here".to_owned()),
        SourceFrame::Macro { call, name } => related(*call, format!("in macro `{name}`")),
    });
    let related: Vec<_> = labels.chain(frames).collect();
    lsp_types::Diagnostic {
        range: convert::range(sources, diagnostic.span),
        severity: Some(severity),
        code: Some(NumberOrString::String(diagnostic.code().to_string())),
        source: Some(SOURCE.to_owned()),
        message: message(diagnostic),
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// The message, what stands under the marked source in a report, and the help.
fn message(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.problem.message();
    // Its place is that of the last problem shown, about which it says nothing.
    if matches!(diagnostic.problem, Problem::TooManyErrors { .. }) {
        return text;
    }
    let mut add = |line: &str| {
        text.push('\n');
        text.push_str(line);
    };
    if !diagnostic.label.is_empty() {
        add(&diagnostic.label);
    }
    if let Some(assembled) = &diagnostic.assembled {
        add(&format!("the line after replacement: {assembled}"));
    }
    for help in &diagnostic.help {
        add(&format!("help: {help}"));
    }
    text
}
