//! The host of a program under test: input from memory, output into memory, files in
//! memory, a virtual clock.

use std::sync::Arc;

use jetan_machine::device::screen::PackScreen;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, HostAnswer, HostQueries, OpenMode, SoundRequest,
};
use jetan_run::{FrameContent, RunLimit, SessionEvent, SessionHost};

use crate::budget::ByteBudget;
use crate::files::SandboxFiles;
use crate::limits::CaseLimits;

/// Requests at the end of the input after which the program counts as looping.
const ASKS_AT_END_MAX: u32 = 1000;

/// Bytes at the end of an output that are kept at least.
const TAIL_BYTES_MIN: usize = 128 << 10;

/// Bytes charged for a sound: whoever reports it needs more than the sound itself.
const SOUND_CHARGE_BYTES: usize = 64;

/// The input of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramInput {
    /// The console input.
    pub console: Vec<u8>,
    /// Whether input is there at once or a line at a time.
    pub pace: InputPace,
    /// The keys of the keyboard device, each delivered once the program polls for one.
    pub keys: Vec<u8>,
    /// The seed of random generators that the program does not seed; that of the case if none.
    pub seed: Option<i64>,
    /// Whether any file that is read and was never written holds the console input: programs that
    /// read their case from a file have a name for it that we cannot know.
    pub files_hold_input: bool,
    /// Files that are there when it starts: name and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Whether only the end of the output is kept, of which there may then be as much as the work
    /// that a run may do allows.
    pub keeps_tail: bool,
}

/// The pacing of console input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputPace {
    /// All at once, as from a file.
    #[default]
    Whole,
    /// A line whenever the program asks for one, so that it can be seen what was asked when.
    Lines,
}

/// A refresh of the screen of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenRefresh {
    /// The screen's contents.
    pub screen: Arc<PackScreen>,
    /// The instruction count at which it was.
    pub count: u64,
}

/// The host of one run.
pub(crate) struct SandboxHost<'a> {
    feed: &'a ProgramInput,
    /// The console input: that of the case, and the answers since.
    console: Vec<u8>,
    /// Whether somebody answers questions that the feed does not.
    pub(crate) is_attended: bool,
    limits: CaseLimits,
    /// Bytes of console input that have arrived, and bytes that were read.
    arrived: usize,
    pub(crate) taken: usize,
    asks_at_end: u32,
    pub(crate) files: SandboxFiles,
    pub(crate) output: Vec<u8>,
    pub(crate) shown: Vec<ScreenRefresh>,
    pub(crate) sounds: Vec<SoundRequest>,
    /// Everything that is kept for the run.
    pub(crate) account: ByteBudget,
}

impl<'a> SandboxHost<'a> {
    pub(crate) fn new(feed: &'a ProgramInput, limits: CaseLimits) -> SandboxHost<'a> {
        let arrived = match feed.pace {
            InputPace::Whole => feed.console.len(),
            InputPace::Lines => 0,
        };
        let mut account = ByteBudget::new(limits.kept_bytes);
        let mut files = SandboxFiles::new(limits.file_bytes);
        for (name, bytes) in &feed.files {
            // What has no room is noted in the account.
            let _ = files.open(name.as_bytes(), OpenMode::Write, None, &mut account);
            let _ = files.write(name.as_bytes(), None, bytes, &mut account);
        }
        SandboxHost {
            feed,
            // A copy, because answers are appended to it during the run and the feed belongs to the
            // case.
            console: feed.console.clone(),
            is_attended: false,
            limits,
            arrived,
            taken: 0,
            asks_at_end: 0,
            files,
            output: Vec::new(),
            shown: Vec::new(),
            sounds: Vec::new(),
            account,
        }
    }

    /// Lets the next line arrive.
    pub(crate) fn release_line(&mut self) {
        let rest = &self.console[self.arrived..];
        let line = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1);
        self.arrived += line;
    }

    /// Whether the next question has no answer in the feed, and somebody is there to answer it.
    pub(crate) fn is_awaiting(&self) -> bool {
        self.is_attended && self.arrived == self.console.len()
    }

    /// Lets a line arrive that is not in the feed.
    pub(crate) fn answer(&mut self, line: &[u8]) {
        if self.account.keep(line.len(), RunLimit::Pictures) {
            self.console.extend_from_slice(line);
            self.arrived = self.console.len();
        }
    }

    /// Takes a line for a dialog; none if it has not arrived.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        let rest = &self.console[self.taken..self.arrived];
        if rest.is_empty() && (self.is_attended || self.arrived < self.console.len()) {
            return None;
        }
        let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        // A dialog has no line end: CR LF of a case for Windows programs must not become part of
        // the answer.
        let line = rest[..end].trim_ascii_end().to_vec();
        // Only an empty rest is the end of the input; an empty line is an answer.
        if end == 0 {
            self.asks_at_end = self.asks_at_end.saturating_add(1);
        }
        self.taken += end;
        Some(line)
    }

    /// Whether the program asks again and again for input that is not there.
    pub(crate) fn is_starved(&self) -> bool {
        self.asks_at_end > ASKS_AT_END_MAX
    }

    /// Whether the program wanted more input than there was.
    pub(crate) fn has_asked_at_end(&self) -> bool {
        self.asks_at_end > 0
    }

    /// The contents of a file that was never written.
    fn unwritten(&self) -> Option<&'a [u8]> {
        self.feed.files_hold_input.then_some(&self.feed.console)
    }
}

