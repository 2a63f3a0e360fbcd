//! Services: what `syscall` does, by the number in `$v0`.
//!
//! A service is called with the program counter on its `syscall` and can be called again: until it
//! says that it is done, nothing a program could see has changed. One that moves very many bytes
//! does so in parts, since nothing can interrupt it from outside. What a service has to remember to
//! go on, and everything else that outlives a call, is in [`ServiceState`].

mod console;
mod dialog;
mod file;
mod guest;
mod heap;
mod input;
mod midi;
mod random;
mod service;
mod time;

use std::collections::BTreeMap;

use jetan_isa::{MemoryMap, Reg, Service};

use crate::fault::{Fault, ServiceFault};
use crate::host::Host;
use crate::machine::Machine;
use crate::stop::{ProgramExit, WaitReason};
use crate::warning::WarningKind;
use file::OpenFiles;
use input::InputBuffer;
use random::JavaRandom;
use time::Deadline;

/// Ranges of memory that a service has read, for observers.
///
/// All are equal: how often a service was asked in vain depends on the host, and each time it may
/// read its arguments again.
#[derive(Clone, Default)]
struct LoadedRanges {
    ranges: Vec<(u32, u32)>,
}

impl LoadedRanges {
    fn push(&mut self, address: u32, bytes: u32) {
        if bytes > 0 {
            self.ranges.push((address, bytes));
        }
    }
}

impl PartialEq for LoadedRanges {
    fn eq(&self, _other: &LoadedRanges) -> bool {
        true
    }
}

impl Eq for LoadedRanges {}

impl std::hash::Hash for LoadedRanges {
    fn hash<H: std::hash::Hasher>(&self, _state: &mut H) {}
}

/// The state of services between calls.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ServiceState {
    /// The next address that `sbrk` hands out.
    heap: u32,
    /// Console input that was read and not yet asked for.
    input: InputBuffer,
    files: OpenFiles,
    /// Random generators by the numbers that the program gave them.
    streams: BTreeMap<i32, JavaRandom>,
    /// The time that a waiting service waits for.
    deadline: Option<Deadline>,
    /// The progress of a service that moves very many bytes.
    moved: MovedBytes,
    /// The ranges that the last call of a service stored to, as address and number of bytes.
    stored: Vec<(u32, u32)>,
    /// The ranges that it read, likewise.
    loaded: LoadedRanges,
    /// The reads of services at the end of input since there last was something to read.
    reads_at_end: u32,
    /// The bytes of memory that the service at hand has read or stored in this call.
    touched: u64,
    /// The work of services so far, in the worth of instructions.
    work: u64,
}

impl ServiceState {
    pub(crate) fn new(map: &MemoryMap) -> ServiceState {
        ServiceState {
            heap: map.heap_base,
            input: InputBuffer::default(),
            files: OpenFiles::default(),
            streams: BTreeMap::new(),
            deadline: None,
            moved: MovedBytes::default(),
            stored: Vec::new(),
            loaded: LoadedRanges::default(),
            reads_at_end: 0,
            touched: 0,
            work: 0,
        }
    }
}

/// The least worth of a service or a look for a key, in instructions.
const CALL_WORK_INSTRUCTIONS: u64 = 8;
/// Bytes of memory whose moving is worth an instruction.
const BYTES_PER_INSTRUCTION: u64 = 16;

impl Machine {
    /// Console input that services have read and no program has asked for yet. A keyboard that is
    /// fed from the same source takes it, and [`HostInput::HandBack`](crate::HostInput::HandBack)
    /// removes it here.
    pub fn read_ahead(&self) -> &[u8] {
        self.services.input.ahead()
    }

    pub(crate) fn forget_read_ahead(&mut self) {
        self.services.input.clear();
    }

    /// The ranges that the last call of a service stored to, as address and number of bytes.
    pub(crate) fn stored_by_service(&self) -> &[(u32, u32)] {
        &self.services.stored
    }

    /// The ranges that the last call of a service read, likewise.
    pub(crate) fn loaded_by_service(&self) -> &[(u32, u32)] {
        &self.services.loaded.ranges
    }

    /// The work done for the program besides its instructions, in their worth: services by the
    /// bytes of memory they moved, and looks for keys. Whoever bounds a run that is not to be
    /// trusted adds it to the instructions, of which few can make services move very much.
    pub fn work(&self) -> u64 {
        self.services.work.saturating_add(self.polls().saturating_mul(CALL_WORK_INSTRUCTIONS))
    }

    /// Whether the program has asked for memory on the heap.
    pub fn uses_heap(&self) -> bool {
        self.services.heap != self.map().heap_base
    }

    /// Whether the service that is next has done a part of its work. What the host lets happen
    /// now could not be distinguished from what it lets happen before.
    pub fn is_within_service(&self) -> bool {
        let MovedBytes { bytes, pc, count } = self.services.moved;
        bytes > 0 && (pc, count) == (self.pc, self.count)
    }
}

/// The most reads at the end of input: a program that goes on does not notice it.
const READS_AT_END_MAX: u32 = 32;

