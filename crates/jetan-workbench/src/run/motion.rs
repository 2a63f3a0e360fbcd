//! Getting from one instant to another, a slice at a time.

use std::cell::RefCell;

use jetan_debug::Arrival;
use jetan_debug::point::Target;
use jetan_isa::Reg;
use jetan_machine::Stop;
use jetan_machine::stop::{Exit, Wait};
use jetan_run::timeline::Diverged;

use super::state::{Reason, Registers};
use super::{Pace, Run};
use crate::carrier::Carrier;
use crate::limits;
use crate::message::Refusal;
use crate::workbench::Next;
use crate::world::Outside;

/// The most instructions that a statement becomes.
const STATEMENT_MAX: u32 = 32;
/// Statements in a slice of a run that is slowed down.
const PACED_MAX: u64 = 10_000;

/// Where a run is going.
#[derive(Clone, Debug)]
pub(crate) enum Motion {
    /// On, to a reason to stop.
    Go,
    /// So many statements.
    Statements(u64),
    /// To a count, and why.
    Count(u64, &'static str),
    /// Statements with their calls as a whole, so many.
    Over(u64),
    /// To where a call returns, by a point of the debugger that is there only for this; then on
    /// with what is left of an `Over`.
    Return(u32, Option<u64>),
}

impl Run {
    /// Begins to move; the next slices carry it on.
    pub(super) fn set_out(&mut self, motion: Motion) {
        self.halt();
        self.before = Registers::of(self.debugger.machine());
        self.motion = Some(motion);
        self.is_state_due = true;
        if let Some(pace) = &mut self.pace {
            pace.since_ms = 0;
        }
    }

    /// Gives up where it was going.
    pub(super) fn halt(&mut self) {
        if let Some(Motion::Return(point, _)) = self.motion.take() {
            self.debugger.remove(point);
        }
        self.wait = None;
    }

    pub(super) fn stop_for(&mut self, reason: Reason) {
        self.halt();
        self.reason = reason;
        self.is_state_due = true;
    }

    /// Goes on for a slice, or looks at what has been done so far for one, in turns.
    pub(crate) fn advance(&mut self, carrier: &mut dyn Carrier) -> Next {
        if self.insight.takes_turn(&self.debugger) {
            self.insight.advance(&self.debugger, carrier);
            return Next::Now;
        }
        let next = self.go_further_on(carrier);
        if self.insight.is_behind(&self.debugger) { Next::Now } else { next }
    }

    /// Goes on for a slice.
    pub(super) fn go_further_on(&mut self, carrier: &mut dyn Carrier) -> Next {
        let Some(motion) = self.motion.clone() else { return Next::Never };
        let now_ms = carrier.now_ms();
        match self.wait {
            Some(Wait::Input) if !self.world.has_input() => return Next::Never,
            Some(Wait::Dialog) if self.world.dialog.is_some() => return Next::Never,
            Some(Wait::Until(ms)) if now_ms < ms => return Next::At(ms),
            Some(Wait::Input | Wait::Dialog) => self.is_state_due = true,
            _ => {}
        }
        self.wait = None;
        if self.is_recording_full() {
            let text = "the recording of this run is full: what is recorded can be looked at, and \
                        a reset begins a new one";
            self.stop_for(Reason { kind: "full", point: None, text: Some(text.to_owned()) });
            return Next::Never;
        }
        let arrived = match motion {
            Motion::Go if self.pace.is_some() => self.go_slowly(carrier, now_ms),
            Motion::Over(left) if self.debugger.is_at_call() => Ok(self.call_whole(left)),
            Motion::Statements(left) => self.step_often(left, carrier),
            motion => self.go(&motion, carrier).map(|arrival| self.arrive(arrival)),
        };
        arrived.unwrap_or_else(|diverged| {
            let text = Some(Refusal::from(diverged).message);
            self.stop_for(Reason { kind: "internal", point: None, text });
            Next::Never
        })
    }

