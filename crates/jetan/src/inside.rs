//! Engines that look inside a run, and what they have seen.

mod profile;
pub(crate) mod tools;
mod trace;

use jetan_debug::checks::{Checker, Finding};
use jetan_debug::notes::{DebugNote, NoteTaker};
use jetan_debug::profile::Profiler;
use jetan_machine::{Engine, Host, Machine, Stop, StopConditions};
use jetan_report::instrumentation::{self, InstrumentationReport};
use jetan_report::range;
use jetan_run::RunEnd;
use jetan_symbols::DebugSymbols;

use crate::console::Console;
use crate::engine::{AnyEngine, EngineFlags};
use crate::exit::CommandFailure;
use crate::files;
use crate::plan::RunPlan;
use tools::ToolRun;
use trace::TraceWriter;

/// The engine of a run: an instrumented one if that was asked for, else the fastest.
pub(crate) enum RunEngine {
    Away(AnyEngine),
    Checking(Box<Checker>),
    Tracing(Box<TraceWriter>),
    Profiling(Box<Profiler>),
    Tools(Box<ToolRun>),
}

impl RunEngine {
    /// The engine of a plan, for a machine that is about to start. Files are created now, so that
    /// one that cannot be written is noticed before the program has run.
    pub(crate) fn new(
        plan: &RunPlan,
        machine: &Machine,
        names: &DebugSymbols,
    ) -> Result<RunEngine, CommandFailure> {
        let inside = &plan.inside;
        let written = [&inside.trace, &inside.profile, &plan.tools.din, &plan.tools.datapath_svg]
            .into_iter()
            .flatten();
        for path in written.filter(|path| path.as_os_str() != "-") {
            files::protect_sources(path, &names.sources)?;
        }
        // clap lets at most one of these through, so their order does not matter.
        Ok(if let Some(checks) = inside.check {
            RunEngine::Checking(Box::new(Checker::new(machine, names.clone(), checks)))
        } else if let Some(path) = &inside.trace {
            let ranges = inside.trace_only.iter().map(|typed| range::of_code(typed, names));
            let usage = |why| CommandFailure::usage(format!("jetan: {why}"));
            let ranges = ranges.collect::<Result<Vec<_>, _>>().map_err(usage)?;
            let (max, names) = (inside.trace_max, names.clone());
            RunEngine::Tracing(Box::new(TraceWriter::open(path, ranges, max, names)?))
        } else if inside.coverage {
            RunEngine::Profiling(Box::new(Profiler::new(machine)))
        } else if let Some(path) = &inside.profile {
            profile::prepare(path)?;
            RunEngine::Profiling(Box::new(Profiler::new(machine)))
        } else if plan.tools.is_watching() {
            RunEngine::Tools(Box::new(ToolRun::new(&plan.tools, machine, names)?))
        } else {
            RunEngine::Away(AnyEngine::new(plan.engine))
        })
    }

    /// Notes about the engine, a line each.
    pub(crate) fn notes(&self, flags: EngineFlags) -> Vec<String> {
        match self {
            RunEngine::Away(engine) => engine.notes(flags),
            RunEngine::Tracing(trace) => trace.notes(),
            RunEngine::Checking(_) | RunEngine::Profiling(_) | RunEngine::Tools(_) => Vec::new(),
        }
    }

    /// The findings of checks.
    fn findings(&self) -> &[Finding] {
        match self {
            RunEngine::Checking(checker) => checker.findings(),
            _ => &[],
        }
    }

    /// Whether something is said about a run that went well.
    pub(crate) fn has_findings(&self) -> bool {
        !self.findings().is_empty() || matches!(self, RunEngine::Profiling(_) | RunEngine::Tools(_))
    }

    /// Says and writes what was seen, when a run is over; with `json`, gives what is said.
    pub(crate) fn finish(
        &mut self,
        plan: &RunPlan,
        names: &DebugSymbols,
        console: &Console,
    ) -> Result<InstrumentationReport, CommandFailure> {
        match (&mut *self, &plan.inside.profile) {
            (RunEngine::Profiling(profiler), Some(path)) => {
                profile::write(&profiler.profile(names), path, console)?;
            }
            (RunEngine::Tracing(trace), _) => trace.finish()?,
            _ => {}
        }
        let mut seen = InstrumentationReport::default();
        if let RunEngine::Profiling(profiler) = self
            && plan.inside.coverage
        {
            let gaps = profiler.gaps(names);
            if !plan.json {
                console.say(instrumentation::coverage_text(&gaps));
            }
            seen.coverage = Some(instrumentation::wire_gaps(&gaps));
        }
        if let RunEngine::Tools(run) = self {
            let report = run.report(&plan.tools, names)?;
            if !plan.json {
                console.say(jetan_report::tools::text(&report));
            }
            seen.tools = Some(report);
        }
        if plan.json {
            seen.findings =
                plan.inside.check.map(|_| instrumentation::wire(self.findings(), names));
        } else {
            let colored = console.is_colored();
            console.report(&instrumentation::findings_text(self.findings(), names, colored));
        }
        Ok(seen)
    }
}

impl Engine for RunEngine {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        match self {
            RunEngine::Away(engine) => engine.run(machine, host, until),
            RunEngine::Checking(checker) => checker.run(machine, host, until),
            RunEngine::Tracing(trace) => trace.run(machine, host, until),
            RunEngine::Profiling(profiler) => profiler.run(machine, host, until),
            RunEngine::Tools(tools) => tools.run(machine, host, until),
        }
    }

    fn bursts(&self) -> u64 {
        match self {
            RunEngine::Away(engine) => engine.bursts(),
            RunEngine::Checking(checker) => checker.bursts(),
            RunEngine::Tracing(trace) => trace.bursts(),
            RunEngine::Profiling(profiler) => profiler.bursts(),
            RunEngine::Tools(tools) => tools.bursts(),
        }
    }
}

/// Ends the taking of notes, and finds out why files could not be opened.
pub(crate) fn finish_notes(
    notes: &NoteTaker,
    machine: &Machine,
    ending: &RunEnd,
    plan: &RunPlan,
) -> Vec<DebugNote> {
    notes.notes(machine, ending.is_fault(), &mut |name| {
        if plan.sandbox {
            // The program must not learn what exists on the computer.
            return "the sandbox has no such file".to_owned();
        }
        reason_of(name)
    })
}

/// The reason a file cannot be opened, as far as that can be known afterwards.
fn reason_of(name: &[u8]) -> String {
    match std::fs::metadata(&*String::from_utf8_lossy(name)) {
        Ok(metadata) if metadata.is_dir() => "this is a folder".to_owned(),
        Ok(_) => "it is not accessible, or open already".to_owned(),
        Err(error) => jetan_os::file::reason(&error),
    }
}
