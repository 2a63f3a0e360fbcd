//! Saved games, replays and best scores as files in the user's data folder.
//!
//! Every file is written as a whole beside its place and then renamed, so that whoever looks, and
//! whoever is killed meanwhile, sees a complete one. A file that cannot be understood is set aside
//! under another name, never overwritten.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use jetan_games::Name;

use crate::record::{BadRecord, Record};
use crate::scores::{Entry, Scores};

/// How many replays of a game are kept; then the oldest goes.
pub const REPLAYS_MAX: usize = 50;
/// Nobody writes a file for so long.
const PART_AGE_MAX: Duration = Duration::from_hours(24);
/// How many names are tried for a file that is set aside.
const NAMES_MAX: u32 = 1000;

/// The folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// Something that went wrong, in words for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble(pub String);

impl std::error::Error for Trouble {}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What was found, and what is to be said about it.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The saved games.
    pub saved: Vec<Record>,
    /// The best scores.
    pub scores: Scores,
    /// What went wrong, a sentence each.
    pub troubles: Vec<Trouble>,
}

/// Reads a record that somebody named.
pub fn read_record(path: &Path) -> Result<Record, Trouble> {
    let in_file = |why: String| Trouble(format!("{}: {why}", path.display()));
    let text = read_text(path).map_err(|error| in_file(error.to_string()))?;
    Record::parse(&text).map_err(|bad| in_file(bad.to_string()))
}

impl Store {
    /// The store of this user, by the variables of the environment; none without a home.
    pub fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Option<Store> {
        let path = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let data = path("XDG_DATA_HOME").or_else(|| Some(path("HOME")?.join(".local/share")))?;
        Some(Store::new(data.join("jetan")))
    }

    /// The store in a folder, which is made when something is written.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// Reads everything that is there. What cannot be understood is set aside and told.
    pub fn load(&self) -> Found {
        self.clear_parts();
        let mut found = Found::default();
        for name in Name::ALL {
            match self.load_file(&self.save_path(name), Record::parse) {
                Ok(Some(record)) if record.game == name => found.saved.push(record),
                Ok(_) => {}
                Err(trouble) => found.troubles.push(trouble),
            }
        }
        match self.load_file(&self.scores_path(), Scores::parse) {
            Ok(scores) => found.scores = scores.unwrap_or_default(),
            Err(trouble) => found.troubles.push(trouble),
        }
        found
    }

    /// Keeps a game to be taken up later, instead of the one that was kept before.
    pub fn save(&self, record: &Record) -> Result<(), Trouble> {
        write_whole(&self.save_path(record.game), &record.to_text())
    }

