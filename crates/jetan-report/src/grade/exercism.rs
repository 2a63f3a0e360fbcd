//! `results.json`, version 2, of an Exercism test runner.

use jetan_grade::grade::GradedSubmission;
use serde::Serialize;

use super::json::pretty;
use super::student::CriterionState;
use super::{GradeReport, student};

/// The specification allows so many characters of output.
const TEXT_CHARS_MAX: usize = 500;

#[derive(Serialize)]
struct ExercismResults {
    version: u32,
    status: &'static str,
    message: Option<String>,
    tests: Vec<ExercismTest>,
}

#[derive(Serialize)]
struct ExercismTest {
    name: String,
    status: &'static str,
    message: Option<String>,
}

/// The results of one submission.
pub(super) fn results(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    let all = student::tests(report.rubric, graded);
    let status = match (&graded.problem, all.iter().all(student::StudentTest::is_passed)) {
        (Some(_), _) => "error",
        (None, true) => "pass",
        (None, false) => "fail",
    };
    let clipped = |text: &str| text.chars().take(TEXT_CHARS_MAX).collect::<String>();
    let tests = all.iter().filter(|test| !test.is_hidden).map(|test| ExercismTest {
        name: test.name.clone(),
        status: match test.state() {
            CriterionState::Passed => "pass",
            CriterionState::Failed => "fail",
            CriterionState::Open => "error",
        },
        // The platform's page has no shell to type a command into.
        message: (!test.is_passed()).then(|| clipped(&student::without_commands(&test.text))),
    });
    pretty(&ExercismResults {
        version: 2,
        status,
        message: graded.problem.as_deref().map(clipped),
        tests: if graded.problem.is_some() { Vec::new() } else { tests.collect() },
    })
}
