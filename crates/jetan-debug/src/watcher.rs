//! An engine that stops where a register changes or is read, which no address shows.

use jetan_isa::{Op, OperandSlot, Reg};
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::memory::{MemoryAccess, WatchHit};
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Engine, Host, Machine, Observer, SparingInterpreter, Stop, StopConditions};

use crate::point::WatchedRegister;

/// The observer that looks for accesses to watched registers.
struct RegisterObserver {
    watched: Vec<WatchedRegister>,
    /// The values of the registers.
    values: Vec<u32>,
    pc: u32,
    /// The register that has changed or was read, as an index.
    seen: Option<(usize, MemoryAccess)>,
}

impl RegisterObserver {
    /// A run begins at a machine that may have been changed since the last one.
    fn begin(&mut self, machine: &Machine) {
        self.seen = None;
        // Read anew: a register that was set by hand in between is not a change by the program.
        self.values = self.watched.iter().map(|one| value(machine, one.register)).collect();
    }
}

impl Observer for RegisterObserver {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.pc = pc;
        let CodeWord::Instruction(one) = word else { return };
        let is_read = |watch: &WatchedRegister| watch.reads && is_read(one, watch.register);
        if let Some(idx) = self.watched.iter().position(is_read) {
            // The first hit of an instruction counts, and it reads before it writes.
            self.seen.get_or_insert((idx, MemoryAccess::Read));
        }
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        for (idx, watch) in self.watched.iter().enumerate() {
            // As with `watch` in gdb a write of the same value is not a hit.
            if watch.register == register && self.values.get(idx) != Some(&value) {
                self.values[idx] = value;
                if watch.writes {
                    self.seen.get_or_insert((idx, MemoryAccess::Write));
                }
            }
        }
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        self.seen.is_some()
    }
}

/// The interpreter with that observer. A hit is reported as [`Stop::Watched`], by a number after
/// those of the memory's watches.
pub(crate) struct RegisterWatcher {
    engine: SparingInterpreter<RegisterObserver>,
}

impl RegisterWatcher {
    pub(crate) fn new(watched: Vec<WatchedRegister>) -> RegisterWatcher {
        let lookout = RegisterObserver { watched, values: Vec::new(), pc: 0, seen: None };
        RegisterWatcher { engine: SparingInterpreter::observed(lookout) }
    }
}

impl Engine for RegisterWatcher {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        self.engine.observer.begin(machine);
        let stop = self.engine.run(machine, host, until);
        let lookout = &self.engine.observer;
        match (lookout.seen, &stop) {
            // An observer that has seen enough ends a run as a used-up budget does.
            (Some((idx, access)), Stop::Budget) => {
                let watch = until.watches.len() + idx;
                Stop::Watched(WatchHit { watch, address: 0, access, pc: lookout.pc })
            }
            _ => stop,
        }
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}

/// Whether an instruction reads a register. What a service takes depends on its number; that itself
/// is in `$v0`.
pub(crate) fn is_read(one: DecodedInstruction, register: WrittenRegister) -> bool {
    let spec = one.op.spec();
    match register {
        WrittenRegister::Hi => return spec.roles.hi.reads(),
        WrittenRegister::Lo => return spec.roles.lo.reads(),
        WrittenRegister::Cpu(reg) if one.op == Op::Syscall => return reg == Reg::V0,
        _ => {}
    }
    let operands = [one.a, one.b, one.c].into_iter().enumerate();
    let mut read = operands.filter(|&(idx, _)| spec.roles.operands[idx].reads());
    read.any(|(idx, operand)| match (spec.fields[idx].kind, register) {
        (OperandSlot::Reg, WrittenRegister::Cpu(reg)) => operand as usize == reg.index(),
        (OperandSlot::FReg, WrittenRegister::Float(freg)) => {
            let is_double = spec.doubles >> idx & 1 == 1;
            // A double is named by its even register, and reads the next one as well.
            let first = operand as usize;
            first == freg.index() || is_double && first + 1 == freg.index()
        }
        _ => false,
    })
}

/// The value of a register as an observer gets it.
pub(crate) fn value(machine: &Machine, register: WrittenRegister) -> u32 {
    match register {
        WrittenRegister::Cpu(reg) => machine.registers.get(reg),
        WrittenRegister::Float(freg) => machine.fpu.bits(freg.number()),
        WrittenRegister::Hi => machine.hilo.hi,
        WrittenRegister::Lo => machine.hilo.lo,
        WrittenRegister::Flags => u32::from(machine.fpu.flags()),
        // MARS: coprocessor 0 has these four registers and no others.
        WrittenRegister::Cp0(number) => match number {
            8 => machine.cp0.vaddr,
            12 => machine.cp0.status,
            13 => machine.cp0.cause,
            14 => machine.cp0.epc,
            _ => 0,
        },
    }
}

/// The name of a register.
pub(crate) fn register_name(register: WrittenRegister) -> String {
    match register {
        WrittenRegister::Cpu(reg) => reg.name().to_owned(),
        WrittenRegister::Float(freg) => freg.name().to_owned(),
        WrittenRegister::Hi => "$hi".to_owned(),
        WrittenRegister::Lo => "$lo".to_owned(),
        WrittenRegister::Flags => "flags".to_owned(),
        WrittenRegister::Cp0(number) => format!("coprocessor 0 register {number}"),
    }
}
