//! Observers: notified of everything a program does, while it does it.

use jetan_isa::{FReg, Reg};

use crate::code::{CodeWord, DecodedInstruction};
use crate::machine::Machine;
use crate::registers::CpuRegisters;

/// A register that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrittenRegister {
    /// A CPU register, never `$zero`.
    Cpu(Reg),
    /// A floating-point register; a double is reported as two.
    Float(FReg),
    /// The high word of a product, or a remainder.
    Hi,
    /// The low word of a product, or a quotient.
    Lo,
    /// All condition flags as one number, flag 0 lowest.
    Flags,
    /// The coprocessor 0 register with this number.
    Cp0(u8),
}

/// Receives every instruction and what it does, in this order: the instruction, its loads and
/// stores, the registers it has written.
///
/// Engines are compiled anew for each observer, so what one does not want to know costs nothing if
/// its method is empty. No method has a default: whoever wraps an observer cannot forget one.
pub trait Observer {
    /// Whether it wants any notification. Engines may take another path if not.
    const ACTIVE: bool;

    /// An instruction is executed. Of one that faults only what it did before is reported.
    /// A service that waits is reported once, when it does its work.
    fn fetch(&mut self, pc: u32, word: CodeWord);

    /// The instruction has written a register, or might have: a conditional move that moves
    /// nothing, and a division by zero, are reported with the value that stays.
    fn write(&mut self, register: WrittenRegister, value: u32);

    /// The instruction has loaded 1, 2 or 4 bytes; `value` is not sign-extended. A double is loaded
    /// as two words, a part of a word byte by byte.
    fn load(&mut self, address: u32, bytes: u32, value: u32);

    /// The instruction has stored the low 1, 2 or 4 bytes of a value.
    fn store(&mut self, address: u32, bytes: u32, value: u32);

    /// A service has read so many bytes, the zero byte at the end of a string included.
    fn load_bytes(&mut self, address: u32, bytes: u32);

    /// A service has stored bytes.
    fn store_bytes(&mut self, address: u32, bytes: &[u8]);

    /// Whether it has seen all it wants to see: a run then ends before the next instruction, as if
    /// its budget were used up.
    fn has_seen_enough(&self) -> bool;
}

/// The location of an instruction. Engines count words; the address is only computed on demand.
#[derive(Clone, Copy, Debug)]
pub struct InstructionLocation {
    /// The base address of the machine's text.
    pub base: u32,
    /// The number of words of the text before it.
    pub index: usize,
}

impl InstructionLocation {
    /// The address.
    #[inline(always)]
    pub fn pc(self) -> u32 {
        self.base.wrapping_add(4 * self.index as u32)
    }
}

/// An observer that keeps up with ordinary code by itself: it is asked before blocks and
/// instructions, and notified as an [`Observer`] only of what it does not want to pass.
///
/// A block is what is executed from one instruction up to the next branch, jump or service, that
/// included. A burst may end anywhere in it.
pub trait Follower: Observer {
    /// A note about an instruction, kept while that is executed.
    type FollowerNote: Copy;

    /// A burst of ordinary code begins.
    fn begin(&mut self);

    /// It is over, and `machine` stands after it.
    fn end(&mut self, machine: &Machine);

    /// A block begins; whether it may be executed. If not, its first instruction is reported fully,
    /// and the next block begins after that.
    fn enter(&mut self, registers: &CpuRegisters, place: InstructionLocation) -> bool;

    /// An instruction is to be executed next; none if it is to be reported in full instead. It may
    /// still fault. The constant of a jump is the index of its target.
    fn before(
        &mut self,
        registers: &CpuRegisters,
        place: InstructionLocation,
        one: DecodedInstruction,
    ) -> Option<Self::FollowerNote>;

    /// It was executed.
    fn after(
        &mut self,
        note: Self::FollowerNote,
        place: InstructionLocation,
        one: DecodedInstruction,
    );

    /// A service is to be called next, at the end of a block; whether that need not be reported.
    fn passes(&mut self, registers: &CpuRegisters) -> bool;
}

impl Observer for () {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn fetch(&mut self, _pc: u32, _word: CodeWord) {}

    #[inline(always)]
    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    #[inline(always)]
    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    #[inline(always)]
    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    #[inline(always)]
    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    #[inline(always)]
    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        false
    }
}
