//! The places where unsafe code may stand; the compiler forbids it everywhere else.

use toml::{Table, Value};

use super::{Violation, style::contains_word, tree::SourceTree};

/// Files, or folders ending in `/`, that may hold unsafe code, each with its reason.
///
/// A file of `jetan-machine` or `jetan-games` gets its row with the measurement that bought it.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/jetan-jit/src/entry.rs", "calls generated code"),
    ("crates/jetan-jit/src/runtime.rs", "is called by generated code"),
    ("crates/jetan-jit/src/native/cache.rs", "makes memory executable"),
    ("crates/jetan-jit/src/wasm/host.rs", "asks JavaScript to make functions"),
    ("crates/jetan-jit/tests/wasm/lockstep.rs", "exports functions to JavaScript"),
    ("crates/jetan-thinker/src/exports.rs", "exports functions to JavaScript"),
    ("crates/jetan-web/src/exports.rs", "exports functions to JavaScript"),
    (
        "crates/jetan-machine/src/memory/frames.rs",
        "saves the interpreter 2 to 11 % of its instructions (callgrind, benchmarks/programs)",
    ),
    (
        "crates/jetan-games/src/sudoku/solver/dispatch.rs",
        "AVX2 solves 9x9 puzzles 3.5 times as fast as plain words, SSSE3 twice (benchmarks/peers)",
    ),
];

/// Crates that cannot take the workspace's `forbid`, because some of their files are exempt.
const EXEMPT_CRATES: &[&str] =
    &["jetan-jit", "jetan-thinker", "jetan-web", "jetan-machine", "jetan-games"];

/// The keyword, spelled in halves so that this file does not contain it.
const KEYWORD: &str = concat!("uns", "afe");

/// Texts after the keyword where it is code and not prose.
const FOLLOWERS: &[&str] = &[" {", " fn", " impl", " extern", " trait", "("];

/// The keyword stands only in the files named above.
pub fn keyword(tree: &SourceTree) -> Vec<Violation> {
    let is_allowed = |path: &str| {
        ALLOWED
            .iter()
            .any(|(place, _)| path == *place || (place.ends_with('/') && path.starts_with(place)))
    };
    let mut violations = Vec::new();
    for file in tree.rust_files().filter(|file| !is_allowed(&file.path)) {
        for (line, _) in file.numbered_lines().filter(|(_, text)| is_code_with_keyword(text)) {
            let message = format!("`{KEYWORD}` outside the files named in xtask's unsafety.rs");
            violations.push(Violation::new(&file.path, line, message));
        }
    }
    violations
}

/// The workspace forbids unsafe code, and every crate but the exempt ones inherits that.
///
/// Packages outside the workspace (fuzzing, comparisons with other engines) have their own rules.
pub fn lint(tree: &SourceTree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| file.name() == "Cargo.toml") {
        // A manifest that does not parse is reported by the layers rule, or by cargo.
        let Ok(manifest) = file.text.parse::<Table>() else { continue };
        let message = match file.path.split('/').collect::<Vec<_>>()[..] {
            ["Cargo.toml"] if lint_level(&manifest) != Some("forbid") => {
                "[workspace.lints.rust] must say unsafe_code = \"forbid\""
            }
            ["xtask", _] if !inherits_lints(&manifest) => "[lints] must say workspace = true",
            ["crates", name, _] if !inherits_lints(&manifest) && !EXEMPT_CRATES.contains(&name) => {
                "[lints] must say workspace = true"
            }
            _ => continue,
        };
        violations.push(Violation::new(&file.path, 0, message));
    }
    violations
}

fn is_code_with_keyword(line: &str) -> bool {
    // Comments may use the word.
    let code = line.split("//").next().unwrap_or_default();
    FOLLOWERS.iter().any(|follower| {
        let needle = format!("{KEYWORD}{follower}");
        code.contains(&needle) && contains_word(code, KEYWORD)
    })
}

fn lint_level(manifest: &Table) -> Option<&str> {
    manifest.get("workspace")?.get("lints")?.get("rust")?.get("unsafe_code")?.as_str()
}

fn inherits_lints(manifest: &Table) -> bool {
    let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace"));
    inherits.and_then(Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyword_fails_outside_the_named_files() {
        for follower in FOLLOWERS {
            let text = format!("//! File.\n    {KEYWORD}{follower} x\n");
            let check = |path: &str| keyword(&SourceTree::of(&[(path, &text)])).len();
            assert_eq!(check("crates/jetan-isa/src/decode.rs"), 1, "{follower}");
            assert_eq!(check("crates/jetan-jit/src/entry.rs"), 0);
            assert_eq!(check("crates/jetan-jit/src/lib.rs"), 1);
            assert_eq!(check("crates/jetan-web/src/exports.rs"), 0);
        }
    }

    #[test]
    fn prose_and_lint_names_pass() {
        let text = format!("//! {KEYWORD} code\n// {KEYWORD} {{}}\n#![deny({KEYWORD}_code)]\n");
        assert!(keyword(&SourceTree::of(&[("a.rs", &text)])).is_empty());
    }

    #[test]
    fn workspace_that_does_not_forbid_fails() {
        let check = |level: &str| {
            let text = format!("[workspace.lints.rust]\nunsafe_code = \"{level}\"\n");
            lint(&SourceTree::of(&[("Cargo.toml", &text)])).len()
        };
        assert_eq!((check("forbid"), check("deny")), (0, 1));
        assert_eq!(lint(&SourceTree::of(&[("Cargo.toml", "[workspace]\n")])).len(), 1);
    }

    #[test]
    fn crate_that_does_not_inherit_the_lints_fails() {
        let check = |name: &str, text: &str| {
            lint(&SourceTree::of(&[(&format!("crates/{name}/Cargo.toml"), text)])).len()
        };
        assert_eq!(check("jetan-asm", "[lints]\nworkspace = true\n"), 0);
        assert_eq!(check("jetan-asm", ""), 1);
        assert_eq!(check("jetan-jit", ""), 0);
        assert_eq!(lint(&SourceTree::of(&[("xtask/Cargo.toml", "")])).len(), 1);
        assert_eq!(lint(&SourceTree::of(&[("fuzz/Cargo.toml", "[workspace]\n")])).len(), 0);
    }
}
