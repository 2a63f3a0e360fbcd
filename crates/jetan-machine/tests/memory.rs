//! Memory: who may touch what in the three configurations (sections 6.1 and 6.2 of the description
//! of MARS, surprise S37), what a snapshot shares and costs, and how much there is of it.

mod reference {
    pub(crate) mod host;
    pub(crate) mod random;
}

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use jetan_isa::{Image, MemoryMap, Reg, Segment, SegmentKind};
use jetan_machine::memory::{Memory, PAGE_BYTES, ViewStamp};
use jetan_machine::{
    Behaviour, Engine, Fault, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};

use reference::host::NoHost;
use reference::random::Random;

const PLENTY: u64 = 1 << 30;

/// What a segment is, as far as access goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Data, stack, kernel data, device registers.
    Open,
    Text,
    KernelText,
}

/// First address, last address in MARS, last address that users want, kind.
type Row = (u32, u32, u32, Kind);

const DEFAULT: &[Row] = &[
    (0x0040_0000, 0x007f_ffff, 0x007f_ffff, Kind::Text),
    (0x1000_0000, 0x103f_ffff, 0x103f_ffff, Kind::Open),
    (0x7fbf_fffd, 0x7fff_fffc, 0x7fff_ffff, Kind::Open),
    (0x8000_0000, 0x803f_ffff, 0x803f_ffff, Kind::KernelText),
    (0x9000_0000, 0x903f_ffff, 0x903f_ffff, Kind::Open),
    (0xffff_0000, 0xffff_fffe, 0xffff_ffff, Kind::Open),
];

const COMPACT_DATA_AT_ZERO: &[Row] = &[
    (0x0000, 0x2ffe, 0x2fff, Kind::Open),
    (0x3000, 0x3ffb, 0x3fff, Kind::Text),
    (0x4000, 0x4ffb, 0x4fff, Kind::KernelText),
    (0x5000, 0x7efe, 0x7eff, Kind::Open),
    (0x7f00, 0x7ffe, 0x7fff, Kind::Open),
];

const COMPACT_TEXT_AT_ZERO: &[Row] = &[
    (0x0000, 0x0ffb, 0x0fff, Kind::Text),
    (0x1000, 0x3ffe, 0x3fff, Kind::Open),
    (0x4000, 0x4ffb, 0x4fff, Kind::KernelText),
    (0x5000, 0x7efe, 0x7eff, Kind::Open),
    (0x7f00, 0x7ffe, 0x7fff, Kind::Open),
];

const MAPS: [(MemoryMap, &[Row]); 3] = [
    (MemoryMap::DEFAULT, DEFAULT),
    (MemoryMap::COMPACT_DATA_AT_ZERO, COMPACT_DATA_AT_ZERO),
    (MemoryMap::COMPACT_TEXT_AT_ZERO, COMPACT_TEXT_AT_ZERO),
];

/// Which accesses are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Try {
    address: u32,
    bytes: u32,
    is_load: bool,
}

impl Try {
    fn run(self, memory: &mut Memory) -> Result<(), String> {
        let Try { address, bytes, is_load } = self;
        let result = match (bytes, is_load) {
            (1, true) => memory.load_byte(address).map(drop),
            (2, true) => memory.load_half(address).map(drop),
            (_, true) => memory.load_word(address).map(drop),
            (1, false) => memory.store_byte(address, 0x11),
            (2, false) => memory.store_half(address, 0x2222),
            (_, false) => memory.store_word(address, 0x3333_3333),
        };
        result.map_err(|fault| {
            let code = fault.exception_code().unwrap_or(0);
            assert_eq!(fault.bad_address(), Some(address), "{fault}");
            format!("{code} {fault}")
        })
    }

    /// Section 6.2: alignment first, then the segment of the first byte.
    fn expected(self, rows: &[Row], is_mars: bool, is_smc: bool) -> Result<(), String> {
        let Try { address, bytes, is_load } = self;
        let (code, verb) = if is_load { (4, "fetch") } else { (5, "store") };
        if !address.is_multiple_of(bytes) {
            let boundary = if bytes == 4 { "word" } else { "halfword" };
            return Err(format!(
                "{code} {verb} address not aligned on {boundary} boundary {address:#010x}"
            ));
        }
        let row = rows.iter().find(|(first, mars, jetan, _)| {
            (*first..=if is_mars { *mars } else { *jetan }).contains(&address)
        });
        let text = match row.map(|row| row.3) {
            Some(Kind::Open) => return Ok(()),
            Some(Kind::Text) if is_smc => return Ok(()),
            Some(Kind::Text) if is_load => "Cannot read directly from text segment!",
            Some(Kind::Text) => "Cannot write directly to text segment!",
            Some(Kind::KernelText) if is_load => {
                "DEVELOPER: You must use getStatement() to read from kernel text segment!"
            }
            Some(Kind::KernelText) => {
                "DEVELOPER: You must use setStatement() to write to kernel text segment!"
            }
            None => "address out of range ",
        };
        Err(format!("{code} {text}{address:#010x}"))
    }
}

