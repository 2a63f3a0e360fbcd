//! Random programs and services: whatever a program does, the machine goes on or says why not.

#[path = "common/engines.rs"]
mod engines;
#[path = "reference/random.rs"]
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};

use jetan_isa::{Image, MemoryMap, Reg, Segment, SegmentKind};
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};
use jetan_machine::{Behaviour, Clock, Machine, MachineSettings, Stop, StopConditions};

use engines::{ENGINES, Make};
use random::Random;

const SEED: u64 = 0x006a_6574_616e;
const SYSCALL: u32 = 0x0000_000c;
const ERET: u32 = 0x4200_0018;
const PROGRAMS: u64 = 3000;
const SERVICES: u64 = 6000;

/// Numbers at the edges of something.
const EDGES: &[u32] = &[
    0,
    1,
    3,
    4,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
    0x0040_0000,
    0x1000_0000,
    0x1001_0000,
    0x1001_0001,
    0x103f_ffff,
    0x1040_0000,
    0x7fff_effc,
    0x7fff_ffff,
    0x8000_0180,
    0x9000_0000,
    0xffff_0000,
    0xffff_fffc,
];

/// Random answers.
struct Chance {
    random: Random,
    now_ms: i64,
}

impl Chance {
    fn bytes(&mut self, max: usize) -> Vec<u8> {
        let count = self.random.below(max.min(64) + 1);
        (0..count).map(|_| self.random.pick(b"0123456789.-e x\r\n\0\xff")).collect()
    }

    fn is_refused(&mut self) -> Result<(), FileError> {
        if self.random.below(3) == 0 { Err(FileError) } else { Ok(()) }
    }
}

impl Host for Chance {
    fn event(&mut self, _event: OutputEvent<'_>) {}
}

impl HostQueries for Chance {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        if self.random.below(4) == 0 {
            HostAnswer::Wait
        } else {
            HostAnswer::Ready(self.bytes(max))
        }
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        Some(match self.random.below(4) {
            0 => return None,
            1 => HostAnswer::Wait,
            2 => HostAnswer::Ready(None),
            _ => HostAnswer::Ready(Some(self.random.next() as u8)),
        })
    }

    fn asks_on_console(&mut self) -> bool {
        true
    }

    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, _name: &[u8], _mode: OpenMode) -> Result<(), FileError> {
        self.is_refused()
    }

    fn read_file(&mut self, _: &[u8], _: u64, max: usize) -> Result<Vec<u8>, FileError> {
        self.is_refused()?;
        Ok(self.bytes(max))
    }

    fn write_file(&mut self, _: &[u8], _: Option<u64>, _: &[u8]) -> Result<(), FileError> {
        self.is_refused()
    }

    fn now_ms(&mut self) -> i64 {
        self.now_ms = self.now_ms.saturating_add(1 << self.random.below(40));
        self.now_ms
    }

    fn seed(&mut self) -> i64 {
        self.random.next() as i64
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        Some(match self.random.below(6) {
            0 => return None,
            1 => HostAnswer::Wait,
            2 => HostAnswer::Ready(DialogAnswer::Yes),
            3 => HostAnswer::Ready(DialogAnswer::No),
            4 => HostAnswer::Ready(DialogAnswer::Cancel),
            _ => HostAnswer::Ready(DialogAnswer::Text(self.bytes(64))),
        })
    }
}

/// A program of some words, and kernel text of others.
fn image(text: &[u32], handler: &[u32]) -> Image {
    let map = MemoryMap::DEFAULT;
    let segment = |kind, address, words: &[u32]| {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Segment { kind, address, bytes }
    };
    let mut segments = vec![segment(SegmentKind::Text, map.text_base, text)];
    if !handler.is_empty() {
        segments.push(segment(SegmentKind::KernelText, map.handler, handler));
    }
    Image { map, segments, wide: Vec::new(), entry: map.text_base }
}

/// A machine in one of the ways there are.
fn machine(image: &Image, way: u64) -> Machine {
    let settings = MachineSettings {
        delayed_branching: way & 1 != 0,
        self_modifying: way & 2 != 0,
        memory_bytes_max: 1 << 20,
        clock: if way & 8 != 0 { Clock::Host } else { Clock::default() },
        seed: None,
    };
    let behaviour = if way & 4 != 0 { Behaviour::MARS } else { Behaviour::JETAN };
    Machine::new(image, settings, behaviour).expect("a short program fits")
}

/// Registers with something in them.
fn scramble(machine: &mut Machine, random: &mut Random) {
    for index in 1..32 {
        let any = random.next() as u32;
        let value = if any.is_multiple_of(4) { random.next() as u32 } else { random.pick(EDGES) };
        machine.registers.set(Reg::at_index(index), value);
        machine.fpu.set_bits(index, random.next() as u32);
    }
}

/// Runs for a while; a program that waits too often has waited enough.
fn run(make: Make, machine: &mut Machine, host: &mut Chance, count: u64, what: &str) -> Stop {
    let mut engine = make();
    let until = StopConditions::count(count);
    let mut stop = Stop::Budget;
    for _ in 0..100 {
        let run = || engine.run(machine, host, &until);
        stop = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| panic!("{what}"));
        if !matches!(stop, Stop::Waiting(_)) {
            break;
        }
    }
    stop
}

/// A random word: any, or one that looks like an instruction.
fn word(random: &mut Random) -> u32 {
    let any = random.next() as u32;
    match random.below(16) {
        0..4 => any,
        4..8 => any & 0x03ff_ffff,
        8..14 => any & 0x03ff_ffff | random.pick(&[8, 9, 13, 35, 43, 5, 17, 28]) << 26,
        14 => SYSCALL,
        _ => 0x2402_0000 | any & 0x3f,
    }
}

#[test]
fn programs_by_chance_do_not_panic() {
    for number in 0..PROGRAMS {
        let mut random = Random::new(SEED + number);
        let text: Vec<u32> = (0..64).map(|_| word(&mut random)).collect();
        // No handler, one that returns at once, a random one.
        let handler = match number % 3 {
            0 => Vec::new(),
            1 => vec![ERET],
            _ => (0..8).map(|_| word(&mut random)).collect(),
        };
        let mut machine = machine(&image(&text, &handler), random.next());
        scramble(&mut machine, &mut random);
        let seed = random.next();
        for (name, make) in ENGINES {
            let mut machine = machine.clone();
            let mut host = Chance { random: Random::new(seed), now_ms: 0 };
            let what = format!("program {number} of seed {SEED}, {name}");
            run(*make, &mut machine, &mut host, 5000, &what);
        }
    }
}

#[test]
fn services_by_chance_do_not_panic() {
    let image = image(&[SYSCALL; 3], &[]);
    for number in 0..SERVICES {
        let mut random = Random::new(SEED ^ number << 20);
        let (name, make) = ENGINES[number as usize % ENGINES.len()];
        let mut machine = machine(&image, number);
        let mut host = Chance { random: Random::new(number), now_ms: 0 };
        for count in 1..=3 {
            scramble(&mut machine, &mut random);
            // A write of two gigabytes is done, but takes its time.
            let a2 = machine.registers.get(Reg::A2);
            machine.registers.set(Reg::A2, a2 & 0x8000_ffff);
            machine.registers.set(Reg::V0, random.below(64) as u32);
            let what = format!("service {number} of seed {SEED}, call {count}, {name}");
            if run(make, &mut machine, &mut host, count, &what) != Stop::Budget {
                break;
            }
        }
    }
}
