//! `jetan run`: assemble, run, and say what went wrong.

mod aftermath;
mod devices;

use std::path::PathBuf;
use std::sync::Arc;

use jetan_asm::SourceSet;
use jetan_debug::notes::{self, NoteTaker};
use jetan_debug::post_mortem::PostMortem;
use jetan_machine::{Clock, Machine};
use jetan_os::file::ReadError;
use jetan_report::instrumentation::{self, InstrumentationReport};
use jetan_report::runtime;
use jetan_report::view::FinalView;
use jetan_run::{LoadedProgram, RunEnd, RunLimit, Session};
use jetan_sandbox::limits::CaseLimits as SandboxLimits;
use jetan_symbols::DebugSymbols;

use super::elf;
use super::load::LoadMessages;
use crate::cli;
use crate::console::Console;
use crate::drive::{self, SessionDriver};
use crate::exit::{CommandFailure, Exit};
use crate::files;
use crate::host::{self, ConsoleInput, ProcessHost};
use crate::inside::{self, RunEngine};
use crate::plan::RunPlan;
use crate::project::ChosenProgram;
use aftermath::ReplayContext;

pub(super) use devices::bitmap;

/// Assembles and runs what was typed.
pub(crate) fn run(typed: &cli::RunArgs, console: &Console) -> Result<Exit, CommandFailure> {
    if let [path] = typed.files.as_slice()
        && path.extension().is_some_and(|extension| extension == "din")
    {
        return inside::tools::run_trace(path, &typed.tools, typed.json, console);
    }
    if let Some(elf) = elf::open(&typed.files)? {
        let (mut plan, sources) = (RunPlan::from(typed), elf.sources.clone());
        let loaded = elf::load(elf, &mut plan)?;
        return run_loaded(loaded, &sources, &plan, console);
    }
    // With `--json` standard error has one object and nothing else.
    if !typed.json {
        console.say(cli::memory::moved(&typed.assembly.memory));
    }
    run_files(&typed.files, typed.project, RunPlan::from(typed), console)
}

/// Assembles files and runs them; with `is_project` with everything else in their folder.
pub(super) fn run_files(
    files: &[PathBuf],
    is_project: bool,
    mut plan: RunPlan,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let program = if plan.sandbox {
        ChosenProgram::without_file(files, is_project)?
    } else {
        ChosenProgram::typed(files, is_project)?
    };
    plan.settle(&program);
    let roots = &program.roots;
    let sources = if plan.sandbox { files::load_jailed(roots)? } else { files::load(roots)? };
    run_sources(&sources, &plan, console)
}

/// Assembles sources and loads what they become; none if there are errors, which have been
/// reported then.
pub(super) fn load(
    sources: &SourceSet,
    plan: &RunPlan,
    console: &Console,
) -> Result<Option<LoadedProgram>, CommandFailure> {
    let telling = LoadMessages {
        warnings: plan.messages,
        mistakes: plan.messages,
        looks_beside: !plan.sandbox,
    };
    super::load::load(sources, plan.load_plan(), &telling, console)
}

/// Assembles and runs sources that are there already.
pub(super) fn run_sources(
    sources: &SourceSet,
    plan: &RunPlan,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    match load(sources, plan, console)? {
        Some(loaded) => run_loaded(loaded, sources, plan, console),
        None => Ok(Exit::Assembly),
    }
}

/// Runs a program that is ready.
fn run_loaded(
    loaded: LoadedProgram,
    sources: &SourceSet,
    plan: &RunPlan,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let LoadedProgram { program, mut machine, setup, .. } = loaded;
    // Asked before the run, which may take hours.
    if let Some(path) = &plan.record {
        files::protect_sources(path, sources)?;
    }
    let names = DebugSymbols::new(Arc::clone(&program), sources.clone());
    let view = FinalView::new(plan.inside.registers.as_deref(), &plan.memory, &names)
        .map_err(|why| CommandFailure::usage(format!("jetan: {why}")))?;
    let mut host = ProcessHost::new(host_options(plan), input(plan)?);
    let mut engine = RunEngine::new(plan, &machine, &names)?;
    let mut notes = plan.notes.then(|| NoteTaker::new(names.clone(), &mut machine));
    let mut session = Session::new(machine, Box::new(&mut engine));
    session.count_max = plan.limits.steps.unwrap_or(u64::MAX);
    session.counts_work = plan.sandbox;
    if let Some(player) = devices::key_player(&plan.shows)? {
        session.play_keys(player);
    }
    devices::connect(plan, &program, sources, &mut session, &mut host, console)?;
    // Always, because the post-mortem replays this log.
    session.record();
    let interrupted = drive::interruption();
    let (time, watching) = (plan.limits.time(), notes.as_mut());
    let interrupted = &interrupted;
    let drive = SessionDriver { session, host: &mut host, time, interrupted, notes: watching };
    let (ending, machine, log) = drive.run();
    let is_quiet = matches!(ending, RunEnd::Exited(_) | RunEnd::Returned(_));
    let notes = notes.map(|notes| inside::finish_notes(&notes, &machine, &ending, plan));
    let notes = notes.unwrap_or_default();
    let is_quiet = is_quiet && notes.is_empty() && view.is_empty() && !engine.has_findings();
    // A report begins on a line of its own.
    if host.is_mid_line() && !is_quiet {
        console.say("\n");
    }
    let mut seen = engine.finish(plan, &names, console)?;
    seen.notes = instrumentation::wire_notes(&notes, &names);
    if !plan.json {
        console.say(instrumentation::notes_text(&seen.notes));
    }
    seen.view = view.wire(&machine);
    let scene = ReplayContext { log: &log, setup: &setup, plan, names: &names };
    let aftermath = scene.aftermath(&ending, &machine, interrupted);
    let end =
        FinishedRun { ending: &ending, machine: &machine, aftermath: &aftermath, seen: &seen };
    let exit = conclude(&end, &names, plan, console)?;
    if !plan.json {
        console.say(view.text(&machine, &names));
    }
    let is_mid_line = is_quiet && host.is_mid_line();
    let mut lines = notes::unasked_lines(&scene.findings(&ending, &machine), &names);
    lines.extend(mars_hint(&ending, &names, plan));
    if !lines.is_empty() {
        let start = if is_mid_line { "\n" } else { "" };
        console.say(format!("{start}{}\n", lines.join("\n")));
    }
    if let Some(path) = &plan.record {
        scene.record(path, &ending, &machine)?;
    }
    for note in engine.notes(plan.engine).into_iter().chain(host.notes()) {
        console.say(format!("jetan: {note}\n"));
    }
    // A file that could not be written outweighs how the program ended.
    Ok(if host.has_failed() { Exit::Unreadable } else { exit })
}

