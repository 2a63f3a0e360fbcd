//! Running a program as MARS does, and showing what it left behind.

use std::ffi::OsString;
use std::fmt::Write;

use jetan_asm::{Program, SourceSet};
use jetan_isa::{FReg, Image, Reg};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::Register as Written;
use jetan_machine::stop::Exit as ProgramExit;
use jetan_machine::{
    Behaviour, Clock, Engine, Fault, Machine, Observer, Relay, Settings as MachineSettings, number,
};
use jetan_run::{Session, Setup};

use super::words::{Notation, Register, RunSettings, Settings};
use super::{Messages, TERMINATED};
use crate::drive::{self, Drive, Ending, Limit};
use crate::dump::cells;
use crate::engine::{AnyEngine, EngineFlags};
use crate::exit::{Exit, Failure};
use crate::host::{self, Input, Process};

/// How a run left things.
pub(super) struct Outcome {
    pub(super) exit: Exit,
    /// What is in memory now.
    pub(super) image: Image,
}

/// Runs a program and prints what the settings ask for.
pub(super) fn run(
    program: &Program,
    sources: &SourceSet,
    settings: &Settings,
    out: &Messages,
) -> Result<Outcome, Failure> {
    let machine = setup(settings)
        .load(&program.image)
        .map_err(|fault| Failure::new(Exit::Runtime, format!("jetan mars: {fault}")))?;
    let mut count = FetchCount::new(&machine);
    let (ending, machine) = if settings.run.shows_count {
        let mut relay = Relay::default();
        go(machine, Box::new(relay.telling(&mut count)), settings)
    } else {
        go(machine, Box::new(AnyEngine::new(EngineFlags::default())), settings)
    };
    let mut report = String::new();
    let exit = ending_report(&ending, program, sources, settings, &mut report);
    if settings.run.shows_count {
        // Writing to a string does not fail.
        let _ = writeln!(report, "\n{}", count.count);
    }
    report.push('\n');
    show_registers(&machine, &settings.run, &mut report);
    match &ending {
        Ending::ClosedPipe => return Err(Failure::ClosedPipe),
        Ending::Lost(why) => return Err(crate::command::run::lost(why)),
        _ => {}
    }
    out.print(&report)?;
    show_memory(&machine, &settings.run, out)?;
    Ok(Outcome { exit, image: machine.image() })
}

fn go(machine: Machine, engine: Box<dyn Engine + '_>, settings: &Settings) -> (Ending, Machine) {
    let options = host::Options {
        is_heard: true,
        output_bytes_max: None,
        dialogs: false,
        file_bytes_max: None,
    };
    let mut host = Process::new(options, Input::standard());
    let mut session = Session::new(machine, engine);
    session.count_max = settings.run.step_limit.map_or(u64::MAX, u64::from);
    let interrupted = drive::interruption();
    let interrupted = &interrupted;
    Drive { session, host: &mut host, time: None, interrupted, ledger: None, notes: None }.run()
}

fn setup(settings: &Settings) -> Setup {
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
    Setup { arguments, terminal: false, ..Setup::new(machine_settings, Behaviour::MARS) }
}

/// MARS: what was fetched from user text, an instruction repeated at once not counted again.
struct FetchCount {
    range: std::ops::Range<u32>,
    last: Option<u32>,
    count: u64,
}

impl FetchCount {
    fn new(machine: &Machine) -> FetchCount {
        let map = machine.map();
        FetchCount { range: map.text_base..map.text_limit, last: None, count: 0 }
    }
}

