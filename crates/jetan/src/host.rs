//! The process as the machine's host: standard streams, files, a clock, random seeds.

pub(crate) mod files;
mod input;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jetan_isa::Reg;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, HostAnswer, HostQueries, OpenMode, OutputStream, UnusualValue,
};
use jetan_run::{FrameContent, SessionEvent, SessionHost};
use jetan_sandbox::files::MemoryFiles;
use jetan_sound::{EVENTS_MAX, PlayedSound, SoundFormat, SoundLog};

use crate::files::{name, write_whole};
use crate::speaker::Speaker;
use crate::stage::FrameOutput;

pub(crate) use input::ConsoleInput;

/// Output is kept back until there is this much of it.
const BUFFER_BYTES: usize = 64 << 10;
/// A terminal is to show what was printed at least this often.
const FLUSH_EVERY: Duration = Duration::from_millis(40);

/// The options of the process as a host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostOptions {
    /// Whether notes and sounds are to be heard: a run by a virtual clock is over before anybody
    /// could hear it.
    pub(crate) is_heard: bool,
    /// Most bytes that a program may print and write to files.
    pub(crate) output_bytes_max: Option<u64>,
    /// Whether dialogs are asked on the console.
    pub(crate) dialogs: bool,
    /// Most bytes of all files together, if they exist in memory only.
    pub(crate) file_bytes_max: Option<usize>,
}

/// A sound log on its way to a file.
struct SoundRecording {
    log: SoundLog,
    path: PathBuf,
    format: SoundFormat,
}

impl SoundRecording {
    fn finish(&mut self, at_us: u64) -> Result<(), String> {
        self.log.end_at(ms(at_us));
        let bytes = self.format.write(&self.log);
        let bytes = bytes.map_err(|why| format!("{}: {why}", name(&self.path)))?;
        write_whole(&self.path, &bytes)?;
        // Told after the file was written: what it has is right.
        if self.log.is_cut() {
            let path = name(&self.path);
            return Err(format!("{path}: only the first {EVENTS_MAX} sounds were logged"));
        }
        Ok(())
    }
}

/// The process as a host.
pub(crate) struct ProcessHost {
    options: HostOptions,
    input: ConsoleInput,
    buffer: Vec<u8>,
    printed: u64,
    is_terminal: bool,
    flushed: Instant,
    /// When the run began.
    started: Instant,
    /// The output of frames, if there is one.
    stage: Option<FrameOutput>,
    sounds: Option<SoundRecording>,
    speaker: Speaker,
    notes: Vec<String>,
    /// Errors of writing, a sentence each.
    failures: Vec<String>,
    /// Services that were given an unusual value, and in which register.
    doubts: Vec<(u32, Reg)>,
    closed: bool,
    /// The last byte that was shown.
    last_shown: Option<u8>,
    /// The reason output could not be written, if it could not.
    lost: Option<String>,
    prompted: bool,
    /// The files of a program that must not see real ones.
    files: Option<MemoryFiles>,
}

impl ProcessHost {
    pub(crate) fn new(options: HostOptions, input: ConsoleInput) -> ProcessHost {
        ProcessHost {
            files: options.file_bytes_max.map(MemoryFiles::new),
            options,
            input,
            buffer: Vec::new(),
            printed: 0,
            is_terminal: io::stdout().is_terminal(),
            flushed: Instant::now(),
            started: Instant::now(),
            stage: None,
            sounds: None,
            speaker: Speaker::default(),
            notes: Vec::new(),
            failures: Vec::new(),
            doubts: Vec::new(),
            closed: false,
            last_shown: None,
            lost: None,
            prompted: false,
        }
    }

    /// Sets the output on which the frames of the run are shown.
    pub(crate) fn set_frame_output(&mut self, stage: FrameOutput) {
        self.stage = Some(stage);
    }

