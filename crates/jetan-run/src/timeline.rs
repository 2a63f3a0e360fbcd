//! A recorded run with random access to every step.

mod allowance;
mod copy;
mod follow;
mod nearby;
mod playback;
mod search;

use jetan_machine::code::CodeWord;
use jetan_machine::stop::WaitReason;
use jetan_machine::{
    Engine, Host, HostInput, Machine, Observer, RelayInterpreter, Stop, StopConditions,
};

use crate::job::{YieldPoint, at_once};
use crate::keyframes::{Keyframe, Keyframes};
use crate::live::LiveRun;
use crate::log::{EventLog, LogEntry, MachineEdit};
use crate::position::RunPosition;
use crate::printed::TimedOutput;
use crate::run_end::RunEnd;
use allowance::OBSERVED_COST;
use nearby::NearbySnapshots;

pub use crate::keyframes::KeyframePolicy;
pub use crate::position::ReplayDiverged;
pub use allowance::WorkBudget;
pub use follow::TimelineFollower;
pub use search::{BackSearchResult, ScanResult};

/// Instructions between two yields: some milliseconds, also with an engine that notifies an
/// observer of each of them.
const SLICE_INSTRUCTIONS: u64 = 1 << 18;
/// Recorded bytes between two checks whether to cancel.
const LOG_SLICE_BYTES: usize = 8 << 20;

/// Snapshots around a step may take this part of what keyframes may.
const NEARBY_BYTES_DIVISOR: usize = 4;

/// The end of a recording, while the timeline stands before it.
struct RecordingEnd {
    at: RunPosition,
}

/// A run, recorded from its beginning, and a machine that stands at some step of it.
pub struct Timeline<'e> {
    /// The run, which stands where the timeline does.
    run: LiveRun<'e>,
    /// The end, if that is elsewhere.
    end: Option<RecordingEnd>,
    /// The stop that ended the program, if one did; running on from there gives it again.
    ending: Option<Stop>,
    printed: TimedOutput,
    keyframes: Keyframes,
    /// Snapshots around the step that was looked at last.
    near: NearbySnapshots,
    allowance: WorkBudget,
    /// The number of edits by hand.
    edits: u64,
    /// The number of times that something known was forgotten or changed.
    revision: u64,
}

impl<'e> Timeline<'e> {
    /// A run of a machine from where it stands, by an engine.
    pub fn new(
        mut machine: Machine,
        engine: Box<dyn Engine + 'e>,
        keeping: KeyframePolicy,
    ) -> Self {
        // A snapshot and not a clone: it freezes the pages, so that the first keyframe and the
        // running machine share them from the start.
        let start = RunPosition { machine: machine.snapshot(), next: 0 };
        let mut run = LiveRun::new(machine, engine);
        run.record(EventLog::default());
        Timeline {
            run,
            end: None,
            ending: None,
            printed: TimedOutput::default(),
            keyframes: Keyframes::new(start, keeping),
            // On top of the keyframes' budget and not out of it: these snapshots are dropped as
            // soon as somebody looks elsewhere.
            near: NearbySnapshots::new(keeping.bytes_max / NEARBY_BYTES_DIVISOR),
            allowance: WorkBudget::default(),
            edits: 0,
            revision: 0,
        }
    }

    /// The machine as it is at this step.
    pub fn machine(&self) -> &Machine {
        &self.run.at.machine
    }

    /// The number of instructions executed at this step.
    pub fn count(&self) -> u64 {
        self.run.at.machine.count
    }

    /// The first step there is.
    pub fn start_count(&self) -> u64 {
        self.keyframes.get(0).map_or(0, Keyframe::count)
    }

    /// The last step that is known.
    pub fn end_count(&self) -> u64 {
        self.end.as_ref().map_or(self.count(), |end| end.at.machine.count)
    }

    /// A number that grows when a part of the run that is known becomes another one. As long as it
    /// is the same, what was found out about a part holds.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether this is the end of what is known.
    pub fn is_at_end(&self) -> bool {
        self.end.is_none()
    }

    /// The machine at the end of what is known.
    pub fn end_machine(&self) -> &Machine {
        &self.end.as_ref().map_or(&self.run.at, |end| &end.at).machine
    }

