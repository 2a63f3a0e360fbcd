//! The real world as a machine sees it: standard streams, files, a clock, chance.

mod files;
mod input;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jetan_machine::host::{Answer, Dialog, DialogAnswer, FileError, Host, Note, OpenMode, Output};

pub(crate) use input::Input;

/// Output is kept back until there is this much of it.
const BUFFER_BYTES: usize = 64 << 10;
/// A terminal is to show what was printed at least this often.
const FLUSH_EVERY: Duration = Duration::from_millis(40);

/// Which time a program sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The one on the wall.
    Real,
    /// One that depends on nothing but the program: 100 instructions are a microsecond, and
    /// sleeping takes no time.
    Virtual,
}

/// Where a virtual clock starts: 2020-01-01 00:00 UTC.
const VIRTUAL_START_MS: i64 = 1_577_836_800_000;
const INSTRUCTIONS_PER_MS: u64 = 100_000;

/// What can be chosen about the outside world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) clock: Clock,
    /// The seed of generators that the program does not seed.
    pub(crate) seed: Option<i64>,
    /// How many bytes a program may print and write to files.
    pub(crate) output_bytes_max: Option<u64>,
    /// Whether dialogs are asked on the console.
    pub(crate) dialogs: bool,
}

/// The process as a host.
pub(crate) struct Process {
    options: Options,
    input: Input,
    buffer: Vec<u8>,
    printed: u64,
    is_terminal: bool,
    flushed: Instant,
    slept_ms: i64,
    closed: bool,
    /// The last byte that was shown.
    last_shown: Option<u8>,
    /// Why output could not be written, if it could not.
    lost: Option<String>,
    prompted: bool,
    /// Whether a service has read the console.
    reads_console: bool,
}

impl Process {
    pub(crate) fn new(options: Options, input: Input) -> Process {
        Process {
            options,
            input,
            buffer: Vec::new(),
            printed: 0,
            is_terminal: io::stdout().is_terminal(),
            flushed: Instant::now(),
            slept_ms: 0,
            closed: false,
            last_shown: None,
            lost: None,
            prompted: false,
            reads_console: false,
        }
    }

    /// Whether the program has printed all it may.
    pub(crate) fn is_full(&self) -> bool {
        self.options.output_bytes_max.is_some_and(|max| self.printed > max)
    }

    /// Whether a report on the same terminal would start in the middle of a line.
    pub(crate) fn is_mid_line(&self) -> bool {
        let is_unfinished = self.last_shown.is_some_and(|byte| byte != b'\n');
        is_unfinished && self.is_terminal && io::stderr().is_terminal()
    }

    /// Why output was lost, if it was.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Whether nobody reads the output any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Counts output; how much of it there is room for.
    fn admit(&mut self, bytes: usize) -> usize {
        let max = self.options.output_bytes_max.unwrap_or(u64::MAX);
        let room = max.saturating_sub(self.printed);
        self.printed = self.printed.saturating_add(bytes as u64);
        bytes.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// Shows what was kept back.
    pub(crate) fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        let mut out = io::stdout().lock();
        let shown = out.write_all(&self.buffer).and_then(|()| out.flush());
        match shown.err().map(|error| (error.kind(), error)) {
            None => {}
            Some((io::ErrorKind::BrokenPipe, _)) => self.closed = true,
            Some((_, error)) => self.lost = Some(error.to_string()),
        }
        self.last_shown = self.buffer.last().copied();
        self.buffer.clear();
        self.flushed = Instant::now();
    }

    /// Shows what was kept back if a terminal has waited long enough for it.
    pub(crate) fn flush_if_due(&mut self, now: Instant) {
        if self.is_terminal && now.saturating_duration_since(self.flushed) >= FLUSH_EVERY {
            self.flush();
        }
    }

    /// Whether there may be keys that need not be waited for: input that nobody types, and that
    /// no service of the program reads. The program is then given one whenever it looks for one,
    /// so that it does not matter how fast it is.
    pub(crate) fn has_keys_ahead(&self) -> bool {
        !self.reads_console && self.input.has_keys_ahead()
    }

    /// The next key for the keyboard device, if there is one. A program that reads the console by
    /// services gets none: all input is theirs.
    pub(crate) fn keyboard(&mut self) -> Option<u8> {
        if self.reads_console {
            return None;
        }
        self.flush_if_due(Instant::now());
        self.input.device_key()
    }