    /// Logs what is played, to be written to a file at the end.
    pub(crate) fn log_sounds(&mut self, path: PathBuf, format: SoundFormat) {
        self.sounds = Some(SoundRecording { log: SoundLog::starting_at(0), path, format });
    }

    /// Shows what was shown last again if the terminal has another size now.
    pub(crate) fn follow_size(&mut self, shown: Option<FrameContent<'_>>) {
        if let Some(stage) = &mut self.stage {
            stage.follow_size(shown);
        }
    }

    /// Whether keys are typed into a window.
    pub(crate) fn has_window(&self) -> bool {
        self.stage.as_ref().is_some_and(FrameOutput::has_window)
    }

    /// Remembers something to be said when the run is over.
    pub(crate) fn explain(&mut self, text: Option<String>) {
        self.notes.extend(text);
    }

    /// Notes about the run besides how it ended.
    pub(crate) fn notes(&mut self) -> Vec<String> {
        // Failures stay, because `has_failed` is asked afterwards.
        [std::mem::take(&mut self.notes), self.failures.clone()].concat()
    }

    /// The end of a run, after its last frame: writes the files, puts the terminal back. `shown` is
    /// what there is of bitmap or digits, the time is that of the run's clock.
    pub(crate) fn finish(
        &mut self,
        shown: Option<FrameContent<'_>>,
        at_us: u64,
        interrupted: &AtomicBool,
    ) {
        self.flush();
        let drawn = self.stage.as_mut().map_or(Ok(()), |stage| stage.finish(shown));
        if let Some(stage) = &mut self.stage {
            self.notes.extend(stage.note().map(str::to_owned));
            stage.wait_for_reader(shown, interrupted);
            // What the program printed in the window appears once more on the ordinary screen.
            self.buffer = stage.leave();
        }
        // Without it `flush` writes to standard output again.
        self.stage = None;
        self.flush();
        let heard = self.sounds.as_mut().map_or(Ok(()), |recording| recording.finish(at_us));
        self.failures.extend([drawn.err(), heard.err()].into_iter().flatten());
        self.restore();
        // Last, because it waits until the sounds have faded.
        self.notes.extend(self.speaker.finish(interrupted.load(Ordering::Relaxed)));
    }

    /// Shows that the program waits for something to be typed.
    fn expect_input(&mut self) {
        if let Some(stage) = &mut self.stage {
            stage.expect_input();
        }
    }

    fn hear(&mut self, played: PlayedSound, at_us: u64) {
        if let Some(recording) = &mut self.sounds {
            recording.log.play(ms(at_us), played);
        }
        if self.options.is_heard {
            self.speaker.play(played);
        }
    }

