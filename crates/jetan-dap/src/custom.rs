//! Requests that the protocol does not have: why, time, findings, input and keys.

use jetan_wire::{
    DialogButton, DialogClosed, DialogKind, FindingPlace, Key, LookRequest, Nothing, Request,
    RunNote, SourceLine, TypedInput, WaitingFor, WhyLink, WhyLinks, WhyQuery,
};

use crate::adapter::{
    AdapterHost, CommandError, CommandReply, CommandResult, DebugAdapter, PendingAction,
    RequestCall, ask, done, done_plainly,
};
use crate::launch::THREAD;
use crate::protocol::arguments::{
    InputArguments, KeyArguments, NoArguments, TimePositionArguments, WhyArguments,
};
use crate::protocol::bodies::{Evaluation, FindingList, TimePosition, WhyAnswer, WhyStep};
use crate::protocol::events::{AdapterEvent, RunContinued};
use crate::variables::VariableGroup;

impl DebugAdapter {
    pub(crate) fn why(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: WhyArguments,
    ) -> CommandResult {
        self.check_stopped()?;
        let WhyArguments { place, output, variables_reference, name } = arguments;
        let group = variables_reference.and_then(VariableGroup::of);
        let place = match (group, name) {
            (Some(group), Some(name)) => Some(self.place_of(group, &name, call.host)?),
            _ => place,
        };
        let query = Request::Why(WhyQuery { place, output });
        self.ask_later(query, PendingAction::Why, Some(call.request.clone()), call.host);
        Ok(CommandReply::Sent)
    }

    pub(crate) fn why_steps(&self, links: WhyLinks) -> CommandResult {
        let step = |link: WhyLink| WhyStep {
            depth: link.depth,
            text: link.text,
            place: link.place,
            value: link.value,
            origin: link.origin,
            count: link.count,
            source: link.path.map(|path| self.source(&path)),
            line: link.line.map(|line| self.line(line)),
        };
        let is_cut = links.is_cut;
        done(&WhyAnswer { links: links.links.into_iter().map(step).collect(), is_cut })
    }

    pub(crate) fn time_position(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: TimePositionArguments,
    ) -> CommandResult {
        let time = ask!(self, call.host, Timeline(Nothing {}))?;
        // The answer is sent on arrival, so it says where that is.
        let now = arguments.count.map_or(time.now, |count| count.min(time.last).max(time.first));
        let body = TimePosition {
            first: time.first,
            last: time.last,
            now,
            marks: time.marks,
            is_cut: time.is_cut,
        };
        let Some(count) = arguments.count else { return done(&body) };
        let body = serde_json::to_value(body).unwrap_or_default();
        let reply = self.travel_to(call, count, body)?;
        // The protocol does not know this request: a client that is not told would keep the message
        // of the stop before this one.
        let continued = RunContinued { thread_id: THREAD, all_threads_continued: true };
        self.send(&AdapterEvent::Continued(continued));
        Ok(reply)
    }

    /// Questions of the studio's panels about the step where the run stands.
    pub(crate) fn look(&mut self, call: &mut RequestCall<'_>, asked: LookRequest) -> CommandResult {
        let asker = Some(call.request.clone());
        self.ask_later(Request::Look(asked), PendingAction::Look, asker, call.host);
        Ok(CommandReply::Sent)
    }

    pub(crate) fn show_findings(
        &mut self,
        _: &mut RequestCall<'_>,
        _: NoArguments,
    ) -> CommandResult {
        let mut findings = self.findings.clone();
        let path = |name: String| self.paths.path(&name);
        for finding in &mut findings {
            let places = std::mem::take(&mut finding.places).into_iter();
            let places = places.map(|place| FindingPlace { path: path(place.path), ..place });
            finding.places = places.collect();
        }
        let notes = self.bench.notes().into_iter().map(|note| RunNote {
            place: note.place.map(|at| SourceLine { path: path(at.path), ..at }),
            ..note
        });
        let (_, is_whole) = self.bench.findings();
        done(&FindingList { findings, is_whole, notes: notes.collect() })
    }

    pub(crate) fn type_input(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: InputArguments,
    ) -> CommandResult {
        if let Some(text) = arguments.text {
            ask!(self, call.host, Input(TypedInput { text }))?;
        }
        if arguments.ends_input {
            ask!(self, call.host, EndInput(Nothing {}))?;
        }
        done_plainly()
    }

    pub(crate) fn press_key(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: KeyArguments,
    ) -> CommandResult {
        ask!(self, call.host, Key(Key { key: arguments.key }))?;
        done_plainly()
    }

    /// What the program waits for, if it does.
    pub(crate) fn waiting(&self) -> Option<WaitingFor> {
        self.movement?;
        self.state.as_ref()?.waiting
    }

    /// Gives the program what it waits for.
    pub(crate) fn answer_program(
        &mut self,
        waiting: WaitingFor,
        text: &str,
        host: &mut dyn AdapterHost,
    ) -> CommandResult {
        match waiting {
            WaitingFor::Input => {
                ask!(self, host, Input(TypedInput { text: format!("{text}\n") }))?;
            }
            WaitingFor::Dialog => {
                let closed = self.dialog_answer(text)?;
                ask!(self, host, Answer(closed))?;
                self.console.dialog = None;
            }
        }
        done(&Evaluation::default())
    }

    fn dialog_answer(&self, text: &str) -> CommandResult<DialogClosed> {
        let button = match (self.console.dialog, text.trim().to_ascii_lowercase().as_str()) {
            (Some(DialogKind::Input), _) => {
                return Ok(DialogClosed { text: Some(text.to_owned()), button: None });
            }
            (Some(DialogKind::Message) | None, _) | (_, "yes" | "y") => DialogButton::Yes,
            (_, "no" | "n") => DialogButton::No,
            (_, "cancel" | "c") => DialogButton::Cancel,
            _ => return Err(CommandError::new("answer `yes`, `no` or `cancel`")),
        };
        Ok(DialogClosed { text: None, button: Some(button) })
    }
}

/// The causes as lines for the console.
pub(crate) fn why_text(links: &WhyLinks) -> CommandResult {
    let lines = links.links.iter().map(|link| format!("{}{}", "  ".repeat(link.depth), link.text));
    let more = links.is_cut.then(|| "…".to_owned());
    let lines: Vec<String> = lines.chain(more).collect();
    done(&Evaluation { result: lines.join("\n"), ..Evaluation::default() })
}
