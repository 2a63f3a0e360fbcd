//! The host of a workbench in a worker.

use std::collections::VecDeque;

use jetan_machine::Engine;
use jetan_workbench::WorkbenchHost;
use jetan_workbench::game_store::SavedGameStore;
use jetan_workbench::host::{
    EngineChoice, FolderError, FolderListing, GameQuestion, GameThought, RunBounds, StoredFile,
    Workspace,
};

use crate::engine;
use crate::files::{BrowserFiles, FileWrite};
use crate::games::BrowserGames;
use crate::random::TabRandom;

/// The name of the browser's folder, as people read it.
const FOLDER_NAME: &str = "saved files";
/// The time a slice of work takes, in milliseconds.
const WORK_SLICE_MS: f64 = 8.0;

/// Memory that a program may write, in bytes.
const MEMORY_BYTES_MAX: u64 = 256 << 20;
/// The memory of a device from which on a run has all the room there is; browsers report no more.
const DEVICE_BYTES_USUAL: u64 = 8 << 30;
/// The room for the past of a run there, in bytes, and that on a small phone.
const HISTORY_BYTES_MAX: u64 = 64 << 20;
const HISTORY_BYTES_MIN: u64 = 16 << 20;

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
    bounds: RunBounds,
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
    /// The name of the folder that the files are in, as people read it.
    pub(crate) folder_name: String,
    /// Whether the storage can keep files.
    pub(crate) has_storage: bool,
}

impl WebHost {
    pub(crate) fn new(
        clock: fn() -> f64,
        mut random: TabRandom,
        device_bytes: Option<u64>,
    ) -> WebHost {
        let games = BrowserGames::new(TabRandom::new(random.next()));
        WebHost {
            clock,
            bounds: bounds_of(device_bytes),
            deadline_ms: 0.0,
            random,
            files: BrowserFiles::default(),
            games,
            write: None,
            orders: Vec::new(),
            is_thinking: false,
            steps: 0,
            thoughts: VecDeque::new(),
            folder_name: FOLDER_NAME.to_owned(),
            has_storage: true,
        }
    }

    /// A slice of work begins.
    pub(crate) fn begin_slice(&mut self) {
        self.deadline_ms = (self.clock)() + WORK_SLICE_MS;
    }
}

/// The bounds of a run on a device with so much memory. A browser ends a tab that takes too much,
/// and memory that a worker had once is not given back.
fn bounds_of(device_bytes: Option<u64>) -> RunBounds {
    // Browsers that do not tell are taken for the usual computer, as most phones' browsers tell.
    let device = device_bytes.unwrap_or(DEVICE_BYTES_USUAL).min(DEVICE_BYTES_USUAL);
    let history = (HISTORY_BYTES_MAX * device / DEVICE_BYTES_USUAL).max(HISTORY_BYTES_MIN);
    RunBounds {
        memory_bytes: MEMORY_BYTES_MAX,
        keyframe_bytes: history as usize,
        recording_bytes: history as usize,
    }
}

impl WorkbenchHost for WebHost {
    fn bounds(&self) -> RunBounds {
        self.bounds
    }

    fn now_ms(&mut self) -> i64 {
        (self.clock)() as i64
    }

    fn seed(&mut self) -> i64 {
        self.random.next().cast_signed()
    }

    fn has_time(&mut self) -> bool {
        (self.clock)() < self.deadline_ms
    }

    fn engine(&mut self, choice: EngineChoice) -> Box<dyn Engine> {
        engine::make(choice)
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
        Workspace {
            name: self.has_storage.then(|| self.folder_name.clone()),
            ..Workspace::default()
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_of_a_run_has_less_room_on_small_devices() {
        let history = |device: Option<u64>| bounds_of(device).keyframe_bytes >> 20;
        assert_eq!(history(None), 64);
        assert_eq!(history(Some(64 << 30)), 64);
        assert_eq!(history(Some(8 << 30)), 64);
        assert_eq!(history(Some(4 << 30)), 32);
        assert_eq!(history(Some(1 << 28)), 16);
        assert_eq!(bounds_of(Some(1)).memory_bytes, 256 << 20);
    }
}
