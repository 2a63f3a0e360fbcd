//! A world made of lists: what the test says happens, in the order in which it says so.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, MidiNote, OpenMode,
    OutputEvent, OutputStream,
};

/// Where the clock starts.
pub(crate) const START_MS: i64 = 0x0000_0167_89ab_cdef;

/// A host for tests.
#[derive(Clone, Default)]
pub(crate) struct Script {
    /// Console input, a piece per read at most; after the last one it has ended.
    pub(crate) input: VecDeque<Vec<u8>>,
    /// Whether the console hands out keys.
    pub(crate) has_keys: bool,
    /// How often each question that may wait is first answered with "not yet".
    pub(crate) patience: u32,
    pub(crate) asked: u32,
    /// What was printed.
    pub(crate) console: Vec<u8>,
    /// What went to standard error.
    pub(crate) error: Vec<u8>,
    /// How often something was printed.
    pub(crate) writes: usize,
    /// How many bytes of output are kept.
    pub(crate) room: Option<usize>,
    pub(crate) files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Names that cannot be opened.
    pub(crate) denied: BTreeSet<Vec<u8>>,
    /// How many bytes a file gives at once.
    pub(crate) short: Option<usize>,
    /// Whether reading and writing open files fails.
    pub(crate) is_broken: bool,
    /// Seeds for generators, in order.
    pub(crate) seeds: VecDeque<i64>,
    /// Milliseconds since the start.
    pub(crate) passed_ms: i64,
    /// How far the clock moves whenever the program waits for a moment; 0 is to that moment.
    pub(crate) tick_ms: i64,
    /// Whether there is somebody to show dialogs to.
    pub(crate) has_display: bool,
    /// Their answers; without any, dialogs are questions on the console.
    pub(crate) answers: VecDeque<DialogAnswer>,
    pub(crate) dialogs: Vec<Dialog>,
    pub(crate) notes: Vec<MidiNote>,
}

impl Script {
    /// Whether the question at hand is to be asked again.
    fn holds_back(&mut self) -> bool {
        if self.asked < self.patience {
            self.asked += 1;
            return true;
        }
        self.asked = 0;
        false
    }

    fn take(&mut self, max: usize) -> Vec<u8> {
        let Some(mut piece) = self.input.pop_front() else { return Vec::new() };
        if piece.len() > max {
            self.input.push_front(piece.split_off(max));
        }
        piece
    }

    fn line(&mut self) -> Option<Vec<u8>> {
        let all = self.input.drain(..).collect::<Vec<_>>().concat();
        let end = all.iter().position(|&byte| byte == b'\n').unwrap_or(all.len());
        let rest = all.get(end + 1..).unwrap_or_default();
        if !rest.is_empty() {
            self.input.push_back(rest.to_vec());
        }
        (!all.is_empty()).then(|| all[..end].to_vec())
    }
}

impl Host for Script {
    fn event(&mut self, event: OutputEvent<'_>) {
        match event {
            OutputEvent::Output(output, bytes, _) => self.write(output, bytes),
            OutputEvent::Note(note, _) => self.notes.push(note),
            OutputEvent::Character(..)
            | OutputEvent::Sound(..)
            | OutputEvent::Refresh(..)
            | OutputEvent::Unusual(_) => {}
        }
    }
}

impl Script {
    fn write(&mut self, output: OutputStream, bytes: &[u8]) {
        assert!(!bytes.is_empty(), "nothing need not be printed");
        self.writes += 1;
        let stream = match output {
            OutputStream::Console => &mut self.console,
            OutputStream::Error => &mut self.error,
        };
        let room = self.room.map_or(usize::MAX, |room| room.saturating_sub(stream.len()));
        stream.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Lets time pass while the program waits for a moment.
    pub(crate) fn pass_time(&mut self, at_ms: i64) {
        self.passed_ms = match self.tick_ms {
            0 => at_ms - START_MS,
            tick_ms => self.passed_ms + tick_ms,
        };
    }
}

impl HostQueries for Script {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        assert!(max > 0, "nothing need not be read");
        if self.holds_back() { HostAnswer::Wait } else { HostAnswer::Ready(self.take(max)) }
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        if !self.has_keys {
            return None;
        }
        let held = self.holds_back();
        Some(if held { HostAnswer::Wait } else { HostAnswer::Ready(self.take(1).first().copied()) })
    }

    fn asks_on_console(&mut self) -> bool {
        self.has_display && self.answers.is_empty()
    }

    fn unread(&mut self, bytes: &[u8]) {
        assert!(self.asks_on_console() && !bytes.is_empty(), "nothing need not be given back");
        self.input.push_front(bytes.to_vec());
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        let is_missing = mode == OpenMode::Read && !self.files.contains_key(name);
        if is_missing || self.denied.contains(name) {
            return Err(FileError);
        }
        let content = self.files.entry(name.to_vec()).or_default();
        if mode == OpenMode::Write {
            content.clear();
        }
        Ok(())
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        assert!((1..=1 << 20).contains(&max), "{max} bytes at once");
        let content = self.files.get(name).filter(|_| !self.is_broken).ok_or(FileError)?;
        let rest = content.get(offset as usize..).unwrap_or_default();
        Ok(rest[..rest.len().min(max).min(self.short.unwrap_or(max))].to_vec())
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        let is_broken = self.is_broken;
        let content = self.files.get_mut(name).filter(|_| !is_broken).ok_or(FileError)?;
        let start = offset.map_or(content.len(), |offset| offset as usize);
        content.resize(content.len().max(start + bytes.len()), 0);
        content[start..start + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn now_ms(&mut self) -> i64 {
        START_MS + self.passed_ms
    }

    fn seed(&mut self) -> i64 {
        self.seeds.pop_front().expect("the test has a seed for every generator")
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        if !self.has_display {
            return None;
        }
        if self.holds_back() {
            return Some(HostAnswer::Wait);
        }
        self.dialogs.push(dialog.clone());
        let answer = self.answers.pop_front();
        let answer = answer.or_else(|| self.line().map(DialogAnswer::Text));
        Some(HostAnswer::Ready(answer.unwrap_or(DialogAnswer::Cancel)))
    }
}
