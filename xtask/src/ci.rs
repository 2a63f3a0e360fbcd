//! `cargo xtask ci`: everything a change must pass, quickest first, stopping at the first failure.

use anyhow::Result;

use crate::{
    cross, editors, fuzz, setup, site,
    step::{PROFILE, StepLog, cargo},
    studio, test, tidy,
};

/// Runs all checks in order.
///
/// All cargo steps use one profile and the whole workspace: lints and docs then share the
/// metadata of dependencies, and no dependency is compiled twice for the tests.
pub fn run(steps: &mut StepLog) -> Result<()> {
    steps.command("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    tidy::run(steps)?;
    steps.command(
        "lints",
        cargo(&["clippy", "--workspace", "--all-targets", "--profile", PROFILE])
            .args(["--", "-D", "warnings"]),
    )?;
    test::run(steps, false)?;
    without_translator(steps)?;
    fuzz::smoke(steps)?;
    cross::check_wasm(steps)?;
    site::test_translator(steps)?;
    site::test(steps)?;
    sound(steps)?;
    steps.command(
        "documentation",
        cargo(&["doc", "--no-deps", "--workspace", "--profile", PROFILE])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    // The advisory database is not part of this: it needs the network at every run.
    steps.command(
        "licences, bans, sources",
        &mut cargo(&["deny", "check", "licenses", "bans", "sources"]),
    )?;
    // A step that was skipped has shown nothing about the change.
    steps.ensure_none_skipped()?;
    // The exception: VS Code is half a gigabyte of npm's, which is not to be had everywhere.
    let program = studio::build_binary(steps, PROFILE)?;
    editors::vs_code(steps, &program)
}

/// Tests of the build that only interprets: what every command says, and the recordings. The
/// others say nothing about it that these, and the same tests with `--engine interp`, do not.
const WITHOUT_TRANSLATOR: &[&str] = &["cli", "mars", "mistakes", "run"];

/// The build that only interprets: all of it compiles, and it passes the conformance cases.
fn without_translator(steps: &mut StepLog) -> Result<()> {
    let without = ["-p", "jetan", "--no-default-features"];
    steps.command(
        "lints without translator and studio",
        cargo(&["clippy", "--all-targets", "--profile", PROFILE])
            .args(without)
            .args(["--", "-D", "warnings"]),
    )?;
    let mut selection = without.to_vec();
    selection.push("--bins");
    selection.extend(WITHOUT_TRANSLATOR.iter().flat_map(|name| ["--test", name]));
    let programs = steps
        .take("build tests without translator and studio", || test::pool::build(&selection))?;
    test::run_programs(steps, "tests without translator and studio", programs, &[])
}

/// The optional feature that plays sounds, where the library it needs is or can be installed.
fn sound(steps: &mut StepLog) -> Result<()> {
    if !setup::alsa(steps) {
        steps.skip("feature sound", "it needs ALSA (Debian: libasound2-dev)");
        return Ok(());
    }
    let with_sound = ["-p", "jetan", "--features", "sound", "--profile", PROFILE];
    steps.command(
        "lints of the feature sound",
        cargo(&["clippy", "--all-targets"]).args(with_sound).args(["--", "-D", "warnings"]),
    )?;
    steps.command(
        "tests of the feature sound",
        cargo(&["test", "--bin", "jetan"]).args(with_sound).args(["--", "speaker::"]),
    )
}
