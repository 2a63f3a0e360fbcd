#![doc = include_str!("../README.md")]

mod midi;
mod text;

pub mod tones;

pub mod voice;

pub mod wave;

use jetan_machine::host::{MidiNote, SoundRequest};

/// A program that plays all the time gets this far; what comes later is not logged.
pub const EVENTS_MAX: usize = 1 << 20;

/// Something that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedSound {
    /// Services 31 and 33.
    Note(MidiNote),
    /// A sound of a pack.
    Sound(SoundRequest),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimedSound {
    /// Since the run started.
    at_ms: u64,
    played: PlayedSound,
}

/// The notes and sounds of a run, in the order of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundLog {
    start_ms: i64,
    /// The run has lasted at least so long.
    end_ms: u64,
    events: Vec<TimedSound>,
    is_cut: bool,
}

impl SoundLog {
    /// The log of a run that starts when its clock shows this.
    pub fn starting_at(clock_ms: i64) -> SoundLog {
        SoundLog { start_ms: clock_ms, end_ms: 0, events: Vec::new(), is_cut: false }
    }

    /// Logs something that is played when the run's clock shows this.
    pub fn play(&mut self, clock_ms: i64, played: PlayedSound) {
        self.end_at(clock_ms);
        if self.events.len() < EVENTS_MAX {
            self.events.push(TimedSound { at_ms: self.end_ms, played });
        } else {
            self.is_cut = true;
        }
    }

    /// Says how long the run lasts: what is played in a loop is heard until then. A clock that was
    /// set back stands still here.
    pub fn end_at(&mut self, clock_ms: i64) {
        let ms = u64::try_from(clock_ms.saturating_sub(self.start_ms)).unwrap_or(0);
        self.end_ms = self.end_ms.max(ms);
    }

    /// Whether more was played than is logged.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

/// The file formats of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundFormat {
    /// A line for each event, described in `text.rs`.
    Text,
    /// A Standard MIDI File.
    Midi,
    /// Sound, at most ten minutes of it; of more than an hour nothing.
    Wave,
}

impl SoundFormat {
    /// The format that the name of a file asks for by its extension.
    pub fn of(name: &str) -> Result<SoundFormat, String> {
        // Both separators on every system, so that a name means the same format everywhere.
        let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let extension = base.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension.to_ascii_lowercase().as_str() {
            "txt" | "log" => Ok(SoundFormat::Text),
            "mid" | "midi" => Ok(SoundFormat::Midi),
            "wav" => Ok(SoundFormat::Wave),
            _ => {
                let wrong = if extension.is_empty() {
                    format!("`{base}` has no extension that says what to write")
                } else {
                    format!("a sound log cannot be written as `.{extension}`")
                };
                Err(format!("{wrong}: choose .txt (text), .mid (MIDI) or .wav (sound)"))
            }
        }
    }

    /// The bytes of the file, or why there are none.
    pub fn write(self, log: &SoundLog) -> Result<Vec<u8>, String> {
        match self {
            SoundFormat::Text => Ok(text::write(log)),
            SoundFormat::Midi => Ok(midi::write(&tones::of(log))),
            SoundFormat::Wave => wave::write(&tones::of(log)),
        }
    }
}

#[cfg(test)]
mod tests;
