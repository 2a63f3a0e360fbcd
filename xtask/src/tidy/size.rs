//! Limits on files, functions and lines.

use std::collections::BTreeMap;

use super::{
    Violation,
    tree::{SourceTree, TreeFile},
};

const CRATE_LINES_MAX: usize = 15_000;
const FILE_LINES_MAX: usize = 800;
const FUNCTION_LINES_MAX: usize = 70;
const LINE_COLUMNS_MAX: usize = 100;

/// Tables: one row per thing a user can type, longer than any file of code may be.
const LONG_FILES: &[&str] =
    &["crates/jetan-isa/src/instructions.rs", "crates/jetan-isa/src/pseudo.rs"];

/// File, function, and why splitting it would make it worse.
/// Only a `match` with one one-line arm per operation belongs here.
const LONG_FUNCTIONS: &[(&str, &str, &str)] =
    &[("crates/jetan-machine/src/interp/step.rs", "effect", "one line for each instruction")];

/// No crate has more than 15,000 lines below its `src`, tests included, reasons apart: nobody
/// should have to choose between explaining a line and splitting a crate.
pub fn crate_length(tree: &SourceTree) -> Vec<Violation> {
    let mut crates: BTreeMap<&str, usize> = BTreeMap::new();
    for file in tree.rust_files() {
        let Some((folder, _)) = file.path.split_once("/src/") else { continue };
        let is_reason = |line: &&str| line.trim_start().starts_with("// ");
        let lines = file.text.lines().filter(|line| !is_reason(line)).count();
        *crates.entry(folder).or_default() += lines;
    }
    let long = crates.into_iter().filter(|&(_, lines)| lines > CRATE_LINES_MAX);
    long.map(|(folder, lines)| {
        let message = format!("{lines} lines, at most {CRATE_LINES_MAX}: make two crates of it");
        Violation::new(&format!("{folder}/Cargo.toml"), 0, message)
    })
    .collect()
}

/// No Rust file but a table is longer than 800 lines.
pub fn file_length(tree: &SourceTree) -> Vec<Violation> {
    let code = tree.rust_files().filter(|file| !LONG_FILES.contains(&file.path.as_str()));
    code.filter_map(|file| {
        let lines = file.text.lines().count();
        let message = format!("{lines} lines, at most {FILE_LINES_MAX}: split by noun");
        (lines > FILE_LINES_MAX).then(|| Violation::new(&file.path, 0, message))
    })
    .collect()
}

/// No function is longer than 70 lines, from the line with `fn` to its closing brace.
pub fn function_length(tree: &SourceTree) -> Vec<Violation> {
    tree.rust_files().flat_map(|file| long_functions(file, LONG_FUNCTIONS)).collect()
}

/// No line of Rust is wider than 100 columns.
pub fn line_width(tree: &SourceTree) -> Vec<Violation> {
    let wide = |file: &TreeFile| {
        // Columns are characters and not bytes.
        let widths = file.numbered_lines().map(|(line, text)| (line, text.chars().count()));
        let wide = widths.filter(|(_, columns)| *columns > LINE_COLUMNS_MAX);
        let violation = |(line, columns)| {
            let message = format!("{columns} columns, at most {LINE_COLUMNS_MAX}");
            Violation::new(&file.path, line, message)
        };
        wide.map(violation).collect::<Vec<_>>()
    };
    tree.rust_files().flat_map(wide).collect()
}

fn long_functions(file: &TreeFile, exempt: &[(&str, &str, &str)]) -> Vec<Violation> {
    let lines: Vec<&str> = file.text.lines().collect();
    let mut violations = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let length = function_lines(&lines[start..]);
        let is_exempt = exempt.iter().any(|(path, long, _)| *path == file.path && *long == name);
        if length > FUNCTION_LINES_MAX && !is_exempt {
            let message = format!("`{name}` has {length} lines, at most {FUNCTION_LINES_MAX}");
            violations.push(Violation::new(&file.path, start + 1, message));
        }
    }
    violations
}

/// The name of the function whose definition starts on this line.
fn function_name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    loop {
        if let Some(signature) = rest.strip_prefix("fn ") {
            return signature.split(['(', '<']).next();
        }
        let (word, after) = rest.split_once(' ')?;
        let is_qualifier = matches!(word, "pub" | "const" | "async" | "unsafe" | "extern")
            || word.starts_with("pub(")
            || word.starts_with('"');
        if !is_qualifier {
            return None;
        }
        rest = after;
    }
}

