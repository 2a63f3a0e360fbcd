//! An example of what a regular expression accepts, for whoever has to print it.

use regex::Regex;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Bytes of an example; a longer one would explain nothing.
const EXAMPLE_BYTES_MAX: usize = 400;
/// Characters that people expect in an example, the best first.
const USUAL: [char; 9] = ['a', 'A', '1', '0', ' ', '-', '.', ',', '\n'];

/// A short text that the expression matches; none if there is no short one.
pub fn example(regex: &Regex) -> Option<String> {
    // As the expression was built: `^` and `$` are about lines.
    let mut parser = ParserBuilder::new().multi_line(true).build();
    let mut text = String::new();
    write(&parser.parse(regex.as_str()).ok()?, &mut text)?;
    // Word boundaries and the like are not made, so whether it matches must be tried.
    regex.is_match(&text).then_some(text)
}

fn write(hir: &Hir, text: &mut String) -> Option<()> {
    if text.len() > EXAMPLE_BYTES_MAX {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(character(class)?),
        HirKind::Repetition(repetition) => {
            // Once where it may be left out: an example should show what may stand there.
            let times = repetition.min.max(1).min(repetition.max.unwrap_or(u32::MAX));
            for _ in 0..times {
                write(&repetition.sub, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, text))?,
        HirKind::Alternation(ways) => write(ways.first()?, text)?,
    }
    Some(())
}

fn character(class: &Class) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.iter().map(|it| (it.start(), it.end())).collect(),
        Class::Bytes(class) => {
            class.iter().map(|it| (it.start().into(), it.end().into())).collect()
        }
    };
    let is_in = |c: &char| ranges.iter().any(|(low, high)| (low..=high).contains(&c));
    let usual = USUAL.into_iter().find(is_in);
    usual.or_else(|| ('!'..='~').find(is_in)).or_else(|| ranges.first().map(|(low, _)| *low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_match_and_are_short() {
        for (pattern, expected) in [
            ("^sum: [0-9]+$", Some("sum: 1")),
            (r"(yes|no)\s*\d{3}", Some("yes 111")),
            (r"^\w+, -?[5-9]\.\d\d$", Some("a, -5.11")),
            ("a.*z", Some("aaz")),
            ("[^a-zA-Z0-9 ]", Some("-")),
            ("", Some("")),
            (r"a\bb", None),
            ("a{1000}", None),
        ] {
            let regex = regex::RegexBuilder::new(pattern).multi_line(true).build();
            let regex = regex.expect("it is an expression");
            assert_eq!(example(&regex).as_deref(), expected, "{pattern}");
        }
    }
}
