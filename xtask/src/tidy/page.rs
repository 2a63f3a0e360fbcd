//! The studio's page and the extension of VS Code keep the limits of the rest of the tree.

use std::collections::BTreeSet;

use super::{
    Violation,
    tree::{SourceTree, TreeFile, has_ending},
};

const FUNCTION_LINES_MAX: usize = 70;
/// Words that stand before a parenthesis and a block, and begin no method.
const KEYWORDS: &[&str] = &["if", "for", "while", "switch", "catch", "with"];
/// Words that may stand before the name of a function or a method.
const QUALIFIERS: &[&str] = &[
    "export",
    "default",
    "async",
    "public",
    "private",
    "protected",
    "static",
    "get",
    "set",
    "readonly",
    "override",
];

/// The types of the protocol as the page has them.
const PROTOCOL: &str = "studio/src/model/protocol.ts";
/// Fields that other clients of the service need, and the page does not.
const FOR_OTHERS: &[&str] = &[
    "encoding",
    "endsInput",
    "expansion",
    "gp",
    "ignore",
    "isComputer",
    "isDefinition",
    "isSampled",
    "landed",
    "openRecording",
    "warnings",
];

/// Every field of the protocol is used by the page: one that is not is sent for nobody.
pub fn unused_fields(tree: &SourceTree) -> Vec<Violation> {
    let Some(protocol) = tree.file(PROTOCOL) else { return Vec::new() };
    let is_page = |file: &&TreeFile| {
        file.path.starts_with("studio/src/")
            && has_ending(&file.path, "ts")
            && file.path != PROTOCOL
    };
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // By words instead of by parsing TypeScript: whatever shares its name with something counts as
    // used.
    let used: BTreeSet<&str> = tree
        .files
        .iter()
        .filter(is_page)
        .flat_map(|file| file.text.split(|c: char| !is_letter(c)))
        .chain(FOR_OTHERS.iter().copied())
        .collect();
    // The generator indents fields by two blanks, and what is inside them further.
    let field = |line: &'_ str| -> Option<String> {
        let name = line.strip_prefix("  ")?.split_once(':')?.0.trim_end_matches('?');
        let is_name = !name.is_empty() && name.chars().all(is_letter);
        (is_name && !used.contains(name)).then(|| name.to_owned())
    };
    let unused = (1..).zip(protocol.text.lines());
    unused
        .filter_map(|(number, line)| {
            let message = format!("the page does not use `{}`: take it away", field(line)?);
            Some(Violation::new(PROTOCOL, number, message))
        })
        .collect()
}

/// The folders of TypeScript: the studio's page and the extension of VS Code.
const SOURCES: &[&str] = &["studio/src/", "editors/vscode/src/"];

/// No function of the page is longer than 70 lines, from its first line to its closing brace.
pub fn function_length(tree: &SourceTree) -> Vec<Violation> {
    let is_page = |path: &str| path.rsplit_once('.').is_some_and(|(_, ending)| ending == "ts");
    let is_ours = |file: &&TreeFile| {
        SOURCES.iter().any(|folder| file.path.starts_with(folder)) && is_page(&file.path)
    };
    tree.files.iter().filter(is_ours).flat_map(long_functions).collect()
}

fn long_functions(file: &TreeFile) -> Vec<Violation> {
    let lines: Vec<&str> = file.text.lines().collect();
    let named = lines.iter().enumerate().filter_map(|(start, line)| Some((start, name(line)?)));
    named
        .filter_map(|(start, name)| {
            let length = function_lines(&lines[start..]);
            let message = format!("`{name}` has {length} lines, at most {FUNCTION_LINES_MAX}");
            let is_long = length > FUNCTION_LINES_MAX;
            is_long.then(|| Violation::new(&file.path, start + 1, message))
        })
        .collect()
}

/// The name of the function whose definition starts on this line: one declared with `function`, a
/// method, or an arrow with a block that is given a name.
fn name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    while let Some((word, after)) = rest.split_once(' ')
        && QUALIFIERS.contains(&word)
    {
        rest = after;
    }
    if let Some(declared) = rest.strip_prefix("function") {
        return first_word(declared.trim_start_matches(['*', ' ']));
    }
    if let Some(bound) = rest.strip_prefix("const ") {
        let is_arrow = ["=> {", "= (", "async ("].iter().any(|end| line.ends_with(end));
        return first_word(bound).filter(|_| is_arrow);
    }
    let name = first_word(rest).filter(|name| !KEYWORDS.contains(name))?;
    let has_parameters = rest[name.len()..].starts_with(['(', '<']);
    let is_member = line.starts_with(' ') && line.ends_with('{') && !line.contains("=>");
    (has_parameters && is_member).then_some(name)
}

/// The name that a text begins with.
fn first_word(text: &str) -> Option<&str> {
    let name = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '#').next()?;
    (!name.is_empty()).then_some(name)
}

/// The number of lines of the function that starts on the first of these. Relies on prettier:
/// the brace that closes it begins a line as deep as its first one.
fn function_lines(lines: &[&str]) -> usize {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let depth = indent(lines[0]);
    let ends = |line: &&str| indent(line) == depth && line.trim_start().starts_with('}');
    let last = lines.iter().skip(1).position(ends);
    last.map_or(lines.len(), |index| index + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_length(first: &str, last: &str, count: usize) -> String {
        format!("{first}\n{}{last}\n", "    work();\n".repeat(count))
    }

    #[test]
    fn fields_that_the_page_does_not_use_fail() {
        let protocol = "export interface Told {\n  /** Whether: it is. */\n  isGone?: boolean;\n  \
                        text: string;\n  gp: number;\n}\n";
        let page = "const isGoneAway = told.text;\n";
        let tree = SourceTree::of(&[(PROTOCOL, protocol), ("studio/src/a.ts", page)]);
        let message = "the page does not use `isGone`: take it away";
        assert_eq!(unused_fields(&tree), [Violation::new(PROTOCOL, 3, message)]);
    }

    #[test]
    fn functions_of_71_lines_fail_however_they_are_written() {
        for (first, last, name) in [
            ("export async function long(a: number): Promise<void> {", "}", "long"),
            ("function* walk<T>(all: T[]) {", "}", "walk"),
            ("  private render(state: State): void {", "  }", "render"),
            ("const handle = (event: Event): void => {", "};", "handle"),
        ] {
            let check = |count: usize| {
                let text = of_length(first, last, count);
                function_length(&SourceTree::of(&[("studio/src/a.ts", &text)]))
            };
            assert!(check(68).is_empty(), "{first}");
            let message = format!("`{name}` has 71 lines, at most 70");
            assert_eq!(check(69), [Violation::new("studio/src/a.ts", 1, message)], "{first}");
        }
    }

    #[test]
    fn blocks_and_calls_are_no_functions() {
        for first in ["  if (a) {", "const is = (a: A): boolean => a.b;", "  call(a, (b) => {"] {
            let text = of_length(first, "  }", 99);
            assert!(
                function_length(&SourceTree::of(&[("studio/src/a.ts", &text)])).is_empty(),
                "{first}"
            );
        }
        let text = of_length("function long() {", "}", 99);
        assert!(function_length(&SourceTree::of(&[("packs/a.ts", &text)])).is_empty());
    }
}
