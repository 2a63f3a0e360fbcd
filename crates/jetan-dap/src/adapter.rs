//! The whole in small: messages in, messages out, and a slice of work at a time.

use std::collections::{BTreeMap, VecDeque};

use jetan_wire::{
    CallStack, CheckFinding, FailureCode, Incoming, JobProgress, Reply, ReplyTo, Request,
    RequestFailure, RunState,
};
use jetan_workbench::{OutgoingMessage, WakeTime, Workbench, WorkbenchHost};
use serde::Serialize;
use serde_json::Value;

use crate::breakpoints::PointTable;
use crate::commands;
use crate::custom::why_text;
use crate::display::DisplayPictures;
use crate::ending::RunEnding;
use crate::launch::LaunchArguments;
use crate::motion::{ConsoleText, RunMovement};
use crate::paths::SourcePaths;
use crate::protocol::arguments::{InitializeArguments, VariablesArguments};
use crate::protocol::bodies::LookAnswer;
use crate::protocol::events::{
    AdapterEvent, OutputText, ProgressEnd, ProgressStart, ProgressUpdate,
};
use crate::protocol::{AdapterMessage, AdapterResponse, ClientRequest, Source};

/// Milliseconds after which a request that is not answered yet shows its progress.
const PROGRESS_AFTER_MS: i64 = 500;
/// Characters of an unknown name that an answer repeats.
const NAME_CHARS_MAX: usize = 40;

/// The outside of an adapter: the host of its workbench, whose folder can be chosen.
pub trait AdapterHost: WorkbenchHost {
    /// Makes a folder the one that names are relative to; gives its absolute path, or says why it
    /// cannot be used.
    fn open_folder(&mut self, path: &str) -> Result<String, String>;
}

/// A request that waits for its response.
#[derive(Clone, Debug)]
pub(crate) struct RequestRef {
    pub(crate) seq: i64,
    pub(crate) command: String,
}

/// A request with the outside, for the time that it is looked at.
pub(crate) struct RequestCall<'c> {
    pub(crate) host: &'c mut dyn AdapterHost,
    pub(crate) request: RequestRef,
}

/// How far a request is.
pub(crate) enum CommandReply {
    /// It is done.
    Body(Value),
    /// The response follows, or has been sent.
    Sent,
}

/// Why a request is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandError(pub(crate) String);

pub(crate) type CommandResult<A = CommandReply> = Result<A, CommandError>;

impl CommandError {
    pub(crate) fn new(message: impl Into<String>) -> CommandError {
        CommandError(message.into())
    }

    /// The word that the protocol has for questions about a run that goes on.
    pub(crate) fn not_stopped() -> CommandError {
        CommandError::new("notStopped")
    }
}

impl From<RequestFailure> for CommandError {
    fn from(failure: RequestFailure) -> CommandError {
        match failure.code {
            // The protocol's own word, by which clients know that nothing went wrong.
            FailureCode::Cancelled => CommandError::new("cancelled"),
            _ => CommandError(failure.message),
        }
    }
}

/// A response that is there at once.
pub(crate) fn done(body: &impl Serialize) -> CommandResult {
    let body = serde_json::to_value(body);
    body.map(CommandReply::Body).map_err(|error| CommandError::new(error.to_string()))
}

/// A response without a body.
pub(crate) fn done_plainly() -> CommandResult {
    Ok(CommandReply::Body(Value::Null))
}

/// A request of the workbench whose answer is not there yet.
pub(crate) struct PendingRequest {
    /// The request that is to be answered, if it has not been.
    pub(crate) request: Option<RequestRef>,
    pub(crate) then: PendingAction,
    begun_ms: i64,
    /// Whether its progress is shown.
    is_shown: bool,
}

