//! The choice of an engine: the one place where engines are made.

#[cfg(feature = "jit")]
mod translator;
#[cfg(not(feature = "jit"))]
#[path = "engine/absent.rs"]
mod translator;

use std::sync::{Mutex, MutexGuard, PoisonError};

use jetan_machine::{Engine, Host, Interpreter, Machine, Stop, StopConditions};
use translator::JitEngine;

pub(crate) use jetan_cli::engine::{EngineChoice, EngineFlags};

/// An engine that was chosen.
pub(crate) struct AnyEngine {
    kind: EngineKind,
    /// The instructions of all its runs, whoever has executed them.
    executed: u64,
}

enum EngineKind {
    Interpreter(Box<Interpreter>),
    Translator(Box<JitEngine>),
}

impl AnyEngine {
    pub(crate) fn new(flags: EngineFlags) -> AnyEngine {
        let kind = match translator::make(flags.engine) {
            Some(translator) => EngineKind::Translator(Box::new(translator)),
            None => EngineKind::Interpreter(Box::default()),
        };
        AnyEngine { kind, executed: 0 }
    }

    /// Notes about its runs afterwards, a line each.
    pub(crate) fn notes(&self, flags: EngineFlags) -> Vec<String> {
        notes(&[self], flags)
    }
}

/// An engine for a workbench, by the word of its protocol.
pub(crate) fn for_workbench(choice: jetan_workbench::host::EngineChoice) -> Box<dyn Engine> {
    use jetan_workbench::host::EngineChoice as Choice;
    let engine = match choice {
        Choice::Auto => EngineChoice::Auto,
        Choice::Interp => EngineChoice::Interp,
        Choice::Jit => EngineChoice::Jit,
    };
    Box::new(AnyEngine::new(EngineFlags { engine, ..EngineFlags::default() }))
}

/// Whether this build can translate on this machine.
pub(crate) fn can_translate() -> bool {
    translator::is_usable()
}

fn notes(engines: &[&AnyEngine], flags: EngineFlags) -> Vec<String> {
    let translators: Vec<&JitEngine> = engines
        .iter()
        .filter_map(|engine| match &engine.kind {
            EngineKind::Translator(translator) => Some(translator.as_ref()),
            EngineKind::Interpreter(_) => None,
        })
        .collect();
    let mut notes: Vec<String> = translator::refusal(&translators).into_iter().collect();
    if translators.is_empty() && flags.engine == EngineChoice::Jit {
        notes.push("this build only interprets".to_owned());
    }
    if flags.engine_stats {
        let executed = engines.iter().map(|engine| engine.executed).sum();
        notes.extend(translator::stats(&translators, executed));
    }
    notes
}

impl Engine for AnyEngine {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        // Counted here, because a translator knows only what ran in generated code.
        let before = machine.count;
        let stop = match &mut self.kind {
            EngineKind::Interpreter(engine) => engine.run(machine, host, until),
            EngineKind::Translator(engine) => engine.run(machine, host, until),
        };
        self.executed += machine.count - before;
        stop
    }

    fn bursts(&self) -> u64 {
        match &self.kind {
            EngineKind::Interpreter(engine) => engine.bursts(),
            EngineKind::Translator(engine) => engine.bursts(),
        }
    }
}

/// Engines for runs that may happen at the same time. One that is free is used again, since it
/// knows its program already.
pub(crate) struct EnginePool {
    flags: EngineFlags,
    free: Mutex<Vec<AnyEngine>>,
}

impl EnginePool {
    pub(crate) fn new(flags: EngineFlags) -> EnginePool {
        EnginePool { flags, free: Mutex::default() }
    }

    /// Does something with an engine.
    pub(crate) fn lend<T>(&self, work: impl FnOnce(&mut dyn Engine) -> T) -> T {
        let free = self.lock().pop();
        let mut engine = free.unwrap_or_else(|| AnyEngine::new(self.flags));
        // If `work` panics the engine is dropped and not lent again: nobody knows its state.
        let result = work(&mut engine);
        self.lock().push(engine);
        result
    }

    fn lock(&self) -> MutexGuard<'_, Vec<AnyEngine>> {
        // A list of engines is whole whatever happened to somebody who held it.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes about all runs afterwards, a line each.
    pub(crate) fn notes(&self) -> Vec<String> {
        let free = self.lock();
        notes(&free.iter().collect::<Vec<_>>(), self.flags)
    }
}
