//! Devices that a program sees as registers in memory.
//!
//! Their registers are ordinary memory that programs can read and write as they like; a device
//! only looks on when an instruction accesses one, and changes registers in turn. That is how
//! MARS's tools work (section 13 of its description). Everything else a device remembers is here,
//! so that it is copied with the machine.

pub mod bot;
pub mod lab;
pub mod screen;
pub mod terminal;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::code::DecodedInstruction;
use crate::fault::Fault;
use crate::host::Host;
use crate::interp::memory::address;
use crate::interp::step::{StepFlow, step};
use crate::machine::Machine;
use crate::observer::Observer;
use crate::patch;
use bot::MarsBot;
use lab::DigitalLab;
use screen::PackScreen;
use terminal::Terminal;

/// The number of bytes from the start of the device segment that are registers.
const REGISTER_BYTES: u32 = 0x20;

/// Whether there is a register of a device at an offset from the start of the device segment.
pub(crate) fn is_register(offset: u32) -> bool {
    offset < REGISTER_BYTES || bot::REGISTERS.contains(&offset)
}

/// The device that interrupts the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interrupt {
    /// A key was typed.
    Keyboard,
    /// A character was shown, and there can be another.
    Display,
    /// The counter of the lab ran out.
    Counter,
    /// A key of the lab was pressed.
    Keypad,
}

impl Interrupt {
    /// The bit of the Cause register that says so.
    pub fn cause_bit(self) -> u32 {
        match self {
            Interrupt::Keyboard => 1 << 8,
            Interrupt::Display => 1 << 9,
            Interrupt::Counter => 1 << 10,
            Interrupt::Keypad => 1 << 11,
        }
    }
}

/// The devices that are connected to a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Devices {
    terminal: Option<Terminal>,
    lab: Option<DigitalLab>,
    /// Shared with copies of the machine until it changes.
    bot: Option<Arc<MarsBot>>,
    /// Shared with copies of the machine until it changes.
    pub(crate) screen: Option<Arc<PackScreen>>,
    /// MARS: there is one place for it; a newer one takes it.
    pending: Option<Interrupt>,
    /// The number of times the program has looked for a key.
    polls: u64,
}

impl Hash for Devices {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Devices { terminal, lab, bot, screen, pending, polls } = self;
        (terminal, lab, screen, pending, polls).hash(state);
        // Nothing where there is no robot: recordings have the fingerprints of machines that could
        // not have one.
        if let Some(bot) = bot {
            bot.hash(state);
        }
    }
}

/// The work for devices that an engine has to do before the next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeviceAgenda {
    /// The count of instructions at which something happens.
    pub(crate) next: u64,
    /// Whether every instruction has to be counted.
    pub(crate) is_ticking: bool,
}

impl Devices {
    fn agenda(&self) -> DeviceAgenda {
        let due = self.terminal.as_ref().and_then(Terminal::due);
        // A pending interrupt is due at once, whatever else is.
        let next = if self.pending.is_some() { 0 } else { due.unwrap_or(u64::MAX) };
        DeviceAgenda { next, is_ticking: self.lab.as_ref().is_some_and(DigitalLab::is_counting) }
    }
}

impl Machine {
    pub(crate) fn agenda(&self) -> DeviceAgenda {
        let agenda = self.devices.agenda();
        // Of most machines nothing is asked here but whether there is a robot.
        match self.devices.bot {
            None => agenda,
            Some(_) => DeviceAgenda { next: agenda.next.min(self.bot_due()), ..agenda },
        }
    }

    pub(crate) fn has_pending_interrupt(&self) -> bool {
        self.devices.pending.is_some()
    }

    pub(crate) fn take_pending_interrupt(&mut self) -> Option<Interrupt> {
        self.devices.pending.take()
    }

    /// Connects keyboard and display.
    pub fn connect_terminal(&mut self) -> Result<(), Fault> {
        self.memory.connect_devices();
        self.devices.terminal = Some(Terminal::default());
        self.set_register(terminal::TRANSMITTER_CONTROL, terminal::READY)
    }

    /// Connects the Digital Lab Sim.
    pub fn connect_lab(&mut self) {
        self.memory.connect_devices();
        self.devices.lab = Some(DigitalLab::default());
    }

    /// The Digital Lab Sim, if it is connected.
    pub fn lab(&self) -> Option<&DigitalLab> {
        self.devices.lab.as_ref()
    }

    /// Keyboard and display, if they are connected.
    pub fn terminal(&self) -> Option<&Terminal> {
        self.devices.terminal.as_ref()
    }

    /// The number of times the program has refreshed its screen.
    pub fn frames(&self) -> u64 {
        self.devices.screen.as_ref().map_or(0, |screen| screen.frames)
    }

    /// The number of times the program has looked for a key.
    pub fn polls(&self) -> u64 {
        self.devices.polls
    }

    /// The value of a device register, by its offset from the start of the device segment.
    pub(crate) fn register(&self, offset: u32) -> u32 {
        self.memory.peek_word(self.map().mmio_base + offset)
    }

    pub(crate) fn set_register(&mut self, offset: u32, value: u32) -> Result<(), Fault> {
        self.memory.poke(self.map().mmio_base + offset, &value.to_le_bytes())
    }

    /// Posts an interrupt, unless the program is in its exception handler.
    fn post(&mut self, interrupt: Interrupt) {
        const EXCEPTION_LEVEL: u32 = 1 << 1;
        // MARS: an interrupt that arrives while the handler runs is lost, not postponed.
        if self.cp0.status & EXCEPTION_LEVEL == 0 {
            self.devices.pending = Some(interrupt);
        }
    }

    /// Executes an instruction that accesses a device register, and lets the devices look on.
    pub(crate) fn access_device<O: Observer>(
        &mut self,
        observer: &mut O,
        op: DecodedInstruction,
        pc: u32,
    ) -> Result<StepFlow, Fault> {
        // Address and value are taken before the step: `lw $t0, 0($t0)` replaces its own base.
        let offset = address(&self.registers, op).wrapping_sub(self.map().mmio_base);
        let stored = patch::stored(self, op);
        self.memory.set_devices_open(true);
        let result = step(self, observer, op, pc);
        // Closed again before an error is passed on.
        self.memory.set_devices_open(false);
        let flow = result?;
        match stored {
            Some((value, _)) => self.device_written(offset, value)?,
            None => self.device_read(offset)?,
        }
        Ok(flow)
    }

    fn device_read(&mut self, offset: u32) -> Result<(), Fault> {
        if self.devices.terminal.is_some() {
            match offset {
                terminal::RECEIVER_CONTROL => self.devices.polls += 1,
                terminal::RECEIVER_DATA => return self.take_key(),
                _ => {}
            }
        }
        self.lab_seen(offset);
        Ok(())
    }

    fn device_written(&mut self, offset: u32, value: u32) -> Result<(), Fault> {
        if self.devices.terminal.is_some() && offset == terminal::TRANSMITTER_DATA {
            return self.send(value);
        }
        self.bot_written(offset, value);
        self.lab_written(offset, value)?;
        // MARS: the store that starts the counter is the first access that it counts.
        self.lab_seen(offset);
        Ok(())
    }

    /// Lets happen what is due before the next instruction.
    pub(crate) fn attend_devices(&mut self, host: &mut dyn Host) -> Result<(), Fault> {
        self.move_bot()?;
        self.finish_sending(host)
    }
}