    /// Whether a file could not be written.
    pub(crate) fn has_failed(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Whether the program's files, which exist in memory only, have no more room.
    pub(crate) fn is_store_full(&self) -> bool {
        self.files.as_ref().is_some_and(MemoryFiles::is_full)
    }

    /// Whether the program has printed all it may.
    pub(crate) fn is_full(&self) -> bool {
        self.options.output_bytes_max.is_some_and(|max| self.printed > max)
    }

    /// Whether a report on the same terminal would start in the middle of a line.
    pub(crate) fn is_mid_line(&self) -> bool {
        let is_unfinished = self.last_shown.is_some_and(|byte| byte != b'\n');
        is_unfinished && self.is_terminal && io::stderr().is_terminal()
    }

    /// The reason output was lost, if it was.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Whether nobody reads the output any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Counts output; how much of it there is room for.
    fn admit(&mut self, bytes: usize) -> usize {
        // How far a program comes before somebody sees that it has to stop is a matter of time, so
        // nothing is seen of it.
        if self.is_store_full() {
            return 0;
        }
        let max = self.options.output_bytes_max.unwrap_or(u64::MAX);
        let room = max.saturating_sub(self.printed);
        // Refused bytes count as well: by them it is noticed that the bound was exceeded.
        self.printed = self.printed.saturating_add(bytes as u64);
        bytes.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// Shows what was kept back.
    pub(crate) fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        if let Some(stage) = &mut self.stage
            && stage.take_output(&self.buffer)
        {
            self.buffer.clear();
            self.flushed = Instant::now();
            return;
        }
        let mut out = io::stdout().lock();
        let shown = out.write_all(&self.buffer).and_then(|()| out.flush());
        match shown.err().map(|error| (error.kind(), error)) {
            None => {}
            Some((io::ErrorKind::BrokenPipe, _)) => self.closed = true,
            Some((_, error)) => self.lost = Some(error.to_string()),
        }
        self.last_shown = self.buffer.last().copied();
        self.buffer.clear();
        self.flushed = Instant::now();
    }

    /// Shows what was kept back if a terminal has waited long enough for it.
    pub(crate) fn flush_if_due(&mut self, now: Instant) {
        // Nobody watches a pipe, and fewer and larger writes are cheaper.
        if self.is_terminal && now.saturating_duration_since(self.flushed) >= FLUSH_EVERY {
            self.flush();
        }
    }

    /// Whether there may be keys that need not be waited for: input that nobody types. The program
    /// is then given one whenever it looks for one, so that it does not matter how fast it is.
    pub(crate) fn has_keys_ahead(&self) -> bool {
        self.input.has_keys_ahead()
    }

    /// The next key for the keyboard device, if there is one, after what services of the program
    /// have read ahead.
    pub(crate) fn keyboard(&mut self, read_ahead: &[u8]) -> Option<u8> {
        self.input.unread(read_ahead);
        self.flush_if_due(Instant::now());
        self.input.device_key()
    }

    /// Puts the terminal back as it was.
    pub(crate) fn restore(&mut self) {
        self.flush();
        self.input.restore();
    }

    fn prompt(&mut self, text: &[u8], hint: &str) {
        // Asked again until the line is complete, a question must be printed once only.
        if !self.prompted {
            self.flush();
            let mut err = io::stderr().lock();
            let line = [text, b" ", hint.as_bytes()].concat();
            let _ = err.write_all(&line).and_then(|()| err.flush());
            self.prompted = true;
        }
    }

    fn answer(&mut self, text: &[u8], hint: &str) -> HostAnswer<Option<Vec<u8>>> {
        self.prompt(text, hint);
        let line = self.input.line();
        if line != HostAnswer::Wait {
            self.prompted = false;
        }
        line
    }
}

impl SessionHost for ProcessHost {
    fn event(&mut self, event: SessionEvent<'_>) {
        match event {
            SessionEvent::Output(output, bytes) => self.write(output, bytes),
            // MARS: the display shows the low byte of its register.
            SessionEvent::Character(word) => self.write(OutputStream::Console, &[word as u8]),
            SessionEvent::Note(note, at_us) => self.hear(PlayedSound::Note(note), at_us),
            SessionEvent::Sound(sound, at_us) => self.hear(PlayedSound::Sound(sound), at_us),
            SessionEvent::Frame(frame) => {
                // What was printed before a window opens stays outside of it.
                if self.stage.as_ref().is_some_and(FrameOutput::is_opening) {
                    self.flush();
                }
                if let Some(stage) = &mut self.stage {
                    stage.frame(&frame);
                }
            }
            SessionEvent::Found(config) => self.notes.push(format!(
                "nothing says where the display is, but the program paints at {:#010x}: shown as \
                 if by --bitmap {config}",
                config.base
            )),
            SessionEvent::Unusual(unusual) => self.note_unusual(unusual),
        }
    }

    fn elapsed_us(&mut self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }
}

impl ProcessHost {
    /// Remembers to tell of an unusual value, once for each argument.
    fn note_unusual(&mut self, unusual: UnusualValue<'_>) {
        let UnusualValue { service, argument, value } = unusual;
        let Some((low, high)) = argument.usual else { return };
        let doubt = (service.number, argument.reg);
        if self.doubts.contains(&doubt) {
            return;
        }
        self.doubts.push(doubt);
        self.notes.push(format!(
            "warning: service {} ({}): `{}` in `{}` was {value}, usually it is {low} to {high}",
            service.number, service.name, argument.name, argument.reg
        ));
    }

