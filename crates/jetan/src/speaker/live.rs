//! Mixing what is played, at the moment it is heard.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};

use cpal::{FromSample, Sample};
use jetan_machine::host::{MidiNote, SoundMode, SoundRequest};
use jetan_sound::PlayedSound;
use jetan_sound::tones::Melody;
use jetan_sound::voice::{Voice, WaveTables};
use jetan_sound::wave::{SAMPLE_RATE_HZ, VOICES_MAX, bend};

/// Samples that are mixed at a time: sounds start and end within a millisecond or two.
const BLOCK_SAMPLES: usize = 32;

/// Everything that sounds now.
pub(super) struct LiveMixer {
    played: Receiver<PlayedSound>,
    /// Becomes true when nothing more can be heard.
    is_over: Arc<AtomicBool>,
    waves: WaveTables,
    voices: Vec<ActiveVoice>,
    melodies: BTreeMap<i32, ActiveMelody>,
    /// Samples mixed so far.
    now: u64,
    block: [f32; BLOCK_SAMPLES],
    /// Samples of the block that were heard.
    used: usize,
    /// The last two samples, and how far it is from the first to the second, as the card may want
    /// more or fewer of them in a second.
    between: [f32; 2],
    part: f32,
}

/// A voice, and the sound it belongs to.
struct ActiveVoice {
    voice: Voice,
    sound: Option<i32>,
}

/// A sound of a pack that is not over.
struct ActiveMelody {
    melody: Melody,
    start: u64,
    /// The tone to be sung next.
    next: usize,
    is_loop: bool,
}

impl LiveMixer {
    pub(super) fn new(played: Receiver<PlayedSound>, is_over: Arc<AtomicBool>) -> LiveMixer {
        LiveMixer {
            played,
            is_over,
            waves: WaveTables::default(),
            voices: Vec::new(),
            melodies: BTreeMap::new(),
            now: 0,
            block: [0.0; BLOCK_SAMPLES],
            used: BLOCK_SAMPLES,
            between: [0.0; 2],
            part: 0.0,
        }
    }

    /// The next samples of a card with some channels, which takes so many in a second.
    pub(super) fn fill<T: Sample + FromSample<f32>>(
        &mut self,
        frames: &mut [T],
        channels: usize,
        rate: u32,
    ) {
        // The card decides its rate, so ours is interpolated.
        let step = SAMPLE_RATE_HZ as f32 / rate.max(1) as f32;
        for frame in frames.chunks_mut(channels.max(1)) {
            self.part += step;
            while self.part >= 1.0 {
                self.part -= 1.0;
                self.between = [self.between[1], self.sample()];
            }
            let [before, after] = self.between;
            frame.fill(T::from_sample(before + (after - before) * self.part));
        }
    }

    fn sample(&mut self) -> f32 {
        if self.used == BLOCK_SAMPLES {
            self.mix();
            self.used = 0;
        }
        self.used += 1;
        bend(self.block[self.used - 1])
    }

    fn mix(&mut self) {
        self.listen();
        self.sing_melodies();
        self.block = [0.0; BLOCK_SAMPLES];
        let (block, waves) = (&mut self.block, &self.waves);
        self.voices.retain_mut(|singing| singing.voice.add_to(block, waves));
        self.now += BLOCK_SAMPLES as u64;
    }

