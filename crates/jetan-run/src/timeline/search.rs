//! Finding steps in the past.
//!
//! A span between two keyframes is run forward once, leaving snapshots on the way; then the parts
//! between these are run from the last to the first, until one has a hit. Its last hit is the one.

use std::sync::Arc;

use jetan_machine::memory::WatchRange;
use jetan_machine::stop::RunPoint;
use jetan_machine::{Engine, Machine, Stop, StopConditions};

use super::allowance::EXECUTED_COST;
use super::{SLICE_INSTRUCTIONS, Timeline};
use crate::job::YieldPoint;
use crate::keyframes::Keyframe;
use crate::position::{ReplayDiverged, RunPosition};

/// The result of a part of a replay.
type Replayed<T> = Result<T, ReplayDiverged>;

/// Parts that a span is divided into.
const SPAN_PARTS: u64 = 16;
/// Skipped spans between two yields.
const SKIPS_PER_YIELD: u32 = 64;
/// A part is not shorter than this.
const PART_INSTRUCTIONS_MIN: u64 = 1 << 12;
/// Instructions of a replay between two yields.
const REPLAY_SLICE_INSTRUCTIONS: u64 = 1 << 20;
/// Hits between two yields.
const HITS_PER_YIELD: u32 = 1 << 10;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackSearchResult {
    /// The last hit, and why the run stopped there.
    At(u64, Stop),
    /// There is none.
    Nothing,
    /// It was to end before it was done.
    GaveUp,
}

/// The result of scanning a run.
pub enum ScanResult<T> {
    /// This was found.
    Found(T),
    /// There is nothing of it.
    Nothing,
    /// It was to end before it was done.
    GaveUp,
}

impl<'e> Timeline<'e> {
    /// Runs a snapshot on to a step, leaving other snapshots on the way if that is far.
    pub(super) async fn approach(
        &mut self,
        there: &mut RunPosition,
        count: u64,
        point: &YieldPoint,
    ) -> Result<(), ReplayDiverged> {
        let way = count.saturating_sub(there.machine.count);
        // Sixteen parts: the span is run once to leave the snapshots, and a backward search then
        // runs about one part again for a hit near its end.
        let step = (way / SPAN_PARTS).max(PART_INSTRUCTIONS_MIN);
        while there.machine.count < count {
            let rest = count - there.machine.count;
            let part = if rest > step { step } else { rest };
            let end = there.machine.count + part;
            while there.machine.count < end {
                let until = StopConditions::count(
                    end.min(there.machine.count.saturating_add(REPLAY_SLICE_INSTRUCTIONS)),
                );
                self.replay(there, &until)?;
                // Short ways do not yield at all; most steps back are short, and each yield returns
                // to the event loop.
                if way > REPLAY_SLICE_INSTRUCTIONS {
                    point.pass(there.machine.count).await;
                }
            }
            // A snapshot at the goal itself is worth it only after a long way, since the next
            // question is likely to be near it.
            if there.machine.count < count || way > PART_INSTRUCTIONS_MIN {
                self.near.leave(there);
            }
        }
        // The machine is there, but edits at this count may not be: replaying to the same count
        // applies them.
        if way == 0 {
            self.replay(there, &StopConditions::count(count))?;
        }
        Ok(())
    }

    /// Replays with the run's own engine.
    fn replay(
        &mut self,
        there: &mut RunPosition,
        until: &StopConditions,
    ) -> Result<Stop, ReplayDiverged> {
        let Timeline { run, allowance, .. } = self;
        allowance.replay(there, &run.log, &mut *run.engine, until, EXECUTED_COST)
    }

