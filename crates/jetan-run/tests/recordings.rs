//! Recordings that are damaged, made up, or of something else are refused with a reason.

#[path = "../../jetan-machine/tests/common/host.rs"]
mod host;

use std::hash::Hasher;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::Reg;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};
use jetan_machine::stop::WaitReason;
use jetan_machine::{
    Behaviour, Clock, Engine, HostInput, Interpreter, Machine, MachineSettings, Stop,
    StopConditions,
};
use jetan_run::recording::{Recording, RecordingError};
use jetan_run::{
    KeyframePolicy, RunSetup, Session, SessionEvent as RunEvent, SessionHost, SessionPause,
    SlicedJob, Timeline, YieldPoint, at_once,
};

use siphasher::sip128::{Hasher128, SipHasher13};

use host::Script;

const READER: &str = "li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";

fn machine(text: &str) -> Machine {
    let (program, _) = assemble(&SourceSet::single("main.asm", text), &AssemblyOptions::default());
    let image = program.expect("it is a program").image;
    Machine::new(&image, MachineSettings::default(), Behaviour::JETAN).expect("it fits")
}

fn recorded() -> Recording {
    let engine = Box::new(Interpreter::<()>::default());
    let mut timeline = Timeline::new(machine(READER), engine, KeyframePolicy::default());
    let mut host = Script { input: [b"42\n".to_vec()].into(), patience: 2, ..Script::default() };
    loop {
        match timeline.run(&mut host, &StopConditions::count(100)).expect("nothing is replayed") {
            Stop::Waiting(_) => {}
            Stop::Exited(_) => return timeline.recording(&[]),
            other => panic!("{other:?}"),
        }
    }
}

fn play(text: &str, recording: Recording) -> Result<Vec<u8>, RecordingError> {
    let engine = Box::new(Interpreter::<()>::default());
    let keeping = KeyframePolicy::default();
    let played =
        at_once(Timeline::play_back(machine(text), engine, keeping, recording, &YieldPoint::NONE))?;
    Ok(played.output().to_vec())
}

#[test]
fn a_recording_needs_nothing_but_its_program() {
    assert_eq!(play(READER, recorded()), Ok(b"42".to_vec()));
}

#[test]
fn another_program_is_refused() {
    let other = READER.replace("$v0, 1\n", "$v0, 34\n");
    assert_eq!(play(&other, recorded()), Err(RecordingError::OtherProgram));
}

#[test]
fn every_cut_and_every_changed_byte_is_noticed() {
    let bytes = recorded().to_bytes();
    for len in 0..bytes.len() {
        let expected = if len < 8 { RecordingError::NoRecording } else { RecordingError::Damaged };
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
    assert_eq!(refused, RecordingError::Version(9));
    assert_eq!(refused.to_string(), "the recording has version 9, and only 2 to 4 are known here");
}

/// A program that returned from where it began, when that was an error, and what was typed then:
/// recorded by the last version of Jetan in which `main` could not return.
const RETURNS: &str = include_str!("../../../testdata/recordings/returns.asm");
const OLD: [(&[u8], bool); 2] = [
    (include_bytes!("../../../testdata/recordings/version-3.bin"), false),
    (include_bytes!("../../../testdata/recordings/version-3-strict.bin"), true),
];

#[test]
fn old_recordings_end_as_they_ended_then() {
    let image = assemble(&SourceSet::single("main.asm", RETURNS), &AssemblyOptions::default());
    let image = image.0.expect("it is a program").image;
    for (bytes, is_strict) in OLD {
        let recording = Recording::from_bytes(bytes).expect("it is whole");
        let circumstances = recording.circumstances.clone();
        let cannot = Behaviour { main_cannot_return: true, ..Behaviour::JETAN };
        let behaviour = if is_strict { Behaviour::MARS } else { cannot };
        assert_eq!(circumstances.behaviour, behaviour);
        let settings = circumstances.settings;
        let start = || RunSetup::new(settings, behaviour).load(&image).expect("it fits");
        let engine = || Box::new(Interpreter::<()>::default());
        let play = |machine| {
            let (keeping, recording) = (KeyframePolicy::default(), recording.clone());
            at_once(Timeline::play_back(machine, engine(), keeping, recording, &YieldPoint::NONE))
        };
        let played = play(start());
        let mut played = played.expect("it fits its program");
        assert_eq!(played.machine().registers.get(Reg::S0), 42);
        let stop = played.run(&mut Script::default(), &StopConditions::count(100));
        assert!(matches!(stop, Ok(Stop::Faulted { .. })), "{stop:?}");
        // With the behaviour of today it is another machine.
        let today = RunSetup::new(settings, Behaviour::JETAN).load(&image).expect("it fits");
        let refused = play(today);
        assert_eq!(refused.err(), Some(RecordingError::OtherProgram));
    }
}

#[test]
fn a_recording_says_whether_main_could_return() {
    for behaviour in [
        Behaviour::MARS,
        Behaviour::JETAN,
        Behaviour { main_cannot_return: true, ..Behaviour::JETAN },
    ] {
        let mut recording = recorded();
        recording.circumstances.behaviour = behaviour;
        let read = Recording::from_bytes(&recording.to_bytes()).expect("it is whole");
        assert_eq!(read.circumstances.behaviour, behaviour);
    }
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
    fn event(&mut self, _event: OutputEvent<'_>) {}
}

impl HostQueries for Clocked {
    fn now_ms(&mut self) -> i64 {
        self.asked += 1;
        self.asked / 1000
    }

    fn read(&mut self, _max: usize) -> HostAnswer<Vec<u8>> {
        HostAnswer::Wait
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
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

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        None
    }
}

#[test]
fn a_loop_that_asks_for_the_time_is_recorded_in_little_room_and_is_the_same_everywhere() {
    let engine = || Box::new(Interpreter::<()>::default());
    let settings = MachineSettings { clock: Clock::Host, ..MachineSettings::default() };
    let machine = || {
        let (program, _) =
            assemble(&SourceSet::single("main.asm", CLOCKED), &AssemblyOptions::default());
        let image = program.expect("it is a program").image;
        Machine::new(&image, settings, Behaviour::JETAN).expect("it fits")
    };
    let keeping = KeyframePolicy { distance_min: 9973, ..KeyframePolicy::default() };
    let mut timeline = Timeline::new(machine(), engine(), keeping);
    let stop = timeline.run(&mut Clocked::default(), &StopConditions::count(u64::MAX));
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
            Interpreter::<()>::default().run(&mut plain, &mut world, &StopConditions::count(count));
        }
        assert_eq!(timeline.machine().registers, plain.registers, "{count}");
        let stop = timeline.run(&mut Clocked::default(), &StopConditions::count(u64::MAX));
        assert!(matches!(stop, Ok(Stop::Exited(_))), "{stop:?}");
        assert_eq!(timeline.machine().registers.get(Reg::S0), end);
    }
    let bytes = timeline.recording(&[]).to_bytes();
    assert!(bytes.len() < 2000, "{} bytes on disk", bytes.len());
    let recording = Recording::from_bytes(&bytes).expect("it is whole");
    let played =
        at_once(Timeline::play_back(machine(), engine(), keeping, recording, &YieldPoint::NONE));
    assert_eq!(played.map(|played| played.machine().registers.get(Reg::S0)), Ok(end));
}

