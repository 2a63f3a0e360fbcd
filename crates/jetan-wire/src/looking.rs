//! Looking at the step at which a run stands.

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::basics::is_default;
use crate::{FaultReport, SourceLine};

/// All registers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct AllRegisters {
    /// `$zero` to `$ra`.
    pub cpu: Vec<RegisterValue>,
    /// HI.
    pub hi: u32,
    /// LO.
    pub lo: u32,
    /// The program counter.
    pub pc: u32,
    /// `$f0` to `$f31`.
    pub fpu: Vec<FpuValue>,
    /// The condition flags of coprocessor 1, a bit each.
    pub flags: u8,
    /// The registers of coprocessor 0.
    pub cp0: Vec<RegisterValue>,
    /// The names of those that are other than at the last stop.
    pub changed: Vec<String>,
}

/// A register and what is in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RegisterValue {
    /// With its `$`.
    pub name: String,
    /// By which instructions name it.
    pub number: u8,
    /// The bits.
    pub value: u32,
}

/// A register of coprocessor 1 and what is in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FpuValue {
    /// With its `$`.
    pub name: String,
    /// As they are.
    pub bits: u32,
    /// As a number of single precision; a text, since JSON has no words for some.
    pub single: String,
    /// With the next register, as a number of double precision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double: Option<String>,
}

/// A value to be put somewhere; what came after this step is forgotten.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct SetRequest {
    /// A register, a label or an address.
    pub place: String,
    /// A number or an expression.
    pub value: TypedValue,
}

/// A number, or something that is computed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged, expecting = "`value` is a number or an expression")]
pub enum TypedValue {
    /// As it is.
    Number(#[cfg_attr(test, ts(type = "number"))] Number),
    /// An expression of the debugger.
    Text(String),
}

/// Bytes of memory; they come before the answer, as a binary message with the request's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct MemoryRange {
    /// Of the first.
    pub address: u32,
    /// Their number, at most 64 KiB.
    pub bytes: u32,
}

/// Instructions to be shown.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct CodeRange {
    /// The first address; around the instruction that is next without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// The number of rows, up to 1,000.
    pub rows: u32,
}

/// Instructions as they are in memory now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CodeRows {
    /// The address of the instruction that is next.
    pub pc: u32,
    /// The parts of memory that the program has code in, as address and number of instructions.
    pub parts: Vec<(u32, u32)>,
    /// In order of address.
    pub rows: Vec<CodeRow>,
}

/// An instruction in memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CodeRow {
    /// The address.
    pub address: u32,
    /// The bits of it.
    pub word: u32,
    /// The basic instruction.
    pub text: String,
    /// The label at this address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The line that it was assembled from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<SourceLine>,
    /// The text of that line, at its first instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether the program has stored something else there since it was loaded.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub is_changed: bool,
}

/// Parts of memory with something to look at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Segments {
    /// In the order of their names.
    pub segments: Vec<Segment>,
    /// The stack pointer.
    pub sp: u32,
    /// The global pointer.
    pub gp: u32,
}

/// A part of memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Segment {
    /// A word for its purpose.
    pub name: String,
    /// Of its first byte.
    pub address: u32,
    /// Bytes that are worth looking at.
    pub bytes: u32,
}

/// The labels of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LabelList {
    /// In the order of their addresses.
    pub labels: Vec<ProgramLabel>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ProgramLabel {
    /// As the source spells it.
    pub name: String,
    /// The address it stands for.
    pub address: u32,
    /// Whether data follows it.
    pub is_data: bool,
    /// The source that defines it.
    pub path: String,
    /// From 0.
    pub line: u32,
}

/// Words of the stack, from `$sp` upwards, or of the heap.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct MemoryWords {
    /// In the order of their addresses.
    pub words: Vec<MemoryWord>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// A word of stack or heap, and what it is as far as anybody can tell.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct MemoryWord {
    /// The address.
    pub address: u32,
    /// The bits.
    pub value: u32,
    /// The meaning of the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether `$sp` points to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_top: Option<bool>,
    /// The procedure whose frame begins with this word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// Whether it is a saved register that was overwritten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_wrong: Option<bool>,
}

