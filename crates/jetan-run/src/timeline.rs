//! A run that can be anywhere in itself.

mod follow;
mod playback;
mod search;

use jetan_machine::code::CodeWord;
use jetan_machine::stop::Wait;
use jetan_machine::{Engine, Host, Input, Machine, Observer, Relay, Stop, Until};

use crate::keyframes::{Keyframe, Keyframes};
use crate::log::{Edit, Entry, Log};
use crate::printed::Printed;
use crate::tape::{Book, Cursor, Noted};

pub use crate::keyframes::Keeping;
pub use crate::tape::Diverged;
pub use follow::Follower;
pub use search::{Found, Patience, Scan};

/// How far a run is looked at before it is asked whether to go on.
const SLICE: u64 = 1 << 22;
/// How much a run records before it is asked whether to go on, in bytes.
const LOG_SLICE_BYTES: usize = 8 << 20;

/// The end of a recording, while the timeline stands before it.
struct End {
    at: Cursor,
}

/// A run, recorded from its beginning, and a machine that stands at some instant of it.
pub struct Timeline<'e> {
    engine: Box<dyn Engine + 'e>,
    /// Where the timeline stands.
    here: Cursor,
    /// The end, if that is elsewhere.
    end: Option<End>,
    /// How the program ended, if it has.
    ending: Option<Stop>,
    log: Log,
    printed: Printed,
    keyframes: Keyframes,
    /// Snapshots around the instant that was looked at last, in ascending order.
    near: Vec<Cursor>,
    /// How often somebody has changed the run by hand.
    edits: u64,
}

impl<'e> Timeline<'e> {
    /// A run of a machine from where it stands, by an engine.
    pub fn new(mut machine: Machine, engine: Box<dyn Engine + 'e>, keeping: Keeping) -> Self {
        let start = Cursor { machine: machine.snapshot(), next: 0 };
        Timeline {
            engine,
            here: Cursor { machine, next: 0 },
            end: None,
            ending: None,
            log: Log::default(),
            printed: Printed::default(),
            keyframes: Keyframes::new(start, keeping),
            near: Vec::new(),
            edits: 0,
        }
    }

    /// The machine as it is at this instant.
    pub fn machine(&self) -> &Machine {
        &self.here.machine
    }

    /// How many instructions have been executed at this instant.
    pub fn count(&self) -> u64 {
        self.here.machine.count
    }

    /// The first instant there is.
    pub fn start_count(&self) -> u64 {
        self.keyframes.get(0).map_or(0, Keyframe::count)
    }

    /// The last instant that is known.
    pub fn end_count(&self) -> u64 {
        self.end.as_ref().map_or(self.count(), |end| end.at.machine.count)
    }

    /// Whether this is the end of what is known.
    pub fn is_at_end(&self) -> bool {
        self.end.is_none()
    }

    /// The machine at the end of what is known.
    pub fn end_machine(&self) -> &Machine {
        &self.end.as_ref().map_or(&self.here, |end| &end.at).machine
    }

    /// How the program ended, if it is known to.
    pub fn ending(&self) -> Option<&Stop> {
        self.ending.as_ref()
    }

    /// What has been printed until this instant.
    pub fn output(&self) -> &[u8] {
        let until = if self.is_at_end() { u64::MAX } else { self.count() };
        self.printed.until(until)
    }

    /// Everything that is known to be printed.
    pub fn printed(&self) -> &Printed {
        &self.printed
    }

    /// How many bytes everything takes that came from outside, roughly. It grows as long as the
    /// run goes on; whoever bounds it stops the run.
    pub fn recorded_bytes(&self) -> usize {
        self.log.bytes()
    }

    /// How many keyframes there are, and how many bytes they take.
    pub fn weight(&self) -> (usize, usize) {
        (self.keyframes.len(), self.keyframes.bytes())
    }

