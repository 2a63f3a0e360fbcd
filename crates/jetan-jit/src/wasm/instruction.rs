//! The translation of each instruction. The flow of control is elsewhere; see `control.rs`.

use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;

use super::float::FloatPrecision::{Double, Single};
use super::function::RegionWriter;
use super::integer::ProductMode;
use super::integer::Signedness::{Signed, Unsigned};
use super::memory::AccessKind;
use crate::access::AccessWidth;
use crate::slots::GuestSlot;
use crate::status::ExitReason;

/// An operation on what is on the stack, by the name of its function.
macro_rules! write {
    ($($name:ident).+) => {
        |op| {
            op.$($name()).+;
        }
    };
}

impl RegionWriter<'_> {
    /// An instruction that goes on at the next.
    pub(super) fn instruction(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::Nop => {}
            Op::Add => self.trapping(d, write!(i64_add)),
            Op::Addi => self.add_constant_trapping(d),
            Op::Sub => self.trapping(d, write!(i64_sub)),
            Op::Addu => self.register_operation(d, write!(i32_add)),
            Op::Subu => self.register_operation(d, write!(i32_sub)),
            Op::And => self.register_operation(d, write!(i32_and)),
            Op::Or => self.register_operation(d, write!(i32_or)),
            Op::Xor => self.register_operation(d, write!(i32_xor)),
            Op::Nor => self.register_operation(d, |op| {
                op.i32_or().i32_const(-1).i32_xor();
            }),
            Op::Addiu => self.constant_operation(d, d.imm, write!(i32_add)),
            // The constant of a logical instruction has no sign.
            Op::Andi => self.constant_operation(d, d.imm & 0xffff, write!(i32_and)),
            Op::Ori => self.constant_operation(d, d.imm & 0xffff, write!(i32_or)),
            Op::Xori => self.constant_operation(d, d.imm & 0xffff, write!(i32_xor)),
            Op::Sll => self.constant_operation(d, d.imm & 31, write!(i32_shl)),
            Op::Srl => self.constant_operation(d, d.imm & 31, write!(i32_shr_u)),
            Op::Sra => self.constant_operation(d, d.imm & 31, write!(i32_shr_s)),
            // WebAssembly takes the amount modulo 32 as well.
            Op::Sllv => self.register_operation(d, write!(i32_shl)),
            Op::Srlv => self.register_operation(d, write!(i32_shr_u)),
            Op::Srav => self.register_operation(d, write!(i32_shr_s)),
            Op::Slt => self.register_operation(d, write!(i32_lt_s)),
            Op::Sltu => self.register_operation(d, write!(i32_lt_u)),
            Op::Slti => self.constant_operation(d, d.imm, write!(i32_lt_s)),
            Op::Sltiu => self.constant_operation(d, d.imm, write!(i32_lt_u)),
            Op::Lui => {
                self.op().i32_const(d.imm << 16);
                self.set_cpu(d.a);
            }
            Op::Movn | Op::Movz => {
                self.cpu(d.c);
                if d.op == Op::Movz {
                    self.op().i32_eqz();
                }
                self.move_if(d);
            }
            Op::Movf | Op::MovfFlag | Op::Movt | Op::MovtFlag => {
                self.flag_is(d.c as u8, matches!(d.op, Op::Movt | Op::MovtFlag));
                self.move_if(d);
            }
            Op::Clo | Op::Clz => {
                self.cpu(d.b);
                if d.op == Op::Clo {
                    self.op().i32_const(-1).i32_xor();
                }
                self.op().i32_clz();
                self.set_cpu(d.a);
            }
            _ => self.product(d),
        }
    }

    /// Products, quotients and what moves them.
    fn product(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::Mul => {
                self.multiply(d.b, d.c, Signed, ProductMode::Replace);
                self.low();
                self.set_cpu(d.a);
            }
            Op::Mult => self.multiply(d.a, d.b, Signed, ProductMode::Replace),
            Op::Multu => self.multiply(d.a, d.b, Unsigned, ProductMode::Replace),
            Op::Madd => self.multiply(d.a, d.b, Signed, ProductMode::Add),
            Op::Maddu => self.multiply(d.a, d.b, Unsigned, ProductMode::Add),
            Op::Msub => self.multiply(d.a, d.b, Signed, ProductMode::Subtract),
            Op::Msubu => self.multiply(d.a, d.b, Unsigned, ProductMode::Subtract),
            Op::Div => self.divide(d, Signed),
            Op::Divu => self.divide(d, Unsigned),
            Op::Mfhi => {
                self.high();
                self.set_cpu(d.a);
            }
            Op::Mflo => {
                self.low();
                self.set_cpu(d.a);
            }
            Op::Mthi => self.set_high(d.a),
            Op::Mtlo => self.set_low(d.a),
            _ => self.wide_instruction(d),
        }
    }

    /// Traps, memory and services.
    fn wide_instruction(&mut self, d: DecodedInstruction) {
        match d.op {
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
                self.op().i32_const(1);
                self.set_cpu(d.a);
            }
            Op::Teq => self.trap_if(d, write!(i32_eq)),
            Op::Tne => self.trap_if(d, write!(i32_ne)),
            Op::Tge => self.trap_if(d, write!(i32_ge_s)),
            Op::Tgeu => self.trap_if(d, write!(i32_ge_u)),
            Op::Tlt => self.trap_if(d, write!(i32_lt_s)),
            Op::Tltu => self.trap_if(d, write!(i32_lt_u)),
            Op::Teqi => self.trap_if_constant(d, write!(i32_eq)),
            Op::Tnei => self.trap_if_constant(d, write!(i32_ne)),
            Op::Tgei => self.trap_if_constant(d, write!(i32_ge_s)),
            Op::Tgeiu => self.trap_if_constant(d, write!(i32_ge_u)),
            Op::Tlti => self.trap_if_constant(d, write!(i32_lt_s)),
            Op::Tltiu => self.trap_if_constant(d, write!(i32_lt_u)),
            Op::Syscall => self.serve(),
            _ => self.single_instruction(d),
        }
    }

    /// Translates arithmetic of single precision.
    fn single_instruction(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::AddS => self.float_binary(d, Single, write!(f32_add)),
            Op::SubS => self.float_binary(d, Single, write!(f32_sub)),
            Op::MulS => self.float_binary(d, Single, write!(f32_mul)),
            Op::DivS => self.float_binary(d, Single, write!(f32_div)),
            Op::SqrtS => self.float_unary(d, Single, write!(f32_sqrt)),
            Op::FloorWS => self.float_round(d, Single, write!(f32_floor)),
            Op::CeilWS => self.float_round(d, Single, write!(f32_ceil)),
            Op::RoundWS => self.float_round(d, Single, write!(f32_nearest)),
            Op::TruncWS => self.float_round(d, Single, write!(f32_trunc)),
            Op::CEqS => self.float_compare(d, Single, write!(f32_eq), false),
            Op::CEqSFlag => self.float_compare(d, Single, write!(f32_eq), true),
            Op::CLeS => self.float_compare(d, Single, write!(f32_le), false),
            Op::CLeSFlag => self.float_compare(d, Single, write!(f32_le), true),
            Op::CLtS => self.float_compare(d, Single, write!(f32_lt), false),
            Op::CLtSFlag => self.float_compare(d, Single, write!(f32_lt), true),
            Op::AbsS => self.float_bits(d, Single, write!(f32_abs)),
            Op::NegS => self.float_bits(d, Single, write!(f32_neg)),
            Op::MovS => self.float_bits(d, Single, |_| {}),
            Op::MovfS | Op::MovfSFlag | Op::MovtS | Op::MovtSFlag => {
                self.flag_is(d.c as u8, matches!(d.op, Op::MovtS | Op::MovtSFlag));
                self.float_move_if(d, Single);
            }
            Op::MovnS | Op::MovzS => {
                self.cpu(d.c);
                if d.op == Op::MovzS {
                    self.op().i32_eqz();
                }
                self.float_move_if(d, Single);
            }
            _ => self.double_instruction(d),
        }
    }

    /// Translates arithmetic of double precision.
    fn double_instruction(&mut self, d: DecodedInstruction) {
        match d.op {
            Op::AddD => self.float_binary(d, Double, write!(f64_add)),
            Op::SubD => self.float_binary(d, Double, write!(f64_sub)),
            Op::MulD => self.float_binary(d, Double, write!(f64_mul)),
            Op::DivD => self.float_binary(d, Double, write!(f64_div)),
            Op::SqrtD => self.float_unary(d, Double, write!(f64_sqrt)),
            Op::FloorWD => self.float_round(d, Double, write!(f64_floor)),
            Op::CeilWD => self.float_round(d, Double, write!(f64_ceil)),
            Op::RoundWD => self.float_round(d, Double, write!(f64_nearest)),
            Op::TruncWD => self.float_round(d, Double, write!(f64_trunc)),
            Op::CEqD => self.float_compare(d, Double, write!(f64_eq), false),
            Op::CEqDFlag => self.float_compare(d, Double, write!(f64_eq), true),
            Op::CLeD => self.float_compare(d, Double, write!(f64_le), false),
            Op::CLeDFlag => self.float_compare(d, Double, write!(f64_le), true),
            Op::CLtD => self.float_compare(d, Double, write!(f64_lt), false),
            Op::CLtDFlag => self.float_compare(d, Double, write!(f64_lt), true),
            Op::AbsD => self.float_bits(d, Double, write!(f64_abs)),
            Op::NegD => self.float_bits(d, Double, write!(f64_neg)),
            Op::MovD => self.float_bits(d, Double, |_| {}),
            Op::MovfD | Op::MovfDFlag | Op::MovtD | Op::MovtDFlag => {
                self.flag_is(d.c as u8, matches!(d.op, Op::MovtD | Op::MovtDFlag));
                self.float_move_if(d, Double);
            }
            Op::MovnD | Op::MovzD => {
                self.cpu(d.c);
                if d.op == Op::MovzD {
                    self.op().i32_eqz();
                }
                self.float_move_if(d, Double);
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
                self.word(GuestSlot::float(d.b));
                self.set_cpu(d.a);
            }
            Op::Mtc1 => {
                self.cpu(d.a);
                self.set_word(GuestSlot::float(d.b));
            }
            Op::Lwc1 => self.load_single(d),
            Op::Swc1 => self.stored(d, AccessKind::Single),
            Op::Ldc1 => self.load_double(d),
            Op::Sdc1 => self.store_double(d),
            // An instruction without a twin here: the interpreter does it, every time.
            _ => self.leave(ExitReason::Rare),
        }
    }
}
