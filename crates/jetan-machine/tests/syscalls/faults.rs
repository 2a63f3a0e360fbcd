//! Faults of services as exceptions.

use jetan_isa::syscalls::SERVICES;
use jetan_machine::Behaviour;
use jetan_machine::fault::{Fault, ServiceFault};
use jetan_machine::stop::{ProgramExit, Stop};

use crate::case::{BOTH, Case};

/// A handler that shows the cause and goes on after the instruction.
const HANDLER: &str = "
        .ktext  0x80000180
        mfc0    $k0, $13
        srl     $k0, $k0, 2
        andi    $k0, $k0, 31
        move    $t8, $v0
        show    $k0
        move    $v0, $t8
        mfc0    $k0, $14
        addiu   $k0, $k0, 4
        mtc0    $k0, $14
        eret
";

#[test]
fn unknown_services_are_exceptions() {
    for number in [0, 18, 29, 37, 45, 49, 61, 99, -1] {
        let case = Case::new("unknown", &format!("li $a0, 7\nsys {number}"));
        case.ends(BOTH, "", &format!("invalid or unimplemented syscall service: {number} "));
        let end = case.run(Behaviour::MARS);
        assert_eq!(end.machine.cp0.cause, 8 << 2);
        assert_eq!(end.machine.cp0.status, 0xff13);
    }
}

#[test]
fn handlers_take_every_fault_of_a_service() {
    for (cause, program) in [
        (8, "sys 99"),
        (8, "sys 5"),
        (8, "sys 6"),
        (8, "sys 7"),
        (8, "li $a0, -1\nsys 9"),
        (8, "li $a1, 0\nsys 42"),
        (8, "li $a2, -1\nsys 14"),
        (8, "li $a2, -1\nsys 15"),
        (8, "li $a0, -1\nsys 32"),
        (8, "la $a0, empty\nsys 50"),
        (4, "li $a0, 3\nsys 4"),
        (4, "li $a0, 3\nsys 13"),
        (4, "li $a0, 3\nsys 55"),
        (4, "li $a0, 1\nli $a1, 3\nli $a2, 1\nsys 15"),
        (5, "li $a0, 3\nli $a1, 1\nsys 8"),
    ] {
        let source =
            format!(".data\nempty: .byte 0\n.text\n{program}\nmove $a0, $v0\nsys 17\n{HANDLER}");
        let case = Case::new(program, &source);
        case.prints(BOTH, format!("{cause} "));
        let service = program.rsplit(' ').next().expect("a number");
        let code = service.parse().expect("a number");
        let end = case.run(Behaviour::JETAN);
        assert_eq!(end.stop, Stop::Exited(ProgramExit::Code(code)), "$v0 stays: {program}");
    }
}

#[test]
fn faults_say_that_a_service_met_them() {
    let end = Case::new("address", "li $a0, 3\nsys 4").run(Behaviour::JETAN);
    let address = Box::new(Fault::LoadOutOfRange { address: 3 });
    let fault = Fault::Service(ServiceFault::Address(address));
    assert_eq!(end.stop, Stop::Faulted { fault, pc: 0x0040_0008 });
}

#[test]
fn programs_exit() {
    for behaviour in [Behaviour::MARS, Behaviour::JETAN] {
        let end = Case::new("exit", "sys 10\nsys 99").run(behaviour);
        assert_eq!(end.stop, Stop::Exited(ProgramExit::Exit));
        let end = Case::new("exit2", "li $a0, -7\nsys 17\nsys 99").run(behaviour);
        assert_eq!(end.stop, Stop::Exited(ProgramExit::Code(-7)));
    }
}

#[test]
fn no_service_minds_any_argument() {
    // Whatever is in the registers: no panic, and nothing but a fault of the service.
    let values =
        [0_u32, 1, 2, 3, 127, 128, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1001_0000, 0x103f_ffff];
    for row in SERVICES {
        for first in values {
            for second in values {
                let source = format!(
                    "li $a0, {first}\nli $a1, {second}\nli $a2, {second}\nli $a3, {first}\nsys {}",
                    row.number
                );
                let case = Case::new(&source, &source).input(&["1\n"]).world(|host| {
                    host.seeds = [1].into();
                    host.has_display = true;
                });
                let end = case.run_once(Behaviour::JETAN);
                let is_fine = matches!(
                    end.stop,
                    Stop::Exited(_) | Stop::Faulted { fault: Fault::Service(_), .. }
                );
                assert!(is_fine, "{source}: {:?}", end.stop);
            }
        }
    }
    assert_eq!(SERVICES.len(), 40);
}
