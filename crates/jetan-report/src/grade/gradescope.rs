//! `results.json` as Gradescope's autograder reads it.

use jetan_grade::grade::GradedSubmission;
use serde::Serialize;

use super::json::pretty;
use super::student::CriterionState;
use super::{GradeReport, student};

#[derive(Serialize)]
struct GradescopeResults {
    output: String,
    output_format: &'static str,
    tests: Vec<GradescopeTest>,
}

#[derive(Serialize)]
struct GradescopeTest {
    name: String,
    score: f64,
    max_score: f64,
    status: &'static str,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'static [&'static str],
}

/// The results of one submission.
pub(super) fn results(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    let tests = student::tests(report.rubric, graded).into_iter().map(|test| GradescopeTest {
        score: test.points.to_f64(),
        max_score: test.max.to_f64(),
        status: if test.is_passed() { "passed" } else { "failed" },
        // There is no third status, but instructors see tags.
        tags: if test.state() == CriterionState::Open { &["not judged"] } else { &[] },
        visibility: if test.is_hidden { "hidden" } else { "visible" },
        name: test.name,
        output: test.text,
        output_format: "text",
    });
    pretty(&GradescopeResults {
        output: student::notes(graded),
        output_format: "text",
        tests: tests.collect(),
    })
}
