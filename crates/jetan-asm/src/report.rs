//! Collects diagnostics, in MARS's order and with its limit, or all of them once.

use crate::budget::{Budget, cost};
use crate::diagnostic::{Diagnostic, MarsLocation, SourceEdit, SourceFrame, SpanLabel};
use crate::dialect::Dialect;
use crate::limits;
use crate::problem::{Problem, Severity};
use crate::source::{FileId, Span};
use crate::store::{LineSite, LineStore};
use crate::token::SourceToken;
use jetan_order::SharedSort;

/// Advice that goes with a problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProblemAdvice {
    pub(crate) label: String,
    pub(crate) labels: Vec<SpanLabel>,
    pub(crate) help: Vec<String>,
    /// The suggested fixes: location and text.
    pub(crate) fixes: Vec<(FixLocation, String)>,
}

/// The location of a change that puts a problem right.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FixLocation {
    /// In place of the marked text.
    Marked,
    /// Behind the marked text.
    Behind,
    /// In place of these bytes of the line.
    Range(u32, u32),
    /// On a line of its own above the one that a place is on.
    Above(Option<Span>),
}

impl FixLocation {
    pub(crate) fn token(token: SourceToken) -> FixLocation {
        FixLocation::Range(token.start, token.end)
    }
}

impl ProblemAdvice {
    pub(crate) fn label(text: impl Into<String>) -> ProblemAdvice {
        ProblemAdvice { label: text.into(), ..ProblemAdvice::default() }
    }

    pub(crate) fn help(text: impl Into<String>) -> ProblemAdvice {
        ProblemAdvice::default().and_help(text)
    }

    pub(crate) fn and_help(mut self, text: impl Into<String>) -> ProblemAdvice {
        self.help.push(text.into());
        self
    }

    /// Adds a change that would put the problem right.
    pub(crate) fn and_fix(mut self, place: FixLocation, text: impl Into<String>) -> ProblemAdvice {
        self.fixes.push((place, text.into()));
        self
    }

    pub(crate) fn and_label(mut self, span: Span, text: impl Into<String>) -> ProblemAdvice {
        self.labels.push(SpanLabel { span, text: text.into() });
        self
    }
}

pub(crate) struct DiagnosticSink {
    dialect: Dialect,
    /// The budget of what may still be made of the sources before that is a problem of its own.
    pub(crate) budget: Budget,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    dropped: usize,
    closed: bool,
    /// The number of names that may still be looked at for advice.
    advice_names: usize,
}

