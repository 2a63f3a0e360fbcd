//! The next instruction, tried on a copy: what it would do, without doing it.

use jetan_machine::{Engine, Machine, StopConditions};
use jetan_run::LiveRun;

use crate::endless::SilentHost;

/// Lets an engine execute one instruction on a copy of a machine, and gives the copy. What the
/// instruction prints is dropped; a service that needs an answer has not been carried out.
pub fn one_instruction(machine: &Machine, engine: &mut dyn Engine) -> Machine {
    let until = StopConditions::count(machine.count.saturating_add(1));
    let mut run = LiveRun::new(machine.clone(), Box::new(engine));
    // However it stops, the engine has seen the instruction, and nothing else is wanted.
    let _ = run.advance(&mut SilentHost::default(), &until);
    run.machine().clone()
}
