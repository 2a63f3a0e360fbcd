//! The report for Moodle's Virtual Programming Lab.

use std::fmt::Write as _;

use jetan_grade::grade::GradedSubmission;

use super::{GradeReport, student};

/// Comments in blocks and the grade. A line of a text that looks like a mark of VPL is moved.
pub(super) fn output(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    let mut output = String::new();
    let mut comment = |title: &str, text: &str| {
        let _ = writeln!(output, "<|--\n-{title}");
        for line in text.lines() {
            // `>` marks text that is shown as it is; otherwise a dash or `Grade :=>>` at the start
            // of a line would be a command to VPL.
            let _ = writeln!(output, ">{line}");
        }
        output += "--|>\n";
    };
    let notes = student::notes(graded);
    if !notes.is_empty() {
        comment("Submission", &notes);
    }
    for test in student::tests(report.rubric, graded).iter().filter(|test| !test.is_hidden) {
        let title = format!("{}: {}", test.name.replace('\n', " "), test.worth());
        comment(&title, &test.text);
    }
    let _ = writeln!(output, "Grade :=>> {}", graded.points);
    output
}
