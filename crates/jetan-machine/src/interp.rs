//! The interpreter.
//!
//! [`step`](step::step) does one instruction and knows them all; [`fast`] runs straight through
//! predecoded code and leaves what is rare to the driver. What an instruction does is written once,
//! in the file of its family, and used by both.

pub(crate) mod branch;
pub(crate) mod fast;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod memory;
pub(crate) mod step;
pub(crate) mod told;
pub(crate) mod trap;

use crate::core::{Core, Leave, Turn};
use crate::machine::Machine;
use crate::observer::Observer;
use fast::Fast;

/// The core that interprets: user text in a fast loop, everything else an instruction at a time.
#[derive(Default)]
pub struct Interp {
    fast: Option<Fast>,
}

impl<O: Observer> Core<O> for Interp {
    fn burst(&mut self, machine: &mut Machine, turn: &mut Turn<'_, O>) -> Leave {
        let settings = machine.settings;
        if settings.delayed_branching || settings.self_modifying {
            return Leave::Rare;
        }
        let fast = match &mut self.fast {
            Some(fast) if fast.is_of(machine, !O::ACTIVE) => fast,
            outdated => outdated.insert(Fast::new(machine, !O::ACTIVE)),
        };
        fast.mark(&turn.breakpoints);
        fast.run(machine, turn)
    }
}
