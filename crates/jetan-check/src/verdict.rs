//! The result of judging a case.

use jetan_isa::Reg;
use jetan_machine::Fault;
use jetan_machine::fault::ServiceFault;
use jetan_run::{RunEnd, RunLimit};

use crate::picture::CasePicture;
use crate::program::ProgramUnderTest;
use crate::runner::RunRecord;

/// The result of judging a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The program did what it should.
    Passed {
        /// Instructions it executed.
        instructions: u64,
        /// A crash or a hang after its answer was complete; the answer counts all the same.
        mishap: Option<Box<CaseFailure>>,
    },
    /// Not as it should be.
    Failed(Box<CaseFailure>),
    /// It does not apply to this program, for this reason; it counts neither way.
    Skipped(String),
    /// It applies, but nothing can be said, for this reason; it counts neither way, and whoever
    /// asked must know that something is open.
    NotJudged(String),
}

/// Why a case failed, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFailure {
    /// The kind of error.
    pub kind: FailureKind,
    /// The error, in one sentence in the student's words.
    pub summary: String,
    /// The expected result, as a picture or text of a few lines; may be empty.
    pub expected: CasePicture,
    /// The program's result; empty if that is not worth showing.
    pub actual: CasePicture,
    /// The first thing to look at, if that is known.
    pub help: Option<String>,
    /// Instructions executed.
    pub instructions: u64,
    /// The location of the wrong value at the end of the last run, if it has one.
    pub spot: Option<Box<ValueLocation>>,
}

/// The location of a wrong value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueLocation {
    /// A byte of the output.
    Output(usize),
    /// A general register.
    Register(Reg),
    /// So many bytes of memory from an address, 1, 2 or 4.
    Memory(u32, u32),
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// The answer differs.
    Wrong,
    /// A runtime error.
    Crash,
    /// It never ended, or took far too long.
    Hang,
    /// It printed or showed without end, or used too much memory.
    Flood,
    /// It ended before or after it should have.
    Ending,
    /// It broke the calling convention.
    Convention,
    /// A check found something in a run that went well.
    Doubtful,
}

impl FailureKind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Wrong => "wrong answer",
            FailureKind::Crash => "runtime error",
            FailureKind::Hang => "no end",
            FailureKind::Flood => "too much",
            FailureKind::Ending => "ended at the wrong time",
            FailureKind::Convention => "calling convention",
            FailureKind::Doubtful => "doubtful code",
        }
    }
}

impl CaseFailure {
    /// A failure without pictures.
    pub fn new(kind: FailureKind, summary: impl Into<String>, instructions: u64) -> CaseFailure {
        CaseFailure {
            kind,
            summary: summary.into(),
            expected: CasePicture::default(),
            actual: CasePicture::default(),
            help: None,
            instructions,
            spot: None,
        }
    }

    /// Adds what should have come and what came.
    #[must_use]
    pub fn comparing(
        self,
        expected: impl Into<CasePicture>,
        actual: impl Into<CasePicture>,
    ) -> CaseFailure {
        CaseFailure { expected: expected.into(), actual: actual.into(), ..self }
    }

    /// Adds the location of the wrong value.
    #[must_use]
    pub fn at(self, spot: ValueLocation) -> CaseFailure {
        CaseFailure { spot: Some(Box::new(spot)), ..self }
    }

    /// Adds what to look at first.
    #[must_use]
    pub fn advising(self, help: impl Into<String>) -> CaseFailure {
        CaseFailure { help: Some(help.into()), ..self }
    }
}

impl From<CaseFailure> for Verdict {
    fn from(failure: CaseFailure) -> Verdict {
        Verdict::Failed(Box::new(failure))
    }
}

impl Verdict {
    /// A right answer, and nothing went wrong after it.
    pub fn passed(instructions: u64) -> Verdict {
        Verdict::Passed { instructions, mishap: None }
    }

    /// A right answer that was complete before a crash or a hang. A flood is not an answer,
    /// because nobody can say where it would have ended.
    pub fn passed_before(mishap: CaseFailure) -> Verdict {
        match mishap.kind {
            FailureKind::Crash | FailureKind::Hang => Verdict::Passed {
                instructions: mishap.instructions,
                mishap: Some(Box::new(mishap)),
            },
            _ => mishap.into(),
        }
    }

    /// The verdict where an answer counts only if the program then ends by itself.
    #[must_use]
    pub fn with_clean_end(self) -> Verdict {
        match self {
            Verdict::Passed { mishap: Some(mishap), .. } => Verdict::Failed(mishap),
            other => other,
        }
    }

    /// Whether it failed.
    pub fn is_failed(&self) -> bool {
        matches!(self, Verdict::Failed(_))
    }
}

