//! Loads and stores.

use crate::code::DecodedInstruction;
use crate::fault::{Fault, OddRegister};
use crate::memory::Memory;
use crate::observer::Observer;
use crate::registers::{CpuRegisters, FloatRegisters, R};

type AccessResult = Result<(), Fault>;

/// An instruction was not executed and has changed nothing: the general function has to do it, and
/// knows whether that is a fault.
pub(crate) struct NotQuick;

/// The target of the plain loads and stores.
pub(crate) trait DataPort {
    /// Why an access was refused.
    type Refusal;

    fn load_word(&mut self, address: u32) -> Result<u32, Self::Refusal>;
    fn load_half(&mut self, address: u32) -> Result<u16, Self::Refusal>;
    fn load_byte(&mut self, address: u32) -> Result<u8, Self::Refusal>;
    fn store_word(&mut self, address: u32, value: u32) -> Result<(), Self::Refusal>;
    fn store_half(&mut self, address: u32, value: u16) -> Result<(), Self::Refusal>;
    fn store_byte(&mut self, address: u32, value: u8) -> Result<(), Self::Refusal>;
}

/// Memory by all its rules, and if an access succeeds an observer.
pub(crate) struct MemoryPort<'a, O> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) observer: &'a mut O,
}

impl<O: Observer> DataPort for MemoryPort<'_, O> {
    type Refusal = Fault;

    #[inline(always)]
    fn load_word(&mut self, address: u32) -> Result<u32, Fault> {
        let value = self.memory.load_word(address)?;
        self.observer.load(address, 4, value);
        Ok(value)
    }

    #[inline(always)]
    fn load_half(&mut self, address: u32) -> Result<u16, Fault> {
        let value = self.memory.load_half(address)?;
        self.observer.load(address, 2, u32::from(value));
        Ok(value)
    }

    #[inline(always)]
    fn load_byte(&mut self, address: u32) -> Result<u8, Fault> {
        let value = self.memory.load_byte(address)?;
        self.observer.load(address, 1, u32::from(value));
        Ok(value)
    }

    #[inline(always)]
    fn store_word(&mut self, address: u32, value: u32) -> Result<(), Fault> {
        self.memory.store_word(address, value)?;
        self.observer.store(address, 4, value);
        Ok(())
    }

    #[inline(always)]
    fn store_half(&mut self, address: u32, value: u16) -> Result<(), Fault> {
        self.memory.store_half(address, value)?;
        self.observer.store(address, 2, u32::from(value));
        Ok(())
    }

    #[inline(always)]
    fn store_byte(&mut self, address: u32, value: u8) -> Result<(), Fault> {
        self.memory.store_byte(address, value)?;
        self.observer.store(address, 1, u32::from(value));
        Ok(())
    }
}

/// Memory where the tables have its page, and if they have an observer; everything else is refused
/// and left to [`MemoryPort`].
///
/// No call is in the way of an access by it: that would take a frame of the stack for every
/// instruction of the fast loop that loads or stores.
pub(crate) struct QuickPort<'a, O> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) observer: &'a mut O,
}

