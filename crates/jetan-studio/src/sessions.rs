//! All sessions: they live here, whether or not somebody is connected to them.

use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use jetan_workbench::OutgoingMessage;
use tokio::sync::Semaphore;

use crate::folder::WorkspaceFolder;
use crate::guard::random_name;
use crate::server::ServerConfig;
use crate::session::{self, SessionMessage, SessionStart};
use crate::share::{MemoryClaim, MemoryRelief, MemoryShare, SESSIONS_BYTES_MAX, relieve};

/// Sessions at a time.
pub(crate) const SESSIONS_MAX: usize = 32;
/// The time that a session is kept to which nobody is connected.
pub(crate) const SESSION_KEPT_TIME: Duration = Duration::from_hours(1);
/// Bytes of messages that may wait for a session: two of the largest.
const QUEUED_BYTES_MAX: usize = 48 << 20;

/// A session as its connection has it.
#[derive(Clone)]
pub(crate) struct SessionHandle {
    pub(crate) name: String,
    /// The session ends when nobody has this any more.
    posts: Arc<Sender<SessionMessage>>,
    pub(crate) room: Arc<Semaphore>,
    /// The number of the connection.
    connection: u64,
}

/// A connection that was, by its session's name and its number. It keeps nothing alive.
pub(crate) struct ConnectionTicket {
    name: String,
    connection: u64,
}

struct SessionEntry {
    handle: SessionHandle,
    /// Since when nobody has been connected.
    left: Option<Instant>,
    share: Arc<MemoryShare>,
}

pub(crate) struct SessionRegistry {
    plan: Arc<ServerConfig>,
    folder: Arc<Option<WorkspaceFolder>>,
    places: Mutex<HashMap<String, SessionEntry>>,
}

/// The error that there is no room for another session.
#[derive(Debug)]
pub(crate) struct SessionsFull;

impl SessionRegistry {
    pub(crate) fn new(plan: Arc<ServerConfig>) -> SessionRegistry {
        let folder = plan.folder.clone().map(WorkspaceFolder::new);
        SessionRegistry { plan, folder: Arc::new(folder), places: Mutex::default() }
    }

    fn places(&self) -> MutexGuard<'_, HashMap<String, SessionEntry>> {
        // The table is whole whatever happened to somebody who held it.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects a client to the session of a name, or to a new one.
    pub(crate) fn connect(
        self: &Arc<Self>,
        wanted: Option<&str>,
        client: tokio::sync::mpsc::Sender<OutgoingMessage>,
    ) -> Result<SessionHandle, SessionsFull> {
        // Locked until the client is connected, so that the session cannot expire in between.
        let mut places = self.places();
        let name = match wanted.filter(|name| places.contains_key(*name)) {
            Some(name) => name.to_owned(),
            None => self.start(&mut places)?,
        };
        let place = places.get_mut(&name).ok_or(SessionsFull)?;
        place.left = None;
        place.share.touch();
        // Voids the tickets of all earlier connections.
        place.handle.connection += 1;
        // Fails only if the session's thread has died; the client then sees its channel close.
        let _ = place.handle.posts.send(SessionMessage::Connect(client));
        Ok(place.handle.clone())
    }

    fn start(
        self: &Arc<Self>,
        places: &mut HashMap<String, SessionEntry>,
    ) -> Result<String, SessionsFull> {
        if places.len() >= SESSIONS_MAX {
            // A session that somebody is connected to never makes room for a newcomer.
            let left = places.iter().filter_map(|(name, place)| Some((place.left?, name.clone())));
            let (_, oldest) = left.min().ok_or(SessionsFull)?;
            remove(places, &oldest);
        }
        let name = random_name().map_err(|_| SessionsFull)?;
        let (sender, posts) = mpsc::channel();
        let sender = Arc::new(sender);
        let share = Arc::new(MemoryShare::default());
        let start = SessionStart {
            sessions: Arc::downgrade(self),
            share: Arc::clone(&share),
            name: name.clone(),
            posts,
            // Weak, because the session ends with its last handle and must not keep itself alive.
            waker: Arc::downgrade(&sender),
            plan: Arc::clone(&self.plan),
            folder: Arc::clone(&self.folder),
        };
        let thread = thread::Builder::new().name("session".to_owned());
        thread.spawn(move || session::work(start)).map_err(|_| SessionsFull)?;
        // A permit stands for a byte of message text.
        let room = Arc::new(Semaphore::new(QUEUED_BYTES_MAX));
        let handle = SessionHandle { name: name.clone(), posts: sender, room, connection: 0 };
        places.insert(name.clone(), SessionEntry { handle, left: Some(Instant::now()), share });
        Ok(name)
    }

    /// A connection is gone; none if another one has taken the session over. What comes back is
    /// for [`SessionRegistry::expire`]; whoever held the handle for as long would keep a session
    /// alive that was removed long ago.
    pub(crate) fn leave(&self, handle: SessionHandle) -> Option<ConnectionTicket> {
        let mut places = self.places();
        let place = places.get_mut(&handle.name)?;
        // Another connection has taken the session over, so there is nothing to leave.
        if place.handle.connection != handle.connection {
            return None;
        }
        place.left = Some(Instant::now());
        Some(ConnectionTicket { name: handle.name, connection: handle.connection })
    }

    /// Ends a session that nobody has come back to for as long as it is kept.
    pub(crate) fn expire(&self, ticket: &ConnectionTicket) {
        let mut places = self.places();
        let is_left = places.get(&ticket.name).is_some_and(|place| {
            place.handle.connection == ticket.connection
                && place.left.is_some_and(|left| left.elapsed() >= SESSION_KEPT_TIME)
        });
        if is_left {
            remove(&mut places, &ticket.name);
        }
    }

    /// Makes room if all sessions together take more than they may. One of them has grown.
    pub(crate) fn relieve(&self, grown: &str) {
        let mut places = self.places();
        let claim = |(name, place): (&String, &SessionEntry)| (name.clone(), place.left.is_some());
        // Copied, because the loop below removes entries from the table.
        let all: Vec<(String, bool)> = places.iter().map(claim).collect();
        let claims = all.iter().filter_map(|(key, is_left)| {
            let share = &places.get(key)?.share;
            Some(MemoryClaim { key: key.as_str(), share, is_left: *is_left })
        });
        let asked: Vec<(String, MemoryRelief)> =
            relieve(claims.collect(), &grown, SESSIONS_BYTES_MAX)
                .into_iter()
                .map(|(name, relief)| (name.to_owned(), relief))
                .collect();
        for (name, relief) in asked {
            let Some(place) = places.get(&name) else { continue };
            match relief {
                MemoryRelief::History => place.handle.send(SessionMessage::ForgetHistory),
                MemoryRelief::Run => place.handle.send(SessionMessage::EndRun),
                MemoryRelief::Session => remove(&mut places, &name),
            }
        }
    }

    /// Ends them all.
    pub(crate) fn close(&self) {
        let mut places = self.places();
        let names: Vec<String> = places.keys().cloned().collect();
        for name in names {
            remove(&mut places, &name);
        }
    }
}

/// The thread ends when it finds that nobody can send it anything.
fn remove(places: &mut HashMap<String, SessionEntry>, name: &str) {
    places.remove(name);
}

impl SessionHandle {
    pub(crate) fn send(&self, post: SessionMessage) {
        // If the session is gone, so is the connection, soon.
        let _ = self.posts.send(post);
    }
}
