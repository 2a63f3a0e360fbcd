//! The observer of tools that can wait: it lets the interpreter run at its own speed and notes
//! events, which are processed in batches.

use jetan_isa::{MemoryUse, Op};
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::observer::{Follower, InstructionLocation, WrittenRegister};
use jetan_machine::registers::CpuRegisters;
use jetan_machine::{Machine, Observer};

use super::ToolSet;
use super::batch::{BATCH_MAX, RunEvent, SP};

/// References to data only.
pub(super) const DATA: u8 = 0;
/// And instructions that may go elsewhere.
pub(super) const TURNS: u8 = 1;
/// And all other instructions.
pub(super) const ALL: u8 = 2;

/// Tools with the events that they have not seen yet.
pub(super) struct FollowingTools<const NOTED: u8> {
    pub(super) tools: ToolSet,
    /// Room for a batch, of which some is used: one comparison finds a place or that there is none.
    events: Box<[RunEvent]>,
    used: usize,
    /// Whether references to data are noted.
    has_data: bool,
    /// Whether the last event is an instruction that may still be reported in full.
    is_open: bool,
    stack_pointer: u32,
}

/// The address of a load or store; other instructions have none, and no note is looked at.
type AccessNote = u32;

impl<const NOTED: u8> FollowingTools<NOTED> {
    pub(super) fn new(tools: ToolSet) -> FollowingTools<NOTED> {
        let has_data = tools.wants_data();
        let events = vec![RunEvent::stack_pointer(0); BATCH_MAX].into_boxed_slice();
        FollowingTools { tools, events, used: 0, has_data, is_open: false, stack_pointer: 0 }
    }

    #[inline(always)]
    fn push(&mut self, event: RunEvent) {
        if self.used >= self.events.len() {
            self.settle();
        }
        if let Some(place) = self.events.get_mut(self.used) {
            *place = event;
            self.used += 1;
        }
    }

    /// Lets the tools see what was noted.
    #[cold]
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        self.tools.take_events(&self.events[..self.used]);
        self.used = 0;
    }

    /// Notes an instruction; `is_open` if it may turn out to be reported in full instead.
    #[inline(always)]
    fn step(&mut self, event: RunEvent, is_open: bool) {
        self.push(event);
        self.is_open = is_open;
    }

    #[inline(always)]
    fn follow_stack(&mut self, value: u32) {
        if NOTED == ALL && value != self.stack_pointer {
            self.stack_pointer = value;
            self.push(RunEvent::stack_pointer(value));
        }
    }

    #[inline(always)]
    fn refer(&mut self, pc: u32, address: u32, is_write: bool) {
        if NOTED == DATA || self.has_data {
            self.push(RunEvent::reference(pc, address, is_write));
        }
    }

    fn service_bytes(&mut self, address: u32, bytes: u32, is_write: bool) {
        // MARS reads strings byte by byte, and its tools count each.
        if self.tools.has_services {
            for offset in 0..bytes {
                self.refer(self.tools.pc, address.wrapping_add(offset), is_write);
            }
        }
    }
}

impl<const NOTED: u8> Observer for FollowingTools<NOTED> {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.tools.pc = pc;
        let is_known = self.events[..self.used].last().and_then(|event| event.executed());
        // It was noted before it turned out that it has to be reported in full.
        if self.is_open && is_known.is_some_and(|step| step.pc == pc) {
            self.used -= 1;
        }
        self.is_open = false;
        if NOTED == DATA {
            return;
        }
        if self.tools.decoded.is_other(pc, word) {
            // What was noted is about the instruction that was there before.
            self.settle();
            self.tools.decoded.replace(pc, word);
        }
        // Where there is no instruction, the fetch is all there is.
        let outcome = self.tools.outcome(pc).unwrap_or((false, 0, false));
        let (is_taken, target, may_turn) = outcome;
        self.follow_stack(self.tools.registers[SP]);
        if NOTED == ALL || may_turn {
            self.push(RunEvent::step(pc, is_taken, target));
        }
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        match register {
            WrittenRegister::Cpu(reg) => self.tools.registers[reg.index()] = value,
            WrittenRegister::Flags => self.tools.flags = value,
            _ => {}
        }
    }

    #[inline]
    fn load(&mut self, address: u32, _bytes: u32, _value: u32) {
        self.refer(self.tools.pc, address, false);
    }

    #[inline]
    fn store(&mut self, address: u32, _bytes: u32, _value: u32) {
        self.refer(self.tools.pc, address, true);
    }

    fn load_bytes(&mut self, address: u32, bytes: u32) {
        self.service_bytes(address, bytes, false);
    }

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.service_bytes(address, bytes.len() as u32, true);
    }

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// The part of an instruction that these tools note.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NotedPart {
    Nothing,
    Word,
    Double,
    Branch,
    Jump,
    JumpRegister,
    /// An access in parts, left to the driver, which reports everything.
    OtherAccess,
    /// A jump, likewise.
    OtherTurn,
}

