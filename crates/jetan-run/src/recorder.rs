//! The host of a live run: what the real host answers is recorded on its way to the machine.

use jetan_machine::Stop;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};

use crate::log::{EventLog, LogEntry};
use crate::position::RunHost;
use crate::printed::TimedOutput;

/// Answers as another host does, and records the answers if there is a log.
///
/// The host is a type parameter and not a `dyn Host`: programs print by the million, and each
/// character would go through one more indirect call.
pub(crate) struct Recorder<'a, H: ?Sized> {
    host: &'a mut H,
    log: Option<&'a mut EventLog>,
    /// Takes what is printed in place of the host.
    printed: Option<&'a mut TimedOutput>,
    /// The length of the log when the engine was started.
    start: usize,
}

impl<'a, H: ?Sized> Recorder<'a, H> {
    pub(crate) fn new(
        host: &'a mut H,
        log: Option<&'a mut EventLog>,
        printed: Option<&'a mut TimedOutput>,
    ) -> Recorder<'a, H> {
        let start = log.as_ref().map_or(0, |log| log.len());
        Recorder { host, log, printed, start }
    }

    fn keep<T: Clone>(&mut self, answer: T, entry: fn(T) -> LogEntry) -> T {
        if let Some(log) = &mut self.log {
            // The answer is needed twice, by the machine and by the log; input is read in pieces,
            // so what is copied is short.
            log.push(entry(answer.clone()));
        }
        answer
    }
}

impl<H: Host + ?Sized> RunHost for Recorder<'_, H> {
    fn settle(&mut self, stop: &Stop, count: u64) -> usize {
        // Without a log nothing is ever looked up by position, so 0 stands for all of them.
        let Some(log) = &mut self.log else { return 0 };
        // A fault is not recorded as `Stuck` here: it ends the run, and only a later edit by hand
        // makes it something to go on from.
        if let Stop::Waiting(_) = stop {
            log.stuck(self.start, count);
        }
        log.len()
    }
}

impl<H: Host + ?Sized> Host for Recorder<'_, H> {
    #[inline]
    fn event(&mut self, event: OutputEvent<'_>) {
        match &mut self.printed {
            // Only text is kept with its times. Sounds and frames go to the host as they happen and
            // are not part of a timeline's past.
            Some(printed)
                if matches!(event, OutputEvent::Output(..) | OutputEvent::Character(..)) =>
            {
                printed.note(event);
            }
            _ => self.host.event(event),
        }
    }
}

impl<H: Host + ?Sized> HostQueries for Recorder<'_, H> {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        let answer = self.host.read(max);
        self.keep(answer, LogEntry::Read)
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        let answer = self.host.read_key();
        self.keep(answer, LogEntry::Key)
    }

    fn asks_on_console(&mut self) -> bool {
        let answer = self.host.asks_on_console();
        self.keep(answer, LogEntry::AsksOnConsole)
    }

    fn unread(&mut self, bytes: &[u8]) {
        // Not recorded: what is taken back comes again as the answer to the next read, which is.
        self.host.unread(bytes);
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        let answer = self.host.open(name, mode);
        self.keep(answer, LogEntry::Open)
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        let answer = self.host.read_file(name, offset, max);
        self.keep(answer, LogEntry::ReadFile)
    }

    fn write_file(&mut self, name: &[u8], at: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
        let answer = self.host.write_file(name, at, bytes);
        self.keep(answer, LogEntry::WriteFile)
    }

    fn now_ms(&mut self) -> i64 {
        let ms = self.host.now_ms();
        // A program may ask for nothing else, millions of times.
        if let Some(log) = &mut self.log
            && !log.repeats_time(ms)
        {
            log.push(LogEntry::Now(ms, 1));
        }
        ms
    }

    fn seed(&mut self) -> i64 {
        let answer = self.host.seed();
        self.keep(answer, LogEntry::Seed)
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        let answer = self.host.dialog(dialog);
        self.keep(answer, LogEntry::Dialog)
    }
}
