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
mod teller;
pub(crate) mod told;
pub(crate) mod trap;

use crate::core::{Core, Leave, Turn};
use crate::machine::Machine;
use crate::observer::{Follower, Observer};
use fast::Fast;
use teller::{Ahead, Everything, Teller};

/// The core that interprets: user text in a fast loop, everything else an instruction at a time.
#[derive(Default)]
pub struct Interp {
    fast: Option<Fast>,
}

impl Interp {
    fn run<O: Observer, T: Teller<O>>(
        &mut self,
        machine: &mut Machine,
        turn: &mut Turn<'_, O>,
    ) -> Leave {
        let settings = machine.settings;
        // Delay slots and patched text are the driver's business, an instruction at a time.
        if settings.delayed_branching || settings.self_modifying {
            return Leave::Rare;
        }
        let fast = match &mut self.fast {
            Some(fast) if fast.is_of(machine, T::PAIRS) => fast,
            outdated => outdated.insert(Fast::new(machine, T::PAIRS)),
        };
        fast.mark(&turn.breakpoints);
        fast.run::<O, T>(machine, turn)
    }
}

impl Interp {
    /// Runs without an observer. Generic code is compiled where it is used, which may be where
    /// size counts more than speed; this loop is not, and there is one of it for all engines.
    #[inline(never)]
    fn run_unobserved(&mut self, machine: &mut Machine, turn: &mut Turn<'_, ()>) -> Leave {
        self.run::<(), Everything>(machine, turn)
    }
}

impl<O: Observer> Core<O> for Interp {
    fn burst(&mut self, machine: &mut Machine, turn: &mut Turn<'_, O>) -> Leave {
        if O::ACTIVE {
            self.run::<O, Everything>(machine, turn)
        } else {
            turn.unobserved(|turn| self.run_unobserved(machine, turn))
        }
    }
}

/// The core that interprets for a [`Follower`].
#[derive(Default)]
pub struct Following(Interp);

impl<O: Follower> Core<O> for Following {
    fn burst(&mut self, machine: &mut Machine, turn: &mut Turn<'_, O>) -> Leave {
        self.0.run::<O, Ahead>(machine, turn)
    }
}
