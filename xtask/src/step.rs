//! Running one thing after another, saying what it is, and remembering how long it took.
#![expect(clippy::print_stderr, reason = "progress of a developer's tool; stdout stays cargo's")]

use std::{
    env,
    ffi::OsString,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use crate::root;

/// The one profile of CI: tests, lints and docs share it, so each dependency is built once.
pub const PROFILE: &str = "checked";

/// The steps taken so far, in order, each with its duration.
#[derive(Debug, Default)]
pub struct StepLog {
    taken: Vec<(String, Duration, StepOutcome)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepOutcome {
    Passed,
    Failed,
    Skipped,
}

impl StepLog {
    /// Announces `name`, does `work`, and records how long it took whether or not it succeeded.
    pub fn take<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        eprintln!("== {name}");
        let start = Instant::now();
        let outcome = work();
        let verdict = if outcome.is_ok() { StepOutcome::Passed } else { StepOutcome::Failed };
        self.taken.push((name.to_owned(), start.elapsed(), verdict));
        outcome.with_context(|| format!("step failed: {name}"))
    }

    /// A step that is one command.
    pub fn command(&mut self, name: &str, command: &mut Command) -> Result<()> {
        self.take(name, || {
            let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
            ensure!(status.success(), "{status}");
            Ok(())
        })
    }

    /// Records a step that cannot be taken on this machine; `how` says what it would take. The
    /// summary lists it, so that nobody takes it for one that passed.
    pub fn skip(&mut self, name: &str, how: &str) {
        eprintln!("== {name}: SKIPPED, {how}");
        self.taken.push((format!("{name}: {how}"), Duration::ZERO, StepOutcome::Skipped));
    }

    /// Fails if a step or a test was skipped, naming all of them: for runs that stand for all
    /// machines.
    pub fn ensure_none_skipped(&self) -> Result<()> {
        let skipped = self.taken.iter().filter(|(_, _, verdict)| *verdict == StepOutcome::Skipped);
        let skipped: Vec<&str> = skipped.map(|(name, _, _)| name.as_str()).collect();
        ensure!(skipped.is_empty(), "{} skipped: {}", skipped.len(), skipped.join("; "));
        Ok(())
    }

    /// Prints one line per step, and nothing when there was none.
    pub fn print_summary(&self) {
        for (name, duration, verdict) in &self.taken {
            let verdict = match verdict {
                StepOutcome::Passed => "ok",
                StepOutcome::Failed => "FAILED",
                StepOutcome::Skipped => "SKIPPED",
            };
            eprintln!("{:>8.1} s  {verdict:<7}  {name}", duration.as_secs_f64());
        }
        if self.taken.len() > 1 {
            let total: Duration = self.taken.iter().map(|(_, duration, _)| duration).sum();
            eprintln!("{:>8.1} s  in all", total.as_secs_f64());
        }
    }

    /// Tells the developer something, on the same stream as the rest.
    pub fn say(&self, text: &str) {
        eprintln!("{text}");
    }
}

/// A cargo command in the workspace's root, with the toolchain that runs this program.
pub fn cargo(arguments: &[&str]) -> Command {
    // cargo sets this for what it runs, so that the toolchain stays the same.
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(root()).args(arguments);
    command
}

/// A cargo command that builds the binary `jetan` as the tests of the workspace have built it: with
/// an example the features of all packages are joined as they are for tests, and nothing is
/// compiled again.
pub fn tested_binary() -> Command {
    let mut command = cargo(&["build", "--workspace", "--bin", "jetan", "--example", "decode"]);
    command.args(["--profile", PROFILE]);
    command
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn failed_and_skipped_steps_are_recorded_and_named() {
        let mut steps = StepLog::default();
        steps.take("good", || Ok(())).expect("the work succeeds");
        let error = steps.take("bad", || -> Result<()> { anyhow::bail!("no") }).unwrap_err();
        assert_eq!(format!("{error:#}"), "step failed: bad: no");
        steps.skip("absent", "install it");
        let verdicts: Vec<StepOutcome> =
            steps.taken.iter().map(|(_, _, verdict)| *verdict).collect();
        assert_eq!(verdicts, [StepOutcome::Passed, StepOutcome::Failed, StepOutcome::Skipped]);
        let error = steps.ensure_none_skipped().unwrap_err();
        assert_eq!(error.to_string(), "1 skipped: absent: install it");
        assert!(StepLog::default().ensure_none_skipped().is_ok());
    }

    #[test]
    fn command_that_exits_nonzero_fails_its_step() {
        let mut steps = StepLog::default();
        let mut command = cargo(&["no-such-command"]);
        assert!(steps.command("bad", command.stderr(Stdio::null())).is_err());
    }
}
