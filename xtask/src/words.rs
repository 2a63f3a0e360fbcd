//! `cargo xtask words`: figures about the language of the sources.
//!
//! Names that many types share, names of one word, and comments that ask instead of state are what
//! a newcomer stumbles over. The figures make that measurable; [`rule`] keeps them from getting
//! worse.

use std::{collections::BTreeMap, fmt, process::Command};

use anyhow::Result;
use syn::visit::{self, Visit};

use crate::{
    root,
    step::StepLog,
    tidy::{Violation, tree::SourceTree},
};

/// First words of a comment that asks a question instead of stating a fact.
const QUESTIONS: &[&str] = &["What", "Where", "Which", "How", "Its"];

/// The worst figures that a change may bring about: reasons at least, everything else at most.
/// Whoever improves one writes the new figure here.
const BOUNDS: Figures = Figures {
    shared_names: 20,
    single_words: 200,
    asking_docs: 5,
    reasons: 35,
    denials: 5,
    commits_with_reason: 0,
};

/// The figures of a tree. Shares are in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Type definitions whose name is defined three times or more.
    pub shared_names: usize,
    /// Type definitions whose name is a single word.
    pub single_words: usize,
    /// Doc comments that begin with What, Where, Which, How or Its.
    pub asking_docs: usize,
    /// Lines of `//` comments for each thousand lines of code.
    pub reasons: usize,
    /// The number of times "is no" stands for "is not a".
    pub denials: usize,
    /// Of the last hundred commits those with a body; not part of the tree.
    pub commits_with_reason: usize,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |thousandths: usize| format!("{}.{} %", thousandths / 10, thousandths % 10);
        writeln!(f, "type names defined three times or more  {}", share(self.shared_names))?;
        writeln!(f, "type names of one word                  {}", share(self.single_words))?;
        writeln!(f, "doc comments that ask                   {}", share(self.asking_docs))?;
        writeln!(f, "comments for each line of code          0.{:03}", self.reasons)?;
        writeln!(f, "\"is no\" for \"is not a\"                  {}", self.denials)?;
        write!(f, "commits with a reason in the body       {}", share(self.commits_with_reason))
    }
}

/// Prints the figures of the workspace, and the names that most types share.
pub fn run(steps: &mut StepLog) -> Result<()> {
    let tree = SourceTree::load(root())?;
    let census = Census::of(&tree);
    let figures = Figures { commits_with_reason: commits_with_reason(), ..census.figures() };
    steps.say(&figures.to_string());
    let mut shared: Vec<(&String, &usize)> = census.names.iter().collect();
    shared.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
    let shared = shared.into_iter().take_while(|(_, count)| **count > 2);
    let shared: Vec<String> = shared.map(|(name, count)| format!("{name} {count}")).collect();
    steps.say(&format!("shared: {}", shared.join(", ")));
    Ok(())
}

/// No figure is worse than it was when the bounds above were set.
pub fn rule(tree: &SourceTree) -> Vec<Violation> {
    let figures = Census::of(tree).figures();
    let is_worse = figures.shared_names > BOUNDS.shared_names
        || figures.single_words > BOUNDS.single_words
        || figures.asking_docs > BOUNDS.asking_docs
        || figures.reasons < BOUNDS.reasons
        || figures.denials > BOUNDS.denials;
    // A made-up tree of a few files has no figures worth a name.
    if !is_worse || tree.file("xtask/src/words.rs").is_none() {
        return Vec::new();
    }
    let message = format!("the language got worse:\n{figures}\nbut at worst\n{BOUNDS}");
    vec![Violation::new("xtask/src/words.rs", 0, message)]
}

/// Of the last hundred commits those with a body, in thousandths.
fn commits_with_reason() -> usize {
    let mut git = Command::new("git");
    let output = git.current_dir(root()).args(["log", "-100", "--format=%x01%b"]).output();
    let Ok(output) = output else { return 0 };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Nothing stands before the first mark.
    let bodies: Vec<&str> = text.split('\u{1}').skip(1).collect();
    thousandths(bodies.iter().filter(|body| !body.trim().is_empty()).count(), bodies.len())
}

fn thousandths(part: usize, whole: usize) -> usize {
    (part * 1000).checked_div(whole).unwrap_or(0)
}

/// All that is counted of a tree.
#[derive(Debug, Default)]
struct Census {
    /// The number of definitions of each type name.
    names: BTreeMap<String, usize>,
    docs: usize,
    asking_docs: usize,
    code_lines: usize,
    comment_lines: usize,
    denials: usize,
}

