//! The real world as a machine sees it: standard streams, files, a clock, chance.

mod clock;
mod files;
mod input;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jetan_display::bitmap;
use jetan_machine::Machine;
use jetan_machine::device::screen::Screen;
use jetan_machine::host::{
    Answer, Dialog, DialogAnswer, FileError, Host, Note, OpenMode, Output, Sound,
};

use crate::files::write_whole;
use crate::sound::{EVENTS_MAX, Format, Log, Played, Speaker};
use crate::stage::Stage;

pub(crate) use clock::Clock;
use clock::Time;
pub(crate) use input::Input;

/// Output is kept back until there is this much of it.
const BUFFER_BYTES: usize = 64 << 10;
/// A terminal is to show what was printed at least this often.
const FLUSH_EVERY: Duration = Duration::from_millis(40);

/// What can be chosen about the outside world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) clock: Clock,
    /// The seed of generators that the program does not seed.
    pub(crate) seed: Option<i64>,
    /// How many bytes a program may print and write to files.
    pub(crate) output_bytes_max: Option<u64>,
    /// Whether dialogs are asked on the console.
    pub(crate) dialogs: bool,
}

/// A sound log on its way to a file.
struct Recording {
    log: Log,
    path: PathBuf,
    format: Format,
}

impl Recording {
    fn finish(&mut self, now_ms: i64) -> Result<(), String> {
        self.log.end_at(now_ms);
        write_whole(&self.path, &self.format.write(&self.log))?;
        if self.log.is_cut() {
            let path = self.path.display();
            return Err(format!("{path}: only the first {EVENTS_MAX} sounds were logged"));
        }
        Ok(())
    }
}

/// The process as a host.
pub(crate) struct Process {
    options: Options,
    input: Input,
    buffer: Vec<u8>,
    printed: u64,
    is_terminal: bool,
    flushed: Instant,
    time: Time,
    /// Where screens are shown.
    stage: Option<Stage>,
    sounds: Option<Recording>,
    speaker: Speaker,
    notes: Vec<String>,
    /// What could not be written.
    failures: Vec<String>,
    closed: bool,
    /// The last byte that was shown.
    last_shown: Option<u8>,
    /// Why output could not be written, if it could not.
    lost: Option<String>,
    prompted: bool,
}

impl Process {
    pub(crate) fn new(options: Options, input: Input) -> Process {
        Process {
            options,
            input,
            buffer: Vec::new(),
            printed: 0,
            is_terminal: io::stdout().is_terminal(),
            flushed: Instant::now(),
            time: Time::starting_now(options.clock),
            stage: None,
            sounds: None,
            speaker: Speaker::default(),
            notes: Vec::new(),
            failures: Vec::new(),
            closed: false,
            last_shown: None,
            lost: None,
            prompted: false,
        }
    }

    /// Shows the run there.
    pub(crate) fn put_on_stage(&mut self, stage: Stage) {
        self.stage = Some(stage);
    }

    /// Logs what is played, to be written to a file at the end.
    pub(crate) fn log_sounds(&mut self, path: PathBuf, format: Format) {
        let start_ms = self.now_ms(0);
        self.sounds = Some(Recording { log: Log::starting_at(start_ms), path, format });
    }

    /// Shows what is to be seen by now, if anything has changed since the last frame.
    pub(crate) fn look(&mut self, machine: &mut Machine) {
        let clock_us = self.time.us(machine.count);
        if let Some(stage) = &mut self.stage {
            stage.look(machine, clock_us);
        }
    }

    /// Shows a bitmap display that was found while the program runs, and will say so.
    pub(crate) fn show_bitmap(&mut self, machine: &Machine, config: bitmap::Config) {
        let clock_us = self.time.us(machine.count);
        if let Some(stage) = &mut self.stage {
            stage.show_bitmap(config, clock_us);
            self.notes.push(format!(
                "nothing says where the display is, but the program paints at {:#010x}: shown as \
                 if by --bitmap {config}",
                config.base
            ));
        }
    }

    /// Whether keys are typed into a window.
    pub(crate) fn has_window(&self) -> bool {
        self.stage.as_ref().is_some_and(Stage::has_window)
    }

