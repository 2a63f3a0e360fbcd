//! Looking into a run where it comes to certain addresses.

use jetan_machine::stop::RunPoint;
use jetan_machine::{Machine, StopConditions};
use jetan_run::{Session, SessionPause, YieldPoint};

use super::{ProgramRunner, SLICE_INSTRUCTIONS};
use crate::sandbox::{ProgramInput, SandboxHost};

/// A run that pauses at addresses.
pub struct PausingRun<'b, 'f> {
    session: Session<'b>,
    sandbox: SandboxHost<'f>,
    point: YieldPoint,
    /// The step at which it paused last.
    passed: Option<RunPoint>,
}

impl ProgramRunner<'_> {
    /// Begins to run the program from its start, for so many instructions at most.
    pub fn walk<'f>(&mut self, feed: &'f ProgramInput, instructions: u64) -> PausingRun<'_, 'f> {
        let mut machine = self.machine();
        // The same seed as a run with this feed has, or a walk would show another game than the one
        // that is judged.
        machine.set_circumstances(machine.clock(), Some(feed.seed.unwrap_or(self.seed)));
        let (sandbox, point) = (SandboxHost::new(feed, self.limits), self.point.clone());
        let mut session = Session::new(machine, Box::new(&mut *self.engine));
        session.counts_work = true;
        session.count_max = instructions;
        PausingRun { session, sandbox, point, passed: None }
    }
}

impl PausingRun<'_, '_> {
    /// Runs on to the next of some addresses; none if the program
    /// ends, waits for input or takes too long before it comes there.
    pub async fn next(&mut self, addresses: &[u32]) -> Option<&Machine> {
        let breakpoints = addresses.iter().copied().collect();
        // Without `passed` the breakpoint at which the machine stands would stop it again at once.
        let mut until =
            StopConditions { breakpoints, passed: self.passed, ..StopConditions::default() };
        loop {
            let slice = self.session.machine().count.saturating_add(SLICE_INSTRUCTIONS);
            until.count = self.session.count_max.min(slice);
            match self.session.advance(&mut self.sandbox, &until) {
                // Not `reach`: a walk is short by its own bound and is done to its end, so that its
                // result does not depend on the time.
                SessionPause::Going => self.point.pass(self.session.machine().count).await,
                SessionPause::Stopped(_) => {
                    self.passed = Some(self.session.machine().point());
                    return Some(self.session.machine());
                }
                SessionPause::Waiting(_) | SessionPause::Ended(_) => return None,
            }
        }
    }

    /// A copy of the machine as it stands.
    pub fn snapshot(&mut self) -> Machine {
        self.session.snapshot()
    }
}
