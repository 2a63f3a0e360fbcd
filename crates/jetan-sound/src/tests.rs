//! Logs, and that the files made of them can be read back.

use std::fmt::Write;
use std::io::Cursor;

use expect_test::expect;
use jetan_machine::host::{MidiNote, SoundMode, SoundRequest};
use midly::num::u15;
use midly::{MetaMessage, MidiMessage, Smf, Timing, TrackEventKind};

use super::wave::{SAMPLE_RATE_HZ, SECONDS_MAX};
use super::{EVENTS_MAX, PlayedSound, SoundFormat, SoundLog};

/// The virtual clock of a run does not start at 0.
const START_MS: i64 = 1_700_000_000_000;

fn note(pitch: u8, duration_ms: u32, instrument: u8, volume: u8) -> PlayedSound {
    PlayedSound::Note(MidiNote { pitch, duration_ms, instrument, volume })
}

fn sound(id: i32, mode: SoundMode) -> PlayedSound {
    PlayedSound::Sound(SoundRequest { id, mode })
}

/// A log of events at times since the start, and the time of the run.
fn log(events: &[(i64, PlayedSound)], end_ms: i64) -> SoundLog {
    let mut log = SoundLog::starting_at(START_MS);
    for &(at_ms, played) in events {
        log.play(START_MS + at_ms, played);
    }
    log.end_at(START_MS + end_ms);
    log
}

fn text(log: &SoundLog) -> String {
    String::from_utf8(bytes(SoundFormat::Text, log)).expect("text is UTF-8")
}

