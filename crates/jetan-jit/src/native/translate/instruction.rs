//! The translation of each instruction. The flow of control is elsewhere; see `region.rs`.

use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::I8;
use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;

use super::RegionTranslator;
use super::float::FloatPrecision::{Double, Single};
use super::integer::ProductMode;
use super::integer::Signedness::{Signed, Unsigned};
use crate::access::AccessWidth;
use crate::slots::GuestSlot;
use crate::status::ExitReason;

impl RegionTranslator<'_, '_> {
    /// An instruction that goes on at the next.
    pub(super) fn instruction(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::Nop => {}
            Op::Add => {
                let (left, right) = (self.cpu(d.b), self.cpu(d.c));
                self.add_trapping(d.a, left, right);
            }
            Op::Addi => {
                let (left, right) = (self.cpu(d.b), self.constant(d.imm as u32));
                self.add_trapping(d.a, left, right);
            }
            Op::Sub => self.subtract_trapping(d),
            Op::Addu => self.register_operation(d, |t, x, y| t.b.ins().iadd(x, y)),
            Op::Subu => self.register_operation(d, |t, x, y| t.b.ins().isub(x, y)),
            Op::And => self.register_operation(d, |t, x, y| t.b.ins().band(x, y)),
            Op::Or => self.register_operation(d, |t, x, y| t.b.ins().bor(x, y)),
            Op::Xor => self.register_operation(d, |t, x, y| t.b.ins().bxor(x, y)),
            Op::Nor => self.register_operation(d, |t, x, y| {
                let either = t.b.ins().bor(x, y);
                t.b.ins().bnot(either)
            }),
            Op::Addiu => self.constant_operation(d, d.imm as u32, |t, x, y| t.b.ins().iadd(x, y)),
            Op::Andi => self.constant_operation(d, low_half(d), |t, x, y| t.b.ins().band(x, y)),
            Op::Ori => self.constant_operation(d, low_half(d), |t, x, y| t.b.ins().bor(x, y)),
            Op::Xori => self.constant_operation(d, low_half(d), |t, x, y| t.b.ins().bxor(x, y)),
            Op::Sll => self.constant_operation(d, amount(d), |t, x, y| t.b.ins().ishl(x, y)),
            Op::Srl => self.constant_operation(d, amount(d), |t, x, y| t.b.ins().ushr(x, y)),
            Op::Sra => self.constant_operation(d, amount(d), |t, x, y| t.b.ins().sshr(x, y)),
            Op::Sllv => self.shift_by_register(d, |t, x, y| t.b.ins().ishl(x, y)),
            Op::Srlv => self.shift_by_register(d, |t, x, y| t.b.ins().ushr(x, y)),
            Op::Srav => self.shift_by_register(d, |t, x, y| t.b.ins().sshr(x, y)),
            Op::Lui => {
                let value = self.constant((d.imm as u32) << 16);
                self.set_cpu(d.a, value);
            }
            Op::Slt | Op::Sltu | Op::Slti | Op::Sltiu => self.set_if_less(d),
            Op::Movn => {
                let holds = self.is_zero(d.c, IntCC::NotEqual);
                self.move_if(d, holds);
            }
            Op::Movz => {
                let holds = self.is_zero(d.c, IntCC::Equal);
                self.move_if(d, holds);
            }
            Op::Movf | Op::MovfFlag => {
                let holds = self.no_flag(third(d));
                self.move_if(d, holds);
            }
            Op::Movt | Op::MovtFlag => {
                let holds = self.flag(third(d));
                self.move_if(d, holds);
            }
            Op::Clo => {
                let value = self.cpu(d.b);
                let inverse = self.b.ins().bnot(value);
                let count = self.b.ins().clz(inverse);
                self.set_cpu(d.a, count);
            }
            Op::Clz => {
                let value = self.cpu(d.b);
                let count = self.b.ins().clz(value);
                self.set_cpu(d.a, count);
            }
            _ => self.wide_instruction(d),
        }
    }

    /// Products, traps, memory and services.
    fn wide_instruction(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::Mul => {
                let low = self.multiply(d.b, d.c, Signed, ProductMode::Replace);
                self.set_cpu(d.a, low);
            }
            Op::Mult => self.multiply_pair(d, Signed, ProductMode::Replace),
            Op::Multu => self.multiply_pair(d, Unsigned, ProductMode::Replace),
            Op::Madd => self.multiply_pair(d, Signed, ProductMode::Add),
            Op::Maddu => self.multiply_pair(d, Unsigned, ProductMode::Add),
            Op::Msub => self.multiply_pair(d, Signed, ProductMode::Subtract),
            Op::Msubu => self.multiply_pair(d, Unsigned, ProductMode::Subtract),
            Op::Div => self.divide(d, Signed),
            Op::Divu => self.divide(d, Unsigned),
            Op::Mfhi => {
                let high = self.high();
                self.set_cpu(d.a, high);
            }
            Op::Mflo => {
                let low = self.low();
                self.set_cpu(d.a, low);
            }
            Op::Mthi => {
                let value = self.cpu(d.a);
                self.set_high(value);
            }
            Op::Mtlo => {
                let value = self.cpu(d.a);
                self.set_low(value);
            }
            Op::Lw | Op::Ll => self.load(d, AccessWidth::Word),
            Op::Lb => self.load(d, AccessWidth::Byte),
            Op::Lbu => self.load(d, AccessWidth::ByteUnsigned),
            Op::Lh => self.load(d, AccessWidth::Half),
            Op::Lhu => self.load(d, AccessWidth::HalfUnsigned),
            Op::Sw => self.store(d, AccessWidth::Word),
            Op::Sh => self.store(d, AccessWidth::Half),
            Op::Sb => self.store(d, AccessWidth::Byte),
            Op::Sc => {
                self.store(d, AccessWidth::Word);
                // MARS: there is one processor, so `sc` always succeeds and reports 1.
                let one = self.constant(1);
                self.set_cpu(d.a, one);
            }
            Op::Teq => self.trap_if(d, IntCC::Equal),
            Op::Tne => self.trap_if(d, IntCC::NotEqual),
            Op::Tge => self.trap_if(d, IntCC::SignedGreaterThanOrEqual),
            Op::Tgeu => self.trap_if(d, IntCC::UnsignedGreaterThanOrEqual),
            Op::Tlt => self.trap_if(d, IntCC::SignedLessThan),
            Op::Tltu => self.trap_if(d, IntCC::UnsignedLessThan),
            Op::Teqi => self.trap_if_constant(d, IntCC::Equal),
            Op::Tnei => self.trap_if_constant(d, IntCC::NotEqual),
            Op::Tgei => self.trap_if_constant(d, IntCC::SignedGreaterThanOrEqual),
            Op::Tgeiu => self.trap_if_constant(d, IntCC::UnsignedGreaterThanOrEqual),
            Op::Tlti => self.trap_if_constant(d, IntCC::SignedLessThan),
            Op::Tltiu => self.trap_if_constant(d, IntCC::UnsignedLessThan),
            Op::Syscall => self.serve(),
            _ => self.single_instruction(d),
        }
    }

    /// Translates arithmetic of single precision.
    fn single_instruction(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::AddS => self.float_binary(d, Single, |t, x, y| t.b.ins().fadd(x, y)),
            Op::SubS => self.float_binary(d, Single, |t, x, y| t.b.ins().fsub(x, y)),
            Op::MulS => self.float_binary(d, Single, |t, x, y| t.b.ins().fmul(x, y)),
            Op::DivS => self.float_binary(d, Single, |t, x, y| t.b.ins().fdiv(x, y)),
            Op::SqrtS => self.float_sqrt(d, Single),
            Op::FloorWS => self.float_round(d, Single, |t, x| t.b.ins().floor(x)),
            Op::CeilWS => self.float_round(d, Single, |t, x| t.b.ins().ceil(x)),
            Op::RoundWS => self.float_round(d, Single, |t, x| t.b.ins().nearest(x)),
            Op::TruncWS => self.float_round(d, Single, |t, x| t.b.ins().trunc(x)),
            Op::CEqS => self.float_compare(d, Single, FloatCC::Equal, false),
            Op::CEqSFlag => self.float_compare(d, Single, FloatCC::Equal, true),
            Op::CLeS => self.float_compare(d, Single, FloatCC::LessThanOrEqual, false),
            Op::CLeSFlag => self.float_compare(d, Single, FloatCC::LessThanOrEqual, true),
            Op::CLtS => self.float_compare(d, Single, FloatCC::LessThan, false),
            Op::CLtSFlag => self.float_compare(d, Single, FloatCC::LessThan, true),
            Op::AbsS => self.float_bits(d, Single, |t, x| t.b.ins().fabs(x)),
            Op::NegS => self.float_bits(d, Single, |t, x| t.b.ins().fneg(x)),
            Op::MovS => self.float_bits(d, Single, |_, x| x),
            Op::MovfS | Op::MovfSFlag => {
                let holds = self.no_flag(third(d));
                self.float_move_if(d, Single, holds);
            }
            Op::MovtS | Op::MovtSFlag => {
                let holds = self.flag(third(d));
                self.float_move_if(d, Single, holds);
            }
            Op::MovnS => {
                let holds = self.is_zero(d.c, IntCC::NotEqual);
                self.float_move_if(d, Single, holds);
            }
            Op::MovzS => {
                let holds = self.is_zero(d.c, IntCC::Equal);
                self.float_move_if(d, Single, holds);
            }
            _ => self.double_instruction(d),
        }
    }

    /// Translates arithmetic of double precision.
    fn double_instruction(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::AddD => self.float_binary(d, Double, |t, x, y| t.b.ins().fadd(x, y)),
            Op::SubD => self.float_binary(d, Double, |t, x, y| t.b.ins().fsub(x, y)),
            Op::MulD => self.float_binary(d, Double, |t, x, y| t.b.ins().fmul(x, y)),
            Op::DivD => self.float_binary(d, Double, |t, x, y| t.b.ins().fdiv(x, y)),
            Op::SqrtD => self.float_sqrt(d, Double),
            Op::FloorWD => self.float_round(d, Double, |t, x| t.b.ins().floor(x)),
            Op::CeilWD => self.float_round(d, Double, |t, x| t.b.ins().ceil(x)),
            Op::RoundWD => self.float_round(d, Double, |t, x| t.b.ins().nearest(x)),
            Op::TruncWD => self.float_round(d, Double, |t, x| t.b.ins().trunc(x)),
            Op::CEqD => self.float_compare(d, Double, FloatCC::Equal, false),
            Op::CEqDFlag => self.float_compare(d, Double, FloatCC::Equal, true),
            Op::CLeD => self.float_compare(d, Double, FloatCC::LessThanOrEqual, false),
            Op::CLeDFlag => self.float_compare(d, Double, FloatCC::LessThanOrEqual, true),
            Op::CLtD => self.float_compare(d, Double, FloatCC::LessThan, false),
            Op::CLtDFlag => self.float_compare(d, Double, FloatCC::LessThan, true),
            Op::AbsD => self.float_bits(d, Double, |t, x| t.b.ins().fabs(x)),
            Op::NegD => self.float_bits(d, Double, |t, x| t.b.ins().fneg(x)),
            Op::MovD => self.float_bits(d, Double, |_, x| x),
            Op::MovfD | Op::MovfDFlag => {
                let holds = self.no_flag(third(d));
                self.float_move_if(d, Double, holds);
            }
            Op::MovtD | Op::MovtDFlag => {
                let holds = self.flag(third(d));
                self.float_move_if(d, Double, holds);
            }
            Op::MovnD => {
                let holds = self.is_zero(d.c, IntCC::NotEqual);
                self.float_move_if(d, Double, holds);
            }
            Op::MovzD => {
                let holds = self.is_zero(d.c, IntCC::Equal);
                self.float_move_if(d, Double, holds);
            }
            _ => self.conversion(d),
        }
    }

    /// Conversions, moves between the kinds of registers, and memory for floating point.
    fn conversion(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::CvtDS => self.float_promote(d),
            Op::CvtSD => self.float_demote(d),
            Op::CvtDW => self.word_to_float(d, Double),
            Op::CvtSW => self.word_to_float(d, Single),
            Op::CvtWD => self.float_to_word(d, Double),
            Op::CvtWS => self.float_to_word(d, Single),
            Op::Mfc1 => {
                let word = self.word(d.b);
                self.set_cpu(d.a, word);
            }
            Op::Mtc1 => {
                let word = self.cpu(d.a);
                self.set_word(d.b, word);
            }
            Op::Lwc1 => self.load_word_float(d),
            Op::Swc1 => self.store_float(GuestSlot::float(d.a), d, 0),
            Op::Ldc1 => self.load_double(d),
            Op::Sdc1 => self.store_double(d),
            _ => self.hand_over(),
        }
    }

    /// An instruction without a twin here: the interpreter does it, every time.
    fn hand_over(&mut self) {
        // A condition instead of a plain return, because the rest of the block is still to be
        // written.
        let always = self.b.ins().iconst(I8, 1);
        self.leave_if(always, ExitReason::Rare);
    }
}

/// The constant of a logical instruction has no sign.
fn low_half(d: DecodedInstruction) -> u32 {
    d.imm as u32 & 0xffff
}

fn amount(d: DecodedInstruction) -> u32 {
    d.imm as u32 & 31
}

/// The flag that a third operand names, or flag 0 where there is none.
fn third(d: DecodedInstruction) -> u8 {
    d.c as u8
}