impl Machine {
    /// Takes notice of whether a read has found the end of input; an error if that was once too
    /// often.
    fn note_read(&mut self, is_at_end: bool, number: u32) -> Result<(), Fault> {
        let reads = if is_at_end { self.services.reads_at_end.saturating_add(1) } else { 0 };
        self.services.reads_at_end = reads;
        // The first read at the end is how a program learns of it.
        if reads > 1 {
            self.remarks.note(self.pc, WarningKind::IgnoredEndOfInput);
        }
        if reads < READS_AT_END_MAX {
            return Ok(());
        }
        Err(Fault::Service(ServiceFault::EndOfInput { number }))
    }

    /// Whether this is the error of a program that reads on and on at the end of input, which no
    /// handler can mend.
    pub(crate) fn has_read_long_enough(&self, fault: &Fault) -> bool {
        matches!(fault, Fault::Service(ServiceFault::EndOfInput { .. }))
            && self.services.reads_at_end >= READS_AT_END_MAX
    }
}

/// Bytes that the instruction at hand, known by its address and count, has moved.
///
/// Whoever moves the program counter by hand leaves it behind; the next service must not take it
/// for its own.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct MovedBytes {
    bytes: u32,
    pc: u32,
    count: u64,
}

/// The number of bytes the service at hand has moved in earlier calls.
fn take_moved(machine: &mut Machine) -> u32 {
    let moved = std::mem::take(&mut machine.services.moved);
    if (moved.pc, moved.count) == (machine.pc, machine.count) { moved.bytes } else { 0 }
}

/// Lets the service at hand go on after so many bytes when it is called again.
fn go_on_after(machine: &mut Machine, bytes: u32) -> ServiceOutcome {
    machine.services.moved = MovedBytes { bytes, pc: machine.pc, count: machine.count };
    ServiceOutcome::Part
}

/// The outcome of a service.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ServiceOutcome {
    /// It has done what it does.
    Done,
    /// It has to be called again.
    Wait(WaitReason),
    /// It has done a part, and goes on when it is called again.
    Part,
    /// The program has ended.
    Exit(ProgramExit),
}

/// Adds what the service just called has done to [`Machine::work`], and says how much it was.
#[inline]
pub(crate) fn charge(machine: &mut Machine, outcome: &Result<ServiceOutcome, Fault>) -> u64 {
    let touched = std::mem::take(&mut machine.services.touched);
    // How often a service was asked in vain depends on the host, and must leave no trace.
    if matches!(outcome, Ok(ServiceOutcome::Wait(_))) {
        return 0;
    }
    let work = CALL_WORK_INSTRUCTIONS + touched / BYTES_PER_INSTRUCTION;
    machine.services.work += work;
    work
}

/// Does the service whose number is in `$v0`. Those that do not `return` here are simply done.
pub(crate) fn call(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    machine.services.stored.clear();
    machine.services.loaded.ranges.clear();
    let number = machine.registers.get(Reg::V0);
    let Some(service) = Service::from_number(number) else {
        return service::call(machine, host, number);
    };
    match service {
        Service::PrintInt => console::print_int(machine, host),
        Service::PrintFloat => console::print_float(machine, host),
        Service::PrintDouble => console::print_double(machine, host),
        Service::PrintString => return console::print_string(machine, host),
        Service::ReadInt => return console::read_int(machine, host),
        Service::ReadFloat => return console::read_float(machine, host),
        Service::ReadDouble => return console::read_double(machine, host),
        Service::ReadString => return console::read_string(machine, host),
        Service::Sbrk => return heap::sbrk(machine),
        Service::Exit => return Ok(ServiceOutcome::Exit(ProgramExit::Exit)),
        Service::PrintChar => console::print_char(machine, host),
        Service::ReadChar => return console::read_char(machine, host),
        Service::Open => return file::open(machine, host),
        Service::Read => return file::read(machine, host),
        Service::Write => return file::write(machine, host),
        Service::Close => file::close(machine),
        Service::Exit2 => {
            return Ok(ServiceOutcome::Exit(ProgramExit::Code(
                machine.registers.get(Reg::A0) as i32
            )));
        }
        Service::Time => time::time(machine, host),
        Service::MidiOut => midi::out(machine, host),
        Service::Sleep => return time::sleep(machine, host),
        Service::MidiOutSync => return Ok(midi::out_sync(machine, host)),
        Service::PrintHex => console::print_hex(machine, host),
        Service::PrintBinary => console::print_binary(machine, host),
        Service::PrintUnsigned => console::print_unsigned(machine, host),
        Service::Seed => return random::seed(machine),
        Service::RandomInt => return random::int(machine, host),
        Service::RandomRange => return random::range(machine, host),
        Service::RandomFloat => return random::float(machine, host),
        Service::RandomDouble => return random::double(machine, host),
        Service::ConfirmDialog
        | Service::InputIntDialog
        | Service::InputFloatDialog
        | Service::InputDoubleDialog
        | Service::InputStringDialog
        | Service::MessageDialog
        | Service::MessageDialogInt
        | Service::MessageDialogFloat
        | Service::MessageDialogDouble
        | Service::MessageDialogString => {
            return dialog::call(machine, host, service);
        }
        // Nothing to clear: output that has been handed over is the host's.
        Service::ClearConsole => {}
    }
    Ok(ServiceOutcome::Done)
}
