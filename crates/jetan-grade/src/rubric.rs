//! The points of an assignment: criteria with points, each a rule over cases.
//!
//! A rubric is a TOML file ([`read`]); the files it names are read by whoever calls. Everything in
//! a [`Rubric`] has been checked: labels of submissions are all that can still be missing.

pub mod reproduce;

pub mod error;

pub mod block;

pub mod pattern;

pub mod value;

mod wire;

mod read;

pub(crate) mod repair;

pub use error::RubricError;
pub use read::{ReadRubric, RubricResources, read};

use jetan_debug::checks::CheckSet;
use jetan_games::GameTitle;
use jetan_isa::Mnemonic;
use jetan_tools::question::ToolQuestion;
use regex::Regex;

use crate::limits::CaseLimits;
use block::MemoryBlock;
use value::{CallValue, RegisterTarget};

/// Points in hundredths, so that sums are exact.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(transparent)]
pub struct Points(pub u64);

impl Points {
    /// The number of whole points, with its fraction.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        Points(points.map(|points| points.0).sum())
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}"),
        }
    }
}

/// A whole assignment.
#[derive(Clone, Debug)]
pub struct Rubric {
    /// The name in reports.
    pub title: String,
    /// The files of a submission that are assembled, in this order; all its sources if there are
    /// none.
    pub files: Vec<String>,
    /// Files that take the place of those of the same name in a submission: name and text.
    pub provided: Vec<(String, Vec<u8>)>,
    /// The course pack whose services programs know.
    pub pack: Option<String>,
    /// The Bitmap Display, as `--bitmap` takes it.
    pub bitmap: Option<String>,
    /// Whether programs are assembled and run as by MARS, surprises included.
    pub strict: bool,
    /// Whether a program starts at `main` instead of at its first instruction.
    pub start_at_main: bool,
    /// The seed of random generators.
    pub seed: i64,
    /// The limits of each case.
    pub limits: CaseLimits,
    /// The criteria that earn points.
    pub criteria: Vec<Criterion>,
    /// The names of all files that belong to the rubric.
    pub resources: Vec<String>,
}

impl Rubric {
    /// The points of a perfect submission.
    pub fn points(&self) -> Points {
        self.criteria.iter().map(|criterion| criterion.points).sum()
    }

    /// Whether a case has checks, for which a program under test needs its names.
    pub fn has_checks(&self) -> bool {
        let mut cases = self.criteria.iter().flat_map(|criterion| &criterion.cases);
        cases.any(|case| matches!(&case.kind, CaseAction::Io(io) if io.checks.is_some()))
    }
}

/// Something that earns points.
#[derive(Clone, Debug)]
pub struct Criterion {
    /// The name in reports.
    pub name: String,
    /// The points it is worth.
    pub points: Points,
    /// The rule that turns its cases into points.
    pub rule: ScoringRule,
    /// Whether students see no more of it than its points.
    pub is_hidden: bool,
    /// The message to students if it fails.
    pub message: Option<String>,
    /// The criterion's cases, at least one.
    pub cases: Vec<RubricCase>,
}

/// The rule that turns cases into points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringRule {
    /// All must pass.
    All,
    /// Each is worth the same part.
    Proportional,
    /// So many must pass; fewer are worth their part.
    Best(u32),
    /// One must pass.
    Any,
}

impl ScoringRule {
    /// The points for so many passed cases of so many, rounded down.
    pub fn award(self, points: Points, passed: usize, cases: usize) -> Points {
        // Multiplied before it is divided, so that three thirds are a whole; more than the best so
        // many add nothing.
        let part = |of: usize| Points(points.0 * passed.min(of) as u64 / of.max(1) as u64);
        match self {
            // No case at all proves nothing.
            ScoringRule::All if passed == cases && cases > 0 => points,
            ScoringRule::Any if passed > 0 => points,
            ScoringRule::All | ScoringRule::Any => Points(0),
            ScoringRule::Proportional => part(cases),
            ScoringRule::Best(count) => part(count as usize),
        }
    }
}

