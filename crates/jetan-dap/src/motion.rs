//! Moving the run, and saying where it has stopped.

use jetan_wire::{
    DialogKind, DialogShown, Event, Goal, GotoRequest, Nothing, PrintedText, ReasonKind, Request,
    RequestFailure, RunState, SetRequest, StateKind, StepQuery, StepRequest, StepUnit, Stream,
    TypedValue, WaitingFor,
};
use serde_json::Value;

use crate::adapter::{
    AdapterHost, CommandError, CommandReply, CommandResult, DebugAdapter, PendingAction,
    RequestCall, RequestRef, ask, done,
};
use crate::breakpoints::PointKind;
use crate::launch::THREAD;
use crate::protocol::Source;
use crate::protocol::arguments::{
    FrameArguments, GotoArguments, GotoTargetsArguments, NoArguments, StepArguments,
    SteppingGranularity,
};
use crate::protocol::bodies::{Continued, GotoTarget, GotoTargetList};
use crate::protocol::events::{AdapterEvent, Invalidated, OutputText, RunStopped};

/// Lines of one piece of output that are looked up.
const LOCATED_LINES_MAX: usize = 16;

/// A run that is on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunMovement {
    /// Whether it set out where the program had ended.
    pub(crate) is_from_end: bool,
    /// Whether it was sent to a step.
    is_travel: bool,
}

/// The part of the program's output that the client has.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConsoleText {
    /// Bytes of the output that were sent.
    shown: usize,
    /// Whether the last of them ended a line.
    is_mid_line: bool,
    /// Whether the client was told where to type.
    has_hint: bool,
    /// The dialog that the program shows.
    pub(crate) dialog: Option<DialogKind>,
}

impl ConsoleText {
    /// Whether a report has to begin on a line of its own.
    pub(crate) fn end_line(&mut self) -> bool {
        std::mem::take(&mut self.is_mid_line)
    }
}

impl DebugAdapter {
    /// Sends the run somewhere. `body` is the response, once that is known to go.
    pub(crate) fn set_out(
        &mut self,
        request: Request,
        body: Value,
        asker: Option<RequestRef>,
        host: &mut dyn AdapterHost,
    ) {
        let is_from_end = self
            .state
            .as_ref()
            .is_some_and(|state| matches!(state.kind, StateKind::Ended | StateKind::Faulted));
        self.movement = Some(RunMovement { is_from_end, is_travel: false });
        self.calls = None;
        self.ask_later(request, PendingAction::Move(body), asker, host);
    }

    /// The same for a request of the client.
    fn travel(
        &mut self,
        call: &mut RequestCall<'_>,
        request: Request,
        body: Value,
    ) -> CommandResult {
        if self.launch.is_none() || !self.is_configured {
            return Err(CommandError::new("the program has not been started"));
        }
        self.check_stopped()?;
        self.set_out(request, body, Some(call.request.clone()), call.host);
        Ok(CommandReply::Sent)
    }

    /// The workbench has accepted a motion and is done with it, or has not.
    pub(crate) fn moved(
        &mut self,
        request: Option<&RequestRef>,
        body: Value,
        answer: Result<(), RequestFailure>,
    ) {
        match (request, answer) {
            (Some(request), Ok(())) => self.respond(request, Ok(body)),
            (None, Ok(())) => {}
            (Some(request), Err(failure)) => {
                let was_travel = self.movement.take().is_some_and(|movement| movement.is_travel);
                self.respond(request, Err(failure.into()));
                // The client was told that the run goes on.
                if was_travel {
                    self.send_stopped("pause", None, None, Vec::new());
                }
            }
            // The client was told that the run is on its way: it must not wait for ever.
            (None, Err(failure)) => {
                let error = CommandError::from(failure);
                let is_cancelled = error.0 == "cancelled";
                let text = (!is_cancelled).then(|| error.0.clone());
                if let Some(text) = &text {
                    self.say(format!("{text}\n"));
                }
                if self.movement.take().is_some() {
                    self.send_stopped("pause", None, text, Vec::new());
                }
            }
        }
    }

    pub(crate) fn go_on(&mut self, call: &mut RequestCall<'_>, _: NoArguments) -> CommandResult {
        let body = serde_json::to_value(Continued { all_threads_continued: true });
        self.travel(call, Request::Run(Nothing {}), body.unwrap_or_default())
    }

