//! A run that can be anywhere in itself.

mod follow;
mod playback;
mod search;

use jetan_machine::code::CodeWord;
use jetan_machine::stop::Wait;
use jetan_machine::{Engine, Host, Input, Machine, Observer, Relay, Stop, Until};

use crate::keyframes::{Keyframe, Keyframes};
use crate::live::LiveRun;
use crate::log::{Edit, Entry, EventLog};
use crate::position::Position;
use crate::printed::Printed;

pub use crate::keyframes::Keeping;
pub use crate::position::Diverged;
pub use follow::Follower;
pub use search::{Found, Patience, Scan};

/// How far a run is looked at before it is asked whether to go on.
const SLICE: u64 = 1 << 22;
/// How much a run records before it is asked whether to go on, in bytes.
const LOG_SLICE_BYTES: usize = 8 << 20;

/// The end of a recording, while the timeline stands before it.
struct End {
    at: Position,
}

/// A run, recorded from its beginning, and a machine that stands at some instant of it.
pub struct Timeline<'e> {
    /// The run, which stands where the timeline does.
    run: LiveRun<'e>,
    /// The end, if that is elsewhere.
    end: Option<End>,
    /// How the program ended, if it has.
    ending: Option<Stop>,
    printed: Printed,
    keyframes: Keyframes,
    /// Snapshots around the instant that was looked at last, in ascending order.
    near: Vec<Position>,
    /// How often somebody has changed the run by hand.
    edits: u64,
}

impl<'e> Timeline<'e> {
    /// A run of a machine from where it stands, by an engine.
    pub fn new(mut machine: Machine, engine: Box<dyn Engine + 'e>, keeping: Keeping) -> Self {
        let start = Position { machine: machine.snapshot(), next: 0 };
        let mut run = LiveRun::new(machine, engine);
        run.record(EventLog::default());
        Timeline {
            run,
            end: None,
            ending: None,
            printed: Printed::default(),
            keyframes: Keyframes::new(start, keeping),
            near: Vec::new(),
            edits: 0,
        }
    }

    /// The machine as it is at this instant.
    pub fn machine(&self) -> &Machine {
        &self.run.at.machine
    }

    /// How many instructions have been executed at this instant.
    pub fn count(&self) -> u64 {
        self.run.at.machine.count
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
        &self.end.as_ref().map_or(&self.run.at, |end| &end.at).machine
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
        self.run.log.bytes()
    }

    /// How many keyframes there are, and how many bytes they take.
    pub fn weight(&self) -> (usize, usize) {
        (self.keyframes.len(), self.keyframes.bytes())
    }

    /// The bytes that [`Timeline::forget_keyframes`] would give back, at most.
    pub fn spare_bytes(&self) -> usize {
        self.keyframes.spare_bytes()
    }

    /// Forgets all keyframes that can be computed anew, to give their memory back.
    pub fn forget_keyframes(&mut self) {
        self.near.clear();
        self.keyframes.forget();
    }

