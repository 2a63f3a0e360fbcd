//! What is found out about a run once it is over: by having it again from what was noted.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_debug::aftermath::Aftermath;
use jetan_debug::names::Names;
use jetan_machine::Machine;
use jetan_machine::memory::PAGE;
use jetan_run::Setup;
use jetan_run::ledger::Ledger;
use jetan_run::recording::Recording;
use jetan_run::timeline::Patience;
use jetan_run::{Keeping, Timeline};

use crate::drive::Ending;
use crate::engine::AnyEngine;
use crate::exit::Failure;
use crate::files;
use crate::plan::RunPlan;

/// Runs with more instructions are not had again: that would take as long as the run itself.
const AGAIN_MAX: u64 = 1_000_000_000;
/// The same for runs that were stopped: whoever stopped them does not want to wait.
const AGAIN_SOON_MAX: u64 = 20_000_000;

/// What having a run again in a sandbox may take for snapshots and once more for memory, in bytes:
/// the process as a whole has to stay small.
const SANDBOX_BYTES: usize = 16 << 20;

const DIVERGED: &str = "the run could not be had again";

/// What a run was made of.
pub(super) struct Scene<'r> {
    pub(super) ledger: &'r Ledger,
    pub(super) setup: &'r Setup,
    pub(super) plan: &'r RunPlan,
    pub(super) names: &'r Names,
}

impl Scene<'_> {
    /// Finds out what there is to know about an ending that was not planned.
    pub(super) fn aftermath(
        &self,
        ending: &Ending,
        machine: &Machine,
        interrupted: &AtomicBool,
    ) -> Aftermath {
        interrupted.store(false, Ordering::Relaxed);
        let again_max = match ending {
            Ending::Faulted { .. } => AGAIN_MAX,
            Ending::Limit(_) | Ending::Interrupted => AGAIN_SOON_MAX,
            _ => return Aftermath::default(),
        };
        let stopped = (!matches!(ending, Ending::Faulted { .. })).then_some(machine);
        let mut patience = |_| !interrupted.load(Ordering::Relaxed);
        let again = if machine.count > again_max {
            Err("the run was too long to be looked at again: `jetan run --record FILE` and \
                 `jetan debug --replay FILE` find out where a value came from")
        } else {
            self.again(ending, machine, &mut patience)
        };
        let found = again.and_then(|mut timeline| {
            Aftermath::of(&mut timeline, self.names, &mut patience).map_err(|_| DIVERGED)
        });
        found.unwrap_or_else(|doubt| Aftermath::without_past(doubt, stopped))
    }

    fn recording(&self, ending: &Ending, machine: &Machine) -> Option<(Machine, Recording)> {
        let start = self.setup.load(&self.names.program.image).ok()?;
        let has_ended = matches!(ending, Ending::Exited(_) | Ending::Faulted { .. });
        let arguments = &self.plan.arguments;
        let recording = self.ledger.recording(&start, arguments, machine.count, has_ended)?;
        Some((start, recording))
    }

    /// The run once more, standing at its end.
    fn again(
        &self,
        ending: &Ending,
        machine: &Machine,
        patience: &mut Patience<'_>,
    ) -> Result<Timeline<'static>, &'static str> {
        if self.plan.sandbox && machine.memory.pages_written() * PAGE > SANDBOX_BYTES {
            return Err("the program uses too much memory to be looked at again in a sandbox");
        }
        let recording = self.recording(ending, machine);
        let (start, recording) =
            recording.ok_or("too much came from outside for the run to be had again")?;
        let engine = Box::new(AnyEngine::new(self.plan.engine));
        let mut keeping = Keeping::default();
        if self.plan.sandbox {
            keeping.bytes_max = SANDBOX_BYTES;
        }
        let timeline = Timeline::play_back(start, engine, keeping, recording, patience);
        timeline.map_err(|_| DIVERGED)
    }

    /// Writes the recording of the run.
    pub(super) fn record(
        &self,
        path: &Path,
        ending: &Ending,
        machine: &Machine,
    ) -> Result<(), Failure> {
        let refused =
            |why: &str| Failure::unreadable(format!("jetan: {}: {why}", files::name(path)));
        let (_, recording) = self
            .recording(ending, machine)
            .ok_or_else(|| refused("too much came from outside for a recording"))?;
        let unwritable = |why| Failure::unreadable(format!("jetan: {why}"));
        files::write_whole(path, &recording.to_bytes()).map_err(unwritable)
    }
}
