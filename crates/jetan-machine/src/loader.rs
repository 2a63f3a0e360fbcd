//! Making a machine of an image: the one way there is.

use std::sync::Arc;

use jetan_isa::{Image, Reg, SegmentKind};

use crate::behaviour::Behaviour;
use crate::code::{CodeWord, DecodedInstruction, TextSegment};
use crate::device::Devices;
use crate::fault::Fault;
use crate::interp::integer::HiLo;
use crate::machine::{DelayedBranch, Machine, MachineSettings};
use crate::main_return::MainReturn;
use crate::memory::Memory;
use crate::registers::{Cp0Registers, CpuRegisters, FloatRegisters};
use crate::syscall::ServiceState;
use crate::warning::WarningLog;

impl Machine {
    /// A machine with a program in it, ready to start. Fails if it does not fit into the memory it
    /// may use.
    pub fn new(
        image: &Image,
        settings: MachineSettings,
        behaviour: Behaviour,
    ) -> Result<Machine, Fault> {
        let map = image.map;
        let memory = Memory::new(
            map,
            settings.self_modifying,
            !behaviour.short_segments,
            settings.memory_bytes_max,
        );
        let mut machine = Machine {
            registers: CpuRegisters::default(),
            hilo: HiLo::default(),
            fpu: FloatRegisters::default(),
            cp0: Cp0Registers::default(),
            pc: image.entry,
            count: 0,
            memory,
            clock: settings.clock,
            services: ServiceState::new(&map),
            devices: Devices::default(),
            pack: None,
            text: Arc::new(TextSegment::new(map.text_base)),
            kernel_text: Arc::new(TextSegment::new(map.ktext_base)),
            delay: DelayedBranch::default(),
            settings,
            behaviour,
            entry: image.entry,
            main_return: MainReturn::default(),
            remarks: WarningLog::default(),
        };
        machine.registers.set(Reg::GP, map.gp);
        machine.registers.set(Reg::SP, map.sp);
        machine.fill(image)?;
        // Copies that are made for many runs then share the program's pages.
        machine.memory.freeze();
        Ok(machine)
    }

    fn fill(&mut self, image: &Image) -> Result<(), Fault> {
        for segment in &image.segments {
            self.memory.poke(segment.address, &segment.bytes)?;
            if segment.kind != SegmentKind::Data {
                self.load_text(segment.address, &segment.bytes);
            }
        }
        // MARS executes what it assembled, not the word: a branch that is too far still arrives.
        for wide in &image.wide {
            if self.word_at(wide.address) != CodeWord::Absent {
                let decoded = DecodedInstruction::new(&wide.instruction);
                self.set_word(wide.address, CodeWord::Instruction(decoded));
            }
        }
        Ok(())
    }

    fn load_text(&mut self, address: u32, bytes: &[u8]) {
        for (idx, word) in bytes.chunks_exact(4).enumerate() {
            let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            self.set_word(address.wrapping_add(4 * idx as u32), CodeWord::of_word(word));
        }
    }
}
