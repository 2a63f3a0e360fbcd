//! The end of a run, for people: the line, the values it worked on, and what it probably means.

mod json;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::program::ProgramStatement;
use jetan_debug::advice::{self, FaultAdvice};
use jetan_debug::blame::FailureAnalysis;
use jetan_debug::post_mortem::PostMortem;
use jetan_isa::Reg;
use jetan_machine::{Fault, Machine};
use jetan_run::{RunEnd, RunLimit};
use jetan_symbols::DebugSymbols;

use super::excerpt::{SourceMark, excerpts};
use super::fold::LineFold;
use super::human::{self, clip};
use super::instrumentation::InstrumentationReport;

/// Everything there is to say about the end of a run.
pub struct RunReport<'r> {
    /// The end itself.
    pub ending: &'r RunEnd,
    /// The machine as it is then.
    pub machine: &'r Machine,
    /// The program, its sources and its labels.
    pub names: &'r DebugSymbols,
    /// The result of the post-mortem.
    pub aftermath: &'r PostMortem,
    /// The limit that was reached, in words.
    pub limits: String,
    /// The report of the instrumentation, as JSON.
    pub seen: &'r InstrumentationReport,
}

impl RunReport<'_> {
    /// The report; empty if there is nothing to say.
    pub fn text(&self, colored: bool, fold: LineFold) -> String {
        let groups = match self.ending {
            RunEnd::DroppedOff(_) => self.dropped_off(),
            RunEnd::Exited(_)
            | RunEnd::Returned(_)
            | RunEnd::OutputClosed
            | RunEnd::OutputLost(_) => {
                return String::new();
            }
            RunEnd::Faulted { fault, pc } => self.fault(fault, *pc, fold),
            RunEnd::Limit(limit) => {
                let title = format!("the program was stopped: {}", self.limits);
                let title = Level::ERROR.primary_title(title);
                let code = advice::code(&Fault::OutOfMemory);
                // Only the limit of memory has an article of its own.
                self.stopped(if *limit == RunLimit::Memory { title.id(code) } else { title }, fold)
            }
            RunEnd::Interrupted | RunEnd::EndOfInput | RunEnd::OutOfKeys => {
                let title = "interrupted".to_owned();
                self.stopped(Level::NOTE.primary_title(title), fold)
            }
        };
        let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&groups) + "\n"
    }

    /// MARS ends such a program in silence, so this is only a note.
    fn dropped_off(&self) -> Vec<Group<'static>> {
        if self.names.program.code.is_empty() {
            let title = "the program has no instructions";
            let help = "write them below `.text`; `li $v0, 10` and `syscall` end a program";
            let group = Group::with_title(Level::NOTE.primary_title(title));
            return vec![group.element(Level::HELP.message(help))];
        }
        let title = "the program ran past its last instruction";
        let help = "end it with `li $v0, 10` and `syscall`; what follows in memory is not code";
        let mut group = Group::with_title(Level::NOTE.primary_title(title));
        let last = self.machine.pc.checked_sub(4);
        let mark = last.and_then(|pc| self.mark(pc, "the last one", true));
        group = group.elements(self.shown(mark.into_iter().collect()));
        vec![group.element(Level::HELP.message(help))]
    }

    fn fault(&self, fault: &Fault, pc: u32, fold: LineFold) -> Vec<Group<'static>> {
        let advice = self.advice(fault, pc);
        let title = Level::ERROR.primary_title(fold.text(clip(&advice.message, 300)));
        let title = title.id(advice::code(fault));
        let jump = self.inquiry().and_then(|inquiry| inquiry.jump);
        // A jump to nowhere is shown where it was made: at its target there is no line.
        let scene = jump.map_or(pc, |jump| jump.from);
        let label = if jump.is_some() { "it jumped from here" } else { &advice.label };
        let mut marks: Vec<SourceMark> = self.mark(scene, label, true).into_iter().collect();
        marks.extend(self.accusation(scene));
        let endless = self.aftermath.endless.as_ref();
        if let Some((pc, label)) = endless.map(|endless| endless.mark(self.names)) {
            marks.extend(self.mark(pc, &label, false));
        }
        let mut group = Group::with_title(title).elements(self.shown(marks));
        let repeated = endless.and_then(|endless| endless.text(self.names).into_iter().next());
        let found = repeated.into_iter().chain(self.aftermath.notes(self.names));
        let replaced =
            self.names.replaced(scene).map(|text| format!("the line after replacement: {text}"));
        let replaced = replaced.into_iter().chain(self.parameters(scene));
        for note in replaced.chain(advice.notes).chain(found) {
            group = group.element(Level::NOTE.message(fold.text(note)));
        }
        for help in self.aftermath.loop_help(self.names).into_iter().chain(advice.help) {
            group = group.element(Level::HELP.message(fold.text(help)));
        }
        let more = format!("more about this: jetan explain {}", advice::code(fault));
        let group = group.element(Level::NOTE.message(self.executed()));
        let mut groups = vec![group.element(Level::NOTE.message(more))];
        groups.extend(origin(scene, self.names));
        groups
    }

    /// The parameters of the macro in the line at `pc`, with the values of registers.
    fn parameters(&self, pc: u32) -> Option<String> {
        let parameters = self.names.parameters(pc).into_iter().map(|(name, value)| {
            let reg = Reg::from_name(&value).map(|reg| self.machine.registers.get(reg));
            let held = match reg {
                Some(held) => format!(", which holds {held:#010x} ({})", held.cast_signed()),
                None => String::new(),
            };
            format!("`{name}` is `{value}`{held}")
        });
        let parameters: Vec<String> = parameters.collect();
        (!parameters.is_empty()).then(|| format!("in this call {}", parameters.join("; ")))
    }

    fn advice(&self, fault: &Fault, pc: u32) -> FaultAdvice {
        FaultAdvice::of(fault, pc, self.machine, self.names, self.inquiry())
    }

    fn inquiry(&self) -> Option<&FailureAnalysis> {
        self.aftermath.inquiry.as_ref()
    }

    /// The line that is to blame, if it is another than the one at hand.
    fn accusation(&self, scene: u32) -> Option<SourceMark> {
        let (pc, text) = self.aftermath.accusation(scene, self.names)?;
        self.mark(pc, &text, false)
    }

    /// The line at which a program was stopped, and the loop it was in.
    fn stopped(
        &self,
        title: annotate_snippets::Title<'static>,
        fold: LineFold,
    ) -> Vec<Group<'static>> {
        let pc = self.machine.pc;
        let mut marks: Vec<SourceMark> =
            self.mark(pc, "stopped before this instruction", true).into_iter().collect();
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
            notes.extend(self.aftermath.notes(self.names));
        } else {
            notes.extend(self.aftermath.cut_text());
        }
        // A run that went astray may loop in what is not its code; the first line about the loop
        // has to do.
        let shown = if is_astray { 1 } else { usize::MAX };
        notes.extend(endless.iter().flat_map(|endless| endless.text(self.names)).take(shown));
        notes.push(self.executed());
        for note in notes {
            group = group.element(Level::NOTE.message(note));
        }
        if let Some(help) = self.aftermath.help(self.ending.is_overdue(), self.names) {
            group = group.element(Level::HELP.message(fold.text(help)));
        }
        let mut groups = vec![group];
        groups.extend(origin(pc, self.names));
        groups
    }

    fn executed(&self) -> String {
        let (count, pc) = (self.machine.count, self.machine.pc);
        let plural = if count == 1 { "" } else { "s" };
        format!("after {count} instruction{plural}, at {pc:#010x}")
    }

    fn statement(&self, pc: u32) -> Option<ProgramStatement<'_>> {
        self.names.program.statement(self.names.program.code_at(pc)?.statement)
    }

    /// The line of an instruction, with something written beside it.
    fn mark(&self, pc: u32, label: &str, is_primary: bool) -> Option<SourceMark> {
        let statement = self.statement(pc)?;
        let line = self.names.sources.text(statement.span);
        // A `#` in quotes ends the underline early, which is all that it does.
        let code = line.split('#').next().unwrap_or(line);
        let indent = (code.len() - code.trim_start().len()) as u32;
        let mut span = statement.span;
        span.end = span.start + code.trim_end().len().max(indent as usize) as u32;
        span.start += indent;
        let kind = if is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        Some(SourceMark { span, label: label.to_owned(), kind })
    }

    fn shown(&self, marks: Vec<SourceMark>) -> Vec<Snippet<'static, Annotation<'static>>> {
        let all = excerpts(&self.names.sources, marks);
        all.into_iter().map(|excerpt| excerpt.snippet).collect()
    }
}

/// The report of a run under a debugger, the same as that of `jetan run`.
pub fn explain(
    end: Option<&RunEnd>,
    machine: &Machine,
    names: &DebugSymbols,
    aftermath: &PostMortem,
    fold: LineFold,
) -> String {
    // A run that has not ended was stopped by whoever asks.
    let stopped = RunEnd::Interrupted;
    let seen = InstrumentationReport::default();
    let limits = String::new();
    let report = RunReport {
        ending: end.unwrap_or(&stopped),
        machine,
        names,
        aftermath,
        limits,
        seen: &seen,
    };
    report.text(false, fold)
}

/// The macro calls and includes that an instruction came out of, the nearest first.
pub(super) fn origin(pc: u32, names: &DebugSymbols) -> Vec<Group<'static>> {
    let frames = names.statement(pc).map(|statement| names.program.frames(&statement));
    // An include by itself explains nothing: the line is shown with its file.
    let is_macro = |frame: &SourceFrame| matches!(frame, SourceFrame::Macro { .. });
    let frames = frames.filter(|frames| frames.iter().any(is_macro)).unwrap_or_default();
    human::frames(&frames, &names.sources)
}