    /// The last step before `limit` at which a run that stops as `until` says would stop, and
    /// `accept` agrees. What `until` watches lets spans be skipped if it has no breakpoints.
    pub async fn find_back(
        &mut self,
        limit: u64,
        until: &StopConditions,
        accept: &mut dyn FnMut(&Machine, &Stop) -> bool,
        point: &YieldPoint,
    ) -> Result<BackSearchResult, ReplayDiverged> {
        let watches = Arc::clone(&until.watches);
        // Keyframes know which pages were written, not which were read or executed. Only pure write
        // watches can skip spans by them.
        let is_pages_only = until.breakpoints.is_empty()
            && !watches.is_empty()
            && watches.iter().all(|watch| !watch.reads);
        let is_candidate = async |timeline: &mut Self, idx, _| {
            let keyframes = &timeline.keyframes;
            let is_written = |watch: &WatchRange| keyframes.may_write(idx, watch.first, watch.last);
            Ok(!is_pages_only || watches.iter().any(is_written))
        };
        let last_hit = async |timeline: &mut Self, low, high| {
            let position = timeline.position_at(low, point).await?;
            // What is watched stops a run after the access. At the end of a part that is for the
            // part, at the end of all it would not be before the limit.
            let last = if high >= limit { high - 1 } else { high };
            timeline.last_hit(position, last, until, accept, point).await
        };
        let found = self.scan_back(limit, is_candidate, last_hit, point).await?;
        Ok(match found {
            ScanResult::Found((count, stop)) => BackSearchResult::At(count, stop),
            ScanResult::Nothing => BackSearchResult::Nothing,
            ScanResult::GaveUp => BackSearchResult::GaveUp,
        })
    }

