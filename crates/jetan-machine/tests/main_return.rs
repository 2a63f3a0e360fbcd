//! `main` may return, and nothing else that jumps to address 0 ends a run: on every engine, in one
//! go and an instruction at a time.

#[path = "common/engines.rs"]
mod engines;
mod reference {
    pub(crate) mod host;
}

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::MemoryMap;
use jetan_machine::stop::ProgramExit;
use jetan_machine::{Behaviour, Machine, MachineSettings, Stop, StopConditions};

use engines::ENGINES;
use reference::host::NoHost;

/// Programs that return from where they began, and the address of the `jr`.
const RETURNS: [(&str, &str, u32); 8] = [
    ("at once", "main: jr $ra", 0x0040_0000),
    (
        "saved on the stack",
        "main: addiu $sp, $sp, -4\n sw $ra, 0($sp)\n jal f\n lw $ra, 0($sp)\n \
      addiu $sp, $sp, 4\n jr $ra\n f: jr $ra",
        0x0040_0014,
    ),
    (
        "saved in a register",
        "main: move $s7, $ra\n jal f\n move $ra, $s7\n jr $ra\n f: jr $ra",
        0x0040_000c,
    ),
    (
        "the stack is not put back",
        "main: addiu $sp, $sp, -4\n sw $ra, 0($sp)\n jal f\n \
      lw $ra, 0($sp)\n jr $ra\n f: jr $ra",
        0x0040_0010,
    ),
    (
        "behind a procedure",
        "main: move $s7, $ra\n jal f\n j end\n f: jr $ra\n \
      end: move $ra, $s7\n jr $ra",
        0x0040_0014,
    ),
    (
        "from a table",
        "main: move $s7, $ra\n jal f\n la $t0, case\n jr $t0\n nop\n \
      case: move $ra, $s7\n jr $ra\n f: jr $ra",
        0x0040_001c,
    ),
    ("no call at all, into what nobody calls", "main: li $t0, 1\n f: jr $ra", 0x0040_0004),
    ("a handler is not asked", "main: jr $ra\n .ktext 0x80000180\n eret", 0x0040_0000),
];

/// Programs that jump to address 0 and have not returned.
const ASTRAY: [(&str, &str); 8] = [
    ("another register", "main: jr $t0"),
    (
        "a procedure without a frame lost it",
        "main: jal f\n li $v0, 10\n syscall\n \
      f: li $ra, 0\n jr $ra",
    ),
    (
        "a procedure popped it from the wrong place",
        "main: jal f\n li $v0, 10\n syscall\n \
      f: addiu $sp, $sp, -8\n sw $ra, 0($sp)\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra",
    ),
    ("called by a branch", "main: bgezal $zero, f\n li $v0, 10\n syscall\n f: li $ra, 0\n jr $ra"),
    ("began in a procedure", "f: jr $ra\n main: jal f\n li $v0, 10\n syscall"),
    ("fell into a procedure", "main: b go\n call: jal f\n go: nop\n f: jr $ra"),
    ("computed", "main: jalr $t1, $t0"),
    ("the end of an exception", "main: eret"),
];

fn machine(source: &str, delayed_branching: bool, behaviour: Behaviour) -> Machine {
    let options = AssemblyOptions { delayed_branching, ..AssemblyOptions::default() };
    let (program, diagnostics) = assemble(&SourceSet::single("main.asm", source), &options);
    let Some(program) = program else { panic!("{source}\n{diagnostics:#?}") };
    let settings = MachineSettings { delayed_branching, ..MachineSettings::default() };
    Machine::new(&program.image, settings, behaviour).expect("it fits")
}

/// Runs a program on every engine; all must end alike.
fn end(name: &str, start: &Machine) -> (Stop, Machine) {
    let mut ends = Vec::new();
    for (engine_name, make) in ENGINES {
        for slice in [1, 1000] {
            let mut machine = start.clone();
            let mut engine = make();
            let stop = loop {
                let until = StopConditions::count(machine.count + slice);
                match engine.run(&mut machine, &mut NoHost, &until) {
                    Stop::Budget if machine.count < 1000 => {}
                    stop => break stop,
                }
            };
            ends.push((format!("{name}: {engine_name}, {slice} at a time"), stop, machine));
        }
    }
    let (_, stop, machine) = ends.swap_remove(0);
    for (way, other, reached) in ends {
        assert_eq!(other, stop, "{way}");
        assert!(reached == machine, "{way}: the machines differ");
        assert_eq!(reached.fingerprint(), machine.fingerprint(), "{way}");
        assert_eq!(reached.remarks.noted(), machine.remarks.noted(), "{way}");
    }
    (stop, machine)
}

#[test]
fn a_return_from_where_the_program_began_ends_it() {
    for (name, source, from) in RETURNS {
        let (stop, machine) = end(name, &machine(source, false, Behaviour::JETAN));
        assert_eq!(stop, Stop::Exited(ProgramExit::Returned(from)), "{name}");
        assert_eq!(machine.remarks.noted().len(), 1, "{name}");
    }
}

#[test]
fn a_delay_slot_is_executed_before_the_end() {
    let source = "main: jr $ra\n li $s0, 7";
    let (stop, machine) = end("delayed", &machine(source, true, Behaviour::JETAN));
    assert_eq!(stop, Stop::Exited(ProgramExit::Returned(0x0040_0000)));
    assert_eq!(machine.registers.get(jetan_isa::Reg::S0), 7);
}

#[test]
fn nothing_else_that_jumps_to_address_0_ends_a_run() {
    for (name, source) in ASTRAY {
        let (stop, machine) = end(name, &machine(source, false, Behaviour::JETAN));
        assert!(matches!(stop, Stop::Faulted { pc: 0, .. }), "{name}: {stop:?}");
        assert!(machine.remarks.noted().is_empty(), "{name}");
    }
}

#[test]
fn in_mars_every_return_to_address_0_is_an_error() {
    for (name, source, _) in RETURNS {
        let (stop, machine) = end(name, &machine(source, false, Behaviour::MARS));
        assert!(matches!(stop, Stop::Faulted { pc: 0, .. }), "{name}: {stop:?}");
        assert!(machine.remarks.noted().is_empty(), "{name}");
    }
}

#[test]
fn whoever_moves_the_program_counter_gets_no_return() {
    let mut machine = machine("main: nop\n f: jr $ra", false, Behaviour::JETAN);
    machine.move_pc(0x0040_0004);
    let (stop, _) = end("moved", &machine);
    assert!(matches!(stop, Stop::Faulted { pc: 0, .. }), "{stop:?}");
}

/// Code at address 0 begins again, as it does in MARS.
#[test]
fn with_code_at_address_0_a_return_begins_again() {
    let map = MemoryMap::COMPACT_TEXT_AT_ZERO;
    let options = AssemblyOptions { map, ..AssemblyOptions::default() };
    let sources = SourceSet::single("main.asm", "main: addiu $s0, $s0, 1\n jr $ra");
    let image = assemble(&sources, &options).0.expect("it assembles").image;
    let machine =
        Machine::new(&image, MachineSettings::default(), Behaviour::JETAN).expect("it fits");
    let (stop, machine) = end("compact", &machine);
    assert_eq!(stop, Stop::Budget);
    assert!(machine.registers.get(jetan_isa::Reg::S0) > 100);
}
