//! Every engine there is, for stories that must end alike on all of them.
//!
//! A new core needs one row in the list of its crate to be held to everything that is told about
//! services, devices, exceptions and instructions.

use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{
    BurstContext, Core, Driver, Engine, Interpreter, LeaveReason, Machine, Observer,
};

/// Makes an engine that has seen nothing yet.
pub(crate) type Make = fn() -> Box<dyn Engine>;

/// The engines and their names: those of the crate whose test this is, since crates with a core of
/// their own tell the same stories.
pub(crate) const ENGINES: &[(&str, Make)] =
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines.in"));

/// A core that leaves everything to its driver.
#[derive(Default)]
pub(crate) struct HandsOver;

impl<O: Observer> Core<O> for HandsOver {
    fn burst(&mut self, _machine: &mut Machine, _turn: &mut BurstContext<'_, O>) -> LeaveReason {
        LeaveReason::Rare
    }
}

/// An observer that is told everything and forgets it.
pub(crate) struct Nobody;

impl Observer for Nobody {
    const ACTIVE: bool = true;

    fn fetch(&mut self, _pc: u32, _word: CodeWord) {}

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}