/// One thing that a submission must do.
#[derive(Clone, Debug)]
pub struct RubricCase {
    /// The name in reports.
    pub name: String,
    /// Whether students see nothing of it.
    pub is_hidden: bool,
    /// The message to students if it fails.
    pub message: Option<String>,
    /// Instructions it may take, if not what every case may.
    pub instructions: Option<u64>,
    /// Whether a right answer counts only if the program then ends by itself.
    pub ends_cleanly: bool,
    /// The action to run and compare.
    pub kind: CaseAction,
    /// The case as a line that can be typed, if it takes one to reproduce it.
    pub again: Option<String>,
}

/// The action of a case.
#[derive(Clone, Debug)]
pub enum CaseAction {
    /// The program is run on an input.
    Io(Box<IoCase>),
    /// A procedure is called.
    Call(Box<CallCase>),
    /// The program asks, and is answered.
    Dialogue(Vec<DialogueStep>),
    /// The cases of one of the five projects, each a case of its own.
    Project(Box<ProjectCases>),
    /// The source is looked at.
    Policy(SourcePolicy),
}

/// A run of the whole program.
#[derive(Clone, Debug)]
pub struct IoCase {
    /// The console input.
    pub input: Vec<u8>,
    /// The keys of the keyboard device.
    pub keys: Vec<u8>,
    /// Files that it can open: name and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// The output it should print, if that matters.
    pub output: Option<ExpectedText>,
    /// Files that it should have written, with what should be in them.
    pub expected_files: Vec<(String, ExpectedText)>,
    /// The hash of the last picture it should show, if that matters.
    pub frame: Option<String>,
    /// The code it should end with, if that matters.
    pub exit_code: Option<i32>,
    /// Checks that must find nothing.
    pub checks: Option<CheckSet>,
    /// Tools whose figures must keep bounds.
    pub tools: Option<ToolQuestion>,
}

impl IoCase {
    /// Whether running the program with the input and the keys is all there is to it.
    pub fn is_plain(&self) -> bool {
        let is_watched = self.checks.is_some() || self.tools.is_some();
        self.files.is_empty() && self.expected_files.is_empty() && !is_watched
    }
}

/// A text that should have been printed.
#[derive(Clone, Debug)]
pub struct ExpectedText {
    /// The text, or the source of the regular expression.
    pub text: String,
    /// The way it is compared.
    pub compare: TextComparison,
}

/// The way texts are compared.
#[derive(Clone, Debug)]
pub enum TextComparison {
    /// Byte for byte.
    Exact,
    /// Line by line; blanks at the ends of lines and empty lines at the end do not count.
    Lines(IgnoredDifferences),
    /// Word by word.
    Tokens(IgnoredDifferences),
    /// Word by word, where numbers may differ by this much, absolutely or of the larger one.
    Numbers(IgnoredDifferences, f64),
    /// The regular expression must match somewhere.
    Matches(Regex),
}

/// Differences that do not count when texts are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IgnoredDifferences {
    /// Upper and lower case are the same.
    pub case: bool,
    /// Blanks and empty lines are not there.
    pub blanks: bool,
}

/// A call of a procedure.
#[derive(Clone, Debug)]
pub struct CallCase {
    /// The label that is called.
    pub procedure: String,
    /// The values of registers before the call.
    pub registers: Vec<(RegisterTarget, CallValue)>,
    /// The contents of memory before the call, by label or address.
    pub memory: Vec<(value::BlockAddress, MemoryBlock)>,
    /// The console input.
    pub input: Vec<u8>,
    /// The values of registers after the call; for a block, the bytes that the register pointed to.
    pub expected: Vec<(RegisterTarget, CallValue)>,
    /// The contents of memory after the call.
    pub expected_memory: Vec<(value::BlockAddress, MemoryBlock)>,
    /// The output it should have printed.
    pub output: Option<ExpectedText>,
    /// Registers whose blocks must be as they were.
    pub unchanged: Vec<RegisterTarget>,
    /// The most that floating-point results may be off.
    pub tolerance: f64,
    /// Whether breaking the calling convention fails the case.
    pub keeps_convention: bool,
    /// Files that it can open: name and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Files that it should have written, with what should be in them.
    pub expected_files: Vec<(String, ExpectedText)>,
    /// The bytes that it should take from the heap, if that matters.
    pub allocates: Option<u32>,
    /// Calls that follow, each on what the one before has left.
    pub then: Vec<CallCase>,
}