impl Observer for FetchCount {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        if self.range.contains(&pc) && self.last != Some(pc) {
            self.last = Some(pc);
            self.count += 1;
        }
    }

    fn write(&mut self, _register: Written, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// What MARS says about how a run ended, and the exit code.
fn ending_report(
    ending: &Ending,
    program: &Program,
    sources: &SourceSet,
    settings: &Settings,
    report: &mut String,
) -> Exit {
    match ending {
        Ending::Exited(ProgramExit::Code(code)) => Exit::Chosen(*code),
        Ending::Exited(_) | Ending::ClosedPipe | Ending::Lost(_) => Exit::Success,
        Ending::Faulted { fault, pc } => {
            let place = place(program, sources, *pc);
            let text = match fault {
                Fault::BadProgramCounter { .. } => fault.to_string(),
                _ => format!("Runtime exception at {pc:#010x}: {fault}"),
            };
            let place = match fault {
                Fault::BadProgramCounter { .. } => String::new(),
                _ => place,
            };
            let _ = writeln!(report, "Error in {place}: {text}\n\n{}", TERMINATED.trim_end());
            Exit::Chosen(settings.run.error_code)
        }
        Ending::Limit(Limit::Steps) => {
            let limit = settings.run.step_limit.unwrap_or(0);
            let notice = format!("Program terminated when maximum step limit {limit} reached.");
            let _ = writeln!(report, "\n{notice}");
            Exit::Success
        }
        Ending::Limit(_) => {
            report.push_str("\njetan mars: the program used more memory than 1 GiB\n");
            Exit::Limit
        }
        Ending::Interrupted => Exit::Interrupted,
    }
}

/// The file and line of an instruction as MARS gives them at run time: the top-level file, and of
/// a macro only the outermost call and the line of the body.
fn place(program: &Program, sources: &SourceSet, pc: u32) -> String {
    let statement = program.code_at(pc).and_then(|code| program.statement(code.statement));
    let Some(statement) = statement else { return String::new() };
    let file = sources.file(statement.root).name();
    let body = statement.text.strip_prefix('<').and_then(|text| text.split_once('>'));
    match body {
        Some((body, _)) if body.bytes().all(|byte| byte.is_ascii_digit()) && !body.is_empty() => {
            format!("{file} line {}->{body}", statement.root_number)
        }
        _ => format!("{file} line {}", statement.root_number),
    }
}

fn show_registers(machine: &Machine, run: &RunSettings, report: &mut String) {
    for shown in &run.registers {
        if !run.brief {
            let _ = write!(report, "{}\t", shown.name);
        }
        match shown.register {
            Register::Cpu(reg) => show_cpu(machine, reg, run.notation, report),
            Register::Float(reg) => show_float(machine, reg, run.notation, report),
        }
        report.push('\n');
    }
}

fn show_cpu(machine: &Machine, reg: Reg, notation: Notation, report: &mut String) {
    let value = machine.registers.get(reg);
    show_word(value, notation, report);
}

fn show_word(value: u32, notation: Notation, report: &mut String) {
    let _ = match notation {
        Notation::Hexadecimal => write!(report, "{value:#010x}"),
        Notation::Decimal => write!(report, "{}", value as i32),
        Notation::Ascii => write!(report, "{}", cells(value)),
    };
}

/// A floating-point register; an even one also as the double it is half of.
fn show_float(machine: &Machine, reg: FReg, notation: Notation, report: &mut String) {
    let bits = machine.fpu.bits(reg.number());
    let pair = reg.number().is_multiple_of(2).then(|| machine.fpu.double_bits(reg.number()));
    let _ = match notation {
        Notation::Hexadecimal => write!(report, "{bits:#010x}"),
        Notation::Decimal => {
            write!(report, "{}", number::float_text(f32::from_bits(bits)))
        }
        Notation::Ascii => write!(report, "{}", cells(bits)),
    };
    let Some(pair) = pair else { return };
    let _ = match notation {
        Notation::Hexadecimal => write!(report, "\t{pair:#018x}"),
        Notation::Decimal => write!(report, "\t{}", number::double_text(f64::from_bits(pair))),
        Notation::Ascii => write!(report, "\t{}{}", cells((pair >> 32) as u32), cells(bits)),
    };
}

/// How much text is printed at once.
const CHUNK_BYTES: usize = 64 << 10;

/// Ranges of memory, four words a line. MARS compares addresses as signed numbers.
fn show_memory(machine: &Machine, run: &RunSettings, out: &Messages) -> Result<(), Failure> {
    let mut report = String::new();
    for &(first, last) in &run.memory {
        for (idx, address) in (first as i32..=last as i32).step_by(4).enumerate() {
            if idx % 4 == 0 {
                report.push_str(if idx > 0 { "\n" } else { "" });
                if !run.brief {
                    let _ = write!(report, "Mem[{address:#010x}]\t");
                }
            }
            match word_at(machine, address as u32) {
                Some(word) => show_word(word, run.notation, &mut report),
                None => {
                    let _ = write!(report, "Invalid address: {address}");
                }
            }
            report.push('\t');
            if report.len() > CHUNK_BYTES {
                out.print(&report)?;
                report.clear();
            }
        }
        report.push('\n');
    }
    out.print(&report)
}

/// A word of memory, text included, if there is memory at all.
fn word_at(machine: &Machine, address: u32) -> Option<u32> {
    machine.map().region_of(address).map(|_| machine.memory.peek_word(address))
}
