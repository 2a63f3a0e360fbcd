//! The host of a run: console input, files in memory, dialogs, sounds, time.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
    SoundMode,
};
use jetan_wire::{PackSound, Sound, SoundNote};

use crate::host::WorkbenchHost;
use crate::limits::{FILE_BYTES_MAX, INPUT_BYTES_MAX, SOUNDS_MAX};

/// The state of a run's host between two slices.
#[derive(Default)]
pub(crate) struct RunHostState {
    /// Console input that was typed and not read yet.
    typed: VecDeque<u8>,
    has_ended: bool,
    /// Files that were read or written, with all they hold.
    files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The dialog that waits for an answer.
    pub(crate) dialog: Option<Dialog>,
    answer: Option<DialogAnswer>,
    /// Sounds that the client was not notified of yet.
    pub(crate) sounds: Vec<Sound>,
}

impl RunHostState {
    /// Types input, as far as there is room for it; false if there is none.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> bool {
        // All or nothing: half a line would be read by the program as a whole one.
        let fits = self.typed.len() + bytes.len() <= INPUT_BYTES_MAX && !self.has_ended;
        if fits {
            self.typed.extend(bytes);
        }
        fits
    }

    pub(crate) fn close(&mut self) {
        self.has_ended = true;
    }

    /// Whether a program that waits for input would get an answer now.
    pub(crate) fn has_input(&self) -> bool {
        // The end of input is an answer as well; a program that waited for more would otherwise
        // wait forever.
        self.has_ended || !self.typed.is_empty()
    }

    /// Answers the dialog that is shown; false if there is none.
    pub(crate) fn close_dialog(&mut self, answer: DialogAnswer) -> bool {
        let is_open = self.dialog.take().is_some();
        // An answer without a dialog must not be kept: the next dialog would be closed before
        // anybody has seen it.
        if is_open {
            self.answer = Some(answer);
        }
        is_open
    }

    fn bytes(&self) -> usize {
        // Counted anew each time: a program opens few files, and a sum that is kept could go wrong.
        // Names count, since a program can make up any number of empty files.
        self.files.iter().map(|(name, bytes)| name.len() + bytes.len()).sum()
    }
}

/// The host of the run for as long as a slice takes.
pub(crate) struct SliceHost<'o, 'c> {
    pub(crate) world: &'o mut RunHostState,
    pub(crate) carrier: &'o RefCell<&'c mut dyn WorkbenchHost>,
}

impl SliceHost<'_, '_> {
    /// A file as the folder has it, which then stays as it is.
    fn fetch(&mut self, name: &[u8]) -> Option<&mut Vec<u8>> {
        // Read once. From then on the run has its own copy: what somebody saves meanwhile must not
        // change a run that is replayed.
        if !self.world.files.contains_key(name) {
            // The program's name is bytes, the folder's paths are text; a name that is not UTF-8
            // cannot be one of them.
            let path = std::str::from_utf8(name).ok()?;
            let bytes = self.carrier.borrow_mut().read(path).ok()?.bytes;
            if self.world.bytes() + name.len() + bytes.len() > FILE_BYTES_MAX {
                return None;
            }
            self.world.files.insert(name.to_vec(), bytes);
        }
        self.world.files.get_mut(name)
    }

    fn create(&mut self, name: &[u8]) -> Result<(), FileError> {
        // Opening for writing empties the file, so what it held does not count against the bound.
        let others = self.world.bytes() - self.world.files.get(name).map_or(0, Vec::len);
        if others + name.len() > FILE_BYTES_MAX {
            return Err(FileError);
        }
        // Only in memory: a program under test never writes into the user's folder.
        self.world.files.insert(name.to_vec(), Vec::new());
        Ok(())
    }
}

