//! Things that tests need and a Rust toolchain does not bring, installed before any test runs.
//!
//! Nothing here fails: whatever cannot be had is missing for its test, which is then skipped by
//! name.

use std::process::{Command, Stdio};

use crate::{apt, root, step::StepLog};

/// The cluster that grading is tried on: two nodes on this machine. Its daemons want to be root.
pub fn slurm(steps: &mut StepLog) {
    let is_there = || is_answering("slurmctld", "-V") && is_answering("slurmd", "-V");
    // The cheap questions first; the last one starts programs.
    if cfg!(target_os = "linux") && is_root() && !is_there() {
        // The step says why it failed, the test that it was skipped.
        let _ = apt::install_only(steps, &["slurm-wlm"]);
    }
}

/// The disassembler and the debugger that ELF files are shown to.
pub fn elf_tools(steps: &mut StepLog) {
    let objdump = || is_answering("mipsel-linux-gnu-objdump", "--version");
    let is_there = || objdump() && is_answering("gdb-multiarch", "--version");
    if cfg!(target_os = "linux") && is_root() && !is_there() {
        let _ = apt::install_only(steps, &["binutils-mipsel-linux-gnu", "gdb-multiarch"]);
    }
}

/// The libraries of others that read our reports, each group in a folder of its own, where the
/// tests of `formats.rs` look for it.
pub fn readers(steps: &mut StepLog) {
    for modules in [&["junitparser", "jsonschema"][..], &["problemtools"]] {
        let folder = root().join("target/tools/python").join(modules.join("-"));
        let is_there = || {
            let mut python = Command::new("python3");
            python.args(["-c", &format!("import {}", modules.join(", "))]);
            python.env("PYTHONPATH", &folder).output().is_ok_and(|done| done.status.success())
        };
        if is_there() {
            continue;
        }
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--target"]).arg(&folder).args(modules);
        let _ = steps.command(&format!("install {} for Python", modules.join(", ")), &mut pip);
    }
}

/// Whether the library behind the feature `sound` is there, after an attempt to install it.
pub fn alsa(steps: &mut StepLog) -> bool {
    let is_there = || {
        let found = Command::new("pkg-config").args(["--exists", "alsa"]).status();
        found.is_ok_and(|status| status.success())
    };
    if !is_there() && is_root() {
        let _ = apt::install_only(steps, &["libasound2-dev", "pkg-config"]);
    }
    is_there()
}

/// Whether there is Neovim to try the language server with, after an attempt to install it.
pub fn neovim(steps: &mut StepLog) -> bool {
    let is_there = || is_answering("nvim", "--version");
    if !is_there() && is_root() {
        let _ = apt::install_only(steps, &["neovim"]);
    }
    is_there()
}

/// Whether there is an Emacs with eglot; installs both on a Debian.
pub fn emacs(steps: &mut StepLog) -> bool {
    let is_there = || {
        let mut emacs = Command::new("emacs");
        emacs.args(["--batch", "-l", "package", "-f", "package-initialize", "-l", "eglot"]);
        emacs.output().is_ok_and(|done| done.status.success())
    };
    if !is_there() && is_root() {
        let _ = apt::install_only(steps, &["emacs-nox", "elpa-eglot"]);
    }
    is_there()
}

fn is_root() -> bool {
    let user = Command::new("id").arg("-u").output();
    user.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn is_answering(program: &str, flag: &str) -> bool {
    let mut command = Command::new(program);
    command.arg(flag).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_answer_only_if_they_exist() {
        assert!(is_answering("cargo", "--version"));
        assert!(!is_answering("no-such-program", "-V"));
    }
}
