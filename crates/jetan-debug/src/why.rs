//! The answer to `why` as data, and the words that are made of it wherever it is shown.

use jetan_isa::Reg;
use jetan_machine::observer::WrittenRegister;
use jetan_run::YieldPoint;
use jetan_run::timeline::{ReplayDiverged, Timeline};

use crate::cause::{self, CauseLink, CauseOrigin, LINKS_MAX, StorageLocation};
use crate::command::grouped;
use crate::coverage::{Obstacle, ObstacleKind, obstacles_text};
use crate::decision::{self, BranchDecision};
use jetan_symbols::DebugSymbols;

/// The causes of a value whose lines are asked for the branch that led there.
// Each follows a part of the run again, and the branch that matters is near the value.
const DECIDED_CAUSES_MAX: usize = 4;
/// The causes of which other lines are looked for that would have changed them.
const SKIPPED_CAUSES_MAX: usize = 3;
/// The longest run that is counted for lines which were never executed.
const COUNTED_INSTRUCTIONS_MAX: u64 = 5_000_000;
/// The depth to which the past of a compared value is shown with a branch.
const NEAR_DEPTH: usize = 2;

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
    /// The branch that led to the line of one of the causes before it.
    BranchOf {
        /// The address of an instruction of that line.
        pc: u32,
        /// The branch.
        decision: BranchDecision,
    },
    /// A branch to a line, which is executed whichever way that goes.
    EitherWay {
        /// The address of an instruction of that line.
        pc: u32,
        /// The branch.
        decision: BranchDecision,
    },
    /// A text without characters was printed, so that nothing was.
    Empty {
        /// The address of the instruction that printed it.
        pc: u32,
        /// The step before it.
        count: u64,
    },
    /// A line was executed, the last time at a step.
    Executed {
        /// The address of its instruction.
        pc: u32,
        /// The step before it.
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
    /// The instruction that was executed, if it is about one.
    pub fn pc(&self) -> Option<u32> {
        match self {
            WhyPart::Cause { link, .. } => link.writer.map(|(_, pc)| pc),
            WhyPart::Branch(decision) => Some(decision.pc),
            WhyPart::BranchOf { pc, .. }
            | WhyPart::EitherWay { pc, .. }
            | WhyPart::Empty { pc, .. }
            | WhyPart::Executed { pc, .. } => Some(*pc),
            _ => None,
        }
    }

    /// A word for what it is.
    pub fn kind(&self) -> &'static str {
        match self {
            WhyPart::Cause { .. } => "cause",
            WhyPart::Cut => "cut",
            WhyPart::Printed { .. } => "printed",
            WhyPart::Characters => "characters",
            WhyPart::Branch(_) | WhyPart::BranchOf { .. } | WhyPart::EitherWay { .. } => "branch",
            WhyPart::Empty { .. } => "empty",
            WhyPart::Executed { .. } => "executed",
            WhyPart::EveryWay => "everyWay",
            WhyPart::Times { .. } => "times",
            WhyPart::Never { .. } => "never",
        }
    }

    /// The part in a sentence, without the step and the line that its data has.
    pub fn statement(&self, names: &DebugSymbols) -> String {
        match self {
            WhyPart::Cause { link, .. } => link.statement(names),
            WhyPart::Branch(decision) => format!("executed because {}", decision.statement(names)),
            WhyPart::BranchOf { pc, decision } => {
                let line = names.line_text(*pc);
                format!("{line} ran because {}", decision.statement(names))
            }
            _ => self.text(names),
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
            WhyPart::BranchOf { pc, decision } => {
                let line = names.line_text(*pc);
                format!("{line} ran because {}", decision.text(names))
            }
            WhyPart::EitherWay { pc, decision } => {
                let line = names.line_text(*pc);
                format!("{line} ran whichever way the branch to it went: {}", decision.text(names))
            }
            WhyPart::Empty { pc, count } => {
                let (line, step) = (names.line_text(*pc), grouped(count + 1));
                format!(
                    "nothing was printed; since {step} {line} has printed a text that is empty:"
                )
            }
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

/// A value that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhyQuestion {
    /// The place that holds the value.
    pub place: StorageLocation,
    /// The step at which it does.
    pub limit: u64,
    /// Whether it was printed by the instruction at that step.
    pub is_output: bool,
}

/// Where a value came from, and the branch that led to the line which chose it.
pub async fn of_value(
    timeline: &mut Timeline<'_>,
    names: &DebugSymbols,
    question: WhyQuestion,
    point: &YieldPoint,
) -> Result<Vec<WhyPart>, ReplayDiverged> {
    let WhyQuestion { place, limit, is_output } = question;
    let links = cause::why(timeline, place, limit, point).await?;
    if let (true, StorageLocation::Memory(address, _)) = (is_output, place)
        && let Some(parts) = of_string(timeline, names, (address, limit), &links, point).await?
    {
        return Ok(parts);
    }
    let mut parts = chain(&links);
    // A constant says nothing by itself: what matters is why its line was executed.
    let constant = links.first().filter(|link| link.origin == CauseOrigin::Constant);
    if let Some(writer) = constant.and_then(|link| link.writer) {
        let more = chosen(timeline, names, writer, point).await;
        parts.extend(unless_spent(timeline, more)?.into_iter().flatten());
    } else {
        let more = decided_cause(timeline, names, &links);
        parts.extend(unless_spent(timeline, more)?.flatten());
    }
    let more = around(timeline, names, &links, limit);
    for part in unless_spent(timeline, more)?.into_iter().flatten() {
        // One line may be the answer to both questions.
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    Ok(parts)
}

/// What the causes of a value do not tell: the branch that ended the loop which made it, and lines
/// that would have changed it and were never executed.
fn around(
    timeline: &mut Timeline<'_>,
    names: &DebugSymbols,
    links: &[CauseLink],
    limit: u64,
) -> Result<Vec<WhyPart>, ReplayDiverged> {
    let reader = (limit, timeline.machine_arriving_at(limit)?.pc);
    let mut parts = Vec::new();
    // Who made use of a link: the one it belongs to, or the instruction that is asked about.
    let reader_of = |idx: usize| {
        let depth = links[idx].depth;
        let above = links[..idx].iter().rev().find(|link| link.depth < depth);
        above.map_or(Some(reader), |link| link.writer)
    };
    let times =
        |pc: u32| links.iter().filter(|link| link.writer.is_some_and(|(_, own)| own == pc)).count();
    let repeated = links.iter().enumerate().find_map(|(idx, link)| {
        let writer = link.writer.filter(|&(_, pc)| times(pc) > 1)?;
        Some((writer, reader_of(idx)?))
    });
    if let Some(((made, writer), (count, pc))) = repeated
        && let Some(decision) = decision::decision(timeline, pc, count, names)?
        && decision.count > made
        && decision::has_ended_loop(names, &decision, writer)
    {
        parts.push(WhyPart::BranchOf { pc, decision });
    }
    for (idx, link) in links.iter().enumerate().take(SKIPPED_CAUSES_MAX) {
        let StorageLocation::Register(register) = link.place else { continue };
        let (Some((_, writer)), Some((count, pc))) = (link.writer, reader_of(idx)) else {
            continue;
        };
        let all = decision::other_writers(names, register, writer, pc);
        // Counting takes longer than following, so only short runs are counted, and only once.
        let is_short = count.saturating_sub(timeline.start_count()) <= COUNTED_INSTRUCTIONS_MAX;
        let Some(&other) = all.first().filter(|_| is_short) else { continue };
        let part = decision::why_not(timeline, other, count, names)?;
        parts.extend(Some(part).filter(is_kept_away));
        break;
    }
    Ok(parts)
}

/// Whether it is about a line that a branch kept the run away from.
fn is_kept_away(part: &WhyPart) -> bool {
    let WhyPart::Never { obstacles, .. } = part else { return false };
    let is_branch = |kind| matches!(kind, ObstacleKind::AlwaysTaken | ObstacleKind::NeverTaken);
    obstacles.iter().any(|obstacle| is_branch(obstacle.kind))
}

/// The branch that chose a constant, or one that was to choose it and made no difference.
async fn chosen(
    timeline: &mut Timeline<'_>,
    names: &DebugSymbols,
    (count, pc): (u64, u32),
    point: &YieldPoint,
) -> Result<Vec<WhyPart>, ReplayDiverged> {
    let idle = decision::either_way(timeline, pc, count, names)?;
    let idle = idle.map(|decision| WhyPart::EitherWay { pc, decision });
    let decided = decided(timeline, names, (count, pc), point).await?;
    Ok(idle.into_iter().chain(decided).collect())
}

/// What was found out, or nothing if the budget was spent before: what is known already is an
/// answer too.
fn unless_spent<T>(
    timeline: &Timeline<'_>,
    found: Result<T, ReplayDiverged>,
) -> Result<Option<T>, ReplayDiverged> {
    match found {
        Err(_) if timeline.allowance().spent().is_some() => Ok(None),
        found => found.map(Some),
    }
}

/// Why a string was printed: the register that held its address, the line that set it and the
/// branch that led there; then its characters, if the program has written them. Nothing if the
/// service at `limit` does not print a string.
async fn of_string(
    timeline: &mut Timeline<'_>,
    names: &DebugSymbols,
    (address, limit): (u32, u64),
    links: &[CauseLink],
    point: &YieldPoint,
) -> Result<Option<Vec<WhyPart>>, ReplayDiverged> {
    let machine = timeline.machine_arriving_at(limit)?;
    let reg = match machine.registers.get(Reg::V0) {
        4 => Reg::A0,
        15 => Reg::A1,
        _ => return Ok(None),
    };
    let held = StorageLocation::Register(WrittenRegister::Cpu(reg));
    let mut own = cause::why(timeline, held, limit, point).await?;
    // Half an address says nothing.
    own.retain(|link| link.place != StorageLocation::Register(WrittenRegister::Cpu(Reg::AT)));
    let mut parts = vec![WhyPart::Printed { address, reg }];
    parts.extend(chain(&own));
    if let Some(writer) = own.first().and_then(|link| link.writer) {
        let more = chosen(timeline, names, writer, point).await;
        parts.extend(unless_spent(timeline, more)?.into_iter().flatten());
    }
    if links.first().is_some_and(|link| link.writer.is_some()) {
        parts.push(WhyPart::Characters);
        parts.extend(chain(links));
    }
    Ok(Some(parts))
}

/// The branch that led to an instruction at a step, and where the values come from that it
/// compared.
pub(crate) async fn decided(
    timeline: &mut Timeline<'_>,
    names: &DebugSymbols,
    (count, pc): (u64, u32),
    point: &YieldPoint,
) -> Result<Vec<WhyPart>, ReplayDiverged> {
    let Some(decision) = decision::decision(timeline, pc, count, names)? else {
        return Ok(Vec::new());
    };
    let (compared, step) = (decision.compared.clone(), decision.count);
    let mut parts = vec![WhyPart::Branch(decision)];
    for (reg, _) in compared {
        let place = StorageLocation::Register(WrittenRegister::Cpu(reg));
        let links = cause::why(timeline, place, step, point).await?;
        let near = links.into_iter().filter(|link| link.depth < NEAR_DEPTH);
        parts.extend(near.map(|link| WhyPart::Cause { depth: link.depth + 1, link }));
    }
    Ok(parts)
}

/// The branch that led to the line of the nearest cause about which one decided.
fn decided_cause(
    timeline: &mut Timeline<'_>,
    names: &DebugSymbols,
    links: &[CauseLink],
) -> Result<Option<WhyPart>, ReplayDiverged> {
    for (count, pc) in links.iter().filter_map(|link| link.writer).take(DECIDED_CAUSES_MAX) {
        let Some(decision) = decision::decision(timeline, pc, count, names)? else { continue };
        if decision::is_decisive(names, &decision, pc) {
            return Ok(Some(WhyPart::BranchOf { pc, decision }));
        }
    }
    Ok(None)
}

/// The parts of an answer that list the causes of a value, with [`WhyPart::Cut`] at the end of a
/// list of the greatest length.
fn chain(links: &[CauseLink]) -> Vec<WhyPart> {
    let cause = |link: &CauseLink| WhyPart::Cause { depth: link.depth, link: link.clone() };
    let mut parts: Vec<WhyPart> = links.iter().map(cause).collect();
    // There may be no further cause; finding out would take another search.
    parts.extend((links.len() == LINKS_MAX).then_some(WhyPart::Cut));
    parts
}
