//! Finding the bitmap display of a program that does not say where it is, by its first stores.
//!
//! Until enough is known, an interpreter runs that reports every store; afterwards it is out of
//! the way.

use std::cell::Cell;
use std::rc::Rc;

use jetan_display::bitmap::{Config, Guess};
use jetan_isa::{MemoryMap, Region};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::Register;
use jetan_machine::{Engine, Host, Interpreter, Machine, Observer, Stop, Until};

/// A program that has executed so many instructions without painting is left alone.
const INSTRUCTIONS_MAX: u64 = 10_000_000;

/// An engine that watches the first stores of a program, and afterwards only passes calls on.
pub struct Recogniser<'e> {
    engine: Box<dyn Engine + 'e>,
    /// Runs as long as nothing is settled.
    watching: Option<Interpreter<Stores>>,
    /// The bursts that watching took, once it is over.
    watched: u64,
    found: Rc<Cell<Finding>>,
}

/// The finding of a recogniser, for whoever shows displays. The engine itself may be inside of
/// others, which add what they look for.
pub struct Sighting {
    found: Rc<Cell<Finding>>,
}

impl Sighting {
    /// The finding so far.
    pub fn finding(&self) -> Finding {
        self.found.get()
    }
}

/// The result of watching a program for a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is too early to tell.
    Open,
    /// There is a display, or there is none.
    Settled(Option<Config>),
}

impl<'e> Recogniser<'e> {
    /// Begins to watch a program, which an engine runs afterwards.
    pub fn new(engine: Box<dyn Engine + 'e>, machine: &Machine) -> (Recogniser<'e>, Sighting) {
        let found = Rc::new(Cell::new(Finding::Open));
        let stores = Stores { guess: Guess::default(), map: *machine.map() };
        let watching = Some(Interpreter::observed(stores));
        let sighting = Sighting { found: Rc::clone(&found) };
        (Recogniser { engine, watching, watched: 0, found }, sighting)
    }
}

impl Engine for Recogniser<'_> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        let Some(watching) = &mut self.watching else {
            return self.engine.run(machine, host, until);
        };
        // No further than the program is watched.
        let until = Until { count: until.count.min(INSTRUCTIONS_MAX), ..until.clone() };
        let stop = watching.run(machine, host, &until);
        let finding = finding(&watching.observer.guess, machine, &stop);
        if finding != Finding::Open {
            self.found.set(finding);
            self.watched = watching.bursts();
            self.watching = None;
        }
        stop
    }

    fn bursts(&self) -> u64 {
        let watched = self.watching.as_ref().map_or(self.watched, Interpreter::bursts);
        self.engine.bursts() + watched
    }
}

/// The finding after a run that stopped for some reason. A program that waits or ends may have
/// painted all it is going to paint, so a display found by then is taken.
fn finding(guess: &Guess, machine: &Machine, stop: &Stop) -> Finding {
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

/// Sees where data is stored; the stack cannot hold a display.
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
