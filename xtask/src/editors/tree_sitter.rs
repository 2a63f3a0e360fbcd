//! The Tree-sitter grammar: generated, tested, and tried on every program of the tree.
//!
//! npm's package of the tool downloads its binary from elsewhere, so the tool is built from its
//! crate. The parser is generated below `target` and not checked in: it comes with headers of
//! Tree-sitter's own, and every editor that wants it can generate it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{
    root,
    step::{StepLog, cargo},
};

const VERSION: &str = "0.27.1";
const GRAMMAR: &str = "editors/tree-sitter-mars";

/// Folders with programs.
const PROGRAMS: &[&str] = &["testdata", "programs", "packs"];
/// Fewer sources than these cannot be all: then the list of them is wrong, not the grammar.
const SOURCES_MIN: usize = 800;

/// Generates the parser, runs its tests, and parses every source that `program` can assemble.
pub(super) fn test(steps: &mut StepLog, program: &Path) -> Result<()> {
    let home = root().join("target/tree-sitter");
    if let Err(error) = install(steps, &home) {
        let why = format!("tree-sitter-cli cannot be built: {error:#}");
        steps.skip("editors: Tree-sitter grammar", &why);
        return Ok(());
    }
    let folder = home.join("mars");
    steps.take("editors: copy of the grammar", || copy(&folder))?;
    let tool = |words: &[&str]| {
        let mut command = Command::new(home.join("bin/tree-sitter"));
        command.args(words).current_dir(&folder).env("TREE_SITTER_LIBDIR", home.join("lib"));
        command
    };
    steps.command("editors: Tree-sitter parser", &mut tool(&["generate"]))?;
    steps.command("editors: Tree-sitter tests", &mut tool(&["test"]))?;
    let list = home.join("sources.txt");
    steps.take("editors: sources that assemble", || {
        let sources = assembled(program)?;
        ensure!(sources.len() >= SOURCES_MIN, "only {} sources assemble", sources.len());
        fs::write(&list, sources.join("\n")).context("cannot write the list")
    })?;
    let mut parse = tool(&["parse", "--quiet", "--grammar-path", ".", "--paths"]);
    steps.command("editors: Tree-sitter on every source", parse.arg(list))
}

/// Builds the tool unless it is there; with little optimisation, since it runs for a second.
fn install(steps: &mut StepLog, home: &Path) -> Result<()> {
    if home.join("bin/tree-sitter").exists() {
        return Ok(());
    }
    let mut install = cargo(&["install", "--quiet", "--locked", "tree-sitter-cli", "--version"]);
    // Its own JavaScript engine needs libclang; Node evaluates the grammar just as well.
    install.args([VERSION, "--no-default-features", "--root"]).arg(home);
    install.args(["--config", "profile.release.opt-level=1"]);
    install.args(["--config", "profile.release.lto=false"]);
    install.args(["--config", "profile.release.codegen-units=16"]);
    install.arg("--target-dir").arg(home.join("build"));
    steps.command("editors: tree-sitter-cli", &mut install)
}

/// Copies what the tool reads, so that it writes nothing into the tree.
fn copy(folder: &Path) -> Result<()> {
    let _ = fs::remove_dir_all(folder);
    for path in files(&root().join(GRAMMAR), &|_| true)? {
        let inner = path.strip_prefix(root().join(GRAMMAR)).context("a file of the grammar")?;
        let goal = folder.join(inner);
        let parent = goal.parent().context("a file has a folder")?;
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::copy(&path, &goal).with_context(|| format!("cannot copy {}", path.display()))?;
    }
    Ok(())
}

/// The sources that assemble by themselves, in our dialect or in that of MARS.
fn assembled(program: &Path) -> Result<Vec<String>> {
    let is_source = |path: &Path| path.extension().is_some_and(|e| e == "asm" || e == "s");
    let does = |path: &Path, flags: &[&str]| {
        let mut command = Command::new(program);
        command.arg("asm").args(flags).arg(path);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let mut found = Vec::new();
    for folder in PROGRAMS {
        for path in files(&root().join(folder), &is_source)? {
            if does(&path, &[]) || does(&path, &["--strict"]) {
                found.push(path.display().to_string());
            }
        }
    }
    Ok(found)
}

/// The files below a folder that are wanted.
fn files(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, is_wanted)?);
        } else if is_wanted(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
