//! The places where an engine may be run: the function that advances a run, and engines that are
//! made of others.

use super::{Violation, tree::SourceTree};

/// Files that call `Engine::run`, each with its reason.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/jetan-run/src/position.rs", "advances every run of a program"),
    ("crates/jetan-run/src/recogniser.rs", "an engine around one: looks for a display"),
    ("crates/jetan-machine/src/driver.rs", "an engine by reference"),
    ("crates/jetan-machine/src/relay.rs", "an engine around one: tells an observer"),
    ("crates/jetan-sanitizer/src/lib.rs", "an engine around one: looks for mistakes"),
    ("crates/jetan-debug/src/notes.rs", "an engine around one: stops to take notes"),
    ("crates/jetan-debug/src/profile.rs", "an engine around one: counts"),
    ("crates/jetan-debug/src/trace.rs", "an engine around one: tells every step"),
    ("crates/jetan-debug/src/transfer.rs", "an engine around one: watches calls and returns"),
    ("crates/jetan-debug/src/watcher.rs", "an engine around one: watches registers"),
    (
        "crates/jetan-tools/src/observe/engine.rs",
        "an engine around one: feeds the tools of a course",
    ),
    ("crates/jetan/src/engine.rs", "an engine that is one of two"),
    ("crates/jetan/src/inside.rs", "an engine that is one of several"),
    ("crates/jetan/src/inside/tools.rs", "an engine around one: writes a trace of references"),
    ("crates/jetan/src/inside/trace.rs", "an engine around one: traces a part of a run"),
];

/// The arguments of `Engine::run`: machine, host, until. No other method `run` has as many.
const ARGUMENTS: usize = 3;

/// Only the files named above run an engine, and each of them does. Tests may.
pub fn callers(tree: &SourceTree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust_files().filter(|file| is_source(&file.path)) {
        let calls = calls(&file.text);
        let is_allowed = ALLOWED.iter().any(|(path, _)| *path == file.path);
        // A row that is not needed would one day allow a call that nobody has decided on.
        if is_allowed && calls.is_empty() {
            let message = "runs no engine: remove its row in xtask's engines.rs";
            violations.push(Violation::new(&file.path, 0, message));
        }
        for line in calls.into_iter().filter(|_| !is_allowed) {
            let message = "runs an engine: let a `Session`, a `Timeline` or a `LiveRun` do it";
            violations.push(Violation::new(&file.path, line, message));
        }
    }
    violations
}

fn is_source(path: &str) -> bool {
    let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
    path.starts_with("crates/") && path.contains("/src/") && !is_test
}

/// The lines with a call of a method `run` with as many arguments as an engine's, before the tests
/// at the end of a file.
fn calls(text: &str) -> Vec<usize> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = code.split_inclusive('\n').map(without_comment).collect();
    let starts = code.match_indices(".run(").chain(code.match_indices("Engine::run("));
    let calls = starts.filter(|(at, name)| {
        // Called by its path, the engine itself is an argument too.
        let more = usize::from(name.starts_with("Engine"));
        code.get(at + name.len()..).and_then(arguments) == Some(ARGUMENTS + more)
    });
    let mut lines: Vec<usize> = calls.map(|(at, _)| code[..at].matches('\n').count() + 1).collect();
    lines.sort_unstable();
    lines
}

/// A line, empty if it is a comment.
fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with("//") { "\n" } else { line }
}

/// The number of arguments before the parenthesis that closes a call; none if nothing does.
fn arguments(text: &str) -> Option<usize> {
    let (mut depth, mut count, mut is_open) = (0_usize, 0, false);
    for character in text.chars() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some(count + usize::from(is_open)),
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                count += 1;
                is_open = false;
                continue;
            }
            _ => {}
        }
        is_open |= !character.is_whitespace();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        callers(&SourceTree::of(&[(path, text)]))
            .into_iter()
            .map(|violation| violation.line)
            .collect()
    }

    #[test]
    fn a_run_of_an_engine_is_found_however_it_is_written() {
        let cases = [
            "//! A file.\nlet stop = engine.run(&mut machine, &mut host, &until);\n",
            "//! A file.\nself.engine.run(\n  machine,\n  host,\n  &Until { count, ..u() },\n);\n",
            "//! A file.\nEngine::run(&mut engine, machine, host, until);\n",
        ];
        for text in cases {
            assert_eq!(lines("crates/jetan-debug/src/spin.rs", text), [2], "{text}");
        }
    }

    #[test]
    fn other_runs_comments_and_tests_are_left_alone() {
        let cases = [
            "timeline.run(&mut host, &Until { count, breakpoints, ..Until::default() });\n",
            "drive.run();\n",
            "// engine.run(machine, host, until)\n",
            "#[cfg(test)]\nmod tests { fn f() { engine.run(machine, host, until); } }\n",
        ];
        for text in cases {
            assert!(lines("crates/jetan-debug/src/spin.rs", text).is_empty(), "{text}");
        }
        let call = "engine.run(machine, host, until);\n";
        for path in ["crates/a/tests/b.rs", "crates/a/src/b/tests.rs", "crates/a/examples/b.rs"] {
            assert!(lines(path, call).is_empty(), "{path}");
        }
    }

    #[test]
    fn a_named_file_may_run_an_engine_and_must() {
        let call = "engine.run(machine, host, until);\n";
        assert!(lines("crates/jetan-run/src/position.rs", call).is_empty());
        assert_eq!(lines("crates/jetan-run/src/position.rs", "//! Nothing.\n"), [0]);
    }
}