    /// Shows the parts of a run before a step, each by its first step and the one after its
    /// last, from the last to the first, until one of them has something. `is_candidate` says
    /// whether the run between a keyframe and the next one, and before a step, may have
    /// anything.
    pub async fn scan_back<T>(
        &mut self,
        limit: u64,
        mut is_candidate: impl AsyncFnMut(&mut Timeline<'e>, usize, u64) -> Replayed<bool>,
        mut look: impl AsyncFnMut(&mut Timeline<'e>, u64, u64) -> Replayed<Option<T>>,
        point: &YieldPoint,
    ) -> Result<ScanResult<T>, ReplayDiverged> {
        let mut upper = limit.min(self.end_count());
        let mut skipped = 0_u32;
        while upper > self.start_count() {
            // `upper` itself is excluded, so that a keyframe exactly at it does not give an empty
            // span forever.
            let idx = self.keyframes.before(upper - 1);
            let lower = self.keyframes.get(idx).map_or(0, Keyframe::count);
            if !is_candidate(self, idx, upper).await? {
                upper = lower;
                // A span that is skipped costs next to nothing.
                skipped += 1;
                if skipped.is_multiple_of(SKIPS_PER_YIELD) && !point.reach(upper).await {
                    return Ok(ScanResult::GaveUp);
                }
                continue;
            }
            // On the way to the last step snapshots are left, which divide the span.
            drop(self.position_at(upper - 1, point).await?);
            while upper > lower {
                if !point.reach(upper).await {
                    return Ok(ScanResult::GaveUp);
                }
                // Asked anew for every part: leaving snapshots may have pushed out those that are
                // far away.
                let low = self.nearest(upper - 1).map_or(lower, |near| near.machine.count);
                if let Some(found) = look(self, low, upper).await? {
                    return Ok(ScanResult::Found(found));
                }
                upper = low;
            }
        }
        Ok(ScanResult::Nothing)
    }

    /// Runs from a step on to another as `until` says; where it stops before that, if it does.
    /// What stops it there is the next instruction, or the last one.
    pub async fn probe(
        &mut self,
        from: u64,
        to: u64,
        until: &StopConditions,
        engine: &mut dyn Engine,
        point: &YieldPoint,
    ) -> Result<Option<u64>, ReplayDiverged> {
        let mut position = self.position_at(from, point).await?;
        loop {
            // In slices, so that a probe over a long run can be cancelled; a stop at a slice's end
            // is `Budget` and goes on.
            let end = to.min(position.machine.count.saturating_add(REPLAY_SLICE_INSTRUCTIONS));
            let until = StopConditions { count: end, ..until.clone() };
            let log = &self.run.log;
            let stop = self.allowance.replay(&mut position, log, engine, &until, EXECUTED_COST)?;
            let count = position.machine.count;
            let has_stopped = match stop {
                Stop::Budget => false,
                // A breakpoint at the last instruction is not before it, and the caller looks at
                // that one itself.
                Stop::Breakpoint => count < to,
                _ => true,
            };
            if has_stopped {
                return Ok(Some(count));
            }
            if count >= to {
                return Ok(None);
            }
            point.pass(count).await;
        }
    }

    /// The step at which a run that stops as `until` says stops for the n-th time since its
    /// start, as far as it is known; otherwise how often it has stopped, and where at last.
    pub async fn find_nth(
        &mut self,
        until: &StopConditions,
        times: u64,
        point: &YieldPoint,
    ) -> Result<Result<u64, (u64, Option<RunPoint>)>, ReplayDiverged> {
        let (end, mut met) = (self.end_count(), 0);
        let mut position = self.position_at(self.start_count(), point).await?;
        // Nothing is passed at the start: the first instruction of the program can be the one that
        // is looked for.
        let mut until = StopConditions { passed: None, ..until.clone() };
        loop {
            until.count = end.min(position.machine.count.saturating_add(SLICE_INSTRUCTIONS));
            let stop = self.replay(&mut position, &until)?;
            let count = position.machine.count;
            if stop == Stop::Budget {
                if count >= end {
                    return Ok(Err((met, until.passed)));
                }
                point.pass(count).await;
                continue;
            }
            met += 1;
            if met >= times {
                return Ok(Ok(count));
            }
            // Without this the engine would stop at the same breakpoint again without executing it.
            until.passed = Some(position.machine.point());
            if met.is_multiple_of(u64::from(HITS_PER_YIELD)) {
                point.pass(count).await;
            }
        }
    }

    /// The step of a keyframe.
    pub fn keyframe_count(&self, idx: usize) -> u64 {
        self.keyframes.get(idx).map_or(0, Keyframe::count)
    }

    /// Whether a page of a range may have been written between a keyframe and the next one.
    pub fn may_write(&self, idx: usize, first: u32, last: u32) -> bool {
        self.keyframes.may_write(idx, first, last)
    }

    /// The last hit from a snapshot on and no later than a step.
    async fn last_hit(
        &mut self,
        mut position: RunPosition,
        count: u64,
        until: &StopConditions,
        accept: &mut dyn FnMut(&Machine, &Stop) -> bool,
        point: &YieldPoint,
    ) -> Result<Option<(u64, Stop)>, ReplayDiverged> {
        let mut last = None;
        let mut until = StopConditions { passed: None, ..until.clone() };
        let mut hits = 0_u32;
        loop {
            until.count = count.min(position.machine.count.saturating_add(SLICE_INSTRUCTIONS));
            let stop = self.replay(&mut position, &until)?;
            // Hits and slices yield alike: a breakpoint in a tight loop hits a million times
            // without any slice coming to its end.
            let is_whole = stop == Stop::Budget;
            if is_whole && position.machine.count >= count {
                return Ok(last);
            }
            hits += 1;
            if is_whole || hits.is_multiple_of(HITS_PER_YIELD) {
                point.pass(position.machine.count).await;
            }
            if is_whole {
                continue;
            }
            if accept(&position.machine, &stop) {
                // Overwritten by every later hit; the last one of the part is the one nearest to
                // where the search began.
                last = Some((position.machine.count, stop));
            }
            until.passed = Some(position.machine.point());
        }
    }

    /// Lets another engine run the machine from now on, and gives the one before it.
    pub fn replace_engine(&mut self, engine: Box<dyn Engine + 'e>) -> Box<dyn Engine + 'e> {
        std::mem::replace(&mut self.run.engine, engine)
    }
}
