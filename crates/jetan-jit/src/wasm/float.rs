//! Floating point: the twins of the machine's `interp/float.rs`.
//!
//! The engine's arithmetic has the same results to the last bit, but for the bits of NaN, of which
//! the machine knows one.

use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;
use wasm_encoder::{BlockType, Ieee32, Ieee64, InstructionSink};

use super::function::{RegionWriter, Scratch};
use super::integer::Operation;
use super::memory::AccessKind;
use crate::slots::GuestSlot;

/// Singles or doubles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatPrecision {
    Single,
    Double,
}

impl FloatPrecision {
    fn scratch(self) -> Scratch {
        match self {
            FloatPrecision::Single => Scratch::Single,
            FloatPrecision::Double => Scratch::Double,
        }
    }

    fn constant(self, op: &mut InstructionSink<'_>, value: f64) {
        match self {
            FloatPrecision::Single => op.f32_const(Ieee32::from(value as f32)),
            FloatPrecision::Double => op.f64_const(Ieee64::from(value)),
        };
    }
}

impl RegionWriter<'_> {
    /// Puts the number in a pair on the stack.
    pub(super) fn double(&mut self, reg: R) {
        self.get(GuestSlot::float(reg));
    }

    /// Puts the number in a register, or in a pair, on the stack.
    fn number(&mut self, reg: R, precision: FloatPrecision) {
        match precision {
            FloatPrecision::Single => self.single(GuestSlot::float(reg)),
            FloatPrecision::Double => self.double(reg),
        }
    }

    fn set_number(&mut self, reg: R, precision: FloatPrecision) {
        match precision {
            FloatPrecision::Single => self.set_single(GuestSlot::float(reg)),
            FloatPrecision::Double => self.set(GuestSlot::float(reg)),
        }
    }

    /// Sets a register to a result, which may be a NaN of the host's making.
    fn set_result(&mut self, reg: R, precision: FloatPrecision) {
        let value = self.scratch(precision.scratch());
        let mut op = self.op();
        op.local_tee(value).local_get(value);
        match precision {
            FloatPrecision::Single => op.f32_ne(),
            FloatPrecision::Double => op.f64_ne(),
        };
        op.if_(BlockType::Empty);
        precision.constant(&mut op, f64::NAN);
        op.local_set(value).end().local_get(value);
        self.set_number(reg, precision);
    }

    pub(super) fn float_binary(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        operation: Operation,
    ) {
        self.number(d.b, precision);
        self.number(d.c, precision);
        operation(&mut self.op());
        self.set_result(d.a, precision);
    }

    pub(super) fn float_unary(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        operation: Operation,
    ) {
        self.number(d.b, precision);
        operation(&mut self.op());
        self.set_result(d.a, precision);
    }

    /// Moves, negations and absolute values, which change no bit but the sign.
    pub(super) fn float_bits(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        operation: Operation,
    ) {
        self.number(d.b, precision);
        operation(&mut self.op());
        self.set_number(d.a, precision);
    }

    /// A conditional move; whether it happens is on the stack.
    pub(super) fn float_move_if(&mut self, d: DecodedInstruction, precision: FloatPrecision) {
        let holds = self.scratch(Scratch::Left);
        self.op().local_set(holds);
        self.number(d.b, precision);
        self.number(d.a, precision);
        self.op().local_get(holds).select();
        self.set_number(d.a, precision);
    }

    /// Compares, into flag 0 or the one that the first operand names.
    pub(super) fn float_compare(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        condition: Operation,
        names_flag: bool,
    ) {
        let (flag, left, right) = if names_flag { (d.a as u8, d.b, d.c) } else { (0, d.a, d.b) };
        self.number(left, precision);
        self.number(right, precision);
        condition(&mut self.op());
        self.set(GuestSlot::flag(flag));
    }

    /// Puts 1 on the stack if a flag has this value.
    pub(super) fn flag_is(&mut self, number: u8, value: bool) {
        self.get(GuestSlot::flag(number));
        if !value {
            self.op().i32_eqz();
        }
    }

    /// Rounds to an integer; what does not fit becomes the largest.
    ///
    /// The bounds are compared in the operand's own precision, as the machine does.
    pub(super) fn float_round(
        &mut self,
        d: DecodedInstruction,
        precision: FloatPrecision,
        operation: Operation,
    ) {
        let value = self.scratch(precision.scratch());
        self.number(d.b, precision);
        let mut op = self.op();
        op.local_tee(value);
        operation(&mut op);
        match precision {
            FloatPrecision::Single => op.i32_trunc_sat_f32_s(),
            FloatPrecision::Double => op.i32_trunc_sat_f64_s(),
        };
        op.i32_const(i32::MAX).local_get(value);
        precision.constant(&mut op, f64::from(i32::MIN));
        match precision {
            FloatPrecision::Single => op.f32_ge(),
            FloatPrecision::Double => op.f64_ge(),
        };
        op.local_get(value);
        precision.constant(&mut op, f64::from(i32::MAX));
        match precision {
            FloatPrecision::Single => op.f32_le(),
            FloatPrecision::Double => op.f64_le(),
        };
        op.i32_and().select();
        self.set_word(GuestSlot::float(d.a));
    }

    /// Toward zero, saturating, NaN to 0.
    pub(super) fn float_to_word(&mut self, d: DecodedInstruction, precision: FloatPrecision) {
        self.number(d.b, precision);
        match precision {
            FloatPrecision::Single => self.op().i32_trunc_sat_f32_s(),
            FloatPrecision::Double => self.op().i32_trunc_sat_f64_s(),
        };
        self.set_word(GuestSlot::float(d.a));
    }

    pub(super) fn word_to_float(&mut self, d: DecodedInstruction, precision: FloatPrecision) {
        self.word(GuestSlot::float(d.b));
        match precision {
            FloatPrecision::Single => self.op().f32_convert_i32_s(),
            FloatPrecision::Double => self.op().f64_convert_i32_s(),
        };
        // No integer becomes NaN, so the result needs no test.
        self.set_number(d.a, precision);
    }

    pub(super) fn float_promote(&mut self, d: DecodedInstruction) {
        self.number(d.b, FloatPrecision::Single);
        self.op().f64_promote_f32();
        self.set_result(d.a, FloatPrecision::Double);
    }

    pub(super) fn float_demote(&mut self, d: DecodedInstruction) {
        self.number(d.b, FloatPrecision::Double);
        self.op().f32_demote_f64();
        self.set_result(d.a, FloatPrecision::Single);
    }

    pub(super) fn load_single(&mut self, d: DecodedInstruction) {
        self.loaded(d, AccessKind::Single);
        self.set_single(GuestSlot::float(d.a));
    }

    pub(super) fn load_double(&mut self, d: DecodedInstruction) {
        // Eight aligned bytes lie in one page, so there is one place for both words.
        self.check_double(d);
        self.loaded(d, AccessKind::Double);
        self.set(GuestSlot::float(d.a));
    }

    pub(super) fn store_double(&mut self, d: DecodedInstruction) {
        self.check_double(d);
        self.stored(d, AccessKind::Double);
    }
}
