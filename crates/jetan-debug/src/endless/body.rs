//! The analysis of a loop's iterations.

use std::collections::{BTreeMap, BTreeSet};

use jetan_isa::{MemoryUse, Op, OperandSlot, Reg};
use jetan_machine::Machine;
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::observer::WrittenRegister;

use super::{DecidingRegister, EdgeKind, EndlessLoop, LoopExit, LoopObserver};
use crate::decision::float_test;

/// Words stored by a loop that are remembered; one that stores more may store anywhere.
const STORED_WORDS_MAX: usize = 1 << 16;
/// Instructions that are named for writing a register.
const WRITERS_MAX: usize = 4;
/// The most bytes of a statement before its branch.
// Three instructions: a bound of 32 bits takes two, and the comparison one.
const STATEMENT_BYTES: u32 = 12;
const REGISTERS: usize = 32;

/// An instruction of a loop.
struct LoopInstruction {
    instruction: DecodedInstruction,
    depth: usize,
    /// Whether the run went on after it, and whether it went elsewhere.
    went_on: bool,
    went_off: bool,
}

/// A load of a loop.
struct LoopLoad {
    address: u32,
    value: u32,
    /// Whether both were always the same.
    is_same: bool,
}

/// By how much a register changes from iteration to iteration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RegisterDelta {
    Unknown,
    By(i32),
    Varying,
}

impl RegisterDelta {
    fn and(self, by: i32) -> RegisterDelta {
        match self {
            RegisterDelta::Unknown => RegisterDelta::By(by),
            RegisterDelta::By(usual) if usual == by => self,
            _ => RegisterDelta::Varying,
        }
    }
}

/// The observations about a loop.
pub(super) struct LoopBody {
    head: u32,
    depth: usize,
    turns: u64,
    registers: [u32; REGISTERS],
    /// The registers when the last iteration began.
    before: Option<[u32; REGISTERS]>,
    paces: [RegisterDelta; REGISTERS],
    pc: u32,
    parts: BTreeMap<u32, LoopInstruction>,
    writers: BTreeSet<(Reg, u32)>,
    /// The registers when a branch of the loop itself was last executed.
    branches: BTreeMap<u32, [u32; REGISTERS]>,
    loads: BTreeMap<u32, LoopLoad>,
    stored: BTreeSet<u32>,
}

impl LoopBody {
    pub(super) fn new(machine: &Machine, head: u32, depth: usize) -> LoopBody {
        let mut registers = [0; REGISTERS];
        for (number, value) in (0..).zip(&mut registers) {
            *value = machine.registers.get(Reg::at_index(number));
        }
        LoopBody {
            head,
            depth,
            turns: 0,
            registers,
            before: None,
            paces: [RegisterDelta::Unknown; REGISTERS],
            pc: 0,
            parts: BTreeMap::new(),
            writers: BTreeSet::new(),
            branches: BTreeMap::new(),
            loads: BTreeMap::new(),
            stored: BTreeSet::new(),
        }
    }

    fn turn(&mut self) {
        self.turns += 1;
        if let Some(before) = &self.before {
            for (idx, pace) in self.paces.iter_mut().enumerate() {
                let by = self.registers[idx].wrapping_sub(before[idx]).cast_signed();
                *pace = pace.and(by);
            }
        }
        self.before = Some(self.registers);
    }

    /// Whether an instruction is one of the loop.
    pub(super) fn contains(&self, pc: u32) -> bool {
        self.parts.contains_key(&pc)
    }

    fn pace(&self, reg: Reg) -> RegisterDelta {
        self.paces[usize::from(reg.number())]
    }

    /// The loop in a few facts; nothing if it has hardly iterated.
    pub(super) fn spin(
        &self,
        machine: &Machine,
        back: u32,
        instructions: u64,
    ) -> Option<EndlessLoop> {
        // After one iteration there is nothing to compare it with.
        if self.turns < 2 {
            return None;
        }
        let all = (1..32).map(Reg::at_index).filter(|&reg| reg != Reg::AT);
        let changing = all.filter_map(|reg| match self.pace(reg) {
            RegisterDelta::Unknown | RegisterDelta::By(0) => None,
            RegisterDelta::By(by) => Some((reg, Some(by))),
            RegisterDelta::Varying => Some((reg, None)),
        });
        // With delay slots the instruction after a branch does not tell which way it went.
        let is_delayed = machine.settings().delayed_branching;
        let exits = if is_delayed { Vec::new() } else { self.exits(machine) };
        Some(EndlessLoop {
            head: self.head,
            back,
            turns: self.turns,
            instructions,
            has_faulted: false,
            changing: changing.collect(),
            exits,
            idle: self.idle(),
        })
    }

