//! Outgoing messages of a workbench, and errors of requests.

use jetan_debug::command::Refusal as DebuggerRefusal;
use jetan_run::timeline::Diverged;
use jetan_wire::{Code, Failure, Nothing};

use crate::carrier::Trouble;

/// Something for the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A message as JSON.
    Text(String),
    /// Pixels or memory.
    Binary(Vec<u8>),
}

/// An answer, or why there is none.
pub(crate) type Answer<A = Nothing> = Result<A, Refusal>;

/// It is done, and there is nothing to say about it.
pub(crate) const DONE: Answer = Ok(Nothing {});

/// Why a request is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }

    pub(crate) fn not_started() -> Refusal {
        Refusal::new(Code::NotStarted, "there is no run; start one first")
    }
}

impl From<Refusal> for Failure {
    fn from(Refusal { code, message }: Refusal) -> Failure {
        Failure { code, message }
    }
}

impl From<DebuggerRefusal> for Refusal {
    fn from(refusal: DebuggerRefusal) -> Refusal {
        // The lines after the first show the text again with a mark under it.
        Refusal::new(Code::Expression, refusal.0.into_iter().next().unwrap_or_default())
    }
}

impl From<Diverged> for Refusal {
    fn from(diverged: Diverged) -> Refusal {
        let count = diverged.count;
        let message = format!("the recording does not fit the program after {count} instructions");
        Refusal::new(Code::Internal, message)
    }
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        match trouble {
            Trouble::Missing => Refusal::new(Code::NoFile, "there is no such file"),
            Trouble::NotAllowed(why) => Refusal::new(Code::NotAllowed, why),
            Trouble::TooLarge => Refusal::new(Code::TooLarge, "the file is larger than 16 MiB"),
            Trouble::Changed => Refusal::new(
                Code::ChangedOnDisk,
                "the file has been changed by somebody else since it was read",
            ),
            Trouble::Other(why) => Refusal::new(Code::NotWritten, why),
        }
    }
}
