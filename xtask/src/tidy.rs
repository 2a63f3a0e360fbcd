//! `cargo xtask tidy`: the rules of the source tree, each a function from text to violations.
//!
//! A rule sees a [`SourceTree`] and nothing else, so its tests are made-up trees.

pub mod devices;
pub mod engines;
pub mod layers;
pub mod page;
pub mod purity;
pub mod single;
pub mod size;
pub mod standalone;
pub mod streams;
pub mod style;
pub mod testing;
pub mod threats;
pub mod tree;
pub mod unsafety;
pub mod walks;

use std::fmt;

use anyhow::{Result, ensure};

use crate::{root, step::StepLog, words};
use tree::SourceTree;

/// One place that breaks one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The file, relative to the workspace's root, with `/` between its parts.
    pub path: String,
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// The violation and the way to fix it.
    pub message: String,
}

impl Violation {
    /// A violation at `line` of `path`.
    pub fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// A rule of the tree.
pub type TidyRule = fn(&SourceTree) -> Vec<Violation>;

/// Every rule with its name, in the order they are checked.
pub const RULES: &[(&str, TidyRule)] = &[
    ("layers", layers::edges),
    ("unused layers", layers::unused_edges),
    ("serialisation", layers::serialisation),
    ("maps", layers::maps),
    ("purity", purity::clippy_configuration),
    ("engines", engines::callers),
    ("ends of runs", single::ends),
    ("loading", single::loading),
    ("standard streams", streams::writers),
    ("unsafe code", unsafety::keyword),
    ("unsafe lint", unsafety::lint),
    ("crate length", size::crate_length),
    ("file length", size::file_length),
    ("function length", size::function_length),
    ("function length of the page", page::function_length),
    ("fields of the protocol", page::unused_fields),
    ("line width", size::line_width),
    ("module docs", style::module_docs),
    ("module files", style::module_files),
    ("unfinished work", style::unfinished_work),
    ("device addresses", devices::literals),
    ("installing tests", testing::installing),
    ("uncounted skips", testing::skips),
    ("waiting tests", testing::waits),
    ("threat model", threats::tests_of_doors),
    ("machine paths", standalone::machine_paths),
    ("registry hosts", standalone::registry_hosts),
    ("walks", walks::names),
    ("language", words::rule),
];

/// Every violation of every rule, as lines of text.
pub fn check(tree: &SourceTree) -> Vec<String> {
    let of_rule = |(name, rule): &(&str, TidyRule)| {
        let lines = rule(tree).into_iter().map(|violation| format!("{violation} [{name}]"));
        lines.collect::<Vec<_>>()
    };
    RULES.iter().flat_map(of_rule).collect()
}

/// Checks the workspace's own tree and fails with the list of violations.
pub fn run(steps: &mut StepLog) -> Result<()> {
    steps.take("tidy", || {
        let lines = check(&SourceTree::load(root())?);
        ensure!(lines.is_empty(), "the tree breaks its rules\n{}", lines.join("\n"));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violation_reads_like_a_compiler_message() {
        let violation = Violation::new("a.rs", 3, "too long");
        assert_eq!(violation.to_string(), "a.rs:3: too long");
        assert_eq!(Violation::new("a.rs", 0, "too long").to_string(), "a.rs: too long");
    }

    #[test]
    fn check_names_the_rule_that_was_broken() {
        let tree = SourceTree::of(&[("crates/x/src/mod.rs", "//! Module.\n")]);
        let lines = check(&tree);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].ends_with("[module files]"), "{lines:?}");
    }
}