/// The number of lines of the function that starts on the first of these lines.
///
/// Relies on rustfmt: the closing brace stands alone, as deep as the `fn` line.
/// Text in a multi-line string may stand further left, so shallower lines do not end the search.
fn function_lines(lines: &[&str]) -> usize {
    let indent = indent_of(lines[0]);
    if lines[0].ends_with(['}', ';']) {
        return 1;
    }
    let ends = |line: &&str| {
        let text = line.trim_start();
        let declares = text.starts_with(')') && text.ends_with(';');
        indent_of(line) == indent && (text == "}" || declares)
    };
    let last = lines.iter().skip(1).position(ends);
    last.map_or(lines.len(), |index| index + 2)
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> String {
        "    work();\n".repeat(count)
    }

    #[test]
    fn crate_of_15001_lines_fails_however_many_files_it_has() {
        let (half, more) = (lines(7500), lines(7501));
        let check = |second: &str| {
            let tree = SourceTree::of(&[
                ("crates/a/src/lib.rs", &half),
                ("crates/a/src/b/c.rs", second),
                ("crates/a/src/table.toml", &more),
                ("crates/a/tests/d.rs", &more),
                ("crates/ab/src/lib.rs", &more),
            ]);
            crate_length(&tree)
        };
        assert_eq!(check(&half), []);
        let message = "15001 lines, at most 15000: make two crates of it";
        assert_eq!(check(&more), [Violation::new("crates/a/Cargo.toml", 0, message)]);
    }

    #[test]
    fn file_of_801_lines_fails_unless_it_is_a_table() {
        let check = |path: &str, count: usize| {
            file_length(&SourceTree::of(&[(path, &lines(count))]))
                .into_iter()
                .map(|v| v.message)
                .next()
        };
        assert_eq!(check("a.rs", 800), None);
        assert_eq!(check("a.rs", 801).unwrap(), "801 lines, at most 800: split by noun");
        assert_eq!(check("crates/jetan-isa/src/instructions.rs", 3000), None);
        assert_eq!(check("notes.md", 3000), None);
    }

    #[test]
    fn function_of_71_lines_fails_and_is_named() {
        let text = |count: usize| format!("pub(crate) const fn long() {{\n{}}}\n", lines(count));
        assert!(function_length(&SourceTree::of(&[("a.rs", &text(68))])).is_empty());
        let violations = function_length(&SourceTree::of(&[("a.rs", &text(69))]));
        assert_eq!(violations, [Violation::new("a.rs", 1, "`long` has 71 lines, at most 70")]);
    }

    #[test]
    fn exempt_function_passes_only_in_its_file() {
        let exempt = [("a.rs", "long", "one arm per operation")];
        let text = format!("fn long() {{\n{}}}\n", lines(100));
        let check = |path: &str| {
            let tree = SourceTree::of(&[(path, &text)]);
            long_functions(&tree.files[0], &exempt).len()
        };
        assert_eq!((check("a.rs"), check("b.rs")), (0, 1));
    }

    #[test]
    fn function_ends_at_its_own_brace() {
        let cases = [
            ("fn short() {}\nfn next() {}", 1),
            ("    fn declared(&self);\n}", 1),
            ("    fn declared(\n        self,\n    );\n}", 3),
            ("fn f(\n    a: u8,\n) -> u8\nwhere\n    u8: Copy,\n{\n    a\n}\n\nfn g() {}", 8),
            ("fn f() {\n    if a {\n    }\n    text(\"\nmain:\n\");\n}\nfn g() {\n}", 7),
        ];
        for (text, expected) in cases {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(function_lines(&lines), expected, "{text}");
        }
    }

    #[test]
    fn function_names_are_found_behind_qualifiers() {
        let cases = [
            ("    pub async fn serve<T>(t: T) {", Some("serve")),
            ("pub extern \"C\" fn entry() {", Some("entry")),
            ("let f = fn_pointer;", None),
            ("/// fn in prose", None),
            ("", None),
        ];
        for (line, name) in cases {
            assert_eq!(function_name(line), name, "{line}");
        }
    }

    #[test]
    fn line_of_101_columns_fails() {
        let text = format!("{}\n{}\n", "é".repeat(100), "x".repeat(101));
        let violations = line_width(&SourceTree::of(&[("a.rs", &text)]));
        assert_eq!(violations, [Violation::new("a.rs", 2, "101 columns, at most 100")]);
    }
}
