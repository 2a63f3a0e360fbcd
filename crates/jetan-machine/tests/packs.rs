//! Services of packs: every effect, every fault, and that copies of a machine keep their screens.

#[path = "common/engines.rs"]
mod engines;
#[path = "reference/host.rs"]
mod quiet;
#[path = "common/witness.rs"]
mod witness;

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::Reg;
use jetan_isa::pack::{
    EffectOperand, ObjectOperands, Pack, PackService, ScreenStyle, ServiceArgument, ServiceEffect,
    ServiceResult, ValueKind,
};
use jetan_machine::device::screen::{
    SPRITES_MAX, ScreenBoard, ScreenLayout, ScreenText, Sprite, TEXT_BYTES_MAX, TEXTS_MAX,
};
use jetan_machine::host::{SoundMode, SoundRequest};
use jetan_machine::{Behaviour, Machine, MachineSettings, Stop, StopConditions};

use engines::{ENGINES, Make};
use witness::Witness;

/// Arguments in `$a0`, `$a1` and so on, integers without a range.
fn arguments(names: &[&str]) -> Vec<ServiceArgument> {
    let argument = |(idx, name): (usize, &&str)| ServiceArgument {
        name: (*name).to_owned(),
        reg: Reg::at_index(Reg::A0.number() + idx as u8),
        kind: ValueKind::Integer,
        range: None,
        usual: None,
        values: Vec::new(),
        summary: String::new(),
    };
    names.iter().enumerate().map(argument).collect()
}

fn service(number: u32, names: &[&str], effect: ServiceEffect) -> PackService {
    PackService {
        number,
        name: format!("service {number}"),
        summary: String::new(),
        arguments: arguments(names),
        results: Vec::<ServiceResult>::new(),
        effect,
    }
}

/// A pack with every effect, numbered from 200.
fn pack() -> Pack {
    use EffectOperand::{Argument as From, Constant};
    let object = ObjectOperands {
        id: From(0),
        kind: From(1),
        x: From(2),
        y: From(3),
        width: Constant(8),
        height: Constant(9),
        colour: Constant(0x0012_3456),
    };
    let (width, height) = (Constant(560), Constant(400));
    let title = "Test".to_owned();
    let style = ScreenStyle::Tiles;
    let mut services = vec![
        service(200, &[], ServiceEffect::CreateScreen { width, height, title, style }),
        service(
            201,
            &["board"],
            ServiceEffect::UpdateBoard { board: From(0), rows: 2, columns: 3 },
        ),
        service(
            202,
            &["sound", "mode"],
            ServiceEffect::PlaySound { sound: From(0), mode: From(1) },
        ),
        service(203, &["score"], ServiceEffect::SetScore { score: From(0) }),
        service(204, &["target"], ServiceEffect::SetTarget { target: From(0) }),
        service(
            205,
            &["id", "kind", "x", "y"],
            ServiceEffect::CreateObject { object, colours: vec![7] },
        ),
        service(
            206,
            &["id", "x", "y"],
            ServiceEffect::MoveObject { id: From(0), x: From(1), y: From(2) },
        ),
        service(
            207,
            &["id", "x", "y", "text"],
            ServiceEffect::ShowText { id: From(0), x: From(1), y: From(2), text: From(3) },
        ),
        service(208, &["id"], ServiceEffect::LocateObject { id: From(0), x: Reg::V0, y: Reg::V1 }),
        service(209, &[], ServiceEffect::Refresh),
        service(
            210,
            &["bound"],
            ServiceEffect::RandomInteger { generator: Constant(5), bound: From(0), value: Reg::V1 },
        ),
        service(211, &[], ServiceEffect::BuiltIn),
    ];
    services[4].arguments[0].range = Some((64, 2048));
    Pack { name: "test".to_owned(), services, ..Pack::default() }
}

fn machine(source: &str, pack: Option<Pack>) -> Machine {
    let prelude = "
        .macro  sys %number
        li      $v0, %number
        syscall
        .end_macro
        .text
";
    let sources = SourceSet::single("test.asm", &format!("{prelude}{source}\n"));
    let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let settings = MachineSettings { seed: Some(42), ..MachineSettings::default() };
    let mut machine =
        Machine::new(&program.image, settings, Behaviour::JETAN).expect("the program fits");
    if let Some(pack) = pack {
        machine.set_pack(Arc::new(pack));
    }
    machine
}

