//! Tests of which code is dropped when text changes.

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::{
    Behaviour, BurstContext, Core, Driver, Engine, LeaveReason, Machine, MachineSettings, Stop,
    StopConditions,
};

use super::{Jit, TranslationPolicy};

#[expect(dead_code, reason = "the stories about services use all of it")]
#[path = "../../../jetan-machine/tests/common/host.rs"]
mod host;

/// Translates two procedures, leaves everything to the driver, and sees what is left of them.
struct CodeWitness {
    jit: Jit,
    procedures: [u32; 2],
    /// Whether each of them had code, noted each time that this changed.
    seen: Vec<[bool; 2]>,
}

impl Core for CodeWitness {
    fn burst(&mut self, machine: &mut Machine, turn: &mut BurstContext<'_, ()>) -> LeaveReason {
        self.jit.follow(machine, turn);
        if self.seen.is_empty() {
            let start = machine.pc;
            for procedure in self.procedures {
                machine.pc = procedure;
                self.jit.translate_next(machine);
            }
            machine.pc = start;
        }
        let now = self.procedures.map(|procedure| self.jit.has_code(procedure));
        if self.seen.last() != Some(&now) {
            self.seen.push(now);
        }
        LeaveReason::Rare
    }
}

#[test]
fn a_patched_page_drops_its_own_code() {
    let far = "nop\n".repeat(1100);
    let source = format!(
        "main: la $t0, second\nlw $t1, 4($t0)\nsw $t1, 0($t0)\nli $v0, 10\nsyscall\n\
         first: addiu $t2, $t2, 1\njr $ra\n{far}second: addiu $t3, $t3, 1\naddiu $t3, $t3, 2\n\
         jr $ra\n"
    );
    let options = AssemblyOptions { self_modifying: true, ..AssemblyOptions::default() };
    let (program, _) = assemble(&SourceSet::single("test.asm", &source), &options);
    let program = program.expect("it can be assembled");
    let settings = MachineSettings { self_modifying: true, ..MachineSettings::default() };
    let mut machine = Machine::new(&program.image, settings, Behaviour::JETAN).expect("it fits");
    // `la` becomes two instructions, so six are before `first`.
    let first = machine.text().base() + 4 * 6;
    let second = first + 4 * (2 + 1100);
    let core = CodeWitness {
        jit: Jit::new(TranslationPolicy::Everything, None),
        procedures: [first, second],
        seen: Vec::new(),
    };
    let mut engine = Driver::new(core, ());
    let stop = engine.run(&mut machine, &mut host::Script::default(), &StopConditions::count(100));
    assert!(matches!(stop, Stop::Exited(_)), "{stop:?}");
    assert_eq!(engine.core.seen, [[true, true], [true, false]]);
}
