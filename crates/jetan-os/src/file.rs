//! Whole files: read within a limit, written whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::{input, sys};

/// The kinds of files that may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptedFiles {
    /// Nothing else: what has to be waited for is refused.
    Files,
    /// Pipes that somebody writes to, such as a shell's `<(command)`.
    Pipes,
}

/// The reason a file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is none.
    Missing,
    /// It is a folder.
    Folder,
    /// It is a device, a socket, or a pipe where none is accepted.
    Special,
    /// It is a pipe, and waiting for somebody to write to it could take for ever.
    NoWriter,
    /// It has more bytes than this.
    TooLarge(u64),
    /// It is not UTF-8, where a text was wanted.
    NotText,
    /// It is not in a folder from which files may be read.
    Outside,
    /// The system says why.
    Other(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Missing => f.write_str("there is no such file"),
            ReadError::Folder => f.write_str("this is a folder"),
            ReadError::Special => f.write_str("this is not an ordinary file"),
            ReadError::NoWriter => f.write_str("no process is writing to this pipe"),
            ReadError::TooLarge(max) if *max < 1 << 20 => {
                write!(f, "this is larger than {} KiB", max >> 10)
            }
            ReadError::TooLarge(max) => write!(f, "this file is larger than {} MiB", max >> 20),
            ReadError::NotText => f.write_str("not valid UTF-8"),
            ReadError::Outside => f.write_str("it is outside the folder of the program"),
            ReadError::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        match error.kind() {
            // With a file in the place of one of its folders, a path names nothing either.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ReadError::Missing,
            io::ErrorKind::IsADirectory => ReadError::Folder,
            _ => ReadError::Other(reason(&error)),
        }
    }
}

/// An error of the system in words that are the same on every system, as far as there are any.
pub fn reason(error: &io::Error) -> String {
    // The words of `std` are those of the system's library, so golden reports would differ between
    // systems.
    let known = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::NotADirectory => "not a folder",
        io::ErrorKind::IsADirectory => "this is a folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::AlreadyExists => "it is there already",
        io::ErrorKind::StorageFull => "no space left on device",
        io::ErrorKind::ReadOnlyFilesystem => "read-only file system",
        _ => {
            // Without the number that `std` adds.
            let text = error.to_string();
            let plain = text.split(" (os error").next().unwrap_or(&text);
            let mut chars = plain.chars();
            let first = chars.next().map(char::to_lowercase).into_iter().flatten();
            return first.chain(chars).collect();
        }
    };
    known.to_owned()
}

/// A folder whose files are opened from it and not by their names, so that nobody can put another
/// one in their place between looking and opening.
#[derive(Debug)]
pub struct FolderHandle {
    real: PathBuf,
    handle: sys::NativeFolder,
}

impl FolderHandle {
    /// Opens a folder; its own name may lead over links.
    pub fn open(path: &Path) -> io::Result<FolderHandle> {
        // Canonical once, here: `read_file` strips this prefix from canonical paths, which works
        // only between two of a kind.
        let real = fs::canonicalize(path)?;
        let handle = sys::open_folder(&real)?;
        Ok(FolderHandle { real, handle })
    }

    /// The path without links.
    pub fn real(&self) -> &Path {
        &self.real
    }

    /// Opens a file in it or below by a path that has no links in it: one that has come since
    /// stops it. Other than regular files, such as pipes, are opened without waiting for anybody.
    /// On systems without handles of folders it is opened by its name.
    pub fn open_file(&self, path: &Path) -> io::Result<File> {
        // Whoever resolved the path has left none of these in it.
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        sys::open_below(&self.handle, path)
    }

    /// Reads a regular file of up to `bytes_max` bytes in it or below, by a path that may have
    /// links in it as long as they do not lead out. One that does is missing.
    pub fn read_file(&self, path: &Path, bytes_max: u64) -> Result<Vec<u8>, ReadError> {
        // Every failure is `Missing` instead of the system's reason: the difference between
        // forbidden and absent would tell what exists outside of the folder.
        let real = fs::canonicalize(self.real.join(path)).map_err(|_| ReadError::Missing)?;
        let within = real.strip_prefix(&self.real).map_err(|_| ReadError::Missing)?;
        self.read_plain_file(within, bytes_max)
    }

    /// The same by a path that has no links in it.
    pub fn read_plain_file(&self, path: &Path, bytes_max: u64) -> Result<Vec<u8>, ReadError> {
        let file = self.open_file(path).map_err(|_| ReadError::Missing)?;
        // The kind is asked of the open file; asked by name, another file could be there by now.
        let kind = file.metadata().map_err(|_| ReadError::Missing)?;
        if !kind.is_file() {
            return Err(if kind.is_dir() { ReadError::Folder } else { ReadError::Special });
        }
        let mut bytes = Vec::new();
        // One byte more than is allowed tells a file of exactly the limit from a larger one,
        // whatever its metadata claims.
        file.take(bytes_max + 1).read_to_end(&mut bytes).map_err(|_| ReadError::Missing)?;
        if bytes.len() as u64 > bytes_max { Err(ReadError::TooLarge(bytes_max)) } else { Ok(bytes) }
    }
}

