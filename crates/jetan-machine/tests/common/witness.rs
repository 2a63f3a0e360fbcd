//! A host that answers nothing and keeps what it is shown.

use jetan_machine::device::screen::Screen;
use jetan_machine::host::{
    Answer, Answers, Dialog, DialogAnswer, Event, FileError, Host, OpenMode, Sound,
};

use crate::quiet::NoHost;

/// What was shown and heard.
#[derive(Default)]
pub(crate) struct Witness {
    pub(crate) characters: Vec<u32>,
    pub(crate) screens: Vec<(Screen, u64)>,
    pub(crate) sounds: Vec<(Sound, u64)>,
    pub(crate) unusual: Vec<i32>,
}

impl Host for Witness {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Character(word, _) => self.characters.push(word),
            Event::Refresh(screen, count) => self.screens.push((screen.clone(), count)),
            Event::Sound(sound, count) => self.sounds.push((sound, count)),
            Event::Unusual(unusual) => self.unusual.push(unusual.value),
            Event::Output(..) | Event::Note(..) => {}
        }
    }
}

impl Answers for Witness {
    fn read(&mut self, max: usize) -> Answer<Vec<u8>> {
        NoHost.read(max)
    }
    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        NoHost.read_key()
    }
    fn asks_on_console(&mut self) -> bool {
        NoHost.asks_on_console()
    }
    fn unread(&mut self, bytes: &[u8]) {
        NoHost.unread(bytes);
    }
    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        NoHost.open(name, mode)
    }
    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        NoHost.read_file(name, offset, max)
    }
    fn write_file(&mut self, name: &[u8], at: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
        NoHost.write_file(name, at, bytes)
    }
    fn now_ms(&mut self) -> i64 {
        NoHost.now_ms()
    }
    fn seed(&mut self) -> i64 {
        NoHost.seed()
    }
    fn dialog(&mut self, dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        NoHost.dialog(dialog)
    }
}
