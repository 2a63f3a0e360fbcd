//! Saved games, replays and best scores as files in the user's data folder.
//!
//! Every file is written as a whole beside its place and then renamed, so that whoever looks, and
//! whoever is killed meanwhile, sees a complete one. A file that cannot be understood is set aside
//! under another name, never overwritten.

mod keeper;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jetan_games::GameTitle;
use jetan_os::file::{self, AcceptedFiles, ReadError};

use jetan_play::record::PlayRecord;
use jetan_play::scores::{HighScores, ScoreEntry};

pub use keeper::SaveKeeper;

/// The most replays of a game that are kept; then the oldest goes.
pub const REPLAYS_MAX: usize = 50;
/// The most names that are tried for a file that is set aside.
const ASIDE_NAMES_MAX: u32 = 1000;

/// The folder of saved games and scores.
#[derive(Clone, Debug)]
pub struct GameStore {
    folder: PathBuf,
}

/// Something that went wrong, in words for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(pub String);

impl std::error::Error for StoreError {}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The contents of the store, and messages about them.
#[derive(Clone, Debug, Default)]
pub struct StoreContents {
    /// The saved games.
    pub saved: Vec<PlayRecord>,
    /// The best scores.
    pub scores: HighScores,
    /// Errors, a sentence each.
    pub troubles: Vec<StoreError>,
}

/// Reads a record that somebody named.
pub fn read_record(path: &Path) -> Result<PlayRecord, StoreError> {
    let in_file = |why: String| StoreError(format!("{}: {why}", file::name(path)));
    let text = read_text(path).map_err(|error| in_file(error.to_string()))?;
    PlayRecord::parse(&text).map_err(|bad| in_file(bad.to_string()))
}

impl GameStore {
    /// The store of this user, by the variables of the environment; none without a home.
    pub fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Option<GameStore> {
        // The XDG specification has relative paths ignored.
        let path = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        // The second is there on Windows only.
        let data = path("XDG_DATA_HOME").or_else(|| path("LOCALAPPDATA"));
        let data = data.or_else(|| Some(path("HOME")?.join(".local/share")))?;
        Some(GameStore::new(data.join("jetan")))
    }

    /// The store in a folder, which is made when something is written.
    pub fn new(folder: impl Into<PathBuf>) -> GameStore {
        GameStore { folder: folder.into() }
    }

    /// The folder, which may not be there yet.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads everything that is there. What cannot be understood is set aside and reported.
    pub fn load(&self) -> StoreContents {
        for folder in ["", "saves", "replays"] {
            file::clear_parts(&self.folder.join(folder));
        }
        let mut found = StoreContents::default();
        for name in GameTitle::ALL {
            match self.load_save(name) {
                Ok(record) => found.saved.extend(record),
                Err(trouble) => found.troubles.push(trouble),
            }
        }
        match self.load_scores() {
            Ok(scores) => found.scores = scores.unwrap_or_default(),
            Err(trouble) => found.troubles.push(trouble),
        }
        found
    }

    /// Keeps a game to be taken up later, instead of the one that was kept before.
    pub fn save(&self, record: &PlayRecord) -> Result<(), StoreError> {
        let path = self.save_path(record.game);
        write(&path, || file::write_durably(&path, record.to_text().as_bytes()))
    }

