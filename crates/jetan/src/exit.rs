//! The end of a command: exit codes, and failures that carry one.

use std::process::ExitCode;

use jetan_run::RunEnd;

/// The exit code of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well.
    Success,
    /// There were errors in a source, a bad line to solve, nothing to explain, or a figure that
    /// does not keep its bound.
    Assembly,
    /// The program did something wrong.
    Runtime,
    /// The program reached a limit.
    Limit,
    /// Some cases could not be judged; in a check, besides, no other differs.
    NotJudged,
    /// The command was not understood.
    Usage,
    /// A file could not be read or written.
    Unreadable,
    /// Jetan itself is at fault.
    Bug,
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// A number the user or the program chose; systems keep its low eight bits.
    Chosen(i32),
}

impl Exit {
    /// The code that tells how a run ended.
    pub(crate) fn of(end: &RunEnd) -> Exit {
        // The codes of all endings are `RunEnd`'s, so that every front end has the same ones.
        Exit::Chosen(end.exit_code())
    }

    /// The number that the system gets.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Assembly => 1,
            Exit::Runtime => 2,
            Exit::Limit => 3,
            Exit::NotJudged => 4,
            Exit::Usage => 64,
            Exit::Unreadable => 66,
            Exit::Bug => 70,
            Exit::Interrupted => 130,
            Exit::Chosen(code) => code as u8,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// The reason a command stopped early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandFailure {
    /// Something to say, a line each, and the code to end with.
    Said(Exit, Vec<String>),
    /// Whoever read the output has gone, which is not an error.
    ClosedPipe,
}

impl CommandFailure {
    /// A failure with one line to say.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> CommandFailure {
        CommandFailure::Said(exit, vec![message.into()])
    }

    /// The command was not understood.
    pub(crate) fn usage(message: impl Into<String>) -> CommandFailure {
        CommandFailure::new(Exit::Usage, message)
    }

    /// A file could not be read or written.
    pub(crate) fn unreadable(message: impl Into<String>) -> CommandFailure {
        CommandFailure::new(Exit::Unreadable, message)
    }
}

#[cfg(test)]
mod tests {
    use jetan_machine::Fault;
    use jetan_run::RunLimit;

    use super::*;

    #[test]
    fn runs_end_with_the_codes_of_the_table() {
        let fault = RunEnd::Faulted { fault: Fault::OutOfMemory, pc: 0 };
        for (end, exit) in [
            (RunEnd::Exited(None), Exit::Success),
            (RunEnd::Exited(Some(258)), Exit::Chosen(2)),
            (RunEnd::Exited(Some(-1)), Exit::Chosen(255)),
            (RunEnd::DroppedOff(0x0040_0004), Exit::Success),
            (fault, Exit::Runtime),
            (RunEnd::EndOfInput, Exit::Runtime),
            (RunEnd::Limit(RunLimit::Instructions), Exit::Limit),
            (RunEnd::Limit(RunLimit::Files), Exit::Limit),
            (RunEnd::Interrupted, Exit::Interrupted),
            (RunEnd::OutputClosed, Exit::Success),
            (RunEnd::OutputLost("no space left".to_owned()), Exit::Unreadable),
        ] {
            assert_eq!(Exit::of(&end).code(), exit.code(), "{end:?}");
        }
    }
}
