//! A call that runs to its return.
//!
//! The run goes on with its own engine, with a breakpoint at the return address, and a copy follows
//! it and knows which calls are open. After a while only the breakpoint is left, because a call may
//! take 10⁹ instructions: it sees a return as long as the calling instruction is not executed once
//! more and nothing but a return leads there. When that happens, the copy catches up and the two go
//! on together.

use jetan_machine::{Breakpoints, Host, StopConditions};
use jetan_run::timeline::{ReplayDiverged, Timeline, TimelineFollower};
use jetan_run::{YieldPoint, at_once};

use super::{Arrival, Debugger, SLICE_INSTRUCTIONS};
use crate::recent::recent;
use crate::transfer::{CallWatcher, OpenCalls, is_register_jump, link};

/// The first slice of a call that is followed, in instructions. A return that goes astray is
/// noticed at the end of a slice, and by then the program has gone on; so slices begin short.
const FIRST_SLICE_INSTRUCTIONS: u64 = 1 << 10;
/// A call is followed for so many instructions, about a tenth of a second.
///
/// A return that goes astray later than that is not noticed, and the step ends where the run does.
/// To notice it, the copy would have to look at every later instruction as well: a call of 10⁹
/// instructions would take six seconds more, and a stop at a breakpoint inside it as much.
const FOLLOWED_INSTRUCTIONS: u64 = 1 << 24;

/// A call that runs to its return.
pub(super) struct CallRun {
    /// A copy of the run, and the calls that are open there.
    copy: TimelineFollower<CallWatcher>,
    /// The return address.
    back: u32,
    /// The instruction that called.
    site: u32,
    mode: FollowMode,
    /// Instructions until the copy is asked next.
    slice: u64,
    /// The count up to which the copy follows without a reason.
    followed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FollowMode {
    /// The copy follows.
    Followed,
    /// The copy was left where it is.
    Alone,
    /// The copy is on its way to the run.
    CatchingUp,
}

impl CallRun {
    /// A run stands somewhere inside a call, but in none that this has made; it is to return to an
    /// address.
    pub(super) fn new(timeline: &Timeline<'_>, back: u32) -> CallRun {
        let watcher = |machine: &_| CallWatcher::new(OpenCalls::inside(machine, back));
        CallRun {
            copy: TimelineFollower::from_here(timeline, watcher),
            back,
            site: back.wrapping_sub(link(timeline.machine())),
            mode: FollowMode::Followed,
            slice: FIRST_SLICE_INSTRUCTIONS,
            followed: timeline.count().saturating_add(FOLLOWED_INSTRUCTIONS),
        }
    }
}

impl Debugger<'_> {
    /// Goes on with a call, to its return or to a reason to stop on the way.
    pub(super) async fn run_call(
        &mut self,
        call: &mut CallRun,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        loop {
            let arrival = match call.mode {
                FollowMode::Followed => self.run_followed(call, host)?,
                FollowMode::Alone => self.run_alone(call, host)?,
                FollowMode::CatchingUp => self.catch_up(call, host)?,
            };
            if let Some(arrival) = arrival {
                return Ok(arrival);
            }
            if !point.reach(self.timeline.count()).await {
                return Ok(Arrival::GaveUp);
            }
        }
    }

    /// Runs for a slice, and lets the copy follow.
    fn run_followed(
        &mut self,
        call: &mut CallRun,
        host: &mut dyn Host,
    ) -> Result<Option<Arrival>, ReplayDiverged> {
        let (arrival, is_at_back) = self.run_slice(&[call.back], call.slice, host)?;
        // Doubling keeps the number of slices small for a call that takes long.
        call.slice = (2 * call.slice).min(SLICE_INSTRUCTIONS);
        call.copy.follow_to(&self.timeline, self.timeline.count())?;
        if call.copy.engine.has_returned() {
            return self.land(call, arrival, host).map(Some);
        }
        if is_at_back {
            // Something deeper has come to the same place: only the copy can decide.
            call.followed = u64::MAX;
        }
        let is_long = self.timeline.count() >= call.followed;
        // With a watched register the run is interpreted anyway, and following costs no more than
        // that.
        if is_long && self.watched_registers().is_empty() {
            call.mode = FollowMode::Alone;
        }
        Ok((arrival != Arrival::There).then_some(arrival))
    }

