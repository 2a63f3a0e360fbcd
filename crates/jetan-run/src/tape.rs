//! The two hosts of a recorded run: one notes what the world answers, one answers in its place.

use jetan_machine::host::{
    Answer, Answers, Dialog, DialogAnswer, Event, FileError, Host, OpenMode,
};
use jetan_machine::{Engine, Machine, Stop, Until};

use crate::log::{Entry, Log};
use crate::printed::Printed;

/// Where answers are noted.
pub(crate) trait Keep {
    fn keep(&mut self, entry: Entry);

    /// Notes the time; a program may ask for nothing else, millions of times.
    fn keep_time(&mut self, ms: i64);
}

/// Answers as another does, and notes what that was.
pub(crate) struct Noted<'a, A: ?Sized, K> {
    pub(crate) inner: &'a mut A,
    pub(crate) keeper: K,
}

impl<A: ?Sized, K: Keep> Noted<'_, A, K> {
    fn keep<T: Clone>(&mut self, answer: T, entry: fn(T) -> Entry) -> T {
        self.keeper.keep(entry(answer.clone()));
        answer
    }
}

/// The log of a timeline, and what was printed.
pub(crate) struct Book<'a> {
    pub(crate) log: &'a mut Log,
    pub(crate) printed: &'a mut Printed,
}

impl Keep for Book<'_> {
    fn keep(&mut self, entry: Entry) {
        self.log.push(entry);
    }

    #[inline]
    fn keep_time(&mut self, ms: i64) {
        if !self.log.repeats_time(ms) {
            self.log.push(Entry::Now(ms, 1));
        }
    }
}

impl Host for Noted<'_, dyn Host + '_, Book<'_>> {
    fn event(&mut self, event: Event<'_>) {
        if matches!(event, Event::Output(..) | Event::Character(..)) {
            // Whoever shows what is printed asks the timeline, which also knows when it was.
            self.keeper.printed.note(event);
        } else {
            self.inner.event(event);
        }
    }
}

impl<A: Answers + ?Sized, K: Keep> Answers for Noted<'_, A, K> {
    fn read(&mut self, max: usize) -> Answer<Vec<u8>> {
        let answer = self.inner.read(max);
        self.keep(answer, Entry::Read)
    }

    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        let answer = self.inner.read_key();
        self.keep(answer, Entry::Key)
    }

    fn asks_on_console(&mut self) -> bool {
        let answer = self.inner.asks_on_console();
        self.keep(answer, Entry::AsksOnConsole)
    }

    fn unread(&mut self, bytes: &[u8]) {
        self.inner.unread(bytes);
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        let answer = self.inner.open(name, mode);
        self.keep(answer, Entry::Open)
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        let answer = self.inner.read_file(name, offset, max);
        self.keep(answer, Entry::ReadFile)
    }

    fn write_file(&mut self, name: &[u8], at: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
        let answer = self.inner.write_file(name, at, bytes);
        self.keep(answer, Entry::WriteFile)
    }

    fn now_ms(&mut self) -> i64 {
        let ms = self.inner.now_ms();
        self.keeper.keep_time(ms);
        ms
    }

    fn seed(&mut self) -> i64 {
        let answer = self.inner.seed();
        self.keep(answer, Entry::Seed)
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        let answer = self.inner.dialog(dialog);
        self.keep(answer, Entry::Dialog)
    }
}

/// A host that answers from a log.
pub(crate) struct Player<'a> {
    pub(crate) log: &'a Log,
    pub(crate) next: usize,
    /// Whether something was asked that the log has no answer to.
    pub(crate) is_lost: bool,
    /// Where output goes that is not known yet.
    pub(crate) printed: Option<&'a mut Printed>,
}

/// The next entry of the log, which must be of this kind.
macro_rules! answer {
    ($player:ident, $kind:ident, $otherwise:expr) => {
        if let Some(Entry::$kind(answer)) = $player.log.get($player.next) {
            $player.next += 1;
            answer.clone()
        } else {
            $player.is_lost = true;
            $otherwise
        }
    };
}

impl Host for Player<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Some(printed) = &mut self.printed {
            printed.note(event);
        }
    }
}

