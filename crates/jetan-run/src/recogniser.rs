//! Finding the bitmap display of a program that does not say where it is, by its first stores.
//!
//! Until enough is known, an interpreter runs that reports every store; afterwards it is out of
//! the way.

use std::cell::Cell;
use std::rc::Rc;

use jetan_display::bitmap::{BitmapConfig, BitmapGuess};
use jetan_isa::{AddressRegion, MemoryMap};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Engine, Host, Machine, Observer, SparingInterpreter, Stop, StopConditions};

/// A program that has executed so many instructions without painting is left alone.
const WATCHED_INSTRUCTIONS_MAX: u64 = 10_000_000;

/// An engine that watches the first stores of a program, and afterwards only passes calls on.
pub struct DisplayRecogniser<'e> {
    engine: Box<dyn Engine + 'e>,
    /// Runs as long as nothing is settled.
    watching: Option<SparingInterpreter<StoreObserver>>,
    /// The bursts that watching took, once it is over.
    watched: u64,
    // Shared and not returned: debuggers wrap this engine in others, and nobody could reach through
    // those to ask.
    found: Rc<Cell<DisplayFinding>>,
}

/// The finding of a recogniser, for whoever shows displays. The engine itself may be inside of
/// others, which add what they look for.
pub struct RecogniserHandle {
    found: Rc<Cell<DisplayFinding>>,
}

impl RecogniserHandle {
    /// The finding so far.
    pub fn finding(&self) -> DisplayFinding {
        self.found.get()
    }
}

/// The result of watching a program for a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayFinding {
    /// It is too early to tell.
    Open,
    /// There is a display, or there is none.
    Settled(Option<BitmapConfig>),
}

impl<'e> DisplayRecogniser<'e> {
    /// Begins to watch a program, which an engine runs afterwards.
    pub fn new(
        engine: Box<dyn Engine + 'e>,
        machine: &Machine,
    ) -> (DisplayRecogniser<'e>, RecogniserHandle) {
        let found = Rc::new(Cell::new(DisplayFinding::Open));
        let stores = StoreObserver { guess: BitmapGuess::default(), map: *machine.map() };
        let watching = Some(SparingInterpreter::observed(stores));
        let sighting = RecogniserHandle { found: Rc::clone(&found) };
        (DisplayRecogniser { engine, watching, watched: 0, found }, sighting)
    }
}

impl Engine for DisplayRecogniser<'_> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        let Some(watching) = &mut self.watching else {
            return self.engine.run(machine, host, until);
        };
        // No further than the program is watched.
        // A caller that asks for more gets an early budget stop, which every caller of an engine
        // has to expect anyway.
        let until =
            StopConditions { count: until.count.min(WATCHED_INSTRUCTIONS_MAX), ..until.clone() };
        let stop = watching.run(machine, host, &until);
        let finding = finding(&watching.observer.guess, machine, &stop);
        if finding != DisplayFinding::Open {
            self.found.set(finding);
            self.watched = watching.bursts();
            self.watching = None;
        }
        stop
    }

    fn bursts(&self) -> u64 {
        let watched = self.watching.as_ref().map_or(self.watched, Engine::bursts);
        self.engine.bursts() + watched
    }
}

/// The finding after a run that stopped for some reason. A program that waits or ends may have
/// painted all it is going to paint, so a display found by then is taken.
fn finding(guess: &BitmapGuess, machine: &Machine, stop: &Stop) -> DisplayFinding {
    // Memory that the program has asked for is its data. Only without such a request stores to the
    // heap are taken for pixels.
    let config = guess.config(machine.map(), machine.uses_heap());
    let is_over = guess.is_complete()
        || machine.count >= WATCHED_INSTRUCTIONS_MAX
        || matches!(stop, Stop::Exited(_) | Stop::Faulted { .. });
    let is_waiting = matches!(stop, Stop::Waiting(_));
    // A program that waits before it has painted may still paint after the key, so that only a
    // display that was found settles it there.
    if is_over || (is_waiting && config.is_some()) {
        DisplayFinding::Settled(config)
    } else {
        DisplayFinding::Open
    }
}

/// Sees where data is stored; the stack cannot hold a display.
struct StoreObserver {
    guess: BitmapGuess,
    map: MemoryMap,
}

impl Observer for StoreObserver {
    const ACTIVE: bool = true;

    fn fetch(&mut self, _pc: u32, _word: CodeWord) {}

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, address: u32, _bytes: u32, _value: u32) {
        // Displays of MARS start at the static data, the globals, the heap or the MMIO base. Stores
        // to the stack would only blur the guess.
        if matches!(
            self.map.whole_region_of(address),
            Some(AddressRegion::Data | AddressRegion::Mmio)
        ) {
            self.guess.record_store(address);
        }
    }

    // Services store what was read, and a buffer for input must not be mistaken for a display.
    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        self.guess.is_complete()
    }
}