/// Runs a program to its end: the fault's words, or nothing.
fn run(make: Make, machine: &mut Machine, host: &mut Witness) -> String {
    let (mut engine, until) = (make(), StopConditions::count(1_000_000));
    loop {
        match engine.run(machine, host, &until) {
            Stop::Exited(_) => return String::new(),
            Stop::Faulted { fault, .. } => return fault.to_string(),
            // Services that do much make an engine look at the world now and then.
            Stop::Budget if machine.count < until.count => {}
            stop => panic!("{stop:?}"),
        }
    }
}

/// Runs a program that ends well.
fn play(source: &str) -> (Machine, Witness) {
    let (words, machine, host) = run_on_all(source, Some(&pack()));
    assert_eq!(words, "", "{source}");
    (machine, host)
}

fn fault(source: &str) -> String {
    run_on_all(source, Some(&pack())).0
}

/// Runs a program on every engine; all must come to the same end.
fn run_on_all(source: &str, pack: Option<&Pack>) -> (String, Machine, Witness) {
    let mut ends = ENGINES.iter().map(|(name, make)| {
        let (mut machine, mut host) = (machine(source, pack.cloned()), Witness::default());
        let words = run(*make, &mut machine, &mut host);
        (*name, (words, machine, host))
    });
    let (_, first) = ends.next().expect("there is an engine");
    for (name, (words, machine, host)) in ends {
        assert_eq!(first.0, words, "{name}: {source}");
        assert_eq!(first.2.screens, host.screens, "{name}: {source}");
        assert_eq!(first.2.sounds, host.sounds, "{name}: {source}");
        assert!(first.1 == machine, "{name}: the machines differ: {source}");
    }
    first
}

const BOARD: &str = "\n.data\nboard: .word 0, 2, 4, 8, 16, -1\ntext: .asciiz \"well done\"\n";

#[test]
fn a_screen_is_created_empty_and_keeps_counting_frames() {
    let (machine, host) = play("sys 200\nsys 209\nli $a0, 5\nsys 203\nsys 200\nsys 209");
    let screen = machine.screen().expect("there is a screen");
    assert_eq!((screen.width, screen.height, screen.style), (560, 400, ScreenLayout::Tiles));
    assert_eq!((screen.title.as_str(), screen.score, screen.frames), ("Test", None, 2));
    assert_eq!(host.screens.len(), 2);
}

#[test]
fn a_board_is_copied_and_shown() {
    let (machine, host) = play(&format!("la $a0, board\nsys 201\nsw $zero, 4($a0){BOARD}"));
    let board = ScreenBoard { rows: 2, columns: 3, tiles: vec![0, 2, 4, 8, 16, u32::MAX] };
    let screen = machine.screen().expect("there is a screen");
    assert_eq!(screen.board.as_ref(), Some(&board));
    assert_eq!(
        (screen.width, screen.style),
        (560, ScreenLayout::Tiles),
        "as the pack would create it"
    );
    assert_eq!(host.screens, [(screen.clone(), 3)]);
}

#[test]
fn sounds_are_passed_on() {
    let (machine, host) =
        play("li $a0, 3\nli $a1, 1\nsys 202\nli $a1, 2\nsys 202\nli $a0, -4\nli $a1, 0\nsys 202");
    let sounds: Vec<SoundRequest> = host.sounds.iter().map(|(sound, _)| *sound).collect();
    let sound = |id, mode| SoundRequest { id, mode };
    let expected =
        [sound(3, SoundMode::Loop), sound(3, SoundMode::Stop), sound(-4, SoundMode::Once)];
    assert_eq!(sounds, expected);
    assert_eq!(host.sounds[0].1, 3);
    assert_eq!(machine.screen(), None, "sounds need no screen");
}

#[test]
fn score_target_and_texts_are_set() {
    let (machine, _) = play(&format!(
        "li $a0, -7\nsys 203\nli $a0, 2048\nsys 204\nli $a0, -2\nli $a1, 10\nli $a2, -20\n\
         la $a3, text\nsys 207{BOARD}"
    ));
    let screen = machine.screen().expect("there is a screen");
    assert_eq!((screen.score, screen.target), (Some(-7), Some(2048)));
    assert_eq!(screen.frames, 1, "a text is shown at once");
    let text = ScreenText { x: 10, y: -20, text: "well done".to_owned() };
    assert_eq!(screen.texts.get(&-2), Some(&text));
}

