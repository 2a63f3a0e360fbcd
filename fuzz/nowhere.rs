//! A world without input, files and time.

use jetan_machine::host::{Dialog, DialogAnswer, FileError, HostAnswer, HostQueries, OpenMode};

/// What a program has printed is all that is left of it.
#[derive(Default, PartialEq, Debug)]
pub struct Nowhere {
    pub printed: Vec<u8>,
}

impl HostQueries for Nowhere {
    fn read(&mut self, _max: usize) -> HostAnswer<Vec<u8>> {
        HostAnswer::Ready(Vec::new())
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
        1
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        None
    }
}
