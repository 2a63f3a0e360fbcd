//! A console that is typed into, and nothing else.

use std::collections::VecDeque;

use jetan_debug::command::DebugHost;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};

/// What a program under test sees of the world.
#[derive(Default)]
pub(crate) struct World {
    typed: VecDeque<u8>,
    has_ended: bool,
}

impl DebugHost for World {
    fn feed(&mut self, bytes: &[u8]) {
        self.typed.extend(bytes);
    }

    fn close(&mut self) {
        self.has_ended = true;
    }
}

impl Host for World {
    fn event(&mut self, _event: OutputEvent<'_>) {}
}

impl HostQueries for World {
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

    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, _name: &[u8], _mode: OpenMode) -> Result<(), FileError> {
        Err(FileError)
    }

    fn read_file(&mut self, _: &[u8], _: u64, _: usize) -> Result<Vec<u8>, FileError> {
        Err(FileError)
    }

    fn write_file(&mut self, _: &[u8], _: Option<u64>, _: &[u8]) -> Result<(), FileError> {
        Err(FileError)
    }

    fn now_ms(&mut self) -> i64 {
        0
    }

    fn seed(&mut self) -> i64 {
        0
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        None
    }
}