impl DiagnosticSink {
    pub(crate) fn new(dialect: Dialect, budget: Budget) -> DiagnosticSink {
        DiagnosticSink {
            dialect,
            budget,
            diagnostics: Vec::new(),
            errors: 0,
            warnings: 0,
            dropped: 0,
            closed: false,
            advice_names: limits::ADVICE_NAMES_MAX,
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    pub(crate) fn has_warnings(&self) -> bool {
        self.warnings > 0
    }

    /// Takes no more problems: MARS would have ended here, and only an outline is still made.
    pub(crate) fn close(&mut self) {
        self.closed = true;
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether a message about a word quotes its whole line.
    pub(crate) fn quotes_lines(&self) -> bool {
        self.dialect.errors_as_found
    }

    /// Whether so many errors were found that MARS would stop looking.
    pub(crate) fn is_full(&self) -> bool {
        self.dialect.errors_as_found && self.errors > limits::MARS_ERRORS_MAX
    }

    /// Whether advice would still be shown that takes looking at so many names.
    pub(crate) fn wants_advice(&mut self, names: usize) -> bool {
        let is_wanted = !self.dialect.errors_as_found
            && self.diagnostics.len() < limits::ADVICE_MAX
            && names <= self.advice_names;
        if is_wanted {
            self.advice_names -= names;
        }
        is_wanted
    }

    /// Whether further diagnostics are only counted.
    pub(crate) fn is_saturated(&self) -> bool {
        if self.closed {
            return true;
        }
        if self.dialect.errors_as_found {
            self.errors > limits::MARS_ERRORS_MAX
        } else {
            self.diagnostics.len() >= limits::DIAGNOSTICS_MAX
        }
    }

    pub(crate) fn add(
        &mut self,
        store: &LineStore,
        site: LineSite,
        problem: Problem,
        advice: ProblemAdvice,
    ) {
        self.budget.spend(cost::PROBLEM);
        if self.is_saturated() {
            self.only_count(problem.severity());
            return;
        }
        let place = store.mars_place(site);
        self.add_at(store, site, problem, advice, place);
    }

    /// Adds a problem that MARS places elsewhere.
    pub(crate) fn add_at(
        &mut self,
        store: &LineStore,
        site: LineSite,
        problem: Problem,
        advice: ProblemAdvice,
        mars_place: MarsLocation,
    ) {
        // Asked again, because some callers come here directly.
        if self.is_saturated() {
            self.only_count(problem.severity());
            return;
        }
        let diagnostic = Diagnostic {
            problem,
            span: store.span(site),
            label: advice.label,
            labels: advice.labels,
            help: advice.help,
            fixes: edits(store, site, advice.fixes),
            frames: store.frames(site.line),
            assembled: store.changed_text(site.line).map(shortened),
            mars_place,
        };
        self.push(diagnostic);
    }

    /// Adds a related span to a diagnostic that was kept, up to `most` of them.
    pub(crate) fn mention(&mut self, idx: usize, span: Span, text: &str, most: usize) {
        if let Some(diagnostic) = self.diagnostics.get_mut(idx).filter(|_| !self.closed)
            && diagnostic.labels.len() < most
            && diagnostic.span != span
            // A macro that is called often uses a label at the same place of its body each time.
            && !diagnostic.labels.iter().any(|label| label.span == span)
        {
            diagnostic.labels.push(SpanLabel { span, text: text.to_owned() });
        }
    }

    /// The number of diagnostics kept so far.
    pub(crate) fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Replaces the include and macro frames of the diagnostic added last.
    pub(crate) fn set_last_frames(&mut self, frames: Vec<SourceFrame>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.frames = frames;
        }
    }

    /// Adds a problem of a file as a whole.
    pub(crate) fn add_span(&mut self, span: Span, problem: Problem, advice: ProblemAdvice) {
        if self.is_saturated() {
            self.only_count(problem.severity());
            return;
        }
        self.push(Diagnostic {
            problem,
            span,
            label: advice.label,
            labels: advice.labels,
            help: advice.help,
            fixes: Vec::new(),
            frames: Vec::new(),
            assembled: None,
            mars_place: MarsLocation { file: Some(span.file), lines: Vec::new(), column: 0 },
        });
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        if self.dialect.errors_as_found {
            self.push_as_mars(diagnostic);
            return;
        }
        let severity = diagnostic.severity();
        if self.diagnostics.len() < limits::DIAGNOSTICS_MAX {
            self.diagnostics.push(diagnostic);
        } else {
            self.dropped += 1;
        }
        self.count(severity);
    }

    /// Counts a problem that is not kept.
    pub(crate) fn only_count(&mut self, severity: Severity) {
        if !self.closed {
            self.dropped += 1;
            self.count(severity);
        }
    }

    fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
    }

    /// MARS: once the limit is reached, the next message of any kind becomes the last one.
    fn push_as_mars(&mut self, mut diagnostic: Diagnostic) {
        if self.errors > limits::MARS_ERRORS_MAX || self.warnings > limits::MARS_WARNINGS_MAX {
            return;
        }
        if self.errors == limits::MARS_ERRORS_MAX {
            diagnostic.problem = Problem::TooManyErrors { more: 0, only_warnings: false };
            diagnostic.mars_place.file = None;
            let lines = &mut diagnostic.mars_place.lines;
            // MARS: this message has a line, but no file and no chain of calls (err-error-limit).
            lines.drain(..lines.len().saturating_sub(1));
        }
        self.count(diagnostic.severity());
        self.diagnostics.push(diagnostic);
    }

    /// Puts diagnostics in front of all others.
    pub(crate) fn repeat_first(&mut self, first: Vec<Diagnostic>) {
        let later = std::mem::take(&mut self.diagnostics);
        // Counted anew, so that MARS's limit falls on the message on which it falls there.
        (self.errors, self.warnings) = (0, 0);
        for diagnostic in first.into_iter().chain(later) {
            self.push(diagnostic);
        }
    }

    pub(crate) fn take(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// The diagnostics in the order in which they are to be shown.
    ///
    /// MARS's order is that of detection. Ours is that of the source: files in the order in which
    /// `order` lists them, then lines.
    pub(crate) fn finish(mut self, order: &[FileId]) -> Vec<Diagnostic> {
        if self.dialect.errors_as_found {
            return self.diagnostics;
        }
        let rank =
            |file: FileId| order.iter().position(|&other| other == file).unwrap_or(usize::MAX);
        // Stable, so that problems of one place stay in the order in which they were found.
        self.diagnostics.shared_sort_by_key(|diagnostic| {
            // What a macro made is listed where the macro is called, not where it is defined.
            let at = outermost(diagnostic);
            (rank(at.file), at.start, diagnostic.span.start)
        });
        if self.dropped > 0
            && let Some(last) = self.diagnostics.last().cloned()
        {
            self.diagnostics.push(Diagnostic {
                problem: Problem::TooManyErrors {
                    more: self.dropped,
                    only_warnings: self.errors == 0,
                },
                label: String::new(),
                labels: Vec::new(),
                help: Vec::new(),
                fixes: Vec::new(),
                frames: Vec::new(),
                assembled: None,
                ..last
            });
        }
        self.diagnostics
    }
}

/// The changes as they apply to the files.
///
/// A place whose text came out of `.eqv` or a macro's argument is not in the file to be changed.
fn edits(store: &LineStore, site: LineSite, fixes: Vec<(FixLocation, String)>) -> Vec<SourceEdit> {
    let assembled =
        |site: LineSite| store.text(site.line).get(site.start as usize..site.end as usize);
    let written = |site: LineSite| {
        let span = store.span(site);
        // Compared as text: an edit is offered only if the file says what was assembled.
        (assembled(site) == Some(store.sources.text(span))).then_some(span)
    };
    let edit = |(place, text): (FixLocation, String)| {
        let span = match place {
            FixLocation::Marked => written(site)?,
            FixLocation::Behind => {
                let span = written(site)?;
                Span { start: span.end, ..span }
            }
            FixLocation::Range(start, end) => written(LineSite { start, end, ..site })?,
            FixLocation::Above(at) => {
                let at = at.unwrap_or_else(|| store.span(site));
                let file = store.sources.file(at.file);
                let (number, _) = file.locate(at.start);
                let (start, _) = *file.lines().get((number as usize).checked_sub(1)?)?;
                let line = file.line(number)?;
                // The new line is indented like the one below it.
                let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
                let text = format!("{indent}{text}\n");
                return Some(SourceEdit { span: Span { start, end: start, ..at }, text });
            }
        };
        Some(SourceEdit { span, text })
    };
    fixes.into_iter().filter_map(edit).collect()
}

/// A line for showing: nobody reads further than this.
fn shortened(line: &str) -> String {
    line.trim().chars().take(limits::ASSEMBLED_CHARS_MAX).collect()
}

/// The place in a top-level file that led to a diagnostic.
fn outermost(diagnostic: &Diagnostic) -> Span {
    match diagnostic.frames.first() {
        Some(SourceFrame::Include(span) | SourceFrame::Macro { call: span, .. }) => *span,
        None => diagnostic.span,
    }
}