/// Everything within nine bytes of an edge, in every size.
fn tries(rows: &[Row], is_load: bool) -> Vec<Try> {
    let edges = rows.iter().flat_map(|row| [row.0, row.1, row.2]).chain([0, u32::MAX]);
    let addresses: BTreeSet<u32> =
        edges.flat_map(|edge| (-9..=9).map(move |by| edge.wrapping_add_signed(by))).collect();
    let of_sizes = |address| [1, 2, 4].map(|bytes| Try { address, bytes, is_load });
    addresses.into_iter().flat_map(of_sizes).collect()
}

/// The accesses that do not end as they should, on fresh memory and when it has been written.
fn wrong_accesses(map: MemoryMap, rows: &[Row], is_mars: bool, is_smc: bool) -> Vec<(u32, String)> {
    let mut memory = Memory::new(map, is_smc, !is_mars, PLENTY);
    let mut wrong = Vec::new();
    // Loads of what was never written, stores, and both again where pages are known by now.
    for is_load in [true, false, true, false] {
        for access in tries(rows, is_load) {
            let expected = access.expected(rows, is_mars, is_smc);
            let got = access.run(&mut memory);
            if expected != got {
                let text = format!("{access:x?}: expected {expected:?}, got {got:?}");
                wrong.push((access.address, text));
            }
        }
    }
    wrong
}

#[test]
fn segments_end_where_mars_ends_them() {
    for (map, rows) in MAPS {
        for is_smc in [false, true] {
            let wrong = wrong_accesses(map, rows, true, is_smc);
            assert!(wrong.is_empty(), "{}: {wrong:#?}", map.name);
        }
    }
}

#[test]
fn segments_end_where_users_want() {
    for (map, rows) in MAPS {
        for is_smc in [false, true] {
            let wrong = wrong_accesses(map, rows, false, is_smc);
            assert!(wrong.is_empty(), "{}: {wrong:#?}", map.name);
        }
    }
}

#[test]
fn memory_is_little_endian_and_empty() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, PLENTY);
    assert_eq!(memory.load_word(0x1001_0000), Ok(0));
    assert!(!memory.is_written(0x1001_0000));
    memory.store_word(0x1001_0000, 0x8899_aabb).unwrap();
    assert_eq!([0, 1, 2, 3].map(|at| memory.peek(0x1001_0000 + at)), [0xbb, 0xaa, 0x99, 0x88]);
    assert_eq!(memory.load_half(0x1001_0002), Ok(0x8899));
    assert_eq!(memory.load_byte(0x1001_0001), Ok(0xaa));
    memory.store_half(0x1001_0002, 0x1234).unwrap();
    memory.store_byte(0x1001_0000, 0xff).unwrap();
    assert_eq!(memory.load_word(0x1001_0000), Ok(0x1234_aaff));
    assert_eq!(memory.peek_word(0x1001_0003), 0x1234_aaff);
    assert!(memory.is_written(0x1001_0fff));
    assert!(!memory.is_written(0x1001_1000));
}

#[test]
fn the_last_word_of_all() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, true, PLENTY);
    memory.store_word(0xffff_fffc, 0x0102_0304).unwrap();
    assert_eq!(memory.load_byte(0xffff_ffff), Ok(1));
    assert_eq!(memory.peek_word(0xffff_fffc), 0x0102_0304);
}

#[test]
fn poke_knows_no_rules_and_crosses_pages() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, PLENTY);
    memory.poke(0x0040_0ffe, &[1, 2, 3, 4]).unwrap();
    assert_eq!([0, 1, 2, 3].map(|at| memory.peek(0x0040_0ffe + at)), [1, 2, 3, 4]);
    assert!(memory.load_byte(0x0040_0ffe).is_err());
    memory.poke(0, &[5]).unwrap();
    assert_eq!(memory.peek(0), 5);
}

