//! The border between what is translated and the back end that does it.

use crate::region::CodeRegion;

/// A region that is to be translated.
pub(crate) struct CompileUnit {
    pub(crate) entry: u32,
    pub(crate) region: CodeRegion,
    /// Whether it is called by its address, so that it gets a contract.
    pub(crate) is_procedure: bool,
}

/// Why regions were not translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompileError {
    /// They cannot be, now or later.
    Refused,
    /// There is no room for more code.
    Full,
}

/// Why there is no generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JitUnavailable {
    /// The translator does not know this kind of processor.
    Processor(String),
    /// The system does not let this process execute what it has written.
    Memory(String),
}

impl std::fmt::Display for JitUnavailable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            JitUnavailable::Processor(reason) => {
                write!(f, "no code can be generated here: {reason}")
            }
            JitUnavailable::Memory(reason) => {
                write!(f, "the system refuses memory for generated code: {reason}")
            }
        }
    }
}
