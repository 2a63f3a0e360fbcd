//! A host that answers nothing and keeps what it is shown.

use jetan_machine::device::screen::PackScreen;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
    SoundRequest,
};

use crate::quiet::NoHost;

/// What was shown and heard.
#[derive(Default)]
pub(crate) struct Witness {
    pub(crate) characters: Vec<u32>,
    pub(crate) screens: Vec<(PackScreen, u64)>,
    pub(crate) sounds: Vec<(SoundRequest, u64)>,
    pub(crate) unusual: Vec<i32>,
}

impl Host for Witness {
    fn event(&mut self, event: OutputEvent<'_>) {
        match event {
            OutputEvent::Character(word, _) => self.characters.push(word),
            OutputEvent::Refresh(screen, count) => self.screens.push((screen.clone(), count)),
            OutputEvent::Sound(sound, count) => self.sounds.push((sound, count)),
            OutputEvent::Unusual(unusual) => self.unusual.push(unusual.value),
            OutputEvent::Output(..) | OutputEvent::Note(..) => {}
        }
    }
}

impl HostQueries for Witness {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        NoHost.read(max)
    }
    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
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
    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        NoHost.dialog(dialog)
    }
}
