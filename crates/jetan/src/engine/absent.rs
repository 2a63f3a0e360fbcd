//! In builds without the engine that translates, everything is interpreted.

use jetan_machine::Interpreter;

use super::EngineChoice;

pub(super) type Translator = Interpreter;

pub(super) fn make(_choice: EngineChoice) -> Option<Translator> {
    None
}

pub(super) fn refusal(_translators: &[&Translator]) -> Option<String> {
    None
}

pub(super) fn stats(_translators: &[&Translator], executed: u64) -> Vec<String> {
    vec![format!("engine: {executed} instructions, all of them interpreted")]
}
