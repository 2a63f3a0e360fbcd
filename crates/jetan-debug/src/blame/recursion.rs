//! Why a procedure called itself again and again: the branch that could have ended it.

use jetan_isa::{Op, Reg};
use jetan_run::timeline::{ReplayDiverged, Timeline};

use super::{BlameReason, Culprit, FailureAnalysis};
use crate::decision::{BranchDecision, constant_before, way_out};
use crate::trail::Trail;
use jetan_symbols::DebugSymbols;

/// The first calls whose branch is looked at, besides the last one.
const FIRST_CALLS: usize = 3;

/// The branch that led to some of the calls of a recursion: to the first ones, and to the last.
pub(super) fn decisions(
    timeline: &mut Timeline<'_>,
    trail: &Trail,
    culprit: Option<Culprit>,
    names: &DebugSymbols,
) -> Result<Vec<BranchDecision>, ReplayDiverged> {
    let Some(culprit) = culprit.filter(|one| matches!(one.reason, BlameReason::Descends(_))) else {
        return Ok(Vec::new());
    };
    let calls = || trail.open.iter().filter(|open| open.pc == culprit.pc);
    let last = calls().next_back();
    let mut found = Vec::new();
    for open in calls().take(FIRST_CALLS).chain(last) {
        found.extend(way_out(timeline, open.pc, open.count, names)?);
    }
    // A call may be reached by several branches; that of the last one is the one that repeats.
    let repeated = found.last().map(|one| one.pc);
    found.retain(|one| Some(one.pc) == repeated);
    Ok(found)
}

impl FailureAnalysis {
    /// The branch that leads to a procedure's call of itself every time, with what it compared.
    pub fn recursion_text(&self, names: &DebugSymbols) -> Option<String> {
        let (last, first) = self.recursion.split_last()?;
        let call = names.line_text(self.culprit?.pc);
        let branch = last.statement_without_values(names);
        let line = names.line_text(last.pc);
        let text = format!("the call in {call} is made because {branch} in {line}");
        let last = last.values_text();
        let mut first: Vec<String> = first.iter().map(BranchDecision::values_text).collect();
        first.dedup();
        if last.is_empty() {
            return Some(text);
        }
        Some(if first.iter().all(|values| *values == last) {
            format!("{text}: {last} every time")
        } else {
            format!("{text}: {}, later {last}", first.join(", then "))
        })
    }

    /// Advice on the branch that could have ended a recursion.
    pub fn recursion_help(&self, names: &DebugSymbols) -> Option<String> {
        let (last, first) = self.recursion.split_last()?;
        let line = names.line_text(last.pc);
        if first.last().is_some_and(|one| one.compared == last.compared) {
            return Some(format!(
                "what {line} tests does not change any more from call to call: the call must be \
                 given a smaller problem"
            ));
        }
        let (bound, reg) = tested_for_equality(last, names)?;
        let value = |one: &BranchDecision| Some(one.compared.first()?.1.cast_signed());
        let (from, to) = (value(first.first()?)?, value(last)?);
        let is_passed = (from > bound) != (to > bound) && from != bound;
        let by_size = if from > bound { ("blez", "ble") } else { ("bgez", "bge") };
        let by_size = if bound == 0 { by_size.0 } else { by_size.1 };
        is_passed.then(|| {
            format!(
                "`{reg}` steps over {bound} and is never equal to it: compare by size \
                 (`{by_size}`), or look at the step"
            )
        })
    }
}

/// The number with which a branch compares a register for being equal, and the register.
fn tested_for_equality(branch: &BranchDecision, names: &DebugSymbols) -> Option<(i32, Reg)> {
    let one = &names.program.code_at(branch.pc)?.instruction;
    let [left, right] = [one.operands[0], one.operands[1]].map(|reg| Reg::at_index(reg as u8));
    let &[(reg, _)] = &branch.compared[..] else { return None };
    let other = if left == reg { right } else { left };
    let bound = match other {
        Reg::ZERO => Some(0),
        Reg::AT => constant_before(branch.pc, names),
        _ => None,
    };
    matches!(one.op, Op::Beq | Op::Bne).then_some((bound?, reg))
}