/// What is done with an answer.
#[derive(Clone, Debug)]
pub(crate) enum PendingAction {
    /// The run is on its way.
    Move(Value),
    /// Frames from one on, at most so many.
    StackTrace { first: usize, levels: usize },
    /// The stack as variables.
    StackWords(VariablesArguments),
    /// The causes of something.
    Why,
    /// The same, as text for the console.
    WhyText,
    /// The run has ended, and this is why.
    Explain,
    /// A recording is played back for an `attach`.
    Attach(Box<LaunchArguments>),
    /// Answers for panels.
    Look,
}

/// Abilities and habits of the client.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientTraits {
    /// The number of the first line, and of the first column.
    pub(crate) first_line: i64,
    pub(crate) first_column: i64,
    pub(crate) shows_progress: bool,
    pub(crate) takes_invalidated: bool,
}

/// A debug adapter for one client and one program at a time.
pub struct DebugAdapter {
    pub(crate) bench: Workbench,
    outbox: Vec<String>,
    /// The number of the last message.
    seq: i64,
    /// None before `initialize`.
    pub(crate) client: Option<ClientTraits>,
    pub(crate) launch: Option<LaunchArguments>,
    /// Whether the client has set its breakpoints and the program may run.
    pub(crate) is_configured: bool,
    is_done: bool,
    pub(crate) paths: SourcePaths,
    pub(crate) points: PointTable,
    /// Messages of the workbench that were not looked at.
    arrived: VecDeque<OutgoingMessage>,
    pending: BTreeMap<u32, PendingRequest>,
    /// The number of the last request to the workbench.
    asked: u32,
    pub(crate) movement: Option<RunMovement>,
    pub(crate) state: Option<RunState>,
    /// The calls at this stop, once somebody has asked for them.
    pub(crate) calls: Option<CallStack>,
    pub(crate) console: ConsoleText,
    pub(crate) ending: RunEnding,
    pub(crate) findings: Vec<CheckFinding>,
    pub(crate) displays: DisplayPictures,
}

impl Default for DebugAdapter {
    fn default() -> DebugAdapter {
        DebugAdapter {
            bench: Workbench::new("dap".to_owned()),
            outbox: Vec::new(),
            seq: 0,
            client: None,
            launch: None,
            is_configured: false,
            is_done: false,
            paths: SourcePaths::default(),
            points: PointTable::default(),
            arrived: VecDeque::new(),
            pending: BTreeMap::new(),
            asked: 0,
            movement: None,
            state: None,
            calls: None,
            console: ConsoleText::default(),
            ending: RunEnding::default(),
            findings: Vec::new(),
            displays: DisplayPictures::default(),
        }
    }
}

impl DebugAdapter {
    /// Does what a message asks for; whatever it is, a request among it is answered.
    pub fn handle(&mut self, message: &str, host: &mut dyn AdapterHost) {
        let request = match serde_json::from_str::<ClientRequest>(message) {
            Ok(request) => request,
            Err(error) => return self.refuse_message(&format!("not a message: {error}")),
        };
        // Responses are for requests of the adapter, which has none.
        if request.kind != "request" {
            return;
        }
        let Some(command) = request.command else {
            return self.refuse_message("a request has a `command`");
        };
        let request_ref = RequestRef { seq: request.seq, command };
        let mut call = RequestCall { host: &mut *host, request: request_ref.clone() };
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let answer = if self.client.is_none() && call.request.command != "initialize" {
            Err(CommandError::new("the first request is `initialize`"))
        } else {
            commands::execute(self, &mut call, arguments)
        };
        match answer {
            Ok(CommandReply::Body(body)) => self.respond(&request_ref, Ok(body)),
            Ok(CommandReply::Sent) => {}
            Err(error) => self.respond(&request_ref, Err(error)),
        }
        self.digest(host);
        self.answer_movements();
    }

    /// A stream of bytes that is not a message: there is nobody in particular to be answered.
    pub fn refuse_message(&mut self, why: &str) {
        let request = RequestRef { seq: 0, command: String::new() };
        self.respond(&request, Err(CommandError::new(why)));
    }

