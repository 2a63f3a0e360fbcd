//! Any text as a key script: it is played or its mistakes have places, and a run that it types into
//! is the same in slices of any size.

#![no_main]

#[path = "../nowhere.rs"]
mod nowhere;

use std::sync::OnceLock;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::Image;
use jetan_machine::{Behaviour, Interpreter, MachineSettings, StopConditions};
use jetan_run::keys::{self, KeyScript, ScriptPlayer};
use jetan_run::{RunSetup, Session, SessionEvent, SessionHost, SessionPause};
use libfuzzer_sys::fuzz_target;
use nowhere::Nowhere;

/// Looks for a key, prints it, and sleeps when there is none.
const PROGRAM: &str = "
        lui     $s0, 0xffff
again:  lw      $t0, 0($s0)
        andi    $t0, $t0, 1
        beqz    $t0, none
        lw      $a0, 4($s0)
        li      $v0, 11
        syscall
        j       again
none:   li      $a0, 3
        li      $v0, 32
        syscall
        j       again
";

/// Enough for every kind of wait to end.
const STEPS: u64 = 20_000;

impl SessionHost for Nowhere {
    fn event(&mut self, event: SessionEvent<'_>) {
        if let SessionEvent::Output(_, bytes) = event {
            self.printed.extend_from_slice(bytes);
        }
    }

    fn elapsed_us(&mut self) -> u64 {
        0
    }
}

fn image() -> &'static Image {
    static IMAGE: OnceLock<Image> = OnceLock::new();
    IMAGE.get_or_init(|| {
        let sources = SourceSet::single("keys.asm", PROGRAM);
        assemble(&sources, &AssemblyOptions::default()).0.expect("it is right").image
    })
}

/// Plays a script into the program, so many instructions at a time.
fn play(script: &KeyScript, slice: u64) -> (Nowhere, u128) {
    let setup =
        RunSetup { lab: true, ..RunSetup::new(MachineSettings::default(), Behaviour::JETAN) };
    let machine = setup.load(image()).expect("it fits");
    let mut session = Session::new(machine, Box::new(Interpreter::<()>::default()));
    session.count_max = STEPS;
    session.play_keys(ScriptPlayer::new(script.clone()));
    let mut world = Nowhere::default();
    loop {
        let until = StopConditions::count(session.machine().count.saturating_add(slice));
        match session.advance(&mut world, &until) {
            SessionPause::Going => {}
            SessionPause::Ended(_) => break,
            pause => panic!("{pause:?}"),
        }
    }
    (world, session.machine().fingerprint())
}

fuzz_target!(|text: &str| {
    let script = match keys::parse(text) {
        Ok(script) => script,
        Err(errors) => {
            assert!(!errors.is_empty(), "refused without a reason");
            let lines = text.matches('\n').count() as u32 + 1;
            assert!(errors.iter().all(|error| (1..=lines).contains(&error.line)), "{errors:?}");
            return;
        }
    };
    assert!(play(&script, STEPS) == play(&script, 97), "slices change the run");
});
