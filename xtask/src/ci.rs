//! `cargo xtask ci`: everything a change must pass, quickest first, stopping at the first failure.

use anyhow::Result;

use crate::{
    step::{PROFILE, Steps, cargo},
    test, tidy,
};

/// Runs all checks in order.
///
/// All cargo steps use one profile and the whole workspace: lints and docs then share the
/// metadata of dependencies, and no dependency is compiled twice for the tests.
pub fn run(steps: &mut Steps) -> Result<()> {
    steps.command("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    tidy::run(steps)?;
    steps.command(
        "lints",
        cargo(&["clippy", "--workspace", "--all-targets", "--profile", PROFILE])
            .args(["--", "-D", "warnings"]),
    )?;
    test::run(steps, false)?;
    steps.command(
        "documentation",
        cargo(&["doc", "--no-deps", "--workspace", "--profile", PROFILE])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    // The advisory database is not part of this: it needs the network at every run.
    steps.command(
        "licences, bans, sources",
        &mut cargo(&["deny", "check", "licenses", "bans", "sources"]),
    )
}
