//! A session as its clients see it: events, pauses, keys by hand and by script, displays, limits.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::path::Path;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_display::bitmap::{self, BitmapConfig};
use jetan_isa::MemoryMap;
use jetan_machine::device::lab::DigitalLab;
use jetan_machine::host::{Dialog, DialogAnswer, FileError, HostAnswer, HostQueries, OpenMode};
use jetan_machine::stop::WaitReason;
use jetan_machine::{
    Behaviour, Clock, Fault, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};
use jetan_run::display::FramePace;
use jetan_run::keys::{self, ScriptPlayer};
use jetan_run::{
    FrameContent, RunEnd, RunLimit, RunSetup, Session, SessionEvent, SessionHost, SessionPause,
};

/// A world that has some input, keeps every event as a line, and whose clock stands still.
#[derive(Default)]
struct Room {
    input: Vec<u8>,
    events: Vec<String>,
    /// What was printed, whatever the pieces.
    printed: Vec<u8>,
    elapsed_us: u64,
}

impl SessionHost for Room {
    fn event(&mut self, event: SessionEvent<'_>) {
        let line = match event {
            SessionEvent::Output(_, bytes) => return self.printed.extend(bytes),
            SessionEvent::Character(word) => format!("character {word:#x}"),
            SessionEvent::Note(note, at_us) => format!("note {} at {at_us}", note.pitch),
            SessionEvent::Sound(sound, at_us) => format!("sound {} at {at_us}", sound.id),
            SessionEvent::Found(config) => format!("found {config}"),
            SessionEvent::Unusual(unusual) => format!("unusual {}", unusual.value),
            SessionEvent::Frame(frame) => {
                let colour = match frame.content {
                    FrameContent::Bitmap(units) => {
                        units.colours.iter().map(|&c| u64::from(c)).sum()
                    }
                    FrameContent::Digits(pixels) | FrameContent::Robot(pixels) => {
                        u64::from(pixels.width)
                    }
                    FrameContent::Screen(screen) => screen.frames,
                };
                format!("frame {} at {} ({}): {colour}", frame.number, frame.at_us, frame.count)
            }
        };
        self.events.push(line);
    }

    fn elapsed_us(&mut self) -> u64 {
        self.elapsed_us
    }
}

impl HostQueries for Room {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        let rest = self.input.split_off(self.input.len().min(max));
        HostAnswer::Ready(std::mem::replace(&mut self.input, rest))
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
    fn now_ms(&mut self) -> i64 {
        1_000_000
    }
    fn seed(&mut self) -> i64 {
        7
    }
    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        None
    }
}

const PRELUDE: &str = "
        .macro  sys %number
        li      $v0, %number
        syscall
        .end_macro
        .eqv    KEY     0xffff0000
";

fn machine_of(source: &str, settings: MachineSettings) -> Machine {
    let sources = SourceSet::single("test.asm", &format!("{PRELUDE}{source}\n"));
    let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let setup = RunSetup { lab: true, ..RunSetup::new(settings, Behaviour::JETAN) };
    setup.load(&program.image).expect("it fits")
}

fn session(source: &str) -> Session<'static> {
    let machine =
        machine_of(source, MachineSettings { seed: Some(3), ..MachineSettings::default() });
    Session::new(machine, Box::new(Interpreter::<()>::default()))
}

fn player(script: &str) -> ScriptPlayer {
    ScriptPlayer::new(keys::parse(script).expect("the script has no mistakes"))
}

/// Runs to the first pause that is not just the end of a slice.
fn run(session: &mut Session<'_>, room: &mut Room, slice: u64) -> SessionPause {
    loop {
        let until = StopConditions::count(session.machine().count.saturating_add(slice));
        match session.advance(room, &until) {
            SessionPause::Going => {}
            pause => return pause,
        }
    }
}

