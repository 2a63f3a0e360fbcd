//! The pure crates share one list of forbidden `std` paths.
//!
//! Clippy reads the nearest `clippy.toml` only and cannot include another, so each pure crate
//! carries a copy; this rule keeps the copies equal.

use super::{Violation, tree::SourceTree};

/// The crates with no file system, clock, threads, printing or randomness of their own.
pub const PURE: &[&str] = &[
    "jetan-isa",
    "jetan-order",
    "jetan-asm",
    "jetan-jit",
    "jetan-machine",
    "jetan-games",
    "jetan-display",
    "jetan-pack",
    "jetan-run",
    "jetan-sound",
    "jetan-sandbox",
    "jetan-check",
    "jetan-grade",
    "jetan-report",
    "jetan-expression",
    "jetan-symbols",
    "jetan-debug",
    "jetan-sanitizer",
    "jetan-cli",
    "jetan-tools",
    "jetan-ide",
    "jetan-lsp",
    "jetan-play",
    "jetan-manual",
    "jetan-wire",
    "jetan-workbench",
    "jetan-dap",
];

/// Every pure crate has the same `clippy.toml` as the first one.
pub fn clippy_configuration(tree: &SourceTree) -> Vec<Violation> {
    let path = |name: &str| format!("crates/{name}/clippy.toml");
    let model = tree.file(&path(PURE[0]));
    let mut violations = Vec::new();
    for name in PURE {
        // The trees of tests have only some of the crates.
        if tree.file(&format!("crates/{name}/Cargo.toml")).is_none() {
            continue;
        }
        let own = tree.file(&path(name)).map(|file| &file.text);
        if own.is_none() || own != model.map(|file| &file.text) {
            let message = format!("a pure crate: this file must equal {}", path(PURE[0]));
            violations.push(Violation::new(&path(name), 0, message));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_copies_pass_and_missing_or_different_ones_fail() {
        let manifests = [("crates/jetan-isa/Cargo.toml", ""), ("crates/jetan-asm/Cargo.toml", "")];
        let isa = ("crates/jetan-isa/clippy.toml", "ban");
        let check = |more: &[(&str, &str)]| {
            let tree = SourceTree::of(&[&manifests[..], more].concat());
            let paths = clippy_configuration(&tree).into_iter().map(|violation| violation.path);
            paths.collect::<Vec<_>>()
        };
        assert!(check(&[isa, ("crates/jetan-asm/clippy.toml", "ban")]).is_empty());
        assert_eq!(check(&[isa]), ["crates/jetan-asm/clippy.toml"]);
        assert_eq!(
            check(&[isa, ("crates/jetan-asm/clippy.toml", "allow")]),
            ["crates/jetan-asm/clippy.toml"]
        );
        assert_eq!(check(&[]).len(), 2);
    }
}
