//! Console input without ever blocking: a pipe, a file, or a terminal by lines and by keys.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::time::Duration;

use jetan_machine::host::HostAnswer;
use jetan_os::input;
use jetan_os::terminal::{self, Echo, KeyMode};

/// Time limit of one wait for input; the run notices Ctrl-C in between.
const CONSOLE_WAIT_MAX: Duration = Duration::from_millis(50);

/// A longer answer is cut into several, since input may have no end.
const LINE_BYTES_MAX: usize = 1 << 20;

/// The byte of Ctrl-D on a terminal that hands out keys.
const END_OF_INPUT: u8 = 4;

/// The source of console input.
pub(crate) struct ConsoleInput {
    source: InputSource,
    is_terminal: bool,
    /// Bytes that were read but not asked for, by [`ConsoleInput::line`], or given back.
    rest: Vec<u8>,
    /// Whether a device found its end.
    has_ended: bool,
    /// Whether a device found nothing when it last looked.
    is_late: bool,
}

enum InputSource {
    Standard,
    File(File),
}

impl ConsoleInput {
    /// Standard input: a terminal, a pipe or a file.
    pub(crate) fn standard() -> ConsoleInput {
        ConsoleInput::from(InputSource::Standard, io::stdin().is_terminal())
    }

    fn from(source: InputSource, is_terminal: bool) -> ConsoleInput {
        ConsoleInput { source, is_terminal, rest: Vec::new(), has_ended: false, is_late: false }
    }

