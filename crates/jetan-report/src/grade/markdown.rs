//! A table of the class, and what went wrong with each submission.

use std::fmt::Write as _;

use super::open::MARK;
use super::{GradeReport, student};
use crate::human::one_line;

/// The whole page.
pub(super) fn page(report: &GradeReport<'_>) -> String {
    let mut page = format!("# {}\n\n| submission | points |", cell(&report.rubric.title));
    for criterion in &report.rubric.criteria {
        let _ = write!(page, " {} ({}) |", cell(&criterion.name), criterion.points);
    }
    page += "\n|---|--:|";
    page += &"--:|".repeat(report.rubric.criteria.len());
    page.push('\n');
    for graded in report.graded {
        let mark = |is_open| if is_open { MARK } else { "" };
        let all = (graded.points, mark(graded.is_open()));
        let _ = write!(page, "| {} | {}{} |", cell(&graded.name), all.0, all.1);
        for criterion in &graded.criteria {
            let _ = write!(page, " {}{} |", criterion.points, mark(criterion.is_open()));
        }
        page.push('\n');
    }
    for graded in report.graded {
        let tests = student::tests(report.rubric, graded);
        let notes = student::notes(graded);
        if notes.is_empty() && tests.iter().all(student::StudentTest::is_passed) {
            continue;
        }
        let _ = writeln!(page, "\n## {}\n", cell(&graded.name));
        if !notes.is_empty() {
            page += &block(&notes);
        }
        for test in tests.iter().filter(|test| !test.is_passed()) {
            let name = cell(&test.name);
            let _ = writeln!(page, "**{name}**: {}\n", test.worth());
            if !test.text.is_empty() {
                page += &block(&test.text);
            }
        }
    }
    page
}

/// Text that is neither markup nor the end of a cell.
fn cell(text: &str) -> String {
    let mut escaped = String::new();
    for c in one_line(text).chars() {
        match c {
            // Not every reader of Markdown knows a sign with a backslash as no HTML.
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '+' | '-' | '.'
            | '!' | '|' | '~' => escaped.extend(['\\', c]),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Text as it is, indented, so that nothing in it can end it.
fn block(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| format!("    {line}\n"));
    lines.collect::<Vec<_>>().concat() + "\n"
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn names_are_neither_html_nor_markup() {
        let name = "<img src=x onerror=alert(1)> & [a](b) |";
        let shown = "&lt;img src=x onerror=alert\\(1\\)&gt; &amp; \\[a\\]\\(b\\) \\|";
        assert_eq!(cell(name), shown);
    }
}
