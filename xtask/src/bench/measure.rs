//! Shared parts of the suites that run whole programs: CPU time, not wall clock, because the
//! machines this is run on are shared.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::root;

/// The folder and the program of a suite.
pub(super) struct BenchSetup {
    /// A folder for programs and what they write.
    pub(super) folder: PathBuf,
    /// The program that is measured, once it was built.
    pub(super) jetan: PathBuf,
}

impl BenchSetup {
    pub(super) fn new() -> Result<BenchSetup> {
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = target.unwrap_or_else(|| root().join("target"));
        let folder = target.join("bench-programs");
        fs::create_dir_all(&folder).context("cannot make a folder for the programs")?;
        Ok(BenchSetup { folder, jetan: target.join("release/jetan") })
    }
}

/// User and system time of a command, as the shell measures it, and what it printed.
pub(super) fn cpu_seconds(words: &[OsString]) -> Result<(f64, Vec<u8>)> {
    // The shell's `time` counts all children that have ended.
    let output = Command::new("bash")
        .args(["-c", "TIMEFORMAT='%3U %3S'; time \"$@\"", "bash"])
        .args(words)
        .output()
        .context("cannot start bash")?;
    ensure!(output.status.success(), "{words:?} fails");
    // Messages of the program come first, the line of the shell last.
    let report = String::from_utf8_lossy(&output.stderr);
    let numbers: Vec<f64> = report
        .lines()
        .last()
        .unwrap_or_default()
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    match numbers[..] {
        [user, system] => Ok((user + system, output.stdout)),
        _ => bail!("the shell did not say how long it took"),
    }
}

/// The one in the middle; the numbers are sorted afterwards.
pub(super) fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

#[expect(clippy::print_stdout, reason = "the table is what the command is for")]
pub(super) fn say(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert!((median(&mut [3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn shell_reports_cpu_time_and_output() {
        let words = ["printf", "hello"].map(OsString::from);
        let (seconds, output) = cpu_seconds(&words).expect("printf runs everywhere");
        assert!((0.0..10.0).contains(&seconds));
        assert_eq!(output, b"hello");
    }
}
