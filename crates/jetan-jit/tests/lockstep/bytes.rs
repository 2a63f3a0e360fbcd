//! Any words as a program, and programs whose structure is decided by any bytes: generated code and
//! the interpreter end alike, at any budget. The fuzz target `translator_agrees` finds the bytes.

#[expect(unreachable_pub, reason = "packages of fuzz targets have it as well")]
#[path = "../../../../fuzz/nowhere.rs"]
mod nowhere;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::image::{Segment, SegmentKind};
use jetan_isa::{Image, MemoryMap};
use jetan_jit::TranslationPolicy;
use jetan_machine::host::{Host, OutputEvent};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};

use super::programs::{self, Chance};
use nowhere::Nowhere;

/// Enough to go round loops, and short enough to try many programs.
const STEPS: u64 = 20_000;

impl Host for Nowhere {
    fn event(&mut self, event: OutputEvent<'_>) {
        if let OutputEvent::Output(_, bytes, _) = event {
            self.printed.extend_from_slice(bytes);
        }
    }
}

fn settings(self_modifying: bool) -> MachineSettings {
    MachineSettings { self_modifying, memory_bytes_max: 16 << 20, ..MachineSettings::default() }
}

/// The words as they are, in a text that they fill.
fn of_words(words: &[u8], flags: u8) -> Option<Machine> {
    let map = MemoryMap::DEFAULT;
    let bytes = words.chunks_exact(4).flatten().copied().collect();
    let text = Segment { kind: SegmentKind::Text, address: map.text_base, bytes };
    let image = Image { map, segments: vec![text], wide: Vec::new(), entry: map.text_base };
    let behaviour = if flags & 4 != 0 { Behaviour::MARS } else { Behaviour::JETAN };
    Machine::new(&image, settings(flags & 2 != 0), behaviour).ok()
}

/// A program with loops, calls and everything else, as the bytes decide.
fn of_decisions(bytes: &[u8]) -> Option<Machine> {
    let made = programs::program(Chance::of_bytes(bytes));
    let options =
        AssemblyOptions { self_modifying: made.is_self_modifying, ..AssemblyOptions::default() };
    let (program, _) = assemble(&SourceSet::single("made.asm", &made.source), &options);
    let image = program.expect("what is made can be assembled").image;
    Machine::new(&image, settings(made.is_self_modifying), Behaviour::JETAN).ok()
}

/// Runs what the bytes make on both engines, and compares them on the way.
pub(crate) fn agree(flags: u8, slice: u16, bytes: &[u8]) {
    let made = if flags & 1 == 0 { of_decisions(bytes) } else { of_words(bytes, flags) };
    let Some(mut one) = made else { return };
    let mut other = one.clone();
    let (mut seen, mut heard) = (Nowhere::default(), Nowhere::default());
    let mut interpreter = Interpreter::<()>::default();
    let policy =
        if flags & 8 == 0 { TranslationPolicy::Everything } else { TranslationPolicy::EveryBlock };
    let mut translator = jetan_jit::engine(policy, None);
    loop {
        let until = StopConditions::count((one.count + 500 + u64::from(slice)).min(STEPS));
        let expected = interpreter.run(&mut one, &mut seen, &until);
        let stop = translator.run(&mut other, &mut heard, &until);
        assert_eq!(stop, expected);
        assert_eq!(other.point(), one.point());
        assert_eq!(other.registers, one.registers);
        assert_eq!(other.fingerprint(), one.fingerprint());
        assert_eq!(heard, seen);
        if stop != Stop::Budget || one.count >= STEPS {
            break;
        }
    }
}
