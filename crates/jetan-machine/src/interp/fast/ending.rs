//! The instructions of the fast loop that end a block, each as a type.

use jetan_isa::Op;

use super::action::Action;
use super::burst::{Burst, Pause, Place};
use super::kind::FastOp;
use crate::interp::branch;
use crate::interp::notify_mode::NotifyMode;
use crate::machine::Machine;
use crate::observer::Observer;
use crate::registers::R;

/// Defines branches, one a row: its name in the table of instructions, names for the machine and
/// the operands, and when it is taken.
macro_rules! branches {
    ($($name:ident($m:ident, $one:ident) => $is_taken:expr;)*) => {$(
        pub(super) enum $name {}

        impl Action for $name {
            #[inline(always)]
            fn execute<'t, O: Observer, T: NotifyMode<O>>(
                burst: &mut Burst<'t, O, T>,
                $m: &mut Machine,
                observer: &mut O,
                op: &FastOp,
                next: Place<'t>,
            ) -> Option<Place<'t>> {
                burst.begin_ending($m, observer, Op::$name, op, next)?;
                let $one = op.decoded();
                if $is_taken {
                    burst.jump($m, observer, next, $one.imm as u32 as usize)
                } else {
                    burst.enter($m, observer, next)
                }
            }
        }
    )*};
}

branches! {
    Beq(m, op) => branch::beq(&m.registers, op);
    Bne(m, op) => branch::bne(&m.registers, op);
    Bgez(m, op) => branch::bgez(&m.registers, op);
    Bgtz(m, op) => branch::bgtz(&m.registers, op);
    Blez(m, op) => branch::blez(&m.registers, op);
    Bltz(m, op) => branch::bltz(&m.registers, op);
    Bc1t(m, op) => m.fpu.flag(0);
    Bc1f(m, op) => !m.fpu.flag(0);
    J(m, op) => true;
}

pub(super) enum Jal {}

impl Action for Jal {
    #[inline(always)]
    fn execute<'t, O: Observer, T: NotifyMode<O>>(
        burst: &mut Burst<'t, O, T>,
        m: &mut Machine,
        observer: &mut O,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<Place<'t>> {
        let begun = burst.begin_ending(m, observer, Op::Jal, op, next)?;
        m.registers[R::R31] = burst.address(next);
        burst.finish_ending(m, observer, begun, next);
        burst.jump(m, observer, next, op.decoded().imm as u32 as usize)
    }
}

pub(super) enum Jr {}

impl Action for Jr {
    #[inline(always)]
    fn execute<'t, O: Observer, T: NotifyMode<O>>(
        burst: &mut Burst<'t, O, T>,
        m: &mut Machine,
        observer: &mut O,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<Place<'t>> {
        burst.begin_ending(m, observer, Op::Jr, op, next)?;
        if let Some(target) = burst.index(m.registers[op.decoded().a]) {
            return burst.jump(m, observer, next, target);
        }
        burst.pause_before(next, Pause::JumpAway)
    }
}