    /// Does a slice of what is going on.
    pub fn advance(&mut self, host: &mut dyn AdapterHost) -> WakeTime {
        let asked = self.asked;
        let next = self.bench.advance(host);
        self.fetch();
        self.digest(host);
        // What came may have led to further requests, whose work is not part of `next`.
        if self.asked == asked { next } else { WakeTime::Now }
    }

    /// The messages since the last call, as JSON.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outbox)
    }

    /// Whether the client has said goodbye.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    pub(crate) fn finish(&mut self) {
        self.is_done = true;
    }

    /// Goes on after a bug of ours without the run, which may be half changed. Requests that wait
    /// are answered, the one at hand among them.
    pub fn recover(&mut self, message: Option<&str>) {
        self.bench.recover(ReplyTo::Nobody);
        drop(self.bench.take());
        self.arrived.clear();
        let error = CommandError::new("internal error in Jetan; the run was stopped");
        let at_hand = message.and_then(|text| serde_json::from_str::<ClientRequest>(text).ok());
        let at_hand = at_hand
            .and_then(|request| Some(RequestRef { seq: request.seq, command: request.command? }));
        let waiting = std::mem::take(&mut self.pending).into_values();
        let waiting: Vec<RequestRef> = waiting.filter_map(|pending| pending.request).collect();
        for request in waiting.iter().chain(&at_hand) {
            self.respond(request, Err(error.clone()));
        }
        self.terminate();
    }

    pub(crate) fn respond(&mut self, request: &RequestRef, answer: CommandResult<Value>) {
        self.seq += 1;
        let (body, message) = match answer {
            Ok(body) => (Some(body).filter(|body| !body.is_null()), None),
            Err(CommandError(message)) => {
                let variables = serde_json::json!({"why": message});
                let error = serde_json::json!({
                    "error": {"id": 1, "format": "{why}", "variables": variables, "showUser": true}
                });
                (Some(error), Some(message))
            }
        };
        self.write(&AdapterResponse {
            seq: self.seq,
            kind: "response",
            request_seq: request.seq,
            success: message.is_none(),
            command: &request.command,
            message: message.as_deref(),
            body,
        });
    }

    pub(crate) fn send(&mut self, event: &AdapterEvent) {
        self.seq += 1;
        self.write(&AdapterMessage { seq: self.seq, kind: "event", event });
    }

    /// Says something in the console of the debugger.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        let output =
            OutputText { category: "console", output: text.into(), ..OutputText::default() };
        self.send(&AdapterEvent::Output(output));
    }

    fn write(&mut self, message: &impl Serialize) {
        // Nothing here has keys that are not texts, which is all that could fail.
        self.outbox.push(serde_json::to_string(message).unwrap_or_default());
    }

    /// Asks the workbench something that it answers at once.
    pub(crate) fn ask(
        &mut self,
        request: Request,
        host: &mut dyn AdapterHost,
    ) -> Result<Reply, RequestFailure> {
        let id = self.post(request, host);
        let is_answer = |message: &OutgoingMessage| match message {
            OutgoingMessage::Answer(reply_to, _) => *reply_to == ReplyTo::Number(id),
            OutgoingMessage::Event(_) | OutgoingMessage::Binary(_) => false,
        };
        let place = self.arrived.iter().position(is_answer);
        match place.and_then(|place| self.arrived.remove(place)) {
            Some(OutgoingMessage::Answer(_, answer)) => *answer,
            _ => Err(RequestFailure::new(FailureCode::Internal, "internal error in Jetan")),
        }
    }

    /// Asks the workbench something that may take long.
    pub(crate) fn ask_later(
        &mut self,
        request: Request,
        then: PendingAction,
        asker: Option<RequestRef>,
        host: &mut dyn AdapterHost,
    ) {
        let begun_ms = host.now_ms();
        // Known before it is posted: the answer may be there when `post` returns.
        let pending = PendingRequest { request: asker, then, begun_ms, is_shown: false };
        self.pending.insert(self.asked.wrapping_add(1), pending);
        self.post(request, host);
    }

    fn post(&mut self, request: Request, host: &mut dyn AdapterHost) -> u32 {
        self.asked = self.asked.wrapping_add(1);
        let reply_to = ReplyTo::Number(self.asked);
        self.bench.handle(Incoming { reply_to, asked: Ok(request) }, host);
        self.fetch();
        self.asked
    }

    fn fetch(&mut self) {
        self.arrived.extend(self.bench.take());
    }

    /// Looks at what the workbench has said.
    fn digest(&mut self, host: &mut dyn AdapterHost) {
        while let Some(message) = self.arrived.pop_front() {
            match message {
                OutgoingMessage::Answer(ReplyTo::Number(id), answer) => {
                    if let Some(pending) = self.pending.remove(&id) {
                        if pending.is_shown {
                            let progress_id = id.to_string();
                            self.send(&AdapterEvent::ProgressEnd(ProgressEnd { progress_id }));
                        }
                        self.complete(pending, *answer);
                    }
                }
                OutgoingMessage::Answer(..) => {}
                OutgoingMessage::Event(event) => self.notice(*event, host),
                OutgoingMessage::Binary(bytes) => self.take_picture(&bytes, host),
            }
        }
    }

    fn complete(&mut self, pending: PendingRequest, answer: Result<Reply, RequestFailure>) {
        let PendingRequest { request, then, .. } = pending;
        let body = match (then, answer) {
            (PendingAction::Move(body), answer) => {
                return self.moved(request.as_ref(), body, answer.map(drop));
            }
            (PendingAction::Explain, _) => return self.explained(),
            (PendingAction::Attach(arguments), answer) => {
                if let Some(request) = &request {
                    self.attached(request, *arguments, answer.map(drop));
                }
                return;
            }
            (PendingAction::Look, Ok(Reply::Look(answers))) => done(&LookAnswer { answers }),
            (PendingAction::StackTrace { first, levels }, Ok(Reply::Calls(calls))) => {
                self.calls = Some(calls);
                self.stack_frames(first, levels)
            }
            (PendingAction::StackWords(asked), Ok(Reply::Stack(words))) => {
                self.stack_words(&asked, &words)
            }
            (PendingAction::Why, Ok(Reply::Why(links))) => self.why_steps(links),
            (PendingAction::WhyText, Ok(Reply::Why(links))) => why_text(&links),
            (_, Ok(_)) => Err(CommandError::new("internal error in Jetan")),
            (_, Err(failure)) => Err(failure.into()),
        };
        if let Some(request) = request {
            match body {
                Ok(CommandReply::Body(body)) => self.respond(&request, Ok(body)),
                Ok(CommandReply::Sent) => {}
                Err(error) => self.respond(&request, Err(error)),
            }
        }
    }

    /// A motion that goes on is a request that is done: its stop comes as an event.
    fn answer_movements(&mut self) {
        let moves = self.pending.values_mut().filter_map(|pending| match &pending.then {
            PendingAction::Move(body) => pending.request.take().map(|asker| (asker, body.clone())),
            _ => None,
        });
        for (request, body) in moves.collect::<Vec<_>>() {
            self.respond(&request, Ok(body));
        }
    }

    /// Shows that a request takes long.
    pub(crate) fn show_progress(&mut self, progress: &JobProgress, host: &mut dyn AdapterHost) {
        let now_ms = host.now_ms();
        let shows = self.client.as_ref().is_some_and(|client| client.shows_progress);
        let Some(pending) = self.pending.get_mut(&progress.request).filter(|_| shows) else {
            return;
        };
        // A clock that was set back shows it at once.
        if !pending.is_shown && (0..PROGRESS_AFTER_MS).contains(&(now_ms - pending.begun_ms)) {
            return;
        }
        let progress_id = progress.request.to_string();
        if !std::mem::replace(&mut pending.is_shown, true) {
            let title = match pending.then {
                PendingAction::Why | PendingAction::WhyText => "Looking for the cause",
                PendingAction::Explain => "Explaining the end of the run",
                PendingAction::StackTrace { .. } | PendingAction::StackWords(_) => {
                    "Looking for calls"
                }
                PendingAction::Attach(_) => "Playing back the recording",
                PendingAction::Look => "Looking at the run",
                PendingAction::Move(_) => "Going back in time",
            };
            self.send(&AdapterEvent::ProgressStart(ProgressStart {
                progress_id: progress_id.clone(),
                title: title.to_owned(),
                cancellable: true,
            }));
        }
        let message = format!("instruction {}", progress.count);
        self.send(&AdapterEvent::ProgressUpdate(ProgressUpdate { progress_id, message }));
    }

    /// Whether a recording is being played back for an `attach`.
    pub(crate) fn is_attaching(&self) -> bool {
        self.pending.values().any(|pending| matches!(pending.then, PendingAction::Attach(_)))
    }

    /// The workbench's number of a request that waits, by the client's.
    pub(crate) fn pending_of(&self, seq: i64) -> Option<u32> {
        let is_meant = |request: &RequestRef| request.seq == seq;
        let found = self.pending.iter().find(|(_, one)| one.request.as_ref().is_some_and(is_meant));
        found.map(|(id, _)| *id)
    }

    /// Who is there, and what it can do.
    pub(crate) fn greet(&mut self, client: &InitializeArguments) -> CommandResult<()> {
        if client.path_format.as_deref().is_some_and(|format| format != "path") {
            return Err(CommandError::new("paths are paths of files here, not addresses"));
        }
        self.client = Some(ClientTraits {
            first_line: i64::from(client.lines_start_at1),
            first_column: i64::from(client.columns_start_at1),
            shows_progress: client.supports_progress_reporting,
            takes_invalidated: client.supports_invalidated_event,
        });
        Ok(())
    }

    /// A source for the client, by the name that the program has for it.
    pub(crate) fn source(&self, name: &str) -> Source {
        let path = self.paths.path(name);
        let last = path.rsplit('/').next().unwrap_or(&path);
        Source { name: Some(last.to_owned()), path: Some(path.clone()) }
    }

    /// The client's number of a line that counts from 0.
    pub(crate) fn line(&self, line: u32) -> i64 {
        i64::from(line) + self.client.as_ref().map_or(1, |client| client.first_line)
    }

    /// The number of the first column.
    pub(crate) fn column(&self) -> i64 {
        self.client.as_ref().map_or(1, |client| client.first_column)
    }

    /// The line from 0 that a client means; none if there is no such line.
    pub(crate) fn line_of(&self, line: i64) -> Option<u32> {
        let first = self.client.as_ref().map_or(1, |client| client.first_line);
        u32::try_from(line.checked_sub(first)?).ok()
    }

    /// Looking is possible while the run stands.
    pub(crate) fn check_stopped(&self) -> CommandResult<()> {
        if self.movement.is_some() { Err(CommandError::not_stopped()) } else { Ok(()) }
    }
}

/// The beginning of a name that a client has made up.
pub(crate) fn shown_name(name: &str) -> String {
    name.chars().take(NAME_CHARS_MAX).collect()
}

/// Asks the workbench something that it answers at once, and takes the answer out.
macro_rules! ask {
    ($adapter:expr, $host:expr, $variant:ident($fields:expr)) => {
        match $adapter.ask(jetan_wire::Request::$variant($fields), $host) {
            Ok(jetan_wire::Reply::$variant(answer)) => Ok(answer),
            Ok(_) => Err($crate::adapter::CommandError::new("internal error in Jetan")),
            Err(failure) => Err($crate::adapter::CommandError::from(failure)),
        }
    };
}

pub(crate) use ask;
