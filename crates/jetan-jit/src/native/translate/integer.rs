//! Integers: the twins of the machine's `interp/integer.rs`.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::RegionTranslator;
use crate::slots::GuestSlot;
use crate::status::ExitReason;

/// Whether a number is taken with its sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signedness {
    Signed,
    Unsigned,
}

/// The effect of a product on HI and LO.
#[derive(Clone, Copy)]
pub(super) enum ProductMode {
    Replace,
    Add,
    Subtract,
}

impl RegionTranslator<'_, '_> {
    /// The value of a CPU register.
    pub(super) fn cpu(&mut self, reg: R) -> Value {
        match GuestSlot::cpu(reg) {
            Some(slot) => self.value(slot),
            // `$zero` reads as 0, and the sink is only ever a destination.
            None => self.b.ins().iconst(I32, 0),
        }
    }

    pub(super) fn set_cpu(&mut self, reg: R, value: Value) {
        if let Some(slot) = GuestSlot::cpu(reg) {
            self.define(slot, value);
        }
    }

    pub(super) fn constant(&mut self, value: u32) -> Value {
        self.b.ins().iconst(I32, i64::from(value))
    }

    /// The number that a value is known to be.
    pub(super) fn known(&self, value: Value) -> Option<i32> {
        let dfg = &self.b.func.dfg;
        let inst = dfg.value_def(dfg.resolve_aliases(value)).inst()?;
        match dfg.insts[inst] {
            cranelift_codegen::ir::InstructionData::UnaryImm { imm, .. } => Some(imm.bits() as i32),
            _ => None,
        }
    }

    /// `rd, rs, rt` without traps.
    pub(super) fn register_operation(
        &mut self,
        d: DecodedInstruction,
        operation: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) {
        let (left, right) = (self.cpu(d.b), self.cpu(d.c));
        let value = operation(self, left, right);
        self.set_cpu(d.a, value);
    }

    /// `rt, rs, imm` without traps.
    pub(super) fn constant_operation(
        &mut self,
        d: DecodedInstruction,
        constant: u32,
        operation: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) {
        let (left, right) = (self.cpu(d.b), self.constant(constant));
        let value = operation(self, left, right);
        self.set_cpu(d.a, value);
    }

