//! The host of a workbench in a worker.

use std::collections::VecDeque;

use jetan_machine::{Engine, Interpreter};
use jetan_workbench::WorkbenchHost;
use jetan_workbench::game_store::SavedGameStore;
use jetan_workbench::host::{
    EngineChoice, FolderError, FolderListing, GameQuestion, GameThought, StoredFile, Workspace,
};

use crate::files::{BrowserFiles, FileWrite};
use crate::games::BrowserGames;
use crate::random::TabRandom;

/// The name of the browser's folder, as people read it.
const FOLDER_NAME: &str = "saved files";
/// The time a slice of work takes, in milliseconds.
const WORK_SLICE_MS: f64 = 8.0;

/// Something for the worker that thinks.
#[derive(Debug)]
pub(crate) enum ThinkerOrder {
    /// Think about this in place of whatever is thought about.
    Think(u64, GameQuestion),
    /// Stop; the answer is not wanted.
    Rest,
}

/// Everything that a workbench needs, as far as a worker has it.
pub(crate) struct WebHost {
    /// Milliseconds since 1970.
    clock: fn() -> f64,
    deadline_ms: f64,
    random: TabRandom,
    pub(crate) files: BrowserFiles,
    pub(crate) games: BrowserGames,
    /// The write of a save that was just done here.
    pub(crate) write: Option<FileWrite>,
    pub(crate) orders: Vec<ThinkerOrder>,
    is_thinking: bool,
    pub(crate) steps: u64,
    pub(crate) thoughts: VecDeque<(u64, GameThought)>,
    /// Whether the storage can keep files.
    pub(crate) has_storage: bool,
}

impl WebHost {
    pub(crate) fn new(clock: fn() -> f64, mut random: TabRandom) -> WebHost {
        let games = BrowserGames::new(TabRandom::new(random.next()));
        WebHost {
            clock,
            deadline_ms: 0.0,
            random,
            files: BrowserFiles::default(),
            games,
            write: None,
            orders: Vec::new(),
            is_thinking: false,
            steps: 0,
            thoughts: VecDeque::new(),
            has_storage: true,
        }
    }

    /// A slice of work begins.
    pub(crate) fn begin_slice(&mut self) {
        self.deadline_ms = (self.clock)() + WORK_SLICE_MS;
    }
}

impl WorkbenchHost for WebHost {
    fn now_ms(&mut self) -> i64 {
        (self.clock)() as i64
    }

    fn seed(&mut self) -> i64 {
        self.random.next().cast_signed()
    }

    fn has_time(&mut self) -> bool {
        (self.clock)() < self.deadline_ms
    }

    fn engine(&mut self, _choice: EngineChoice) -> Box<dyn Engine> {
        Box::new(<Interpreter>::default())
    }

    fn think(&mut self, ticket: u64, question: GameQuestion) {
        self.steps = 0;
        self.is_thinking = true;
        self.orders.push(ThinkerOrder::Think(ticket, question));
    }

    fn thinking_steps(&mut self) -> u64 {
        self.steps
    }

    fn thought(&mut self) -> Option<(u64, GameThought)> {
        let thought = self.thoughts.pop_front();
        self.is_thinking &= thought.is_none();
        thought
    }

    fn rest(&mut self) {
        // A worker that thinks is stopped by ending it, so an order without need would cost a new
        // one.
        if std::mem::take(&mut self.is_thinking) {
            self.orders.push(ThinkerOrder::Rest);
        }
    }

    fn shelf(&mut self) -> &mut dyn SavedGameStore {
        &mut self.games
    }

    fn workspace(&mut self) -> Workspace {
        Workspace { name: self.has_storage.then(|| FOLDER_NAME.to_owned()), ..Workspace::default() }
    }

    fn list(&mut self) -> Result<FolderListing, FolderError> {
        Ok(self.files.list())
    }

    fn read(&mut self, path: &str) -> Result<StoredFile, FolderError> {
        self.files.read(path)
    }

    fn save(
        &mut self,
        path: &str,
        bytes: &[u8],
        stamp: Option<&str>,
    ) -> Result<String, FolderError> {
        if !self.has_storage {
            let why = "this browser does not let the page store files: download them instead";
            return Err(FolderError::NotAllowed(why.to_owned()));
        }
        let write = self.files.save(path, bytes, stamp)?;
        let stamp = write.stamp.clone();
        self.write = Some(write);
        Ok(stamp)
    }
}
