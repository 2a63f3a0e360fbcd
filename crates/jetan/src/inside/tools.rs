//! The tools of a course on a run, and on a trace that somebody else has made.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::{Behaviour, Engine, Host, Machine, MachineSettings, Stop, StopConditions};
use jetan_report::tools::{self, ToolQuestions, ToolReport};
use jetan_report::wire;
use jetan_symbols::DebugSymbols;
use jetan_tools::cache::RegionStarts;
use jetan_tools::dinero;
use jetan_tools::faults::FaultSet;
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};
use jetan_tools::reference::AddressRange;
use jetan_tools::setting::SettingError;

use crate::cli::tools::ToolArgs;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;

/// An engine with tools, and the file of its trace.
pub(crate) struct ToolRun {
    engine: ToolEngine,
    trace: Option<BufWriter<File>>,
    /// Why the trace could not be written.
    broken: Option<String>,
}

/// The longest line of a trace.
const LINE_MAX: usize = 1 << 12;

/// The tools that were typed, in the words of the models.
fn plan(args: &ToolArgs) -> Result<ToolPlan, SettingError> {
    let caches = args.cache_groups()?;
    let is_single = matches!(caches.as_slice(), [group] if group.len() == 1);
    let everywhere = AddressRange { first: 0, last: u32::MAX };
    Ok(ToolPlan {
        wants_hints: is_single,
        wants_maps: args.miss_map,
        caches,
        curve_words: args.miss_curve,
        predictors: args.branches.as_ref().map(|list| list.0.clone()).unwrap_or_default(),
        pipelines: args.pipeline.clone(),
        references: args.refs.map(|unit| (everywhere, unit)),
        counts_classes: args.mix.is_some(),
        traces: args.din.is_some(),
        datapath: args.datapath,
        floats: args.floats.clone(),
        tables: args.mars_tools.into_iter().collect(),
        mars_counters: args.mars_tools.is_some(),
        faults: if args.mars_tools.is_some() { FaultSet::MARS } else { FaultSet::NONE },
        ..ToolPlan::default()
    })
}

fn questions(args: &ToolArgs) -> ToolQuestions {
    ToolQuestions {
        times: args.memory_times.0,
        costs: args.mix.clone().unwrap_or_default(),
        bounds: args.expect.clone(),
    }
}

fn usage(why: &SettingError) -> CommandFailure {
    CommandFailure::usage(format!("jetan: {why}"))
}

impl ToolRun {
    /// Tools for a machine that is about to start.
    pub(super) fn new(
        args: &ToolArgs,
        machine: &Machine,
        names: &DebugSymbols,
    ) -> Result<ToolRun, CommandFailure> {
        let regions = tools::regions(names);
        let plan = plan(args).map_err(|why| usage(&why))?;
        let set = ToolSet::new(&plan, machine, &regions).map_err(|why| usage(&why))?;
        // A bound with a wrong name is noticed before the program has run.
        let mut empty = set.clone();
        ToolReport::new(&mut empty, names, &questions(args)).map_err(|why| usage(&why))?;
        let trace = args.din.as_deref().map(create).transpose()?;
        Ok(ToolRun { engine: ToolEngine::new(set), trace, broken: None })
    }

    /// The report, when a run is over.
    pub(super) fn report(
        &mut self,
        args: &ToolArgs,
        names: &DebugSymbols,
    ) -> Result<ToolReport, CommandFailure> {
        if let Some(trace) = &mut self.trace
            && let Err(error) = trace.flush()
        {
            self.broken.get_or_insert(jetan_os::file::reason(&error));
        }
        if let (Some(why), Some(path)) = (&self.broken, &args.din) {
            let name = jetan_os::file::name(path);
            let message = format!("jetan: {name} cannot be written: {why}");
            return Err(CommandFailure::new(Exit::Unreadable, message));
        }
        let report = ToolReport::new(self.engine.tools_mut(), names, &questions(args));
        let report = report.map_err(|why| usage(&why))?;
        if let (Some(path), Some(picture)) = (&args.datapath_svg, report.datapath_svg()) {
            files::write_whole(path, picture.as_bytes())
                .map_err(|why| CommandFailure::unreadable(format!("jetan: {why}")))?;
        }
        Ok(report)
    }

    /// Writes what has been traced since the last time, so that memory does not grow with the run.
    fn drain(&mut self) {
        let Some(lines) = &mut self.engine.tools_mut().trace else { return };
        let lines = std::mem::take(lines);
        let Some(file) = &mut self.trace else { return };
        if self.broken.is_none()
            && let Err(error) = file.write_all(lines.as_bytes())
        {
            self.broken = Some(jetan_os::file::reason(&error));
        }
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, CommandFailure> {
    let file = File::create(path).map_err(|error| {
        let (name, why) = (jetan_os::file::name(path), jetan_os::file::reason(&error));
        CommandFailure::new(Exit::Unreadable, format!("jetan: {name} cannot be written: {why}"))
    })?;
    Ok(BufWriter::new(file))
}

impl Engine for ToolRun {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        let stop = self.engine.run(machine, host, until);
        self.drain();
        stop
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}

/// Feeds the caches with a trace in the format of Dinero, and says what came of it.
pub(crate) fn run_trace(
    path: &Path,
    args: &ToolArgs,
    is_json: bool,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let name = jetan_os::file::name(path);
    let unreadable = |why: String| {
        CommandFailure::new(Exit::Unreadable, format!("jetan: {name} cannot be read: {why}"))
    };
    let file = File::open(path).map_err(|error| unreadable(jetan_os::file::reason(&error)))?;
    let plan = plan(args).map_err(|why| usage(&why))?;
    if plan.caches.is_empty() && plan.curve_words.is_none() {
        let message = "jetan: a trace has references only: ask for --cache or --miss-curve";
        return Err(CommandFailure::usage(message));
    }
    // A trace has no program; one that does nothing stands for it.
    let sources = SourceSet::single("trace", "nop\n");
    let (program, _) = assemble(&sources, &AssemblyOptions::default());
    let Some(program) = program else { return Err(unreadable("no memory".to_owned())) };
    let names = DebugSymbols::new(Arc::new(program), sources);
    let machine = Machine::new(&names.program.image, MachineSettings::default(), Behaviour::JETAN);
    let machine = machine.map_err(|_| unreadable("no memory".to_owned()))?;
    let mut set =
        ToolSet::new(&plan, &machine, &RegionStarts::new([])).map_err(|why| usage(&why))?;
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    let mut number = 0;
    loop {
        bytes.clear();
        // A line without an end must not fill the memory.
        let mut part = std::io::Read::take(&mut reader, LINE_MAX as u64);
        let count = part.read_until(b'\n', &mut bytes);
        let count = count.map_err(|error| unreadable(jetan_os::file::reason(&error)))?;
        if count == 0 {
            break;
        }
        number += 1;
        if count == LINE_MAX && bytes.last() != Some(&b'\n') {
            return Err(unreadable(format!("line {number} has more than {LINE_MAX} bytes")));
        }
        let text = String::from_utf8_lossy(&bytes);
        let reference = dinero::parse(&text, number).map_err(|why| unreadable(why.to_string()))?;
        if let Some(reference) = reference {
            set.take_reference(reference);
        }
    }
    set.end_trace();
    let report = ToolReport::new(&mut set, &names, &questions(args)).map_err(|why| usage(&why))?;
    let said = if is_json { wire::json(&report) + "\n" } else { tools::text(&report) };
    console.say(said);
    Ok(if report.is_good() { Exit::Success } else { Exit::Assembly })
}