/// The calls that have not returned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CallStack {
    /// The innermost first; of a long run the nearest that are found at once.
    pub frames: Vec<CallFrame>,
    /// Whether there may be more.
    pub is_cut: bool,
}

/// A procedure and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CallFrame {
    /// The label, or the address in hex.
    pub name: String,
    /// The source of the line where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The instruction where it stands.
    pub address: u32,
    /// When.
    pub count: u64,
    /// Those of `$a0` to `$a3` that it takes, as they stood at the call.
    pub arguments: Vec<Argument>,
    /// Registers that it has put on the stack.
    pub saved: Vec<SavedRegister>,
    /// Mistakes in it, a sentence each.
    pub doubts: Vec<String>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Argument {
    /// The register.
    pub name: String,
    /// The bits.
    pub value: u32,
    /// The meaning of the bits.
    pub text: String,
}

/// A register that a procedure has put on the stack.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SavedRegister {
    /// The register.
    pub name: String,
    /// The address.
    pub address: u32,
    /// The value.
    pub value: u32,
    /// The value at the call.
    pub expected: u32,
}

/// The last jumps that were taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Jumps {
    /// The newest first.
    pub jumps: Vec<Jump>,
}

/// A jump that was taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Jump {
    /// The step before it.
    pub count: u64,
    /// The jump itself, as label and distance.
    pub from: String,
    /// The target, as label and distance.
    pub to: String,
    /// The source of the jump.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The line itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The line where it led.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<SourceLine>,
}

/// The differences from the last stop.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Changes {
    /// The count of that stop.
    pub since: u64,
    /// Registers.
    pub registers: Vec<Changed>,
    /// Words of memory.
    pub words: Vec<Changed>,
    /// Words beyond those.
    pub more: usize,
}

/// A value that was another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Changed {
    /// The name for people.
    pub name: String,
    /// The debugger's name for it.
    pub place: String,
    /// The value before.
    pub was: HeldValue,
    /// The value now.
    pub is: HeldValue,
}

/// A value: a word, or a floating-point number as text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum HeldValue {
    /// The bits.
    Word(u32),
    /// A number of single precision.
    Text(String),
}

/// The labels that are wanted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct LabelFilter {
    /// A part of their names; all without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub part: String,
}

/// The data at labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Data {
    /// In the order of their addresses.
    pub items: Vec<DataItem>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// The data at a label.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DataItem {
    /// The label.
    pub name: String,
    /// Of the first byte.
    pub address: u32,
    /// The number up to the next label.
    pub bytes: u32,
    /// `word`, `half`, `byte`, `text`, `float` or `double`.
    pub kind: String,
    /// Whether that was guessed from how it is used.
    pub is_guessed: bool,
    /// The first elements in words.
    pub text: String,
}

/// Something to be computed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Evaluate {
    /// In the words of the debugger.
    pub expression: String,
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Evaluated {
    /// The number.
    pub value: Computed,
    /// The number as text.
    pub text: String,
    /// The place that it is the address of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Computed {
    /// 32 bits.
    Word(i32),
    /// A floating-point number; null if it is none.
    Float(f64),
}

/// The subject of the question: either of the two.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct WhyQuery {
    /// A register, a label or an address as text, or `pixel COLUMN,ROW` of a bitmap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// A byte of the console.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<usize>,
}

/// The causes of something.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WhyLinks {
    /// Each follows the nearest one before it that is less deep.
    pub links: Vec<WhyLink>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// A value, and how it came to be where it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct WhyLink {
    /// The distance from the question.
    pub depth: usize,
    /// It in words.
    pub text: String,
    /// A register, or an address and a number of bytes.
    pub place: String,
    /// The bits.
    pub value: u32,
    /// The source of the value.
    pub origin: WhyOrigin,
    /// The service that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<LinkService>,
    /// When it was put there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The source of the line that did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The line itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WhyOrigin {
    /// Other values.
    Computed,
    /// A number in the program.
    Constant,
    /// The address after a call.
    Call,
    /// The answer of a service.
    Service,
    /// It was there when the program was loaded.
    Loaded,
    /// Nobody has ever written it.
    Uninitialised,
    /// It is explained further up.
    Again,
    /// Somebody changed it by hand.
    Edited,
    /// It was not looked for.
    Open,
    /// Not a value: the branch that led to a line, and which way it went.
    Branch,
    /// Not a value: a heading of the links after it.
    Heading,
}

