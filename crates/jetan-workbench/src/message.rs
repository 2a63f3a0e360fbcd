//! Outgoing messages of a workbench, and errors of requests.

use jetan_debug::command::DebugError as DebuggerRefusal;
use jetan_run::timeline::ReplayDiverged;
use jetan_wire::{
    Event, FailureCode, Nothing, Reply, ReplyTo, RequestFailure, answer_text, event_text,
};

use crate::host::FolderError;

/// Something for the client.
// As types and not as text: a host in the same process, such as a debug adapter, reads them as they
// are. Boxed, because most messages are small and the largest answer is not.
#[derive(Clone, Debug, PartialEq)]
pub enum OutgoingMessage {
    /// The answer to a request, which is never one that nobody waits for.
    Answer(ReplyTo, Box<Result<Reply, RequestFailure>>),
    /// Something that nobody has asked for.
    Event(Box<Event>),
    /// Pixels or memory.
    Binary(Vec<u8>),
}

/// A message as a socket carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageFrame {
    /// An answer or an event as JSON.
    Text(String),
    /// Pixels or memory.
    Binary(Vec<u8>),
}

impl OutgoingMessage {
    /// The message as a socket carries it.
    pub fn into_frame(self) -> MessageFrame {
        match self {
            OutgoingMessage::Answer(reply_to, answer) => {
                MessageFrame::Text(answer_text(reply_to, &answer).unwrap_or_default())
            }
            OutgoingMessage::Event(event) => MessageFrame::Text(event_text(&event)),
            OutgoingMessage::Binary(bytes) => MessageFrame::Binary(bytes),
        }
    }
}

/// An answer, or why there is none.
pub(crate) type RequestAnswer<A = Nothing> = Result<A, RequestError>;

/// It is done, and there is nothing to say about it.
pub(crate) const DONE: RequestAnswer = Ok(Nothing {});

/// Why a request is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestError {
    pub(crate) code: FailureCode,
    pub(crate) message: String,
}

impl RequestError {
    pub(crate) fn new(code: FailureCode, message: impl Into<String>) -> RequestError {
        RequestError { code, message: message.into() }
    }

    pub(crate) fn not_started() -> RequestError {
        RequestError::new(FailureCode::NotStarted, "there is no run; start one first")
    }
}

impl From<RequestError> for RequestFailure {
    fn from(RequestError { code, message }: RequestError) -> RequestFailure {
        RequestFailure { code, message }
    }
}

impl From<FolderError> for RequestFailure {
    fn from(trouble: FolderError) -> RequestFailure {
        RequestError::from(trouble).into()
    }
}

impl From<DebuggerRefusal> for RequestError {
    fn from(refusal: DebuggerRefusal) -> RequestError {
        // The lines after the first show the text again with a mark under it.
        RequestError::new(FailureCode::Expression, refusal.0.into_iter().next().unwrap_or_default())
    }
}

impl From<ReplayDiverged> for RequestError {
    fn from(diverged: ReplayDiverged) -> RequestError {
        let count = diverged.count;
        let message = format!("the recording does not fit the program after {count} instructions");
        RequestError::new(FailureCode::Internal, message)
    }
}

impl From<FolderError> for RequestError {
    fn from(trouble: FolderError) -> RequestError {
        match trouble {
            FolderError::Missing => RequestError::new(FailureCode::NoFile, "there is no such file"),
            FolderError::NotAllowed(why) => RequestError::new(FailureCode::NotAllowed, why),
            FolderError::TooLarge => {
                RequestError::new(FailureCode::TooLarge, "the file is larger than 16 MiB")
            }
            FolderError::Changed => RequestError::new(
                FailureCode::ChangedOnDisk,
                "the file has been changed by somebody else since it was read",
            ),
            FolderError::Other(why) => RequestError::new(FailureCode::NotWritten, why),
        }
    }
}
