//! The host of a debugged program: a console that is typed into by command, and files whose
//! changes stay in memory.

use std::collections::{BTreeMap, VecDeque};
use std::fs;

use jetan_debug::command::DebugHost;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};

use crate::host::files;

/// Most bytes of a file.
const FILE_BYTES_MAX: u64 = 64 << 20;

/// The host of a debugged program.
#[derive(Default)]
pub(super) struct DebuggeeHost {
    /// Console input that was typed and not read yet.
    typed: VecDeque<u8>,
    has_ended: bool,
    /// Files that were written, with all they hold then.
    written: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl DebuggeeHost {
    /// Types everything there will be.
    pub(super) fn type_all(&mut self, bytes: &[u8]) {
        self.typed.extend(bytes);
        self.has_ended = true;
    }

    /// A file as it is on disk.
    fn on_disk(name: &[u8]) -> Result<Vec<u8>, FileError> {
        // Refuses pipes and devices, whose size would mean nothing.
        files::open(name, OpenMode::Read)?;
        let is_small =
            fs::metadata(files::path(name)?).is_ok_and(|file| file.len() <= FILE_BYTES_MAX);
        if !is_small {
            return Err(FileError);
        }
        files::read(name, 0, FILE_BYTES_MAX as usize)
    }
}

impl DebugHost for DebuggeeHost {
    fn feed(&mut self, bytes: &[u8]) {
        self.typed.extend(bytes);
    }

    fn close(&mut self) {
        self.has_ended = true;
    }
}

impl Host for DebuggeeHost {
    fn event(&mut self, _event: OutputEvent<'_>) {}
}

impl HostQueries for DebuggeeHost {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        if self.typed.is_empty() && !self.has_ended {
            return HostAnswer::Wait;
        }
        let count = max.min(self.typed.len());
        HostAnswer::Ready(self.typed.drain(..count).collect())
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        None
    }

    fn asks_on_console(&mut self) -> bool {
        false
    }

    fn unread(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().rev() {
            self.typed.push_front(byte);
        }
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        match mode {
            OpenMode::Read if self.written.contains_key(name) => Ok(()),
            OpenMode::Read => files::open(name, mode),
            OpenMode::Write => {
                // Refuses names that no file can have; the file itself is never touched.
                files::path(name)?;
                self.written.insert(name.to_vec(), Vec::new());
                Ok(())
            }
            OpenMode::Append => {
                files::path(name)?;
                if !self.written.contains_key(name) {
                    // A file that is not there yet begins empty.
                    let bytes = DebuggeeHost::on_disk(name).unwrap_or_default();
                    self.written.insert(name.to_vec(), bytes);
                }
                Ok(())
            }
        }
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        let Some(bytes) = self.written.get(name) else {
            return files::read(name, offset, max);
        };
        let start = usize::try_from(offset).map_err(|_| FileError)?.min(bytes.len());
        let end = start.saturating_add(max).min(bytes.len());
        Ok(bytes[start..end].to_vec())
    }

    fn write_file(&mut self, name: &[u8], at: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
        let file = self.written.get_mut(name).ok_or(FileError)?;
        let start = at.unwrap_or(file.len() as u64);
        // Seeking far beyond the end must not allocate the gap.
        let end = start.checked_add(bytes.len() as u64).filter(|&end| end <= FILE_BYTES_MAX);
        let (start, end) = (start as usize, end.ok_or(FileError)? as usize);
        if file.len() < end {
            file.resize(end, 0);
        }
        file[start..end].copy_from_slice(bytes);
        Ok(())
    }

    fn now_ms(&mut self) -> i64 {
        // The clock of a debugged run is virtual; only a recording with a real clock asks, once it
        // goes on past its end.
        0
    }

    fn seed(&mut self) -> i64 {
        // The plan of `debug` has a seed; a recording without one asks past its end only.
        0
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        None
    }
}
