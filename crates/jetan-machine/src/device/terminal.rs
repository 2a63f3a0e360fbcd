//! Keyboard and display: a receiver that hands out keys, a transmitter that takes characters.

use std::collections::VecDeque;

use jetan_isa::TerminalRegister;

use super::Interrupt;
use crate::fault::Fault;
use crate::host::{Host, OutputEvent};
use crate::machine::Machine;

pub(crate) const RECEIVER_CONTROL: u32 = TerminalRegister::ReceiverControl.offset();
pub(crate) const RECEIVER_DATA: u32 = TerminalRegister::ReceiverData.offset();
pub(crate) const TRANSMITTER_CONTROL: u32 = TerminalRegister::TransmitterControl.offset();
pub(crate) const TRANSMITTER_DATA: u32 = TerminalRegister::TransmitterData.offset();

/// A control register's bit that says that a key is there, or that a character can be taken.
pub(crate) const READY: u32 = 1;
/// A control register's bit by which a program asks for interrupts.
const INTERRUPT_ENABLE: u32 = 2;
/// The bit of Status by which a program allows interrupts at all.
const INTERRUPTS_ALLOWED: u32 = 1;

/// The most keys that can be typed ahead; more are lost, as on a real keyboard.
const KEYS_MAX: usize = 1 << 16;

/// Keyboard and display.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terminal {
    /// Keys that were typed while another was not taken yet.
    keys: VecDeque<u8>,
    /// The instructions that the display takes to show a character.
    pub delay: u32,
    /// The word that is being shown, and the count of instructions at which it is.
    sending: Option<(u32, u64)>,
}

impl Default for Terminal {
    fn default() -> Terminal {
        // MARS: the display takes five instructions for a character by default.
        Terminal { keys: VecDeque::new(), delay: 5, sending: None }
    }
}

impl Terminal {
    /// The number of keys that wait after the one that the program can read.
    pub fn keys_waiting(&self) -> usize {
        self.keys.len()
    }

    /// The word that is being shown; the display takes no other meanwhile.
    pub fn sending(&self) -> Option<u32> {
        self.sending.map(|(word, _)| word)
    }

    pub(super) fn due(&self) -> Option<u64> {
        self.sending.map(|(_, count)| count)
    }
}

impl Machine {
    /// Chooses the instructions that a connected display takes to show a character, as with the
    /// slider of MARS; at least one. To be called before the first instruction.
    pub fn set_display_delay(&mut self, instructions: u32) {
        if let Some(terminal) = &mut self.devices.terminal {
            terminal.delay = instructions.max(1);
        }
    }

    /// Whether a key is there that the program has not read yet.
    pub fn has_key(&self) -> bool {
        self.register(RECEIVER_CONTROL) & READY != 0
    }

    pub(crate) fn type_key(&mut self, key: u8) -> Result<(), Fault> {
        let is_ready = self.register(RECEIVER_CONTROL) & READY != 0;
        // MARS: a key that was not read yet is overwritten (S44).
        let is_overwritten = self.behaviour.overwritten_keys;
        let Some(terminal) = &mut self.devices.terminal else { return Ok(()) };
        if is_overwritten || (!is_ready && terminal.keys.is_empty()) {
            return self.receive(key);
        }
        if terminal.keys.len() < KEYS_MAX {
            terminal.keys.push_back(key);
        }
        Ok(())
    }

    /// Makes a key the one that the program can read.
    fn receive(&mut self, key: u8) -> Result<(), Fault> {
        self.set_register(RECEIVER_DATA, u32::from(key))?;
        let control = self.register(RECEIVER_CONTROL) | READY;
        self.set_register(RECEIVER_CONTROL, control)?;
        self.post_if_enabled(control, Interrupt::Keyboard);
        Ok(())
    }

    /// The program has read the key.
    pub(super) fn take_key(&mut self) -> Result<(), Fault> {
        // MARS: reading the key keeps the enable bit and clears every other one.
        let control = self.register(RECEIVER_CONTROL) & INTERRUPT_ENABLE;
        self.set_register(RECEIVER_CONTROL, control)?;
        match self.devices.terminal.as_mut().and_then(|terminal| terminal.keys.pop_front()) {
            Some(key) => self.receive(key),
            None => Ok(()),
        }
    }

    /// MARS: any bit but the ready bit enables interrupts.
    fn post_if_enabled(&mut self, control: u32, interrupt: Interrupt) {
        if control != READY && self.cp0.status & INTERRUPTS_ALLOWED != 0 {
            self.post(interrupt);
        }
    }

    /// The program has written to the transmitter. While a character is being shown, another is
    /// lost.
    pub(super) fn send(&mut self, word: u32) -> Result<(), Fault> {
        let control = self.register(TRANSMITTER_CONTROL);
        let count = self.count;
        let Some(terminal) = &mut self.devices.terminal else { return Ok(()) };
        if control & READY == 0 {
            return Ok(());
        }
        // At least one instruction, so that the display is never ready again within the store
        // itself.
        terminal.sending = Some((word, count.saturating_add(u64::from(terminal.delay.max(1)))));
        self.set_register(TRANSMITTER_CONTROL, control & INTERRUPT_ENABLE)
    }

    /// Shows the character that is due.
    pub(super) fn finish_sending(&mut self, host: &mut dyn Host) -> Result<(), Fault> {
        let count = self.count;
        let Some(terminal) = &mut self.devices.terminal else { return Ok(()) };
        let Some((word, _)) = terminal.sending.take_if(|(_, due)| *due <= count) else {
            return Ok(());
        };
        host.event(OutputEvent::Character(word, count));
        let control = self.register(TRANSMITTER_CONTROL) | READY;
        self.set_register(TRANSMITTER_CONTROL, control)?;
        self.post_if_enabled(control, Interrupt::Display);
        Ok(())
    }
}
