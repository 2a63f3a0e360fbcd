//! One instruction, whichever it is.
#![expect(clippy::float_cmp, reason = "exact comparison is what the instructions do")]

use jetan_isa::Op;

use super::memory::MemoryPort;
use super::register_writes::RegisterWrites;
use super::{branch, float, integer, memory, trap};
use crate::code::DecodedInstruction;
use crate::fault::Fault;
use crate::machine::Machine;
use crate::observer::Observer;
use crate::registers::R;
use crate::warning::WarningKind;

/// The next step after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepFlow {
    /// To the next instruction.
    Next,
    /// To a branch target, with delayed branching after the next instruction.
    Branch(u32),
    /// To an address at once.
    Direct(u32),
    /// A service is asked for.
    Syscall,
}

/// Executes an instruction that stands at `pc`. A fault leaves the machine as it was before.
pub(crate) fn step<O: Observer>(
    m: &mut Machine,
    observer: &mut O,
    op: DecodedInstruction,
    pc: u32,
) -> Result<StepFlow, Fault> {
    if O::ACTIVE { step_observed(m, observer, op, pc) } else { step_unobserved(m, op, pc) }
}

/// Likewise. Generic code is compiled in each crate that uses it; this is not.
#[inline(never)]
fn step_unobserved(m: &mut Machine, op: DecodedInstruction, pc: u32) -> Result<StepFlow, Fault> {
    step_observed(m, &mut (), op, pc)
}

#[inline(always)]
fn step_observed<O: Observer>(
    m: &mut Machine,
    observer: &mut O,
    op: DecodedInstruction,
    pc: u32,
) -> Result<StepFlow, Fault> {
    if matches!(op.op, Op::Div | Op::Divu) && m.registers[op.b] == 0 {
        m.remarks.note(pc, WarningKind::DividedByZero);
    }
    let flow = effect(m, observer, op, pc)?;
    if O::ACTIVE {
        RegisterWrites::of(op.op).notify(m, observer, op);
    }
    Ok(flow)
}