/// A random operation on a memory and on its model.
#[derive(Clone)]
struct Model(BTreeMap<u32, u8>);

impl Model {
    fn byte(&self, address: u32) -> u8 {
        self.0.get(&address).copied().unwrap_or(0)
    }
}

/// Places in all kinds of pages, two of them neighbours.
const PLACES: [u32; 7] =
    [0x1001_0000, 0x1001_0ffc, 0x1001_1000, 0x7fff_effc, 0x7fbf_fffc, 0x9000_0010, 0xffff_0000];

fn store_by_chance(random: &mut Random, memory: &mut Memory, model: &mut Model) {
    let address = random.pick(&PLACES) + random.below(8) as u32;
    let (bytes, value) = (random.pick(&[1, 2, 4]), random.next() as u32);
    let stored = match bytes {
        1 => memory.store_byte(address, value as u8),
        2 => memory.store_half(address, value as u16),
        _ => memory.store_word(address, value),
    };
    if stored.is_ok() {
        model.0.extend((address..).zip(value.to_le_bytes().into_iter().take(bytes)));
    }
}

fn compare(memory: &mut Memory, model: &Model) {
    for place in PLACES {
        for address in place..place + 12 {
            assert_eq!(memory.peek(address), model.byte(address), "{address:#010x}");
            if let Ok(byte) = memory.load_byte(address) {
                assert_eq!(byte, model.byte(address), "{address:#010x}");
            }
        }
    }
}

#[test]
fn copies_are_independent() {
    for seed in 0..20 {
        let random = &mut Random::new(seed);
        let mut all =
            vec![(Memory::new(MemoryMap::DEFAULT, false, true, PLENTY), Model(BTreeMap::new()))];
        for _ in 0..200 {
            let idx = random.below(all.len());
            match random.below(12) {
                0 => all[idx].0.freeze(),
                1 if all.len() < 6 => {
                    let copy = (all[idx].0.clone(), all[idx].1.clone());
                    all.push(copy);
                }
                2 if all.len() > 1 => drop(all.swap_remove(idx)),
                3 => {
                    let (memory, model) = &mut all[idx];
                    compare(memory, model);
                }
                _ => {
                    let (memory, model) = &mut all[idx];
                    store_by_chance(random, memory, model);
                }
            }
        }
        for (memory, model) in &mut all {
            compare(memory, model);
        }
    }
}

#[test]
fn a_copy_has_everything_whether_frozen_or_not() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, PLENTY);
    memory.store_word(0x1001_0000, 1).unwrap();
    memory.freeze();
    memory.store_word(0x1002_0000, 2).unwrap();
    let mut copy = memory.clone();
    memory.store_word(0x1001_0000, 3).unwrap();
    memory.store_word(0x1002_0000, 4).unwrap();
    assert_eq!((copy.load_word(0x1001_0000), copy.load_word(0x1002_0000)), (Ok(1), Ok(2)));
    copy.store_word(0x1001_0000, 5).unwrap();
    assert_eq!((memory.load_word(0x1001_0000), memory.load_word(0x1002_0000)), (Ok(3), Ok(4)));
    assert_eq!(copy.clone().load_word(0x1001_0000), Ok(5));
    assert!(copy.is_written(0x1002_0000));
}

/// A snapshot copies the pages written since the last one, and no others.
#[test]
fn a_snapshot_costs_what_was_written_since_the_last() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, PLENTY);
    let store = |memory: &mut Memory, pages: std::ops::Range<u32>| {
        for page in pages {
            for word in [0, 4, 0xffc] {
                memory.store_word(0x1000_0000 + page * PAGE_BYTES as u32 + word, page).unwrap();
            }
        }
    };
    let mut copied = 0;
    let mut snapshot = |memory: &mut Memory| {
        let cost = memory.dirty_pages();
        memory.freeze();
        assert_eq!(memory.dirty_pages(), 0);
        copied += cost;
        (cost, memory.clone())
    };
    assert_eq!(snapshot(&mut memory).0, 0);
    // One megabyte.
    store(&mut memory, 0..256);
    let (cost, mut first) = snapshot(&mut memory);
    assert_eq!(cost, 256);
    // Reading costs nothing, and neither does what fails.
    assert_eq!(memory.load_word(0x1000_0000 + 255 * PAGE_BYTES as u32), Ok(255));
    assert!(memory.store_word(0x1000_0001, 1).is_err());
    assert!(memory.store_word(0x1040_0000, 1).is_err());
    assert_eq!(snapshot(&mut memory).0, 0);
    for round in 0..10 {
        store(&mut memory, 7..10);
        assert_eq!(snapshot(&mut memory).0, 3, "round {round}");
    }
    store(&mut memory, 300..301);
    assert_eq!(snapshot(&mut memory).0, 1);
    assert_eq!(copied, 256 + 10 * 3 + 1);
    for page in 0..256 {
        assert_eq!(first.load_word(0x1000_0000 + page * PAGE_BYTES as u32), Ok(page));
    }
    assert_eq!(first.load_word(0x1000_0000 + 300 * PAGE_BYTES as u32), Ok(0));
    assert_eq!(first.dirty_pages(), 0);
}

