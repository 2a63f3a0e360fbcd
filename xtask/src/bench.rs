//! `cargo xtask bench`: the benchmark suites, one row each.

mod class;
mod devices;
mod machine;
mod measure;

use anyhow::Result;

use crate::step::{StepLog, cargo};
use crate::{site, studio};

type BenchSuite = fn(&mut StepLog) -> Result<()>;

/// Name a developer types, and what it runs.
const SUITES: &[(&str, BenchSuite)] = &[
    ("assembler", assembler),
    ("machine", machine::run),
    ("devices", devices::run),
    ("class", class::run),
    ("studio", studio::bench),
    ("web", site::bench),
];

/// The names `cargo xtask bench` accepts.
pub fn suite_names() -> Vec<&'static str> {
    SUITES.iter().map(|(name, _)| *name).collect()
}

/// Runs the suite called `name`, or all of them.
pub fn run(steps: &mut StepLog, name: Option<&String>) -> Result<()> {
    for (suite, run) in SUITES {
        if name.is_none_or(|name| name == suite) {
            run(steps)?;
        }
    }
    Ok(())
}

fn assembler(steps: &mut StepLog) -> Result<()> {
    steps.command("bench assembler", &mut cargo(&["bench", "-p", "jetan-asm"]))
}
