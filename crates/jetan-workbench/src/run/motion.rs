//! Getting from one step to another, a slice at a time.

use std::cell::RefCell;

use jetan_debug::{Arrival, ArrivalPlan, StepPlan};
use jetan_machine::stop::WaitReason;
use jetan_run::RunEnd;
use jetan_run::timeline::ReplayDiverged;
use jetan_run::{SlicedJob, YieldPoint, at_once};
use jetan_wire::{MarkKind, ReasonKind};

use super::state::{StandReason, StoppedRegisters};
use super::{DebuggedRun, RunPace};
use crate::host::{RunBounds, WorkbenchHost};
use crate::message::RequestError;
use crate::run_host::SliceHost;
use crate::workbench::WakeTime;

/// The most instructions that a statement becomes.
const STATEMENT_INSTRUCTIONS_MAX: u32 = 32;
/// Statements in a slice of a run that is slowed down.
const PACED_STATEMENTS_MAX: u64 = 10_000;

/// The goal of a run.
pub(crate) enum RunMotion {
    /// On, to a reason to stop.
    Go,
    /// To a count, and why.
    Count(u64, ReasonKind),
    /// As a step of the debugger leads.
    Step(StepPlan),
    /// To where an instruction is executed as often as is planned; back to a count if it is not.
    Arrival { plan: ArrivalPlan, home: u64 },
}

impl DebuggedRun {
    /// Begins to move; the next slices carry it on.
    pub(super) fn begin_motion(&mut self, motion: RunMotion) {
        self.clear_motion();
        self.before = StoppedRegisters::of(self.debugger.machine());
        self.motion = Some(motion);
        self.is_state_due = true;
        if let Some(pace) = &mut self.pace {
            // The time that the run stood still must not be made up for.
            pace.since_ms = 0;
        }
    }

    /// Gives up where it was going.
    pub(super) fn clear_motion(&mut self) {
        self.motion = None;
        self.wait = None;
        self.forget_landmarks();
    }

    /// Stays where it is, if it was going anywhere.
    pub(super) fn pause_motion(&mut self) {
        // A pause of a run that stands must not replace the reason for which it stands.
        if self.motion.is_some() {
            self.stop_for(StandReason::of(ReasonKind::Pause));
        }
    }

    pub(super) fn stop_for(&mut self, reason: StandReason) {
        self.clear_motion();
        self.reason = reason;
        self.is_state_due = true;
    }

    /// Goes on for a slice, or looks at what has been done so far for one, in turns.
    pub(crate) fn advance(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        if self.insight.takes_next_slice(&self.debugger) {
            self.insight.advance(&self.debugger, carrier);
            return WakeTime::Now;
        }
        let next = self.advance_motion(carrier);
        if self.insight.is_behind(&self.debugger) { WakeTime::Now } else { next }
    }

    /// Goes on for a slice.
    pub(super) fn advance_motion(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        if self.motion.is_none() {
            return WakeTime::Never;
        }
        let now_ms = carrier.now_ms();
        match self.wait {
            Some(WaitReason::Input) if !self.world.has_input() => return WakeTime::Never,
            Some(WaitReason::Dialog) if self.world.dialog.is_some() => return WakeTime::Never,
            Some(WaitReason::Until(ms)) if now_ms < ms => return WakeTime::At(ms),
            // The answer has come: the state changes from waiting to running, which the client is
            // told even if the next slice waits again.
            Some(WaitReason::Input | WaitReason::Dialog) => self.is_state_due = true,
            _ => {}
        }
        self.wait = None;
        // Before the slice, so that a run that is full cannot grow by one slice for every request
        // to go on.
        if self.is_recording_full(carrier.bounds()) {
            let text = "the recording of this run is full: what is recorded can be looked at, and \
                        a reset begins a new one";
            self.stop_for(StandReason {
                kind: ReasonKind::Full,
                point: None,
                text: Some(text.to_owned()),
            });
            return WakeTime::Never;
        }
        let arrived = match self.motion {
            Some(RunMotion::Go) if self.pace.is_some() => self.go_slowly(carrier, now_ms),
            _ => self.go(carrier).map(|arrival| self.arrive(arrival)),
        };
        arrived.unwrap_or_else(|diverged| {
            let text = Some(RequestError::from(diverged).message);
            self.stop_for(StandReason { kind: ReasonKind::Internal, point: None, text });
            WakeTime::Never
        })
    }

    /// Whether the run cannot go on because of what it has asked for so far.
    fn is_recording_full(&self, bounds: RunBounds) -> bool {
        let timeline = &self.debugger.timeline;
        timeline.is_at_end() && timeline.recorded_bytes() > bounds.recording_bytes
    }

    fn go(&mut self, carrier: &mut dyn WorkbenchHost) -> Result<Arrival, ReplayDiverged> {
        // Shared by the host, which asks for files and time, and by the question whether there is
        // time; never by both at once.
        let carrier = RefCell::new(carrier);
        let mut outside = SliceHost { world: &mut self.world, carrier: &carrier };
        let (debugger, host) = (&mut self.debugger, &mut outside);
        let motion = &mut self.motion;
        let slice = async |point: YieldPoint| match motion {
            None | Some(RunMotion::Go) => debugger.go_on(host, &point).await,
            Some(RunMotion::Count(count, _)) => debugger.go_to(*count, host, &point).await,
            Some(RunMotion::Step(plan)) => debugger.advance(plan, host, &point).await,
            Some(RunMotion::Arrival { plan, .. }) => debugger.advance_to(plan, host, &point).await,
        };
        SlicedJob::new(slice).finish(&mut |_| carrier.borrow_mut().has_time())
    }