impl Host for SliceHost<'_, '_> {
    fn event(&mut self, event: OutputEvent<'_>) {
        // The first are kept. What a program plays in one slice is heard at once, and the page
        // could not play thousands of notes anyway.
        if self.world.sounds.len() >= SOUNDS_MAX {
            return;
        }
        match event {
            OutputEvent::Note(note, _) => self.world.sounds.push(Sound::Note(SoundNote {
                pitch: note.pitch,
                ms: note.duration_ms,
                instrument: note.instrument,
                volume: note.volume,
            })),
            OutputEvent::Sound(sound, _) => {
                let mode = match sound.mode {
                    SoundMode::Once => jetan_wire::SoundMode::Once,
                    SoundMode::Loop => jetan_wire::SoundMode::Loop,
                    SoundMode::Stop => jetan_wire::SoundMode::Stop,
                };
                self.world.sounds.push(Sound::Sound(PackSound { id: sound.id, mode }));
            }
            // The timeline keeps what is printed; screens are looked at when they are shown.
            OutputEvent::Output(..)
            | OutputEvent::Character(..)
            | OutputEvent::Refresh(..)
            | OutputEvent::Unusual(_) => {}
        }
    }
}

impl HostQueries for SliceHost<'_, '_> {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        let world = &mut *self.world;
        if !world.has_input() {
            return HostAnswer::Wait;
        }
        // An empty answer means the end of input, which `has_input` has made sure of.
        let count = max.min(world.typed.len());
        HostAnswer::Ready(world.typed.drain(..count).collect())
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        // There is no keyboard behind the console: lines come from the page as they are sent, and
        // keys go to the device instead.
        None
    }

    fn asks_on_console(&mut self) -> bool {
        // Dialogs are windows of the page, so console input that was read ahead stays where it is.
        false
    }

    fn unread(&mut self, bytes: &[u8]) {
        // Backwards, so that the first byte is in front again.
        for &byte in bytes.iter().rev() {
            self.world.typed.push_front(byte);
        }
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        match mode {
            OpenMode::Read => self.fetch(name).map(drop).ok_or(FileError),
            OpenMode::Write => self.create(name),
            // MARS: appending to a file that does not exist creates it.
            OpenMode::Append => match self.fetch(name) {
                Some(_) => Ok(()),
                None => self.create(name),
            },
        }
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        let bytes = self.fetch(name).ok_or(FileError)?;
        // An offset past the end reads nothing, as on every system; it is not an error.
        let start = usize::try_from(offset).map_err(|_| FileError)?.min(bytes.len());
        let end = start.saturating_add(max).min(bytes.len());
        Ok(bytes[start..end].to_vec())
    }

    fn write_file(&mut self, name: &[u8], at: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
        let used = self.world.bytes();
        // Not `fetch`: the file is in memory since it was opened, and a write must never read the
        // folder.
        let file = self.world.files.get_mut(name).ok_or(FileError)?;
        let start = at.unwrap_or(file.len() as u64);
        let end = start.checked_add(bytes.len() as u64).ok_or(FileError)?;
        let grown = end.saturating_sub(file.len() as u64);
        // In 64 bits and before the file grows: a program can seek to any offset, and the gap would
        // be filled with zeros.
        if used as u64 + grown > FILE_BYTES_MAX as u64 {
            return Err(FileError);
        }
        let (start, end) = (start as usize, end as usize);
        if file.len() < end {
            file.resize(end, 0);
        }
        file[start..end].copy_from_slice(bytes);
        Ok(())
    }

    fn now_ms(&mut self) -> i64 {
        self.carrier.borrow_mut().now_ms()
    }

    fn seed(&mut self) -> i64 {
        self.carrier.borrow_mut().seed()
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        // The machine asks again when it is run again; the answer is given exactly once, to the
        // dialog it was typed for.
        if let Some(answer) = self.world.answer.take() {
            return Some(HostAnswer::Ready(answer));
        }
        self.world.dialog = Some(dialog.clone());
        Some(HostAnswer::Wait)
    }
}