#[test]
fn the_size_of_slices_changes_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs/examples");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is there");
    let (source, script) = (read("snake.asm"), read("snake.keys"));
    let config = bitmap::recognise(&source, &MemoryMap::DEFAULT).expect("it has a display");
    let mut first = None;
    for slice in [u64::MAX, 100_000, 997] {
        let (mut session, mut room) = (session(&source), Room::default());
        session.play_keys(player(&script));
        session.show(Some(config.clone().expect("it is described well")), FramePace::Steady);
        let pause = run(&mut session, &mut room, slice);
        session.finish(&mut room);
        let end = (pause, room.events, room.printed, session.into_machine().fingerprint());
        assert!(end.1.len() > 100, "only {} frames", end.1.len());
        assert_eq!(*first.get_or_insert_with(|| end.clone()), end, "slices of {slice}");
    }
}

#[test]
fn what_is_played_has_a_time() {
    let source = "li $a0, 60\nli $a1, 250\nsys 33\nsys 31\nli $a0, 'x'\nsw $a0, 0xffff000c\n\
                  nop\nnop\nnop\nnop\nnop\nnop\nsys 10";
    let (mut session, mut room) = (session(source), Room::default());
    let pause = run(&mut session, &mut room, u64::MAX);
    assert_eq!(pause, SessionPause::Ended(RunEnd::Exited(None)));
    assert_eq!(room.events, ["note 60 at 0", "note 60 at 250000", "character 0x78"]);
    assert_eq!(session.clock_us(&mut room), 250_000);
}

#[test]
fn only_the_world_lets_its_own_time_pass() {
    let settings = MachineSettings { clock: Clock::Host, ..MachineSettings::default() };
    let machine = machine_of("li $a0, 50\nsys 32\nsys 10", settings);
    let mut session = Session::new(machine, Box::new(Interpreter::<()>::default()));
    let mut room = Room { elapsed_us: 99, ..Room::default() };
    let pause = run(&mut session, &mut room, u64::MAX);
    assert_eq!(pause, SessionPause::Waiting(WaitReason::Until(1_000_050)));
    assert_eq!(session.clock_us(&mut room), 99);
}

#[test]
fn a_script_wakes_a_sleeping_program() {
    // The handler of the keyboard keeps the time at which the key came.
    let source = "
        li      $t0, 2
        sw      $t0, KEY
        li      $a0, 1000
        sys     32
        sys     10
        .ktext  0x80000180
        lw      $k1, 0xffff0004
        sys     30
        move    $s0, $a0
        eret";
    let (mut session, mut room) = (session(source), Room::default());
    session.play_keys(player("wait 40ms; w"));
    run(&mut session, &mut room, u64::MAX);
    let machine = session.into_machine();
    let start = Clock::default().ms(0).expect("it is virtual") as u32;
    let reg = |name| machine.registers.get(jetan_isa::Reg::from_name(name).expect("a register"));
    assert_eq!((reg("$k1"), reg("$s0").wrapping_sub(start)), (u32::from(b'w'), 40));
}

const POLLING: &str = "
wait:   lw      $t0, KEY
        beqz    $t0, wait
        lw      $s0, 0xffff0004
        addu    $s1, $s1, $s0
        bne     $s0, 'q', wait
        sys     10";

/// Reads a key, sleeps, and notes in `$s3` whether another one came while it slept.
const SLEEPING: &str = "
wait:   lw      $t0, KEY
        beqz    $t0, wait
        lw      $s0, 0xffff0004
        li      $a0, 150
        sys     32
        lw      $t0, KEY
        or      $s3, $s3, $t0
        bne     $s0, 'q', wait
        sys     10";

