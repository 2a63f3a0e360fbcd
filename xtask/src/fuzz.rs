//! `cargo xtask fuzz`: the targets in `fuzz/`, on the pinned toolchain.
//!
//! libFuzzer needs counters in the code, which stable compilers put there when LLVM's pass is
//! named; only sanitizers need another compiler, and there is next to no code that they could say
//! anything about.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};

use crate::{
    root,
    step::{StepLog, cargo},
};

/// Each target, where texts are to begin with, and the executions of a smoke run: a few seconds.
const TARGETS: &[(&str, &[&str], u32)] = &[
    ("assemble_any_bytes", &["testdata/asm", "programs"], 6_000),
    ("decode_encode", &[], 50_000),
    ("engines_agree", &[], 30_000),
    ("translator_agrees", &[], 100),
    ("adapters", &["testdata/check/tetrisito/variants"], 5_000),
    ("key_scripts", &["fuzz/seeds/key_scripts"], 5_000),
    ("packs", &["packs"], 3_000),
    ("records", &["fuzz/seeds/records"], 30_000),
    ("editor", &["testdata/ide", "testdata/asm"], 1_500),
    ("similar", &["fuzz/seeds/similar", "testdata/class/submissions", "programs"], 2_000),
    ("lms_exports", &["fuzz/seeds/lms_exports"], 10_000),
    ("rubrics", &["fuzz/seeds/rubrics", "testdata/class", "testdata/statistics"], 5_000),
    ("studio_messages", &["fuzz/seeds/studio_messages"], 1_000),
    ("explanations", &["testdata/run-mistakes", "testdata/debug"], 100),
];

/// The target that needs Cranelift, built only when it is named: every test run compares the
/// engines on random programs anyway, and compiles what the target does with its bytes.
const TRANSLATOR: &str = "translator_agrees";

/// The default time of all of them together, in seconds.
pub const SECONDS: u32 = 60;

/// The flags that insert the counters. The one unit keeps them in one table a crate.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Ccodegen-units=1",
];

/// With a target named, flags are not given to what runs at build time.
const HOST: &str = "x86_64-unknown-linux-gnu";

/// The names of the targets.
pub fn names() -> Vec<&'static str> {
    TARGETS.iter().map(|(name, ..)| *name).collect()
}

/// Builds and runs one target, or all but the one that needs Cranelift, for so many seconds in
/// total, with a seed of its own each time.
pub fn run(steps: &mut StepLog, only: Option<&String>, seconds: u32) -> Result<()> {
    let is_translator = only.is_some_and(|only| only == TRANSLATOR);
    build(steps, if is_translator { &["--features", "translator"] } else { &[] })?;
    let is_chosen = |name: &str| only.map_or(name != TRANSLATOR, |only| only == name);
    let chosen: Vec<_> = TARGETS.iter().filter(|(name, ..)| is_chosen(name)).collect();
    // A second at least, however many targets there are.
    let share = (seconds / chosen.len().max(1) as u32).max(1);
    for (name, seeds, _) in chosen {
        let bounds = [format!("-max_total_time={share}")];
        steps
            .take(&format!("fuzz {name} for {share} s"), || fuzz(name, "corpus", seeds, &bounds))?;
    }
    Ok(())
}

/// Builds all targets but the one that needs Cranelift and runs each for a counted number of
/// executions from a fixed seed and the seeds of the tree alone.
///
/// A verdict about a change must depend on the change, not on the clock, on luck, or on what
/// earlier runs on this machine have found.
pub fn smoke(steps: &mut StepLog) -> Result<()> {
    build(steps, &[])?;
    let corpora = root().join("fuzz/corpus/smoke");
    if corpora.exists() {
        fs::remove_dir_all(&corpora).with_context(|| corpora.display().to_string())?;
    }
    for (name, seeds, runs) in TARGETS.iter().filter(|(name, ..)| *name != TRANSLATOR) {
        let bounds = ["-seed=1".to_owned(), format!("-runs={runs}")];
        steps.take(&format!("fuzz {name} {runs} times"), || {
            fuzz(name, "corpus/smoke", seeds, &bounds)
        })?;
    }
    Ok(())
}

fn build(steps: &mut StepLog, features: &[&str]) -> Result<()> {
    let mut build = cargo(&["build", "--release"]);
    // The programs are looked for below fuzz/target.
    build.current_dir(root().join("fuzz")).env_remove("CARGO_TARGET_DIR");
    // This variable goes before all other sources of flags.
    build.args(["--target", HOST]).env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    steps.command("build the fuzz targets", build.args(features))
}

fn fuzz(name: &str, corpora: &str, seeds: &[&str], bounds: &[String]) -> Result<()> {
    let folder = root().join("fuzz");
    let corpus = folder.join(corpora).join(name);
    let artifacts = folder.join("artifacts").join(name);
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let program = folder.join("target").join(HOST).join("release").join(name);
    let seeds: Vec<PathBuf> = seeds.iter().map(|seeds| root().join(seeds)).collect();
    let output = Command::new(program)
        .current_dir(&folder)
        .args(bounds)
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args(["-timeout=10", "-rss_limit_mb=1024", "-max_len=4096", "-print_final_stats=1"])
        // libFuzzer writes new inputs into the first folder and only reads the others.
        .arg(corpus)
        .args(seeds)
        .output()
        .context("cannot start the target")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}\n{}", output.status, last_lines(&messages));
    Ok(())
}

/// The end of what libFuzzer said: the panic, and the file that causes it again.
fn last_lines(messages: &str) -> String {
    const LINES: usize = 40;
    let lines: Vec<&str> = messages.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_the_translator_is_a_target() {
        assert!(names().contains(&TRANSLATOR));
    }

    #[test]
    fn the_table_is_the_folder() {
        let folder = fs::read_dir(root().join("fuzz/fuzz_targets")).expect("it is there");
        let names = folder.map(|entry| entry.expect("it can be listed").path());
        let mut names: Vec<String> = names
            .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let mut known = super::names();
        known.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn seeds_are_there() {
        for (name, seeds, _) in TARGETS {
            assert!(seeds.iter().all(|seeds| root().join(seeds).is_dir()), "{name}");
        }
    }

    #[test]
    fn the_end_is_shown() {
        let many = (0..100).map(|line| line.to_string()).collect::<Vec<_>>().join("\n");
        assert!(last_lines(&many).starts_with("60\n61") && last_lines(&many).ends_with("99"));
        assert_eq!(last_lines("one"), "one");
    }
}
