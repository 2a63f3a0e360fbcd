//! A session: a workbench on a thread of its own, which sleeps when there is nothing to do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jetan_machine::Engine;
use jetan_wire::{Event, Incoming, Nothing, ReplyTo};
use jetan_workbench::game_store::SavedGameStore;
use jetan_workbench::host::{
    EngineChoice, FolderError, FolderListing, GameQuestion, GameThought, RunBounds, StoredFile,
    Workspace,
};
use jetan_workbench::{OutgoingMessage, WakeTime, Workbench, WorkbenchHost};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use crate::folder::WorkspaceFolder;
use crate::server::ServerConfig;
use crate::sessions::SessionRegistry;
use crate::share::MemoryShare;
use crate::thinker::GameThinker;

/// The time a program runs before messages are looked at.
const WORK_SLICE_TIME: Duration = Duration::from_millis(8);

/// The time a session goes on working after its client has gone: a page that is loaded again is
/// back by then.
const DISCONNECTED_TIME_MAX: Duration = Duration::from_secs(5);

/// Something for a session.
pub(crate) enum SessionMessage {
    /// A client is there now, in place of any before it.
    Connect(mpsc::Sender<OutgoingMessage>),
    /// A message of a client, and the room that it takes until it is handled.
    Request(Box<Incoming>, OwnedSemaphorePermit),
    /// A thought has come to its end.
    Thought,
    /// Others need the memory that the run's past takes.
    ForgetHistory,
    /// Others need the memory that the run takes.
    EndRun,
}

/// The arguments of a session's thread.
pub(crate) struct SessionStart {
    pub(crate) sessions: Weak<SessionRegistry>,
    /// The session's share of the memory of all.
    pub(crate) share: Arc<MemoryShare>,
    pub(crate) name: String,
    pub(crate) posts: Receiver<SessionMessage>,
    /// Posts for this session itself, from the threads that work for it.
    pub(crate) waker: Weak<Sender<SessionMessage>>,
    pub(crate) plan: Arc<ServerConfig>,
    pub(crate) folder: Arc<Option<WorkspaceFolder>>,
}

/// The host of a workbench in this process.
struct StudioHost {
    plan: Arc<ServerConfig>,
    folder: Arc<Option<WorkspaceFolder>>,
    deadline: Instant,
    thinker: GameThinker,
    shelf: Box<dyn SavedGameStore>,
}

/// Works until nobody can send anything any more.
pub(crate) fn work(start: SessionStart) {
    let SessionStart { sessions, share, name, posts, waker, plan, folder } = start;
    let mut hands = StudioHost {
        // Called before `plan` moves into the next field.
        shelf: (plan.shelf)(),
        plan,
        folder,
        deadline: Instant::now(),
        thinker: GameThinker::new(waker),
    };
    let mut bench = Workbench::new(name.clone());
    let mut client: Option<mpsc::Sender<OutgoingMessage>> = None;
    let mut seen = Instant::now();
    let mut next = WakeTime::Never;
    loop {
        // A program that nobody sees would take a processor from those who are there. It goes on
        // when somebody comes back.
        if client.as_ref().is_some_and(|client| !client.is_closed()) {
            seen = Instant::now();
        }
        let due = if seen.elapsed() < DISCONNECTED_TIME_MAX { next } else { WakeTime::Never };
        match receive(&posts, due) {
            Ok(Some(SessionMessage::Connect(sender))) => {
                if let Some(before) = client.replace(sender) {
                    let taken = OutgoingMessage::Event(Box::new(Event::TakenOver(Nothing {})));
                    // Not `blocking_send`: an old client that does not read must not keep its
                    // successor waiting.
                    let _ = before.try_send(taken);
                }
            }
            Ok(Some(SessionMessage::Request(message, _room))) => {
                // `_room` lives until the message was handled, which is what bounds the queue.
                share.touch();
                hands.deadline = Instant::now() + WORK_SLICE_TIME;
                handle(&mut bench, *message, &mut hands);
                // Further messages come first, then work.
                next = WakeTime::Now;
            }
            Ok(Some(SessionMessage::Thought)) => next = WakeTime::Now,
            Ok(Some(SessionMessage::ForgetHistory)) => bench.forget_history(),
            Ok(Some(SessionMessage::EndRun)) => {
                bench.end_run();
                next = WakeTime::Now;
            }
            Ok(None) => {
                // A deadline for each slice, so that a message waits for about 8 ms at most.
                hands.deadline = Instant::now() + WORK_SLICE_TIME;
                next = advance(&mut bench, &mut hands);
            }
            Err(SessionClosed) => return,
        }
        deliver(bench.take(), &mut client);
        // Only growth can break the bound. The table is held weakly: it must be able to end this
        // thread.
        if share.report(bench.weight())
            && let Some(sessions) = sessions.upgrade()
        {
            sessions.relieve(&name);
        }
    }
}

