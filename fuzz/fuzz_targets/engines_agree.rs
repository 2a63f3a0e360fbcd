//! Any words as a program: a run in one go and one an instruction at a time end alike.

#![no_main]

#[path = "../nowhere.rs"]
mod nowhere;

use jetan_isa::image::{Segment, SegmentKind};
use jetan_isa::{Image, MemoryMap};
use jetan_machine::host::{Host, OutputEvent};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};
use libfuzzer_sys::fuzz_target;
use nowhere::Nowhere;

/// Enough for loops to become hot, and short enough to try many programs.
const STEPS: u64 = 5_000;

impl Host for Nowhere {
    fn event(&mut self, event: OutputEvent<'_>) {
        if let OutputEvent::Output(_, bytes, _) = event {
            self.printed.extend_from_slice(bytes);
        }
    }
}

fn machine(words: &[u8], flags: u8) -> Option<Machine> {
    let map = MemoryMap::DEFAULT;
    let bytes = words.chunks_exact(4).flatten().copied().collect();
    let text = Segment { kind: SegmentKind::Text, address: map.text_base, bytes };
    let image = Image { map, segments: vec![text], wide: Vec::new(), entry: map.text_base };
    let settings = MachineSettings {
        delayed_branching: flags & 1 != 0,
        self_modifying: flags & 2 != 0,
        memory_bytes_max: 16 << 20,
        ..MachineSettings::default()
    };
    let behaviour = if flags & 4 != 0 { Behaviour::MARS } else { Behaviour::JETAN };
    Machine::new(&image, settings, behaviour).ok()
}

fuzz_target!(|input: (u8, Vec<u8>)| {
    let (flags, words) = input;
    let (Some(mut one), Some(mut other)) = (machine(&words, flags), machine(&words, flags)) else {
        return;
    };
    let (mut seen, mut heard) = (Nowhere::default(), Nowhere::default());
    let stop = Interpreter::<()>::default().run(&mut one, &mut seen, &StopConditions::count(STEPS));
    let mut engine = Interpreter::<()>::default();
    let mut last = loop {
        let before = other.count;
        let stop = engine.run(&mut other, &mut heard, &StopConditions::count(before + 1));
        if other.count == before || other.count >= one.count {
            break stop;
        }
    };
    // What ends a run without being counted is still ahead of the one that went step by step.
    if stop != Stop::Budget && last == Stop::Budget {
        last = engine.run(&mut other, &mut heard, &StopConditions::count(STEPS));
    }
    assert_eq!((one.count, one.pc), (other.count, other.pc), "{stop:?} {last:?}");
    assert_eq!(one.registers, other.registers);
    assert_eq!(one.fingerprint(), other.fingerprint());
    assert_eq!(seen, heard);
});