#[test]
fn no_key_is_wanted_by_a_program_that_sleeps_after_it_has_read_one() {
    let (mut session, mut room) = (session(SLEEPING), Room::default());
    let mut keys = b"aq".iter();
    loop {
        let count = session.machine().count + 100;
        let until = StopConditions { count, polls: true, ..StopConditions::default() };
        match session.advance(&mut room, &until) {
            SessionPause::Going if session.wants_key() => {
                // The look at the end is in vain, and a key is wanted then.
                let Some(&key) = keys.next() else { continue };
                session.type_key(key, false).expect("there is room");
            }
            SessionPause::Going => {}
            pause => break assert_eq!(pause, SessionPause::Ended(RunEnd::Exited(None))),
        }
    }
    assert_eq!(session.machine().registers.get(jetan_isa::Reg::S3), 0);
}

#[test]
fn keys_are_wanted_when_the_program_looks_for_them() {
    let (mut session, mut room) = (session(POLLING), Room::default());
    let mut keys = b"abq".iter();
    let pause = loop {
        let count = session.machine().count + 100;
        let until = StopConditions { count, polls: true, ..StopConditions::default() };
        match session.advance(&mut room, &until) {
            SessionPause::Going if session.wants_key() => {
                assert!(!session.wants_key(), "it has not looked again");
                let key = *keys.next().expect("it ends at q");
                session.type_key(key, false).expect("there is room");
            }
            SessionPause::Going => {}
            pause => break pause,
        }
    };
    assert_eq!(pause, SessionPause::Ended(RunEnd::Exited(None)));
    let sum = session.machine().registers.get(jetan_isa::Reg::S1);
    assert_eq!(sum, b"abq".iter().map(|&key| u32::from(key)).sum::<u32>());
}

#[test]
fn digits_press_the_pad_and_release_it() {
    let mut session = session("sys 10");
    let pressed = |session: &Session<'_>| session.machine().lab().and_then(DigitalLab::pressed);
    session.type_key(b'a', true).expect("there is room");
    assert_eq!(pressed(&session), Some(10));
    session.type_key(b'a', true).expect("there is room");
    assert_eq!(pressed(&session), None);
    session.type_key(b'a', false).expect("there is room");
    assert_eq!((pressed(&session), session.machine().has_key()), (None, true));
}

#[test]
fn input_that_was_read_ahead_comes_back() {
    let (mut session, mut room) = (session(&format!("sys 5{POLLING}")), Room::default());
    room.input = b"12\nxyz".to_vec();
    session.advance(&mut room, &StopConditions::count(20));
    assert_eq!(session.hand_back(), Ok(b"xyz".to_vec()));
    assert_eq!(session.hand_back(), Ok(Vec::new()), "it is handed back once");
}

#[test]
fn a_display_that_nobody_described_is_found() {
    let source = "
        li      $t0, 0x10040000
        li      $t1, 0xff00
        li      $t2, 4096
paint:  sw      $t1, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, -1
        bnez    $t2, paint
        sys     10";
    let sources = SourceSet::single("test.asm", &format!("{PRELUDE}{source}\n"));
    let (program, _) = assemble(&sources, &AssemblyOptions::default());
    let setup = RunSetup::new(MachineSettings::default(), Behaviour::JETAN);
    let machine = setup.load(&program.expect("it assembles").image).expect("it fits");
    let mut session = Session::new(machine, Box::new(Interpreter::<()>::default()));
    session.show(None::<BitmapConfig>, FramePace::Steady);
    session.look_for_display();
    let mut room = Room::default();
    run(&mut session, &mut room, u64::MAX);
    session.finish(&mut room);
    assert!(room.events[0].starts_with("found "), "{:?}", room.events);
    assert!(room.events[1].starts_with("frame 1 "), "{:?}", room.events);
}