impl SessionHost for SandboxHost<'_> {
    fn event(&mut self, event: SessionEvent<'_>) {
        match event {
            SessionEvent::Output(_, bytes) => self.print(bytes),
            // MARS: the display shows the low byte of what is stored in the transmitter data
            // register.
            SessionEvent::Character(word) => self.print(&[word as u8]),
            SessionEvent::Frame(frame) => {
                if let FrameContent::Screen(screen) = frame.content {
                    self.show(screen, frame.count);
                }
            }
            SessionEvent::Sound(sound, _) => self.add_sound(sound),
            // A verdict rests on what the program did, not on what the machine remarks about it.
            SessionEvent::Note(..) | SessionEvent::Found(_) | SessionEvent::Unusual(_) => {}
        }
    }

    fn elapsed_us(&mut self) -> u64 {
        // Real time never passes: the clock of a run is the machine's own, or two machines would
        // differ.
        0
    }
}

impl SandboxHost<'_> {
    fn print(&mut self, bytes: &[u8]) {
        if self.feed.keeps_tail {
            // Cut before it is appended: one call may print more than is ever kept.
            self.output.extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL_BYTES_MIN)..]);
            // Cut only when it has doubled. Cutting at every byte would move 128 KiB for each one
            // printed.
            if self.output.len() > 2 * TAIL_BYTES_MIN {
                self.output.drain(..self.output.len() - TAIL_BYTES_MIN);
            }
            return;
        }
        let room = self.limits.output_bytes - self.output.len();
        if bytes.len() > room {
            // Noted first; the part that fits is kept all the same, so that the output ends exactly
            // at the limit.
            self.account.exceed(RunLimit::Output);
        }
        let bytes = &bytes[..bytes.len().min(room)];
        if self.account.keep(bytes.len(), RunLimit::Output) {
            self.output.extend_from_slice(bytes);
        }
    }

    fn show(&mut self, screen: &PackScreen, count: u64) {
        if self.account.keep(size_of::<ScreenRefresh>() + screen.kept_bytes(), RunLimit::Pictures) {
            self.shown.push(ScreenRefresh { screen: Arc::new(screen.clone()), count });
        }
    }

    fn add_sound(&mut self, sound: SoundRequest) {
        if self.account.keep(SOUND_CHARGE_BYTES, RunLimit::Pictures) {
            self.sounds.push(sound);
        }
    }
}

impl HostQueries for SandboxHost<'_> {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        // The end of the input before the wait for a line: with nothing left to arrive a wait would
        // never end.
        if self.taken == self.console.len() {
            if self.is_attended {
                return HostAnswer::Wait;
            }
            self.asks_at_end = self.asks_at_end.saturating_add(1);
            return HostAnswer::Ready(Vec::new());
        }
        if self.taken == self.arrived {
            return HostAnswer::Wait;
        }
        // Never past what has arrived, even if the machine asks for a whole buffer: reading ahead
        // would take lines before their questions.
        let end = self.arrived.min(self.taken.saturating_add(max));
        let bytes = self.console[self.taken..end].to_vec();
        self.taken = end;
        HostAnswer::Ready(bytes)
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        None
    }

    fn asks_on_console(&mut self) -> bool {
        false
    }

    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        let unwritten = self.unwritten();
        self.files.open(name, mode, unwritten, &mut self.account)
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        self.files.read(name, (offset, max), self.unwritten())
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        self.files.write(name, offset, bytes, &mut self.account)
    }

    // The clock and the seed are the machine's own.
    fn now_ms(&mut self) -> i64 {
        0
    }

    fn seed(&mut self) -> i64 {
        0
    }

    /// Messages are output and close themselves; a question is answered by a line of the console.
    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        let (Dialog::Confirm(text) | Dialog::Input(text) | Dialog::Message(text, _)) = dialog;
        // Closed at once: nobody is there to press the button, and a wait would end the case.
        if let Dialog::Message(..) = dialog {
            self.print(text);
            self.print(b"\n");
            return Some(HostAnswer::Ready(DialogAnswer::Yes));
        }
        // The line comes before the text is printed: after a wait the machine asks once more, and
        // the text would be printed twice.
        let Some(line) = self.take_line() else { return Some(HostAnswer::Wait) };
        self.print(text);
        self.print(b"\n");
        Some(HostAnswer::Ready(match dialog {
            Dialog::Input(_) if self.has_asked_at_end() => DialogAnswer::Cancel,
            Dialog::Input(_) => DialogAnswer::Text(line),
            // MARS: service 50 reports no as 1, so cases may type the number.
            _ if matches!(line.first(), Some(b'n' | b'N' | b'1')) => DialogAnswer::No,
            _ if line.is_empty() => DialogAnswer::Cancel,
            _ => DialogAnswer::Yes,
        }))
    }
}
