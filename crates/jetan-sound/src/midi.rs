//! Tones as a Standard MIDI File.
//!
//! A tick is a millisecond. The first track holds the tempo; then each channel has a track, and
//! each instrument a channel, as long as there are channels.

use midly::num::{u4, u7, u15, u24, u28};
use midly::{
    Format, Header, MetaMessage, MidiMessage, Smf, Timing, Track, TrackEvent, TrackEventKind,
};

use super::tones::TimedTone;

/// A quarter note of 500 ticks in 500 ms.
const TICKS_PER_QUARTER: u16 = 500;
const QUARTER_US: u32 = 500_000;
/// The largest distance that a file can hold. Three days: nothing is played later.
const TICKS_MAX: u64 = (1 << 28) - 1;

/// The channels that play melodies; the one left out, which people count as 10, plays drums.
const CHANNELS: [u8; 15] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15];

const VOLUME_OFF: u7 = u7::new(0);

pub(super) fn write(tones: &[TimedTone]) -> Vec<u8> {
    let mut channels: Vec<MidiChannel> = Vec::new();
    let mut channel_of = [None; 128];
    let mut instruments = 0;
    // In MIDI a note that is struck with volume 0 is the end of one.
    for tone in tones.iter().filter(|tone| tone.at_ms < TICKS_MAX && tone.note.volume > 0) {
        let instrument = tone.note.instrument.min(127);
        let index = *channel_of[usize::from(instrument)].get_or_insert_with(|| {
            instruments += 1;
            // Instruments beyond the fifteenth share channels; `play` changes the program between
            // them.
            (instruments - 1) % CHANNELS.len()
        });
        if index == channels.len() {
            channels.push(MidiChannel::new(CHANNELS[index]));
        }
        channels[index].play(tone, instrument);
    }
    let mut smf =
        Smf::new(Header::new(Format::Parallel, Timing::Metrical(u15::new(TICKS_PER_QUARTER))));
    smf.tracks.push(tempo_track());
    smf.tracks.extend(channels.into_iter().map(MidiChannel::into_track));
    let mut bytes = Vec::new();
    smf.write_std(&mut bytes).expect("a vector takes everything, and there are 16 tracks at most");
    bytes
}

fn tempo_track() -> Track<'static> {
    let tempo = TrackEventKind::Meta(MetaMessage::Tempo(u24::new(QUARTER_US)));
    vec![after(0, tempo), after(0, TrackEventKind::Meta(MetaMessage::EndOfTrack))]
}

fn after(ticks: u64, kind: TrackEventKind<'static>) -> TrackEvent<'static> {
    TrackEvent { delta: u28::new(ticks.min(TICKS_MAX) as u32), kind }
}

/// The kind of a note event, in the order in which simultaneous ones must stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NoteEdge {
    Off,
    On,
}

/// A channel and its messages.
struct MidiChannel {
    number: u8,
    instrument: Option<u8>,
    messages: Vec<(u64, NoteEdge, MidiMessage)>,
    /// For each pitch that sounds, since when and until when.
    sounding: [Option<(u64, u64)>; 128],
}

impl MidiChannel {
    fn new(number: u8) -> MidiChannel {
        MidiChannel { number, instrument: None, messages: Vec::new(), sounding: [None; 128] }
    }

    /// Plays a tone, which starts no earlier than the one before.
    fn play(&mut self, tone: &TimedTone, instrument: u8) {
        let start = tone.at_ms;
        // At least a tick long: ends sort before starts, so an empty tone would end before it
        // starts.
        let end = tone.end_ms().clamp(start + 1, TICKS_MAX);
        let pitch = tone.note.pitch.min(127);
        if let Some((since, until)) = self.sounding[usize::from(pitch)] {
            if since == start {
                // Struck twice at once, it is one tone, as long as the longer one.
                self.sounding[usize::from(pitch)] = Some((since, until.max(end)));
                return;
            }
            // Otherwise the end of the older tone would end the newer one.
            self.push_message(until.min(start), NoteEdge::Off, note_off(pitch));
        }
        if self.instrument != Some(instrument) {
            self.instrument = Some(instrument);
            let program = u7::new(instrument);
            // As `On`: after the ends of older tones and, since the sort is stable, before the tone
            // itself.
            self.push_message(start, NoteEdge::On, MidiMessage::ProgramChange { program });
        }
        let key = u7::new(pitch);
        let vel = u7::new(tone.note.volume.min(127));
        self.push_message(start, NoteEdge::On, MidiMessage::NoteOn { key, vel });
        self.sounding[usize::from(pitch)] = Some((start, end));
    }

    fn push_message(&mut self, at: u64, turn: NoteEdge, message: MidiMessage) {
        self.messages.push((at, turn, message));
    }

    fn into_track(mut self) -> Track<'static> {
        for pitch in 0..128_u8 {
            if let Some((_, until)) = self.sounding[usize::from(pitch)] {
                self.push_message(until, NoteEdge::Off, note_off(pitch));
            }
        }
        self.messages.sort_by_key(|&(at, turn, _)| (at, turn));
        let mut track = Track::new();
        let mut now = 0;
        for (at, _, message) in self.messages {
            let channel = u4::new(self.number);
            track.push(after(at - now, TrackEventKind::Midi { channel, message }));
            now = at;
        }
        track.push(after(0, TrackEventKind::Meta(MetaMessage::EndOfTrack)));
        track
    }
}

fn note_off(pitch: u8) -> MidiMessage {
    MidiMessage::NoteOff { key: u7::new(pitch), vel: VOLUME_OFF }
}