    /// The branches of the loop itself whose other way was never gone and leads out of it.
    fn exits(&self, machine: &Machine) -> Vec<LoopExit> {
        let own = self.parts.iter().filter(|(_, part)| part.depth == self.depth);
        let leads_out = |pc: u32, part: &LoopInstruction| {
            let next = pc.wrapping_add(4);
            let other = next.wrapping_add(part.instruction.imm.cast_unsigned().wrapping_mul(4));
            match (part.went_on, part.went_off) {
                (true, false) => !self.parts.contains_key(&other),
                (false, true) => !self.parts.contains_key(&next),
                _ => false,
            }
        };
        let ways = own.filter(|&(&pc, part)| {
            let spec = part.instruction.op.spec();
            // Nothing decides about a branch that compares `$zero` with itself.
            let operands = spec.fields.iter().take(spec.operand_count as usize);
            let is_of_flags = operands.into_iter().all(|field| field.kind != OperandSlot::Reg);
            let is_open = is_of_flags || !reads(part.instruction).is_empty();
            part.instruction.op.is_branch() && is_open && leads_out(pc, part)
        });
        ways.map(|(&pc, part)| self.way(pc, part, machine)).collect()
    }

    /// The inputs of a branch: registers, and cells that they are loaded from.
    fn way(&self, pc: u32, part: &LoopInstruction, machine: &Machine) -> LoopExit {
        let get = |pc| self.parts.get(&pc).map(|part| part.instruction);
        let test = float_test(&get, pc, machine);
        let mut way = LoopExit { pc, registers: Vec::new(), loads: Vec::new(), test };
        // Registers that the branch itself compares are shown; `$at` stands for what was compared
        // in another instruction of the same statement.
        let mut asked: Vec<(Reg, bool)> =
            reads(part.instruction).into_iter().map(|reg| (reg, true)).collect();
        let mut seen: BTreeSet<Reg> = asked.iter().map(|&(reg, _)| reg).collect();
        while let Some((reg, is_compared)) = asked.pop() {
            // What was compared before says more than the 0 or 1 that came out.
            let comparison = self.comparison(reg).filter(|_| is_compared && reg != Reg::AT);
            if let Some((_, one)) = comparison {
                let new = reads(one).into_iter().filter(|&reg| seen.insert(reg));
                asked.extend(new.map(|reg| (reg, true)));
                continue;
            }
            if reg != Reg::AT && is_compared {
                let registers = self.branches.get(&pc).unwrap_or(&self.registers);
                let value = registers[usize::from(reg.number())];
                let own = self.writers.range((reg, 0)..=(reg, u32::MAX));
                let writers: Vec<u32> = own.take(WRITERS_MAX).map(|&(_, pc)| pc).collect();
                let is_deeper =
                    |pc: &&u32| self.parts.get(pc).is_some_and(|part| part.depth > self.depth);
                let callee = writers.iter().find(is_deeper).copied();
                way.registers.push(DecidingRegister { reg, value, writers, callee, setter: None });
            }
            for &(_, writer) in self.writers.range((reg, 0)..=(reg, u32::MAX)) {
                // `$at` is set by the statement that reads it; other statements use it too.
                if reg == Reg::AT && pc.wrapping_sub(writer) > STATEMENT_BYTES {
                    continue;
                }
                let Some(own) = self.parts.get(&writer) else { continue };
                if let MemoryUse::Load(_) = own.instruction.op.roles().memory {
                    way.loads.extend(self.steady_load(writer));
                } else {
                    let is_compared = is_compared && reg == Reg::AT;
                    let more = reads(own.instruction).into_iter();
                    let new = more.filter(|&reg| seen.insert(reg));
                    asked.extend(new.map(|reg| (reg, is_compared)));
                }
            }
        }
        way
    }

