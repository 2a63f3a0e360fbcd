//! Fast path for ordinary code: does what [`slow_path`](super::slow_path) does, as long as
//! nothing doubtful is read and nothing is to be reported.

use jetan_isa::{MemoryUse, Op, Service};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::observer::InstructionLocation;
use jetan_machine::registers::{CpuRegisters, R};
use jetan_machine::{Follower, Machine};

use super::Check;
use super::blocks::{PRODUCT, SLOW_PATH};
use super::calls::RegisterValues;
use super::reads::{OperandTarget, reads};
use super::shadow::{self, DOUBT, NUMBER, SERVICE, ShadowEntry};
use super::slow_path::{multiplies, reads_floats};
use super::state::CheckerState;

/// The shadow result of an instruction while it is executed.
#[derive(Clone, Copy)]
pub(super) struct ShadowNote {
    /// The shadow of its result, or of what it stores.
    entry: ShadowEntry,
    /// The address it stores that to.
    address: u32,
}

impl Follower for CheckerState {
    type FollowerNote = ShadowNote;

    fn begin(&mut self) {
        let (cpu, float) = (doubtful(&self.entries), doubtful(&self.floats));
        let product = if self.product == 0 { 0 } else { PRODUCT };
        self.doubts = u64::from(cpu) | u64::from(float) << 32 | product | SLOW_PATH;
    }

    fn end(&mut self, machine: &Machine) {
        // In a burst only the bit is kept up to date, not the entry.
        if self.doubts & PRODUCT == 0 {
            self.product = 0;
        }
        self.settle(machine);
    }

    #[inline(always)]
    fn enter(&mut self, registers: &CpuRegisters, place: InstructionLocation) -> bool {
        let Some(summary) = self.stretches.summary(place.index) else { return false };
        self.written |= summary.writes;
        if summary.drop != 0 {
            self.low = self.low.min(registers[R::R29].saturating_sub(summary.drop));
        }
        summary.touches & self.doubts == 0 || self.is_clear(place.index)
    }

    #[inline(always)]
    fn before(
        &mut self,
        registers: &CpuRegisters,
        place: InstructionLocation,
        one: DecodedInstruction,
    ) -> Option<ShadowNote> {
        let reads = reads(one.op);
        match one.op {
            Op::Jal => {
                // Within a burst the constant of a jump is the index of its target.
                let target =
                    InstructionLocation { index: one.imm.cast_unsigned() as usize, ..place };
                self.call_from(values(registers), place, target.pc());
            }
            Op::JalrRa => self.call_from(values(registers), place, registers[one.a]),
            Op::Jalr => self.call_from(values(registers), place, registers[one.b]),
            // Rare, and what they do depends on values or on parts of words: the slow path has the
            // rules.
            Op::Bgezal | Op::Bltzal | Op::Lwl | Op::Lwr | Op::Swl | Op::Swr => return None,
            Op::Jr if !self.is_plain_return(values(registers), registers[one.a]) => return None,
            Op::Slt
                if (self.entry(one.b) | self.entry(one.c)) != 0
                    && self.is_address_compared(registers, one) =>
            {
                return None;
            }
            Op::Add | Op::Addu if self.is_sum_of_addresses(one) => return None,
            Op::Lb | Op::Lbu | Op::Sb
                if self.objects.element_bytes(self.entry(one.c) >> NUMBER) != 0 =>
            {
                return None;
            }
            _ if multiplies(one.op) && self.computed_address(one).is_some() => return None,
            Op::Mul | Op::Mult if self.loses_product(values(registers), place.index, one) => {
                return None;
            }
            _ if reads_floats(one.op) && self.may_mix && self.mixed_operand(one).is_some() => {
                return None;
            }
            _ => {}
        }
        let carried = self.carried(place.index, one);
        match reads.memory {
            MemoryUse::None => Some(ShadowNote { entry: carried, address: 0 }),
            MemoryUse::Load(bytes) => {
                let address = self.checked_address(registers, one)?;
                let mut entry = self.found(address, u32::from(bytes));
                if entry & DOUBT != 0 {
                    entry = self.restored(place, one, entry)?;
                }
                if entry == 0 && reads.kind != 0 {
                    entry = carried;
                }
                Some(ShadowNote { entry, address })
            }
            MemoryUse::Store(_) => {
                let address = self.checked_address(registers, one)?;
                let is_clear = carried & DOUBT == 0;
                let entry = if is_clear { carried } else { self.put_away(place.pc(), one)? };
                Some(ShadowNote { entry, address })
            }
        }
    }

    #[inline(always)]
    fn after(&mut self, note: ShadowNote, place: InstructionLocation, one: DecodedInstruction) {
        let row = reads(one.op);
        match row.memory {
            MemoryUse::Store(8) => {
                // A double is two words of memory, each with an entry.
                self.shadow.set(note.address, 4, note.entry);
                self.shadow.set(note.address.wrapping_add(4), 4, note.entry);
            }
            MemoryUse::Store(bytes) => {
                self.shadow.set(note.address, u32::from(bytes), note.entry);
            }
            MemoryUse::Load(_) | MemoryUse::None => {}
        }
        for (target, reg) in row.writes.into_iter().zip([one.a, one.b, one.c]) {
            match target {
                OperandTarget::None => {}
                OperandTarget::Cpu => {
                    self.entries[reg as usize] = note.entry;
                    self.writers[reg as usize] = place.index as u32;
                }
                OperandTarget::Single => self.floats[reg as usize & 31] = note.entry,
                OperandTarget::Double => {
                    self.floats[reg as usize & 31] = note.entry;
                    self.floats[(reg as usize + 1) & 31] = note.entry;
                }
            }
        }
        if row.writes_ra {
            self.entries[R::R31 as usize] = note.entry;
            self.writers[R::R31 as usize] = place.index as u32;
        }
    }

