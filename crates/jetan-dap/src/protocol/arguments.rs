//! The arguments of requests.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Source, ValueFormat};

/// Arguments that are not looked at.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct NoArguments {}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is an ability of the client")]
pub(crate) struct InitializeArguments {
    #[serde(default = "yes")]
    pub(crate) lines_start_at1: bool,
    #[serde(default = "yes")]
    pub(crate) columns_start_at1: bool,
    #[serde(default)]
    pub(crate) path_format: Option<String>,
    #[serde(default)]
    pub(crate) supports_progress_reporting: bool,
    #[serde(default)]
    pub(crate) supports_invalidated_event: bool,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RestartArguments {
    /// The newest arguments of `launch`.
    #[serde(default)]
    pub(crate) arguments: Option<Map<String, Value>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancelArguments {
    #[serde(default)]
    pub(crate) request_id: Option<i64>,
    #[serde(default)]
    pub(crate) progress_id: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetBreakpointsArguments {
    pub(crate) source: Source,
    #[serde(default)]
    pub(crate) breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceBreakpoint {
    pub(crate) line: i64,
    #[serde(default)]
    pub(crate) condition: Option<String>,
    #[serde(default)]
    pub(crate) hit_condition: Option<String>,
    #[serde(default)]
    pub(crate) log_message: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SetFunctionBreakpointsArguments {
    pub(crate) breakpoints: Vec<FunctionBreakpoint>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FunctionBreakpoint {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) condition: Option<String>,
    #[serde(default)]
    pub(crate) hit_condition: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SetInstructionBreakpointsArguments {
    pub(crate) breakpoints: Vec<InstructionBreakpoint>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstructionBreakpoint {
    pub(crate) instruction_reference: String,
    #[serde(default)]
    pub(crate) offset: i64,
    #[serde(default)]
    pub(crate) condition: Option<String>,
    #[serde(default)]
    pub(crate) hit_condition: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpointInfoArguments {
    #[serde(default)]
    pub(crate) variables_reference: Option<i64>,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) bytes: Option<u32>,
    #[serde(default)]
    pub(crate) as_address: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SetDataBreakpointsArguments {
    pub(crate) breakpoints: Vec<DataBreakpoint>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpoint {
    pub(crate) data_id: String,
    #[serde(default)]
    pub(crate) access_type: Option<AccessType>,
    #[serde(default)]
    pub(crate) condition: Option<String>,
    #[serde(default)]
    pub(crate) hit_condition: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AccessType {
    Read,
    Write,
    ReadWrite,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetExceptionBreakpointsArguments {
    #[serde(default)]
    pub(crate) filters: Vec<String>,
    #[serde(default)]
    pub(crate) filter_options: Vec<ExceptionFilterOption>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionFilterOption {
    pub(crate) filter_id: String,
    #[serde(default)]
    pub(crate) condition: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StepArguments {
    #[serde(default)]
    pub(crate) granularity: SteppingGranularity,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum SteppingGranularity {
    #[default]
    Statement,
    Line,
    Instruction,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GotoTargetsArguments {
    pub(crate) source: Source,
    pub(crate) line: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GotoArguments {
    pub(crate) target_id: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameArguments {
    pub(crate) frame_id: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTraceArguments {
    #[serde(default)]
    pub(crate) start_frame: Option<u64>,
    #[serde(default)]
    pub(crate) levels: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VariablesArguments {
    pub(crate) variables_reference: i64,
    #[serde(default)]
    pub(crate) start: Option<u64>,
    #[serde(default)]
    pub(crate) count: Option<u64>,
    #[serde(default)]
    pub(crate) format: Option<ValueFormat>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetVariableArguments {
    pub(crate) variables_reference: i64,
    pub(crate) name: String,
    pub(crate) value: String,
    #[serde(default)]
    pub(crate) format: Option<ValueFormat>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SetExpressionArguments {
    pub(crate) expression: String,
    pub(crate) value: String,
    #[serde(default)]
    pub(crate) format: Option<ValueFormat>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct EvaluateArguments {
    pub(crate) expression: String,
    #[serde(default)]
    pub(crate) context: Option<String>,
    #[serde(default)]
    pub(crate) format: Option<ValueFormat>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReadMemoryArguments {
    pub(crate) memory_reference: String,
    #[serde(default)]
    pub(crate) offset: i64,
    pub(crate) count: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WriteMemoryArguments {
    pub(crate) memory_reference: String,
    #[serde(default)]
    pub(crate) offset: i64,
    /// The bytes in base64.
    pub(crate) data: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DisassembleArguments {
    pub(crate) memory_reference: String,
    #[serde(default)]
    pub(crate) offset: i64,
    #[serde(default)]
    pub(crate) instruction_offset: i64,
    pub(crate) instruction_count: u64,
}

/// `jetan/why`: one of the fields.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WhyArguments {
    /// A register, a label or an address, or `pixel COLUMN,ROW`.
    #[serde(default)]
    pub(crate) place: Option<String>,
    /// A byte of the output.
    #[serde(default)]
    pub(crate) output: Option<usize>,
    /// A group of variables, with `name`.
    #[serde(default)]
    pub(crate) variables_reference: Option<i64>,
    #[serde(default)]
    pub(crate) name: Option<String>,
}

/// `jetan/timePosition`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TimePositionArguments {
    /// The step to go to; without it the run stays where it is.
    #[serde(default)]
    pub(crate) count: Option<u64>,
}

/// `jetan/key`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct KeyArguments {
    /// A character, or a name as browsers have it.
    pub(crate) key: String,
}

/// `jetan/input`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InputArguments {
    /// Text to be typed on the console, its line end included.
    #[serde(default)]
    pub(crate) text: Option<String>,
    /// Whether nothing follows.
    #[serde(default)]
    pub(crate) ends_input: bool,
}
