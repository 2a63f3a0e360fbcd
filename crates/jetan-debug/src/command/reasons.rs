//! Commands that say why: a value, a line, an ending.

use jetan_isa::Reg;
use jetan_machine::StopConditions;
use jetan_machine::observer::WrittenRegister;
use jetan_run::timeline::{BackSearchResult, WorkBudget};

use super::{DebugContext, DebugError, DebugReply, ReplyResult, number};
use crate::budget::{WORK_MAX, cut_text};
use crate::cause::{self, CauseLink, CauseOrigin, StorageLocation};
use crate::debugger::Debugger;
use crate::decision;
use crate::view::DebugView;
use crate::why::{WhyPart, chain};

/// The depth to which the past of a compared value is shown with a branch.
const NEAR_DEPTH: usize = 2;

pub(super) async fn explain(desk: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let (lines, aftermath) = desk.debugger.explain(desk.point).await?;
    let view = aftermath.map(|aftermath| DebugView::Aftermath(Box::new(aftermath)));
    Ok(DebugReply { lines, view, ..DebugReply::default() })
}

/// Says why, and after how many steps the looking was cut, if it was.
pub(super) async fn why(desk: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    // By hand and not by the function in `budget`, which is about runs that diverge: here the
    // question itself may be wrong.
    let before = desk.debugger.timeline.set_allowance(WorkBudget::of(WORK_MAX));
    let outcome = reasons(desk, text).await;
    let spent = desk.debugger.timeline.set_allowance(before).spent();
    match (spent, outcome) {
        (None, outcome) => outcome,
        (Some(steps), Ok(mut reply)) => {
            reply.lines.push(cut_text(steps));
            Ok(reply)
        }
        (Some(steps), Err(_)) => Err(DebugError::new(cut_text(steps))),
    }
}

async fn reasons(desk: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    if let Some(rest) = text.strip_prefix("not ") {
        return desk.why_not(rest.trim().strip_prefix("line").unwrap_or(rest).trim());
    }
    if text == "line" || text.starts_with("line ") {
        return desk.why_line(text["line".len()..].trim()).await;
    }
    let (place, limit) = match text.strip_prefix("output") {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => {
            let last = desk.debugger.printed_bytes().saturating_sub(1);
            // A number that cannot be read is refused like one beyond the output.
            let byte =
                if rest.is_empty() { Some(last) } else { number(rest.trim()).map(|n| n as usize) };
            desk.debugger.printer(byte.unwrap_or(usize::MAX))?
        }
        _ => (desk.debugger.place(text)?, desk.debugger.timeline.count()),
    };
    let links = cause::why(&mut desk.debugger.timeline, place, limit, desk.point).await?;
    let mut parts = chain(&links);
    if let (true, StorageLocation::Memory(address, _)) = (text.starts_with("output"), place) {
        parts = desk.why_string(address, limit, &links).await?;
    }
    // A constant says nothing by itself: what matters is why its line was executed.
    let constant = links.first().filter(|link| link.origin == CauseOrigin::Constant);
    if let Some((count, pc)) = constant.and_then(|link| link.writer) {
        parts.extend(desk.decided(pc, count).await?);
    }
    desk.why_reply(parts)
}

impl DebugContext<'_, '_> {
    fn why_reply(&self, parts: Vec<WhyPart>) -> ReplyResult {
        let names = &self.debugger.names;
        let lines = parts.iter().map(|part| part.text(names)).collect();
        Ok(DebugReply { lines, view: Some(DebugView::Why(parts)), ..DebugReply::default() })
    }

    /// Why a string was printed: the register that held its address, the line that set it and the
    /// branch that led there; then its characters, if the program has written them.
    async fn why_string(
        &mut self,
        address: u32,
        limit: u64,
        links: &[CauseLink],
    ) -> Result<Vec<WhyPart>, DebugError> {
        let machine = self.debugger.timeline.machine_arriving_at(limit)?;
        let reg = match machine.registers.get(Reg::V0) {
            4 => Reg::A0,
            15 => Reg::A1,
            _ => return Ok(chain(links)),
        };
        let held = StorageLocation::Register(WrittenRegister::Cpu(reg));
        let mut own = cause::why(&mut self.debugger.timeline, held, limit, self.point).await?;
        // Half an address says nothing.
        own.retain(|link| link.place != StorageLocation::Register(WrittenRegister::Cpu(Reg::AT)));
        let mut parts = vec![WhyPart::Printed { address, reg }];
        parts.extend(chain(&own));
        if let Some((count, pc)) = own.first().and_then(|link| link.writer) {
            parts.extend(self.decided(pc, count).await?);
        }
        if links.first().is_some_and(|link| link.writer.is_some()) {
            parts.push(WhyPart::Characters);
            parts.extend(chain(links));
        }
        Ok(parts)
    }

    /// The branch that led to an instruction, and where the values come from that it compared.
    async fn decided(&mut self, pc: u32, count: u64) -> Result<Vec<WhyPart>, DebugError> {
        let Debugger { timeline, names, .. } = &mut *self.debugger;
        let Some(decision) = decision::decision(timeline, pc, count, names)? else {
            return Ok(Vec::new());
        };
        let (compared, instant) = (decision.compared.clone(), decision.count);
        let mut parts = vec![WhyPart::Branch(decision)];
        for (reg, _) in compared {
            let place = StorageLocation::Register(WrittenRegister::Cpu(reg));
            let links = cause::why(timeline, place, instant, self.point).await?;
            let near = links.into_iter().filter(|link| link.depth < NEAR_DEPTH);
            parts.extend(near.map(|link| WhyPart::Cause { depth: link.depth + 1, link }));
        }
        Ok(parts)
    }

    /// Why a line was executed: this one, or another the last time.
    async fn why_line(&mut self, text: &str) -> ReplyResult {
        let count = self.debugger.timeline.count();
        if text.is_empty() {
            let pc = self.debugger.machine().pc;
            let parts = self.decided(pc, count).await?;
            return self.why_reply(or_every_way(parts));
        }
        let pc = self.debugger.code(text)?;
        let until =
            StopConditions { breakpoints: [pc].into_iter().collect(), ..StopConditions::default() };
        let found =
            self.debugger.timeline.find_back(count, &until, &mut |_, _| true, self.point).await?;
        match found {
            BackSearchResult::At(count, _) => {
                let mut parts = vec![WhyPart::Executed { pc, count }];
                let decided = self.decided(pc, count).await?;
                parts.extend(or_every_way(decided));
                self.why_reply(parts)
            }
            BackSearchResult::Nothing => self.why_not(text),
            BackSearchResult::GaveUp => Err(DebugError::new("interrupted")),
        }
    }

    fn why_not(&mut self, text: &str) -> ReplyResult {
        let pc = self.debugger.code(text)?;
        let Debugger { timeline, names, .. } = &mut *self.debugger;
        let count = timeline.count();
        let part = decision::why_not(timeline, pc, count, names)?;
        self.why_reply(vec![part])
    }
}

fn or_every_way(parts: Vec<WhyPart>) -> Vec<WhyPart> {
    if parts.is_empty() { vec![WhyPart::EveryWay] } else { parts }
}
