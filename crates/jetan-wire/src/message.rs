//! A message as it arrives, and answers and events as they leave.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Event, MESSAGE_BYTES_MAX, Reply, Request};

/// Characters of an unknown name that a refusal repeats.
const NAME_CHARS_MAX: usize = 40;

/// Why a request is not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequestFailure {
    /// The kind of reason, for programs.
    pub code: FailureCode,
    /// The reason, for people.
    pub message: String,
}

impl RequestFailure {
    /// A reason in words.
    pub fn new(code: FailureCode, message: impl Into<String>) -> RequestFailure {
        RequestFailure { code, message: message.into() }
    }
}

/// Why a request is not done, as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FailureCode {
    /// There is no such request.
    UnknownRequest,
    /// A field is missing, unknown or of the wrong kind.
    BadRequest,
    /// `hello` names another version, or is missing as first message.
    Protocol,
    /// A bound of bytes or characters.
    TooLarge,
    /// A bound of a number of things.
    TooMany,
    /// There is no such file.
    NoFile,
    /// This file or name is not to be had.
    NotAllowed,
    /// The file is not the one that the client knows.
    ChangedOnDisk,
    /// The file could not be written.
    NotWritten,
    /// The document is not open.
    NotOpen,
    /// There are errors; they are in `diagnostics`.
    NotAssembled,
    /// There is no run.
    NotStarted,
    /// The run or the game is somewhere where that is not possible.
    NotNow,
    /// An expression cannot be understood.
    Expression,
    /// A label, register or line cannot be found.
    NoPlace,
    /// The manual has nothing of this name.
    NoPage,
    /// No lesson has such a step.
    NoLesson,
    /// The last check has not found this case.
    NoCase,
    /// There is no game on the table.
    NoGame,
    /// The rules refuse it.
    BadMove,
    /// No game can be made of this.
    BadGame,
    /// It was given up before the answer was found: by `cancel`, or by a request that changes
    /// what it needs.
    Cancelled,
    /// A mistake of ours; the session goes on.
    Internal,
}

/// The receiver of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyTo {
    /// Nobody has asked for an answer.
    Nobody,
    /// Somebody whose message cannot be read.
    Unreadable,
    /// The request of this number.
    Number(u32),
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq)]
pub struct Incoming {
    /// The receiver of an answer.
    pub reply_to: ReplyTo,
    /// The request, or why it is none.
    pub asked: Result<Request, RequestFailure>,
}

impl Incoming {
    /// Reads a message; whatever it is, something can be answered.
    pub fn parse(text: &str) -> Incoming {
        let unreadable = |failure| Incoming { reply_to: ReplyTo::Unreadable, asked: Err(failure) };
        // Before parsing, which would take several times the memory of the text.
        if text.len() > MESSAGE_BYTES_MAX {
            return unreadable(RequestFailure::new(
                FailureCode::TooLarge,
                "a message can have 20 MiB",
            ));
        }
        let bad = |why: &str| RequestFailure::new(FailureCode::BadRequest, why);
        let mut fields = match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return unreadable(bad("a message is a JSON object")),
            // Without a readable `id` the answer goes to nobody in particular, with `re: null`:
            // silence would leave the client waiting.
            Err(error) => return unreadable(bad(&format!("this is not JSON: {error}"))),
        };
        // Removed, not read: the types of requests refuse fields that they do not know.
        let reply_to = match fields.remove("id") {
            None | Some(Value::Null) => ReplyTo::Nobody,
            Some(id) => match id.as_u64().and_then(|id| u32::try_from(id).ok()) {
                Some(number) => ReplyTo::Number(number),
                None => return unreadable(bad("`id` is a number from 0 to 4294967295")),
            },
        };
        let asked = match fields.remove("do") {
            Some(Value::String(name)) => request(&name, fields),
            _ => Err(bad("`do` is missing: the name of the request")),
        };
        Incoming { reply_to, asked }
    }
}

/// The request of a name with its fields.
pub(crate) fn request(name: &str, fields: Map<String, Value>) -> Result<Request, RequestFailure> {
    let Some(read) = Request::read(name, Value::Object(fields)) else {
        // The name is the client's text, of any length; the refusal must not send it all back.
        let shown: String = name.chars().take(NAME_CHARS_MAX).collect();
        let message = format!("there is no request `{shown}`");
        return Err(RequestFailure::new(FailureCode::UnknownRequest, message));
    };
    read.map_err(|error| RequestFailure::new(FailureCode::BadRequest, error.to_string()))
}

/// An answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct AnswerMessage<'a> {
    /// The number of the request; null if that could not be read.
    #[cfg_attr(test, ts(type = "number | null"))]
    re: Option<u32>,
    /// The answer itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "unknown"))]
    ok: Option<&'a Reply>,
    /// Why it is not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RequestFailure>,
}

/// An answer as it is sent; none if nobody has asked for one.
pub fn answer_text(to: ReplyTo, answer: &Result<Reply, RequestFailure>) -> Option<String> {
    let re = match to {
        ReplyTo::Nobody => return None,
        ReplyTo::Unreadable => None,
        ReplyTo::Number(number) => Some(number),
    };
    let (ok, error) = (answer.as_ref().ok(), answer.as_ref().err());
    Some(written(&AnswerMessage { re, ok, error }))
}

/// An event as it is sent.
pub fn event_text(event: &Event) -> String {
    written(event)
}

/// The types of this crate have nothing that JSON cannot write: all keys are texts.
fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