/// A page counts once, also where only a part of it can be written.
#[test]
fn a_page_is_dirty_once() {
    for places in [
        [0x1001_0000, 0x1001_0ffc],
        [0x7fc0_0000, 0x7fc0_0004],
        [0x7fbf_fffd, 0x7fbf_ffff],
        [0xffff_0000, 0xffff_0008],
        [0xffff_f000, 0xffff_fffd],
    ] {
        let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, PLENTY);
        for _ in 0..3 {
            for place in places {
                memory.store_byte(place, 1).unwrap();
                assert_eq!(memory.dirty_pages(), 1, "{place:#010x}");
            }
        }
    }
}

#[test]
fn a_grown_heap_ends_where_it_was_told() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, PLENTY);
    let end = 0x1040_0000;
    assert_eq!(
        memory.store_byte(end, 1),
        Err(Fault::StoreOutOfRange { address: end }),
        "before it grows"
    );
    memory.grow_heap(end + 16);
    memory.store_byte(end, 1).unwrap();
    memory.store_byte(end + 15, 1).unwrap();
    assert!(memory.store_byte(end + 16, 1).is_err());
    assert!(memory.load_byte(end + 16).is_err());
    // It never shrinks, and a copy has grown too.
    memory.grow_heap(end + 4);
    assert_eq!(memory.load_byte(end + 15), Ok(1));
    let mut copy = memory.clone();
    assert_eq!(copy.load_byte(end + 15), Ok(1));
    assert!(copy.load_byte(end + 16).is_err());
    memory.grow_heap(end + 3 * PAGE_BYTES as u32);
    memory.store_byte(end + 16, 2).unwrap();
    memory.store_byte(end + PAGE_BYTES as u32, 2).unwrap();
    assert!(copy.load_byte(end + 16).is_err());
}

#[test]
fn a_page_of_a_growing_heap_is_dirty_once() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, PLENTY);
    memory.grow_heap(0x1040_0010);
    memory.store_byte(0x1040_0000, 1).unwrap();
    memory.grow_heap(0x1040_1000);
    memory.store_byte(0x1040_0000, 1).unwrap();
    assert_eq!(memory.dirty_pages(), 1);
}

#[test]
fn a_budget_bounds_how_many_pages_can_be_written() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, 4 * PAGE_BYTES as u64);
    let page = |number: u32| 0x1001_0000 + number * PAGE_BYTES as u32;
    for number in 0..4 {
        memory.store_word(page(number), number + 1).unwrap();
    }
    for _ in 0..2 {
        assert_eq!(memory.store_word(page(4), 1), Err(Fault::OutOfMemory));
        assert_eq!(memory.store_byte(0x7fff_fffc, 1), Err(Fault::OutOfMemory));
        assert_eq!(memory.poke(page(4), &[1]), Err(Fault::OutOfMemory));
        // What is there can still be used, and what is not reads as before.
        memory.store_word(page(3), 9).unwrap();
        assert_eq!(memory.load_word(page(3)), Ok(9));
        assert_eq!(memory.load_word(page(4)), Ok(0));
        assert!(!memory.is_written(page(4)));
        memory.freeze();
    }
}

#[test]
fn a_copy_has_the_same_budget() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, false, 4 * PAGE_BYTES as u64);
    for number in 0..4 {
        memory.store_word(0x1001_0000 + number * PAGE_BYTES as u32, 1).unwrap();
    }
    let mut copy = memory.clone();
    assert_eq!(copy.store_word(0x1002_0000, 1), Err(Fault::OutOfMemory));
    copy.store_word(0x1001_0000, 2).unwrap();
}

