//! Floating point: the twins of the machine's `interp/float.rs`.
//!
//! The host's arithmetic has the same results to the last bit, but for the bits of NaN, of which
//! the machine knows one.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::{RegionTranslator, arguments};
use crate::slots::GuestSlot;

/// The NaN of the machine.
const NAN: u32 = 0x7fc0_0000;
const NAN_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

/// Singles or doubles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatPrecision {
    Single,
    Double,
}

impl FloatPrecision {
    fn ty(self) -> Type {
        match self {
            FloatPrecision::Single => F32,
            FloatPrecision::Double => F64,
        }
    }
}

impl RegionTranslator<'_, '_> {
    fn bits(&mut self, ty: Type, value: Value) -> Value {
        self.b.ins().bitcast(ty, MemFlagsData::new(), value)
    }

    /// The number in a register, or in a pair.
    pub(super) fn number(&mut self, reg: R, precision: FloatPrecision) -> Value {
        let slot = GuestSlot::float(reg);
        if precision == FloatPrecision::Single {
            return self.value(slot);
        }
        // Kept as two singles, because instructions of single precision read and write the halves.
        let (low, high) = (self.value(slot), self.value(slot.next()));
        let (low, high) = (self.bits(I32, low), self.bits(I32, high));
        let (low, high) = (self.b.ins().uextend(I64, low), self.b.ins().uextend(I64, high));
        let high = self.b.ins().ishl_imm_u(high, 32);
        let both = self.b.ins().bor(high, low);
        self.bits(F64, both)
    }

    fn set_number(&mut self, reg: R, precision: FloatPrecision, value: Value) {
        let slot = GuestSlot::float(reg);
        if precision == FloatPrecision::Single {
            return self.define(slot, value);
        }
        let both = self.bits(I64, value);
        let high = self.b.ins().ushr_imm_u(both, 32);
        let (low, high) = (self.b.ins().ireduce(I32, both), self.b.ins().ireduce(I32, high));
        let (low, high) = (self.bits(F32, low), self.bits(F32, high));
        self.define(slot, low);
        self.define(slot.next(), high);
    }

    /// Sets a register to a result, which may be a NaN of the host's making.
    fn set_result(&mut self, reg: R, precision: FloatPrecision, value: Value) {
        let (strange, next) = (self.cold_block(), self.new_block());
        self.b.append_block_param(next, precision.ty());
        let is_nan = self.b.ins().fcmp(FloatCC::Unordered, value, value);
        self.b.ins().brif(is_nan, strange, &[], next, &arguments(&[value]));
        self.fill(strange, |t| {
            let nan = match precision {
                FloatPrecision::Single => t.b.ins().f32const(f32::from_bits(NAN)),
                FloatPrecision::Double => t.b.ins().f64const(f64::from_bits(NAN_DOUBLE)),
            };
            t.b.ins().jump(next, &arguments(&[nan]));
        });
        self.continue_in(next);
        let value = self.b.block_params(next)[0];
        self.set_number(reg, precision, value);
    }

    pub(super) fn float_binary(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        operation: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) {
        let (left, right) = (self.number(d.b, precision), self.number(d.c, precision));
        let value = operation(self, left, right);
        self.set_result(d.a, precision, value);
    }

    pub(super) fn float_sqrt(&mut self, d: DecodedInstruction, precision: FloatPrecision) {
        let value = self.number(d.b, precision);
        let root = self.b.ins().sqrt(value);
        self.set_result(d.a, precision, root);
    }

    /// Moves, negations and absolute values: the sign is in the upper half of a pair.
    pub(super) fn float_bits(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        operation: impl FnOnce(&mut Self, Value) -> Value,
    ) {
        let (mut from, mut to) = (GuestSlot::float(d.b), GuestSlot::float(d.a));
        if precision == FloatPrecision::Double {
            // The sign is in the upper half, so the lower one is only copied.
            let (low, high) = (self.value(from), from.next());
            self.define(to, low);
            (from, to) = (high, to.next());
        }
        let value = self.value(from);
        let value = operation(self, value);
        self.define(to, value);
    }

    pub(super) fn float_move_if(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        holds: Value,
    ) {
        let (from, to) = (GuestSlot::float(d.b), GuestSlot::float(d.a));
        let (new, old) = (self.value(from), self.value(to));
        let low = self.b.ins().select(holds, new, old);
        if precision == FloatPrecision::Double {
            let (new, old) = (self.value(from.next()), self.value(to.next()));
            let high = self.b.ins().select(holds, new, old);
            self.define(to.next(), high);
        }
        self.define(to, low);
    }

