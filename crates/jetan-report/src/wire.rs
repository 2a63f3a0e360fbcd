//! The output of `--json`. Other programs read it: fields are added, never renamed.
//!
//! Lines and columns count from 1, columns in characters; an end is one past the last character.

use serde::Serialize;

use crate::visible;

/// A value as JSON on one line, without any character that a terminal would act on.
pub fn json(value: &impl Serialize) -> String {
    visible::json(&serde_json::to_string(value).expect("plain values are always JSON"))
}

/// The answer of `jetan asm --json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssemblyAnswer {
    /// The program, or nothing if there were errors.
    pub(crate) program: Option<ProgramSummary>,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    /// In the order in which they are to be shown.
    pub(crate) diagnostics: Vec<WireDiagnostic>,
}

/// A program in numbers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProgramSummary {
    /// The number of machine words of instructions.
    pub(crate) instructions: usize,
    /// The address of the first instruction to execute.
    pub(crate) entry: u32,
    /// The memory configuration.
    pub(crate) memory: &'static str,
    /// The pieces of memory the program fills; data comes in whole blocks of 4 KiB.
    pub(crate) segments: Vec<WireSegment>,
    /// With `--symbols`: the labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) symbols: Option<Vec<WireSymbol>>,
    /// With `--listing`: the instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<Vec<WireCode>>,
}

/// A piece of memory.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireSegment {
    /// `text`, `kernelText` or `data`.
    pub(crate) kind: &'static str,
    pub(crate) address: u32,
    pub(crate) bytes: usize,
}

/// A label of the program.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireSymbol {
    pub(crate) name: String,
    pub(crate) address: u32,
    /// `text` or `data`.
    pub(crate) segment: &'static str,
    /// Whether all files see it.
    pub(crate) global: bool,
    #[serde(flatten)]
    pub(crate) place: WirePlace,
}

/// One instruction word.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireCode {
    pub(crate) address: u32,
    pub(crate) word: u32,
    /// The instruction as a person would write it.
    pub(crate) instruction: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    /// The source line, if this is its first word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
}

/// One problem of a source.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireDiagnostic {
    pub(crate) code: &'static str,
    /// `error` or `warning`.
    pub(crate) severity: &'static str,
    pub(crate) message: String,
    /// The text under the marked source; may be empty.
    pub(crate) label: String,
    #[serde(flatten)]
    pub(crate) place: WirePlace,
    /// Other places that belong to it.
    pub(crate) labels: Vec<WireLabel>,
    /// Help, and other notes.
    pub(crate) help: Vec<String>,
    /// The includes and macro calls that lead to the line, outermost first.
    pub(crate) frames: Vec<WireFrame>,
    /// The line as assembled, if `.eqv` or macro arguments changed it.
    pub(crate) assembled: Option<String>,
}

/// A span in a source.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WirePlace {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) end_line: u32,
    pub(crate) end_column: u32,
}

/// A secondary span with a label.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireLabel {
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) place: WirePlace,
}

/// A step of how a line came to be where it is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireFrame {
    /// `include` or `macro`.
    pub(crate) kind: &'static str,
    /// The name of the macro.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(flatten)]
    pub(crate) place: WirePlace,
}

/// The answer of `jetan check --json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckAnswer {
    pub(crate) project: &'static str,
    pub(crate) files: Vec<String>,
    /// The seed of the generated cases, and how many there are.
    pub(crate) seed: u64,
    pub(crate) generated: u32,
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    /// Cases that do not apply to this program.
    pub(crate) skipped: u32,
    /// The instructions of the longest case that passed.
    pub(crate) instructions_max: Option<u64>,
    pub(crate) parts: Vec<CheckedPart>,
    /// The failures that are explained, each with the smallest input that was found.
    pub(crate) failures: Vec<CheckedFailure>,
    /// The names of all cases that failed.
    pub(crate) failing: Vec<String>,
}

/// A part of a project.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckedPart {
    pub(crate) name: &'static str,
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
    /// Cases about which nothing can be said.
    pub(crate) not_judged: u32,
    /// The points it is worth in its course, and the points it got.
    pub(crate) points: Option<u32>,
    pub(crate) scored: Option<u32>,
}

/// A case that failed, explained.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckedFailure {
    /// The case it was found in.
    pub(crate) case: String,
    pub(crate) part: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) summary: String,
    pub(crate) help: Option<String>,
    pub(crate) expected: String,
    pub(crate) actual: String,
    pub(crate) instructions: u64,
    /// The smallest input as people see it.
    pub(crate) input: String,
    /// The same as it is typed: on the console, on the keyboard device, with this seed.
    pub(crate) console: String,
    pub(crate) keys: String,
    pub(crate) seed: Option<i64>,
    /// For procedures: the call in words.
    pub(crate) call: Option<String>,
    /// The command that shows it again.
    pub(crate) command: String,
    /// The number of smaller inputs that replaced each other.
    pub(crate) steps: usize,
    /// The trace of the wrong value, a line each, the last instruction first.
    pub(crate) trace: Vec<String>,
    /// The file that `jetan debug --case` opens, if one was asked for.
    pub(crate) saved: Option<String>,
}
