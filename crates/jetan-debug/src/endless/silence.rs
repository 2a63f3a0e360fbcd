//! A host in which nothing happens: what a program prints is dropped, and what it asks for ends
//! the look at it.

use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};

/// The silent host.
#[derive(Default)]
pub(crate) struct SilentHost {
    /// Whether something was asked that only the real host knows.
    pub(super) is_asked: bool,
    now_ms: i64,
}

impl SilentHost {
    /// Lets time pass for a program that sleeps.
    pub(super) fn pass(&mut self, ms: i64) {
        self.now_ms = self.now_ms.max(ms);
    }
}

impl Host for SilentHost {
    fn event(&mut self, _event: OutputEvent<'_>) {}
}

impl HostQueries for SilentHost {
    fn read(&mut self, _max: usize) -> HostAnswer<Vec<u8>> {
        // An invented answer could lead the copy anywhere, so a question ends the look.
        self.is_asked = true;
        HostAnswer::Wait
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        self.is_asked = true;
        Some(HostAnswer::Wait)
    }

    fn asks_on_console(&mut self) -> bool {
        self.is_asked = true;
        false
    }

    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, _name: &[u8], _mode: OpenMode) -> Result<(), FileError> {
        self.is_asked = true;
        Err(FileError)
    }

    fn read_file(&mut self, _: &[u8], _: u64, _: usize) -> Result<Vec<u8>, FileError> {
        self.is_asked = true;
        Err(FileError)
    }

    fn write_file(&mut self, _: &[u8], _: Option<u64>, _: &[u8]) -> Result<(), FileError> {
        // Output is dropped, and a program that checks for success goes on.
        Ok(())
    }

    fn now_ms(&mut self) -> i64 {
        // Time passes with every question, so a loop that waits for the clock comes to its end.
        self.now_ms += 1;
        self.now_ms
    }

    fn seed(&mut self) -> i64 {
        // Any number will do: what the loop is does not depend on which random numbers it gets.
        0
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        self.is_asked = true;
        Some(HostAnswer::Wait)
    }
}
