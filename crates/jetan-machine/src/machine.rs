//! The whole state of an emulated computer, as one value.

use std::sync::Arc;

use jetan_isa::{AddressRegion, Image, MemoryMap, Pack, Segment, SegmentKind};

use crate::behaviour::Behaviour;
use crate::clock::Clock;
use crate::code::{CodeWord, TextSegment};
use crate::device::Devices;
use crate::fault::Fault;
use crate::interp::integer::HiLo;
use crate::main_return::MainReturn;
use crate::memory::Memory;
use crate::patch;
use crate::registers::{Cp0Registers, CpuRegisters, FloatRegisters};
use crate::stop::RunPoint;
use crate::syscall::ServiceState;
use crate::warning::WarningLog;

/// The choices made when a machine is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MachineSettings {
    /// Whether the instruction after a branch is executed first (`db`).
    pub delayed_branching: bool,
    /// Whether text can be read and written and data executed (`smc`).
    pub self_modifying: bool,
    /// The memory the program may write, in bytes.
    pub memory_bytes_max: u64,
    /// The clock of the program; a virtual clock may have run already.
    pub clock: Clock,
    /// The seed of every random generator that the program does not seed; without one the host is
    /// asked each time.
    pub seed: Option<i64>,
}

impl Default for MachineSettings {
    fn default() -> MachineSettings {
        MachineSettings {
            delayed_branching: false,
            self_modifying: false,
            memory_bytes_max: 1 << 30,
            clock: Clock::default(),
            seed: None,
        }
    }
}

/// A branch on its way, with delayed branching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum DelayedBranch {
    /// No branch is on its way.
    #[default]
    Clear,
    /// Just executed; the next instruction is its delay slot.
    Registered(u32),
    /// Takes effect after the instruction at hand.
    Triggered(u32),
}

/// An emulated computer: everything that execution depends on, and nothing else.
///
/// Two machines are equal if they go on alike, given the same answers and inputs.
#[derive(Clone, PartialEq)]
pub struct Machine {
    /// `$0` to `$31`.
    pub registers: CpuRegisters,
    /// The results of multiplications and divisions.
    pub hilo: HiLo,
    /// `$f0` to `$f31`, and the condition flags.
    pub fpu: FloatRegisters,
    /// The coprocessor 0 registers.
    pub cp0: Cp0Registers,
    /// The address of the next instruction.
    pub pc: u32,
    /// The number of executed instructions.
    pub count: u64,
    /// Everything that loads and stores reach, device registers included.
    pub memory: Memory,
    pub(crate) clock: Clock,
    pub(crate) services: ServiceState,
    pub(crate) devices: Devices,
    /// The services that a course adds.
    pub(crate) pack: Option<Arc<Pack>>,
    /// Shared with clones, and with an engine that has translated it: whoever changes it then
    /// changes a copy, which is how the engine notices.
    pub(crate) text: Arc<TextSegment>,
    pub(crate) kernel_text: Arc<TextSegment>,
    pub(crate) delay: DelayedBranch,
    pub(crate) settings: MachineSettings,
    pub(crate) behaviour: Behaviour,
    /// The address of the program's first instruction.
    pub(crate) entry: u32,
    pub(crate) main_return: MainReturn,
    /// The warnings about the program so far.
    pub remarks: WarningLog,
}

impl Machine {
    /// The memory map.
    pub fn map(&self) -> &MemoryMap {
        self.memory.map()
    }

    /// The settings it was made with.
    pub fn settings(&self) -> MachineSettings {
        self.settings
    }

    /// The MARS surprises that it has.
    pub fn behaviour(&self) -> Behaviour {
        self.behaviour
    }

    /// The program's text, which engines derive their code from.
    pub fn text(&self) -> &Arc<TextSegment> {
        &self.text
    }

    /// The point at which the run is.
    pub fn point(&self) -> RunPoint {
        RunPoint { count: self.count, pc: self.pc }
    }

    /// The clock as it stands.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Chooses another clock and another seed, for a machine that is copied for many runs. To be
    /// called before the first instruction.
    pub fn set_circumstances(&mut self, clock: Clock, seed: Option<i64>) {
        self.clock = clock;
        self.settings = MachineSettings { clock, seed, ..self.settings };
    }

    /// A copy that shares all memory that has not changed since the last one.
    #[must_use]
    pub fn snapshot(&mut self) -> Machine {
        self.memory.freeze();
        self.clone()
    }

