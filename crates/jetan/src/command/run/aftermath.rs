//! What is found out about a run once it is over: by having it again from what was noted.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_debug::aftermath::Aftermath;
use jetan_debug::checks::{Checker, Checks};
use jetan_debug::names::Names;
use jetan_machine::memory::PAGE;
use jetan_machine::{Engine, Host, Machine, Stop, Until};
use jetan_run::Setup;
use jetan_run::log::EventLog;
use jetan_run::recording::{Recording, Unusable};
use jetan_run::timeline::Patience;
use jetan_run::{Keeping, Timeline};

use crate::drive::Ending;
use crate::engine::AnyEngine;
use crate::exit::Failure;
use crate::files;
use crate::plan::RunPlan;

/// What finding out may take in all, in instructions that are interpreted: about two seconds.
/// Longer runs are not replayed.
const WORK_MAX: u64 = 500_000_000;
/// The same for runs that were stopped: whoever stopped them does not want to wait.
const WORK_SOON_MAX: u64 = 100_000_000;
/// Runs that were stopped and have more instructions are not replayed.
const AGAIN_SOON_MAX: u64 = 20_000_000;
/// What it costs to leave ordinary code for an exception, a service or a device, and to come back.
const BURST_WORK: u64 = 200;
/// What an instruction costs that is observed.
const OBSERVED_WORK: u64 = 3;
/// The longest part of a run that is looked at between two questions whether to go on, about.
const PART: u64 = 1 << 20;
/// How far the engine runs before its work is counted.
const SLICE: u64 = 1 << 16;

/// Longer runs are not checked afterwards: nobody should wait for a hint.
const DOUBTS_STEPS_MAX: u64 = 1_000_000;

/// What having a run again in a sandbox may take for snapshots and once more for memory, in bytes:
/// the process as a whole has to stay small.
const SANDBOX_BYTES: usize = 16 << 20;

const DIVERGED: &str = "the run could not be had again";

/// What a run was made of.
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
        ending: &Ending,
        machine: &Machine,
        interrupted: &AtomicBool,
    ) -> Aftermath {
        interrupted.store(false, Ordering::Relaxed);
        let (again_max, work_max) = match ending {
            Ending::Faulted { .. } => (WORK_MAX, WORK_MAX),
            Ending::Limit(_) | Ending::Interrupted => (AGAIN_SOON_MAX, WORK_SOON_MAX),
            _ => return Aftermath::default(),
        };
        let stopped = (!matches!(ending, Ending::Faulted { .. })).then_some(machine);
        let meter = Rc::new(Meter { left: Cell::new(work_max), ..Meter::default() });
        let mut patience = |count| meter.go_on(count) && !interrupted.load(Ordering::Relaxed);
        let again = if machine.count > again_max {
            Err("the run was too long to be looked at again: `jetan run --record FILE` and \
                 `jetan debug --replay FILE` find out where a value came from")
        } else {
            self.again(ending, machine, &meter, &mut patience)
        };
        meter.is_looking.set(true);
        let found = again.and_then(|mut timeline| {
            Aftermath::of(&mut timeline, self.names, &mut patience).map_err(|_| DIVERGED)
        });
        let mut found =
            found.unwrap_or_else(|doubt| Aftermath::without_past(doubt, stopped, self.names));
        found.cut_after = (meter.left.get() == 0).then(|| meter.steps.get());
        found
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
        let recording = self.log.recording(&start, arguments, machine.count, has_ended)?;
        Some((start, recording))
    }

    /// The run once more, standing at its end.
    fn again(
        &self,
        ending: &Ending,
        machine: &Machine,
        meter: &Rc<Meter>,
        patience: &mut Patience<'_>,
    ) -> Result<Timeline<'static>, &'static str> {
        if self.plan.sandbox && machine.memory.pages_written() * PAGE > SANDBOX_BYTES {
            return Err("the program uses too much memory to be looked at again in a sandbox");
        }
        let recording = self.recording(ending, machine);
        let (start, recording) =
            recording.ok_or("too much came from outside for the run to be had again")?;
        let engine = AnyEngine::new(self.plan.engine);
        let engine = Box::new(Metered { engine, meter: Rc::clone(meter) });
        let mut keeping = Keeping::default();
        if self.plan.sandbox {
            keeping.bytes_max = SANDBOX_BYTES;
        }
        let timeline = Timeline::play_back(start, engine, keeping, recording, patience);
        timeline.map_err(|why| match why {
            Unusable::GaveUp if meter.left.get() == 0 => {
                "the program is too slow to be looked at again"
            }
            _ => DIVERGED,
        })
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

/// What is left of the work that finding out may take. Counted, not timed: the same run is
/// explained in the same way on every computer.
#[derive(Default)]
struct Meter {
    left: Cell<u64>,
    /// Instructions that were replayed or looked at.
    steps: Cell<u64>,
    /// Instructions and work of the replay, from which follows what an instruction costs.
    replayed: Cell<(u64, u64)>,
    /// Whether parts of the run are being looked at, which nothing else counts.
    is_looking: Cell<bool>,
    last: Cell<u64>,
}

impl Meter {
    fn spend(&self, instructions: u64, work: u64) {
        self.left.set(self.left.get().saturating_sub(work));
        self.steps.set(self.steps.get() + instructions);
    }

    /// Whether to go on with the part of the run before an instant.
    fn go_on(&self, count: u64) -> bool {
        let last = self.last.replace(count);
        if self.is_looking.get() {
            let part = last.abs_diff(count).min(PART);
            // An instruction of this run costs as much as it did on average when replayed.
            let (instructions, work) = self.replayed.get();
            let work = u128::from(part) * u128::from(work) / u128::from(instructions.max(1));
            let work = u64::try_from(work).unwrap_or(u64::MAX).max(part);
            self.spend(part, work.saturating_mul(OBSERVED_WORK));
        }
        self.left.get() > 0
    }
}

/// An engine whose work is counted.
struct Metered {
    engine: AnyEngine,
    meter: Rc<Meter>,
}

impl Engine for Metered {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        loop {
            let (count, bursts) = (machine.count, self.engine.bursts());
            let slice =
                Until { count: until.count.min(count.saturating_add(SLICE)), ..until.clone() };
            let stop = self.engine.run(machine, host, &slice);
            let instructions = machine.count - count;
            let work = instructions + BURST_WORK * (self.engine.bursts() - bursts);
            self.meter.spend(instructions, work);
            if !self.meter.is_looking.get() {
                let (before, worked) = self.meter.replayed.get();
                self.meter.replayed.set((before + instructions, worked + work));
            }
            let is_over = stop != Stop::Budget || machine.count >= until.count;
            // Whoever asked goes on asking until it is there, and asks first whether to.
            if is_over || self.meter.left.get() == 0 {
                return stop;
            }
        }
    }
}
