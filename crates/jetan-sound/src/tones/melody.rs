//! The melodies of packs' sounds, our own.

use jetan_machine::host::MidiNote;

use super::TimedTone;

// Instruments of General MIDI, counted from 0.
const PIANO: u8 = 0;
const VIBRAPHONE: u8 = 11;
const BASS: u8 = 32;
const TRUMPET: u8 = 56;
const BASSOON: u8 = 70;
const SQUARE: u8 = 80;

/// The tones of a sound, as if it started at 0.
pub struct Melody {
    /// In the order of time; at least one.
    pub tones: Vec<TimedTone>,
    /// After this time it begins again if it is a loop.
    pub length_ms: u64,
}

impl Melody {
    /// The melody of a sound: background music, score gained, score lost, game lost, game won. Any
    /// other number is a short call of two tones that differ from number to number.
    pub fn of(id: i32) -> Melody {
        match id {
            0 => background(),
            1 => line(VIBRAPHONE, 100, 70, &[(76, 1), (83, 3)]),
            2 => line(BASSOON, 100, 110, &[(55, 1), (49, 3)]),
            3 => line(TRUMPET, 90, 180, &[(67, 1), (66, 1), (65, 1), (64, 1), (52, 5)]),
            4 => line(
                TRUMPET,
                100,
                110,
                &[(60, 1), (64, 1), (67, 1), (72, 2), (67, 1), (72, 1), (76, 6)],
            ),
            _ => {
                // Negative numbers have to have a pitch as well.
                let pitch = 60 + id.rem_euclid(24) as u8;
                line(SQUARE, 80, 90, &[(pitch, 1), (pitch + 5, 2)])
            }
        }
    }
}

/// Tones one after the other, each with its length in steps.
fn line(instrument: u8, volume: u8, step_ms: u32, pitches: &[(u8, u32)]) -> Melody {
    let mut tones = Vec::new();
    let mut length_ms = 0;
    for &(pitch, steps) in pitches {
        let duration_ms = steps * step_ms;
        let note = MidiNote { pitch, duration_ms, instrument, volume };
        tones.push(TimedTone { at_ms: length_ms, note });
        length_ms += u64::from(duration_ms);
    }
    Melody { tones, length_ms }
}

/// Eight bars of broken chords over a bass, quiet enough to play above.
fn background() -> Melody {
    const STEP_MS: u32 = 160;
    const STEPS: u32 = 8;
    // The bass tone of each bar, and the three tones that are broken above it.
    const BARS: [(u8, [u8; 3]); 8] = [
        (45, [69, 72, 76]),
        (41, [69, 72, 77]),
        (48, [67, 72, 76]),
        (43, [67, 71, 74]),
        (45, [69, 72, 76]),
        (50, [69, 74, 77]),
        (40, [68, 71, 76]),
        (40, [68, 74, 76]),
    ];
    const ORDER: [usize; STEPS as usize] = [0, 1, 2, 1, 0, 2, 1, 2];
    let mut tones = Vec::new();
    for (bar, &(bass, chord)) in (0_u32..).zip(&BARS) {
        for (step, &of_chord) in (0_u32..).zip(&ORDER) {
            let at_ms = u64::from((bar * STEPS + step) * STEP_MS);
            if step % 4 == 0 {
                let duration_ms = 3 * STEP_MS;
                let note = MidiNote { pitch: bass, duration_ms, instrument: BASS, volume: 70 };
                tones.push(TimedTone { at_ms, note });
            }
            let pitch = chord[of_chord];
            let note = MidiNote { pitch, duration_ms: STEP_MS, instrument: PIANO, volume: 50 };
            tones.push(TimedTone { at_ms, note });
        }
    }
    Melody { tones, length_ms: u64::from(BARS.len() as u32 * STEPS * STEP_MS) }
}
