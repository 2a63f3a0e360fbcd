//! Dispatch by calls: every action ends by calling the next one, and an optimising compiler makes a
//! jump of that call.
//!
//! So every action has an indirect jump of its own, and none of them is so hot that it matters
//! where the linker has put it: one jump that all actions shared took a third of the speed where it
//! lay across two lines of the cache.

use std::marker::PhantomData;

use super::action::{Action, Alone, Halt, Pair};
use super::burst::{Burst, Pause, Place};
use super::kind::{FastOp, KINDS, Kind, with_kinds};
use super::{ending, straight};
use crate::interp::notify_mode::NotifyMode;
use crate::machine::Machine;

/// An action and all that follow it, up to a pause: with the burst, the machine, the instruction,
/// and the [`Place`] after it.
// In six words, all of which are in registers on x86-64. An observer would be the seventh, and then
// no call would be a jump: this is for runs that nobody observes.
type Handler<T> = for<'t> fn(&mut Burst<'t, (), T>, &mut Machine, &'t FastOp, &'t [FastOp], u64);

/// Executes what follows a place, up to a pause.
#[inline(always)]
pub(in crate::interp) fn run<'t, T: NotifyMode<()>>(
    burst: &mut Burst<'t, (), T>,
    m: &mut Machine,
    place: Place<'t>,
) {
    match place.first() {
        Some((op, next)) => {
            let handler = Handlers::<T>::TABLE[op.kind as usize];
            handler(burst, m, op, next.rest, next.horizon);
        }
        None => _ = burst.pause_at(place, Pause::Rare),
    }
}

fn handle<'t, A: Action, T: NotifyMode<()>>(
    burst: &mut Burst<'t, (), T>,
    m: &mut Machine,
    op: &'t FastOp,
    rest: &'t [FastOp],
    horizon: u64,
) {
    if let Some(place) = A::execute(burst, m, &mut (), op, Place { rest, horizon }) {
        run(burst, m, place);
    }
}

/// The functions for a mode of notification.
struct Handlers<T>(PhantomData<T>);

macro_rules! table {
    (
        simple { $($s:ident)* } ending { $($e:ident)* }
        pairs { $($p:ident = $p1:ident $p2:ident;)* }
        ended { $($q:ident = $q1:ident $q2:ident;)* }
    ) => {
        impl<T: NotifyMode<()>> Handlers<T> {
            /// One for each kind, in their order.
            const TABLE: [Handler<T>; KINDS] = {
                let mut table: [Handler<T>; KINDS] = [handle::<Halt, T>; KINDS];
                $(table[Kind::$s as usize] = handle::<Alone<straight::$s>, T>;)*
                $(table[Kind::$e as usize] = handle::<ending::$e, T>;)*
                if T::PAIRS.any() {
                    $(table[Kind::$p as usize] =
                        handle::<Pair<straight::$p1, Alone<straight::$p2>>, T>;)*
                    $(table[Kind::$q as usize] =
                        handle::<Pair<straight::$q1, ending::$q2>, T>;)*
                }
                table
            };
        }
    };
}

with_kinds!(table);
