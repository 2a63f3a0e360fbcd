//! A problem package for `DOMjudge` and Kattis: the input/output pairs of a rubric.

use jetan_grade::rubric::{Compare, Io, Kind, Rubric};

use super::Packed;
use crate::exit::{Exit, Failure};

/// The files of the package. Cases that are no plain pairs cannot be in it.
pub(super) fn package(rubric: &Rubric) -> Result<Vec<Packed>, Failure> {
    let file = |name: String, text: &str| (name, text.as_bytes().to_vec(), false);
    let mut files = Vec::new();
    let mut flags = String::new();
    let mut number = 0;
    for criterion in &rubric.criteria {
        for case in &criterion.cases {
            let Some((io, answer)) = pair(&case.kind) else { continue };
            number += 1;
            let is_secret = case.is_hidden || criterion.is_hidden;
            let folder = if is_secret { "secret" } else { "sample" };
            let name = format!("data/{folder}/{number:03}");
            files.push((format!("{name}.in"), io.input.clone(), false));
            files.push(file(format!("{name}.ans"), answer));
            if let Some(Compare::Numbers(_, tolerance)) = io.output.as_ref().map(|it| &it.compare) {
                flags = format!("validator_flags: float_tolerance {tolerance}\n");
            }
        }
    }
    if files.is_empty() {
        let message = "jetan: no case of the rubric is a pair of input and output, which is all \
                       that DOMjudge judges";
        return Err(Failure::new(Exit::Assembly, message));
    }
    let title = rubric.title.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    let problem = format!("name: \"{title}\"\nvalidation: default\n{flags}");
    files.push(file("problem.yaml".to_owned(), &problem));
    files.push(file("domjudge-problem.ini".to_owned(), "timelimit='10'\n"));
    // A package in the format of Kattis has a statement; the real one is the instructor's.
    let statement = format!("\\problemname{{{}}}\n\nSee the handout.\n", in_tex(&rubric.title));
    files.push(file("problem_statement/problem.en.tex".to_owned(), &statement));
    Ok(files)
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
fn pair(kind: &Kind) -> Option<(&Io, &str)> {
    let Kind::Io(io) = kind else { return None };
    let output = io.output.as_ref()?;
    let is_typed = io.keys.is_empty() && io.frame.is_none() && io.exit_code.is_none();
    let is_text = !matches!(output.compare, Compare::Matches(_));
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
