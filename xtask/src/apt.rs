//! Debian's packages, for steps that need more than a toolchain.

use std::process::Command;

use anyhow::Result;

use crate::step::StepLog;

/// Whoever else installs something is waited for so long.
const TIMEOUT: &str = "DPkg::Lock::Timeout=300";

/// Installs packages and what they recommend; needs a Debian and its root.
pub fn install(steps: &mut StepLog, packages: &[&str]) -> Result<()> {
    install_with(steps, packages, &[])
}

/// Installs packages and nothing that they only recommend.
pub fn install_only(steps: &mut StepLog, packages: &[&str]) -> Result<()> {
    install_with(steps, packages, &["--no-install-recommends"])
}

fn install_with(steps: &mut StepLog, packages: &[&str], flags: &[&str]) -> Result<()> {
    // A fresh image of a container has no lists of packages at all.
    steps.command("apt-get update", apt().arg("update"))?;
    let name = format!("install {}", packages.join(", "));
    steps.command(&name, apt().args(["install", "-y"]).args(flags).args(packages))
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    // Without this a package may ask questions, which nobody answers.
    command.args(["-qq", "-o", TIMEOUT]).env("DEBIAN_FRONTEND", "noninteractive");
    command
}
