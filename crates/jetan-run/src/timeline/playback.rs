//! A timeline out of a recording, and the other way round.

use jetan_machine::{Engine, Machine, Stop, StopConditions};

use super::allowance::{CHARGE_SLICE_INSTRUCTIONS, EXECUTED_COST};
use super::{KeyframePolicy, Timeline, WorkBudget};
use crate::job::YieldPoint;
use crate::live::LiveRun;
use crate::position::{ReplayDiverged, RunPosition};
use crate::recording::{Recording, RecordingError};

impl<'e> Timeline<'e> {
    /// Everything that has come from outside until the end of what is known, of a program that was
    /// started with some words.
    pub fn recording(&self, arguments: &[Vec<u8>]) -> Recording {
        let start = self.keyframes.get(0).map_or(&self.run.at, |frame| &frame.at);
        let (end, has_ended) = (self.end_count(), self.ending.is_some());
        self.run.log.to_recording(&start.machine, arguments, end, has_ended)
    }

    /// Plays a recording back on the machine that it began with; the timeline then stands at its
    /// end. [`RecordingError::GaveUp`] if it is to end before that.
    pub async fn play_back(
        machine: Machine,
        engine: Box<dyn Engine + 'e>,
        keeping: KeyframePolicy,
        recording: Recording,
        point: &YieldPoint,
    ) -> Result<Timeline<'e>, RecordingError> {
        let allowance = WorkBudget::default();
        Timeline::play_back_within(machine, engine, keeping, recording, allowance, point).await
    }

    /// The same within some work; looking at the run afterwards may take what is left of it.
    pub async fn play_back_within(
        machine: Machine,
        engine: Box<dyn Engine + 'e>,
        keeping: KeyframePolicy,
        recording: Recording,
        allowance: WorkBudget,
        point: &YieldPoint,
    ) -> Result<Timeline<'e>, RecordingError> {
        // Compared before anything is run: a recording of another program would be refused as a
        // divergence, which tells its owner much less.
        if machine.fingerprint() != recording.start {
            return Err(RecordingError::OtherProgram);
        }
        let mut timeline = Timeline::new(machine, engine, keeping);
        timeline.allowance = allowance;
        for entry in recording.entries {
            // Through `push`, so that equal answers become series and inputs are indexed; a list
            // taken over as it is would have neither.
            timeline.run.log.push(entry);
        }
        while !timeline
            .play_on(recording.end, recording.has_ended)
            .map_err(RecordingError::Diverged)?
        {
            // Nothing is shown of a recording that is given up: a timeline without its end would
            // claim that the run stopped there.
            if !point.reach(timeline.count()).await {
                return Err(RecordingError::GaveUp);
            }
            if let Some(steps) = timeline.allowance.spent() {
                return Err(RecordingError::TooSlow(steps));
            }
        }
        Ok(timeline)
    }

    /// Plays on by a slice; whether that was the end.
    fn play_on(&mut self, end: u64, has_ended: bool) -> Result<bool, ReplayDiverged> {
        let before = self.count();
        let diverged = ReplayDiverged { count: before };
        // `u64::MAX` as the wanted count lets inputs at the last count happen: the end of a
        // recording includes them.
        if self.run.at.apply_next(&self.run.log, u64::MAX)? {
            return Ok(false);
        }
        let is_last = self.run.log.next_control(self.run.at.next).is_none();
        let wanted = match (is_last, has_ended) {
            (false, _) => u64::MAX,
            // The instruction that ends the program is executed at the last count; stopping before
            // it would miss the ending.
            (true, true) => end.saturating_add(1),
            (true, false) if before >= end => return Ok(true),
            (true, false) => end,
        };
        let goal = self.run.at.goal(&self.run.log, wanted)?;
        // No progress is possible, or the run has gone beyond its recorded end: the file does not
        // belong to this program.
        if goal <= before || before > end {
            return Err(diverged);
        }
        // Short enough for keyframes and for the budget; a recording that somebody else made can be
        // as long as it claims.
        let slice =
            before.saturating_add(self.keyframes.distance_min().min(CHARGE_SLICE_INSTRUCTIONS));
        let until = StopConditions::count(goal.min(slice));
        let LiveRun { at, engine, log, .. } = &mut self.run;
        let bursts = engine.bursts();
        let stop = at
            .advance_in(log, &mut **engine, &until, Some(&mut self.printed))
            .map_err(|_| diverged)?;
        let (passed, bursts) = (at.machine.count - before, engine.bursts() - bursts);
        self.allowance.charge(passed, bursts, EXECUTED_COST);
        let is_rest = self.run.at.next < self.run.log.len();
        match stop {
            None => {}
            // Somebody set the program counter after the exit, by hand; the next entry is that
            // edit.
            Some(Stop::Exited(_)) if is_rest => {}
            Some(stop @ (Stop::Exited(_) | Stop::Faulted { .. })) if has_ended => {
                self.ending = Some(stop);
                // Ending at another count, or with answers left over, is a divergence although the
                // program ended as promised.
                let is_right = self.count() == end && !is_rest;
                return if is_right { Ok(true) } else { Err(diverged) };
            }
            Some(Stop::Budget) => self.keep_if_arrived(before, &until),
            Some(_) => return Err(diverged),
        }
        Ok(false)
    }

    /// Makes a keyframe after a run that has moved the count to its goal, if one is due.
    pub(super) fn keep_if_arrived(&mut self, before: u64, until: &StopConditions) {
        let RunPosition { machine, next } = &mut self.run.at;
        // Only at the count that was asked for: after an early stop a service may be half done, and
        // a keyframe there could not be replayed from.
        let has_arrived = machine.count >= until.count && machine.count > before;
        if has_arrived && self.keyframes.is_due(machine) {
            self.keyframes.push(machine, *next);
        }
    }
}
