//! The session, its folder, and the programs that come with Jetan.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::{FileText, RunOptions};

/// The first message of every connection.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
pub struct Greeting {
    /// The version that the client speaks.
    // Whatever a client of another version sends, it is to be told that it is one.
    #[serde(default, deserialize_with = "lenient_number")]
    pub protocol: u32,
    /// The session to be taken up again.
    #[serde(default, deserialize_with = "lenient_text")]
    pub resume: Option<String>,
}

fn lenient_number<'de, D: Deserializer<'de>>(source: D) -> Result<u32, D::Error> {
    let value = Value::deserialize(source)?;
    // 0 is not a version that was ever spoken, so that anything unreadable is answered as another
    // version.
    Ok(value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(0))
}

fn lenient_text<'de, D: Deserializer<'de>>(source: D) -> Result<Option<String>, D::Error> {
    let value = Value::deserialize(source)?;
    // Whatever is not a text is not a session that could be resumed; a new one is begun.
    Ok(value.as_str().map(str::to_owned))
}

/// Who answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Hello {
    /// The version that is spoken here.
    pub protocol: u32,
    /// The name by which a lost connection takes the session up again.
    pub session: String,
    /// Whether that has happened; if not, the session is new.
    pub resumed: bool,
    /// That of Jetan.
    pub version: String,
    /// Abilities besides editing, running and looking.
    pub features: Vec<Feature>,
    /// The folder that is worked in.
    pub workspace: Workspace,
    /// The packs that a program can ask for.
    pub packs: Vec<PackName>,
}

/// Something that a service may be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Feature {
    /// Editor knowledge.
    Ide,
    /// Checking a program against a project.
    Check,
    /// The manual.
    Manual,
    /// Lessons, the first hour among them.
    Lessons,
    /// The five games.
    Games,
    /// Rubrics of the folder.
    Rubrics,
}

/// The folder that is worked in.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Workspace {
    /// The folder's name for people; none if there is no folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether nothing in it can be written.
    pub is_read_only: bool,
    /// The files that belong together, if that was said when the server was started.
    pub roots: Vec<String>,
}

/// A pack that comes with Jetan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PackName {
    /// By which it is asked for.
    pub name: String,
    /// The name that people read.
    pub title: String,
}

/// The sources of the folder and what they may read, at most 10,000.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FileList {
    /// In the order of their paths.
    pub files: Vec<FileEntry>,
    /// Whether there are more.
    pub is_cut: bool,
    /// Names that cannot be used, up to 20 of them.
    pub unusable: Vec<String>,
}

/// A row of a listing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FileEntry {
    /// Relative to the folder, with `/`.
    pub path: String,
    /// The length in bytes.
    pub size: u64,
    /// Whether it cannot be written.
    pub is_read_only: bool,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct InFile {
    /// Relative to the folder, with `/`.
    pub path: String,
}

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FileRead {
    /// The whole text.
    pub text: String,
    /// A text that is only compared: another one when the content is.
    pub stamp: String,
    /// The encoding on the disk.
    pub encoding: Encoding,
    /// Whether it cannot be written.
    pub is_read_only: bool,
}

/// An encoding of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Encoding {
    /// Unicode.
    #[serde(rename = "utf-8")]
    Utf8,
    /// One byte each, as old editors do.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Save {
    /// Relative to the folder, with `/`.
    pub path: String,
    /// All that is to be in it.
    pub text: String,
    /// The content that it replaces; none if there is to be no such file yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stamp: Option<String>,
}

/// The new state of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SavedStamp {
    /// A text that is only compared.
    pub stamp: String,
}

/// An open document's file has another content now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FileChanged {
    /// The file.
    pub path: String,
    /// The new content; none if the file is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stamp: Option<String>,
}

/// The programs that come with Jetan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ExampleGroups {
    /// In the order of the menu.
    pub groups: Vec<ExampleGroup>,
}

/// Examples that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ExampleGroup {
    /// The heading.
    pub title: String,
    /// In the order of the menu.
    pub examples: Vec<Example>,
}

/// A program that can be opened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Example {
    /// By which it is asked for.
    pub id: String,
    /// The name that people read.
    pub title: String,
    /// A sentence.
    pub summary: String,
    /// The project that it is the program of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

/// An example.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct OpenExample {
    /// The `id` of the list.
    pub example: String,
}

/// A program with what it takes to open it; nothing is opened by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct OpenableProgram {
    /// Everything that it needs.
    pub files: Vec<FileText>,
    /// The files to assemble, the leading one first.
    pub roots: Vec<String>,
    /// The options of the run.
    pub options: RunOptions,
}