    /// Runs on from this instant, through what is known and then beyond it; stops as an engine
    /// does. Only beyond what is known it can wait, and only there the host is asked. The host is
    /// not told what is printed: that is kept, see [`Timeline::printed`].
    pub fn run(&mut self, host: &mut dyn Host, until: &Until) -> Result<Stop, Diverged> {
        if let Some(end) = &self.end {
            let end_count = end.at.machine.count;
            let past = Until { count: until.count.min(end_count), ..until.clone() };
            let stop = self.run.at.replay(&self.run.log, &mut *self.run.engine, &past)?;
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
        let bytes = self.run.log.bytes();
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
                Stop::Waiting(Wait::Until(ms)) if self.run.pass_time(ms) => continue,
                _ => return stop,
            }
            if self.count() >= until.count {
                return Stop::Budget;
            }
        }
    }

    /// Whether the log has grown much since it took so many bytes, and no service is half done.
    fn has_recorded_much(&self, since_bytes: usize) -> bool {
        let grown = self.run.log.bytes().saturating_sub(since_bytes);
        grown > LOG_SLICE_BYTES && !self.run.at.machine.is_within_service()
    }

    /// Runs the engine once at the end of the recording.
    fn run_once(&mut self, host: &mut dyn Host, until: &Until) -> Stop {
        let stop = self.run.advance_for(host, Some(&mut self.printed), until);
        if let Stop::Exited(_) | Stop::Faulted { .. } = stop {
            self.ending = Some(stop.clone());
        }
        stop
    }

    /// Lets something happen at the end of the recording; false if this is not the end, or the
    /// program has ended.
    pub fn inject(&mut self, input: Input) -> Result<(), Refused> {
        if !self.is_at_end() || self.ending.is_some() {
            return Err(Refused::NotNow);
        }
        self.run.inject(input).map_err(|_| Refused::OutOfMemory)
    }

    /// Forgets what was known to come after this instant, so that the run goes on anew from here.
    pub fn forget_future(&mut self) {
        let count = self.count();
        if self.end.take().is_some() {
            self.run.log.truncate(self.run.at.next);
            self.printed.truncate(count);
            self.keyframes.truncate(count);
            self.near.retain(|near| near.machine.count < count);
            self.ending = None;
        }
    }

    /// What was changed by hand, in order: at which count, and what.
    pub fn hand_edits(&self) -> impl Iterator<Item = (u64, &Edit)> {
        self.run.log.entries().iter().filter_map(|entry| match entry {
            Entry::Edit(count, edit) => Some((*count, edit)),
            _ => None,
        })
    }

    /// Changes the machine by hand. What was known to come after this instant is forgotten.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Refused> {
        // Tried on a copy first: a change that fails must not end a recording.
        edit.apply(&mut self.run.at.machine.clone()).map_err(|_| Refused::OutOfMemory)?;
        let count = self.count();
        self.forget_future();
        if let Some(Stop::Faulted { .. }) = self.ending.take() {
            self.run.note(Entry::Stuck(count));
        }
        self.near.retain(|near| near.machine.count < count);
        let _ = edit.apply(&mut self.run.at.machine);
        self.edits += 1;
        self.run.note(Entry::Edit(count, edit));
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
            _ => self.run.at.clone(),
        };
        self.approach(&mut there, count)?;
        self.stand_at(there);
        Ok(())
    }

    /// Goes to the end of what is known.
    pub fn go_to_end(&mut self) {
        if let Some(end) = self.end.take() {
            self.run.at = end.at;
        }
    }

    fn stand_at(&mut self, there: Position) {
        let left = std::mem::replace(&mut self.run.at, there);
        if self.end.is_none() {
            self.end = Some(End { at: left });
        }
    }

    /// The snapshot from which an instant is reached soonest.
    fn nearest(&self, count: u64) -> Option<&Position> {
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
        let mut position = self.position_at(from)?;
        let mut relay = Relay::default();
        let machine = &position.machine;
        // Entering a handler counts as an instruction of which no observer is told.
        let has_handler = machine.word_at(machine.map().handler) != CodeWord::Absent;
        let slice = if has_handler { 1 } else { SLICE };
        while position.machine.count < to && !observer.has_seen_enough() {
            let before = position.machine.count;
            observer.begin(before);
            let until = Until::count(to.min(before.saturating_add(slice)));
            position.replay(&self.run.log, &mut relay.telling(&mut observer), &until)?;
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
        Ok(self.position_at(count)?.machine)
    }

    /// The address of the next instruction at an instant.
    pub fn pc_at(&mut self, count: u64) -> Result<u32, Diverged> {
        Ok(self.machine_arriving_at(count)?.pc)
    }

    /// A copy that stands at an instant before the end.
    fn position_at(&mut self, count: u64) -> Result<Position, Diverged> {
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