    /// The end of the program, if it is known to have ended. Memory that is used up is a fault
    /// here: a timeline has no bound of its own.
    pub fn ending(&self) -> Option<RunEnd> {
        self.ending.as_ref().and_then(|stop| RunEnd::of(stop, self.end_machine()))
    }

    /// The output until this step.
    pub fn output(&self) -> &[u8] {
        // At the end everything counts. A service that is half done there has printed at a count
        // that is one beyond the machine's.
        let until = if self.is_at_end() { u64::MAX } else { self.count() };
        self.printed.until(until)
    }

    /// Everything that is known to be printed.
    pub fn printed(&self) -> &TimedOutput {
        &self.printed
    }

    /// The rough size of everything that came from outside, in bytes. It grows as long as the
    /// run goes on; whoever bounds it stops the run.
    pub fn recorded_bytes(&self) -> usize {
        self.run.log.bytes()
    }

    /// The number of keyframes, and the bytes they take.
    pub fn weight(&self) -> (usize, usize) {
        (self.keyframes.len(), self.keyframes.bytes())
    }

    /// The bytes that [`Timeline::forget_keyframes`] would give back, at most.
    pub fn spare_bytes(&self) -> usize {
        self.keyframes.spare_bytes()
    }

    /// Forgets all keyframes that can be computed anew, to give their memory back.
    pub fn forget_keyframes(&mut self) {
        self.near.forget_from(0);
        self.keyframes.forget();
    }

    /// Runs on from this step, through what is known and then beyond it; stops as an engine
    /// does. Only beyond what is known it can wait, and only there the host is asked. The host is
    /// not notified of what is printed: that is kept, see [`Timeline::printed`].
    pub fn run(
        &mut self,
        host: &mut dyn Host,
        until: &StopConditions,
    ) -> Result<Stop, ReplayDiverged> {
        if let Some(end) = &self.end {
            let end_count = end.at.machine.count;
            // No further than the end: beyond it the log has no answers, and asking it for one
            // would look like a divergence.
            let past = StopConditions { count: until.count.min(end_count), ..until.clone() };
            let stop = self.run.at.replay(&self.run.log, &mut *self.run.engine, &past)?;
            // A breakpoint or watch within the past is a stop like any other; the live part is
            // reached only by running out of the past.
            if stop != Stop::Budget || self.count() < end_count {
                return Ok(stop);
            }
            // The kept end and not the replayed machine: the end includes what happened there after
            // its count was first reached, such as a key.
            self.go_to_end();
            // A program that has ended goes on to `run_on`, which gives its ending again instead of
            // a budget stop that would make callers loop.
            if until.count <= end_count && self.ending.is_none() {
                return Ok(Stop::Budget);
            }
        }
        Ok(self.run_on(host, until))
    }

