//! The end of a run, in one form: exit codes, verdicts, reports and the studio's reasons are
//! functions of it.

use jetan_machine::stop::ProgramExit;
use jetan_machine::{Fault, Machine, Stop};

/// The end of a run. Not every way of running a program can end in all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The program ended itself: by service 17 with a code, by service 10 without one.
    Exited(Option<i32>),
    /// It returned from where it began, by the instruction at this address.
    Returned(u32),
    /// It ran past its last instruction, to this address.
    DroppedOff(u32),
    /// It did something wrong that no handler takes.
    Faulted {
        /// The fault that no exception handler took.
        fault: Fault,
        /// The address of the faulting instruction.
        pc: u32,
    },
    /// It was stopped at a bound.
    Limit(RunLimit),
    /// It wanted more console input than it was given, and could not go on. Only where all input
    /// is given beforehand; elsewhere this is a fault.
    EndOfInput,
    /// All keys it was given are typed, and it looks for more.
    OutOfKeys,
    /// Somebody stopped it.
    Interrupted,
    /// Whoever read its output has gone.
    OutputClosed,
    /// The output could not be written, for this reason.
    OutputLost(String),
}

/// A bound at which a run is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunLimit {
    /// Too many instructions, or as much work in services: it hangs, or is far too slow.
    Instructions,
    /// Whoever runs it has no more time. This says nothing about the program.
    Time,
    /// Too much output.
    Output,
    /// The memory that its machine may write.
    Memory,
    /// Too many bytes in files and their names.
    Files,
    /// Too many or too large pictures, sounds and questions.
    Pictures,
}

impl RunEnd {
    /// The end that a stop of an engine means; none if the run can go on. The machine is the one
    /// that was stopped.
    pub fn of(stop: &Stop, machine: &Machine) -> Option<RunEnd> {
        match stop {
            Stop::Exited(ProgramExit::Exit) => Some(RunEnd::Exited(None)),
            Stop::Exited(ProgramExit::Returned(pc)) => Some(RunEnd::Returned(*pc)),
            Stop::Exited(ProgramExit::Code(code)) => Some(RunEnd::Exited(Some(*code))),
            // The stop does not carry the address: the machine still stands there, and it is one
            // past the last instruction.
            Stop::Exited(ProgramExit::DroppedOff) => Some(RunEnd::DroppedOff(machine.pc)),
            Stop::Faulted { fault, pc } => Some(RunEnd::Faulted { fault: fault.clone(), pc: *pc }),
            // Listed one by one instead of by a wildcard: a new reason to stop has to be classified
            // before this compiles.
            Stop::Budget
            | Stop::Breakpoint
            | Stop::Polled
            | Stop::Refreshed
            | Stop::Watched(_)
            | Stop::Waiting(_) => None,
        }
    }

    /// The same, where memory that is used up is a bound that somebody set, not a fault.
    pub fn within_bounds(stop: &Stop, machine: &Machine) -> Option<RunEnd> {
        match stop {
            Stop::Faulted { fault: Fault::OutOfMemory, .. } => {
                Some(RunEnd::Limit(RunLimit::Memory))
            }
            stop => RunEnd::of(stop, machine),
        }
    }

    /// The exit code of a process that did nothing but run the program. Systems keep its low eight
    /// bits.
    pub fn exit_code(&self) -> i32 {
        match self {
            RunEnd::Exited(code) => code.unwrap_or(0),
            // MARS ends such a program in silence, and a closed pipe is not an error.
            RunEnd::Returned(_) | RunEnd::DroppedOff(_) | RunEnd::OutputClosed => 0,
            RunEnd::Faulted { .. } | RunEnd::EndOfInput => 2,
            RunEnd::Limit(_) | RunEnd::OutOfKeys => 3,
            // 66 is the code of every command for a file that cannot be read or written, 130 that
            // of shells after Ctrl-C; 2 and 3 tell a wrong program from one that was stopped.
            RunEnd::OutputLost(_) => 66,
            RunEnd::Interrupted => 130,
        }
    }

    /// Whether the program itself ended it, rightly or by running past its last instruction.
    pub fn is_own(&self) -> bool {
        matches!(self, RunEnd::Exited(_) | RunEnd::Returned(_) | RunEnd::DroppedOff(_))
    }

    /// Whether it ended with a fault.
    pub fn is_fault(&self) -> bool {
        matches!(self, RunEnd::Faulted { .. })
    }

    /// Whether the program can never go on from here: it has ended or failed, and nobody stopped
    /// it.
    pub fn is_final(&self) -> bool {
        self.is_own() || self.is_fault()
    }

    /// Whether it was stopped because it should have ended by then.
    pub fn is_overdue(&self) -> bool {
        matches!(self, RunEnd::Limit(RunLimit::Instructions | RunLimit::Time))
    }
}
