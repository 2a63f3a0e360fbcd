//! Finding the bitmap display of a program that does not say where it is, by its first stores.
//!
//! Until enough is known, an interpreter runs that tells of every store; afterwards it is out of
//! the way.

use jetan_display::bitmap::{Config, Guess};
use jetan_isa::{MemoryMap, Region};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::Register;
use jetan_machine::{Engine, Host, Interpreter, Machine, Observer, Stop, Until};

/// A program that has executed so many instructions without painting is left alone.
const INSTRUCTIONS_MAX: u64 = 10_000_000;

/// Watches the first stores of a program.
pub struct Recogniser {
    engine: Interpreter<Stores>,
}

/// What a look at a program has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is too early to tell.
    Open,
    /// There is a display, or there is none.
    Settled(Option<Config>),
}

impl Recogniser {
    /// Begins to watch a program.
    pub fn new(machine: &Machine) -> Recogniser {
        let stores = Stores { guess: Guess::default(), map: *machine.map() };
        Recogniser { engine: Interpreter::observed(stores) }
    }

    /// Runs the machine, no further than the program is watched.
    pub fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        let until = Until { count: until.count.min(INSTRUCTIONS_MAX), ..until.clone() };
        self.engine.run(machine, host, &until)
    }

    /// What is known after a run that stopped for some reason. A program that waits or ends may
    /// have painted all it is going to paint, so a display found by then is taken.
    pub fn finding(&self, machine: &Machine, stop: &Stop) -> Finding {
        let guess = &self.engine.observer.guess;
        let config = guess.config(machine.map(), machine.uses_heap());
        let is_over = guess.is_complete()
            || machine.count >= INSTRUCTIONS_MAX
            || matches!(stop, Stop::Exited(_) | Stop::Faulted { .. });
        let is_waiting = matches!(stop, Stop::Waiting(_));
        if is_over || (is_waiting && config.is_some()) {
            Finding::Settled(config)
        } else {
            Finding::Open
        }
    }
}

/// Sees where data is stored; the stack is no place for a display.
struct Stores {
    guess: Guess,
    map: MemoryMap,
}

impl Observer for Stores {
    const ACTIVE: bool = true;

    fn fetch(&mut self, _pc: u32, _word: CodeWord) {}

    fn write(&mut self, _register: Register, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, address: u32, _bytes: u32, _value: u32) {
        if matches!(self.map.whole_region_of(address), Some(Region::Data | Region::Mmio)) {
            self.guess.see(address);
        }
    }

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        self.guess.is_complete()
    }
}
