//! The only world a program under test sees: input from memory, output into memory, files in
//! memory, a virtual clock.

use std::sync::Arc;

use jetan_machine::device::screen::Screen;
use jetan_machine::host::{Answer, Answers, Dialog, DialogAnswer, FileError, OpenMode, Sound};
use jetan_run::{Content, Event, World};

use crate::account::Account;
use crate::files::Files;
use crate::limits::{Limit, Limits};

/// How often a program may ask for more input at its end before that counts as a loop.
const ASKS_AT_END_MAX: u32 = 1000;

/// What a sound counts: whoever reports it needs more than the sound itself.
const SOUND_BYTES: usize = 64;

/// What a program is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    /// What is typed on the console.
    pub console: Vec<u8>,
    /// Whether input is there at once or a line at a time.
    pub pace: Pace,
    /// What is typed on the keyboard device, each key once the program looks for one.
    pub keys: Vec<u8>,
    /// The seed of random generators that the program does not seed; that of the case if none.
    pub seed: Option<i64>,
    /// Whether any file that is read and was never written holds the console input: programs that
    /// read their case from a file have a name for it that we cannot know.
    pub files_hold_input: bool,
    /// Files that are there when it starts: name and contents.
    pub files: Vec<(String, Vec<u8>)>,
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
    /// The instruction count at which it was.
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
    pub(crate) files: Files,
    pub(crate) output: Vec<u8>,
    pub(crate) shown: Vec<Shown>,
    pub(crate) sounds: Vec<Sound>,
    /// Everything that is kept for the run.
    pub(crate) account: Account,
}

impl<'a> Sandbox<'a> {
    pub(crate) fn new(feed: &'a Feed, limits: Limits) -> Sandbox<'a> {
        let arrived = match feed.pace {
            Pace::Whole => feed.console.len(),
            Pace::Lines => 0,
        };
        let mut account = Account::new(limits.kept_bytes);
        let mut files = Files::new(limits.file_bytes);
        for (name, bytes) in &feed.files {
            // What has no room is noted in the account.
            let _ = files.open(name.as_bytes(), OpenMode::Write, None, &mut account);
            let _ = files.write(name.as_bytes(), None, bytes, &mut account);
        }
        Sandbox {
            feed,
            limits,
            arrived,
            taken: 0,
            asks_at_end: 0,
            files,
            output: Vec::new(),
            shown: Vec::new(),
            sounds: Vec::new(),
            account,
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

    /// What a file holds that was never written.
    fn unwritten(&self) -> Option<&'a [u8]> {
        self.feed.files_hold_input.then_some(&self.feed.console)
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
            Event::Note(..) | Event::Found(_) | Event::Unusual(_) => {}
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
            self.account.exceed(Limit::Output);
        }
        let bytes = &bytes[..bytes.len().min(room)];
        if self.account.keep(bytes.len(), Limit::Output) {
            self.output.extend_from_slice(bytes);
        }
    }

    fn show(&mut self, screen: &Screen, count: u64) {
        if self.account.keep(size_of::<Shown>() + screen.kept_bytes(), Limit::Pictures) {
            self.shown.push(Shown { screen: Arc::new(screen.clone()), count });
        }
    }

    fn hear(&mut self, sound: Sound) {
        if self.account.keep(SOUND_BYTES, Limit::Pictures) {
            self.sounds.push(sound);
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
        let unwritten = self.unwritten();
        self.files.open(name, mode, unwritten, &mut self.account)
    }

    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        self.files.read(name, (offset, max), self.unwritten())
    }

    fn write_file(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        self.files.write(name, offset, bytes, &mut self.account)
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
