//! Engines that look inside a run, and what they have seen.

pub(crate) mod range;
pub(crate) mod view;

mod trace;

use jetan_debug::checks::{Checker, Finding};
use jetan_debug::names::Names;
use jetan_debug::notes::{Note, NoteTaker};
use jetan_debug::profile::Profiler;
use jetan_machine::{Engine, Host, Machine, Stop, Until};

use crate::console::Console;
use crate::drive::Ending;
use crate::engine::{AnyEngine, EngineFlags};
use crate::exit::Failure;
use crate::files;
use crate::plan::RunPlan;
use crate::render::profile;
use crate::render::seen::{self, Seen};
use trace::Trace;

/// What runs a program: an engine that looks inside it if that was asked for, else the fastest.
pub(crate) enum Looking {
    Away(AnyEngine),
    Checking(Box<Checker>),
    Tracing(Box<Trace>),
    Profiling(Box<Profiler>),
}

impl Looking {
    /// What a plan asks for, for a machine that is about to start. Files are created now, so that
    /// one that cannot be written is noticed before the program has run.
    pub(crate) fn new(
        plan: &RunPlan,
        machine: &Machine,
        names: &Names,
    ) -> Result<Looking, Failure> {
        let inside = &plan.inside;
        let written = [&inside.trace, &inside.profile].into_iter().flatten();
        for path in written.filter(|path| path.as_os_str() != "-") {
            files::spare_sources(path, &names.sources)?;
        }
        Ok(if let Some(checks) = inside.check {
            Looking::Checking(Box::new(Checker::new(machine, names.clone(), checks)))
        } else if let Some(path) = &inside.trace {
            let ranges = inside.trace_only.iter().map(|typed| range::of_code(typed, names));
            let ranges = ranges.collect::<Result<Vec<_>, _>>()?;
            let (max, names) = (inside.trace_max, names.clone());
            Looking::Tracing(Box::new(Trace::open(path, ranges, max, names)?))
        } else if inside.coverage {
            Looking::Profiling(Box::new(Profiler::new(machine)))
        } else if let Some(path) = &inside.profile {
            profile::prepare(path)?;
            Looking::Profiling(Box::new(Profiler::new(machine)))
        } else {
            Looking::Away(AnyEngine::new(plan.engine))
        })
    }

    /// What there is to say about the engine, a line each.
    pub(crate) fn notes(&self, flags: EngineFlags) -> Vec<String> {
        match self {
            Looking::Away(engine) => engine.notes(flags),
            Looking::Tracing(trace) => trace.notes(),
            Looking::Checking(_) | Looking::Profiling(_) => Vec::new(),
        }
    }

    /// What checks have found.
    fn findings(&self) -> &[Finding] {
        match self {
            Looking::Checking(checker) => checker.findings(),
            _ => &[],
        }
    }

    /// Whether something is said about a run that went well.
    pub(crate) fn has_seen(&self) -> bool {
        !self.findings().is_empty() || matches!(self, Looking::Profiling(_))
    }

    /// Says and writes what was seen, when a run is over; with `json`, gives what is said.
    pub(crate) fn finish(
        &mut self,
        plan: &RunPlan,
        names: &Names,
        console: &Console,
    ) -> Result<Seen, Failure> {
        match (&mut *self, &plan.inside.profile) {
            (Looking::Profiling(profiler), Some(path)) => {
                profile::write(&profiler.profile(names), path, console)?;
            }
            (Looking::Tracing(trace), _) => trace.finish()?,
            _ => {}
        }
        let mut seen = Seen::default();
        if let Looking::Profiling(profiler) = self
            && plan.inside.coverage
        {
            let gaps = profiler.gaps(names);
            if !plan.json {
                console.say(seen::coverage_text(&gaps));
            }
            seen.coverage = Some(seen::wire_gaps(&gaps));
        }
        if plan.json {
            seen.findings = plan.inside.check.map(|_| seen::wire(self.findings(), names));
        } else {
            let colored = console.is_colored();
            console.report(&seen::findings_text(self.findings(), names, colored));
        }
        Ok(seen)
    }
}

impl Engine for Looking {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        match self {
            Looking::Away(engine) => engine.run(machine, host, until),
            Looking::Checking(checker) => checker.run(machine, host, until),
            Looking::Tracing(trace) => trace.run(machine, host, until),
            Looking::Profiling(profiler) => profiler.run(machine, host, until),
        }
    }
}

/// Ends the taking of notes, and finds out why files could not be opened.
pub(crate) fn finish_notes(
    notes: &NoteTaker,
    machine: &Machine,
    ending: &Ending,
    plan: &RunPlan,
) -> Vec<Note> {
    let has_faulted = matches!(ending, Ending::Faulted { .. });
    notes.notes(machine, has_faulted, &mut |name| {
        if plan.sandbox {
            // What there is on the computer is no business of the program.
            return "the sandbox has no such file".to_owned();
        }
        reason_of(name)
    })
}

/// Why a file cannot be opened, as far as that can be told afterwards.
fn reason_of(name: &[u8]) -> String {
    match std::fs::metadata(&*String::from_utf8_lossy(name)) {
        Ok(metadata) if metadata.is_dir() => "this is a folder".to_owned(),
        Ok(_) => "it is not accessible, or open already".to_owned(),
        Err(error) => jetan_os::file::reason(&error),
    }
}
