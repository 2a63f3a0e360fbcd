//! The differences from the last stop.

use jetan_isa::Reg;
use jetan_isa::registers::REGISTERS;
use jetan_machine::Machine;

/// The most words of memory that are listed.
pub const WORDS_MAX: usize = 256;

/// The differences between two steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineChanges {
    /// The count of the earlier stop; of the later one, if the run went backwards.
    pub since: u64,
    /// Registers with what they held then and hold now.
    pub registers: Vec<(Reg, u32, u32)>,
    /// HI and LO, likewise.
    pub hilo: Vec<(&'static str, u32, u32)>,
    /// Floating-point registers by number, likewise, as bits.
    pub floats: Vec<(u8, u32, u32)>,
    /// Words of memory by address, likewise; at most [`WORDS_MAX`].
    pub words: Vec<(u32, u32, u32)>,
    /// The number of further words.
    pub more: usize,
}

impl MachineChanges {
    /// Registers and words that differ between `then` and `now`.
    pub fn between(then: &Machine, now: &Machine) -> MachineChanges {
        let registers = REGISTERS
            .iter()
            .map(|row| (row.reg, then.registers.get(row.reg), now.registers.get(row.reg)));
        let hilo = [("$hi", then.hilo.hi, now.hilo.hi), ("$lo", then.hilo.lo, now.hilo.lo)];
        let floats = (0..32).map(|number| (number, then.fpu.bits(number), now.fpu.bits(number)));
        let mut changes = MachineChanges {
            since: then.count,
            registers: registers.filter(|(_, then, now)| then != now).collect(),
            hilo: hilo.into_iter().filter(|(_, then, now)| then != now).collect(),
            floats: floats.filter(|(_, then, now)| then != now).collect(),
            ..MachineChanges::default()
        };
        changes.compare_memory(then, now);
        changes
    }

    fn compare_memory(&mut self, then: &Machine, now: &Machine) {
        // Of both, because either may be the later one and have pages that the other lacks.
        let pages = then.memory.written_pages().into_iter().chain(now.memory.written_pages());
        let mut pages: Vec<u32> = pages.map(|(address, _)| address).collect();
        pages.sort_unstable();
        pages.dedup();
        for start in pages {
            // Whole pages first: most were not written in between.
            if then.memory.peek_page(start) == now.memory.peek_page(start) {
                continue;
            }
            for address in (start..=start | 0xffc).step_by(4) {
                let (was, is) = (then.memory.peek_word(address), now.memory.peek_word(address));
                if was == is {
                    continue;
                }
                if self.words.len() < WORDS_MAX {
                    self.words.push((address, was, is));
                } else {
                    self.more += 1;
                }
            }
        }
    }
}