    /// The instruction of the loop itself that compares by size for a register which nothing else
    /// writes.
    fn comparison(&self, reg: Reg) -> Option<(u32, DecodedInstruction)> {
        let mut writers = self.writers.range((reg, 0)..=(reg, u32::MAX));
        let &(_, pc) = writers.next().filter(|_| writers.next().is_none())?;
        let part = self.parts.get(&pc).filter(|part| part.depth == self.depth)?;
        let one = part.instruction;
        let compares = matches!(one.op, Op::Slt | Op::Slti | Op::Sltu | Op::Sltiu);
        // A comparison of what it writes itself is not a test of anything else.
        (compares && !reads(one).is_empty() && !reads(one).contains(&reg)).then_some((pc, one))
    }

    /// A load that gave the same in every iteration, from a place that the loop does not write.
    fn steady_load(&self, pc: u32) -> Option<(u32, u32, u32)> {
        let load = self.loads.get(&pc).filter(|load| load.is_same)?;
        let is_written =
            self.stored.len() >= STORED_WORDS_MAX || self.stored.contains(&(load.address & !3));
        (!is_written).then_some((pc, load.address, load.value))
    }

    /// Registers that the loop itself writes and nothing in it reads.
    fn idle(&self) -> Vec<(u32, Reg)> {
        let mut read: BTreeSet<Reg> = BTreeSet::new();
        for part in self.parts.values() {
            read.extend(reads(part.instruction));
            // What a service reads depends on its number: a register that it might read is not
            // idle.
            if part.instruction.op == Op::Syscall {
                read.extend([Reg::V0, Reg::A0, Reg::A1, Reg::A2, Reg::A3]);
            }
        }
        let own = self.writers.iter().filter(|(reg, pc)| {
            let is_here = self.parts.get(pc).is_some_and(|part| part.depth == self.depth);
            let is_service =
                self.parts.get(pc).is_some_and(|part| part.instruction.op == Op::Syscall);
            is_here && !is_service && !matches!(*reg, Reg::RA | Reg::AT) && !read.contains(reg)
        });
        own.map(|&(reg, pc)| (pc, reg)).collect()
    }
}

/// The CPU registers that an instruction reads, without `$zero`.
fn reads(instruction: DecodedInstruction) -> Vec<Reg> {
    let spec = instruction.op.spec();
    let roles = instruction.op.roles();
    let all = [instruction.a, instruction.b, instruction.c];
    let own = (0..spec.operand_count as usize)
        .filter(|&idx| roles.operands[idx].reads() && spec.fields[idx].kind == OperandSlot::Reg);
    let mut registers: Vec<Reg> = own.filter_map(|idx| all[idx].reg()).collect();
    registers.dedup();
    registers
}

impl LoopObserver for LoopBody {
    fn step(&mut self, from: u32, pc: u32, word: CodeWord, step: EdgeKind, depth: usize) {
        if pc == self.head && depth == self.depth {
            self.turn();
        }
        self.pc = pc;
        if self.turns == 0 {
            return;
        }
        if let Some(part) = self.parts.get_mut(&from).filter(|_| step != EdgeKind::Call) {
            part.went_on |= step == EdgeKind::On;
            part.went_off |= matches!(step, EdgeKind::Jump | EdgeKind::Stray);
        }
        if let CodeWord::Instruction(instruction) = word {
            if depth == self.depth && instruction.op.is_branch() {
                self.branches.insert(pc, self.registers);
            }
            let part = LoopInstruction { instruction, depth, went_on: false, went_off: false };
            self.parts.entry(pc).or_insert(part);
        }
    }

    fn write(&mut self, register: WrittenRegister, value: u32) {
        let WrittenRegister::Cpu(reg) = register else { return };
        self.registers[usize::from(reg.number())] = value;
        if self.turns > 0 {
            self.writers.insert((reg, self.pc));
        }
    }

    fn load(&mut self, address: u32, value: u32) {
        if self.turns > 0 {
            let first = LoopLoad { address, value, is_same: true };
            let load = self.loads.entry(self.pc).or_insert(first);
            load.is_same &= (load.address, load.value) == (address, value);
        }
    }

    fn store(&mut self, address: u32, bytes: u32) {
        if self.turns > 0 && self.stored.len() < STORED_WORDS_MAX {
            // Only services store more than a word, and those that read end the look; the ends will
            // do.
            let last = address.saturating_add(bytes.clamp(1, 64) - 1);
            self.stored.extend([address & !3, last & !3]);
        }
    }
}