/// `loop: sw $t0, 0($t0); addiu $t0, $t0, 0x1000; j loop`, from the start of static data on.
fn writing_machine(settings: MachineSettings) -> Machine {
    let map = MemoryMap::DEFAULT;
    let segment = |kind, address, words: &[u32]| Segment {
        kind,
        address,
        bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
    };
    let segments = vec![
        segment(SegmentKind::Text, map.text_base, &[0xad08_0000, 0x2508_1000, 0x0810_0000]),
        // A handler that must not be entered: `addiu $k1, $zero, 1`.
        segment(SegmentKind::KernelText, map.handler, &[0x241b_0001]),
    ];
    let image = Image { map, segments, wide: Vec::new(), entry: map.text_base };
    let mut machine = Machine::new(&image, settings, Behaviour::JETAN).expect("the code fits");
    machine.registers.set(Reg::T0, map.static_base);
    machine
}

#[test]
fn a_program_that_writes_too_much_is_stopped() {
    // Two pages hold the code.
    let settings =
        MachineSettings { memory_bytes_max: 12 * PAGE_BYTES as u64, ..MachineSettings::default() };
    let mut machine = writing_machine(settings);
    let until = StopConditions::count(1000);
    let stop = Interpreter::<()>::default().run(&mut machine, &mut NoHost, &until);
    assert_eq!(stop, Stop::Faulted { fault: Fault::OutOfMemory, pc: 0x0040_0000 });
    assert_eq!(machine.count, 30);
    assert_eq!(machine.memory.dirty_pages(), 10);
    // No exception, no handler.
    assert_eq!(machine.registers.get(Reg::K1), 0);
    assert_eq!((machine.cp0.cause, machine.cp0.epc), (0, 0));
}

#[test]
fn an_image_that_is_too_large_is_refused() {
    let map = MemoryMap::DEFAULT;
    let data = Segment {
        kind: SegmentKind::Data,
        address: map.static_base,
        bytes: vec![1; 3 * PAGE_BYTES],
    };
    let image = Image { map, segments: vec![data], wide: Vec::new(), entry: map.text_base };
    let load = |pages: u64| {
        let settings = MachineSettings {
            memory_bytes_max: pages * PAGE_BYTES as u64,
            ..MachineSettings::default()
        };
        Machine::new(&image, settings, Behaviour::MARS).err()
    };
    assert_eq!(load(2), Some(Fault::OutOfMemory));
    assert_eq!(load(3), None);
}

/// A snapshot goes on like the original, whichever is run first.
#[test]
fn a_snapshot_of_a_machine_goes_on_like_it() {
    let mut machine = writing_machine(MachineSettings::default());
    let run = |machine: &mut Machine, count| {
        Interpreter::<()>::default().run(machine, &mut NoHost, &StopConditions::count(count))
    };
    run(&mut machine, 100);
    let mut early = machine.snapshot();
    assert_eq!(machine.memory.dirty_pages(), 0);
    run(&mut machine, 400);
    let late = machine.snapshot();
    assert_eq!(early.count, 100);
    assert_eq!(early.memory.peek_word(0x1001_0000 + 60 * PAGE_BYTES as u32), 0);
    run(&mut early, 400);
    assert_eq!(early.registers, late.registers);
    assert_eq!((early.pc, early.count), (late.pc, late.count));
    for page in 0..140 {
        let address = 0x1001_0000 + page * PAGE_BYTES as u32;
        assert_eq!(early.memory.peek_word(address), late.memory.peek_word(address));
    }
}

/// Looks at what has changed within a range since the last look.
struct Viewer(RangeInclusive<u32>, ViewStamp);

impl Viewer {
    fn new(range: RangeInclusive<u32>) -> Viewer {
        Viewer(range, ViewStamp::default())
    }

    fn changed(&mut self, memory: &mut Memory) -> Vec<u32> {
        let mut pages = Vec::new();
        memory.changed_since(self.0.clone(), &mut self.1, &mut pages);
        pages
    }
}

