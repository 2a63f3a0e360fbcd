//! From bytes to a recording. Whatever the bytes are, the answer is a recording or why there is
//! none, and what it takes in memory is bounded by their number.

use jetan_isa::Reg;
use jetan_machine::host::{DialogAnswer, FileError, HostAnswer};
use jetan_machine::{Behaviour, Clock, HostInput, MachineSettings};

use super::{
    CHECKSUM_BYTES, MAGIC, RecordedSettings, Recording, RecordingError, VERSION, VERSION_MIN,
    checksum, flag, tag,
};
use crate::log::{LogEntry, MachineEdit};

/// Equal answers in one entry: more than a program could ask for in days.
const EQUAL_ANSWERS_MAX: u64 = 1 << 40;

pub(super) fn recording(bytes: &[u8]) -> Result<Recording, RecordingError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(RecordingError::NoRecording)?;
    // The version comes before the checksum is compared: a later version may have another checksum,
    // and its owner should be told the version.
    let version = RecordingReader { rest }.number().ok_or(RecordingError::Damaged)?;
    if !(VERSION_MIN..=VERSION).contains(&version) {
        return Err(RecordingError::Version(version));
    }
    let end = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(RecordingError::Damaged)?;
    let (content, sum) = bytes.split_at(end);
    // Before anything is parsed, so that damage is reported as such and not as whatever the parser
    // stumbles over.
    if sum != checksum(content).to_le_bytes() {
        return Err(RecordingError::Damaged);
    }
    // The checksum may overlap the magic in a file that is too short, hence `get`.
    let rest = content.get(MAGIC.len()..).ok_or(RecordingError::Damaged)?;
    RecordingReader { rest }.recording().ok_or(RecordingError::Damaged)
}

struct RecordingReader<'b> {
    rest: &'b [u8],
}

