//! `jetan run`: assemble, run, and say what went wrong.

mod devices;

use std::path::PathBuf;
use std::sync::Arc;

use jetan_asm::{Program, SourceSet, assemble_all};
use jetan_grade::limits::Limits as SandboxLimits;
use jetan_machine::stop::Exit as ProgramExit;
use jetan_machine::{Clock, Machine};
use jetan_session::Session;

use super::asm;
use crate::cli;
use crate::console::Console;
use crate::drive::{self, Drive, Ending, Limit};
use crate::engine::AnyEngine;
use crate::exit::{Exit, Failure};
use crate::host::{self, Input, Process};
use crate::plan::RunPlan;
use crate::render::json::Extras;
use crate::render::{self, runtime};
use crate::{files, neighbours, packs};
pub(super) use devices::bitmap;

/// Assembles and runs what was typed.
pub(crate) fn run(typed: &cli::Run, console: &Console) -> Result<Exit, Failure> {
    run_files(&typed.files, typed.project, RunPlan::from(typed), console)
}

/// Assembles files and runs them; with `is_project` with everything else in their folder.
pub(super) fn run_files(
    files: &[PathBuf],
    is_project: bool,
    mut plan: RunPlan,
    console: &Console,
) -> Result<Exit, Failure> {
    let roots = files::roots(files, is_project)?;
    plan.options.start_at_main |= is_project || files.iter().any(|path| path.is_dir());
    let sources = if plan.sandbox { files::load_jailed(&roots)? } else { files::load(&roots)? };
    run_sources(&sources, plan, console)
}

/// A program and a machine that is about to start it.
pub(super) struct Loaded {
    pub(super) program: Program,
    pub(super) machine: Machine,
}

/// Assembles sources and loads what they become; none if there are mistakes, which have been
/// reported then.
pub(super) fn load(
    sources: &SourceSet,
    plan: &mut RunPlan,
    console: &Console,
) -> Result<Option<Loaded>, Failure> {
    let pack = packs::chosen(plan.pack.as_deref(), sources, plan.sandbox)?.map(Arc::new);
    if let Some(map) = pack.as_ref().and_then(|pack| pack.memory_map)
        && !plan.has_map
    {
        plan.options.map = map;
    }
    let mut assembly = assemble_all(sources, &plan.options);
    if !plan.sandbox {
        neighbours::advise(&mut assembly, sources);
    }
    asm::report(&assembly, sources, plan.messages, Extras::default(), console)?;
    let Some(program) = assembly.program else { return Ok(None) };
    if let Some(pack) = &pack {
        let refused = packs::violations(&program, sources, pack);
        if !refused.is_empty() {
            let colored = console.is_colored();
            console.say(render::pack::violations(&refused, &pack.name, sources, colored));
            return Ok(None);
        }
    }
    let too_small =
        |_| Failure::new(Exit::Limit, "jetan: the program does not fit into the memory it may use");
    let machine = plan.setup(pack).load(&program.image).map_err(too_small)?;
    Ok(Some(Loaded { program, machine }))
}

/// Assembles and runs sources that are there already.
pub(super) fn run_sources(
    sources: &SourceSet,
    mut plan: RunPlan,
    console: &Console,
) -> Result<Exit, Failure> {
    let Some(Loaded { program, machine }) = load(sources, &mut plan, console)? else {
        return Ok(Exit::Assembly);
    };
    let program = &program;
    let mut host = Process::new(host_options(&plan), input(&plan)?);
    let mut engine = AnyEngine::new(plan.engine);
    let mut session = Session::new(machine, Box::new(&mut engine));
    session.count_max = plan.limits.steps.unwrap_or(u64::MAX);
    session.counts_work = plan.sandbox;
    if let Some(player) = devices::player(&plan.shows)? {
        session.play_keys(player);
    }
    devices::connect(&plan.shows, program, sources, &mut session, &mut host, console)?;
    let interrupted = drive::interruption();
    let time = plan.limits.time();
    let drive = Drive { session, host: &mut host, time, interrupted: &interrupted };
    let (ending, machine) = drive.run();
    let is_quiet = matches!(ending, Ending::Exited(ProgramExit::Exit | ProgramExit::Code(_)));
    if host.is_mid_line() && !is_quiet {
        console.say("\n");
    }
    let exit = conclude(&ending, &machine, program, sources, &plan, console)?;
    let mut notes = engine.notes(plan.engine);
    notes.extend(host.notes());
    for note in &notes {
        console.say(format!("jetan: {note}\n"));
    }
    Ok(if host.has_failed() { Exit::Unreadable } else { exit })
}

fn host_options(plan: &RunPlan) -> host::Options {
    host::Options {
        is_heard: plan.settings.clock == Clock::Host,
        output_bytes_max: plan.limits.output_bytes,
        dialogs: plan.dialogs,
        file_bytes_max: plan.sandbox.then(|| SandboxLimits::default().file_bytes),
    }
}

fn input(plan: &RunPlan) -> Result<Input, Failure> {
    let Some(path) = &plan.stdin else { return Ok(Input::standard()) };
    let unreadable = |error| Failure::unreadable(format!("jetan: {}: {error}", path.display()));
    Input::open(path).map_err(unreadable)
}

/// Says how a run ended, and turns that into an exit code.
fn conclude(
    ending: &Ending,
    machine: &Machine,
    program: &Program,
    sources: &SourceSet,
    plan: &RunPlan,
    console: &Console,
) -> Result<Exit, Failure> {
    let exit = match ending {
        Ending::Exited(ProgramExit::Code(code)) => Exit::Chosen(*code),
        Ending::Exited(_) => Exit::Success,
        Ending::ClosedPipe => return Err(Failure::ClosedPipe),
        Ending::Lost(why) => return Err(lost(why)),
        Ending::Faulted { .. } => Exit::Runtime,
        Ending::Limit(_) => Exit::Limit,
        Ending::Interrupted => Exit::Interrupted,
    };
    let report =
        runtime::Report { ending, machine, program, sources, limits: limit_words(ending, plan) };
    if plan.json {
        console.say(report.json());
    } else {
        console.report(&report.text(console.is_colored()));
    }
    Ok(exit)
}

/// Output that could not be written is not passed over in silence.
pub(super) fn lost(why: &str) -> Failure {
    Failure::unreadable(format!("jetan: cannot write standard output: {why}"))
}

/// What limit was reached, in the words of the flag that set it.
fn limit_words(ending: &Ending, plan: &RunPlan) -> String {
    let Ending::Limit(limit) = ending else { return String::new() };
    let limits = &plan.limits;
    match limit {
        Limit::Steps if plan.sandbox => format!(
            "it executed {} instructions, or as much in services (--max-steps)",
            limits.steps.unwrap_or(0)
        ),
        Limit::Steps => {
            format!("it executed {} instructions (--max-steps)", limits.steps.unwrap_or(0))
        }
        Limit::Time => {
            format!("it ran for {} seconds (--time-limit)", limits.seconds.unwrap_or(0.0))
        }
        Limit::Output => {
            format!("it printed {} bytes (--max-output)", limits.output_bytes.unwrap_or(0))
        }
        Limit::Memory => {
            let bytes = plan.settings.memory_bytes_max;
            format!("it wrote to {bytes} bytes of memory (--max-memory)")
        }
        Limit::Files => format!(
            "its files and their names have more than {} bytes (--sandbox)",
            SandboxLimits::default().file_bytes
        ),
    }
}
