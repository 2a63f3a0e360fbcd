//! The rubric of a folder, and what a program earns by it.

use serde::{Deserialize, Serialize};

use crate::PicturePair;

/// The rubric of the folder, or the mistakes in it.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RubricFound {
    /// The rubric; none if there is no file, or mistakes in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rubric: Option<RubricPage>,
    /// At most 100, in the order of the text.
    pub mistakes: Vec<FileMistake>,
}

/// A mistake in a `rubric.toml` or a `lesson.toml`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FileMistake {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// The mistake, in a sentence.
    pub message: String,
    /// A way to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// A rubric as students see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RubricPage {
    /// The name of the assignment.
    pub title: String,
    /// The files that are assembled, in this order; those of the request if there are none.
    pub files: Vec<String>,
    /// The points of everything, hidden criteria included.
    pub points: f64,
    /// The visible criteria.
    pub criteria: Vec<RubricCriterion>,
    /// The number of hidden criteria.
    pub hidden: usize,
}

/// A visible criterion.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RubricCriterion {
    /// The name in reports.
    pub name: String,
    /// The points it is worth.
    pub points: f64,
    /// Visible cases; those of a project count as one.
    pub cases: usize,
    /// Cases that are not shown and not run here.
    pub hidden: usize,
}

/// A program to be graded.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct GradeRequest {
    /// The files, the leading one first; not used if the rubric names files.
    pub roots: Vec<String>,
}

/// The result of a program on the visible cases of a rubric.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RubricGraded {
    /// The visible criteria, as in the rubric.
    pub criteria: Vec<CriterionResult>,
    /// At most 50 failing cases.
    pub failures: Vec<RubricFailure>,
}

/// The result of a criterion.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CriterionResult {
    /// The name in reports.
    pub name: String,
    /// The points that it earns; none if hidden cases decide, too, or something was not judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scored: Option<f64>,
    /// The number of cases that passed.
    pub passed: usize,
    /// The number of cases that failed.
    pub failed: usize,
    /// The number of cases that count neither way.
    pub open: usize,
    /// The rubric's message about it, if it is not passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A case that fails.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RubricFailure {
    /// The name of its criterion.
    pub criterion: String,
    /// The case's name.
    pub case: String,
    /// The kind of mistake.
    pub kind: String,
    /// The mistake, in a sentence.
    pub summary: String,
    /// The first place to look at, or the rubric's message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The right result and the one that came.
    pub pieces: PicturePair,
    /// The call that was made, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The console input, if running the program with it shows the mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The keys of the keyboard device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<String>,
}