impl RecordingReader<'_> {
    fn recording(&mut self) -> Option<Recording> {
        self.number()?;
        let circumstances = self.circumstances()?;
        let (start, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        let start = u128::from_le_bytes(*start);
        let end = self.number()?;
        let has_ended = self.flag()?;
        let focus = if self.flag()? { Some(self.number()?) } else { None };
        let count = self.number()?;
        // Without `with_capacity`: the count comes from the file, and a few bytes could ask for all
        // memory. Each entry takes at least a byte of the file.
        let mut entries = Vec::new();
        for _ in 0..count {
            entries.push(self.entry()?);
        }
        let is_all = self.rest.is_empty();
        // Bytes after the last entry are refused. They would be lost silently when the recording is
        // written again.
        is_all.then_some(Recording { circumstances, start, end, has_ended, focus, entries })
    }

    fn circumstances(&mut self) -> Option<RecordedSettings> {
        let flags = self.number().filter(|flags| flags & !flag::ALL == 0)?;
        let has = |flag: u64| flags & flag != 0;
        let memory_bytes_max = self.number()?;
        let clock = if has(flag::VIRTUAL_CLOCK) {
            let start_ms = self.number()?.cast_signed();
            let slept_ms = self.number()?.cast_signed();
            // A clock does not go back: no machine has slept for less than nothing, whatever a file
            // says.
            Clock::Virtual { start_ms, slept_ms: (slept_ms >= 0).then_some(slept_ms)? }
        } else {
            Clock::Host
        };
        let seed = if has(flag::SEED) { Some(self.number()?.cast_signed()) } else { None };
        let mut arguments = Vec::new();
        for _ in 0..self.number()? {
            arguments.push(self.text()?);
        }
        let settings = MachineSettings {
            delayed_branching: has(flag::DELAYED_BRANCHING),
            self_modifying: has(flag::SELF_MODIFYING),
            memory_bytes_max,
            clock,
            seed,
        };
        let behaviour = match (has(flag::STRICT), has(flag::MAIN_RETURNS)) {
            // No writer sets both: strict MARS has no `main` that returns.
            (true, true) => return None,
            (true, false) => Behaviour::MARS,
            (false, returns) => Behaviour { main_cannot_return: !returns, ..Behaviour::JETAN },
        };
        Some(RecordedSettings {
            settings,
            behaviour,
            has_lab: has(flag::LAB),
            has_bot: has(flag::BOT),
            arguments,
        })
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            // The tenth byte has room for one bit only. A number that loses bits must not be read
            // as a smaller one.
            if part << shift >> shift != part {
                return None;
            }
            value |= part << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn word(&mut self) -> Option<u32> {
        self.number().and_then(|value| u32::try_from(value).ok())
    }

    fn text(&mut self) -> Option<Vec<u8>> {
        let len = usize::try_from(self.number()?).ok()?;
        // Checked against what is left before anything is copied: the length is the file's claim.
        let (text, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(text.to_vec())
    }

    fn result(&mut self) -> Option<Result<(), FileError>> {
        Some(if self.flag()? { Ok(()) } else { Err(FileError) })
    }

    fn entry(&mut self) -> Option<LogEntry> {
        Some(match self.byte()? {
            tag::READ => LogEntry::Read(HostAnswer::Ready(self.text()?)),
            tag::READ_WAIT => LogEntry::Read(HostAnswer::Wait),
            tag::KEY_NONE => LogEntry::Key(None),
            tag::KEY_WAIT => LogEntry::Key(Some(HostAnswer::Wait)),
            tag::KEY_END => LogEntry::Key(Some(HostAnswer::Ready(None))),
            tag::KEY => LogEntry::Key(Some(HostAnswer::Ready(Some(self.byte()?)))),
            tag::ASKS => LogEntry::AsksOnConsole(self.flag()?),
            tag::OPEN => LogEntry::Open(self.result()?),
            tag::READ_FILE => LogEntry::ReadFile(Ok(self.text()?)),
            tag::READ_FILE_FAILED => LogEntry::ReadFile(Err(FileError)),
            tag::WRITE_FILE => LogEntry::WriteFile(self.result()?),
            tag::NOW => LogEntry::Now(self.number()?.cast_signed(), 1),
            tag::NOW_TIMES => {
                let ms = self.number()?.cast_signed();
                LogEntry::Now(
                    ms,
                    self.number().filter(|times| (1..=EQUAL_ANSWERS_MAX).contains(times))?,
                )
            }
            tag::SEED => LogEntry::Seed(self.number()?.cast_signed()),
            tag::DIALOG_NONE => LogEntry::Dialog(None),
            tag::DIALOG_WAIT => LogEntry::Dialog(Some(HostAnswer::Wait)),
            tag::DIALOG => LogEntry::Dialog(Some(HostAnswer::Ready(match self.byte()? {
                0 => DialogAnswer::Yes,
                1 => DialogAnswer::No,
                2 => DialogAnswer::Cancel,
                _ => return None,
            }))),
            tag::DIALOG_TEXT => {
                LogEntry::Dialog(Some(HostAnswer::Ready(DialogAnswer::Text(self.text()?))))
            }
            tag::STUCK => LogEntry::Stuck(self.number()?),
            other => return self.input_or_edit(other),
        })
    }

    /// An entry that came between two runs.
    fn input_or_edit(&mut self, tag: u8) -> Option<LogEntry> {
        let count = self.number()?;
        let input = |input| Some(LogEntry::Input(count, input));
        let edit = |edit| Some(LogEntry::Edit(count, edit));
        match tag {
            tag::INPUT_KEY => input(HostInput::Key(self.byte()?)),
            // The machine expects a key of its pad; a file is the only way in which another number
            // could come there.
            tag::INPUT_PAD => input(HostInput::Keypad(Some(self.byte().filter(|&key| key < 16)?))),
            tag::INPUT_PAD_RELEASED => input(HostInput::Keypad(None)),
            tag::INPUT_TIME => input(HostInput::Time(self.number()?.cast_signed())),
            tag::INPUT_HAND_BACK => input(HostInput::HandBack),
            tag::EDIT_REGISTER => {
                edit(MachineEdit::Register(Reg::new(self.byte()?)?, self.word()?))
            }
            tag::EDIT_FLOAT => {
                let number = self.byte().filter(|&number| number < 32)?;
                edit(MachineEdit::Float(number, self.word()?))
            }
            tag::EDIT_HI => edit(MachineEdit::Hi(self.word()?)),
            tag::EDIT_LO => edit(MachineEdit::Lo(self.word()?)),
            tag::EDIT_PC => edit(MachineEdit::Pc(self.word()?)),
            tag::EDIT_MEMORY => edit(MachineEdit::Memory(self.word()?, self.text()?)),
            _ => None,
        }
    }
}
