//! The interpreter for observers whose speed does not matter much.
//!
//! Engines are compiled anew for each observer, which makes each of them some fifty kilobytes of
//! code. Those behind a [`RelayInterpreter`] share one, and each notification is a call.

use crate::code::CodeWord;
use crate::driver::{Driver, Engine};
use crate::host::Host;
use crate::interp::Interp;
use crate::machine::Machine;
use crate::observer::{Observer, WrittenRegister};
use crate::stop::{Stop, StopConditions};

/// An observer behind a reference. Each method says whether it has seen enough by then.
pub trait RelayListener {
    /// See [`Observer::has_seen_enough`].
    fn is_content(&self) -> bool;
    /// See [`Observer::fetch`].
    fn hear_fetch(&mut self, pc: u32, word: CodeWord) -> bool;
    /// See [`Observer::write`].
    fn hear_write(&mut self, register: WrittenRegister, value: u32) -> bool;
    /// See [`Observer::load`].
    fn hear_load(&mut self, address: u32, bytes: u32, value: u32) -> bool;
    /// See [`Observer::store`].
    fn hear_store(&mut self, address: u32, bytes: u32, value: u32) -> bool;
    /// See [`Observer::load_bytes`].
    fn hear_load_bytes(&mut self, address: u32, bytes: u32) -> bool;
    /// See [`Observer::store_bytes`].
    fn hear_store_bytes(&mut self, address: u32, bytes: &[u8]) -> bool;
}

impl<O: Observer> RelayListener for O {
    fn is_content(&self) -> bool {
        self.has_seen_enough()
    }

    fn hear_fetch(&mut self, pc: u32, word: CodeWord) -> bool {
        self.fetch(pc, word);
        self.has_seen_enough()
    }

    fn hear_write(&mut self, register: WrittenRegister, value: u32) -> bool {
        self.write(register, value);
        self.has_seen_enough()
    }

    fn hear_load(&mut self, address: u32, bytes: u32, value: u32) -> bool {
        self.load(address, bytes, value);
        self.has_seen_enough()
    }

    fn hear_store(&mut self, address: u32, bytes: u32, value: u32) -> bool {
        self.store(address, bytes, value);
        self.has_seen_enough()
    }

    fn hear_load_bytes(&mut self, address: u32, bytes: u32) -> bool {
        self.load_bytes(address, bytes);
        self.has_seen_enough()
    }

    fn hear_store_bytes(&mut self, address: u32, bytes: &[u8]) -> bool {
        self.store_bytes(address, bytes);
        self.has_seen_enough()
    }
}

/// An interpreter for listeners.
#[derive(Default)]
pub struct RelayInterpreter {
    interp: Interp,
    bursts: u64,
}

impl RelayInterpreter {
    /// The number of bursts of ordinary code, for all listeners together.
    pub fn bursts(&self) -> u64 {
        self.bursts
    }

    /// The engine that notifies a listener.
    pub fn notifying<'a>(&'a mut self, listener: &'a mut dyn RelayListener) -> RelaySession<'a> {
        RelaySession { relay: self, listener }
    }
}

/// A [`RelayInterpreter`] and whom it notifies.
pub struct RelaySession<'a> {
    relay: &'a mut RelayInterpreter,
    listener: &'a mut dyn RelayListener,
}

impl Engine for RelaySession<'_> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        // Asked once per run; afterwards each notification brings the answer along.
        let is_content = self.listener.is_content();
        let observer = RelayObserver { listener: &mut *self.listener, is_content };
        // Lent to the driver and taken back, because the interpreter keeps its translated text from
        // run to run.
        let mut driver = Driver::new(std::mem::take(&mut self.relay.interp), observer);
        let stop = driver.run(machine, host, until);
        self.relay.bursts += driver.bursts();
        self.relay.interp = driver.core;
        stop
    }

    fn bursts(&self) -> u64 {
        self.relay.bursts
    }
}

/// A [`RelayInterpreter`] with a listener of its own.
#[derive(Default)]
pub struct RelayedInterpreter<O> {
    relay: RelayInterpreter,
    /// The observer, which is notified of everything.
    pub observer: O,
}

impl<O> RelayedInterpreter<O> {
    /// An engine that notifies an observer.
    pub fn observed(observer: O) -> RelayedInterpreter<O> {
        RelayedInterpreter { relay: RelayInterpreter::default(), observer }
    }
}

impl<O: Observer> Engine for RelayedInterpreter<O> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        self.relay.notifying(&mut self.observer).run(machine, host, until)
    }

    fn bursts(&self) -> u64 {
        self.relay.bursts()
    }
}

/// The interpreter for an observer that is not there most of the time: with code of its own, except
/// where the program is downloaded.
#[cfg(not(target_arch = "wasm32"))]
pub type SparingInterpreter<O> = crate::driver::Interpreter<O>;
/// The interpreter for an observer that is not there most of the time: this is downloaded, so it
/// shares the code of others.
#[cfg(target_arch = "wasm32")]
pub type SparingInterpreter<O> = RelayedInterpreter<O>;

/// The observer that passes everything on.
struct RelayObserver<'a> {
    listener: &'a mut dyn RelayListener,
    /// The listener's last answer, which changes only when it is notified.
    is_content: bool,
}

impl Observer for RelayObserver<'_> {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.is_content = self.listener.hear_fetch(pc, word);
    }

    #[inline(always)]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        self.is_content = self.listener.hear_write(register, value);
    }

    #[inline(always)]
    fn load(&mut self, address: u32, bytes: u32, value: u32) {
        self.is_content = self.listener.hear_load(address, bytes, value);
    }

    #[inline(always)]
    fn store(&mut self, address: u32, bytes: u32, value: u32) {
        self.is_content = self.listener.hear_store(address, bytes, value);
    }

    #[inline(always)]
    fn load_bytes(&mut self, address: u32, bytes: u32) {
        self.is_content = self.listener.hear_load_bytes(address, bytes);
    }

    #[inline(always)]
    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.is_content = self.listener.hear_store_bytes(address, bytes);
    }

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        self.is_content
    }
}
