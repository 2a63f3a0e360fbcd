//! One program on both engines at the same time.

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_jit::{Jit, JitStats, TranslationPolicy};
use jetan_machine::{
    Behaviour, BurstContext, Core, Driver, Engine, Interpreter, LeaveReason, Machine,
    MachineSettings, Stop, StopConditions,
};

#[expect(dead_code, reason = "the stories about services use all of it")]
#[path = "../../../jetan-machine/tests/common/host.rs"]
pub(crate) mod host;

use host::Script;

use super::programs::Program;

/// A machine with a program in it.
pub(crate) fn machine_of(source: &str) -> Machine {
    machine_with(&Program { source: source.to_owned(), is_self_modifying: false })
}

pub(crate) fn machine_with(program: &Program) -> Machine {
    let Program { source, is_self_modifying: self_modifying } = program;
    let options = AssemblyOptions { self_modifying: *self_modifying, ..AssemblyOptions::default() };
    let (program, diagnostics) = assemble(&SourceSet::single("test.asm", source), &options);
    let messages: Vec<String> =
        diagnostics.iter().map(|diagnostic| diagnostic.problem.message()).collect();
    let program = program.unwrap_or_else(|| panic!("{messages:?}\n{source}"));
    let settings =
        MachineSettings { self_modifying: *self_modifying, ..MachineSettings::default() };
    Machine::new(&program.image, settings, Behaviour::JETAN).expect("it fits")
}

/// The core with generated code, which notes the machine after every burst if that is wanted.
struct Noting {
    jit: Jit,
    notes: Option<Vec<(u64, u128)>>,
}

impl Core for Noting {
    fn burst(&mut self, machine: &mut Machine, turn: &mut BurstContext<'_, ()>) -> LeaveReason {
        let before = machine.count;
        let leave = self.jit.burst(machine, turn);
        // Whoever comes to a count later than first, or ends there, is not compared.
        if let Some(notes) = &mut self.notes
            && machine.count > before
            && !matches!(leave, LeaveReason::Stop(_))
        {
            notes.push((machine.count, machine.fingerprint()));
        }
        leave
    }
}

/// The same machine on the interpreter and in generated code.
pub(crate) struct Pair {
    pub(crate) name: String,
    interpreted: (Machine, Script, Interpreter),
    translated: (Machine, Script, Driver<Noting>),
    /// How many times the two were compared after a block.
    pub(crate) blocks: u64,
}

impl Pair {
    pub(crate) fn new(name: &str, machine: Machine, policy: TranslationPolicy) -> Pair {
        let notes = (policy == TranslationPolicy::EveryBlock).then(Vec::new);
        let core = Noting { jit: Jit::new(policy, None), notes };
        Pair {
            name: name.to_owned(),
            interpreted: (machine.clone(), Script::default(), Interpreter::default()),
            translated: (machine, Script::default(), Driver::new(core, ())),
            blocks: 0,
        }
    }

    /// Another machine on the same engines.
    pub(crate) fn restart(&mut self, machine: &Machine) {
        self.interpreted.0 = machine.clone();
        self.translated.0 = machine.clone();
        self.interpreted.1 = Script::default();
        self.translated.1 = Script::default();
    }

    /// Runs both; everything must agree, and with [`TranslationPolicy::EveryBlock`] after every
    /// block as well.
    pub(crate) fn go(&mut self, until: &StopConditions) -> Stop {
        let Pair { name, interpreted: (machine, host, engine), .. } = self;
        let (translated, their_host, their_engine) = &mut self.translated;
        let stop = their_engine.run(translated, their_host, until);
        for (count, fingerprint) in their_engine.core.notes.iter_mut().flat_map(|n| n.drain(..)) {
            engine.run(machine, host, &StopConditions { count, ..until.clone() });
            assert_eq!(machine.count, count, "{name}");
            assert_eq!(machine.fingerprint(), fingerprint, "{name}: {:?}", machine.point());
            self.blocks += 1;
        }
        // Services may end a run as well, and the interpreter has just had some of its own.
        let is_noting = their_engine.core.notes.is_some();
        let count = if is_noting && stop == Stop::Budget { translated.count } else { until.count };
        let expected = engine.run(machine, host, &StopConditions { count, ..until.clone() });
        let at = format!("{name}, until {:?}: {:?}", until.count, machine.point());
        assert_eq!(stop, expected, "{at}");
        assert_eq!(translated.point(), machine.point(), "{at}");
        assert_eq!(translated.registers, machine.registers, "{at}");
        assert_eq!(translated.hilo, machine.hilo, "{at}");
        assert_eq!(translated.fpu, machine.fpu, "{at}");
        assert_eq!(their_host.console, host.console, "{at}");
        assert!(*translated == *machine, "{at}: memory or services differ");
        stop
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.interpreted.0
    }

    pub(crate) fn count(&self) -> u64 {
        self.interpreted.0.count
    }

    /// What was done for all machines so far.
    pub(crate) fn stats(&self) -> &JitStats {
        self.translated.2.core.jit.stats()
    }

    /// How often generated code was left for a reason.
    pub(crate) fn exits(&self, reason: &str) -> u64 {
        self.stats().exits().filter(|(name, _)| *name == reason).map(|(_, times)| times).sum()
    }
}
