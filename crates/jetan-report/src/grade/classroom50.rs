//! The scores of Classroom 50's `result.json`; where the submission comes from is added by the
//! script that the platform runs.

use jetan_grade::grade::GradedSubmission;
use jetan_grade::rubric::{Points, ScoringRule};
use serde::Serialize;

use super::json::pretty;
use super::{GradeReport, student};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Classroom50Scores {
    score: u64,
    max_score: u64,
    tests: Vec<Classroom50Test>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Classroom50Test {
    #[serde(rename = "test-name")]
    name: String,
    passed: bool,
    score: u64,
    max_score: u64,
    output: String,
}

/// The scores of one submission. They are whole numbers there: points are counted in hundredths if
/// a criterion of the rubric is worth a part of a point, or can be.
pub(super) fn result(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    let is_whole = report.rubric.criteria.iter().all(|criterion| {
        // Other rules give parts of a point even if the criterion is worth whole ones.
        criterion.points.0.is_multiple_of(100)
            && matches!(criterion.rule, ScoringRule::All | ScoringRule::Any)
    });
    let scaled = |points: Points| points.0 / if is_whole { 100 } else { 1 };
    let notes = student::notes(graded);
    let tests = student::tests(report.rubric, graded).into_iter().map(|test| Classroom50Test {
        passed: test.is_passed(),
        score: scaled(test.points),
        max_score: scaled(test.max),
        // A test without a text of its own shows what is said about the submission, or its page
        // would give no reason.
        output: if test.text.is_empty() { notes.clone() } else { test.text },
        name: test.name,
    });
    let tests: Vec<Classroom50Test> = tests.collect();
    pretty(&Classroom50Scores {
        score: tests.iter().map(|test| test.score).sum(),
        max_score: tests.iter().map(|test| test.max_score).sum(),
        tests,
    })
}
