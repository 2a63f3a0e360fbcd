//! `cargo xtask published FOLDER`: what `jetan check` says about the published programs of the five
//! projects, against what is known to be true about them.
//!
//! The programs belong to others and are not in this tree; `testdata/check/published.toml` has the
//! facts. A folder has them as `OWNER/NAME/FILE`, or anywhere in it by their hashes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};
use toml::Table;

use crate::{
    root,
    step::{PROFILE, StepLog, cargo},
};

/// The list of facts.
const FACTS: &str = "testdata/check/published.toml";
/// Files that are looked at when one is sought by its hash.
const FILES_MAX: usize = 20_000;

/// A published program and the expected verdict.
#[derive(Debug)]
pub struct PublishedProgram {
    project: String,
    owner: String,
    name: String,
    file: String,
    /// The first digits of the file's hash; empty if it is not known.
    sha256: String,
    /// Whether all files of its folder belong to it.
    is_folder: bool,
    verdict: ExpectedVerdict,
    /// The parts in which cases may fail, if it fails.
    parts: Vec<String>,
    why: String,
}

/// The verdict that a check should reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedVerdict {
    Passes,
    Fails,
    NotJudged,
}

impl ExpectedVerdict {
    fn exit_code(self) -> i32 {
        match self {
            ExpectedVerdict::Passes => 0,
            ExpectedVerdict::Fails => 1,
            ExpectedVerdict::NotJudged => 4,
        }
    }
}

/// Reads the list of facts.
pub fn facts(text: &str) -> Result<Vec<PublishedProgram>> {
    let list: Table = text.parse().context("the list is not TOML")?;
    let programs = list.get("program").and_then(|it| it.as_array()).context("no programs")?;
    programs.iter().map(|program| fact(program.as_table().context("not a table")?)).collect()
}

fn fact(row: &Table) -> Result<PublishedProgram> {
    let word = |key: &str| row.get(key).and_then(|it| it.as_str()).map(str::to_owned);
    let needed = |key: &str| word(key).with_context(|| format!("no `{key}` in {row}"));
    let parts = row.get("parts").and_then(|it| it.as_array()).cloned().unwrap_or_default();
    Ok(PublishedProgram {
        project: needed("project")?,
        owner: needed("owner")?,
        name: needed("name")?,
        file: needed("file")?,
        sha256: word("sha256").unwrap_or_default(),
        is_folder: row.get("folder").and_then(toml::Value::as_bool).unwrap_or(false),
        verdict: match needed("verdict")?.as_str() {
            "passes" => ExpectedVerdict::Passes,
            "fails" => ExpectedVerdict::Fails,
            "not-judged" => ExpectedVerdict::NotJudged,
            other => bail!("`{other}` is not a verdict: passes, fails or not-judged"),
        },
        parts: parts.iter().filter_map(|it| it.as_str()).map(str::to_owned).collect(),
        why: needed("why")?,
    })
}

/// Checks every program that a folder has.
pub fn run(steps: &mut StepLog, folder: &Path) -> Result<()> {
    let path = root().join(FACTS);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let facts = facts(&text)?;
    steps.command("build jetan", &mut cargo(&["build", "-p", "jetan", "--profile", PROFILE]))?;
    let hashes = hashes(folder)?;
    // Counted and not returned: one wrong verdict must not hide the next.
    let mut wrong = 0;
    for fact in &facts {
        let title = format!("{}/{} {}", fact.owner, fact.name, fact.file);
        match find(fact, folder, &hashes) {
            None => steps.skip(&title, "the folder does not have it"),
            Some(path) => wrong += usize::from(steps.take(&title, || check(fact, &path)).is_err()),
        }
    }
    ensure!(wrong == 0, "{wrong} verdicts are not what they should be");
    Ok(())
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Every file of a folder with its hash.
fn hashes(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let mut hashes = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let (path, kind) = entry.and_then(|it| Ok((it.path(), it.file_type()?)))?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && hashes.len() < FILES_MAX {
                let digest = Sha256::digest(fs::read(&path)?);
                hashes.push((hexadecimal(&digest), path));
            }
        }
    }
    Ok(hashes)
}

fn find(fact: &PublishedProgram, folder: &Path, hashes: &[(String, PathBuf)]) -> Option<PathBuf> {
    let named = folder.join(&fact.owner).join(&fact.name).join(&fact.file);
    let is_meant =
        |(hash, _): &&(String, PathBuf)| !fact.sha256.is_empty() && hash.starts_with(&fact.sha256);
    let by_hash = hashes.iter().find(is_meant).map(|(_, path)| path.clone());
    // The hash goes first: a file of this name may be another version.
    by_hash.or_else(|| (fact.sha256.is_empty() && named.is_file()).then_some(named))
}

/// Runs the check and compares.
fn check(fact: &PublishedProgram, path: &Path) -> Result<()> {
    let target =
        if fact.is_folder { path.parent().context("a file is in a folder")? } else { path };
    let jetan = root().join("target").join(PROFILE).join("jetan");
    let output = Command::new(jetan)
        .args(["check", &fact.project, "--json"])
        .arg(target)
        .output()
        .context("cannot start jetan")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let code = output.status.code();
    let expected = fact.verdict.exit_code();
    ensure!(code == Some(expected), "exit code {code:?}, not {expected}: {}\n{said}", fact.why);
    let report: serde_json::Value =
        serde_json::from_str(&said).context("the report is not JSON")?;
    let parts = report["parts"].as_array().cloned().unwrap_or_default();
    // `None` is smaller than any number, so a part without the field has not failed.
    for part in parts.iter().filter(|part| part["failed"].as_u64() > Some(0)) {
        let name = part["name"].as_str().unwrap_or_default();
        let is_known = fact.parts.iter().any(|known| known == name);
        ensure!(is_known, "cases of `{name}` fail: {}\n{said}", fact.why);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_facts_can_be_read_and_names_every_program_once() {
        let text = fs::read_to_string(root().join(FACTS)).expect("there is a list");
        let facts = facts(&text).expect("it is well-formed");
        assert!(facts.len() > 20);
        for (at, fact) in facts.iter().enumerate() {
            let is_same = |other: &PublishedProgram| {
                (&other.owner, &other.name, &other.file) == (&fact.owner, &fact.name, &fact.file)
            };
            assert!(!facts[..at].iter().any(is_same), "{fact:?}");
            assert!(fact.parts.is_empty() || fact.verdict == ExpectedVerdict::Fails, "{fact:?}");
            assert!(fact.sha256.bytes().all(|digit| digit.is_ascii_hexdigit()), "{fact:?}");
        }
    }

    #[test]
    fn a_program_is_found_by_its_hash_or_by_its_name() {
        let folder = tempfile::tempdir().expect("there is room");
        let inside = folder.path().join("Ann").join("game");
        fs::create_dir_all(&inside).expect("there is room");
        fs::write(inside.join("main.asm"), "main:\n").expect("there is room");
        let row = |sha256: &str| {
            let text = format!(
                "[[program]]\nproject = 'sudoku'\nowner = 'Ann'\nname = 'game'\nfile = \
                 'main.asm'\nsha256 = '{sha256}'\nverdict = 'passes'\nwhy = 'it is right'\n"
            );
            facts(&text).expect("it is well-formed").remove(0)
        };
        let hashes = hashes(folder.path()).expect("it can be read");
        let hash = &hashes[0].0[..8];
        let found = |fact: &PublishedProgram| find(fact, folder.path(), &hashes).is_some();
        assert!(found(&row(hash)) && found(&row("")) && !found(&row("00000000")));
    }
}