/// Executes an instruction. A line for each, and no arm for the rest: a new row of the table stops
/// the build here until it is told what it does.
fn effect<O: Observer>(
    m: &mut Machine,
    observer: &mut O,
    op: DecodedInstruction,
    pc: u32,
) -> Result<StepFlow, Fault> {
    let signed = m.behaviour.signed_lanes;
    let links_first = m.behaviour.link_before_read;
    let link = pc.wrapping_add(if m.settings.delayed_branching { 8 } else { 4 });
    let Machine { registers: regs, hilo, fpu, .. } = m;
    let mem = &mut MemoryPort { memory: &mut m.memory, observer };
    match op.op {
        Op::Nop => {}
        Op::Add => integer::add(regs, op)?,
        Op::Sub => integer::sub(regs, op)?,
        Op::Addi => integer::addi(regs, op)?,
        Op::Addu => integer::addu(regs, op),
        Op::Subu => integer::subu(regs, op),
        Op::Addiu => integer::addiu(regs, op),
        Op::Mult => integer::mult(regs, hilo, op),
        Op::Multu => integer::multu(regs, hilo, op),
        Op::Mul => integer::mul(regs, hilo, op),
        Op::Madd => integer::madd(regs, hilo, op),
        Op::Maddu => integer::maddu(regs, hilo, op),
        Op::Msub => integer::msub(regs, hilo, op),
        Op::Msubu => integer::msubu(regs, hilo, op),
        Op::Div => integer::div(regs, hilo, op),
        Op::Divu => integer::divu(regs, hilo, op),
        Op::Mfhi => regs[op.a] = hilo.hi,
        Op::Mflo => regs[op.a] = hilo.lo,
        Op::Mthi => hilo.hi = regs[op.a],
        Op::Mtlo => hilo.lo = regs[op.a],
        Op::And => integer::and(regs, op),
        Op::Or => integer::or(regs, op),
        Op::Andi => integer::andi(regs, op),
        Op::Ori => integer::ori(regs, op),
        Op::Nor => integer::nor(regs, op),
        Op::Xor => integer::xor(regs, op),
        Op::Xori => integer::xori(regs, op),
        Op::Sll => integer::sll(regs, op),
        Op::Sllv => integer::sllv(regs, op),
        Op::Srl => integer::srl(regs, op),
        Op::Sra => integer::sra(regs, op),
        Op::Srav => integer::srav(regs, op),
        Op::Srlv => integer::srlv(regs, op),
        Op::Lw | Op::Ll => memory::lw(regs, mem, op)?,
        Op::Lwl => memory::lwl(regs, mem, op, signed)?,
        Op::Lwr => memory::lwr(regs, mem, op, signed)?,
        Op::Sw => memory::sw(regs, mem, op)?,
        Op::Sc => memory::sc(regs, mem, op)?,
        Op::Swl => memory::swl(regs, mem, op, signed)?,
        Op::Swr => memory::swr(regs, mem, op, signed)?,
        Op::Lb => memory::lb(regs, mem, op)?,
        Op::Lh => memory::lh(regs, mem, op)?,
        Op::Lhu => memory::lhu(regs, mem, op)?,
        Op::Lbu => memory::lbu(regs, mem, op)?,
        Op::Sb => memory::sb(regs, mem, op)?,
        Op::Sh => memory::sh(regs, mem, op)?,
        Op::Lwc1 => memory::lwc1(regs, fpu, mem, op)?,
        Op::Ldc1 => memory::ldc1(regs, fpu, mem, op)?,
        Op::Swc1 => memory::swc1(regs, fpu, mem, op)?,
        Op::Sdc1 => memory::sdc1(regs, fpu, mem, op)?,
        Op::Lui => integer::lui(regs, op),
        Op::Slt => integer::slt(regs, op),
        Op::Sltu => integer::sltu(regs, op),
        Op::Slti => integer::slti(regs, op),
        Op::Sltiu => integer::sltiu(regs, op),
        Op::Movn => integer::movn(regs, op),
        Op::Movz => integer::movz(regs, op),
        Op::Movf => integer::move_if(regs, op, !fpu.flag(0)),
        Op::MovfFlag => integer::move_if(regs, op, !fpu.flag(op.c as i32)),
        Op::Movt => integer::move_if(regs, op, fpu.flag(0)),
        Op::MovtFlag => integer::move_if(regs, op, fpu.flag(op.c as i32)),
        Op::Clo => integer::clo(regs, op),
        Op::Clz => integer::clz(regs, op),
        Op::Mfc0 => regs[op.a] = m.cp0.read(op.b as i32),
        Op::Mtc0 => m.cp0.write(op.b as i32, regs[op.a]),
        Op::Mfc1 => regs[op.a] = fpu.raw(op.b),
        Op::Mtc1 => fpu.set_raw(op.b, regs[op.a]),
        Op::Beq => return Ok(taken(branch::beq(regs, op), pc, op)),
        Op::Bne => return Ok(taken(branch::bne(regs, op), pc, op)),
        Op::Bgez => return Ok(taken(branch::bgez(regs, op), pc, op)),
        Op::Bgtz => return Ok(taken(branch::bgtz(regs, op), pc, op)),
        Op::Blez => return Ok(taken(branch::blez(regs, op), pc, op)),
        Op::Bltz => return Ok(taken(branch::bltz(regs, op), pc, op)),
        Op::Bc1t => return Ok(taken(fpu.flag(0), pc, op)),
        Op::Bc1tFlag => return Ok(taken(fpu.flag(op.a as i32), pc, op)),
        Op::Bc1f => return Ok(taken(!fpu.flag(0), pc, op)),
        Op::Bc1fFlag => return Ok(taken(!fpu.flag(op.a as i32), pc, op)),
        Op::Bgezal => {
            return Ok(taken(branch::link_if(branch::bgez(regs, op), regs, link), pc, op));
        }
        Op::Bltzal => {
            return Ok(taken(branch::link_if(branch::bltz(regs, op), regs, link), pc, op));
        }
        Op::J => return Ok(StepFlow::Branch(branch::jump_target(pc, op))),
        Op::Jr => return Ok(StepFlow::Branch(regs[op.a])),
        Op::Jal => return Ok(StepFlow::Branch(branch::jal(regs, op, pc, link))),
        Op::Jalr => return Ok(StepFlow::Branch(branch::call(regs, op.b, op.a, link, links_first))),
        Op::JalrRa => {
            return Ok(StepFlow::Branch(branch::call(regs, op.a, R::R31, link, links_first)));
        }
        Op::BreakCode => return Err(Fault::Break { code: Some(op.imm as u32) }),
        Op::Break => return Err(Fault::Break { code: None }),
        Op::Syscall => return Ok(StepFlow::Syscall),
        Op::Eret => {
            m.cp0.status &= !2;
            return Ok(StepFlow::Direct(m.cp0.epc));
        }
        Op::Teq => trap::when(regs[op.a] == regs[op.b])?,
        Op::Teqi => trap::when(regs[op.a] as i32 == op.imm)?,
        Op::Tne => trap::when(regs[op.a] != regs[op.b])?,
        Op::Tnei => trap::when(regs[op.a] as i32 != op.imm)?,
        Op::Tge => trap::when(regs[op.a] as i32 >= regs[op.b] as i32)?,
        Op::Tgeu => trap::when(regs[op.a] >= regs[op.b])?,
        Op::Tgei => trap::when(regs[op.a] as i32 >= op.imm)?,
        Op::Tgeiu => trap::when(regs[op.a] >= trap::unsigned(op))?,
        Op::Tlt => trap::when((regs[op.a] as i32) < regs[op.b] as i32)?,
        Op::Tltu => trap::when(regs[op.a] < regs[op.b])?,
        Op::Tlti => trap::when((regs[op.a] as i32) < op.imm)?,
        Op::Tltiu => trap::when(regs[op.a] < trap::unsigned(op))?,
        Op::AddS => float::single(fpu, op, |a, b| a + b),
        Op::SubS => float::single(fpu, op, |a, b| a - b),
        Op::MulS => float::single(fpu, op, |a, b| a * b),
        Op::DivS => float::single(fpu, op, |a, b| a / b),
        Op::SqrtS => float::sqrt_single(fpu, op),
        Op::FloorWS => float::round_single(fpu, op, f32::floor),
        Op::CeilWS => float::round_single(fpu, op, f32::ceil),
        Op::RoundWS => float::round_single(fpu, op, f32::round_ties_even),
        Op::TruncWS => float::round_single(fpu, op, f32::trunc),
        Op::AddD => float::double(fpu, op, |a, b| a + b)?,
        Op::SubD => float::double(fpu, op, |a, b| a - b)?,
        Op::MulD => float::double(fpu, op, |a, b| a * b)?,
        Op::DivD => float::double(fpu, op, |a, b| a / b)?,
        Op::SqrtD => float::sqrt_double(fpu, op)?,
        Op::FloorWD => float::round_double(fpu, op, f64::floor)?,
        Op::CeilWD => float::round_double(fpu, op, f64::ceil)?,
        Op::RoundWD => float::round_double(fpu, op, f64::round_ties_even)?,
        Op::TruncWD => float::round_double(fpu, op, f64::trunc)?,
        Op::CEqS => float::compare_single(fpu, 0, op.a, op.b, |a, b| a == b),
        Op::CEqSFlag => float::compare_single(fpu, op.a as i32, op.b, op.c, |a, b| a == b),
        Op::CLeS => float::compare_single(fpu, 0, op.a, op.b, |a, b| a <= b),
        Op::CLeSFlag => float::compare_single(fpu, op.a as i32, op.b, op.c, |a, b| a <= b),
        Op::CLtS => float::compare_single(fpu, 0, op.a, op.b, |a, b| a < b),
        Op::CLtSFlag => float::compare_single(fpu, op.a as i32, op.b, op.c, |a, b| a < b),
        Op::CEqD => float::compare_double(fpu, 0, op.a, op.b, |a, b| a == b)?,
        Op::CEqDFlag => float::compare_double(fpu, op.a as i32, op.b, op.c, |a, b| a == b)?,
        Op::CLeD => float::compare_double(fpu, 0, op.a, op.b, |a, b| a <= b)?,
        Op::CLeDFlag => float::compare_double(fpu, op.a as i32, op.b, op.c, |a, b| a <= b)?,
        Op::CLtD => float::compare_double(fpu, 0, op.a, op.b, |a, b| a < b)?,
        Op::CLtDFlag => float::compare_double(fpu, op.a as i32, op.b, op.c, |a, b| a < b)?,
        Op::AbsS => float::bits(fpu, op, |bits| bits & 0x7fff_ffff),
        Op::AbsD => float::pair_bits(fpu, op, |bits| bits & !(1 << 63))?,
        Op::NegS => float::bits(fpu, op, |bits| bits ^ 0x8000_0000),
        Op::NegD => float::pair_bits(fpu, op, |bits| bits ^ 1 << 63)?,
        Op::MovS => float::bits(fpu, op, |bits| bits),
        Op::MovD => float::pair_bits(fpu, op, |bits| bits)?,
        Op::MovfS => float::move_if(fpu, op, !fpu.flag(0)),
        Op::MovfSFlag => float::move_if(fpu, op, !fpu.flag(op.c as i32)),
        Op::MovtS => float::move_if(fpu, op, fpu.flag(0)),
        Op::MovtSFlag => float::move_if(fpu, op, fpu.flag(op.c as i32)),
        Op::MovnS => float::move_if(fpu, op, regs[op.c] != 0),
        Op::MovzS => float::move_if(fpu, op, regs[op.c] == 0),
        Op::MovfD => float::move_pair_if(fpu, op, !fpu.flag(0))?,
        Op::MovfDFlag => float::move_pair_if(fpu, op, !fpu.flag(op.c as i32))?,
        Op::MovtD => float::move_pair_if(fpu, op, fpu.flag(0))?,
        Op::MovtDFlag => float::move_pair_if(fpu, op, fpu.flag(op.c as i32))?,
        Op::MovnD => float::move_pair_if(fpu, op, regs[op.c] != 0)?,
        Op::MovzD => float::move_pair_if(fpu, op, regs[op.c] == 0)?,
        Op::CvtDS => float::cvt_d_s(fpu, op)?,
        Op::CvtDW => float::cvt_d_w(fpu, op)?,
        Op::CvtSD => float::cvt_s_d(fpu, op)?,
        Op::CvtSW => float::cvt_s_w(fpu, op),
        Op::CvtWD => float::cvt_w_d(fpu, op)?,
        Op::CvtWS => float::cvt_w_s(fpu, op),
    }
    Ok(StepFlow::Next)
}

fn taken(holds: bool, pc: u32, op: DecodedInstruction) -> StepFlow {
    if holds { StepFlow::Branch(branch::target(pc, op)) } else { StepFlow::Next }
}
