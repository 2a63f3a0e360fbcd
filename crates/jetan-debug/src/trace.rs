//! A trace: the changes that each instruction of a run makes, one after the other.

use jetan_machine::code::CodeWord;
use jetan_machine::observer::Register;
use jetan_machine::{Engine, Host, Machine, Observer, Relay, Stop, Until};

use crate::names::Names;
use crate::watcher::register_name;

/// The most steps that are kept before a run returns so that they can be taken.
// Each step owns a list of changes: a longer slice would hold megabytes before any of it is
// printed.
const STEPS_MAX: usize = 1 << 14;

/// Something that an instruction has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A register has this value now.
    Register(Register, u32),
    /// So many bytes at an address are the low ones of this value now.
    Memory(u32, u32, u32),
    /// A service has stored so many bytes at an address.
    Stored(u32, u32),
}

impl Change {
    /// The location, in the program's own words.
    pub fn place(&self, names: &Names) -> String {
        match *self {
            Change::Register(register, _) => register_name(register),
            Change::Memory(address, bytes, _) => {
                let kind = match bytes {
                    1 => "byte",
                    2 => "half",
                    _ => "word",
                };
                format!("{kind} {}", names.address_text(address))
            }
            Change::Stored(address, bytes) => {
                format!("{bytes} bytes {}", names.address_text(address))
            }
        }
    }

    /// The value that is there now, if it is one.
    pub fn value(&self) -> Option<u32> {
        match *self {
            // Observers get the whole register; only its low bytes reach memory.
            Change::Memory(_, 1, value) => Some(value & 0xff),
            Change::Memory(_, 2, value) => Some(value & 0xffff),
            Change::Register(_, value) | Change::Memory(_, _, value) => Some(value),
            Change::Stored(..) => None,
        }
    }
}

/// An instruction that was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of instructions executed before.
    pub count: u64,
    /// The address of the instruction.
    pub pc: u32,
    /// The changes, in the order in which they happened.
    pub changes: Vec<Change>,
}

/// Addresses of instructions, from the first up to, and not including, the second.
pub type Range = (u32, u32);

struct Steps {
    count: u64,
    /// The ranges of interest; all instructions if there are none.
    ranges: Vec<Range>,
    taken: Vec<Step>,
    /// Whether the instruction at hand is of interest.
    is_wanted: bool,
}

impl Steps {
    fn change(&mut self, change: Change) {
        if self.is_wanted
            && let Some(step) = self.taken.last_mut()
        {
            step.changes.push(change);
        }
    }
}

impl Observer for Steps {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        let is_within = |&(from, to): &Range| (from..to).contains(&pc);
        self.is_wanted = self.ranges.is_empty() || self.ranges.iter().any(is_within);
        if self.is_wanted {
            self.taken.push(Step { count: self.count, pc, changes: Vec::new() });
        }
        self.count += 1;
    }

    fn write(&mut self, register: Register, value: u32) {
        self.change(Change::Register(register, value));
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, address: u32, bytes: u32, value: u32) {
        self.change(Change::Memory(address, bytes, value));
    }

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.change(Change::Stored(address, bytes.len() as u32));
    }

    fn has_seen_enough(&self) -> bool {
        self.taken.len() >= STEPS_MAX
    }
}

/// An interpreter that notes every step. Whoever runs it takes the steps between two runs: once
/// there are many, a run ends as if its budget were used up.
pub struct Tracer {
    relay: Relay,
    steps: Steps,
}

impl Tracer {
    /// Notes the instructions in some ranges, all if there are none.
    pub fn new(ranges: Vec<Range>) -> Tracer {
        let steps = Steps { count: 0, ranges, taken: Vec::new(), is_wanted: false };
        Tracer { relay: Relay::default(), steps }
    }

    /// The steps since they were last taken.
    pub fn take(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps.taken)
    }
}

impl Engine for Tracer {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        // A run need not continue where the last one ended.
        self.steps.count = machine.count;
        self.relay.telling(&mut self.steps).run(machine, host, until)
    }

    fn bursts(&self) -> u64 {
        self.relay.bursts()
    }
}
