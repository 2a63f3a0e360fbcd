//! Engines that look inside a run, and what they have seen.

use jetan_debug::checks::{Checker, Finding};
use jetan_debug::names::Names;
use jetan_machine::{Engine, Host, Machine, Stop, Until};

use crate::engine::{AnyEngine, EngineFlags};
use crate::plan::RunPlan;

/// What runs a program: an engine that looks inside it if that was asked for, else the fastest.
pub(crate) enum Looking {
    Away(AnyEngine),
    Checking(Box<Checker>),
}

impl Looking {
    /// What a plan asks for, for a machine that is about to start.
    pub(crate) fn new(plan: &RunPlan, machine: &Machine, names: Names) -> Looking {
        match plan.inside.check {
            Some(checks) => Looking::Checking(Box::new(Checker::new(machine, names, checks))),
            None => Looking::Away(AnyEngine::new(plan.engine)),
        }
    }

    /// What there is to say about the engine, a line each.
    pub(crate) fn notes(&self, flags: EngineFlags) -> Vec<String> {
        match self {
            Looking::Away(engine) => engine.notes(flags),
            Looking::Checking(_) => Vec::new(),
        }
    }

    /// What checks have found.
    pub(crate) fn findings(&self) -> &[Finding] {
        match self {
            Looking::Checking(checker) => checker.findings(),
            Looking::Away(_) => &[],
        }
    }
}

impl Engine for Looking {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        match self {
            Looking::Away(engine) => engine.run(machine, host, until),
            Looking::Checking(checker) => checker.run(machine, host, until),
        }
    }
}
