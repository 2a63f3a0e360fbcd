//! Recording a run and playing it back: what came from outside, in order, is all that is needed to
//! reach any later state from any earlier one.

use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};
use jetan_machine::stop::WaitReason;
use jetan_machine::{Engine, HostInput, Interpreter, Machine, Stop, StopConditions};

/// Something that came from outside, or the moment at which it was waited for.
#[derive(Clone, Debug, PartialEq)]
enum Entry {
    Read(HostAnswer<Vec<u8>>),
    Key(Option<HostAnswer<Option<u8>>>),
    AsksOnConsole(bool),
    Open(Result<(), FileError>),
    ReadFile(Result<Vec<u8>, FileError>),
    WriteFile(Result<(), FileError>),
    Now(i64),
    Seed(i64),
    Dialog(Option<HostAnswer<DialogAnswer>>),
    /// A service could not go on at this count.
    Waited(u64),
    /// An input at this count.
    Input(u64, HostInput),
}

/// A run as what came from outside.
#[derive(Default)]
pub(crate) struct Tape {
    entries: Vec<Entry>,
    /// Whether the program ended by itself or by a fault; otherwise it was left.
    has_ended: bool,
}

/// A host that keeps what another answers.
struct Recorder<'h, H> {
    inner: &'h mut H,
    tape: Tape,
}

impl<H: Host> Recorder<'_, H> {
    fn keep<T: Clone>(&mut self, answer: T, entry: fn(T) -> Entry) -> T {
        self.tape.entries.push(entry(answer.clone()));
        answer
    }
}

impl<H: Host> Host for Recorder<'_, H> {
    fn event(&mut self, event: OutputEvent<'_>) {
        self.inner.event(event);
    }
}

impl<H: Host> HostQueries for Recorder<'_, H> {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        let answer = self.inner.read(max);
        self.keep(answer, Entry::Read)
    }
    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        let answer = self.inner.read_key();
        self.keep(answer, Entry::Key)
    }
    fn asks_on_console(&mut self) -> bool {
        let answer = self.inner.asks_on_console();
        self.keep(answer, Entry::AsksOnConsole)
    }
    fn unread(&mut self, bytes: &[u8]) {
        self.inner.unread(bytes);
    }
    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        let answer = self.inner.open(name, mode);
        self.keep(answer, Entry::Open)
    }
    fn read_file(&mut self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        let answer = self.inner.read_file(name, offset, max);
        self.keep(answer, Entry::ReadFile)
    }
    fn write_file(&mut self, name: &[u8], at: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
        let answer = self.inner.write_file(name, at, bytes);
        self.keep(answer, Entry::WriteFile)
    }
    fn now_ms(&mut self) -> i64 {
        let answer = self.inner.now_ms();
        self.keep(answer, Entry::Now)
    }
    fn seed(&mut self) -> i64 {
        let answer = self.inner.seed();
        self.keep(answer, Entry::Seed)
    }
    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        let answer = self.inner.dialog(dialog);
        self.keep(answer, Entry::Dialog)
    }
}

/// A host that answers from a tape.
struct Player<'t> {
    tape: &'t Tape,
    next: usize,
}

impl Player<'_> {
    fn take(&mut self) -> Entry {
        let entry = self.tape.entries.get(self.next).expect("the tape goes on").clone();
        self.next += 1;
        entry
    }
}

/// The next entry of the tape, which must be of this kind.
macro_rules! answer {
    ($player:ident, $kind:ident) => {
        match $player.take() {
            Entry::$kind(answer) => answer,
            other => panic!("asked for {}, the tape has {other:?}", stringify!($kind)),
        }
    };
}

impl Host for Player<'_> {
    fn event(&mut self, _event: OutputEvent<'_>) {}
}

impl HostQueries for Player<'_> {
    fn read(&mut self, _max: usize) -> HostAnswer<Vec<u8>> {
        answer!(self, Read)
    }
    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        answer!(self, Key)
    }
    fn asks_on_console(&mut self) -> bool {
        answer!(self, AsksOnConsole)
    }
    fn unread(&mut self, _bytes: &[u8]) {}
    fn open(&mut self, _name: &[u8], _mode: OpenMode) -> Result<(), FileError> {
        answer!(self, Open)
    }
    fn read_file(&mut self, _: &[u8], _: u64, _: usize) -> Result<Vec<u8>, FileError> {
        answer!(self, ReadFile)
    }
    fn write_file(&mut self, _: &[u8], _: Option<u64>, _: &[u8]) -> Result<(), FileError> {
        answer!(self, WriteFile)
    }
    fn now_ms(&mut self) -> i64 {
        answer!(self, Now)
    }
    fn seed(&mut self) -> i64 {
        answer!(self, Seed)
    }
    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        answer!(self, Dialog)
    }
}

