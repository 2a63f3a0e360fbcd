//! Lessons: those that come with Jetan, and that of the folder.

use serde::{Deserialize, Serialize};

use crate::{FileMistake, FileText, ManualBlock, PicturePair};

/// The lessons there are, and the mistakes in that of the folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Lessons {
    /// That of the folder, if it has one, then those that come with Jetan.
    pub lessons: Vec<LessonPage>,
    /// The mistakes in the folder's `lesson.toml`, at most 100; it is not listed then.
    pub mistakes: Vec<FileMistake>,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LessonPage {
    /// By which it is asked for; `folder` is that of the folder.
    pub name: String,
    /// The heading.
    pub title: String,
    /// The words after the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// In their order.
    pub steps: Vec<StepPage>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StepPage {
    /// By which it is asked for.
    pub name: String,
    /// The steps with the same one belong together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
    /// The heading.
    pub title: String,
    /// About how long it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// The explanation.
    pub text: Vec<ManualBlock>,
    /// The task.
    pub task: Vec<ManualBlock>,
    /// One after the other.
    pub hints: Vec<String>,
    /// Articles of the manual.
    pub pages: Vec<String>,
    /// The program to begin with.
    pub file: FileText,
    /// Whether there is a solution to be shown.
    pub has_solution: bool,
}

/// A program to be tried.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct TryLesson {
    /// The lesson.
    pub lesson: String,
    /// The step.
    pub step: String,
    /// The files, the leading one first.
    pub roots: Vec<String>,
}

/// The result of a try; runs are counted and bounded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LessonTried {
    /// Whether everything has passed.
    pub is_done: bool,
    /// In their order.
    pub trials: Vec<LessonTrial>,
}

/// Something that was tried.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LessonTrial {
    /// A name for the trial.
    pub title: String,
    /// Whether the program does it.
    pub passed: bool,
    /// The mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Advice on the first place to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The right one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The one that came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// The same as pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<PicturePair>,
}

/// The name of a step.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct StepName {
    /// The lesson.
    pub lesson: String,
    /// The step.
    pub step: String,
}

/// A program that passes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LessonSolution {
    /// The source.
    pub text: String,
}
