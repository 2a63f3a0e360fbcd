//! The debugger on a screen: an application that takes keys, clicks and notices, and gives a
//! picture and work to do.
//!
//! Whatever moves or asks something is a command of `jetan-debug`, typed or pressed, so screen and
//! scripts have one language. Work is done where the caller wants it, because it can take long.

mod act;
mod bar;
mod console;
mod draw;
mod keys;
mod layout;
mod list;
mod memory;
mod progress;
mod prompt;
mod registers;
mod screen;
mod source;
pub mod terminal;
mod text;
mod tools;

use std::collections::VecDeque;

use jetan_debug::command::{self, DebugHost, DebugReply};
use jetan_debug::point::PointTarget;
use jetan_debug::view::DebugView;
use jetan_debug::{Arrival, Debugger};
use jetan_display::bitmap::BitmapConfig;
use jetan_machine::Machine;
use jetan_machine::stop::WaitReason;
use jetan_run::RunEnd;
use jetan_run::{SlicedJob, YieldPoint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::look::TerminalLook;
use crate::terminal::CloseReason;
use bar::TimelineBar;
use console::ConsolePane;
use layout::{Pane, PaneLayout};
use list::{ListPane, VisitHistory};
use memory::{MemoryPane, StackPane};
use prompt::InputPrompt;
use registers::{RegisterBank, RegisterPane};
use screen::ScreenPane;
use source::SourcePane;
use tools::ToolPane;

pub use progress::WorkProgress;

/// Instructions back that calls are looked for unasked: more would be felt at every step.
const CALLS_SPAN_INSTRUCTIONS: u64 = 1 << 20;
/// Words of the stack whose meaning is asked for.
const STACK_WORDS: usize = 200;
/// The last line of the calls if there may be more of them.
const MORE_CALLS: &str = "earlier calls are listed on request: press Enter";

/// Instructions of a run between two pictures of it.
// About 60 ms of interpreted code: often enough to read along with what a program prints.
const PICTURE_INSTRUCTIONS: u64 = 1 << 24;

/// The tone of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MessageTone {
    #[default]
    Plain,
    /// A reason to stop.
    Stop,
    /// Something went wrong, or cannot be done.
    Bad,
}

/// Something to do that may take long.
#[derive(Clone, Debug, PartialEq, Eq)]
enum DebuggerJob {
    /// A command that was typed: it and its answer are kept in the log.
    Typed(String),
    /// A command that a key stands for.
    Pressed(String),
    /// Go to a step that was visited before.
    Revisit(u64),
    /// Run to the next execution of an instruction.
    RunTo(u32),
    /// Let the tools count up to where the run stands.
    CountTools,
}

impl DebuggerJob {
    fn line(&self) -> String {
        match self {
            DebuggerJob::Typed(line) | DebuggerJob::Pressed(line) => line.clone(),
            DebuggerJob::Revisit(count) => format!("goto {count}"),
            DebuggerJob::RunTo(_) => "continue".to_owned(),
            DebuggerJob::CountTools => "counting".to_owned(),
        }
    }

    /// Whether it is a single step, for which keys are held down.
    fn is_step(&self) -> bool {
        let DebuggerJob::Pressed(line) = self else { return false };
        // The ends, so that `reverse-step` and `reverse-next` count as well.
        ["step", "stepi", "next"].iter().any(|word| line.ends_with(word))
    }

    /// Whether it lets the program run, so that its output should be seen meanwhile.
    fn is_run(&self) -> bool {
        ["continue", "c", "run", "r"].contains(&self.line().as_str())
    }
}

/// The debugger on a screen.
pub struct DebuggerApp<'a, 'e> {
    debugger: &'a mut Debugger<'e>,
    outside: &'a mut dyn DebugHost,
    look: TerminalLook,
    /// The panes, those that were used last first; the very first one takes the keys.
    recent: Vec<Pane>,
    layout: PaneLayout,
    /// Whether one pane takes all the room.
    is_zoomed: bool,
    /// The rectangles in which the names of panes were drawn.
    tabs: Vec<(Rect, Pane)>,
    source: SourcePane,
    registers: RegisterPane,
    fpu: RegisterPane,
    memory: MemoryPane,
    stack: StackPane,
    screen: ScreenPane,
    calls: ListPane,
    stops: ListPane,
    log: ListPane,
    console: ConsolePane,
    tools: ToolPane,
    bar: TimelineBar,
    prompt: InputPrompt,
    searched: String,
    message: (MessageTone, String),
    /// A notice that is always shown.
    notice: Option<String>,
    /// The machine at the last stop.
    before: Option<Machine>,
    visited: VisitHistory,
    jobs: VecDeque<DebuggerJob>,
    /// The job to resume when the program has got its input.
    resumed: Option<DebuggerJob>,
    /// The last command, for an empty line.
    last: Option<String>,
    /// The number of lines that the help is scrolled, if it is shown.
    help: Option<usize>,
    is_leaving: bool,
    ended: Option<CloseReason>,
    /// The last picture, which stays while there is work.
    shown: Buffer,
}