    /// An addition that traps: by a constant one compare shows it, else the host's flag.
    pub(super) fn add_trapping(&mut self, to: R, left: Value, right: Value) {
        // A sum does not depend on the order, and only a constant on the right is cheap to test.
        let (left, right) = if self.known(left).is_some() { (right, left) } else { (left, right) };
        let sum = if let Some(constant) = self.known(right) {
            let sum = self.b.ins().iadd(left, right);
            // Adding a number that is not negative makes a sum that is not smaller, unless it
            // wraps.
            let wrong = if constant < 0 { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
            let is_over = self.b.ins().icmp(wrong, sum, left);
            self.leave_if(is_over, ExitReason::Rare);
            sum
        } else {
            let (sum, is_over) = self.b.ins().sadd_overflow(left, right);
            self.leave_if(is_over, ExitReason::Rare);
            sum
        };
        self.set_cpu(to, sum);
    }

    pub(super) fn subtract_trapping(&mut self, d: DecodedInstruction) {
        let (left, right) = (self.cpu(d.b), self.cpu(d.c));
        let (difference, is_over) = self.b.ins().ssub_overflow(left, right);
        self.leave_if(is_over, ExitReason::Rare);
        self.set_cpu(d.a, difference);
    }

    /// Sets a register to 0 or 1, and remembers the comparison for a branch that follows.
    pub(super) fn compare(&mut self, d: DecodedInstruction, condition: IntCC, right: Value) {
        let left = self.cpu(d.b);
        let holds = self.b.ins().icmp(condition, left, right);
        let value = self.b.ins().uextend(I32, holds);
        self.tests.insert(value, holds);
        self.set_cpu(d.a, value);
    }

    pub(super) fn shift_by_register(
        &mut self,
        d: DecodedInstruction,
        operation: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) {
        self.register_operation(d, |t, value, amount| {
            let amount = t.b.ins().band_imm_u(amount, 31);
            operation(t, value, amount)
        });
    }

    /// A conditional move: one value or the other, without a branch.
    pub(super) fn move_if(&mut self, d: DecodedInstruction, holds: Value) {
        let (old, new) = (self.cpu(d.a), self.cpu(d.b));
        let value = self.b.ins().select(holds, new, old);
        self.set_cpu(d.a, value);
    }

    pub(super) fn is_zero(&mut self, reg: R, condition: IntCC) -> Value {
        let value = self.cpu(reg);
        self.b.ins().icmp_imm_s(condition, value, 0)
    }

    fn wide(&mut self, value: Value, sign: Signedness) -> Value {
        match sign {
            Signedness::Signed => self.b.ins().sextend(I64, value),
            Signedness::Unsigned => self.b.ins().uextend(I64, value),
        }
    }

    /// Multiplies into HI and LO; gives the low half.
    pub(super) fn multiply(
        &mut self,
        left: R,
        right: R,
        sign: Signedness,
        how: ProductMode,
    ) -> Value {
        let (left, right) = (self.cpu(left), self.cpu(right));
        let (left, right) = (self.wide(left, sign), self.wide(right, sign));
        let product = self.b.ins().imul(left, right);
        let value = match how {
            ProductMode::Replace => product,
            ProductMode::Add => {
                let old = self.value(GuestSlot::HILO);
                self.b.ins().iadd(old, product)
            }
            ProductMode::Subtract => {
                let old = self.value(GuestSlot::HILO);
                self.b.ins().isub(old, product)
            }
        };
        self.define(GuestSlot::HILO, value);
        self.b.ins().ireduce(I32, value)
    }

    pub(super) fn low(&mut self) -> Value {
        let whole = self.value(GuestSlot::HILO);
        match self.halves {
            Some((known, low, _)) if known == whole => low,
            _ => self.b.ins().ireduce(I32, whole),
        }
    }

    pub(super) fn high(&mut self) -> Value {
        let whole = self.value(GuestSlot::HILO);
        match self.halves {
            Some((known, _, high)) if known == whole => high,
            _ => {
                let high = self.b.ins().ushr_imm_u(whole, 32);
                self.b.ins().ireduce(I32, high)
            }
        }
    }

    pub(super) fn set_low(&mut self, low: Value) {
        let high = self.high();
        self.set_halves(low, high);
    }

    pub(super) fn set_high(&mut self, high: Value) {
        let low = self.low();
        self.set_halves(low, high);
    }

    fn set_halves(&mut self, low: Value, high: Value) {
        let upper = self.b.ins().uextend(I64, high);
        let upper = self.b.ins().ishl_imm_u(upper, 32);
        let lower = self.b.ins().uextend(I64, low);
        let whole = self.b.ins().bor(upper, lower);
        self.define(GuestSlot::HILO, whole);
        self.halves = Some((whole, low, high));
    }

    /// Divides into HI and LO; by zero, nothing changes.
    pub(super) fn divide(&mut self, d: DecodedInstruction, sign: Signedness) {
        let (left, right) = (self.cpu(d.a), self.cpu(d.b));
        match self.known(right) {
            // MARS: dividing by zero leaves HI and LO as they are.
            Some(0) => {}
            // A divisor of -1 takes the long way, because the host traps on the smallest number
            // divided by it.
            Some(divisor) if divisor != -1 || sign == Signedness::Unsigned => {
                let (quotient, remainder) = self.quotient(left, right, sign);
                self.set_halves(quotient, remainder);
            }
            _ => self.divide_by_any(left, right, sign),
        }
    }

    fn divide_by_any(&mut self, left: Value, right: Value, sign: Signedness) {
        let (divide, next) = (self.new_block(), self.new_block());
        let (low, high) = (self.low(), self.high());
        self.b.append_block_param(next, I32);
        self.b.append_block_param(next, I32);
        let unchanged = super::arguments(&[low, high]);
        self.b.ins().brif(right, divide, &[], next, &unchanged);
        self.continue_in(divide);
        let (quotient, remainder) = match sign {
            // In 64 bits the smallest number can be divided by -1.
            Signedness::Signed => {
                let (left, right) = (self.wide(left, sign), self.wide(right, sign));
                let (quotient, remainder) = self.quotient(left, right, sign);
                (self.b.ins().ireduce(I32, quotient), self.b.ins().ireduce(I32, remainder))
            }
            Signedness::Unsigned => self.quotient(left, right, sign),
        };
        let changed = super::arguments(&[quotient, remainder]);
        self.b.ins().jump(next, &changed);
        self.continue_in(next);
        let values = self.b.block_params(next).to_vec();
        self.set_halves(values[0], values[1]);
    }

    fn quotient(&mut self, left: Value, right: Value, sign: Signedness) -> (Value, Value) {
        match sign {
            Signedness::Signed => (self.b.ins().sdiv(left, right), self.b.ins().srem(left, right)),
            Signedness::Unsigned => {
                (self.b.ins().udiv(left, right), self.b.ins().urem(left, right))
            }
        }
    }
}

impl RegionTranslator<'_, '_> {
    pub(super) fn set_if_less(&mut self, d: DecodedInstruction) {
        let (condition, right) = match d.op {
            Op::Slt => (IntCC::SignedLessThan, self.cpu(d.c)),
            Op::Sltu => (IntCC::UnsignedLessThan, self.cpu(d.c)),
            Op::Slti => (IntCC::SignedLessThan, self.constant(d.imm as u32)),
            _ => (IntCC::UnsignedLessThan, self.constant(d.imm as u32)),
        };
        self.compare(d, condition, right);
    }

    pub(super) fn multiply_pair(
        &mut self,
        d: DecodedInstruction,
        sign: Signedness,
        how: ProductMode,
    ) {
        self.multiply(d.a, d.b, sign, how);
    }

    /// A trap leaves, and the machine raises it.
    pub(super) fn trap_if(&mut self, d: DecodedInstruction, condition: IntCC) {
        let (left, right) = (self.cpu(d.a), self.cpu(d.b));
        let holds = self.b.ins().icmp(condition, left, right);
        self.leave_if(holds, ExitReason::Rare);
    }

    pub(super) fn trap_if_constant(&mut self, d: DecodedInstruction, condition: IntCC) {
        let (left, right) = (self.cpu(d.a), self.constant(d.imm as u32));
        let holds = self.b.ins().icmp(condition, left, right);
        self.leave_if(holds, ExitReason::Rare);
    }
}
