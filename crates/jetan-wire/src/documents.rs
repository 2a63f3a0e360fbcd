//! Open documents, and what an editor can ask about them.

use serde::{Deserialize, Serialize};

use crate::{DocumentEdit, FileEdit, LabelledSpan, RunOptions, SourceSpan, Span, TextPosition};

/// A document to be opened; one that is open already gets the text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Open {
    /// The document's name.
    pub path: String,
    /// All that is in it.
    pub text: String,
    /// The client's number for this text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
}

/// A document's new text: as a whole or by edits.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct DocumentChange {
    /// The document's name.
    pub path: String,
    /// The client's number for the new text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// All that is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// In place of `text`, each for the text as the edits before it have left it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub edits: Vec<DocumentEdit>,
}

/// A program that is assembled together from now on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct ProjectRoots {
    /// The files to assemble, the leading one first.
    pub roots: Vec<String>,
    /// The options of the run.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: RunOptions,
}

/// The file that is to be run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct BelongingQuery {
    /// The file that is shown.
    pub path: String,
    /// The files that were chosen to be assembled together.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub roots: Vec<String>,
}

/// The program to be assembled when a file is run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct BelongingAnswer {
    /// The files that were chosen, if it is one of them or included by one; else the larger
    /// program that it is a part of; else the file itself.
    pub roots: Vec<String>,
    /// The roots and everything that they include.
    pub files: Vec<String>,
    /// The reason to think that a larger program is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A larger program that has mistakes or no `main`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<RootsOffer>,
}

impl BelongingAnswer {
    /// Some files, without a reason and without what they include.
    pub fn of(roots: Vec<String>) -> BelongingAnswer {
        BelongingAnswer { roots, files: Vec::new(), why: None, offer: None }
    }
}

/// A larger program that a file is a part of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RootsOffer {
    /// The files of the program.
    pub roots: Vec<String>,
    /// The reason to think so.
    pub text: String,
}

/// The mistakes of a file; sent when their list or the version has changed, also for files that are
/// not open but belong to the project.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Diagnostics {
    /// The file.
    pub path: String,
    /// The version of the document that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// In the order of the assembler.
    pub items: Vec<Diagnostic>,
}

/// A mistake in a source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Diagnostic {
    /// The mistake.
    pub span: Span,
    /// The gravity.
    pub severity: Severity,
    /// By which the manual explains it.
    pub code: String,
    /// In one line.
    pub message: String,
    /// A remark to be written at the place; may be empty.
    pub label: String,
    /// Advice, a sentence each.
    pub help: Vec<String>,
    /// Other places that matter.
    pub labels: Vec<LabelledSpan>,
    /// The macros and includes that led here.
    pub frames: Vec<LabelledSpan>,
    /// Edits that may mend it.
    pub fixes: Vec<Fix>,
}

/// The gravity of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// The program cannot be run.
    Error,
    /// It can.
    Warning,
}

/// A way to mend a mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Fix {
    /// The effect, in words.
    pub title: String,
    /// All for the texts as they are.
    pub edits: Vec<FileEdit>,
}

/// The words of a document by class.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Highlighting {
    /// The version of the document that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// All classes.
    pub classes: Vec<WordClass>,
    /// Line, first column, one past the last, and an index into `classes`: four numbers for each
    /// word.
    pub spans: Vec<u32>,
}

/// A class of words of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WordClass {
    /// A comment.
    Comment,
    /// An instruction.
    Instruction,
    /// An instruction that becomes others.
    Pseudo,
    /// A directive.
    Directive,
    /// A register.
    Register,
    /// A number.
    Number,
    /// A character.
    Character,
    /// A text.
    String,
    /// A label where it is defined.
    Definition,
    /// A label.
    Label,
    /// A macro.
    Macro,
    /// A parameter of a macro.
    Parameter,
    /// A name of `.eqv`.
    Equivalent,
    /// A name without a meaning.
    Unknown,
    /// Signs between words.
    Punctuation,
    /// Something that cannot be read.
    Error,
}

/// A position in a document.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct AtPosition {
    /// The document.
    pub path: String,
    /// The position in it.
    pub position: TextPosition,
}

