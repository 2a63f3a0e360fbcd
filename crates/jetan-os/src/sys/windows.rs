//! Windows: console events, and a thread that reads ahead, because nothing here waits for a pipe
//! with a limit.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture, MouseEventKind};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use crate::signals::{self, Signal};
use crate::terminal::KeyMode;

/// The console keeps its own.
pub(crate) type TerminalSettings = ();

/// The character of Ctrl-C where it is a key instead of an event.
const CTRL_C: u8 = 3;

/// Whether Ctrl-C is to be looked for among the keys.
static HANDS_OUT_KEYS: AtomicBool = AtomicBool::new(false);

pub(crate) fn watch_interruptions(take: fn(Signal) -> bool) {
    let end = move || {
        if !take(Signal::End) {
            // 128 + SIGINT, as shells on Unix report it.
            std::process::exit(130);
        }
    };
    // Without this Ctrl-C still ends the process, if less gracefully.
    let _ = ctrlc::set_handler(end);
}

pub(crate) fn note_interruptions(flag: &Arc<AtomicBool>, code: i32) {
    let flag = Arc::clone(flag);
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(code);
        }
    });
}

/// There are no other signals, and a new size is a key event.
pub(crate) fn watch_terminal(_take: fn(Signal) -> bool) {}

pub(crate) fn stop_process() {}

pub(crate) fn settings() -> Option<TerminalSettings> {
    Some(())
}

pub(crate) fn set_mode((): &TerminalSettings, mode: KeyMode) -> bool {
    // This also makes the console understand escape sequences.
    let _ = crossterm::ansi_support::supports_ansi();
    // In raw mode the console delivers Ctrl-C as a character, which `read_standard` then has to
    // look for.
    HANDS_OUT_KEYS.store(matches!(mode, KeyMode::Keys(_)), Ordering::Relaxed);
    // The console's own switch for mouse events; escape sequences alone do not set it.
    if mode == KeyMode::Raw {
        let _ = crossterm::execute!(io::stdout(), EnableMouseCapture);
    }
    enable_raw_mode().is_ok()
}

pub(crate) fn set_lines((): &TerminalSettings) {
    // Only raw mode has enabled the mouse.
    if !HANDS_OUT_KEYS.swap(false, Ordering::Relaxed) {
        let _ = crossterm::execute!(io::stdout(), DisableMouseCapture);
    }
    let _ = disable_raw_mode();
}

pub(crate) fn size() -> Option<(u16, u16)> {
    crossterm::terminal::size().ok()
}

/// A process has one console, wherever its streams go.
pub(crate) fn report_columns() -> Option<u16> {
    size().map(|(columns, _)| columns)
}

/// Writes to the console whoever holds the lock of standard output.
pub(crate) fn write_now(bytes: &[u8]) {
    // Standard output may be redirected and its lock held; this name always means the console.
    if let Ok(mut console) = OpenOptions::new().write(true).open("CONOUT$") {
        let _ = console.write_all(bytes);
    }
}

pub(crate) fn open_input(path: &Path) -> io::Result<File> {
    File::open(path).map_err(|error| match error.kind() {
        // Of a folder the system says only that it must not be opened.
        _ if path.is_dir() => io::ErrorKind::IsADirectory.into(),
        // A name that no file can have.
        io::ErrorKind::InvalidFilename => io::ErrorKind::NotFound.into(),
        _ => error,
    })
}

/// The same options: nothing that a name can mean is waited for.
pub(crate) fn without_waiting(options: &OpenOptions) -> OpenOptions {
    options.clone()
}

/// Renames a file, in place of any other. Whoever reads or replaces that one at this moment has it
/// for so long.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    for _ in 0..RENAME_TRIES {
        match fs::rename(from, to) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                thread::sleep(RENAME_RETRY_INTERVAL);
            }
            renamed => return renamed,
        }
    }
    // After half a second of attempts the error of the last one is the answer.
    fs::rename(from, to)
}

const RENAME_TRIES: u32 = 100;
const RENAME_RETRY_INTERVAL: Duration = Duration::from_millis(5);

/// A folder by its name: nothing here opens files from the handle of one.
pub(crate) type NativeFolder = PathBuf;

pub(crate) fn open_folder(path: &Path) -> io::Result<NativeFolder> {
    Ok(path.to_owned())
}

pub(crate) fn open_below(folder: &NativeFolder, path: &Path) -> io::Result<File> {
    // By name, so somebody can exchange the file after the check; docs/security.md says so.
    File::open(folder.join(path))
}

pub(crate) fn with_slashes(name: String) -> String {
    name.replace('\\', "/")
}

pub(crate) fn is_pipe(_metadata: &Metadata) -> bool {
    false
}

pub(crate) fn note_file_limits() {}

pub(crate) fn is_null(_metadata: &Metadata) -> bool {
    false
}

/// The linker decides, and gives a megabyte.
pub(crate) fn stack_bytes() -> Option<u64> {
    None
}

/// Nothing says so without a system call of our own: only age tells.
pub(crate) fn is_running(_process: u32) -> bool {
    true
}

pub(crate) fn is_ready(_file: &File, _time: Duration) -> bool {
    true
}

/// Standard input as far as it was read ahead.
struct StdinReadAhead {
    portions: Receiver<io::Result<Vec<u8>>>,
    rest: Vec<u8>,
    has_ended: bool,
}

