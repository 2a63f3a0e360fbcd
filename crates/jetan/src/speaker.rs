//! Sound while a program runs: what is played goes through a channel to the sound card.
//!
//! Nothing here waits for the card. A thread opens it with the first sound, because that can take
//! its time; if there is no card, it says so at the end of the run.

#[cfg(target_os = "linux")]
mod hush;
#[cfg(not(target_os = "linux"))]
#[path = "speaker/no_hush.rs"]
mod hush;
mod live;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{Device, ErrorKind, FromSample, SampleFormat, SizedSample, Stream, StreamConfig};
use jetan_sound::PlayedSound;

use live::LiveMixer;

/// Most sounds in the queue; one that is played faster than the card takes it is lost.
const QUEUED_SOUNDS_MAX: usize = 1024;
/// The time that the last sounds of a program are heard after its end.
const FADE_TIME_MAX: Duration = Duration::from_secs(3);
/// Time between two checks of whether they have faded.
const FADE_CHECK_INTERVAL: Duration = Duration::from_millis(10);

const NO_CARD: &str = "there is no sound card";

/// The sound card, once something was played.
#[derive(Default)]
pub(crate) struct Speaker {
    started: Option<SpeakerThread>,
}

struct SpeakerThread {
    played: SyncSender<PlayedSound>,
    thread: JoinHandle<Result<(), String>>,
}

impl Speaker {
    /// Plays something, or is silent if there is no sound card.
    pub(crate) fn play(&mut self, played: PlayedSound) {
        if self.started.is_none() {
            self.started = start();
        }
        if let Some(started) = &self.started {
            // It never waits, and whoever plays too much is not heard.
            let _ = started.played.try_send(played);
        }
    }

    /// Waits until the last sounds have faded, unless `is_hurried`. Returns the reason if no sound
    /// could be played.
    pub(crate) fn finish(&mut self, is_hurried: bool) -> Option<String> {
        let SpeakerThread { played, thread } = self.started.take()?;
        // Closes the channel, which tells the thread that nothing more will come.
        drop(played);
        let wait_start = Instant::now();
        // Polled, because `join` has no timeout.
        while !thread.is_finished() && !is_hurried && wait_start.elapsed() < FADE_TIME_MAX {
            thread::sleep(FADE_CHECK_INTERVAL);
        }
        if !thread.is_finished() {
            return None;
        }
        let why = thread.join().ok()?.err()?;
        Some(format!("sounds are not heard: {why} (--sound-log writes them to a file)"))
    }
}

fn start() -> Option<SpeakerThread> {
    let (sender, receiver) = sync_channel(QUEUED_SOUNDS_MAX);
    let thread = thread::Builder::new().spawn(|| serve(receiver)).ok()?;
    Some(SpeakerThread { played: sender, thread })
}

/// Plays what comes until nothing more can come and all has faded.
fn serve(receiver: Receiver<PlayedSound>) -> Result<(), String> {
    // Before the library is used, which complains on standard error about what it does not find.
    hush::hush();
    let Some(device) = cpal::default_host().default_output_device() else {
        return Err(NO_CARD.to_owned());
    };
    let is_over = Arc::new(AtomicBool::new(false));
    let live = LiveMixer::new(receiver, Arc::clone(&is_over));
    let stream = open(&device, live).map_err(|error| match error.kind() {
        ErrorKind::DeviceNotAvailable => NO_CARD.to_owned(),
        _ => error.to_string(),
    })?;
    // The callback runs on a thread of the library and can only set a flag.
    while !is_over.load(Ordering::Relaxed) {
        thread::sleep(FADE_CHECK_INTERVAL);
    }
    drop(stream);
    Ok(())
}

/// Lets a card play, in the form that it likes best.
fn open(device: &Device, live: LiveMixer) -> Result<Stream, cpal::Error> {
    let config = device.default_output_config()?;
    let format = config.sample_format();
    let config = StreamConfig::from(config);
    let stream = match format {
        SampleFormat::F32 => stream::<f32>(device, config, live)?,
        SampleFormat::I16 => stream::<i16>(device, config, live)?,
        SampleFormat::I32 => stream::<i32>(device, config, live)?,
        SampleFormat::U8 => stream::<u8>(device, config, live)?,
        SampleFormat::U16 => stream::<u16>(device, config, live)?,
        _ => return Err(cpal::Error::new(ErrorKind::UnsupportedConfig)),
    };
    stream.play()?;
    Ok(stream)
}

fn stream<T: SizedSample + FromSample<f32>>(
    device: &Device,
    config: StreamConfig,
    mut live: LiveMixer,
) -> Result<Stream, cpal::Error> {
    let (channels, rate) = (usize::from(config.channels), config.sample_rate);
    device.build_output_stream(
        config,
        move |frames: &mut [T], _: &_| live.fill(frames, channels, rate),
        // A card that stutters goes on by itself, and there is nothing to do about one that has
        // gone.
        |_error| {},
        None,
    )
}
