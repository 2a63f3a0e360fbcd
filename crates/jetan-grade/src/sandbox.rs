//! The only world a program under test sees: input from memory, output into memory, files in
//! memory, a virtual clock.

use std::collections::BTreeMap;
use std::sync::Arc;

use jetan_machine::device::screen::Screen;
use jetan_machine::host::{Answer, Answers, Dialog, DialogAnswer, FileError, OpenMode, Sound};
use jetan_session::{Content, Event, World};

use crate::limits::{Limit, Limits};

/// How often a program may ask for more input at its end before that counts as a loop.
const ASKS_AT_END_MAX: u32 = 1000;
/// What a refresh or a sound counts of the bytes kept of what a program shows.
const SHOWN_BYTES: usize = 640;

/// What a program is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    /// What is typed on the console.
    pub console: Vec<u8>,
    /// How it arrives.
    pub pace: Pace,
    /// What is typed on the keyboard device, each key once the program looks for one.
    pub keys: Vec<u8>,
    /// The seed of random generators that the program does not seed.
    pub seed: i64,
    /// Whether any file that is read and was never written holds the console input: programs that
    /// read their case from a file have a name for it that we cannot know.
    pub files_hold_input: bool,
}

/// How console input arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// All at once, as from a file.
    #[default]
    Whole,
    /// A line whenever the program asks for one, so that it can be seen what was asked when.
    Lines,
}

/// A refresh of the screen of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What is on it.
    pub screen: Arc<Screen>,
    /// When.
    pub count: u64,
}

/// The world of one run.
pub(crate) struct Sandbox<'a> {
    feed: &'a Feed,
    limits: Limits,
    /// How much of the console input has arrived, and how much was taken.
    arrived: usize,
    pub(crate) taken: usize,
    asks_at_end: u32,
    files: BTreeMap<Vec<u8>, Vec<u8>>,
    file_bytes: usize,
    pub(crate) output: Vec<u8>,
    pub(crate) shown: Vec<Shown>,
    pub(crate) sounds: Vec<Sound>,
    pub(crate) exceeded: Option<Limit>,
}

impl<'a> Sandbox<'a> {
    pub(crate) fn new(feed: &'a Feed, limits: Limits) -> Sandbox<'a> {
        let arrived = match feed.pace {
            Pace::Whole => feed.console.len(),
            Pace::Lines => 0,
        };
        Sandbox {
            feed,
            limits,
            arrived,
            taken: 0,
            asks_at_end: 0,
            files: BTreeMap::new(),
            file_bytes: 0,
            output: Vec::new(),
            shown: Vec::new(),
            sounds: Vec::new(),
            exceeded: None,
        }
    }

    /// Lets the next line arrive.
    pub(crate) fn release_line(&mut self) {
        let rest = &self.feed.console[self.arrived..];
        let line = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1);
        self.arrived += line;
    }

    /// Whether the program asks again and again for input that is not there.
    pub(crate) fn is_starved(&self) -> bool {
        self.asks_at_end > ASKS_AT_END_MAX
    }

    /// Whether the program wanted more input than there was.
    pub(crate) fn has_asked_at_end(&self) -> bool {
        self.asks_at_end > 0
    }

    /// How many refreshes are kept, and how many sounds.
    fn shown_max(&self) -> usize {
        self.limits.picture_bytes / SHOWN_BYTES
    }

    fn exceed(&mut self, limit: Limit) {
        self.exceeded.get_or_insert(limit);
    }

    /// What a file holds: what was written to it, or the input.
    fn contents(&self, name: &[u8]) -> Option<&[u8]> {
        let input = self.feed.files_hold_input.then_some(&self.feed.console);
        self.files.get(name).or(input).map(Vec::as_slice)
    }
}

impl World for Sandbox<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Output(_, bytes) => self.print(bytes),
            Event::Character(word) => self.print(&[word as u8]),
            Event::Frame(frame) => {
                if let Content::Screen(screen) = frame.content {
                    self.show(screen, frame.count);
                }
            }
            Event::Sound(sound, _) => self.hear(sound),
            Event::Note(..) | Event::Found(_) => {}
        }
    }

    fn elapsed_us(&mut self) -> u64 {
        0
    }
}

impl Sandbox<'_> {
    fn print(&mut self, bytes: &[u8]) {
        let room = self.limits.output_bytes - self.output.len();
        if bytes.len() > room {
            self.exceed(Limit::Output);
        }
        self.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn show(&mut self, screen: &Screen, count: u64) {
        if self.shown.len() < self.shown_max() {
            self.shown.push(Shown { screen: Arc::new(screen.clone()), count });
        } else {
            self.exceed(Limit::Pictures);
        }
    }

    fn hear(&mut self, sound: Sound) {
        if self.sounds.len() < self.shown_max() {
            self.sounds.push(sound);
        } else {
            self.exceed(Limit::Pictures);
        }
    }
}

impl Answers for Sandbox<'_> {
    fn read(&mut self, max: usize) -> Answer<Vec<u8>> {
        if self.taken == self.feed.console.len() {
            self.asks_at_end = self.asks_at_end.saturating_add(1);
            return Answer::Ready(Vec::new());
        }
        if self.taken == self.arrived {
            return Answer::Wait;
        }
        let end = self.arrived.min(self.taken.saturating_add(max));
        let bytes = self.feed.console[self.taken..end].to_vec();
        self.taken = end;
        Answer::Ready(bytes)
    }

    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        None
    }

    fn asks_on_console(&mut self) -> bool {
        false
    }

    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        match mode {
            OpenMode::Read => self.contents(name).map(|_| ()).ok_or(FileError),
            OpenMode::Write => {
                let old = self.files.insert(name.to_vec(), Vec::new());
                self.file_bytes -= old.map_or(0, |bytes| bytes.len());
                Ok(())
            }
            OpenMode::Append => {
                self.files.entry(name.to_vec()).or_default();
                Ok(())
            }
        }
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        let bytes = self.contents(name).ok_or(FileError)?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        let end = start.saturating_add(max).min(bytes.len());
        Ok(bytes[start..end].to_vec())
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        let file = self.files.get_mut(name).ok_or(FileError)?;
        let start = match offset {
            None => file.len(),
            Some(offset) => usize::try_from(offset).map_err(|_| FileError)?,
        };
        let end = start.checked_add(bytes.len()).ok_or(FileError)?;
        let growth = end.saturating_sub(file.len());
        if self.file_bytes + growth > self.limits.file_bytes {
            self.exceed(Limit::Files);
            return Err(FileError);
        }
        self.file_bytes += growth;
        if file.len() < end {
            file.resize(end, 0);
        }
        file[start..end].copy_from_slice(bytes);
        Ok(())
    }

    // The clock and the seed are the machine's own.
    fn now_ms(&mut self) -> i64 {
        0
    }

    fn seed(&mut self) -> i64 {
        0
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        None
    }
}
