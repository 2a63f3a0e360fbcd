//! A second pass over a run: another engine replays it from its beginning, at its own pace, while
//! the timeline stands wherever it stands.

use jetan_machine::{Engine, Machine, Stop, StopConditions};

use super::Timeline;
use crate::keyframes::Keyframe;
use crate::position::{ReplayDiverged, RunPosition};

/// An engine that follows what is known of a run.
pub struct TimelineFollower<E> {
    /// The engine that follows, with what it has observed.
    pub engine: E,
    at: RunPosition,
    edits: u64,
    has_seen_fault: bool,
}

impl<E: Engine> TimelineFollower<E> {
    /// Begins where the run began, with an engine for the machine as it was then.
    pub fn new(timeline: &Timeline<'_>, make: impl FnOnce(&Machine) -> E) -> TimelineFollower<E> {
        // The first keyframe is never dropped, so that a follower can always begin at the
        // beginning.
        let at = timeline.keyframes.get(0).map_or(&timeline.run.at, |frame: &Keyframe| &frame.at);
        let at = at.clone();
        let engine = make(&at.machine);
        TimelineFollower { engine, at, edits: timeline.edits, has_seen_fault: false }
    }

    /// Begins where the run stands, with an engine for the machine as it is there.
    pub fn from_here(
        timeline: &Timeline<'_>,
        make: impl FnOnce(&Machine) -> E,
    ) -> TimelineFollower<E> {
        let at = timeline.run.at.clone();
        let engine = make(&at.machine);
        TimelineFollower { engine, at, edits: timeline.edits, has_seen_fault: false }
    }

    /// Another follower at the same step, with an engine of its own: both go on by themselves.
    pub fn fork<F>(&self, make: impl FnOnce(&E) -> F) -> TimelineFollower<F> {
        let TimelineFollower { engine, at, edits, has_seen_fault } = self;
        let (engine, at) = (make(engine), at.clone());
        TimelineFollower { engine, at, edits: *edits, has_seen_fault: *has_seen_fault }
    }

    /// Follows to a step that is known, or to where its engine stops.
    pub fn follow_to(&mut self, timeline: &Timeline<'_>, count: u64) -> Result<(), ReplayDiverged> {
        self.at.replay(&timeline.run.log, &mut self.engine, &StopConditions::count(count))?;
        Ok(())
    }

    /// The number of instructions it has seen.
    pub fn count(&self) -> u64 {
        self.at.machine.count
    }

    /// Whether somebody has changed the run by hand since this began, so that it has to begin anew.
    pub fn is_outdated(&self, timeline: &Timeline<'_>) -> bool {
        self.edits != timeline.edits
    }

    /// Whether there is more to see.
    pub fn is_behind(&self, timeline: &Timeline<'_>) -> bool {
        let has_faulted = matches!(timeline.ending, Some(Stop::Faulted { .. }));
        self.count() < timeline.end_count() || (has_faulted && !self.has_seen_fault)
    }

    /// Follows by so many instructions at most, to the end of what is known.
    pub fn follow(
        &mut self,
        timeline: &Timeline<'_>,
        instructions: u64,
    ) -> Result<(), ReplayDiverged> {
        let end = timeline.end_count();
        // Never beyond the end: what comes after it has not happened, and its answers are not in
        // the log.
        let to = end.min(self.count().saturating_add(instructions));
        if self.count() < to {
            self.at.replay(&timeline.run.log, &mut self.engine, &StopConditions::count(to))?;
        } else if self.is_behind(timeline) {
            // The instruction that failed is not part of what is known to have happened, but it was
            // tried.
            // Set before it is tried, or a follower whose attempt fails would be behind forever.
            self.has_seen_fault = true;
            // One beyond the end, so that the engine executes the failing instruction and its
            // observers see the operands.
            let until = StopConditions::count(end.saturating_add(1));
            // On a clone, whose stop does not matter: this position must stay at the end in case an
            // edit lets the run go on from there.
            let _ = self.at.clone().advance_in(&timeline.run.log, &mut self.engine, &until, None);
        }
        Ok(())
    }
}
