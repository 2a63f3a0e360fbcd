//! The walks of the architecture page name files, types and functions that exist, and are short.

use super::Violation;
use super::tree::{SourceTree, has_ending};

/// The page with the walks.
const PAGE: &str = "docs/architecture.md";
/// The end of the line above a walk.
const TITLE_END: &str = "hop by hop:";
/// The most hops of a walk.
const HOPS_MAX: usize = 25;

/// Names in walks that nothing in the tree has, and walks that are too long.
pub fn names(tree: &SourceTree) -> Vec<Violation> {
    let Some(page) = tree.file(PAGE) else { return Vec::new() };
    let mut violations = Vec::new();
    let mut hops = None;
    for (number, line) in (1..).zip(page.text.lines()) {
        if line.starts_with("**") && line.ends_with(TITLE_END) {
            hops = Some(0);
        } else if line.starts_with("##") || line.starts_with('*') {
            hops = None;
        }
        let is_hop = line.split_once(". ").is_some_and(|(n, _)| n.parse::<usize>().is_ok());
        let Some(count) = hops.as_mut().filter(|_| is_hop) else { continue };
        *count += 1;
        if *count == HOPS_MAX + 1 {
            let message = format!("a walk has more than {HOPS_MAX} hops");
            violations.push(Violation::new(PAGE, number, message));
        }
        let missing = line.split('`').skip(1).step_by(2).filter(|name| !exists(tree, name));
        violations.extend(missing.map(|name| {
            Violation::new(PAGE, number, format!("nothing is called `{name}`: mend the walk"))
        }));
    }
    violations
}

/// Whether the tree has what a name stands for: a file, a type, or a function of a type. Other
/// words are not looked at.
fn exists(tree: &SourceTree, name: &str) -> bool {
    let is_word = |word: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !word.is_empty() && word.chars().all(is_letter)
    };
    let is_type = |word: &str| is_word(word) && word.starts_with(|c: char| c.is_ascii_uppercase());
    if has_ending(name, "rs") || has_ending(name, "ts") {
        let end = format!("/{name}");
        return tree.files.iter().any(|file| file.path == name || file.path.ends_with(&end));
    }
    if let Some((owner, function)) = name.split_once("::") {
        let is_plain = is_type(owner) && is_word(function);
        return !is_plain || has_type(tree, owner) && has_function(tree, function);
    }
    if is_type(name) {
        return has_type(tree, name);
    }
    // A word in lower case may be one that is typed; only what can be nothing else is looked for.
    !(is_word(name) && name.contains('_')) || has_function(tree, name)
}

fn has_type(tree: &SourceTree, name: &str) -> bool {
    let kinds = ["struct", "enum", "trait", "type"];
    kinds.iter().any(|kind| has_words(tree, &format!("{kind} {name}")))
}

fn has_function(tree: &SourceTree, name: &str) -> bool {
    has_words(tree, &format!("fn {name}"))
}

/// Whether a source has these words, and no further letter behind them.
fn has_words(tree: &SourceTree, words: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let mut sources = tree.files.iter().filter(|file| has_ending(&file.path, "rs"));
    sources.any(|file| {
        file.text.match_indices(words).any(|(at, _)| is_end(&file.text[at + words.len()..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(walk: &str) -> Vec<String> {
        let page = format!("# Page\n\n`Gone` here is fine.\n\n**A walk**, hop by hop:\n\n{walk}");
        let code = "pub struct Run;\nimpl Run {\n    pub fn go_on(&self) {}\n}\n";
        let tree = SourceTree::of(&[(PAGE, page.as_str()), ("crates/a/src/run/step.rs", code)]);
        names(&tree).into_iter().map(|violation| violation.to_string()).collect()
    }

    #[test]
    fn names_that_exist_pass() {
        let walk = "1. `run/step.rs` has `Run`, `Run::go_on`, `go_on`, `--json`, `jetan run`.\n";
        assert_eq!(messages(walk), Vec::<String>::new());
    }

    #[test]
    fn names_that_are_gone_fail() {
        for name in ["steps.rs", "Runs", "Ru", "Run::go", "Walk::go_on", "go_off"] {
            let line = format!("docs/architecture.md:7: nothing is called `{name}`: mend the walk");
            assert_eq!(messages(&format!("1. It is `{name}`.\n")), [line]);
        }
        let behind = "1. `Run`.\n\n*Invariants.*\n1. `Gone`\n";
        assert_eq!(messages(behind), Vec::<String>::new());
    }

    #[test]
    fn long_walks_fail() {
        let walk = (1..=26).map(|hop| format!("{hop}. A hop.\n")).collect::<Vec<_>>().concat();
        assert_eq!(messages(&walk), ["docs/architecture.md:32: a walk has more than 25 hops"]);
    }
}
