//! The registers of the processor.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

use jetan_isa::Reg;

macro_rules! register_numbers {
    ($($name:ident)*) => {
        /// A register number, or the place where writes to `$zero` go.
        ///
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the number is in the name")]
        pub enum R { $($name),* }

        impl R {
            const ALL: [R; 33] = [$(R::$name),*];
        }
    };
}

register_numbers! {
    R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16
    R17 R18 R19 R20 R21 R22 R23 R24 R25 R26 R27 R28 R29 R30 R31 Sink
}

impl R {
    /// The register with this number, modulo 32.
    pub fn source(number: i32) -> R {
        R::ALL[(number & 31) as usize]
    }

    /// The register with this number as a destination: `$zero` becomes the sink.
    pub fn destination(number: i32) -> R {
        match R::source(number) {
            R::R0 => R::Sink,
            reg => reg,
        }
    }

    /// The CPU register that a write to this one changes: none for `$zero` and the sink.
    #[inline(always)]
    pub fn reg(self) -> Option<Reg> {
        let number = self as u8;
        // One compare for both ends: `$zero` wraps around to 255, and the sink is 32.
        (number.wrapping_sub(1) < 31).then(|| Reg::at_index(number))
    }

    pub(crate) fn is_odd(self) -> bool {
        self as u8 & 1 == 1
    }

    /// The register after this one, for pairs.
    pub(crate) fn next(self) -> R {
        R::source(self as i32 + 1)
    }
}

/// The 32 CPU registers; `$zero` stays 0.
///
/// In memory they are words in order of [`R`]. What is in the sink means nothing, and what is
/// after it is never used: with a word for every value of a byte, no index needs a check.
// With 33 words the fast loop compared every index with 33: the compiler loads the three operands
// of an instruction as one word, and no longer sees that each is an `R`.
#[derive(Clone)]
#[repr(transparent)]
pub struct CpuRegisters([u32; 256]);

impl Default for CpuRegisters {
    fn default() -> CpuRegisters {
        CpuRegisters([0; 256])
    }
}

impl Hash for CpuRegisters {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values().hash(state);
    }
}

impl PartialEq for CpuRegisters {
    fn eq(&self, other: &CpuRegisters) -> bool {
        self.values() == other.values()
    }
}

impl Eq for CpuRegisters {}

impl fmt::Debug for CpuRegisters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registers").field(&self.values()).finish()
    }
}

impl CpuRegisters {
    /// The value of a register.
    pub fn get(&self, reg: Reg) -> u32 {
        self.0[reg.index()]
    }

    /// Sets a register; setting `$zero` does nothing.
    pub fn set(&mut self, reg: Reg, value: u32) {
        if reg != Reg::ZERO {
            self.0[reg.index()] = value;
        }
    }

    /// The values in order of number.
    pub fn values(&self) -> &[u32] {
        &self.0[..32]
    }
}

impl Index<R> for CpuRegisters {
    type Output = u32;

    #[inline(always)]
    fn index(&self, reg: R) -> &u32 {
        &self.0[reg as u8 as usize]
    }
}

impl IndexMut<R> for CpuRegisters {
    #[inline(always)]
    fn index_mut(&mut self, reg: R) -> &mut u32 {
        &mut self.0[reg as u8 as usize]
    }
}

/// The 32 floating-point registers and the eight condition flags.
///
/// In memory they are 32 words and a byte, flag 0 in its lowest bit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct FloatRegisters {
    values: [u32; 32],
    flags: u8,
}

/// The result of an operation without a definite result.
const NAN: u32 = 0x7fc0_0000;
const NAN_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

impl FloatRegisters {
    /// The offset of the registers in memory, in bytes from the start of this struct.
    pub const VALUES_OFFSET: usize = std::mem::offset_of!(FloatRegisters, values);
    /// The offset of the byte of flags, likewise.
    pub const FLAGS_OFFSET: usize = std::mem::offset_of!(FloatRegisters, flags);

    /// The bits of a register.
    pub fn bits(&self, number: u8) -> u32 {
        self.values[number as usize & 31]
    }

