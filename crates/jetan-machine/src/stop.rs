//! Why a run paused or ended, and when it is to pause.

use std::sync::Arc;

use crate::fault::Fault;
use crate::machine::Machine;
use crate::memory::{WatchHit, WatchRange};

/// The way a program ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramExit {
    /// By service 10, without a code.
    Exit,
    /// Service 17, with the value of `$a0`.
    Code(i32),
    /// It ran past its last instruction.
    DroppedOff,
    /// It returned from where it began, by the `jr $ra` at this address.
    Returned(u32),
}

/// The event that a program waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitReason {
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
    Exited(ProgramExit),
    /// A fault that no handler takes, and the address of the instruction.
    Faulted {
        /// The fault that no exception handler took.
        fault: Fault,
        /// The address of the faulting instruction.
        pc: u32,
    },
    /// The instructions asked for were executed, or so much was done by services that it is time
    /// to look at the host; the machine's count tells which.
    Budget,
    /// The next instruction has a breakpoint.
    Breakpoint,
    /// The program has looked whether a key is there.
    Polled,
    /// The program has refreshed its screen.
    Refreshed,
    /// The instruction or service just done has accessed something watched.
    Watched(WatchHit),
    /// The next instruction is a service that cannot answer yet; running again asks again.
    Waiting(WaitReason),
}

/// Addresses of instructions before which a run is to stop.
///
/// A clone shares the list, so that an engine can tell at a glance that it is the one it has
/// prepared its code for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakpoints(Arc<[u32]>);

impl Breakpoints {
    /// Whether there is one at an address.
    pub fn contains(&self, address: u32) -> bool {
        self.0.binary_search(&address).is_ok()
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The addresses in ascending order, none twice.
    pub fn addresses(&self) -> &[u32] {
        &self.0
    }

    /// Whether both are the same list; quick if one is a clone of the other.
    pub fn is_same(&self, other: &Breakpoints) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl FromIterator<u32> for Breakpoints {
    fn from_iter<I: IntoIterator<Item = u32>>(addresses: I) -> Breakpoints {
        let mut addresses: Vec<u32> = addresses.into_iter().collect();
        addresses.sort_unstable();
        addresses.dedup();
        Breakpoints(addresses.into())
    }
}

/// A point of a run: so many instructions were executed, and this one is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunPoint {
    /// The machine's instruction count.
    pub count: u64,
    /// The address of the next instruction.
    pub pc: u32,
}

/// When an engine is to return, besides when it must.
///
/// Before every instruction this is looked at, in this order; the first that holds is returned, and
/// what else holds is returned by the next run, unless the program has then moved on:
///
/// 1. With the last instruction the program has looked for a key, refreshed its screen, or accessed
///    something watched.
/// 2. A device interrupts: the handler comes before the instruction that would be next. Entering it
///    counts as an instruction, so it is done only while the budget lasts.
/// 3. The instruction has a breakpoint.
/// 4. The budget is used up.
///
/// Whatever a run stops for, the devices have then done what is due at that count, and not twice.
#[derive(Clone, Debug, Default)]
pub struct StopConditions {
    /// Return once the machine's instruction count has reached this.
    pub count: u64,
    /// Return before any of these is executed.
    pub breakpoints: Breakpoints,
    /// The last breakpoint that was reported to the caller: at exactly this step it is passed over.
    /// The same address later on stops again.
    pub passed: Option<RunPoint>,
    /// Ranges of memory; return after an access to one of them. Runs that share the list share
    /// what it costs to set it up.
    pub watches: Arc<[WatchRange]>,
    /// Whether to return after the program has looked for a key.
    pub polls: bool,
    /// Whether to return after the program has refreshed its screen.
    pub frames: bool,
}

impl StopConditions {
    /// Runs until the count is reached.
    pub fn count(count: u64) -> StopConditions {
        StopConditions { count, ..StopConditions::default() }
    }

    /// Passes over the breakpoint at which the machine stands now.
    pub fn pass(&mut self, machine: &Machine) {
        self.passed = Some(machine.point());
    }

    /// Whether the next instruction of the machine is to be stopped at.
    pub(crate) fn breaks_at(&self, machine: &Machine) -> bool {
        // Asked between all bursts: without breakpoints this is one compare.
        !self.breakpoints.is_empty()
            && self.breakpoints.contains(machine.pc)
            && self.passed != Some(machine.point())
    }
}
