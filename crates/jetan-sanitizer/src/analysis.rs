//! Questions about the text of a program that are asked when a finding is in doubt.

use jetan_asm::Program;
use jetan_isa::{MemoryUse, Op, Reg, SegmentKind, Service};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::reads::{computes_singles, reads};
use crate::flow::{CallEffect, flow};

/// The most instructions that one question looks at.
const VISITED_MAX: usize = 1 << 14;
/// The most instructions between two services that belong together.
const SERVICE_REACH: u32 = 8;

/// The instructions of a program.
pub struct CodeText {
    base: u32,
    code: Vec<DecodedInstruction>,
    /// The entries of procedures, in order of address: the program itself, and whatever is called.
    entries: Vec<u32>,
    start: u32,
    called: Vec<u32>,
    /// The addresses of instructions that stand in the program's data, in order.
    pub(super) tables: Vec<u32>,
}

impl CodeText {
    /// Reads the user's text of a program.
    pub fn new(program: &Program) -> CodeText {
        let base = program.code.first().map_or(0, |code| code.address);
        let mut code = Vec::with_capacity(program.code.len());
        let start = program.image.entry;
        let mut called = Vec::new();
        for one in &program.code {
            // Indices stand for addresses below, so the code has to be without holes.
            let idx = (one.address.wrapping_sub(base) / 4) as usize;
            // Text of the kernel is far above that of the user, and of no interest here.
            if idx != code.len() {
                break;
            }
            let decoded = DecodedInstruction::new(&one.instruction);
            if decoded.op == Op::Jal {
                called.push((decoded.imm.cast_unsigned() << 2) | (one.address & 0xf000_0000));
            }
            code.push(decoded);
        }
        called.sort_unstable();
        called.dedup();
        let mut entries = called.clone();
        entries.push(start);
        entries.sort_unstable();
        entries.dedup();
        let tables = code_addresses(program, base, code.len());
        CodeText { base, code, entries, start, called, tables }
    }

    pub(super) fn base(&self) -> u32 {
        self.base
    }

    /// The entries of procedures, in order of address.
    pub(super) fn entries(&self) -> &[u32] {
        &self.entries
    }

    /// The instructions in order of address.
    pub(super) fn code(&self) -> &[DecodedInstruction] {
        &self.code
    }

    /// The instruction at an address; none outside of the text, or of the kernel's.
    pub fn get(&self, pc: u32) -> Option<DecodedInstruction> {
        self.code.get((pc.wrapping_sub(self.base) / 4) as usize).copied()
    }

    /// The procedure that an instruction belongs to: the last one that begins before it.
    pub fn procedure(&self, pc: u32) -> u32 {
        let idx = self.entries.partition_point(|&entry| entry <= pc);
        idx.checked_sub(1).map_or(self.base, |idx| self.entries[idx])
    }