    pub(crate) fn step_over(
        &mut self,
        call: &mut RequestCall<'_>,
        step: StepArguments,
    ) -> CommandResult {
        self.travel(call, Request::Over(unit(&step)), Value::Null)
    }

    pub(crate) fn step_in(
        &mut self,
        call: &mut RequestCall<'_>,
        step: StepArguments,
    ) -> CommandResult {
        self.travel(call, Request::Step(unit(&step)), Value::Null)
    }

    pub(crate) fn step_out(
        &mut self,
        call: &mut RequestCall<'_>,
        _: StepArguments,
    ) -> CommandResult {
        self.travel(call, Request::Out(Nothing {}), Value::Null)
    }

    pub(crate) fn step_back(
        &mut self,
        call: &mut RequestCall<'_>,
        step: StepArguments,
    ) -> CommandResult {
        let request = match step.granularity {
            SteppingGranularity::Instruction => Request::Back(unit(&step)),
            // The reverse of `next`, as its button stands for.
            SteppingGranularity::Statement | SteppingGranularity::Line => {
                Request::BackOver(Nothing {})
            }
        };
        self.travel(call, request, Value::Null)
    }

    pub(crate) fn reverse_continue(
        &mut self,
        call: &mut RequestCall<'_>,
        _: NoArguments,
    ) -> CommandResult {
        self.travel(call, Request::Reverse(Nothing {}), Value::Null)
    }

    pub(crate) fn pause(&mut self, call: &mut RequestCall<'_>, _: NoArguments) -> CommandResult {
        if self.launch.is_none() {
            return Err(CommandError::new("the program has not been started"));
        }
        self.respond(&call.request, Ok(Value::Null));
        // Refused without a run, in which there is nothing to pause.
        let _ = self.ask(Request::Pause(Nothing {}), call.host);
        Ok(CommandReply::Sent)
    }

    /// Goes to a step.
    pub(crate) fn travel_to(
        &mut self,
        call: &mut RequestCall<'_>,
        count: u64,
        body: Value,
    ) -> CommandResult {
        let goto = GotoRequest { to: Goal::Count(count) };
        let reply = self.travel(call, Request::Goto(goto), body)?;
        if let Some(movement) = &mut self.movement {
            movement.is_travel = true;
        }
        Ok(reply)
    }

    pub(crate) fn goto_targets(
        &mut self,
        _: &mut RequestCall<'_>,
        arguments: GotoTargetsArguments,
    ) -> CommandResult {
        let path = arguments.source.path.unwrap_or_default();
        let name = self.paths.name(&path);
        let line = self.line_of(arguments.line).and_then(|line| line.checked_add(1));
        let names = self.bench.debugger().map(|debugger| &debugger.names);
        let found =
            names.zip(line).and_then(|(names, line)| names.address_of_line(Some(&name), line));
        let target = found.map(|(address, number)| GotoTarget {
            id: i64::from(address),
            label: format!("line {number}"),
            line: self.line(number - 1),
            instruction_pointer_reference: format!("{address:#010x}"),
        });
        done(&GotoTargetList { targets: target.into_iter().collect() })
    }

    /// The next instruction is another one; nothing is executed.
    pub(crate) fn goto(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: GotoArguments,
    ) -> CommandResult {
        self.check_stopped()?;
        let names = self.bench.debugger().map(|debugger| &debugger.names);
        let target = u32::try_from(arguments.target_id).ok();
        let is_code =
            |address: &u32| names.is_some_and(|names| names.program.code_at(*address).is_some());
        let Some(address) = target.filter(is_code) else {
            return Err(CommandError::new("there is no such target"));
        };
        self.set_place("$pc", &address.to_string(), call.host)?;
        self.respond(&call.request, Ok(Value::Null));
        self.send_stopped("goto", None, None, Vec::new());
        Ok(CommandReply::Sent)
    }

    /// Goes back in time to the first instruction of a procedure.
    pub(crate) fn restart_frame(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: FrameArguments,
    ) -> CommandResult {
        self.check_stopped()?;
        let frame = self.frame_index(arguments.frame_id)?;
        let frames = self.calls.as_ref().map_or(&[][..], |calls| &calls.frames);
        let is_delayed = self.launch.as_ref().is_some_and(|launch| launch.delayed_branching);
        // The frame below stands at the call; a delay slot comes before the procedure.
        let count = frames.get(frame + 1).map_or(0, |caller| caller.count + 1);
        let count = if count > 0 && is_delayed { count + 1 } else { count };
        self.travel_to(call, count, Value::Null)
    }

