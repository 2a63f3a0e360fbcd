//! Lines that a run has never executed, and the branch or jump that kept it away from them.

use jetan_isa::Op;
use jetan_machine::code::Decoded;

use crate::command::grouped;
use crate::names::Names;

/// The most gaps that are told.
pub const GAPS_MAX: usize = 200;

/// How often an instruction was executed, and how often the run did not go on behind it.
pub type Counted = (u64, u64);

/// Lines of one file, one after the other, of which nothing was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
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

impl Gap {
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
/// Lines of a macro count as the line of its call.
pub fn gaps(names: &Names, counted: &dyn Fn(u32) -> Counted) -> Vec<Gap> {
    let mut gaps: Vec<Gap> = Vec::new();
    let mut is_open = false;
    for group in names.program.code.chunk_by(|a, b| a.statement == b.statement) {
        let Some(first) = group.first() else { continue };
        let is_executed = group.iter().any(|code| counted(code.address).0 > 0);
        let Some(line) = names.line(first.address).filter(|_| !is_executed) else {
            is_open &= !is_executed;
            continue;
        };
        let open = gaps
            .last_mut()
            .filter(|gap| is_open && gap.file == line.short && gap.first <= line.number);
        is_open = true;
        if let Some(gap) = open {
            gap.last = gap.last.max(line.number);
            continue;
        }
        if gaps.len() == GAPS_MAX {
            break;
        }
        gaps.push(Gap {
            file: line.short,
            first: line.number,
            last: line.number,
            pc: first.address,
            reason: reason(first.address, names, counted),
        });
    }
    gaps
}

/// Why an instruction was never reached: what is before it and what leads to it.
pub fn reason(pc: u32, names: &Names, counted: &dyn Fn(u32) -> Counted) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    for code in &names.program.code {
        let (executed, left) = counted(code.address);
        let one = Decoded::new(&code.instruction);
        if executed == 0 || !leads_to(one, code.address, pc) {
            continue;
        }
        let line = names.line_text(code.address);
        let times = match executed {
            1 => "once".to_owned(),
            _ => format!("{} times", grouped(executed)),
        };
        let text = short_text(names, code.address);
        let is_next = code.address.wrapping_add(4) == pc;
        told.extend(match one.op {
            op if op.is_branch() && is_next && left == executed => {
                Some(format!("`{text}` in {line} was taken every time ({times})"))
            }
            op if op.is_branch() && left == 0 => {
                Some(format!("`{text}` in {line} was never taken ({times} executed)"))
            }
            Op::Syscall if is_next => Some(format!("the program ended in {line}")),
            Op::J | Op::Jr if is_next => Some(format!("`{text}` in {line} goes elsewhere")),
            _ => None,
        });
    }
    // A jump away explains nothing if a branch leads here.
    if told.len() > 1 {
        told.retain(|text| !text.ends_with("goes elsewhere"));
    }
    (!told.is_empty()).then(|| told.join("; "))
}

/// Whether an instruction is before another, or goes there by a branch or a jump.
fn leads_to(one: Decoded, from: u32, to: u32) -> bool {
    let next = from.wrapping_add(4);
    let target = next.wrapping_add(one.imm.cast_unsigned() << 2);
    next == to || one.op.is_branch() && target == to
}

/// A statement without its label, its comment and needless blanks.
pub(crate) fn short_text(names: &Names, pc: u32) -> String {
    if let Some(replaced) = names.replaced(pc) {
        return replaced;
    }
    let line = names.line(pc).map(|line| line.text).unwrap_or_default();
    let code = line.split('#').next().unwrap_or_default();
    let mnemonic = names.statement(pc).map_or("", |statement| statement.mnemonic);
    let start = code.find(mnemonic).unwrap_or(0);
    code[start..].split_whitespace().collect::<Vec<_>>().join(" ")
}