    /// Takes what was played since the last block.
    fn listen(&mut self) {
        loop {
            match self.played.try_recv() {
                Ok(PlayedSound::Note(note)) => self.sing(note, None),
                Ok(PlayedSound::Sound(sound)) => self.play(sound),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    // A loop would never let the sounds come to an end.
                    self.melodies.values_mut().for_each(|playing| playing.is_loop = false);
                    let is_silent = self.voices.is_empty() && self.melodies.is_empty();
                    self.is_over.store(is_silent, Ordering::Relaxed);
                    return;
                }
            }
        }
    }

    /// Starts a sound, from its beginning if it is heard already, or stops it.
    fn play(&mut self, sound: SoundRequest) {
        for singing in self.voices.iter_mut().filter(|singing| singing.sound == Some(sound.id)) {
            // Ends the note but lets it fade: to cut it off would click.
            singing.voice.held = singing.voice.held.min(singing.voice.age);
        }
        self.melodies.remove(&sound.id);
        let is_loop = match sound.mode {
            SoundMode::Once => false,
            SoundMode::Loop => true,
            SoundMode::Stop => return,
        };
        let melody = Melody::of(sound.id);
        self.melodies.insert(sound.id, ActiveMelody { melody, start: self.now, next: 0, is_loop });
    }

    /// Sings the tones of melodies whose time has come.
    fn sing_melodies(&mut self) {
        let now = self.now;
        let mut due = Vec::new();
        self.melodies.retain(|&id, playing| {
            // Several tones may be due within one block.
            while let Some(tone) = playing.melody.tones.get(playing.next)
                && playing.start + samples(tone.at_ms) <= now
            {
                due.push((id, tone.note));
                playing.next += 1;
            }
            let end = playing.start + samples(playing.melody.length_ms);
            let has_ended = playing.next == playing.melody.tones.len() && end <= now;
            if has_ended {
                // From its exact end and not from this block, so that a loop keeps its rhythm.
                playing.next = 0;
                playing.start = end;
            }
            !has_ended || playing.is_loop
        });
        for (id, note) in due {
            self.sing(note, Some(id));
        }
    }

    fn sing(&mut self, note: MidiNote, sound: Option<i32>) {
        if self.voices.len() == VOICES_MAX {
            self.voices.remove(0);
        }
        let held = samples(u64::from(note.duration_ms)) as usize;
        self.voices.push(ActiveVoice { voice: Voice::new(note, held), sound });
    }
}

fn samples(ms: u64) -> u64 {
    ms.saturating_mul(u64::from(SAMPLE_RATE_HZ)) / 1000
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{SyncSender, sync_channel};

    use super::*;

    fn live() -> (SyncSender<PlayedSound>, Arc<AtomicBool>, LiveMixer) {
        let (sender, receiver) = sync_channel(16);
        let is_over = Arc::new(AtomicBool::new(false));
        (sender, Arc::clone(&is_over), LiveMixer::new(receiver, is_over))
    }

    /// The loudest sample of so many milliseconds on a card of two channels at 44,100 Hz.
    fn loudness(live: &mut LiveMixer, ms: usize) -> f32 {
        let mut frames = vec![0.0_f32; 2 * (44_100 * ms / 1000)];
        live.fill(&mut frames, 2, 44_100);
        assert!(frames.chunks(2).all(|pair| pair[0].to_bits() == pair[1].to_bits()));
        frames.iter().fold(0.0, |most, level| most.max(level.abs()))
    }

    fn note(duration_ms: u32) -> PlayedSound {
        PlayedSound::Note(MidiNote { pitch: 60, duration_ms, instrument: 0, volume: 100 })
    }

    fn sound(id: i32, mode: SoundMode) -> PlayedSound {
        PlayedSound::Sound(SoundRequest { id, mode })
    }

    #[test]
    fn a_note_is_heard_as_long_as_it_lasts_and_then_nothing() {
        let (sender, is_over, mut live) = live();
        assert!(loudness(&mut live, 50) < 1e-6, "silence");
        sender.send(note(200)).unwrap();
        assert!(loudness(&mut live, 100) > 0.05);
        assert!(loudness(&mut live, 100) > 0.05);
        loudness(&mut live, 200);
        assert!(loudness(&mut live, 50) < 1e-6, "it has faded");
        assert!(!is_over.load(Ordering::Relaxed), "there may be more");
        drop(sender);
        loudness(&mut live, 10);
        assert!(is_over.load(Ordering::Relaxed));
    }

    #[test]
    fn a_loop_goes_on_until_it_is_stopped_or_the_run_ends() {
        for is_stopped in [true, false] {
            let (sender, is_over, mut live) = live();
            sender.send(sound(0, SoundMode::Loop)).unwrap();
            for _ in 0..20 {
                assert!(loudness(&mut live, 1000) > 0.01);
            }
            if is_stopped {
                sender.send(sound(0, SoundMode::Stop)).unwrap();
                loudness(&mut live, 1000);
                assert!(loudness(&mut live, 1000) < 1e-6);
            }
            drop(sender);
            loudness(&mut live, 30_000);
            assert!(is_over.load(Ordering::Relaxed));
        }
    }

    #[test]
    fn a_crowd_of_notes_stays_within_bounds() {
        let (sender, _, mut live) = live();
        for _ in 0..100 {
            for _ in 0..16 {
                sender.send(note(u32::MAX)).unwrap();
            }
            assert!(loudness(&mut live, 5) <= 1.0);
        }
        assert_eq!(live.voices.len(), VOICES_MAX);
    }
}
