//! Notifies observers of written registers, by the roles in the instruction table.

use jetan_isa::op::OP_COUNT;
use jetan_isa::{FReg, Op, OperandSlot, Reg, Roles, Service};

use crate::code::{CodeWord, DecodedInstruction};
use crate::machine::Machine;
use crate::observer::{Observer, WrittenRegister};
use crate::registers::{Cp0Registers, FloatRegisters, R};

/// The registers that an instruction writes, condensed from its row so that it is a constant if the
/// instruction is one.
#[derive(Clone, Copy)]
pub(crate) struct RegisterWrites {
    operands: [WriteTarget; 3],
    flags: bool,
    roles: Roles,
}

/// The kind of register that an operand names, if it is written.
#[derive(Clone, Copy)]
enum WriteTarget {
    None,
    Cpu,
    Single,
    Double,
    Cp0,
}

impl RegisterWrites {
    /// The writes of an operation.
    #[inline(always)]
    pub(crate) const fn of(op: Op) -> RegisterWrites {
        // A `const` table: loops with an observer are compiled in the observer's crate, which
        // without link-time optimisation sees neither this function's body nor the static table of
        // rows, and would ask at every instruction: 1.2 to 3 times the time.
        const WRITES: [RegisterWrites; OP_COUNT] = {
            let mut writes = [RegisterWrites::of_row(Op::ALL[0]); OP_COUNT];
            let mut idx = 0;
            while idx < OP_COUNT {
                writes[idx] = RegisterWrites::of_row(Op::ALL[idx]);
                idx += 1;
            }
            writes
        };
        WRITES[op as usize]
    }

    const fn of_row(op: Op) -> RegisterWrites {
        let spec = op.spec();
        let mut operands = [WriteTarget::None; 3];
        let mut flags = spec.roles.flag.writes();
        let mut idx = 0;
        // A plain loop, because iterators cannot be used in a constant function.
        while idx < 3 {
            let field = spec.fields[idx];
            let is_double = spec.doubles >> idx & 1 == 1;
            if spec.roles.operands[idx].writes() {
                operands[idx] = match field.kind {
                    OperandSlot::FReg if is_double => WriteTarget::Double,
                    OperandSlot::FReg => WriteTarget::Single,
                    OperandSlot::Cp0 => WriteTarget::Cp0,
                    OperandSlot::Reg => WriteTarget::Cpu,
                    _ => WriteTarget::None,
                };
                flags |= field.is_flag();
            }
            idx += 1;
        }
        RegisterWrites { operands, flags, roles: spec.roles }
    }

    /// Whether the instruction may write a register.
    fn may_write(self, op: DecodedInstruction, register: WrittenRegister) -> bool {
        let mut operands = self.operands.into_iter().zip([op.a, op.b, op.c]);
        let is_operand = operands.any(|(target, reg)| match (target, register) {
            (WriteTarget::Cpu, WrittenRegister::Cpu(name)) => reg.reg() == Some(name),
            (WriteTarget::Single, WrittenRegister::Float(name)) => {
                reg as usize & 31 == name.index()
            }
            // The two registers of a pair differ in the lowest bit only.
            (WriteTarget::Double, WrittenRegister::Float(name)) => {
                (reg as usize ^ name.index()) & 0x1e == 0
            }
            (WriteTarget::Cp0, WrittenRegister::Cp0(number)) => reg as u8 == number,
            _ => false,
        });
        is_operand
            || match register {
                WrittenRegister::Cpu(name) => name == Reg::RA && self.roles.ra.writes(),
                WrittenRegister::Hi => self.roles.hi.writes(),
                WrittenRegister::Lo => self.roles.lo.writes(),
                WrittenRegister::Flags => self.flags,
                WrittenRegister::Float(_) | WrittenRegister::Cp0(_) => false,
            }
    }

    /// Notifies the observer of what the instruction has written.
    #[inline(always)]
    pub(crate) fn notify<O: Observer>(self, m: &Machine, observer: &mut O, op: DecodedInstruction) {
        for (target, reg) in self.operands.into_iter().zip([op.a, op.b, op.c]) {
            match target {
                WriteTarget::None => {}
                WriteTarget::Cpu => cpu(m, observer, reg),
                WriteTarget::Single => float(m, observer, reg),
                WriteTarget::Double => {
                    float(m, observer, reg);
                    float(m, observer, reg.next());
                }
                WriteTarget::Cp0 => {
                    observer.write(WrittenRegister::Cp0(reg as u8), m.cp0.read(reg as i32));
                }
            }
        }
        if self.roles.hi.writes() {
            observer.write(WrittenRegister::Hi, m.hilo.hi);
        }
        if self.roles.lo.writes() {
            observer.write(WrittenRegister::Lo, m.hilo.lo);
        }
        if self.flags {
            observer.write(WrittenRegister::Flags, u32::from(m.fpu.flags()));
        }
        if self.roles.ra.writes() {
            cpu(m, observer, R::R31);
        }
        if self.roles.status.writes() {
            observer.write(WrittenRegister::Cp0(STATUS), m.cp0.status);
        }
    }
}

