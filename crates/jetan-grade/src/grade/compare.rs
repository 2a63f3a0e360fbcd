//! Whether a text is the one that was expected.

use crate::rubric::pattern;
use crate::rubric::value::is_close;
use crate::rubric::{ExpectedText, IgnoredDifferences, TextComparison};
use crate::verdict::{CaseFailure, FailureKind, clip};

/// The difference between a text and the expected one, if there is one.
pub(super) fn differs(
    expected: &ExpectedText,
    printed: &[u8],
    instructions: u64,
) -> Option<CaseFailure> {
    let text = String::from_utf8_lossy(printed);
    let is_same = match &expected.compare {
        // Bytes, because output that is not UTF-8 would become equal by replacement marks.
        TextComparison::Exact => expected.text.as_bytes() == printed,
        TextComparison::Lines(ignore) => lines(&expected.text, *ignore) == lines(&text, *ignore),
        TextComparison::Tokens(ignore) => words(&expected.text, *ignore) == words(&text, *ignore),
        TextComparison::Numbers(ignore, tolerance) => {
            let (wanted, found) = (words(&expected.text, *ignore), words(&text, *ignore));
            let is_near = |(one, other): (&String, &String)| near(one, other, *tolerance);
            wanted.len() == found.len() && wanted.iter().zip(&found).all(is_near)
        }
        TextComparison::Matches(regex) => regex.is_match(&text),
    };
    if is_same {
        return None;
    }
    let summary = match &expected.compare {
        TextComparison::Matches(_) => "the output does not have the form it should".to_owned(),
        _ => first_difference(&expected.text, &text),
    };
    let failure = CaseFailure::new(FailureKind::Wrong, summary, instructions);
    Some(failure.comparing(shown(expected), clip(&text)))
}

/// An expected text as a student reads it: of a regular expression, also what it accepts.
pub(super) fn shown(expected: &ExpectedText) -> String {
    match &expected.compare {
        TextComparison::Matches(regex) => {
            let example = pattern::example(regex).filter(|it| *it != expected.text);
            let example = example.map(|it| format!("for example:\n{}\n", clip(&it)));
            format!("{}it must match: {}", example.unwrap_or_default(), clip(&expected.text))
        }
        _ => clip(&expected.text),
    }
}

fn lines(text: &str, ignore: IgnoredDifferences) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(|line| folded(line.trim_end(), ignore)).collect();
    if ignore.blanks {
        lines.retain(|line| !line.is_empty());
    }
    // Empty lines at the end are invisible to whoever compares by eye.
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn words(text: &str, ignore: IgnoredDifferences) -> Vec<String> {
    let words = text.split_whitespace().map(|word| folded(word, ignore));
    if ignore.blanks { vec![words.collect::<String>()] } else { words.collect() }
}

fn folded(text: &str, ignore: IgnoredDifferences) -> String {
    let text = if ignore.case { text.to_lowercase() } else { text.to_owned() };
    if ignore.blanks { text.split_whitespace().collect() } else { text }
}

/// Whether two words are the same, or numbers that are close.
fn near(one: &str, other: &str, tolerance: f64) -> bool {
    // As words first: most words are not numbers, and equal text is equal however it parses.
    one == other
        || match (one.parse::<f64>(), other.parse::<f64>()) {
            (Ok(one), Ok(other)) => is_close(one, other, tolerance),
            _ => false,
        }
}

/// Says where two texts part, in words.
fn first_difference(expected: &str, printed: &str) -> String {
    if printed.trim().is_empty() {
        return "the program prints nothing".to_owned();
    }
    let (wanted, found): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), printed.lines().collect());
    // By trimmed lines whatever the comparison is: this only says where to look.
    let same = wanted.iter().zip(&found).take_while(|(one, other)| one.trim() == other.trim());
    let line = same.count() + 1;
    match (wanted.get(line - 1), found.get(line - 1)) {
        (Some(_), None) => format!("the output ends before line {line}"),
        (None, Some(_)) => {
            format!("there is more output than there should be, from line {line} on")
        }
        _ => format!("line {line} of the output differs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;

    fn same(text: &str, compare: TextComparison, printed: &str) -> bool {
        let expected = ExpectedText { text: text.to_owned(), compare };
        differs(&expected, printed.as_bytes(), 0).is_none()
    }

    #[test]
    fn each_comparison_forgives_what_it_says() {
        let none = IgnoredDifferences::default();
        let both = IgnoredDifferences { case: true, blanks: true };
        let case = IgnoredDifferences { case: true, ..none };
        let numbers = |tolerance| TextComparison::Numbers(none, tolerance);
        let cases = [
            ("a\n", TextComparison::Exact, "a\n", true),
            ("a\n", TextComparison::Exact, "a", false),
            ("a\nb\n", TextComparison::Lines(none), "a  \r\nb\n\n", true),
            ("a\nb\n", TextComparison::Lines(none), "a b", false),
            ("a b", TextComparison::Lines(both), "\nA  B", true),
            ("a b", TextComparison::Tokens(none), "a\n\n  b", true),
            ("a b", TextComparison::Tokens(none), "ab", false),
            ("a b", TextComparison::Tokens(both), "AB", true),
            ("Sum 3", TextComparison::Tokens(case), "sum 3", true),
            ("x 1.0", numbers(1e-3), "x 1.0001", true),
            ("x 1.0", numbers(1e-6), "x 1.0001", false),
            ("1000000", numbers(1e-3), "1000100", true),
            ("x 1", numbers(1.0), "y 1", false),
            ("1 2", numbers(1.0), "1", false),
        ];
        for (text, compare, printed, expected) in cases {
            assert_eq!(same(text, compare.clone(), printed), expected, "{text:?} {compare:?}");
        }
        let regex = Regex::new("^sum: [0-9]+$").expect("it is one");
        assert!(same("", TextComparison::Matches(regex.clone()), "sum: 12"));
        assert!(!same("", TextComparison::Matches(regex), "sum: x"));
    }

    #[test]
    fn the_first_difference_is_named() {
        for (expected, printed, words) in [
            ("a\nb", "a\nc", "line 2 of the output differs"),
            ("a\nb", "a", "the output ends before line 2"),
            ("a", "a\nb", "there is more output than there should be, from line 2 on"),
            ("a", " \n", "the program prints nothing"),
        ] {
            assert_eq!(first_difference(expected, printed), words);
        }
    }
}
