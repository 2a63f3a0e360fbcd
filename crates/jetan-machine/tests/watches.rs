//! Watchpoints: which accesses are hits, that each is reported once however a run is cut into
//! pieces, and that watching changes nothing else.

#[path = "reference/host.rs"]
mod quiet;

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::memory::{MemoryAccess, ViewStamp, WatchHit, WatchRange};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};

use MemoryAccess::{Read, Write};
use quiet::NoHost;

const DATA: u32 = 0x1001_0000;
const TEXT: u32 = 0x0040_0000;

/// What is expected of a story: the watch, the address, the access and the instruction's number.
type Row = (usize, u32, MemoryAccess, u32);

struct Story {
    source: &'static str,
    settings: MachineSettings,
    watches: Arc<[WatchRange]>,
}

fn both(first: u32, last: u32) -> WatchRange {
    WatchRange { first, last, reads: true, writes: true }
}

fn reads(first: u32, last: u32) -> WatchRange {
    WatchRange { writes: false, ..both(first, last) }
}

fn writes(first: u32, last: u32) -> WatchRange {
    WatchRange { reads: false, ..both(first, last) }
}

impl Story {
    fn new(source: &'static str, watches: &[WatchRange]) -> Story {
        Story { source, settings: MachineSettings::default(), watches: watches.into() }
    }

    fn machine(&self) -> Machine {
        let sources = SourceSet::single("story.asm", &format!(".text\n{}", self.source));
        let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
        let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
        let behaviour = Behaviour::JETAN;
        let mut machine = Machine::new(&program.image, self.settings, behaviour).expect("it fits");
        machine.connect_terminal().expect("there is room");
        machine
    }

    /// Runs to the end in slices, from a copy at every stop if so wanted, and gives the hits.
    fn run(
        &self,
        watches: &Arc<[WatchRange]>,
        slice: u64,
        copies: bool,
    ) -> (Vec<WatchHit>, Machine) {
        let mut machine = self.machine();
        let mut engine = Interpreter::<()>::default();
        let mut hits = Vec::new();
        for _ in 0..10_000 {
            let count = machine.count + slice;
            let until =
                StopConditions { watches: Arc::clone(watches), ..StopConditions::count(count) };
            match engine.run(&mut machine, &mut NoHost, &until) {
                Stop::Watched(hit) => hits.push(hit),
                Stop::Budget => {}
                Stop::Exited(_) => return (hits, machine),
                stop => panic!("{stop:?}"),
            }
            if copies {
                machine = machine.snapshot();
            }
        }
        panic!("the story does not end");
    }

    fn assert_hits(&self, expected: &[Row]) {
        let hit = |&(watch, address, access, number): &Row| WatchHit {
            watch,
            address,
            access,
            pc: TEXT + 4 * number,
        };
        let expected: Vec<WatchHit> = expected.iter().map(hit).collect();
        let (_, unwatched) = self.run(&Arc::default(), 1_000_000, false);
        for (slice, copies) in [(1_000_000, false), (1_000_000, true), (1, false), (3, true)] {
            let (hits, machine) = self.run(&self.watches, slice, copies);
            assert_eq!(hits, expected, "slices of {slice}, copies: {copies}\n{}", self.source);
            assert_eq!(machine.registers, unwatched.registers);
            assert_eq!((machine.pc, machine.count), (unwatched.pc, unwatched.count));
            assert!(machine.memory == unwatched.memory, "it reads as if nobody had watched");
            assert_eq!(machine.memory.fingerprint(), unwatched.memory.fingerprint());
        }
    }
}

const WORDS: &str = "
        lui     $s0, 0x1001
        sw      $s0, 4($s0)
        sw      $s0, 8($s0)
        lw      $t0, 4($s0)
        lw      $t1, 8($s0)
";

#[test]
fn a_word_is_hit_by_the_accesses_that_were_meant() {
    let (first, last) = (DATA + 4, DATA + 7);
    Story::new(WORDS, &[writes(first, last)]).assert_hits(&[(0, first, Write, 1)]);
    Story::new(WORDS, &[reads(first, last)]).assert_hits(&[(0, first, Read, 3)]);
    let two = [(0, first, Write, 1), (0, first, Read, 3)];
    Story::new(WORDS, &[both(first, last)]).assert_hits(&two);
    Story::new(WORDS, &[]).assert_hits(&[]);
    Story::new(WORDS, &[both(last, first)]).assert_hits(&[]);
    Story::new(WORDS, &[both(DATA, DATA + 3), both(DATA + 12, u32::MAX)]).assert_hits(&[]);
}

