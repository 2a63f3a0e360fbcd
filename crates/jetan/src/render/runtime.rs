//! How a run ended, for people: the line, the values it worked on, and what it probably means.

mod advice;
mod context;
mod json;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use jetan_asm::program::Statement;
use jetan_debug::blame::{Inquiry, Reason};
use jetan_debug::names::Names;
use jetan_debug::spin::Endless;
use jetan_machine::stop::Exit as ProgramExit;
use jetan_machine::{Fault, Machine};

use self::context::Context;
use super::excerpt::{Mark, excerpts};
use super::fold::Fold;
use super::human::clip;
use super::seen::Seen;
use crate::command::run::Aftermath;
use crate::drive::{Ending, Limit};

/// How many lines of a chain are shown.
const LINKS_SHOWN: usize = 8;

/// Everything there is to say about the end of a run.
pub(crate) struct Report<'r> {
    pub(crate) ending: &'r Ending,
    pub(crate) machine: &'r Machine,
    pub(crate) names: &'r Names,
    /// What was found out by looking at the run again.
    pub(crate) aftermath: &'r Aftermath,
    /// What limit was reached, in words.
    pub(crate) limits: String,
    /// What was seen inside the run, for machines.
    pub(crate) seen: &'r Seen,
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
        let last = self.machine.pc.checked_sub(4);
        let mark = last.and_then(|pc| self.mark(pc, "the last one", true));
        group = group.elements(self.shown(mark.into_iter().collect()));
        vec![group.element(Level::HELP.message(help))]
    }

    fn fault(&self, fault: &Fault, pc: u32) -> Vec<Group<'static>> {
        let context = self.context(fault, pc);
        let advice = advice::advise(fault, &context);
        let fold = Fold::for_reports();
        let title = Level::ERROR.primary_title(fold.text(clip(&advice.message, 300)));
        let title = title.id(advice::code(fault));
        let jump = self.inquiry().and_then(|inquiry| inquiry.jump);
        let scene = jump.map_or(pc, |jump| jump.from);
        let label = if jump.is_some() { "it jumped from here" } else { &advice.label };
        let mut marks: Vec<Mark> = self.mark(scene, label, true).into_iter().collect();
        marks.extend(self.accusation(scene));
        let mut group = Group::with_title(title).elements(self.shown(marks));
        for note in context.notes().into_iter().chain(self.findings()) {
            group = group.element(Level::NOTE.message(fold.text(note)));
        }
        for help in advice.help {
            group = group.element(Level::HELP.message(fold.text(help)));
        }
        let more = format!("more about this: jetan explain {}", advice::code(fault));
        vec![group.element(Level::NOTE.message(self.executed())).element(Level::NOTE.message(more))]
    }

    fn context(&self, fault: &Fault, pc: u32) -> Context<'_> {
        let stray = self.inquiry().and_then(|inquiry| inquiry.trail.stray);
        let is_called = stray.is_some_and(|stray| stray.call.is_some());
        let mut context = Context::new(self.machine, &self.names.program, fault, pc);
        context.is_called = is_called;
        context
    }

    fn inquiry(&self) -> Option<&Inquiry> {
        self.aftermath.inquiry.as_ref()
    }

    /// The line that is to blame, if it is another than the one at hand.
    fn accusation(&self, scene: u32) -> Option<Mark> {
        let inquiry = self.inquiry()?;
        let text = inquiry.accusation(self.names)?;
        let pc = inquiry.culprit?.pc;
        let line = |pc| self.names.line(pc).map(|line| (line.file, line.number));
        self.mark(pc, &text, false).filter(|_| line(pc) != line(scene))
    }

    /// What else was found out, a note each.
    fn findings(&self) -> Vec<String> {
        let Some(inquiry) = self.inquiry() else {
            let doubt = self.aftermath.doubt.map(|why| format!("the cause is not known: {why}"));
            return doubt.into_iter().collect();
        };
        let mut notes: Vec<String> = inquiry.stray_text(self.names).into_iter().collect();
        let chain = inquiry.chain(self.names, LINKS_SHOWN);
        if !chain.is_empty() {
            notes.push(format!("where it came from:\n{}", chain.join("\n")));
        }
        let calls = inquiry.calls(self.names);
        if !calls.is_empty() {
            notes.push(format!("called from:\n{}", calls.join("\n")));
        }
        notes
    }

    /// Where a program was when it was stopped, and what it does forever.
    fn stopped(&self, title: annotate_snippets::Title<'static>) -> Vec<Group<'static>> {
        let pc = self.machine.pc;
        let mut marks: Vec<Mark> =
            self.mark(pc, "the next instruction", true).into_iter().collect();
        let endless = self.aftermath.endless.as_ref();
        let accusation = self.accusation(pc);
        let is_astray = accusation.is_some();
        marks.extend(accusation);
        if let Some((pc, label)) = endless.map(|endless| endless.mark(self.names)) {
            marks.extend(self.mark(pc, &label, false).filter(|_| !is_astray));
        }
        let mut group = Group::with_title(title).elements(self.shown(marks));
        let mut notes: Vec<String> = Vec::new();
        if is_astray {
            notes.extend(self.findings());
        }
        let told = if is_astray { 1 } else { usize::MAX };
        notes.extend(endless.iter().flat_map(|endless| endless.text(self.names)).take(told));
        notes.push(self.executed());
        for note in notes {
            group = group.element(Level::NOTE.message(note));
        }
        if let Some(help) = self.loop_help() {
            group = group.element(Level::HELP.message(Fold::for_reports().text(help.to_owned())));
        }
        vec![group]
    }

    /// What to do about a program that did not end by itself.
    fn loop_help(&self) -> Option<&'static str> {
        let reason = self.inquiry().and_then(|inquiry| inquiry.culprit).map(|who| who.reason);
        match (reason, &self.aftermath.endless) {
            (Some(Reason::Calls | Reason::Keeps(_)), _) => Some(
                "save `$ra` on the stack before a procedure calls another, and restore it before \
                 it returns",
            ),
            (Some(Reason::FallsInto(_)), _) => {
                Some("end the program before the procedure: `li $v0, 10` and `syscall`")
            }
            (_, Some(Endless::Calls(_))) => Some(
                "a procedure that calls itself needs a case in which it does not, tested before \
                 the call",
            ),
            (_, Some(Endless::Loop(_)) | None) if self.is_bounded() => Some(
                "if it should have ended by now, look at what would have to change for the loop \
                 to end, or for a missing exit (`li $v0, 10` and `syscall`)",
            ),
            _ => None,
        }
    }

    fn is_bounded(&self) -> bool {
        matches!(self.ending, Ending::Limit(Limit::Steps | Limit::Time))
    }

    fn executed(&self) -> String {
        let (count, pc) = (self.machine.count, self.machine.pc);
        let plural = if count == 1 { "" } else { "s" };
        format!("after {count} instruction{plural}, at {pc:#010x}")
    }

    fn statement(&self, pc: u32) -> Option<Statement<'_>> {
        self.names.program.statement(self.names.program.code_at(pc)?.statement)
    }

    /// The line of an instruction, with something written beside it.
    fn mark(&self, pc: u32, label: &str, is_primary: bool) -> Option<Mark> {
        let statement = self.statement(pc)?;
        let line = self.names.sources.text(statement.span);
        let code = line.split('#').next().unwrap_or(line);
        let indent = (code.len() - code.trim_start().len()) as u32;
        let mut span = statement.span;
        span.end = span.start + code.trim_end().len().max(indent as usize) as u32;
        span.start += indent;
        let kind = if is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        Some(Mark { span, label: label.to_owned(), kind })
    }

    fn shown(&self, marks: Vec<Mark>) -> Vec<Snippet<'static, Annotation<'static>>> {
        let all = excerpts(&self.names.sources, marks);
        all.into_iter().map(|excerpt| excerpt.snippet).collect()
    }
}
