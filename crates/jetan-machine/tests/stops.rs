//! Stops keep their word: however a run is cut into slices, a breakpoint is reported exactly as
//! often as its instruction is about to be executed, and nothing else changes.

#[path = "common/engines.rs"]
mod engines;
mod reference {
    pub(crate) mod host;
}

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::{Image, MemoryMap, Segment, SegmentKind};
use jetan_machine::stop::{ProgramExit, RunPoint};
use jetan_machine::{
    Behaviour, Breakpoints, Engine, HostInput, Machine, MachineSettings, Stop, StopConditions,
};

use engines::ENGINES;
use reference::host::NoHost;

/// Prints, looks for keys, counts with the lab, takes interrupts and exceptions, and ends.
const PROGRAM: &str = "
        li      $t0, 0xffff0000
        li      $t1, 2
        sw      $t1, 0($t0)             # keys interrupt
        sb      $t1, 0x13($t0)          # so does the counter
        nop                             # and never right before `teq`, which raises by itself
        li      $s0, 6
again:  lw      $t2, 0($t0)             # looks for a key
        lw      $t3, 4($t0)
        li      $a0, '*'
        li      $v0, 11
        syscall
        sw      $a0, 12($t0)            # the display takes its time
        teq     $zero, $zero
        jal     twice
        addiu   $s0, $s0, -1
        bnez    $s0, again
        li      $v0, 10
        syscall
twice:  addu    $s1, $s1, $s1
        addiu   $s1, $s1, 1
        jr      $ra
        .ktext  0x80000180
        addiu   $k1, $k1, 1
        mfc0    $k0, $13
        andi    $k0, $k0, 0x7c
        beqz    $k0, back               # an interrupt: the instruction is still to be done
        mfc0    $k0, $14
        addiu   $k0, $k0, 4
        mtc0    $k0, $14
back:   eret
";

fn machine() -> Machine {
    let sources = SourceSet::single("test.asm", PROGRAM);
    let image = assemble(&sources, &AssemblyOptions::default()).0.expect("it assembles").image;
    let mut machine =
        Machine::new(&image, MachineSettings::default(), Behaviour::JETAN).expect("it fits");
    machine.connect_terminal().expect("there is room");
    machine.connect_lab();
    machine.inject(HostInput::Key(b'k')).expect("there is room");
    machine
}

/// Where the program is before every instruction, and how it ends, found an instruction at a time.
fn path(engine: &mut dyn Engine) -> (Vec<RunPoint>, Machine) {
    let mut machine = machine();
    let mut path = vec![machine.point()];
    loop {
        let until = StopConditions::count(machine.count + 1);
        match engine.run(&mut machine, &mut NoHost, &until) {
            Stop::Budget => path.push(machine.point()),
            stop => {
                assert_eq!(stop, Stop::Exited(ProgramExit::Exit));
                return (path, machine);
            }
        }
    }
}

/// Runs to the end with slices of `slice` instructions, and tells where breakpoints were reported.
fn hits(
    engine: &mut dyn Engine,
    template: &StopConditions,
    slice: u64,
) -> (Vec<RunPoint>, Machine) {
    let mut machine = machine();
    let mut hits = Vec::new();
    let mut until = template.clone();
    // A run that neither moves nor says something new would go on for ever.
    for _ in 0..100_000 {
        until.count = (machine.count / slice + 1) * slice;
        match engine.run(&mut machine, &mut NoHost, &until) {
            Stop::Breakpoint => {
                hits.push(machine.point());
                until.pass(&machine);
            }
            Stop::Budget | Stop::Polled | Stop::Refreshed => {}
            stop => {
                assert_eq!(stop, Stop::Exited(ProgramExit::Exit));
                return (hits, machine);
            }
        }
    }
    panic!("no end, at {:?}", machine.point());
}

/// An interrupt may come before an instruction that was next, so only what is executed counts.
fn visits(path: &[RunPoint], breakpoints: &Breakpoints, machine: &Machine) -> Vec<RunPoint> {
    let handler = machine.map().handler;
    let executed = path.iter().zip(path.iter().skip(1).map(Some).chain([None]));
    executed
        .filter(|(at, next)| {
            let is_entered = next.is_some_and(|next| next.pc == handler);
            breakpoints.contains(at.pc) && (!is_entered || raises(machine, at.pc))
        })
        .map(|(at, _)| *at)
        .collect()
}

