//! How a run ended, for people: the line, the values it worked on, and what it probably means.

mod advice;
mod context;
mod json;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer};
use jetan_asm::program::Statement;
use jetan_asm::{Program, SourceSet};
use jetan_isa::{Op, Reg};
use jetan_machine::stop::Exit as ProgramExit;
use jetan_machine::{Fault, Machine};

use self::context::Context;
use super::excerpt::{Mark, excerpts};
use super::fold::Fold;
use super::human::clip;
use crate::drive::{Ending, Limit};

/// How many lines a jump may have come from to be worth listing.
const ORIGINS_MAX: usize = 6;

/// Everything there is to say about the end of a run.
pub(crate) struct Report<'r> {
    pub(crate) ending: &'r Ending,
    pub(crate) machine: &'r Machine,
    pub(crate) program: &'r Program,
    pub(crate) sources: &'r SourceSet,
    /// What limit was reached, in words.
    pub(crate) limits: String,
}

impl Report<'_> {
    /// The report; empty if there is nothing to say.
    pub(crate) fn text(&self, colored: bool) -> String {
        let groups = match self.ending {
            Ending::Exited(ProgramExit::DroppedOff) => self.dropped_off(),
            Ending::Exited(_) | Ending::ClosedPipe | Ending::Lost(_) => return String::new(),
            Ending::Faulted { fault, pc } => self.fault(fault, *pc),
            Ending::Limit(limit) => {
                let title = format!("the program was stopped: {}", self.limits);
                let title = Level::ERROR.primary_title(title);
                let code = advice::code(&Fault::OutOfMemory);
                self.stopped(if *limit == Limit::Memory { title.id(code) } else { title })
            }
            Ending::Interrupted => {
                let title = "interrupted".to_owned();
                self.stopped(Level::NOTE.primary_title(title))
            }
        };
        let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&groups) + "\n"
    }

    /// MARS ends such a program in silence, so this is only a remark.
    fn dropped_off(&self) -> Vec<Group<'static>> {
        let title = "the program ran past its last instruction";
        let help = "end it with `li $v0, 10` and `syscall`; what follows in memory is not code";
        let mut group = Group::with_title(Level::NOTE.primary_title(title));
        if let Some(last) = self.machine.pc.checked_sub(4).and_then(|pc| self.statement(pc)) {
            group = self.with_line(group, &last, "the last one");
        }
        vec![group.element(Level::HELP.message(help))]
    }

    fn fault(&self, fault: &Fault, pc: u32) -> Vec<Group<'static>> {
        let context = Context::new(self.machine, self.program, fault, pc);
        let advice = advice::advise(fault, &context);
        let fold = Fold::for_reports();
        let title = Level::ERROR.primary_title(fold.text(clip(&advice.message, 300)));
        let title = title.id(advice::code(fault));
        let mut group = Group::with_title(title);
        let origins = self.origins(fault, &context);
        let origin = if let [one] = origins[..] { Some(one) } else { None };
        if let Some(statement) = self.statement(pc).or(origin) {
            group = self.with_line(group, &statement, &advice.label);
        } else if (2..=ORIGINS_MAX).contains(&origins.len()) {
            let lines: Vec<String> = origins.iter().map(|one| one.number.to_string()).collect();
            let note = format!("it probably came from one of the lines {}", lines.join(", "));
            group = group.element(Level::NOTE.message(fold.text(note)));
        }
        for note in context.notes() {
            group = group.element(Level::NOTE.message(fold.text(note)));
        }
        for help in advice.help {
            group = group.element(Level::HELP.message(fold.text(help)));
        }
        let more = format!("more about this: jetan explain {}", advice::code(fault));
        vec![group.element(Level::NOTE.message(self.executed())).element(Level::NOTE.message(more))]
    }

    /// The lines from which a wild jump may have come: nothing stands where it went.
    fn origins(&self, fault: &Fault, context: &Context) -> Vec<Statement<'_>> {
        let Fault::BadProgramCounter { pc } = fault else { return Vec::new() };
        let jumps = context.jumps_to(*pc);
        jumps.iter().filter_map(|jump| self.program.statement(jump.statement)).collect()
    }

    /// Where a program was when it was stopped.
    fn stopped(&self, title: annotate_snippets::Title<'static>) -> Vec<Group<'static>> {
        let mut group = Group::with_title(title);
        if let Some(statement) = self.statement(self.machine.pc) {
            group = self.with_line(group, &statement, "the next instruction");
        }
        group = group.element(Level::NOTE.message(self.executed()));
        if let Some(help) = self.loop_help() {
            group = group.element(Level::HELP.message(Fold::for_reports().text(help)));
        }
        vec![group]
    }

    /// Why a program that was stopped may not have ended by itself.
    fn loop_help(&self) -> Option<String> {
        let stuck = self.program.code_at(self.machine.pc).filter(|code| {
            let returns = code.instruction.op == Op::Jr
                && code.instruction.operands[0] == i32::from(Reg::RA.number());
            returns && self.machine.registers.get(Reg::RA) == code.address
        });
        if let Some(code) = stuck {
            let call = code.address.checked_sub(4).and_then(|pc| self.statement(pc));
            let call = call.filter(|call| call.mnemonic.eq_ignore_ascii_case("jal"));
            let who = call.map_or(String::new(), |call| {
                format!(": the `jal` in line {} put it there", call.number)
            });
            return Some(format!(
                "`$ra` holds the address of this `jr $ra` itself{who}; save `$ra` on the stack \
                 before a procedure calls another, and restore it before it returns"
            ));
        }
        matches!(self.ending, Ending::Limit(Limit::Steps | Limit::Time)).then(|| {
            "if it should have ended by now, look for a loop whose condition never changes, or a \
             missing exit (`li $v0, 10` and `syscall`)"
                .to_owned()
        })
    }

    fn executed(&self) -> String {
        let (count, pc) = (self.machine.count, self.machine.pc);
        let plural = if count == 1 { "" } else { "s" };
        format!("after {count} instruction{plural}, at {pc:#010x}")
    }

    fn statement(&self, pc: u32) -> Option<Statement<'_>> {
        self.program.statement(self.program.code_at(pc)?.statement)
    }

    fn with_line(
        &self,
        group: Group<'static>,
        statement: &Statement,
        label: &str,
    ) -> Group<'static> {
        let line = self.sources.text(statement.span);
        let code = line.split('#').next().unwrap_or(line);
        let indent = (code.len() - code.trim_start().len()) as u32;
        let mut span = statement.span;
        span.end = span.start + code.trim_end().len().max(indent as usize) as u32;
        span.start += indent;
        let mark = Mark { span, label: label.to_owned(), kind: AnnotationKind::Primary };
        let shown = excerpts(self.sources, vec![mark]).into_iter().map(|excerpt| excerpt.snippet);
        group.elements(shown)
    }
}
