//! Commands that say why: a value, a line, an ending.

use jetan_isa::Reg;
use jetan_machine::Until;
use jetan_machine::observer::Register;
use jetan_run::timeline::Found;

use super::{Desk, Outcome, Refusal, grouped, look, number};
use crate::cause::{self, LINKS_MAX, Link, Origin, Place};
use crate::debugger::Debugger;
use crate::decision;

/// How much of the past of a compared value is told with a branch.
const NEAR_DEPTH: usize = 2;

pub(super) fn explain(desk: &mut Desk<'_, '_>, _: &str) -> Outcome {
    look::said(desk.debugger.explain(desk.patience)?)
}

pub(super) fn why(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    if let Some(rest) = text.strip_prefix("not ") {
        return desk.why_not(rest.trim().strip_prefix("line").unwrap_or(rest).trim());
    }
    if text == "line" || text.starts_with("line ") {
        return desk.why_line(text["line".len()..].trim());
    }
    let (place, limit) = match text.strip_prefix("output") {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => {
            let last = desk.debugger.printed_bytes().saturating_sub(1);
            let byte =
                if rest.is_empty() { Some(last) } else { number(rest.trim()).map(|n| n as usize) };
            desk.debugger.printer(byte.unwrap_or(usize::MAX))?
        }
        _ => (desk.debugger.place(text)?, desk.debugger.timeline.count()),
    };
    let links = cause::why(&mut desk.debugger.timeline, place, limit, desk.patience)?;
    let mut lines = desk.chain(&links);
    if let (true, Place::Memory(address, _)) = (text.starts_with("output"), place) {
        lines = desk.why_string(address, limit, &links)?;
    }
    // A constant says nothing by itself: what matters is why its line was executed.
    let constant = links.first().filter(|link| link.origin == Origin::Constant);
    if let Some((count, pc)) = constant.and_then(|link| link.writer) {
        lines.extend(desk.decided(pc, count)?);
    }
    look::said(lines)
}

impl Desk<'_, '_> {
    fn chain(&self, links: &[Link]) -> Vec<String> {
        let names = &self.debugger.names;
        let line = |link: &Link| "  ".repeat(link.depth) + &link.text(names);
        let mut lines: Vec<String> = links.iter().map(line).collect();
        if links.len() == LINKS_MAX {
            lines.push(format!("(the first {LINKS_MAX} causes)"));
        }
        lines
    }

    /// Why a string was printed: the register that held its address, the line that set it and the
    /// branch that led there; then its characters, if the program has written them.
    fn why_string(
        &mut self,
        address: u32,
        limit: u64,
        links: &[Link],
    ) -> Result<Vec<String>, Refusal> {
        let machine = self.debugger.timeline.machine_arriving_at(limit)?;
        let reg = match machine.registers.get(Reg::V0) {
            4 => Reg::A0,
            15 => Reg::A1,
            _ => return Ok(self.chain(links)),
        };
        let held = Place::Register(Register::Cpu(reg));
        let mut own = cause::why(&mut self.debugger.timeline, held, limit, self.patience)?;
        // Half an address says nothing.
        own.retain(|link| link.place != Place::Register(Register::Cpu(Reg::AT)));
        let label = self.debugger.names.address_text(address);
        let mut lines = vec![format!("printed from the string at {label}, which is in {reg}:")];
        lines.extend(self.chain(&own));
        if let Some((count, pc)) = own.first().and_then(|link| link.writer) {
            lines.extend(self.decided(pc, count)?);
        }
        if links.first().is_some_and(|link| link.writer.is_some()) {
            lines.push("its characters:".to_owned());
            lines.extend(self.chain(links));
        }
        Ok(lines)
    }

    /// The branch that led to an instruction, and where the values come from that it compared.
    fn decided(&mut self, pc: u32, count: u64) -> Result<Vec<String>, Refusal> {
        let Debugger { timeline, names, .. } = &mut *self.debugger;
        let Some(decision) = decision::decision(timeline, pc, count, names)? else {
            return Ok(Vec::new());
        };
        let mut lines = vec![format!("executed because {}", decision.text(names))];
        for &(reg, _) in &decision.compared {
            let place = Place::Register(Register::Cpu(reg));
            let links = cause::why(timeline, place, decision.count, self.patience)?;
            let near = links.iter().filter(|link| link.depth < NEAR_DEPTH);
            lines.extend(near.map(|link| "  ".repeat(link.depth + 1) + &link.text(names)));
        }
        Ok(lines)
    }

    /// Why a line was executed: this one, or another the last time.
    fn why_line(&mut self, text: &str) -> Outcome {
        let count = self.debugger.timeline.count();
        if text.is_empty() {
            let pc = self.debugger.machine().pc;
            let lines = self.decided(pc, count)?;
            return look::said(or_straight(lines));
        }
        let pc = self.debugger.code(text)?;
        let until = Until { breakpoints: [pc].into_iter().collect(), ..Until::default() };
        let found =
            self.debugger.timeline.find_back(count, &until, &mut |_, _| true, self.patience)?;
        match found {
            Found::At(count, _) => {
                let line = self.debugger.names.line_text(pc);
                let mut lines = vec![format!("{line} was executed since {}", grouped(count + 1))];
                let decided = self.decided(pc, count)?;
                lines.extend(or_straight(decided));
                look::said(lines)
            }
            Found::Nothing => self.why_not(text),
            Found::GaveUp => Err(Refusal::new("interrupted")),
        }
    }

    fn why_not(&mut self, text: &str) -> Outcome {
        let pc = self.debugger.code(text)?;
        let Debugger { timeline, names, .. } = &mut *self.debugger;
        let count = timeline.count();
        look::said(vec![decision::why_not(timeline, pc, count, names)?])
    }
}

fn or_straight(lines: Vec<String>) -> Vec<String> {
    if !lines.is_empty() {
        return lines;
    }
    vec!["no branch of its procedure decided about it: every way leads there".to_owned()]
}
