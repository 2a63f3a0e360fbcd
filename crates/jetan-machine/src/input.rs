//! Inputs from outside, between two runs.

use crate::fault::Fault;
use crate::machine::Machine;

/// Something the host does by itself, between two instructions. A recording of a run is its inputs
/// with the counts at which they were given, and the answers of its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostInput {
    /// A key is typed.
    Key(u8),
    /// A key of the lab's pad, 0 to 15, is pressed, or the pressed one is released.
    Keypad(Option<u8>),
    /// A virtual clock goes on to this time, in milliseconds since 1970, while the program sleeps.
    /// Nothing happens if that is over, or if the clock is the host's.
    Time(i64),
    /// The bytes that services have [read ahead](Machine::read_ahead) are taken from them.
    HandBack,
}

impl Machine {
    /// Lets something happen; to be called between two runs. What no connected device takes is
    /// lost.
    pub fn inject(&mut self, input: HostInput) -> Result<(), Fault> {
        match input {
            HostInput::Key(key) => self.type_key(key),
            HostInput::Keypad(key) => self.press_pad(key),
            HostInput::Time(ms) => {
                self.clock.pass(ms, self.count);
                // Now and not before the next instruction: whoever looks meanwhile sees the robot
                // where it is at this time.
                self.move_bot()
            }
            HostInput::HandBack => {
                self.forget_read_ahead();
                Ok(())
            }
        }
    }
}