/// Runs a machine to its end, or until it has executed so many instructions; between two runs
/// `meddle` may see what it waits for and say what happens to it.
pub(crate) fn record<H: Host>(
    machine: &mut Machine,
    host: &mut H,
    count_max: u64,
    slice: u64,
    mut meddle: impl FnMut(&Machine, &mut H, Option<WaitReason>) -> Vec<HostInput>,
) -> Tape {
    let mut engine = Interpreter::<()>::default();
    let mut recorder = Recorder { inner: host, tape: Tape::default() };
    loop {
        let until = StopConditions::count(machine.count.saturating_add(slice).min(count_max));
        let wait = match engine.run(machine, &mut recorder, &until) {
            Stop::Exited(_) | Stop::Faulted { .. } => {
                recorder.tape.has_ended = true;
                return recorder.tape;
            }
            Stop::Budget if machine.count >= count_max => return recorder.tape,
            Stop::Waiting(wait) => {
                recorder.tape.entries.push(Entry::Waited(machine.count));
                Some(wait)
            }
            _ => None,
        };
        for input in meddle(machine, recorder.inner, wait) {
            machine.inject(input).expect("there is room");
            recorder.tape.entries.push(Entry::Input(machine.count, input));
        }
    }
}

/// Plays a tape back on the machine that it began with: from the start, and from snapshots on the
/// way. All must end as the recorded run did.
pub(crate) fn check_replays(start: &Machine, tape: &Tape, end: &Machine, name: &str) {
    let mut machine = start.clone();
    let mut player = Player { tape, next: 0 };
    let last = if tape.has_ended { u64::MAX } else { end.count };
    let mut snapshots = Vec::new();
    let stride = (end.count / 4).max(1);
    let mut wanted = 0;
    play(&mut machine, &mut player, last, stride, |machine, player| {
        if machine.count >= wanted {
            wanted = machine.count + stride;
            snapshots.push((machine.snapshot(), player.next));
        }
    });
    assert_same(&machine, end, &format!("{name}: replayed"));
    for (mut machine, next) in snapshots {
        let mut player = Player { tape, next };
        let from = machine.count;
        play(&mut machine, &mut player, last, u64::MAX, |_, _| {});
        assert_same(&machine, end, &format!("{name}: replayed from {from}"));
    }
}

fn assert_same(machine: &Machine, end: &Machine, name: &str) {
    assert_eq!((machine.count, machine.pc), (end.count, end.pc), "{name}");
    assert!(machine == end, "{name}: the machines differ");
    assert_eq!(machine.fingerprint(), end.fingerprint(), "{name}");
}

fn play(
    machine: &mut Machine,
    player: &mut Player<'_>,
    count_max: u64,
    stride: u64,
    mut look: impl FnMut(&mut Machine, &Player<'_>),
) {
    let mut engine = Interpreter::<()>::default();
    loop {
        let rest = player.tape.entries.get(player.next..).unwrap_or_default();
        let is_control = |entry: &&Entry| matches!(entry, Entry::Waited(_) | Entry::Input(..));
        let control = rest.iter().find(is_control).cloned();
        let is_next = rest.first() == control.as_ref();
        if let Some(Entry::Input(count, input)) = control
            && is_next
            && count == machine.count
        {
            player.next += 1;
            machine.inject(input).expect("there is room");
            continue;
        }
        let target = match control {
            Some(Entry::Waited(count)) => count + 1,
            Some(Entry::Input(count, _)) => count,
            _ => count_max,
        };
        assert!(target >= machine.count, "{control:?} is over at {}", machine.count);
        let until = StopConditions::count(target.min(machine.count.saturating_add(stride)));
        match engine.run(machine, player, &until) {
            Stop::Exited(_) | Stop::Faulted { .. } => return,
            Stop::Waiting(_) => assert_eq!(player.take(), Entry::Waited(machine.count)),
            _ if machine.count >= count_max && control.is_none() => return,
            _ => {}
        }
        look(machine, player);
    }
}
