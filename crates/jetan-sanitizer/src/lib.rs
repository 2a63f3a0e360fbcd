#![doc = include_str!("../README.md")]

pub mod flow;

mod analysis;
mod blocks;
mod calls;
mod fast_path;
mod frames;
mod idle;
mod liveness;
mod macros;
mod objects;
mod ranges;
mod reads;
mod report;
mod shadow;
mod slips;
mod slow_path;
mod state;
mod undone;
mod unused;
mod values;
mod writers;

use jetan_machine::stop::ProgramExit;
use jetan_machine::{Driver, Engine, FollowingInterp, Host, Machine, Stop, StopConditions};

use jetan_symbols::DebugSymbols;
use state::CheckerState;

pub use analysis::{CodeText, successors};

/// The most findings that are kept; a program with more is understood by then.
pub const FINDINGS_MAX: usize = 50;

macro_rules! checks {
    ($($(#[doc = $summary:literal])* $check:ident = $name:literal;)*) => {
        /// A kind of mistake to look for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Check { $($(#[doc = $summary])* $check,)* }

        impl Check {
            /// Every check, in the order in which they are listed.
            pub const ALL: &[Check] = &[$(Check::$check,)*];

            /// The name on a command line.
            pub const fn name(self) -> &'static str {
                match self { $(Check::$check => $name,)* }
            }
        }
    };
}

checks! {
    /// Registers, stack and sbrk memory that are used before anything was put there.
    Uninitialised = "uninitialised";
    /// Saved registers and `$ra` that a procedure changes and does not restore.
    Saved = "saved";
    /// Temporaries that a caller uses after a call has changed them.
    Temporaries = "temporaries";
    /// A stack pointer that a procedure does not restore, and memory of procedures that returned.
    Stack = "stack";
    /// Stores and loads before the start or past the end of a symbol or of an sbrk block.
    Bounds = "bounds";
    /// Addresses that are printed, compared, added or multiplied as numbers.
    Addresses = "addresses";
    /// Floats used as doubles or as integers, products and quotients of which a part is lost, and
    /// negative numbers that are compared, divided or shifted without their sign.
    Numbers = "numbers";
    /// Bytes stored into arrays of words and loaded from them, words loaded from single bytes, and
    /// numbers stored over text.
    Sizes = "sizes";
    /// The newline that `read string` keeps, compared with a string that has none or taken for a
    /// digit, and characters that are added as if they were digits.
    Strings = "strings";
    /// Results that nothing reads, and stores that change nothing.
    Unused = "unused";
    /// Comparisons that always come out the same, and conditions that nothing has set.
    Conditions = "conditions";
}

/// A choice of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSet(u16);

impl CheckSet {
    /// All there are.
    pub const ALL: CheckSet = CheckSet((1 << Check::ALL.len()) - 1);

    /// Reads names separated by commas; `all` is every check. The error says which names there are.
    pub fn parse(list: &str) -> Result<CheckSet, String> {
        let mut chosen = CheckSet(0);
        for name in list.split(',').map(str::trim) {
            let known = Check::ALL.iter().find(|check| check.name() == name);
            match known {
                Some(&check) => chosen.0 |= 1 << check as u8,
                None if name == "all" => chosen = CheckSet::ALL,
                None => {
                    let names: Vec<&str> = Check::ALL.iter().map(|check| check.name()).collect();
                    let names = names.join(", ");
                    return Err(format!("there is no check `{name}`; there are {names}, and all"));
                }
            }
        }
        Ok(chosen)
    }

    /// Whether a check was chosen.
    pub const fn has(self, check: Check) -> bool {
        self.0 >> check as u8 & 1 == 1
    }
}

/// A place in a program that has to do with a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingLocation {
    /// The address of its instruction.
    pub pc: u32,
    /// The event at that instruction.
    pub label: String,
}

/// A mistake that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check that found it.
    pub check: Check,
    /// The kind of finding, as a word for machines.
    pub code: &'static str,
    /// The finding, in one line.
    pub message: String,
    /// The instruction count when it was found.
    pub step: u64,
    /// The locations; the first is the one to look at.
    pub places: Vec<FindingLocation>,
    /// Advice.
    pub help: String,
}

/// An interpreter that looks for mistakes.
pub struct Checker {
    // Boxed, because the register tables in the state alone take more than 4 KiB.
    engine: Box<Driver<FollowingInterp, CheckerState>>,
}

impl Checker {
    /// Checks a program from where its machine stands, which is before its first instruction.
    pub fn new(machine: &Machine, names: DebugSymbols, checks: CheckSet) -> Checker {
        let state = CheckerState::new(machine, names, checks);
        Checker { engine: Box::new(Driver::observed(state)) }
    }

    /// The findings so far, in the order in which they happened; never two of one kind in the same
    /// line, and not more than [`FINDINGS_MAX`].
    pub fn findings(&self) -> &[Finding] {
        self.engine.observer.findings()
    }
}

impl Engine for Checker {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        // Registers may have been changed by hand, or by another engine, since the last run.
        self.engine.observer.settle(machine);
        let stop = self.engine.run(machine, host, until);
        if let Stop::Exited(ProgramExit::Returned(from)) = stop {
            self.engine.observer.forgive_return(from);
        }
        stop
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}
