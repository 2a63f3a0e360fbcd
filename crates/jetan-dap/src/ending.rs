//! The end of a run: what is said about it, and what comes after.

use jetan_debug::post_mortem::PostMortem;
use jetan_report::fold::LineFold;
use jetan_report::{instrumentation, runtime, visible};
use jetan_run::RunEnd;
use jetan_wire::{FaultReport, Nothing, Request, StateKind};

use crate::adapter::{
    AdapterHost, CommandError, CommandResult, DebugAdapter, PendingAction, RequestCall, done,
};
use crate::launch::LaunchArguments;
use crate::motion::RunMovement;
use crate::protocol::arguments::NoArguments;
use crate::protocol::bodies::{ExceptionDetails, ExceptionInfo};
use crate::protocol::events::{AdapterEvent, OutputText};

/// What is known about the end of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunEnding {
    stage: EndingStage,
    /// The report of `jetan run`; empty if the program ended as it wanted to.
    report: String,
}

/// The part of the end that has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EndingStage {
    /// The program has not ended.
    #[default]
    Ahead,
    /// The cause is being looked for.
    Explaining,
    /// The checks have not seen the end of the run yet.
    Checking,
    /// Everything was said.
    Sent,
}

impl DebugAdapter {
    /// The run has come to its end.
    pub(crate) fn end(&mut self, movement: RunMovement, host: &mut dyn AdapterHost) {
        if movement.is_from_end {
            self.movement = None;
            return self.exit(self.exit_code());
        }
        match self.ending.stage {
            EndingStage::Sent => self.after_end(),
            EndingStage::Explaining | EndingStage::Checking => {}
            EndingStage::Ahead => {
                self.ending.stage = EndingStage::Explaining;
                let is_own = self.run_end().is_none_or(|end| end.is_own());
                if is_own {
                    self.explained();
                } else {
                    let explain = Request::Explain(Nothing {});
                    self.ask_later(explain, PendingAction::Explain, None, host);
                }
            }
        }
    }

    fn run_end(&self) -> Option<RunEnd> {
        self.bench.debugger().and_then(|debugger| debugger.timeline.ending())
    }

    fn exit_code(&self) -> i32 {
        self.run_end().map_or(0, |end| end.exit_code())
    }

    /// The cause was looked for.
    pub(crate) fn explained(&mut self) {
        // Paused or changed meanwhile: there is no end to tell of.
        if self.ending.stage != EndingStage::Explaining {
            return;
        }
        self.ending.stage = EndingStage::Checking;
        self.conclude_if_ready();
    }

    /// Tells how the run has ended once all is known about it.
    pub(crate) fn conclude_if_ready(&mut self) {
        // Asked and not taken from the last event, which may be of an earlier step.
        let (_, is_checked) = self.bench.findings();
        if self.ending.stage != EndingStage::Checking || !is_checked {
            return;
        }
        self.ending.stage = EndingStage::Sent;
        self.ending.report = self.end_report();
        self.send_end();
        self.after_end();
    }

    /// The report of `jetan run`.
    fn end_report(&self) -> String {
        let Some(debugger) = self.bench.debugger() else { return String::new() };
        let nothing = PostMortem::default();
        let found = self.bench.post_mortem().unwrap_or(&nothing);
        let (machine, names) = (debugger.timeline.end_machine(), &debugger.names);
        runtime::explain(self.run_end().as_ref(), machine, names, found, LineFold::NONE)
    }

    /// Says what `jetan run` says at the end, in its order.
    fn send_end(&mut self) {
        let findings = self.bench.debugger().map_or_else(String::new, |debugger| {
            instrumentation::findings_text(self.bench.findings().0, &debugger.names, false)
        });
        // Asked as well: the event about them follows that of the end.
        let notes = self.bench.notes().into_iter().map(|note| {
            let place = note.place.as_ref();
            let place = place.map(|place| format!("{}:{}", place.path, place.line + 1));
            instrumentation::note_text(place.as_deref().unwrap_or("the program"), &note.message)
        });
        let text = findings + &notes.collect::<String>() + &self.ending.report;
        if text.is_empty() {
            return;
        }
        // A report begins on a line of its own.
        let start = if self.console.end_line() { "\n" } else { "" };
        let place = self.fault_report().and_then(|fault| fault.place.clone());
        let place = place.map(|place| (self.source(&place.path), self.line(place.line)));
        let (source, line) = place.unzip();
        let column = line.map(|_| self.column());
        let output = format!("{start}{}", visible::text(&text));
        let output = OutputText { category: "stderr", output, source, line, column };
        self.send(&AdapterEvent::Output(output));
    }

    fn fault_report(&self) -> Option<&FaultReport> {
        self.state.as_ref()?.fault.as_ref()
    }

    /// Stops where the program has failed, or lets go of it.
    fn after_end(&mut self) {
        if self.movement.take().is_none() {
            return;
        }
        let launch = self.launch.as_ref();
        let is_debugged = launch.is_some_and(|launch| !launch.no_debug);
        // A recording that has ended is attached to in order to be looked at.
        let stops = |launch: &LaunchArguments| launch.stop_on_exit || launch.is_recorded();
        let stops_at_exit = is_debugged && launch.is_some_and(stops);
        let has_failed = self.state.as_ref().is_some_and(|state| state.kind == StateKind::Faulted);
        if has_failed && is_debugged && self.points.stops_for_faults() {
            let message = self.fault_report().map(|fault| fault.message.clone());
            self.send_stopped("exception", Some("Paused on a run-time error"), message, Vec::new());
        } else if stops_at_exit {
            let code = self.exit_code();
            let text = Some(format!("the program has ended with code {code}"));
            self.send_stopped("exit", Some("Paused at the end of the run"), text, Vec::new());
        } else {
            self.exit(self.exit_code());
        }
    }

    pub(crate) fn exception_info(
        &mut self,
        _: &mut RequestCall<'_>,
        _: NoArguments,
    ) -> CommandResult {
        let Some(fault) = self.fault_report() else {
            return Err(CommandError::new("the program stands at no error"));
        };
        done(&ExceptionInfo {
            exception_id: fault.code.clone(),
            description: fault.message.clone(),
            break_mode: "always",
            details: ExceptionDetails {
                message: fault.message.clone(),
                stack_trace: self.ending.report.clone(),
            },
        })
    }
}
