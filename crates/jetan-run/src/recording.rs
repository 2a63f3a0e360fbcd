//! Recordings as bytes: everything that came from outside in a run, with the fingerprint of the
//! machine that it began with, so that the run can be replayed elsewhere.
//!
//! A recording is the word `JETANREC`, a version, the circumstances, the fingerprint, the count of
//! its end, whether the program ended there, the step to look at, the entries, and a checksum of
//! all that. Numbers are little-endian, seven bits to a byte, the highest bit saying that there are
//! more.

mod read;

use std::fmt::{self, Display, Formatter};
use std::hash::Hasher;

use jetan_isa::Reg;
use jetan_machine::host::{DialogAnswer, HostAnswer};
use jetan_machine::memory::PAGE_BYTES;
use jetan_machine::{Behaviour, Clock, HostInput, Machine, MachineSettings};
use siphasher::sip128::{Hasher128, SipHasher13};

use crate::log::{LogEntry, MachineEdit};
use crate::timeline::ReplayDiverged;

const MAGIC: &[u8; 8] = b"JETANREC";
/// The version of the format. In the third equal answers about the time can be one entry; the
/// fourth says whether `main` could return, which it could not before.
pub const VERSION: u64 = 4;
/// The oldest version that is still read.
pub const VERSION_MIN: u64 = 2;
// SipHash with a fixed key: it finds damage, not forgery. Whoever can write a recording can also
// write its checksum.
const CHECKSUM_BYTES: usize = 16;

/// The settings chosen before a run began, as far as its program does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedSettings {
    /// The settings of the machine.
    pub settings: MachineSettings,
    /// The switches for following MARS's surprises.
    pub behaviour: Behaviour,
    /// Whether the Digital Lab Sim was connected.
    pub has_lab: bool,
    /// Whether Mars Bot was connected.
    pub has_bot: bool,
    /// The words that the program was started with.
    pub arguments: Vec<Vec<u8>>,
}

impl RecordedSettings {
    /// Those of a machine before its first instruction, which does not know its arguments.
    pub fn of(machine: &Machine, arguments: Vec<Vec<u8>>) -> RecordedSettings {
        RecordedSettings {
            settings: MachineSettings { clock: machine.clock(), ..machine.settings() },
            behaviour: machine.behaviour(),
            has_lab: machine.lab().is_some(),
            has_bot: machine.bot().is_some(),
            arguments,
        }
    }
}

/// A run as what came from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The settings that the machine must have for the recording to fit.
    pub circumstances: RecordedSettings,
    /// The fingerprint of the machine before its first instruction.
    pub start: u128,
    /// The instruction count at its end.
    pub end: u64,
    /// Whether the program ended there.
    pub has_ended: bool,
    /// The step that whoever opens it should see first; without one it is the end.
    pub focus: Option<u64>,
    pub(crate) entries: Vec<LogEntry>,
}

/// Why a recording cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingError {
    /// It is something else.
    NoRecording,
    /// It was made by another version, whose number this is.
    Version(u64),
    /// It is incomplete or has been changed.
    Damaged,
    /// It belongs to another program, or to other settings, arguments or devices.
    OtherProgram,
    /// It does not fit what the program does.
    Diverged(ReplayDiverged),
    /// Nobody wanted to wait until it was played back.
    GaveUp,
    /// Playing it back takes more work than was allowed; so many instructions were played.
    TooSlow(u64),
}

impl Display for RecordingError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RecordingError::NoRecording => f.write_str("this is not a recording of a run"),
            RecordingError::Version(version) => {
                write!(
                    f,
                    "the recording has version {version}, and only {VERSION_MIN} to {VERSION} are \
                     known here"
                )
            }
            RecordingError::Damaged => f.write_str("the recording is incomplete or was changed"),
            RecordingError::OtherProgram => f.write_str(
                "the recording belongs to another program, or to other settings or arguments",
            ),
            RecordingError::Diverged(ReplayDiverged { count }) => {
                write!(f, "the recording does not fit the program after {count} instructions")
            }
            RecordingError::GaveUp => f.write_str("interrupted"),
            RecordingError::TooSlow(steps) => {
                write!(f, "the program is too slow to replay: stopped after {steps} steps")
            }
        }
    }
}