#[test]
fn a_page_is_reported_once_for_each_time_it_changes() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, true, PLENTY);
    let (first, second) = (0x1004_0000, 0x1004_1000);
    let mut viewer = Viewer::new(first + 8..=first + 2 * PAGE_BYTES as u32 - 9);
    assert_eq!(viewer.changed(&mut memory), [first, second], "at first everything is news");
    assert_eq!(viewer.changed(&mut memory), [0; 0]);
    memory.store_word(second, 1).unwrap();
    memory.store_byte(second + 9, 2).unwrap();
    memory.store_word(0x1004_2000, 3).unwrap();
    assert_eq!(viewer.changed(&mut memory), [second], "the third page is not in the range");
    assert_eq!(memory.load_word(second).unwrap(), 1);
    assert_eq!(viewer.changed(&mut memory), [0; 0], "a load is no change");
    memory.store_half(second + 2, 4).unwrap();
    memory.poke(first, &[5]).unwrap();
    assert_eq!(viewer.changed(&mut memory), [first, second]);
    assert_eq!(memory.peek_page(second + 100).unwrap()[..4], [1, 0, 4, 0]);
    assert_eq!(memory.peek_page(0x1005_0000), None);
}

#[test]
fn a_page_of_device_registers_can_be_looked_at() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, true, PLENTY);
    let mut viewer = Viewer::new(0xffff_0000..=0xffff_ffff);
    assert_eq!(viewer.changed(&mut memory).len(), 16);
    for value in 0..3 {
        memory.store_word(0xffff_f000, value).unwrap();
        memory.store_word(0xffff_fffc, value).unwrap();
        assert_eq!(viewer.changed(&mut memory), [0xffff_f000]);
    }
}

#[test]
fn looking_changes_neither_snapshots_nor_their_cost() {
    let mut memory = Memory::new(MemoryMap::DEFAULT, false, true, PLENTY);
    let mut viewer = Viewer::new(0x1004_0000..=0x1004_0fff);
    for round in 0..4 {
        memory.store_word(0x1004_0000, round).unwrap();
        assert_eq!(viewer.changed(&mut memory), [0x1004_0000]);
        memory.store_word(0x1004_0004, round).unwrap();
        assert_eq!(memory.dirty_pages(), 1, "taking a change makes no page dirty twice");
        memory.freeze();
        assert_eq!(memory.dirty_pages(), 0);
        let mut copy = memory.clone();
        let mut other = Viewer(viewer.0.clone(), viewer.1.clone());
        assert_eq!(viewer.changed(&mut memory), [0x1004_0000], "freezing loses no change");
        assert_eq!(other.changed(&mut copy), [0x1004_0000], "a copy has shown nothing yet");
        assert_eq!(other.changed(&mut copy), [0; 0]);
        copy.store_word(0x1004_0000, 99).unwrap();
        assert_eq!(memory.load_word(0x1004_0000).unwrap(), round);
        assert_eq!(copy.load_word(0x1004_0004).unwrap(), round);
        assert_eq!(other.changed(&mut copy), [0x1004_0000]);
        assert_eq!(viewer.changed(&mut memory), [0; 0]);
    }
}

/// Any number of viewers, each with its own range and its own rhythm: none misses a page that was
/// written since its last look, and none is told of one that was not.
#[test]
fn viewers_do_not_take_changes_from_each_other() {
    const FIRST: u32 = 0x1004_0000;
    for seed in 0..20 {
        let random = &mut Random::new(seed);
        let mut memory = Memory::new(MemoryMap::DEFAULT, false, true, PLENTY);
        let page = |number: usize| FIRST + (number * PAGE_BYTES) as u32;
        let mut viewers: Vec<(Viewer, BTreeSet<u32>)> = (0..5)
            .map(|number| {
                let pages = number..number + 4;
                let range = page(pages.start)..=page(pages.end) - 1;
                (Viewer::new(range), pages.map(page).collect())
            })
            .collect();
        for _ in 0..400 {
            match random.below(8) {
                0 => memory.freeze(),
                1 | 2 => {
                    let idx = random.below(viewers.len());
                    let (viewer, expected) = &mut viewers[idx];
                    let expected: Vec<u32> = std::mem::take(expected).into_iter().collect();
                    assert_eq!(viewer.changed(&mut memory), expected, "seed {seed}");
                }
                3 => drop(memory.load_word(page(random.below(9)))),
                _ => {
                    let page = page(random.below(9));
                    memory.store_byte(page + random.below(PAGE_BYTES) as u32, 1).unwrap();
                    for (viewer, expected) in &mut viewers {
                        if viewer.0.contains(&page) {
                            expected.insert(page);
                        }
                    }
                }
            }
        }
    }
}
