//! Starting, moving and feeding a run, and what it says by itself.

use serde::{Deserialize, Serialize};

use crate::SourceLine;
use crate::basics::is_default;

/// The options of a run.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct RunOptions {
    /// Text that is typed at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdin: Option<String>,
    /// Whether nothing follows it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub ends_input: bool,
    /// Words for the program.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub arguments: Vec<String>,
    /// The pack by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<String>,
    /// `Default`, `CompactDataAtZero` or `CompactTextAtZero`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Delayed branching.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub delayed: bool,
    /// Self-modifying code.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub smc: bool,
    /// Exactly as MARS.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub strict: bool,
    /// At `main` rather than at the first instruction.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub start_at_main: bool,
    /// That of the random generators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// The time that the program sees.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub clock: ClockChoice,
    /// The engine.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub engine: EngineChoice,
    /// `WxH/UxV@BASE`, `none`, or `auto`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bitmap: Option<String>,
    /// Whether there is the lab's keypad with its digits.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub lab: bool,
    /// Whether there is Mars Bot, which moves by a virtual clock.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub bot: bool,
    /// Whether mistakes are looked for that a run does not notice.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub check: bool,
}

/// The time that a program sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ClockChoice {
    /// That of the wall.
    #[default]
    Real,
    /// One that depends on nothing but the program.
    Virtual,
}

/// An engine to run a program; the results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum EngineChoice {
    /// Whatever is fastest here.
    #[default]
    Auto,
    /// One that interprets.
    Interp,
    /// One that translates, where there is one.
    Jit,
}

/// Files to be assembled.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Assemble {
    /// The files, the leading one first.
    pub roots: Vec<String>,
    /// The options of the run.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: RunOptions,
}

/// The result of assembling; diagnostics follow as events.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Assembled {
    /// Whether the program can be run.
    pub ok: bool,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

/// A program to be run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartRequest {
    /// The files, the leading one first.
    pub roots: Vec<String>,
    /// The options of the run.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: RunOptions,
    /// Whether it runs at once.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub run: bool,
}

/// A recorded run to be looked at.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenRecording {
    /// The files, the leading one first, as they were when the run was recorded.
    pub roots: Vec<String>,
    /// The path of the recording.
    pub path: String,
    /// The options of the run; those that the recording knows are taken from it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: RunOptions,
}

/// It is there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Started {
    /// Always true.
    pub ok: bool,
}

/// The length of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepRequest {
    /// The size of a step.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub unit: StepUnit,
    /// The number of steps; one unless said otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
}

/// The size of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StepUnit {
    /// A line of the source.
    #[default]
    Statement,
    /// An instruction of the machine.
    Instruction,
}

/// The speed of a run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Speed {
    /// Statements in a second, 0.1 to 1,000,000; full speed without a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_second: Option<f64>,
}

/// Console input.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypedInput {
    /// The line end included, if one is meant.
    pub text: String,
}

/// A key of the keyboard device.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Key {
    /// A character, or a name as `KeyboardEvent.key` has it (`Enter`, `ArrowUp`, `Escape` …).
    pub key: String,
}

/// The lab's pad.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pad {
    /// The key that is down now, 0 to 15; none without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<u8>,
}

/// The answer to a dialog: either of the two.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DialogClosed {
    /// The text that was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The button that was pressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<DialogButton>,
}

/// A button of a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DialogButton {
    /// Yes, or the message was closed.
    Yes,
    /// No.
    No,
    /// Neither.
    Cancel,
}

/// A picture was drawn.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrawnFrame {
    /// The number of the picture.
    pub frame: u32,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RunState {
    /// The kind of state.
    pub kind: StateKind,
    /// Instructions executed since the start.
    pub count: u64,
    /// The last known step.
    pub end: u64,
    /// The address of the instruction that is next; none without a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pc: Option<u32>,
    /// The line that is executed next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<SourceLine>,
    /// The address of that instruction as label and distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// That instruction; not while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<String>,
    /// Why it stands there.
    pub reason: PauseReason,
    /// Of a run that has ended, if it said one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// Of a run that has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultReport>,
    /// The need of a program that waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<WaitingFor>,
    /// Of a run that goes on: instructions in a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_second: Option<u64>,
    /// Whether the program has looked for a key of the keyboard device.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub wants_keys: bool,
}

/// A state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StateKind {
    /// There is no run.
    Idle,
    /// Instructions are executed; comes again about ten times a second.
    Running,
    /// It stands at a step.
    Paused,
    /// The program asks for something and goes on by itself when it has it.
    Waiting,
    /// It has ended.
    Ended,
    /// It has failed; `explain` finds the cause.
    Faulted,
}

/// A need of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WaitingFor {
    /// Console input.
    Input,
    /// The answer to a dialog.
    Dialog,
}

