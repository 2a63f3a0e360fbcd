//! The host of a session's machine: passes questions on, and turns what the program gives into
//! events with a time.

use jetan_machine::Clock;
use jetan_machine::host::{
    self, Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputStream,
};

use crate::display::RunDisplays;
use crate::session_host::{SessionEvent, SessionHost};

/// A host for one call of an engine, in which the machine's clock is not set.
pub(crate) struct HostAdapter<'a> {
    pub(crate) world: &'a mut dyn SessionHost,
    pub(crate) display: &'a mut RunDisplays,
    pub(crate) clock: Clock,
    /// Console output that is not passed on yet: programs print a few bytes at a time.
    pub(crate) printed: &'a mut Vec<u8>,
}

/// So much output is passed on at once.
const PRINTED_FLUSH_BYTES: usize = 16 << 10;

impl HostAdapter<'_> {
    /// Passes on what was printed. Whatever else the host sees or shows comes after it.
    #[inline(never)]
    pub(crate) fn settle(&mut self) {
        // Kept out of line so that printing, which happens by the million, stays a short append in
        // the caller.
        if !self.printed.is_empty() {
            // Cleared afterwards and not taken: the buffer keeps its capacity for the next bytes.
            self.world.event(SessionEvent::Output(OutputStream::Console, self.printed));
            self.printed.clear();
        }
    }

    /// Passes on what is rarer than printing, which a program does by the thousand.
    #[inline(never)]
    fn pass_on(&mut self, event: host::OutputEvent<'_>) {
        // Printed text goes first: a frame, a sound or an error stream that overtook it would be
        // shown before what the program printed earlier.
        self.settle();
        let event = match event {
            host::OutputEvent::Output(output, bytes, _) => SessionEvent::Output(output, bytes),
            host::OutputEvent::Character(word, _) => SessionEvent::Character(word),
            host::OutputEvent::Note(note, count) => SessionEvent::Note(note, self.us(count)),
            host::OutputEvent::Unusual(unusual) => SessionEvent::Unusual(unusual),
            host::OutputEvent::Sound(sound, count) => SessionEvent::Sound(sound, self.us(count)),
            host::OutputEvent::Refresh(screen, count) => {
                let at_us = self.us(count);
                SessionEvent::Frame(self.display.refresh(screen, count, at_us))
            }
        };
        self.world.event(event);
    }

    fn us(&mut self, count: u64) -> u64 {
        // A virtual clock follows from the count alone, so slices of any size give the same times;
        // only the host's clock has to be asked.
        self.clock.us(count).unwrap_or_else(|| self.world.elapsed_us())
    }
}

impl Host for HostAdapter<'_> {
    fn event(&mut self, event: host::OutputEvent<'_>) {
        match event {
            // Only the console is buffered. The error stream goes through `pass_on`, which flushes
            // first and so keeps both streams in order.
            host::OutputEvent::Output(OutputStream::Console, bytes, _) => {
                self.printed.extend_from_slice(bytes);
                if self.printed.len() >= PRINTED_FLUSH_BYTES {
                    // A prompt must be visible before its program waits for the answer.
                    self.settle();
                }
            }
            event => self.pass_on(event),
        }
    }
}

impl HostQueries for HostAdapter<'_> {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        self.settle();
        self.world.read(max)
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        self.settle();
        self.world.read_key()
    }

    fn asks_on_console(&mut self) -> bool {
        // No flush here and for files and time: these questions show nothing, so nobody can tell
        // that text is still on its way.
        self.world.asks_on_console()
    }

    fn unread(&mut self, bytes: &[u8]) {
        self.world.unread(bytes);
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        self.world.open(name, mode)
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        self.world.read_file(name, offset, max)
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        self.world.write_file(name, offset, bytes)
    }

    fn now_ms(&mut self) -> i64 {
        self.world.now_ms()
    }

    fn seed(&mut self) -> i64 {
        self.world.seed()
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        self.settle();
        self.world.dialog(dialog)
    }
}