    /// Runs on from this instant, through what is known and then beyond it; stops as an engine
    /// does. Only beyond what is known it can wait, and only there the host is asked. The host is
    /// not told what is printed: that is kept, see [`Timeline::printed`].
    pub fn run(&mut self, host: &mut dyn Host, until: &Until) -> Result<Stop, Diverged> {
        if let Some(end) = &self.end {
            let end_count = end.at.machine.count;
            let past = Until { count: until.count.min(end_count), ..until.clone() };
            let stop = self.here.replay(&self.log, &mut *self.engine, &past)?;
            if stop != Stop::Budget || self.count() < end_count {
                return Ok(stop);
            }
            self.go_to_end();
            if until.count <= end_count && self.ending.is_none() {
                return Ok(Stop::Budget);
            }
        }
        Ok(self.run_on(host, until))
    }

    /// Runs on at the end, keeping what comes from outside.
    fn run_on(&mut self, host: &mut dyn Host, until: &Until) -> Stop {
        if let Some(ending) = &self.ending {
            return ending.clone();
        }
        let bytes = self.log.bytes();
        loop {
            let before = self.count();
            let count = until.count.min(before.saturating_add(self.keyframes.distance_min()));
            let slice = Until { count, ..until.clone() };
            let stop = self.run_once(host, &slice);
            let has_arrived = self.count() >= count;
            match stop {
                Stop::Budget if has_arrived => self.keep_if_arrived(before, &slice),
                // Much was asked for: whoever bounds the recording is to look at it.
                Stop::Budget if self.has_recorded_much(bytes) => return Stop::Budget,
                // A service has done a part, or many have been done. Nothing may come from
                // outside in between, or a replay could not tell when.
                Stop::Budget => continue,
                Stop::Waiting(Wait::Until(ms)) if self.pass_time(ms) => continue,
                _ => return stop,
            }
            if self.count() >= until.count {
                return Stop::Budget;
            }
        }
    }

    /// Whether the log has grown much since it took so many bytes, and no service is half done.
    fn has_recorded_much(&self, since_bytes: usize) -> bool {
        let grown = self.log.bytes().saturating_sub(since_bytes);
        grown > LOG_SLICE_BYTES && !self.here.machine.is_within_service()
    }

    /// Runs the engine once at the end of the recording.
    fn run_once(&mut self, host: &mut dyn Host, until: &Until) -> Stop {
        let start = self.log.len();
        let book = Book { log: &mut self.log, printed: &mut self.printed };
        let mut recorder = Noted { inner: host, keeper: book };
        let stop = self.engine.run(&mut self.here.machine, &mut recorder, until);
        match stop {
            Stop::Waiting(_) => self.log.stuck(start, self.here.machine.count),
            Stop::Exited(_) | Stop::Faulted { .. } => self.ending = Some(stop.clone()),
            _ => {}
        }
        self.here.next = self.log.len();
        stop
    }

    /// Lets a virtual clock go on to the moment that the program sleeps until.
    fn pass_time(&mut self, ms: i64) -> bool {
        let machine = &self.here.machine;
        machine.clock().ms(machine.count).is_some() && self.inject(Input::Time(ms)).is_ok()
    }

    /// Lets something happen at the end of the recording; false if this is not the end, or the
    /// program has ended.
    pub fn inject(&mut self, input: Input) -> Result<(), Refused> {
        if !self.is_at_end() || self.ending.is_some() {
            return Err(Refused::NotNow);
        }
        self.here.machine.inject(input).map_err(|_| Refused::OutOfMemory)?;
        self.log.push(Entry::Input(self.count(), input));
        self.here.next = self.log.len();
        Ok(())
    }

    /// Forgets what was known to come after this instant, so that the run goes on anew from here.
    pub fn forget_future(&mut self) {
        let count = self.count();
        if self.end.take().is_some() {
            self.log.truncate(self.here.next);
            self.printed.truncate(count);
            self.keyframes.truncate(count);
            self.near.retain(|near| near.machine.count < count);
            self.ending = None;
        }
    }

    /// What was changed by hand, in order: at which count, and what.
    pub fn hand_edits(&self) -> impl Iterator<Item = (u64, &Edit)> {
        self.log.entries().iter().filter_map(|entry| match entry {
            Entry::Edit(count, edit) => Some((*count, edit)),
            _ => None,
        })
    }

