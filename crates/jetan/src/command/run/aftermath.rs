//! Post-mortem: replays the event log to explain how the run ended.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_debug::aftermath::{Aftermath, TOO_SLOW};
use jetan_debug::budget::WORK_MAX;
use jetan_debug::checks::{Checker, Checks};
use jetan_debug::names::Names;
use jetan_machine::Machine;
use jetan_machine::memory::PAGE;
use jetan_run::log::EventLog;
use jetan_run::recording::{Recording, Unusable};
use jetan_run::timeline::Allowance;
use jetan_run::{Keeping, RunEnd, Setup, Timeline};
use jetan_run::{SlicedJob, YieldPoint, at_once};

use crate::engine::AnyEngine;
use crate::exit::Failure;
use crate::files;
use crate::plan::RunPlan;

/// Instruction limit of the post-mortem of a run that was stopped, interpreted instructions
/// included: whoever stopped it does not want to wait.
const WORK_SOON_MAX: u64 = 100_000_000;
/// Runs that were stopped and have more instructions are not replayed.
const AGAIN_SOON_MAX: u64 = 20_000_000;

/// Longer runs are not checked afterwards: nobody should wait for a hint.
const DOUBTS_STEPS_MAX: u64 = 1_000_000;

/// Bytes that a replay may take for keyframes, and once more for memory: during the post-mortem the
/// memory of a program exists three times.
const AGAIN_BYTES: usize = 128 << 20;
/// The same in a sandbox: the process as a whole has to stay small.
const SANDBOX_BYTES: usize = 16 << 20;

const DIVERGED: &str = "the run could not be replayed";

/// The parts of a finished run from which it is replayed.
pub(super) struct Scene<'r> {
    pub(super) log: &'r EventLog,
    pub(super) setup: &'r Setup,
    pub(super) plan: &'r RunPlan,
    pub(super) names: &'r Names,
}

impl Scene<'_> {
    /// Finds out what there is to know about an ending that was not planned.
    pub(super) fn aftermath(
        &self,
        ending: &RunEnd,
        machine: &Machine,
        interrupted: &AtomicBool,
    ) -> Aftermath {
        // The Ctrl-C that stopped the run must not stop its explanation; another one does.
        interrupted.store(false, Ordering::Relaxed);
        let (again_max, work_max) = match ending {
            RunEnd::Faulted { .. } => (WORK_MAX, WORK_MAX),
            RunEnd::Limit(_) | RunEnd::Interrupted => (AGAIN_SOON_MAX, WORK_SOON_MAX),
            _ => return Aftermath::default(),
        };
        let stopped = (!ending.is_fault()).then_some(machine);
        let mut goes_on = |_| !interrupted.load(Ordering::Relaxed);
        let again = if machine.count > again_max {
            Err(Unseen::because(
                "the run was too long to be looked at again: `jetan run --record FILE` and \
                 `jetan debug --replay FILE` find out where a value came from",
            ))
        } else {
            self.again(ending, machine, Allowance::of(work_max), &mut goes_on)
        };
        let found = again.and_then(|mut timeline| {
            let look =
                async |point: YieldPoint| Aftermath::of(&mut timeline, self.names, &point).await;
            SlicedJob::new(look).finish(&mut goes_on).map_err(|_| Unseen::because(DIVERGED))
        });
        found.unwrap_or_else(|Unseen { doubt, cut_after }| Aftermath {
            cut_after,
            ..Aftermath::without_past(doubt, stopped, self.names)
        })
    }

    /// The number of findings the checks would report about a run that ended well: by replaying it,
    /// if it was short.
    pub(super) fn doubts(&self, ending: &RunEnd, machine: &Machine) -> usize {
        let is_wanted = self.plan.notes && !self.plan.json && !self.plan.sandbox;
        let is_checked = self.plan.inside.is_watching();
        if !is_wanted || is_checked || !ending.is_own() || machine.count > DOUBTS_STEPS_MAX {
            return 0;
        }
        let Some((start, recording)) = self.recording(ending, machine) else { return 0 };
        let mut checker = Checker::new(&start, self.names.clone(), Checks::ALL);
        let engine = Box::new(&mut checker);
        let keeping = Keeping::default();
        let replayed =
            at_once(Timeline::play_back(start, engine, keeping, recording, &YieldPoint::NONE));
        let is_same = replayed.is_ok();
        // Ends the timeline's borrow of the checker.
        drop(replayed);
        // A replay that diverged says nothing about the run.
        if is_same { checker.findings().len() } else { 0 }
    }

    fn recording(&self, ending: &RunEnd, machine: &Machine) -> Option<(Machine, Recording)> {
        // Loaded anew, since the machine at hand is that of the end.
        let start = self.setup.load(&self.names.program.image).ok()?;
        let arguments = &self.plan.arguments;
        let recording = self.log.recording(&start, arguments, machine.count, ending.is_final())?;
        Some((start, recording))
    }

    /// The run once more, standing at its end.
    fn again(
        &self,
        ending: &RunEnd,
        machine: &Machine,
        allowance: Allowance,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Timeline<'static>, Unseen> {
        let bytes_max = if self.plan.sandbox { SANDBOX_BYTES } else { AGAIN_BYTES };
        // Asked first: the replay needs as much again, and its keyframes, too.
        if machine.memory.pages_written() * PAGE > bytes_max {
            return Err(Unseen::because("the program uses too much memory to be looked at again"));
        }
        let recording = self.recording(ending, machine);
        let too_much = "too much input (over 64 MiB) to replay this run";
        let (start, recording) = recording.ok_or(Unseen::because(too_much))?;
        let engine = Box::new(AnyEngine::new(self.plan.engine));
        let keeping = Keeping { bytes_max, ..Keeping::default() };
        let play = async |point: YieldPoint| {
            Timeline::play_back_within(start, engine, keeping, recording, allowance, &point).await
        };
        SlicedJob::new(play).finish(goes_on).map_err(|why| match why {
            Unusable::TooSlow(steps) => Unseen { doubt: TOO_SLOW, cut_after: Some(steps) },
            _ => Unseen::because(DIVERGED),
        })
    }

    /// Writes the recording of the run.
    pub(super) fn record(
        &self,
        path: &Path,
        ending: &RunEnd,
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

/// The reason a run cannot be replayed, and after how many steps the replay was given up, if it was
/// begun.
struct Unseen {
    doubt: &'static str,
    cut_after: Option<u64>,
}

impl Unseen {
    fn because(doubt: &'static str) -> Unseen {
        Unseen { doubt, cut_after: None }
    }
}
