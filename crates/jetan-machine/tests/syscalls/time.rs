//! Time, and notes that take some of it.

use jetan_isa::Reg;
use jetan_machine::host::MidiNote;
use jetan_machine::stop::{ProgramExit, Stop, WaitReason};
use jetan_machine::{Behaviour, StopConditions};

use crate::case::{BOTH, Case};
use crate::engines::ENGINES;
use crate::host::START_MS;

#[test]
fn time_is_two_words() {
    let case = Case::new("time", "sys 30\nmove $s0, $a1\nsys 34\nmove $a0, $s0\nsys 34");
    case.prints(BOTH, "0x89abcdef0x00000167");
}

#[test]
fn sleep_lets_time_pass() {
    let source = "
        li      $a0, 1500
        sys     32
        li      $a0, 0
        sys     32
        sys     30
        sys     34
";
    Case::new("sleep", source).prints(BOTH, "0x89abd3cb");
    // A clock that ticks: 1500 times, and not for a sleep that takes no time.
    let ticking = Case::new("ticking", source).world(|host| host.tick_ms = 1);
    ticking.prints(BOTH, "0x89abd3cb");
}

#[test]
fn negative_times_are_refused() {
    let case = Case::new("negative", "li $a0, -5\nsys 32");
    case.ends(BOTH, "", "negative time -5 (syscall 32)");
}

#[test]
fn waiting_says_for_when() {
    let case = Case::new("sleep", "li $a0, 3\nsys 32\nli $a0, 2\nsys 32");
    for (name, make) in ENGINES {
        let mut host = case.host.clone();
        host.tick_ms = 1;
        let mut machine = case.machine(Behaviour::JETAN);
        let mut stops = Vec::new();
        while machine.count < 6 {
            let stop = make().run(&mut machine, &mut host, &StopConditions::count(6));
            if let Stop::Waiting(WaitReason::Until(at_ms)) = stop {
                host.pass_time(at_ms);
            }
            stops.push(stop);
        }
        let until = |ms| Stop::Waiting(WaitReason::Until(START_MS + ms));
        let first = [until(3), until(3), until(3)];
        let second = [until(5), until(5), Stop::Budget];
        assert_eq!(stops, [first, second].concat(), "{name}");
    }
}

#[test]
fn a_deadline_left_behind_is_nobody_elses() {
    let case = Case::new("sleep", "li $a0, 1000000\nsys 32\nli $a0, 2\nsys 32");
    for (name, make) in ENGINES {
        let mut host = case.host.clone();
        host.tick_ms = 1;
        let mut machine = case.machine(Behaviour::JETAN);
        let mut run = |machine: &mut _| make().run(machine, &mut host, &StopConditions::count(100));
        let until = |ms| Stop::Waiting(WaitReason::Until(START_MS + ms));
        assert_eq!(run(&mut machine), until(1_000_000), "{name}");
        machine.pc += 4;
        assert_eq!(run(&mut machine), until(2), "{name}");
    }
}

const NOTES: &str = "
        li      $a0, 61
        li      $a1, 250
        li      $a2, 127
        li      $a3, 0
        sys     %
        li      $a0, 128
        li      $a1, -1
        li      $a2, -1
        li      $a3, 128
        sys     %
        sys     30
        sys     34
";

fn notes() -> [MidiNote; 2] {
    [
        MidiNote { pitch: 61, duration_ms: 250, instrument: 127, volume: 0 },
        MidiNote { pitch: 60, duration_ms: 1000, instrument: 0, volume: 100 },
    ]
}

#[test]
fn notes_are_played_and_the_program_goes_on() {
    let case = Case::new("notes", &NOTES.replace('%', "31"));
    case.prints(BOTH, "0x89abcdef");
    assert_eq!(case.run(Behaviour::MARS).host.notes, notes());
}

#[test]
fn notes_are_played_once_and_waited_for() {
    for tick_ms in [0, 100] {
        let case = Case::new("notes", &NOTES.replace('%', "33"));
        let case = case.world(|host| host.tick_ms = tick_ms);
        let end = case.run(Behaviour::JETAN);
        assert_eq!(end.host.notes, notes());
        assert_eq!(end.stop, Stop::Exited(ProgramExit::DroppedOff));
        let passed = end.reg(Reg::A0) - START_MS as u32;
        assert!((1250..=1600).contains(&passed), "{passed}");
    }
}