    /// Whether the run cannot go on because of what it has asked for so far.
    fn is_recording_full(&self) -> bool {
        let timeline = &self.debugger.timeline;
        timeline.is_at_end() && timeline.recorded_bytes() > limits::RECORDING_BYTES_MAX
    }

    fn go(&mut self, motion: &Motion, carrier: &mut dyn Carrier) -> Result<Arrival, Diverged> {
        let carrier = RefCell::new(carrier);
        let mut outside = Outside { world: &mut self.world, carrier: &carrier };
        let mut patience = |_| {
            let mut carrier = carrier.borrow_mut();
            carrier.has_time() && !carrier.is_interrupted()
        };
        let debugger = &mut self.debugger;
        match *motion {
            Motion::Go | Motion::Return(..) => debugger.go_on(&mut outside, &mut patience),
            Motion::Count(count, _) => debugger.go_to(count, &mut outside, &mut patience),
            // An instruction is done or not: giving up in it would lose count.
            Motion::Statements(_) => debugger.step(&mut outside, &mut |_| true),
            Motion::Over(_) => debugger.step_instructions(1, &mut outside, &mut |_| true),
        }
    }

    /// Executes statements for a slice.
    fn step_often(&mut self, left: u64, carrier: &mut dyn Carrier) -> Result<Next, Diverged> {
        for left in (0..left).rev() {
            let arrival = self.go(&Motion::Statements(1), carrier)?;
            if arrival != Arrival::There {
                return Ok(self.arrive(arrival));
            }
            self.motion = Some(Motion::Statements(left));
            if left > 0 && (!carrier.has_time() || carrier.is_interrupted()) {
                return Ok(Next::Now);
            }
        }
        self.stop_for(Reason::of("step"));
        Ok(Next::Never)
    }

    /// What follows from having come somewhere.
    fn arrive(&mut self, arrival: Arrival) -> Next {
        match arrival {
            Arrival::GaveUp => return Next::Now,
            Arrival::Waiting(wait) => return self.wait_for(wait),
            Arrival::There => return self.go_further(),
            Arrival::Breakpoint(id) => {
                if let Some(Motion::Return(point, left)) = self.motion
                    && point == id
                {
                    self.debugger.remove(point);
                    self.motion = Some(Motion::Over(left.unwrap_or(0)));
                    return self.finish_statement();
                }
                self.mark("breakpoint");
                self.stop_for(Reason { kind: "breakpoint", point: Some(id), text: None });
            }
            Arrival::Watchpoint(id, hit) => {
                self.mark("breakpoint");
                let line = self.debugger.names.line(hit.pc);
                let by = line.map_or_else(
                    || format!("{:#010x}", hit.pc),
                    |line| format!("{} `{}`", line.place(), line.text),
                );
                let text = Some(format!("accessed by {by}"));
                self.stop_for(Reason { kind: "watch", point: Some(id), text });
            }
            Arrival::Condition(id, mistake) => {
                let text = format!("the condition cannot be computed: {}", mistake.message);
                self.stop_for(Reason { kind: "condition", point: Some(id), text: Some(text) });
            }
            Arrival::Ended(stop) => self.end(&stop),
            Arrival::Beginning => self.stop_for(Reason::of("beginning")),
            Arrival::NotFound => self.stop_for(Reason::of("not-found")),
        }
        Next::Never
    }

    pub(super) fn arrive_back(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::There => self.stop_for(Reason::of("step")),
            Arrival::GaveUp => self.stop_for(Reason::of("pause")),
            arrival => {
                self.arrive(arrival);
            }
        }
    }

    fn wait_for(&mut self, wait: Wait) -> Next {
        self.wait = Some(wait);
        match wait {
            Wait::Until(ms) => return Next::At(ms),
            Wait::Input => self.reason = Reason::of("input"),
            Wait::Dialog => {
                self.reason = Reason::of("dialog");
                self.is_dialog_due = true;
            }
        }
        self.is_state_due = true;
        Next::Never
    }

