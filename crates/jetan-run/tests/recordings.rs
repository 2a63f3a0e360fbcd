//! Recordings that are damaged, made up, or of something else are refused with a reason.

#[expect(dead_code, reason = "other tests need more of it")]
#[path = "../../jetan-machine/tests/common/host.rs"]
mod host;

use std::hash::Hasher;

use jetan_asm::{Options, SourceSet, assemble};
use jetan_isa::Reg;
use jetan_machine::host::{
    Answer, Answers, Dialog, DialogAnswer, Event, FileError, Host, OpenMode,
};
use jetan_machine::{Behaviour, Clock, Engine, Interpreter, Machine, Settings, Stop, Until};
use jetan_run::recording::{Recording, Unusable};
use jetan_run::{Keeping, Timeline};

use siphasher::sip128::{Hasher128, SipHasher13};

use host::Script;

const READER: &str = "li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";

fn machine(text: &str) -> Machine {
    let (program, _) = assemble(&SourceSet::single("main.asm", text), &Options::default());
    let image = program.expect("it is a program").image;
    Machine::new(&image, Settings::default(), Behaviour::JETAN).expect("it fits")
}

fn recorded() -> Recording {
    let engine = Box::new(Interpreter::<()>::default());
    let mut timeline = Timeline::new(machine(READER), engine, Keeping::default());
    let mut host = Script { input: [b"42\n".to_vec()].into(), patience: 2, ..Script::default() };
    loop {
        match timeline.run(&mut host, &Until::count(100)).expect("nothing is replayed") {
            Stop::Waiting(_) => {}
            Stop::Exited(_) => return timeline.recording(&[]),
            other => panic!("{other:?}"),
        }
    }
}

fn play(text: &str, recording: Recording) -> Result<Vec<u8>, Unusable> {
    let engine = Box::new(Interpreter::<()>::default());
    let keeping = Keeping::default();
    let played = Timeline::play_back(machine(text), engine, keeping, recording, &mut |_| true)?;
    Ok(played.output().to_vec())
}

#[test]
fn a_recording_needs_nothing_but_its_program() {
    assert_eq!(play(READER, recorded()), Ok(b"42".to_vec()));
}

#[test]
fn another_program_is_refused() {
    let other = READER.replace("$v0, 1\n", "$v0, 34\n");
    assert_eq!(play(&other, recorded()), Err(Unusable::OtherProgram));
}

#[test]
fn every_cut_and_every_changed_byte_is_noticed() {
    let bytes = recorded().to_bytes();
    for len in 0..bytes.len() {
        let expected = if len < 8 { Unusable::NoRecording } else { Unusable::Damaged };
        assert_eq!(Recording::from_bytes(&bytes[..len]), Err(expected), "{len}");
    }
    for idx in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[idx] ^= 0x20;
        assert!(Recording::from_bytes(&changed).is_err(), "{idx}");
    }
}

#[test]
fn a_later_version_is_named() {
    let mut bytes = recorded().to_bytes();
    bytes[8] = 9;
    let refused = Recording::from_bytes(&bytes).unwrap_err();
    assert_eq!(refused, Unusable::Version(9));
    assert_eq!(refused.to_string(), "the recording has version 9, and only 2 to 3 are known here");
}

/// Sums up the time that it is told, again and again.
const CLOCKED: &str = "li $t0, 100000\nloop: li $v0, 30\nsyscall\nadd $s0, $s0, $a0\n\
     addi $t0, $t0, -1\nbnez $t0, loop\n";

/// A world whose clock goes on after every thousand questions.
#[derive(Default)]
struct Clocked {
    asked: i64,
}

impl Host for Clocked {
    fn event(&mut self, _event: Event<'_>) {}
}

impl Answers for Clocked {
    fn now_ms(&mut self) -> i64 {
        self.asked += 1;
        self.asked / 1000
    }

    fn read(&mut self, _max: usize) -> Answer<Vec<u8>> {
        Answer::Wait
    }

    fn read_key(&mut self) -> Option<Answer<Option<u8>>> {
        None
    }

    fn asks_on_console(&mut self) -> bool {
        false
    }

    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, _name: &[u8], _mode: OpenMode) -> Result<(), FileError> {
        Err(FileError)
    }

