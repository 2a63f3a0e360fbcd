//! The messages of the Debug Adapter Protocol as types: the part of it that is spoken here.
//!
//! Names and meanings of fields are those of the published protocol; fields that are never used
//! here are left out. Fields of requests that are not known are passed over, as the protocol asks.

pub(crate) mod arguments;
pub(crate) mod bodies;
pub(crate) mod events;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request of a client.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ClientRequest {
    pub(crate) seq: i64,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) command: Option<String>,
    #[serde(default)]
    pub(crate) arguments: Option<Map<String, Value>>,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
pub(crate) struct AdapterResponse<'r> {
    pub(crate) seq: i64,
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    pub(crate) request_seq: i64,
    pub(crate) success: bool,
    pub(crate) command: &'r str,
    /// A short reason why it is not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<Value>,
}

/// Something that nobody has asked for.
#[derive(Debug, Serialize)]
pub(crate) struct AdapterMessage<'e> {
    pub(crate) seq: i64,
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    #[serde(flatten)]
    pub(crate) event: &'e events::AdapterEvent,
}

/// A source, as both sides name it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
}

/// The form in which values are written.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct ValueFormat {
    #[serde(default)]
    pub(crate) hex: bool,
}
