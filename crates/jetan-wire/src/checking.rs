//! Checking a program against a project, and the manual.

use serde::{Deserialize, Serialize};

use crate::{OpenableProgram, RunOptions};

/// A program to be checked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct CheckRequest {
    /// The project, as in the examples.
    pub project: String,
    /// The files, the leading one first.
    pub roots: Vec<String>,
    /// The options of the run.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: RunOptions,
    /// Cases that are generated: 200 unless said otherwise, at most 2,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cases: Option<usize>,
    /// That of the cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// The extent of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CheckBegun {
    /// The number of cases.
    pub total: usize,
    /// The parts that cases are counted by.
    pub parts: Vec<CheckShare>,
    /// Remarks on how the program was understood, a sentence each.
    pub notes: Vec<String>,
}

/// A part of a project.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CheckShare {
    /// A procedure, or `games`.
    pub name: String,
    /// The points it is worth, where the course gives some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// The progress of a check. While it is `shrinking`, all cases are tried and the smallest inputs
/// are looked for that fail, one for each kind of mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CheckProgress {
    /// The stage of the check.
    pub kind: CheckKind,
    /// Cases that are judged.
    pub done: usize,
    /// All cases.
    pub total: usize,
    /// The results of the parts.
    pub parts: Vec<CheckPart>,
    /// When it is done: at most 20, those with a smallest input first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failures: Option<Vec<CheckFailure>>,
}

/// A stage of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CheckKind {
    /// It judges cases.
    Running,
    /// It makes failing cases small.
    Shrinking,
    /// It is done.
    Done,
    /// Somebody has stopped it.
    Stopped,
}

/// The results of the cases of a part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CheckPart {
    /// A procedure, or `games`.
    pub name: String,
    /// The points it is worth, where the course gives some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The points that were reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scored: Option<u32>,
    /// Cases.
    pub passed: u32,
    /// Cases.
    pub failed: u32,
    /// Cases that need what another part has failed at.
    pub skipped: u32,
    /// Cases that took too long, or that are still to come.
    pub not_judged: u32,
}

/// A case that fails; the one with the smallest input, where there is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CheckFailure {
    /// By which `openCase` knows it.
    pub number: usize,
    /// The case's name.
    pub case: String,
    /// The part that it belongs to.
    pub part: String,
    /// The kind of mistake.
    pub kind: String,
    /// The mistake, in a sentence.
    pub summary: String,
    /// Advice on the first place to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The right one.
    pub expected: String,
    /// The program's result.
    pub actual: String,
    /// The same as pictures.
    pub pieces: PicturePair,
    /// The number that was executed.
    pub instructions: u64,
    /// The smallest input that fails like it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<SmallestCase>,
}

/// The right picture and the one that came.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PicturePair {
    /// The right one.
    pub expected: Vec<PicturePiece>,
    /// The one that came.
    pub actual: Vec<PicturePiece>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum PicturePiece {
    /// A text.
    Text {
        /// Lines.
        text: String,
    },
    /// A board.
    Board(PictureBoard),
}

/// A board with the cells marked that differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PictureBoard {
    /// A title above it; may be empty.
    pub title: String,
    /// Cells, the top row first.
    pub rows: Vec<Vec<PictureCell>>,
    /// Words below the columns.
    pub labels: Vec<String>,
    /// The side of the boxes of a grid; 0 without boxes.
    pub box_side: usize,
    /// Row and column of the cells that are not as in the other picture.
    pub different: Vec<(usize, usize)>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PictureCell {
    /// The kind of its contents.
    pub kind: PictureCellKind,
    /// The letter or number, as a text would have it.
    pub text: String,
}

/// The contents of a cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PictureCellKind {
    /// Nothing.
    Empty,
    /// A stone of the first player.
    StoneOne,
    /// A stone of the second player.
    StoneTwo,
    /// A digit or a tile.
    Number,
    /// A cell of a piece.
    Filled,
    /// A cell of a piece that cannot fall any more.
    Frozen,
    /// The cell that a question is about.
    Asked,
    /// A letter, such as one that stands for a colour.
    Letter,
}

/// The smallest input that fails.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SmallestCase {
    /// The input as a picture.
    pub picture: String,
    /// The same.
    pub pieces: Vec<PicturePiece>,
    /// Times a smaller case took its place.
    pub steps: usize,
    /// The origin of the wrong value, a line for each step.
    pub source: Vec<String>,
    /// Whether `openCase` can show it.
    pub can_open: bool,
    /// The step at which `openCase` stands.
    pub opens_at: CaseFocus,
    /// Another way to start it.
    pub again: CaseAgain,
}

/// The step of a case at which it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CaseFocus {
    /// Before the instruction that wrote the wrong value.
    Write,
    /// Before the instruction that printed the wrong character.
    Output,
    /// Before the instruction that led to the error.
    Cause,
    /// Before the last instruction that printed; what is wrong with it is not known.
    LastOutput,
    /// At the first instruction of the procedure that was judged.
    Entry,
    /// Where the run ended or was stopped.
    End,
}

/// A way to see a case again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CaseAgain {
    /// Those of a start.
    pub options: RunOptions,
    /// To be typed then.
    pub keys: String,
    /// In words what no input can bring about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
}

/// A failing case.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct OpenCase {
    /// That of the failure.
    pub number: usize,
}

/// A search in the manual.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct ManualSearch {
    /// Words; everything there is without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
}

/// Everything there is, or what was found.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ManualIndex {
    /// Everything there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sections: Option<Vec<ManualSection>>,
    /// Articles with all the words, the likeliest first, at most 60.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<ManualEntry>>,
    /// The closest name, if there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
}

/// A part of the manual.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ManualSection {
    /// The heading.
    pub title: String,
    /// The articles.
    pub entries: Vec<ManualEntry>,
}

/// A line of the list of contents.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ManualEntry {
    /// By which the article is asked for.
    pub name: String,
    /// The heading.
    pub title: String,
    /// The kind of thing it is about.
    pub kind: String,
    /// A sentence.
    pub summary: String,
}

/// An article of the manual.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct PageName {
    /// As one would type it: `add`, `.word`, `$t0`, `syscall 4`, `Default`, `E0203`, `stack`; a
    /// service of a pack is `comp2611-2048 202`, the pack itself `comp2611-2048`.
    pub name: String,
}

/// The article of this name, or all that it may mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ManualPages {
    /// The likeliest first.
    pub pages: Vec<ManualPage>,
}

/// An article.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ManualPage {
    /// By which it is asked for.
    pub name: String,
    /// The heading.
    pub title: String,
    /// The kind of thing it is about.
    pub kind: String,
    /// The text.
    pub blocks: Vec<ManualBlock>,
}

/// A part of an article.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum ManualBlock {
    /// Prose.
    Text {
        /// A paragraph.
        text: String,
    },
    /// A heading.
    Heading {
        /// A title for the next block.
        heading: String,
    },
    /// Text that is typed or printed.
    Quote {
        /// Text that is typed or printed.
        quote: String,
    },
    /// Lines of a program.
    Program(ManualProgram),
    /// A form of an instruction.
    Form {
        /// The form as it is written.
        form: String,
        /// Sentences about it.
        lines: Vec<String>,
    },
    /// A table.
    Table {
        /// Rows of cells.
        table: Vec<Vec<String>>,
        /// The titles of the columns; may be none.
        head: Vec<String>,
    },
}

/// Lines of a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ManualProgram {
    /// The lines.
    pub code: String,
    /// Whether a mistake is in it on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_wrong: Option<bool>,
    /// The means to open it, if it is a whole program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenableProgram>,
}