    /// The count of instructions at which to look next. A real clock is looked at all the time.
    pub(crate) fn next_look(&self, count: u64) -> u64 {
        match &self.stage {
            Some(stage) => self.time.count_at_us(stage.next_look_us(), count),
            None => u64::MAX,
        }
    }

    /// Frames shown so far.
    pub(crate) fn frames(&self) -> u64 {
        self.stage.as_ref().map_or(0, Stage::frames)
    }

    /// The first count at which a virtual clock shows a time; of a real one nothing is known.
    pub(crate) fn count_at_ms(&self, ms: i64, count: u64) -> u64 {
        self.time.count_at_ms(ms, count)
    }

    /// Does not let more time pass at once than up to this moment.
    pub(crate) fn wake_at(&mut self, ms: i64) {
        self.time.wake_at(ms);
    }

    /// Lets a virtual clock go on to the moment that the program waits for, or to an earlier one
    /// at which something else happens; false if only real time can pass.
    pub(crate) fn pass_time(&mut self, machine: &mut Machine, at_ms: i64) -> bool {
        let has_passed = self.time.pass(at_ms, machine.count);
        let clock_us = self.time.us(machine.count);
        if let (Some(stage), true) = (&mut self.stage, has_passed) {
            stage.sleep(machine, clock_us);
        }
        has_passed
    }

    /// Remembers something to be said when the run is over.
    pub(crate) fn explain(&mut self, text: Option<String>) {
        self.notes.extend(text);
    }

    /// What is to be said about the run besides how it ended.
    pub(crate) fn notes(&mut self) -> Vec<String> {
        [std::mem::take(&mut self.notes), self.failures.clone()].concat()
    }

    /// The end of a run: shows the last frame, writes the files, puts the terminal back.
    pub(crate) fn finish(&mut self, machine: &mut Machine, interrupted: &AtomicBool) {
        self.flush();
        let clock_us = self.time.us(machine.count);
        let shown = self.stage.as_mut().map_or(Ok(()), |stage| stage.finish(machine, clock_us));
        if let Some(stage) = &mut self.stage {
            self.notes.extend(stage.complaint().map(str::to_owned));
            stage.wait_for_reader(interrupted);
            self.buffer = stage.leave();
        }
        self.stage = None;
        self.flush();
        let now_ms = self.now_ms(machine.count);
        let heard = self.sounds.as_mut().map_or(Ok(()), |recording| recording.finish(now_ms));
        self.failures.extend([shown.err(), heard.err()].into_iter().flatten());
        self.restore();
        self.notes.extend(self.speaker.finish(interrupted.load(Ordering::Relaxed)));
    }

    /// Shows that the program waits for something to be typed.
    fn expect_input(&mut self) {
        if let Some(stage) = &mut self.stage {
            stage.expect_input();
        }
    }

    fn hear(&mut self, played: Played, count: u64) {
        let now_ms = self.now_ms(count);
        if let Some(recording) = &mut self.sounds {
            recording.log.play(now_ms, played);
        }
        // A run by a virtual clock is over before anybody could hear it.
        if self.options.clock == Clock::Real {
            self.speaker.play(played);
        }
    }