/// The longest sources that are assembled a second time for a hint: some milliseconds of work.
const HINT_BYTES_MAX: usize = 1 << 18;

/// The hint that a program which ended well is one that MARS refuses.
fn mars_hint(ending: &RunEnd, names: &DebugSymbols, plan: &RunPlan) -> Option<String> {
    let sources = &names.sources;
    let is_good = matches!(ending, RunEnd::Exited(_) | RunEnd::Returned(_));
    let bytes: usize = sources.ids().map(|id| sources.file(id).text().len()).sum();
    // A program that was linked elsewhere has a memory map of its own, and no source.
    let is_assembled = names.program.image.map.name == plan.options.map.name;
    let is_wanted = plan.notes && !plan.json && !plan.sandbox;
    if !is_good || !is_wanted || !is_assembled || bytes > HINT_BYTES_MAX {
        return None;
    }
    let (place, words) = super::asm::refused_by_mars(&plan.options, sources)?;
    Some(format!("note: {place}: MARS refuses this program: {words}"))
}

fn host_options(plan: &RunPlan) -> host::HostOptions {
    host::HostOptions {
        is_heard: plan.settings.clock == Clock::Host,
        output_bytes_max: plan.limits.output_bytes,
        dialogs: plan.dialogs,
        file_bytes_max: plan.sandbox.then(|| SandboxLimits::default().file_bytes),
    }
}

fn input(plan: &RunPlan) -> Result<ConsoleInput, CommandFailure> {
    let Some(path) = &plan.stdin else { return Ok(ConsoleInput::standard()) };
    let unreadable = |error| {
        let why = ReadError::from(error);
        CommandFailure::unreadable(format!("jetan: {}: {why}", files::name(path)))
    };
    ConsoleInput::open(path).map_err(unreadable)
}

/// The end of a run, and the findings about it.
struct FinishedRun<'r> {
    ending: &'r RunEnd,
    machine: &'r Machine,
    aftermath: &'r PostMortem,
    seen: &'r InstrumentationReport,
}

/// Says how a run ended, and turns that into an exit code.
fn conclude(
    end: &FinishedRun<'_>,
    names: &DebugSymbols,
    plan: &RunPlan,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let &FinishedRun { ending, machine, aftermath, seen } = end;
    match ending {
        RunEnd::OutputClosed => return Err(CommandFailure::ClosedPipe),
        RunEnd::OutputLost(why) => return Err(lost(why)),
        _ => {}
    }
    let limits = limit_words(ending, plan);
    let report = runtime::RunReport { ending, machine, names, aftermath, limits, seen };
    if plan.json {
        console.say(report.json());
    } else {
        console.report(&report.text(console.is_colored(), Console::fold()));
    }
    Ok(Exit::Chosen(i32::from(report.exit_code())))
}

/// Output that could not be written is not passed over in silence.
pub(super) fn lost(why: &str) -> CommandFailure {
    CommandFailure::unreadable(format!("jetan: cannot write standard output: {why}"))
}

/// The limit that was reached, in the words of the flag that set it.
fn limit_words(ending: &RunEnd, plan: &RunPlan) -> String {
    let RunEnd::Limit(limit) = ending else { return String::new() };
    let limits = &plan.limits;
    match limit {
        RunLimit::Instructions if plan.sandbox => format!(
            "it executed {} instructions, or as much in services (--max-steps)",
            limits.steps.unwrap_or(0)
        ),
        RunLimit::Instructions => {
            format!("it executed {} instructions (--max-steps)", limits.steps.unwrap_or(0))
        }
        RunLimit::Time => {
            format!("it ran for {} seconds (--time-limit)", limits.seconds.unwrap_or(0.0))
        }
        RunLimit::Output => {
            format!("it printed {} bytes (--max-output)", limits.output_bytes.unwrap_or(0))
        }
        RunLimit::Memory => {
            let bytes = plan.settings.memory_bytes_max;
            format!("it wrote to {bytes} bytes of memory (--max-memory)")
        }
        RunLimit::Files => format!(
            "its files and their names have more than {} bytes (--sandbox)",
            SandboxLimits::default().file_bytes
        ),
        RunLimit::Pictures => "it drew or played more than is kept".to_owned(),
    }
}
