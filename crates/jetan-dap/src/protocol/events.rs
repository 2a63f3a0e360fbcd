//! Events, each with its body.

use serde::Serialize;

use super::Source;
use super::bodies::Breakpoint;

/// An event by its name.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", content = "body", rename_all = "camelCase")]
pub(crate) enum AdapterEvent {
    Initialized,
    Process(ProcessBegan),
    Thread(ThreadChanged),
    Stopped(RunStopped),
    Continued(RunContinued),
    Output(OutputText),
    Breakpoint(BreakpointChanged),
    Invalidated(Invalidated),
    ProgressStart(ProgressStart),
    ProgressUpdate(ProgressUpdate),
    ProgressEnd(ProgressEnd),
    Exited(Exited),
    Terminated,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessBegan {
    pub(crate) name: String,
    pub(crate) is_local_process: bool,
    pub(crate) start_method: &'static str,
    pub(crate) pointer_size: u32,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThreadChanged {
    pub(crate) reason: &'static str,
    pub(crate) thread_id: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunContinued {
    pub(crate) thread_id: i64,
    pub(crate) all_threads_continued: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunStopped {
    pub(crate) reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    pub(crate) thread_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    pub(crate) all_threads_stopped: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) hit_breakpoint_ids: Vec<u32>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct OutputText {
    pub(crate) category: &'static str,
    pub(crate) output: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct BreakpointChanged {
    pub(crate) reason: &'static str,
    pub(crate) breakpoint: Breakpoint,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Invalidated {
    pub(crate) areas: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProgressStart {
    pub(crate) progress_id: String,
    pub(crate) title: String,
    pub(crate) cancellable: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProgressUpdate {
    pub(crate) progress_id: String,
    pub(crate) message: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProgressEnd {
    pub(crate) progress_id: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Exited {
    pub(crate) exit_code: i32,
}