#[inline(always)]
fn cpu<O: Observer>(m: &Machine, observer: &mut O, reg: R) {
    if let Some(name) = reg.reg() {
        observer.write(WrittenRegister::Cpu(name), m.registers[reg]);
    }
}

#[inline(always)]
fn float<O: Observer>(m: &Machine, observer: &mut O, reg: R) {
    observer.write(WrittenRegister::Float(FReg::at_index(reg as u8 & 31)), m.fpu.raw(reg));
}

const VADDR: u8 = 8;
const STATUS: u8 = 12;
const CAUSE: u8 = 13;
const EPC: u8 = 14;

impl Machine {
    /// The instructions that may write a register, by their addresses; none if that cannot be told
    /// from the text of the program alone.
    pub fn writers_of(&self, register: WrittenRegister) -> Option<Vec<u32>> {
        // A handler can be entered anywhere, and a program that changes its text may write any
        // register.
        let is_open = self.settings.self_modifying || self.has_handler();
        if is_open || matches!(register, WrittenRegister::Cp0(_)) {
            return None;
        }
        // MARS's services have results in these registers; a pack may name any.
        let is_result = self.pack.is_some()
            || matches!(register, WrittenRegister::Float(_))
            || matches!(register, WrittenRegister::Cpu(Reg::V0 | Reg::A0 | Reg::A1));
        let may_write = |one: DecodedInstruction| match one.op {
            Op::Syscall => is_result,
            op => RegisterWrites::of(op).may_write(one, register),
        };
        let words = (self.text.base()..).step_by(4).zip(self.text.words());
        let writers = words.filter(|(_, word)| match **word {
            CodeWord::Instruction(one) => may_write(one),
            CodeWord::Absent | CodeWord::Undefined(_) => false,
        });
        Some(writers.map(|(address, _)| address).collect())
    }
}

/// Notifies the observer of the coprocessor 0 registers that an exception has changed.
pub(crate) fn exception<O: Observer>(m: &Machine, observer: &mut O, before: Cp0Registers) {
    let now = m.cp0;
    let pairs = [
        (VADDR, before.vaddr, now.vaddr),
        (STATUS, before.status, now.status),
        (CAUSE, before.cause, now.cause),
        (EPC, before.epc, now.epc),
    ];
    for (number, before, now) in pairs {
        if before != now {
            observer.write(WrittenRegister::Cp0(number), now);
        }
    }
}

/// The registers before a service is called.
pub(crate) struct RegisterSnapshot {
    registers: [u32; 32],
    fpu: FloatRegisters,
    service: u32,
}

impl RegisterSnapshot {
    pub(crate) fn new(m: &Machine) -> RegisterSnapshot {
        let service = m.registers.get(Reg::V0);
        let mut registers = [0; 32];
        registers.copy_from_slice(m.registers.values());
        RegisterSnapshot { registers, fpu: m.fpu.clone(), service }
    }

    /// Notifies the observer of a service: its stores, and the registers that have changed or that
    /// its row names. One that goes on later has done only a part.
    pub(crate) fn notify<O: Observer>(self, m: &Machine, observer: &mut O, pc: u32, is_done: bool) {
        if is_done {
            observer.fetch(pc, m.word_at(pc));
        }
        for &(address, bytes) in m.loaded_by_service() {
            observer.load_bytes(address, bytes);
        }
        for &(address, bytes) in m.stored_by_service() {
            let stored: Vec<u8> =
                (0..bytes).map(|idx| m.memory.peek(address.wrapping_add(idx))).collect();
            observer.store_bytes(address, &stored);
        }
        // A result that happens to equal the old value was written all the same.
        let named = if is_done { named_results(self.service) } else { 0 };
        for reg in (1..32).map(Reg::at_index) {
            let value = m.registers.get(reg);
            if value != self.registers[reg.index()] || named >> reg.index() & 1 == 1 {
                observer.write(WrittenRegister::Cpu(reg), value);
            }
        }
        for reg in (0..32).map(FReg::at_index) {
            let bits = m.fpu.bits(reg.number());
            if bits != self.fpu.bits(reg.number()) || named >> (32 + reg.index()) & 1 == 1 {
                observer.write(WrittenRegister::Float(reg), bits);
            }
        }
    }
}

/// The registers that the row of a service names as its results, as bits: floating-point registers
/// from 32 on.
fn named_results(service: u32) -> u64 {
    let row = Service::from_number(service).map(Service::row);
    let words = row.map_or("", |row| row.results).split([' ', ',', ':']);
    let bits = words.map(|word| {
        let cpu = Reg::from_name(word).map(Reg::index);
        let float = FReg::from_name(word).map(|reg| 32 + reg.index());
        cpu.or(float).map_or(0, |bit| 1 << bit)
    });
    bits.fold(0, |all, bit| all | bit)
}