/// Why a run stands where it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PauseReason {
    /// The reason.
    pub kind: ReasonKind,
    /// The breakpoint or watch, by the client's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// It in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A reason to stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    /// The beginning.
    Start,
    /// A step is done.
    Step,
    /// Somebody has paused it.
    Pause,
    /// A case of a check went wrong here.
    Case,
    /// A breakpoint.
    Breakpoint,
    /// A watched place was accessed.
    Watch,
    /// A condition that cannot be computed.
    Condition,
    /// The beginning, backwards.
    Beginning,
    /// The search found nothing.
    NotFound,
    /// A step out of a procedure, where none was called.
    NotInCall,
    /// The place that was asked for.
    Travel,
    /// The program has ended.
    Exit,
    /// It ran past its last instruction.
    OffTheEnd,
    /// It has failed.
    Fault,
    /// It waits for input.
    Input,
    /// It waits for an answer.
    Dialog,
    /// It runs.
    Running,
    /// Somebody has changed the machine.
    Changed,
    /// There is no room to record more.
    Full,
    /// A mistake of ours.
    Internal,
}

/// Why a program failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FaultReport {
    /// By which the manual explains it.
    pub code: String,
    /// In one line.
    pub message: String,
    /// A remark to be written at the line.
    pub label: String,
    /// The values that the line worked on.
    pub notes: Vec<String>,
    /// Advice, a sentence each.
    pub help: Vec<String>,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<SourceLine>,
}

/// From byte `at` of everything that was printed the console has this text and nothing after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PrintedText {
    /// Before the end of what is shown, if the run went back in time.
    pub at: usize,
    /// To whom it was printed.
    pub stream: Stream,
    /// At most 64 KiB.
    pub text: String,
    /// Bytes before `at` that are not sent, because there were too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<usize>,
}

/// To whom something was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Stream {
    /// The console.
    Console,
    /// The error stream.
    Error,
    /// The display device.
    Display,
}

/// The program shows a dialog; `answer` closes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DialogShown {
    /// The kind of question.
    pub kind: DialogKind,
    /// The words of the program.
    pub text: String,
    /// Of a message: 0 error, 1 information, 2 warning, 3 question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
}

/// A kind of dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DialogKind {
    /// Yes, no or cancel.
    Confirm,
    /// A line of text.
    Input,
    /// Nothing.
    Message,
}

/// Something to be heard.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Sound {
    /// A note.
    Note(SoundNote),
    /// A sound of a pack.
    Sound(PackSound),
}

/// A note of the MIDI services.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SoundNote {
    /// 60 is the middle C.
    pub pitch: u8,
    /// The length in milliseconds.
    pub ms: u32,
    /// As MIDI numbers them.
    pub instrument: u8,
    /// 0 to 127.
    pub volume: u8,
}

/// A sound of a pack.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PackSound {
    /// The number of the sound.
    pub id: i32,
    /// The fate of the sound.
    pub mode: SoundMode,
}

/// The fate of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SoundMode {
    /// It is heard once.
    Once,
    /// It goes on.
    Loop,
    /// It ends.
    Stop,
}

/// A run that is there now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RunBegan {
    /// The number of the run in this session, from 1.
    pub number: u32,
    /// The files that were assembled, the leading one first.
    pub roots: Vec<String>,
    /// The name of the pack whose services it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<String>,
}

/// A log point has said something.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LogText {
    /// The text, with its values.
    pub text: String,
}

/// All oddities of the run so far; comes when the run stands and the list has
/// changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RunNotes {
    /// In the order of the program.
    pub items: Vec<RunNote>,
}

/// Something odd about a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct RunNote {
    /// A word for machines.
    pub code: String,
    /// A sentence.
    pub message: String,
    /// The line that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<SourceLine>,
}

/// All findings of the checks; comes whenever the list has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Findings {
    /// In the order of time.
    pub items: Vec<CheckFinding>,
    /// Whether the checks have seen everything that is recorded; they follow the program at their
    /// own pace.
    pub is_whole: bool,
}

/// Something that a check has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CheckFinding {
    /// The check.
    pub check: String,
    /// A word for machines.
    pub code: String,
    /// In one line.
    pub message: String,
    /// The step.
    pub count: u64,
    /// The place to look at first comes first.
    pub places: Vec<FindingPlace>,
    /// Advice.
    pub help: String,
}

/// A line that a finding is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FindingPlace {
    /// The source.
    pub path: String,
    /// From 0.
    pub line: u32,
    /// A remark to be written at the line.
    pub text: String,
}

/// There is a display now, or it has changed; a new run begins without any.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DisplayShown {
    /// The kind of display.
    pub source: DisplaySource,
    /// Of its pixels; one pixel of a bitmap is a unit.
    pub width: u32,
    /// Likewise.
    pub height: u32,
    /// The width of a unit as it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_width: Option<u32>,
    /// Likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_height: Option<u32>,
    /// The address of the first pixel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<u32>,
    /// The way a bitmap was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundBy>,
}

/// A kind of display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DisplaySource {
    /// The bitmap display.
    Bitmap,
    /// The screen of a pack.
    Screen,
    /// The lab's digits.
    Lab,
    /// Mars Bot and its track.
    Robot,
}

/// The way a bitmap was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FoundBy {
    /// By an option.
    Option,
    /// By the comments of a source.
    Comment,
    /// By the pack.
    Pack,
    /// By where the program paints.
    Stores,
}