/// Between two looks whether a pipe has more to read.
const PIPE_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Reads a file of up to `bytes_max` bytes. What it is, is asked of the opened file, so that it
/// cannot become something else in between; nothing here waits for somebody to open a pipe.
pub fn read(path: &Path, accept: AcceptedFiles, bytes_max: u64) -> Result<Vec<u8>, ReadError> {
    let mut file = input::open(path)?;
    let metadata = file.metadata()?;
    let is_pipe = sys::is_pipe(&metadata);
    if metadata.is_dir() {
        return Err(ReadError::Folder);
    }
    // The usual way to say "nothing", and the only device that never has to be waited for.
    if accept == AcceptedFiles::Pipes && sys::is_null(&metadata) {
        return Ok(Vec::new());
    }
    let is_accepted = metadata.is_file() || is_pipe && accept == AcceptedFiles::Pipes;
    if !is_accepted {
        return Err(ReadError::Special);
    }
    let mut bytes = Vec::new();
    let mut part = vec![0; 64 << 10];
    let mut has_waited = false;
    loop {
        match file.read(&mut part) {
            // Opened without waiting, a pipe reads as ended until somebody opens it for writing.
            // Only a writer that exists makes `read` answer WouldBlock, which `has_waited`
            // remembers.
            Ok(0) if is_pipe && bytes.is_empty() && !has_waited => return Err(ReadError::NoWriter),
            Ok(0) => return Ok(bytes),
            Ok(count) => bytes.extend_from_slice(&part[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                has_waited = true;
                input::is_ready(&file, PIPE_POLL_INTERVAL);
            }
            Err(error) => return Err(error.into()),
        }
        // Checked after each part, so that a pipe without end is given up in time.
        if bytes.len() as u64 > bytes_max {
            return Err(ReadError::TooLarge(bytes_max));
        }
    }
}

/// The same for a file that has to be UTF-8.
pub fn read_text(path: &Path, accept: AcceptedFiles, bytes_max: u64) -> Result<String, ReadError> {
    String::from_utf8(read(path, accept, bytes_max)?).map_err(|_| ReadError::NotText)
}

/// Writes a file as a whole or not at all: whoever looks never sees half of it. What it replaces
/// leaves it its mode bits.
///
/// A link goes on pointing where it does, and what is not a file, a pipe or a device, is written to
/// as it is: it must not be replaced.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, false)
}

/// The same, and the file is there even if the power fails right after.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, true)
}

fn write(path: &Path, bytes: &[u8], is_durable: bool) -> io::Result<()> {
    // Follows links on purpose: a link to a device is written to as that device is.
    let found = fs::metadata(path).ok();
    // Renaming a file over a pipe or a device such as /dev/null would replace it for everybody.
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    // A rename needs permission for the folder only, so a read-only file has to be refused here.
    if found.as_ref().is_some_and(|found| found.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    // A link's target is replaced and the link stays. A file that is not there yet has no canonical
    // name, hence the fallback.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (part, _lock) = write_part(&target, bytes, is_durable)?;
    // Before the rename, so that nobody ever sees the new file with the default mode bits.
    let kept = found.map_or(Ok(()), |found| fs::set_permissions(&part, found.permissions()));
    kept.and_then(|()| sys::rename(&part, &target)).inspect_err(|_| remove(&part))?;
    if is_durable {
        sync_folder(&target);
    }
    Ok(())
}

/// Asks for the name of a new or renamed file to be on the disk, too: the contents alone are not
/// enough to find it after a power failure.
fn sync_folder(path: &Path) {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = parent.unwrap_or(Path::new("."));
    // Windows opens no folders, and some file systems refuse to sync them; the file is there all
    // the same, so this is not a failure of the write.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Makes a new file, whole, that is there even if the power fails; false if there is one of this
/// name already.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let (part, _lock) = write_part(path, bytes, true)?;
    // Unlike a renamed file, a link never takes the place of another one.
    match fs::hard_link(&part, path) {
        Ok(()) => {
            remove(&part);
            sync_folder(path);
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            remove(&part);
            Ok(false)
        }
        // Some file systems have no links.
        Err(_) => sys::rename(&part, path).map(|()| true).inspect_err(|_| remove(&part)),
    }
}

/// Whether files can be made in a folder: tried with an empty one, which is removed.
pub fn can_write_in(folder: &Path) -> bool {
    write_part(&folder.join("jetan"), &[], false).map(|(part, _lock)| remove(&part)).is_ok()
}

/// Writes a complete file beside the place where it will be, and gives its name. As long as the
/// file is open it is locked, so that nobody takes it for one that was left over.
fn write_part(path: &Path, bytes: &[u8], is_durable: bool) -> io::Result<(PathBuf, File)> {
    // Tells apart the writers of one process; the process id tells apart processes.
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{number}.part", process::id()));
    let part = path.with_file_name(name);
    // What is called so is left over from a process that had our number; it may be a link.
    remove(&part);
    // `create_new` fails if something has taken the name since then: a link there must not be
    // followed.
    let written =
        OpenOptions::new().write(true).create_new(true).open(&part).and_then(|mut file| {
            // Where nothing can be locked the number of the process tells.
            let _ = file.try_lock_shared();
            file.write_all(bytes)?;
            if is_durable {
                file.sync_all()?;
            }
            Ok(file)
        });
    written.map(|file| (part.clone(), file)).inspect_err(|_| remove(&part))
}

/// Removes what is of no use; it may not even be there, and else it goes the next time.
fn remove(part: &Path) {
    let _ = fs::remove_file(part);
}

/// Nobody writes a file for so long.
const PART_AGE_MAX: Duration = Duration::from_hours(24);

/// Removes from a folder what was being written when a process was killed: parts that nobody has
/// locked, of other processes, and very old ones.
pub fn clear_parts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(process) = writer_of(&entry.file_name()) else { continue };
        let changed = entry.metadata().and_then(|metadata| metadata.modified());
        // A time in the future, after the clock was set back, does not make a part old.
        let is_old = changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > PART_AGE_MAX));
        // A number may be in use again, or be that of a process which is dead but not buried.
        let is_left = || !sys::is_running(process) || is_unlocked(&entry.path());
        // A part of our own may be in the middle of being written by another thread, so only age
        // removes it.
        if is_old || process != process::id() && is_left() {
            remove(&entry.path());
        }
    }
}

