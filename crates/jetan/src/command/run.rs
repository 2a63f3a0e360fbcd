//! `jetan run`: assemble, run, and say what went wrong.

mod devices;

use std::sync::Arc;
use std::time::Duration;

use jetan_asm::{Program, SourceSet, assemble_all};
use jetan_isa::MemoryMap;
use jetan_machine::stop::Exit as ProgramExit;
use jetan_machine::{Behaviour, Interpreter, Machine, Settings};

use super::asm::{self, Messages};
use crate::cli;
use crate::console::Console;
use crate::drive::{self, Drive, Ending, Limit, Limits};
use crate::exit::{Exit, Failure};
use crate::host::{self, Clock, Input, Process};
use crate::render::json::Extras;
use crate::render::{self, runtime};
use crate::{files, packs};

/// Assembles and runs.
pub(crate) fn run(typed: &cli::Run, console: &Console) -> Result<Exit, Failure> {
    let roots = files::roots(&typed.files, typed.project)?;
    let is_project = typed.project || typed.files.iter().any(|path| path.is_dir());
    run_sources(&files::load(&roots)?, is_project, typed, console)
}

/// The same with sources that are there already; a project starts at `main`.
pub(super) fn run_sources(
    sources: &SourceSet,
    is_project: bool,
    typed: &cli::Run,
    console: &Console,
) -> Result<Exit, Failure> {
    let mut options = typed.assembly.options();
    options.start_at_main |= is_project;
    let pack = devices::pack(typed.pack.as_deref(), sources)?;
    if let Some(map) = pack.as_ref().and_then(|pack| pack.memory_map)
        && typed.assembly.memory == MemoryMap::DEFAULT
    {
        options.map = map;
    }
    let assembly = assemble_all(sources, &options);
    let messages = if typed.assembly.mars_messages { Messages::Mars } else { Messages::Human };
    asm::report(&assembly, sources, messages, Extras::default(), console)?;
    let Some(program) = &assembly.program else { return Ok(Exit::Assembly) };
    let mut machine = load(program, typed)?;
    if let Some(pack) = pack {
        let refused = packs::violations(program, sources, &pack);
        if !refused.is_empty() {
            let colored = console.is_colored();
            console.say(render::pack::violations(&refused, &pack.name, sources, colored));
            return Ok(Exit::Assembly);
        }
        machine.set_pack(Arc::new(pack));
    }
    let mut host = Process::new(host_options(typed), input(typed)?);
    let player = devices::player(&typed.show)?;
    let recogniser =
        devices::connect(&typed.show, program, sources, &mut machine, &mut host, console)?;
    let limits =
        Limits { steps: typed.max_steps, time: typed.time_limit.map(Duration::from_secs_f64) };
    let interrupted = drive::interruption();
    let mut engine: Interpreter = Interpreter::default();
    let ending = Drive {
        machine: &mut machine,
        engine: &mut engine,
        host: &mut host,
        limits,
        interrupted: &interrupted,
        player,
        recogniser,
    }
    .run();
    let is_quiet = matches!(ending, Ending::Exited(ProgramExit::Exit | ProgramExit::Code(_)));
    if host.is_mid_line() && !is_quiet {
        console.say("\n");
    }
    let exit = conclude(&ending, &machine, program, sources, typed, console)?;
    let notes = host.notes();
    for note in &notes {
        console.say(format!("jetan: {note}\n"));
    }
    Ok(if host.has_failed() { Exit::Unreadable } else { exit })
}

fn load(program: &Program, typed: &cli::Run) -> Result<Machine, Failure> {
    let settings = Settings {
        delayed_branching: typed.assembly.delayed_branching,
        self_modifying: typed.assembly.self_modifying,
        memory_bytes_max: typed.max_memory.unwrap_or(Settings::default().memory_bytes_max),
    };
    let behaviour = if typed.assembly.strict { Behaviour::MARS } else { Behaviour::JETAN };
    let words = typed.arguments.iter();
    let arguments: Vec<&[u8]> = words.map(|word| word.as_encoded_bytes()).collect();
    let too_small =
        |_| Failure::new(Exit::Limit, "jetan: the program does not fit into the memory it may use");
    let mut machine = Machine::new(&program.image, settings, behaviour).map_err(too_small)?;
    machine.set_arguments(&arguments).map_err(too_small)?;
    machine.connect_terminal().map_err(too_small)?;
    Ok(machine)
}

fn host_options(typed: &cli::Run) -> host::Options {
    let clock = match typed.clock {
        Some(cli::ClockChoice::Virtual) => Clock::Virtual,
        None if typed.show.keys.is_some() => Clock::Virtual,
        Some(cli::ClockChoice::Real) | None => Clock::Real,
    };
    host::Options {
        clock,
        seed: typed.seed,
        output_bytes_max: typed.max_output,
        dialogs: !typed.assembly.strict,
    }
}

fn input(typed: &cli::Run) -> Result<Input, Failure> {
    let Some(path) = &typed.stdin else { return Ok(Input::standard()) };
    let unreadable = |error| Failure::unreadable(format!("jetan: {}: {error}", path.display()));
    Input::open(path).map_err(unreadable)
}

/// Says how a run ended, and turns that into an exit code.
fn conclude(
    ending: &Ending,
    machine: &Machine,
    program: &Program,
    sources: &SourceSet,
    typed: &cli::Run,
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
        runtime::Report { ending, machine, program, sources, limits: limit_words(ending, typed) };
    if typed.json {
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
fn limit_words(ending: &Ending, typed: &cli::Run) -> String {
    match ending {
        Ending::Limit(Limit::Steps) => {
            format!("it executed {} instructions (--max-steps)", typed.max_steps.unwrap_or(0))
        }
        Ending::Limit(Limit::Time) => {
            format!("it ran for {} seconds (--time-limit)", typed.time_limit.unwrap_or(0.0))
        }
        Ending::Limit(Limit::Output) => {
            format!("it printed {} bytes (--max-output)", typed.max_output.unwrap_or(0))
        }
        Ending::Limit(Limit::Memory) => {
            let bytes = typed.max_memory.unwrap_or(Settings::default().memory_bytes_max);
            format!("it wrote to {bytes} bytes of memory (--max-memory)")
        }
        _ => String::new(),
    }
}