impl Recording {
    /// The recording as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        number(&mut bytes, VERSION);
        // Before the fingerprint: whoever opens a recording has to make the machine with these
        // settings before it can be compared.
        write_circumstances(&mut bytes, &self.circumstances);
        bytes.extend(self.start.to_le_bytes());
        number(&mut bytes, self.end);
        bytes.push(u8::from(self.has_ended));
        bytes.push(u8::from(self.focus.is_some()));
        if let Some(focus) = self.focus {
            number(&mut bytes, focus);
        }
        number(&mut bytes, self.entries.len() as u64);
        for entry in &self.entries {
            write_entry(&mut bytes, entry);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The same run from a machine of which the first one was made by hand: registers, the program
    /// counter, and these pages of memory were changed before the first instruction.
    #[must_use]
    pub fn beginning_with(mut self, plain: &Machine, made: &Machine, pages: &[u32]) -> Recording {
        let count = plain.count;
        // From 1: `$zero` cannot be changed, and an edit of it would be a difference that no
        // machine can have.
        let registers = (1..32).map(Reg::at_index).filter_map(|reg| {
            let value = made.registers.get(reg);
            (plain.registers.get(reg) != value).then_some(MachineEdit::Register(reg, value))
        });
        let memory = pages.iter().map(|&page| {
            // Whole pages, although few bytes of them differ: there is a handful of them, and an
            // edit for each byte would take more.
            let bytes = (0..PAGE_BYTES as u32).map(|at| made.memory.peek(page.wrapping_add(at)));
            MachineEdit::Memory(page, bytes.collect())
        });
        let pc = (plain.pc != made.pc).then_some(MachineEdit::Pc(made.pc));
        let edits: Vec<LogEntry> =
            registers.chain(memory).chain(pc).map(|edit| LogEntry::Edit(count, edit)).collect();
        // In front of everything: the edits are made at the first count, before any answer of the
        // run is asked for.
        self.entries.splice(0..0, edits);
        self.start = plain.fingerprint();
        self
    }

    /// Reads a recording.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, RecordingError> {
        read::recording(bytes)
    }
}

/// The flags of circumstances, a bit each.
mod flag {
    pub(super) const DELAYED_BRANCHING: u64 = 1;
    pub(super) const SELF_MODIFYING: u64 = 2;
    pub(super) const STRICT: u64 = 4;
    pub(super) const LAB: u64 = 8;
    pub(super) const VIRTUAL_CLOCK: u64 = 16;
    pub(super) const SEED: u64 = 32;
    pub(super) const MAIN_RETURNS: u64 = 64;
    pub(super) const BOT: u64 = 128;
    // A flag that is not in here is refused on reading: it comes from a version that knows more,
    // and ignoring it would replay another machine.
    pub(super) const ALL: u64 = 255;
}

fn write_circumstances(bytes: &mut Vec<u8>, circumstances: &RecordedSettings) {
    let RecordedSettings { settings, behaviour, has_lab, has_bot, arguments } = circumstances;
    let flags = [
        (settings.delayed_branching, flag::DELAYED_BRANCHING),
        (settings.self_modifying, flag::SELF_MODIFYING),
        // Only the two named behaviours can be written, besides `main_cannot_return`; a run with
        // others cannot be played back, which its fingerprint tells.
        (*behaviour == Behaviour::MARS, flag::STRICT),
        (*has_lab, flag::LAB),
        (*has_bot, flag::BOT),
        (settings.clock != Clock::Host, flag::VIRTUAL_CLOCK),
        (settings.seed.is_some(), flag::SEED),
        (!behaviour.main_cannot_return, flag::MAIN_RETURNS),
    ];
    number(bytes, flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum());
    number(bytes, settings.memory_bytes_max);
    if let Clock::Virtual { start_ms, slept_ms } = settings.clock {
        // Negative times take ten bytes and are rare; zigzag coding would change the format for
        // nothing.
        number(bytes, start_ms.cast_unsigned());
        number(bytes, slept_ms.cast_unsigned());
    }
    if let Some(seed) = settings.seed {
        number(bytes, seed.cast_unsigned());
    }
    number(bytes, arguments.len() as u64);
    for word in arguments {
        text(bytes, word);
    }
}

