//! Breakpoints and watches, as they are sent and as they come back.

use serde::{Deserialize, Serialize};

use crate::basics::is_default;

/// All breakpoints; without a list they stay as they are.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct BreakpointList {
    /// At most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<Breakpoint>>,
}

/// All breakpoints, each with what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Breakpoints {
    /// In the order in which they were sent.
    pub items: Vec<Breakpoint>,
}

/// A reason to stop: a line, an address, a label, a service or exceptions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Breakpoint {
    /// The front end's, any text of up to 64 characters.
    pub id: String,
    /// The source of a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0; where it will really stop, when it comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// An instruction; where it will stop, when it comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// A label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// A service, or any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceChoice>,
    /// Whether it stops for exceptions.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub exception: bool,
    /// It stops only if this is not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// A text with `{expressions}`, said instead of stopping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Times it is passed before it stops.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub ignore: u64,
    /// Whether it stops anything; it does unless this is false.
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub enabled: bool,
    /// Whether there is such a place; said by the service.
    #[serde(skip_deserializing)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub is_verified: bool,
    /// Times it was met; said by the service.
    #[serde(skip_deserializing)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub hits: u64,
    /// Why it will not stop anything; said by the service.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The services that a breakpoint is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum ServiceChoice {
    /// One.
    Number(u32),
    /// All.
    Word(AnyService),
}

/// All services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum AnyService {
    /// Whatever the number is.
    Any,
}

/// All watches; without a list they stay as they are.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct WatchList {
    /// At most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<WatchItem>>,
}

/// All watches, each with what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Watches {
    /// In the order in which they were sent.
    pub items: Vec<WatchItem>,
}

/// A place whose accesses stop a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct WatchItem {
    /// The front end's, any text of up to 64 characters.
    pub id: String,
    /// A place as in `why`, `screen` (of a pack), `keyboard`, `display` or `digits`.
    #[serde(default)]
    pub place: String,
    /// The accesses it stops for.
    #[serde(default)]
    pub on: WatchOn,
    /// The address that is watched, when it comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// It stops only if this is not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// A text with `{expressions}`, said instead of stopping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Times it is passed before it stops.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub ignore: u64,
    /// Whether it stops anything; it does unless this is false.
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub enabled: bool,
    /// Whether there is such a place; said by the service.
    #[serde(skip_deserializing)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub is_verified: bool,
    /// Times it was met; said by the service.
    #[serde(skip_deserializing)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub hits: u64,
    /// Why it will not stop anything; said by the service.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// An access that a watch stops for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WatchOn {
    /// A write.
    #[default]
    Write,
    /// A read.
    Read,
    /// Both.
    Access,
}

/// Breakpoints and watches after an edit or a start has moved them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PointList {
    /// The watches after the breakpoints; they have a `place`.
    pub items: Vec<PointItem>,
}

/// A breakpoint or a watch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum PointItem {
    /// A breakpoint.
    Breakpoint(Breakpoint),
    /// A watch.
    Watch(WatchItem),
}

fn yes() -> bool {
    // A function, because serde's `default` takes a path and the default of a `bool` is false.
    true
}