/// A service.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkService {
    /// By which it is called.
    pub number: u32,
    /// A word for the service.
    pub name: String,
}

/// Why the run failed, or what a run that was paused does forever; about the end of what is
/// recorded.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Explanation {
    /// That of the state, with help that fits what was found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultReport>,
    /// The beginning of a jump into nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jump: Option<ExplainedLine>,
    /// The line to look at, if it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<ExplainedLine>,
    /// A loop or a chain of calls that does not end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<ExplainedLine>,
    /// The story of a return that went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub astray: Option<String>,
    /// Advice, a sentence each.
    pub help: Vec<String>,
    /// The calls that led there, a line each.
    pub calls: Vec<String>,
    /// Those of `why` for the value that the fault is about.
    pub links: Vec<WhyLink>,
}

/// A line, if it is known, and what is said about it.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ExplainedLine {
    /// The source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// A remark to be written at the line.
    pub text: String,
    /// When it was executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// More, a sentence each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
}

/// The run as a bar.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Timeline {
    /// The first step.
    pub first: u64,
    /// The last known one.
    pub last: u64,
    /// The step where it stands.
    pub now: u64,
    /// In the order of time.
    pub marks: Vec<TimelineMark>,
    /// Whether earlier ones are left out.
    pub is_cut: bool,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TimelineMark {
    /// When.
    pub count: u64,
    /// The kind of event.
    pub kind: MarkKind,
}

/// A kind of mark on the bar of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MarkKind {
    /// A breakpoint or a watch.
    Breakpoint,
    /// Somebody has changed the machine.
    Edit,
    /// The program has failed.
    Fault,
    /// Console input.
    Input,
    /// A key of the keyboard.
    Key,
    /// Something was printed.
    Output,
}

/// A step of the run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct StepQuery {
    /// After so many instructions.
    pub count: u64,
}

/// A place of an earlier step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct WhereWas {
    /// When.
    pub count: u64,
    /// The address of the instruction that was next.
    pub pc: u32,
    /// The source of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// Values that the lines around here read and wrote.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LineValues {
    /// In the order of the text.
    pub lines: Vec<LineValue>,
}

/// The values of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LineValue {
    /// From 0.
    pub line: u32,
    /// The values.
    pub text: String,
}

/// The executions of lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LineHeat {
    /// Line and count. When the program has ended, lines that were never executed have 0.
    pub lines: Vec<(u32, u64)>,
    /// Whether only the end of the run was counted.
    pub is_sampled: bool,
}

/// The instructions of everything that is recorded, the largest numbers first. Counting
/// begins when it is first asked and takes its time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// By line.
    pub lines: Vec<LineCount>,
    /// By procedure.
    pub procedures: Vec<ProfiledProcedure>,
    /// The procedures of the chains.
    pub names: Vec<String>,
    /// By chain of calls.
    pub chains: Vec<Chain>,
    /// All instructions.
    pub total: u64,
    /// Whether all that is recorded has been counted; until then, ask again.
    pub is_whole: bool,
}

/// The instructions of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LineCount {
    /// The source.
    pub path: String,
    /// From 0.
    pub line: u32,
    /// Instructions.
    pub count: u64,
}

/// The instructions of a procedure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ProfiledProcedure {
    /// The label.
    pub name: String,
    /// Times it was called.
    pub calls: u64,
    /// Instructions of its own.
    pub own: u64,
    /// With those of the procedures that it called.
    pub total: u64,
    /// The source that defines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// The instructions of a chain of calls.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Chain {
    /// Procedures, the outermost first, by their place in `names`.
    pub chain: Vec<usize>,
    /// The instructions of the last one.
    pub own: u64,
}
