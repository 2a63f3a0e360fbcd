//! The outside of a debug adapter: this process's files, clock and engines.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jetan_dap::AdapterHost;
use jetan_machine::Engine;
use jetan_os::file::{self, AcceptedFiles, ReadError, reason};
use jetan_workbench::WorkbenchHost;
use jetan_workbench::game_store::{InMemoryStore, SavedGameStore};
use jetan_workbench::host::{
    EngineChoice, Entry, FolderError, FolderListing, GameQuestion, GameThought, RunBounds,
    StoredFile, Workspace,
};
use jetan_workbench::limits::{DOCUMENT_BYTES_MAX, LISTED_MAX};

use crate::engine;
use crate::files;
use crate::host::since_1970;

/// The time that a program runs before messages are looked at.
const WORK_SLICE_TIME: Duration = Duration::from_millis(8);

/// The host of an adapter in this process.
pub(super) struct ProcessAdapterHost {
    folder: PathBuf,
    deadline: Instant,
    /// Games need a store; nobody plays here.
    games: InMemoryStore,
}

impl Default for ProcessAdapterHost {
    fn default() -> ProcessAdapterHost {
        ProcessAdapterHost {
            folder: PathBuf::from("."),
            deadline: Instant::now(),
            games: InMemoryStore::default(),
        }
    }
}

impl ProcessAdapterHost {
    /// Milliseconds since 1970.
    pub(super) fn time_ms() -> i64 {
        i64::try_from(since_1970().as_millis()).unwrap_or(i64::MAX)
    }

    /// Work may go on for a slice from now.
    pub(super) fn begin_slice(&mut self) {
        self.deadline = Instant::now() + WORK_SLICE_TIME;
    }
}

impl AdapterHost for ProcessAdapterHost {
    fn open_folder(&mut self, path: &str) -> Result<String, String> {
        let message = |why: String| format!("{path}: {why}");
        let absolute = std::path::absolute(path).map_err(|error| message(reason(&error)))?;
        if !absolute.is_dir() {
            return Err(message("there is no such folder".to_owned()));
        }
        // Not resolved through links: the editor compares paths with those that it has opened.
        self.folder = absolute;
        Ok(file::name(&self.folder))
    }
}

fn trouble(unread: &ReadError) -> FolderError {
    match unread {
        ReadError::Missing => FolderError::Missing,
        ReadError::TooLarge(_) => FolderError::TooLarge,
        other => FolderError::Other(other.to_string()),
    }
}

impl WorkbenchHost for ProcessAdapterHost {
    fn bounds(&self) -> RunBounds {
        RunBounds::COMPUTER
    }

    fn now_ms(&mut self) -> i64 {
        ProcessAdapterHost::time_ms()
    }

    fn seed(&mut self) -> i64 {
        since_1970().as_nanos() as i64
    }

    fn has_time(&mut self) -> bool {
        Instant::now() < self.deadline
    }

    fn engine(&mut self, choice: EngineChoice) -> Box<dyn Engine> {
        engine::for_workbench(choice)
    }

    fn think(&mut self, _ticket: u64, _question: GameQuestion) {}

    fn thinking_steps(&mut self) -> u64 {
        0
    }

    fn thought(&mut self) -> Option<(u64, GameThought)> {
        None
    }

    fn rest(&mut self) {}

    fn shelf(&mut self) -> &mut dyn SavedGameStore {
        &mut self.games
    }

    fn workspace(&mut self) -> Workspace {
        Workspace::default()
    }

    /// The sources of the folder itself: parts of one program lie beside each other.
    fn list(&mut self) -> Result<FolderListing, FolderError> {
        let entries = fs::read_dir(&self.folder);
        let entries = entries.map_err(|error| FolderError::Other(reason(&error)))?;
        let entry = |entry: fs::DirEntry| {
            let path = entry.file_name().into_string().ok()?;
            let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            let is_source = files::is_source(Path::new(&path));
            is_source.then_some(Entry { path, size: about.len(), is_read_only: true })
        };
        let mut files: Vec<Entry> =
            entries.flatten().filter_map(entry).take(LISTED_MAX + 1).collect();
        let is_cut = files.len() > LISTED_MAX;
        files.truncate(LISTED_MAX);
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(FolderListing { files, is_cut, unusable: Vec::new() })
    }

    fn read(&mut self, path: &str) -> Result<StoredFile, FolderError> {
        // As `jetan run` reads what a source includes: any ordinary file, wherever it is.
        let at = self.folder.join(path);
        let bytes = file::read(&at, AcceptedFiles::Files, DOCUMENT_BYTES_MAX as u64);
        let bytes = bytes.map_err(|unread| trouble(&unread))?;
        Ok(StoredFile { bytes, stamp: String::new(), is_read_only: true })
    }

    fn save(
        &mut self,
        _path: &str,
        _bytes: &[u8],
        _stamp: Option<&str>,
    ) -> Result<String, FolderError> {
        Err(FolderError::NotAllowed("a debug adapter writes no files".to_owned()))
    }
}