fn checksum(bytes: &[u8]) -> u128 {
    // Not the standard library's hasher, whose algorithm may change between releases of Rust: files
    // must stay readable.
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    hasher.finish128().as_u128()
}

fn number(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        // The cast cuts off the upper bits on purpose: seven of the lower eight are kept, and the
        // highest one is set anyway.
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn text(bytes: &mut Vec<u8>, text: &[u8]) {
    number(bytes, text.len() as u64);
    bytes.extend_from_slice(text);
}

/// The kind of an entry, as its first byte.
mod tag {
    pub(super) const READ: u8 = 0;
    pub(super) const READ_WAIT: u8 = 1;
    pub(super) const KEY_NONE: u8 = 2;
    pub(super) const KEY_WAIT: u8 = 3;
    pub(super) const KEY_END: u8 = 4;
    pub(super) const KEY: u8 = 5;
    pub(super) const ASKS: u8 = 6;
    pub(super) const OPEN: u8 = 7;
    pub(super) const READ_FILE: u8 = 8;
    pub(super) const READ_FILE_FAILED: u8 = 9;
    pub(super) const WRITE_FILE: u8 = 10;
    pub(super) const NOW: u8 = 11;
    pub(super) const SEED: u8 = 12;
    pub(super) const DIALOG_NONE: u8 = 13;
    pub(super) const DIALOG_WAIT: u8 = 14;
    pub(super) const DIALOG: u8 = 15;
    pub(super) const DIALOG_TEXT: u8 = 16;
    pub(super) const STUCK: u8 = 17;
    pub(super) const INPUT_KEY: u8 = 18;
    pub(super) const INPUT_PAD: u8 = 19;
    pub(super) const INPUT_PAD_RELEASED: u8 = 20;
    pub(super) const INPUT_TIME: u8 = 21;
    pub(super) const INPUT_HAND_BACK: u8 = 22;
    pub(super) const EDIT_REGISTER: u8 = 23;
    pub(super) const EDIT_FLOAT: u8 = 24;
    pub(super) const EDIT_HI: u8 = 25;
    pub(super) const EDIT_LO: u8 = 26;
    pub(super) const EDIT_PC: u8 = 27;
    pub(super) const EDIT_MEMORY: u8 = 28;
    pub(super) const NOW_TIMES: u8 = 29;
}

fn write_entry(bytes: &mut Vec<u8>, entry: &LogEntry) {
    match entry {
        LogEntry::Read(HostAnswer::Ready(read)) => {
            bytes.push(tag::READ);
            text(bytes, read);
        }
        LogEntry::Read(HostAnswer::Wait) => bytes.push(tag::READ_WAIT),
        LogEntry::Key(None) => bytes.push(tag::KEY_NONE),
        LogEntry::Key(Some(HostAnswer::Wait)) => bytes.push(tag::KEY_WAIT),
        LogEntry::Key(Some(HostAnswer::Ready(None))) => bytes.push(tag::KEY_END),
        LogEntry::Key(Some(HostAnswer::Ready(Some(key)))) => bytes.extend([tag::KEY, *key]),
        LogEntry::AsksOnConsole(asks) => bytes.extend([tag::ASKS, u8::from(*asks)]),
        LogEntry::Open(result) => bytes.extend([tag::OPEN, u8::from(result.is_ok())]),
        LogEntry::ReadFile(Ok(read)) => {
            bytes.push(tag::READ_FILE);
            text(bytes, read);
        }
        LogEntry::ReadFile(Err(_)) => bytes.push(tag::READ_FILE_FAILED),
        LogEntry::WriteFile(result) => bytes.extend([tag::WRITE_FILE, u8::from(result.is_ok())]),
        // A tag of its own for a single answer keeps what version 2 wrote readable and short.
        LogEntry::Now(ms, 1) => tagged(bytes, tag::NOW, ms.cast_unsigned()),
        LogEntry::Now(ms, times) => {
            tagged(bytes, tag::NOW_TIMES, ms.cast_unsigned());
            number(bytes, *times);
        }
        LogEntry::Seed(seed) => tagged(bytes, tag::SEED, seed.cast_unsigned()),
        LogEntry::Dialog(answer) => write_dialog(bytes, answer.as_ref()),
        LogEntry::Stuck(count) => tagged(bytes, tag::STUCK, *count),
        LogEntry::Input(count, input) => write_input(bytes, *count, *input),
        LogEntry::Edit(count, edit) => write_edit(bytes, *count, edit),
    }
}

fn tagged(bytes: &mut Vec<u8>, tag: u8, value: u64) {
    bytes.push(tag);
    number(bytes, value);
}

fn write_dialog(bytes: &mut Vec<u8>, answer: Option<&HostAnswer<DialogAnswer>>) {
    // Numbered here and not by the order of `DialogAnswer`, so that sorting the enum cannot change
    // the format.
    let choice = match answer {
        None => return bytes.push(tag::DIALOG_NONE),
        Some(HostAnswer::Wait) => return bytes.push(tag::DIALOG_WAIT),
        Some(HostAnswer::Ready(DialogAnswer::Text(typed))) => {
            bytes.push(tag::DIALOG_TEXT);
            return text(bytes, typed);
        }
        Some(HostAnswer::Ready(DialogAnswer::Yes)) => 0,
        Some(HostAnswer::Ready(DialogAnswer::No)) => 1,
        Some(HostAnswer::Ready(DialogAnswer::Cancel)) => 2,
    };
    bytes.extend([tag::DIALOG, choice]);
}

fn write_input(bytes: &mut Vec<u8>, count: u64, input: HostInput) {
    match input {
        HostInput::Key(key) => {
            tagged(bytes, tag::INPUT_KEY, count);
            bytes.push(key);
        }
        HostInput::Keypad(Some(key)) => {
            tagged(bytes, tag::INPUT_PAD, count);
            bytes.push(key);
        }
        HostInput::Keypad(None) => tagged(bytes, tag::INPUT_PAD_RELEASED, count),
        HostInput::Time(ms) => {
            tagged(bytes, tag::INPUT_TIME, count);
            number(bytes, ms.cast_unsigned());
        }
        HostInput::HandBack => tagged(bytes, tag::INPUT_HAND_BACK, count),
    }
}

fn write_edit(bytes: &mut Vec<u8>, count: u64, edit: &MachineEdit) {
    match edit {
        MachineEdit::Register(reg, value) => {
            tagged(bytes, tag::EDIT_REGISTER, count);
            bytes.push(reg.number());
            number(bytes, u64::from(*value));
        }
        MachineEdit::Float(freg, bits) => {
            tagged(bytes, tag::EDIT_FLOAT, count);
            bytes.push(*freg);
            number(bytes, u64::from(*bits));
        }
        MachineEdit::Hi(value) | MachineEdit::Lo(value) | MachineEdit::Pc(value) => {
            let tag = match edit {
                MachineEdit::Hi(_) => tag::EDIT_HI,
                MachineEdit::Lo(_) => tag::EDIT_LO,
                _ => tag::EDIT_PC,
            };
            tagged(bytes, tag, count);
            number(bytes, u64::from(*value));
        }
        MachineEdit::Memory(address, written) => {
            tagged(bytes, tag::EDIT_MEMORY, count);
            number(bytes, u64::from(*address));
            text(bytes, written);
        }
    }
}
