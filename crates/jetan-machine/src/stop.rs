//! Why a run paused or ended, and when it is to pause.

use std::sync::Arc;

use crate::fault::Fault;
use crate::memory::{Hit, Watch};

/// How a program ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// Service 10.
    Exit,
    /// Service 17, with the value of `$a0`.
    Code(i32),
    /// It ran past its last instruction.
    DroppedOff,
}

/// What a program waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Console input.
    Input,
    /// A point in time, in milliseconds of the host's clock.
    Until(i64),
    /// The answer to a dialog.
    Dialog,
}

/// Why an engine returned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The program has ended.
    Exited(Exit),
    /// A fault that no handler takes, and the address of the instruction.
    Faulted {
        /// What went wrong.
        fault: Fault,
        /// Where.
        pc: u32,
    },
    /// The instructions asked for were executed, or so much was done by services that it is time
    /// to look at the world; the machine's count tells which.
    Budget,
    /// The next instruction has a breakpoint.
    Breakpoint,
    /// The program has looked whether a key is there.
    Polled,
    /// The program has refreshed its screen.
    Refreshed,
    /// The instruction or service just done has accessed something watched.
    Watched(Hit),
    /// The next instruction is a service that cannot answer yet; running again asks again.
    Waiting(Wait),
}

/// When an engine is to return, besides when it must.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// Return once the machine's instruction count has reached this.
    pub count: u64,
    /// Addresses to return at, in ascending order. The instruction at which a run starts is not
    /// stopped at.
    pub breakpoints: Vec<u32>,
    /// Ranges of memory; return after an access to one of them. Runs that share the list share
    /// what it costs to set it up.
    pub watches: Arc<[Watch]>,
    /// Whether to return after the program has looked for a key.
    pub polls: bool,
    /// Whether to return after the program has refreshed its screen.
    pub frames: bool,
}

impl Until {
    /// Runs until the count is reached.
    pub fn count(count: u64) -> Until {
        Until { count, ..Until::default() }
    }
}
