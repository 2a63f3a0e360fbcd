//! A sound log as text.
//!
//! The first line is `# jetan sound log 1`. Then there is a line for each event, in the order of
//! time: milliseconds since the run started, `note` or `sound`, and `name=value` for what belongs
//! to it, always in the same order. The last line is `end` after the time of the run, or, if more
//! was played than is logged, a comment that says so and then `end`. Fields may be added at the end
//! of a line; anything else would be log 2.

use std::fmt::Write;

use jetan_machine::host::SoundMode;

use super::{EVENTS_MAX, PlayedSound, SoundLog, TimedSound};

pub(super) fn write(log: &SoundLog) -> Vec<u8> {
    let mut text = String::from("# jetan sound log 1\n");
    write_lines(&mut text, log).expect("a string takes everything");
    text.into_bytes()
}

fn write_lines(text: &mut String, log: &SoundLog) -> std::fmt::Result {
    for event in &log.events {
        write_event(text, event)?;
    }
    if log.is_cut {
        writeln!(text, "# cut: only the first {EVENTS_MAX} events are logged")?;
    }
    writeln!(text, "{} end", log.end_ms)
}

fn write_event(text: &mut String, event: &TimedSound) -> std::fmt::Result {
    write!(text, "{} ", event.at_ms)?;
    match event.played {
        PlayedSound::Note(note) => writeln!(
            text,
            "note pitch={} duration={} instrument={} volume={}",
            note.pitch, note.duration_ms, note.instrument, note.volume
        ),
        PlayedSound::Sound(sound) => {
            let mode = match sound.mode {
                SoundMode::Once => "once",
                SoundMode::Loop => "loop",
                SoundMode::Stop => "stop",
            };
            writeln!(text, "sound id={} mode={mode}", sound.id)
        }
    }
}
