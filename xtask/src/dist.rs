//! `cargo xtask dist`: an archive for people without a toolchain, with an installer in it.
//!
//! Below its folder everything lies as it will lie below the prefix, so that installing is copying.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{
    root,
    step::{StepLog, cargo},
};

/// The profile of the binary that is handed out.
const PROFILE: &str = "dist";

const INSTALLER: &str = include_str!("dist/install.sh");

/// Shells, and where each looks for its completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/jetan"),
    ("zsh", "share/zsh/site-functions/_jetan"),
    ("fish", "share/fish/vendor_completions.d/jetan.fish"),
];

/// Files for people who look where documentation usually is.
const DOCUMENTS: [&str; 4] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT", "NOTICE"];

/// Folders that are handed out as they are.
const FOLDERS: [&str; 2] = ["programs", "packs"];

/// Builds the binary and packs the archive below `target/dist`.
pub fn run(steps: &mut StepLog) -> Result<()> {
    let build = ["build", "--package", "jetan", "--profile", PROFILE];
    steps.command("binary", &mut cargo(&build))?;
    let target = target_folder()?;
    let binary = target.join(PROFILE).join("jetan");
    let folder = target.join("dist").join("archive");
    let archive = steps.take("archive", || pack(&binary, &folder))?;
    steps.say(&format!("{}: unpack it and run ./install.sh", archive.display()));
    Ok(())
}

/// Packs an archive with this binary in a folder, which is emptied; the answer is the archive.
///
/// # Errors
///
/// If the binary does not run, or something cannot be read or written.
pub fn pack(binary: &Path, folder: &Path) -> Result<PathBuf> {
    let name = format!("jetan-{}-{}", env!("CARGO_PKG_VERSION"), system()?);
    // Files of an older version must not stay in the archive.
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let staged = folder.join(&name);
    stage(binary, &staged)?;
    let archive = format!("{name}.tar.gz");
    // From inside of the folder, so that the archive has one top folder.
    let mut tar = Command::new("tar");
    let status = tar.current_dir(folder).args(["-czf", &archive, &name]).status();
    ensure!(status.context("cannot start tar")?.success(), "tar has failed");
    Ok(folder.join(archive))
}

/// Puts everything where it will lie below a prefix.
fn stage(binary: &Path, staged: &Path) -> Result<()> {
    let place = |path: &str| -> Result<PathBuf> {
        let place = staged.join(path);
        let parent = place.parent().expect("it lies in the staged folder");
        fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        Ok(place)
    };
    copy(binary, &place("bin/jetan")?)?;
    for (shell, path) in COMPLETIONS {
        let file = place(path)?;
        let script = File::create(&file).with_context(|| file.display().to_string())?;
        ask(Command::new(binary).args(["completions", shell]).stdout(script))?;
    }
    let pages = place("share/man/man1/jetan.1")?;
    let pages = pages.parent().expect("it lies in a folder");
    ask(Command::new(binary).args(["man", "--into"]).arg(pages))?;
    for name in DOCUMENTS {
        copy(&root().join(name), &place(&format!("share/doc/jetan/{name}"))?)?;
    }
    for name in FOLDERS {
        copy_folder(&root().join(name), &place(&format!("share/jetan/{name}"))?)?;
    }
    let installer = place("install.sh")?;
    fs::write(&installer, INSTALLER).with_context(|| installer.display().to_string())?;
    make_executable(&installer)
}

fn ask(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            copy(&entry.path(), &target)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .with_context(|| path.display().to_string())
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> Result<()> {
    Ok(())
}

/// The system that is built for, in rustc's words.
fn system() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say its host")?.to_owned())
}

/// The folder that cargo builds in.
///
/// # Errors
///
/// If cargo does not say it.
pub fn target_folder() -> Result<PathBuf> {
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps"])
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo metadata: {}", output.status);
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let folder = metadata["target_directory"].as_str().context("cargo names no target folder")?;
    Ok(PathBuf::from(folder))
}
