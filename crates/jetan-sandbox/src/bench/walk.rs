//! Looking into a run where it comes to certain addresses.

use jetan_machine::stop::Instant;
use jetan_machine::{Machine, Until};
use jetan_run::{Pause, Session, YieldPoint};

use super::{Bench, SLICE};
use crate::sandbox::{Feed, Sandbox};

/// A run that pauses at addresses.
pub struct Walk<'b, 'f> {
    session: Session<'b>,
    sandbox: Sandbox<'f>,
    point: YieldPoint,
    /// The step at which it paused last.
    passed: Option<Instant>,
}

impl Bench<'_> {
    /// Begins to run the program from its start, for so many instructions at most.
    pub fn walk<'f>(&mut self, feed: &'f Feed, instructions: u64) -> Walk<'_, 'f> {
        let mut machine = self.machine();
        // The same seed as a run with this feed has, or a walk would show another game than the one
        // that is judged.
        machine.set_circumstances(machine.clock(), Some(feed.seed.unwrap_or(self.seed)));
        let (sandbox, point) = (Sandbox::new(feed, self.limits), self.point.clone());
        let mut session = Session::new(machine, Box::new(&mut *self.engine));
        session.counts_work = true;
        session.count_max = instructions;
        Walk { session, sandbox, point, passed: None }
    }
}

impl Walk<'_, '_> {
    /// Runs on to the next of some addresses; none if the program
    /// ends, waits for input or takes too long before it comes there.
    pub async fn next(&mut self, addresses: &[u32]) -> Option<&Machine> {
        let breakpoints = addresses.iter().copied().collect();
        // Without `passed` the breakpoint at which the machine stands would stop it again at once.
        let mut until = Until { breakpoints, passed: self.passed, ..Until::default() };
        loop {
            let slice = self.session.machine().count.saturating_add(SLICE);
            until.count = self.session.count_max.min(slice);
            match self.session.advance(&mut self.sandbox, &until) {
                // Not `reach`: a walk is short by its own bound and is done to its end, so that its
                // result does not depend on the time.
                Pause::Going => self.point.pass(self.session.machine().count).await,
                Pause::Stopped(_) => {
                    self.passed = Some(self.session.machine().instant());
                    return Some(self.session.machine());
                }
                Pause::Waiting(_) | Pause::Ended(_) => return None,
            }
        }
    }

    /// A copy of the machine as it stands.
    pub fn snapshot(&mut self) -> Machine {
        self.session.snapshot()
    }
}
