//! The sound of a single tone: its waveform, and how it swells and fades.

use std::f64::consts::{LN_2, PI};

use jetan_machine::host::MidiNote;

use super::wave::SAMPLE_RATE_HZ;

const WAVE_BITS: u32 = 10;
/// Samples of a period in a table.
const WAVE_SAMPLES: usize = 1 << WAVE_BITS;
/// More partials make a table no better.
const PARTIALS_MAX: usize = 24;
const OCTAVES: usize = 11;
/// Half of what the last bit of a sample stands for, before the gain of the mixer.
const INAUDIBLE_LEVEL: f32 = 3e-5;

/// The frequencies of the pitches 120 to 131 in millihertz; an octave less is half of it.
// Written out in integers: powers computed in floating point may differ from machine to machine.
const TOP_OCTAVE_MHZ: [u64; 12] = [
    8_372_018, 8_869_844, 9_397_273, 9_956_063, 10_548_082, 11_175_303, 11_839_822, 12_543_854,
    13_289_750, 14_080_000, 14_917_240, 15_804_266,
];

/// The strengths of the partials of a tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaveShape {
    /// Round: few partials, quickly weaker.
    Soft,
    /// All partials, as of a string or brass.
    Bright,
    /// Odd partials, as of a reed.
    Hollow,
    /// Octaves and a fifth, as of an organ.
    Pipes,
}

const SHAPES: [WaveShape; 4] =
    [WaveShape::Soft, WaveShape::Bright, WaveShape::Hollow, WaveShape::Pipes];

impl WaveShape {
    /// The strength of a partial; the first is the fundamental.
    fn strength(self, partial: usize) -> f64 {
        let n = partial as f64;
        match self {
            WaveShape::Soft => 1.0 / (n * n * n),
            WaveShape::Bright => 0.6 / n,
            WaveShape::Hollow if partial % 2 == 1 => 0.8 / n,
            WaveShape::Pipes if matches!(partial, 1 | 2 | 3 | 4 | 8) => 0.5 / n.sqrt(),
            WaveShape::Hollow | WaveShape::Pipes => 0.0,
        }
    }
}

/// The sound of an instrument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timbre {
    shape: WaveShape,
    /// The time to reach its full strength.
    attack_ms: u32,
    /// The time to lose half of its strength; 0 if it is sustained.
    half_life_ms: u32,
    /// The time to fade when it is let go.
    pub(crate) release_ms: u32,
}

impl Timbre {
    /// The timbre of an instrument of General MIDI, by the family of eight it belongs to.
    pub(crate) fn of(instrument: u8) -> Timbre {
        let (shape, attack_ms, half_life_ms, release_ms) = match instrument / 8 {
            0 => (WaveShape::Soft, 3, 350, 120),
            1 => (WaveShape::Soft, 1, 180, 200),
            2 => (WaveShape::Pipes, 15, 0, 60),
            3 => (WaveShape::Bright, 2, 250, 80),
            4 => (WaveShape::Soft, 5, 400, 60),
            5 | 6 => (WaveShape::Bright, 60, 0, 150),
            7 => (WaveShape::Bright, 25, 0, 60),
            8 => (WaveShape::Hollow, 20, 0, 50),
            9 => (WaveShape::Soft, 30, 0, 60),
            10 => (WaveShape::Hollow, 3, 0, 20),
            11 | 12 => (WaveShape::Hollow, 120, 0, 300),
            13 => (WaveShape::Bright, 2, 200, 100),
            14 => (WaveShape::Hollow, 1, 60, 50),
            _ => (WaveShape::Soft, 5, 150, 100),
        };
        Timbre { shape, attack_ms, half_life_ms, release_ms }
    }
}

/// A period of each shape, for each octave with the partials that can be heard there: the others
/// would come back as false tones.
pub struct WaveTables {
    tables: Vec<[f32; WAVE_SAMPLES]>,
}

impl Default for WaveTables {
    fn default() -> WaveTables {
        let shapes = SHAPES.iter();
        let tables = shapes.flat_map(|&shape| (0..OCTAVES).map(move |octave| table(shape, octave)));
        WaveTables { tables: tables.collect() }
    }
}

