//! The archive of `cargo xtask dist`, unpacked and installed where there is nothing else.
#![cfg(unix)]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;
use xtask::{
    dist,
    step::{PROFILE, tested_binary},
};

/// Runs something that sees nothing of this computer but its basic commands.
fn alone(program: impl AsRef<Path>, words: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(program.as_ref());
    command.args(words).current_dir(folder).env_clear().env("PATH", "/usr/bin:/bin");
    command.env("HOME", folder).output().expect("it can be started")
}

#[track_caller]
fn expect(output: &Output, words: &str) {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.contains(words), "no {words:?} in: {said}");
}

#[test]
fn an_archive_installs_runs_and_is_removed_in_an_empty_folder() {
    let built = tested_binary().arg("--quiet").status();
    assert!(built.expect("cargo can be started").success());
    let binary = dist::target_folder().expect("cargo builds somewhere").join(PROFILE).join("jetan");
    let made = TempDir::new().expect("a folder can be made");
    let archive = dist::pack(&binary, &made.path().join("made")).expect("it can be packed");

    let empty = TempDir::new().expect("a folder can be made");
    let folder = empty.path();
    let archive = archive.to_str().expect("its name is text");
    expect(&alone("/bin/sh", &["-c", &format!("tar -xzf '{archive}'")], folder), "");
    let unpacked = fs::read_dir(folder).expect("it can be listed").next().expect("a folder");
    let unpacked = unpacked.expect("it can be listed").path();
    let installer = unpacked.join("install.sh");
    assert_eq!(alone(&installer, &["--prefx", "x"], folder).status.code(), Some(64));

    // Twice: an update writes over what is there.
    for _ in 0..2 {
        expect(&alone(&installer, &[], folder), ".local/bin/jetan (or add ");
    }
    let prefix = folder.join(".local");
    let jetan = prefix.join("bin/jetan");
    fs::remove_dir_all(&unpacked).expect("the archive is not needed any more");
    expect(&alone(&jetan, &["--version"], folder), "jetan ");
    let programs = prefix.join("share/jetan/programs");
    let four = programs.join("tetrisito/a.asm");
    let four = four.to_str().expect("its name is text");
    expect(&alone(&jetan, &["asm", four], folder), "");
    expect(&alone(&jetan, &["pack", "check", "../packs/maze"], &programs), "maze 1.0");
    for (path, words) in [
        ("share/man/man1/jetan.1", ".TH jetan 1"),
        ("share/man/man1/jetan-run.1", "jetan\\-run"),
        ("share/bash-completion/completions/jetan", "jetan"),
        ("share/zsh/site-functions/_jetan", "#compdef jetan"),
        ("share/fish/vendor_completions.d/jetan.fish", "complete -c jetan"),
        ("share/doc/jetan/LICENSE-MIT", "MIT"),
    ] {
        let text = fs::read_to_string(prefix.join(path)).unwrap_or_default();
        assert!(text.contains(words), "{path}: no {words:?}");
    }

    expect(&alone("/bin/sh", &["-c", &format!("tar -xzf '{archive}'")], folder), "");
    expect(&alone(&installer, &["--remove"], folder), "removed");
    assert!(!jetan.exists() && !prefix.join("share/jetan").exists());
}
