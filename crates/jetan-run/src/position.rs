//! A machine somewhere in its run, and the one function that lets an engine advance it.

use jetan_machine::{Engine, Host, Machine, Stop, StopConditions};

use crate::log::{EventLog, LogEntry};
use crate::printed::TimedOutput;
use crate::replayer::Replayer;

/// The host of a run, which knows how much of the log has been used: real, recorded or not, or
/// the log in its place.
pub(crate) trait RunHost: Host + Sized {
    /// The engine has stopped at this count. The place in the log that comes next.
    fn settle(&mut self, stop: &Stop, count: u64) -> usize;
}

/// A replay did something else than the run that was recorded, after so many instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayDiverged {
    /// The instruction count.
    pub count: u64,
}

/// A machine, and the entry of the log that it will ask for next.
#[derive(Clone)]
pub(crate) struct RunPosition {
    pub(crate) machine: Machine,
    pub(crate) next: usize,
}

impl RunPosition {
    /// Runs an engine once. Sessions, timelines, replays and recordings that are opened all come
    /// through here: what is different between them is the source.
    pub(crate) fn advance<S: RunHost>(
        &mut self,
        engine: &mut dyn Engine,
        source: &mut S,
        until: &StopConditions,
    ) -> Stop {
        // `xtask tidy` allows `Engine::run` in this file only: a second caller would be a second
        // way to advance a run, with its own recorder and its own errors.
        let stop = engine.run(&mut self.machine, source, until);
        // The count is taken after the run, because an entry `Stuck` names the instruction that the
        // engine did not get beyond.
        self.next = source.settle(&stop, self.machine.count);
        stop
    }

    /// Advances with the answers of a log. None if the run got stuck where it is, and goes on.
    pub(crate) fn advance_in(
        &mut self,
        log: &EventLog,
        engine: &mut dyn Engine,
        until: &StopConditions,
        printed: Option<&mut TimedOutput>,
    ) -> Result<Option<Stop>, ReplayDiverged> {
        let mut replayer = Replayer::new(log, self.next, printed);
        let stop = self.advance(engine, &mut replayer, until);
        // Looked at before the stop: once a question had no answer, the machine has gone on with a
        // made-up one, and whatever it stopped for means nothing.
        if replayer.is_lost {
            return Err(self.diverged());
        }
        Ok((!replayer.was_stuck).then_some(stop))
    }

    /// Runs on with the answers of a log. Stops where the caller wants it, and with
    /// [`Stop::Budget`] when it first reaches the count; changes made by hand right there are made
    /// then. Never waits, since whatever was waited for has come.
    pub(crate) fn replay(
        &mut self,
        log: &EventLog,
        engine: &mut dyn Engine,
        until: &StopConditions,
    ) -> Result<Stop, ReplayDiverged> {
        loop {
            // Inputs and edits at a count come before its instruction. One per iteration, because
            // an edit may be followed by another at the same count.
            if self.apply_next(log, until.count)? {
                continue;
            }
            let count = self.machine.count;
            // With breakpoints the engine is run even here: it looks at a breakpoint before it
            // looks at the budget, so one at this very instruction still stops.
            if count >= until.count && until.breakpoints.is_empty() {
                return Ok(Stop::Budget);
            }
            let goal = self.goal(log, until.count)?;
            let slice = StopConditions { count: goal, ..until.clone() };
            // Compared with the caller's count, not with the slice's: a slice may end earlier where
            // the log has something to do.
            let has_arrived = |here: &Self| here.machine.count >= until.count;
            match self.advance_in(log, engine, &slice, None)? {
                // A program that exits at the count that was wanted has arrived there; the stop
                // itself belongs to the end of the recording and is kept by the timeline.
                Some(Stop::Budget | Stop::Exited(_)) if has_arrived(self) => {
                    return Ok(Stop::Budget);
                }
                // A budget that is reported early is not an arrival: services give it too after
                // much work, and the loop simply goes on.
                None | Some(Stop::Budget) => {}
                // Somebody may have let it go on by hand.
                Some(Stop::Exited(_)) if self.is_edited(log) => {}
                // Waits and faults that were recorded come back as `None`. One that was not is
                // something that the recorded run did not do.
                Some(Stop::Exited(_) | Stop::Waiting(_) | Stop::Faulted { .. }) => {
                    return Err(self.diverged());
                }
                Some(stop) => return Ok(stop),
            }
        }
    }

    /// The count up to which a replay can run before the log has something for it to do.
    pub(crate) fn goal(&self, log: &EventLog, wanted: u64) -> Result<u64, ReplayDiverged> {
        let count = self.machine.count;
        let goal = match log.next_control(self.next) {
            // The run has passed a count at which the log has an entry, so that entry can no longer
            // be applied where it was recorded.
            Some((_, at)) if at < count => return Err(self.diverged()),
            // A service that waited or an instruction that faulted is run into.
            Some((place, at)) => match log.get(place) {
                // One more than its count, or the engine would stop in front of the service instead
                // of asking it again.
                Some(LogEntry::Stuck(_)) => at.saturating_add(1).min(wanted),
                _ => at.min(wanted),
            },
            None => wanted,
        };
        if goal <= count && count < wanted {
            // Answers come before an entry that is due now: nothing would ask for them.
            return Err(self.diverged());
        }
        Ok(goal)
    }

    /// Does what was done by hand or by the host at this step, one thing at a time; whether
    /// there was anything. What the host did at the count that is wanted belongs to what comes
    /// after.
    pub(crate) fn apply_next(
        &mut self,
        log: &EventLog,
        wanted: u64,
    ) -> Result<bool, ReplayDiverged> {
        let count = self.machine.count;
        match log.get(self.next) {
            Some(LogEntry::Edit(at, edit)) if *at == count => {
                // An edit is applied at its count even if that is the wanted one: it belongs to the
                // step where somebody made it, unlike an input.
                edit.apply(&mut self.machine).map_err(|_| self.diverged())?;
            }
            Some(LogEntry::Input(at, input)) if *at == count && count < wanted => {
                self.machine.inject(*input).map_err(|_| self.diverged())?;
            }
            _ => return Ok(false),
        }
        self.next += 1;
        Ok(true)
    }

    fn is_edited(&self, log: &EventLog) -> bool {
        let count = self.machine.count;
        matches!(log.get(self.next), Some(LogEntry::Edit(at, _)) if *at == count)
    }

    pub(crate) fn diverged(&self) -> ReplayDiverged {
        ReplayDiverged { count: self.machine.count }
    }
}
