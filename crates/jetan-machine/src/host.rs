//! The only interface to the host.
//!
//! Everything a program asks for and everything it gives goes through a [`Host`]: console, files,
//! clock, seeds, dialogs, sound. A host that records [`HostQueries`] can replay a run; one that
//! answers from memory isolates it. No call blocks: a host that has no answer yet says so, and is
//! asked again.

use jetan_isa::pack::{PackService, ServiceArgument};

use crate::device::screen::PackScreen;

/// An answer that may not be there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostAnswer<T> {
    /// The answer is here.
    Ready(T),
    /// Ask again later; the instruction has not been executed.
    Wait,
}

/// The stream that a program writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutputStream {
    /// Standard output.
    Console,
    /// Standard error, which only descriptor 2 reaches.
    Error,
}

/// The mode in which a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenMode {
    /// For reading (flag 0); the file must exist.
    Read,
    /// It is created, or emptied if it exists.
    Write,
    /// It is created if it does not exist.
    Append,
}

/// A file operation that failed; why does not matter to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileError;

/// A dialog a program wants to show. Texts are bytes as they stand in its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Yes, no or cancel.
    Confirm(Vec<u8>),
    /// Asks for a line of text.
    Input(Vec<u8>),
    /// Shows a message; the number says what kind: 0 error, 1 information, 2 warning, 3 question.
    Message(Vec<u8>, i32),
}

/// The user's answer to a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogAnswer {
    /// Yes, or the message was closed.
    Yes,
    /// The program gets 1.
    No,
    /// The program gets 2, or the status -2 where it asked for input.
    Cancel,
    /// The text that was typed.
    Text(Vec<u8>),
}

/// A note to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MidiNote {
    /// MIDI pitch, 0 to 127.
    pub pitch: u8,
    /// The duration, in milliseconds.
    pub duration_ms: u32,
    /// MIDI instrument, 0 to 127.
    pub instrument: u8,
    /// MIDI velocity, 0 to 127.
    pub volume: u8,
}

/// A sound that a course gave a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SoundRequest {
    /// The number that the course's documents give it; any integer.
    pub id: i32,
    /// Whether it begins or stops.
    pub mode: SoundMode,
}

/// The mode in which a sound is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SoundMode {
    /// To its end, and no further.
    Once,
    /// Over and over, until it is stopped.
    Loop,
    /// Stopped, if it is playing.
    Stop,
}

/// An output of a program. A count is that of the instructions executed so far, from
/// which a [virtual clock](crate::Clock) tells when it was.
#[derive(Clone, Copy, Debug)]
pub enum OutputEvent<'a> {
    /// Bytes for one of the two streams; never none.
    Output(OutputStream, &'a [u8], u64),
    /// A word for the display device: its low byte is a character; 12 clears the display, and 7
    /// moves its cursor to the column in bits 31 to 20 and the row in bits 19 to 8.
    Character(u32, u64),
    /// A note begins. Whether the program waits for its end is the machine's business.
    Note(MidiNote, u64),
    /// A sound of a pack begins or stops.
    Sound(SoundRequest, u64),
    /// The screen of a pack is to be shown as it is now.
    Refresh(&'a PackScreen, u64),
    /// A service of a pack was given a value that it takes, but that is not usual.
    Unusual(UnusualValue<'a>),
}

/// A value that is probably not what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnusualValue<'a> {
    /// The service that takes it.
    pub service: &'a PackService,
    /// The argument that has it.
    pub argument: &'a ServiceArgument,
    /// The number that was read.
    pub value: i32,
}

/// The questions of a machine to its host. None has a default: a host that wraps another must not
/// change behaviour by forgetting one.
pub trait HostQueries {
    /// Up to `max` bytes of console input; none at its end.
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>>;

    /// A key, if the console is a keyboard; `None` if not, then [`HostQueries::read`] is asked.
    /// `Ready(None)` is the end of input.
    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>>;

    /// Whether dialogs are questions on the console. Then the machine hands back what it has read
    /// ahead before it shows one.
    fn asks_on_console(&mut self) -> bool;

    /// Takes back console input, to be read again before all other; only called if
    /// [`HostQueries::asks_on_console`].
    fn unread(&mut self, bytes: &[u8]);

    /// Opens a file, by its name as the program has it.
    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError>;

    /// Up to `max` bytes of a file from an offset; none at its end.
    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError>;

    /// Writes to a file: at an offset, or at its end.
    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError>;

    /// Milliseconds since 1970; only asked with [`Clock::Host`](crate::Clock::Host).
    fn now_ms(&mut self) -> i64;

    /// A seed for a generator that the program did not seed; only asked if the
    /// [settings](crate::MachineSettings::seed) have none.
    fn seed(&mut self) -> i64;

    /// Shows a dialog; `None` if there is nobody to show it to.
    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>>;
}

/// The outside of a machine: answers its questions and takes what it gives.
pub trait Host: HostQueries {
    /// Takes what the program gives. Never waits.
    fn event(&mut self, event: OutputEvent<'_>);
}
