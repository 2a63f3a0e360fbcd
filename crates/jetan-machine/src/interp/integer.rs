//! Arithmetic, logic, shifts, comparisons and conditional moves on integers.

use crate::code::DecodedInstruction;
use crate::fault::Fault;
use crate::registers::CpuRegisters;

type IntegerResult = Result<(), Fault>;

/// The results of multiplications and divisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct HiLo {
    /// The high word of a product, or a remainder.
    pub hi: u32,
    /// The low word of a product, or a quotient.
    pub lo: u32,
}

impl HiLo {
    fn set(&mut self, value: u64) {
        self.hi = (value >> 32) as u32;
        self.lo = value as u32;
    }

    fn get(self) -> u64 {
        u64::from(self.hi) << 32 | u64::from(self.lo)
    }
}

fn signed_product(a: u32, b: u32) -> u64 {
    // The product of two 32-bit numbers always fits into 64 bits.
    (i64::from(a as i32) * i64::from(b as i32)) as u64
}

fn unsigned_product(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

#[inline(always)]
pub(crate) fn add(regs: &mut CpuRegisters, op: DecodedInstruction) -> IntegerResult {
    let sum = (regs[op.b] as i32).checked_add(regs[op.c] as i32).ok_or(Fault::Overflow)?;
    regs[op.a] = sum as u32;
    Ok(())
}

#[inline(always)]
pub(crate) fn sub(regs: &mut CpuRegisters, op: DecodedInstruction) -> IntegerResult {
    let difference = (regs[op.b] as i32).checked_sub(regs[op.c] as i32).ok_or(Fault::Overflow)?;
    regs[op.a] = difference as u32;
    Ok(())
}

#[inline(always)]
pub(crate) fn addi(regs: &mut CpuRegisters, op: DecodedInstruction) -> IntegerResult {
    let sum = (regs[op.b] as i32).checked_add(op.imm).ok_or(Fault::Overflow)?;
    regs[op.a] = sum as u32;
    Ok(())
}

#[inline(always)]
pub(crate) fn addu(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b].wrapping_add(regs[op.c]);
}

#[inline(always)]
pub(crate) fn subu(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b].wrapping_sub(regs[op.c]);
}

#[inline(always)]
pub(crate) fn addiu(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b].wrapping_add(op.imm as u32);
}

#[inline(always)]
pub(crate) fn and(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] & regs[op.c];
}

#[inline(always)]
pub(crate) fn or(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] | regs[op.c];
}

#[inline(always)]
pub(crate) fn nor(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = !(regs[op.b] | regs[op.c]);
}

#[inline(always)]
pub(crate) fn xor(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] ^ regs[op.c];
}

#[inline(always)]
pub(crate) fn andi(regs: &mut CpuRegisters, op: DecodedInstruction) {
    // Immediates are kept sign-extended; logical instructions take the 16 bits as they are.
    regs[op.a] = regs[op.b] & (op.imm as u32 & 0xffff);
}

#[inline(always)]
pub(crate) fn ori(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] | (op.imm as u32 & 0xffff);
}

#[inline(always)]
pub(crate) fn xori(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] ^ (op.imm as u32 & 0xffff);
}

#[inline(always)]
pub(crate) fn lui(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = (op.imm as u32) << 16;
}

#[inline(always)]
pub(crate) fn sll(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] << (op.imm & 31);
}

#[inline(always)]
pub(crate) fn srl(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] >> (op.imm & 31);
}

#[inline(always)]
pub(crate) fn sra(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = ((regs[op.b] as i32) >> (op.imm & 31)) as u32;
}

#[inline(always)]
pub(crate) fn sllv(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] << (regs[op.c] & 31);
}

#[inline(always)]
pub(crate) fn srlv(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b] >> (regs[op.c] & 31);
}

#[inline(always)]
pub(crate) fn srav(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = ((regs[op.b] as i32) >> (regs[op.c] & 31)) as u32;
}

#[inline(always)]
pub(crate) fn slt(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = u32::from((regs[op.b] as i32) < regs[op.c] as i32);
}

#[inline(always)]
pub(crate) fn sltu(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = u32::from(regs[op.b] < regs[op.c]);
}

#[inline(always)]
pub(crate) fn slti(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = u32::from((regs[op.b] as i32) < op.imm);
}

#[inline(always)]
pub(crate) fn sltiu(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = u32::from(regs[op.b] < op.imm as u32);
}

pub(crate) fn clo(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b].leading_ones();
}

pub(crate) fn clz(regs: &mut CpuRegisters, op: DecodedInstruction) {
    regs[op.a] = regs[op.b].leading_zeros();
}

pub(crate) fn movn(regs: &mut CpuRegisters, op: DecodedInstruction) {
    if regs[op.c] != 0 {
        regs[op.a] = regs[op.b];
    }
}

pub(crate) fn movz(regs: &mut CpuRegisters, op: DecodedInstruction) {
    if regs[op.c] == 0 {
        regs[op.a] = regs[op.b];
    }
}

/// `movf`/`movt`: the move happens if the flag has the wanted value.
pub(crate) fn move_if(regs: &mut CpuRegisters, op: DecodedInstruction, holds: bool) {
    if holds {
        regs[op.a] = regs[op.b];
    }
}

#[inline(always)]
pub(crate) fn mult(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    hilo.set(signed_product(regs[op.a], regs[op.b]));
}

pub(crate) fn multu(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    hilo.set(unsigned_product(regs[op.a], regs[op.b]));
}

/// MARS: `mul` writes HI and LO too.
#[inline(always)]
pub(crate) fn mul(regs: &mut CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    hilo.set(signed_product(regs[op.b], regs[op.c]));
    regs[op.a] = hilo.lo;
}

pub(crate) fn madd(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    hilo.set(hilo.get().wrapping_add(signed_product(regs[op.a], regs[op.b])));
}

pub(crate) fn maddu(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    hilo.set(hilo.get().wrapping_add(unsigned_product(regs[op.a], regs[op.b])));
}

pub(crate) fn msub(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    hilo.set(hilo.get().wrapping_sub(signed_product(regs[op.a], regs[op.b])));
}

pub(crate) fn msubu(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    hilo.set(hilo.get().wrapping_sub(unsigned_product(regs[op.a], regs[op.b])));
}

/// MARS: dividing by zero changes nothing, and the smallest number by -1 wraps.
#[inline(always)]
pub(crate) fn div(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    let (a, b) = (regs[op.a] as i32, regs[op.b] as i32);
    if b != 0 {
        hilo.lo = a.wrapping_div(b) as u32;
        hilo.hi = a.wrapping_rem(b) as u32;
    }
}

#[inline(always)]
pub(crate) fn divu(regs: &CpuRegisters, hilo: &mut HiLo, op: DecodedInstruction) {
    let (a, b) = (regs[op.a], regs[op.b]);
    if let (Some(lo), Some(hi)) = (a.checked_div(b), a.checked_rem(b)) {
        (hilo.lo, hilo.hi) = (lo, hi);
    }
}
