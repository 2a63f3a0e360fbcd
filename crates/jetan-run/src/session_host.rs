//! The host of a session: what it needs from outside, and what it gives.

use jetan_display::bitmap::BitmapConfig;
use jetan_machine::HostQueries;
use jetan_machine::host::{MidiNote, OutputStream, SoundRequest, UnusualValue};

use crate::display::DisplayFrame;

/// An output of a run to those who follow it. Times are microseconds since the run began, by its
/// clock.
#[derive(Clone, Copy, Debug)]
pub enum SessionEvent<'a> {
    /// The program prints; never nothing.
    Output(OutputStream, &'a [u8]),
    /// The display device gets a word: a character in its low byte, or a command.
    Character(u32),
    /// There is something new to be seen.
    Frame(DisplayFrame<'a>),
    /// A note begins, at this time.
    Note(MidiNote, u64),
    /// A sound of a pack begins or stops, at this time.
    Sound(SoundRequest, u64),
    /// The program paints where nothing said that there is a display: it is shown from now on.
    Found(BitmapConfig),
    /// A service of a pack takes a value that is probably not what was meant.
    Unusual(UnusualValue<'a>),
}

/// The outside of a session: answers what the machine asks, and takes what the run gives.
pub trait SessionHost: HostQueries {
    /// Takes an event. Never waits.
    fn event(&mut self, event: SessionEvent<'_>);

    /// Microseconds since the run began; only asked with [`Clock::Host`](jetan_machine::Clock).
    fn elapsed_us(&mut self) -> u64;
}