#[test]
fn objects_are_created_moved_and_found() {
    let (machine, _) = play(
        "li $a0, 9\nli $a1, 0\nli $a2, 3\nli $a3, 4\nsys 205\nli $a0, 10\nli $a1, 1\nsys 205\n\
         li $a1, 30\nli $a2, -40\nsys 206\nsys 208",
    );
    let screen = machine.screen().expect("there is a screen");
    let first = Sprite { kind: 0, x: 3, y: 4, width: 8, height: 9, colour: 7 };
    let second = Sprite { kind: 1, x: 30, y: -40, colour: 0x0012_3456, ..first };
    assert_eq!(screen.sprites.get(&9), Some(&first), "the colour of kind 0");
    assert_eq!(screen.sprites.get(&10), Some(&second));
    assert_eq!(machine.registers.get(Reg::V0), 30);
    assert_eq!(machine.registers.get(Reg::V1), -40_i32 as u32);
}

#[test]
fn random_numbers_are_those_of_the_built_in_generators() {
    let (own, _) = play("li $a0, 100\nsys 210");
    let (built_in, _) = play("li $a0, 5\nli $a1, 100\nsys 42");
    assert_eq!(own.registers.get(Reg::V1), built_in.registers.get(Reg::A0));
    assert!(own.registers.get(Reg::V1) < 100);
}

#[test]
fn faults_name_what_is_wrong() {
    for (source, expected) in [
        ("li $a0, 63\nsys 204", "target in $a0 is 63, must be from 64 to 2048 (syscall 204)"),
        ("li $a0, -1\nsys 204", "target in $a0 is -1, must be from 64 to 2048 (syscall 204)"),
        ("li $a0, 5\nsys 206", "there is no object 5 (syscall 206)"),
        ("li $a0, 5\nsys 208", "there is no object 5 (syscall 208)"),
        ("li $a0, 0x10010002\nsys 201", "fetch address not aligned on word boundary 0x10010002"),
        ("li $a0, 0\nsys 201", "address out of range 0x00000000"),
        ("li $a3, 12\nsys 207", "address out of range 0x0000000c"),
        ("li $a0, 0\nsys 210", "Upper bound of range cannot be negative (syscall 42)"),
        ("sys 211", "invalid or unimplemented syscall service: 211 "),
        ("sys 299", "invalid or unimplemented syscall service: 299 "),
    ] {
        assert_eq!(fault(source), expected, "{source}");
    }
    let unknown = "invalid or unimplemented syscall service: 201 ";
    assert_eq!(run_on_all("sys 201", None).0, unknown);
}

#[test]
fn a_service_that_fails_shows_and_changes_nothing() {
    let (words, machine, host) = run_on_all("li $a0, 2\nsys 201", Some(&pack()));
    assert_ne!(words, "");
    assert_eq!(machine.screen(), None);
    assert!(host.screens.is_empty());
}

#[test]
fn a_screen_holds_only_so_much() {
    let many = |number| format!("again: addi $a0, $a0, 1\nsys {number}\nj again{BOARD}");
    let objects = format!("there are {SPRITES_MAX} on the screen already (syscall 205)");
    assert_eq!(fault(&many(205)), objects);
    let texts = format!("there are {TEXTS_MAX} on the screen already (syscall 207)");
    assert_eq!(fault(&format!("la $a3, text\n{}", many(207))), texts);
    let long = format!("la $a3, long\nsys 207\n.data\nlong: .asciiz \"{}\"", "é".repeat(600));
    let (machine, _) = play(&long);
    let text = &machine.screen().expect("there is a screen").texts[&0].text;
    assert_eq!(text.len(), TEXT_BYTES_MAX);
}

#[test]
fn a_copy_of_the_machine_has_a_screen_of_its_own() {
    for (name, make) in ENGINES {
        let mut first = machine("li $a0, 1\nsys 203\nli $a0, 2\nsys 203", Some(pack()));
        let mut host = Witness::default();
        let stop = make().run(&mut first, &mut host, &StopConditions::count(3));
        assert_eq!(stop, Stop::Budget, "{name}");
        let mut second = first.snapshot();
        assert_eq!(run(*make, &mut second, &mut host), "", "{name}");
        assert_eq!(first.screen().and_then(|screen| screen.score), Some(1), "{name}");
        assert_eq!(second.screen().and_then(|screen| screen.score), Some(2), "{name}");
    }
}

#[test]
fn unusual_values_are_taken_and_reported() {
    let mut pack = pack();
    pack.services[3].arguments[0].usual = Some((0, 100));
    for (name, make) in ENGINES {
        let source = "li $a0, 100\nsys 203\nli $a0, 101\nsys 203\nli $a0, -1\nsys 203\nsys 10";
        let mut machine = machine(source, Some(pack.clone()));
        let mut host = Witness::default();
        assert_eq!(run(*make, &mut machine, &mut host), "", "{name}");
        assert_eq!(host.unusual, [101, -1], "{name}");
        assert_eq!(machine.screen().and_then(|screen| screen.score), Some(-1), "{name}");
    }
}
