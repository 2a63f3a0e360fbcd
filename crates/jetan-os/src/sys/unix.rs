//! Unix: signals, termios, poll.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

// By way of the C library, which asks for settings in the older of Linux's two ways: emulators that
// run programs of another processor do not know the newer one.
use nix::sys::termios::{
    LocalFlags, SetArg, SpecialCharacterIndices, Termios, cfmakeraw, tcgetattr, tcsetattr,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode as FileMode, OFlags};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, setrlimit, test_kill_process};
use rustix::stdio::{stderr, stdin, stdout};
use rustix::termios::tcgetwinsize;
use signal_hook::consts::{
    SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH,
    SIGXFSZ,
};
use signal_hook::flag::{register, register_conditional_shutdown};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::signals::Signal;
use crate::terminal::{Echo, KeyMode};

pub(crate) type TerminalSettings = Termios;

pub(crate) fn watch_interruptions(take: fn(Signal) -> bool) {
    watch(&[SIGINT, SIGTERM], take);
}

pub(crate) fn note_interruptions(flag: &Arc<AtomicBool>, code: i32) {
    for number in [SIGINT, SIGTERM] {
        // In this order, so that the flag is looked at before it is set.
        let _ = register_conditional_shutdown(number, code, Arc::clone(flag))
            .and_then(|_| register(number, Arc::clone(flag)));
    }
}

pub(crate) fn watch_terminal(take: fn(Signal) -> bool) {
    // SIGKILL and SIGSTOP cannot be caught; SIGINT and SIGTERM belong to `watch_interruptions`,
    // since they matter whether or not the terminal was changed.
    let ends = [SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2];
    watch(&[&ends[..], &[SIGTSTP, SIGCONT, SIGWINCH]].concat(), take);
}

/// In a thread, because putting the terminal back is more than a signal handler may do. Without
/// one a signal does what it does by itself.
fn watch(numbers: &[i32], take: fn(Signal) -> bool) {
    let Ok(mut signals) = Signals::new(numbers) else { return };
    // Not `thread::spawn`, which panics where no thread can be made: a process without this one
    // still works.
    let _ = thread::Builder::new().spawn(move || {
        for number in signals.forever() {
            let signal = match number {
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Resumed,
                SIGWINCH => Signal::Resized,
                _ => Signal::End,
            };
            if !take(signal) {
                let _ = emulate_default_handler(number);
            }
        }
    });
}

/// Returns when the process goes on.
pub(crate) fn stop_process() {
    let _ = emulate_default_handler(SIGTSTP);
}

pub(crate) fn settings() -> Option<TerminalSettings> {
    tcgetattr(stdin()).ok()
}

pub(crate) fn set_mode(lines: &TerminalSettings, mode: KeyMode) -> bool {
    let mut keys = lines.clone();
    match mode {
        KeyMode::Raw => cfmakeraw(&mut keys),
        KeyMode::Keys(echo) => {
            // ISIG stays set: in this mode Ctrl-C, Ctrl-\ and Ctrl-Z are signals, in raw mode they
            // are keys.
            keys.local_flags.remove(LocalFlags::ICANON);
            if echo == Echo::No {
                keys.local_flags.remove(LocalFlags::ECHO);
            }
        }
    }
    // A read returns as soon as there is one byte. Some systems keep the end-of-file characters of
    // line mode in these two slots, so both have to be set.
    keys.control_chars[SpecialCharacterIndices::VMIN as usize] = 1;
    keys.control_chars[SpecialCharacterIndices::VTIME as usize] = 0;
    set(&keys)
}

pub(crate) fn set_lines(lines: &TerminalSettings) {
    let _ = set(lines);
}

/// Again where a signal came in between; says whether it was done.
fn set(settings: &TerminalSettings) -> bool {
    loop {
        // TCSAFLUSH would throw away what was typed ahead.
        match tcsetattr(stdin(), SetArg::TCSANOW, settings) {
            Err(nix::errno::Errno::EINTR) => {}
            done => return done.is_ok(),
        }
    }
}

pub(crate) fn size() -> Option<(u16, u16)> {
    tcgetwinsize(stdout()).ok().map(|size| (size.ws_col, size.ws_row))
}

pub(crate) fn report_columns() -> Option<u16> {
    tcgetwinsize(stderr()).ok().map(|size| size.ws_col)
}

/// Writes to standard output whoever holds its lock.
pub(crate) fn write_now(bytes: &[u8]) {
    // A single attempt: if the terminal takes only a part there is nobody left to tell.
    let _ = retry_on_intr(|| rustix::io::write(stdout(), bytes));
}

