//! The step output `result` of a GitHub Actions grader: JSON in base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use jetan_grade::grade::GradedSubmission;
use serde::Serialize;

use super::json::line;
use super::student::CriterionState;
use super::{GradeReport, student};

#[derive(Serialize)]
struct GithubResult {
    version: u32,
    status: &'static str,
    max_score: f64,
    tests: Vec<GithubTest>,
}

#[derive(Serialize)]
struct GithubTest {
    name: String,
    status: &'static str,
    score: f64,
    max_score: f64,
    message: String,
}

/// The line to be added to `$GITHUB_OUTPUT`.
pub(super) fn result(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    let all = student::tests(report.rubric, graded);
    let status = match (&graded.problem, all.iter().all(student::StudentTest::is_passed)) {
        (Some(_), _) => "error",
        // What nobody has judged yet must not look like a failure.
        (None, _) if graded.is_open() => "error",
        (None, true) => "pass",
        (None, false) => "fail",
    };
    let notes = student::notes(graded);
    let tests = all.into_iter().map(|test| GithubTest {
        status: match test.state() {
            CriterionState::Passed => "pass",
            CriterionState::Failed => "fail",
            CriterionState::Open => "error",
        },
        score: test.points.to_f64(),
        max_score: test.max.to_f64(),
        message: if test.text.is_empty() { notes.clone() } else { test.text },
        name: test.name,
    });
    let max_score = report.rubric.points().to_f64();
    let outcome = GithubResult { version: 3, status, max_score, tests: tests.collect() };
    format!("result={}\n", BASE64.encode(line(&outcome)))
}
