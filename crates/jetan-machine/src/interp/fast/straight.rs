//! The instructions of the fast loop that go on to the next one, each as a type.

#![expect(clippy::float_cmp, reason = "exact comparison is what the instructions do")]

use jetan_isa::Op;

use crate::code::DecodedInstruction;
use crate::fault::Fault;
use crate::interp::integer::HiLo;
use crate::interp::memory::{self, NotQuick, QuickPort};
use crate::interp::{float, integer};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::observer::Observer;
use crate::registers::CpuRegisters;

/// An instruction that goes on to the next one.
///
/// A type for each, so that whatever takes one is compiled anew for it: one instruction alone, or
/// two neighbours as one.
pub(super) trait Straight {
    const OP: Op;

    /// Executes it if that is quick.
    fn execute<O: Observer>(
        m: &mut Machine,
        observer: &mut O,
        op: DecodedInstruction,
    ) -> Result<(), NotQuick>;
}

/// What an expression of the table below means for the loop.
trait IntoQuick {
    fn into_quick(self) -> Result<(), NotQuick>;
}

impl IntoQuick for () {
    #[inline(always)]
    fn into_quick(self) -> Result<(), NotQuick> {
        Ok(())
    }
}

impl IntoQuick for Result<(), NotQuick> {
    #[inline(always)]
    fn into_quick(self) -> Result<(), NotQuick> {
        self
    }
}

impl IntoQuick for Result<(), Fault> {
    #[inline(always)]
    fn into_quick(self) -> Result<(), NotQuick> {
        // The general function finds the same fault again: it happens once in a run.
        self.map_err(|_| NotQuick)
    }
}

/// The door to memory that gives way to the general function where the tables have no page.
#[inline(always)]
fn port<'a, O>(memory: &'a mut Memory, observer: &'a mut O) -> QuickPort<'a, O> {
    QuickPort { memory, observer }
}

/// Divides, but not by zero, of which the general function makes a note.
#[inline(always)]
fn divide(
    m: &mut Machine,
    op: DecodedInstruction,
    quotient: impl Fn(&CpuRegisters, &mut HiLo, DecodedInstruction),
) -> Result<(), NotQuick> {
    if m.registers[op.b] == 0 {
        return Err(NotQuick);
    }
    quotient(&m.registers, &mut m.hilo, op);
    Ok(())
}

/// Defines the types, an instruction a row: its name in the table of instructions, the names of
/// the machine, the operands and the observer, and the effect.
macro_rules! straight {
    ($($name:ident($m:ident, $op:ident $(, $observer:ident)?) => $effect:expr;)*) => {$(
        pub(super) enum $name {}

        impl Straight for $name {
            const OP: Op = Op::$name;

            #[inline(always)]
            fn execute<O: Observer>(
                $m: &mut Machine,
                observer: &mut O,
                $op: DecodedInstruction,
            ) -> Result<(), NotQuick> {
                $(let $observer = &mut *observer;)?
                let _ = observer;
                IntoQuick::into_quick($effect)
            }
        }
    )*};
}

straight! {
    Addu(m, op) => integer::addu(&mut m.registers, op);
    Addiu(m, op) => integer::addiu(&mut m.registers, op);
    Subu(m, op) => integer::subu(&mut m.registers, op);
    Add(m, op) => integer::add(&mut m.registers, op);
    Addi(m, op) => integer::addi(&mut m.registers, op);
    Sub(m, op) => integer::sub(&mut m.registers, op);
    And(m, op) => integer::and(&mut m.registers, op);
    Or(m, op) => integer::or(&mut m.registers, op);
    Xor(m, op) => integer::xor(&mut m.registers, op);
    Nor(m, op) => integer::nor(&mut m.registers, op);
    Andi(m, op) => integer::andi(&mut m.registers, op);
    Ori(m, op) => integer::ori(&mut m.registers, op);
    Xori(m, op) => integer::xori(&mut m.registers, op);
    Lui(m, op) => integer::lui(&mut m.registers, op);
    Sll(m, op) => integer::sll(&mut m.registers, op);
    Srl(m, op) => integer::srl(&mut m.registers, op);
    Sra(m, op) => integer::sra(&mut m.registers, op);
    Slt(m, op) => integer::slt(&mut m.registers, op);
    Sltu(m, op) => integer::sltu(&mut m.registers, op);
    Slti(m, op) => integer::slti(&mut m.registers, op);
    Sltiu(m, op) => integer::sltiu(&mut m.registers, op);
    Mult(m, op) => integer::mult(&m.registers, &mut m.hilo, op);
    Mul(m, op) => integer::mul(&mut m.registers, &mut m.hilo, op);
    Div(m, op) => divide(m, op, integer::div);
    Divu(m, op) => divide(m, op, integer::divu);
    Mfhi(m, op) => m.registers[op.a] = m.hilo.hi;
    Mflo(m, op) => m.registers[op.a] = m.hilo.lo;
    Lw(m, op, o) => memory::lw(&mut m.registers, &mut port(&mut m.memory, o), op);
    Lb(m, op, o) => memory::lb(&mut m.registers, &mut port(&mut m.memory, o), op);
    Lbu(m, op, o) => memory::lbu(&mut m.registers, &mut port(&mut m.memory, o), op);
    Lh(m, op, o) => memory::lh(&mut m.registers, &mut port(&mut m.memory, o), op);
    Lhu(m, op, o) => memory::lhu(&mut m.registers, &mut port(&mut m.memory, o), op);
    Sw(m, op, o) => memory::sw(&m.registers, &mut port(&mut m.memory, o), op);
    Sh(m, op, o) => memory::sh(&m.registers, &mut port(&mut m.memory, o), op);
    Sb(m, op, o) => memory::sb(&m.registers, &mut port(&mut m.memory, o), op);
    Lwc1(m, op, o) => memory::lwc1(&m.registers, &mut m.fpu, &mut port(&mut m.memory, o), op);
    Swc1(m, op, o) => memory::swc1(&m.registers, &m.fpu, &mut port(&mut m.memory, o), op);
    AddS(m, op) => float::single(&mut m.fpu, op, |a, b| a + b);
    SubS(m, op) => float::single(&mut m.fpu, op, |a, b| a - b);
    MulS(m, op) => float::single(&mut m.fpu, op, |a, b| a * b);
    DivS(m, op) => float::single(&mut m.fpu, op, |a, b| a / b);
    MovS(m, op) => float::bits(&mut m.fpu, op, |bits| bits);
    CEqS(m, op) => float::compare_single(&mut m.fpu, 0, op.a, op.b, |a, b| a == b);
    CLeS(m, op) => float::compare_single(&mut m.fpu, 0, op.a, op.b, |a, b| a <= b);
    CLtS(m, op) => float::compare_single(&mut m.fpu, 0, op.a, op.b, |a, b| a < b);
    AddD(m, op) => float::double(&mut m.fpu, op, |a, b| a + b);
    SubD(m, op) => float::double(&mut m.fpu, op, |a, b| a - b);
    MulD(m, op) => float::double(&mut m.fpu, op, |a, b| a * b);
    DivD(m, op) => float::double(&mut m.fpu, op, |a, b| a / b);
}
