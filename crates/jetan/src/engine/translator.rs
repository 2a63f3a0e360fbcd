//! The engine that translates, in builds that have it.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jetan_jit::{Jit, JitStats, TranslationPolicy};
use jetan_machine::Driver;

use super::EngineChoice;

pub(super) type JitEngine = Driver<Jit>;

pub(super) fn make(choice: EngineChoice) -> Option<JitEngine> {
    let policy = match choice {
        EngineChoice::Auto => TranslationPolicy::Hot,
        EngineChoice::Jit => TranslationPolicy::Everything,
        EngineChoice::Interp => return None,
    };
    Some(jetan_jit::engine(policy, Some(clock)))
}

fn clock() -> Duration {
    // `jetan-jit` is a pure crate and has no clock of its own.
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

pub(super) fn is_usable() -> bool {
    jetan_jit::availability().is_ok()
}

/// The reason they only interpret, if they do.
pub(super) fn refusal(translators: &[&JitEngine]) -> Option<String> {
    let refusal = translators.iter().find_map(|translator| translator.core.refusal());
    refusal.map(|refusal| format!("{refusal}; everything is interpreted"))
}

/// Statistics of all translators together, for so many instructions.
pub(super) fn stats(translators: &[&JitEngine], executed: u64) -> Vec<String> {
    if translators.is_empty() {
        return vec![format!("engine: {executed} instructions, all of them interpreted")];
    }
    let mut stats = JitStats::default();
    for translator in translators {
        stats += translator.core.stats();
    }
    let share = 100.0 * stats.generated as f64 / executed.max(1) as f64;
    let mut lines = vec![
        format!("engine: {executed} instructions, {share:.2} % of them in generated code"),
        format!(
            "engine: {} regions of {} instructions translated in {:.1} ms, all dropped {} times",
            stats.regions,
            stats.translated,
            stats.compiling.as_secs_f64() * 1000.0,
            stats.generations
        ),
    ];
    if stats.is_spent {
        let words = "the budget for translating ahead was spent; the rest was interpreted until";
        lines.push(format!("engine: {words} it was hot"));
    }
    let exits: Vec<String> = stats
        .exits()
        .filter(|&(_, times)| times > 0)
        .map(|(reason, times)| format!("{times} for {reason}"))
        .collect();
    if !exits.is_empty() {
        lines.push(format!("engine: generated code was left {}", exits.join(", ")));
    }
    lines
}