    fn end(&mut self, stop: &Stop) {
        let kind = match stop {
            Stop::Exited(Exit::DroppedOff) => "off-the-end",
            Stop::Faulted { .. } => {
                self.mark("fault");
                "fault"
            }
            _ => "exit",
        };
        self.stop_for(Reason::of(kind));
    }

    /// A part of the way is done.
    fn go_further(&mut self) -> Next {
        match self.motion {
            Some(Motion::Over(_)) => self.finish_statement(),
            Some(Motion::Count(_, why)) => {
                self.stop_for(Reason::of(why));
                Next::Never
            }
            _ => {
                self.stop_for(Reason::of("step"));
                Next::Never
            }
        }
    }

    /// An instruction or a call of an `Over` is done: the next statement, the next instruction of
    /// this one, or the end.
    fn finish_statement(&mut self) -> Next {
        let Some(Motion::Over(left)) = self.motion else { return Next::Never };
        if self.debugger.names.is_first(self.debugger.machine().pc) {
            if left <= 1 {
                self.stop_for(Reason::of("step"));
                return Next::Never;
            }
            self.motion = Some(Motion::Over(left - 1));
        }
        Next::Now
    }

    /// Sets out for the return of the call that is next.
    fn call_whole(&mut self, left: u64) -> Next {
        let machine = self.debugger.machine();
        let (pc, sp) = (machine.pc, machine.registers.get(Reg::SP));
        self.return_to(pc, sp, Some(left))
    }

    /// Sets out for where a call at an address comes back, with the stack as it was.
    pub(super) fn return_to(&mut self, pc: u32, sp: u32, left: Option<u64>) -> Next {
        let is_delayed = self.debugger.machine().settings().delayed_branching;
        let back = pc.wrapping_add(if is_delayed { 8 } else { 4 });
        // A deeper call of the same procedure returns to the same place, further down. Addresses
        // are compared as signed numbers, which is right within one half of memory.
        let condition = self.debugger.expression(&format!("$sp >= {}", sp.cast_signed()));
        let Some(point) = self.debugger.add(Target::Address(back)) else {
            self.stop_for(Reason::of("step"));
            return Next::Never;
        };
        if let Some(point) = self.debugger.point_mut(point) {
            point.condition = condition.ok();
        }
        self.motion = Some(Motion::Return(point, left));
        Next::Now
    }

    /// Goes on by as many statements as are due.
    fn go_slowly(&mut self, carrier: &mut dyn Carrier, now_ms: i64) -> Result<Next, Diverged> {
        let Some(Pace { per_second, since_ms, done }) = &mut self.pace else {
            return Ok(Next::Never);
        };
        let per_second = *per_second;
        if *since_ms == 0 || now_ms < *since_ms {
            (*since_ms, *done) = (now_ms, 0);
        }
        let (since_ms, done) = (*since_ms, *done);
        let due = ((now_ms - since_ms) as f64 * per_second / 1000.0) as u64;
        let steps = due.saturating_sub(done).min(PACED_MAX);
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
        if due > done + PACED_MAX {
            // This machine is slower than wanted: what was missed is not made up for.
            self.pace = Some(Pace { per_second, since_ms: now_ms, done: 0 });
        }
        let next_ms = since_ms + ((done + 1) as f64 * 1000.0 / per_second).ceil() as i64;
        Ok(if next_ms <= now_ms { Next::Now } else { Next::At(next_ms) })
    }

    /// Executes a statement, unless there is a reason to stop in it.
    fn step_to_stop(&mut self, carrier: &mut dyn Carrier) -> Result<Arrival, Diverged> {
        let carrier = RefCell::new(carrier);
        let mut outside = Outside { world: &mut self.world, carrier: &carrier };
        for _ in 0..STATEMENT_MAX {
            let count = self.debugger.timeline.count() + 1;
            let arrival = self.debugger.go_on_to(count, &mut outside, &mut |_| true)?;
            if arrival != Arrival::There || self.debugger.names.is_first(self.debugger.machine().pc)
            {
                return Ok(arrival);
            }
        }
        Ok(Arrival::There)
    }
}
