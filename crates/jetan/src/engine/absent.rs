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

pub(super) fn stats(_translators: &[&Translator]) -> Vec<String> {
    vec!["engine: everything was interpreted".to_owned()]
}