    /// Changes the machine by hand. What was known to come after this instant is forgotten.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Refused> {
        // Tried on a copy first: a change that fails must not end a recording.
        edit.apply(&mut self.here.machine.clone()).map_err(|_| Refused::OutOfMemory)?;
        let count = self.count();
        self.forget_future();
        if let Some(Stop::Faulted { .. }) = self.ending.take() {
            self.log.push(Entry::Stuck(count));
        }
        self.near.retain(|near| near.machine.count < count);
        let _ = edit.apply(&mut self.here.machine);
        self.edits += 1;
        self.log.push(Entry::Edit(count, edit));
        self.here.next = self.log.len();
        Ok(())
    }

    /// Goes to an instant; those beyond what is known lead to its end, those before the beginning
    /// to that.
    pub fn go_to(&mut self, count: u64) -> Result<(), Diverged> {
        let count = count.max(self.start_count());
        if count >= self.end_count() {
            self.go_to_end();
            return Ok(());
        }
        let is_ahead = self.end.is_some() && count >= self.count();
        let mut there = match self.nearest(count) {
            Some(near) if !(is_ahead && near.machine.count <= self.count()) => near.clone(),
            _ => self.here.clone(),
        };
        self.approach(&mut there, count)?;
        self.stand_at(there);
        Ok(())
    }

    /// Goes to the end of what is known.
    pub fn go_to_end(&mut self) {
        if let Some(end) = self.end.take() {
            self.here = end.at;
        }
    }

    fn stand_at(&mut self, there: Cursor) {
        let left = std::mem::replace(&mut self.here, there);
        if self.end.is_none() {
            self.end = Some(End { at: left });
        }
    }

    /// The snapshot from which an instant is reached soonest.
    fn nearest(&self, count: u64) -> Option<&Cursor> {
        let idx = self.near.partition_point(|near| near.machine.count <= count);
        let near = idx.checked_sub(1).and_then(|idx| self.near.get(idx));
        let key = self.keyframes.get(self.keyframes.before(count)).map(|frame| &frame.at);
        match (near, key) {
            (Some(near), Some(key)) if near.machine.count >= key.machine.count => Some(near),
            (_, key) => key,
        }
    }

    /// Runs a copy through an observer, from one instant to another that is known.
    pub fn observe<O: Witness>(
        &mut self,
        from: u64,
        to: u64,
        mut observer: O,
    ) -> Result<O, Diverged> {
        let mut cursor = self.cursor_at(from)?;
        let mut relay = Relay::default();
        let machine = &cursor.machine;
        // Entering a handler counts as an instruction of which no observer is told.
        let has_handler = machine.word_at(machine.map().handler) != CodeWord::Absent;
        let slice = if has_handler { 1 } else { SLICE };
        while cursor.machine.count < to && !observer.has_seen_enough() {
            let before = cursor.machine.count;
            observer.begin(before);
            let until = Until::count(to.min(before.saturating_add(slice)));
            cursor.replay(&self.log, &mut relay.telling(&mut observer), &until)?;
        }
        Ok(observer)
    }

    /// A copy of the machine at an instant that is known; beyond it, at the end.
    pub fn machine_at(&mut self, count: u64) -> Result<Machine, Diverged> {
        if count >= self.end_count() {
            return Ok(self.end_machine().clone());
        }
        self.machine_arriving_at(count.max(self.start_count()))
    }

    /// A copy of the machine as it first reaches a count that is known. At the end of what is known
    /// that is before whatever happened there.
    pub fn machine_arriving_at(&mut self, count: u64) -> Result<Machine, Diverged> {
        Ok(self.cursor_at(count)?.machine)
    }

    /// The address of the next instruction at an instant.
    pub fn pc_at(&mut self, count: u64) -> Result<u32, Diverged> {
        Ok(self.machine_arriving_at(count)?.pc)
    }

    /// A copy that stands at an instant before the end.
    fn cursor_at(&mut self, count: u64) -> Result<Cursor, Diverged> {
        let Some(near) = self.nearest(count) else { return Err(Diverged { count }) };
        let mut there = near.clone();
        self.approach(&mut there, count)?;
        Ok(there)
    }
}

/// An observer that counts the instructions it is told of.
pub trait Witness: Observer {
    /// The next instruction is executed at this count.
    fn begin(&mut self, count: u64);
}

/// Why something cannot be done to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Only where the recording ends, and while the program has not ended.
    NotNow,
    /// The memory that the program may use is used up.
    OutOfMemory,
}
