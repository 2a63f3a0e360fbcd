//! When two memories are equal, what their fingerprints say of it, and how much both have to read;
//! and how much of its code a machine's fingerprint reads.

mod reference {
    pub(crate) mod host;
    pub(crate) mod random;
}

use std::collections::BTreeMap;

use jetan_isa::{Image, MemoryMap, Segment, SegmentKind};
use jetan_machine::memory::{Memory, PAGE_BYTES, ViewStamp};
use jetan_machine::{Behaviour, Engine, Interpreter, Machine, MachineSettings, StopConditions};

use reference::host::NoHost;
use reference::random::Random;

const PLENTY: u64 = 1 << 30;

fn memory() -> Memory {
    Memory::new(MemoryMap::DEFAULT, false, true, PLENTY)
}

/// A memory and what it should hold: every byte that is not 0.
#[derive(Clone)]
struct Pair(Memory, BTreeMap<u32, u8>);

impl Pair {
    fn store(&mut self, address: u32, value: u8) {
        self.0.poke(address, &[value]).expect("there is room");
        if value == 0 {
            self.1.remove(&address);
        } else {
            self.1.insert(address, value);
        }
    }
}

/// Few places and few values, so that memories with different pasts often hold the same. The last
/// is in a leaf of its own.
const PLACES: [u32; 5] = [0x1001_0000, 0x1001_0001, 0x1001_1000, 0x7fff_e000, 0xffff_0000];

fn act_by_chance(random: &mut Random, all: &mut Vec<Pair>) {
    let idx = random.below(all.len());
    match random.below(16) {
        0 => all[idx].0.freeze(),
        1 if all.len() < 6 => all.push(all[idx].clone()),
        2 if all.len() > 2 => drop(all.swap_remove(idx)),
        3 => drop(all[idx].0.load_byte(random.pick(&PLACES))),
        4 => drop(all[idx].0.fingerprint()),
        5 => {
            let range = 0x1001_0000..=0x1001_1fff;
            all[idx].0.changed_since(range, &mut ViewStamp::default(), &mut Vec::new());
        }
        _ => all[idx].store(random.pick(&PLACES), random.below(2) as u8),
    }
}

#[test]
fn memories_are_equal_when_they_read_the_same() {
    let (mut equal, mut different) = (0, 0);
    for seed in 0..40 {
        let random = &mut Random::new(seed);
        let mut all = vec![Pair(memory(), BTreeMap::new()), Pair(memory(), BTreeMap::new())];
        for _ in 0..150 {
            act_by_chance(random, &mut all);
            let (one, other) = (&all[random.below(all.len())], &all[random.below(all.len())]);
            // A page of zeros reads like none, but has used some of the budget.
            let is_equal = one.1 == other.1 && one.0.pages_written() == other.0.pages_written();
            assert_eq!(one.0 == other.0, is_equal, "seed {seed}");
            let prints = (one.0.fingerprint(), other.0.fingerprint());
            assert_eq!(prints.0 == prints.1, is_equal, "seed {seed}");
            *(if is_equal { &mut equal } else { &mut different }) += 1;
        }
    }
    assert!(equal > 1000 && different > 1000, "both happen: {equal}, {different}");
}

#[test]
fn a_byte_counts_where_it_is() {
    let with = |address: u32, value: u8| {
        let mut memory = memory();
        memory.poke(address, &[value]).unwrap();
        memory
    };
    let one = with(0x1001_0000, 1);
    for (address, value) in [(0x1001_0001, 1), (0x1001_1000, 1), (0x1041_0000, 1), (0x1001_0000, 2)]
    {
        let other = with(address, value);
        assert!(one != other, "{address:#x} {value}");
        assert_ne!(one.fingerprint(), other.fingerprint(), "{address:#x} {value}");
    }
    let zeros = [with(0x1001_0000, 0), with(0x1001_1000, 0)];
    assert!(zeros[0] == zeros[1], "a page of zeros reads like none");
    assert_eq!(zeros[0].fingerprint(), zeros[1].fingerprint());
    assert!(zeros[0] != memory(), "it has used some of the budget");
}

#[test]
fn rules_are_part_of_it() {
    let plain = memory();
    let mut grown = memory();
    grown.grow_heap(0x1050_0000);
    let others = [
        grown,
        Memory::new(MemoryMap::DEFAULT, true, true, PLENTY),
        Memory::new(MemoryMap::DEFAULT, false, false, PLENTY),
        Memory::new(MemoryMap::DEFAULT, false, true, 1 << 20),
        Memory::new(MemoryMap::COMPACT_DATA_AT_ZERO, false, true, PLENTY),
    ];
    for other in others {
        assert!(plain != other);
        assert_ne!(plain.fingerprint(), other.fingerprint());
    }
}

#[test]
fn a_fingerprint_after_a_snapshot_reads_what_has_changed() {
    let mut memory = memory();
    let page = |number: u32| 0x1000_0000 + number * PAGE_BYTES as u32;
    for number in 0..600 {
        memory.store_word(page(number), number + 1).unwrap();
    }
    assert_eq!(memory.unread_pages(), 600);
    memory.freeze();
    let first = memory.fingerprint();
    assert_eq!(memory.unread_pages(), 0, "each page is read once");
    let mut copy = memory.clone();
    assert_eq!((copy.unread_pages(), copy.fingerprint()), (0, first), "copies share what was read");
    for number in [3, 4, 500] {
        copy.store_word(page(number), 0).unwrap();
    }
    assert_eq!(copy.unread_pages(), 3);
    let second = copy.fingerprint();
    copy.freeze();
    assert_eq!(copy.unread_pages(), 3, "they are other pages now");
    assert_eq!(copy.fingerprint(), second, "freezing is no change");
    assert_eq!((copy.unread_pages(), memory.unread_pages()), (0, 0));
    assert_eq!(memory.fingerprint(), first);
    for number in [3, 4, 500] {
        copy.store_word(page(number), number + 1).unwrap();
    }
    assert_eq!(copy.fingerprint(), first, "what is undone is as if it had not been done");
    assert!(copy == memory);
}

#[test]
fn a_patched_word_is_one_page_of_code_to_read_again() {
    let map = MemoryMap::DEFAULT;
    // `lui $t0, 0x40` and `sw $t0, 0x2000($t0)`, then two more pages of `nop`.
    let mut words = vec![0x3c08_0040_u32, 0xad08_2000];
    words.resize(3000, 0);
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let segments = vec![Segment { kind: SegmentKind::Text, address: map.text_base, bytes }];
    let image = Image { map, segments, wide: Vec::new(), entry: map.text_base };
    let settings = MachineSettings { self_modifying: true, ..MachineSettings::default() };
    let mut machine = Machine::new(&image, settings, Behaviour::JETAN).expect("it fits");
    assert_eq!(machine.text().unread_pages(), 3);
    let before = machine.fingerprint();
    let copy = machine.snapshot();
    assert_eq!(copy.text().unread_pages(), 0, "copies share what was read");
    Interpreter::<()>::default().run(&mut machine, &mut NoHost, &StopConditions::count(2));
    assert_eq!(machine.text().unread_pages(), 1);
    assert_ne!(machine.fingerprint(), before);
    assert_eq!((machine.text().unread_pages(), copy.fingerprint()), (0, before));
}