/// A voice that sounds.
pub struct Voice {
    table: usize,
    /// The whole range is a period.
    phase: u32,
    phase_step: u32,
    /// From 0 to 1.
    volume: f32,
    /// The strength that is left after decaying.
    strength: f32,
    decay: f32,
    attack: usize,
    release: usize,
    /// Samples since it started.
    pub age: usize,
    /// The age at which it is let go.
    pub held: usize,
}

impl Voice {
    /// A voice that is let go after some samples.
    pub fn new(note: MidiNote, held: usize) -> Voice {
        let timbre = Timbre::of(note.instrument);
        let pitch = note.pitch.min(127);
        let octave = usize::from(pitch / 12);
        let frequency_mhz = TOP_OCTAVE_MHZ[usize::from(pitch % 12)] >> (OCTAVES - 1 - octave);
        let half_life = samples(timbre.half_life_ms) as f64;
        Voice {
            table: timbre.shape as usize * OCTAVES + octave,
            phase: 0,
            // Fixed point: the phase wraps by itself at the end of a period.
            phase_step: ((frequency_mhz << 32) / (u64::from(SAMPLE_RATE_HZ) * 1000)) as u32,
            volume: f32::from(note.volume.min(127)) / 127.0,
            strength: 1.0,
            // The first two terms of the exponential series, which is all there is to see of it.
            decay: if half_life > 0.0 { (1.0 - LN_2 / half_life) as f32 } else { 1.0 },
            attack: samples(timbre.attack_ms).max(1),
            release: samples(timbre.release_ms).max(1),
            age: 0,
            held,
        }
    }

    /// Adds the next samples; false when it has faded.
    pub fn add_to(&mut self, levels: &mut [f32], waves: &WaveTables) -> bool {
        // What has decayed changes no sample of 16 bits, however long it is held.
        if self.age >= self.attack && self.volume * self.strength < INAUDIBLE_LEVEL {
            return false;
        }
        let wave = &waves.tables[self.table];
        for level in levels {
            let Some(envelope) = self.envelope() else { return false };
            *level += wave[(self.phase >> (32 - WAVE_BITS)) as usize] * envelope;
            self.phase = self.phase.wrapping_add(self.phase_step);
            self.strength *= self.decay;
            self.age += 1;
        }
        true
    }

    /// The strength now; none if it has faded.
    fn envelope(&self) -> Option<f32> {
        let mut envelope = self.volume * self.strength;
        if self.age < self.attack {
            envelope *= self.age as f32 / self.attack as f32;
        }
        if self.age >= self.held {
            let fading = self.age - self.held;
            if fading >= self.release {
                return None;
            }
            envelope *= 1.0 - fading as f32 / self.release as f32;
        }
        Some(envelope)
    }
}

fn samples(ms: u32) -> usize {
    (u64::from(ms) * u64::from(SAMPLE_RATE_HZ) / 1000) as usize
}

fn table(shape: WaveShape, octave: usize) -> [f32; WAVE_SAMPLES] {
    let highest_mhz = TOP_OCTAVE_MHZ[11] >> (OCTAVES - 1 - octave);
    // Half of the sample rate in millihertz, by the highest pitch: partials above it would alias.
    let audible = (u64::from(SAMPLE_RATE_HZ) * 500 / highest_mhz) as usize;
    let mut wave = [0.0; WAVE_SAMPLES];
    for partial in 1..=audible.clamp(1, PARTIALS_MAX) {
        let strength = shape.strength(partial);
        for (index, level) in wave.iter_mut().enumerate() {
            // Reduced in integers, which is exact for any number of periods.
            *level += (strength * sine(index * partial % WAVE_SAMPLES)) as f32;
        }
    }
    wave
}

/// The sine of a part of a period. The library's is not the same on every machine.
fn sine(index: usize) -> f64 {
    const HALF: usize = WAVE_SAMPLES / 2;
    let sign = if index >= HALF { -1.0 } else { 1.0 };
    let within = index % HALF;
    // Up to a quarter, where six terms of the series are exact to the last bits of a sample.
    let x = within.min(HALF - within) as f64 / HALF as f64 * PI;
    let mut term = x;
    let mut sum = x;
    for n in 1..=6_u32 {
        term *= -x * x / f64::from(2 * n * (2 * n + 1));
        sum += term;
    }
    sign * sum
}
