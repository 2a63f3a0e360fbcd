//! The answer to `why` as data, and the words that are made of it wherever it is shown.

use jetan_isa::Reg;

use crate::cause::{CauseLink, LINKS_MAX};
use crate::command::grouped;
use crate::coverage::{Obstacle, obstacles_text};
use crate::decision::BranchDecision;
use crate::names::DebugSymbols;

/// A part of an answer to `why`, in its order; its words are one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyPart {
    /// A value, and how it came to its place. It belongs to the nearest cause before it that is
    /// less deep.
    Cause {
        /// The value.
        link: CauseLink,
        /// The distance of its line from the left.
        depth: usize,
    },
    /// There are more causes than those before it.
    Cut,
    /// The output was printed from a string at an address that a register held; the causes of that
    /// address follow.
    Printed {
        /// The first character that is asked about.
        address: u32,
        /// The register.
        reg: Reg,
    },
    /// The causes of the characters of that string follow.
    Characters,
    /// The branch that led to a line.
    Branch(BranchDecision),
    /// A line was executed, the last time at an instant.
    Executed {
        /// The address of its instruction.
        pc: u32,
        /// The instant before it.
        count: u64,
    },
    /// No branch of the procedure decided about the line.
    EveryWay,
    /// A line was executed so often.
    Times {
        /// The address of its instruction.
        pc: u32,
        /// The number of times.
        times: u64,
    },
    /// A line was never executed.
    Never {
        /// The address of its instruction.
        pc: u32,
        /// The instructions that were looked at, if there were more before them.
        within: Option<u64>,
        /// The instructions from which the run could have gone there.
        obstacles: Vec<Obstacle>,
    },
}

impl WhyPart {
    /// A word for what it is.
    pub fn kind(&self) -> &'static str {
        match self {
            WhyPart::Cause { .. } => "cause",
            WhyPart::Cut => "cut",
            WhyPart::Printed { .. } => "printed",
            WhyPart::Characters => "characters",
            WhyPart::Branch(_) => "branch",
            WhyPart::Executed { .. } => "executed",
            WhyPart::EveryWay => "everyWay",
            WhyPart::Times { .. } => "times",
            WhyPart::Never { .. } => "never",
        }
    }

    /// The part in a line.
    pub fn text(&self, names: &DebugSymbols) -> String {
        match self {
            WhyPart::Cause { link, depth } => "  ".repeat(*depth) + &link.text(names),
            WhyPart::Cut => format!("(the first {LINKS_MAX} causes)"),
            WhyPart::Printed { address, reg } => {
                let label = names.address_text(*address);
                format!("printed from the string at {label}, which is in {reg}:")
            }
            WhyPart::Characters => "its characters:".to_owned(),
            WhyPart::Branch(decision) => format!("executed because {}", decision.text(names)),
            WhyPart::Executed { pc, count } => {
                format!("{} was executed since {}", names.line_text(*pc), grouped(count + 1))
            }
            WhyPart::EveryWay => {
                "no branch of its procedure decided about it: every way leads there".to_owned()
            }
            WhyPart::Times { pc, times } => {
                let plural = if *times == 1 { "" } else { "s" };
                format!("{} was executed {} time{plural}", names.line_text(*pc), grouped(*times))
            }
            WhyPart::Never { pc, within, obstacles } => {
                let line = names.line_text(*pc);
                let within = within.map(|it| format!(" in the last {} instructions", grouped(it)));
                let within = within.unwrap_or_default();
                let reason = obstacles_text(obstacles, names)
                    .unwrap_or_else(|| "nothing that was executed leads there".to_owned());
                format!("{line} was never executed{within}: {reason}")
            }
        }
    }
}

/// The parts of an answer that list the causes of a value, with [`WhyPart::Cut`] at the end of a
/// list of the greatest length.
pub(crate) fn chain(links: &[CauseLink]) -> Vec<WhyPart> {
    let cause = |link: &CauseLink| WhyPart::Cause { depth: link.depth, link: link.clone() };
    let mut parts: Vec<WhyPart> = links.iter().map(cause).collect();
    // There may be no further cause; finding out would take another search.
    parts.extend((links.len() == LINKS_MAX).then_some(WhyPart::Cut));
    parts
}