    /// Runs on at the end, keeping what comes from outside.
    fn run_on(&mut self, host: &mut dyn Host, until: &StopConditions) -> Stop {
        if let Some(ending) = &self.ending {
            return ending.clone();
        }
        // Measured from here, so that a caller that comes back gets another share before it is
        // asked to look again.
        let bytes = self.run.log.bytes();
        loop {
            let before = self.count();
            // Keyframes can only be made between two runs of the engine, so no run is longer than
            // their smallest distance.
            let count = until.count.min(before.saturating_add(self.keyframes.distance_min()));
            let slice = StopConditions { count, ..until.clone() };
            let stop = self.run_once(host, &slice);
            let has_arrived = self.count() >= count;
            match stop {
                Stop::Budget if has_arrived => self.keep_if_arrived(before, &slice),
                // Much was asked for: whoever bounds the recording is to look at it.
                Stop::Budget if self.has_recorded_much(bytes) => return Stop::Budget,
                // A service has done a part, or many have been done. Nothing may come from
                // outside in between, or a replay could not know when.
                Stop::Budget => continue,
                Stop::Waiting(WaitReason::Until(ms)) if self.run.pass_time(ms) => continue,
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
        // Never within a service: the caller may inject a key between two calls, which a replay
        // could not place.
        grown > LOG_SLICE_BYTES && !self.run.at.machine.is_within_service()
    }

    /// Runs the engine once at the end of the recording.
    fn run_once(&mut self, host: &mut dyn Host, until: &StopConditions) -> Stop {
        let stop = self.run.advance_for(host, Some(&mut self.printed), until);
        if let Stop::Exited(_) | Stop::Faulted { .. } = stop {
            self.ending = Some(stop.clone());
        }
        stop
    }

    /// Lets something happen at the end of the recording; false if this is not the end, or the
    /// program has ended.
    pub fn inject(&mut self, input: HostInput) -> Result<(), TimelineError> {
        // An input in the past would change what is known to come after it. Whoever wants that
        // forgets the future first.
        if !self.is_at_end() || self.ending.is_some() {
            return Err(TimelineError::NotNow);
        }
        self.run.inject(input).map_err(|_| TimelineError::OutOfMemory)
    }

    /// Forgets what was known to come after this step, so that the run goes on anew from here.
    pub fn forget_future(&mut self) {
        let count = self.count();
        // At the end there is nothing to forget, and the ending stays: forgetting it would let a
        // program that has exited go on.
        if self.end.take().is_some() {
            self.revision += 1;
            self.run.log.truncate(self.run.at.next);
            self.printed.truncate(count);
            self.keyframes.truncate(count);
            self.near.forget_from(count);
            self.ending = None;
        }
    }

    /// The edits by hand, in order: at which count, and what.
    pub fn hand_edits(&self) -> impl Iterator<Item = (u64, &MachineEdit)> {
        self.run.log.entries().iter().filter_map(|entry| match entry {
            LogEntry::Edit(count, edit) => Some((*count, edit)),
            _ => None,
        })
    }

    /// Changes the machine by hand. What was known to come after this step is forgotten.
    pub fn edit(&mut self, edit: MachineEdit) -> Result<(), TimelineError> {
        // Tried on a copy first: a change that fails must not end a recording.
        edit.apply(&mut self.run.at.machine.clone()).map_err(|_| TimelineError::OutOfMemory)?;
        let count = self.count();
        self.forget_future();
        // A replay has to run into the fault, stop there and apply the edit, in this order; the
        // entry tells it that this was not the end.
        if let Some(Stop::Faulted { .. }) = self.ending.take() {
            self.run.note(LogEntry::Stuck(count));
        }
        self.near.forget_from(count);
        // It has just succeeded on a copy of the same machine.
        let _ = edit.apply(&mut self.run.at.machine);
        self.edits += 1;
        self.revision += 1;
        self.run.note(LogEntry::Edit(count, edit));
        Ok(())
    }

    /// Goes to a step; those beyond what is known lead to its end, those before the beginning
    /// to that.
    pub fn go_to(&mut self, count: u64) -> Result<(), ReplayDiverged> {
        at_once(self.go_to_in_slices(count, &YieldPoint::NONE))
    }

    /// The same; the timeline stands where it stood until it is there.
    pub async fn go_to_in_slices(
        &mut self,
        count: u64,
        point: &YieldPoint,
    ) -> Result<(), ReplayDiverged> {
        let count = count.max(self.start_count());
        if count >= self.end_count() {
            self.go_to_end();
            return Ok(());
        }
        let is_ahead = self.end.is_some() && count >= self.count();
        let mut there = match self.nearest(count) {
            // Going forward from here is shorter than from a snapshot behind us.
            Some(near) if !(is_ahead && near.machine.count <= self.count()) => near.clone(),
            _ => self.run.at.clone(),
        };
        self.approach(&mut there, count, point).await?;
        self.stand_at(there);
        Ok(())
    }

    /// Goes to the end of what is known.
    pub fn go_to_end(&mut self) {
        if let Some(end) = self.end.take() {
            self.run.at = end.at;
        }
    }

    fn stand_at(&mut self, there: RunPosition) {
        let left = std::mem::replace(&mut self.run.at, there);
        // Only the first departure from the end keeps it. From one past step to another the machine
        // that is left can be computed again.
        if self.end.is_none() {
            self.end = Some(RecordingEnd { at: left });
        }
    }

    /// The snapshot from which a step is reached soonest.
    fn nearest(&self, count: u64) -> Option<&RunPosition> {
        let near = self.near.before(count);
        let key = self.keyframes.get(self.keyframes.before(count)).map(|frame| &frame.at);
        match (near, key) {
            // Snapshots around the last step win ties: they are as near, and likely to share
            // pages with what was looked at.
            (Some(near), Some(key)) if near.machine.count >= key.machine.count => Some(near),
            (_, key) => key,
        }
    }

    /// Runs a copy through an observer, from one step to another that is known.
    pub fn observe<O: CountingObserver>(
        &mut self,
        from: u64,
        to: u64,
        observer: O,
    ) -> Result<O, ReplayDiverged> {
        at_once(self.observe_in_slices(from, to, observer, &YieldPoint::NONE))
    }

    /// The same; nothing is left out if it is to end.
    pub async fn observe_in_slices<O: CountingObserver>(
        &mut self,
        from: u64,
        to: u64,
        mut observer: O,
        point: &YieldPoint,
    ) -> Result<O, ReplayDiverged> {
        // On a copy: observing must not move the machine that is shown.
        let mut position = self.position_at(from, point).await?;
        let mut relay = RelayInterpreter::default();
        // Entering a handler counts as an instruction of which no observer is notified.
        let slice = if has_handler(&position.machine) { 1 } else { SLICE_INSTRUCTIONS };
        let mut yielded = from;
        while position.machine.count < to && !observer.has_seen_enough() {
            let before = position.machine.count;
            observer.begin(before);
            // `begin` says the count of the next instruction, and it is right for a whole slice
            // only as long as every count is one notification.
            let until = StopConditions::count(to.min(before.saturating_add(slice)));
            // The relay has one loop for all observers: the fast loop compiled for each of them
            // would be large, and observers are slower than it anyway.
            let engine = &mut relay.notifying(&mut observer);
            self.allowance.replay(&mut position, &self.run.log, engine, &until, OBSERVED_COST)?;
            if position.machine.count >= yielded.saturating_add(SLICE_INSTRUCTIONS) {
                yielded = position.machine.count;
                point.pass(yielded).await;
            }
        }
        Ok(observer)
    }

    /// A copy of the machine at a step that is known; beyond it, at the end.
    pub fn machine_at(&mut self, count: u64) -> Result<Machine, ReplayDiverged> {
        // The end's own state and not a replay to it: only there inputs at the last count have
        // happened already.
        if count >= self.end_count() {
            return Ok(self.end_machine().clone());
        }
        self.machine_arriving_at(count.max(self.start_count()))
    }

    /// A copy of the machine as it first reaches a count that is known. At the end of what is known
    /// that is before whatever happened there.
    pub fn machine_arriving_at(&mut self, count: u64) -> Result<Machine, ReplayDiverged> {
        at_once(self.machine_in_slices(count, &YieldPoint::NONE))
    }

    /// The same, in slices.
    pub async fn machine_in_slices(
        &mut self,
        count: u64,
        point: &YieldPoint,
    ) -> Result<Machine, ReplayDiverged> {
        Ok(self.position_at(count, point).await?.machine)
    }

    /// The address of the next instruction at a step.
    pub fn pc_at(&mut self, count: u64) -> Result<u32, ReplayDiverged> {
        Ok(self.machine_arriving_at(count)?.pc)
    }

    /// A copy that stands at a step before the end.
    async fn position_at(
        &mut self,
        count: u64,
        point: &YieldPoint,
    ) -> Result<RunPosition, ReplayDiverged> {
        let Some(near) = self.nearest(count) else { return Err(ReplayDiverged { count }) };
        let mut there = near.clone();
        self.approach(&mut there, count, point).await?;
        Ok(there)
    }
}

/// Whether a program handles exceptions itself.
fn has_handler(machine: &Machine) -> bool {
    machine.word_at(machine.map().handler) != CodeWord::Absent
}

/// An observer that counts the instructions it is notified of.
pub trait CountingObserver: Observer {
    /// The next instruction is executed at this count.
    fn begin(&mut self, count: u64);
}

/// Why something cannot be done to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineError {
    /// Only where the recording ends, and while the program has not ended.
    NotNow,
    /// The memory that the program may use is used up.
    OutOfMemory,
}
