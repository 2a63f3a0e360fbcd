//! In builds without the engine that translates, everything is interpreted.

use jetan_machine::{Engine, Host, Machine, Stop, StopConditions};

use super::EngineChoice;

/// There is none.
pub(super) enum JitEngine {}

impl Engine for JitEngine {
    fn run(&mut self, _: &mut Machine, _: &mut dyn Host, _: &StopConditions) -> Stop {
        match *self {}
    }

    fn bursts(&self) -> u64 {
        match *self {}
    }
}

pub(super) fn make(_choice: EngineChoice) -> Option<JitEngine> {
    None
}

pub(super) fn is_usable() -> bool {
    false
}

pub(super) fn refusal(_translators: &[&JitEngine]) -> Option<String> {
    None
}

pub(super) fn stats(_translators: &[&JitEngine], executed: u64) -> Vec<String> {
    vec![format!("engine: {executed} instructions, all of them interpreted")]
}