/// Why a case that was stopped by the clock on the wall is not judged.
pub const NO_TIME: &str = "there was no time to run it to its end";

/// Why a procedure is not called.
pub(crate) const NO_PROCEDURE: &str = "the program has no procedure of this name";

/// The address range of the first store below the stack.
const STACK_END: std::ops::Range<u32> = 0x7fbf_0000..0x7fc0_0000;

/// A program that was stopped after it had printed more than this prints without end.
const FLOOD_BYTES: usize = 64 << 10;

/// The error in how a run ended, whatever it was to do: an error, a hang, a flood. None if
/// it ended by itself, or waits for more input or keys, which depends on the case.
pub fn mishap(run: &RunRecord, subject: &ProgramUnderTest) -> Option<CaseFailure> {
    let count = run.instructions;
    let failure = match &run.ending {
        RunEnd::Exited(_)
        | RunEnd::Returned(_)
        | RunEnd::DroppedOff(_)
        | RunEnd::EndOfInput
        | RunEnd::OutOfKeys => {
            return None;
        }
        RunEnd::Faulted { fault, pc } => {
            let place = subject.line_at(*pc).map_or_else(
                || format!("at {pc:#010x}, where the program has no instruction"),
                |line| format!("at {line}"),
            );
            let failure = CaseFailure::new(
                FailureKind::Crash,
                format!("the program stops with an error {place}"),
                count,
            );
            let words = fault.to_string();
            let failure = failure.comparing("", words.trim());
            match advice(fault) {
                Some(help) => failure.advising(help),
                None => failure,
            }
        }
        // Some projects stop a program long before it has printed as much as it may.
        // Before the plain limit: a program that prints in a loop is told so, whichever bound it
        // meets first.
        RunEnd::Limit(RunLimit::Instructions | RunLimit::Time)
            if run.output.len() > FLOOD_BYTES =>
        {
            over_limit(RunLimit::Output, count)
        }
        RunEnd::Limit(limit) => over_limit(*limit, count),
        // Nobody stops a program under test, or reads what it prints, but its bounds.
        RunEnd::Interrupted | RunEnd::OutputClosed | RunEnd::OutputLost(_) => {
            over_limit(RunLimit::Time, count)
        }
    };
    Some(failure)
}

fn over_limit(limit: RunLimit, count: u64) -> CaseFailure {
    let (kind, summary) = match limit {
        RunLimit::Instructions => {
            (FailureKind::Hang, "the program was stopped because it does not seem to end")
        }
        RunLimit::Time => (FailureKind::Hang, "the program was stopped because its time was over"),
        RunLimit::Output => (FailureKind::Flood, "the program prints without end"),
        RunLimit::Memory => (FailureKind::Flood, "the program uses more memory than it may"),
        RunLimit::Files => (FailureKind::Flood, "the program writes more to files than it may"),
        RunLimit::Pictures => (FailureKind::Flood, "the program draws without end"),
    };
    CaseFailure::new(kind, summary, count)
}

fn advice(fault: &Fault) -> Option<&'static str> {
    match fault {
        Fault::Service(ServiceFault::InvalidInput { .. }) => Some(
            "it reads a number where the input has something else: compare the order of reading \
             with the form of the input",
        ),
        Fault::Service(ServiceFault::Unknown { .. }) => {
            Some("`$v0` does not hold the number of a service at this `syscall`")
        }
        Fault::BadProgramCounter { .. } => {
            Some("`jr` went to a bad address: was `$ra` saved before the last `jal`?")
        }
        // Before the general case: running out of stack looks like any bad address.
        Fault::StoreOutOfRange { address } if STACK_END.contains(address) => {
            Some("the stack is full: does the recursion end, and does each call give `$sp` back?")
        }
        Fault::LoadOutOfRange { .. } | Fault::StoreOutOfRange { .. } => Some(
            "there is no memory at that address: is an index too small or too large, or does a \
             register not hold the address it should?",
        ),
        Fault::UnalignedLoad { bytes: 4, .. } | Fault::UnalignedStore { bytes: 4, .. } => Some(
            "words are at multiples of 4: was an index multiplied by 4, and does `.align 2` stand \
             before words that follow strings or bytes?",
        ),
        Fault::WriteText { .. } => {
            Some("this is where the instructions are: was `la` given the label of data?")
        }
        _ => None,
    }
}

/// The end of what a program printed, short enough to be shown.
pub fn clip(printed: &str) -> String {
    const SHOWN_CHARACTERS: usize = 300;
    // By characters, so that none is cut in two.
    let surplus = printed.chars().count().saturating_sub(SHOWN_CHARACTERS);
    let shown: String = printed.chars().skip(surplus).collect();
    if surplus > 0 { format!("...{shown}") } else { shown }
}
