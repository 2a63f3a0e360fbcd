//! The contents of a set of sources, however broken it is: what an editor shows, finds and follows.
//!
//! The names, spans and kinds come from the text alone, file by file, so that a mistake in one line
//! hides nothing in another; addresses are those the first pass arrived at.

mod resolve;
mod survey;

use jetan_isa::InstructionForm;

use crate::layout::LayoutPass;
use crate::source::{FileId, Span};

/// Everything that is defined, used and written in the sources, as far as it was understood.
///
/// Lists are in the order of the files as they are read (a root, then what it includes), then of
/// the text; a file that is read several times is listed once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceOutline {
    /// Labels, those that macro calls made included, and labels in the bodies of macros.
    pub symbols: Vec<OutlineLabel>,
    /// Macros, an unfinished one included.
    pub macros: Vec<OutlineMacro>,
    /// Names given a meaning by `.eqv` or `=`, once for every time they are.
    pub equivalents: Vec<OutlineEquivalent>,
    /// Every `.include` with a file name after it.
    pub includes: Vec<OutlineInclude>,
    /// Text labels that are called, global, or `main`.
    pub procedures: Vec<OutlineProcedure>,
    /// Everything that is not a label, a comment or blank, one for each line.
    pub statements: Vec<OutlineStatement>,
    /// Every use of a name.
    pub references: Vec<NameReference>,
}

/// The kind of thing that a label stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// The address of an instruction.
    Text,
    /// Data, or a place reserved by `.extern`.
    Data,
    /// A label in the body of a macro: it has an address only in what a call makes of it.
    InMacro,
}

/// A label as the source defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineLabel {
    /// The name; in what a macro call made, with the number that makes it unique.
    pub name: String,
    /// The kind of thing it stands for.
    pub kind: SymbolKind,
    /// The address; `None` in the body of a macro. After an error it may be off.
    pub address: Option<u32>,
    /// The name where it is defined; in a macro's body for a label that a call made.
    pub span: Span,
    /// The root whose labels it belongs to; `None` if all files see it.
    pub root: Option<FileId>,
}

/// A macro definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineMacro {
    /// The name as written; upper and lower case differ.
    pub name: String,
    /// The parameters with their `%` or `$`, and where they are listed.
    pub parameters: Vec<(String, Span)>,
    /// The name where it is defined.
    pub span: Span,
    /// From `.macro` to the end of `.end_macro`, or of the file if there is none.
    pub body: Span,
}

/// A name that stands for text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEquivalent {
    /// The name as written; upper and lower case differ.
    pub name: String,
    /// The text it stands for, as written; empty if nothing was.
    pub text: String,
    /// The name where it is defined.
    pub span: Span,
}

/// An `.include`, carried out or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineInclude {
    /// The file name in its quotes.
    pub span: Span,
    /// The name as it was looked for.
    pub path: String,
    /// The file, if it could be read.
    pub file: Option<FileId>,
}

/// A piece of code that is entered at a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineProcedure {
    /// The label, as an index into [`SourceOutline::symbols`].
    pub symbol: usize,
    /// From the label to the end of its last statement, before the next procedure of the file.
    pub span: Span,
}

/// The kind of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatementKind {
    /// An instruction or pseudo-instruction.
    Instruction,
    /// A directive, or `NAME = value`.
    Directive,
    /// A call of a macro of the same root.
    Call,
    /// Anything else: values that go on with a list, or a mistake.
    Other,
}

/// The instruction or directive of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutlineStatement {
    /// From its first word after the labels to its last.
    pub span: Span,
    /// Whether it makes instructions, and of what.
    pub kind: StatementKind,
    /// The address of its first instruction; `None` if it made none.
    pub address: Option<u32>,
    /// The form its operands have; in a macro's body, in the first call. `None` if it has none.
    pub form: Option<InstructionForm>,
}

/// The meaning of a use of a name: an index into the list of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceTarget {
    /// One of [`SourceOutline::symbols`].
    Symbol(usize),
    /// One of [`SourceOutline::macros`].
    Macro(usize),
    /// A parameter: the macro, and which of its parameters.
    Parameter(usize, usize),
    /// One of [`SourceOutline::equivalents`].
    Equivalent(usize),
    /// Nothing of that name is defined.
    Nothing,
}

/// A use of a name; a definition is not a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameReference {
    /// The name where it is used.
    pub span: Span,
    /// The definition of the name, if there is one.
    pub target: ReferenceTarget,
    /// Whether it is the label of a `jal`, `bgezal` or `bltzal`.
    pub is_call: bool,
}

impl SourceOutline {
    /// Applies a change to every span.
    pub(crate) fn relocate(&mut self, change: impl Fn(&mut Span)) {
        // Every field with a span must be listed; one that is forgotten shows only for sources that
        // are not UTF-8.
        self.symbols.iter_mut().for_each(|one| change(&mut one.span));
        for one in &mut self.macros {
            change(&mut one.span);
            change(&mut one.body);
            one.parameters.iter_mut().for_each(|(_, span)| change(span));
        }
        self.equivalents.iter_mut().for_each(|one| change(&mut one.span));
        self.includes.iter_mut().for_each(|one| change(&mut one.span));
        self.procedures.iter_mut().for_each(|one| change(&mut one.span));
        self.statements.iter_mut().for_each(|one| change(&mut one.span));
        self.references.iter_mut().for_each(|one| change(&mut one.span));
    }
}

/// The outline of sources that went through the first pass.
pub(crate) fn outline(layout: &LayoutPass) -> SourceOutline {
    resolve::resolve(survey::survey(layout), layout)
}