/// Nobody can send anything any more.
struct SessionClosed;

/// The next message, or none if it is time to work.
fn receive(
    posts: &Receiver<SessionMessage>,
    next: WakeTime,
) -> Result<Option<SessionMessage>, SessionClosed> {
    match next {
        WakeTime::Now => match posts.try_recv() {
            Ok(post) => Ok(Some(post)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(SessionClosed),
        },
        WakeTime::At(ms) => {
            let wait_ms = u64::try_from(ms.saturating_sub(now_ms())).unwrap_or(0);
            // A clock that was set must not make anybody wait for years.
            match posts.recv_timeout(Duration::from_millis(wait_ms.min(60_000))) {
                Ok(post) => Ok(Some(post)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => Err(SessionClosed),
            }
        }
        WakeTime::Never => posts.recv().map(Some).map_err(|_| SessionClosed),
    }
}

/// A panic is a bug of ours: the request is answered, the session goes on without its run.
fn handle(bench: &mut Workbench, message: Incoming, hands: &mut StudioHost) {
    // Copied first, because the message is gone when a panic is caught.
    let reply_to = message.reply_to;
    // A panic may leave anything half-changed; `recover` drops everything but the texts.
    if catch_unwind(AssertUnwindSafe(|| bench.handle(message, hands))).is_err() {
        bench.recover(reply_to);
    }
}

fn advance(bench: &mut Workbench, hands: &mut StudioHost) -> WakeTime {
    catch_unwind(AssertUnwindSafe(|| bench.advance(hands))).unwrap_or_else(|_| {
        bench.recover(ReplyTo::Nobody);
        WakeTime::Now
    })
}

/// Hands over what is for the client. One that does not read makes its own session wait; one that
/// is gone gets nothing.
fn deliver(messages: Vec<OutgoingMessage>, client: &mut Option<mpsc::Sender<OutgoingMessage>>) {
    for message in messages {
        let Some(sender) = client else { return };
        if sender.blocking_send(message).is_err() {
            *client = None;
        }
    }
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

fn no_folder() -> FolderError {
    FolderError::NotAllowed(
        "no folder was opened: start `jetan studio FOLDER` to work on files".into(),
    )
}

impl WorkbenchHost for StudioHost {
    fn bounds(&self) -> RunBounds {
        RunBounds::COMPUTER
    }

    fn now_ms(&mut self) -> i64 {
        now_ms()
    }

    fn seed(&mut self) -> i64 {
        let mut bytes = [0; 8];
        // Without randomness any number will do.
        let _ = getrandom::fill(&mut bytes);
        i64::from_le_bytes(bytes)
    }

    fn has_time(&mut self) -> bool {
        Instant::now() < self.deadline
    }

    fn engine(&mut self, choice: EngineChoice) -> Box<dyn Engine> {
        (self.plan.engine)(choice)
    }

    fn think(&mut self, ticket: u64, question: GameQuestion) {
        self.thinker.think(ticket, question);
    }

    fn thinking_steps(&mut self) -> u64 {
        self.thinker.steps()
    }

    fn thought(&mut self) -> Option<(u64, GameThought)> {
        self.thinker.thought()
    }

    fn rest(&mut self) {
        self.thinker.rest();
    }

    fn shelf(&mut self) -> &mut dyn SavedGameStore {
        &mut *self.shelf
    }

    fn workspace(&mut self) -> Workspace {
        let Some(folder) = self.folder.as_ref() else { return Workspace::default() };
        Workspace {
            name: Some(folder.name()),
            is_read_only: folder.is_read_only(),
            roots: self.plan.roots.clone(),
        }
    }

    fn list(&mut self) -> Result<FolderListing, FolderError> {
        self.folder
            .as_ref()
            .as_ref()
            .map_or_else(|| Ok(FolderListing::default()), WorkspaceFolder::list)
    }

    fn read(&mut self, path: &str) -> Result<StoredFile, FolderError> {
        self.folder.as_ref().as_ref().ok_or(FolderError::Missing)?.read(path)
    }

    fn save(
        &mut self,
        path: &str,
        bytes: &[u8],
        stamp: Option<&str>,
    ) -> Result<String, FolderError> {
        self.folder.as_ref().as_ref().ok_or_else(no_folder)?.save(path, bytes, stamp)
    }
}