    /// Forgets a saved game.
    pub fn forget(&self, name: Name) -> Result<(), Trouble> {
        let path = self.save_path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Trouble(format!("{} stays: {error}", path.display())))
            }
            _ => Ok(()),
        }
    }

    /// Adds a score to those in the file, which another process may have changed meanwhile.
    pub fn add_score(&self, entry: Entry) -> Result<(), Trouble> {
        let path = self.scores_path();
        let mut scores = self.load_file(&path, Scores::parse)?.unwrap_or_default();
        scores.enter(entry);
        write_whole(&path, &scores.to_text())
    }

    /// Keeps a game to be watched again; the answer is the file. The oldest ones are removed.
    pub fn keep_replay(&self, record: &Record) -> Result<PathBuf, Trouble> {
        let folder = self.folder.join("replays");
        let mut numbers = replay_numbers(&folder, record.game);
        let next = numbers.last().map_or(1, |last| last.saturating_add(1));
        let path = |number: u64| folder.join(format!("{}-{number}.toml", record.game.typed()));
        let text = record.to_text();
        // Another process may take the same number at the same time.
        let mut number = next;
        while !write_new(&path(number), &text)? {
            number = number.checked_add(1).ok_or(Trouble("there are too many replays".into()))?;
        }
        numbers.push(number);
        for old in &numbers[..numbers.len().saturating_sub(REPLAYS_MAX)] {
            // One that stays is removed the next time.
            let _ = fs::remove_file(path(*old));
        }
        Ok(path(number))
    }

    /// Removes what was being written when somebody was killed. Only what is old: another process
    /// may be writing now.
    fn clear_parts(&self) {
        let folders = [self.folder.clone(), self.folder.join("saves"), self.folder.join("replays")];
        let files = folders.iter().flat_map(fs::read_dir).flatten().flatten();
        for file in files.filter(|file| is_part(&file.file_name())) {
            let changed = file.metadata().and_then(|metadata| metadata.modified());
            if changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > PART_AGE_MAX)) {
                // One that stays is removed the next time.
                let _ = fs::remove_file(file.path());
            }
        }
    }

    fn save_path(&self, name: Name) -> PathBuf {
        self.folder.join("saves").join(format!("{}.toml", name.typed()))
    }

    fn scores_path(&self) -> PathBuf {
        self.folder.join("scores.toml")
    }

    /// Reads a file, if it is there; one that cannot be understood is set aside.
    fn load_file<T>(
        &self,
        path: &Path,
        parse: impl Fn(&str) -> Result<T, BadRecord>,
    ) -> Result<Option<T>, Trouble> {
        let shown = path.strip_prefix(&self.folder).unwrap_or(path).display().to_string();
        let why = match read_text(path) {
            Ok(text) => match parse(&text) {
                Ok(value) => return Ok(Some(value)),
                Err(bad) => bad.to_string(),
            },
            // Looking again whether it is there would be wrong: it may have come meanwhile.
            Err(error) if is_absence(&error) => return Ok(None),
            Err(error) => error.to_string(),
        };
        Err(match set_aside(path) {
            Ok(aside) => {
                let aside = aside.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Trouble(format!("{shown} is set aside as {aside}: {why}"))
            }
            Err(error) => Trouble(format!("{shown} cannot be used: {why}; {error}")),
        })
    }
}

/// The text of a file that is not larger than any of ours.
fn read_text(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    let limit = Record::TEXT_BYTES_MAX as u64 + 1;
    file.take(limit).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == limit {
        return Err(io::Error::other(BadRecord::TooLong));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no UTF-8 text"))
}

/// Whether there is no file.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Gives a file a name that no other has.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    for number in 1..NAMES_MAX {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(if number == 1 { ".damaged".to_owned() } else { format!(".damaged-{number}") });
        let aside = path.with_file_name(name);
        if fs::symlink_metadata(&aside).is_err() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(io::Error::other("there are too many damaged files"))
}

/// The numbers of the replays of a game, smallest first.
fn replay_numbers(folder: &Path, game: Name) -> Vec<u64> {
    let number = |name: &str| -> Option<u64> {
        name.strip_prefix(game.typed())?.strip_prefix('-')?.strip_suffix(".toml")?.parse().ok()
    };
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<u64> =
        names.filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    numbers.sort_unstable();
    numbers
}

/// Replaces a file.
fn write_whole(path: &Path, text: &str) -> Result<(), Trouble> {
    let failed = |error: io::Error| Trouble(format!("{} is not saved: {error}", path.display()));
    let part = write_part(path, text).map_err(failed)?;
    fs::rename(&part, path).map_err(|error| {
        let _ = fs::remove_file(&part);
        failed(error)
    })
}

/// Makes a new file; false if there is one of this name already.
fn write_new(path: &Path, text: &str) -> Result<bool, Trouble> {
    let failed = |error: io::Error| Trouble(format!("{} is not saved: {error}", path.display()));
    let part = write_part(path, text).map_err(failed)?;
    // Unlike a renamed file, a link never takes the place of another one.
    let linked = fs::hard_link(&part, path);
    let result = match linked {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        // Some file systems have no links.
        Err(_) => return fs::rename(&part, path).map(|()| true).map_err(failed),
    };
    let _ = fs::remove_file(&part);
    result
}

/// Whether a file is called as [`write_part`] calls its own.
fn is_part(name: &OsStr) -> bool {
    let is_hidden = name.to_str().is_some_and(|name| name.starts_with('.'));
    is_hidden && Path::new(name).extension().is_some_and(|extension| extension == "part")
}

/// Writes a complete file beside the place where it will be.
fn write_part(path: &Path, text: &str) -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{number}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    match written {
        Ok(()) => Ok(part),
        Err(error) => {
            let _ = fs::remove_file(&part);
            Err(error)
        }
    }
}