impl Census {
    fn of(tree: &SourceTree) -> Census {
        let mut census = Census::default();
        let sources = tree.rust_files().filter(|file| file.path.contains("/src/"));
        for file in sources {
            census.count_lines(&file.text);
            // The compiler complains about files that do not parse.
            if let Ok(parsed) = syn::parse_file(&file.text) {
                census.visit_file(&parsed);
            }
        }
        census
    }

    fn figures(&self) -> Figures {
        let types = self.names.values().sum();
        let shared = self.names.values().filter(|count| **count > 2).sum();
        let single = self.names.iter().filter(|(name, _)| is_one_word(name));
        Figures {
            shared_names: thousandths(shared, types),
            single_words: thousandths(single.map(|(_, count)| count).sum(), types),
            asking_docs: thousandths(self.asking_docs, self.docs),
            reasons: thousandths(self.comment_lines, self.code_lines),
            denials: self.denials,
            commits_with_reason: 0,
        }
    }

    fn count_lines(&mut self, text: &str) {
        let mut is_within_doc = false;
        for line in text.lines().map(str::trim) {
            let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            let is_doc = doc.is_some();
            // Only the first line of a comment can ask.
            if let Some(doc) = doc.filter(|_| !is_within_doc) {
                self.docs += 1;
                let first = doc.trim_start().split(|c: char| !c.is_alphabetic()).next();
                let first = first.unwrap_or_default();
                self.asking_docs += usize::from(QUESTIONS.contains(&first));
            }
            is_within_doc = is_doc;
            if line.starts_with("//") && !is_doc {
                self.comment_lines += 1;
            } else if !line.is_empty() && !is_doc {
                self.code_lines += 1;
            }
            self.denials += denials(line);
        }
    }

    fn name(&mut self, ident: &syn::Ident) {
        *self.names.entry(ident.to_string()).or_default() += 1;
    }
}

impl<'ast> Visit<'ast> for Census {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.name(&item.ident);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.name(&item.ident);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.name(&item.ident);
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.name(&item.ident);
    }
}

/// Whether a name has one capital letter, its first.
fn is_one_word(name: &str) -> bool {
    name.chars().filter(char::is_ascii_uppercase).count() < 2
}

/// Counts "is no …" in a line where it denies what something is. "There is no …" states that
/// nothing is there, and "is no longer" and "is no more" are about time or amount.
fn denials(line: &str) -> usize {
    let line = line.to_lowercase();
    let places = ["is no ", "are no "].into_iter().flat_map(|phrase| {
        line.match_indices(phrase).map(move |(at, found)| (at, at + found.len()))
    });
    places
        .filter(|&(at, end)| {
            let before = line[..at].trim_end();
            // `is` has to be a word of its own and not the end of `this`.
            let is_word = before.len() < at || before.is_empty();
            let after = &line[end..];
            let is_about_time = ["longer", "more", "less"].iter().any(|w| after.starts_with(w));
            is_word && !before.ends_with("there") && !is_about_time
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_small_tree() {
        let text = "//! What this is.\n\n/// The first.\nstruct EventLog;\n// Because.\n\
                    enum Place {\n/// Which.\n A }\nmod a { struct Place; trait Place {} }\n";
        let census = Census::of(&SourceTree::of(&[("crates/x/src/a.rs", text)]));
        let figures = census.figures();
        assert_eq!(figures.shared_names, 750, "{census:?}");
        assert_eq!(figures.single_words, 750);
        assert_eq!(figures.asking_docs, 666, "module docs count: {census:?}");
        assert_eq!((census.comment_lines, census.code_lines), (1, 4), "{census:?}");
    }

    #[test]
    fn only_what_denies_a_kind_is_a_denial() {
        let cases = [
            ("0x1 is no address", 1),
            ("there is no address; There are no others", 0),
            ("this is no longer so, and is no more than that", 0),
            ("names that are no files, which is no error", 2),
            ("this no", 0),
        ];
        for (line, count) in cases {
            assert_eq!(denials(line), count, "{line}");
        }
    }

    #[test]
    fn a_tree_that_got_worse_is_named() {
        let mut files = vec![("xtask/src/words.rs".to_owned(), String::from("//! Words.\n"))];
        for number in 0..3 {
            files.push((format!("crates/x{number}/src/a.rs"), "//! A.\nstruct Place;\n".into()));
        }
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(rule(&SourceTree::of(&files)).len(), 1);
        assert!(rule(&SourceTree::of(&files[1..])).is_empty(), "not the workspace");
    }
}
