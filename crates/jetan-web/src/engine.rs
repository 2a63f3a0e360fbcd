//! The engines that run programs.

use jetan_machine::{Engine, Interpreter};
use jetan_workbench::host::EngineChoice;

/// An engine by the word of the protocol. Code is translated to more of WebAssembly, where that
/// is what this is compiled to.
pub(crate) fn make(choice: EngineChoice) -> Box<dyn Engine> {
    translator(choice).unwrap_or_else(|| Box::new(<Interpreter>::default()))
}

#[cfg(target_arch = "wasm32")]
fn translator(choice: EngineChoice) -> Option<Box<dyn Engine>> {
    use jetan_jit::TranslationPolicy;

    let policy = match choice {
        EngineChoice::Interp => return None,
        EngineChoice::Auto => TranslationPolicy::Hot,
        EngineChoice::Jit => TranslationPolicy::Everything,
    };
    Some(Box::new(jetan_jit::engine(policy, None)))
}

#[cfg(not(target_arch = "wasm32"))]
fn translator(_choice: EngineChoice) -> Option<Box<dyn Engine>> {
    None
}
