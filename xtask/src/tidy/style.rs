//! Rules about what every Rust file has, and what none has.

use super::{
    Violation,
    tree::{SourceTree, TreeFile},
};

/// Traces of unfinished work, spelled in halves so that this file does not contain them.
const WORDS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
const CALLS: &[&str] = &[
    concat!("dbg", "!("),
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("#[ig", "nore"),
];

/// Every Rust file says on its first line what it is for; a crate root may include its README.
pub fn module_docs(tree: &SourceTree) -> Vec<Violation> {
    let is_documented = |file: &TreeFile| {
        let first = file.text.lines().next().unwrap_or_default();
        first.starts_with("//! ") || first.starts_with("#![doc = include_str!(")
    };
    let message = "the first line must be `//!` and say what the file is for";
    let bare = tree.rust_files().filter(|file| !is_documented(file));
    bare.map(|file| Violation::new(&file.path, 1, message)).collect()
}

/// A module with children is `name.rs` beside `name/`.
pub fn module_files(tree: &SourceTree) -> Vec<Violation> {
    let files = tree.rust_files().filter(|file| file.name() == "mod.rs");
    files.map(|file| Violation::new(&file.path, 0, "name the file after its module")).collect()
}

/// No notes to self, no debugging leftovers, no tests switched off.
pub fn unfinished_work(tree: &SourceTree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust_files() {
        for (line, text) in file.numbered_lines() {
            let words = WORDS.iter().filter(|word| contains_word(text, word));
            let calls = CALLS.iter().filter(|call| text.contains(**call));
            for found in words.chain(calls) {
                let message = format!("`{found}`: finish it, or open an issue");
                violations.push(Violation::new(&file.path, line, message));
            }
        }
    }
    violations
}

/// Whether `word` stands in `text` with no letter, digit or underscore beside it.
pub(super) fn contains_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_without_module_docs_fails() {
        let tree = SourceTree::of(&[
            ("good.rs", "//! Good.\n"),
            ("root.rs", "#![doc = include_str!(\"../README.md\")]\n"),
            ("late.rs", "use std::fmt;\n//! Late.\n"),
            ("mute.rs", "//!\n//! Begins with nothing.\n"),
            ("empty.rs", ""),
        ]);
        let paths: Vec<_> = module_docs(&tree).into_iter().map(|v| v.path).collect();
        assert_eq!(paths, ["late.rs", "mute.rs", "empty.rs"]);
    }

    #[test]
    fn module_file_named_mod_fails() {
        let tree = SourceTree::of(&[("a/mod.rs", ""), ("a/model.rs", ""), ("a.rs", "")]);
        assert_eq!(
            module_files(&tree),
            [Violation::new("a/mod.rs", 0, "name the file after its module")]
        );
    }

    #[test]
    fn every_trace_of_unfinished_work_fails() {
        for found in WORDS.iter().chain(CALLS) {
            let text = format!("//! File.\n// {found}: later\n");
            let violations = unfinished_work(&SourceTree::of(&[("a.rs", &text)]));
            let message = format!("`{found}`: finish it, or open an issue");
            assert_eq!(violations, [Violation::new("a.rs", 2, message)]);
        }
    }

    #[test]
    fn word_inside_another_is_not_that_word() {
        let xs = WORDS[2];
        let text = format!("//! \\u{{{xs}X}} TODOS fixme DEBUG_{xs}\n");
        assert!(unfinished_work(&SourceTree::of(&[("a.rs", &text)])).is_empty());
        assert!(unfinished_work(&SourceTree::of(&[("a.md", WORDS[0])])).is_empty());
    }
}