pub(crate) fn open_input(path: &Path) -> io::Result<File> {
    // NONBLOCK opens a pipe without a writer at once; NOCTTY keeps a terminal device from becoming
    // our controlling terminal.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    Ok(File::from(rustix::fs::open(path, flags, FileMode::empty())?))
}

/// The same options, but a pipe or a device is opened at once or not at all.
pub(crate) fn without_waiting(options: &OpenOptions) -> OpenOptions {
    let mut options = options.clone();
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    options.custom_flags(flags.bits().cast_signed());
    options
}

/// Renames a file, in place of any other, whoever has that one open.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// A folder from which files can be opened without its name.
pub(crate) type NativeFolder = File;

pub(crate) fn open_folder(path: &Path) -> io::Result<NativeFolder> {
    File::open(path)
}

pub(crate) fn open_below(folder: &NativeFolder, path: &Path) -> io::Result<File> {
    // Each part is opened by itself with NOFOLLOW: for a whole path the flag concerns only its last
    // part.
    let usual = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    // A copy, because the loop replaces and so closes what it has walked through.
    let mut at = folder.try_clone()?;
    let mut components = path.components().peekable();
    while let Some(component) = components.next() {
        let is_last = components.peek().is_none();
        // Only the last part may be something else than a folder; a pipe of that name must not be
        // waited for.
        let kind = if is_last { OFlags::NONBLOCK | OFlags::NOCTTY } else { OFlags::DIRECTORY };
        let (name, empty) = (component.as_os_str(), FileMode::empty());
        at = File::from(rustix::fs::openat(&at, name, usual | kind, empty)?);
    }
    Ok(at)
}

pub(crate) fn with_slashes(name: String) -> String {
    name
}

pub(crate) fn is_pipe(metadata: &Metadata) -> bool {
    metadata.file_type().is_fifo()
}

/// With a handler, writing beyond the limit fails instead of ending the process.
pub(crate) fn note_file_limits() {
    // Without it there is one way more to be ended, and nothing to do about that.
    let _ = register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Whether a file is the device that is always empty.
pub(crate) fn is_null(metadata: &Metadata) -> bool {
    metadata.file_type().is_char_device()
        // By device number, since links and other names may lead to it.
        && fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == metadata.rdev())
}

/// The most bytes that the first thread's stack may have, if bounded. A bound that can be raised
/// is raised: the system looks at it whenever the stack grows.
pub(crate) fn stack_bytes() -> Option<u64> {
    // The soft limit that Linux distributions set by default.
    const STACK_BYTES_USUAL: u64 = 8 << 20;
    let now = getrlimit(Resource::Stack);
    let current = now.current?;
    let wanted = now.maximum.map_or(STACK_BYTES_USUAL, |maximum| maximum.min(STACK_BYTES_USUAL));
    // Raised only, never lowered.
    if current < wanted
        && setrlimit(Resource::Stack, Rlimit { current: Some(wanted), ..now }).is_ok()
    {
        return Some(wanted);
    }
    Some(current)
}

/// Whether there is such a process; one of somebody else is one too.
pub(crate) fn is_running(process: u32) -> bool {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    // EPERM means that the process exists and belongs to somebody else.
    pid.is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH))
}

pub(crate) fn is_ready(file: &File, time: Duration) -> bool {
    has_input(file.as_fd(), time)
}

pub(crate) fn read_standard(bytes: &mut [u8], time: Duration) -> io::Result<Option<usize>> {
    if !has_input(stdin(), time) {
        return Ok(None);
    }
    Ok(Some(rustix::io::read(stdin(), bytes)?))
}

pub(crate) fn read_keys(bytes: &mut [u8]) -> io::Result<usize> {
    Ok(rustix::io::read(stdin(), bytes)?)
}

fn has_input(source: BorrowedFd<'_>, time: Duration) -> bool {
    let mut waiting = [PollFd::new(&source, PollFlags::IN)];
    let time = Timespec::try_from(time).ok();
    // Interrupted: look again later. Anything else shows itself when reading.
    !matches!(poll(&mut waiting, time.as_ref()), Ok(0) | Err(Errno::INTR))
}

#[expect(clippy::unnecessary_wraps, reason = "on Windows not every name is one of a file")]
pub(crate) fn path(name: &[u8]) -> Option<&Path> {
    Some(Path::new(OsStr::from_bytes(name)))
}

/// The command that opens an address in a browser. Without a screen, the browsers that are left
/// would take the terminal.
pub(crate) fn browser(address: &str) -> Option<Command> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let has_screen = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    // Looked for by hand: to start the opener as a test would already open something.
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_installed = env::split_paths(&folders).any(|folder| folder.join(opener).is_file());
    if !has_screen || !is_installed {
        return None;
    }
    let mut command = Command::new(opener);
    command.arg(address);
    Some(command)
}
