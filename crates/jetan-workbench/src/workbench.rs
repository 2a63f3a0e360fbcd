//! The whole in small: messages in, answers and events out, and a slice of work at a time.

use std::collections::VecDeque;

use jetan_asm::{Diagnostic, SourceSet};
use jetan_debug::Debugger;
use jetan_debug::checks::Finding;
use jetan_debug::post_mortem::PostMortem;
use jetan_wire::{
    Event, FailureCode, Greeting, Hello, Incoming, PackName, Reply, ReplyTo, Request,
    RequestFailure, RunNote,
};

use crate::check::CheckRun;
use crate::documents::Documents;
use crate::games::GameSession;
use crate::host::WorkbenchHost;
use crate::jobs::{AnswerOrWork, RequestJob};
use crate::message::{OutgoingMessage, RequestAnswer, RequestError};
use crate::points::PointStore;
use crate::request;
use crate::run::DebuggedRun;

/// Between two events of one kind, in milliseconds: sixty a second.
pub(crate) const OUTPUT_INTERVAL_MS: i64 = 16;

/// The time at which a workbench wants to be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WakeTime {
    /// At once: there is work.
    Now,
    /// At this time, in milliseconds since 1970, or when a message comes.
    At(i64),
    /// When a message comes.
    Never,
}

/// The memory that a workbench takes, in bytes, roughly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkbenchMemory {
    /// Open texts and what is known of them.
    pub texts: usize,
    /// The machine of the run, and its recorded input.
    pub run: usize,
    /// The history of the run, which can be computed anew.
    pub history: usize,
}

/// The state behind one browser tab.
pub struct Workbench {
    /// The name by which a lost connection takes it up again.
    session: String,
    has_greeted: bool,
    pub(crate) documents: Documents,
    pub(crate) points: PointStore,
    pub(crate) run: Option<DebuggedRun>,
    /// The number of runs so far.
    pub(crate) runs: u32,
    pub(crate) check: Option<CheckRun>,
    pub(crate) games: GameSession,
    /// Requests that are being answered, the one at work first.
    pub(crate) jobs: VecDeque<RequestJob>,
    /// The request whose job is done and about to be answered.
    pub(crate) finishing: ReplyTo,
    pub(crate) outbox: Vec<OutgoingMessage>,
}

/// A workbench with its host, for the time of a request.
pub(crate) struct RequestContext<'d> {
    pub(crate) bench: &'d mut Workbench,
    pub(crate) carrier: &'d mut dyn WorkbenchHost,
    /// The number of the request, for binary answers.
    pub(crate) id: u32,
}

impl Workbench {
    /// An empty workbench of this name.
    pub fn new(session: String) -> Workbench {
        Workbench {
            session,
            has_greeted: false,
            documents: Documents::default(),
            points: PointStore::default(),
            run: None,
            runs: 0,
            check: None,
            games: GameSession::default(),
            jobs: VecDeque::new(),
            finishing: ReplyTo::Nobody,
            outbox: Vec::new(),
        }
    }

    /// Does what a message asks for.
    pub fn handle(&mut self, message: Incoming, carrier: &mut dyn WorkbenchHost) {
        // Messages that wait from before this request must stay in front of its answer.
        let earlier = self.outbox.len();
        let Incoming { reply_to, asked } = message;
        let is_known = self.has_greeted || matches!(asked, Err(_) | Ok(Request::Hello(_)));
        let answer = match asked {
            // Before anything else: a client of another version must be told so, whatever it asks
            // for first.
            _ if !is_known => {
                Err(RequestError::new(FailureCode::Protocol, "the first message is `hello`").into())
            }
            Err(failure) => Err(failure),
            Ok(request) => {
                // Binary answers have the number; nobody waits for those of a request without one.
                let id = if let ReplyTo::Number(number) = reply_to { number } else { 0 };
                let name = request.row().name;
                let mut context = RequestContext { bench: self, carrier, id };
                match request::execute(&mut context, request) {
                    Ok(AnswerOrWork::Now(reply)) => Ok(reply),
                    // No answer yet: the job answers when it is done, and exactly once, which is
                    // why this returns here.
                    Ok(AnswerOrWork::Work(work)) => {
                        return self.begin_job(reply_to, name, work, carrier);
                    }
                    Err(refusal) => Err(refusal.into()),
                }
            }
        };
        self.respond(reply_to, answer, earlier);
    }

