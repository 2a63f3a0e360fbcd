//! The parts that the messages of all sections are made of.

use serde::{Deserialize, Serialize};

/// A line and a column, both from 0; columns count UTF-16 units, as editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextPosition(pub u32, pub u32);

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Span {
    /// The first character.
    pub from: TextPosition,
    /// One past the last.
    pub to: TextPosition,
}

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct SourceLine {
    /// The source.
    pub path: String,
    /// From 0.
    pub line: u32,
}

/// A part of a source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SourceSpan {
    /// The source.
    pub path: String,
    /// The part of it.
    pub span: Span,
}

/// A part of a source, and what is said about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LabelledSpan {
    /// The source.
    pub path: String,
    /// The part of it.
    pub span: Span,
    /// A few words.
    pub text: String,
}

/// An edit of a document that the request names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct DocumentEdit {
    /// The part that is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// An edit of one of several documents.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FileEdit {
    /// The document.
    pub path: String,
    /// The part that is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A file with all that is in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FileText {
    /// The document's name.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// No fields at all.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Nothing {}

/// Whether a field has the value that it has when it is left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    // What has its default is left out: docs/protocol.md promises that optional fields are absent
    // when there is nothing to say.
    *value == T::default()
}

/// A request that is not wanted any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Cancel {
    /// Its number; none is all of them.
    pub request: Option<u32>,
}

/// The progress of a request that takes long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JobProgress {
    /// Its number.
    pub request: u32,
    /// Its name.
    pub name: String,
    /// The step that is being looked at, or another number that grows or falls with the work.
    pub count: u64,
}
