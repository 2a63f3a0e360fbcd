//! Running a program as MARS does, and showing what it left behind.

use std::ffi::OsString;
use std::fmt::Write;
use std::sync::Arc;

use jetan_asm::{Program, SourceSet};
use jetan_isa::Image;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister as Written;
use jetan_machine::{
    Behaviour, Clock, Engine, Fault, Machine, MachineSettings, Observer, RelayInterpreter,
};
use jetan_report::mars::state;
use jetan_report::mars::words::MarsSettings;
use jetan_run::loader::make_ready;
use jetan_run::{LoadedProgram, RunEnd, RunLimit, RunSetup, Session};

use super::{MarsOutput, TERMINATED};
use crate::drive::{self, SessionDriver};
use crate::engine::{AnyEngine, EngineFlags};
use crate::exit::{CommandFailure, Exit};
use crate::host::{self, ConsoleInput, ProcessHost};

/// The result of a simulation.
pub(super) struct SimulationResult {
    pub(super) exit: Exit,
    /// The contents of memory now.
    pub(super) image: Image,
    /// The program that was run.
    pub(super) program: Program,
}

/// Runs a program and prints what the settings ask for.
pub(super) fn run(
    program: Program,
    sources: &SourceSet,
    settings: &MarsSettings,
    out: &MarsOutput,
) -> Result<SimulationResult, CommandFailure> {
    let loaded = make_ready(Arc::new(program), sources, setup(settings))
        .map_err(|error| CommandFailure::new(Exit::Runtime, format!("jetan mars: {error}")))?;
    let LoadedProgram { program, machine, .. } = loaded;
    let mut count = FetchCount::new(&machine);
    // MARS counts reads of the text segment, which only an observed interpreter sees; without `ic`
    // the fast engine runs.
    let (ending, machine) = if settings.run.shows_count {
        let mut relay = RelayInterpreter::default();
        go(machine, Box::new(relay.notifying(&mut count)), settings)
    } else {
        go(machine, Box::new(AnyEngine::new(EngineFlags::default())), settings)
    };
    let mut report = String::new();
    let faulted_at = |pc| state::place(&program, sources, &machine, pc);
    let exit = ending_report(&ending, faulted_at, settings, &mut report);
    if settings.run.shows_count {
        // Writing to a string does not fail.
        let _ = writeln!(report, "\n{}", count.count);
    }
    report.push('\n');
    let shown = &settings.run;
    report += &state::registers(&machine, &shown.registers, shown.notation, shown.brief);
    // Nobody reads the output any more, or it cannot be written: the report would have no reader
    // either.
    match &ending {
        RunEnd::OutputClosed => return Err(CommandFailure::ClosedPipe),
        RunEnd::OutputLost(why) => return Err(crate::command::run::lost(why)),
        _ => {}
    }
    out.print(&report)?;
    let mut print = |piece: &str| out.print(piece);
    state::memory(&machine, &shown.memory, shown.notation, shown.brief, &mut print)?;
    Ok(SimulationResult { exit, image: machine.image(), program: Arc::unwrap_or_clone(program) })
}

fn go(
    machine: Machine,
    engine: Box<dyn Engine + '_>,
    settings: &MarsSettings,
) -> (RunEnd, Machine) {
    let options = host::HostOptions {
        is_heard: true,
        output_bytes_max: None,
        dialogs: false,
        file_bytes_max: None,
    };
    let mut host = ProcessHost::new(options, ConsoleInput::standard());
    let mut session = Session::new(machine, engine);
    session.count_max = settings.run.step_limit.map_or(u64::MAX, u64::from);
    let interrupted = drive::interruption();
    let interrupted = &interrupted;
    let drive = SessionDriver { session, host: &mut host, time: None, interrupted, notes: None };
    let (ending, machine, _) = drive.run();
    (ending, machine)
}

fn setup(settings: &MarsSettings) -> RunSetup {
    let machine_settings = MachineSettings {
        delayed_branching: settings.options.delayed_branching,
        self_modifying: settings.options.self_modifying,
        clock: Clock::Host,
        ..MachineSettings::default()
    };
    // MARS: the low byte of every UTF-16 unit.
    let narrow = |argument: &OsString| -> Vec<u8> {
        argument.to_string_lossy().encode_utf16().map(|unit| unit as u8).collect()
    };
    let arguments = settings.run.arguments.iter().map(narrow).collect();
    // MARS on the command line has no tools: nothing is at the devices' addresses.
    RunSetup { arguments, terminal: false, ..RunSetup::new(machine_settings, Behaviour::MARS) }
}

/// MARS: reads of user text, one at the address of the last not counted again.
///
/// Fetches are such reads, and with self-modifying code so are loads. The last address is 0 to
/// begin with, which matters where the text begins there.
struct FetchCount {
    range: std::ops::Range<u32>,
    last: u32,
    count: u64,
}

impl FetchCount {
    fn new(machine: &Machine) -> FetchCount {
        let map = machine.map();
        FetchCount { range: map.text_base..map.text_limit, last: 0, count: 0 }
    }

    fn read(&mut self, address: u32) {
        if self.range.contains(&address) && self.last != address {
            self.last = address;
            self.count += 1;
        }
    }
}

impl Observer for FetchCount {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        self.read(pc);
    }

    fn write(&mut self, _register: Written, _value: u32) {}

    fn load(&mut self, address: u32, _bytes: u32, _value: u32) {
        self.read(address);
    }

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// MARS's report of how a run ended, and the exit code.
fn ending_report(
    ending: &RunEnd,
    place: impl Fn(u32) -> String,
    settings: &MarsSettings,
    report: &mut String,
) -> Exit {
    match ending {
        RunEnd::Exited(_) | RunEnd::Returned(_) | RunEnd::DroppedOff(_) => Exit::of(ending),
        RunEnd::OutputClosed | RunEnd::OutputLost(_) => Exit::Success,
        RunEnd::Faulted { fault, pc } => {
            // MARS: a bad program counter has neither the words "Runtime exception at" nor a place.
            let text = match fault {
                Fault::BadProgramCounter { .. } => fault.to_string(),
                _ => format!("Runtime exception at {pc:#010x}: {fault}"),
            };
            let place = match fault {
                Fault::BadProgramCounter { .. } => String::new(),
                _ => place(*pc),
            };
            let _ = writeln!(report, "Error in {place}: {text}\n\n{}", TERMINATED.trim_end());
            Exit::Chosen(settings.run.error_code)
        }
        RunEnd::Limit(RunLimit::Instructions) => {
            let limit = settings.run.step_limit.unwrap_or(0);
            let notice = format!("Program terminated when maximum step limit {limit} reached.");
            let _ = writeln!(report, "\n{notice}");
            // MARS: reaching the step limit is not an error.
            Exit::Success
        }
        RunEnd::Limit(_) => {
            // Memory is the only other bound here, and no word of MARS's command line sets it.
            report.push_str("\njetan mars: the program used more memory than 1 GiB\n");
            Exit::Limit
        }
        RunEnd::Interrupted | RunEnd::EndOfInput | RunEnd::OutOfKeys => Exit::Interrupted,
    }
}