impl CallCase {
    /// The call in words, with those that follow.
    pub fn words(&self) -> String {
        let registers = self.registers.iter().map(|(target, value)| match value {
            CallValue::Word(word) => format!("{target} = {}", *word as i32),
            CallValue::Single(number) => format!("{target} = {number}"),
            CallValue::Double(number) => format!("{target} = {number}"),
            CallValue::Symbol(name) => format!("{target} = address of {name}"),
            CallValue::Result(reg, None) => format!("{target} = {reg} of the call before"),
            CallValue::Result(reg, Some(call)) => format!("{target} = {reg} of call {}", call + 1),
            CallValue::Block(block) | CallValue::PointsTo(block) | CallValue::Allocated(block) => {
                format!("{target} → {}", block.show())
            }
        });
        let memory = self.memory.iter();
        let memory = memory.map(|(address, block)| format!("{address}: {}", block.show()));
        let given: Vec<String> = registers.chain(memory).collect();
        let own = if given.is_empty() {
            self.procedure.clone()
        } else {
            format!("{} with {}", self.procedure, given.join(", "))
        };
        let all: Vec<String> =
            std::iter::once(own).chain(self.then.iter().map(CallCase::words)).collect();
        all.join("; then ")
    }
}

/// A step of a dialogue.
#[derive(Clone, Debug)]
pub enum DialogueStep {
    /// The program should have printed something since the last answer.
    Expect(ExpectedText),
    /// Somebody types a line.
    Type(String),
}

/// Cases of one of the five projects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectCases {
    /// The game whose project it is.
    pub name: GameTitle,
    /// Only one of its parts, by name.
    pub part: Option<String>,
    /// Only these of its cases, by name, and no generated ones; all if there are none.
    pub only: Vec<String>,
    /// The number of generated cases.
    pub generated: usize,
    /// The seed of the generated cases.
    pub seed: u64,
    /// The input and output conventions of the course's programs.
    pub adapter: crate::adapter::Adapter,
    /// The file of the adapter and the line of the rubric that names it, if there is one.
    pub adapter_source: Option<(String, usize)>,
}

/// The restrictions on a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePolicy {
    /// Only these instructions, if there are any.
    pub allowed: Vec<Mnemonic>,
    /// Instructions that programs may not use.
    pub banned: Vec<Mnemonic>,
    /// Whether pseudo-instructions are refused.
    pub no_pseudo: bool,
    /// Labels that must be there.
    pub labels: Vec<String>,
    /// Procedures that must call themselves, directly or through others.
    pub recursive: Vec<String>,
    /// The most instructions the program may have.
    pub size: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_award_what_they_say() {
        let points = Points(1000);
        for (rule, passed, cases, awarded) in [
            (ScoringRule::All, 3, 3, 1000),
            (ScoringRule::All, 2, 3, 0),
            (ScoringRule::All, 0, 0, 0),
            (ScoringRule::Proportional, 1, 3, 333),
            (ScoringRule::Proportional, 3, 3, 1000),
            (ScoringRule::Proportional, 0, 0, 0),
            (ScoringRule::Best(2), 1, 3, 500),
            (ScoringRule::Best(2), 3, 3, 1000),
            (ScoringRule::Any, 1, 9, 1000),
            (ScoringRule::Any, 0, 9, 0),
        ] {
            assert_eq!(rule.award(points, passed, cases), Points(awarded), "{rule:?} {passed}");
        }
    }

    #[test]
    fn points_are_written_as_people_do() {
        for (points, text) in [(0, "0"), (500, "5"), (250, "2.5"), (333, "3.33"), (5, "0.05")] {
            assert_eq!(Points(points).to_string(), text);
        }
    }
}