impl<O: Observer> DataPort for QuickPort<'_, O> {
    type Refusal = NotQuick;

    #[inline(always)]
    fn load_word(&mut self, address: u32) -> Result<u32, NotQuick> {
        let value = u32::from_le_bytes(self.memory.load_quick(address).ok_or(NotQuick)?);
        self.observer.load(address, 4, value);
        Ok(value)
    }

    #[inline(always)]
    fn load_half(&mut self, address: u32) -> Result<u16, NotQuick> {
        let value = u16::from_le_bytes(self.memory.load_quick(address).ok_or(NotQuick)?);
        self.observer.load(address, 2, u32::from(value));
        Ok(value)
    }

    #[inline(always)]
    fn load_byte(&mut self, address: u32) -> Result<u8, NotQuick> {
        let value = u8::from_le_bytes(self.memory.load_quick(address).ok_or(NotQuick)?);
        self.observer.load(address, 1, u32::from(value));
        Ok(value)
    }

    #[inline(always)]
    fn store_word(&mut self, address: u32, value: u32) -> Result<(), NotQuick> {
        if !self.memory.store_quick(address, value.to_le_bytes()) {
            return Err(NotQuick);
        }
        self.observer.store(address, 4, value);
        Ok(())
    }

    #[inline(always)]
    fn store_half(&mut self, address: u32, value: u16) -> Result<(), NotQuick> {
        if !self.memory.store_quick(address, value.to_le_bytes()) {
            return Err(NotQuick);
        }
        self.observer.store(address, 2, u32::from(value));
        Ok(())
    }

    #[inline(always)]
    fn store_byte(&mut self, address: u32, value: u8) -> Result<(), NotQuick> {
        if !self.memory.store_quick(address, value.to_le_bytes()) {
            return Err(NotQuick);
        }
        self.observer.store(address, 1, u32::from(value));
        Ok(())
    }
}

#[inline(always)]
pub(crate) fn address(regs: &CpuRegisters, op: DecodedInstruction) -> u32 {
    regs[op.c].wrapping_add(op.imm as u32)
}

#[inline(always)]
pub(crate) fn lw<P: DataPort>(
    regs: &mut CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    regs[op.a] = mem.load_word(address(regs, op))?;
    Ok(())
}

#[inline(always)]
pub(crate) fn lb<P: DataPort>(
    regs: &mut CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    regs[op.a] = mem.load_byte(address(regs, op))? as i8 as u32;
    Ok(())
}

#[inline(always)]
pub(crate) fn lbu<P: DataPort>(
    regs: &mut CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    regs[op.a] = u32::from(mem.load_byte(address(regs, op))?);
    Ok(())
}

#[inline(always)]
pub(crate) fn lh<P: DataPort>(
    regs: &mut CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    regs[op.a] = mem.load_half(address(regs, op))? as i16 as u32;
    Ok(())
}

#[inline(always)]
pub(crate) fn lhu<P: DataPort>(
    regs: &mut CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    regs[op.a] = u32::from(mem.load_half(address(regs, op))?);
    Ok(())
}

#[inline(always)]
pub(crate) fn sw<P: DataPort>(
    regs: &CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    mem.store_word(address(regs, op), regs[op.a])
}

#[inline(always)]
pub(crate) fn sh<P: DataPort>(
    regs: &CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    mem.store_half(address(regs, op), regs[op.a] as u16)
}

#[inline(always)]
pub(crate) fn sb<P: DataPort>(
    regs: &CpuRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    mem.store_byte(address(regs, op), regs[op.a] as u8)
}

/// MARS: there is one processor, so `sc` always succeeds.
pub(crate) fn sc<O: Observer>(
    regs: &mut CpuRegisters,
    mem: &mut MemoryPort<'_, O>,
    op: DecodedInstruction,
) -> AccessResult {
    mem.store_word(address(regs, op), regs[op.a])?;
    // `rt` is a source as well, so decoding has not turned `$zero` into the sink.
    if op.a != R::R0 {
        regs[op.a] = 1;
    }
    Ok(())
}

/// The bytes of a word that an unaligned access touches.
///
/// MARS: a Java remainder is negative for addresses from 0x80000000 up, so that the left forms do
/// nothing there and the right ones do too much (`signed`).
fn lane(address: u32, signed: bool) -> i32 {
    if signed { (address as i32) % 4 } else { (address % 4) as i32 }
}

pub(crate) fn lwl<O: Observer>(
    regs: &mut CpuRegisters,
    mem: &mut MemoryPort<'_, O>,
    op: DecodedInstruction,
    signed: bool,
) -> AccessResult {
    let at = address(regs, op);
    let mut bytes = regs[op.a].to_le_bytes();
    for i in 0..=lane(at, signed) {
        bytes[(3 - i) as usize & 3] = mem.load_byte(at.wrapping_sub(i as u32))?;
    }
    regs[op.a] = u32::from_le_bytes(bytes);
    Ok(())
}

