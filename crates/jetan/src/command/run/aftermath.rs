//! Post-mortem: replays the event log to explain how the run ended.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_debug::budget::WORK_MAX;
use jetan_debug::checks::{CheckSet, Checker, Finding};
use jetan_debug::notes::UNASKED_STEPS_MAX;
use jetan_debug::post_mortem::{PostMortem, TOO_SLOW};
use jetan_machine::Machine;
use jetan_machine::memory::PAGE_BYTES;
use jetan_run::log::EventLog;
use jetan_run::recording::{Recording, RecordingError};
use jetan_run::timeline::WorkBudget;
use jetan_run::{KeyframePolicy, RunEnd, RunSetup, Timeline};
use jetan_run::{SlicedJob, YieldPoint, at_once};
use jetan_symbols::DebugSymbols;

use crate::engine::AnyEngine;
use crate::exit::CommandFailure;
use crate::files;
use crate::plan::RunPlan;

/// Instruction limit of the post-mortem of a run that was stopped, interpreted instructions
/// included: whoever stopped it does not want to wait.
const WORK_SOON_STEPS_MAX: u64 = 100_000_000;
/// Runs that were stopped and have more instructions are not replayed.
const REPLAY_SOON_STEPS_MAX: u64 = 20_000_000;

/// Bytes that a replay may take for keyframes, and once more for memory: during the post-mortem the
/// memory of a program exists three times.
const REPLAY_BYTES_MAX: usize = 128 << 20;
/// The same in a sandbox: the process as a whole has to stay small.
const SANDBOX_REPLAY_BYTES_MAX: usize = 16 << 20;

const DIVERGED: &str = "the run could not be replayed";

/// The parts of a finished run from which it is replayed.
pub(super) struct ReplayContext<'r> {
    pub(super) log: &'r EventLog,
    pub(super) setup: &'r RunSetup,
    pub(super) plan: &'r RunPlan,
    pub(super) names: &'r DebugSymbols,
}

impl ReplayContext<'_> {
    /// Finds out what there is to know about an ending that was not planned.
    pub(super) fn aftermath(
        &self,
        ending: &RunEnd,
        machine: &Machine,
        interrupted: &AtomicBool,
    ) -> PostMortem {
        // The Ctrl-C that stopped the run must not stop its explanation; another one does.
        interrupted.store(false, Ordering::Relaxed);
        let (again_max, work_max) = match ending {
            RunEnd::Faulted { .. } => (WORK_MAX, WORK_MAX),
            RunEnd::Limit(_) | RunEnd::Interrupted => (REPLAY_SOON_STEPS_MAX, WORK_SOON_STEPS_MAX),
            _ => return PostMortem::default(),
        };
        let stopped = (!ending.is_fault()).then_some(machine);
        let mut goes_on = |_| !interrupted.load(Ordering::Relaxed);
        let again = if machine.count > again_max {
            Err(ReplayFailure::because(
                "the run was too long to be looked at again: `jetan run --record FILE` and \
                 `jetan debug --replay FILE` find out where a value came from",
            ))
        } else {
            self.replay(ending, machine, WorkBudget::of(work_max), &mut goes_on)
        };
        let found = again.and_then(|mut timeline| {
            let look =
                async |point: YieldPoint| PostMortem::of(&mut timeline, self.names, &point).await;
            SlicedJob::new(look).finish(&mut goes_on).map_err(|_| ReplayFailure::because(DIVERGED))
        });
        found.unwrap_or_else(|ReplayFailure { doubt, cut_after }| PostMortem {
            cut_after,
            ..PostMortem::without_past(doubt, stopped, self.names)
        })
    }

    /// The findings the checks would report about a run that ended well: by replaying it, if it
    /// was short.
    pub(super) fn findings(&self, ending: &RunEnd, machine: &Machine) -> Vec<Finding> {
        let is_wanted = self.plan.notes && !self.plan.json && !self.plan.sandbox;
        let is_checked = self.plan.is_watching();
        if !is_wanted || is_checked || !ending.is_own() || machine.count > UNASKED_STEPS_MAX {
            return Vec::new();
        }
        let Some((start, recording)) = self.recording(ending, machine) else { return Vec::new() };
        let mut checker = Checker::new(&start, self.names.clone(), CheckSet::ALL);
        let engine = Box::new(&mut checker);
        let keeping = KeyframePolicy::default();
        let replayed =
            at_once(Timeline::play_back(start, engine, keeping, recording, &YieldPoint::NONE));
        let is_same = replayed.is_ok();
        // Ends the timeline's borrow of the checker.
        drop(replayed);
        // A replay that diverged says nothing about the run.
        if is_same { checker.findings().to_vec() } else { Vec::new() }
    }

    fn recording(&self, ending: &RunEnd, machine: &Machine) -> Option<(Machine, Recording)> {
        // Loaded anew, since the machine at hand is that of the end.
        let start = self.setup.load(&self.names.program.image).ok()?;
        let arguments = &self.plan.arguments;
        let recording = self.log.recording(&start, arguments, machine.count, ending.is_final())?;
        Some((start, recording))
    }

    /// The run once more, standing at its end.
    fn replay(
        &self,
        ending: &RunEnd,
        machine: &Machine,
        allowance: WorkBudget,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Timeline<'static>, ReplayFailure> {
        let bytes_max = if self.plan.sandbox { SANDBOX_REPLAY_BYTES_MAX } else { REPLAY_BYTES_MAX };
        // Asked first: the replay needs as much again, and its keyframes, too.
        if machine.memory.pages_written() * PAGE_BYTES > bytes_max {
            return Err(ReplayFailure::because(
                "the program uses too much memory to be looked at again",
            ));
        }
        let recording = self.recording(ending, machine);
        let too_much = "too much input (over 64 MiB) to replay this run";
        let (start, recording) = recording.ok_or(ReplayFailure::because(too_much))?;
        let engine = Box::new(AnyEngine::new(self.plan.engine));
        let keeping = KeyframePolicy { bytes_max, ..KeyframePolicy::default() };
        let play = async |point: YieldPoint| {
            Timeline::play_back_within(start, engine, keeping, recording, allowance, &point).await
        };
        SlicedJob::new(play).finish(goes_on).map_err(|why| match why {
            RecordingError::TooSlow(steps) => {
                ReplayFailure { doubt: TOO_SLOW, cut_after: Some(steps) }
            }
            _ => ReplayFailure::because(DIVERGED),
        })
    }

    /// Writes the recording of the run.
    pub(super) fn record(
        &self,
        path: &Path,
        ending: &RunEnd,
        machine: &Machine,
    ) -> Result<(), CommandFailure> {
        let refused =
            |why: &str| CommandFailure::unreadable(format!("jetan: {}: {why}", files::name(path)));
        let (_, recording) = self
            .recording(ending, machine)
            .ok_or_else(|| refused("too much input (over 64 MiB) for a recording"))?;
        let unwritable = |why| CommandFailure::unreadable(format!("jetan: {why}"));
        files::write_whole(path, &recording.to_bytes()).map_err(unwritable)
    }
}

/// The reason a run cannot be replayed, and after how many steps the replay was given up, if it was
/// begun.
struct ReplayFailure {
    doubt: &'static str,
    cut_after: Option<u64>,
}

impl ReplayFailure {
    fn because(doubt: &'static str) -> ReplayFailure {
        ReplayFailure { doubt, cut_after: None }
    }
}
