//! Tones as sound: voices mixed to one channel of 16 bits.

use std::io::Cursor;

use hound::{SampleFormat, WavSpec, WavWriter};

use super::tones::TimedTone;
use super::voice::{Timbre, Voice, WaveTables};

/// Samples a second. The highest tone of course programs has a tenth of that.
pub const SAMPLE_RATE_HZ: u32 = 22_050;
/// A file of ten minutes has 26 megabytes.
pub(crate) const SECONDS_MAX: u32 = 600;
/// A program that plays for longer does not mean to be listened to, and ten minutes of it would
/// not be what was asked for.
const LENGTH_REFUSED_MS: u64 = 3_600_000;
/// More at a time are a noise anyway; the oldest one makes room.
pub const VOICES_MAX: usize = 64;
/// Samples of single voices that are mixed with so many voices: ten of them all the time, a second
/// of work. From then on there are [`VOICES_LATE`], so that the length of the file bounds the rest.
const MIXED_SAMPLES_MAX: u64 = 10 * SAMPLE_RATE_HZ as u64 * SECONDS_MAX as u64;
const VOICES_LATE: usize = 8;
/// Samples that are mixed at a time.
const BLOCK_SAMPLES: usize = 1024;
/// The share of the whole range that one voice at full volume has, before limiting.
const GAIN: f32 = 0.4;

const SPEC: WavSpec = WavSpec {
    channels: 1,
    sample_rate: SAMPLE_RATE_HZ,
    bits_per_sample: 16,
    sample_format: SampleFormat::Int,
};

/// The sound from the start of the run until the last tone has faded.
pub(crate) fn write(tones: &[TimedTone]) -> Result<Vec<u8>, String> {
    let end_ms = tones.iter().map(TimedTone::end_ms).max().unwrap_or(0);
    if end_ms > LENGTH_REFUSED_MS {
        let hours = end_ms / LENGTH_REFUSED_MS;
        let plural = if hours == 1 { "" } else { "s" };
        return Err(format!(
            "the sound would last more than {hours} hour{plural}, and a .wav can have ten minutes; \
             .mid and .txt have everything"
        ));
    }
    let mut bytes = Vec::new();
    let mut writer =
        WavWriter::new(Cursor::new(&mut bytes), SPEC).expect("a vector takes everything");
    for block in Mixer::new(tones) {
        for &level in block.levels() {
            writer.write_sample(limit(level)).expect("a vector takes ten minutes");
        }
    }
    writer.finalize().expect("a vector takes everything");
    Ok(bytes)
}

/// Samples of the file, and samples of single voices that are mixed for them.
#[cfg(test)]
pub(crate) fn mixed(tones: &[TimedTone]) -> (u64, u64) {
    let mut mixer = Mixer::new(tones);
    while mixer.next().is_some() {}
    (mixer.end as u64, mixer.mixed)
}

fn limit(level: f32) -> i16 {
    // Rounds towards zero, as every machine does alike.
    (bend(level) * 32_767.0) as i16
}

/// Bends what is too loud instead of cutting it off; the result lies between -1 and 1. Only
/// operations that every machine rounds in the same way are used here and in the voices.
pub fn bend(level: f32) -> f32 {
    let level = level * GAIN;
    level / (1.0 + level.abs())
}

/// A time as a number of samples, ten minutes at most.
fn samples(ms: u64) -> usize {
    let ms = ms.min(u64::from(SECONDS_MAX) * 1000);
    (ms * u64::from(SAMPLE_RATE_HZ) / 1000) as usize
}

/// Some samples, added up.
struct SampleBlock {
    levels: [f32; BLOCK_SAMPLES],
    used: usize,
}

impl SampleBlock {
    fn levels(&self) -> &[f32] {
        &self.levels[..self.used]
    }
}

struct Mixer<'t> {
    waves: WaveTables,
    /// The tones that have not started.
    tones: &'t [TimedTone],
    voices: Vec<Voice>,
    /// Samples of single voices that were mixed.
    mixed: u64,
    now: usize,
    end: usize,
}

impl<'t> Mixer<'t> {
    fn new(tones: &'t [TimedTone]) -> Mixer<'t> {
        // A tone that starts after the end of the file must not make it longer.
        let heard = tones.iter().filter(|tone| samples(tone.at_ms) < samples(u64::MAX));
        let faded_ms = |tone: &TimedTone| tone.end_ms().saturating_add(release_ms(tone));
        let end = heard.map(|tone| samples(faded_ms(tone))).max().unwrap_or(0);
        Mixer { waves: WaveTables::default(), tones, voices: Vec::new(), mixed: 0, now: 0, end }
    }

    fn start_voices(&mut self) {
        let most = if self.mixed < MIXED_SAMPLES_MAX { VOICES_MAX } else { VOICES_LATE };
        // When the budget is spent in the middle of the file, voices beyond the smaller limit go at
        // once.
        let too_many = self.voices.len().saturating_sub(most);
        self.voices.drain(..too_many);
        while let Some((tone, later)) = self.tones.split_first()
            && samples(tone.at_ms) <= self.now
        {
            self.tones = later;
            if self.voices.len() == most {
                self.voices.remove(0);
            }
            let held = samples(tone.end_ms()).saturating_sub(self.now);
            self.voices.push(Voice::new(tone.note, held));
        }
    }
}

fn release_ms(tone: &TimedTone) -> u64 {
    u64::from(Timbre::of(tone.note.instrument).release_ms)
}

impl Iterator for Mixer<'_> {
    type Item = SampleBlock;

    fn next(&mut self) -> Option<SampleBlock> {
        if self.now >= self.end {
            return None;
        }
        self.start_voices();
        // A block ends where the next voice starts.
        let next = self.tones.first().map_or(self.end, |tone| samples(tone.at_ms).min(self.end));
        let mut block = SampleBlock {
            levels: [0.0; BLOCK_SAMPLES],
            used: (next - self.now).min(BLOCK_SAMPLES),
        };
        let levels = &mut block.levels[..block.used];
        let waves = &self.waves;
        self.voices.retain_mut(|voice| voice.add_to(levels, waves));
        self.mixed += (self.voices.len() * block.used) as u64;
        self.now += block.used;
        Some(block)
    }
}
