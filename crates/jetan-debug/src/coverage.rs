//! Lines that a run has never executed, and the branch or jump that kept it away from them.

use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;

use crate::command::grouped;
use jetan_symbols::DebugSymbols;

/// The most gaps that are shown.
pub const GAPS_MAX: usize = 200;

/// The executions of an instruction, and those after which the run did not go on to the next one.
pub type ExecutionCount = (u64, u64);

/// Lines of one file, one after the other, of which nothing was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageGap {
    /// The name of the file, as short as it is unique.
    pub file: String,
    /// The first line.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// The address of the first instruction.
    pub pc: u32,
    /// Why they were not reached, as far as one can see.
    pub reason: Option<String>,
}

impl CoverageGap {
    /// The gap in a line.
    pub fn text(&self) -> String {
        let lines = if self.first == self.last {
            format!("{}:{}", self.file, self.first)
        } else {
            format!("{}:{}-{}", self.file, self.first, self.last)
        };
        match &self.reason {
            Some(reason) => format!("{lines}: never executed: {reason}"),
            None => format!("{lines}: never executed"),
        }
    }
}

/// The lines that were never executed, in the order of their addresses, at most [`GAPS_MAX`].
/// Lines of a macro count as the line of its call. Reasons are given only where `counted` knows
/// after which instructions the run went elsewhere.
pub fn gaps(
    names: &DebugSymbols,
    counted: &dyn Fn(u32) -> ExecutionCount,
    has_reasons: bool,
) -> Vec<CoverageGap> {
    let mut gaps: Vec<CoverageGap> = Vec::new();
    let mut is_open = false;
    for group in names.program.code.chunk_by(|a, b| a.statement == b.statement) {
        let Some(first) = group.first() else { continue };
        let is_executed = group.iter().any(|code| counted(code.address).0 > 0);
        let Some(line) = names.line(first.address).filter(|_| !is_executed) else {
            // A statement without a line does not end a gap, one that was executed does.
            is_open &= !is_executed;
            continue;
        };
        let open = gaps
            // Included files and macros go back in a file: a line before the gap's first begins
            // another gap.
            .last_mut()
            .filter(|gap| is_open && gap.file == line.short && gap.first <= line.number);
        is_open = true;
        if let Some(gap) = open {
            gap.last = gap.last.max(line.number);
            continue;
        }
        // The reason for each gap is searched in the whole program, which this bounds.
        if gaps.len() == GAPS_MAX {
            break;
        }
        let before = has_reasons.then(|| obstacles(first.address, names, counted, false));
        gaps.push(CoverageGap {
            file: line.short,
            first: line.number,
            last: line.number,
            pc: first.address,
            reason: before.and_then(|before| obstacles_text(&before, names)),
        });
    }
    gaps
}

/// An instruction from which a run could have gone somewhere, and did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The address of the instruction.
    pub pc: u32,
    /// The way it went instead.
    pub kind: ObstacleKind,
    /// The number of times it was executed.
    pub times: u64,
}

/// The reason why a run did not come to an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// The branch before it was taken every time.
    AlwaysTaken,
    /// The branch to it was never taken.
    NeverTaken,
    /// The instruction before it ended the program: a service, or one that failed.
    Ended,
    /// The call before it did not return there.
    NotReturned,
    /// The jump before it goes elsewhere.
    Elsewhere,
}

impl ObstacleKind {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            ObstacleKind::AlwaysTaken => "alwaysTaken",
            ObstacleKind::NeverTaken => "neverTaken",
            ObstacleKind::Ended => "ended",
            ObstacleKind::NotReturned => "notReturned",
            ObstacleKind::Elsewhere => "elsewhere",
        }
    }
}

impl Obstacle {
    /// The obstacle in words.
    pub fn text(&self, names: &DebugSymbols) -> String {
        let (line, text) = (names.line_text(self.pc), short_text(names, self.pc));
        let times = match self.times {
            1 => "once".to_owned(),
            times => format!("{} times", grouped(times)),
        };
        match self.kind {
            ObstacleKind::AlwaysTaken => {
                format!("`{text}` in {line} was taken every time ({times})")
            }
            ObstacleKind::NeverTaken => {
                format!("`{text}` in {line} was never taken ({times} executed)")
            }
            ObstacleKind::Ended => format!("the program ended in {line}"),
            ObstacleKind::NotReturned => {
                format!("`{text}` in {line} never returned here ({times} called)")
            }
            ObstacleKind::Elsewhere => format!("`{text}` in {line} goes elsewhere"),
        }
    }
}

/// Some obstacles in words; none if there are none.
pub(crate) fn obstacles_text(obstacles: &[Obstacle], names: &DebugSymbols) -> Option<String> {
    let texts: Vec<String> = obstacles.iter().map(|obstacle| obstacle.text(names)).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// Why an instruction was never reached: what is before it and what leads to it. `has_slots` tells
/// whether the instruction after a branch or jump is executed before it goes anywhere.
pub fn obstacles(
    pc: u32,
    names: &DebugSymbols,
    counted: &dyn Fn(u32) -> ExecutionCount,
    has_slots: bool,
) -> Vec<Obstacle> {
    let mut found: Vec<Obstacle> = Vec::new();
    let goes = |op: Op| op.is_branch() || op.is_jump();
    let mut follows_jump = false;
    for code in &names.program.code {
        let (times, left) = counted(code.address);
        let one = DecodedInstruction::new(&code.instruction);
        let is_slot = has_slots && std::mem::replace(&mut follows_jump, goes(one.op));
        let length = if has_slots && goes(one.op) { 8 } else { 4 };
        if times == 0 || is_slot || !leads_to(one, code.address, length, pc) {
            continue;
        }
        let is_next = code.address.wrapping_add(length) == pc;
        let kind = match one.op {
            op if op.is_branch() && is_next && left == times => ObstacleKind::AlwaysTaken,
            op if op.is_branch() && left == 0 => ObstacleKind::NeverTaken,
            Op::J | Op::Jr if is_next => ObstacleKind::Elsewhere,
            Op::Jal | Op::Jalr | Op::JalrRa if is_next => ObstacleKind::NotReturned,
            // Straight code whose next instruction was never reached has ended the program.
            op if is_next && !goes(op) && op != Op::Eret => ObstacleKind::Ended,
            _ => continue,
        };
        found.push(Obstacle { pc: code.address, kind, times });
    }
    // A jump away explains nothing if a branch leads here.
    if found.len() > 1 {
        found.retain(|obstacle| obstacle.kind != ObstacleKind::Elsewhere);
    }
    found
}

/// Whether an instruction is before another, `length` bytes away, or goes there by a branch.
fn leads_to(one: DecodedInstruction, from: u32, length: u32, to: u32) -> bool {
    let target = from.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2);
    from.wrapping_add(length) == to || one.op.is_branch() && target == to
}

/// A statement without its label, its comment and needless blanks.
pub(crate) fn short_text(names: &DebugSymbols, pc: u32) -> String {
    if let Some(replaced) = names.replaced(pc) {
        return replaced;
    }
    let line = names.line(pc).map(|line| line.text).unwrap_or_default();
    let code = line.split('#').next().unwrap_or_default();
    let mnemonic = names.statement(pc).map_or("", |statement| statement.mnemonic);
    let start = code.find(mnemonic).unwrap_or(0);
    code[start..].split_whitespace().collect::<Vec<_>>().join(" ")
}