    /// A file, or a pipe with a name.
    pub(crate) fn open(path: &Path) -> io::Result<ConsoleInput> {
        let file = input::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
        }
        Ok(ConsoleInput::from(InputSource::File(file), false))
    }

    /// Up to `max` bytes, none at the end of input.
    pub(crate) fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        // Whoever reads lines gets the terminal's own line editing.
        self.restore();
        if !self.rest.is_empty() {
            let taken = self.rest.len().min(max);
            return HostAnswer::Ready(self.rest.drain(..taken).collect());
        }
        self.read_now(max)
    }

    fn read_now(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        self.read_within(max, CONSOLE_WAIT_MAX)
    }

    fn read_within(&mut self, max: usize, time: Duration) -> HostAnswer<Vec<u8>> {
        // A program may ask for any number of bytes; it takes fewer and asks again.
        let mut bytes = vec![0; max.min(1 << 20)];
        let read = match &mut self.source {
            // The file may be a pipe with a name.
            InputSource::File(file) if !input::is_ready(file, time) => return HostAnswer::Wait,
            InputSource::File(file) => file.read(&mut bytes).map(Some),
            InputSource::Standard => input::read_standard(&mut bytes, time),
        };
        match read {
            Ok(None) => HostAnswer::Wait,
            Ok(Some(count)) => {
                bytes.truncate(count);
                HostAnswer::Ready(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => HostAnswer::Wait,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => HostAnswer::Wait,
            // Whatever else is wrong with it, there is no more to be had.
            Err(_) => HostAnswer::Ready(Vec::new()),
        }
    }

    /// Takes back what was read, to be read again before all other.
    pub(crate) fn unread(&mut self, bytes: &[u8]) {
        self.rest.splice(..0, bytes.iter().copied());
    }

    /// A key, if the input is a terminal.
    pub(crate) fn key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        // What was given back comes first, by `read`.
        if !self.is_terminal || !self.rest.is_empty() {
            return None;
        }
        terminal::hand_out_keys(KeyMode::Keys(Echo::Yes));
        Some(match self.read_now(1) {
            HostAnswer::Wait => HostAnswer::Wait,
            HostAnswer::Ready(bytes) => {
                self.restore();
                HostAnswer::Ready(bytes.first().copied().filter(|&key| key != END_OF_INPUT))
            }
        })
    }

    /// Whether keys can be had without waiting for somebody to type them.
    pub(crate) fn has_keys_ahead(&self) -> bool {
        !self.is_terminal && !self.is_late && !self.has_ended
    }

    /// A key for a device, if there is one now.
    pub(crate) fn device_key(&mut self) -> Option<u8> {
        if self.is_terminal {
            terminal::hand_out_keys(KeyMode::Keys(Echo::No));
        }
        if self.rest.is_empty() && !self.has_ended {
            // More than one byte, because an arrow key has to arrive in one piece to be recognised.
            match self.read_within(64, Duration::ZERO) {
                HostAnswer::Ready(bytes) => {
                    self.has_ended = bytes.is_empty();
                    self.is_late = false;
                    self.rest = bytes;
                }
                // Asking at every look of the program would only slow it down.
                HostAnswer::Wait => self.is_late = true,
            }
        }
        self.take_key()
    }

    /// The first key of what was read. Arrows type w, a, s and d, which is what games expect.
    fn take_key(&mut self) -> Option<u8> {
        // Terminals send `ESC [ A` or, in application mode, `ESC O A`.
        let (taken, key) = match self.rest[..] {
            [0x1b, b'[' | b'O', b'A', ..] => (3, b'w'),
            [0x1b, b'[' | b'O', b'B', ..] => (3, b's'),
            [0x1b, b'[' | b'O', b'C', ..] => (3, b'd'),
            [0x1b, b'[' | b'O', b'D', ..] => (3, b'a'),
            [key, ..] => (1, key),
            [] => return None,
        };
        self.rest.drain(..taken);
        Some(key)
    }

    /// Waits a moment for somebody to close a window; whether they did, or nobody ever will. Keys
    /// of the game do not count, which is often over before its player has noticed.
    pub(crate) fn is_closed() -> bool {
        // Nobody will ever press a key.
        if !io::stdin().is_terminal() {
            return true;
        }
        terminal::hand_out_keys(KeyMode::Keys(Echo::No));
        let mut bytes = [0; 64];
        match input::read_standard(&mut bytes, CONSOLE_WAIT_MAX) {
            Ok(None) => false,
            Ok(Some(0)) => true,
            Ok(Some(count)) => closes(&bytes[..count]),
            // A signal, such as that of a new size, does not close the window.
            Err(error) => error.kind() != io::ErrorKind::Interrupted,
        }
    }

    /// A line without its end, for a question of ours; `None` at the end of input.
    pub(crate) fn line(&mut self) -> HostAnswer<Option<Vec<u8>>> {
        loop {
            if let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let mut line: Vec<u8> = self.rest.drain(..=end).collect();
                while matches!(line.last(), Some(b'\n' | b'\r')) {
                    line.pop();
                }
                return HostAnswer::Ready(Some(line));
            }
            if self.rest.len() >= LINE_BYTES_MAX {
                return HostAnswer::Ready(Some(std::mem::take(&mut self.rest)));
            }
            match self.read_now(4096) {
                HostAnswer::Wait => return HostAnswer::Wait,
                HostAnswer::Ready(bytes) if bytes.is_empty() => {
                    let line = std::mem::take(&mut self.rest);
                    return HostAnswer::Ready(Some(line).filter(|line| !line.is_empty()));
                }
                HostAnswer::Ready(bytes) => self.rest.extend(bytes),
            }
        }
    }

    /// Gives the terminal its lines back.
    pub(crate) fn restore(&mut self) {
        if self.is_terminal {
            terminal::give_back_lines();
        }
    }
}

impl Drop for ConsoleInput {
    fn drop(&mut self) {
        self.restore();
    }
}

/// Whether typed keys close a window: Enter, Escape, q, or the end of input.
fn closes(keys: &[u8]) -> bool {
    // Escape alone: with bytes behind it, it begins the sequence of another key.
    keys == [0x1b] || keys.iter().any(|key| matches!(key, b'\n' | b'\r' | b'q' | &END_OF_INPUT))
}
