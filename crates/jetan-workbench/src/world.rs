//! The host of a run: console input, files in memory, dialogs, sounds, time.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use jetan_machine::host::{
    Answer, Answers, Dialog, DialogAnswer, Event, FileError, Host, OpenMode, SoundMode,
};
use jetan_wire::{Note, PackSound, Sound};

use crate::carrier::Carrier;
use crate::limits::{FILE_BYTES_MAX, INPUT_BYTES_MAX, SOUNDS_MAX};

/// The state of a run's host between two slices.
#[derive(Default)]
pub(crate) struct World {
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

impl World {
    /// Types input, as far as there is room for it; false if there is none.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> bool {
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
        self.has_ended || !self.typed.is_empty()
    }

    /// Answers the dialog that is shown; false if there is none.
    pub(crate) fn close_dialog(&mut self, answer: DialogAnswer) -> bool {
        let is_open = self.dialog.take().is_some();
        if is_open {
            self.answer = Some(answer);
        }
        is_open
    }

    fn bytes(&self) -> usize {
        self.files.iter().map(|(name, bytes)| name.len() + bytes.len()).sum()
    }
}

/// The host of the run for as long as a slice takes.
pub(crate) struct Outside<'o, 'c> {
    pub(crate) world: &'o mut World,
    pub(crate) carrier: &'o RefCell<&'c mut dyn Carrier>,
}

impl Outside<'_, '_> {
    /// A file as the folder has it, which then stays as it is.
    fn fetch(&mut self, name: &[u8]) -> Option<&mut Vec<u8>> {
        if !self.world.files.contains_key(name) {
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
        let others = self.world.bytes() - self.world.files.get(name).map_or(0, Vec::len);
        if others + name.len() > FILE_BYTES_MAX {
            return Err(FileError);
        }
        self.world.files.insert(name.to_vec(), Vec::new());
        Ok(())
    }
}

impl Host for Outside<'_, '_> {
    fn event(&mut self, event: Event<'_>) {
        if self.world.sounds.len() >= SOUNDS_MAX {
            return;
        }
        match event {
            Event::Note(note, _) => self.world.sounds.push(Sound::Note(Note {
                pitch: note.pitch,
                ms: note.duration_ms,
                instrument: note.instrument,
                volume: note.volume,
            })),
            Event::Sound(sound, _) => {
                let mode = match sound.mode {
                    SoundMode::Once => jetan_wire::SoundMode::Once,
                    SoundMode::Loop => jetan_wire::SoundMode::Loop,
                    SoundMode::Stop => jetan_wire::SoundMode::Stop,
                };
                self.world.sounds.push(Sound::Sound(PackSound { id: sound.id, mode }));
            }
            // The timeline keeps what is printed; screens are looked at when they are shown.
            Event::Output(..) | Event::Character(..) | Event::Refresh(..) | Event::Unusual(_) => {}
        }
    }
}

impl Answers for Outside<'_, '_> {
    fn read(&mut self, max: usize) -> Answer<Vec<u8>> {
        let world = &mut *self.world;
        if !world.has_input() {
            return Answer::Wait;
        }
        let count = max.min(world.typed.len());
        Answer::Ready(world.typed.drain(..count).collect())
    }

    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        None
    }

    fn asks_on_console(&mut self) -> bool {
        false
    }

    fn unread(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().rev() {
            self.world.typed.push_front(byte);
        }
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        match mode {
            OpenMode::Read => self.fetch(name).map(drop).ok_or(FileError),
            OpenMode::Write => self.create(name),
            OpenMode::Append => match self.fetch(name) {
                Some(_) => Ok(()),
                None => self.create(name),
            },
        }
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        let bytes = self.fetch(name).ok_or(FileError)?;
        let start = usize::try_from(offset).map_err(|_| FileError)?.min(bytes.len());
        let end = start.saturating_add(max).min(bytes.len());
        Ok(bytes[start..end].to_vec())
    }

    fn write_file(&mut self, name: &[u8], at: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
        let used = self.world.bytes();
        let file = self.world.files.get_mut(name).ok_or(FileError)?;
        let start = at.unwrap_or(file.len() as u64);
        let end = start.checked_add(bytes.len() as u64).ok_or(FileError)?;
        let grown = end.saturating_sub(file.len() as u64);
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

    fn dialog(&mut self, dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        if let Some(answer) = self.world.answer.take() {
            return Some(Answer::Ready(answer));
        }
        self.world.dialog = Some(dialog.clone());
        Some(Answer::Wait)
    }
}
