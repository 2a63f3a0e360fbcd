//! A trace: the changes that each instruction of a run makes, one after the other.

use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Engine, Host, Machine, Observer, RelayInterpreter, Stop, StopConditions};

use crate::watcher::register_name;
use jetan_symbols::DebugSymbols;

/// The most steps that are kept before a run returns so that they can be taken.
// Each step owns a list of changes: a longer slice would hold megabytes before any of it is
// printed.
const STEPS_MAX: usize = 1 << 14;

/// Something that an instruction has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceChange {
    /// A register has this value now.
    Register(WrittenRegister, u32),
    /// So many bytes at an address are the low ones of this value now.
    Memory(u32, u32, u32),
    /// A service has stored so many bytes at an address.
    Stored(u32, u32),
}

impl TraceChange {
    /// The location, in the program's own words.
    pub fn place(&self, names: &DebugSymbols) -> String {
        match *self {
            TraceChange::Register(register, _) => register_name(register),
            TraceChange::Memory(address, bytes, _) => {
                let kind = match bytes {
                    1 => "byte",
                    2 => "half",
                    _ => "word",
                };
                format!("{kind} {}", names.address_text(address))
            }
            TraceChange::Stored(address, bytes) => {
                format!("{bytes} bytes {}", names.address_text(address))
            }
        }
    }

    /// The value that is there now, if it is one.
    pub fn value(&self) -> Option<u32> {
        match *self {
            // Observers get the whole register; only its low bytes reach memory.
            TraceChange::Memory(_, 1, value) => Some(value & 0xff),
            TraceChange::Memory(_, 2, value) => Some(value & 0xffff),
            TraceChange::Register(_, value) | TraceChange::Memory(_, _, value) => Some(value),
            TraceChange::Stored(..) => None,
        }
    }
}

/// An instruction that was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The number of instructions executed before.
    pub count: u64,
    /// The address of the instruction.
    pub pc: u32,
    /// The changes, in the order in which they happened.
    pub changes: Vec<TraceChange>,
}

/// Addresses of instructions, from the first up to, and not including, the second.
pub type TraceRange = (u32, u32);

struct TraceRecorder {
    count: u64,
    /// The ranges of interest; all instructions if there are none.
    ranges: Vec<TraceRange>,
    taken: Vec<TraceStep>,
    /// Whether the instruction at hand is of interest.
    is_wanted: bool,
}

impl TraceRecorder {
    fn change(&mut self, change: TraceChange) {
        if self.is_wanted
            && let Some(step) = self.taken.last_mut()
        {
            step.changes.push(change);
        }
    }
}

impl Observer for TraceRecorder {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        let is_within = |&(from, to): &TraceRange| (from..to).contains(&pc);
        self.is_wanted = self.ranges.is_empty() || self.ranges.iter().any(is_within);
        if self.is_wanted {
            self.taken.push(TraceStep { count: self.count, pc, changes: Vec::new() });
        }
        self.count += 1;
    }

    fn write(&mut self, register: WrittenRegister, value: u32) {
        self.change(TraceChange::Register(register, value));
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, address: u32, bytes: u32, value: u32) {
        self.change(TraceChange::Memory(address, bytes, value));
    }

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.change(TraceChange::Stored(address, bytes.len() as u32));
    }

    fn has_seen_enough(&self) -> bool {
        self.taken.len() >= STEPS_MAX
    }
}

/// An interpreter that notes every step. Whoever runs it takes the steps between two runs: once
/// there are many, a run ends as if its budget were used up.
pub struct Tracer {
    relay: RelayInterpreter,
    steps: TraceRecorder,
}

impl Tracer {
    /// Notes the instructions in some ranges, all if there are none.
    pub fn new(ranges: Vec<TraceRange>) -> Tracer {
        let steps = TraceRecorder { count: 0, ranges, taken: Vec::new(), is_wanted: false };
        Tracer { relay: RelayInterpreter::default(), steps }
    }

    /// The steps since they were last taken.
    pub fn take(&mut self) -> Vec<TraceStep> {
        std::mem::take(&mut self.steps.taken)
    }
}

impl Engine for Tracer {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        // A run need not continue where the last one ended.
        self.steps.count = machine.count;
        self.relay.notifying(&mut self.steps).run(machine, host, until)
    }

    fn bursts(&self) -> u64 {
        self.relay.bursts()
    }
}
