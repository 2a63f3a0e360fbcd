//! Outgoing messages of a workbench, and errors of requests.

use jetan_debug::command::DebugError as DebuggerRefusal;
use jetan_run::timeline::ReplayDiverged;
use jetan_wire::{FailureCode, Nothing, RequestFailure};

use crate::host::FolderError;

/// Something for the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutgoingMessage {
    /// A message as JSON.
    Text(String),
    /// Pixels or memory.
    Binary(Vec<u8>),
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
