//! The threat model in `docs/security.md` names a test in every line, and each of them exists.

use super::Violation;
use super::tree::SourceTree;

const PAGE: &str = "docs/security.md";
const HEADING: &str = "## Doors";

/// Every line of the table below the heading ends with tests, as `file::name` in backticks.
pub fn tests_of_doors(tree: &SourceTree) -> Vec<Violation> {
    let Some(page) = tree.files.iter().find(|file| file.path == PAGE) else { return Vec::new() };
    let mut violations = Vec::new();
    let mut rows = 0;
    let section = page.numbered_lines().skip_while(|(_, line)| *line != HEADING).skip(1);
    let section = section.take_while(|(_, line)| !line.starts_with("## "));
    // The first two lines of a table are its head.
    for (line, row) in section.filter(|(_, line)| line.starts_with('|')).skip(2) {
        rows += 1;
        let tests: Vec<(&str, &str)> = named(row).collect();
        if tests.is_empty() {
            violations.push(Violation::new(PAGE, line, "name the test that shows it"));
        }
        for (path, name) in tests.into_iter().filter(|(path, name)| !exists(tree, path, name)) {
            violations.push(Violation::new(PAGE, line, format!("no test `{name}` in `{path}`")));
        }
    }
    if rows == 0 {
        violations.push(Violation::new(PAGE, 0, format!("there is no table below `{HEADING}`")));
    }
    violations
}

/// The tests in the last cell of a row.
fn named(row: &str) -> impl Iterator<Item = (&str, &str)> {
    let cell = row.trim_end().trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    // Every second piece lies between backquotes.
    cell.split('`').skip(1).step_by(2).filter_map(|span| span.split_once("::"))
}

fn exists(tree: &SourceTree, path: &str, name: &str) -> bool {
    let definition = format!("fn {name}(");
    let title = format!("(\"{name}\"");
    tree.files.iter().any(|file| {
        let is_rust = file.path.rsplit_once('.').is_some_and(|(_, ending)| ending == "rs");
        file.path == path && file.text.contains(if is_rust { &definition } else { &title })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(rows: &str) -> Vec<String> {
        let page =
            format!("# Page\n\n{HEADING}\n\n| door | shown by |\n|---|---|\n{rows}\n## Next\n");
        let tree = SourceTree::of(&[
            (PAGE, &page),
            ("a/tests/b.rs", "fn it_holds() {}\n"),
            ("c.test.ts", "test(\"is refused\", f);\n"),
        ]);
        tests_of_doors(&tree).into_iter().map(|it| format!("{}: {}", it.line, it.message)).collect()
    }

    #[test]
    fn tests_that_exist_are_fine() {
        let rows = "| source | `a/tests/b.rs::it_holds`, `c.test.ts::is refused` |\n";
        assert_eq!(messages(rows), Vec::<String>::new());
    }

    #[test]
    fn lines_without_a_test_or_with_one_that_is_not_there_are_reported() {
        let rows = "| source | `a/tests/b.rs` |\n| pack | `a/tests/b.rs::it_holds_not` |\n\
                    | case | `a/tests/c.rs::it_holds` |\n";
        assert_eq!(
            messages(rows),
            [
                "7: name the test that shows it",
                "8: no test `it_holds_not` in `a/tests/b.rs`",
                "9: no test `it_holds` in `a/tests/c.rs`",
            ]
        );
    }

    #[test]
    fn a_page_without_the_table_is_reported() {
        let tree = SourceTree::of(&[(PAGE, "# Page\n")]);
        assert_eq!(tests_of_doors(&tree).len(), 1);
        assert_eq!(tests_of_doors(&SourceTree::default()), []);
    }
}
