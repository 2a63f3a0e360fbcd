//! `results.json` as `PrairieLearn`'s external grader reads it.

use jetan_grade::grade::GradedSubmission;
use serde::Serialize;

use super::json::pretty;
use super::student::CriterionState;
use super::{GradeReport, student};

/// The whole file may have a megabyte; each text gets a part of it.
const TEXT_CHARS_MAX: usize = 20_000;
/// All pictures together get another.
const PICTURE_BYTES_MAX: usize = 300_000;

#[derive(Serialize)]
struct PrairielearnResults {
    gradable: bool,
    score: f64,
    message: String,
    format_errors: Vec<String>,
    tests: Vec<PrairielearnTest>,
}

#[derive(Serialize)]
struct PrairielearnTest {
    name: String,
    points: f64,
    max_points: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
    output: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<PrairielearnImage>,
}

#[derive(Serialize)]
struct PrairielearnImage {
    label: String,
    url: String,
}

/// The results of one submission. What does not assemble cannot be graded, and costs no attempt.
pub(super) fn results(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    // A rubric without points would divide by zero.
    let max = report.rubric.points().0.max(1);
    let clipped = |text: String| text.chars().take(TEXT_CHARS_MAX).collect::<String>();
    let mut bytes_left = PICTURE_BYTES_MAX;
    let mut images = |frames: Vec<(String, String)>| {
        let fitting = frames.into_iter().filter(|(_, png)| {
            // One that does not fit is left out, and a smaller one after it may still fit.
            let left = bytes_left.checked_sub(png.len());
            bytes_left = left.unwrap_or(bytes_left);
            left.is_some()
        });
        let image =
            |(label, png)| PrairielearnImage { label, url: format!("data:image/png;base64,{png}") };
        fitting.map(image).collect()
    };
    let tests = student::tests(report.rubric, graded).into_iter().map(|test| PrairielearnTest {
        message: (test.state() == CriterionState::Open).then_some("not judged: a person must look"),
        images: images(test.frames),
        points: test.points.to_f64(),
        max_points: test.max.to_f64(),
        name: test.name,
        output: clipped(test.text),
    });
    pretty(&PrairielearnResults {
        gradable: graded.problem.is_none(),
        score: graded.points.0 as f64 / max as f64,
        message: clipped(student::notes(graded)),
        format_errors: graded.problem.iter().cloned().map(clipped).collect(),
        tests: tests.collect(),
    })
}
