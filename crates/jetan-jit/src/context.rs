//! Memory shared by generated code and the functions it calls: registers, and addresses of tables.

use std::mem::offset_of;

use jetan_isa::Reg;
use jetan_machine::{LeaveReason, Machine};

use crate::access::AccessWidth;

// `repr(C)`, because generated code knows the fields by offset, and because `GuestSlot::offset`
// counts on the registers coming first and in this order.
/// The block of memory whose address is built into generated code. It must not move while there is
/// such code.
#[repr(C)]
pub(crate) struct RuntimeContext {
    /// The CPU registers, then LO and HI; see [`crate::slots::GuestSlot::offset`].
    pub(crate) integers: [u32; 34],
    pub(crate) floats: [u32; 32],
    /// One byte for each condition flag, 0 or 1.
    pub(crate) flags: [u8; 8],
    /// The tables of the machine's memory.
    pub(crate) read: u64,
    pub(crate) write: u64,
    /// The lowest address that the stack pointer of the host may have at a call.
    pub(crate) stack_limit: u64,
    /// For every word of text the address of its generated code, or 0.
    pub(crate) entries: u64,
    pub(crate) text_base: u32,
    pub(crate) text_words: u32,
    /// The rest of the budget when generated code has returned.
    pub(crate) left: i64,
    /// An access that the machine is to do: its address, the value to be stored, and which it is.
    ///
    /// Arguments in registers would take these from the code around an access, though it is rare
    /// that one is needed.
    pub(crate) address: u32,
    pub(crate) value: u32,
    pub(crate) width: u32,
    /// Whether it was not done.
    pub(crate) is_refused: u32,
    /// The instruction count at which the budget of generated code is used up.
    pub(crate) limit: u64,
    /// The machine and the burst's context, as addresses, while generated code runs.
    pub(crate) machine: u64,
    pub(crate) turn: u64,
    /// Why a function that generated code called wants it to leave.
    pub(crate) leave: Option<LeaveReason>,
    /// A panic on its way through generated code, which cannot be unwound.
    pub(crate) panic: Option<Box<dyn std::any::Any + Send>>,
}

/// The offsets of the parts that generated code knows.
pub(crate) const READ: i32 = offset_of!(RuntimeContext, read) as i32;
pub(crate) const WRITE: i32 = offset_of!(RuntimeContext, write) as i32;
pub(crate) const STACK_LIMIT: i32 = offset_of!(RuntimeContext, stack_limit) as i32;
pub(crate) const LEFT: i32 = offset_of!(RuntimeContext, left) as i32;
pub(crate) const ADDRESS: i32 = offset_of!(RuntimeContext, address) as i32;
pub(crate) const VALUE: i32 = offset_of!(RuntimeContext, value) as i32;
pub(crate) const WIDTH: i32 = offset_of!(RuntimeContext, width) as i32;
pub(crate) const IS_REFUSED: i32 = offset_of!(RuntimeContext, is_refused) as i32;
pub(crate) const ENTRIES: i32 = offset_of!(RuntimeContext, entries) as i32;
pub(crate) const TEXT_BASE: i32 = offset_of!(RuntimeContext, text_base) as i32;
pub(crate) const TEXT_WORDS: i32 = offset_of!(RuntimeContext, text_words) as i32;

impl Default for RuntimeContext {
    fn default() -> RuntimeContext {
        RuntimeContext {
            integers: [0; 34],
            floats: [0; 32],
            flags: [0; 8],
            read: 0,
            write: 0,
            stack_limit: 0,
            entries: 0,
            text_base: 0,
            text_words: 0,
            left: 0,
            address: 0,
            value: 0,
            width: 0,
            is_refused: 0,
            limit: 0,
            machine: 0,
            turn: 0,
            leave: None,
            panic: None,
        }
    }
}

impl RuntimeContext {
    /// The width of the access that the machine is to do.
    pub(crate) fn width(&self) -> AccessWidth {
        // The remainder only shows the compiler that the index is in range: widths are written by
        // generated code, which knows no others.
        AccessWidth::ALL[self.width as usize % AccessWidth::ALL.len()]
    }

    /// Takes the registers of a machine over.
    pub(crate) fn load(&mut self, machine: &Machine) {
        self.integers[..32].copy_from_slice(machine.registers.values());
        // LO before HI: generated code reads both as one 64-bit number with LO in its lower half.
        self.integers[32] = machine.hilo.lo;
        self.integers[33] = machine.hilo.hi;
        for (number, bits) in (0..).zip(&mut self.floats) {
            *bits = machine.fpu.bits(number);
        }
        let flags = machine.fpu.flags();
        for (number, flag) in self.flags.iter_mut().enumerate() {
            *flag = flags >> number & 1;
        }
    }

    /// Gives one of them back.
    pub(crate) fn store_one(&self, machine: &mut Machine, reg: Reg) {
        machine.registers.set(reg, self.integers[reg.index()]);
    }

    /// Gives all of them back.
    pub(crate) fn store(&self, machine: &mut Machine) {
        for (number, &value) in (0..).zip(&self.integers[..32]) {
            machine.registers.set(Reg::at_index(number), value);
        }
        machine.hilo.lo = self.integers[32];
        machine.hilo.hi = self.integers[33];
        for (number, &bits) in (0..).zip(&self.floats) {
            machine.fpu.set_bits(number, bits);
        }
        let flags = self.flags.iter().rev().fold(0, |flags, &flag| flags << 1 | flag & 1);
        machine.fpu.set_flags(flags);
    }
}