    /// Forgets a saved game.
    pub fn forget(&self, name: GameTitle) -> Result<(), StoreError> {
        let path = self.save_path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError(format!("{} stays: {}", file::name(&path), file::reason(&error))))
            }
            _ => Ok(()),
        }
    }

    fn load_scores(&self) -> Result<Option<HighScores>, StoreError> {
        let parse = |text: &str| HighScores::parse(text).map_err(|bad| bad.to_string());
        self.load_file(&self.scores_path(), parse)
    }

    /// Adds a score to those in the file, which another process may have changed meanwhile.
    pub fn add_score(&self, entry: ScoreEntry) -> Result<(), StoreError> {
        let path = self.scores_path();
        // Without a lock: two processes that add at the same time may lose a score, but never the
        // file.
        let mut scores = self.load_scores()?.unwrap_or_default();
        scores.enter(entry);
        write(&path, || file::write_durably(&path, scores.to_text().as_bytes()))
    }

    /// Keeps a game to be watched again; the answer is the file. The oldest ones are removed.
    pub fn keep_replay(&self, record: &PlayRecord) -> Result<PathBuf, StoreError> {
        let folder = self.folder.join("replays");
        let mut numbers = replay_numbers(&folder, record.game);
        let next = numbers.last().map_or(1, |last| last.saturating_add(1));
        let path = |number: u64| folder.join(format!("{}-{number}.toml", record.game.typed()));
        let text = record.to_text();
        // Another process may take the same number at the same time.
        let mut number = next;
        while !write(&path(number), || file::write_new(&path(number), text.as_bytes()))? {
            number =
                number.checked_add(1).ok_or(StoreError("there are too many replays".into()))?;
        }
        numbers.push(number);
        for old in &numbers[..numbers.len().saturating_sub(REPLAYS_MAX)] {
            // One that stays is removed the next time.
            let _ = fs::remove_file(path(*old));
        }
        Ok(path(number))
    }

    /// The newest replays of a game, the last one first, with their numbers; what cannot be read is
    /// left out.
    pub fn replays(&self, game: GameTitle, max: usize) -> Vec<(u64, PlayRecord)> {
        let numbers = replay_numbers(&self.folder.join("replays"), game);
        let found = numbers.iter().rev().take(max);
        found.filter_map(|number| Some((*number, self.replay(game, *number)?))).collect()
    }

    /// The replay of a game with this number.
    pub fn replay(&self, game: GameTitle, number: u64) -> Option<PlayRecord> {
        let path = self.folder.join("replays").join(format!("{}-{number}.toml", game.typed()));
        read_record(&path).ok().filter(|record| record.game == game)
    }

    fn save_path(&self, name: GameTitle) -> PathBuf {
        self.folder.join("saves").join(format!("{}.toml", name.typed()))
    }

    fn scores_path(&self) -> PathBuf {
        self.folder.join("scores.toml")
    }

    /// The saved game, if there is one; a file that holds another game is set aside.
    fn load_save(&self, name: GameTitle) -> Result<Option<PlayRecord>, StoreError> {
        self.load_file(&self.save_path(name), |text| match PlayRecord::parse(text) {
            Ok(record) if record.game != name => {
                Err(format!("it holds a game of {}", record.game.title()))
            }
            Ok(record) => Ok(record),
            Err(bad) => Err(bad.to_string()),
        })
    }

    /// Reads a file, if it is there; one that cannot be understood is set aside.
    fn load_file<T>(
        &self,
        path: &Path,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, StoreError> {
        let shown = file::name(path.strip_prefix(&self.folder).unwrap_or(path));
        let why = match read_text(path) {
            Ok(text) => match parse(&text) {
                Ok(value) => return Ok(Some(value)),
                Err(bad) => bad,
            },
            // Looking again whether it is there would be wrong: it may have come meanwhile.
            Err(ReadError::Missing) => return Ok(None),
            Err(why) => why.to_string(),
        };
        Err(match set_aside(path) {
            Ok(aside) => {
                let aside = aside.file_name().unwrap_or_default().to_string_lossy().into_owned();
                StoreError(format!("{shown} is set aside as {aside}: {why}"))
            }
            Err(error) => {
                StoreError(format!("{shown} cannot be used: {why}; {}", file::reason(&error)))
            }
        })
    }
}

/// The text of a file that is not larger than any of ours.
fn read_text(path: &Path) -> Result<String, ReadError> {
    file::read_text(path, AcceptedFiles::Files, PlayRecord::TEXT_BYTES_MAX as u64)
}

/// Gives a file a name that no other has.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    for number in 1..ASIDE_NAMES_MAX {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(if number == 1 { ".damaged".to_owned() } else { format!(".damaged-{number}") });
        let aside = path.with_file_name(name);
        // `exists` would follow a link to nowhere, and the renaming would replace it.
        if fs::symlink_metadata(&aside).is_err() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(io::Error::other("there are too many damaged files"))
}

/// The numbers of the replays of a game, smallest first.
fn replay_numbers(folder: &Path, game: GameTitle) -> Vec<u64> {
    let number = |name: &str| -> Option<u64> {
        name.strip_prefix(game.typed())?.strip_prefix('-')?.strip_suffix(".toml")?.parse().ok()
    };
    // A folder that is not there has no replays.
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<u64> =
        names.filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    numbers.sort_unstable();
    numbers
}

/// Does something to a file in a folder that may have to be made first.
fn write<T>(path: &Path, write: impl Fn() -> io::Result<T>) -> Result<T, StoreError> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    let failed =
        |error| StoreError(format!("{} is not saved: {}", file::name(path), file::reason(&error)));
    made.and_then(|()| write()).map_err(failed)
}
