//! From what was played to single tones: the sounds of packs become little melodies of ours.

mod melody;

use std::collections::BTreeMap;

use jetan_machine::host::{MidiNote, SoundMode};

use crate::{PlayedSound, SoundLog, TimedSound};
pub use melody::Melody;

/// A loop in a run of days would have no end of tones.
const TONES_MAX: usize = 1 << 21;

/// A tone, and when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedTone {
    /// Since the run started.
    pub at_ms: u64,
    /// Pitch, length, instrument and volume.
    pub note: MidiNote,
}

impl TimedTone {
    /// The time at which it is let go, in milliseconds since the run started.
    pub fn end_ms(&self) -> u64 {
        self.at_ms.saturating_add(u64::from(self.note.duration_ms))
    }
}

/// All tones of a log, in the order of time.
///
/// A sound has one voice: if it is started while it is heard, it begins again. It stops when it is
/// told to, and a loop at the end of the run.
pub(crate) fn of(log: &SoundLog) -> Vec<TimedTone> {
    let mut tones = Vec::new();
    // Ordered, so that what still sounds at the end is added in the same order everywhere.
    let mut heard: BTreeMap<i32, &TimedSound> = BTreeMap::new();
    for event in &log.events {
        match event.played {
            PlayedSound::Note(note) => push(&mut tones, TimedTone { at_ms: event.at_ms, note }),
            PlayedSound::Sound(sound) => {
                if let Some(before) = heard.remove(&sound.id) {
                    push_melody(&mut tones, before, event.at_ms);
                }
                if sound.mode != SoundMode::Stop {
                    heard.insert(sound.id, event);
                }
            }
        }
    }
    for event in heard.values() {
        let is_loop =
            matches!(event.played, PlayedSound::Sound(sound) if sound.mode == SoundMode::Loop);
        push_melody(&mut tones, event, if is_loop { log.end_ms } else { u64::MAX });
    }
    // Stable, so that simultaneous tones keep their order on every machine.
    tones.sort_by_key(|tone| tone.at_ms);
    tones
}

fn push(tones: &mut Vec<TimedTone>, tone: TimedTone) {
    if tones.len() < TONES_MAX {
        tones.push(tone);
    }
}

/// Adds what is heard of a sound that was started and is over at some time.
fn push_melody(tones: &mut Vec<TimedTone>, started: &TimedSound, over_ms: u64) {
    let PlayedSound::Sound(sound) = started.played else { return };
    let melody = Melody::of(sound.id);
    let mut start_ms = started.at_ms;
    loop {
        for &TimedTone { at_ms, note } in &melody.tones {
            let at_ms = start_ms.saturating_add(at_ms);
            if at_ms >= over_ms {
                continue;
            }
            let left = u32::try_from(over_ms - at_ms).unwrap_or(u32::MAX);
            let duration_ms = note.duration_ms.min(left);
            push(tones, TimedTone { at_ms, note: MidiNote { duration_ms, ..note } });
        }
        start_ms = start_ms.saturating_add(melody.length_ms);
        // Without the bound a loop over days would go on adding nothing.
        if sound.mode == SoundMode::Once || start_ms >= over_ms || tones.len() >= TONES_MAX {
            return;
        }
    }
}