    /// Handles the arrival at a step.
    fn arrive(&mut self, arrival: Arrival) -> WakeTime {
        if let (Some(RunMotion::Arrival { home, .. }), false) =
            (&self.motion, matches!(arrival, Arrival::There | Arrival::GaveUp))
        {
            // It was known to be on the way there a moment ago.
            let _ = self.debugger.timeline.go_to(*home);
            self.stop_for(StandReason::of(ReasonKind::NotFound));
            return WakeTime::Never;
        }
        if self.arrive_at_landmark(&arrival) {
            return WakeTime::Never;
        }
        match arrival {
            // The slice is over and the motion is not; the next one carries it on.
            Arrival::GaveUp => return WakeTime::Now,
            Arrival::Waiting(wait) => return self.wait_for(wait),
            Arrival::There => {
                let why = match self.motion {
                    Some(RunMotion::Count(_, why)) => why,
                    Some(RunMotion::Arrival { .. }) => ReasonKind::Travel,
                    _ => ReasonKind::Step,
                };
                self.stop_for(StandReason::of(why));
            }
            Arrival::Breakpoint(id) => {
                self.mark(MarkKind::Breakpoint);
                self.stop_for(StandReason {
                    kind: ReasonKind::Breakpoint,
                    point: Some(id),
                    text: None,
                });
            }
            Arrival::Watchpoint(id, hit) => {
                self.mark(MarkKind::Breakpoint);
                let line = self.debugger.names.line(hit.pc);
                let by = line.map_or_else(
                    || format!("{:#010x}", hit.pc),
                    |line| format!("{} `{}`", line.place(), line.text),
                );
                let text = Some(format!("accessed by {by}"));
                self.stop_for(StandReason { kind: ReasonKind::Watch, point: Some(id), text });
            }
            Arrival::Condition(id, mistake) => {
                let text = format!("the condition cannot be computed: {}", mistake.message);
                self.stop_for(StandReason {
                    kind: ReasonKind::Condition,
                    point: Some(id),
                    text: Some(text),
                });
            }
            Arrival::Ended(end) => self.end(&end),
            Arrival::Beginning => self.stop_for(StandReason::of(ReasonKind::Beginning)),
            Arrival::NotFound => self.stop_for(StandReason::of(ReasonKind::NotFound)),
            Arrival::NotInCall => self.stop_for(StandReason::of(ReasonKind::NotInCall)),
        }
        WakeTime::Never
    }

    pub(super) fn arrive_back(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::There => self.stop_for(StandReason::of(ReasonKind::Step)),
            Arrival::GaveUp => self.stop_for(StandReason::of(ReasonKind::Pause)),
            arrival => {
                self.arrive(arrival);
            }
        }
    }

    fn wait_for(&mut self, wait: WaitReason) -> WakeTime {
        self.wait = Some(wait);
        match wait {
            WaitReason::Until(ms) => return WakeTime::At(ms),
            WaitReason::Input => self.reason = StandReason::of(ReasonKind::Input),
            WaitReason::Dialog => {
                self.reason = StandReason::of(ReasonKind::Dialog);
                self.is_dialog_due = true;
            }
        }
        self.is_state_due = true;
        WakeTime::Never
    }

    fn end(&mut self, end: &RunEnd) {
        if end.is_fault() {
            self.mark(MarkKind::Fault);
        }
        self.stop_for(StandReason::ended(end));
    }

    /// Goes on by as many statements as are due.
    fn go_slowly(
        &mut self,
        carrier: &mut dyn WorkbenchHost,
        now_ms: i64,
    ) -> Result<WakeTime, ReplayDiverged> {
        let Some(RunPace { per_second, since_ms, done }) = &mut self.pace else {
            return Ok(WakeTime::Never);
        };
        let per_second = *per_second;
        if *since_ms == 0 || now_ms < *since_ms {
            (*since_ms, *done) = (now_ms, 0);
        }
        let (since_ms, done) = (*since_ms, *done);
        let due = ((now_ms - since_ms) as f64 * per_second / 1000.0) as u64;
        // Computed from the start of the pace and not per slice, so that rounding does not slow the
        // run down.
        let steps = due.saturating_sub(done).min(PACED_STATEMENTS_MAX);
        for step in 0..steps {
            let arrival = self.step_to_stop(carrier)?;
            if arrival != Arrival::There {
                return Ok(self.arrive(arrival));
            }
            if let Some(pace) = &mut self.pace {
                pace.done = done + step + 1;
            }
            if !carrier.has_time() {
                break;
            }
        }
        let done = self.pace.as_ref().map_or(0, |pace| pace.done);
        if due > done + PACED_STATEMENTS_MAX {
            // This machine is slower than wanted: what was missed is not made up for.
            self.pace = Some(RunPace { per_second, since_ms: now_ms, done: 0 });
        }
        let next_ms = since_ms + ((done + 1) as f64 * 1000.0 / per_second).ceil() as i64;
        Ok(if next_ms <= now_ms { WakeTime::Now } else { WakeTime::At(next_ms) })
    }

    /// Executes a statement, unless there is a reason to stop in it.
    fn step_to_stop(&mut self, carrier: &mut dyn WorkbenchHost) -> Result<Arrival, ReplayDiverged> {
        let carrier = RefCell::new(carrier);
        let mut outside = SliceHost { world: &mut self.world, carrier: &carrier };
        for _ in 0..STATEMENT_INSTRUCTIONS_MAX {
            let count = self.debugger.timeline.count() + 1;
            let arrival = at_once(self.debugger.go_on_to(count, &mut outside, &YieldPoint::NONE))?;
            // A pseudo-instruction is several instructions; a slow run shows statements, as they
            // stand in the source.
            if arrival != Arrival::There || self.debugger.names.is_first(self.debugger.machine().pc)
            {
                return Ok(arrival);
            }
        }
        Ok(Arrival::There)
    }
}