/// The part of an instruction that is noted; a constant if the instruction is one.
#[inline(always)]
fn noted_part(op: Op) -> NotedPart {
    match op {
        Op::Lw
        | Op::Lb
        | Op::Lbu
        | Op::Lh
        | Op::Lhu
        | Op::Lwc1
        | Op::Sw
        | Op::Sh
        | Op::Sb
        | Op::Swc1 => NotedPart::Word,
        Op::Ldc1 | Op::Sdc1 => NotedPart::Double,
        Op::Beq | Op::Bne | Op::Bgez | Op::Bgtz | Op::Blez | Op::Bltz => NotedPart::Branch,
        Op::J | Op::Jal => NotedPart::Jump,
        Op::Jr => NotedPart::JumpRegister,
        _ if op.is_branch() || op.is_jump() => NotedPart::OtherTurn,
        _ if op.spec().roles.memory != MemoryUse::None => NotedPart::OtherAccess,
        _ => NotedPart::Nothing,
    }
}

#[inline(always)]
fn is_store(op: Op) -> bool {
    matches!(op, Op::Sw | Op::Sh | Op::Sb | Op::Swc1 | Op::Sdc1)
}

#[inline(always)]
fn is_taken(registers: &CpuRegisters, one: DecodedInstruction) -> bool {
    let first = registers[one.a];
    match one.op {
        Op::Beq => first == registers[one.b],
        Op::Bne => first != registers[one.b],
        Op::Bgez => first as i32 >= 0,
        Op::Bgtz => first as i32 > 0,
        Op::Blez => first as i32 <= 0,
        _ => (first as i32) < 0,
    }
}

impl<const NOTED: u8> Follower for FollowingTools<NOTED> {
    type FollowerNote = AccessNote;

    fn begin(&mut self) {}

    fn end(&mut self, machine: &Machine) {
        // Of ordinary code no written register was reported.
        self.tools.registers.copy_from_slice(machine.registers.values());
        self.tools.flags = u32::from(machine.fpu.flags());
    }

    #[inline(always)]
    fn enter(&mut self, _registers: &CpuRegisters, _place: InstructionLocation) -> bool {
        true
    }

    #[inline(always)]
    fn before(
        &mut self,
        registers: &CpuRegisters,
        place: InstructionLocation,
        one: DecodedInstruction,
    ) -> Option<AccessNote> {
        let part = noted_part(one.op);
        let is_access = matches!(part, NotedPart::Word | NotedPart::Double);
        let is_turn = NOTED != DATA && part == NotedPart::OtherTurn;
        if is_turn || part == NotedPart::OtherAccess {
            return None;
        }
        if NOTED != DATA {
            self.follow_stack(registers.values()[SP]);
            let pc = place.pc();
            match part {
                NotedPart::Branch => {
                    self.step(RunEvent::step(pc, is_taken(registers, one), 0), false);
                }
                NotedPart::Jump => self.step(RunEvent::step(pc, true, 0), false),
                NotedPart::JumpRegister => {
                    self.step(RunEvent::step(pc, true, registers[one.a]), false);
                }
                // Any of these may fault, or access a device.
                _ if NOTED == ALL => self.step(RunEvent::step(pc, false, 0), true),
                _ => {}
            }
        }
        Some(if is_access { registers[one.c].wrapping_add(one.imm as u32) } else { 0 })
    }

    #[inline(always)]
    fn after(&mut self, note: AccessNote, place: InstructionLocation, one: DecodedInstruction) {
        if NOTED == ALL {
            self.is_open = false;
        }
        let part = noted_part(one.op);
        if matches!(part, NotedPart::Word | NotedPart::Double) {
            let (pc, is_write) = (place.pc(), is_store(one.op));
            self.refer(pc, note, is_write);
            if part == NotedPart::Double {
                self.refer(pc, note.wrapping_add(4), is_write);
            }
        }
    }

    fn passes(&mut self, _registers: &CpuRegisters) -> bool {
        false
    }
}