    /// The instructions of a procedure.
    pub fn body(&self, entry: u32) -> impl Iterator<Item = (u32, DecodedInstruction)> + '_ {
        let end = self.entries.partition_point(|&other| other <= entry);
        let end = self.entries.get(end).copied().unwrap_or(u32::MAX);
        let addresses = (entry..end).step_by(4);
        addresses.map_while(|pc| self.get(pc).map(|instruction| (pc, instruction)))
    }

    /// The first move of `$sp` down in a procedure, and whether it moves up as well: it then has a
    /// frame, and is not a helper that pushes or pops for others.
    pub(super) fn frame_of(&self, entry: u32) -> (Option<u32>, bool) {
        let moves = |is_down: bool| {
            self.body(entry).find(|(_, one)| is_move(*one) && (one.imm < 0) == is_down)
        };
        (moves(true).map(|(pc, _)| pc), moves(false).is_some())
    }

    /// The instruction that moves `$sp` up in a procedure before it has been moved down.
    pub(super) fn raises_first(&self, entry: u32) -> Option<u32> {
        let (pc, first) = self.body(entry).find(|(_, one)| is_move(*one))?;
        (first.imm > 0).then_some(pc)
    }

    /// The offset in its frame at which a procedure stores a register, and the store.
    pub(super) fn place_in_frame(&self, entry: u32, reg: Reg) -> Option<(u32, i32)> {
        let store = self.body(entry).find(|(_, one)| {
            let is_store = matches!(reads(one.op).memory, MemoryUse::Store(4));
            is_store && one.c == R::R29 && one.a as usize == reg.index()
        });
        store.map(|(pc, one)| (pc, one.imm))
    }

    /// The store of a word of the frame, in the procedure of the load of it at `pc`, as far as the
    /// moves of `$sp` between them tell.
    pub(super) fn stored_at(
        &self,
        pc: u32,
        load: DecodedInstruction,
    ) -> Option<(u32, DecodedInstruction)> {
        // By how much `$sp` has moved since each store.
        let mut stores: Vec<(u32, DecodedInstruction, i32)> = Vec::new();
        for (at, one) in self.body(self.procedure(pc)).take_while(|&(at, _)| at < pc) {
            if is_move(one) && load.c == R::R29 {
                for store in &mut stores {
                    store.2 = store.2.wrapping_add(one.imm);
                }
            } else if one.op == Op::Jr {
                // What follows a return is reached with the frame still there.
                for store in &mut stores {
                    store.2 = 0;
                }
            } else if reads(one.op).memory == MemoryUse::Store(4) && one.c == load.c {
                stores.push((at, one, 0));
            }
        }
        let own = stores.into_iter().rev().find(|(_, store, moved)| {
            // A word that stays where it is lies further from a `$sp` that was lowered.
            store.imm == load.imm.wrapping_add(*moved)
        });
        own.map(|(at, store, _)| (at, store))
    }

    /// The only store between two instructions of a procedure whose address was made of `$sp`.
    pub(super) fn frame_array_store(&self, from: u32, to: u32) -> Option<u32> {
        let entry = self.procedure(from);
        let is_made = |reg: R| {
            reg.reg().is_some_and(|reg| {
                self.body(entry).any(|(_, one)| {
                    let computes = reads(one.op).memory == MemoryUse::None;
                    computes && is_written(one, reg) && (one.b == R::R29 || one.c == R::R29)
                })
            })
        };
        let between = self.body(entry).skip_while(|&(at, _)| at <= from);
        let mut stores = between.take_while(|&(at, _)| at < to).filter(|&(_, one)| {
            let is_store = matches!(reads(one.op).memory, MemoryUse::Store(_));
            is_store && one.c != R::R29 && one.c != R::R30 && is_made(one.c)
        });
        let (at, _) = stores.next()?;
        stores.next().is_none().then_some(at)
    }

    /// The push of a register that a procedure pops at `load` from the word of another one, and
    /// that other one: with pushes and pops of a word each the offsets alone do not tell.
    pub(super) fn popped_out_of_order(
        &self,
        entry: u32,
        load: u32,
        reg: Reg,
    ) -> Option<(u32, Reg)> {
        let mut moved = 0_i32;
        let mut saved: Vec<(u32, Reg, i32)> = Vec::new();
        for (pc, one) in self.body(entry) {
            let memory = reads(one.op).memory;
            // The position in the text is that in the frame only as long as there is one way.
            if one.op == Op::Jr || one.op == Op::J {
                return None;
            }
            if is_move(one) {
                moved = moved.checked_add(one.imm)?;
            } else if is_written(one, Reg::SP) {
                return None;
            }
            let Some(own) = one.a.reg().filter(|_| one.c == R::R29) else { continue };
            let at = moved.checked_add(one.imm)?;
            if memory == MemoryUse::Store(4) {
                saved.push((pc, own, at));
            }
            if pc == load {
                let store = saved.iter().find(|one| one.1 == reg)?;
                let other = saved.iter().rev().find(|one| one.2 == at)?;
                // Where `$sp` did not move, the offsets tell it better.
                let is_pushed = store.2 != moved.checked_add(self.get(store.0)?.imm)?;
                return (other.1 != reg && is_pushed).then_some((store.0, other.1));
            }
        }
        None
    }

    /// The `syscall` shortly before another one that has read an integer which nothing has copied.
    pub(super) fn result_left_before(&self, pc: u32) -> Option<u32> {
        let before = |pc: u32| {
            (1..=SERVICE_REACH).map_while(move |back| {
                let at = pc.checked_sub(4 * back)?;
                let one = self.get(at)?;
                (!one.op.is_jump() && !one.op.is_branch()).then_some((at, one))
            })
        };
        let (at, _) = before(pc).find(|(_, one)| one.op == Op::Syscall)?;
        let (_, number) = before(at).find(|&(_, one)| is_written(one, Reg::V0))?;
        let service = Service::from_number(number.imm.cast_unsigned())?;
        let is_copied =
            before(pc).take_while(|&(it, _)| it > at).any(|(_, one)| is_read(one, Reg::V0));
        let is_number = matches!(number.op, Op::Addi | Op::Addiu) && number.b == R::R0;
        (is_number && !is_copied && service == Service::ReadInt).then_some(at)
    }

    /// The `syscall` shortly after an instruction, with the service that it is for.
    pub fn service_after(&self, pc: u32) -> Option<(u32, Service)> {
        let straight = |at: u32| {
            self.get(at).filter(|one| !one.op.is_jump() && !one.op.is_branch()).map(|one| (at, one))
        };
        let after = (pc.wrapping_add(4)..).step_by(4).take(SERVICE_REACH as usize);
        let (at, _) = after.map_while(straight).find(|(_, one)| one.op == Op::Syscall)?;
        // The number may be set before the argument or after it.
        Some((at, self.service_at(at)?))
    }

    /// The service that a `syscall` is for, if its number is a constant in the line before.
    pub(super) fn service_at(&self, pc: u32) -> Option<Service> {
        let mut before = (1..=SERVICE_REACH).map_while(|back| {
            let one = self.get(pc.checked_sub(4 * back)?)?;
            (!one.op.is_jump() && !one.op.is_branch()).then_some(one)
        });
        let set = before.find(|&one| is_written(one, Reg::V0))?;
        let is_constant = matches!(set.op, Op::Addi | Op::Addiu | Op::Ori) && set.b == R::R0;
        Service::from_number(set.imm.cast_unsigned()).filter(|_| is_constant)
    }

    /// The instructions, in order, that save a register of the caller beyond the frame which their
    /// procedure has made for that.
    pub(super) fn saves_outside(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for &entry in &self.called {
            let mut room = None;
            for (pc, one) in self.body(entry) {
                let is_saved = matches!(one.a as u8, 16..=23 | 30 | 31) && one.c == R::R29;
                if is_move(one) && one.imm < 0 && room.is_none() {
                    room = Some(-one.imm);
                } else if is_written(one, Reg::SP) {
                    break;
                } else if is_saved && reads(one.op).memory == MemoryUse::Store(4) {
                    found.extend(room.filter(|&room| one.imm >= room).map(|_| pc));
                }
            }
        }
        found
    }

    /// The instructions from which the code that the program begins with would run on into a
    /// procedure, if they are executed and do not end the program.
    pub fn falls(&self) -> Vec<u32> {
        let start = self.procedure(self.start);
        let next = self.entries.iter().copied().find(|&entry| entry > start);
        let Some((entry, last)) = next.and_then(|entry| Some((entry, entry.checked_sub(4)?)))
        else {
            return Vec::new();
        };
        let returns = |one: DecodedInstruction| flow(one) == CallEffect::Return;
        let is_called = self.is_called(start);
        let goes_on = self
            .get(last)
            .is_some_and(|one| !one.op.is_jump() && !one.op.is_branch() && one.op != Op::Eret);
        let does_return = self.body(entry).any(|(_, one)| returns(one));
        if goes_on && does_return && !is_called { vec![last] } else { Vec::new() }
    }

    /// Whether the program calls anything.
    pub(super) fn has_calls(&self) -> bool {
        !self.called.is_empty()
    }

    /// Whether something calls a procedure.
    pub fn is_called(&self, entry: u32) -> bool {
        self.called.binary_search(&entry).is_ok()
    }

    /// The instructions that move bits to a floating-point register which is computed with before
    /// anything has converted them.
    pub fn unconverted(&self) -> Vec<u32> {
        let moves = self.addresses().filter(|&(_, one)| one.op == Op::Mtc1);
        let is_used = |&(pc, one): &(u32, DecodedInstruction)| self.is_computed_with(pc, one.b);
        moves.filter(is_used).map(|(pc, _)| pc).collect()
    }

    pub(super) fn addresses(&self) -> impl Iterator<Item = (u32, DecodedInstruction)> + '_ {
        (self.base..).step_by(4).zip(self.code.iter().copied())
    }

    /// Whether what is put into a floating-point register is computed with, or printed as a float,
    /// in the straight line that follows.
    fn is_computed_with(&self, pc: u32, reg: R) -> bool {
        let after = self.addresses().skip_while(|&(at, _)| at <= pc);
        let straight = after.take_while(|(_, one)| !one.op.is_jump());
        let (mut reg, mut service) = (reg, None);
        for (_, one) in straight {
            if one.op == Op::Syscall {
                return reg == R::R12 && service == Some(Service::PrintFloat);
            }
            if is_written(one, Reg::V0) {
                let is_constant = matches!(one.op, Op::Addi | Op::Addiu | Op::Ori);
                let number = Some(one.imm.cast_unsigned()).filter(|_| is_constant);
                service = number.and_then(Service::from_number).filter(|_| one.b == R::R0);
            }
            if one.op == Op::MovS && one.b == reg {
                reg = one.a;
                continue;
            }
            let registers = [one.a, one.b, one.c];
            let reads = reads(one.op);
            let is_read = (0..3).any(|idx| reads.float[idx] && registers[idx] == reg);
            if is_read {
                return computes_singles(one.op) && !matches!(one.op, Op::CvtDS | Op::CvtWS);
            }
            let spec = one.op.spec();
            let is_written = (0..3).any(|idx| {
                let is_float = spec.fields[idx].kind == jetan_isa::OperandSlot::FReg;
                spec.roles.operands[idx].writes() && is_float && registers[idx] == reg
            });
            if is_written {
                return false;
            }
        }
        false
    }

    /// The first instruction of a procedure that writes a register.
    pub fn first_write(&self, entry: u32, reg: Reg) -> Option<u32> {
        self.body(entry).find(|&(_, one)| is_written(one, reg)).map(|(pc, _)| pc)
    }

    /// Whether a procedure stores a register in its frame, which one does to load it again.
    pub(super) fn puts_away(&self, entry: u32, reg: Reg) -> bool {
        self.frame_of(entry).0.is_some() && self.place_in_frame(entry, reg).is_some()
    }

    /// The registers that the procedure of an instruction compares with another.
    pub(super) fn compared_with(&self, pc: u32, reg: R) -> Vec<R> {
        let body = self.body(self.procedure(pc));
        let pairs = body.filter_map(|(_, one)| match one.op {
            Op::Beq | Op::Bne => Some((one.a, one.b)),
            Op::Slt | Op::Sltu => Some((one.b, one.c)),
            _ => None,
        });
        let others = pairs.filter_map(|(one, other)| {
            let is_it = one == reg || other == reg;
            is_it.then_some(if one == reg { other } else { one })
        });
        others.collect()
    }

    /// Whether a procedure uses what its caller has in a register: then the register is shared on
    /// purpose. Saving it is not a use.
    pub fn takes(&self, entry: u32, reg: Reg) -> bool {
        self.walk(entry, reg, true)
    }

    /// Whether what an instruction puts into a register is used before its procedure returns,
    /// whichever way it goes. What is not used there is meant for others.
    pub(super) fn uses_itself(&self, writer: u32, reg: Reg) -> bool {
        !self.walk(writer.wrapping_add(4), reg, false)
    }

    /// Follows every way from an instruction until the register is read or written, or the
    /// procedure returns; whether one leads to a read, or else to a return without any.
    fn walk(&self, from: u32, reg: Reg, to_read: bool) -> bool {
        let mut open = vec![from];
        let mut seen = vec![false; self.code.len()];
        let mut visited = 0;
        while let Some(pc) = open.pop() {
            let idx = (pc.wrapping_sub(self.base) / 4) as usize;
            let Some(&one) = self.code.get(idx) else { continue };
            if std::mem::replace(&mut seen[idx], true) {
                continue;
            }
            visited += 1;
            if visited > VISITED_MAX {
                return !to_read;
            }
            if is_read(one, reg) {
                if to_read {
                    return true;
                }
                continue;
            }
            if is_written(one, reg) {
                continue;
            }
            if one.op == Op::Jr && !to_read {
                return true;
            }
            open.extend(successors(one, pc));
        }
        false
    }
}