    /// Answers a request that began or ended when there were so many messages.
    pub(crate) fn respond(
        &mut self,
        reply_to: ReplyTo,
        answer: Result<Reply, RequestFailure>,
        earlier: usize,
    ) {
        if reply_to != ReplyTo::Nobody {
            // Bytes that belong to the answer come before it, what the request has brought about
            // comes after it.
            let is_event =
                |message: &OutgoingMessage| !matches!(message, OutgoingMessage::Binary(_));
            let event = self.outbox[earlier..].iter().position(is_event);
            let place = event.map_or(self.outbox.len(), |event| earlier + event);
            self.outbox.insert(place, OutgoingMessage::Answer(reply_to, Box::new(answer)));
        }
    }

    /// Whether a client has greeted this workbench, so that there is something to resume.
    pub fn has_greeted(&self) -> bool {
        self.has_greeted
    }

    /// Everything that a new client of this session needs goes out as if it had just happened.
    fn show_again(&mut self) {
        self.documents.show_again();
        // Sent even if there are none: a client that was away may still show points that another
        // has removed.
        self.send(Event::Breakpoints(self.points.wire()));
        match &mut self.run {
            Some(run) => {
                run.show_again();
                push(&mut self.outbox, run.began());
            }
            None => self.send(Event::State(DebuggedRun::idle())),
        }
        self.show_game_again();
    }

    /// Does a slice of what is going on.
    pub fn advance(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        // Analysing comes first and alone: diagnostics of a text that was just typed matter more
        // than a few milliseconds of a run.
        if self.documents.is_dirty() {
            self.analyse(carrier);
            return WakeTime::Now;
        }
        let asking = self.advance_jobs(carrier);
        let checking = self.advance_check(carrier);
        let running = self.run.as_mut().map_or(WakeTime::Never, |run| run.advance(carrier));
        // A game beside a program sees where that has come to.
        let playing = self.advance_game(carrier);
        // `Now` is the smallest and `Never` the largest: the order of the variants of `WakeTime` is
        // what this relies on.
        asking.min(checking).min(running).min(playing).min(self.flush(carrier))
    }

    fn advance_check(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        let Some(check) = &mut self.check else { return WakeTime::Never };
        check.advance(carrier, &mut self.outbox)
    }

    /// Sends what a run has brought about, as far as it is time to.
    pub(crate) fn flush(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        let Some(run) = &mut self.run else { return WakeTime::Never };
        run.flush(carrier.now_ms(), &self.points, &mut self.outbox)
    }

    /// Goes on after a bug of ours, without the run that may be half changed. The request that
    /// showed it is answered.
    pub fn recover(&mut self, reply_to: ReplyTo) {
        // Everything that the failed request may have left half changed goes. Texts stay: they are
        // the one thing that nobody could compute again.
        self.run = None;
        self.check = None;
        self.recover_game();
        let finishing = std::mem::replace(&mut self.finishing, ReplyTo::Nobody);
        // The one at work may be the one that has failed; the others have lost what they need.
        // Taken out before the others are cancelled, or it would get two answers: `cancelled` and
        // `internal`.
        let at_work = self.jobs.pop_front().map_or(ReplyTo::Nobody, |job| job.reply_to());
        self.cancel_jobs(|_| true);
        let message = "internal error in Jetan; your files are safe, the run was stopped";
        let refusal = RequestError::new(FailureCode::Internal, message);
        let failure = RequestFailure::from(refusal);
        // A request that has begun a job shows the mistake as both.
        let others = [finishing, at_work].into_iter().filter(|other| *other != reply_to);
        for reply_to in std::iter::once(reply_to).chain(others) {
            self.respond(reply_to, Err(failure.clone()), self.outbox.len());
        }
        self.send(Event::State(DebuggedRun::idle()));
    }

