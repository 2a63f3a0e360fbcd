//! Runs of the programs that the figures are about.

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::stop::{ProgramExit, WaitReason};
use jetan_machine::{
    Behaviour, Clock, Engine, HostInput, Machine, MachineSettings, Stop, StopConditions,
};
use jetan_tools::cache::RegionStarts;
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};

use crate::folder;
use crate::quiet::NoHost;

/// A program that runs as in MARS.
pub(crate) fn machine(program: &str, delayed_branching: bool) -> Machine {
    let text = std::fs::read_to_string(folder().join("programs").join(program)).unwrap();
    let (assembled, diagnostics) =
        assemble(&SourceSet::single(program, &text), &AssemblyOptions::default());
    let assembled = assembled.unwrap_or_else(|| panic!("{program}: {diagnostics:?}"));
    let settings = MachineSettings {
        delayed_branching,
        clock: Clock::starting_at(0),
        ..MachineSettings::default()
    };
    Machine::new(&assembled.image, settings, Behaviour::MARS).unwrap()
}

/// Runs a program to its end, or for so many instructions.
pub(crate) fn run(program: &str, plan: &ToolPlan, count: u64) -> ToolSet {
    run_machine(machine(program, false), plan, count)
}

pub(crate) fn run_machine(mut machine: Machine, plan: &ToolPlan, count: u64) -> ToolSet {
    let tools = ToolSet::new(plan, &machine, &RegionStarts::new([])).unwrap();
    let mut engine = ToolEngine::new(tools);
    go_on(&mut engine, &mut machine, count);
    engine.tools().clone()
}

/// Goes on until so many instructions were executed in all; whether it can go on further.
pub(crate) fn go_on(engine: &mut ToolEngine, machine: &mut Machine, count: u64) -> bool {
    loop {
        match engine.run(machine, &mut NoHost, &StopConditions::count(count)) {
            Stop::Budget if machine.count < count => {}
            Stop::Budget => return true,
            // Sleeping takes no instructions.
            Stop::Waiting(WaitReason::Until(ms)) => machine.inject(HostInput::Time(ms)).unwrap(),
            Stop::Exited(ProgramExit::DroppedOff) => {
                engine.tools_mut().fall_off();
                return false;
            }
            _ => return false,
        }
    }
}