    fn read_file(&mut self, _: &[u8], _: u64, _: usize) -> Result<Vec<u8>, FileError> {
        Err(FileError)
    }

    fn write_file(&mut self, _: &[u8], _: Option<u64>, _: &[u8]) -> Result<(), FileError> {
        Err(FileError)
    }

    fn seed(&mut self) -> i64 {
        0
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<Answer<DialogAnswer>> {
        None
    }
}

#[test]
fn a_loop_that_asks_for_the_time_is_recorded_in_little_room_and_is_the_same_everywhere() {
    let engine = || Box::new(Interpreter::<()>::default());
    let settings = Settings { clock: Clock::Host, ..Settings::default() };
    let machine = || {
        let (program, _) = assemble(&SourceSet::single("main.asm", CLOCKED), &Options::default());
        let image = program.expect("it is a program").image;
        Machine::new(&image, settings, Behaviour::JETAN).expect("it fits")
    };
    let keeping = Keeping { distance_min: 9973, ..Keeping::default() };
    let mut timeline = Timeline::new(machine(), engine(), keeping);
    let stop = timeline.run(&mut Clocked::default(), &Until::count(u64::MAX));
    assert!(matches!(stop, Ok(Stop::Exited(_))), "{stop:?}");
    assert!(timeline.recorded_bytes() < 10_000, "{} bytes", timeline.recorded_bytes());
    let end = timeline.machine().registers.get(Reg::S0);
    // Anywhere in the middle, and from there to the end once more.
    for count in [3, 77_777, 250_001, 499_999] {
        timeline.go_to(count).expect("it is known");
        let mut plain = machine();
        let mut world = Clocked::default();
        // An engine returns after many services, too.
        while plain.count < count {
            Interpreter::<()>::default().run(&mut plain, &mut world, &Until::count(count));
        }
        assert_eq!(timeline.machine().registers, plain.registers, "{count}");
        let stop = timeline.run(&mut Clocked::default(), &Until::count(u64::MAX));
        assert!(matches!(stop, Ok(Stop::Exited(_))), "{stop:?}");
        assert_eq!(timeline.machine().registers.get(Reg::S0), end);
    }
    let bytes = timeline.recording(&[]).to_bytes();
    assert!(bytes.len() < 2000, "{} bytes on disk", bytes.len());
    let recording = Recording::from_bytes(&bytes).expect("it is whole");
    let played = Timeline::play_back(machine(), engine(), keeping, recording, &mut |_| true);
    assert_eq!(played.map(|played| played.machine().registers.get(Reg::S0)), Ok(end));
}

#[test]
fn an_end_that_is_never_reached_is_a_divergence() {
    for (end, has_ended) in [(1_000_000, true), (1_000_000, false), (3, true), (u64::MAX, true)] {
        let mut recording = recorded();
        (recording.end, recording.has_ended) = (end, has_ended);
        let result = play(READER, recording);
        assert!(matches!(result, Err(Unusable::Diverged(_))), "{end} {has_ended}: {result:?}");
    }
}

/// Recordings that fit their checksum and were made by somebody who wants to do harm.
#[test]
fn made_up_recordings_are_refused_or_played_within_limits() {
    let bytes = recorded().to_bytes();
    let body = bytes.len() - 16;
    let (mut read, mut played) = (0, 0);
    for idx in 9..body {
        for flipped in [1, 0x10, 0x7f, 0x80, 0xff] {
            let mut made_up = bytes[..body].to_vec();
            made_up[idx] ^= flipped;
            let mut hasher = SipHasher13::new();
            hasher.write(&made_up);
            made_up.extend(hasher.finish128().as_u128().to_le_bytes());
            let Ok(recording) = Recording::from_bytes(&made_up) else { continue };
            read += 1;
            let mut left = 100;
            let mut patience = |_| {
                left -= 1;
                left > 0
            };
            let engine = Box::new(Interpreter::<()>::default());
            let machine = machine(READER);
            let result =
                Timeline::play_back(machine, engine, Keeping::default(), recording, &mut patience);
            played += usize::from(result.is_ok());
        }
    }
    assert!(read > 20 && played < read, "{read} were read, {played} played");
}
