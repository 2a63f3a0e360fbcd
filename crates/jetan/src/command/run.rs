//! `jetan run`: assemble, run, and say what went wrong.

mod aftermath;
mod devices;

use std::path::PathBuf;
use std::sync::Arc;

use jetan_asm::{Program, SourceSet, assemble};
use jetan_debug::aftermath::Aftermath;
use jetan_debug::names::Names;
use jetan_debug::notes::NoteTaker;
use jetan_grade::limits::Limits as SandboxLimits;
use jetan_machine::stop::Exit as ProgramExit;
use jetan_machine::{Clock, Machine};
use jetan_os::file::Unread;
use jetan_run::{Session, Setup};

use super::asm;
use crate::cli;
use crate::console::Console;
use crate::drive::{self, Drive, Ending, Limit};
use crate::exit::{Exit, Failure};
use crate::host::{self, Input, Process};
use crate::inside::view::View;
use crate::inside::{self, Looking};
use crate::plan::RunPlan;
use crate::render::json::Extras;
use crate::render::seen::{self, Seen};
use crate::render::{self, runtime};
use crate::{files, neighbours, packs};
use aftermath::Scene;

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
    pub(super) program: Arc<Program>,
    pub(super) machine: Machine,
    /// What makes such a machine again.
    setup: Setup,
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
    let mut assembled = assemble(sources, &plan.options);
    if !plan.sandbox {
        neighbours::advise(&mut assembled.1, sources);
    }
    asm::report(&assembled, sources, plan.messages, Extras::default(), console)?;
    let (Some(program), _) = assembled else { return Ok(None) };
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
    let setup = plan.setup(pack);
    let machine = setup.load(&program.image).map_err(too_small)?;
    Ok(Some(Loaded { program: Arc::new(program), machine, setup }))
}

/// Assembles and runs sources that are there already.
pub(super) fn run_sources(
    sources: &SourceSet,
    mut plan: RunPlan,
    console: &Console,
) -> Result<Exit, Failure> {
    let Some(Loaded { program, mut machine, setup }) = load(sources, &mut plan, console)? else {
        return Ok(Exit::Assembly);
    };
    if let Some(path) = &plan.record {
        files::spare_sources(path, sources)?;
    }
    let names = Names::new(Arc::clone(&program), sources.clone());
    let view = View::new(&plan, &names)?;
    let mut host = Process::new(host_options(&plan), input(&plan)?);
    let mut engine = Looking::new(&plan, &machine, &names)?;
    let mut notes = plan.notes.then(|| NoteTaker::new(names.clone(), &mut machine));
    let mut session = Session::new(machine, Box::new(&mut engine));
    session.count_max = plan.limits.steps.unwrap_or(u64::MAX);
    session.counts_work = plan.sandbox;
    if let Some(player) = devices::player(&plan.shows)? {
        session.play_keys(player);
    }
    devices::connect(&plan, &program, sources, &mut session, &mut host, console)?;
    session.record();
    let interrupted = drive::interruption();
    let time = plan.limits.time();
    let drive =
        Drive { session, host: &mut host, time, interrupted: &interrupted, notes: notes.as_mut() };
    let (ending, machine, log) = drive.run();
    let is_quiet = matches!(ending, Ending::Exited(ProgramExit::Exit | ProgramExit::Code(_)));
    let notes = notes.map(|notes| inside::finish_notes(&notes, &machine, &ending, &plan));
    let notes = notes.unwrap_or_default();
    let is_quiet = is_quiet && notes.is_empty() && view.is_empty() && !engine.has_seen();
    if host.is_mid_line() && !is_quiet {
        console.say("\n");
    }
    let mut seen = engine.finish(&plan, &names, console)?;
    seen.notes = seen::wire_notes(&notes, &names);
    if !plan.json {
        console.say(seen::notes_text(&seen.notes));
    }
    seen.view = view.wire(&machine);
    let scene = Scene { log: &log, setup: &setup, plan: &plan, names: &names };
    let aftermath = scene.aftermath(&ending, &machine, &interrupted);
    let end = End { ending: &ending, machine: &machine, aftermath: &aftermath, seen: &seen };
    let exit = conclude(&end, &names, &plan, console)?;
    if !plan.json {
        console.say(view.text(&machine, &names));
    }
    let is_mid_line = is_quiet && host.is_mid_line();
    console.say(hint(scene.doubts(&ending, &machine), is_mid_line, sources));
    if let Some(path) = &plan.record {
        scene.record(path, &ending, &machine)?;
    }
    let mut notes = engine.notes(plan.engine);
    notes.extend(host.notes());
    for note in &notes {
        console.say(format!("jetan: {note}\n"));
    }
    Ok(if host.has_failed() { Exit::Unreadable } else { exit })
}

/// Where to read about doubtful things that a run which ended well has done; empty if there are
/// none.
fn hint(doubts: usize, is_mid_line: bool, sources: &SourceSet) -> String {
    if doubts == 0 {
        return String::new();
    }
    let start = if is_mid_line { "\n" } else { "" };
    let first = sources.roots().first().map_or("FILE", |root| sources.file(*root).name());
    let things = if doubts == 1 { "something doubtful" } else { "some doubtful things" };
    format!("{start}note: the run did {things}: `jetan run --check {first}` shows the lines\n")
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
    let unreadable = |error| {
        let why = Unread::from(error);
        Failure::unreadable(format!("jetan: {}: {why}", files::name(path)))
    };
    Input::open(path).map_err(unreadable)
}

/// How a run ended, and what was found out about it.
struct End<'r> {
    ending: &'r Ending,
    machine: &'r Machine,
    aftermath: &'r Aftermath,
    seen: &'r Seen,
}

/// Says how a run ended, and turns that into an exit code.
fn conclude(
    end: &End<'_>,
    names: &Names,
    plan: &RunPlan,
    console: &Console,
) -> Result<Exit, Failure> {
    let &End { ending, machine, aftermath, seen } = end;
    let exit = match ending {
        Ending::Exited(ProgramExit::Code(code)) => Exit::Chosen(*code),
        Ending::Exited(_) => Exit::Success,
        Ending::ClosedPipe => return Err(Failure::ClosedPipe),
        Ending::Lost(why) => return Err(lost(why)),
        Ending::Faulted { .. } => Exit::Runtime,
        Ending::Limit(_) => Exit::Limit,
        Ending::Interrupted => Exit::Interrupted,
    };
    let limits = limit_words(ending, plan);
    let report = runtime::Report { ending, machine, names, aftermath, limits, seen };
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
