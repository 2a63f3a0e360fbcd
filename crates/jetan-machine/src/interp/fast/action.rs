//! Actions: what the fast loop does at an instruction, each as a type.
//!
//! Types and not values, so that whatever dispatches them is compiled with the work of each in its
//! place.

use std::marker::PhantomData;

use super::burst::{Burst, Pause, Place};
use super::kind::FastOp;
use super::straight::Straight;
use crate::interp::notify_mode::NotifyMode;
use crate::machine::Machine;
use crate::observer::Observer;

/// What is done at an instruction.
pub(super) trait Action {
    /// Executes an instruction, and perhaps the one after it, and gives the place where that leads,
    /// or none if there is a pause. `next` is the place after the first.
    fn execute<'t, O: Observer, T: NotifyMode<O>>(
        burst: &mut Burst<'t, O, T>,
        m: &mut Machine,
        observer: &mut O,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<Place<'t>>;
}

/// An instruction that goes on to the next one.
pub(super) struct Alone<A>(PhantomData<A>);

impl<A: Straight> Action for Alone<A> {
    #[inline(always)]
    fn execute<'t, O: Observer, T: NotifyMode<O>>(
        burst: &mut Burst<'t, O, T>,
        m: &mut Machine,
        observer: &mut O,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<Place<'t>> {
        burst.straight::<A>(m, observer, op, next)
    }
}

/// An instruction that goes on to the next one, and that one.
pub(super) struct Pair<A, B>(PhantomData<(A, B)>);

impl<A: Straight, B: Action> Action for Pair<A, B> {
    #[inline(always)]
    fn execute<'t, O: Observer, T: NotifyMode<O>>(
        burst: &mut Burst<'t, O, T>,
        m: &mut Machine,
        observer: &mut O,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<Place<'t>> {
        let second = burst.straight::<A>(m, observer, op, next)?;
        match second.first() {
            Some((op, next)) => B::execute(burst, m, observer, op, next),
            // The second of a pair was there when the text was translated; this only spares the
            // compiler a panic.
            None => burst.pause_at(second, Pause::Rare),
        }
    }
}

/// Nothing: the instruction is not executed here.
pub(super) struct Halt;

impl Action for Halt {
    #[inline(always)]
    fn execute<'t, O: Observer, T: NotifyMode<O>>(
        burst: &mut Burst<'t, O, T>,
        _m: &mut Machine,
        _observer: &mut O,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<Place<'t>> {
        burst.pause_before(next, op.kind.pause())
    }
}
