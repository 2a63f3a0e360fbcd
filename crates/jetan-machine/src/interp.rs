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
mod notify_mode;
pub(crate) mod register_writes;
pub(crate) mod step;
pub(crate) mod trap;

use crate::core::{BurstContext, Core, LeaveReason};
use crate::machine::Machine;
use crate::observer::{Follower, Observer};
use fast::FastText;
use notify_mode::{NotifyAll, NotifyFollower, NotifyMode, NotifyNobody};

/// The core that interprets: user text in a fast loop, everything else an instruction at a time.
#[derive(Default)]
pub struct Interp {
    fast: Option<FastText>,
}

impl Interp {
    fn run<O: Observer, T: NotifyMode<O>>(
        &mut self,
        machine: &mut Machine,
        turn: &mut BurstContext<'_, O>,
    ) -> LeaveReason {
        let settings = machine.settings;
        // Delay slots and patched text are the driver's business, an instruction at a time.
        if settings.delayed_branching || settings.self_modifying {
            return LeaveReason::Rare;
        }
        let fast = match &mut self.fast {
            Some(fast) if fast.is_of(machine, T::PAIRS) => fast,
            outdated => outdated.insert(FastText::new(machine, T::PAIRS)),
        };
        fast.mark(&turn.breakpoints);
        fast.run::<O, T>(machine, turn)
    }
}

impl Interp {
    /// Runs without an observer. Generic code is compiled where it is used, which may be where
    /// size counts more than speed; this loop is not, and there is one of it for all engines.
    #[inline(never)]
    fn run_unobserved(
        &mut self,
        machine: &mut Machine,
        turn: &mut BurstContext<'_, ()>,
    ) -> LeaveReason {
        self.run::<(), NotifyNobody>(machine, turn)
    }
}

impl<O: Observer> Core<O> for Interp {
    fn burst(&mut self, machine: &mut Machine, turn: &mut BurstContext<'_, O>) -> LeaveReason {
        if O::ACTIVE {
            self.run::<O, NotifyAll>(machine, turn)
        } else {
            turn.unobserved(|turn| self.run_unobserved(machine, turn))
        }
    }
}

/// The core that interprets for a [`Follower`].
#[derive(Default)]
pub struct FollowingInterp(Interp);

impl<O: Follower> Core<O> for FollowingInterp {
    fn burst(&mut self, machine: &mut Machine, turn: &mut BurstContext<'_, O>) -> LeaveReason {
        self.0.run::<O, NotifyFollower>(machine, turn)
    }
}