fn ahead() -> &'static Mutex<StdinReadAhead> {
    static AHEAD: OnceLock<Mutex<StdinReadAhead>> = OnceLock::new();
    AHEAD.get_or_init(|| {
        // Four portions of 64 KiB are read ahead at most; then the thread waits.
        let (sender, portions) = sync_channel(4);
        thread::spawn(move || {
            loop {
                let mut bytes = vec![0; 1 << 16];
                let read = io::stdin().lock().read(&mut bytes);
                // The end of input and an error are both passed on before the thread ends.
                let is_last = !matches!(&read, Ok(count) if *count > 0);
                let portion = read.map(|count| {
                    bytes.truncate(count);
                    bytes
                });
                if sender.send(portion).is_err() || is_last {
                    return;
                }
            }
        });
        Mutex::new(StdinReadAhead { portions, rest: Vec::new(), has_ended: false })
    })
}

pub(crate) fn read_standard(bytes: &mut [u8], time: Duration) -> io::Result<Option<usize>> {
    let mut ahead = ahead().lock().unwrap_or_else(PoisonError::into_inner);
    if ahead.rest.is_empty() && !ahead.has_ended {
        match ahead.portions.recv_timeout(time) {
            Ok(portion) => ahead.rest = portion?,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {}
        }
        // An empty portion is the end of input; after a disconnect the rest is empty, too.
        ahead.has_ended = ahead.rest.is_empty();
        // The whole portion is dropped, as a Unix terminal flushes its queue at Ctrl-C.
        if HANDS_OUT_KEYS.load(Ordering::Relaxed) && ahead.rest.contains(&CTRL_C) {
            ahead.rest.clear();
            signals::notify(signals::SignalEvent::End);
            return Ok(None);
        }
    }
    let count = ahead.rest.len().min(bytes.len());
    bytes[..count].copy_from_slice(&ahead.rest[..count]);
    ahead.rest.drain(..count);
    Ok(Some(count))
}

pub(crate) fn read_keys(bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        let said = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => key_bytes(key),
            Event::Mouse(mouse) => {
                // The button codes of the SGR mouse protocol, whose columns and rows count from 1.
                let button = match mouse.kind {
                    MouseEventKind::Down(_) => 0,
                    MouseEventKind::ScrollUp => 64,
                    MouseEventKind::ScrollDown => 65,
                    _ => continue,
                };
                format!("\x1b[<{button};{};{}M", mouse.column + 1, mouse.row + 1).into_bytes()
            }
            Event::Resize(..) => {
                signals::notify(signals::SignalEvent::Redraw);
                continue;
            }
            _ => continue,
        };
        // A key without a sequence, or one that does not fit, is skipped: a count of 0 would mean
        // that the terminal has gone.
        if let Some(place) = bytes.get_mut(..said.len()).filter(|place| !place.is_empty()) {
            place.copy_from_slice(&said);
            return Ok(said.len());
        }
    }
}

/// A key in the words of a VT100; nothing for one it does not have.
fn key_bytes(key: KeyEvent) -> Vec<u8> {
    let word: &[u8] = match key.code {
        KeyCode::Char(c) if key.modifiers == KeyModifiers::CONTROL && c.is_ascii() => {
            return vec![c.to_ascii_lowercase() as u8 & 0x1f];
        }
        KeyCode::Char(c) => return c.to_string().into_bytes(),
        KeyCode::Enter => b"\r",
        KeyCode::Esc => b"\x1b",
        KeyCode::Tab => b"\t",
        KeyCode::BackTab => b"\x1b[Z",
        KeyCode::Backspace => b"\x7f",
        KeyCode::Up => b"\x1b[A",
        KeyCode::Down => b"\x1b[B",
        KeyCode::Right => b"\x1b[C",
        KeyCode::Left => b"\x1b[D",
        KeyCode::Home => b"\x1b[H",
        KeyCode::End => b"\x1b[F",
        KeyCode::Delete => b"\x1b[3~",
        KeyCode::PageUp => b"\x1b[5~",
        KeyCode::PageDown => b"\x1b[6~",
        KeyCode::F(number @ 1..=12) => {
            // The numbers have a gap after every five keys, as old keyboards had.
            let code = number + 10 + (number - 1) / 5;
            return format!("\x1b[{code}~").into_bytes();
        }
        _ => b"",
    };
    word.to_vec()
}

pub(crate) fn path(name: &[u8]) -> Option<&Path> {
    str::from_utf8(name).ok().filter(|name| !is_device(name)).map(Path::new)
}

/// Whether a name is that of a device, which it is in every folder and with every ending.
fn is_device(name: &str) -> bool {
    let last = name.rsplit(['/', '\\', ':']).next().unwrap_or(name);
    // Blanks before the dot do not count: `prn .x` is the printer.
    let stem = last.split('.').next().unwrap_or(last).trim_end().to_ascii_uppercase();
    let is_numbered = |kind: &str| {
        let number = stem.strip_prefix(kind).map(|rest| rest.chars().collect::<Vec<_>>());
        // Superscript digits name ports as well.
        matches!(number.as_deref(), Some(['0'..='9' | '¹' | '²' | '³']))
    };
    name.starts_with("\\\\.\\")
        || matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || is_numbered("COM")
        || is_numbered("LPT")
}

/// The command that opens an address in a browser.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there may be none")]
pub(crate) fn browser(address: &str) -> Option<Command> {
    // Not `cmd /c start`, which would take an `&` in the address for the next command.
    let mut command = Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", address]);
    Some(command)
}

#[cfg(test)]
mod tests {
    use super::is_device;

    #[test]
    fn names_of_devices_are_no_files() {
        for name in ["NUL", "con", "Com1", "lpt³", "aux.txt", "C:nul", "a/b\\prn .x", "\\\\.\\C:"]
        {
            assert!(is_device(name), "{name}");
        }
        for name in ["null", "console.asm", "com", "com12", "my con", "x.con", "lpt/x"] {
            assert!(!is_device(name), "{name}");
        }
    }
}