    /// Runs for a slice without the copy.
    fn run_alone(
        &mut self,
        call: &mut CallRun,
        host: &mut dyn Host,
    ) -> Result<Option<Arrival>, ReplayDiverged> {
        let (arrival, is_met) =
            self.run_slice(&[call.back, call.site], SLICE_INSTRUCTIONS, host)?;
        if !is_met {
            return Ok((arrival != Arrival::There).then_some(arrival));
        }
        // The calling instruction was not executed again, or the run would have stopped there: the
        // return belongs to this call.
        if self.machine().pc == call.back && self.has_jumped_by_register()? {
            return Ok(Some(Arrival::There));
        }
        call.mode = FollowMode::CatchingUp;
        // From here on the breakpoint alone cannot decide, so the copy is not left behind again.
        call.followed = u64::MAX;
        Ok(None)
    }

    /// Lets the copy follow for a slice.
    fn catch_up(
        &mut self,
        call: &mut CallRun,
        host: &mut dyn Host,
    ) -> Result<Option<Arrival>, ReplayDiverged> {
        let here = self.timeline.count();
        let to = here.min(call.copy.count().saturating_add(SLICE_INSTRUCTIONS));
        call.copy.follow_to(&self.timeline, to)?;
        if call.copy.engine.has_returned() {
            return self.land(call, Arrival::There, host).map(Some);
        }
        if to == here {
            call.mode = FollowMode::Followed;
        }
        Ok(None)
    }

    /// Runs for so many instructions; whether it has stopped before one of these addresses.
    fn run_slice(
        &mut self,
        addresses: &[u32],
        instructions: u64,
        host: &mut dyn Host,
    ) -> Result<(Arrival, bool), ReplayDiverged> {
        let mut until = self.until();
        let all = until.breakpoints.addresses().iter().chain(addresses);
        until.breakpoints = all.copied().collect::<Breakpoints>();
        until.count = self.timeline.count().saturating_add(instructions);
        let mut is_met = false;
        let mut accept = |machine: &jetan_machine::Machine| {
            is_met = addresses.contains(&machine.pc);
            is_met
        };
        // A slice is done at once; the caller yields between two of them.
        let arrival = at_once(self.run_watched(host, &mut accept, until, &YieldPoint::NONE))?;
        Ok((arrival, is_met))
    }

    /// Stands where the copy has seen the call return to. If the run has gone on from there, it
    /// knows its future, and whatever stopped it there is still to come.
    fn land(
        &mut self,
        call: &CallRun,
        arrival: Arrival,
        host: &mut dyn Host,
    ) -> Result<Arrival, ReplayDiverged> {
        // With delayed branching the return takes effect one instruction later.
        let slot = u64::from(self.machine().settings().delayed_branching);
        let landing = call.copy.count().saturating_add(slot);
        if self.timeline.count() > landing {
            self.timeline.go_to(landing)?;
            return Ok(Arrival::There);
        }
        if self.timeline.count() < landing {
            let until = StopConditions::count(landing);
            self.timeline.run(host, &until)?;
        }
        // The service that waits is the next instruction: the step itself is done.
        Ok(if let Arrival::Waiting(_) = arrival { Arrival::There } else { arrival })
    }

    /// Whether a `jr` has led here.
    fn has_jumped_by_register(&mut self) -> Result<bool, ReplayDiverged> {
        let slot = u64::from(self.machine().settings().delayed_branching);
        let before = at_once(recent(&mut self.timeline, 1 + slot, &YieldPoint::NONE))?;
        let jump = before.first().filter(|_| before.len() as u64 == 1 + slot);
        Ok(jump.is_some_and(|executed| is_register_jump(self.machine(), executed.pc)))
    }
}