#[test]
fn a_run_ends_at_its_bounds() {
    let mut room = Room::default();
    let mut endless = session("here: b here");
    endless.count_max = 1234;
    let pause = run(&mut endless, &mut room, 100);
    assert_eq!(pause, SessionPause::Ended(RunEnd::Limit(RunLimit::Instructions)));
    assert_eq!(endless.machine().count, 1234);
    endless.count_max = 2000;
    run(&mut endless, &mut room, 100);
    assert_eq!(endless.machine().count, 2000, "a bound can be moved");

    let hungry = "here: sw $sp, 0($gp)\naddiu $gp, $gp, 4096\nb here";
    let settings = MachineSettings { memory_bytes_max: 64 << 10, ..MachineSettings::default() };
    let machine = machine_of(hungry, settings);
    let mut hungry = Session::new(machine, Box::new(Interpreter::<()>::default()));
    let pause = run(&mut hungry, &mut room, 100);
    assert_eq!(pause, SessionPause::Ended(RunEnd::Limit(RunLimit::Memory)));

    let pause = run(&mut session("lw $t0, 1($zero)"), &mut room, 100);
    let fault = Fault::UnalignedLoad { address: 1, bytes: 4 };
    assert_eq!(pause, SessionPause::Ended(RunEnd::Faulted { fault, pc: 0x0040_0000 }));
}

#[test]
fn a_breakpoint_is_the_callers() {
    let (mut session, mut room) = (session("nop\nhere: nop\nsys 10"), Room::default());
    let breakpoints = std::iter::once(0x0040_0004).collect();
    let mut until = StopConditions { count: 100, breakpoints, ..StopConditions::default() };
    assert_eq!(session.advance(&mut room, &until), SessionPause::Stopped(Stop::Breakpoint));
    until.pass(session.machine());
    let pause = session.advance(&mut room, &until);
    assert_eq!(pause, SessionPause::Ended(RunEnd::Exited(None)));
}

/// The run of `bot.asm`: the robot goes east for a second, then south for 0.8 seconds.
fn robot_run(pace: FramePace, slice: u64) -> (Machine, Room) {
    let path = "../../testdata/tools/programs/bot.asm";
    let source = std::fs::read_to_string(path).expect("it is there");
    let (program, _) =
        assemble(&SourceSet::single("bot.asm", &source), &AssemblyOptions::default());
    let settings = MachineSettings { clock: Clock::Host, ..MachineSettings::default() };
    let setup = RunSetup { bot: true, ..RunSetup::new(settings, Behaviour::JETAN) };
    let machine = setup.load(&program.expect("it has no errors").image).expect("it fits");
    let mut session = Session::new(machine, Box::new(Interpreter::<()>::default()));
    let mut room = Room::default();
    session.show(None, pace);
    assert!(matches!(run(&mut session, &mut room, slice), SessionPause::Ended(_)));
    session.finish(&mut room);
    (session.into_machine(), room)
}

#[test]
fn a_robot_moves_by_the_clock_of_the_run() {
    let (machine, room) = robot_run(FramePace::Steady, u64::MAX);
    let bot = machine.bot().expect("it is connected");
    // MARS's robot comes to 24 or 25, as the times of its threads vary a little.
    assert_eq!(bot.place().words(), (25, 20));
    let words = [0xffff_8030, 0xffff_8040].map(|address| machine.memory.peek_word(address));
    assert_eq!(words, [25, 20], "it has written its place");
    let ends: Vec<_> = bot.track().iter().map(|line| line.to.map(|to| (to.x(), to.y()))).collect();
    assert_eq!(ends, [Some((25.0, 0.0)), Some((25.0, 20.0))]);
    // Each move is a frame, also those while the program sleeps.
    assert_eq!(room.events.len(), 45, "{:?}", room.events);
    assert_eq!(room.events[0], "frame 1 at 40000 (8): 712");
    assert_eq!(room.events[44], "frame 45 at 1800000 (16): 712");
}

#[test]
fn a_robot_goes_the_same_way_however_it_is_watched() {
    let (expected, _) = robot_run(FramePace::Steady, u64::MAX);
    for (pace, slice) in [(FramePace::Steady, 1), (FramePace::OnDemand, 3)] {
        let (machine, _) = robot_run(pace, slice);
        assert!(machine == expected, "{pace:?}, {slice}");
    }
}