#[test]
fn the_first_watch_that_is_hit_is_named() {
    let watches = [reads(DATA + 8, DATA + 8), both(DATA + 6, DATA + 9), writes(DATA, DATA + 99)];
    Story::new(WORDS, &watches).assert_hits(&[
        (1, DATA + 4, Write, 1),
        (1, DATA + 8, Write, 2),
        (1, DATA + 4, Read, 3),
        (0, DATA + 8, Read, 4),
    ]);
}

#[test]
fn parts_of_words_are_distinguished() {
    let source = "
        lui     $s0, 0x1001
        sb      $s0, 5($s0)
        sb      $s0, 6($s0)
        sh      $s0, 4($s0)
        sh      $s0, 6($s0)
        sw      $s0, 4($s0)
        swr     $s0, 7($s0)
        swr     $s0, 5($s0)
        swl     $s0, 6($s0)
        lbu     $t0, 6($s0)
        sdc1    $f2, 0($s0)
    ";
    Story::new(source, &[writes(DATA + 6, DATA + 6)]).assert_hits(&[
        (0, DATA + 6, Write, 2),
        (0, DATA + 6, Write, 4),
        (0, DATA + 4, Write, 5),
        (0, DATA + 6, Write, 7),
        (0, DATA + 6, Write, 8),
        (0, DATA + 4, Write, 10),
    ]);
}

/// The string `abc` is at the start, and the service looks at its bytes up to the zero.
#[test]
fn services_hit_what_they_look_at_and_no_more() {
    let source = "
        .data
        .asciiz \"abc\"
        .text
        lui     $a0, 0x1001
        addiu   $v0, $zero, 4
        syscall
        addiu   $t0, $zero, 1
        syscall
    ";
    let hits = |address| [(0, address, Read, 2), (0, address, Read, 4)];
    Story::new(source, &[reads(DATA + 2, DATA + 2)]).assert_hits(&hits(DATA + 2));
    Story::new(source, &[reads(DATA, DATA + 9)]).assert_hits(&hits(DATA));
    Story::new(source, &[both(DATA + 3, DATA + 3)]).assert_hits(&hits(DATA + 3));
    Story::new(source, &[both(DATA + 4, DATA + 4)]).assert_hits(&[]);
    Story::new(source, &[writes(DATA, DATA + 9)]).assert_hits(&[]);
}

#[test]
fn services_hit_what_they_store() {
    let source = "
        lui     $a0, 0x1001
        addiu   $a1, $zero, 8
        addiu   $v0, $zero, 8
        syscall
    ";
    Story::new(source, &[both(DATA, DATA)]).assert_hits(&[(0, DATA, Write, 3)]);
    Story::new(source, &[both(DATA + 8, DATA + 8)]).assert_hits(&[]);
}

#[test]
fn a_watched_device_still_works() {
    let source = "
        lui     $s0, 0xffff
        lw      $t0, 0($s0)
        lw      $t0, 8($s0)
        sw      $t0, 12($s0)
    ";
    let base = 0xffff_0000;
    let hits = [(0, base, Read, 1), (0, base + 8, Read, 2), (0, base + 12, Write, 3)];
    Story::new(source, &[both(base, base + 15)]).assert_hits(&hits);
}

/// Both are said, one after the other.
#[test]
fn a_hit_that_is_a_poll_too_is_reported_as_both() {
    let source = "
        lui     $s0, 0xffff
        lw      $t0, 0($s0)
        nop
    ";
    let story = Story::new(source, &[reads(0xffff_0000, 0xffff_0000)]);
    let mut machine = story.machine();
    let watches = Arc::clone(&story.watches);
    let until = StopConditions { watches, polls: true, ..StopConditions::count(1000) };
    let mut run = || Interpreter::<()>::default().run(&mut machine, &mut NoHost, &until);
    let mut stops = vec![run(), run()];
    stops.sort_by_key(|stop| *stop == Stop::Polled);
    assert!(matches!(stops[..], [Stop::Watched(_), Stop::Polled]), "{stops:?}");
    assert!(matches!(run(), Stop::Exited(_)));
}

#[test]
fn a_hit_in_a_delay_slot_or_in_text_is_one() {
    let source = "
        lui     $s0, 0x1001
        beq     $zero, $zero, on
        sw      $s0, 0($s0)
        sw      $s0, 4($s0)
on:     lw      $t0, 0($s0)
    ";
    let mut story = Story::new(source, &[both(DATA, DATA + 7)]);
    story.settings.delayed_branching = true;
    story.assert_hits(&[(0, DATA, Write, 2), (0, DATA, Read, 4)]);

    let source = "
        lui     $s0, 0x0040
        lw      $t0, 0($s0)
        sw      $t0, 16($s0)
        nop
        nop
    ";
    let mut story = Story::new(source, &[writes(TEXT + 16, TEXT + 19)]);
    story.settings.self_modifying = true;
    story.assert_hits(&[(0, TEXT + 16, Write, 2)]);
}

