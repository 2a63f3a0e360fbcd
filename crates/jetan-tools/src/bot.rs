//! Mars Bot as MARS has it. The robot itself is a device of the machine.

use jetan_machine::device::bot::MarsBot;

use crate::faults::{FaultSet, MarsFault};

/// The lines of a track that MARS has room for.
const MARS_LINES: usize = 128;

/// Whether the next line of a track is an index error that stops the run.
pub fn stops_at_next_line(bot: &MarsBot, faults: FaultSet) -> bool {
    faults.has(MarsFault::TrackLimit) && bot.track().len() >= MARS_LINES
}