    /// Compares, into flag 0 or the one that the first operand names.
    pub(super) fn float_compare(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        condition: FloatCC,
        names_flag: bool,
    ) {
        let (flag, left, right) = if names_flag { (d.a as u8, d.b, d.c) } else { (0, d.a, d.b) };
        let (left, right) = (self.number(left, precision), self.number(right, precision));
        let holds = self.b.ins().fcmp(condition, left, right);
        self.define(GuestSlot::flag(flag), holds);
    }

    /// A flag by its operand.
    pub(super) fn flag(&mut self, number: u8) -> Value {
        self.value(GuestSlot::flag(number))
    }

    /// The opposite of a flag.
    pub(super) fn no_flag(&mut self, number: u8) -> Value {
        let flag = self.flag(number);
        self.b.ins().icmp_imm_u(IntCC::Equal, flag, 0)
    }

    /// Rounds to an integer; what does not fit becomes the largest.
    ///
    /// The bounds are compared in the operand's own precision, as the machine does.
    pub(super) fn float_round(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        operation: impl FnOnce(&mut Self, Value) -> Value,
    ) {
        let value = self.number(d.b, precision);
        let (least, most) = match precision {
            FloatPrecision::Single => {
                (self.b.ins().f32const(i32::MIN as f32), self.b.ins().f32const(i32::MAX as f32))
            }
            FloatPrecision::Double => (
                self.b.ins().f64const(f64::from(i32::MIN)),
                self.b.ins().f64const(f64::from(i32::MAX)),
            ),
        };
        let above = self.b.ins().fcmp(FloatCC::GreaterThanOrEqual, value, least);
        let below = self.b.ins().fcmp(FloatCC::LessThanOrEqual, value, most);
        let fits = self.b.ins().band(above, below);
        let rounded = operation(self, value);
        // The conversion that does not saturate traps in the host where a value does not fit.
        let integer = self.b.ins().fcvt_to_sint_sat(I32, rounded);
        let largest = self.constant(i32::MAX as u32);
        let integer = self.b.ins().select(fits, integer, largest);
        self.set_word(d.a, integer);
    }

    /// Toward zero, saturating, NaN to 0.
    pub(super) fn float_to_word(&mut self, d: DecodedInstruction, precision: FloatPrecision) {
        let value = self.number(d.b, precision);
        let integer = self.b.ins().fcvt_to_sint_sat(I32, value);
        self.set_word(d.a, integer);
    }

    pub(super) fn word_to_float(&mut self, d: DecodedInstruction, precision: FloatPrecision) {
        let word = self.word(d.b);
        let value = self.b.ins().fcvt_from_sint(precision.ty(), word);
        // No integer becomes NaN, so the result needs no test.
        self.set_number(d.a, precision, value);
    }

    pub(super) fn float_promote(&mut self, d: DecodedInstruction) {
        let value = self.number(d.b, FloatPrecision::Single);
        let value = self.b.ins().fpromote(F64, value);
        self.set_result(d.a, FloatPrecision::Double, value);
    }

    pub(super) fn float_demote(&mut self, d: DecodedInstruction) {
        let value = self.number(d.b, FloatPrecision::Double);
        let value = self.b.ins().fdemote(F32, value);
        self.set_result(d.a, FloatPrecision::Single, value);
    }

    /// The bits of a floating-point register.
    pub(super) fn word(&mut self, reg: R) -> Value {
        let value = self.value(GuestSlot::float(reg));
        self.bits(I32, value)
    }

    pub(super) fn set_word(&mut self, reg: R, word: Value) {
        let value = self.bits(F32, word);
        self.define(GuestSlot::float(reg), value);
    }

    pub(super) fn load_word_float(&mut self, d: DecodedInstruction) {
        let value = self.load_float(d, 0);
        self.define(GuestSlot::float(d.a), value);
    }

    pub(super) fn load_double(&mut self, d: DecodedInstruction) {
        // Before either word is loaded: a fault must leave both registers as they were.
        self.check_double(d);
        let low = self.load_float(d, 0);
        let high = self.load_float(d, 4);
        let slot = GuestSlot::float(d.a);
        self.define(slot, low);
        self.define(slot.next(), high);
    }

    pub(super) fn store_double(&mut self, d: DecodedInstruction) {
        self.check_double(d);
        let slot = GuestSlot::float(d.a);
        // Eight aligned bytes lie in one page, so the second store does not fail after the first.
        self.store_float(slot, d, 0);
        self.store_float(slot.next(), d, 4);
    }
}
