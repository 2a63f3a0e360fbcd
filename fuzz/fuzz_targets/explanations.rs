//! Any text as a program, or any words, run until it ends or for a while: whatever is found out
//! about it afterwards is found without a panic and within its budget.

#![no_main]

#[path = "../nowhere.rs"]
mod nowhere;

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, Program, SourceSet, assemble};
use jetan_symbols::DebugSymbols;
use jetan_debug::post_mortem::PostMortem;
use jetan_isa::{decode, disasm};
use jetan_machine::host::{Host, OutputEvent};
use jetan_machine::{Behaviour, Interpreter, MachineSettings, Stop, StopConditions};
use jetan_run::timeline::WorkBudget;
use jetan_run::{KeyframePolicy, RunSetup, Timeline, YieldPoint, at_once};
use libfuzzer_sys::fuzz_target;
use nowhere::Nowhere;

/// Enough for loops to be seen as such, and short enough to try many programs.
const STEPS: u64 = 20_000;
/// What finding out may take at most; some get less.
const WORK_MAX: u64 = 2_000_000;
/// Where the first instruction stands.
const ADDRESS: u32 = 0x0040_0000;

impl Host for Nowhere {
    fn event(&mut self, _event: OutputEvent<'_>) {}
}

fn assembled(text: &str) -> Option<(Program, SourceSet)> {
    let sources = SourceSet::single("main.asm", text);
    let program = assemble(&sources, &AssemblyOptions::default()).0?;
    (!program.code.is_empty()).then_some((program, sources))
}

/// The words that are instructions, with labels where they lead to, all within the program.
fn of_words(bytes: &[u8]) -> String {
    let words = bytes.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
    let code: Vec<_> = words.filter_map(|word| decode(u32::from_le_bytes(word))).collect();
    let lines = code.iter().enumerate().map(|(at, instruction)| {
        let mut label = |target: u32| Some(format!("l{}", target as usize / 4 % code.len()));
        let text = disasm::source_text(instruction, ADDRESS + 4 * at as u32, &mut label);
        format!("l{at}: {text}\n")
    });
    lines.collect()
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let made = assembled(&text).or_else(|| assembled(&of_words(bytes)));
    let Some((program, sources)) = made else { return };
    let settings = MachineSettings { memory_bytes_max: 8 << 20, ..MachineSettings::default() };
    let setup = RunSetup::new(settings, Behaviour::JETAN);
    let Ok(machine) = setup.load(&program.image) else { return };
    let names = DebugSymbols::new(Arc::new(program), sources);
    let engine = Box::new(Interpreter::<()>::default());
    let keeping = KeyframePolicy { bytes_max: 4 << 20, distance_min: 512 };
    let mut timeline = Timeline::new(machine, engine, keeping);
    let Ok(stop) = timeline.run(&mut Nowhere::default(), &StopConditions::count(STEPS)) else {
        panic!("a run that is made for the first time diverges");
    };
    if matches!(stop, Stop::Exited(_)) {
        return;
    }
    let work = WORK_MAX >> (bytes.len() % 12);
    timeline.set_allowance(WorkBudget::of(work));
    let found = at_once(PostMortem::of(&mut timeline, &names, &YieldPoint::NONE));
    let found = found.expect("what has just happened can be had again");
    assert!(found.cut_after.is_none_or(|steps| steps <= work + STEPS), "{:?}", found.cut_after);
    let scene = timeline.end_machine().pc;
    let _ = found.accusation(scene, &names);
    assert!(found.notes(&names).iter().all(|note| !note.is_empty()));
    let _ = found.help(true, &names);
});
