//! Keeping up with ordinary code: what [`told`](super::told) does for every instruction, shortened
//! to where nothing doubtful is read and nothing is to be reported. Anything else is told in full.

use jetan_isa::{MemoryUse, Op};
use jetan_machine::code::Decoded;
use jetan_machine::registers::{R, Registers};
use jetan_machine::{Follower, Machine};

use super::calls::Values;
use super::reads::{Target, reads};
use super::shadow::{self, DOUBT, Entry, NUMBER};
use super::state::State;
use super::told::multiplies;

/// What is kept of an instruction while it is executed.
#[derive(Clone, Copy)]
pub(super) struct Note {
    /// What is known about its result, or about what it stores.
    entry: Entry,
    /// Where it stores that.
    address: u32,
}

impl Follower for State {
    type Note = Note;

    fn begin(&mut self) {
        let bits = |entries: &[Entry]| {
            let doubts = entries.iter().map(|entry| u64::from(entry & DOUBT != 0));
            doubts.rev().fold(0, |bits, doubt| bits << 1 | doubt)
        };
        self.doubts = bits(&self.entries[..32]) | bits(&self.floats[..32]) << 32;
    }

    fn end(&mut self, machine: &Machine) {
        self.settle(machine);
    }

    #[inline(always)]
    fn enter(&mut self, pc: u32) -> bool {
        let Some(stretch) = self.stretches.get(pc) else { return false };
        let is_clear = stretch.reads & self.doubts == 0;
        // What is written in a stretch that ends early is looked at again when the next burst
        // begins.
        self.doubts &= !stretch.writes;
        self.written |= stretch.writes as u32;
        is_clear
    }

    #[inline(always)]
    fn before(&mut self, registers: &Registers, pc: u32, one: Decoded) -> Option<Note> {
        let reads = reads(one.op);
        match one.op {
            Op::Jal => {
                let target = one.imm.cast_unsigned() << 2 | pc.wrapping_add(4) & 0xf000_0000;
                self.call_from(values(registers), pc, target);
            }
            Op::JalrRa => self.call_from(values(registers), pc, registers[one.a]),
            Op::Jalr => self.call_from(values(registers), pc, registers[one.b]),
            Op::Bgezal | Op::Bltzal | Op::Lwl | Op::Lwr | Op::Swl | Op::Swr => return None,
            Op::Jr if !self.is_plain_return(values(registers), registers[one.a]) => return None,
            Op::Addi | Op::Addiu if one.a == R::R29 => {
                let sp = registers[one.b].wrapping_add(one.imm.cast_unsigned());
                self.low = self.low.min(sp);
            }
            Op::Slt
                if (self.entry(one.b) | self.entry(one.c)) != 0
                    && self.is_address_compared(registers, one) =>
            {
                return None;
            }
            _ if multiplies(one.op) && self.computed_address(one).is_some() => return None,
            _ => {}
        }
        let entry = self.carried(pc, one);
        match reads.memory {
            MemoryUse::None => Some(Note { entry, address: 0 }),
            MemoryUse::Load(bytes) => {
                let address = self.checked_address(registers, one)?;
                let entry = self.found(address, u32::from(bytes));
                (entry & DOUBT == 0).then_some(Note { entry, address })
            }
            MemoryUse::Store(_) => {
                let address = self.checked_address(registers, one)?;
                Some(Note { entry, address })
            }
        }
    }

    #[inline(always)]
    fn after(&mut self, note: Note, pc: u32, one: Decoded) {
        let row = reads(one.op);
        match row.memory {
            MemoryUse::Store(8) => {
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
                Target::None => {}
                Target::Cpu => {
                    self.entries[reg as usize] = note.entry;
                    self.writers[reg as usize] = pc;
                }
                Target::Single => self.floats[reg as usize & 31] = note.entry,
                Target::Double => {
                    self.floats[reg as usize & 31] = note.entry;
                    self.floats[(reg as usize + 1) & 31] = note.entry;
                }
            }
        }
        if row.writes_ra {
            self.entries[R::R31 as usize] = note.entry;
            self.writers[R::R31 as usize] = pc;
        }
    }
}

impl State {
    /// The address of a load or store, unless it lies behind the end of what it was made of.
    #[inline(always)]
    fn checked_address(&self, registers: &Registers, one: Decoded) -> Option<u32> {
        let address = registers[one.c].wrapping_add(one.imm.cast_unsigned());
        let number = self.entry(one.c) >> NUMBER;
        (number == 0 || !self.objects.is_behind(number, address)).then_some(address)
    }

    /// What is known about what a load finds.
    #[inline(always)]
    fn found(&self, address: u32, bytes: u32) -> Entry {
        if bytes == 8 {
            let behind = self.shadow.get(address.wrapping_add(4));
            // Halves of which different things are known are told one by one.
            return if self.shadow.get(address) | behind == 0 { 0 } else { DOUBT };
        }
        shadow::part(self.shadow.get(address), address, bytes)
    }

    #[inline(never)]
    fn is_address_compared(&self, registers: &Registers, one: Decoded) -> bool {
        let values = [(one.b, one.c), (one.c, one.b)];
        values.into_iter().any(|(address, other)| {
            self.compared_address(address, other, registers[other]).is_some()
        })
    }
}

#[inline(always)]
fn values(registers: &Registers) -> &Values {
    registers.values().first_chunk().expect("there are 32")
}