    /// Puts the terminal back as it was.
    pub(crate) fn restore(&mut self) {
        self.flush();
        self.input.restore();
    }

    fn prompt(&mut self, text: &[u8], hint: &str) {
        if !self.prompted {
            self.flush();
            let mut err = io::stderr().lock();
            let line = [text, b" ", hint.as_bytes()].concat();
            let _ = err.write_all(&line).and_then(|()| err.flush());
            self.prompted = true;
        }
    }

    fn answer(&mut self, text: &[u8], hint: &str) -> Answer<Option<Vec<u8>>> {
        self.prompt(text, hint);
        let line = self.input.line();
        if line != Answer::Wait {
            self.prompted = false;
        }
        line
    }
}

impl Host for Process {
    fn write(&mut self, output: Output, bytes: &[u8]) {
        let bytes = &bytes[..self.admit(bytes.len())];
        match output {
            Output::Console => {
                self.buffer.extend_from_slice(bytes);
                if self.buffer.len() >= BUFFER_BYTES {
                    self.flush();
                }
            }
            Output::Error => {
                self.flush();
                // There is nobody to tell if standard error is gone.
                let _ = io::stderr().lock().write_all(bytes);
            }
        }
    }

    fn read(&mut self, max: usize) -> Answer<Vec<u8>> {
        self.reads_console = true;
        self.flush();
        self.input.read(max)
    }

    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        self.reads_console = true;
        self.flush();
        self.input.key()
    }

    fn asks_on_console(&self) -> bool {
        self.options.dialogs
    }

    fn unread(&mut self, bytes: &[u8]) {
        self.input.unread(bytes);
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        files::open(name, mode)
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        files::read(name, offset, max)
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        let admitted = &bytes[..self.admit(bytes.len())];
        files::write(name, offset, admitted)?;
        if admitted.len() < bytes.len() { Err(FileError) } else { Ok(()) }
    }

    fn now_ms(&mut self, count: u64) -> i64 {
        match self.options.clock {
            Clock::Real => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH);
                now.map_or(0, |since| since.as_millis() as i64)
            }
            Clock::Virtual => {
                VIRTUAL_START_MS + (count / INSTRUCTIONS_PER_MS) as i64 + self.slept_ms
            }
        }
    }

    fn has_come(&mut self, at_ms: i64, count: u64) -> bool {
        let ahead = at_ms - self.now_ms(count);
        if ahead > 0 && self.options.clock == Clock::Virtual {
            self.slept_ms += ahead;
            return true;
        }
        ahead <= 0
    }

    fn seed(&mut self) -> i64 {
        match (self.options.seed, self.options.clock) {
            (Some(seed), _) => seed,
            (None, Clock::Virtual) => 0,
            (None, Clock::Real) => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH);
                now.map_or(0, |since| since.as_nanos() as i64)
            }
        }
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        if !self.options.dialogs {
            return None;
        }
        Some(match dialog {
            Dialog::Confirm(text) => match self.answer(text, "[y/n/c] ") {
                Answer::Wait => Answer::Wait,
                Answer::Ready(line) => Answer::Ready(confirmation(line.as_deref())),
            },
            Dialog::Input(text) => match self.answer(text, "> ") {
                Answer::Wait => Answer::Wait,
                Answer::Ready(Some(line)) => Answer::Ready(DialogAnswer::Text(line)),
                Answer::Ready(None) => Answer::Ready(DialogAnswer::Cancel),
            },
            Dialog::Message(text, kind) => {
                self.prompt(format_message(text, *kind).as_bytes(), "");
                let _ = io::stderr().lock().write_all(b"\n");
                self.prompted = false;
                Answer::Ready(DialogAnswer::Yes)
            }
        })
    }

    fn play(&mut self, _note: Note, _count: u64) {}
}

fn confirmation(line: Option<&[u8]>) -> DialogAnswer {
    match line.and_then(<[u8]>::first) {
        Some(b'y' | b'Y') => DialogAnswer::Yes,
        Some(b'n' | b'N') => DialogAnswer::No,
        _ => DialogAnswer::Cancel,
    }
}

fn format_message(text: &[u8], kind: i32) -> String {
    let text = String::from_utf8_lossy(text);
    let label = match kind {
        0 => "error: ",
        1 => "info: ",
        2 => "warning: ",
        3 => "question: ",
        _ => "",
    };
    format!("{label}{text}")
}
