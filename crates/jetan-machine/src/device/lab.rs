//! The Digital Lab Sim: two seven-segment digits, a keypad of sixteen keys, a counter.

use jetan_isa::AddressRegion;

use super::Interrupt;
use crate::fault::Fault;
use crate::machine::Machine;

/// The right digit; the left one follows. Bit 0 is segment a, bit 6 segment g, bit 7 the point.
pub const DIGITS: u32 = 0x10;
const ROW_SELECT: u32 = 0x12;
const COUNTER: u32 = 0x13;
const KEY: u32 = 0x14;

/// MARS: the counter counts from this down to 0 and interrupts with the next look.
const COUNTER_START: u32 = 30;

/// The Digital Lab Sim: two digits, a keypad, a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DigitalLab {
    /// The rest of the counter, if it counts.
    counter: Option<u32>,
    wants_keypad: bool,
    pressed: Option<u8>,
    /// The count of instructions of the last tick. A service that waits is fetched again and again,
    /// and must not count more than once.
    ticked: Option<u64>,
}

impl DigitalLab {
    /// The key that is held down.
    pub fn pressed(&self) -> Option<u8> {
        self.pressed
    }

    pub(super) fn is_counting(&self) -> bool {
        self.counter.is_some()
    }

    /// The code of the pressed key, as a program reads it when it has selected a row.
    fn code(&self, row: u32) -> u8 {
        match self.pressed {
            Some(key) if row == 1 << (key / 4) => 1 << (4 + key % 4) | 1 << (key / 4),
            _ => 0,
        }
    }
}

impl Machine {
    /// The segments of the two digits, the left one first.
    pub fn lab_digits(&self) -> [u8; 2] {
        let base = self.map().mmio_base + DIGITS;
        [self.memory.peek(base + 1), self.memory.peek(base)]
    }

    pub(crate) fn press_pad(&mut self, key: Option<u8>) -> Result<(), Fault> {
        let Some(lab) = &mut self.devices.lab else { return Ok(()) };
        lab.pressed = key.filter(|&key| key < 16);
        let wants_keypad = lab.wants_keypad;
        // MARS: releasing a key clears the register; pressing one shows only when a row is
        // selected.
        if lab.pressed.is_none() {
            return self.set_lab_byte(KEY, 0);
        }
        // MARS: the bit of Status that allows interrupts is not asked here, unlike for the
        // keyboard.
        if wants_keypad {
            self.post(Interrupt::Keypad);
        }
        Ok(())
    }

    fn set_lab_byte(&mut self, offset: u32, value: u8) -> Result<(), Fault> {
        self.memory.poke(self.map().mmio_base + offset, &[value])
    }

    pub(super) fn lab_written(&mut self, offset: u32, value: u32) -> Result<(), Fault> {
        let Some(lab) = &mut self.devices.lab else { return Ok(()) };
        match offset {
            ROW_SELECT => {
                // MARS: any of the upper four bits enables the interrupt, the lower ones select the
                // row.
                lab.wants_keypad = value & 0xf0 != 0;
                let code = lab.code(value & 0xf);
                self.set_lab_byte(KEY, code)
            }
            COUNTER => {
                // MARS: any byte but 0 starts the counter from the beginning, also while it counts.
                lab.counter = (value & 0xff != 0).then_some(COUNTER_START);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// MARS: the counter counts accesses to the lab's registers too.
    pub(super) fn lab_seen(&mut self, offset: u32) {
        if (DIGITS..=COUNTER).contains(&offset) {
            self.count_down();
        }
    }

    /// An instruction of user text is about to be executed.
    pub(crate) fn lab_tick(&mut self) {
        let count = Some(self.count);
        let Some(lab) = &mut self.devices.lab else { return };
        let is_new = std::mem::replace(&mut lab.ticked, count) != count;
        // MARS: the tool sees fetches from user text only, so the handler's instructions do not
        // count.
        if is_new && self.memory.region_of(self.pc) == Some(AddressRegion::Text) {
            self.count_down();
        }
    }

    fn count_down(&mut self) {
        let Some(counter) = self.devices.lab.as_mut().and_then(|lab| lab.counter.as_mut()) else {
            return;
        };
        if *counter > 0 {
            *counter -= 1;
        } else {
            *counter = COUNTER_START;
            self.post(Interrupt::Counter);
        }
    }
}
