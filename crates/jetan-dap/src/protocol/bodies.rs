//! The bodies of responses.

use jetan_wire::{CheckFinding, DisplayShown, LookReplies, RunNote, TimelineMark, WhyOrigin};
use serde::Serialize;

use super::Source;
use super::arguments::AccessType;

/// What the adapter can do, told once.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is an ability of the adapter")]
pub(crate) struct Capabilities {
    pub(crate) supports_configuration_done_request: bool,
    pub(crate) supports_function_breakpoints: bool,
    pub(crate) supports_conditional_breakpoints: bool,
    pub(crate) supports_hit_conditional_breakpoints: bool,
    pub(crate) supports_evaluate_for_hovers: bool,
    pub(crate) exception_breakpoint_filters: Vec<ExceptionFilter>,
    pub(crate) supports_step_back: bool,
    pub(crate) supports_set_variable: bool,
    pub(crate) supports_restart_frame: bool,
    pub(crate) supports_goto_targets_request: bool,
    pub(crate) supports_restart_request: bool,
    pub(crate) supports_value_formatting_options: bool,
    pub(crate) supports_exception_info_request: bool,
    pub(crate) supports_delayed_stack_trace_loading: bool,
    pub(crate) supports_log_points: bool,
    pub(crate) supports_terminate_request: bool,
    pub(crate) supports_data_breakpoints: bool,
    pub(crate) supports_data_breakpoint_bytes: bool,
    pub(crate) supports_read_memory_request: bool,
    pub(crate) supports_write_memory_request: bool,
    pub(crate) supports_disassemble_request: bool,
    pub(crate) supports_cancel_request: bool,
    pub(crate) supports_set_expression: bool,
    pub(crate) supports_stepping_granularity: bool,
    pub(crate) supports_instruction_breakpoints: bool,
    pub(crate) supports_exception_filter_options: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionFilter {
    pub(crate) filter: &'static str,
    pub(crate) label: &'static str,
    pub(crate) description: &'static str,
    pub(crate) default: bool,
    pub(crate) supports_condition: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct BreakpointList {
    pub(crate) breakpoints: Vec<Breakpoint>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Breakpoint {
    pub(crate) id: u32,
    pub(crate) verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instruction_reference: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpointInfo {
    /// None if it cannot be watched.
    pub(crate) data_id: Option<String>,
    pub(crate) description: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) access_types: Vec<AccessType>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Continued {
    pub(crate) all_threads_continued: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ThreadList {
    pub(crate) threads: Vec<Thread>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Thread {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct GotoTargetList {
    pub(crate) targets: Vec<GotoTarget>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GotoTarget {
    pub(crate) id: i64,
    pub(crate) label: String,
    pub(crate) line: i64,
    pub(crate) instruction_pointer_reference: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTrace {
    pub(crate) stack_frames: Vec<Frame>,
    pub(crate) total_frames: usize,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Frame {
    pub(crate) id: i64,
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    /// 0 if there is no source.
    pub(crate) line: i64,
    pub(crate) column: i64,
    pub(crate) can_restart: bool,
    pub(crate) instruction_pointer_reference: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation_hint: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScopeList {
    pub(crate) scopes: Vec<Scope>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scope {
    pub(crate) name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation_hint: Option<&'static str>,
    pub(crate) variables_reference: i64,
    pub(crate) expensive: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct VariableList {
    pub(crate) variables: Vec<Variable>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) evaluate_name: Option<String>,
    /// 0 if there is nothing inside.
    pub(crate) variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) indexed_variables: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_reference: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ValueSet {
    pub(crate) value: String,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluation {
    pub(crate) result: String,
    pub(crate) variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_reference: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionInfo {
    pub(crate) exception_id: String,
    pub(crate) description: String,
    pub(crate) break_mode: &'static str,
    pub(crate) details: ExceptionDetails,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionDetails {
    pub(crate) message: String,
    pub(crate) stack_trace: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemoryBytes {
    pub(crate) address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unreadable_bytes: Option<u64>,
    /// In base64.
    pub(crate) data: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BytesWritten {
    pub(crate) bytes_written: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Disassembly {
    pub(crate) instructions: Vec<DisassembledInstruction>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DisassembledInstruction {
    pub(crate) address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instruction_bytes: Option<String>,
    pub(crate) instruction: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) symbol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) location: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation_hint: Option<&'static str>,
}

/// The answer to `jetan/why`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WhyAnswer {
    /// Each follows the nearest one before it that is less deep.
    pub(crate) links: Vec<WhyStep>,
    pub(crate) is_cut: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WhyStep {
    pub(crate) depth: usize,
    pub(crate) text: String,
    pub(crate) place: String,
    pub(crate) value: u32,
    pub(crate) origin: WhyOrigin,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<i64>,
}

/// The answer to `jetan/timePosition`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TimePosition {
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) now: u64,
    pub(crate) marks: Vec<TimelineMark>,
    pub(crate) is_cut: bool,
}

/// The answer to `jetan/look`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LookAnswer {
    pub(crate) answers: LookReplies,
}

/// The answer to `jetan/displayFrame`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DisplayFrames {
    pub(crate) displays: Vec<DisplayFrame>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct DisplayFrame {
    #[serde(flatten)]
    pub(crate) about: DisplayShown,
    /// Rows of RGBA in base64, from the top.
    pub(crate) pixels: String,
}

/// The answer to `jetan/findings`.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FindingList {
    pub(crate) findings: Vec<CheckFinding>,
    /// Whether the checks have seen everything so far.
    pub(crate) is_whole: bool,
    pub(crate) notes: Vec<RunNote>,
}