/// The words of a program's data that are addresses of its instructions, in order.
fn code_addresses(program: &Program, base: u32, count: usize) -> Vec<u32> {
    let segments = program.image.segments.iter().filter(|one| one.kind == SegmentKind::Data);
    let words = segments.flat_map(|segment| {
        let words = segment.bytes.chunks_exact(4);
        words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    });
    let is_code = |&word: &u32| word % 4 == 0 && ((word.wrapping_sub(base) / 4) as usize) < count;
    let mut found: Vec<u32> = words.filter(is_code).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether an instruction moves `$sp` by a constant.
fn is_move(one: DecodedInstruction) -> bool {
    matches!(one.op, Op::Addi | Op::Addiu) && (one.a, one.b) == (R::R29, R::R29)
}

fn operand(one: DecodedInstruction, idx: usize) -> R {
    [one.a, one.b, one.c][idx]
}

fn is_read(one: DecodedInstruction, reg: Reg) -> bool {
    if one.op == Op::Syscall {
        return matches!(reg, Reg::V0 | Reg::A0 | Reg::A1 | Reg::A2 | Reg::A3);
    }
    let reads = reads(one.op);
    let is_saved = matches!(reads.memory, MemoryUse::Store(_)) && matches!(one.c, R::R29 | R::R30);
    (0..3).any(|idx| {
        let is_it = reads.cpu[idx] && operand(one, idx) as usize == reg.index();
        is_it && !(is_saved && idx == 0)
    })
}

pub(super) fn is_written(one: DecodedInstruction, reg: Reg) -> bool {
    let spec = one.op.spec();
    (0..3).any(|idx| {
        spec.roles.operands[idx].writes()
            && spec.fields[idx].kind == jetan_isa::OperandSlot::Reg
            && operand(one, idx) as usize == reg.index()
    })
}

/// The next addresses of a procedure after an instruction; after a call, the return address.
pub fn successors(one: DecodedInstruction, pc: u32) -> impl Iterator<Item = u32> {
    let next = pc.wrapping_add(4);
    let is_call = flow(one) == CallEffect::Call;
    let target = match one.op {
        _ if is_call => None,
        Op::J => Some((one.imm.cast_unsigned() << 2) | (pc & 0xf000_0000)),
        op if op.is_branch() => Some(next.wrapping_add(one.imm.cast_unsigned() << 2)),
        _ => None,
    };
    let goes_on = is_call || !matches!(one.op, Op::J | Op::Jr);
    goes_on.then_some(next).into_iter().chain(target)
}