    /// The contents of memory as an image, for dumps: whole pages of data, and the instructions.
    pub fn image(&self) -> Image {
        let map = *self.map();
        let mut segments: Vec<Segment> = Vec::new();
        let mut push = |kind, address: u32, bytes: &[u8]| {
            let follows = |last: &&mut Segment| {
                last.kind == kind && last.address.wrapping_add(last.bytes.len() as u32) == address
            };
            match segments.last_mut().filter(follows) {
                Some(last) => last.bytes.extend_from_slice(bytes),
                None => segments.push(Segment { kind, address, bytes: bytes.to_vec() }),
            }
        };
        for (address, page) in self.memory.written_pages() {
            let region = self.memory.region_of(address);
            if !matches!(region, Some(AddressRegion::Text | AddressRegion::KernelText)) {
                push(SegmentKind::Data, address, page);
            }
        }
        let texts = [(SegmentKind::Text, &self.text), (SegmentKind::KernelText, &self.kernel_text)];
        for (kind, text) in texts {
            for (address, cell) in (text.base()..).step_by(4).zip(text.words()) {
                if *cell != CodeWord::Absent {
                    push(kind, address, &self.memory.peek_word(address).to_le_bytes());
                }
            }
        }
        // A dump has words and nothing else, so instructions wider than their word are not in it.
        Image { map, segments, wide: Vec::new(), entry: self.pc }
    }

    fn text_at(&self, address: u32) -> Option<&TextSegment> {
        match self.memory.region_of(address) {
            Some(AddressRegion::Text) => Some(&self.text),
            Some(AddressRegion::KernelText) => Some(&self.kernel_text),
            _ => None,
        }
    }

    /// The word at an aligned address of a text segment.
    pub fn word_at(&self, address: u32) -> CodeWord {
        self.text_at(address).map_or(CodeWord::Absent, |text| text.get(address))
    }

    pub(crate) fn set_word(&mut self, address: u32, cell: CodeWord) {
        match self.memory.region_of(address) {
            Some(AddressRegion::Text) => Arc::make_mut(&mut self.text).set(address, cell),
            Some(AddressRegion::KernelText) => {
                Arc::make_mut(&mut self.kernel_text).set(address, cell);
            }
            _ => {}
        }
    }

    /// The word at the program counter.
    pub(crate) fn fetch(&self) -> Result<CodeWord, Fault> {
        let pc = self.pc;
        if pc.is_multiple_of(4) {
            // Most of what is fetched one by one, found without asking for the region.
            if ((pc.wrapping_sub(self.text.base()) / 4) as usize) < self.text.len() {
                return Ok(self.text.get(pc));
            }
            match self.memory.region_of(pc) {
                Some(AddressRegion::Text | AddressRegion::KernelText) => {
                    return Ok(self.word_at(pc));
                }
                // MARS: with self-modifying code the program counter may be anywhere that can be
                // read.
                Some(_) if self.settings.self_modifying => {
                    return Ok(patch::made(self.memory.peek_word(pc), self.behaviour));
                }
                _ => {}
            }
        }
        Err(Fault::BadProgramCounter { pc })
    }

    /// Whether there is an exception handler.
    pub(crate) fn has_handler(&self) -> bool {
        self.word_at(self.map().handler) != CodeWord::Absent
    }

    /// Whether the handler was entered for a program counter without code, and has returned there
    /// or to the next address.
    fn has_returned_from_bad_pc(&self, pc: u32) -> bool {
        let is_address_error = self.cp0.cause >> 2 & 0x1f == 4;
        let bad = self.cp0.vaddr;
        is_address_error && self.cp0.epc == pc && (pc == bad || pc == bad.wrapping_add(4))
    }

    /// Raises an exception at an address: the registers are set, and the handler entered if there
    /// is one. Gives the fault back if there is none.
    pub(crate) fn raise(&mut self, fault: Fault, pc: u32) -> Result<(), Fault> {
        let is_bad_pc = matches!(fault, Fault::BadProgramCounter { .. });
        // The budget is the host's rule: a handler could not mend it, and would need memory itself.
        if fault == Fault::OutOfMemory {
            return Err(fault);
        }
        // A handler that knows no better than to go on after a bad address would never end.
        let is_bad_again = is_bad_pc && self.has_returned_from_bad_pc(pc);
        let is_final = is_bad_again || (is_bad_pc && self.behaviour.bad_pc_unhandled);
        let is_final = is_final || self.has_read_long_enough(&fault);
        let in_slot = matches!(self.delay, DelayedBranch::Triggered(_));
        let is_delivered = in_slot && !self.behaviour.lost_slot_exceptions;
        // EPC is the branch, which is executed again when the handler returns, so this one is
        // dropped.
        if is_delivered {
            self.delay = DelayedBranch::Clear;
        }
        if let Some(code) = fault.exception_code() {
            // MARS keeps all bits but 2 to 6, 8 and 9. Otherwise the interrupt bits and BD are
            // rewritten too.
            let kept = if self.behaviour.sticky_cause { 0xffff_fc83 } else { 0x7fff_0083 };
            let interrupt =
                if let Fault::Interrupt(interrupt) = fault { interrupt.cause_bit() } else { 0 };
            self.cp0.cause = self.cp0.cause & kept
                | u32::from(code) << 2
                | interrupt
                | u32::from(is_delivered) << 31;
            self.cp0.epc = if is_delivered { pc.wrapping_sub(4) } else { pc };
            self.cp0.status |= 2;
            if let Some(address) = fault.bad_address() {
                self.cp0.vaddr = address;
            }
        }
        if self.has_handler() && !is_final {
            self.pc = self.map().handler;
            Ok(())
        } else {
            Err(fault)
        }
    }
}
