//! The budget for looking at a run, in work that is counted and not timed: the same run is
//! explained in the same way on every computer.

use jetan_machine::{Engine, Stop, StopConditions};

use super::{Timeline, has_handler};
use crate::log::EventLog;
use crate::position::{ReplayDiverged, RunPosition};

/// The cost of leaving ordinary code for an exception, a service or a device, and of coming back,
/// in instructions that are interpreted.
const BURST_COST: u64 = 200;
/// The cost of an instruction that is observed.
pub(super) const OBSERVED_COST: u64 = 3;
/// The cost of one that is only executed.
pub(super) const EXECUTED_COST: u64 = 1;
/// Instructions of a replay between two times that the work is counted.
pub(super) const CHARGE_SLICE_INSTRUCTIONS: u64 = 1 << 16;

/// The work that looking at a run may still take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkBudget {
    /// None if nobody has set a bound.
    left: Option<u64>,
    /// Instructions that were looked at since it was set.
    steps: u64,
}

impl WorkBudget {
    /// So much work, in instructions that are interpreted.
    pub fn of(work: u64) -> WorkBudget {
        WorkBudget { left: Some(work), steps: 0 }
    }

    /// The number of instructions that were looked at until it was used up; none if it was not.
    pub fn spent(&self) -> Option<u64> {
        (self.left == Some(0)).then_some(self.steps)
    }

    /// The number of instructions that can still be observed; each costs more where the program
    /// handles exceptions.
    pub(super) fn observable(&self, has_handler: bool) -> u64 {
        // With a handler every instruction is observed in a run of its own, and each of those is
        // charged as a burst.
        let price = if has_handler { OBSERVED_COST + BURST_COST } else { OBSERVED_COST };
        self.left.map_or(u64::MAX, |left| left / price)
    }

    /// Notes what was done; each time costs what a burst does, however short it was.
    pub(super) fn charge(&mut self, instructions: u64, bursts: u64, price: u64) {
        let Some(left) = &mut self.left else { return };
        let work = instructions.saturating_mul(price);
        // One more than was counted: starting the engine costs as much, and a search that restarts
        // it at every hit would otherwise be free.
        let work = work.saturating_add((bursts + 1).saturating_mul(BURST_COST));
        *left = left.saturating_sub(work);
        self.steps += instructions;
    }

    /// Replays a run as [`RunPosition::replay`] does. If the work is used up that fails as if the
    /// run had gone elsewhere; [`WorkBudget::spent`] tells which it is.
    pub(super) fn replay(
        &mut self,
        position: &mut RunPosition,
        log: &EventLog,
        engine: &mut dyn Engine,
        until: &StopConditions,
        price: u64,
    ) -> Result<Stop, ReplayDiverged> {
        // Without a bound the run is not cut into slices: each slice stops the engine once more,
        // which a debugger would pay for on every step.
        if self.left.is_none() {
            return position.replay(log, engine, until);
        }
        loop {
            // The same error as a divergence keeps every caller's signature; those who care ask
            // `spent` afterwards.
            if self.spent().is_some() {
                return Err(position.diverged());
            }
            let (count, bursts) = (position.machine.count, engine.bursts());
            // Bursts are only known after a run. A slice bounds by how much a program of nothing
            // but services can overdraw.
            let slice = until.count.min(count.saturating_add(CHARGE_SLICE_INSTRUCTIONS));
            let slice = StopConditions { count: slice, ..until.clone() };
            let stop = position.replay(log, engine, &slice)?;
            let passed = position.machine.count - count;
            self.charge(passed, engine.bursts() - bursts, price);
            // A budget stop short of the count is the end of our own slice, which the caller knows
            // nothing of.
            if stop != Stop::Budget || position.machine.count >= until.count {
                return Ok(stop);
            }
        }
    }
}

impl Timeline<'_> {
    /// The work that looking at the run may still take.
    pub fn allowance(&self) -> WorkBudget {
        self.allowance
    }

    /// Bounds what looking at the run may take from now on, and gives the bound there was. What
    /// would take more fails as [`ReplayDiverged`].
    pub fn set_allowance(&mut self, allowance: WorkBudget) -> WorkBudget {
        std::mem::replace(&mut self.allowance, allowance)
    }

    /// The number of instructions before its end that can be observed with half of what is left.
    pub fn observable(&self) -> u64 {
        // Half: getting to where the observation begins is charged to the same budget.
        self.allowance.observable(has_handler(self.end_machine())) / 2
    }
}
