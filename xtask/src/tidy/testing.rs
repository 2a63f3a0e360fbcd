//! How tests behave: they install nothing, wait for events and not for times, and what one of them
//! cannot do here is counted.

use super::{
    Violation,
    tree::{SourceTree, TreeFile, has_ending},
};

/// Programs that fetch something from elsewhere, as a test would name them.
const INSTALLERS: &[&str] = &["\"apt-get\"", "\"pip\"", "\"npm\"", "\"rustup\"", "\"ci\""];

/// Begins a line that the summary of all tests shows, and the files with the functions that write
/// one. A macro would leave it with the test harness, which shows nothing of a test that passes.
const SKIPPED: &str = concat!("\"skip", "ped: ");
const SKIPPING: &[&str] =
    &["crates/jetan-os/tests/confine.rs", "crates/jetan/tests/support/skip.rs"];

/// Calls that let time pass.
const WAITS: &[&str] = &["thread::sleep(", "time::sleep(", "waitForTimeout(", "setTimeout("];
/// Files that do, each with its reason.
const WAITING: &[(&str, &str)] = &[
    ("crates/jetan-os/tests/file.rs", "a writer is killed at different times"),
    ("crates/jetan-studio/tests/memory.rs", "asks whether threads have ended"),
    ("crates/jetan/tests/grade.rs", "asks whether threads are confined"),
    ("crates/jetan/tests/hostile.rs", "asks whether a process has ended"),
    ("crates/jetan/tests/play_terminal.rs", "asks whether a file has come"),
    ("crates/jetan/tests/sandbox.rs", "a process is stopped for a while"),
    ("studio/test/browser/misfortune.test.ts", "rest has no event: its time is measured"),
    ("studio/test/browser/reach.test.ts", "a key is held for a while"),
    ("studio/test/browser/site.test.ts", "a page that answers later"),
    ("studio/test/browser/student.test.ts", "the editor ignores keys for a moment"),
    ("studio/test/support/bare.ts", "asks whether the browser listens"),
    ("studio/test/support/learn.ts", "pictures of what moves"),
    ("studio/test/support/mock.ts", "an answer that comes later"),
    ("studio/test/support/wait.ts", "asks whether a condition holds"),
];

/// No test installs anything: that is a step of its own, in `setup.rs`.
pub fn installing(tree: &SourceTree) -> Vec<Violation> {
    let message = "a test installs nothing: make it a step in xtask's setup.rs";
    tree.files
        .iter()
        .filter(|file| is_test(file))
        .flat_map(|file| found(file, INSTALLERS, message))
        .collect()
}

/// Whatever a test skips is said in the form that is counted.
pub fn skips(tree: &SourceTree) -> Vec<Violation> {
    let message = "nobody counts this: call `skipped`, which writes past the test harness";
    let files = tree.files.iter().filter(|file| is_test(file));
    let others = files.filter(|file| !SKIPPING.contains(&file.path.as_str()));
    others.flat_map(|file| found(file, &[SKIPPED], message)).collect()
}

/// Only the files named above wait for a time, and each of them does.
pub fn waits(tree: &SourceTree) -> Vec<Violation> {
    let message = "wait for what is expected and not for a time, or give a reason in testing.rs";
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| is_test(file)) {
        let waits = found(file, WAITS, message);
        let is_allowed = WAITING.iter().any(|(path, _)| *path == file.path);
        if is_allowed && waits.is_empty() {
            let message = "waits for no time: remove its row in xtask's testing.rs";
            violations.push(Violation::new(&file.path, 0, message));
        } else if !is_allowed {
            violations.extend(waits);
        }
    }
    violations
}

/// Whether a file has tests that a change must pass, or helps them. Pictures and measurements of
/// the studio are neither.
fn is_test(file: &TreeFile) -> bool {
    let path = file.path.as_str();
    let is_rust = has_ending(path, "rs") && path.starts_with("crates/") && path.contains("/tests/");
    let folders = ["browser", "support", "unit"].map(|name| format!("studio/test/{name}/"));
    is_rust || has_ending(path, "ts") && folders.iter().any(|folder| path.starts_with(folder))
}

/// The lines of a file with one of these texts.
fn found(file: &TreeFile, texts: &[&str], message: &str) -> Vec<Violation> {
    let lines = file.numbered_lines();
    let lines = lines.filter(|(_, line)| texts.iter().any(|text| line.contains(text)));
    lines.map(|(line, _)| Violation::new(&file.path, line, message)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(path: &str, line: &str) -> SourceTree {
        SourceTree::of(&[(path, &format!("//! A file.\n{line}\n"))])
    }

    #[test]
    fn tests_that_install_something_fail() {
        let line = "Command::new(\"apt-get\").arg(\"install\");";
        let lines = |path| installing(&tree(path, line)).len();
        assert_eq!((lines("crates/a/tests/b.rs"), lines("xtask/src/setup.rs")), (1, 0));
        assert_eq!(installing(&tree("crates/a/tests/b.rs", "[\"-m\", \"pip\"]")).len(), 1);
    }

    #[test]
    fn skips_that_nobody_counts_fail() {
        let line = format!("eprintln!({SKIPPED}no Python\");");
        assert_eq!(skips(&tree("crates/a/tests/b.rs", &line)).len(), 1);
        assert_eq!(skips(&tree(SKIPPING[0], &line)), []);
        assert_eq!(skips(&tree("crates/a/tests/b.rs", "skipped(\"a\", \"b\");")), []);
    }

    #[test]
    fn waiting_for_a_time_needs_a_reason() {
        for line in ["std::thread::sleep(PAUSE);", "await page.waitForTimeout(500);"] {
            assert_eq!(waits(&tree("studio/test/browser/a.test.ts", line)).len(), 1, "{line}");
            assert_eq!(waits(&tree("crates/a/tests/b.rs", line)).len(), 1, "{line}");
            assert_eq!(waits(&tree("studio/test/shots/shots.ts", line)), [], "{line}");
            assert_eq!(waits(&tree(WAITING[0].0, line)), [], "{line}");
        }
        assert_eq!(waits(&tree(WAITING[0].0, "nothing")).len(), 1);
    }
}
