//! The choice of an engine.

use clap::{Args, ValueEnum};

/// The engine that runs a program, and whether it prints statistics.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct EngineFlags {
    /// What runs the instructions; the results are the same, the speed is not.
    #[arg(long, value_enum, value_name = "WHICH", default_value = "auto")]
    pub engine: EngineChoice,
    /// Say afterwards, on standard error, what the engine did.
    #[arg(long)]
    pub engine_stats: bool,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// Interprets, and translates what is executed often.
    #[default]
    Auto,
    /// Interprets everything.
    Interp,
    /// Translates everything before it is executed.
    Jit,
}
