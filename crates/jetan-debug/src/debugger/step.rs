//! Steps: instructions, statements, over calls and out of procedures, in both directions.

use jetan_isa::Reg;
use jetan_machine::{Breakpoints, Host, Stop, Until};
use jetan_run::timeline::{Diverged, Found, Patience, Scan};

use super::{Arrival, Debugger};
use crate::calls;
use crate::watcher::Wanted;

/// The most instructions that a statement becomes.
const STATEMENT_MAX: u32 = 32;

impl Debugger<'_> {
    /// Executes so many instructions, or fewer if something stops it.
    pub fn step_instructions(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        let goal = self.timeline.count().saturating_add(count);
        while self.timeline.count() < goal {
            let until = Until::count(goal.min(self.timeline.count().saturating_add(1 << 20)));
            match self.timeline.run(host, &until)? {
                stop @ (Stop::Exited(_) | Stop::Faulted { .. }) => return Ok(Arrival::Ended(stop)),
                Stop::Waiting(wait) => return Ok(Arrival::Waiting(wait)),
                _ => {}
            }
            if !patience(self.timeline.count()) {
                return Ok(Arrival::GaveUp);
            }
        }
        Ok(Arrival::There)
    }

    /// Executes a statement: the instructions that the source's line became.
    pub fn step(
        &mut self,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        for _ in 0..STATEMENT_MAX {
            let arrival = self.step_instructions(1, host, patience)?;
            if arrival != Arrival::There || self.names.is_first(self.machine().pc) {
                return Ok(arrival);
            }
        }
        Ok(Arrival::There)
    }

    /// Executes a statement, and procedures that it calls as a whole.
    pub fn step_over(
        &mut self,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        for _ in 0..STATEMENT_MAX {
            let arrival = if self.is_at_call() {
                self.call_whole(host, patience)?
            } else {
                self.step_instructions(1, host, patience)?
            };
            if arrival != Arrival::There || self.names.is_first(self.machine().pc) {
                return Ok(arrival);
            }
        }
        Ok(Arrival::There)
    }

    /// Executes the call that is next, to its return or to a reason to stop on the way.
    fn call_whole(
        &mut self,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        let delay = if self.machine().settings().delayed_branching { 8 } else { 4 };
        let back = self.machine().pc.wrapping_add(delay);
        let sp = self.machine().registers.get(Reg::SP);
        let mut until = self.until();
        let addresses = until.breakpoints.addresses().iter().copied();
        until.breakpoints = addresses.chain([back]).collect::<Breakpoints>();
        let is_back = |machine: &jetan_machine::Machine| {
            // A deeper call of the same procedure returns to the same place.
            machine.pc == back && machine.registers.get(Reg::SP) >= sp
        };
        self.run(host, &mut { is_back }, until, patience)
    }

    /// Runs until the procedure returns.
    pub fn step_out(
        &mut self,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        self.run_watched(Wanted::Return, self.until(), host, patience)
    }

    /// Goes to where an instruction is executed for the n-th time since the start, or stays if it
    /// is not that often.
    pub fn nth_arrival(
        &mut self,
        address: u32,
        times: u64,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Found, Diverged> {
        let here = self.timeline.count();
        self.timeline.go_to(0)?;
        let mut until = Until { breakpoints: [address].into_iter().collect(), ..Until::default() };
        let mut met = 0;
        let found = loop {
            until.count = self.timeline.count().saturating_add(1 << 20);
            match self.timeline.run(host, &until)? {
                Stop::Breakpoint => met += 1,
                Stop::Exited(_) | Stop::Faulted { .. } | Stop::Waiting(_) => break Found::Nothing,
                _ => {}
            }
            if met == times {
                return Ok(Found::At(self.timeline.count(), Stop::Breakpoint));
            }
            until.passed = Some(self.machine().instant());
            if !patience(self.timeline.count()) {
                break Found::GaveUp;
            }
        };
        self.timeline.go_to(here)?;
        Ok(found)
    }

    /// Takes instructions back.
    pub fn back_instructions(&mut self, count: u64) -> Result<Arrival, Diverged> {
        let here = self.timeline.count();
        if here == self.timeline.start_count() {
            return Ok(Arrival::Beginning);
        }
        self.timeline.go_to(here.saturating_sub(count))?;
        Ok(Arrival::There)
    }

    /// Takes a statement back.
    pub fn step_back(&mut self) -> Result<Arrival, Diverged> {
        for _ in 0..STATEMENT_MAX {
            let arrival = self.back_instructions(1)?;
            if arrival != Arrival::There || self.names.is_first(self.machine().pc) {
                return Ok(arrival);
            }
        }
        Ok(Arrival::There)
    }

    /// Takes a statement back, and procedures that it called as a whole.
    pub fn step_over_back(&mut self, patience: &mut Patience<'_>) -> Result<Arrival, Diverged> {
        for _ in 0..STATEMENT_MAX {
            let arrival = self.level_back(false, patience)?;
            if arrival != Arrival::There || self.names.is_first(self.machine().pc) {
                return Ok(arrival);
            }
        }
        Ok(Arrival::There)
    }

    /// Goes back to the call of the procedure.
    pub fn step_out_back(&mut self, patience: &mut Patience<'_>) -> Result<Arrival, Diverged> {
        self.level_back(true, patience)
    }

    fn level_back(
        &mut self,
        leaves: bool,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        let limit = self.timeline.count();
        if limit == self.timeline.start_count() {
            return Ok(Arrival::Beginning);
        }
        Ok(match calls::level_back(&mut self.timeline, limit, leaves, patience)? {
            Scan::Found(count) => {
                self.timeline.go_to(count)?;
                Arrival::There
            }
            Scan::Nothing => {
                self.timeline.go_to(0)?;
                Arrival::Beginning
            }
            Scan::GaveUp => Arrival::GaveUp,
        })
    }
}