    fn write(&mut self, output: OutputStream, bytes: &[u8]) {
        let bytes = &bytes[..self.admit(bytes.len())];
        match output {
            OutputStream::Console => {
                self.buffer.extend_from_slice(bytes);
                if self.buffer.len() >= BUFFER_BYTES {
                    self.flush();
                }
            }
            OutputStream::Error => {
                // Keeps both streams in order on one terminal.
                self.flush();
                // There is nobody to tell if standard error is gone.
                let _ = io::stderr().lock().write_all(bytes);
            }
        }
    }
}

impl HostQueries for ProcessHost {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        // A prompt has to be seen before its answer is waited for.
        self.flush();
        self.expect_input();
        let answer = self.input.read(max);
        if let (HostAnswer::Ready(bytes), Some(stage)) = (&answer, &mut self.stage) {
            stage.typed(bytes);
        }
        answer
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        self.flush();
        self.expect_input();
        self.input.key()
    }

    fn asks_on_console(&mut self) -> bool {
        self.options.dialogs
    }

    fn unread(&mut self, bytes: &[u8]) {
        self.input.unread(bytes);
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        match &mut self.files {
            Some(memory) => memory.open(name, mode),
            None => files::open(name, mode),
        }
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        match &self.files {
            Some(memory) => memory.read(name, offset, max),
            None => files::read(name, offset, max),
        }
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        if let Some(memory) = &mut self.files {
            return memory.write(name, offset, bytes);
        }
        let admitted = &bytes[..self.admit(bytes.len())];
        files::write(name, offset, admitted)?;
        // The bound lies within these bytes: the program learns that the write has failed.
        if admitted.len() < bytes.len() { Err(FileError) } else { Ok(()) }
    }

    fn now_ms(&mut self) -> i64 {
        since_1970().as_millis() as i64
    }

    fn seed(&mut self) -> i64 {
        // MARS: generators that nobody has seeded differ from run to run.
        since_1970().as_nanos() as i64
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        if !self.options.dialogs {
            return None;
        }
        Some(match dialog {
            Dialog::Confirm(text) => match self.answer(text, "[y/n/c] ") {
                HostAnswer::Wait => HostAnswer::Wait,
                HostAnswer::Ready(line) => HostAnswer::Ready(confirmation(line.as_deref())),
            },
            Dialog::Input(text) => match self.answer(text, "> ") {
                HostAnswer::Wait => HostAnswer::Wait,
                HostAnswer::Ready(Some(line)) => HostAnswer::Ready(DialogAnswer::Text(line)),
                HostAnswer::Ready(None) => HostAnswer::Ready(DialogAnswer::Cancel),
            },
            Dialog::Message(text, kind) => {
                self.prompt(format_message(text, *kind).as_bytes(), "");
                let _ = io::stderr().lock().write_all(b"\n");
                self.prompted = false;
                HostAnswer::Ready(DialogAnswer::Yes)
            }
        })
    }
}

/// The time on the wall.
pub(crate) fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Microseconds in milliseconds.
fn ms(us: u64) -> i64 {
    i64::try_from(us / 1000).unwrap_or(i64::MAX)
}

fn confirmation(line: Option<&[u8]>) -> DialogAnswer {
    match line.and_then(<[u8]>::first) {
        Some(b'y' | b'Y') => DialogAnswer::Yes,
        Some(b'n' | b'N') => DialogAnswer::No,
        _ => DialogAnswer::Cancel,
    }
}

fn format_message(text: &[u8], kind: i32) -> String {
    let text = String::from_utf8_lossy(text);
    let label = match kind {
        0 => "error: ",
        1 => "info: ",
        2 => "warning: ",
        3 => "question: ",
        _ => "",
    };
    format!("{label}{text}")
}