#[test]
fn an_end_that_is_never_reached_is_a_divergence() {
    for (end, has_ended) in [(1_000_000, true), (1_000_000, false), (3, true), (u64::MAX, true)] {
        let mut recording = recorded();
        (recording.end, recording.has_ended) = (end, has_ended);
        let result = play(READER, recording);
        assert!(
            matches!(result, Err(RecordingError::Diverged(_))),
            "{end} {has_ended}: {result:?}"
        );
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
            let engine = Box::new(Interpreter::<()>::default());
            let machine = machine(READER);
            let play = async |point: YieldPoint| {
                Timeline::play_back(machine, engine, KeyframePolicy::default(), recording, &point)
                    .await
            };
            let result = SlicedJob::new(play).finish(&mut |_| {
                left -= 1;
                left > 0
            });
            played += usize::from(result.is_ok());
        }
    }
    assert!(read > 20 && played < read, "{read} were read, {played} played");
}

impl SessionHost for Script {
    fn event(&mut self, _event: RunEvent<'_>) {}

    fn elapsed_us(&mut self) -> u64 {
        0
    }
}

/// Waits for input twice, sleeps, asks for the time, and takes a key.
const WORLDLY: &str = "li $v0, 5\nsyscall\nli $a0, 50\nli $v0, 32\nsyscall\nli $v0, 30\nsyscall\n\
                       lui $t0, 0xffff\nlw $a0, 4($t0)\nli $v0, 17\nsyscall\n";

#[test]
fn a_session_and_a_timeline_record_a_run_as_the_same_bytes() {
    for clock in [Clock::default(), Clock::Host] {
        let (program, _) =
            assemble(&SourceSet::single("main.asm", WORLDLY), &AssemblyOptions::default());
        let image = program.expect("it is a program").image;
        let setup = RunSetup::new(
            MachineSettings { clock, ..MachineSettings::default() },
            Behaviour::JETAN,
        );
        let start = || setup.load(&image).expect("it fits");
        let world =
            || Script { input: [b"42\n".to_vec()].into(), patience: 2, ..Script::default() };
        let until = StopConditions::count(1000);

        let mut session = Session::new(start(), Box::new(Interpreter::<()>::default()));
        session.record();
        session.inject(HostInput::Key(b'x')).expect("there is memory");
        let mut host = world();
        loop {
            match session.advance(&mut host, &until) {
                SessionPause::Waiting(WaitReason::Until(ms)) => host.pass_time(ms),
                SessionPause::Waiting(_) | SessionPause::Going => {}
                SessionPause::Ended(_) => break,
                SessionPause::Stopped(stop) => panic!("{stop:?}"),
            }
        }
        let count = session.machine().count;
        let recorded = session.log().recording(&start(), &[], count, true).expect("it is short");

        let engine = Box::new(Interpreter::<()>::default());
        let mut timeline = Timeline::new(start(), engine, KeyframePolicy::default());
        timeline.inject(HostInput::Key(b'x')).expect("there is memory");
        let mut host = world();
        loop {
            match timeline.run(&mut host, &until).expect("nothing is replayed") {
                Stop::Waiting(WaitReason::Until(ms)) => host.pass_time(ms),
                Stop::Waiting(_) | Stop::Budget => {}
                Stop::Exited(_) => break,
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(recorded.to_bytes(), timeline.recording(&[]).to_bytes(), "{clock:?}");

        let engine = Box::new(Interpreter::<()>::default());
        let keeping = KeyframePolicy::default();
        let played =
            at_once(Timeline::play_back(start(), engine, keeping, recorded, &YieldPoint::NONE));
        let played = played.expect("it is whole");
        assert_eq!(played.machine().fingerprint(), session.machine().fingerprint());
    }
}
