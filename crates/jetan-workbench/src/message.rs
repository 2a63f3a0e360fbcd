//! What leaves a workbench, and why a request is refused.

use serde_json::{Value, json};

use jetan_debug::command::Refusal as DebuggerRefusal;
use jetan_run::timeline::Diverged;

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
pub(crate) type Answer = Result<Value, Refusal>;

/// Why a request is not done. The codes are those of the protocol's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }

    pub(crate) fn wire(&self) -> Value {
        json!({"code": self.code, "message": self.message})
    }

    pub(crate) fn not_started() -> Refusal {
        Refusal::new("not-started", "there is no run; start one first")
    }
}

impl From<DebuggerRefusal> for Refusal {
    fn from(refusal: DebuggerRefusal) -> Refusal {
        // The lines behind the first show the text again with a mark under it.
        Refusal::new("expression", refusal.0.into_iter().next().unwrap_or_default())
    }
}

impl From<Diverged> for Refusal {
    fn from(diverged: Diverged) -> Refusal {
        let count = diverged.count;
        let message = format!("the recording does not fit the program after {count} instructions");
        Refusal::new("internal", message)
    }
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        match trouble {
            Trouble::Missing => Refusal::new("no-file", "there is no such file"),
            Trouble::NotAllowed(why) => Refusal::new("not-allowed", why),
            Trouble::TooLarge => Refusal::new("too-large", "the file is larger than 16 MiB"),
            Trouble::Changed => Refusal::new(
                "changed-on-disk",
                "the file has been changed by somebody else since it was read",
            ),
            Trouble::Other(why) => Refusal::new("not-written", why),
        }
    }
}
