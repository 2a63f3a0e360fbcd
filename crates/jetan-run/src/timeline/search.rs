//! Finding instants in the past.
//!
//! A span between two keyframes is run forward once, leaving snapshots on the way; then the parts
//! between these are run from the last to the first, until one has a hit. Its last hit is the one.

use std::sync::Arc;

use jetan_machine::memory::Watch;
use jetan_machine::{Engine, Machine, Stop, Until};

use super::Timeline;
use crate::keyframes::Keyframe;
use crate::tape::{Cursor, Diverged};

/// Snapshots that are kept around an instant.
const NEAR_MAX: usize = 64;
/// Parts that a span is divided into.
const PARTS: u64 = 16;
/// A part is not shorter than this.
const PART_MIN: u64 = 1 << 12;
/// The memory that snapshots around an instant may take, in pages that were copied.
const NEAR_PAGES_MAX: usize = 1 << 14;

/// Whether to go on with something that may take long; it is asked every few milliseconds and told
/// which instant is being looked at.
pub type Patience<'p> = dyn FnMut(u64) -> bool + 'p;

/// What has come of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The last hit, and why the run stopped there.
    At(u64, Stop),
    /// There is none.
    Nothing,
    /// Nobody wanted to wait any longer.
    GaveUp,
}

/// Looks at a part of a run, from an instant on and before another, for what is wanted.
type Look<'l, 'e, T> = dyn FnMut(&mut Timeline<'e>, u64, u64) -> Result<Option<T>, Diverged> + 'l;

/// Whether the run between a keyframe and the next one, and before an instant, may have something.
type MayHold<'l, 'e> = dyn FnMut(&mut Timeline<'e>, usize, u64) -> Result<bool, Diverged> + 'l;

/// What has come of looking through a run.
pub enum Scan<T> {
    /// This was found.
    Found(T),
    /// There is nothing of it.
    Nothing,
    /// Nobody wanted to wait any longer.
    GaveUp,
}

impl<'e> Timeline<'e> {
    /// Runs a snapshot on to an instant, leaving others behind if that is far.
    pub(super) fn approach(&mut self, there: &mut Cursor, count: u64) -> Result<(), Diverged> {
        let way = count.saturating_sub(there.machine.count);
        let step = (way / PARTS).max(PART_MIN);
        let mut pages = 0;
        while there.machine.count < count {
            let rest = count - there.machine.count;
            let part = if rest > step { step } else { rest };
            let until = Until::count(there.machine.count + part);
            there.replay(&self.log, &mut *self.engine, &until)?;
            if there.machine.count < count || way > PART_MIN {
                pages += there.machine.memory.dirty_pages();
                if pages <= NEAR_PAGES_MAX {
                    self.leave(there);
                }
            }
        }
        if way == 0 {
            there.replay(&self.log, &mut *self.engine, &Until::count(count))?;
        }
        Ok(())
    }

    fn leave(&mut self, there: &mut Cursor) {
        let count = there.machine.count;
        let idx = self.near.partition_point(|near| near.machine.count < count);
        if self.near.get(idx).is_some_and(|near| near.machine.count == count) {
            return;
        }
        let copy = Cursor { machine: there.machine.snapshot(), next: there.next };
        self.near.insert(idx, copy);
        if self.near.len() > NEAR_MAX {
            // Whatever is farthest from here is missed least.
            let first = self.near.first().map_or(0, |near| count.abs_diff(near.machine.count));
            let last = self.near.last().map_or(0, |near| count.abs_diff(near.machine.count));
            if first > last {
                self.near.remove(0);
            } else {
                self.near.pop();
            }
        }
    }

    /// The last instant before `limit` at which a run that stops as `until` says would stop, and
    /// `accept` agrees. What `until` watches lets spans be skipped if it has no breakpoints.
    pub fn find_back(
        &mut self,
        limit: u64,
        until: &Until,
        accept: &mut dyn FnMut(&Machine, &Stop) -> bool,
        patience: &mut Patience<'_>,
    ) -> Result<Found, Diverged> {
        let watches = Arc::clone(&until.watches);
        let is_pages_only = until.breakpoints.is_empty()
            && !watches.is_empty()
            && watches.iter().all(|watch| !watch.reads);
        let mut may_hold = |timeline: &mut Self, idx, _| {
            let keyframes = &timeline.keyframes;
            let is_written = |watch: &Watch| keyframes.may_write(idx, watch.first, watch.last);
            Ok(!is_pages_only || watches.iter().any(is_written))
        };
        let mut last_hit = |timeline: &mut Self, low, high| {
            let mut cursor = timeline.cursor_at(low)?;
            // What is watched stops a run behind the access. At the end of a part that is for the
            // part, at the end of all it would not be before the limit.
            let last = if high >= limit { high - 1 } else { high };
            timeline.last_hit(&mut cursor, last, until, accept)
        };
        let found = self.scan_back(limit, &mut may_hold, &mut last_hit, patience)?;
        Ok(match found {
            Scan::Found((count, stop)) => Found::At(count, stop),
            Scan::Nothing => Found::Nothing,
            Scan::GaveUp => Found::GaveUp,
        })
    }

    /// Shows the parts of a run before an instant, each by its first instant and the one behind its
    /// last, from the last to the first, until one of them has something.
    pub fn scan_back<T>(
        &mut self,
        limit: u64,
        may_hold: &mut MayHold<'_, 'e>,
        look: &mut Look<'_, 'e, T>,
        patience: &mut Patience<'_>,
    ) -> Result<Scan<T>, Diverged> {
        let mut upper = limit.min(self.end_count());
        while upper > self.start_count() {
            let idx = self.keyframes.before(upper - 1);
            let lower = self.keyframes.get(idx).map_or(0, Keyframe::count);
            if !may_hold(self, idx, upper)? {
                upper = lower;
                if !patience(upper) {
                    return Ok(Scan::GaveUp);
                }
                continue;
            }
            // On the way to the last instant snapshots are left, which divide the span.
            drop(self.cursor_at(upper - 1)?);
            while upper > lower {
                if !patience(upper) {
                    return Ok(Scan::GaveUp);
                }
                let low = self.nearest(upper - 1).map_or(lower, |near| near.machine.count);
                if let Some(found) = look(self, low, upper)? {
                    return Ok(Scan::Found(found));
                }
                upper = low;
            }
        }
        Ok(Scan::Nothing)
    }

    /// Runs from an instant on to another as `until` says; where it stops before that, if it does.
    /// What stops it there is the next instruction, or the last one.
    pub fn probe(
        &mut self,
        from: u64,
        to: u64,
        until: &Until,
        engine: &mut dyn Engine,
    ) -> Result<Option<u64>, Diverged> {
        let mut cursor = self.cursor_at(from)?;
        let stop = cursor.replay(&self.log, engine, &Until { count: to, ..until.clone() })?;
        let count = cursor.machine.count;
        let has_stopped = match stop {
            Stop::Budget => false,
            Stop::Breakpoint => count < to,
            _ => true,
        };
        Ok(has_stopped.then_some(count))
    }

    /// The instant of a keyframe.
    pub fn keyframe_count(&self, idx: usize) -> u64 {
        self.keyframes.get(idx).map_or(0, Keyframe::count)
    }

    /// Whether a page of a range may have been written between a keyframe and the next one.
    pub fn may_write(&self, idx: usize, first: u32, last: u32) -> bool {
        self.keyframes.may_write(idx, first, last)
    }

    /// The last hit from a snapshot on and no later than an instant.
    fn last_hit(
        &mut self,
        cursor: &mut Cursor,
        count: u64,
        until: &Until,
        accept: &mut dyn FnMut(&Machine, &Stop) -> bool,
    ) -> Result<Option<(u64, Stop)>, Diverged> {
        let mut last = None;
        let mut until = Until { count, passed: None, ..until.clone() };
        loop {
            let stop = cursor.replay(&self.log, &mut *self.engine, &until)?;
            if stop == Stop::Budget {
                return Ok(last);
            }
            if accept(&cursor.machine, &stop) {
                last = Some((cursor.machine.count, stop));
            }
            until.passed = Some(cursor.machine.instant());
        }
    }

    /// Lets another engine run the machine from now on, and gives the one before it.
    pub fn replace_engine(&mut self, engine: Box<dyn Engine + 'e>) -> Box<dyn Engine + 'e> {
        std::mem::replace(&mut self.engine, engine)
    }
}