/// The notes of a MIDI file as `track channel/instrument: start-end pitch volume`.
fn midi(log: &SoundLog) -> String {
    let bytes = bytes(SoundFormat::Midi, log);
    let smf = Smf::parse(&bytes).expect("what was written can be read");
    assert_eq!(smf.header.timing, Timing::Metrical(u15::new(500)));
    let tempo = smf.tracks[0].iter().map(|event| event.kind);
    assert!(tempo.clone().any(|k| k == TrackEventKind::Meta(MetaMessage::Tempo(500_000.into()))));
    let mut said = String::new();
    for (track, events) in smf.tracks.iter().enumerate().skip(1) {
        let (mut now, mut instrument) = (0_u64, None);
        let mut sounding: Vec<(u8, u64, String)> = Vec::new();
        for event in events {
            now += u64::from(event.delta.as_int());
            let TrackEventKind::Midi { channel, message } = event.kind else { continue };
            assert_ne!(channel.as_int(), 9, "drums");
            match message {
                MidiMessage::ProgramChange { program } => instrument = Some(program.as_int()),
                MidiMessage::NoteOn { key, vel } => {
                    let instrument = instrument.expect("an instrument comes before its notes");
                    let how = format!("{key} at {vel} on {channel}/{instrument}");
                    assert!(sounding.iter().all(|&(other, ..)| other != key.as_int()), "{how}");
                    sounding.push((key.as_int(), now, how));
                }
                MidiMessage::NoteOff { key, .. } => {
                    let at = sounding.iter().position(|&(pitch, ..)| pitch == key.as_int());
                    let (_, since, how) = sounding.remove(at.expect("what ends has started"));
                    writeln!(said, "{track}: {since}-{now} {how}")
                        .expect("a string takes everything");
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(sounding.is_empty(), "{sounding:?}");
        let end = events.last().map(|event| event.kind);
        assert_eq!(end, Some(TrackEventKind::Meta(MetaMessage::EndOfTrack)));
    }
    said
}

fn wave(log: &SoundLog) -> Vec<i16> {
    let bytes = bytes(SoundFormat::Wave, log);
    let reader = hound::WavReader::new(Cursor::new(bytes)).expect("what was written can be read");
    let spec = reader.spec();
    assert_eq!((spec.channels, spec.sample_rate, spec.bits_per_sample), (1, SAMPLE_RATE_HZ, 16));
    reader.into_samples().map(|sample| sample.expect("as many as announced")).collect()
}

fn bytes(format: SoundFormat, log: &SoundLog) -> Vec<u8> {
    format.write(log).expect("it is short enough")
}

/// The loudest sample between two times.
fn loudness(wave: &[i16], from_ms: usize, to_ms: usize) -> u16 {
    let index = |ms: usize| (ms * SAMPLE_RATE_HZ as usize / 1000).min(wave.len());
    let heard = &wave[index(from_ms)..index(to_ms)];
    heard.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0)
}

fn game() -> SoundLog {
    log(
        &[
            (0, sound(0, SoundMode::Loop)),
            (250, note(60, 1000, 0, 100)),
            (250, note(64, 500, 40, 127)),
            (900, sound(1, SoundMode::Once)),
            (2000, sound(0, SoundMode::Stop)),
            (2000, sound(4, SoundMode::Once)),
        ],
        3100,
    )
}

#[test]
fn text_has_a_line_for_each_event() {
    expect![[r"
        # jetan sound log 1
        0 sound id=0 mode=loop
        250 note pitch=60 duration=1000 instrument=0 volume=100
        250 note pitch=64 duration=500 instrument=40 volume=127
        900 sound id=1 mode=once
        2000 sound id=0 mode=stop
        2000 sound id=4 mode=once
        3100 end
    "]]
    .assert_eq(&text(&game()));
    assert_eq!(text(&log(&[], 0)), "# jetan sound log 1\n0 end\n");
}

#[test]
fn a_clock_that_is_set_back_stands_still() {
    let log = log(&[(50, note(60, 1, 0, 1)), (-70, note(61, 1, 0, 1))], 20);
    let text = text(&log);
    let times: Vec<_> = text.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(times, ["50", "50", "50"]);
}

#[test]
fn a_log_that_is_full_says_so() {
    let mut log = SoundLog::starting_at(i64::MIN);
    for _ in 0..EVENTS_MAX {
        log.play(i64::MIN, note(60, 1, 0, 1));
    }
    assert!(!log.is_cut());
    log.play(i64::MAX, note(61, 1, 0, 1));
    assert!(log.is_cut());
    let text = text(&log);
    let end = text.lines().skip(1 + EVENTS_MAX).collect::<Vec<_>>().join("\n");
    let cut = "# cut: only the first 1048576 events are logged";
    assert_eq!(end, format!("{cut}\n{} end", i64::MAX));
    assert_eq!(midi(&log), "1: 0-1 60 at 1 on 0/0\n");
}

#[test]
fn formats_are_chosen_by_extension() {
    let cases = [
        ("a.txt", Ok(SoundFormat::Text)),
        ("b.log", Ok(SoundFormat::Text)),
        ("dir.wav/c.mid", Ok(SoundFormat::Midi)),
        ("c.MIDI", Ok(SoundFormat::Midi)),
        ("d.e.wav", Ok(SoundFormat::Wave)),
        ("f.mp3", Err("a sound log cannot be written as `.mp3`")),
        ("dir.wav/g", Err("`g` has no extension that says what to write")),
        ("", Err("`` has no extension that says what to write")),
    ];
    for (name, expected) in cases {
        let choices = "choose .txt (text), .mid (MIDI) or .wav (sound)";
        let expected = expected.map_err(|wrong| format!("{wrong}: {choices}"));
        assert_eq!(SoundFormat::of(name), expected, "{name}");
    }
}

#[test]
fn midi_gives_each_instrument_a_track() {
    let played = [
        (0, note(60, 1000, 0, 100)),
        (10, note(64, 20, 127, 127)),
        (500, note(61, 100, 0, 1)),
        (600, note(62, 0, 0, 1)),
        (700, note(62, 5, 0, 0)),
    ];
    expect![[r"
        1: 500-600 61 at 1 on 0/0
        1: 600-601 62 at 1 on 0/0
        1: 0-1000 60 at 100 on 0/0
        2: 10-30 64 at 127 on 1/127
    "]]
    .assert_eq(&midi(&log(&played, 0)));
}

#[test]
fn midi_tones_of_one_pitch_do_not_end_each_other() {
    let played = [
        (0, note(60, 1000, 0, 100)),
        (400, note(60, 1000, 0, 90)),
        (1400, note(60, 10, 0, 80)),
        (1400, note(60, 20, 0, 70)),
    ];
    expect![[r"
        1: 0-400 60 at 100 on 0/0
        1: 400-1400 60 at 90 on 0/0
        1: 1400-1420 60 at 80 on 0/0
    "]]
    .assert_eq(&midi(&log(&played, 0)));
}

#[test]
fn midi_shares_channels_when_instruments_are_many() {
    let played: Vec<_> = (0..32).map(|n| (i64::from(n) * 10, note(60, 5, n, 100))).collect();
    let said = midi(&log(&played, 0));
    assert_eq!(said.lines().count(), 32);
    for n in 0..32 {
        let tone = format!(": {}-{} 60 at 100 on ", n * 10, n * 10 + 5);
        let line = said.lines().find(|line| line.contains(&tone)).expect("every tone is there");
        assert!(line.ends_with(&format!("/{n}")), "{line}");
    }
}

#[test]
fn values_out_of_range_are_bounded() {
    let played = [(0, note(255, u32::MAX, 255, 255)), (i64::MAX / 4, note(1, 1, 1, 1))];
    let log = log(&played, 0);
    assert_eq!(midi(&log), "1: 0-268435455 127 at 127 on 0/127\n");
    let refusal = SoundFormat::Wave.write(&log).expect_err("it is longer than the universe");
    assert!(refusal.contains("more than 640511947003 hours"), "{refusal}");
}

#[test]
fn a_wave_of_up_to_an_hour_has_ten_minutes_and_one_of_hours_is_refused() {
    let long = log(&[(0, note(60, 3_600_000, 0, 100))], 0);
    assert_eq!(wave(&long).len(), (SAMPLE_RATE_HZ * SECONDS_MAX) as usize);
    let longer = log(&[(0, note(60, 3_600_001, 0, 100))], 0);
    let refusal = SoundFormat::Wave.write(&longer).expect_err("it is too long");
    assert!(refusal.starts_with("the sound would last more than 1 hour, and"), "{refusal}");
}

#[test]
fn many_long_notes_cost_no_more_than_the_file_is_long() {
    // Sixty organ notes, each as long as the file of ten minutes: without a bound, mixing them
    // would take 800 million samples and 13 seconds.
    let played: Vec<(i64, PlayedSound)> =
        (0..60).map(|n| (i64::from(n), note(n, 3_000_000, 19, 127))).collect();
    let log = log(&played, 0);
    let (file, mixed) = super::wave::mixed(&super::tones::of(&log));
    assert_eq!(file, u64::from(SAMPLE_RATE_HZ * SECONDS_MAX));
    assert!(mixed < 20 * file, "{mixed}");
    // The voices that remain once the budget is spent are still heard at the end of the file.
    assert!(loudness(&wave(&log), 590_000, 599_000) > 1000);
    // A piano note fades, so that it is mixed for a small part of the ten minutes only.
    let piano = super::tones::of(&self::log(&[(0, note(60, 3_000_000, 0, 127))], 0));
    let (file, mixed) = super::wave::mixed(&piano);
    assert!(mixed < file / 50, "{mixed} of {file}");
}

#[test]
fn packs_sounds_become_melodies() {
    let played = [
        (0, sound(1, SoundMode::Once)),
        (30, sound(1, SoundMode::Once)),
        (1000, sound(2, SoundMode::Loop)),
        (1600, sound(2, SoundMode::Stop)),
        (2000, sound(-3, SoundMode::Once)),
        (2000, sound(9, SoundMode::Stop)),
        (3000, sound(3, SoundMode::Once)),
        (5000, sound(4, SoundMode::Once)),
        (7000, sound(1, SoundMode::Loop)),
    ];
    expect![[r"
        1: 0-30 76 at 100 on 0/11
        1: 30-100 76 at 100 on 0/11
        1: 100-310 83 at 100 on 0/11
        1: 7000-7070 76 at 100 on 0/11
        1: 7070-7280 83 at 100 on 0/11
        1: 7280-7300 76 at 100 on 0/11
        2: 1000-1110 55 at 100 on 1/70
        2: 1110-1440 49 at 100 on 1/70
        2: 1440-1550 55 at 100 on 1/70
        2: 1550-1600 49 at 100 on 1/70
        3: 2000-2090 81 at 80 on 2/80
        3: 2090-2270 86 at 80 on 2/80
        4: 3000-3180 67 at 90 on 3/56
        4: 3180-3360 66 at 90 on 3/56
        4: 3360-3540 65 at 90 on 3/56
        4: 3540-3720 64 at 90 on 3/56
        4: 3720-4620 52 at 90 on 3/56
        4: 5000-5110 60 at 100 on 3/56
        4: 5110-5220 64 at 100 on 3/56
        4: 5220-5330 67 at 100 on 3/56
        4: 5330-5550 72 at 100 on 3/56
        4: 5550-5660 67 at 100 on 3/56
        4: 5660-5770 72 at 100 on 3/56
        4: 5770-6430 76 at 100 on 3/56
    "]]
    .assert_eq(&midi(&log(&played, 7300)));
}

#[test]
fn background_music_goes_on_until_the_run_ends() {
    let said = midi(&log(&[(100, sound(0, SoundMode::Loop))], 60_000));
    let ends = said.lines().filter_map(|line| line.split([' ', '-']).nth(2)?.parse::<u64>().ok());
    assert_eq!(ends.max(), Some(60_000));
    let forever = log(&[(0, sound(0, SoundMode::Loop))], i64::MAX / 4);
    assert_eq!(midi(&forever).lines().count(), 1 << 21);
}

#[test]
fn a_tone_is_heard_while_it_lasts() {
    let wave = wave(&log(&[(500, note(69, 1000, 16, 127))], 5000));
    assert_eq!(wave.len(), SAMPLE_RATE_HZ as usize * 1560 / 1000);
    assert_eq!(loudness(&wave, 0, 500), 0);
    assert!(loudness(&wave, 550, 1500) > 8000);
    assert!(loudness(&wave, 1555, 1560) < 2000);
    // An A has 440 periods a second.
    let period = strongest_period(
        &wave[SAMPLE_RATE_HZ as usize * 550 / 1000..][..SAMPLE_RATE_HZ as usize / 2],
    );
    assert_eq!(period, (SAMPLE_RATE_HZ / 440) as usize);
}

/// The distance in samples at which a sound is most like itself.
fn strongest_period(wave: &[i16]) -> usize {
    let likeness = |lag: usize| -> i64 {
        wave.iter().zip(&wave[lag..]).map(|(&a, &b)| i64::from(a) * i64::from(b)).sum()
    };
    (20..90).max_by_key(|&lag| likeness(lag)).unwrap_or(0)
}

#[test]
fn every_instrument_and_pitch_can_be_heard() {
    let played: Vec<_> =
        (0..128).map(|n| (i64::from(n) * 500, note(n, 200, 127 - n, 127))).collect();
    let wave = wave(&log(&played, 0));
    for n in 0..128 {
        let loudness = loudness(&wave, n * 500, n * 500 + 250);
        assert!((2000..32_000).contains(&loudness), "{n}: {loudness}");
    }
}

#[test]
fn many_voices_are_limited_and_do_not_overflow() {
    let played: Vec<_> = (0..1000).map(|n| (n / 100, note(60, 300, 80, 127))).collect();
    let wave = wave(&log(&played, 0));
    assert!(loudness(&wave, 0, 300) > 30_000);
}

#[test]
fn silence_is_a_file_without_samples() {
    assert!(wave(&log(&[], 5000)).is_empty());
    assert_eq!(midi(&log(&[], 5000)), "");
}

#[test]
fn the_same_log_gives_the_same_bytes_everywhere() {
    let fingerprint = |format: SoundFormat| {
        let bytes = bytes(format, &game());
        // FNV-1a: enough to notice a difference.
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        format!("{format:?}: {} bytes, {hash:016x}\n", bytes.len())
    };
    let said: String =
        [SoundFormat::Text, SoundFormat::Midi, SoundFormat::Wave].map(fingerprint).concat();
    expect![[r"
        Text: 241 bytes, 57a64c0d832efb78
        Midi: 354 bytes, cdfc13d70dc6c1c9
        Wave: 153952 bytes, 29521e477c027b1b
    "]]
    .assert_eq(&said);
}
