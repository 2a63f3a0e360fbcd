//! `cargo xtask bench`: the benchmark suites, one row each.

use anyhow::Result;

use crate::step::{Steps, cargo};

/// Name a developer types, and the package whose `benches/` it runs.
const SUITES: &[(&str, &str)] = &[("assembler", "jetan-asm")];

/// The names `cargo xtask bench` accepts.
pub fn suite_names() -> Vec<&'static str> {
    SUITES.iter().map(|(name, _)| *name).collect()
}

/// Runs the suite called `name`, or all of them.
pub fn run(steps: &mut Steps, name: Option<&String>) -> Result<()> {
    for (suite, package) in SUITES {
        if name.is_none_or(|name| name == suite) {
            steps.command(&format!("bench {suite}"), &mut cargo(&["bench", "-p", package]))?;
        }
    }
    Ok(())
}