    /// Sets the bits of a register.
    pub fn set_bits(&mut self, number: u8, bits: u32) {
        self.values[number as usize & 31] = bits;
    }

    /// The bits of an even register and the one after it.
    pub fn double_bits(&self, number: u8) -> u64 {
        u64::from(self.bits(number)) | u64::from(self.bits(number + 1)) << 32
    }

    /// Sets an even register and the one after it.
    pub fn set_double_bits(&mut self, number: u8, bits: u64) {
        self.set_bits(number, bits as u32);
        self.set_bits(number + 1, (bits >> 32) as u32);
    }

    /// The condition flags, flag 0 lowest.
    pub fn flags(&self) -> u8 {
        self.flags
    }

    /// Sets all condition flags, flag 0 lowest.
    pub fn set_flags(&mut self, flags: u8) {
        self.flags = flags;
    }

    #[inline(always)]
    pub(crate) fn raw(&self, reg: R) -> u32 {
        self.values[reg as usize & 31]
    }

    #[inline(always)]
    pub(crate) fn set_raw(&mut self, reg: R, bits: u32) {
        self.values[reg as usize & 31] = bits;
    }

    #[inline(always)]
    pub(crate) fn single(&self, reg: R) -> f32 {
        f32::from_bits(self.raw(reg))
    }

    /// Stores a result; all NaNs become the one Java has.
    #[inline(always)]
    pub(crate) fn set_single(&mut self, reg: R, value: f32) {
        self.set_raw(reg, if value.is_nan() { NAN } else { value.to_bits() });
    }

    #[inline(always)]
    pub(crate) fn pair(&self, reg: R) -> u64 {
        u64::from(self.raw(reg)) | u64::from(self.raw(reg.next())) << 32
    }

    #[inline(always)]
    pub(crate) fn set_pair(&mut self, reg: R, bits: u64) {
        self.set_raw(reg, bits as u32);
        self.set_raw(reg.next(), (bits >> 32) as u32);
    }

    #[inline(always)]
    pub(crate) fn double(&self, reg: R) -> f64 {
        f64::from_bits(self.pair(reg))
    }

    #[inline(always)]
    pub(crate) fn set_double(&mut self, reg: R, value: f64) {
        self.set_pair(reg, if value.is_nan() { NAN_DOUBLE } else { value.to_bits() });
    }

    /// MARS: a flag above 7 reads as flag 0.
    #[inline(always)]
    pub(crate) fn flag(&self, number: i32) -> bool {
        let number = if number > 7 { 0 } else { number };
        self.flags >> number & 1 == 1
    }

    /// MARS: writing a flag above 7 does nothing.
    #[inline(always)]
    pub(crate) fn set_flag(&mut self, number: i32, value: bool) {
        if (0..8).contains(&number) {
            self.flags = self.flags & !(1 << number) | u8::from(value) << number;
        }
    }
}

/// The coprocessor 0 registers that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cp0Registers {
    /// `$8`: the address of the last address error.
    pub vaddr: u32,
    /// `$12`
    pub status: u32,
    /// `$13`
    pub cause: u32,
    /// `$14`: where the last exception happened.
    pub epc: u32,
}

impl Default for Cp0Registers {
    fn default() -> Cp0Registers {
        // MARS: a program starts with interrupts allowed and none of them masked.
        Cp0Registers { vaddr: 0, status: 0x0000_ff11, cause: 0, epc: 0 }
    }
}

impl Cp0Registers {
    /// MARS: registers that do not exist read as 0.
    pub(crate) fn read(&self, number: i32) -> u32 {
        match number {
            8 => self.vaddr,
            12 => self.status,
            13 => self.cause,
            14 => self.epc,
            _ => 0,
        }
    }

    pub(crate) fn write(&mut self, number: i32, value: u32) {
        match number {
            8 => self.vaddr = value,
            12 => self.status = value,
            13 => self.cause = value,
            14 => self.epc = value,
            _ => {}
        }
    }
}
