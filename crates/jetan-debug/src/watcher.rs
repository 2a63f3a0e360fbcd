//! An engine that stops where a register changes or is read, which no address shows.

use jetan_isa::{Op, Reg, Slot};
use jetan_machine::code::{CodeWord, Decoded};
use jetan_machine::memory::{Access, Hit};
use jetan_machine::observer::Register;
use jetan_machine::registers::R;
use jetan_machine::{Engine, Host, Interpreter, Machine, Observer, Stop, Until};

use crate::point::Watched;

/// The effect of an instruction on the depth of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Call,
    Return,
    Other,
}

/// The effect of an instruction on the depth of calls: one that links calls, `jr $ra` returns.
pub(crate) fn flow(instruction: Decoded) -> Flow {
    match instruction.op {
        op if links(op) => Flow::Call,
        Op::Jr if instruction.a == R::R31 => Flow::Return,
        _ => Flow::Other,
    }
}

/// Whether an instruction notes where to return to, if it jumps.
pub(crate) fn links(op: Op) -> bool {
    matches!(op, Op::Jal | Op::Jalr | Op::JalrRa | Op::Bgezal | Op::Bltzal)
}

/// Whether an instruction notes where to return to.
pub(crate) fn is_call(instruction: Decoded) -> bool {
    flow(instruction) == Flow::Call
}

/// The observer that looks for accesses to watched registers.
struct Lookout {
    watched: Vec<Watched>,
    /// The values of the registers.
    values: Vec<u32>,
    pc: u32,
    /// The register that has changed or was read, as an index.
    seen: Option<(usize, Access)>,
}

impl Lookout {
    /// A run begins at a machine that may have been changed since the last one.
    fn begin(&mut self, machine: &Machine) {
        self.seen = None;
        // Read anew: a register that was set by hand in between is not a change by the program.
        self.values = self.watched.iter().map(|one| value(machine, one.register)).collect();
    }
}

impl Observer for Lookout {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.pc = pc;
        let CodeWord::Instruction(one) = word else { return };
        let is_read = |watch: &Watched| watch.reads && is_read(one, watch.register);
        if let Some(idx) = self.watched.iter().position(is_read) {
            // The first hit of an instruction counts, and it reads before it writes.
            self.seen.get_or_insert((idx, Access::Read));
        }
    }

    #[inline]
    fn write(&mut self, register: Register, value: u32) {
        for (idx, watch) in self.watched.iter().enumerate() {
            // As with `watch` in gdb a write of the same value is not a hit.
            if watch.register == register && self.values.get(idx) != Some(&value) {
                self.values[idx] = value;
                if watch.writes {
                    self.seen.get_or_insert((idx, Access::Write));
                }
            }
        }
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        self.seen.is_some()
    }
}

/// The interpreter with that observer. A hit is reported as [`Stop::Watched`], by a number after
/// those of the memory's watches.
pub(crate) struct Watcher {
    engine: Interpreter<Lookout>,
}

impl Watcher {
    pub(crate) fn new(watched: Vec<Watched>) -> Watcher {
        let lookout = Lookout { watched, values: Vec::new(), pc: 0, seen: None };
        Watcher { engine: Interpreter::observed(lookout) }
    }
}

impl Engine for Watcher {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        self.engine.observer.begin(machine);
        let stop = self.engine.run(machine, host, until);
        let lookout = &self.engine.observer;
        match (lookout.seen, &stop) {
            // An observer that has seen enough ends a run as a used-up budget does.
            (Some((idx, access)), Stop::Budget) => {
                let watch = until.watches.len() + idx;
                Stop::Watched(Hit { watch, address: 0, access, pc: lookout.pc })
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
pub(crate) fn is_read(one: Decoded, register: Register) -> bool {
    let spec = one.op.spec();
    match register {
        Register::Hi => return spec.roles.hi.reads(),
        Register::Lo => return spec.roles.lo.reads(),
        Register::Cpu(reg) if one.op == Op::Syscall => return reg == Reg::V0,
        _ => {}
    }
    let operands = [one.a, one.b, one.c].into_iter().enumerate();
    let mut read = operands.filter(|&(idx, _)| spec.roles.operands[idx].reads());
    read.any(|(idx, operand)| match (spec.fields[idx].kind, register) {
        (Slot::Reg, Register::Cpu(reg)) => operand as usize == reg.index(),
        (Slot::FReg, Register::Float(freg)) => {
            let is_double = spec.doubles >> idx & 1 == 1;
            // A double is named by its even register, and reads the next one as well.
            let first = operand as usize;
            first == freg.index() || is_double && first + 1 == freg.index()
        }
        _ => false,
    })
}

/// The value of a register as an observer gets it.
pub(crate) fn value(machine: &Machine, register: Register) -> u32 {
    match register {
        Register::Cpu(reg) => machine.registers.get(reg),
        Register::Float(freg) => machine.fpu.bits(freg.number()),
        Register::Hi => machine.hilo.hi,
        Register::Lo => machine.hilo.lo,
        Register::Flags => u32::from(machine.fpu.flags()),
        // MARS: coprocessor 0 has these four registers and no others.
        Register::Cp0(number) => match number {
            8 => machine.cp0.vaddr,
            12 => machine.cp0.status,
            13 => machine.cp0.cause,
            14 => machine.cp0.epc,
            _ => 0,
        },
    }
}

/// The name of a register.
pub(crate) fn register_name(register: Register) -> String {
    match register {
        Register::Cpu(reg) => reg.name().to_owned(),
        Register::Float(freg) => freg.name().to_owned(),
        Register::Hi => "$hi".to_owned(),
        Register::Lo => "$lo".to_owned(),
        Register::Flags => "flags".to_owned(),
        Register::Cp0(number) => format!("coprocessor 0 register {number}"),
    }
}