impl<'a, 'e> DebuggerApp<'a, 'e> {
    /// The debugger of a run, with a bitmap display if the program has one.
    pub fn new(
        debugger: &'a mut Debugger<'e>,
        outside: &'a mut dyn DebugHost,
        bitmap: Option<BitmapConfig>,
        look: TerminalLook,
    ) -> DebuggerApp<'a, 'e> {
        let symbols = debugger.names.symbols();
        let data = symbols.iter().find(|symbol| symbol.is_data).map(|symbol| symbol.address);
        let machine = debugger.machine();
        let data = data.unwrap_or(machine.map().static_base);
        let screen = ScreenPane::new(bitmap);
        let mut recent = Pane::ALL.to_vec();
        let world = if screen.is_there(machine) { Pane::Screen } else { Pane::Console };
        // In the second place it is seen beside the source and does not take the keys.
        recent.retain(|pane| *pane != world);
        recent.insert(1, world);
        DebuggerApp {
            recent,
            layout: PaneLayout::default(),
            is_zoomed: false,
            tabs: Vec::new(),
            source: SourcePane::new(debugger),
            registers: RegisterPane::new(RegisterBank::Cpu),
            fpu: RegisterPane::new(RegisterBank::Fpu),
            memory: MemoryPane::new(data),
            stack: StackPane::default(),
            screen,
            calls: ListPane::default(),
            stops: ListPane::default(),
            log: ListPane::default(),
            console: ConsolePane::default(),
            tools: ToolPane::default(),
            bar: TimelineBar::default(),
            prompt: InputPrompt::default(),
            searched: String::new(),
            message: (MessageTone::Plain, "`?` lists the keys, `:` takes commands".to_owned()),
            notice: None,
            before: None,
            visited: VisitHistory::new(debugger.timeline.count()),
            jobs: VecDeque::new(),
            resumed: None,
            last: None,
            help: None,
            is_leaving: false,
            ended: None,
            shown: Buffer::empty(Rect::ZERO),
            // Last, because the fields above still ask it.
            debugger,
            outside,
            look,
        }
    }

    /// The reason it is to be closed, if it is.
    pub fn ended(&self) -> Option<CloseReason> {
        self.ended
    }

    /// Tells something that stays true, a file that has changed for instance.
    pub fn notify(&mut self, notice: Option<String>) {
        self.notice = notice;
    }

