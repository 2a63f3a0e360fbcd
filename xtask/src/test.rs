//! `cargo xtask test`: every test, doc test and example of the workspace, and editors and browsers.

pub mod pool;

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{
    editors, neovim, root, setup,
    step::{PROFILE, StepLog, cargo},
    studio,
    test::pool::TestProgram,
};

/// Runs the tests, then the examples, then the language server in Neovim and the studio in a
/// browser; `long` also runs what takes minutes.
pub fn run(steps: &mut StepLog, long: bool) -> Result<()> {
    let mut environment = vec![("JETAN_SEEDS", seed_of_commit())];
    if long {
        environment.push(("JETAN_LONG", "1".to_owned()));
    }
    setup::slurm(steps);
    setup::elf_tools(steps);
    setup::readers(steps);
    let programs = steps.take("build tests", || pool::build(&["--workspace"]))?;
    run_programs(steps, "tests", programs, &environment)?;
    steps.command(
        "doc tests",
        &mut cargo(&["test", "--doc", "--workspace", "--profile", PROFILE]),
    )?;
    let examples = steps.take("build examples", build_examples)?;
    for example in &examples {
        let name = example.file_stem().unwrap_or_default().display();
        let mut command = Command::new(example);
        // An example that reads its input must not wait for somebody to type.
        command.current_dir(root()).stdin(Stdio::null());
        steps.command(&format!("example {name}"), &mut command)?;
    }
    neovim::test(steps)?;
    studio::test(steps)?;
    editors::test(steps)
}

/// Runs test programs as one step; what they skipped stands in the summary.
pub(crate) fn run_programs(
    steps: &mut StepLog,
    name: &str,
    programs: Vec<TestProgram>,
    environment: &[(&str, String)],
) -> Result<()> {
    let skipped = steps.take(name, || pool::run(programs, SLOW, environment))?;
    for test in &skipped {
        let (test, why) = test.split_once(": ").unwrap_or((test, "it does not say why"));
        steps.skip(test, why);
    }
    Ok(())
}

/// Tests that take seconds each, by the name of their file; together most of the time of all.
pub(crate) const SLOW: &[&str] = &[
    "bad_input",
    "check",
    "connect4",
    "connect4_book",
    "connect_four",
    "differential",
    "dist",
    "four_in_a_row",
    "grade",
    "hostile",
    "hostile_sources",
    "lockstep",
    "plain",
    "programs",
    "readme",
    "sandbox",
    "signals",
    "slurm",
    "solve",
    "sudoku",
    "sudoku_generate",
    "sudoku_logic",
    "workbench",
];

/// A seed that is another one at every commit: random tests then also try programs that nobody has
/// tried, and a failure can be repeated by naming it. 0 outside a checkout.
fn seed_of_commit() -> String {
    let output = Command::new("git").current_dir(root()).args(["rev-parse", "HEAD"]).output();
    let hash = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    // Twelve digits fit a `u64`, and are enough to differ.
    let digits: String = hash.unwrap_or_default().chars().take(12).collect();
    u64::from_str_radix(&digits, 16).unwrap_or(0).to_string()
}

/// Runs the tests for the time between two edits: no slow ones, no doc tests, no examples, and no
/// stories once more with everything translated.
pub fn quick(steps: &mut StepLog) -> Result<()> {
    let targets = steps.take("look for tests", test_targets)?;
    let mut tests = cargo(&["test", "--workspace", "--lib", "--bins", "--profile", PROFILE]);
    tests.args(["--exclude", "jetan-jit"]);
    for target in targets.iter().filter(|target| !SLOW.contains(&target.as_str())) {
        tests.args(["--test", target]);
    }
    steps.command("quick tests", &mut tests)
}

/// The names of all files of tests in the workspace.
fn test_targets() -> Result<Vec<String>> {
    let output = cargo(&["metadata", "--no-deps", "--format-version", "1"]).output()?;
    ensure!(output.status.success(), "cargo metadata: {}", output.status);
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets = packages.flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let tests = targets.filter(|target| target["kind"][0] == "test");
    let mut names: Vec<String> =
        tests.filter_map(|target| target["name"].as_str().map(str::to_owned)).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// Builds every example in one go and returns the programs, in cargo's order.
///
/// `cargo run --example` per example would resolve features per package and so build
/// dependencies again that the tests have just built for the whole workspace.
fn build_examples() -> Result<Vec<PathBuf>> {
    let output = cargo(&["build", "--workspace", "--examples", "--profile", PROFILE])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo build: {}", output.status);
    let messages = String::from_utf8(output.stdout).context("cargo's messages are UTF-8")?;
    Ok(messages.lines().filter_map(example_program).collect())
}

/// The program of an example, if this line of cargo's messages announces one.
fn example_program(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let is_example = message["target"]["kind"].as_array()?.iter().any(|kind| kind == "example");
    let program = message["executable"].as_str()?;
    is_example.then(|| Path::new(program).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_tests_are_there() {
        let targets = test_targets().expect("cargo knows them");
        for name in SLOW {
            assert!(targets.iter().any(|target| target == name), "{name} is not a test any more");
        }
    }

    #[test]
    fn only_examples_with_a_program_are_run() {
        let cases = [
            (r#"{"target":{"kind":["example"]},"executable":"/t/perft"}"#, Some("/t/perft")),
            (r#"{"target":{"kind":["bin"]},"executable":"/t/jetan"}"#, None),
            (r#"{"target":{"kind":["example"]},"executable":null}"#, None),
            (r#"{"reason":"build-finished","success":true}"#, None),
            ("not a message", None),
        ];
        for (message, program) in cases {
            assert_eq!(example_program(message), program.map(PathBuf::from), "{message}");
        }
    }
}
