//! `results.json`, version 2, of an Exercism test runner.

use jetan_grade::grade::Graded;
use serde::Serialize;

use super::json::pretty;
use super::student::State;
use super::{Report, student};

/// The specification allows so many characters of output.
const TEXT_CHARS_MAX: usize = 500;

#[derive(Serialize)]
struct Results {
    version: u32,
    status: &'static str,
    message: Option<String>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    status: &'static str,
    message: Option<String>,
}

/// The results of one submission.
pub(super) fn results(report: &Report<'_>, graded: &Graded) -> String {
    let all = student::tests(report.rubric, graded);
    let status = match (&graded.problem, all.iter().all(student::Test::is_passed)) {
        (Some(_), _) => "error",
        (None, true) => "pass",
        (None, false) => "fail",
    };
    let clipped = |text: &str| text.chars().take(TEXT_CHARS_MAX).collect::<String>();
    let tests = all.iter().filter(|test| !test.is_hidden).map(|test| Test {
        name: test.name.clone(),
        status: match test.state() {
            State::Passed => "pass",
            State::Failed => "fail",
            State::Open => "error",
        },
        // The platform's page has no shell to type a command into.
        message: (!test.is_passed()).then(|| clipped(&student::without_commands(&test.text))),
    });
    pretty(&Results {
        version: 2,
        status,
        message: graded.problem.as_deref().map(clipped),
        tests: if graded.problem.is_some() { Vec::new() } else { tests.collect() },
    })
}