/// Whether a file can be locked and is not.
fn is_unlocked(path: &Path) -> bool {
    // Opened without waiting: what is called like a part of ours may be a pipe.
    let file = input::open(path).ok().filter(|file| file.metadata().is_ok_and(|it| it.is_file()));
    // A file system without locks answers with an error, which must not pass for "not locked".
    file.is_some_and(|file| file.try_lock().is_ok())
}

/// The process that wrote a file, if it is called as [`write_part`] calls its own.
fn writer_of(name: &OsStr) -> Option<u32> {
    // Strict, because whatever matches is deleted, and a user may have a file `.notes.part`.
    let name = name.to_str()?.strip_prefix('.')?.strip_suffix(".part")?;
    let (process, number) = name.rsplit_once('.')?.1.split_once('-')?;
    number.parse::<u32>().ok()?;
    process.parse().ok()
}

/// The name of a file as sources and messages spell it: with `/` between its parts, also where the
/// system has another sign for that.
pub fn name(path: &Path) -> String {
    sys::with_slashes(path.to_string_lossy().into_owned())
}

/// Whether two names mean one file that is there.
pub fn is_same(one: &Path, other: &Path) -> bool {
    // Two hard links to one file count as two files; `std` has no portable way to notice.
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Opens an ordinary file as options say. What is behind a name is asked of the file that was
/// opened, not before: in between the name could come to mean a pipe, which would be waited for.
pub fn open_ordinary(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let file = sys::without_waiting(options).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// A file that at most one process has locked, for as long as this value lives.
#[derive(Debug)]
pub struct FileLock {
    _file: Option<File>,
}

/// Locks a file, which is made for that; `None` if another process has locked it. Where nothing
/// can be locked everybody may go on.
pub fn lock(path: &Path) -> Option<FileLock> {
    // Append mode neither truncates nor writes anything, and `create` makes the file if need be.
    let opened = OpenOptions::new().create(true).append(true).open(path);
    // In a folder that cannot be written to there is no lock, and refusing to work would be worse.
    let Ok(file) = opened else { return Some(FileLock { _file: None }) };
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => None,
        Ok(()) | Err(fs::TryLockError::Error(_)) => Some(FileLock { _file: Some(file) }),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_comes_between_looking_and_opening_is_not_followed() {
        let world = tempfile::tempdir().expect("a folder can be made");
        let at = |name: &str| world.path().join(name);
        fs::create_dir_all(at("inner/parts")).expect("a folder can be made");
        fs::write(at("secret"), "secret").expect("a file can be written");
        fs::write(at("inner/parts/a"), "a").expect("a file can be written");
        for (target, link) in [("../secret", "out"), ("..", "up"), ("parts/a", "in")] {
            std::os::unix::fs::symlink(target, at("inner").join(link)).expect("a link");
        }
        let folder = FolderHandle::open(&at("inner")).expect("it is there");
        assert!(folder.open_file(Path::new("parts/a")).is_ok());
        for path in ["out", "up/secret", "in", "../secret", "parts/../../secret"] {
            assert!(folder.open_file(Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn whatever_is_no_ordinary_file_is_refused_at_once() {
        let world = tempfile::tempdir().expect("a folder can be made");
        let pipe = world.path().join("pipe");
        let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, mode, 0).expect("a pipe");
        let file = world.path().join("file");
        fs::write(&file, "a").expect("a file can be written");
        for options in [
            OpenOptions::new().read(true),
            OpenOptions::new().write(true),
            OpenOptions::new().append(true).create(true),
        ] {
            assert!(open_ordinary(options, &pipe).is_err(), "{options:?}");
            assert!(open_ordinary(options, world.path()).is_err(), "{options:?}");
            assert!(open_ordinary(options, &file).is_ok(), "{options:?}");
        }
    }
}