    /// Whether a file could not be written.
    pub(crate) fn has_failed(&self) -> bool {
        !self.failures.is_empty()
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

    /// Why output was lost, if it was.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Whether nobody reads the output any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Counts output; how much of it there is room for.
    fn admit(&mut self, bytes: usize) -> usize {
        let max = self.options.output_bytes_max.unwrap_or(u64::MAX);
        let room = max.saturating_sub(self.printed);
        self.printed = self.printed.saturating_add(bytes as u64);
        bytes.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// Shows what was kept back.
    pub(crate) fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        if let Some(stage) = &mut self.stage
            && stage.prints(&self.buffer)
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
        if self.is_terminal && now.saturating_duration_since(self.flushed) >= FLUSH_EVERY {
            self.flush();
        }
    }

    /// Whether there may be keys that need not be waited for: input that nobody types. The program
    /// is then given one whenever it looks for one, so that it does not matter how fast it is.
    pub(crate) fn has_keys_ahead(&self) -> bool {
        self.input.has_keys_ahead()
    }

    /// The next key for the keyboard device, if there is one.
    pub(crate) fn keyboard(&mut self) -> Option<u8> {
        self.flush_if_due(Instant::now());
        self.input.device_key()
    }

    /// Puts the terminal back as it was.
    pub(crate) fn restore(&mut self) {
        self.flush();
        self.input.restore();
    }

    fn prompt(&mut self, text: &[u8], hint: &str) {
        if !self.prompted {
            self.flush();
            let mut err = io::stderr().lock();
            let line = [text, b" ", hint.as_bytes()].concat();
            let _ = err.write_all(&line).and_then(|()| err.flush());
            self.prompted = true;
        }
    }

    fn answer(&mut self, text: &[u8], hint: &str) -> Answer<Option<Vec<u8>>> {
        self.prompt(text, hint);
        let line = self.input.line();
        if line != Answer::Wait {
            self.prompted = false;
        }
        line
    }
}

impl Host for Process {
    fn write(&mut self, output: Output, bytes: &[u8]) {
        let bytes = &bytes[..self.admit(bytes.len())];
        match output {
            Output::Console => {
                self.buffer.extend_from_slice(bytes);
                if self.buffer.len() >= BUFFER_BYTES {
                    self.flush();
                }
            }
            Output::Error => {
                self.flush();
                // There is nobody to tell if standard error is gone.
                let _ = io::stderr().lock().write_all(bytes);
            }
        }
    }

    fn read(&mut self, max: usize) -> Answer<Vec<u8>> {
        self.flush();
        self.expect_input();
        let answer = self.input.read(max);
        if let (Answer::Ready(bytes), Some(stage)) = (&answer, &mut self.stage) {
            stage.typed(bytes);
        }
        answer
    }

    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        self.flush();
        self.expect_input();
        self.input.key()
    }

    fn asks_on_console(&self) -> bool {
        self.options.dialogs
    }

    fn unread(&mut self, bytes: &[u8]) {
        self.input.unread(bytes);
    }

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        files::open(name, mode)
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        files::read(name, offset, max)
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        let admitted = &bytes[..self.admit(bytes.len())];
        files::write(name, offset, admitted)?;
        if admitted.len() < bytes.len() { Err(FileError) } else { Ok(()) }
    }

    fn now_ms(&mut self, count: u64) -> i64 {
        self.time.ms(count)
    }

    fn has_come(&mut self, at_ms: i64, count: u64) -> bool {
        at_ms <= self.now_ms(count)
    }

    fn seed(&mut self) -> i64 {
        self.options.seed.unwrap_or_else(|| self.time.seed())
    }

    fn dialog(&mut self, dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        if !self.options.dialogs {
            return None;
        }
        Some(match dialog {
            Dialog::Confirm(text) => match self.answer(text, "[y/n/c] ") {
                Answer::Wait => Answer::Wait,
                Answer::Ready(line) => Answer::Ready(confirmation(line.as_deref())),
            },
            Dialog::Input(text) => match self.answer(text, "> ") {
                Answer::Wait => Answer::Wait,
                Answer::Ready(Some(line)) => Answer::Ready(DialogAnswer::Text(line)),
                Answer::Ready(None) => Answer::Ready(DialogAnswer::Cancel),
            },
            Dialog::Message(text, kind) => {
                self.prompt(format_message(text, *kind).as_bytes(), "");
                let _ = io::stderr().lock().write_all(b"\n");
                self.prompted = false;
                Answer::Ready(DialogAnswer::Yes)
            }
        })
    }

    fn play(&mut self, note: Note, count: u64) {
        self.hear(Played::Note(note), count);
    }

    fn sound(&mut self, sound: Sound, count: u64) {
        self.hear(Played::Sound(sound), count);
    }

    fn refresh(&mut self, screen: &Screen, count: u64) {
        let clock_us = self.time.us(count);
        if let Some(stage) = &mut self.stage {
            stage.refresh(screen, clock_us);
        }
    }
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
