//! One program on both engines at the same time.

use jetan_asm::{Options, SourceSet, assemble};
use jetan_jit::{Jit, Policy};
use jetan_machine::{Behaviour, Driver, Engine, Interpreter, Machine, Settings, Stop, Until};

#[expect(dead_code, reason = "the stories about services use all of it")]
#[path = "../../../jetan-machine/tests/common/host.rs"]
mod host;

use host::Script;

/// A machine with a program in it.
pub(crate) fn machine_of(source: &str) -> Machine {
    let (program, diagnostics) =
        assemble(&SourceSet::single("test.asm", source), &Options::default());
    let messages: Vec<String> =
        diagnostics.iter().map(|diagnostic| diagnostic.problem.message()).collect();
    let program = program.unwrap_or_else(|| panic!("{messages:?}\n{source}"));
    Machine::new(&program.image, Settings::default(), Behaviour::JETAN).expect("it fits")
}

/// The same machine on the interpreter and in generated code.
pub(crate) struct Pair {
    pub(crate) name: String,
    interpreted: (Machine, Script, Interpreter),
    translated: (Machine, Script, Driver<Jit>),
}

impl Pair {
    pub(crate) fn new(name: &str, machine: Machine, policy: Policy) -> Pair {
        Pair {
            name: name.to_owned(),
            interpreted: (machine.clone(), Script::default(), Interpreter::default()),
            translated: (machine, Script::default(), jetan_jit::engine(policy, None)),
        }
    }

    /// Another machine on the same engines.
    pub(crate) fn restart(&mut self, machine: &Machine) {
        self.interpreted.0 = machine.clone();
        self.translated.0 = machine.clone();
        self.interpreted.1 = Script::default();
        self.translated.1 = Script::default();
    }

    /// Runs both; everything must be the same then.
    pub(crate) fn go(&mut self, until: &Until) -> Stop {
        let Pair { name, interpreted: (machine, host, engine), .. } = self;
        let expected = engine.run(machine, host, until);
        let (translated, their_host, their_engine) = &mut self.translated;
        let stop = their_engine.run(translated, their_host, until);
        let at = format!("{name}, until {:?}: {:?}", until.count, machine.instant());
        assert_eq!(stop, expected, "{at}");
        assert_eq!(translated.instant(), machine.instant(), "{at}");
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

    /// Instructions in generated code, of all machines so far.
    pub(crate) fn generated(&self) -> u64 {
        self.translated.2.core.stats().generated
    }

    /// How often generated code was left, by reason.
    pub(crate) fn exits(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.translated.2.core.stats().exits()
    }

    pub(crate) fn regions(&self) -> u64 {
        self.translated.2.core.stats().regions
    }
}