pub(crate) fn lwr<O: Observer>(
    regs: &mut CpuRegisters,
    mem: &mut MemoryPort<'_, O>,
    op: DecodedInstruction,
    signed: bool,
) -> AccessResult {
    let at = address(regs, op);
    let mut bytes = regs[op.a].to_le_bytes();
    for i in 0..=3 - lane(at, signed) {
        // MARS: shifts in Java go round, so that a fifth byte replaces the first.
        bytes[i as usize & 3] = mem.load_byte(at.wrapping_add(i as u32))?;
    }
    regs[op.a] = u32::from_le_bytes(bytes);
    Ok(())
}

pub(crate) fn swl<O: Observer>(
    regs: &CpuRegisters,
    mem: &mut MemoryPort<'_, O>,
    op: DecodedInstruction,
    signed: bool,
) -> AccessResult {
    let at = address(regs, op);
    let bytes = regs[op.a].to_le_bytes();
    for i in 0..=lane(at, signed) {
        mem.store_byte(at.wrapping_sub(i as u32), bytes[(3 - i) as usize & 3])?;
    }
    Ok(())
}

pub(crate) fn swr<O: Observer>(
    regs: &CpuRegisters,
    mem: &mut MemoryPort<'_, O>,
    op: DecodedInstruction,
    signed: bool,
) -> AccessResult {
    let at = address(regs, op);
    let bytes = regs[op.a].to_le_bytes();
    for i in 0..=3 - lane(at, signed) {
        mem.store_byte(at.wrapping_add(i as u32), bytes[i as usize & 3])?;
    }
    Ok(())
}

#[inline(always)]
pub(crate) fn lwc1<P: DataPort>(
    regs: &CpuRegisters,
    fpu: &mut FloatRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    fpu.set_raw(op.a, mem.load_word(address(regs, op))?);
    Ok(())
}

#[inline(always)]
pub(crate) fn swc1<P: DataPort>(
    regs: &CpuRegisters,
    fpu: &FloatRegisters,
    mem: &mut P,
    op: DecodedInstruction,
) -> Result<(), P::Refusal> {
    mem.store_word(address(regs, op), fpu.raw(op.a))
}

pub(crate) fn ldc1<O: Observer>(
    regs: &CpuRegisters,
    fpu: &mut FloatRegisters,
    mem: &mut MemoryPort<'_, O>,
    op: DecodedInstruction,
) -> AccessResult {
    let at = address(regs, op);
    check_even(op.a)?;
    if !at.is_multiple_of(8) {
        return Err(Fault::UnalignedLoad { address: at, bytes: 8 });
    }
    // Both words are loaded before a register changes: the second one may be watched.
    let low = mem.load_word(at)?;
    let high = mem.load_word(at.wrapping_add(4))?;
    fpu.set_pair(op.a, u64::from(low) | u64::from(high) << 32);
    Ok(())
}

pub(crate) fn sdc1<O: Observer>(
    regs: &CpuRegisters,
    fpu: &FloatRegisters,
    mem: &mut MemoryPort<'_, O>,
    op: DecodedInstruction,
) -> AccessResult {
    let at = address(regs, op);
    check_even(op.a)?;
    if !at.is_multiple_of(8) {
        return Err(Fault::UnalignedStore { address: at, bytes: 8 });
    }
    let bits = fpu.pair(op.a);
    mem.store_word(at, bits as u32)?;
    mem.store_word(at.wrapping_add(4), (bits >> 32) as u32)
}

fn check_even(reg: R) -> AccessResult {
    if reg.is_odd() { Err(Fault::OddRegister(OddRegister::First)) } else { Ok(()) }
}
