//! In builds without the engine that translates, everything is interpreted.

use jetan_machine::{Engine, Host, Machine, Stop, Until};

use super::EngineChoice;

/// There is none.
pub(super) enum Translator {}

impl Engine for Translator {
    fn run(&mut self, _: &mut Machine, _: &mut dyn Host, _: &Until) -> Stop {
        match *self {}
    }

    fn bursts(&self) -> u64 {
        match *self {}
    }
}

pub(super) fn make(_choice: EngineChoice) -> Option<Translator> {
    None
}

pub(super) fn refusal(_translators: &[&Translator]) -> Option<String> {
    None
}

pub(super) fn stats(_translators: &[&Translator], executed: u64) -> Vec<String> {
    vec![format!("engine: {executed} instructions, all of them interpreted")]
}