    /// Whether there is something to do.
    pub fn has_work(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Does what was asked for. `watch` is shown every few milliseconds how far it has come, and
    /// says whether to go on.
    pub fn work(&mut self, watch: &mut dyn FnMut(&WorkProgress<'_>) -> bool) {
        while let Some(job) = self.jobs.pop_front() {
            self.perform(&job, watch);
        }
        self.refresh();
    }

    fn perform(&mut self, job: &DebuggerJob, watch: &mut dyn FnMut(&WorkProgress<'_>) -> bool) {
        let line = job.line();
        if *job == DebuggerJob::CountTools {
            return self.count_tools(&line, watch);
        }
        let start = self.debugger.timeline.count();
        // The clone is cheap: memory shares its frozen pages. It is dropped if the command did not
        // move.
        let before = self.debugger.machine().clone();
        let passing = match job {
            DebuggerJob::RunTo(address) => self.debugger.add(PointTarget::Address(*address)),
            _ => None,
        };
        if let Some(text) = line.strip_prefix("input ") {
            self.console.type_line(&self.debugger.timeline, text);
        }
        let reply = self.reply_to(job, &line, watch);
        if let Some(id) = passing {
            self.debugger.remove(id);
        }
        // `set` does not move in time, but panes should mark what it has changed.
        let is_edit = line.starts_with("set ") && !reply.is_refusal;
        if self.debugger.timeline.count() != start || is_edit {
            self.before = Some(before);
        }
        self.show_reply(job, &line, passing, reply);
    }

    fn count_tools(&mut self, line: &str, watch: &mut dyn FnMut(&WorkProgress<'_>) -> bool) {
        let DebuggerApp { debugger, tools, shown, look, .. } = self;
        let mut progress = WorkProgress { shown, look: *look, line, count: 0 };
        tools.finish(debugger, &mut |count| {
            progress.count = count;
            watch(&progress)
        });
    }

    /// Does a command. While the program runs, there is a new picture now and then.
    fn reply_to(
        &mut self,
        job: &DebuggerJob,
        line: &str,
        watch: &mut dyn FnMut(&WorkProgress<'_>) -> bool,
    ) -> DebugReply {
        let mut said = Vec::new();
        loop {
            let DebuggerApp { debugger, outside, shown, look, .. } = &mut *self;
            let start = debugger.timeline.count();
            let mut progress = WorkProgress { shown, look: *look, line, count: start };
            let (mut is_cancelled, is_run) = (false, job.is_run());
            let mut reply = ask(debugger, &mut **outside, line, &mut |count| {
                progress.count = count;
                is_cancelled = !watch(&progress);
                let is_due = is_run && count.saturating_sub(start) >= PICTURE_INSTRUCTIONS;
                !(is_cancelled || is_due)
            });
            let is_paused = is_run && !is_cancelled && reply.arrival == Some(Arrival::GaveUp);
            if !is_paused {
                reply.lines.splice(0..0, said);
                if reply.arrival == Some(Arrival::GaveUp) {
                    reply.lines.extend(self.explained(watch));
                }
                return reply;
            }
            // What log points have said comes before the reason to stop.
            let reason = reply.lines.iter().position(|line| line == "interrupted");
            said.extend(reply.lines.into_iter().take(reason.unwrap_or(0)));
            self.console.follow();
            let mut picture = Buffer::empty(self.shown.area);
            self.draw(&mut picture);
        }
    }

    /// The report of the endless loop in which a program was interrupted, if it is in one.
    fn explained(&mut self, watch: &mut dyn FnMut(&WorkProgress<'_>) -> bool) -> Vec<String> {
        let DebuggerApp { debugger, shown, look, .. } = self;
        let count = debugger.timeline.count();
        let mut progress = WorkProgress { shown, look: *look, line: "explain", count };
        let job = async |point: YieldPoint| debugger.explain_interruption(&point).await;
        let lines = SlicedJob::new(job).finish(&mut |count| {
            progress.count = count;
            watch(&progress)
        });
        lines.unwrap_or_default()
    }

    /// Shows the result of a command.
    fn show_reply(
        &mut self,
        job: &DebuggerJob,
        line: &str,
        passing: Option<u32>,
        mut reply: DebugReply,
    ) {
        if reply.is_over {
            self.ended = Some(CloseReason::Quit);
        }
        let has_passed = passing.is_some() && reply.arrival == passing.map(Arrival::Breakpoint);
        if has_passed && reply.lines.len() >= 2 {
            // The line about a temporary breakpoint that the user has not set.
            reply.lines.remove(reply.lines.len() - 2);
        }
        self.message = summary(&reply);
        if self.message.1.is_empty() {
            self.message.1 = format!("{line}: done");
        }
        let is_typed = matches!(job, DebuggerJob::Typed(_));
        // An arrival has two lines, the reason and the place; more than that deserves the log.
        let has_more = reply.lines.len() > if reply.arrival.is_some() { 2 } else { 1 };
        let report = reply.lines.iter().position(|line| line.starts_with("error["));
        let is_fault = matches!(reply.arrival, Some(Arrival::Ended(RunEnd::Faulted { .. })));
        let report = report.filter(|_| is_fault);
        if is_typed || has_more {
            // The report says the reason and the place again.
            let lines = reply.lines.get(report.unwrap_or(0)..).unwrap_or_default();
            self.log.append(format!("> {line}"), lines);
        }
        if is_typed && !reply.is_refusal && self.tools.choose(line) {
            return self.focus_on(Pane::Tools);
        }
        match (has_more, self.examined(line).filter(|_| !reply.is_refusal)) {
            (_, Some(address)) => {
                self.memory.go(address);
                self.focus_on(Pane::Memory);
            }
            // On a report, Enter leads to the cause.
            (true, None) if is_typed || report.is_some() => self.focus_on(Pane::Log),
            (true, None) => self.bring(Pane::Log),
            (false, None) => {}
        }
        if let Some(arrival) = &reply.arrival {
            self.console.follow();
            self.source.follow(self.debugger);
            if !matches!(job, DebuggerJob::Revisit(_)) {
                self.visited.arrive(self.debugger.timeline.count(), job.is_step());
            }
            if *arrival == Arrival::Waiting(WaitReason::Input) {
                self.resumed = Some(job.clone());
                self.bring(Pane::Console);
                self.prompt.ask(prompt::PromptKind::Input, "");
            }
        }
    }

    /// The address of what a command shows that the pane of memory shows as well.
    fn examined(&self, line: &str) -> Option<u32> {
        let rest = line.strip_prefix('x')?;
        let (format, address) = rest.split_once(char::is_whitespace)?;
        // Texts and instructions are not shown by a pane of words.
        if !(format.is_empty() || format.starts_with('/')) || format.ends_with(['s', 'i']) {
            return None;
        }
        let symbol = |name: &str| self.debugger.names.address(name);
        let expression =
            jetan_debug::expression::Expression::parse(address.trim(), &symbol).ok()?;
        let value = expression.value(self.debugger.machine(), 0).ok()?;
        Some(value.word().cast_unsigned())
    }

    /// Brings lists up to date that are in sight.
    fn refresh(&mut self) {
        if self.is_seen(Pane::Stops) {
            let reply = self.ask_now("points", &mut |_| true);
            self.stops.set(reply.lines);
        }
        if self.is_seen(Pane::Tools) {
            self.tools.refresh(self.debugger);
        }
        if self.is_seen(Pane::Stack) {
            let here = self.debugger.timeline.count();
            let mut near = |count: u64| here.saturating_sub(count) <= CALLS_SPAN_INSTRUCTIONS;
            let reply = self.ask_now(&format!("stack {STACK_WORDS}"), &mut near);
            let words = match reply.view {
                Some(DebugView::Words(words)) => words,
                _ => Vec::new(),
            };
            self.stack.set(words);
        }
        if self.is_seen(Pane::Calls) {
            let here = self.debugger.timeline.count();
            let mut is_whole = true;
            // The search asks at every slice how far back it may go on; refusing ends it with what
            // it has.
            let mut near = |count: u64| {
                is_whole = here.saturating_sub(count) <= CALLS_SPAN_INSTRUCTIONS;
                is_whole
            };
            let mut lines = self.ask_now("where", &mut near).lines;
            if !is_whole {
                lines.push(MORE_CALLS.to_owned());
            }
            self.calls.set(lines);
        }
    }

    /// The answer to a question that is soon answered.
    fn ask_now(&mut self, line: &str, goes_on: &mut dyn FnMut(u64) -> bool) -> DebugReply {
        ask(self.debugger, &mut *self.outside, line, goes_on)
    }

    /// The pane that takes the keys.
    fn focus(&self) -> Pane {
        self.recent[0]
    }

    /// Lets a pane take the keys.
    fn focus_on(&mut self, pane: Pane) {
        self.recent.retain(|other| *other != pane);
        self.recent.insert(0, pane);
        self.refresh();
    }

    /// Makes a pane seen, without giving it the keys.
    fn bring(&mut self, pane: Pane) {
        if self.focus() == pane {
            return;
        }
        // If it shares its place with the one that takes the keys, it takes them over.
        let shares = |group: &layout::PaneGroup| {
            group.panes.contains(&pane) && group.panes.contains(&self.focus())
        };
        let place = usize::from(!self.layout.groups.iter().any(shares) || !self.layout.is_framed);
        self.recent.retain(|other| *other != pane);
        self.recent.insert(place, pane);
    }

    /// The pane of a group that is seen.
    fn front(&self, panes: &[Pane]) -> Pane {
        let found = self.recent.iter().find(|pane| panes.contains(pane));
        found.copied().unwrap_or(Pane::Source)
    }

    fn is_seen(&self, pane: Pane) -> bool {
        self.layout.groups.iter().any(|group| self.front(group.panes) == pane)
    }
}

/// The result of a command, in a line.
fn summary(reply: &DebugReply) -> (MessageTone, String) {
    let tone = match &reply.arrival {
        _ if reply.is_refusal => MessageTone::Bad,
        Some(Arrival::Ended(RunEnd::Faulted { .. }) | Arrival::Condition(..)) => MessageTone::Bad,
        None | Some(Arrival::There) => MessageTone::Plain,
        Some(_) => MessageTone::Stop,
    };
    let lines = &reply.lines;
    let text = match &reply.arrival {
        Some(Arrival::Ended(RunEnd::Faulted { .. })) => {
            lines.iter().find(|line| line.starts_with("error[")).or(lines.first())
        }
        // What follows is a report, or notes.
        Some(Arrival::Ended(_) | Arrival::GaveUp) => {
            lines.iter().find(|line| is_ending(line)).or(lines.first())
        }
        // The panes show the place, but not the reason.
        // The last but one, or the only one there is.
        Some(_) => lines.iter().rev().take(2).next_back(),
        None => lines.first(),
    };
    (tone, text.cloned().unwrap_or_default())
}

/// Whether a line says that a run has come to an end, or was interrupted.
fn is_ending(line: &str) -> bool {
    line.starts_with("the program ") || line == "interrupted"
}

/// Does a command, as long as it is to go on.
fn ask(
    debugger: &mut Debugger<'_>,
    outside: &mut dyn DebugHost,
    line: &str,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> DebugReply {
    let job = async |point: YieldPoint| command::execute(debugger, outside, line, &point).await;
    SlicedJob::new(job).finish(goes_on)
}