/// A loop long enough for the fast way, which meets the watch once among many near misses.
#[test]
fn near_misses_are_no_hits() {
    let source = "
        lui     $s0, 0x1001
        addiu   $t0, $zero, 2000
again:  sw      $t0, 4($s0)
        lw      $t1, 4($s0)
        addiu   $t0, $t0, -1
        bne     $t0, $zero, again
        sw      $t0, 8($s0)
    ";
    Story::new(source, &[both(DATA + 8, DATA + 8)]).assert_hits(&[(0, DATA + 8, Write, 6)]);
}

/// Whoever looks into the memory between two runs is not the program.
#[test]
fn accesses_from_outside_are_no_hits() {
    let story = Story::new(WORDS, &[both(DATA, DATA + 3)]);
    let mut machine = story.machine();
    let run = |machine: &mut Machine, count| {
        let until =
            StopConditions { watches: Arc::clone(&story.watches), ..StopConditions::count(count) };
        Interpreter::<()>::default().run(machine, &mut NoHost, &until)
    };
    assert_eq!(run(&mut machine, 2), Stop::Budget);
    machine.memory.store_word(DATA, 7).expect("it is data");
    assert_eq!(machine.memory.load_word(DATA), Ok(7));
    assert!(matches!(run(&mut machine, 100), Stop::Exited(_)));
}

/// Bytes, halves and words around a watched byte, on pages that come and go in each other's place.
#[test]
fn what_lies_beside_is_loaded_and_stored_as_ever() {
    let source = "
        lui     $s0, 0x1001
        ori     $s1, $s0, 0x8000
        addiu   $t0, $zero, 300
        lui     $t7, 0x8091
        addiu   $t7, $t7, -0x5d5c
again:  sb      $t7, 3($s0)
        sh      $t7, 0($s0)
        sb      $t7, 2($s1)
        sh      $t0, 6($s1)
        sw      $t7, 8($s1)
        lb      $t1, 3($s0)
        lbu     $t2, 1($s0)
        lh      $t3, 0($s0)
        lhu     $t4, 10($s1)
        lw      $t5, 4($s1)
        addu    $s2, $s2, $t1
        addu    $s2, $s2, $t2
        xor     $s2, $s2, $t3
        subu    $s2, $s2, $t4
        addu    $s2, $s2, $t5
        addu    $t7, $t7, $s2
        addiu   $t0, $t0, -1
        bne     $t0, $zero, again
        sb      $t7, 2($s0)
        lw      $t6, 0($s1)
    ";
    let second = DATA + 0x8000;
    let watches = [both(DATA + 2, DATA + 2), reads(second, second + 1), both(DATA + 99, DATA + 99)];
    let hits = [(0, DATA + 2, Write, 23), (1, second, Read, 24)];
    Story::new(source, &watches).assert_hits(&hits);
}

/// A store beside something watched is a store: viewers and snapshots see it.
#[test]
fn stores_beside_are_noticed() {
    let source = "
        lui     $s0, 0x1001
        sw      $s0, 0($s0)
        sw      $s0, 0($s0)
        sw      $s0, 4($s0)
        sw      $s0, 8($s0)
        nop
    ";
    let story = Story::new(source, &[both(DATA + 64, DATA + 64)]);
    let mut machine = story.machine();
    let run = |machine: &mut Machine, count| {
        let until =
            StopConditions { watches: Arc::clone(&story.watches), ..StopConditions::count(count) };
        assert_eq!(Interpreter::<()>::default().run(machine, &mut NoHost, &until), Stop::Budget);
    };
    let (mut stamp, mut pages) = (ViewStamp::default(), Vec::new());
    run(&mut machine, 2);
    machine.memory.changed_since(DATA..=DATA, &mut stamp, &mut pages);
    for count in [3, 4] {
        run(&mut machine, count);
        pages.clear();
        machine.memory.changed_since(DATA..=DATA, &mut stamp, &mut pages);
        assert_eq!(pages, [DATA], "at {count}");
    }
    let before = machine.snapshot();
    run(&mut machine, 5);
    assert_eq!((before.memory.peek_word(DATA + 8), machine.memory.dirty_pages()), (0, 1));
    assert_eq!(machine.snapshot().memory.peek_word(DATA + 8), DATA);
    machine.memory.changed_since(DATA + 0x1000..=DATA + 0x1000, &mut stamp, &mut pages);
    pages.clear();
    run(&mut machine, 6);
    machine.memory.changed_since(DATA..=DATA, &mut stamp, &mut pages);
    assert_eq!(pages, [] as [u32; 0], "nothing was stored since");
}
