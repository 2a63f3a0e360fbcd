//! A problem package for `DOMjudge` and Kattis: the input/output pairs of a rubric.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jetan_grade::rubric::{CaseAction, IoCase, Rubric, TextComparison};

use super::ArchiveFile;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Programs of the package: they know its inputs, and are for the judges alone.
const VALIDATOR: &str = include_str!("domjudge-validate.c");
const ACCEPTED: &str = include_str!("domjudge-accepted.c");

/// The files of the package. Cases that are not plain pairs cannot be in it: they are named, and
/// unless somebody wants only a part there is no package.
pub(super) fn package(
    rubric: &Rubric,
    is_partial: bool,
    console: &Console,
) -> Result<Vec<ArchiveFile>, CommandFailure> {
    let file = |name: String, text: &str| (name, text.as_bytes().to_vec(), false);
    let mut files = Vec::new();
    let mut flags = String::new();
    let mut answers: BTreeMap<&[u8], &str> = BTreeMap::new();
    let mut dropped = Vec::new();
    let mut number = 0;
    let samples = samples(rubric);
    for criterion in &rubric.criteria {
        for case in &criterion.cases {
            let Some((io, answer)) = pair(&case.kind) else {
                dropped.push(format!("{}: {}", criterion.name, case.name));
                continue;
            };
            number += 1;
            let is_secret = case.is_hidden || criterion.is_hidden || number > samples;
            let folder = if is_secret { "secret" } else { "sample" };
            let name = format!("data/{folder}/{number:03}");
            files.push((format!("{name}.in"), io.input.clone(), false));
            files.push(file(format!("{name}.ans"), answer));
            // The accepted program answers by its input, so of two cases with one input the last
            // counts.
            answers.insert(&io.input, answer);
            // DOMjudge has one set of flags for a problem, so the last tolerance counts.
            if let Some(TextComparison::Numbers(_, tolerance)) =
                io.output.as_ref().map(|it| &it.compare)
            {
                flags = format!("validator_flags: float_tolerance {tolerance}\n");
            }
        }
    }
    if files.is_empty() {
        let message = "jetan: no case of the rubric is a pair of input and output, which is all \
                       that DOMjudge judges";
        return Err(CommandFailure::new(Exit::Assembly, message));
    }
    refuse_dropped(&dropped, is_partial, console)?;
    let mut table = String::new();
    for (input, answer) in &answers {
        let (typed, length) = (in_c(input), input.len());
        let shown = in_c(answer.as_bytes());
        let _ = writeln!(table, "    {{{typed}, {length}, {shown}, {}}},", answer.len());
    }
    let with_table = |program: &str| program.replace("    /* The table. */\n", &table).into_bytes();
    let validator = "input_validators/validate.c".to_owned();
    files.push((validator, with_table(VALIDATOR), false));
    let accepted = "submissions/accepted/answers.c".to_owned();
    files.push((accepted, with_table(ACCEPTED), false));
    // For a string in double quotes of YAML, which these characters would end or break.
    let title = rubric.title.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    let problem = format!("name: \"{title}\"\nvalidation: default\n{flags}");
    files.push(file("problem.yaml".to_owned(), &problem));
    files.push(file("domjudge-problem.ini".to_owned(), "timelimit='10'\n"));
    // A package in the format of Kattis has a statement; the real one is the instructor's.
    let statement = format!("\\problemname{{{}}}\n\nSee the handout.\n", in_tex(&rubric.title));
    files.push(file("problem_statement/problem.en.tex".to_owned(), &statement));
    Ok(files)
}

/// The number of pairs that may be samples: a package without secret data is refused, so where
/// nothing is hidden only the first one is.
fn samples(rubric: &Rubric) -> usize {
    let all = rubric.criteria.iter().flat_map(|it| it.cases.iter().map(move |case| (it, case)));
    let pairs: Vec<bool> = all
        .filter(|(_, case)| pair(&case.kind).is_some())
        .map(|(criterion, case)| criterion.is_hidden || case.is_hidden)
        .collect();
    if pairs.contains(&true) { pairs.len() } else { pairs.len().saturating_sub(1).min(1) }
}

/// Names the cases that are not in the package, which is a failure unless it was wanted.
fn refuse_dropped(
    dropped: &[String],
    is_partial: bool,
    console: &Console,
) -> Result<(), CommandFailure> {
    const NAMED_MAX: usize = 20;
    if dropped.is_empty() {
        return Ok(());
    }
    let cases = jetan_report::counted(dropped.len(), "case");
    let not_pairs = if dropped.len() == 1 { "is not a pair" } else { "are not pairs" };
    let mut lines = vec![format!("jetan: {cases} {not_pairs} of input and output:")];
    lines.extend(dropped.iter().take(NAMED_MAX).map(|name| format!("  {name}")));
    if dropped.len() > NAMED_MAX {
        lines.push(format!("  and {} more", dropped.len() - NAMED_MAX));
    }
    if is_partial {
        console.say(lines.join("\n") + "\n");
        return Ok(());
    }
    lines.push("say --partial for a package without them".to_owned());
    Err(CommandFailure::Said(Exit::Assembly, lines))
}

/// Bytes as a string of C: three octal digits cannot run into what follows.
fn in_c(bytes: &[u8]) -> String {
    let mut text = "\"".to_owned();
    for &byte in bytes {
        match byte {
            // `?` because two of them may begin a trigraph.
            b'"' | b'\\' | b'?' | ..b' ' | 0x7f.. => {
                let _ = write!(text, "\\{byte:03o}");
            }
            _ => text.push(char::from(byte)),
        }
    }
    text + "\""
}

/// Text in which TeX finds no command.
fn in_tex(text: &str) -> String {
    let mut tex = String::new();
    for c in text.chars().map(|c| if c.is_control() { ' ' } else { c }) {
        match c {
            '\\' => tex += "\\textbackslash{}",
            '^' => tex += "\\textasciicircum{}",
            '~' => tex += "\\textasciitilde{}",
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => tex.extend(['\\', c]),
            _ => tex.push(c),
        }
    }
    tex
}

/// A run on console input alone whose output is compared as a text.
fn pair(kind: &CaseAction) -> Option<(&IoCase, &str)> {
    let CaseAction::Io(io) = kind else { return None };
    let output = io.output.as_ref()?;
    let is_typed = io.keys.is_empty() && io.frame.is_none() && io.exit_code.is_none();
    let is_text = !matches!(output.compare, TextComparison::Matches(_));
    (io.is_plain() && is_typed && is_text).then_some((&**io, output.text.as_str()))
}

#[cfg(test)]
mod tests {
    use super::in_tex;

    #[test]
    fn titles_are_text_in_tex() {
        assert_eq!(
            in_tex("50% of \\x {A_1}\n~"),
            "50\\% of \\textbackslash{}x \\{A\\_1\\} \\textasciitilde{}"
        );
    }
}