    /// The run under the debugger, for hosts in the same process that show more of it than the
    /// protocol has words for.
    pub fn debugger(&self) -> Option<&Debugger<'static>> {
        self.run.as_ref().map(|run| &run.debugger)
    }

    /// The findings of the last `explain` about this run.
    pub fn post_mortem(&self) -> Option<&PostMortem> {
        self.run.as_ref().and_then(|run| run.aftermath.as_ref())
    }

    /// The findings of the checks so far, none without the option `check`, and whether the checks
    /// have seen all of the run.
    pub fn findings(&self) -> (&[Finding], bool) {
        let Some(run) = &self.run else { return (&[], true) };
        (run.insight.findings(), run.insight.has_checked(&run.debugger))
    }

    /// The oddities of the run so far.
    pub fn notes(&self) -> Vec<RunNote> {
        self.run.as_ref().map_or_else(Vec::new, |run| run.insight.notes(&run.debugger))
    }

    /// The sources that were assembled last, each set with its diagnostics; those of a program
    /// that was started are there after the next [`Workbench::advance`].
    pub fn diagnostics(&self) -> impl Iterator<Item = (&SourceSet, &[Diagnostic])> {
        self.documents.analyses().map(|analysis| (analysis.sources(), analysis.diagnostics()))
    }

    /// The memory it takes.
    pub fn weight(&self) -> WorkbenchMemory {
        let (run, history) = self.run.as_ref().map_or((0, 0), DebuggedRun::weight);
        WorkbenchMemory { texts: self.documents.weight(), run, history }
    }

    /// Forgets what can be computed anew, to make room for others.
    pub fn forget_history(&mut self) {
        if let Some(run) = &mut self.run {
            run.debugger.timeline.forget_keyframes();
        }
    }

    /// Ends the run to make room for others, and says so.
    pub fn end_run(&mut self) {
        // A session without a run has nothing to say; its host does not know that when it needs
        // memory.
        if self.run.take().is_some() {
            self.cancel_jobs(RequestJob::needs_run);
            let text = "The run was ended: other tabs of the studio need the memory.";
            self.send(Event::Log(jetan_wire::LogText { text: text.to_owned() }));
            self.send(Event::State(DebuggedRun::idle()));
        }
    }

    /// The messages since the last call.
    pub fn take(&mut self) -> Vec<OutgoingMessage> {
        std::mem::take(&mut self.outbox)
    }

    /// Sends an event.
    pub(crate) fn send(&mut self, event: Event) {
        push(&mut self.outbox, event);
    }

    pub(crate) fn send_binary(&mut self, bytes: Vec<u8>) {
        self.outbox.push(OutgoingMessage::Binary(bytes));
    }
}

/// Puts an event into an outbox.
pub(crate) fn push(outbox: &mut Vec<OutgoingMessage>, event: Event) {
    outbox.push(OutgoingMessage::Event(Box::new(event)));
}

/// Says who is there; a client that was lost takes its session up again.
pub(crate) fn greet(context: &mut RequestContext<'_>, greeting: Greeting) -> RequestAnswer<Hello> {
    let version = jetan_wire::PROTOCOL;
    // Equal and not compatible: page and service come from the same binary, and another version
    // means a page from a browser's cache.
    if greeting.protocol != version {
        let message = format!("this is version {version} of the protocol: load the page again");
        return Err(RequestError::new(FailureCode::Protocol, message));
    }
    let bench = &mut *context.bench;
    // A workbench that nobody has greeted has nothing to resume, even if its name was guessed.
    let is_resumed = bench.has_greeted && greeting.resume.as_ref() == Some(&bench.session);
    bench.has_greeted = true;
    // Whoever waited for answers has gone, and another one may count its requests anew.
    bench.jobs.clear();
    if is_resumed {
        bench.show_again();
    }
    let pack = |&(name, _): &(&str, &str)| PackName { name: name.into(), title: name.into() };
    Ok(Hello {
        protocol: version,
        session: bench.session.clone(),
        resumed: is_resumed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        features: request::FEATURES.to_vec(),
        workspace: context.carrier.workspace(),
        packs: jetan_pack::shipped().iter().map(pack).collect(),
    })
}

impl RequestContext<'_> {
    pub(crate) fn run(&mut self) -> Result<&mut DebuggedRun, RequestError> {
        self.bench.run.as_mut().ok_or_else(RequestError::not_started)
    }
}
