//! Things that are done in one place: how a run ended, and how sources become a machine.

use super::{Violation, tree::SourceTree};

/// The variant by which a form of "how a run ended" is known, and the files that declare it.
const FAULTED: &str = "Faulted";
const ENDS: &[&str] = &[
    // Why an engine returned.
    "crates/jetan-machine/src/stop.rs",
    // How a run ended.
    "crates/jetan-run/src/run_end.rs",
    // The state of a run in the studio's protocol.
    "crates/jetan-wire/src/running.rs",
];

/// Steps of loading a program, and the files that take them.
const STEPS: &[(&str, &[&str], &str)] = &[
    (
        ".policy.permits(",
        &["crates/jetan-run/src/loader.rs"],
        "looks at a pack's policy: let the loader of `jetan-run` do it",
    ),
    (
        "jetan_pack::named_in",
        &["crates/jetan-run/src/loader.rs"],
        "looks for the pack of a source: let the loader of `jetan-run` do it",
    ),
];

/// No enum besides those named above says how a run ended.
pub fn ends(tree: &SourceTree) -> Vec<Violation> {
    let message = "a second form of how a run ended: use `RunEnd` of `jetan-run`";
    // A declaration begins its line; a match arm names the enum first.
    let declares = |line: &str| {
        let rest = line.trim_start().strip_prefix(FAULTED);
        rest.is_some_and(|rest| rest.trim_start().starts_with(['{', '(', ',']))
    };
    found(tree, ENDS, declares, message)
}

/// No file besides those named above takes a step of loading a program.
pub fn loading(tree: &SourceTree) -> Vec<Violation> {
    let of_step = |(needle, files, message): &(&str, &[&str], &str)| {
        found(tree, files, |line| line.contains(needle), message)
    };
    STEPS.iter().flat_map(of_step).collect()
}

/// The lines of sources, other than tests and some files, for which something holds.
fn found(
    tree: &SourceTree,
    allowed: &[&str],
    holds: impl Fn(&str) -> bool,
    message: &str,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    let is_source = |path: &str| {
        let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
        path.starts_with("crates/") && path.contains("/src/") && !is_test
    };
    let files = tree.rust_files().filter(|file| is_source(&file.path));
    for file in files.filter(|file| !allowed.contains(&file.path.as_str())) {
        let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (idx, _) in code.lines().enumerate().filter(|(_, line)| holds(line)) {
            violations.push(Violation::new(&file.path, idx + 1, message));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_form_of_the_end_is_found_where_it_is_declared() {
        let text = "enum Outcome {\n    Ended,\n    Faulted { pc: u32 },\n}\n";
        let uses = "match end {\n    RunEnd::Faulted { .. } => 2,\n    _ => 0,\n}\n";
        let tree = SourceTree::of(&[
            ("crates/jetan-grade/src/bench.rs", text),
            ("crates/jetan-grade/src/verdict.rs", uses),
            ("crates/jetan-grade/tests/bench.rs", text),
            ("crates/jetan-run/src/run_end.rs", text),
        ]);
        let violations = ends(&tree);
        assert_eq!(violations.len(), 1, "{violations:?}");
        assert_eq!(violations[0].path, "crates/jetan-grade/src/bench.rs");
        assert_eq!(violations[0].line, 3);
    }

    #[test]
    fn steps_of_loading_are_found_outside_the_loader() {
        let text = "fn f() {\n    pack.policy.permits(op);\n    jetan_pack::named_in(text);\n}\n";
        let tree = SourceTree::of(&[
            ("crates/jetan-workbench/src/run.rs", text),
            ("crates/jetan-run/src/loader.rs", text),
        ]);
        let lines: Vec<usize> = loading(&tree).iter().map(|violation| violation.line).collect();
        assert_eq!(lines, [2, 3]);
    }
}