    /// Changes a register or memory.
    pub(crate) fn set_place(
        &mut self,
        place: &str,
        value: &str,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<()> {
        self.check_stopped()?;
        let value = TypedValue::Text(value.to_owned());
        let set = SetRequest { place: place.to_owned(), value };
        ask!(self, host, Set(set)).map(drop)
    }

    /// Something that the workbench says without being asked.
    pub(crate) fn notice(&mut self, event: Event, host: &mut dyn AdapterHost) {
        match event {
            Event::Began(_) => self.forget_run(),
            Event::State(state) => self.follow_state(state, host),
            Event::Output(text) => self.print(&text, host),
            Event::Log(log) => self.say(format!("{}\n", log.text)),
            Event::Dialog(dialog) => self.show_dialog(&dialog),
            Event::Breakpoints(points) => self.points_moved(points),
            Event::Findings(found) => {
                self.findings = found.items;
                self.conclude_if_ready();
            }
            Event::Progress(progress) => self.show_progress(&progress, host),
            Event::Display(shown) => self.displays.begin(shown),
            // Errors of sources are reported by the launch that they made fail, notes at the end of
            // the run; the rest is about things that an editor has itself, or cannot show.
            Event::TakenOver(_)
            | Event::Notes(_)
            | Event::FileChanged(_)
            | Event::Diagnostics(_)
            | Event::Sound(_)
            | Event::Check(_)
            | Event::Game(_)
            | Event::Autoplay(_) => {}
        }
    }

    /// Stands at the end of a recording, or at the step that it is about.
    pub(crate) fn stand_in_recording(&mut self, host: &mut dyn AdapterHost) {
        let movement = RunMovement { is_from_end: false, is_travel: false };
        let kind = self.state.as_ref().map(|state| state.kind);
        if matches!(kind, Some(StateKind::Ended | StateKind::Faulted)) {
            self.movement = Some(movement);
            self.end(movement, host);
        } else {
            let description = Some("Paused in a recorded run");
            self.send_stopped("entry", description, None, Vec::new());
        }
    }

    /// Another run is there: nothing that is known of the one before is true.
    fn forget_run(&mut self) {
        let has_hint = self.console.has_hint;
        self.console = ConsoleText { has_hint, ..ConsoleText::default() };
        self.calls = None;
        self.state = None;
        self.ending = crate::ending::RunEnding::default();
        self.findings.clear();
        self.displays.forget();
    }

    fn follow_state(&mut self, state: RunState, host: &mut dyn AdapterHost) {
        let (kind, reason) = (state.kind, state.reason.clone());
        let waits_for_input = state.waiting == Some(WaitingFor::Input);
        self.state = Some(state);
        if reason.kind == ReasonKind::Changed {
            self.was_changed();
        }
        match kind {
            StateKind::Waiting if waits_for_input && !self.console.has_hint => {
                self.console.has_hint = true;
                self.say("The program reads input: type it here and press Enter.\n");
            }
            StateKind::Running | StateKind::Waiting => {}
            StateKind::Idle => self.movement = None,
            StateKind::Paused => {
                if let Some(movement) = self.movement.take() {
                    // A step of the past is reached by steps of the workbench.
                    let is_there = movement.is_travel && reason.kind == ReasonKind::Step;
                    let kind = if is_there { ReasonKind::Travel } else { reason.kind };
                    self.stop(kind, reason.id.as_deref(), reason.text);
                }
            }
            StateKind::Ended | StateKind::Faulted => {
                if let Some(movement) = self.movement {
                    self.end(movement, host);
                }
            }
        }
    }

    /// Somebody has changed the machine: what is shown of it is out of date.
    fn was_changed(&mut self) {
        self.calls = None;
        self.ending = crate::ending::RunEnding::default();
        if let Some(debugger) = self.bench.debugger() {
            self.console.shown = debugger.printed_bytes();
        }
        if self.client.as_ref().is_some_and(|client| client.takes_invalidated) {
            let areas = vec!["stacks", "variables"];
            self.send(&AdapterEvent::Invalidated(Invalidated { areas }));
        }
    }

    /// The run stands somewhere in its middle.
    fn stop(&mut self, kind: ReasonKind, point: Option<&str>, text: Option<String>) {
        let id = point.and_then(|point| point.parse::<u32>().ok());
        let by_point = id.and_then(|id| self.points.kind_of(id)).map(PointKind::reason);
        let (reason, description) = match kind {
            ReasonKind::Breakpoint | ReasonKind::Condition => {
                (by_point.unwrap_or("breakpoint"), None)
            }
            ReasonKind::Watch => ("data breakpoint", None),
            ReasonKind::Travel | ReasonKind::Case => ("goto", None),
            ReasonKind::Beginning => ("entry", Some("Paused at the beginning of the run")),
            ReasonKind::NotFound => ("step", Some("Nothing was found")),
            ReasonKind::NotInCall => ("step", Some("Not in a procedure that was called")),
            ReasonKind::Start => ("entry", None),
            ReasonKind::Pause | ReasonKind::Full | ReasonKind::Internal => ("pause", None),
            ReasonKind::Step
            | ReasonKind::Exit
            | ReasonKind::OffTheEnd
            | ReasonKind::Fault
            | ReasonKind::Input
            | ReasonKind::Dialog
            | ReasonKind::Running
            | ReasonKind::Changed => ("step", None),
        };
        self.send_stopped(reason, description, text, id.into_iter().collect());
    }

    pub(crate) fn send_stopped(
        &mut self,
        reason: &'static str,
        description: Option<&str>,
        text: Option<String>,
        hit_breakpoint_ids: Vec<u32>,
    ) {
        self.send(&AdapterEvent::Stopped(RunStopped {
            reason,
            description: description.map(str::to_owned),
            thread_id: THREAD,
            text,
            all_threads_stopped: true,
            hit_breakpoint_ids,
        }));
    }

    /// Sends output that the client does not have: what was printed before and is printed again
    /// after a step back is on its console already.
    fn print(&mut self, printed: &PrintedText, host: &mut dyn AdapterHost) {
        if let Some(skipped) = printed.skipped {
            self.say(format!("[{skipped} bytes of output are not shown]\n"));
        }
        let known = self.console.shown.saturating_sub(printed.at);
        self.console.shown = self.console.shown.max(printed.at + printed.text.len());
        let mut start = known.min(printed.text.len());
        while !printed.text.is_char_boundary(start) {
            start += 1;
        }
        let text = &printed.text[start..];
        if text.is_empty() {
            return;
        }
        self.console.is_mid_line = !text.ends_with('\n');
        let category = match printed.stream {
            Stream::Console | Stream::Display => "stdout",
            Stream::Error => "stderr",
        };
        // Each line has its own place, unless there are so many that nobody looks for them.
        let is_short = text.lines().take(LOCATED_LINES_MAX + 1).count() <= LOCATED_LINES_MAX;
        let parts: Vec<&str> =
            if is_short { text.split_inclusive('\n').collect() } else { vec![text] };
        let mut at = printed.at + start;
        for part in parts {
            let (source, line) = self.printer(at, host).unzip();
            at += part.len();
            let column = line.map(|_| self.column());
            let output = OutputText { category, output: part.to_owned(), source, line, column };
            self.send(&AdapterEvent::Output(output));
        }
    }

    /// The line that has printed a byte of the output, if that is found out at once.
    fn printer(&mut self, byte: usize, host: &mut dyn AdapterHost) -> Option<(Source, i64)> {
        let piece = self.bench.debugger()?.timeline.printed().piece_of(byte)?;
        // The service was the instruction before the output was there.
        let count = piece.since.checked_sub(1)?;
        let found = ask!(self, host, WhereWas(StepQuery { count })).ok()?;
        Some((self.source(&found.path?), self.line(found.line?)))
    }

    fn show_dialog(&mut self, dialog: &DialogShown) {
        let hint = match dialog.kind {
            DialogKind::Confirm => " (answer `yes`, `no` or `cancel` here)",
            DialogKind::Input => " (type the answer here)",
            DialogKind::Message => " (press Enter here to close it)",
        };
        self.console.dialog = Some(dialog.kind);
        self.say(format!("{}{hint}\n", dialog.text));
    }
}

fn unit(step: &StepArguments) -> StepRequest {
    let unit = match step.granularity {
        SteppingGranularity::Instruction => StepUnit::Instruction,
        SteppingGranularity::Statement | SteppingGranularity::Line => StepUnit::Statement,
    };
    StepRequest { unit, times: None }
}
