//! The studio's front end: its linter, its tests, browsers driving it, pictures and speed of it.
//!
//! npm brings the packages of the lock file; Chromium, if there is none, comes from apt.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Result, ensure};

use crate::{
    apt, root,
    step::{PROFILE, StepLog, cargo, tested_binary},
};

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Lints, unit tests, and a student's work in a browser against the real server.
pub fn test(steps: &mut StepLog) -> Result<()> {
    if !is_there("npm") {
        steps.skip("studio", "there is no npm (Debian: npm)");
        return Ok(());
    }
    prepare(steps)?;
    for (name, script) in [("types", "check"), ("lints", "lint"), ("unit tests", "test")] {
        steps.command(&format!("studio: {name}"), &mut npm(&["run", "--silent", script]))?;
    }
    if !has_browser(steps, "studio: browser tests") {
        return Ok(());
    }
    let program = build_binary(steps, PROFILE)?;
    let mut browser = npm(&["run", "--silent", "test:browser"]);
    steps.command("studio: browser tests", browser.env("JETAN", program))
}

/// Pictures of every page and state, in `studio/shots`.
pub fn shots(steps: &mut StepLog) -> Result<()> {
    ensure!(is_there("npm"), "there is no npm (Debian: npm)");
    prepare(steps)?;
    ensure!(has_browser(steps, "studio"), "there is no Chromium");
    let program = build_binary(steps, PROFILE)?;
    let mut shots = npm(&["run", "--silent", "shots"]);
    steps.command("studio: pictures", shots.env("JETAN", program))
}

/// Measures its speed in a browser, as users build it; the table goes to the terminal.
pub fn bench(steps: &mut StepLog) -> Result<()> {
    ensure!(is_there("npm"), "there is no npm (Debian: npm)");
    prepare(steps)?;
    ensure!(has_browser(steps, "studio"), "there is no Chromium");
    let program = build_binary(steps, "release")?;
    let mut bench = npm(&["run", "--silent", "bench"]);
    steps.command("bench studio", bench.env("JETAN", program))
}

/// Installs the packages and builds the page.
fn prepare(steps: &mut StepLog) -> Result<()> {
    install_packages(steps)?;
    steps.command("studio: page", &mut npm(&["run", "--silent", "build"]))
}

/// Installs the packages of the lock file, if they are not there.
pub fn install_packages(steps: &mut StepLog) -> Result<()> {
    // npm writes this file when everything else is installed.
    let marker = home().join("node_modules/.package-lock.json");
    if !marker.exists() {
        steps.command("studio: packages", &mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    }
    Ok(())
}

/// The binary with the page in it.
pub fn build_binary(steps: &mut StepLog, profile: &str) -> Result<PathBuf> {
    // The tests have built this binary already if it is built in exactly their way.
    let mut build = match profile {
        PROFILE => tested_binary(),
        _ => cargo(&["build", "-p", "jetan", "--profile", profile]),
    };
    steps.command("studio: server", &mut build)?;
    Ok(root().join("target").join(profile).join("jetan"))
}

/// Whether there is a browser, after an attempt to install one; if not, `step` is skipped.
pub fn has_browser(steps: &mut StepLog, step: &str) -> bool {
    if BROWSERS.iter().any(|name| is_there(name)) {
        return true;
    }
    let installed = apt::install(steps, &["chromium"]);
    if installed.is_err() {
        steps.skip(step, "there is no Chromium (Debian: chromium)");
    }
    installed.is_ok()
}

fn home() -> PathBuf {
    root().join("studio")
}

/// npm in the folder of the page.
pub fn npm(words: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(home()).args(words);
    command
}

/// Whether a program of this name can be started.
pub fn is_there(name: &str) -> bool {
    let mut command = Command::new(name);
    command.arg("--version").current_dir(Path::new("/"));
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_file_names_no_registry() {
        let lock = std::fs::read_to_string(home().join("package-lock.json")).expect("it is there");
        assert!(!lock.contains("\"resolved\""), "see studio/.npmrc");
    }

    #[test]
    fn programs_are_found_by_name() {
        assert!(is_there("cargo"));
        assert!(!is_there("no-such-browser"));
    }
}