    #[inline(always)]
    fn passes(&mut self, registers: &CpuRegisters) -> bool {
        let Some(service) = Service::from_number(registers[R::R2]) else { return false };
        let reads: u64 = match service {
            Service::PrintInt | Service::PrintChar if self.entry(R::R4) != 0 => return false,
            // A character past '9' may be meant as a digit.
            Service::PrintChar if (58..64).contains(&registers[R::R4]) => return false,
            Service::PrintFloat | Service::PrintDouble
                if self.is_misprinted(service == Service::PrintDouble) =>
            {
                return false;
            }
            Service::PrintString if self.objects.is_words(self.entry(R::R4) >> NUMBER) => {
                return false;
            }
            _ if service.prints_a0() => 1 << 4,
            Service::PrintFloat => 1 << (32 + 12),
            Service::PrintDouble => 1 << (32 + 12) | 1 << (32 + 13),
            _ => return false,
        };
        let number = self.entry(R::R2);
        let is_clear = reads & self.doubts == 0 && (number & DOUBT == 0 || number == SERVICE);
        if is_clear && self.checks.has(Check::Uninitialised) {
            self.entries[R::R2 as usize] = SERVICE;
            self.doubts |= 1 << 2;
        }
        is_clear
    }
}

/// Those of the first 32 entries that forbid a byte, as bits.
fn doubtful(entries: &[ShadowEntry; 256]) -> u32 {
    let bits = entries.iter().take(32).zip(0..32);
    bits.fold(0, |bits, (entry, idx)| bits | u32::from(entry & DOUBT != 0) << idx)
}

impl CheckerState {
    /// Whether a block that touches something doubtful does not read it.
    #[inline(never)]
    fn is_clear(&mut self, index: usize) -> bool {
        let Some(stretch) = self.stretches.get(index) else { return false };
        let is_clear = stretch.reads & self.doubts == 0;
        // A block that is refused has not written anything. What is written in one that ends early
        // is looked at again when the next burst begins.
        if is_clear {
            self.doubts &= !stretch.writes;
        }
        is_clear
    }

    /// The address of a load or store, unless it lies outside of what it was made of.
    #[inline(always)]
    fn checked_address(&self, registers: &CpuRegisters, one: DecodedInstruction) -> Option<u32> {
        let address = registers[one.c].wrapping_add(one.imm.cast_unsigned());
        let number = self.entry(one.c) >> NUMBER;
        (number == 0 || !self.objects.is_outside(number, address)).then_some(address)
    }

    /// The shadow of the bytes that a load finds.
    #[inline(always)]
    fn found(&self, address: u32, bytes: u32) -> ShadowEntry {
        if bytes == 8 {
            let behind = self.shadow.get(address.wrapping_add(4));
            // Halves of which different things are known are handled one by one.
            return if self.shadow.get(address) | behind == 0 { 0 } else { DOUBT };
        }
        shadow::part(self.shadow.get(address), address, bytes)
    }

    /// The shadow of a doubtful register that is stored; none if storing is a use of it.
    #[cold]
    #[inline(never)]
    fn put_away(&mut self, pc: u32, one: DecodedInstruction) -> Option<ShadowEntry> {
        self.may_copy(one, one.a).then(|| self.stored(pc, one))
    }

    /// The shadow of something doubtful that is loaded into a register, if that is not used in
    /// the same block: saved registers of callers are often put back so.
    #[cold]
    #[inline(never)]
    fn restored(
        &mut self,
        place: InstructionLocation,
        one: DecodedInstruction,
        entry: ShadowEntry,
    ) -> Option<ShadowEntry> {
        let row = reads(one.op);
        let is_word = matches!(row.writes[0], OperandTarget::Cpu);
        let bit = 1_u64 << (one.a as u32 & 31);
        // The block was let through before this load made the register doubtful, so its rest has to
        // be asked again.
        let rest = self.stretches.get(place.index + 1)?;
        if !is_word || rest.reads & bit != 0 {
            return None;
        }
        if self.is_own(entry, self.entry(one.c) >> NUMBER) {
            return Some(0);
        }
        // A load into `$zero` leaves nothing behind.
        if one.a != R::Sink {
            self.doubts |= bit;
        }
        Some(entry)
    }

    #[inline(never)]
    fn is_address_compared(&self, registers: &CpuRegisters, one: DecodedInstruction) -> bool {
        let values = [(one.b, one.c), (one.c, one.b)];
        values.into_iter().any(|(address, other)| {
            self.compared_address(address, other, registers[other]).is_some()
        })
    }
}

#[inline(always)]
fn values(registers: &CpuRegisters) -> &RegisterValues {
    registers.values().first_chunk().expect("there are 32")
}