/// Whether the instruction at an address enters the handler by itself.
fn raises(machine: &Machine, pc: u32) -> bool {
    machine.memory.peek_word(pc) == 0x0000_0034
}

#[test]
fn a_breakpoint_is_reported_whenever_its_instruction_is_next() {
    for (name, make) in ENGINES {
        let (path, end) = path(&mut *make());
        assert!(path.iter().any(|at| at.pc == end.map().handler), "{name}: it is interrupted");
        let text = (end.text().base()..).step_by(4).take(end.text().len());
        let handler = (end.map().handler..).step_by(4).take(8);
        let places: Vec<u32> = text.chain(handler).collect();
        let mut sets: Vec<Breakpoints> =
            places.iter().map(|&place| [place].into_iter().collect()).collect();
        sets.push(places.iter().copied().collect());
        sets.push(places.iter().copied().step_by(3).collect());
        for breakpoints in sets {
            let expected = visits(&path, &breakpoints, &end);
            for (polls, slice) in [
                (false, 1),
                (false, 2),
                (false, 3),
                (false, 7),
                (false, 1_000_000),
                (true, 5),
                (true, 1_000_000),
            ] {
                let until = StopConditions {
                    breakpoints: breakpoints.clone(),
                    polls,
                    ..StopConditions::default()
                };
                let (hits, machine) = hits(&mut *make(), &until, slice);
                let what = format!("{name}, {slice} at a time, polls {polls}, {breakpoints:x?}");
                assert_eq!(hits, expected, "{what}");
                assert_eq!(machine.registers, end.registers, "{what}");
                assert_eq!(machine.count, end.count, "{what}");
            }
        }
    }
}

#[test]
fn a_breakpoint_where_a_run_begins_is_reported_and_passed_once() {
    for (name, make) in ENGINES {
        let mut machine = machine();
        let start = machine.pc;
        let mut until = StopConditions::count(1000);
        until.breakpoints = [start].into_iter().collect();
        for _ in 0..3 {
            assert_eq!(make().run(&mut machine, &mut NoHost, &until), Stop::Breakpoint, "{name}");
            assert_eq!(machine.count, 0, "{name}");
        }
        until.pass(&machine);
        assert_ne!(make().run(&mut machine, &mut NoHost, &until), Stop::Breakpoint, "{name}");
        // The same place at another time.
        machine.pc = start;
        assert_eq!(make().run(&mut machine, &mut NoHost, &until), Stop::Breakpoint, "{name}");
    }
}

/// A breakpoint and a used-up budget at the same place: first one, then the other.
#[test]
fn nothing_is_lost_where_a_slice_ends_on_a_breakpoint() {
    for (name, make) in ENGINES {
        let mut machine = machine();
        let mut until = StopConditions::count(2);
        until.breakpoints = [machine.pc + 8].into_iter().collect();
        assert_eq!(make().run(&mut machine, &mut NoHost, &until), Stop::Breakpoint, "{name}");
        until.pass(&machine);
        assert_eq!(make().run(&mut machine, &mut NoHost, &until), Stop::Budget, "{name}");
        until.count = 3;
        assert_eq!(make().run(&mut machine, &mut NoHost, &until), Stop::Budget, "{name}");
        assert_eq!(machine.count, 3, "{name}");
    }
}

/// A service that cannot answer yet is where its breakpoint was reported, however often it waits.
#[test]
fn waiting_at_a_breakpoint_is_not_arriving_again() {
    let words = [0x2402_0020_u32, 0x2404_03e8, 0x0000_000c];
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let map = MemoryMap::DEFAULT;
    let text = Segment { kind: SegmentKind::Text, address: map.text_base, bytes };
    let image = Image { map, segments: vec![text], wide: Vec::new(), entry: map.text_base };
    for (name, make) in ENGINES {
        let mut machine =
            Machine::new(&image, MachineSettings::default(), Behaviour::JETAN).expect("it fits");
        let mut until = StopConditions::count(100);
        until.breakpoints = [map.text_base + 8].into_iter().collect();
        assert_eq!(make().run(&mut machine, &mut NoHost, &until), Stop::Breakpoint, "{name}");
        until.pass(&machine);
        for _ in 0..3 {
            let stop = make().run(&mut machine, &mut NoHost, &until);
            assert!(matches!(stop, Stop::Waiting(_)), "{name}: {stop:?}");
        }
    }
}
