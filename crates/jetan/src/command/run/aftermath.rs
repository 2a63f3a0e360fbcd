//! What is found out about a run once it is over: by having it again from what was noted.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_debug::aftermath::Aftermath;
use jetan_debug::checks::{Checker, Checks};
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

/// Longer runs are not checked afterwards: nobody should wait for a hint.
const DOUBTS_STEPS_MAX: u64 = 1_000_000;

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
        found.unwrap_or_else(|doubt| Aftermath::without_past(doubt, stopped, self.names))
    }

    /// How many things the checks would report about a run that ended well: found by replaying it,
    /// if it was short.
    pub(super) fn doubts(&self, ending: &Ending, machine: &Machine) -> usize {
        let is_wanted = self.plan.notes && !self.plan.json && !self.plan.sandbox;
        let is_checked = self.plan.inside.is_watching();
        let has_exited = matches!(ending, Ending::Exited(_));
        if !is_wanted || is_checked || !has_exited || machine.count > DOUBTS_STEPS_MAX {
            return 0;
        }
        let Some((start, recording)) = self.recording(ending, machine) else { return 0 };
        let mut checker = Checker::new(&start, self.names.clone(), Checks::ALL);
        let engine = Box::new(&mut checker);
        let replayed =
            Timeline::play_back(start, engine, Keeping::default(), recording, &mut |_| true);
        let is_same = replayed.is_ok();
        drop(replayed);
        if is_same { checker.findings().len() } else { 0 }
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