/// An explanation of a word; nothing if nothing is known.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Hover {
    /// The word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// The text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<HoverPart>>,
    /// The article of the manual that says more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}

/// A part of a page; in texts, words between backticks are code, and nothing else is marked up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum HoverPart {
    /// The heading.
    Title {
        /// The subject.
        title: String,
        /// The kind of thing.
        kind: String,
    },
    /// Prose.
    Text {
        /// A paragraph.
        text: String,
    },
    /// A program.
    Code {
        /// Lines of a program.
        code: String,
    },
    /// A table without a head.
    Table {
        /// Rows of cells.
        table: Vec<Vec<String>>,
    },
}

/// Proposals for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Completions {
    /// The part that each of them replaces.
    pub span: Span,
    /// The likeliest first.
    pub items: Vec<CompletionItem>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// Something that could be written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CompletionItem {
    /// By what it is found.
    pub label: String,
    /// The text that is inserted.
    pub insert: String,
    /// The kind of thing.
    pub kind: CompletionKind,
    /// A remark beside it; may be empty.
    pub detail: String,
    /// One sentence; may be empty.
    pub summary: String,
}

/// A kind of proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CompletionKind {
    /// An instruction.
    Instruction,
    /// An instruction that becomes others.
    Pseudo,
    /// A directive.
    Directive,
    /// A register.
    Register,
    /// A label.
    Label,
    /// A name of `.eqv`.
    Equivalent,
    /// A macro.
    Macro,
    /// A parameter of a macro.
    Parameter,
    /// The number of a service.
    Service,
    /// A file of the folder.
    File,
}

/// The forms of the statement at a position; nothing if it has none.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Signature {
    /// All ways to write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forms: Option<Vec<SignatureForm>>,
    /// The first form that agrees with what was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<usize>,
    /// The operand that is being typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operand: Option<usize>,
}

/// A way to write an instruction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SignatureForm {
    /// The whole form.
    pub label: String,
    /// The effect, in words.
    pub summary: String,
    /// The operands as columns of the label: the first, and one past the last.
    pub operands: Vec<(usize, usize)>,
}

/// The definitions of a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Definitions {
    /// Usually one.
    pub places: Vec<SourceSpan>,
}

/// The uses of a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct References {
    /// With its definitions.
    pub places: Vec<Reference>,
}

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Reference {
    /// The source.
    pub path: String,
    /// The name.
    pub span: Span,
    /// Whether it is defined here.
    pub is_definition: bool,
}

/// A name to be changed everywhere.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Rename {
    /// The document.
    pub path: String,
    /// A position in the name.
    pub position: TextPosition,
    /// The new name.
    pub name: String,
}

/// Changes, all for the texts as they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Edits {
    /// In any order.
    pub edits: Vec<FileEdit>,
}

/// The symbols of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DocumentOutline {
    /// In the order of the text.
    pub symbols: Vec<OutlineSymbol>,
    /// Parts that can be folded.
    pub folds: Vec<OutlineFold>,
}

/// Something that a document defines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct OutlineSymbol {
    /// As the source spells it.
    pub name: String,
    /// The kind of symbol.
    pub kind: SymbolKind,
    /// A remark beside it; may be empty.
    pub detail: String,
    /// The name.
    pub span: Span,
    /// All of it.
    pub whole: Span,
    /// The symbols inside it.
    pub children: Vec<OutlineSymbol>,
}

/// A kind of symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SymbolKind {
    /// A label that is called.
    Procedure,
    /// A label of instructions.
    Label,
    /// A label of data.
    Data,
    /// A macro.
    Macro,
    /// A name of `.eqv`.
    Equivalent,
}

/// Lines that can be folded: the first, the last, and what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutlineFold(pub u32, pub u32, pub FoldKind);

/// Parts that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FoldKind {
    /// A procedure.
    Procedure,
    /// A macro.
    Macro,
    /// Lines of comments.
    Comment,
    /// A segment.
    Segment,
}

/// The instructions that a line became.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LineExpansion {
    /// In their order.
    pub instructions: Vec<ExpandedInstruction>,
}

/// An instruction in memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ExpandedInstruction {
    /// The address.
    pub address: u32,
    /// The bits of it.
    pub word: u32,
    /// Disassembled.
    pub text: String,
}
