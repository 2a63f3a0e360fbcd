//! Dispatch by a loop: one jump, which all actions share.
//!
//! It needs nothing of the compiler and has the work of all actions in one function, which an
//! observer shares with them; [`super::chain`] is faster without one.

use super::action::{Action, Alone, Halt, Pair};
use super::burst::{Burst, Pause, Place};
use super::kind::{Kind, with_kinds};
use super::{ending, straight};
use crate::interp::notify_mode::NotifyMode;
use crate::machine::Machine;
use crate::observer::Observer;

macro_rules! switch {
    (
        simple { $($s:ident)* } ending { $($e:ident)* }
        pairs { $($p:ident = $p1:ident $p2:ident;)* }
        ended { $($q:ident = $q1:ident $q2:ident;)* }
    ) => {
        /// Executes what follows a place, up to a pause.
        #[inline(always)]
        pub(in crate::interp) fn run<'t, O: Observer, T: NotifyMode<O>>(
            burst: &mut Burst<'t, O, T>,
            m: &mut Machine,
            observer: &mut O,
            mut place: Place<'t>,
        ) {
            loop {
                let Some((op, next)) = place.first() else {
                    burst.pause_at(place, Pause::Rare);
                    return;
                };
                let onward = match op.kind {
                    $(Kind::$s => Alone::<straight::$s>::execute(burst, m, observer, op, next),)*
                    $(Kind::$e => ending::$e::execute(burst, m, observer, op, next),)*
                    $(Kind::$p if const { T::PAIRS.any() } => {
                        type Second = Alone<straight::$p2>;
                        Pair::<straight::$p1, Second>::execute(burst, m, observer, op, next)
                    })*
                    $(Kind::$q if const { T::PAIRS.any() } => {
                        Pair::<straight::$q1, ending::$q2>::execute(burst, m, observer, op, next)
                    })*
                    // Not `_`, which costs every instruction a test.
                    $(Kind::$p)|* | $(Kind::$q)|* => {
                        Halt::execute(burst, m, observer, op, next)
                    }
                    Kind::Other | Kind::Service | Kind::Break | Kind::Rare => {
                        Halt::execute(burst, m, observer, op, next)
                    }
                };
                match onward {
                    Some(onward) => place = onward,
                    None => return,
                }
            }
        }
    };
}

with_kinds!(switch);
