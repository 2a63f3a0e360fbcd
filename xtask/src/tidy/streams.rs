//! The files that may write to the terminal: everything else goes through the console, which makes
//! visible what a source, a name or an argument could hide.

use super::{Violation, tree::SourceTree};

/// Files, or folders ending in `/`, that write to a standard stream themselves, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/jetan/src/console.rs", "everything Jetan says passes here"),
    ("crates/jetan/src/host.rs", "what a program prints is its own"),
    ("crates/jetan/src/stage.rs", "hashes of frames"),
    ("crates/jetan/src/stage/window.rs", "pictures, and text that was made visible"),
    ("crates/jetan/src/command/lsp.rs", "JSON for an editor"),
    ("crates/jetan/src/command/play.rs", "a game line by line, in our own words"),
    ("crates/jetan-tui/src/terminal/surface.rs", "cells, which hold no control characters"),
    ("crates/jetan-os/src/", "sequences of our own"),
    ("xtask/src/", "a developer's tool"),
];

/// A standard stream is written to only by the files named above; asking whether it is a terminal
/// is free.
pub fn writers(tree: &SourceTree) -> Vec<Violation> {
    let is_allowed = |path: &str| {
        let named =
            |place: &str| path == place || (place.ends_with('/') && path.starts_with(place));
        ALLOWED.iter().any(|(place, _)| named(place))
    };
    let of_product = tree.rust_files().filter(|file| {
        file.path.contains("/src/") && !file.path.contains("/tests") && !is_allowed(&file.path)
    });
    let mut violations = Vec::new();
    for file in of_product {
        for (line, text) in file.numbered_lines() {
            // An address in a string is cut as well, which can only hide what stands after it.
            let code = text.split("//").next().unwrap_or_default();
            if STREAMS.iter().any(|stream| is_taken(code, stream)) {
                let message = "text goes to a terminal through the console, which makes it visible";
                violations.push(Violation::new(&file.path, line, message));
            }
        }
    }
    violations
}

const STREAMS: [&str; 2] = ["stdout()", "stderr()"];

/// Whether a line takes a stream of `std`, other than to ask what it is.
fn is_taken(code: &str, stream: &str) -> bool {
    code.match_indices(stream).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + stream.len()..]);
        let is_of_std = before.ends_with("io::")
            || !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.'));
        is_of_std && !after.starts_with(".is_terminal()")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_named_files_write_to_a_stream() {
        let check = |path: &str, text: &str| writers(&SourceTree::of(&[(path, text)])).len();
        let write = "let _ = io::stderr().lock().write_all(name);\n";
        assert_eq!(check("crates/jetan-report/src/human.rs", write), 1);
        assert_eq!(check("crates/jetan/src/console.rs", write), 0);
        assert_eq!(check("crates/jetan/tests/cli.rs", write), 0);
        assert_eq!(check("crates/jetan/src/a.rs", "if io::stdout().is_terminal() {}\n"), 0);
        assert_eq!(check("crates/jetan/src/a.rs", "// not stdout()\n"), 0);
        assert_eq!(check("crates/jetan/src/a.rs", "if error.use_stderr() {}\n"), 0);
        assert_eq!(check("crates/jetan/src/a.rs", "let target = Target::stderr();\n"), 0);
        assert_eq!(check("crates/jetan/src/a.rs", "write!(stdout(), \"\")\n"), 1);
    }
}