impl Answers for Player<'_> {
    fn read(&mut self, _max: usize) -> Answer<Vec<u8>> {
        answer!(self, Read, Answer::Wait)
    }

    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        answer!(self, Key, Some(Answer::Wait))
    }

    fn asks_on_console(&mut self) -> bool {
        answer!(self, AsksOnConsole, false)
    }

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
        let Some(Entry::Now(ms, _)) = self.log.get(self.next) else {
            self.is_lost = true;
            return 0;
        };
        self.next += 1;
        *ms
    }

    fn seed(&mut self) -> i64 {
        answer!(self, Seed, 0)
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        answer!(self, Dialog, Some(Answer::Wait))
    }
}

/// A replay did something else than the run that was recorded, after so many instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diverged {
    /// The instruction count.
    pub count: u64,
}

/// A machine in the past, and which entry of the log it will ask for next.
#[derive(Clone)]
pub(crate) struct Cursor {
    pub(crate) machine: Machine,
    pub(crate) next: usize,
}

impl Cursor {
    /// Runs on with the answers of a log. Stops where the caller wants it, and with
    /// [`Stop::Budget`] when it first reaches the count; changes made by hand right there are made
    /// then. Never waits, since whatever was waited for has come.
    pub(crate) fn replay(
        &mut self,
        log: &Log,
        engine: &mut dyn Engine,
        until: &Until,
    ) -> Result<Stop, Diverged> {
        loop {
            let control = log.next_control(self.next);
            if let Some((place, count)) = control
                && (place, count) == (self.next, self.machine.count)
                && self.meddle(log, until.count)?
            {
                continue;
            }
            let count = self.machine.count;
            if count >= until.count && until.breakpoints.is_empty() {
                return Ok(Stop::Budget);
            }
            let target = match control {
                Some((_, count)) if count < self.machine.count => return Err(self.diverged()),
                // A service that waited or an instruction that faulted is run into.
                Some((place, count)) => match log.get(place) {
                    Some(Entry::Stuck(_)) => count.saturating_add(1).min(until.count),
                    _ => count.min(until.count),
                },
                None => until.count,
            };
            if target <= count && count < until.count {
                // Answers come before an entry that is due now: nothing would ask for them.
                return Err(self.diverged());
            }
            let mut player = Player { log, next: self.next, is_lost: false, printed: None };
            let stop = engine.run(
                &mut self.machine,
                &mut player,
                &Until { count: target, ..until.clone() },
            );
            self.next = player.next;
            if player.is_lost {
                return Err(self.diverged());
            }
            match stop {
                Stop::Budget if self.machine.count >= until.count => return Ok(stop),
                Stop::Budget => {}
                Stop::Breakpoint | Stop::Watched(_) | Stop::Polled | Stop::Refreshed => {
                    return Ok(stop);
                }
                Stop::Waiting(_) | Stop::Faulted { .. } => match log.get(self.next) {
                    Some(Entry::Stuck(count)) if *count == self.machine.count => self.next += 1,
                    _ => return Err(self.diverged()),
                },
                Stop::Exited(_) if self.machine.count >= until.count => return Ok(Stop::Budget),
                // Somebody may have let it go on by hand.
                Stop::Exited(_) if self.is_edited(log) => {}
                Stop::Exited(_) => return Err(self.diverged()),
            }
        }
    }

    /// Does what was done by hand or by the world; whether there may be more to do before the
    /// machine runs on. What the world did at the count that is wanted belongs to what comes after.
    pub(crate) fn meddle(&mut self, log: &Log, wanted: u64) -> Result<bool, Diverged> {
        match log.get(self.next) {
            Some(Entry::Edit(_, edit)) => {
                edit.apply(&mut self.machine).map_err(|_| self.diverged())?;
            }
            Some(Entry::Input(_, input)) if self.machine.count < wanted => {
                self.machine.inject(*input).map_err(|_| self.diverged())?;
            }
            _ => return Ok(false),
        }
        self.next += 1;
        Ok(true)
    }

    fn is_edited(&self, log: &Log) -> bool {
        let count = self.machine.count;
        matches!(log.get(self.next), Some(Entry::Edit(at, _)) if *at == count)
    }

    fn diverged(&self) -> Diverged {
        Diverged { count: self.machine.count }
    }
}
