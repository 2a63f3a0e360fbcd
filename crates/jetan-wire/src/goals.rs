//! Destinations of a run: steps, lines, writes, outputs and landmarks.

use serde::Deserialize;

/// A destination.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct GotoRequest {
    /// The place.
    pub to: Goal,
}

/// A place in a run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    untagged,
    expecting = "`to` is a count, `start`, `end`, `firstOutput`, a line, write, output or `next`"
)]
pub enum Goal {
    /// After so many instructions.
    Count(u64),
    /// One that has a name.
    Named(NamedGoal),
    /// The execution of a line.
    Line(LineGoal),
    /// Before the last write of a place.
    Write(WriteGoal),
    /// The step of a printed byte.
    Output(OutputGoal),
    /// The next stop of a kind.
    Landmark(LandmarkGoal),
}

/// The next stop of a kind, or the last one before this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct LandmarkGoal {
    /// The kind of stop.
    pub next: Landmark,
    /// Whether it is looked for backwards.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub back: bool,
}

/// A kind of stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Landmark {
    /// A service is about to be asked for.
    Syscall,
    /// The exception handler is entered.
    Exception,
    /// Something is about to be printed.
    Output,
    /// The program is about to sleep, or to change the screen of its pack.
    Frame,
    /// A procedure is about to be called.
    Call,
}

/// A place in a run that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum NamedGoal {
    /// The beginning.
    Start,
    /// The last known step.
    End,
    /// The first output.
    FirstOutput,
}

/// The execution of a line.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct LineGoal {
    /// The source.
    pub path: String,
    /// From 0.
    pub line: u32,
    /// For the how-manieth time; the first unless said otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
}

/// Before the last write.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct WriteGoal {
    /// A register or an address.
    pub write: String,
}

/// The step of a printed byte.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct OutputGoal {
    /// The byte of the console.
    pub output: usize,
}
