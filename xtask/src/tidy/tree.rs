//! The source tree as the rules see it: relative paths and text.

use std::{fs, path::Path};

use anyhow::{Context, Result};

/// Folders that hold nothing of ours: build output and installed packages.
const SKIPPED_FOLDERS: &[&str] = &["target", "node_modules"];

/// The hidden folders that are ours; others hold history or an editor's settings.
const HIDDEN_FOLDERS: &[&str] = &[".cargo", ".ci"];

/// One text file.
#[derive(Debug, Clone)]
pub struct TreeFile {
    /// Relative to the workspace's root, with `/` between its parts.
    pub path: String,
    /// The whole content.
    pub text: String,
}

impl TreeFile {
    /// The last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The lines with their numbers, counted from 1.
    pub fn numbered_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// All text files of the workspace, sorted by path.
#[derive(Debug, Clone, Default)]
pub struct SourceTree {
    /// Every file that is UTF-8; others (pictures, recordings of odd bytes) are not ours to judge.
    pub files: Vec<TreeFile>,
}

/// Whether a path has this ending, which is written without its dot.
pub fn has_ending(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, found)| found == ending)
}

impl SourceTree {
    /// Reads the tree under `root`.
    pub fn load(root: &Path) -> Result<Self> {
        let mut tree = Self::default();
        tree.add_folder(root, "")?;
        // Violations come in the same order on every file system.
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    /// A made-up tree, for tests.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let file =
            |(path, text): &(&str, &str)| TreeFile { path: (*path).into(), text: (*text).into() };
        Self { files: files.iter().map(file).collect() }
    }

    /// The Rust source files.
    pub fn rust_files(&self) -> impl Iterator<Item = &TreeFile> {
        let is_rust = |file: &&TreeFile| file.path.rsplit_once('.').is_some_and(|(_, e)| e == "rs");
        self.files.iter().filter(is_rust)
    }

    /// The file at `path`, if there is one.
    pub fn file(&self, path: &str) -> Option<&TreeFile> {
        self.files.iter().find(|file| file.path == path)
    }

    fn add_folder(&mut self, folder: &Path, prefix: &str) -> Result<()> {
        let context = || format!("cannot read {}", folder.display());
        for entry in fs::read_dir(folder).with_context(context)? {
            let entry = entry.with_context(context)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let kind = entry.file_type().with_context(context)?;
            if kind.is_dir() && is_ours(&name) {
                self.add_folder(&entry.path(), &format!("{path}/"))?;
            // In a second working tree of a repository this is a file.
            } else if kind.is_file() && name != ".git" {
                let bytes =
                    fs::read(entry.path()).with_context(|| format!("cannot read {path}"))?;
                self.files
                    .extend(String::from_utf8(bytes).ok().map(|text| TreeFile { path, text }));
            }
        }
        Ok(())
    }
}

fn is_ours(folder: &str) -> bool {
    let is_skipped = SKIPPED_FOLDERS.contains(&folder);
    !is_skipped && (!folder.starts_with('.') || HIDDEN_FOLDERS.contains(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn load_finds_this_file_and_skips_build_output() {
        let tree = SourceTree::load(crate::root()).expect("the workspace is readable");
        assert!(tree.file("xtask/src/tidy/tree.rs").is_some());
        assert!(tree.file(".ci/run").is_some());
        assert!(tree.file(".git").is_none());
        let mut folders = tree.files.iter().filter_map(|file| file.path.split_once('/'));
        assert!(folders.all(|(folder, _)| folder != "target" && folder != ".git"));
    }
}
