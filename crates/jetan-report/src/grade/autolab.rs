//! The report for Autolab: text for the student, then the scores as JSON on the last line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jetan_grade::grade::GradedSubmission;
use serde::Serialize;

use super::json::line;
use super::{GradeReport, student};

#[derive(Serialize)]
struct AutolabScores {
    scores: BTreeMap<String, f64>,
}

/// The whole output of one submission.
pub(super) fn output(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    let tests = student::tests(report.rubric, graded);
    let mut output = student::notes(graded);
    if !output.is_empty() {
        output.push('\n');
    }
    for test in tests.iter().filter(|test| !test.is_hidden) {
        let _ = writeln!(output, "{}: {}", test.name, test.worth());
        for said in test.text.lines() {
            let _ = writeln!(output, "    {said}");
        }
    }
    // Hidden criteria are among the scores: their points are not secret, what they test is.
    let scores = tests.into_iter().map(|test| (test.name, test.points.to_f64())).collect();
    output + &line(&AutolabScores { scores }) + "\n"
}
