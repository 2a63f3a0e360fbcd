//! A problem with its location, as data. Front ends turn it into text for people or tools.

use crate::codes::DiagnosticCode;
use crate::problem::{Problem, Severity};
use crate::source::{FileId, Span};

/// A related span of a problem, with a text about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpanLabel {
    /// The part of the source it is about.
    pub span: Span,
    /// A few words, lower case, without a full stop.
    pub text: String,
}

/// A change to a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceEdit {
    /// The replaced text; empty where something is inserted.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// An include or a macro call that led to a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SourceFrame {
    /// The file of the line was included here.
    Include(Span),
    /// The line came out of a macro that was called here.
    Macro {
        /// The name of the macro where it is called.
        call: Span,
        /// The name of the macro.
        name: String,
    },
}

/// The location that MARS gives; it differs from the truth in ways its users' scripts may rely on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MarsLocation {
    /// The file, if MARS names one.
    pub file: Option<FileId>,
    /// The lines of the macro calls, outermost first, and the line itself; empty if unknown.
    pub lines: Vec<u32>,
    /// The column, counted in UTF-16 units from 1; 0 if MARS gives none.
    pub column: u32,
}

/// One problem of a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The problem, with the data that its text needs.
    pub problem: Problem,
    /// The location: always inside the text of a file of the set.
    pub span: Span,
    /// The text under the marked source, if any.
    pub label: String,
    /// Related spans.
    pub labels: Vec<SpanLabel>,
    /// Advice and other remarks; a line each.
    pub help: Vec<String>,
    /// Changes of which any one probably puts it right, the likeliest first.
    pub fixes: Vec<SourceEdit>,
    /// The includes and macro calls that lead to the line, outermost first.
    pub frames: Vec<SourceFrame>,
    /// The line as assembled, if `.eqv` or macro arguments changed it.
    pub assembled: Option<String>,
    /// The location as MARS reports it.
    pub mars_place: MarsLocation,
}

impl Diagnostic {
    /// The code that `jetan explain` knows it by.
    pub fn code(&self) -> DiagnosticCode {
        self.problem.code()
    }

    /// Whether there is a program despite it.
    pub fn severity(&self) -> Severity {
        self.problem.severity()
    }
}
