//! Commands that say why: a value, a line, an ending.

use jetan_isa::{Op, Reg, Service};
use jetan_machine::{Machine, Stop, StopConditions};
use jetan_run::timeline::{BackSearchResult, WorkBudget};

use super::{DebugContext, DebugError, DebugReply, ReplyResult, number};
use crate::budget::{WORK_MAX, cut_text};
use crate::cause::StorageLocation;
use crate::debugger::Debugger;
use crate::decision;
use crate::view::DebugView;
use crate::why::{self, WhyPart, WhyQuestion};

pub(super) async fn explain(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let (lines, aftermath) = context.debugger.explain(context.point).await?;
    let view = aftermath.map(|aftermath| DebugView::Aftermath(Box::new(aftermath)));
    Ok(DebugReply { lines, view, ..DebugReply::default() })
}

/// Says why, and after how many steps the looking was cut, if it was.
pub(super) async fn why(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    // By hand and not by the function in `budget`, which is about runs that diverge: here the
    // question itself may be wrong.
    let before = context.debugger.timeline.set_allowance(WorkBudget::of(WORK_MAX));
    let outcome = reasons(context, text).await;
    let spent = context.debugger.timeline.set_allowance(before).spent();
    match (spent, outcome) {
        (None, outcome) => outcome,
        (Some(steps), Ok(mut reply)) => {
            reply.lines.push(cut_text(steps));
            Ok(reply)
        }
        (Some(steps), Err(_)) => Err(DebugError::new(cut_text(steps))),
    }
}

async fn reasons(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    if let Some(rest) = text.strip_prefix("not ") {
        return context.why_not(rest.trim().strip_prefix("line").unwrap_or(rest).trim());
    }
    if text == "line" || text.starts_with("line ") {
        return context.why_line(text["line".len()..].trim()).await;
    }
    if text == "output"
        && context.debugger.printed_bytes() == 0
        && let Some(reply) = context.why_nothing().await?
    {
        return Ok(reply);
    }
    let (place, limit) = match text.strip_prefix("output") {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => {
            let last = context.debugger.printed_bytes().saturating_sub(1);
            // A number that cannot be read is refused like one beyond the output.
            let byte =
                if rest.is_empty() { Some(last) } else { number(rest.trim()).map(|n| n as usize) };
            context.debugger.printer(byte.unwrap_or(usize::MAX))?
        }
        _ => (context.debugger.place(text)?, context.debugger.timeline.count()),
    };
    let question = WhyQuestion { place, limit, is_output: text.starts_with("output") };
    let Debugger { timeline, names, .. } = &mut *context.debugger;
    let parts = why::of_value(timeline, names, question, context.point).await?;
    context.why_reply(parts)
}

impl DebugContext<'_, '_> {
    fn why_reply(&self, parts: Vec<WhyPart>) -> ReplyResult {
        let names = &self.debugger.names;
        let mut lines: Vec<String> = parts.iter().map(|part| part.text(names)).collect();
        lines.extend(self.overwritten(&parts));
        Ok(DebugReply { lines, view: Some(DebugView::Why(parts)), ..DebugReply::default() })
    }

    /// A line for each instruction in an answer that the program has overwritten since it was
    /// loaded: its source line is no longer what is executed.
    fn overwritten(&self, parts: &[WhyPart]) -> Vec<String> {
        let Debugger { timeline, names, .. } = &*self.debugger;
        let machine = timeline.machine();
        let mut lines = Vec::new();
        for pc in parts.iter().filter_map(WhyPart::pc) {
            let word = machine.memory.peek_word(pc);
            if names.program.code_at(pc).is_none_or(|code| code.word == word) {
                continue;
            }
            let (line, now) = (names.line_text(pc), names.instruction(machine, pc));
            let text = format!("the program has overwritten {line}: it is `{now}` now");
            if !lines.contains(&text) {
                lines.push(text);
            }
        }
        lines
    }

    /// Why nothing was printed, if the last string that was to be printed was empty.
    async fn why_nothing(&mut self) -> Result<Option<DebugReply>, DebugError> {
        let Debugger { timeline, names, .. } = &mut *self.debugger;
        let services = names.program.code.iter().filter(|code| code.instruction.op == Op::Syscall);
        let until = StopConditions {
            breakpoints: services.map(|code| code.address).collect(),
            ..StopConditions::default()
        };
        let is_string = |machine: &Machine| {
            let service = Service::from_number(machine.registers.get(Reg::V0));
            let first = machine.memory.peek(machine.registers.get(Reg::A0));
            service == Some(Service::PrintString) && first == 0
        };
        let count = timeline.count();
        let accept = &mut |machine: &Machine, _: &Stop| is_string(machine);
        let found = timeline.find_back(count, &until, accept, self.point).await?;
        let BackSearchResult::At(limit, _) = found else { return Ok(None) };
        let machine = timeline.machine_arriving_at(limit)?;
        let place = StorageLocation::Memory(machine.registers.get(Reg::A0), 1);
        let question = WhyQuestion { place, limit, is_output: true };
        let mut parts = vec![WhyPart::Empty { pc: machine.pc, count: limit }];
        parts.extend(why::of_value(timeline, names, question, self.point).await?);
        self.why_reply(parts).map(Some)
    }

    /// The branch that led to an instruction, and where the values come from that it compared.
    async fn decided(&mut self, pc: u32, count: u64) -> Result<Vec<WhyPart>, DebugError> {
        let Debugger { timeline, names, .. } = &mut *self.debugger;
        Ok(why::decided(timeline, names, (count, pc), self.point).await?)
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
