//! The host of a replay: answers from the log, in place of the real host.

use jetan_machine::Stop;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};

use crate::log::{EventLog, LogEntry};
use crate::position::RunHost;
use crate::printed::TimedOutput;

/// Answers with the entries of a log, one after the other.
pub(crate) struct Replayer<'a> {
    log: &'a EventLog,
    next: usize,
    /// Whether something was asked that the log has no answer to.
    pub(crate) is_lost: bool,
    /// Whether the log says that the run got stuck where it stopped, so that it goes on.
    pub(crate) was_stuck: bool,
    /// Takes output that is not known yet.
    printed: Option<&'a mut TimedOutput>,
}

impl<'a> Replayer<'a> {
    pub(crate) fn new(
        log: &'a EventLog,
        next: usize,
        printed: Option<&'a mut TimedOutput>,
    ) -> Replayer<'a> {
        Replayer { log, next, is_lost: false, was_stuck: false, printed }
    }
}

impl RunHost for Replayer<'_> {
    fn settle(&mut self, stop: &Stop, count: u64) -> usize {
        let is_stuck = matches!(stop, Stop::Waiting(_) | Stop::Faulted { .. });
        // The entry has to have the very count of the stop: a service that waits somewhere else
        // than in the recording is a divergence, not a wait to pass over.
        self.was_stuck = is_stuck && self.log.get(self.next) == Some(&LogEntry::Stuck(count));
        self.next += usize::from(self.was_stuck);
        self.next
    }
}

/// The next entry of the log, which must be of this kind.
macro_rules! answer {
    ($replayer:ident, $kind:ident, $otherwise:expr) => {
        if let Some(LogEntry::$kind(answer)) = $replayer.log.get($replayer.next) {
            $replayer.next += 1;
            answer.clone()
        } else {
            // There is no error to return through `HostQueries`, so the flag is set and something
            // harmless is answered; `advance_in` looks at it afterwards.
            $replayer.is_lost = true;
            $otherwise
        }
    };
}

impl Host for Replayer<'_> {
    fn event(&mut self, event: OutputEvent<'_>) {
        if let Some(printed) = &mut self.printed {
            printed.note(event);
        }
    }
}

impl HostQueries for Replayer<'_> {
    fn read(&mut self, _max: usize) -> HostAnswer<Vec<u8>> {
        answer!(self, Read, HostAnswer::Wait)
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        answer!(self, Key, Some(HostAnswer::Wait))
    }

    fn asks_on_console(&mut self) -> bool {
        answer!(self, AsksOnConsole, false)
    }

    // Nothing to do: the log has the read that followed, with these bytes in it.
    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, _name: &[u8], _mode: OpenMode) -> Result<(), FileError> {
        answer!(self, Open, Err(FileError))
    }

    fn read_file(&mut self, _: &[u8], _: u64, _: usize) -> Result<Vec<u8>, FileError> {
        answer!(self, ReadFile, Err(FileError))
    }

    fn write_file(&mut self, _: &[u8], _: Option<u64>, _: &[u8]) -> Result<(), FileError> {
        answer!(self, WriteFile, Err(FileError))
    }

    fn now_ms(&mut self) -> i64 {
        // Not by the macro: one entry can be many answers. `get` finds the same entry for each of
        // their positions, so counting up by one is right here too.
        let Some(LogEntry::Now(ms, _)) = self.log.get(self.next) else {
            self.is_lost = true;
            return 0;
        };
        self.next += 1;
        *ms
    }

    fn seed(&mut self) -> i64 {
        answer!(self, Seed, 0)
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        answer!(self, Dialog, Some(HostAnswer::Wait))
    }
}
