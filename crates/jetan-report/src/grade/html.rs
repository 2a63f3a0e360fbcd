//! A page for the class, and one for each student.

use std::fmt::Write as _;

use jetan_grade::grade::GradedSubmission;

use super::board::drawn;
use super::open::MARK;
use super::student::CriterionState;
use super::{GradeReport, decisions, statistics, student};
use crate::html::{escaped, page};

/// All pages: `index.html` for the instructor, `students/NAME.html` to be handed out.
pub(super) fn files(report: &GradeReport<'_>) -> Vec<(String, Vec<u8>)> {
    let names = report.file_names();
    let mut files = vec![("index.html".to_owned(), class(report, &names).into_bytes())];
    for (name, graded) in names.iter().zip(report.graded) {
        let page = one(report, graded);
        files.push((format!("students/{name}.html"), page.into_bytes()));
    }
    files
}

fn class(report: &GradeReport<'_>, names: &[String]) -> String {
    let title = escaped(&report.rubric.title);
    let mut body = format!("<h1>{title}</h1>\n<table>\n<thead><tr><th>submission</th>");
    body += "<th class=\"number\">points</th>";
    for criterion in &report.rubric.criteria {
        let (name, points) = (escaped(&criterion.name), criterion.points);
        let _ = write!(body, "<th class=\"number\">{name} ({points})</th>");
    }
    body += "<th></th></tr></thead>\n<tbody>\n";
    for (file, graded) in names.iter().zip(report.graded) {
        let name = escaped(&graded.name);
        let _ = write!(body, "<tr><td><a href=\"students/{file}.html\">{name}</a></td>");
        let mark = if graded.is_open() { MARK } else { "" };
        let _ = write!(body, "<td class=\"number\">{}{mark}</td>", graded.points);
        for criterion in &graded.criteria {
            let (class, mark) = match (criterion.is_open(), criterion.points == criterion.max) {
                (true, _) => ("open", MARK),
                (false, true) => ("passed", ""),
                (false, false) => ("failed", ""),
            };
            let points = criterion.points;
            let _ = write!(body, "<td class=\"number {class}\">{points}{mark}</td>");
        }
        let problem = Some(GradeReport::problem(graded)).filter(|it| !it.is_empty());
        let said = problem.into_iter().chain(decisions(graded)).chain(report.change(graded));
        let said = escaped(&said.collect::<Vec<_>>().join("; "));
        let _ = writeln!(body, "<td class=\"quiet\">{said}</td></tr>");
    }
    body += "</tbody>\n</table>\n";
    body += &statistics::section(report);
    body += &handed_in(report);
    let notes = report.class_notes();
    if !notes.is_empty() {
        body += "<h2>To look at</h2>\n<ul>\n";
        for note in &notes {
            let _ = writeln!(body, "<li>{}</li>", escaped(note));
        }
        body += "</ul>\n";
    }
    page(&report.rubric.title, &body)
}

/// A table of the files that were handed in, from the export.
fn handed_in(report: &GradeReport<'_>) -> String {
    let row = |graded: &GradedSubmission| {
        let handed_in = graded.handed_in.as_ref()?;
        let name = escaped(&graded.name);
        let id = escaped(handed_in.id.as_deref().unwrap_or_default());
        let date = handed_in.submitted.as_deref().unwrap_or_default();
        let when = escaped(&format!("{date}{}", if handed_in.late { " late" } else { "" }));
        let files = handed_in.files.iter();
        let files = files.map(|(name, bytes)| format!("{} ({bytes})", escaped(name)));
        let files = files.collect::<Vec<_>>().join(", ");
        Some(format!("<tr><td>{name}</td><td>{id}</td><td>{when}</td><td>{files}</td></tr>\n"))
    };
    let rows: String = report.graded.iter().filter_map(row).collect();
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<h2>What was handed in</h2>\n<table>\n<thead><tr><th>submission</th><th>id</th>\
         <th>when</th><th>files (bytes)</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    )
}

fn one(report: &GradeReport<'_>, graded: &GradedSubmission) -> String {
    let max = report.rubric.points();
    let title = escaped(&report.rubric.title);
    let mut body = format!("<h1>{title}: {}</h1>\n", escaped(&graded.name));
    let _ = writeln!(body, "<p>{} of {max} points</p>", graded.points);
    let notes = student::notes(graded);
    if !notes.is_empty() {
        let _ = writeln!(body, "<pre>{}</pre>", escaped(&notes));
    }
    for test in student::tests(report.rubric, graded) {
        let class = match test.state() {
            CriterionState::Passed => "passed",
            CriterionState::Failed => "failed",
            CriterionState::Open => "open",
        };
        let (name, worth) = (escaped(&test.name), test.worth());
        let _ = writeln!(body, "<h2>{name}: <span class=\"{class}\">{worth}</span></h2>");
        body += &drawn(&test.parts);
        for (case, png) in &test.frames {
            // The caption says what the picture shows, and a screen reader should not say it twice.
            let caption = escaped(&format!("{case}: last screen of the program"));
            let _ = writeln!(
                body,
                "<figure><img alt=\"\" src=\"data:image/png;base64,{png}\">\
                 <figcaption>{caption}</figcaption></figure>"
            );
        }
    }
    page(&format!("{}: {}", report.rubric.title, graded.name), &body)
}
